/**
 * Watches the list of runs (published API) for a step with many runs: one page of a hundred runs in
 * each tick, the one of which least is known (contract 13). A run that the list shows to have ended
 * is then polled like any other.
 */
import type { RunId } from '../agents/port.ts';
import type { Clock } from '../runner/port.ts';
import { isTerminal, type StatusClass } from '../run/status.ts';
import type { CallOptions } from '../agents/agent-run/client.ts';
import { ServiceError } from '../http/errors.ts';
import type { List, PageRequest } from '../agents/agent-run/published.ts';
import type { IdentifiedRun } from '../agents/agent-run/schema.ts';

/** What the list has told of a run. Times are on the clock's `now`. */
interface Listed {
  /**
   * Its index in the list, minus the number of runs created by then, because new runs move the
   * others down.
   */
  place: number;
  /** When a page was last read that should have it. */
  at: number;
  /** Null until it is found. */
  meaning: StatusClass | null;
  /** Pages in a row that should have had it. Runs of others move it down. */
  missed: number;
  readonly onEnd: () => void;
}

const PAGE = 100;
const TICK_MS = 3_000;
/** A slower page would be outdated. */
const PATIENCE_MS = 20_000;
/** So many runs are worth the requests, until they have all ended. */
const LEAST_RUNS = 3;
/** A run missing from this many pages is polled itself. */
const MOST_MISSES = 4;

/** Whether the list is expected to show the end of the run. */
const mayTell = ({ meaning, missed }: Listed): boolean =>
  (meaning === null || meaning === 'active') && missed < MOST_MISSES;

export interface RunListOptions {
  readonly clock: Clock;
  readonly classify: (word: string | null) => StatusClass;
  readonly read: (page: PageRequest, call: CallOptions) => Promise<List<IdentifiedRun>>;
  /** Ends the watch. */
  readonly stop: AbortSignal;
}

export class RunList {
  readonly #options: RunListOptions;
  readonly #runs = new Map<RunId, Listed>();
  #created = 0;
  /** The service has no list of runs, or denies access to it. */
  #isAbsent = false;
  #isWatching = false;
  #rest = new AbortController();

  constructor(options: RunListOptions) {
    this.#options = options;
  }

  /** @param run `created`: by this step, so that it is at the top of the list. `onEnd`: the list shows that it has ended, or
   * shows nothing any more */
  follow(
    runId: RunId,
    { created, onEnd }: { readonly created: boolean; readonly onEnd: () => void },
  ): void {
    if (created) {
      this.#created += 1;
    }
    const at = this.#options.clock.now();
    this.#runs.set(runId, { place: -this.#created, at, meaning: null, missed: 0, onEnd });
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
    await clock.sleep(TICK_MS, signal);
    const skip = this.#nextPage(clock.now());
    if (skip !== null) {
      await this.#readPage(skip, signal);
    }
  }

  #pageOf({ place }: Listed, created = this.#created): number {
    return Math.floor(Math.max(0, place + created) / PAGE) * PAGE;
  }

  /**
   * The first index of the page whose runs were listed longest ago, taken together, or null if the
   * list has no news.
   */
  #nextPage(now: number): number | null {
    const worth = new Map<number, number>();
    for (const listed of [...this.#runs.values()].filter(mayTell)) {
      const skip = this.#pageOf(listed);
      worth.set(skip, (worth.get(skip) ?? 0) + (now - listed.at) ** 2);
    }
    const [best] = [...worth].sort(([, a], [, b]) => b - a);
    return best?.[0] ?? null;
  }

  async #readPage(skip: number, signal: AbortSignal): Promise<void> {
    const { clock, classify, read } = this.#options;
    const created = this.#created;
    const askedAt = clock.now();
    try {
      const { items } = await read(
        { skip, limit: PAGE },
        { signal, deadline: askedAt + PATIENCE_MS },
      );
      const places = new Map(
        items.map(({ id, status }, index) => [id, { index, meaning: classify(status) }]),
      );
      for (const [id, listed] of this.#runs) {
        const { at, meaning: before } = listed;
        const found = places.get(id);
        if (found !== undefined) {
          const { index, meaning } = found;
          Object.assign(listed, {
            place: skip + index - created,
            at: clock.now(),
            meaning,
            missed: 0,
          });
          if (isTerminal(meaning) && meaning !== before) {
            listed.onEnd();
          }
        } else if (this.#pageOf(listed, created) === skip && at <= askedAt) {
          const place = items.length < PAGE ? listed.place : skip + PAGE - created;
          Object.assign(listed, { place, at: clock.now(), missed: listed.missed + 1 });
        }
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      this.#isAbsent = error.notOffered || error.status === 403 || error.status === 404;
    }
  }
}
