/**
 * What a step with many runs tells (contract 13): of all of them. No run is its own, so it has
 * neither the ID nor the address of one.
 */
import type { CommentWords } from '../report/comment.ts';
import { statusOfMany } from '../report/step-commit-status.ts';
import type { StepView } from '../report/step-view.ts';
import type { Telling } from '../report/telling.ts';
import { usageSums, usageSumsText } from '../report/usage.ts';
import { counted, duration, joined } from '../safe/text.ts';
import type { Outcome } from '../outcomes.ts';
import { fleetOutputs } from './outputs.ts';
import * as Rows from './rows.ts';
import { fleetComment, fleetSummary } from './summary.ts';

export interface FleetView {
  /** In the order of the tasks. */
  readonly rows: readonly Rows.TaskRow[];
  /** What the step knows beside its runs: its outcome and times, warnings and files. */
  readonly step: StepView;
  readonly runsFile: string | null;
  /** Why the step ended early and what became of its runs, or empty. */
  readonly note: string;
}

interface FleetTellingSource extends Pick<Telling, 'files' | 'leavesRuns'> {
  /** As of now. */
  readonly view: () => FleetView;
}

export function fleetTelling({ view, files, leavesRuns }: FleetTellingSource): Telling {
  return {
    files,
    leavesRuns,
    outputs: () => {
      const { step, ...fleet } = view();
      return fleetOutputs(step, fleet);
    },
    summary: () => {
      const { step, ...fleet } = view();
      return fleetSummary({ ...fleet, view: step });
    },
    comment: () => commentWords(view),
    status: () => {
      const { rows, step } = view();
      const { outcome, durationMs } = step;
      return statusOfMany({ ...Rows.tallyOf(rows), outcome, durationMs });
    },
    lastLines: () => lastLines(view()),
    failOn: (named) => failsOnAny(view(), named),
  };
}

/** @param view as of now, also when the comment is written, which may be a while later */
function commentWords(view: () => FleetView): CommentWords {
  const { rows, step } = view();
  const hasRun = rows.some(({ runId }) => runId !== null);
  return {
    outcome: step.outcome,
    hasRun,
    mayExist: !hasRun && rows.some(Rows.mayExist),
    runId: null,
    render: (options) => {
      const { step: latest, ...fleet } = view();
      return fleetComment({ ...fleet, view: latest }, options);
    },
  };
}

/** The failures, each with its cause, and then what became of all. */
function lastLines(view: FleetView): readonly string[] {
  return [...Rows.failureLines(view.rows), lastLine(view)];
}

function lastLine({ rows, step: { outcome, durationMs, requests } }: FleetView): string {
  const used = usageSumsText(usageSums(rows));
  const facts = [Rows.outcomeCounts(rows), used, counted(requests, 'request')];
  return `Agent runs: ${outcome} after ${duration(durationMs)} (${joined(facts, '; ')}).`;
}

/** Any of the runs may fail the step. */
function failsOnAny(
  { rows, step: { outcome } }: FleetView,
  named: ReadonlySet<Outcome>,
): ReadonlySet<Outcome> {
  const isChosen = Rows.someFails(rows, named);
  return isChosen && outcome !== 'running' ? new Set([...named, outcome]) : named;
}
