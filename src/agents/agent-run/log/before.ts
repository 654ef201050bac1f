/** How many entries a log has before a follow-up is sent (contract 4.5). */
import type { RunId } from '../../port.ts';
import type { CallOptions } from '../../../http/limits.ts';
import type { Client } from '../client.ts';
import { PAGE_MAX } from '../logs-read.ts';

/**
 * Resolves with null if they cannot be counted. Rejects with `ServiceError`, or with
 * `call.signal.reason` on abort.
 */
export async function countBefore(
  client: Pick<Client, 'logs'>,
  runId: RunId,
  call: CallOptions,
): Promise<number | null> {
  const first = await client.logs({ runId, skip: 0, limit: PAGE_MAX }, call);
  const received = first.logs.length;
  const total = first.total_logs;
  const isFull = received >= PAGE_MAX;
  if (!isFull && (total === null || received >= total)) {
    return received;
  }
  if (total === null) {
    return null;
  }
  return countedToEnd({ client, runId, received, total }, call);
}

/**
 * The entries counted by reading the last page: `total_logs` may be another number, and an entry of
 * the turn must not pass for one from before.
 */
async function countedToEnd(
  {
    client,
    runId,
    received,
    total,
  }: {
    readonly client: Pick<Client, 'logs'>;
    readonly runId: RunId;
    readonly received: number;
    readonly total: number;
  },
  call: CallOptions,
): Promise<number> {
  let count = Math.max(received, total - PAGE_MAX + 1);
  /** So many entries were seen to be there. */
  let seen = received;
  for (;;) {
    const page = await client.logs({ runId, skip: count, limit: PAGE_MAX }, call);
    const brought = page.logs.length;
    if (brought === 0 && count > seen) {
      // Behind the end: where it is lies between.
      count = Math.floor((seen + count) / 2);
      continue;
    }
    count += brought;
    seen = count;
    const isFull = brought >= PAGE_MAX;
    if (brought === 0 || (!isFull && count >= total)) {
      return count;
    }
  }
}
