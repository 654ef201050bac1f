/** Resolves the input `repo` to the numeric ID for the create request (contract 1.1). */
import type { Inputs } from '../inputs/parse.ts';
import type { Host } from '../ports.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import { failureOf, type Failure } from './error-message.ts';
import type { CallOptions, ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { ReadPorts } from '../service/retry.ts';
import { findRepository } from './repository.ts';
import { archivedRepository, missingRepository } from './wording.ts';

export interface RepoInputPorts extends ReadPorts {
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

/** How long to retry if the service fails. A rate limit is waited out (contract 3.2). */
const PATIENCE_MS = 120_000;

/** The given `repo_id`, or the ID of `repo` from the published list of repositories. An existing run needs neither. */
export async function repoIdFor(
  { agentRunId, repo, repoId, orgId, baseUrl }: RepoInputs,
  { client, warn, presumed = null, host, ...ports }: RepoInputPorts,
  call: CallOptions,
): Promise<RepoId> {
  const name = repo ?? (repoId === null ? presumed : null);
  if (name === null || agentRunId !== null) return { ok: true, repoId };
  const isPresumed = repo === null;
  const without = (why: string): RepoId => {
    host.notice(annotation(`The run is created without a repository: ${why}`), { title: 'Agent run: repository' });
    return { ok: true, repoId: null };
  };
  try {
    const { published } = client;
    const say = (message: string): void => host.line(logInline(`Looking up ${name}: ${message}`, 400));
    const found = await findRepository(name, { ...ports, published, say, faultPatienceMs: PATIENCE_MS }, call);
    if (!found.found) {
      const message = missingRepository(name, { ...found, orgId });
      return isPresumed ? without(message) : { ok: false, failure: { code: 'not_found', message } };
    }
    const { id, fullName, archived } = found.repository;
    if (archived) warn(archivedRepository(fullName));
    return { ok: true, repoId: id };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (isPresumed && error.notOffered) return without('the service has no list of repositories to look it up in.');
    const why = error.notOffered
      ? error.because(
          "This service has no list of repositories, so `repo` cannot be looked up. Give the repository's number in `repo_id` instead.",
        )
      : error;
    return { ok: false, failure: failureOf(why, { call: 'look-up', baseUrl, orgId, runId: null, webUrl: null }) };
  }
}
