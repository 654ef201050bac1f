/**
 * Decides from the log why a run failed (contract 9). The one place for it: annotation,
 * `error_message`, job log, summary, comment, report and the rows of a fleet take the cause from
 * here. Pure. Texts are agent text, so callers must use the sanitizer for their destination.
 */
import { toolVerb } from '../agents/entry.ts';
import { entryMeaning, messageType } from '../message-types.ts';
import { SHOWN, type ShownTable } from '../outcomes.ts';
import { ellipsis, ellipsisBefore, joined, shortLine, visibleLine } from '../safe/text.ts';
import { verdictIn } from './review-words.ts';
import type { Cause, Reason, StepDigest, StepState, StepView } from './step-view.ts';

const BEFORE_MAX = 3;

/** The failures of a log that nothing later has resolved. */
class OpenFailures {
  /**
   * Errors by the tool whose success resolves them, in the order of the last ones. Errors without a
   * tool share one key.
   */
  readonly #errors = new Map<string, StepDigest>();
  #command: StepDigest | null = null;
  #pullRequest: StepDigest | null = null;
  /** Says that the run failed, and not why. */
  #bare: StepDigest | null = null;

  take(step: StepDigest): void {
    if (step.namesNoCause === true) {
      this.#bare = step;
      return;
    }
    const tool = step.tool ?? '';
    if (entryMeaning(step.kind) === 'pull_request_failed') {
      this.#pullRequest = step;
    } else if (step.error) {
      this.#errors.delete(tool);
      this.#errors.set(tool, step);
    } else if (isFailedCommand(step)) {
      this.#command = step;
    } else {
      this.#resolve(step, tool);
    }
  }

  /** A step that went well resolves what failed before in the same way. */
  #resolve({ kind, exitCode }: StepDigest, tool: string): void {
    if (entryMeaning(kind) === 'pull_request') {
      this.#pullRequest = null;
    }
    if (exitCode === 0 || (tool !== '' && tool === this.#command?.tool)) {
      this.#command = null;
    }
    if (tool !== '') {
      this.#errors.delete(tool);
    }
  }

