/**
 * Checks the run's pull requests on GitHub after it has ended, and what they mean for a successful outcome (contract
 * 14).
 */
import type { Ports } from '../context.ts';
import type { EventContext } from './event.ts';
import type { Inputs } from '../inputs/parse.ts';
import { repositoryById } from '../run/repository.ts';
import { Cancelled } from '../runner/clock.ts';
import { verifyPullRequests } from './verification.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { endOfCrash, plainEnd } from '../run/failure.ts';
import type { Step } from '../report/step.ts';

const BUDGET_MS = 20_000;
/** For the name of the repository whose ID was sent. */
const NAME_MS = 5_000;
/** Near the timeout and after it. */
const SHORT_BUDGET_MS = 3_000;

export interface VerifyOptions {
  readonly ports: Pick<Ports, 'clock' | 'github' | 'random' | 'stop'>;
  readonly event: EventContext;
  readonly inputs: Pick<Inputs, 'expect' | 'githubToken' | 'repo' | 'repoId' | 'wait'>;
  readonly client: Pick<ServiceClient, 'published'>;
  readonly step: Step;
  /** When the step must end, on the clock's `now`. */
  readonly deadline: number;
  /** When the create, resume or first read was sent, in ms since the epoch. Required if the clock stopped since then. */
  readonly calledAt?: number | null;
}

/** Makes no request without a token, without a claim, or after a signal. Rejects only because of bugs. */
export async function verifyClaims(options: VerifyOptions): Promise<void> {
  const { ports, inputs, event, step, deadline } = options;
  const { clock, stop } = ports;
  if (!inputs.wait || step.state.turn === null) return;
  const urls = step.view().pullRequests;
  if (inputs.githubToken !== '' && event.repository !== '' && !stop.aborted) {
    if (urls.length === 0) step.dispatch({ type: 'checked', checks: [] });
    else await check(urls, options);
  }
  const { outcome, checks, resultJson } = step.state;
  if (inputs.expect !== 'pull_request' || outcome !== 'succeeded') return;
  const proven = checks?.some(({ pullRequest }) => pullRequest?.byRun === true) === true;
  if (proven) return;
  const { runId, webUrl } = step.state.turn;
  // A signal cuts the check short, so it shows nothing (contract 7.3).
  const cut = stop.reason instanceof Cancelled;
  const end = cut ? endOfCrash(stop.reason, { runId, webUrl }) : plainEnd('unverified');
  step.dispatch({ type: 'ended', end: { ...end, resultJson }, at: Math.min(clock.now(), deadline) });
}

async function check(urls: readonly string[], options: VerifyOptions): Promise<void> {
  const { ports, event, inputs, step, deadline } = options;
  const { clock, stop } = ports;
  const github = await ports.github({ token: inputs.githubToken, event });
  const left = deadline - clock.now();
  const { checks, warning } = await verifyPullRequests(urls, {
    github,
    clock,
    stop,
    serverUrl: event.serverUrl,
    repository: event.repository,
    named: () => namedRepository(options),
    since: beganAt(options),
    budgetMs: Math.max(SHORT_BUDGET_MS, Math.min(BUDGET_MS, left)),
  });
  step.dispatch({ type: 'checked', checks });
  if (warning !== null) step.warn(warning);
}

/** The repository that the inputs name, by its ID if need be. Null if there is none, or if its name cannot be read. */
async function namedRepository({ client, inputs, ports }: VerifyOptions): Promise<string | null> {
  const { repo, repoId } = inputs;
  if (repo !== null || repoId === null) return repo;
  const { clock, random, stop } = ports;
  try {
    const { published } = client;
    const call = { signal: stop, deadline: clock.now() + NAME_MS };
    return (await repositoryById(repoId, { clock, random, published }, call))?.fullName ?? null;
  } catch (error) {
    if (error instanceof ServiceError || stop.aborted) return null;
    throw error;
  }
}

/**
 * When the run began, in ms since the epoch: for a run that this step created, the time of its request. For other runs
 * the service reports it, but a service clock that is ahead must not move it after this step's request.
 */
function beganAt({ ports: { clock }, step, calledAt: known }: VerifyOptions): number {
  const { mode, callAt, turn } = step.state;
  const calledAt = known ?? clock.wall() - (clock.now() - (callAt ?? clock.now()));
  return mode === 'created' ? calledAt : Math.min(turn?.createdAt ?? calledAt, calledAt);
}
