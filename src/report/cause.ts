/**
 * Decides from the log why a run failed (contract 9). The one place for it: annotation, `error_message`, job log, summary, comment, report
 * and the rows of a fleet take the cause from here. Pure. Texts are agent text, so callers must use the sanitizer for their destination.
 */
import { messageType } from '../service/entry.ts';
import { ellipsis } from '../safe/text.ts';
import type { Failure, Failures, StepDigest, StepView } from './step-view.ts';

export interface Cause {
  /** The failure that nothing later resolved: an ERROR, the run's last command, or without these a pull request that could not be opened. */
  readonly error: StepDigest;
  /** A later pull request that could not be opened, which is often a consequence. */
  readonly then: StepDigest | null;
  /** Up to three preceding steps, oldest first. */
  readonly before: readonly StepDigest[];
}

const BEFORE_MAX = 3;

export const NO_FAILURES: Failures = {
  open: new Map(),
  command: null,
  lastCommand: -1,
  pullRequest: null,
  said: null,
  errors: 0,
  recent: [],
};

/** Takes in the next step, or a later form of one that was taken in: the output of a command may arrive after it. */
export function withStep(failures: Failures, step: StepDigest): Failures {
  const isNext = step.index > (failures.recent.at(-1)?.index ?? -1);
  const recent = isNext
    ? [...failures.recent, step].slice(-BEFORE_MAX)
    : failures.recent.map((known) => (known.index === step.index ? step : known));
  const errors = failures.errors + (isNext && step.error ? 1 : 0);
  return { ...judged(failures, step), errors, said: saidBy(failures, step), recent };
}

function saidBy({ said }: Failures, step: StepDigest): StepDigest | null {
  if (step.headline !== '' && (step.kind === 'FINAL_ANSWER' || step.kind === 'PLAN_EVALUATION')) return step;
  // A plan that was carried out is not what the agent said last.
  return step.kind === 'ACTION' && said?.kind === 'PLAN_EVALUATION' ? null : said;
}

function judged(failures: Failures, step: StepDigest): Failures {
  const failure: Failure = { error: step, before: failures.recent.filter(({ index }) => index < step.index) };
  const tool = step.tool ?? '';
  const code = step.exitCode ?? null;
  if (step.kind === 'PR_CREATION_FAILED') return { ...failures, pullRequest: failure };
  if (step.error) {
    const open = new Map(failures.open);
    // Deleted first, so that the order is that of the last errors.
    open.delete(tool);
    return { ...failures, open: open.set(tool, failure) };
  }
  if (code !== null && step.index >= failures.lastCommand) {
    const known = { ...failures, lastCommand: step.index, command: code === 0 ? null : failure };
    return code === 0 ? withSuccess(known, step) : known;
  }
  return code === null ? withSuccess(failures, step) : failures;
}

/** A pull request that was opened resolves the one that could not be, and a tool that succeeds resolves its errors. */
function withSuccess(failures: Failures, { kind, tool }: StepDigest): Failures {
  const pullRequest = kind === 'INITIAL_PR_GENERATION' ? null : failures.pullRequest;
  if (tool === null || tool === '') return { ...failures, pullRequest };
  const open = new Map(failures.open);
  open.delete(tool);
  const command = failures.command?.error.tool === tool ? null : failures.command;
  return { ...failures, pullRequest, command, open };
}

/** The latest failure that nothing resolved, or null: then no error was left open. */
function causeIn({ open, command, pullRequest }: Failures): Cause | null {
  const last = [...open.values()].at(-1) ?? null;
  const later = last !== null && (command === null || last.error.index > command.error.index) ? last : command;
  // A command may fail on purpose. That a pull request failed says more.
  const first = later !== null && later === command && isAfter(pullRequest, command) ? pullRequest : later;
  const failure = first ?? pullRequest;
  if (failure === null) return null;
  return {
    ...failure,
    then: failure !== pullRequest && isAfter(pullRequest, failure) ? (pullRequest?.error ?? null) : null,
  };
}

function isAfter(a: Failure | null, b: Failure | null): boolean {
  return a !== null && b !== null && a.error.index > b.error.index;
}

export interface Reason {
  /** Null if no error was left open. */
  readonly cause: Cause | null;
  /** The agent's last answer, or a plan that no action followed. Null without one, or if the result says the same. */
  readonly said: StepDigest | null;
  /** Number of errors, all of which were overcome if there is no cause. */
  readonly errors: number;
}

/** What is said of a failure without a cause whose errors were all overcome. */
export const OVERCOME = 'not in the log: no error was left open, each was followed by a success.';

/** Outcomes for which the log may contain the reason. A timeout has no cause of failure, and other errors have a message. */
const FAILED: ReadonlySet<StepView['outcome']> = new Set(['failed', 'unverified']);

/** Why the run failed, as far as its log tells. Null if it did not. */
export function reasonOf(view: Pick<StepView, 'outcome' | 'failures' | 'result' | 'resultIsOld'>): Reason | null {
  const { outcome, failures } = view;
  if (!FAILED.has(outcome)) return null;
  const { said, errors } = failures;
  // The result says the same.
  const isResult = said?.kind === 'FINAL_ANSWER' && !view.resultIsOld && view.result.trim() !== '';
  return { cause: causeIn(failures), said: isResult ? null : said, errors };
}

/** `bash exited with 137 in step 12`, `Error in bash, step 7`. */
export function causeTitle({ error }: Pick<Cause, 'error'>): string {
  const tool = (error.tool ?? '').trim();
  const at = `step ${error.index + 1}`;
  const code = error.exitCode ?? 0;
  if (!error.error && code !== 0) return `${tool === '' ? 'A command' : tool} exited with ${code} in ${at}`;
  return `${messageType(error.kind)?.label ?? 'Error'}${tool === '' ? '' : ` in ${tool}`}, ${at}`;
}

/** The error's text, or the command with its output. */
export function causeDetail({ error }: Pick<Cause, 'error'>): string {
  const detail = (error.detail ?? '').trim();
  const headline = error.headline.trim();
  if (error.error) return detail || headline || 'No details were given.';
  return [headline === '' ? '' : `$ ${headline}`, detail].filter((text) => text !== '').join('\n');
}

/** The cause on one line of at most `maxLength` UTF-16 units: `bash exited with 137 in step 12: npm run deploy`. */
export function causeLine(cause: Cause, maxLength: number): string {
  const { error } = cause;
  const text = error.error ? causeDetail(cause) : error.headline;
  return ellipsis(`${causeTitle(cause)}: ${oneLine(text)}`.replace(/: $/, ''), maxLength);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What the agent asks, if the run needs input: its result, or without one its last words. Empty if it is not known. */
export function questionOf({
  result,
  resultIsOld,
  failures,
}: Pick<StepView, 'result' | 'resultIsOld' | 'failures'>): string {
  if (!resultIsOld && result.trim() !== '') return result;
  return failures.said?.headline ?? '';
}