  /** Null if none was left open. */
  causeIn(steps: readonly StepDigest[]): Cause | null {
    const error = this.#decisive ?? this.#bare;
    if (error === null) {
      return null;
    }
    const before = steps.slice(0, steps.indexOf(error)).slice(-BEFORE_MAX);
    const then = isAfter(this.#pullRequest, error) ? this.#pullRequest : null;
    const namesTool = (error.tool ?? '') !== '';
    const isExplained = error.error && !namesTool && isAfter(error, this.#command);
    return { error, command: isExplained ? this.#command : null, before, then };
  }

  get #decisive(): StepDigest | null {
    const last = [...this.#errors.values()].at(-1) ?? null;
    if (last !== null && !isAfter(this.#command, last)) {
      return last;
    }
    // A command may fail on purpose. That a pull request failed says more.
    return isAfter(this.#pullRequest, this.#command) ? this.#pullRequest : this.#command;
  }
}

/** What the steps of the last turn say about a failure. An earlier turn of the step ended well. */
export function reasonIn({
  opening,
  steps: all,
  turnStarts,
}: Pick<StepState, 'opening' | 'steps' | 'turnStarts'>): Reason {
  const begin = opening === null ? (turnStarts.at(-1)?.index ?? 0) : Infinity;
  const steps = all.filter(({ index }) => index >= begin);
  const failures = new OpenFailures();
  let lastWords: StepDigest | null = null;
  for (const step of steps) {
    failures.take(step);
    lastWords = lastWordsAfter(step, lastWords);
  }
  const cause = failures.causeIn(steps);
  return { cause, lastWords, isOvercome: cause === null && steps.some(({ error }) => error) };
}

function lastWordsAfter(step: StepDigest, lastWords: StepDigest | null): StepDigest | null {
  const meaning = entryMeaning(step.kind);
  if (step.headline !== '' && (meaning === 'answer' || meaning === 'plan')) {
    return step;
  }
  // A plan that was carried out is not what the agent said last.
  const isPlan = lastWords !== null && entryMeaning(lastWords.kind) === 'plan';
  return meaning === 'tool' && isPlan ? null : lastWords;
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

/** What is said of a failure that nothing explains. */
export function noCauseText({
  provenance,
  isReplayed,
}: Pick<StepView, 'isReplayed' | 'provenance'>): string {
  const { log } = provenance.service.facts.can;
  if (log === 'states') {
    return 'the service names no cause.';
  }
  // The post step reads the run, and not its log.
  return isReplayed ? 'its log was not read to the end.' : 'its log names no cause.';
}

/** The answer of the last turn, or null if it gave none. */
function currentAnswer({
  result,
  resultIsEarlier,
}: Pick<StepView, 'result' | 'resultIsEarlier'>): string | null {
  return resultIsEarlier || result.trim() === '' ? null : result;
}

/** What `endCause` reads. */
type CauseView = Pick<
  StepView,
  | 'errorCode'
  | 'errorMessage'
  | 'inLog'
  | 'outcome'
  | 'result'
  | 'resultIsEarlier'
  | 'review'
  | 'turn'
>;

/**
 * Why a run failed: one for every destination, which shows it shorter or longer (contract 5). What
 * is told first is the cause; what follows it explains it.
 */
interface EndCause {
  /** As the service tells it beside the log. Null: it does not. */
  readonly told: string | null;
  /** It stands in the result as well, which is shown whole. */
  readonly isInResult: boolean;
  /** The failure that nothing in the log has resolved. The cause, where the service tells none. */
  readonly inLog: Cause | null;
  /** What the agent said instead, where neither tells: its answer, or its last words. Or empty. */
  readonly said: string;
  /** The last words of the log, unless the result says the same. */
  readonly lastWords: StepDigest | null;
  /** As in `Reason`. */
  readonly isOvercome: boolean;
  /** Nothing says why: a step in the log may say that the run failed, and no more. */
  readonly isUntold: boolean;
}

/**
 * Null if the run did not fail: a verdict of a review is no failure of the run. And null where the
 * step has ended it and says why itself (contract 20).
 */
export function endCause(view: CauseView, table: ShownTable = SHOWN): EndCause | null {
  const { hasCause, ending } = table[view.outcome];
  const isToldByStep =
    ending === 'failure' && view.errorCode !== null && view.errorMessage !== null;
  if (!hasCause || isToldByStep || verdictIn(view) !== null) {
    return null;
  }
  const { cause, lastWords, isOvercome } = view.inLog;
  const answer = currentAnswer(view);
  const words = wordsOf(view);
  // A step that says that the run failed, and not why, says less than what is told beside it.
  const isToldBeside = words !== '' || view.errorMessage !== null;
  const isBare = cause?.error.namesNoCause === true;
  const inLog = isBare && isToldBeside ? null : cause;
  const fromService = causeFromService(view)?.trim() ?? null;
  const isSame = fromService !== null && inLog !== null && tells(inLog.error, fromService);
  const told = isSame ? null : fromService;
  const isAnswer = lastWords !== null && entryMeaning(lastWords.kind) === 'answer';
  const isTold = isToldBeside || isOvercome || (inLog !== null && !isBare);
  return {
    told,
    isInResult: told !== null && told === answer?.trim(),
    inLog,
    said: told === null && inLog === null ? words : '',
    lastWords: isAnswer && answer !== null ? null : lastWords,
    isOvercome,
    isUntold: ending === 'failure' && !isTold,
  };
}

/** The cause as reports show it, each part once and in this order. Agent text. */
export interface ShownCause {
  /** As the service tells it. Null: it does not, or it is the result, which is shown whole. */
  readonly told: string | null;
  /** The result is the cause, and is shown as that. */
  readonly isResult: boolean;
  /** Nothing tells it, and what failed on the way was followed by a success (`OVERCOME`). */
  readonly isOvercome: boolean;
  /** As in `EndCause`: `noCauseText` is said, and `inLog` is no cause. */
  readonly isUntold: boolean;
  /** The failure in the log. Null: there is none. */
  readonly inLog: Cause | null;
  /** The service tells the cause, so that the failure in the log explains it. */
  readonly explains: boolean;
  readonly lastWords: StepDigest | null;
}

/** Null as `endCause`. */
export function shownCause(view: CauseView): ShownCause | null {
  const cause = endCause(view);
  if (cause === null) {
    return null;
  }
  const { told, isInResult, inLog, lastWords, isOvercome, isUntold } = cause;
  return {
    told: isInResult ? null : told,
    isResult: isInResult,
    isOvercome: told === null && isOvercome,
    isUntold,
    inLog,
    explains: told !== null,
    lastWords,
  };
}

/** Whether the log has what the service tells, with the step where it happened. */
function tells(error: StepDigest, told: string): boolean {
  return causeDetail(error).includes(told);
}

/** The cause in a few words, without what explains it. Empty if none is known. */
export function causeInShort({ told, inLog }: EndCause, maxLength: number): string {
  if (told !== null) {
    return shortLine(told, maxLength);
  }
  const isKnown = inLog !== null && inLog.error.namesNoCause !== true;
  return isKnown ? causeLine(inLog, maxLength) : '';
}

/** Why the run failed, or what it asks, as its service tells it beside the log. Null: not told. */
export function causeFromService({ turn }: Pick<StepView, 'turn'>): string | null {
  const cause = turn?.cause ?? '';
  return cause.trim() === '' ? null : cause;
}

/**
 * What the agent asks, or says of its failure: as the service tells it, its result, or without one
 * its last words. Empty if it is not known.
 */
export function wordsOf(
  view: Pick<StepView, 'inLog' | 'result' | 'resultIsEarlier' | 'turn'>,
): string {
  return causeFromService(view) ?? currentAnswer(view) ?? view.inLog.lastWords?.headline ?? '';
}

/** `bash exited with 137 in step 12`, `Error in bash, step 7`. */
export function causeTitle(step: StepDigest): string {
  const { kind, index, error, exitCode: code = 0 } = step;
  const tool = (step.tool ?? '').trim();
  const at = `step ${index + 1}`;
  if (!error && code !== 0) {
    // `bash` says what ran; `run_terminal_cmd` says no more than that it was a command.
    const isPlain = tool !== '' && !(toolVerb(tool) === 'Ran' && tool.includes('_'));
    return `${isPlain ? tool : 'A command'} ${howItFailed(step)} in ${at}`;
  }
  return `${messageType(kind)?.label ?? 'Error'}${tool === '' ? '' : ` in ${tool}`}, ${at}`;
}

/**
 * `exited with 137`. Of a tool that is no command, or whose exit code was not told, 1 is none, but
 * says that it failed.
 */
export function howItFailed({ tool, exitCode = 0, isExitUntold = false }: StepDigest): string {
  const isCommand = (tool ?? '') === '' || toolVerb(tool) === 'Ran';
  const isTold = isCommand && !isExitUntold;
  return isTold || exitCode !== 1 ? `exited with ${exitCode}` : 'failed';
}

/** The error's text, or the command with its output. */
export function causeDetail(step: StepDigest): string {
  const detail = (step.detail ?? '').trim();
  const command = step.error ? '' : commandOf(step);
  const told = joined([command === '' ? '' : `$ ${command}`, detail], '\n');
  return told || step.headline.trim() || 'No details were given.';
}

/** What a tool was asked to do. Empty if it is not told. */
function commandOf({ headline, isInputUntold = false }: StepDigest): string {
  return isInputUntold ? '' : headline.trim();
}

/** Lines of a failed command's output that are told where there is one line for the cause. */
const LAST_LINES = 3;
/** UTF-16 units of the command in that line. */
const COMMAND_MAX = 160;

/** The cause on one line of at most `maxLength` UTF-16 units. */
function causeLine({ error, command }: Cause, maxLength: number): string {
  if (!error.error) {
    return commandLine(error, maxLength);
  }
  if (command === null) {
    return errorLine(error, maxLength);
  }
  const first = errorLine(error, Math.floor(maxLength / 2));
  const joint = `${/[.!?…]$/.test(first) ? '' : '.'} Before that, `;
  return `${first}${joint}${commandLine(command, maxLength - first.length - joint.length)}`;
}

function errorLine(error: StepDigest, maxLength: number): string {
  const text = shortLine(causeDetail(error), maxLength);
  return ellipsis(joined([causeTitle(error), text], ': '), maxLength);
}

/**
 * `bash exited with 137 in step 12: npm run deploy: building / out of memory / Killed`: of what a
 * command printed the end says most.
 */
function commandLine(step: StepDigest, maxLength: number): string {
  const command = shortLine(commandOf(step), COMMAND_MAX);
  const start = ellipsis(joined([causeTitle(step), command], ': '), maxLength);
  const room = maxLength - start.length - 2;
  // Less would say nothing.
  const end = room < 2 ? '' : ellipsisBefore(endOfOutput(step.detail ?? ''), room);
  return joined([start, end], ': ');
}

/** The last lines that say something, on one line. */
function endOfOutput(printed: string): string {
  const lines = printed.split(/[\r\n]+/).map(visibleLine);
  return lines
    .filter((line) => line !== '')
    .slice(-LAST_LINES)
    .join(' / ');
}
