/** The state and target commit of the commit status (contract 15). Pure. */
import { payloadField, payloadNumber, payloadText, type EventContext } from './event.ts';
import type { CommitState } from './port.ts';
import type { StepView } from '../report/step-view.ts';
import { counted, duration } from '../shared/format.ts';
import { isRecord } from '../shared/json.ts';

/** GitHub refuses longer descriptions. */
const DESCRIPTION_MAX = 140;

/** The target commit, or the pull request whose head is the target. */
export type StatusTarget =
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'pull_request'; readonly number: number }
  | { readonly kind: 'none' };

/**
 * The target is the head of the event's pull request. For a comment on a pull request it must be read, because the payload does not contain
 * it. For all other events it is `sha` (`GITHUB_SHA`).
 */
export function statusTarget(event: EventContext, sha: string): StatusTarget {
  const head = payloadText(event, 'pull_request', 'head', 'sha');
  const commented = event.name === 'issue_comment' && isRecord(payloadField(event, 'issue', 'pull_request'));
  const number = commented ? payloadNumber(event, 'issue', 'number') : null;
  if (number !== null) return { kind: 'pull_request', number };
  const chosen = event.name.startsWith('pull_request') && head !== '' ? head : sha;
  return /^[0-9a-f]{40,64}$/i.test(chosen) ? { kind: 'commit', sha: chosen.toLowerCase() } : { kind: 'none' };
}

/** The boolean `pass` at the top level of a structured result (compact JSON), or null if there is none. */
export function passOf(resultJson: string | null): boolean | null {
  if (resultJson === null) return null;
  const value: unknown = JSON.parse(resultJson);
  const pass = isRecord(value) && Object.hasOwn(value, 'pass') ? value['pass'] : null;
  return typeof pass === 'boolean' ? pass : null;
}

const STATES: Readonly<Record<StepView['outcome'], CommitState>> = {
  running: 'pending',
  succeeded: 'success',
  failed: 'failure',
  cancelled: 'failure',
  unverified: 'failure',
  needs_input: 'error',
  timed_out: 'error',
  started: 'error',
  skipped: 'error',
  error: 'error',
};

const WORDS: Readonly<Record<StepView['outcome'], string>> = {
  running: 'is running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'was cancelled, or the step that waited for it was cancelled',
  unverified: 'reported success, but no pull request of it was found',
  needs_input: 'waits for an answer',
  timed_out: 'did not end in time',
  started: 'was started; the step did not wait for it',
  skipped: 'was skipped',
  error: 'ended with an error',
};

export interface Said {
  readonly state: CommitState;
  readonly description: string;
}

export interface ManyRuns {
  readonly outcome: StepView['outcome'];
  readonly runs: number;
  /** The number of runs per outcome, as text. */
  readonly counts: string;
  /** The values of `passOf` for all validated results. Empty without `output_schema`. */
  readonly passes: readonly (boolean | null)[];
  readonly durationMs: number;
}

/** The status of many runs. It is a success if all runs succeeded and no result has `pass: false`. */
export function statusOfMany({ outcome, runs, counts, passes, durationMs }: ManyRuns): Said {
  const time = outcome === 'running' || durationMs < 1000 ? '' : ` after ${duration(durationMs)}`;
  const failed = passes.filter((pass) => pass === false).length;
  const said = (state: CommitState, words: string): Said => ({
    state,
    description: `${counted(runs, 'agent run')}: ${words}${time}`.slice(0, DESCRIPTION_MAX),
  });
  if (outcome !== 'succeeded' || passes.every((pass) => pass === null)) return said(STATES[outcome], counts);
  return failed > 0 ? said('failure', `${failed} did not pass`) : said('success', 'all passed');
}

/** @param pass the value of `passOf` for the validated result */
export function statusOf(
  view: Pick<StepView, 'outcome' | 'errorCode' | 'runId' | 'durationMs'>,
  pass: boolean | null,
): Said {
  const { outcome, errorCode, runId, durationMs } = view;
  const run = runId === null ? 'Agent run' : `Agent run ${runId}`;
  const time = outcome === 'running' || durationMs < 1000 ? '' : ` after ${duration(durationMs)}`;
  if (outcome === 'succeeded' && pass !== null)
    return {
      state: pass ? 'success' : 'failure',
      description: `${run}: ${pass ? 'passed' : 'did not pass'}${time}`.slice(0, DESCRIPTION_MAX),
    };
  const code = errorCode === null ? '' : ` (${errorCode})`;
  return { state: STATES[outcome], description: `${run} ${WORDS[outcome]}${code}${time}`.slice(0, DESCRIPTION_MAX) };
}
