/**
 * Reads the new entries at the end of a log. In ascending order, entry `i` of a page has the position `skip + i`; in descending order, it
 * has the position `total_logs - 1 - skip - i`.
 */
import { PAGE_LIMIT } from '../../service/entry.ts';
import { detectOrder, type RawEntry } from './entry.ts';
import type { Ledger } from './ledger.ts';
import type { Finding, IsDescending, Page, PageRequest } from './page.ts';

const GROWTH_MARGIN = 1; // Room for an entry added meanwhile; a larger margin costs a long log more requests.

/**
 * Requests a page that overlaps the last known entry and, with the first page of a poll, those before it that may still be filled in.
 *
 * @param isFirst the page is the first of a poll; the entries before the following ones have just been read
 */
export function nextAscending(
  { count, watchedFrom }: Ledger,
  { pageSize, isFirst }: { readonly pageSize: number; readonly isFirst: boolean },
): PageRequest {
  // At least half a page is left for new entries.
  const watched = isFirst ? Math.max(watchedFrom ?? Infinity, count - Math.floor(pageSize / 2)) : Infinity;
  return { skip: Math.max(0, Math.min(count - 1, watched)), limit: PAGE_LIMIT };
}

export function readAscending(ledger: Ledger, { skip, entries, full }: Page): Finding | IsDescending {
  const { count } = ledger;
  const overlap = Math.max(0, count - skip);
  if (entries.length < overlap) return { kind: 'shorter' };
  const known = entries[overlap - 1];
  if (!ledger.confirms(entries, { at: skip, last: known })) return { kind: 'doubt' };
  const order = detectOrder(entries);
  if (order === 'desc') return count > 0 ? { kind: 'doubt' } : { kind: 'descending' };
  ledger.learnOrder(order);
  if (known !== undefined) ledger.learnLast(known);
  return { kind: 'new', entries: entries.slice(overlap), full, placed: true };
}

/** Requests the page that contains the last known entry. */
export function nextDescending(
  { count }: Ledger,
  { total, pageSize }: { readonly total: number | null; readonly pageSize: number },
): PageRequest {
  if (total === null) return { skip: 0, limit: PAGE_LIMIT };
  const unread = total - count;
  // If the newest page reaches back to the last known entry, it contains everything new.
  const skip = unread + 1 <= pageSize ? 0 : unread - pageSize + 1 + GROWTH_MARGIN;
  return { skip: Math.min(skip, Math.max(0, total - pageSize)), limit: PAGE_LIMIT };
}

/** @param reported the service's total if it can be trusted; otherwise the total is known only for a log that fits on one page */
export function readDescending(ledger: Ledger, page: Page, reported: number | null): Finding {
  const { skip, entries, full } = page;
  const { count } = ledger;
  const total = reported ?? (full ? null : skip + entries.length);
  if (total === null) return readByContent(ledger, entries);
  if (total < count) return { kind: 'shorter' };
  const lowest = total - skip - entries.length;
  if (lowest < 0 || (!full && lowest !== 0)) return { kind: 'doubt' };
  const rising = entries.toReversed();
  const known = rising[count - 1 - lowest];
  if (known !== undefined && !ledger.confirms(rising, { at: lowest, last: known })) return { kind: 'doubt' };
  if (known === undefined && lowest > 0) return { kind: 'not_reached' };
  const fresh = rising.slice(count - lowest);
  if (count > 0 && fresh.length > 0 && detectOrder(entries) === 'asc') return { kind: 'doubt' };
  return { kind: 'new', entries: fresh, full: lowest + entries.length < total, placed: true };
}

/** Without a trusted total, the new entries are those listed before the last known one. */
function readByContent(ledger: Ledger, entries: readonly RawEntry[]): Finding {
  const at = entries.findIndex(({ fingerprint }) => fingerprint === ledger.last);
  if (at === -1) return { kind: 'doubt' };
  // Equal neighbours make the position uncertain, and an unknown entry after it arrived late.
  const twin = entries[at + 1]?.fingerprint === ledger.last;
  if (twin || entries.slice(at).some((entry) => ledger.isUnseen(entry))) return { kind: 'doubt' };
  return { kind: 'new', entries: entries.slice(0, at).toReversed(), full: false, placed: false };
}
