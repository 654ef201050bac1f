/**
 * Watches the service's list of runs for a step with many runs, a page of it in each tick (contract
 * 13). A run that the list shows to have ended is then polled like any other.
 */
import type { Agent, Meaning, RunId } from '../agents/port.ts';
import { NotOffered, ServiceError } from '../http/errors.ts';
import type { Classifier } from '../run/status.ts';
import { isTerminal } from '../agents/status-word.ts';
import type { Clock } from '../runner/port.ts';

/** What the list has told of a run. */
interface Listed {
  /** Null until it is found. */
  meaning: Meaning | null;
  /** Pages in a row that should have had it. Runs of others move it down. */
  missed: number;
  readonly onEnd: () => void;
}

/** Between two pages of the list. */
const LIST_PAUSE_MS = 3_000;
/** A slower page would be outdated. */
const LIST_PAGE_MS = 20_000;
/** So many runs are worth the requests, until they have all ended. */
const LEAST_RUNS = 3;
/** A run missing from this many pages is polled itself. */
const MOST_MISSES = 4;

/** Whether the list is expected to show the end of the run. */
const mayTell = ({ meaning, missed }: Listed): boolean =>
  (meaning === null || meaning === 'active') && missed < MOST_MISSES;

interface RunListOptions {
  readonly clock: Clock;
  readonly classify: Classifier;
  /** Null: there is no list to watch. */
  readonly standings: Agent['standings'];
  /** Ends the watch. */
  readonly stop: AbortSignal;
}

export class RunList {
  readonly #options: RunListOptions;
  readonly #runs = new Map<RunId, Listed>();
  /** The service has no list of runs, or denies access to it. */
  #isAbsent: boolean;
  #isWatching = false;
  #rest = new AbortController();

  constructor(options: RunListOptions) {
    this.#options = options;
    this.#isAbsent = options.standings === undefined;
  }

  /** @param onEnd the list shows that the run has ended, or shows nothing any more */
  follow(runId: RunId, onEnd: () => void): void {
    this.#runs.set(runId, { meaning: null, missed: 0, onEnd });
    if (this.#runs.size >= LEAST_RUNS) {
      void this.#watch();
    }
  }

  leave(runId: RunId): void {
    this.#runs.delete(runId);
    if (this.#runs.size === 0) {
      this.#rest.abort();
    }
  }

  /**
   * Whether the list is expected to show the run's end, so that the run itself need not be polled
   * for it.
   */
  covers(runId: RunId): boolean {
    const listed = this.#runs.get(runId);
    return this.#isWatching && listed !== undefined && mayTell(listed);
  }

  #isOver(): boolean {
    return this.#isAbsent || this.#runs.size === 0 || this.#options.stop.aborted;
  }

  async #watch(): Promise<void> {
    if (this.#isWatching || this.#isOver()) {
      return;
    }
    this.#isWatching = true;
    try {
      while (!this.#isOver()) {
        // A wait for runs that are not followed any more would keep the process alive.
        this.#rest = new AbortController();
        const signal = AbortSignal.any([this.#options.stop, this.#rest.signal]);
        await this.#tick(signal).catch((error: unknown) => {
          if (!signal.aborted) {
            throw error;
          }
        });
      }
    } finally {
      this.#isWatching = false;
      // Those that rely on the list are polled from now on.
      for (const { onEnd } of this.#runs.values()) {
        onEnd();
      }
    }
  }

  async #tick(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    await clock.sleep(LIST_PAUSE_MS, signal);
    const ids = [...this.#runs].filter(([, listed]) => mayTell(listed)).map(([id]) => id);
    if (ids.length > 0) {
      await this.#read(ids, signal);
    }
  }

  async #read(ids: readonly RunId[], signal: AbortSignal): Promise<void> {
    const { clock, classify, standings } = this.#options;
    const call = { signal, deadline: clock.now() + LIST_PAGE_MS };
    try {
      const standing = await standings?.(ids, call);
      // In the order in which they were started.
      for (const [id, listed] of this.#runs) {
        const shown = standing?.get(id);
        if (shown !== undefined) {
          take(listed, shown === null ? null : classify(shown));
        }
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      const isDenied = !error.throttled && (error.status === 403 || error.status === 404);
      this.#isAbsent = error instanceof NotOffered || isDenied;
    }
  }
}

/** @param meaning null if the list should show the run and does not */
function take(listed: Listed, meaning: Meaning | null): void {
  if (meaning === null) {
    listed.missed += 1;
    return;
  }
  const isNews = meaning !== listed.meaning;
  listed.meaning = meaning;
  listed.missed = 0;
  if (isTerminal(meaning) && isNews) {
    listed.onEnd();
  }
}
