/**
 * Reads the log before a follow-up is sent, to distinguish the entries of the new turn from earlier ones (contract
 * 4.5).
 */
import type { CallOptions, Client } from '../service/client.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import { ServiceError } from '../service/errors.ts';
import type { AgentRun, LogsPage } from '../service/schema.ts';
import { detectOrder, rawEntry, type RawEntry } from './log/entry.ts';
import { countsOf, type Baseline } from './log/baseline.ts';

export interface Before {
  readonly run: AgentRun;
  /** Null if the log could not be read. */
  readonly baseline: Baseline | null;
}

/** The run is known, so a 404 means that the log address is wrong (contract 2.3). Null if the log still cannot be read. */
export async function baselineAt(client: Client, runId: number, call: CallOptions): Promise<Baseline | null> {
  try {
    return (await baselineOf(client, { runId, runKnown: true }, call)).baseline;
  } catch (error) {
    if (error instanceof ServiceError && !error.throttled) return null;
    throw error;
  }
}

/** The extent of a log, as far as it was read. */
interface Extent {
  readonly count: number;
  /** The last page. */
  readonly page: readonly RawEntry[];
}

/**
 * Null if the page is empty or repeats the previous one, because a service without working pages would be read
 * endlessly.
 */
function beyond({ page: before }: Extent, skip: number, page: readonly RawEntry[]): Extent | null {
  const marks = (entries: readonly RawEntry[]): string => entries.map(({ fingerprint }) => fingerprint).join();
  return page.length === 0 || marks(page) === marks(before) ? null : { count: skip + page.length, page };
}

/**
 * The number of entries, and the newest one. The total is verified: if it exceeds the first page, the end of the log is
 * read, and a full page is followed by the next one (the total may be the page's own count).
 */
export async function baselineOf(
  client: Client,
  of: { readonly runId: number; readonly runKnown?: boolean },
  call: CallOptions,
): Promise<Before> {
  const read = (skip: number): Promise<LogsPage> => client.logs({ ...of, skip, limit: PAGE_LIMIT }, call);
  const entries = async (skip: number): Promise<RawEntry[]> => (await read(skip)).logs.map(rawEntry);
  const run = await read(0);
  const first = run.logs.map(rawEntry);
  let known: Extent = { count: first.length, page: first };
  const total = run.total_logs ?? 0;
  if (total > known.count) known = beyond(known, total - 1, await entries(total - 1)) ?? known;
  while (known.page.length >= PAGE_LIMIT) {
    const next = beyond(known, known.count, await entries(known.count));
    if (next === null) break;
    known = next;
  }
  const order = detectOrder(first);
  const newest = order === 'desc' ? first[0] : known.page.at(-1);
  const seen = countsOf(known.page === first ? first : [...first, ...known.page]);
  const ends = { first: first[0] ?? null, end: known.page.at(-1) ?? null };
  return { run, baseline: { count: known.count, order, ...ends, last: newest ?? null, seen } };
}
