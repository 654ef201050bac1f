/**
 * Agrees with the other jobs of the thread on the comments that this step delivers (contract 7.2). GitHub has no compare-and-set, so
 * a job announces its delivery in the comment, waits for others to overwrite it, and reads the thread again; the job whose announcement
 * remains sends. In a thread without a run, the announcement is a separate comment, a claim, and the earliest claim wins.
 */
import { Agreement, type Delivery, type DeliveryOrder, type DeliveryPorts } from './agreement.ts';
import type { ThreadReading } from '../find.ts';
import { FirstTurn } from './first-turn.ts';
import { seekNextTurn } from './next-turn.ts';
import { ThreadUnavailable } from '../patience.ts';

export type { Delivery, DeliveryOrder, DeliveryPorts };

/** How long to wait for other jobs of the thread. */
const BUDGET_MS = 300_000;

/**
 * @param first the first reading of the thread; `readAt` as `clock.now`
 * @throws ThreadUnavailable if the time is up before the jobs of the thread agree
 */
export async function prepareDelivery(
  ports: DeliveryPorts,
  order: DeliveryOrder,
  first: { readonly reading: ThreadReading; readonly readAt: number },
): Promise<Delivery> {
  const { clock, memory, stop } = ports;
  const until = Math.min(clock.now() + BUDGET_MS, order.deadline);
  const agreement = new Agreement(ports, order);
  const firstTurn = new FirstTurn(agreement);
  let { reading, readAt } = first;
  for (;;) {
    const { found } = reading;
    memory.restart(found?.record ?? null);
    if (found !== null) await firstTurn.drop(reading);
    const next =
      found === null ? await firstTurn.seek(reading) : await seekNextTurn(agreement, { found, reading, readAt });
    if (typeof next !== 'number') return next;
    if (clock.now() + next > until) throw new ThreadUnavailable(BUSY);
    if (next > 0) await clock.sleep(next, stop);
    readAt = clock.now();
    reading = await ports.read();
  }
}

const BUSY =
  'The time was up before this job could agree with the other jobs of this thread on who delivers which comments. Nothing was sent. Use a concurrency group with `queue: max`, and run the job again.';
