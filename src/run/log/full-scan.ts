/** Reading a whole log page by page, and telling this turn's entries from those before it. Pure. */
import { detectOrder, timeOf, type Order, type RawEntry } from './entry.ts';

/** What is known of the log before this turn; all of it is left out. */
export interface Baseline {
  readonly count: number;
  /** The newest entry, where it was seen; without an order, the one at the end of the list. */
  readonly last: RawEntry | null;
  /** The entry at the start of the list, where it was seen. */
  readonly first?: RawEntry | null;
  readonly order: Order | null;
}

export const NO_BASELINE: Baseline = { count: 0, last: null, order: null };

/** Once the order is known to be descending: what was taken for the newest entry because it ended the list was the oldest. */
export function asDescending(baseline: Baseline): Baseline {
  if (baseline.order !== null || baseline.first === undefined) return baseline;
  return { ...baseline, last: baseline.first, order: 'desc' };
}

/**
 * How many entries at the head of the next page are already read, when `page` was asked for with one entry of overlap;
 * null when it does not continue `seen`. Where a descending log grew by `growth` meanwhile, the overlap did too, or by less
 * where an entry came late; when the service does not say by how much (null), the smallest that fits is taken.
 */
export function continuation(
  seen: readonly RawEntry[],
  {
    page,
    growth,
    order,
  }: { readonly page: readonly RawEntry[]; readonly growth: number | null; readonly order: Order | null },
): number | null {
  if (seen.length === 0) return 0;
  const grown = (detectOrder(seen) ?? order) === 'desc' ? growth : 0;
  const most = Math.min(page.length, seen.length);
  const fits = (known: number): boolean =>
    seen.slice(-known).every(({ fingerprint }, index) => fingerprint === page[index]?.fingerprint);
  if (grown !== null && grown >= 0) {
    for (let known = Math.min(1 + grown, most); known >= 1; known -= 1) if (fits(known)) return known;
    return null;
  }
  for (let known = 1; known <= most; known += 1) if (fits(known)) return known;
  return null;
}

/**
 * The entries of this turn in a whole log, oldest first. From where the service's clock was set back, place alone decides. Before
 * that, time tells a late entry of an earlier turn, or a page out of order; where it cannot (equal, unreadable), place decides.
 */
export function entriesOfTurn(rising: readonly RawEntry[], baseline: Baseline): RawEntry[] {
  const start = turnStart(rising, baseline);
  const before = baseline.last === null ? null : timeOf(baseline.last);
  const setBack = clockSetBackAt(rising, baseline);
  return rising.filter((entry, index) => {
    if (index >= setBack) return true;
    const time = timeOf(entry);
    return before === null || time === null || time === before ? index >= start : time > before;
  });
}

/**
 * The first entry of this turn that is dated before the whole log of the turns before, which stands where it was read: no late entry of
 * theirs, but a clock that was set back. Infinity when there is none.
 */
export function clockSetBackAt(rising: readonly RawEntry[], { count, last }: Baseline): number {
  if (last === null || rising[count - 1]?.fingerprint !== last.fingerprint) return Infinity;
  const newest = timeOf(last) ?? -Infinity;
  let oldest = Infinity;
  for (const entry of rising.slice(0, count)) {
    const time = timeOf(entry) ?? newest;
    // A page out of order has put an entry of this turn among those before it.
    if (time > newest) return Infinity;
    oldest = Math.min(oldest, time);
  }
  const at = rising.findIndex((entry, index) => index >= count && (timeOf(entry) ?? Infinity) < oldest);
  return at === -1 ? Infinity : at;
}

/** Where this turn begins by place: behind the newest entry of the turns before it. */
function turnStart(rising: readonly RawEntry[], { count, last }: Baseline): number {
  if (last === null) return count;
  // A late entry of an earlier turn may have moved it back.
  const at = rising.findIndex(({ fingerprint }, index) => index >= count - 1 && fingerprint === last.fingerprint);
  if (at !== -1) return at + 1;
  if (rising.length >= count) return count;
  // A log shorter than before was begun anew, or has a hole.
  return rising.findLastIndex(({ fingerprint }) => fingerprint === last.fingerprint) + 1;
}

/** Whether the time stamp says that an entry is not of this turn, or may not be. */
export function isBefore(entry: RawEntry, { last }: Baseline): boolean {
  const before = last === null ? null : timeOf(last);
  const time = timeOf(entry);
  return before !== null && time !== null && time <= before;
}

/**
 * Whether the log begins with what was there before the turn, and does not end with it too: then it is ascending, also where the service's
 * clock was set back since and its time stamps fall.
 */
export function beginsWith(seen: readonly RawEntry[], { count, first = null, last, order }: Baseline): boolean {
  if (first === null || last === null || order === 'desc' || seen.length <= count) return false;
  const isAt = (start: number): boolean =>
    seen[start]?.fingerprint === first.fingerprint && seen[start + count - 1]?.fingerprint === last.fingerprint;
  return isAt(0) && !isAt(seen.length - count);
}

/** The order of a log whose time stamps do not tell it: descending when all that was there before now stands behind the new. */
export function orderByBaseline(seen: readonly RawEntry[], { count, first = null, last }: Baseline): Order | null {
  if (last === null || seen[count - 1]?.fingerprint === last.fingerprint) return null;
  const behind = seen[seen.length - count]?.fingerprint;
  if (behind === last.fingerprint) return 'desc';
  const asBefore = first !== null && behind === first.fingerprint && seen.at(-1)?.fingerprint === last.fingerprint;
  return asBefore ? 'desc' : null;
}

/**
 * Where each of `sequence` (fingerprints in the order they were handed out) stands in `order` (oldest first): a permutation of
 * 0 … n - 1. Equal ones keep their order among themselves; what `order` does not have goes to the end.
 */
export function placesIn(order: readonly string[], sequence: readonly string[]): number[] {
  const positions = new Map<string, number[]>();
  // Last places first, since taking from the end of a list costs nothing.
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const fingerprint = order[at] ?? '';
    const known = positions.get(fingerprint);
    if (known === undefined) positions.set(fingerprint, [at]);
    else known.push(at);
  }
  const wanted = sequence.map((fingerprint) => positions.get(fingerprint)?.pop() ?? order.length);
  const sorted = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  const places = new Array<number>(sequence.length);
  sorted.forEach(({ index }, place) => (places[index] = place));
  return places;
}

/** The baseline once its newest entry is seen, where the page read before the turn did not show it. */
export function withLast(baseline: Baseline, last: RawEntry): Baseline {
  return baseline.count === 0 ? baseline : { ...baseline, last };
}
