/** Builds the view of a step that reporters show, from its state. Pure. */
import { answeredTurn, hasOldResult, resultSource, type RunRecord } from '../run/state.ts';
import { itemsOf } from './append-list.ts';
import { resultText } from './entry-summary.ts';
import type { StepState } from './step-state.ts';
import type { Standing, StepView } from './step-view.ts';

export function runIdOf({ turn, expected }: StepState): number | null {
  return turn?.runId ?? expected;
}

export function webUrlOf({ turn, seen }: StepState): string | null {
  return (turn ?? seen)?.webUrl ?? null;
}

/** The turn whose result is used, or null if there is no run. */
function answered({ turn, corrected }: StepState): RunRecord | null {
  return turn === null ? null : answeredTurn(turn, corrected);
}

/** The result existed before this step's follow-up. */
export function showsOldResult(state: StepState): boolean {
  const turn = answered(state);
  return state.mode === 'resumed' && turn !== null && hasOldResult(turn);
}

function standingOf({ turn, unclear, expected, sending }: StepState): Standing {
  if (turn !== null) return turn.ended ? 'ended' : unclear ? 'not_known' : 'going_on';
  if (expected === null) return sending ? 'maybe_created' : 'no_run';
  return sending ? 'maybe_resumed' : 'untouched';
}

/** Only for verified pull requests. */
function titlesOf(checks: StepState['checks']): ReadonlyMap<string, string> {
  const known = (checks ?? []).map(({ url, pullRequest }) => [url, pullRequest?.title ?? ''] as const);
  return new Map(known.filter(([, title]) => title !== ''));
}

/** @param at the clock's `now`, and the number of requests sent to the service so far */
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
    resultJson: state.resultJson,
    corrected: state.corrected !== null,
    runSummary: turn?.summary ?? null,
    pullRequests: [...new Set([...(turn?.pullRequests ?? []), ...state.pullRequests])],
    steps: itemsOf(state.steps),
    failures: state.failures,
    warnings: state.warnings,
    checks: state.checks,
    review: state.review,
    pullRequestTitles: titlesOf(state.checks),
    resultFile: state.resultFile,
    logsFile: state.logsFile,
    reportFile: state.reportFile,
    provenance: state.provenance,
  };
}
