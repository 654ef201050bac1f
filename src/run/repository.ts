/**
 * The repository of a run in the organization's list at the service: by name or ID, with close
 * names if it is not there (contract 1.1 `repo`).
 */
import { distance } from 'fastest-levenshtein';
import type { Inputs } from '../inputs/parse.ts';
import type { Host } from '../runner/port.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import type { CallOptions, ServiceClient } from '../agents/agent-run/client.ts';
import { PAGE_LIMIT } from '../agents/entry.ts';
import { ServiceError } from '../http/errors.ts';
import type { List, PageRequest, Published, Repository } from '../agents/agent-run/published.ts';
import { persistently, type RetryOptions, type Wait } from '../http/retry.ts';
import type { SessionEnd } from './events.ts';
import { asServiceError, endOfRequest, failedEnd } from './failure.ts';

/**
 * Reads pages until one has the item. Rejects with `ServiceError`. @returns the item, or all that
 * were read
 */
export async function search<T extends object>(
  isWanted: (item: T) => boolean,
  read: (page: PageRequest) => Promise<List<T>>,
): Promise<T | readonly T[]> {
  const others: T[] = [];
  for (let skip: number | null = 0; skip !== null;) {
    const { items, next }: List<T> = await read({ skip, limit: PAGE_LIMIT });
    const found = items.find(isWanted);
    if (found !== undefined) {
      return found;
    }
    others.push(...items);
    skip = next;
  }
  return others;
}

/**
 * The repository `repo` (`owner/name` in any letter case), or else the one with the ID `repoId`; or
 * why the input cannot be used. Rejects with `ServiceError`.
 */
export async function findRepository(
  { repo, repoId, orgId }: Pick<Inputs, 'orgId' | 'repo' | 'repoId'>,
  {
    client,
    ...retry
  }: RetryOptions & { readonly client: { readonly published: Pick<Published, 'repositories'> } },
  call: CallOptions,
): Promise<Repository | string> {
  const found = await search<Repository>(
    ({ id, fullName }) =>
      repo === null ? id === repoId : fullName.toLowerCase() === repo.toLowerCase(),
    (page) => persistently(() => client.published.repositories(page, call), retry, call),
  );
  if ('id' in found) {
    return found;
  }
  if (repo === null) {
    return (
      `Organization ${orgId} has no repository ${String(repoId)}. ` + 'Correct the input `repo_id`.'
    );
  }
  const close = closeNames(repo, found);
  const meant = close.length === 0 ? '' : ` Close names: ${close.join(', ')}.`;
  return (
    `Organization ${orgId} has no repository ${repo} at the service.${meant} Correct the input ` +
    "`repo`, or connect the repository in the service's web interface."
  );
}

const CLOSE_MOST = 5;

/**
 * The names that are most like it. A wrong owner is as likely as a typing error, so the name alone
 * counts as well.
 */
function closeNames(wanted: string, among: readonly Repository[]): readonly string[] {
  const parts = (text: string): readonly string[] => [text, text.slice(text.indexOf('/') + 1)];
  const [target = '', name = ''] = parts(wanted.toLowerCase());
  return among
    .map(({ fullName }) => {
      const [full = '', own = ''] = parts(fullName.toLowerCase());
      return { fullName, far: Math.min(distance(full, target), distance(own, name) + 0.5) };
    })
    .filter(({ far }) => far <= Math.max(2.5, name.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, CLOSE_MOST)
    .map(({ fullName }) => fullName);
}

export const NO_LIST =
  'This service has no list of repositories, so `repo` cannot be looked up. ' +
  "Give the repository's number in `repo_id` instead.";

export function archivedRepository(fullName: string): string {
  return (
    `The repository ${fullName} is archived: the agent can read it, but ` +
    'neither push nor open pull requests.'
  );
}

/**
 * A run without a repository is legitimate and rarely meant (contract 12). @param runs if only some
 * of a fleet are such
 */
export function withoutRepository(
  runs: { readonly some: number; readonly all: number } | null = null,
): string {
  const which =
    runs === null || runs.some === runs.all
      ? 'Neither `repo` nor `repo_id` is set, so runs are created without a repository'
      : `${runs.some} of ${runs.all} tasks name no repository, so ` +
        'their runs are created without one';
  return (
    `${which}: the agent has no code to work on. Set ` +
    '`repo: ${{ github.repository }}` for that of this workflow.'
  );
}

export interface RepoPorts extends Pick<RetryOptions, 'clock' | 'random'> {
  readonly client: Pick<ServiceClient, 'published'>;
  readonly warn: (message: string) => void;
  /**
   * The repository to look up if the inputs name none. The run is created without one if it is not
   * there.
   */
  readonly presumed: string | null;
  readonly host: Pick<Host, 'line' | 'notice'>;
}

/**
 * The given `repo_id`, or the ID of `repo` from the published list of repositories. Null if the run
 * has no repository, or exists and needs none. Or the end of a step whose `repo` cannot be used.
 */
export async function repoIdFor(
  inputs: Pick<Inputs, 'agentRunId' | 'baseUrl' | 'orgId' | 'repo' | 'repoId'>,
  { client, warn, presumed, host, clock, random }: RepoPorts,
  call: CallOptions,
): Promise<number | null | SessionEnd> {
  const { agentRunId, repoId, orgId, baseUrl } = inputs;
  const repo = inputs.repo ?? (repoId === null ? presumed : null);
  if (repo === null || agentRunId !== null) {
    return repoId;
  }
  const without = (why: string): null => {
    host.notice(annotation(`The run is created without a repository: ${why}`), {
      title: 'Agent run: repository',
    });
    return null;
  };
  const onWait = ({ text }: Wait): void => host.line(logInline(`Looking up ${repo}: ${text}`, 400));
  // A service that fails is given up like one that cannot be reached. A rate limit is waited out
  // (contract 3.2).
  const look = {
    client,
    clock,
    random,
    onWait,
    patienceMs: (error: ServiceError) => error.patienceMs,
  };
  const found = await findRepository({ repo, repoId, orgId }, look, call).catch(asServiceError);
  if (found instanceof ServiceError) {
    if (inputs.repo === null && found.notOffered) {
      return without('the service has no list of repositories to look it up in.');
    }
    const why = found.notOffered ? found.because(NO_LIST) : found;
    return endOfRequest(why, { call: 'look-up', baseUrl, orgId, runId: null, webUrl: null });
  }
  if (typeof found === 'string') {
    return inputs.repo === null ? without(found) : failedEnd('not_found', found);
  }
  if (found.archived) {
    warn(archivedRepository(found.fullName));
  }
  return found.id;
}
