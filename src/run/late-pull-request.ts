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
  const { emit, inputs } = poller.context;
  if (!isAwaited(poller)) {
    return;
  }
  emit({
    type: 'note',
    message: 'The run has ended, and names no pull request yet: it is read again for 30 seconds.',
  });
  await readAgain(poller, endedAt);
  // Where one is expected, the outcome says that it is missing.
  const isSuccess = poller.record.meaning === 'succeeded';
  if (isAwaited(poller) && isSuccess && inputs.expect !== 'pull_request') {
    emit({ type: 'notice', message: MISSING });
  }
}

/** A step that expects one asks for it, also of a run that it only follows. */
function isAwaited({ record, context }: Poller): boolean {
  const isAsked = context.inputs.expect === 'pull_request';
  return record.awaitsPullRequest === 'yes' || (record.awaitsPullRequest === 'perhaps' && isAsked);
}

async function readAgain(poller: Poller, endedAt: number): Promise<void> {
  const { call, clock } = poller.context;
  for (const afterMs of READS_MS) {
    const at = endedAt + afterMs;
    if (!isAwaited(poller) || at >= call.deadline - LAST_READ_MS) {
      return;
    }
    await clock.sleep(Math.max(0, at - clock.now()), call.signal);
    const run = await poller.readRun().catch(asNothing);
    if (run !== null) {
      poller.takeRun(run);
    }
  }
}

const MISSING =
  'The run succeeded without a pull request, although one was asked for. What it did is on its ' +
  'page; with `expect: pull_request` such a run is `unverified`.';
