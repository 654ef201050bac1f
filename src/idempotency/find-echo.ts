/** Looks for the echo of a follow-up in the log of its run, from the newest end (contract 7.2). */
import { rawEntry, toEntry } from '../run/log/entry.ts';
import type { CallOptions, Client } from '../service/client.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import { ServiceError } from '../service/errors.ts';
import { isEcho } from './mark.ts';

/** Pages read at most: an older echo is of a follow-up that nobody waits for any more. */
const PAGES_MAX = 10;

/** Null when the log cannot be read. */
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
