/** Telling this turn's entries in a whole log from those of the turns before it. Pure. */
import { take } from '../../shared/multiset.ts';
import type { Baseline } from './baseline.ts';
import type { Order, RawEntry } from './entry.ts';

/** Whether an entry is the message that began this turn, as the log shows it. */
export type IsEcho = (entry: RawEntry) => boolean;

/**
 * The entries of this turn in a whole log, oldest first: none that was seen before it, wherever it stands. Of the others, from a place on, place alone decides (`placeDecidesFrom`). Before that, time tells a
 * late entry of an earlier turn, or a page out of order; where it cannot (equal, unreadable), place decides.
 */
export function entriesOfTurn(rising: readonly RawEntry[], baseline: Baseline, isEcho: IsEcho): RawEntry[] {
  const start = turnStart(rising, baseline);
  const before = baseline.last?.time ?? null;
  const from = placeDecidesFrom(rising, baseline, isEcho);
  const isOld = wasThere(baseline);
  const unmoved = standsAsRead(rising, baseline) ? baseline.count : 0;
  return rising.filter((entry, index) => {
    if (isOld(entry) || index < unmoved) return false;
    if (index >= from) return true;
    const { time } = entry;
    return before === null || time === null || time === before ? index >= start : time > before;
  });
}

/** Whether an entry was seen before the turn; each counts as often as it was there. To be asked of the whole log, oldest first. */
function wasThere({ seen }: Pick<Baseline, 'seen'>): (entry: RawEntry) => boolean {
  const left = new Map(seen);
  return ({ fingerprint }) => take(left, fingerprint);
}

/** Whether the turns before begin and end where they did when they were read. */
function standsAsRead(
  rising: readonly RawEntry[],
  { count, first = null, end = null, last, order }: Baseline,
): boolean {
  const oldest = order === 'desc' ? end : first;
  if (oldest === null || last === null) return false;
  return rising[0]?.fingerprint === oldest.fingerprint && rising[count - 1]?.fingerprint === last.fingerprint;
}

/**
 * From where on everything is of this turn, whatever its time stamp says: the follow-up's own message, or the first entry that can only be
 * explained by a clock that was set back. Infinity when there is neither.
 */
export function placeDecidesFrom(rising: readonly RawEntry[], baseline: Baseline, isEcho: IsEcho): number {
  const start = turnStart(rising, baseline);
  const echo = rising.findIndex((entry, index) => index >= start && isEcho(entry));
  return Math.min(echo === -1 ? Infinity : echo, clockSetBackAt(rising, baseline));
}

/**
 * Where the turns before stand as they were read: the first entry behind them whose date only a clock that was set back explains. It is
 * dated before all of theirs, or within their time, but behind an entry of this turn; while nothing is dated after them, any that is dated
 * before the newest of them. A late entry of theirs comes before this turn shows its work. Infinity when there is none.
 */
function clockSetBackAt(rising: readonly RawEntry[], baseline: Baseline): number {
  const { count, last } = baseline;
  if (last === null || rising[count - 1]?.fingerprint !== last.fingerprint) return Infinity;
  const newest = last.time;
  if (newest === null) return Infinity;
  const times = rising.map(({ time }) => time ?? newest);
  const before = times.slice(0, count);
  const isOld = wasThere(baseline);
  // A page out of order has put an entry of this turn among those before it.
  const isMoved = !standsAsRead(rising, baseline);
  if (isMoved && rising.slice(0, count).some((entry, index) => !isOld(entry) && (times[index] ?? newest) > newest))
    return Infinity;
  const oldest = before.reduce((least, time) => Math.min(least, time));
  const later = times.findIndex((time, index) => index >= count && time > newest);
  const at = times.findIndex((time, index) => index >= count && time < (index < later ? oldest : newest));
  return at === -1 ? Infinity : at;
}

/** A follow-up's message is in the log so soon after it was sent, if the clocks agree. */
const MESSAGE_WITHIN_MS = 60_000;

export interface UnreadLog extends Pick<Baseline, 'seen' | 'stated'> {
  /** As in `Baseline`. */
  readonly since: number;
  readonly isEcho: IsEcho;
}

/**
 * Where this turn begins in a log that was not read to its end before it had begun: behind all that was seen, at the length that was stated
 * then. Without one, at the follow-up's message, else at the first entry dated at or after `since`. The message decides against the clock, unless
 * entries behind it say that it is an earlier one of the same words; `sure`: it is not.
 */
export function findTurnStart(
  rising: readonly RawEntry[],
  { since, isEcho, seen, stated = null }: UnreadLog,
): { readonly at: number; readonly sure: boolean } {
  const from = seen === undefined ? 0 : rising.findLastIndex(wasThere({ seen })) + 1;
  const length = rising.length;
  if (stated !== null && stated >= from && stated <= length) return { at: stated, sure: true };
  const { at, sure } = startByTime(rising.slice(from), { since, isEcho });
  // A log that is shorter than it was may be a stale answer.
  return { at: from + at, sure: sure && (stated ?? 0) <= length };
}

function startByTime(
  rising: readonly RawEntry[],
  { since, isEcho }: Pick<UnreadLog, 'since' | 'isEcho'>,
): { readonly at: number; readonly sure: boolean } {
  const isRecent = (entry: RawEntry): boolean => (entry.time ?? since) >= since;
  const recent = rising.findIndex(isRecent);
  const echo = rising.findLastIndex(isEcho);
  const message = rising[echo];
  if (message !== undefined && (recent === -1 || isRecent(message))) {
    const time = message.time ?? since;
    return { at: echo, sure: time >= since && time < since + MESSAGE_WITHIN_MS };
  }
  return { at: recent === -1 ? rising.length : recent, sure: true };
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
  const before = last?.time ?? null;
  const { time } = entry;
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
