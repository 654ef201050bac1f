/**
 * When the action's comment in an issue or pull request is edited (contract 7.1): soon, at most every 30 seconds, and once
 * more at the end. Whatever GitHub answers, the run is neither held up nor failed by it: trouble is a warning.
 */
import type { StepView } from '../report/step-view.ts';
import { CommentWriter, type CommentRef, type CommentWriterOptions, type RunView } from './publish.ts';

export { findThreadComment, readThread } from './find.ts';

export interface ThreadComment {
  /** The comment that is edited from now on. */
  take(comment: CommentRef): void;
  /** Shows the view soon: at once the first time, then at most every 30 seconds, the latest view only. Never throws. */
  update(view: StepView): void;
  /**
   * The last edit, at once, in `budgetMs` milliseconds at most and not beyond `signal`; later updates do nothing. Without a
   * run nothing is written. Never rejects.
   */
  finish(view: StepView, options: FinishOptions): Promise<LastEdit>;
}

export interface FinishOptions {
  readonly budgetMs: number;
  /** Cuts off what is in flight. */
  readonly signal?: AbortSignal;
}

export interface LastEdit {
  /** The comment's address, null without a comment. */
  readonly url: string | null;
  /** The edit is not known to have got through, and somebody with more time may still make it. */
  readonly late: boolean;
}

/** Milliseconds between edits while the run goes on (contract 7.1). */
export const EDIT_INTERVAL_MS = 30_000;
const FINAL_ATTEMPTS = 4;
const FINAL_BACKOFF_MS = 1_000;

export function createThreadComment(options: CommentWriterOptions): ThreadComment {
  const { clock, thread } = options;
  const writer = new CommentWriter(options);
  const closing = new AbortController();
  /** Ends what is in flight. */
  let current = new AbortController();
  let pending: RunView | null = null;
  let working = false;
  let task: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    let nextEdit = -Infinity;
    for (;;) {
      const wait = Math.max(nextEdit, writer.blockedUntil) - clock.now();
      if (wait > 0) await clock.sleep(wait, closing.signal).catch(quiet);
      if (closing.signal.aborted || writer.stopped || pending === null) break;
      const view = pending;
      pending = null;
      await writer.show(view, current.signal);
      nextEdit = clock.now() + EDIT_INTERVAL_MS;
    }
    working = false;
  }

  /** Whether nothing is left to do. */
  async function writeLast(view: RunView, deadline: number, signal: AbortSignal): Promise<boolean> {
    for (let attempt = 0; attempt < FINAL_ATTEMPTS && !writer.stopped; attempt += 1) {
      const backoff = attempt === 0 ? 0 : FINAL_BACKOFF_MS * 2 ** (attempt - 1);
      const wait = Math.max(backoff, writer.blockedUntil - clock.now());
      if (signal.aborted || clock.now() + wait >= deadline) break;
      if (wait > 0) await clock.sleep(wait, signal).catch(quiet);
      if (await writer.show(view, signal)) return true;
    }
    if (!writer.stopped)
      writer.warn('late', `The comment in #${thread} could not be brought up to date; it may not show the end.`);
    return writer.stopped;
  }

  async function finish(view: StepView, { budgetMs, signal: cut }: FinishOptions): Promise<boolean> {
    const deadline = clock.now() + budgetMs;
    const timers = new AbortController();
    const after = (ms: number, controller: AbortController) => {
      clock.sleep(ms, timers.signal).then(() => controller.abort(), quiet);
    };
    closing.abort();
    // What is in flight may use half of the budget: cut off at once, an edit could still overtake the last one.
    after(budgetMs / 2, current);
    const previous = { task, current };
    current = new AbortController();
    after(budgetMs, current);
    const last = current;
    const end = (): void => [previous.current, last].forEach((controller) => controller.abort());
    if (cut?.aborted === true) end();
    cut?.addEventListener('abort', end, { once: true, signal: timers.signal });
    const edit = previous.task.then(() => (hasRun(view) ? writeLast(view, deadline, last.signal) : true));
    task = edit.then(quiet);
    return edit.finally(() => timers.abort());
  }

  return {
    take: (comment) => writer.take(comment),
    update(view) {
      if (!hasRun(view) || writer.stopped || closing.signal.aborted) return;
      pending = view;
      if (working) return;
      working = true;
      task = work();
    },
    async finish(view, options) {
      const done = await finish(view, options);
      return { url: writer.url, late: !done };
    },
  };
}

function hasRun(view: StepView): view is RunView {
  return view.runId !== null;
}

const quiet = () => undefined;
