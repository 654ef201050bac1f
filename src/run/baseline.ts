/**
 * Reads the log before a follow-up is sent, to distinguish the entries of the new turn from earlier ones (contract
 * 4.5).
 */
import type { CallOptions, Client } from '../service/client.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import type { AgentRun, LogsPage } from '../service/schema.ts';
import { detectOrder, rawEntry, type RawEntry } from './log/entry.ts';
import { countsOf, type Baseline } from './log/baseline.ts';

export interface Before {
  readonly run: AgentRun;
  /** Null if the log could not be read to its end. */
  readonly baseline: Baseline | null;
  /** What was read of the log, if that was not all of it. */
  readonly glimpse?: Glimpse | undefined;
}

/** What is known of a log whose end could not be read. */
export type Glimpse = Pick<Baseline, 'seen' | 'stated'>;

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

/** Reads the extent of a log. What an attempt has read is kept if it fails midway. */
export class BaselineReader {
  readonly #client: Client;
  readonly #runId: number;
  #glimpse: Glimpse | undefined;

  constructor(client: Client, runId: number) {
    this.#client = client;
    this.#runId = runId;
  }

  /** What the failed attempts have read, or undefined if that is nothing. */
  get glimpse(): Glimpse | undefined {
    return this.#glimpse;
  }

  /**
   * Reads the number of entries, and the newest one. The total is verified: if it exceeds the first page, the end of
   * the log is read, and a full page is followed by the next one (the total may be the page's own count).
   *
   * @param of.runKnown as in `LogsRequest`
   */
  async read(call: CallOptions, of: { readonly runKnown?: boolean } = {}): Promise<Before> {
    const runId = this.#runId;
    const read = (skip: number): Promise<LogsPage> =>
      this.#client.logs({ ...of, runId, skip, limit: PAGE_LIMIT }, call);
    const entries = async (skip: number): Promise<RawEntry[]> => (await read(skip)).logs.map(rawEntry);
    const run = await read(0);
    const first = run.logs.map(rawEntry);
    const total = run.total_logs ?? 0;
    let known: Extent = { count: first.length, page: first };
    const seen = (): Map<string, number> => countsOf(known.page === first ? first : [...first, ...known.page]);
    this.#glimpse = { seen: seen(), stated: total > known.count ? total : null };
    if (total > known.count) known = beyond(known, total - 1, await entries(total - 1)) ?? known;
    while (known.page.length >= PAGE_LIMIT) {
      // The log does not end where the total said.
      this.#glimpse = { seen: seen(), stated: null };
      const next = beyond(known, known.count, await entries(known.count));
      if (next === null) break;
      known = next;
    }
    const order = detectOrder(first);
    const newest = order === 'desc' ? first[0] : known.page.at(-1);
    const ends = { first: first[0] ?? null, end: known.page.at(-1) ?? null };
    return { run, baseline: { count: known.count, order, ...ends, last: newest ?? null, seen: seen() } };
  }
}
