/** The repository of a run, looked up where the service has numbers for them (contract 1.1). */
import type { Agent, CheckOrder, FoundRepository, Patiently } from '../agents/port.ts';
import { asServiceError, NotOffered, ServiceError } from '../http/errors.ts';
import type { CallOptions } from '../http/limits.ts';
import { persistently, type RetryOptions, type Wait } from '../http/retry.ts';
import type { DroppableInputs } from '../inputs/named-run.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Host } from '../runner/port.ts';
import { logInline } from '../safe/job-log.ts';
import type { SessionEnd } from './events.ts';
import { toldInputs } from './advice.ts';
import { endOfRequest, failedEnd } from './failure.ts';
import type { RunRepository } from './start.ts';

interface RepositoryPorts extends Pick<RetryOptions, 'clock' | 'random'> {
  readonly agent: Pick<Agent, 'keys' | 'repository'>;
  readonly warn: (message: string) => void;
  /**
   * The repository to look up if the inputs name none. A new run is without one if it is not there.
   */
  readonly presumed: string | null;
  readonly host: Pick<Host, 'line'>;
}

export interface LookedUp extends RunRepository {
  /** Why the presumed repository is none for a new run, as a sentence. Null: it is not missing. */
  readonly missing: string | null;
}

/** Where a run works, or the end of a step whose `repo` cannot be used. */
type RepositoryLookUp =
  ({ readonly kind: 'known' } & LookedUp) | { readonly kind: 'ended'; readonly end: SessionEnd };

type RepositoryInputs = DroppableInputs &
  Pick<Inputs, 'agentRunId' | 'baseUrl' | 'orgId' | 'repo' | 'repoId' | 'token'>;

/** A run that exists needs no look-up. */
export async function lookUpRepository(
  inputs: RepositoryInputs,
  ports: RepositoryPorts,
  call: CallOptions,
): Promise<RepositoryLookUp> {
  const { agentRunId, repoId } = inputs;
  const repository = inputs.repo ?? (repoId === null ? ports.presumed : null);
  const look = ports.agent.repository;
  if (look === undefined || repository === null || agentRunId !== null) {
    return { kind: 'known', repository, repositoryId: repoId, missing: null };
  }
  const patiently = patientlyOf(ports, {
    signal: call.signal,
    deadline: call.deadline,
    repository,
  });
  const found = await look({ repository, repositoryId: repoId, patiently }, call).catch(
    asServiceError,
  );
  if (found instanceof ServiceError) {
    return unread(found, { inputs, ports });
  }
  if (found.kind === 'none') {
    if (inputs.repo === null) {
      return without(found.why);
    }
    return { kind: 'ended', end: failedEnd('not_found', found.why) };
  }
  if (found.warning !== null) {
    ports.warn(found.warning);
  }
  return { kind: 'known', repository: found.fullName, repositoryId: found.id, missing: null };
}

function patientlyOf(
  { clock, random, host }: RepositoryPorts,
  { repository, ...call }: CallOptions & { readonly repository: string },
): Patiently {
  const onWait = ({ text }: Wait): void =>
    host.line(logInline(`Looking up ${repository}: ${text}`, 400));
  // A service that fails is given up like one that cannot be reached. A rate limit is waited out
  // (contract 3.2).
  const patienceMs = (error: ServiceError): number => error.patienceMs;
  return (read) => persistently(read, { clock, random, onWait, patienceMs }, call);
}

function unread(
  error: ServiceError,
  { inputs, ports }: { readonly inputs: RepositoryInputs; readonly ports: RepositoryPorts },
): RepositoryLookUp {
  if (inputs.repo === null && error instanceof NotOffered) {
    return without('the service has no list of repositories to look it up in.');
  }
  const { runList } = ports.agent.keys;
  const told = toldInputs(inputs);
  const context = { ...told, call: 'look-up', runId: null, webUrl: null, runList } as const;
  return { kind: 'ended', end: endOfRequest(error, context) };
}

function without(missing: string): RepositoryLookUp {
  return { kind: 'known', repository: null, repositoryId: null, missing };
}

/** The name of a repository that is known by its number, or null if it cannot be told. */
export async function repositoryName(
  repositoryId: number,
  { agent, clock, random }: Pick<RepositoryPorts, 'agent' | 'clock' | 'random'>,
  call: CallOptions,
): Promise<string | null> {
  const patiently: Patiently = (read) => persistently(read, { clock, random }, call);
  const wanted: Pick<CheckOrder, 'patiently' | 'repository' | 'repositoryId'> = {
    repository: null,
    repositoryId,
    patiently,
  };
  const found: FoundRepository | null = (await agent.repository?.(wanted, call)) ?? null;
  return found?.kind === 'found' ? found.fullName : null;
}
