/**
 * Where the runs of a fleet stand in the list of runs (published API), and which window of the list tells most. Pure. The list is
 * newest first; a window is one page of 100.
 */
import type { StatusClass } from '../../run/status.ts';

export const WINDOW = 100;

export interface Listed {
  /** Index in the list, less the runs that this fleet had created by then: new runs push the others down. */
  readonly place: number;
  /** What its status meant when it was last in a page; null when it has not been found yet. */
  readonly meaning: StatusClass | null;
  /** When it was last in a page, or when the run was first asked for. */
  readonly at: number;
  /** Windows in a row that should have held it and did not. */
  readonly missed: number;
}

/** Plain data, never changed in place. */
export interface Listing {
  /** `absent`: the service has no list of runs, or refuses it. */
  readonly mode: 'untried' | 'there' | 'absent';
  readonly runs: ReadonlyMap<number, Listed>;
  /** Runs that this fleet created. */
  readonly created: number;
}

/** A run that was not in so many windows is followed by itself. */
const MOST_MISSES = 4;
/** A list pays from so many runs on. */
const WORTH_RUNS = 3;
/**
 * A window is due when the squares of the ages of what is known of its runs, in seconds, add up to this: one run is looked at every
 * 20 s, a hundred every 2 s if there were no least interval.
 */
const DUE = 400;
const LEAST_INTERVAL_MS = 4_000;
/** What a run that this fleet did not create counts as not heard of. */
const ELSEWHERE_MS = 20_000;

export function listingStart(): Listing {
  return { mode: 'untried', runs: new Map(), created: 0 };
}

/** A run exists now. `created`: by this fleet, so that it stands at the top of the list. */
export function listingAdd(
  listing: Listing,
  { runId, created, now }: { readonly runId: number; readonly created: boolean; readonly now: number },
): Listing {
  const count = listing.created + (created ? 1 : 0);
  const place = created ? -count : -listing.created;
  // A run from elsewhere may have ended long ago.
  const at = created ? now : now - ELSEWHERE_MS;
  const runs = new Map(listing.runs).set(runId, { place, meaning: null, at, missed: 0 });
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

/** What a look at the run itself showed. */
export function listingSaw(
  listing: Listing,
  { runId, meaning, now }: { readonly runId: number; readonly meaning: StatusClass; readonly now: number },
): Listing {
  const known = listing.runs.get(runId);
  return known === undefined
    ? listing
    : { ...listing, runs: new Map(listing.runs).set(runId, { ...known, meaning, at: now }) };
}

/** Whether the list tells when this run ends, as far as is known, so that it need not be looked at by itself. */
export function isListed({ mode, runs }: Listing, runId: number): boolean {
  const known = runs.get(runId);
  return mode !== 'absent' && known !== undefined && isOpen(known) && runs.size >= WORTH_RUNS;
}

/** The list shows an end, or a word that says nothing: the run itself is to be looked at. */
export function hasChanged({ mode, runs }: Listing, runId: number): boolean {
  const meaning = runs.get(runId)?.meaning ?? null;
  return mode === 'there' && meaning !== null && meaning !== 'active' && meaning !== 'unknown';
}

/** The list may say more of it: it was not found yet, or is at work. */
function isOpen({ meaning, missed }: Listed): boolean {
  return (meaning === null || meaning === 'active') && missed < MOST_MISSES;
}

export interface Window {
  readonly skip: number;
  /** When it is worth a request, on the same clock as `now`. */
  readonly dueAt: number;
  /** The squares of the ages of what is known of its runs, in seconds, added up. */
  readonly worth: number;
}

/** The window that is due first; null when the list is not worth a request. */
export function nextWindow(listing: Listing, now: number): Window | null {
  const { mode, runs, created } = listing;
  if (mode === 'absent' || runs.size < WORTH_RUNS) return null;
  const places = [...runs.values()]
    .filter(isOpen)
    .map(({ place, at }) => ({ place: Math.max(0, place + created), at }))
    .sort((a, b) => a.place - b.place);
  let first: Window | null = null;
  for (let from = 0; from < places.length;) {
    const skip = places[from]?.place ?? 0;
    const end = places.findIndex(({ place }, index) => index > from && place >= skip + WINDOW);
    const ages = places.slice(from, end === -1 ? undefined : end).map(({ at }) => (now - at) / 1000);
    const worth = ages.reduce((total, age) => total + age * age, 0);
    const dueAt = now + dueIn(ages, worth);
    if (first === null || dueAt < first.dueAt || (dueAt === first.dueAt && worth > first.worth))
      first = { skip, dueAt, worth };
    from = end === -1 ? places.length : end;
  }
  return first;
}

/** Milliseconds until the squares of the ages (seconds) add up to what makes a window due. */
function dueIn(ages: readonly number[], worth: number): number {
  const sum = ages.reduce((total, age) => total + age, 0);
  const root = Math.sqrt(Math.max(0, sum * sum - ages.length * (worth - DUE)));
  const least = LEAST_INTERVAL_MS - 1000 * Math.min(...ages);
  return Math.max(0, least, (1000 * (root - sum)) / ages.length);
}

export interface ListItem {
  readonly id: number;
  readonly meaning: StatusClass;
}

/** Takes in a page: what it says of this fleet's runs. `items` in the order of the list, null where it could not be read. */
export function listingTake(
  listing: Listing,
  { skip, items, now }: { readonly skip: number; readonly items: readonly ListItem[] | null; readonly now: number },
): Listing {
  const { created } = listing;
  const runs = new Map(listing.runs);
  const found = new Set<number>();
  for (const [index, { id, meaning }] of (items ?? []).entries()) {
    if (!runs.has(id)) continue;
    found.add(id);
    runs.set(id, { place: skip + index - created, meaning, at: now, missed: 0 });
  }
  for (const [id, known] of runs) {
    const place = Math.max(0, known.place + created);
    if (found.has(id) || place < skip || place >= skip + WINDOW) continue;
    // Others' runs have pushed it down, unless the list ends here; where nothing was read, the next try comes later.
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
