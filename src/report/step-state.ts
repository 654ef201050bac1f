/**
 * What is known of a step at any moment, as plain data made from events by a pure reducer, so that every way it can end tells
 * the same story. Reporters read it; nobody writes to it.
 */
import type { ErrorCode, Outcome, RunEvent, RunFacts, RunMode } from '../run/events.ts';
import { answeredTurn, hasOldResult, recordOf, reduceRun, resultSource, type RunRecord } from '../run/record.ts';
import { appended, replaceAt, EMPTY_LIST, itemsOf, type AppendList } from '../shared/append-list.ts';
import { addUsage, type Usage } from '../service/usage.ts';
import { digest, pullRequestUrls } from './entry-summary.ts';
import type { PullRequestCheck } from './pull-request-check.ts';
import { resultText } from './result.ts';
import type { Provenance, Standing, StepDigest, StepView } from './step-view.ts';

/** More than outputs can hold; a log that names more is not looked through for them without end. */
const PULL_REQUESTS_MOST = 1_000;

/** The files and addresses a step leaves behind. */
export interface StepFiles {
  /** The path that the step's own files in `RUNNER_TEMP` begin with; null before there is a run. */
  readonly fileStem: string | null;
  readonly resultFile: string | null;
  readonly logsFile: string | null;
  readonly reportFile: string | null;
  readonly otlpFile: string | null;
  readonly commentUrl: string | null;
}

export type StepEvent =
  | RunEvent
  /** More is known of where the step comes from. */
  | ({ readonly type: 'asked' } & Partial<Provenance>)
  /** A warning that was said already, to be kept for the summary. */
  | { readonly type: 'noted'; readonly message: string }
  /** GitHub was asked about the pull requests that the run claims. */
  | { readonly type: 'checked'; readonly checks: readonly PullRequestCheck[] }
  /** A look at the run did not show whether its turn has ended. */
  | { readonly type: 'unclear' }
  /** The service was asked to stop a run that the step leaves; what came of it, in words. */
  | { readonly type: 'left'; readonly message: string }
  /** A file or comment was written. */
  | ({ readonly type: 'wrote' } & Partial<StepFiles>);

export interface StepState extends StepFiles {
  readonly provenance: Provenance;
  readonly outcome: Outcome | 'running';
  readonly errorCode: ErrorCode | null;
  readonly errorMessage: string | null;
  readonly skipReason: string | null;
  /** Why the step ended before the run did, in words: timeout, signal. */
  readonly cutShort: string | null;
  readonly resultJson: string | null;
  /** How this step came to its run; null as long as there is none. */
  readonly mode: RunMode | null;
  /** The run that is to be resumed or attached to, before the service has said anything. */
  readonly expected: number | null;
  /** What the service showed of the run before it was resumed. */
  readonly seen: Pick<RunFacts, 'webUrl' | 'status'> | null;
  /** A request that cannot be taken back is on its way, or its fate is not known. */
  readonly sending: boolean;
  readonly turn: RunRecord | null;
  /** The last look at the run did not show whether its turn has ended. */
  readonly unclear: boolean;
  /** The turn that a schema repair is to correct. */
  readonly corrected: RunRecord | null;
  /** When the create, resume or first read was made, on the clock's `now`. */
  readonly callAt: number | null;
  readonly endAt: number | null;
  readonly steps: AppendList<StepDigest>;
  /** Pull requests that entries speak of, each once. */
  readonly pullRequests: readonly string[];
  readonly warnings: readonly string[];
  /** What GitHub says about the claimed pull requests; null when it was not asked. */
  readonly checks: readonly PullRequestCheck[] | null;
  /** The sum of what entries say they cost; null when none does. */
  readonly usage: Usage | null;
  /** Entries of the run before this turn. */
  readonly entriesBefore: number;
}

export function stepStart(provenance: Provenance): StepState {
  return {
    provenance,
    outcome: 'running',
    errorCode: null,
    errorMessage: null,
    skipReason: null,
    cutShort: null,
    resultJson: null,
    fileStem: null,
    resultFile: null,
    logsFile: null,
    reportFile: null,
    otlpFile: null,
    commentUrl: null,
    mode: null,
    expected: null,
    seen: null,
    sending: false,
    turn: null,
    unclear: false,
    corrected: null,
    callAt: null,
    endAt: null,
    steps: EMPTY_LIST,
    pullRequests: [],
    warnings: [],
    checks: null,
    usage: null,
    entriesBefore: 0,
  };
}

