/**
 * The action's comment in a thread (contract 7.1, 7.2): found or created once, then edited at most
 * every 30 seconds, and a final time at the end. Failures neither delay nor fail the run.
 */
import { LAST_TRY_MS, waitOut } from '../github/wait-out.ts';
import type { Clock } from '../runner/port.ts';
import type { CommentWords } from '../report/comment.ts';
import { CommentWriter, type ThreadCommentOptions } from './comment-writer.ts';

export interface FinishOptions {
  /** The signal aborts by then. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

/** What the edit in flight gets before the last one. */
const IN_FLIGHT_MS = 10_000;
/** Milliseconds between edits while the run is active (contract 7.1). */
export const EDIT_INTERVAL_MS = 30_000;

export class ThreadComment {
  readonly #clock: Clock;
  readonly #writer: CommentWriter;
  /** The latest words that are not written yet. */
  #next: CommentWords | null = null;
  /** The edits while the run is active. */
  #editing: Promise<void> | null = null;
  /** Ends the wait for the next edit. */
  readonly #closing = new AbortController();
  /** Ends the edit in flight. */
  readonly #cut = new AbortController();

  constructor(options: ThreadCommentOptions) {
    this.#clock = options.clock;
    this.#writer = new CommentWriter(options);
  }

  /**
   * Publishes the first words at once, and later the latest ones at most every 30 seconds. Never
   * throws.
   */
  update(words: CommentWords): void {
    if (!words.hasRun || this.#writer.isStopped || this.#closing.signal.aborted) {
      return;
    }
    this.#next = words;
    this.#editing ??= this.#edit();
  }

  async #edit(): Promise<void> {
    const clock = this.#clock;
    let nextEdit = -Infinity;
    for (;;) {
      const waitMs = Math.max(nextEdit, this.#writer.blockedUntil) - clock.now();
      if (waitMs > 0) {
        await clock.sleep(waitMs, this.#closing.signal).catch(quiet);
      }
      if (this.#closing.signal.aborted || this.#writer.isStopped || this.#next === null) {
        break;
      }
      const words = this.#next;
      this.#next = null;
      try {
        await this.#writer.show(words, this.#cut.signal);
      } catch {
        // Also where nothing more happens. What has happened meanwhile says more.
        this.#next ??= words;
      }
      nextEdit = clock.now() + EDIT_INTERVAL_MS;
    }
    this.#editing = null;
  }

  /**
   * Makes the last edit at once; later updates are ignored. Returns false if it may have failed and
   * is left to the post step. Writes nothing without a run. Never rejects.
   */
  async finish(words: CommentWords, { budgetMs, signal }: FinishOptions): Promise<boolean> {
    const clock = this.#clock;
    const until = clock.now() + budgetMs;
    this.#closing.abort();
    // The edit in flight gets time of its own, because after an abort it could still overtake the
    // last one.
    const isOver = new AbortController();
    void this.#editing?.then(() => isOver.abort());
    if (this.#editing !== null) {
      const inFlightMs = Math.min(IN_FLIGHT_MS, budgetMs / 2);
      await clock.sleep(inFlightMs, AbortSignal.any([signal, isOver.signal])).catch(quiet);
    }
    this.#cut.abort();
    await this.#editing;
    try {
      if (words.hasRun) {
        const patience = { clock, signal, budgetMs: until - LAST_TRY_MS - clock.now() };
        const show = (ends: AbortSignal): Promise<void> => this.#writer.show(words, ends);
        await waitOut(show, { ...patience, met: this.#writer.stillBlocked() });
      }
    } catch {
      this.#writer.warnOfLateEnd();
      return false;
    }
    return true;
  }
}

const quiet = () => undefined;
