/** Searches the run's log for the echo of a follow-up, newest entries first (contract 7.2). */
import { rawEntry, toEntry } from '../run/entry.ts';
import type { CallOptions, Client } from '../service/client.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import { ServiceError } from '../service/errors.ts';
import { isEcho } from './mark.ts';

/** Maximum number of pages. Nobody waits for a follow-up with an older echo. */
const PAGES_MAX = 10;

/** Null if the log cannot be read. */
export async function findEcho(
  client: Pick<Client, 'logs'>,
  { runId, mark }: { readonly runId: number; readonly mark: string },
  call: CallOptions,
): Promise<boolean | null> {
  const page = async (skip: number): Promise<{ readonly found: boolean; readonly total: number }> => {
    const { logs, total_logs: total } = await client.logs({ runId, skip, limit: PAGE_LIMIT }, call);
    return { found: logs.some((value) => isEcho(toEntry(rawEntry(value), 0), mark)), total: total ?? 0 };
  };
  try {
    const { found, total } = await page(0);
    if (found) return true;
    let skip = Math.max(PAGE_LIMIT, total - PAGE_LIMIT);
    for (let pages = 1; pages < PAGES_MAX && skip < total; pages += 1) {
      if ((await page(skip)).found) return true;
      if (skip === PAGE_LIMIT) break;
      skip = Math.max(PAGE_LIMIT, skip - PAGE_LIMIT);
    }
    return false;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}
