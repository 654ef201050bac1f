/** Checks the run's pull requests on GitHub once it has ended, and what that makes of a success (contract 14). */
import type { Ports } from '../context.ts';
import type { EventContext } from '../event/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { StepState } from '../report/step-state.ts';
import { plainEnd } from './ends.ts';
import type { Step } from './step.ts';

const BUDGET_MS = 20_000;
/** At the timeout the step is to end within five seconds (contract 6.5). */
const SHORT_BUDGET_MS = 3_000;

export interface VerifyOptions {
  readonly ports: Pick<Ports, 'clock' | 'github' | 'stop'>;
  readonly event: EventContext;
  readonly inputs: Pick<Inputs, 'expect' | 'githubToken' | 'wait'>;
  readonly step: Step;
  /** When the step has to be over, on the clock's `now`. */
  readonly deadline: number;
}

/** Nothing is asked without a token, without a claim, and after a signal. Rejects with bugs alone. */
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
  step.dispatch({ type: 'ended', end: { ...plainEnd('unverified'), resultJson }, at: Math.min(clock.now(), deadline) });
}

async function check(urls: readonly string[], { ports, event, inputs, step, deadline }: VerifyOptions): Promise<void> {
  const { clock, stop } = ports;
  const [github, { verifyPullRequests }] = await Promise.all([
    ports.github({ token: inputs.githubToken, event }),
    import('../verification/index.ts'),
  ]);
  const left = deadline - clock.now();
  const { checks, warning } = await verifyPullRequests(urls, {
    github,
    clock,
    stop,
    serverUrl: event.serverUrl,
    repository: event.repository,
    since: beganAt(step.state, clock),
    budgetMs: Math.max(SHORT_BUDGET_MS, Math.min(BUDGET_MS, left)),
  });
  step.dispatch({ type: 'checked', checks });
  if (warning !== null) step.warn(warning);
}

/**
 * When the run began, ms since the epoch: this step's call for a run that it created. Of another run the service says when, but
 * a clock ahead of ours must not make that later than the call.
 */
export function beganAt({ mode, callAt, turn }: StepState, clock: Ports['clock']): number {
  const calledAt = clock.wall() - (clock.now() - (callAt ?? clock.now()));
  return mode === 'created' ? calledAt : Math.min(turn?.createdAt ?? calledAt, calledAt);
}
