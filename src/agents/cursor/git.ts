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

/** Everything that the agent shows is of the turn. */
export const NOTHING_BEFORE: GitBefore = { pulls: [], branches: [] };

/** Tried once for each run of slashes, so that many within do not take quadratic time. */
const SLASHES_AT_END = /(?<!\/)\/+$/;

/** Addresses come with and without scheme, with `.git` and in other case (sheet, section 5). */
function plainAddress(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^[a-z+]+:\/\//, '')
    .replace(/[?#].*$/s, '')
    .replace(SLASHES_AT_END, '')
    .replace(/\.git$/, '');
}

/** A pull request, and what may stand behind its number. */
const PULL = /^(\/[^/]+\/[^/]+\/pull\/\d+)(?:\/|$)/;

/**
 * The address of a branch's pull request with its scheme, as GitHub writes it; null where none is
 * named by an address.
 */
function pullAddress({ prUrl }: Branch): string | null {
  const given = prUrl?.trim() ?? '';
  const whole = /^[a-z+]+:\/\//i.test(given) ? given : `https://${given}`;
  const url = URL.parse(whole);
  if (url === null) {
    return null;
  }
  const [, path] = PULL.exec(url.pathname) ?? [];
  return path === undefined ? whole : `${url.origin}${path}`;
}

const pullDigest = (address: string): string => shortDigest(plainAddress(address));
const branchDigest = ({ repoUrl, branch }: Branch): string =>
  shortDigest(`${plainAddress(repoUrl ?? '')} ${branch ?? ''}`);

export function gitBefore(branches: readonly Branch[]): GitBefore {
  const pulls = branches.flatMap((branch) => pullAddress(branch) ?? []).map(pullDigest);
  return {
    pulls: [...new Set(pulls)],
    branches: [...new Set(branches.map(branchDigest))],
  };
}

/** @param before null: it is not known, so that GitHub tells which are of this turn */
export function pullRequestsIn(
  branches: readonly Branch[],
  before: GitBefore | null,
): readonly PullRequestLead[] {
  const leads = new Map<string, PullRequestLead>();
  for (const url of branches.flatMap((branch) => pullAddress(branch) ?? [])) {
    leads.set(plainAddress(url), leadTo(url, before));
  }
  return [...leads.values()];
}

function leadTo(url: string, before: GitBefore | null): PullRequestLead {
  if (before === null) {
    return { kind: 'seen', url };
  }
  return { kind: 'address', url, isEarlier: before.pulls.includes(pullDigest(url)) };
}

/** The branches of this turn that have no pull request yet (contract 1.2, 18.5). */
export function bareBranches(
  branches: readonly Branch[],
  before: GitBefore,
): readonly WorkBranch[] {
  return branches.flatMap((one) => {
    const { branch: name, repoUrl } = one;
    const isNew = !before.branches.includes(branchDigest(one));
    const isBare = isNew && pullAddress(one) === null;
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
