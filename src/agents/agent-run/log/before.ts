/** What the action remembers of a log before it sends a follow-up (contract 4.5). */
import { PAGE_LIMIT } from '../../entry.ts';
import type { RunId } from '../../port.ts';
import type { CallOptions } from '../../../http/limits.ts';
import type { Client } from '../client.ts';
import { rawEntry, type RawEntry, type Shape } from './entry.ts';
import { orderOf, type Order } from './order.ts';
import type { Page } from './pages.ts';

export interface LogBefore {
  /** Entries of earlier turns, or null if they could not be counted. */
  readonly count: number | null;
  /** Null if too few entries show it. */
  readonly order: Order | null;
  /** What the newest of them look like, oldest first. For a descending log alone. */
  readonly newest: readonly Shape[];
}

/** Of a run that did not exist before, or that is read from its start. */
export const NOTHING_BEFORE: LogBefore = { count: 0, order: null, newest: [] };
/** The log could not be read. */
export const UNREAD_BEFORE: LogBefore = { count: null, order: null, newest: [] };

/** So many of the newest entries tell where they are in a descending log. */
const NEWEST = 3;

/** Rejects with `ServiceError`, or with `call.signal.reason` on abort. */
export async function readLogBefore(
  client: Pick<Client, 'logs'>,
  runId: RunId,
  call: CallOptions,
): Promise<LogBefore> {
  const read = async (skip: number): Promise<Page> => {
    const page = await client.logs({ runId, skip, limit: PAGE_LIMIT }, call);
    return { entries: page.logs.map(rawEntry), total: page.total_logs };
  };
  const { entries, total } = await read(0);
  const order = orderOf(entries);
  const newest = order === 'desc' ? newestOf(entries) : [];
  const isFull = entries.length >= PAGE_LIMIT;
  if (!isFull && (total === null || entries.length >= total)) {
    return { count: entries.length, order, newest };
  }
  if (total === null || order === 'desc') {
    return { count: total, order, newest };
  }
  return { count: await countedToEnd(read, { received: entries.length, total }), order, newest };
}

function newestOf(listed: readonly RawEntry[]): readonly Shape[] {
  const shapes = listed.slice(0, NEWEST).map(({ shape }) => shape);
  return shapes.filter((shape) => shape !== null).reverse();
}

/**
 * The entries of an ascending log, counted by reading its last page: `total_logs` may be another
 * number, and an entry of the turn must not pass for one from before.
 */
async function countedToEnd(
  read: (skip: number) => Promise<Page>,
  { received, total }: { readonly received: number; readonly total: number },
): Promise<number> {
  let count = Math.max(received, total - PAGE_LIMIT + 1);
  for (;;) {
    const { entries } = await read(count);
    count += entries.length;
    const isFull = entries.length >= PAGE_LIMIT;
    if (entries.length === 0 || (!isFull && count >= total)) {
      return count;
    }
  }
}
