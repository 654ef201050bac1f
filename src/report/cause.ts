/**
 * Decides from the log why a run failed (contract 9). The one place for it: annotation,
 * `error_message`, job log, summary, comment, report and the rows of a fleet take the cause from
 * here. Pure. Texts are agent text, so callers must use the sanitizer for their destination.
 */
import { entryMeaning, messageType } from '../message-types.ts';
import { SHOWN, type ShownTable } from '../outcomes.ts';
import { ellipsis, joined, shortLine } from '../safe/text.ts';
import { verdictIn } from './review-words.ts';
import type { Cause, Reason, StepDigest, StepView } from './step-view.ts';

const BEFORE_MAX = 3;

/** What the steps of a log say about a failure. */
export function reasonIn(steps: readonly StepDigest[]): Reason {
  /**
   * Errors by the tool whose success resolves them, in the order of the last ones. Errors without a
   * tool share one place.
   */
  const open = new Map<string, StepDigest>();
  let command: StepDigest | null = null;
  let pullRequest: StepDigest | null = null;
  let lastWords: StepDigest | null = null;
  for (const step of steps) {
    const { exitCode } = step;
    const meaning = entryMeaning(step.kind);
    const tool = step.tool ?? '';
    if (meaning === 'pull_request_failed') {
      pullRequest = step;
    } else if (step.error) {
      open.delete(tool);
      open.set(tool, step);
    } else if (exitCode !== undefined && exitCode !== 0) {
      command = step;
    } else {
      if (meaning === 'pull_request') {
        pullRequest = null;
      }
      if (exitCode === 0 || (tool !== '' && tool === command?.tool)) {
        command = null;
      }
      if (tool !== '') {
        open.delete(tool);
      }
    }
    if (step.headline !== '' && (meaning === 'answer' || meaning === 'plan')) {
      lastWords = step;
    }
    // A plan that was carried out is not what the agent said last.
    else if (meaning === 'tool' && lastWords !== null && entryMeaning(lastWords.kind) === 'plan') {
      lastWords = null;
    }
  }
  const last = [...open.values()].at(-1) ?? null;
  const later = isAfter(command, last) ? command : last;
  // A command may fail on purpose. That a pull request failed says more.
  const error = later === command && isAfter(pullRequest, command) ? pullRequest : later;
  if (error === null) {
    return { cause: null, lastWords };
  }
  const before = steps.slice(0, steps.indexOf(error)).slice(-BEFORE_MAX);
  return {
    cause: { error, before, then: isAfter(pullRequest, error) ? pullRequest : null },
    lastWords,
  };
}

/** Whether it is no error of the service's, but a command that did not end well. */
export function isFailedCommand({ error, exitCode = 0 }: StepDigest): boolean {
  return !error && exitCode !== 0;
}

/** Whether there is a first step, and no second one or an earlier one. */
function isAfter(one: StepDigest | null, other: StepDigest | null): boolean {
  return one !== null && one.index > (other?.index ?? -1);
}

/** What is said of a failure without a cause whose errors were all overcome. */
export const OVERCOME = 'not in the log: no error was left open, each was followed by a success.';

/** The answer of this step's turn, or null if it gave none. */
function currentAnswer({
  result,
  resultIsOld,
}: Pick<StepView, 'result' | 'resultIsOld'>): string | null {
  return resultIsOld || result.trim() === '' ? null : result;
}

/**
 * Why the run failed, as far as its log tells. Null if it did not. Without what was said if the
 * result says the same.
 */
export function reasonOf(
  view: Pick<StepView, 'inLog' | 'outcome' | 'result' | 'resultIsOld' | 'review'>,
  table: ShownTable = SHOWN,
): Reason | null {
  const { cause, lastWords } = view.inLog;
  // A verdict is no failure of the run.
  if (!table[view.outcome].hasCause || verdictIn(view) !== null) {
    return null;
  }
  const isInResult =
    lastWords !== null && entryMeaning(lastWords.kind) === 'answer' && currentAnswer(view) !== null;
  return { cause, lastWords: isInResult ? null : lastWords };
}

/** Why the run failed, or what it asks, as its service tells it beside the log. Null: not told. */
export function causeFromService({ turn }: Pick<StepView, 'turn'>): string | null {
  const cause = turn?.cause ?? '';
  return cause.trim() === '' ? null : cause;
}

/** The cause of a failure that its service tells, where neither log nor result shows it. */
export function causeBeside(view: StepView): string | null {
  const told = causeFromService(view);
  const reason = reasonOf(view);
  const isShown = told === null || told.trim() === currentAnswer(view)?.trim();
  return isShown || reason === null || reason.cause !== null ? null : told;
}

/**
 * What the agent asks, or says of its failure: as the service tells it, its result, or without one
 * its last words. Empty if it is not known.
 */
export function wordsOf(view: Pick<StepView, 'inLog' | 'result' | 'resultIsOld' | 'turn'>): string {
  return causeFromService(view) ?? currentAnswer(view) ?? view.inLog.lastWords?.headline ?? '';
}

/** `bash exited with 137 in step 12`, `Error in bash, step 7`. */
export function causeTitle(step: StepDigest): string {
  const { kind, index, error, exitCode: code = 0 } = step;
  const tool = (step.tool ?? '').trim();
  const at = `step ${index + 1}`;
  if (!error && code !== 0) {
    return `${tool === '' ? 'A command' : tool} exited with ${code} in ${at}`;
  }
  return `${messageType(kind)?.label ?? 'Error'}${tool === '' ? '' : ` in ${tool}`}, ${at}`;
}

/** The error's text, or the command with its output. */
export function causeDetail(step: StepDigest): string {
  const detail = (step.detail ?? '').trim();
  const headline = step.headline.trim();
  if (step.error) {
    return detail || headline || 'No details were given.';
  }
  return joined([headline === '' ? '' : `$ ${headline}`, detail], '\n');
}

/**
 * The cause on one line of at most `maxLength` UTF-16 units: `bash exited with 137 in step 12: npm
 * run deploy`.
 */
export function causeLine({ error }: Cause, maxLength: number): string {
  const text = shortLine(error.error ? causeDetail(error) : error.headline, maxLength);
  return ellipsis(joined([causeTitle(error), text], ': '), maxLength);
}
