/**
 * Waits for a pull request that was asked for and is not named when the run ends: services name it
 * a little later (contract 18.5).
 */
import { wantsPullRequest } from '../inputs/expect.ts';
import { LAST_READ_MS } from './final-read.ts';
import { asNothing, type Poller } from './poller.ts';

/** When the run is read again, from its end. */
const READS_MS = [5_000, 15_000, 30_000];
/** For each of these reads: what a service asks to wait longer for holds up no end. */
const READ_MS = 10_000;

/** @param endedAt when the end was seen, on the clock's `now` */
export async function awaitPullRequest(poller: Poller, endedAt: number): Promise<void> {
  const { emit, inputs } = poller.context;
  if (!isAwaited(poller)) {
    return;
  }
  const times = READS_MS.map((afterMs) => endedAt + afterMs);
  const untilMs = poller.context.call.deadline - LAST_READ_MS;
  const inTime = times.filter((at) => at < untilMs);
  const isWhole = inTime.length === times.length;
  if (inTime.length > 0) {
    const howLong = isWhole ? 'for 30 seconds' : 'until the time of the step is up';
    const again = `it is read again ${howLong}.`;
    const message = `The run has ended, and names no pull request yet: ${again}`;
    emit({ type: 'note', message });
  }
  await readAgain(poller, inTime);
  // Where one is expected, the outcome says that it is missing.
  const isSuccess = poller.record.meaning === 'succeeded';
  if (isAwaited(poller) && isSuccess && !wantsPullRequest(inputs.expect)) {
    emit({ type: 'notice', message: isWhole ? MISSING : TOO_LATE });
  }
}

/** A step that expects one asks for it, also of a run that it only follows. */
function isAwaited({ record, context }: Poller): boolean {
  const isAsked = wantsPullRequest(context.inputs.expect);
  return record.awaitsPullRequest === 'yes' || (record.awaitsPullRequest === 'perhaps' && isAsked);
}

/** @param times on the clock's `now` */
async function readAgain(poller: Poller, times: readonly number[]): Promise<void> {
  const { call, clock } = poller.context;
  for (const at of times) {
    if (!isAwaited(poller)) {
      return;
    }
    await clock.sleep(Math.max(0, at - clock.now()), call.signal);
    const run = await poller.readRun(clock.now() + READ_MS).catch(asNothing);
    if (run !== null) {
      poller.takeRun(run);
    }
  }
}

const MISSING =
  'The run succeeded without a pull request, although one was asked for. What it did is on its ' +
  'page; with `expect: pull_request` such a run is `unverified`.';
/** What could not be looked up is told as that, not as missing (contract 6.1). */
const TOO_LATE =
  'The run succeeded and names no pull request yet, although one was asked for. The time of the ' +
  'step was up before it could be waited for: look at the page of the run, or raise ' +
  '`timeout_minutes`.';
