/**
 * What is shown of a step, decided once for every place (contract 9, 6.4): title, cause, checks,
 * result. Plain data, in which text of the agent is as it was told: those who write Markdown
 * (`summary`, `comment`, `sections`) and HTML (`page/`) decide nothing of it. Pure.
 */
import { jsonText } from '../agents/entry.ts';
import { parseJson } from '../safe/json.ts';
import { repositoryLinks } from '../safe/url.ts';
import { shownCause, type ShownCause } from './cause.ts';
import { shownChecks, shownMends, type ShownChecks, type ShownMend } from './checks.ts';
import { shownReview, verdictIn, type ShownReview } from './review-words.ts';
import { sandboxNote, type SandboxNote } from './sandbox-note.ts';
import type { StepView } from './step-view.ts';
import { happened, resultTitle, taskBeyondTitle, taskTitle } from './verdict.ts';

export interface ShownTitle {
  /** What happened, or the verdict of a review: `Agent run 123 succeeded after 4m 12s`. */
  readonly happened: string;
  /** Whether that is a verdict, which comes before the task. */
  readonly isVerdict: boolean;
  /** The issue or pull request, or the first line of the task. Null: it may not be shown. */
  readonly task: string | null;
}

export type ShownResult =
  | { readonly kind: 'none' }
  /** Its result is JSON that the review shows. */
  | { readonly kind: 'review'; readonly review: ShownReview }
  /** The answer to an `output_schema`, indented. */
  | {
      readonly kind: 'json';
      readonly title: string;
      readonly json: string;
      readonly isCorrected: boolean;
    }
  /** The agent's Markdown. */
  | { readonly kind: 'text'; readonly title: string };

export interface ShownStep {
  /** What is known: names, numbers, times and files, which are shown as they are. */
  readonly view: StepView;
  readonly title: ShownTitle;
  /** The task, or empty if the title shows all of it. */
  readonly task: string;
  /** Null: it did not fail, or it is told by a verdict or by the step itself. */
  readonly cause: ShownCause | null;
  /** Null: there is nothing to tell. */
  readonly checks: ShownChecks | null;
  readonly mends: readonly ShownMend[];
  readonly result: ShownResult;
  /** Null: the sandbox did not play it. */
  readonly sandbox: SandboxNote | null;
}

export function shownStep(view: StepView): ShownStep {
  return {
    view,
    title: shownTitle(view),
    task: taskBeyondTitle(view),
    cause: shownCause(view),
    checks: shownChecks(view),
    mends: shownMends(view),
    result: shownResult(view),
    sandbox: sandboxNote(view),
  };
}

export function shownTitle(view: StepView): ShownTitle {
  return {
    happened: happened(view),
    isVerdict: verdictIn(view) !== null,
    task: taskTitle(view),
  };
}

function shownResult(view: StepView): ShownResult {
  const { corrected, provenance, result, resultJson, review } = view;
  if (review !== null) {
    const links = repositoryLinks(provenance);
    const isInTitle = verdictIn(view) !== null;
    return { kind: 'review', review: shownReview(review, { isInTitle, links }) };
  }
  if (result.trim() === '') {
    return { kind: 'none' };
  }
  const title = resultTitle(view);
  if (resultJson === null) {
    return { kind: 'text', title };
  }
  const json = jsonText(parseJson(resultJson));
  return { kind: 'json', title, json, isCorrected: corrected !== null };
}
