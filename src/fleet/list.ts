/**
 * Watches the list of runs (published API) for a step with many runs: one page of a hundred runs in each tick, the one of which least is
 * known (contract 13). A run that the list shows to have ended is then polled like any other.
 */
import type { Clock } from '../ports.ts';
import { isTerminal, type StatusClass } from '../run/status.ts';
import type { CallOptions } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { List, PageRequest } from '../service/published.ts';
import type { IdentifiedRun } from '../service/schema.ts';

/** What the list has told of a run. Plain, immutable data. Times are on the clock's `now`. */
export interface Listed {
  /** Its index in the list, minus the number of runs created by then, because new runs move the others down. */
  readonly place: number;
  /** When a page was last read that should have it. */
  readonly at: number;
  /** Null until it is found. */
  readonly meaning: StatusClass | null;
  /** Pages in a row that should have had it. Runs of others move it down. */
  readonly missed: number;
}
export type Listing = ReadonlyMap<number, Listed>;

const PAGE = 100;
const TICK_MS = 3_000;
/** A slower page would be outdated. */
const PATIENCE_MS = 20_000;
/** So many runs are worth the requests, until they have all ended. */
const LEAST_RUNS = 3;
/** A run missing from this many pages is polled itself. */
const MOST_MISSES = 4;

/** The first index of the page whose runs were listed longest ago, taken together, or null if the list has no news. */
export function nextPage(
  listing: Listing,
  { created, now }: { readonly created: number; readonly now: number },
): number | null {
  const worth = new Map<number, number>();
  for (const listed of listing.values()) {
    if (!mayTell(listed)) continue;
    const skip = pageOf(listed, created);
    worth.set(skip, (worth.get(skip) ?? 0) + (now - listed.at) ** 2);
  }
  let best: number | null = null;
  for (const [skip, value] of worth) if (best === null || value > (worth.get(best) ?? 0)) best = skip;
  return best;
}

/** The listing after a page of the list was read, which was requested at `askedAt` when `created` runs had been created. */
export function afterPage(
  listing: Listing,
  page: { readonly skip: number; readonly items: readonly { readonly id: number; readonly meaning: StatusClass }[] },
  { created, askedAt, now }: { readonly created: number; readonly askedAt: number; readonly now: number },
): Listing {
  const found = new Map(
    page.items.map(({ id, meaning }, index) => [id, { place: page.skip + index - created, meaning }]),
  );
  const after = [...listing].map(([id, listed]): [number, Listed] => {
    const known = found.get(id);
    if (known !== undefined) return [id, { ...known, at: now, missed: 0 }];
    if (pageOf(listed, created) !== page.skip || listed.at > askedAt) return [id, listed];
    const isLast = page.items.length < PAGE;
    const place = isLast ? listed.place : page.skip + PAGE - created;
    return [id, { ...listed, place, at: now, missed: listed.missed + 1 }];
  });
  return new Map(after);
}

/** The list is expected to show the end of the run. */
function mayTell({ meaning, missed }: Listed): boolean {
  return (meaning === null || meaning === 'active') && missed < MOST_MISSES;
}

function pageOf({ place }: Listed, created: number): number {
  return Math.floor(Math.max(0, place + created) / PAGE) * PAGE;
}

export interface RunListOptions {
  readonly clock: Clock;
  readonly classify: (word: string | null) => StatusClass;
  readonly read: (page: PageRequest, call: CallOptions) => Promise<List<IdentifiedRun>>;
  /** Ends the watch. */
  readonly stop: AbortSignal;
}

export class RunList {
  readonly #options: RunListOptions;
  readonly #onEnd = new Map<number, () => void>();
  #listing: Listing = new Map();
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
  follow(runId: number, run: { readonly created: boolean; readonly onEnd: () => void }): void {
    if (run.created) this.#created += 1;
    const listed: Listed = { place: -this.#created, at: this.#options.clock.now(), meaning: null, missed: 0 };
    this.#listing = new Map(this.#listing).set(runId, listed);
    this.#onEnd.set(runId, run.onEnd);
    if (this.#onEnd.size >= LEAST_RUNS) void this.#watch();
  }

  leave(runId: number): void {
    this.#listing = new Map([...this.#listing].filter(([id]) => id !== runId));
    this.#onEnd.delete(runId);
    if (this.#onEnd.size === 0) this.#rest.abort();
  }

  /** Whether the list is expected to show the run's end, so that the run itself need not be polled for it. */
  covers(runId: number): boolean {
    const listed = this.#listing.get(runId);
    return this.#isWatching && listed !== undefined && mayTell(listed);
  }

  async #watch(): Promise<void> {
    if (this.#isWatching || this.#isAbsent) return;
    this.#isWatching = true;
    const { stop } = this.#options;
    try {
      for (let isThere = true; isThere && this.#onEnd.size > 0;) isThere = await this.#tick();
      this.#isAbsent = this.#onEnd.size > 0;
    } catch (error) {
      if (!stop.aborted) throw error;
    } finally {
      this.#isWatching = false;
      // Those that rely on the list are polled from now on.
      for (const onEnd of this.#onEnd.values()) onEnd();
    }
  }

  /** Ends at once when no run is followed any more, because what waits would keep the process alive. */
  async #tick(): Promise<boolean> {
    const { clock, stop } = this.#options;
    this.#rest = new AbortController();
    const signal = AbortSignal.any([stop, this.#rest.signal]);
    try {
      await clock.sleep(TICK_MS, signal);
      const skip = nextPage(this.#listing, { created: this.#created, now: clock.now() });
      return skip === null || (await this.#readPage(skip, signal));
    } catch (error) {
      if (stop.aborted || !signal.aborted) throw error;
      return true;
    }
  }

  /** Returns false if the service has no list of runs, or denies access to it. */
  async #readPage(skip: number, signal: AbortSignal): Promise<boolean> {
    const { clock, classify, read } = this.#options;
    const asked = { created: this.#created, askedAt: clock.now() };
    try {
      const page = await read({ skip, limit: PAGE }, { signal, deadline: clock.now() + PATIENCE_MS });
      const items = page.items.map(({ id, status }) => ({ id, meaning: classify(status) }));
      const before = this.#listing;
      this.#listing = afterPage(this.#listing, { skip, items }, { ...asked, now: clock.now() });
      for (const { id, meaning } of items)
        if (isTerminal(meaning) && before.get(id)?.meaning !== meaning) this.#onEnd.get(id)?.();
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return !error.notOffered && error.status !== 403 && error.status !== 404;
    }
  }
}
