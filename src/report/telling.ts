/**
 * What a step tells at its end and on the way, in the words of each place where it is told
 * (contract 1.2, 7.1, 13, 15). A step with one run tells of that; a fleet has its own
 * (`fleet/telling`).
 */
import type { ToldStatus } from '../github/commit-status.ts';
import type { Outcome } from '../outcomes.ts';
import { commentOf, type CommentWords } from './comment.ts';
import { endLine } from './job-log.ts';
import { stepOutputs, type OutputValues } from './outputs.ts';
import { statusOf } from './step-commit-status.ts';
import type { Step } from './step.ts';
import { renderSummary } from './summary.ts';

/** A file of the step beside those of each run. */
export interface OwnFile {
  /** For a warning: "The … could not be written". */
  readonly name: string;
  /** May reject. */
  readonly write: () => void | Promise<void>;
}

export interface Telling {
  readonly outputs: () => OutputValues;
  /** Written in their order, before they are named anywhere. */
  readonly files: readonly OwnFile[];
  /** Markdown. */
  readonly summary: () => string;
  readonly comment: () => CommentWords;
  /** State and description of the commit status, for any place with room for one line. */
  readonly status: () => ToldStatus;
  /** The last lines of the job log but the annotation, if there is one. */
  readonly lastLines: () => readonly string[];
  /** The outcomes that fail the step, where the inputs name these. */
  readonly failOn: (named: ReadonlySet<Outcome>) => ReadonlySet<Outcome>;
  /** Whether the post step has runs to look for, or to stop, that the step speaks for. */
  readonly leavesRuns: () => boolean;
}

/** @param schema the text of `output_schema`, or null */
export function tellingOfRun(step: Pick<Step, 'view'>, schema: string | null): Telling {
  return {
    outputs: () => stepOutputs(step.view()),
    files: [],
    summary: () => renderSummary(step.view()),
    comment: () => commentOf(step.view(), () => step.view()),
    status: () => statusOf(step.view(), schema),
    lastLines: () => [endLine(step.view())],
    failOn: (named) => named,
    leavesRuns: () => false,
  };
}
