/** Finds the repository of a run in the organization's list (contract 1.1 `repo`, 12). */
import { distance } from 'fastest-levenshtein';
import type { Inputs } from '../inputs/parse.ts';
import type { Host } from '../ports.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import type { CallOptions, ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { MOST_ITEMS, pagesOf, type Published, type Repository } from '../service/published.ts';
import { persistently, type RetryOptions, type Wait } from '../service/retry.ts';
import { failureOf, type Failure } from './failure.ts';

type ListPorts = RetryOptions & { readonly published: Pick<Published, 'repositories'> };

const CLOSE_MOST = 5;

/**
 * Reads pages until one has the repository. Rejects with `ServiceError`.
 *
 * @returns the repository, or the names of all that were read
 */
async function search(
  fits: (repository: Repository) => boolean,
  { published, ...ports }: ListPorts,
  call: CallOptions,
): Promise<Repository | readonly string[]> {
  const names: string[] = [];
  const pages = pagesOf((page) => persistently(() => published.repositories(page, call), ports, call));
  for await (const page of pages) {
    const found = page.find(fits);
    if (found !== undefined) return found;
    names.push(...page.map(({ fullName }) => fullName));
  }
  return names;
}

/** The repository with an ID, or null. Rejects with `ServiceError`. */
export async function repositoryById(repoId: number, ports: ListPorts, call: CallOptions): Promise<Repository | null> {
  const found = await search(({ id }) => id === repoId, ports, call);
  return 'id' in found ? found : null;
}

/** The repository `owner/name` in any letter case, or why the input `repo` cannot be used. Rejects with `ServiceError`. */
export async function repositoryByName(
  name: string,
  { orgId, ...ports }: ListPorts & { readonly orgId: number },
  call: CallOptions,
): Promise<Repository | string> {
  const found = await search(({ fullName }) => fullName.toLowerCase() === name.toLowerCase(), ports, call);
  if ('id' in found) return found;
  if (found.length >= MOST_ITEMS)
    return `The repository ${name} is not among the first ${MOST_ITEMS.toLocaleString('en')} that the service lists for organization ${orgId}, and no more are read. Give its number in \`repo_id\` instead.`;
  const close = closeNames(name, found);
  const meant = close.length === 0 ? '' : ` Close names: ${close.join(', ')}.`;
  return `Organization ${orgId} has no repository ${name} at the service.${meant} Correct the input \`repo\`, or connect the repository in the service's web interface.`;
}

/** The names that are most like it. A wrong owner is as likely as a typing error, so the name alone counts as well. */
function closeNames(wanted: string, among: readonly string[]): readonly string[] {
  const parts = (text: string): readonly string[] => [text, text.slice(text.indexOf('/') + 1)];
  const [target = '', name = ''] = parts(wanted.toLowerCase());
  return among
    .map((fullName) => {
      const [full = '', own = ''] = parts(fullName.toLowerCase());
      return { fullName, far: Math.min(distance(full, target), distance(own, name) + 0.5) };
    })
    .filter(({ far }) => far <= Math.max(2.5, name.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, CLOSE_MOST)
    .map(({ fullName }) => fullName);
}

export function archivedRepository(fullName: string): string {
  return `The repository ${fullName} is archived: the agent can read it, but neither push nor open pull requests.`;
}

/** A run without a repository is legitimate and rarely meant (contract 12). @param runs if only some of a fleet are such */
export function withoutRepository(runs: { readonly some: number; readonly all: number } | null = null): string {
  const which =
    runs === null || runs.some === runs.all
      ? 'Neither `repo` nor `repo_id` is set, so runs are created without a repository'
      : `${runs.some} of ${runs.all} tasks name no repository, so their runs are created without one`;
  return `${which}: the agent has no code to work on. Set \`repo: \${{ github.repository }}\` for that of this workflow.`;
}

export interface RepoPorts extends Pick<RetryOptions, 'clock' | 'random'> {
  readonly client: Pick<ServiceClient, 'published'>;
  readonly warn: (message: string) => void;
  /** The repository to look up if the inputs name none. The run is created without one if it is not there. */
  readonly presumed?: string | null;
  readonly host: Pick<Host, 'line' | 'notice'>;
}

type RepoInputs = Pick<Inputs, 'agentRunId' | 'baseUrl' | 'orgId' | 'repo' | 'repoId'>;

export type RepoId =
  /** Null if the run has no repository. */
  { readonly ok: true; readonly repoId: number | null } | { readonly ok: false; readonly failure: Failure };

const NO_LIST =
  "This service has no list of repositories, so `repo` cannot be looked up. Give the repository's number in `repo_id` instead.";

/** The given `repo_id`, or the ID of `repo` from the published list of repositories. An existing run needs neither. */
export async function repoIdFor(
  { agentRunId, repo, repoId, orgId, baseUrl }: RepoInputs,
  { client, warn, presumed = null, host, ...ports }: RepoPorts,
  call: CallOptions,
): Promise<RepoId> {
  const name = repo ?? (repoId === null ? presumed : null);
  if (name === null || agentRunId !== null) return { ok: true, repoId };
  const without = (why: string): RepoId => {
    host.notice(annotation(`The run is created without a repository: ${why}`), { title: 'Agent run: repository' });
    return { ok: true, repoId: null };
  };
  try {
    const { published } = client;
    const onWait = ({ text }: Wait): void => host.line(logInline(`Looking up ${name}: ${text}`, 400));
    // A service that fails is given up like one that cannot be reached. A rate limit is waited out (contract 3.2).
    const look = { ...ports, published, orgId, onWait, patienceMs: (error: ServiceError) => error.patienceMs };
    const found = await repositoryByName(name, look, call);
    if (typeof found !== 'string') {
      if (found.archived) warn(archivedRepository(found.fullName));
      return { ok: true, repoId: found.id };
    }
    return repo === null ? without(found) : { ok: false, failure: { code: 'not_found', message: found } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (repo === null && error.notOffered) return without('the service has no list of repositories to look it up in.');
    const why = error.notOffered ? error.because(NO_LIST) : error;
    return { ok: false, failure: failureOf(why, { call: 'look-up', baseUrl, orgId, runId: null, webUrl: null }) };
  }
}
