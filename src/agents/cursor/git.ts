/**
 * The branches and pull requests of an agent. They are a snapshot of the agent, not of a run: each
 * run shows the work of earlier ones too (sheet, section 5).
 */
import { shortDigest } from '../kit/memo.ts';
import type { PullRequestLead, WorkBranch } from '../port.ts';
import type { Branch } from './schema.ts';

/** What an agent had before a turn: digests of addresses, newest last. */
export interface GitBefore {
  readonly pulls: readonly string[];
  readonly branches: readonly string[];
}

/** Addresses come with and without scheme, with `.git` and in other case (sheet, section 5). */
function plainAddress(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^[a-z+]+:\/\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}

/** A pull request, and what may stand behind its number. */
const PULL = /^(\/[^/]+\/[^/]+\/pull\/\d+)(?:\/|$)/;

/** The address with its scheme; of a pull request as GitHub writes it. */
function webAddress(address: string): string {
  const given = address.trim();
  const whole = /^[a-z+]+:\/\//i.test(given) ? given : `https://${given}`;
  const url = URL.parse(whole);
  const [, path] = PULL.exec(url?.pathname ?? '') ?? [];
  return url === null || path === undefined ? whole : `${url.origin}${path}`;
}

const pullName = (prUrl: string): string => plainAddress(webAddress(prUrl));
const pullDigest = (prUrl: string): string => shortDigest(pullName(prUrl));
const branchDigest = ({ repoUrl, branch }: Branch): string =>
  shortDigest(`${plainAddress(repoUrl ?? '')} ${branch ?? ''}`);

export function gitBefore(branches: readonly Branch[]): GitBefore {
  const pulls = branches.flatMap(({ prUrl }) => (prUrl === null ? [] : [pullDigest(prUrl)]));
  return {
    pulls: [...new Set(pulls)],
    branches: [...new Set(branches.map(branchDigest))],
  };
}

/** @param before null: nothing was before, or everything counts (an attached run) */
export function pullRequestsIn(
  branches: readonly Branch[],
  before: GitBefore | null,
): readonly PullRequestLead[] {
  const leads = new Map<string, PullRequestLead>();
  for (const { prUrl } of branches) {
    if (prUrl !== null && prUrl.trim() !== '') {
      const isEarlier = before?.pulls.includes(pullDigest(prUrl)) === true;
      leads.set(pullName(prUrl), { kind: 'address', url: webAddress(prUrl), isEarlier });
    }
  }
  return [...leads.values()];
}

/** The branches of this turn that have no pull request yet (contract 1.2, 18.5). */
export function bareBranches(
  branches: readonly Branch[],
  before: GitBefore | null,
): readonly WorkBranch[] {
  return branches.flatMap((one) => {
    const { branch: name, prUrl, repoUrl } = one;
    const isNew = before?.branches.includes(branchDigest(one)) !== true;
    const isBare = isNew && (prUrl ?? '') === '';
    return isBare && name !== null && name !== ''
      ? [{ repository: repositoryIn(repoUrl), name }]
      : [];
  });
}

/** `owner/name` of an address without its scheme; null where there is none. */
function repositoryIn(repoUrl: string | null): string | null {
  const parts = plainAddress(repoUrl ?? '').split('/');
  return parts.length < 3 ? null : parts.slice(-2).join('/');
}
