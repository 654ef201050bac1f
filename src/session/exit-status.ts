/** Whether the step fails, and the message that says how it ended. */
import { whyUnverified } from '../report/pull-request-check.ts';
import type { StepView } from '../report/step-view.ts';
import type { Outcome } from '../run/events.ts';
import { shownAddress } from '../shared/format.ts';

export interface Verdict {
  readonly red: boolean;
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  /** Empty if the outcome needs no message. May quote agent text. */
  readonly message: string;
}

export interface VerdictSources {
  readonly view: StepView;
  /** Null if the inputs could not be read. */
  readonly failOn: ReadonlySet<Outcome> | null;
  /** The signal as text, or null if there was none. */
  readonly cancelled: string | null;
}

export function verdictOf({ view, failOn, cancelled }: VerdictSources): Verdict {
  const { outcome } = view;
  const chosen = outcome !== 'running' && failOn?.has(outcome) === true;
  // Invalid inputs and signals fail the step regardless of `fail_on` (contract 1.1, 7.3).
  const red =
    chosen || view.errorCode === 'invalid_input' || cancelled !== null || (failOn === null && outcome === 'error');
  const quiet = outcome === 'skipped' || outcome === 'started' || outcome === 'succeeded';
  const level = red ? 'error' : quiet ? 'notice' : 'warning';
  // The signal arrived after the outcome was settled, and no longer changes it (see `conclude`).
  const late =
    cancelled === null || view.cutShort === cancelled
      ? ''
      : `${cancelled} That was too late to change the outcome, which stays ${view.outcome}, but the step is red.`;
  const message = sentenceOf(view, chosen);
  return { red, level, title: titleOf(view), message: [late, message].filter((part) => part !== '').join(' ') };
}

function titleOf({ outcome, errorCode }: StepView): string {
  return `Agent run: ${errorCode ?? outcome.replace('_', ' ')}`;
}

/** @param chosen whether `fail_on` includes the outcome */
function sentenceOf(view: StepView, chosen: boolean): string {
  const { cutShort } = view;
  const run = `agent run ${String(view.runId)}`;
  const status = view.status === null ? '' : ` (status ${view.status})`;
  const address = shownAddress(view.webUrl);
  const where = address === null ? '' : ` Look at ${address}.`;
  switch (view.outcome) {
    case 'error':
      return view.errorMessage ?? '';
    case 'skipped':
      return view.skipReason ?? '';
    case 'failed':
      return view.errorMessage ?? `The ${run} failed${status}.${where}`;
    case 'cancelled':
      return cutShort === null
        ? `The ${run} was cancelled at the service${status}.${where}`
        : `${cutShort} ${view.errorMessage ?? standingOf(view)}`;
    case 'timed_out':
      return `${cutShort ?? 'The run did not end in time.'} ${view.errorMessage ?? standingOf(view)}`;
    case 'unverified':
      return `${whyUnverified(view.checks ?? null)}${where}`;
    case 'needs_input':
      return `The ${run} waits for an answer${status}. Answer by running this action with \`agent_run_id: ${String(view.runId)}\` and a \`prompt\`.${where}`;
    case 'started':
    case 'succeeded':
    case 'running':
      return chosen ? `The ${run} ended as ${view.outcome}, which \`fail_on\` names.` : '';
  }
}

/** What happened to the run, and what to do about it. */
function standingOf({ standing, runId, webUrl, status }: StepView): string {
  const where = `at ${shownAddress(webUrl) ?? 'the service'}`;
  const follow = `with \`agent_run_id: ${String(runId)}\` and no \`prompt\``;
  switch (standing) {
    case 'no_run':
      return 'No agent run was created.';
    case 'maybe_created':
      return 'Whether a run was created is not known: look at the list of runs in the web interface of the service.';
    case 'untouched':
      return `Nothing was sent to the run ${String(runId)} ${where}.`;
    case 'maybe_resumed':
      return `Whether the run ${String(runId)} received the follow-up is not known: check ${where} before you send it again, or follow the run ${follow}.`;
    case 'going_on':
      return `The run ${String(runId)} goes on ${where}; follow it ${follow}.`;
    case 'not_known':
      return `The state of the run ${String(runId)} could not be confirmed: check ${where}, or follow it ${follow}.`;
    case 'ended':
      return `The run ${String(runId)} has ended (status ${String(status)}); look ${where}, or read its result ${follow}.`;
  }
}
