/**
 * Waits for a pull request that was asked for and is not named when the run ends: services name it
 * a little later (contract 18.5).
 */
import { LAST_READ_MS } from './final-read.ts';
import { asNothing, type Poller } from './poller.ts';

/** When the run is read again, from its end. */
const READS_MS = [5_000, 15_000, 30_000];

/** @param endedAt when the end was seen, on the clock's `now` */
export async function awaitPullRequest(poller: Poller, endedAt: number): Promise<void> {
  const { call, clock } = poller.context;
  for (const afterMs of READS_MS) {
    const at = endedAt + afterMs;
    if (!poller.record.awaitsPullRequest || at >= call.deadline - LAST_READ_MS) {
      return;
    }
    await clock.sleep(Math.max(0, at - clock.now()), call.signal);
    const run = await poller.readRun().catch(asNothing);
    if (run !== null) {
      poller.takeRun(run);
    }
  }
}
