/**
 * Prints how many bytes of a two-megabyte page are held while waiting for the next one, for an active run and for one
 * whose end was seen. See `support/measured.ts`.
 */
import { follow } from '../../src/run/follow.ts';
import { attachTo } from '../../src/run/start.ts';
import { createClassifier } from '../../src/run/status.ts';
import type { Client } from '../../src/service/client.ts';
import { parseLogsPage, parseRun } from '../../src/service/schema.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const PAGES = 4;
const LIMIT = 100;
const TEXT = 'x'.repeat(20_000);

/** Bytes held when the last page is requested, relative to when the first one was. */
async function heldBy(status: string): Promise<number> {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const held: number[] = [];
  const page = (skip: number): string => {
    const logs = Array.from({ length: LIMIT }, (_, index) => {
      const at = new Date(Date.UTC(2026, 0, 1) + (skip + index) * 1000).toISOString();
      return { message_type: 'ACTION', created_at: at, thought: `${skip + index}: ${TEXT}` };
    });
    return JSON.stringify({ id: 1, status, logs, total_logs: 10 * LIMIT });
  };
  const client: Pick<Client, 'logs' | 'run' | 'spacing' | 'readDelay' | 'reached'> = {
    spacing: () => 0,
    readDelay: () => 0,
    reached: () => held.length,
    run: () => Promise.resolve(parseRun({ id: 1, status })!),
    logs: async ({ skip }) => {
      await clock.sleep(100);
      gc?.();
      held.push(process.memoryUsage().heapUsed);
      if (held.length > PAGES) stop.abort();
      stop.signal.throwIfAborted();
      return parseLogsPage(JSON.parse(page(skip)))!;
    },
  };
  const started = attachTo(1);
  let entries = 0;
  const following = follow(
    {
      client: client as Client,
      clock,
      random: () => 0.5,
      classify: createClassifier({ successStatuses: [], failureStatuses: [] }),
      call: { signal: stop.signal, deadline: clock.start + 3_600_000 },
      pace: { siblings: 1, index: 0, fixedMs: null },
      baseUrl: 'https://agents.example.com',
      orgId: 1,
    },
    started,
    (event) => {
      if (event.type === 'entry') entries += 1;
    },
  );
  try {
    await following;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  if (entries < (PAGES - 1) * LIMIT) throw new Error(`only ${entries} entries came`);
  return held.at(-1)! - held[0]!;
}

// The first run includes compilation and caches.
await heldBy('ACTIVE');
console.log(JSON.stringify({ atWork: await heldBy('ACTIVE'), ended: await heldBy('COMPLETE') }));
