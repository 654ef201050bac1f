/**
 * Schedules edits of the action's comment (contract 7.1): promptly, at most every 30 seconds, and a final time at the
 * end. Failures neither delay nor fail the run.
 */
import type { Clock } from '../ports.ts';
import type { StepView } from '../report/step-view.ts';
import type { CommentWriter, RunView } from './comment.ts';
import { explainLate } from './errors.ts';

export interface ThreadComment {
  /** Publishes the first view at once, and later the latest one at most every 30 seconds. Never throws. */
  update(view: StepView): void;
  /**
   * Makes the last edit at once, limited by `budgetMs` and `signal`. Later updates are ignored. Writes nothing without a
   * run. Never rejects.
   */
  finish(view: StepView, options: FinishOptions): Promise<LastEdit>;
}

export interface FinishOptions {
  readonly budgetMs: number;
  /** Aborts the request in flight. */
  readonly signal?: AbortSignal;
}

export interface LastEdit {
  /** The comment's address, or null without a comment. */
  readonly url: string | null;
  /** Whether the edit may have failed and should be repeated by the post step. */
  readonly late: boolean;
}

/** Milliseconds between edits while the run is active (contract 7.1). */
export const EDIT_INTERVAL_MS = 30_000;
const FINAL_ATTEMPTS = 4;
const FINAL_BACKOFF_MS = 1_000;

export function scheduleEdits(
  writer: CommentWriter,
  { clock, thread }: { readonly clock: Clock; readonly thread: number },
): ThreadComment {
  const closing = new AbortController();
  /** Aborts the request in flight. */
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

  /** Returns whether nothing is left to do. */
  async function writeLast(view: RunView, deadline: number, signal: AbortSignal): Promise<boolean> {
    for (let attempt = 0; attempt < FINAL_ATTEMPTS && !writer.stopped; attempt += 1) {
      const backoff = attempt === 0 ? 0 : FINAL_BACKOFF_MS * 2 ** (attempt - 1);
      const wait = Math.max(backoff, writer.blockedUntil - clock.now());
      if (signal.aborted || clock.now() + wait >= deadline) break;
      if (wait > 0) await clock.sleep(wait, signal).catch(quiet);
      if (await writer.show(view, signal)) return true;
    }
    if (!writer.stopped) writer.warn('late', explainLate({ thread, failure: writer.failure }));
    return writer.stopped;
  }

  async function finish(view: StepView, { budgetMs, signal: cut }: FinishOptions): Promise<boolean> {
    const deadline = clock.now() + budgetMs;
    const timers = new AbortController();
    const after = (ms: number, controller: AbortController) => {
      clock.sleep(ms, timers.signal).then(() => controller.abort(), quiet);
    };
    closing.abort();
    // The edit in flight gets half of the budget, because after an abort it could still overtake the last one.
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
