/** Reads new entries of a log in ascending order, where entry `i` of a page has the position `skip + i`. */
import { PAGE_LIMIT } from '../../service/entry.ts';
import { detectOrder } from './entry.ts';
import type { Ledger } from './ledger.ts';
import type { Finding, IsDescending, Page, PageRequest } from './page.ts';

/** Requests a page that overlaps the last known entry and those before it that may still be filled in. */
export function nextAscending({ count, watchedFrom }: Ledger, pageSize: number): PageRequest {
  // At least half a page is left for new entries.
  const watched = Math.max(watchedFrom ?? Infinity, count - pageSize / 2);
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