export function reduceStep(state: StepState, event: StepEvent): StepState {
  switch (event.type) {
    case 'begin':
      return { ...state, expected: event.runId, seen: null, callAt: state.callAt ?? event.at };
    case 'found':
      return { ...state, seen: { webUrl: event.webUrl, status: event.status } };
    case 'sending':
      return { ...state, sending: true };
    case 'unsent':
      return { ...state, sending: false };
    case 'started':
      return started(state, event);
    case 'entry':
      return withTurn({ ...state, ...entryTaken(state, event) }, event);
    case 'amended':
      return withTurn({ ...state, steps: replaceAt(state.steps, event.entry.index, digest(event.entry)) }, event);
    case 'warning':
    case 'noted':
      if (state.warnings.includes(event.message)) return state;
      return { ...state, warnings: [...state.warnings, event.message] };
    case 'ended':
      return { ...state, ...event.end, endAt: state.endAt ?? event.at };
    case 'unclear':
      return { ...state, unclear: true };
    case 'checked':
      return { ...state, checks: event.checks };
    case 'asked': {
      const { type, ...known } = event;
      return { ...state, provenance: { ...state.provenance, ...known } };
    }
    case 'left':
      return { ...state, errorMessage: event.message };
    case 'wrote': {
      const { type, ...files } = event;
      return { ...state, ...files };
    }
    default:
      return withTurn(state, event);
  }
}

/** A schema repair brings another turn of the same run and changes nothing else. */
function started(state: StepState, event: Extract<RunEvent, { type: 'started' }>): StepState {
  if (event.repair === true) return { ...state, turn: recordOf(event), corrected: state.turn };
  const { mode, entriesBefore = 0 } = event;
  return { ...state, turn: recordOf(event), mode, entriesBefore, sending: false };
}

function withTurn(state: StepState, event: RunEvent): StepState {
  if (state.turn === null) return state;
  const turn = reduceRun(state.turn, event);
  return turn === state.turn ? state : { ...state, turn };
}

function entryTaken(
  { steps, pullRequests, usage }: StepState,
  { entry }: Extract<RunEvent, { type: 'entry' }>,
): Pick<StepState, 'steps' | 'pullRequests' | 'usage'> {
  const room = pullRequests.length < PULL_REQUESTS_MOST;
  const added = room ? pullRequestUrls(entry.view).filter((url) => !pullRequests.includes(url)) : [];
  return {
    steps: appended(steps, digest(entry)),
    usage: addUsage(usage, entry.view.usage ?? null),
    pullRequests: added.length === 0 ? pullRequests : [...new Set([...pullRequests, ...added])],
  };
}

export function runIdOf({ turn, expected }: StepState): number | null {
  return turn?.runId ?? expected;
}

export function webUrlOf({ turn, seen }: StepState): string | null {
  return (turn ?? seen)?.webUrl ?? null;
}

/** The turn whose result counts; null when there is no run. */
function answered({ turn, corrected }: StepState): RunRecord | null {
  return turn === null ? null : answeredTurn(turn, corrected);
}

/** The result was there before this step's follow-up. */
export function showsOldResult(state: StepState): boolean {
  const turn = answered(state);
  return state.mode === 'resumed' && turn !== null && hasOldResult(turn);
}

function standingOf({ turn, unclear, expected, sending }: StepState): Standing {
  if (turn !== null) return turn.ended ? 'ended' : unclear ? 'not_known' : 'going_on';
  if (expected === null) return sending ? 'maybe_created' : 'no_run';
  return sending ? 'maybe_resumed' : 'untouched';
}

/** Only of pull requests that GitHub showed. */
function titlesOf(checks: StepState['checks']): ReadonlyMap<string, string> {
  const known = (checks ?? []).map(({ url, pullRequest }) => [url, pullRequest?.title ?? ''] as const);
  return new Map(known.filter(([, title]) => title !== ''));
}

/** @param at `now` on the clock, and how many requests have reached the service so far */
export function viewOf(state: StepState, at: { readonly now: number; readonly requests: number }): StepView {
  const { outcome, errorCode, errorMessage, skipReason, cutShort, turn, callAt, endAt } = state;
  const counts = answered(state);
  return {
    ...{ outcome, errorCode, errorMessage, skipReason, cutShort },
    standing: standingOf(state),
    runId: runIdOf(state),
    webUrl: webUrlOf(state),
    status: (turn ?? state.seen)?.status ?? null,
    resumed: state.mode === 'resumed',
    attached: state.mode === 'attached',
    durationMs: callAt === null ? 0 : (endAt ?? at.now) - callAt,
    requests: at.requests,
    totalLogs: state.steps.length,
    result: counts === null ? '' : resultText(resultSource(counts)),
    resultIsOld: showsOldResult(state),
    runSummary: turn?.summary ?? null,
    pullRequests: [...new Set([...(turn?.pullRequests ?? []), ...state.pullRequests])],
    steps: itemsOf(state.steps),
    warnings: state.warnings,
    checks: state.checks,
    pullRequestTitles: titlesOf(state.checks),
    // What the run tells of itself covers its entries.
    usage: turn?.usage ?? state.usage,
    resultFile: state.resultFile,
    logsFile: state.logsFile,
    reportFile: state.reportFile,
    provenance: state.provenance,
  };
}
