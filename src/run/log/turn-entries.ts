/** Separates this turn's entries in a whole log from those of earlier turns. Pure. */
import { take } from '../../shared/multiset.ts';
import type { Baseline } from './baseline.ts';
import type { Order, RawEntry } from './entry.ts';

/** Whether an entry is the log's copy of the message that began this turn. */
export type IsEcho = (entry: RawEntry) => boolean;

/**
 * Returns the entries of this turn, oldest first, without any that were seen before it. From `placeDecidesFrom` on, position alone
 * decides. Before that, the time decides, because an entry of an earlier turn may be late or a page out of order; if the time is equal or
 * unreadable, position decides.
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

/** Returns a stateful check for entries seen before the turn, counting duplicates. Call it for every entry, oldest first. */
function wasThere({ seen }: Pick<Baseline, 'seen'>): (entry: RawEntry) => boolean {
  const left = new Map(seen);
  return ({ fingerprint }) => take(left, fingerprint);
}

/** Whether the earlier turns still begin and end at the same positions. */
function standsAsRead(
  rising: readonly RawEntry[],
  { count, first = null, end = null, last, order }: Baseline,
): boolean {
  const oldest = order === 'desc' ? end : first;
  if (oldest === null || last === null) return false;
  return rising[0]?.fingerprint === oldest.fingerprint && rising[count - 1]?.fingerprint === last.fingerprint;
}

/**
 * The position from which all entries belong to this turn, whatever their time stamps: that of the follow-up's own message, or of the first
 * entry that shows that the service's clock was set back. Infinity if there is neither.
 */
export function placeDecidesFrom(rising: readonly RawEntry[], baseline: Baseline, isEcho: IsEcho): number {
  const start = turnStart(rising, baseline);
  const echo = rising.findIndex((entry, index) => index >= start && isEcho(entry));
  return Math.min(echo === -1 ? Infinity : echo, clockSetBackAt(rising, baseline));
}

/**
 * The first position after the earlier turns whose date implies that the clock was set back: dated before all of their entries, or before
 * their newest while no entry is dated after it. Late entries of theirs are expected only before the first entry dated after them. Infinity
 * if there is none, or if the earlier turns have moved.
 */
function clockSetBackAt(rising: readonly RawEntry[], baseline: Baseline): number {
  const newest = baseline.last?.time ?? null;
  const end = endOfEarlierTurns(rising, baseline);
  if (newest === null || end === null) return Infinity;
  const times = rising.map(({ time }) => time ?? newest);
  const before = times.slice(0, end);
  const isOld = wasThere(baseline);
  // A page out of order may have moved an entry of this turn among the earlier ones.
  const isMoved = !standsAsRead(rising, baseline);
  if (isMoved && rising.slice(0, end).some((entry, index) => !isOld(entry) && (times[index] ?? newest) > newest))
    return Infinity;
  const oldest = before.reduce((least, time) => Math.min(least, time));
  const later = times.findIndex((time, index) => index >= end && time > newest);
  const at = times.findIndex((time, index) => index >= end && time < (index < later ? oldest : newest));
  return at === -1 ? Infinity : at;
}

/**
 * The position after the earlier turns, from which a page with a gap may lack entries. Null if they reach further than they did, or were not
 * read.
 */
function endOfEarlierTurns(rising: readonly RawEntry[], baseline: Baseline): number | null {
  const { count, last } = baseline;
  if (last === null) return null;
  if (rising[count - 1]?.fingerprint === last.fingerprint) return count;
  const isOld = wasThere(baseline);
  const end = rising.findLastIndex((entry) => isOld(entry) || entry.fingerprint === last.fingerprint) + 1;
  return end > 0 && end <= count ? end : null;
}

/** If the clocks agree, the follow-up's message is logged within this time of being sent. */
const MESSAGE_WITHIN_MS = 60_000;

export interface UnreadLog extends Pick<Baseline, 'seen' | 'stated'> {
  /** As in `Baseline`. */
  readonly since: number;
  readonly isEcho: IsEcho;
}

/**
 * Finds the start of this turn in a log that was not read completely before the turn: after all entries seen, at the length reported then.
 * Without that length, it is the follow-up's message, otherwise the first entry dated at or after `since`. The message wins over the clock
 * unless later entries show that it is an earlier one with the same text; `sure` rules that out.
 */
export function findTurnStart(
  rising: readonly RawEntry[],
  { since, isEcho, seen = new Map(), stated = null }: UnreadLog,
): { readonly at: number; readonly sure: boolean } {
  const from = rising.findLastIndex(wasThere({ seen })) + 1;
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

/** The position after the newest entry of the earlier turns. */
function turnStart(rising: readonly RawEntry[], { count, last }: Baseline): number {
  if (last === null) return count;
  // A late entry of an earlier turn may have shifted it.
  const at = rising.findIndex(({ fingerprint }, index) => index >= count - 1 && fingerprint === last.fingerprint);
  if (at !== -1) return at + 1;
  if (rising.length >= count) return count;
  // A log that became shorter was restarted or lost entries.
  return rising.findLastIndex(({ fingerprint }) => fingerprint === last.fingerprint) + 1;
}

/** Whether an entry's time stamp allows it to belong to an earlier turn. */
export function isBefore(entry: RawEntry, { last }: Baseline): boolean {
  const before = last?.time ?? null;
  const { time } = entry;
  return before !== null && time !== null && time <= before;
}

/** Late entries that may be dated before the only entry known from before the turn. */
const LATE_MAX = 2;

/**
 * The order shown by the entries from before the turn, where they now stand together at one end of the log only. It holds even if the time
 * stamps contradict it, because the service's clock may have been set back. Null if their place shows no order, or another one than
 * their own time stamps.
 */
export function orderByPlace(
  seen: readonly RawEntry[],
  { count, first = null, end = null, last, order }: Baseline,
  isEcho: IsEcho,
): Order | null {
  const bottom = order === 'desc' ? end : last;
  if (first === null || bottom === null || seen.length <= count) return null;
  const isAt = (start: number): boolean =>
    seen[start]?.fingerprint === first.fingerprint && seen[start + count - 1]?.fingerprint === bottom.fingerprint;
  const [leads, trails] = [isAt(0), isAt(seen.length - count)];
  if (leads === trails) return null;
  if (leads) return order === 'desc' ? null : 'asc';
  if (order === 'asc') return null;
  // In front of a single entry, an earlier date may also be that of a late entry of the turn before, but not of many, nor of the follow-up.
  const oldestNew = seen.at(-count - 1);
  const isClear = count > 1 || seen.length - count > LATE_MAX || (oldestNew !== undefined && isEcho(oldestNew));
  return isClear ? 'desc' : null;
}

/** The order of a log whose time stamps do not determine it: descending if the earlier entries now follow the new ones. */
export function orderByBaseline(seen: readonly RawEntry[], { count, first = null, last }: Baseline): Order | null {
  if (last === null || seen[count - 1]?.fingerprint === last.fingerprint) return null;
  const behind = seen[seen.length - count]?.fingerprint;
  if (behind === last.fingerprint) return 'desc';
  const asBefore = first !== null && behind === first.fingerprint && seen.at(-1)?.fingerprint === last.fingerprint;
  return asBefore ? 'desc' : null;
}
