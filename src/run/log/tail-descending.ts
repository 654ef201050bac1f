/** Reading on at the end of a log whose newest entry comes first: the place of an entry is `total_logs - 1 - skip - i`. */
import { PAGE_LIMIT } from '../../service/entry.ts';
import { detectOrder, type RawEntry } from './entry.ts';
import type { Ledger } from './ledger.ts';
import type { Finding, Page, PageRequest } from './page.ts';

const GROWTH_MARGIN = 1; // Room for an entry that comes meanwhile; each more costs a long log requests.

/** Asks for the page that has the last entry known. */
export function nextDescending(
  { count }: Ledger,
  { total, pageSize }: { readonly total: number | null; readonly pageSize: number },
): PageRequest {
  if (total === null) return { skip: 0, limit: PAGE_LIMIT };
  const unread = total - count;
  // As long as the known end fits on the newest page, that page tells everything.
  const skip = unread + 1 <= pageSize ? 0 : unread - pageSize + 1 + GROWTH_MARGIN;
  return { skip: Math.min(skip, Math.max(0, total - pageSize)), limit: PAGE_LIMIT };
}

/** @param said the service's total where it can be used; else a log that fits on one page shows it */
export function readDescending(ledger: Ledger, page: Page, said: number | null): Finding {
  const { skip, entries, full } = page;
  const { count } = ledger;
  const total = said ?? (full ? null : skip + entries.length);
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

/** Without a usable total, new is what stands before the entry known last. */
function readByContent(ledger: Ledger, entries: readonly RawEntry[]): Finding {
  const at = entries.findIndex(({ fingerprint }) => fingerprint === ledger.last);
  if (at === -1) return { kind: 'doubt' };
  // Equal entries in a row make the place uncertain, and one behind it that nobody has seen came late.
  const twin = entries[at + 1]?.fingerprint === ledger.last;
  if (twin || entries.slice(at).some((entry) => ledger.isUnseen(entry))) return { kind: 'doubt' };
  return { kind: 'new', entries: entries.slice(0, at).toReversed(), full: false, placed: false };
}
