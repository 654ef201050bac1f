/**
 * Tracks the positions of a fleet's runs in the list of runs (published API), and selects the most informative window
 * of the list. Pure. The list is sorted newest first. A window is one page of 100.
 */
import { aloneInterval } from './looks.ts';
import { isTerminal, type StatusClass } from '../../run/status.ts';

export const WINDOW = 100;

export interface Listed {
  /**
   * Index in the list, minus the number of runs that this fleet had created by then, because new runs move the others
   * down.
   */
  readonly place: number;
  /** The meaning of its status when it was last listed, or null if it was not found yet. */
  readonly meaning: StatusClass | null;
  /** When it was last listed, or when the run was first requested. */
  readonly at: number;
  /** When it was first requested. */
  readonly startedAt: number;
  /** Consecutive windows that should have contained it but did not. */
  readonly missed: number;
}

/** Plain, immutable data. */
export interface Listing {
  /** `absent`: the service has no list of runs, or denies access to it. */
  readonly mode: 'untried' | 'there' | 'absent';
  readonly runs: ReadonlyMap<number, Listed>;
  /** Number of runs that this fleet created. */
  readonly created: number;
}

/** A run missing from this many windows is polled individually. */
const MOST_MISSES = 4;
/** Reading the list pays off from this many runs. */
const WORTH_RUNS = 3;
/**
 * A window is due when the squared ages of its runs' states, in seconds, add up to this value, or when one of its runs
 * would be polled if it were alone. Without a minimum interval, a hundred runs would be polled every 2 s.
 */
const DUE = 400;
const LEAST_INTERVAL_MS = 4_000;
/** The assumed age of the state of a run that this fleet did not create. */
const ELSEWHERE_MS = 20_000;

export function listingStart(): Listing {
  return { mode: 'untried', runs: new Map(), created: 0 };
}

/** Adds a run. `created`: by this fleet, so it is at the top of the list. */
export function listingAdd(
  listing: Listing,
  { runId, created, now }: { readonly runId: number; readonly created: boolean; readonly now: number },
): Listing {
  const count = listing.created + (created ? 1 : 0);
  const place = created ? -count : -listing.created;
  // A run from elsewhere may have ended long ago.
  const at = created ? now : now - ELSEWHERE_MS;
  const runs = new Map(listing.runs).set(runId, { place, meaning: null, at, startedAt: at, missed: 0 });
  return { ...listing, runs, created: count };
}

export function listingRemove(listing: Listing, runId: number): Listing {
  const runs = new Map(listing.runs);
  runs.delete(runId);
  return { ...listing, runs };
}

export function listingAbsent(listing: Listing): Listing {
  return { ...listing, mode: 'absent' };
}

/** Records the result of polling the run itself. */
export function listingSaw(
  listing: Listing,
  { runId, meaning, now }: { readonly runId: number; readonly meaning: StatusClass; readonly now: number },
): Listing {
  const known = listing.runs.get(runId);
  return known === undefined
    ? listing
    : { ...listing, runs: new Map(listing.runs).set(runId, { ...known, meaning, at: now }) };
}

/** Whether the list is expected to show this run's end, so that it need not be polled individually. */
export function isListed({ mode, runs }: Listing, runId: number): boolean {
  const known = runs.get(runId);
  return mode !== 'absent' && known !== undefined && isOpen(known) && runs.size >= WORTH_RUNS;
}

/**
 * The list shows an end, so the run itself must be polled. `known` is what its last poll showed, which may be the end of
 * an earlier turn.
 */
export function hasChanged({ mode, runs }: Listing, { runId, known }: { runId: number; known: StatusClass }): boolean {
  const meaning = runs.get(runId)?.meaning ?? null;
  return mode === 'there' && meaning !== null && meaning !== known && isTerminal(meaning);
}

/** The list may have news about the run: it was not found yet, or is active. */
function isOpen({ meaning, missed }: Listed): boolean {
  return (meaning === null || meaning === 'active') && missed < MOST_MISSES;
}

export interface Window {
  readonly skip: number;
  /** When it is worth a request, on the same clock as `now`. */
  readonly dueAt: number;
  /** The sum of the squared ages of its runs' states, in seconds. */
  readonly worth: number;
}

/** The window that is due first, or null if the list is not worth a request. */
export function nextWindow(listing: Listing, now: number): Window | null {
  const { mode, runs, created } = listing;
  if (mode === 'absent' || runs.size < WORTH_RUNS) return null;
  const places = [...runs.values()]
    .filter(isOpen)
    .map(({ place, at, startedAt }) => ({
      place: Math.max(0, place + created),
      age: (now - at) / 1000,
      aloneAt: at + aloneInterval(at - startedAt),
    }))
    .sort((a, b) => a.place - b.place);
  let first: Window | null = null;
  for (let from = 0; from < places.length;) {
    const skip = places[from]?.place ?? 0;
    const end = places.findIndex(({ place }) => place >= skip + WINDOW);
    const inside = places.slice(from, end === -1 ? undefined : end);
    const ages = inside.map(({ age }) => age);
    const worth = ages.reduce((total, age) => total + age * age, 0);
    const leastAt = now + LEAST_INTERVAL_MS - 1000 * Math.min(...ages);
    const aloneAt = Math.min(...inside.map((run) => run.aloneAt));
    const dueAt = Math.max(now, leastAt, Math.min(aloneAt, now + dueIn(ages, worth)));
    if (first === null || dueAt < first.dueAt || (dueAt === first.dueAt && worth > first.worth))
      first = { skip, dueAt, worth };
    from = end === -1 ? places.length : end;
  }
  return first;
}

/** Milliseconds until the squared ages (in seconds) add up to the threshold for a window. */
function dueIn(ages: readonly number[], worth: number): number {
  const sum = ages.reduce((total, age) => total + age, 0);
  const root = Math.sqrt(Math.max(0, sum * sum - ages.length * (worth - DUE)));
  return (1000 * (root - sum)) / ages.length;
}

export interface ListItem {
  readonly id: number;
  readonly meaning: StatusClass;
}

/** Processes a page of the list. `items` is in list order, or null if the page could not be read. */
export function listingTake(
  listing: Listing,
  { skip, items, now }: { readonly skip: number; readonly items: readonly ListItem[] | null; readonly now: number },
): Listing {
  const { created } = listing;
  const runs = new Map(listing.runs);
  const found = new Set<number>();
  for (const [index, { id, meaning }] of (items ?? []).entries()) {
    const known = runs.get(id);
    if (known === undefined) continue;
    found.add(id);
    runs.set(id, { ...known, place: skip + index - created, meaning, at: now, missed: 0 });
  }
  for (const [id, known] of runs) {
    const place = Math.max(0, known.place + created);
    if (found.has(id) || place < skip || place >= skip + WINDOW) continue;
    // The run was moved down by others' runs, unless the list ends here. After a failed read, the next attempt comes
    // later.
    const pushed = items !== null && items.length >= WINDOW;
    runs.set(id, {
      ...known,
      place: pushed ? skip + WINDOW - created : known.place,
      at: now,
      missed: known.missed + 1,
    });
  }
  return { ...listing, mode: items === null ? listing.mode : 'there', runs };
}
