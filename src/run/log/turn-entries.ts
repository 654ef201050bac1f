/** Telling this turn's entries in a whole log from those of the turns before it. Pure. */
import type { Baseline } from './baseline.ts';
import { timeOf, type Order, type RawEntry } from './entry.ts';

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
