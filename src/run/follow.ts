/**
 * Follows one turn of a run to its end (contract 4.2 to 4.7, 2.3): poll, take in, emit, judge,
 * wait. What is decided is in `status` and `pacing`; what is read and emitted is in `poller`. After
 * the end the rest of the log is read, and the final result.
 */
import { meaningOf } from '../message-types.ts';
import { counted } from '../safe/text.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { ServiceError } from '../http/errors.ts';
import { persistently } from '../http/retry.ts';
import {
  isTerminal,
  judge,
  observe,
  showsNoSign,
  turnStart,
  type Observation,
  type TurnState,
} from './status.ts';
import type { Outcome, RunFacts, SessionEnd } from './events.ts';
import { endOfRequest, failedEnd, plainEnd, timedOutEnd } from './failure.ts';
import { paceNext, type PaceSeen } from './pacing.ts';
import { waitTeller, type RunContext, type Started } from './start.ts';
import { resultSource } from './state.ts';
import { asNothing, Poller } from './poller.ts';

/**
 * The last poll is sent this long before the deadline, so that an end just before it is still
 * noticed.
 */
const LAST_POLL_MS = 1_500;

/**
 * Follows one turn. Returns its end, or null if the resumed run shows no sign of work (contract
 * 4.5). Rejects with the reason of `call.signal` on abort.
 */
export async function follow(context: RunContext, started: Started): Promise<SessionEnd | null> {
  const { before, statusBefore, prompt, ...shown } = started;
  context.emit({ ...shown, type: 'started', entriesBefore: before.count ?? 0 });
  const poller = new Poller(context, started);
  const following = new Following(poller);
  try {
    return await following.run();
  } catch (error) {
    if (error instanceof ServiceError) {
      return following.unread(error);
    }
    throw error;
  } finally {
    poller.flush();
  }
}

class Following {
  readonly #poller: Poller;
  #state: TurnState;
  /** See `paceNext`. */
  #slower = 1;
  /** Requests that had reached the service when following began. */
  readonly #reachedBefore: number;
  /** The run itself was read before the time is up. */
  #readLast = false;

  constructor(poller: Poller) {
    const { client, classify } = poller.context;
    this.#poller = poller;
    this.#reachedBefore = client.reached();
    this.#state = turnStart(poller.started, { startedAt: poller.startedAt, classify });
  }

  /** Rejects with a `ServiceError` that ends the turn, see `unread`. */
  async run(): Promise<SessionEnd | null> {
    const poller = this.#poller;
    const { context } = poller;
    const { clock, client, classify } = context;
    await this.#wait(poller.started.mode === 'attached' ? 0 : this.#next({ kind: 'started' }));
    while (!this.#isOver) {
      this.#state = observe(this.#state, await this.#poll());
      const { status, statusClass, more } = this.#state;
      if (statusClass === 'unknown' && !more) {
        poller.warn(unknownStatus(status));
      }
      const verdict = judge(this.#state, clock.now());
      if (verdict.kind === 'not_taken_up') {
        return null;
      }
      if (verdict.kind === 'ended') {
        if (statusClass === 'active') {
          poller.warn(forgotten(status));
        }
        context.emit({ type: 'finished' });
        await drainLog(poller);
        await readFinal(poller, verdict.outcome);
        // Another word for the end may have been shown by then.
        const meaning = classify(poller.record.status);
        return plainEnd(isTerminal(meaning) ? meaning : verdict.outcome);
      }
      await this.#readBeforeTimeout();
      const usualMs = Math.max(
        this.#next({ kind: 'ok', confirmMs: verdict.confirmMs }),
        client.spacing(),
      );
      await this.#wait(Math.max(more ? 0 : usualMs, poller.notBefore - clock.now()));
    }
    return this.#outOfTime(null);
  }

  /** Polls until the service answers. */
  #poll(): Promise<Observation> {
    const { call, clock, emit, random } = this.#poller.context;
    const options = {
      clock: {
        now: () => clock.now(),
        wall: () => clock.wall(),
        sleep: (ms: number) => this.#wait(ms),
      },
      random,
      passes: (error: ServiceError) => !this.#poller.isFatal(error),
      patienceMs: (error: ServiceError) => (this.#isUnknown ? error.patienceMs : Infinity),
      throttledMs: ({ floorMs }: { readonly floorMs: number | null }) =>
        this.#next({ kind: 'refused', floorMs }),
      onWait: waitTeller(emit, () => !this.#isUnknown),
    };
    return persistently(() => this.#poller.poll(), options, call);
  }

  /**
   * Without a connection it is unknown whether a run that is only attached to exists (contract 5,
   * `network`).
   */
  get #isUnknown(): boolean {
    const { started, context } = this.#poller;
    return started.mode === 'attached' && context.client.reached() === this.#reachedBefore;
  }

  /**
   * No time is left for another poll. Clocks return fractions, so less than a millisecond counts as
   * none.
   */
  get #isOver(): boolean {
    const { call, clock } = this.#poller.context;
    return call.deadline - clock.now() < 1;
  }

  /**
   * Reads a run that goes on once before the time is up, for what its log does not tell (contract
   * 1.2, `pull_requests`).
   */
  async #readBeforeTimeout(): Promise<void> {
    const { call, clock } = this.#poller.context;
    if (this.#readLast || call.deadline - clock.now() > LAST_POLL_MS) {
      return;
    }
    this.#readLast = true;
    const run = await this.#poller.readRun().catch(asNothing);
    // An end that is shown only now cannot be judged any more.
    if (run !== null) {
      this.#poller.takeRun({ ...run, status: null });
    }
  }

  async #wait(delayMs: number): Promise<void> {
    const { notBefore, context } = this.#poller;
    const { clock, call } = context;
    const leftMs = call.deadline - clock.now();
    // A wait that the service requested is kept even if it leaves no time for a last poll. Added
    // jitter and backoff are not.
    const lastPollMs = Math.max(leftMs - LAST_POLL_MS, notBefore - clock.now());
    const waitMs = Math.min(delayMs >= leftMs && lastPollMs > 0 ? lastPollMs : delayMs, leftMs);
    if (waitMs <= 0) {
      return;
    }
    context.emit({ type: 'waiting', waitMs });
    await (context.wait?.(waitMs, call.signal) ?? clock.sleep(waitMs, call.signal));
  }

  #next(seen: PaceSeen): number {
    const { inputs, random } = this.#poller.context;
    const { slower, delayMs } = paceNext(seen, { ...inputs, slower: this.#slower, random });
    this.#slower = slower;
    return delayMs;
  }

  /** @param obstacle what the last polls failed with, as text */
  #outOfTime(obstacle: string | null): SessionEnd | null {
    if (obstacle === null && showsNoSign(this.#state)) {
      return null;
    }
    return timedOutEnd('did not end', { ...this.#poller.context.inputs, obstacle });
  }

  /** The end of a turn whose run cannot be read, or not in time. */
  unread(error: ServiceError): SessionEnd | null {
    const { record, context, isThere: untouched } = this.#poller;
    // A request that came too late to be sent says nothing about the service.
    const isLate = error.kind === 'no_time';
    if (this.#isOver && !error.redirect && (isLate || !this.#isUnknown)) {
      return this.#outOfTime(isLate ? null : error.message);
    }
    return endOfRequest(error, { call: 'read', ...context.inputs, ...record, untouched });
  }
}

const NAME_IT =
  'If the word means the end, name it in the input `success_statuses` or `failure_statuses`.';

/** The status never changed, although the answer arrived long ago. */
function forgotten(word: string | null): string {
  return `The status stays "${String(word)}", but the final answer came ten minutes ago and nothing has moved since: taken as succeeded. ${NAME_IT}`;
}

function unknownStatus(word: string | null): string {
  const what = word === null ? 'The service sends no status' : `Unrecognized status "${word}"`;
  return `${what}; still waiting for the run. ${NAME_IT}`;
}

/** The end of a resumed run that shows no sign of work. */
export function notTakenUp({ runId, webUrl, status }: RunFacts): SessionEnd {
  const where = safeHttpsUrl(webUrl) ?? `run ${runId} at the service`;
  const word = status === null ? 'no status' : `status "${status}"`;
  const message = `The service accepted the follow-up, but the run never acted on it: run ${runId} still shows ${word} and no new work. Look at ${where}; if nothing happens there, start a new run without \`agent_run_id\`.`;
  return failedEnd('bad_response', message);
}

/** Reading ends after this time without progress (contract 4.4). */
const NO_PROGRESS_MS = 30_000;
/**
 * How long late entries may arrive if no final answer was seen (contract 4.4), and the result of a
 * run that need not have one.
 */
const LATE_MS = 2_000;
/** Kept free before the deadline for the last read of the run. */
const LAST_READ_MS = 1_000;
/** How long a read whose result is null is repeated (contract 2.3). */
const RESULT_MS = 10_000;
/** Between two attempts, so that fifteen fit into the time without progress. */
const PAUSE_MS = 2_000;

/**
 * Reads the rest of the log, and its last hundred entries again, which may have been filled in,
 * unless the last poll has read all that. Warns about missing entries.
 */
export async function drainLog(poller: Poller): Promise<void> {
  const { log, context } = poller;
  const { call, client, clock } = context;
  if (poller.logsNotOffered) {
    return;
  }
  const now = clock.now();
  const lateUntil = now + LATE_MS;
  // A log that failed for long is tried once more (contract 2.3).
  let until = Math.max((poller.logsFailure?.since ?? now) + NO_PROGRESS_MS, now + 1);
  /**
   * Returns false if the time ends before that. What the service or this client's own limit makes
   * wait takes none of it.
   */
  const mayReadIn = async (ms: number): Promise<boolean> => {
    // One more read is kept for the run itself.
    const heldMs = Math.max(0, client.readDelay(1), poller.notBefore - clock.now());
    const waitMs = Math.max(ms, heldMs);
    until += heldMs;
    if (clock.now() + waitMs >= Math.min(until, call.deadline - LAST_READ_MS)) {
      return false;
    }
    if (waitMs > 0) {
      await clock.sleep(waitMs, call.signal);
    }
    return true;
  };
  let [isComplete, isReread] = [poller.logsFailure === null && log.agrees && log.covers, false];
  for (let waitMs = 0; ;) {
    const lateMs = isAnswered(poller) ? 0 : lateUntil - clock.now();
    if (isComplete && lateMs <= 0) {
      break;
    }
    if (!(await mayReadIn(isComplete ? lateMs : waitMs))) {
      if (isReread || log.agrees || poller.logsFailure !== null) {
        break;
      }
      // What was read disagrees with the total at the end, so the log is read once more (contract
      // 4.7).
      until = clock.now() + NO_PROGRESS_MS;
      if (!(await mayReadIn(0))) {
        break;
      }
      isReread = true;
      log.rescan();
    }
    const seen = await poller.pollLogs().catch(asNothing);
    // Each of these reads begins with the last hundred entries.
    isComplete = seen !== null && log.agrees;
    if (seen?.moved === true || seen?.more === true) {
      until = clock.now() + NO_PROGRESS_MS;
    }
    waitMs = seen?.more === true ? 0 : PAUSE_MS;
    // A refusal of long standing would only be repeated.
    const problem = poller.logsProblem;
    const isRefused = problem !== null && !problem.passing && !problem.isGatewayPage;
    if (isRefused || (isReread && seen?.more === false)) {
      break;
    }
  }
  poller.flush();
  if (log.agrees && poller.logsFailure === null) {
    return;
  }
  // An unreadable log is reported once (2.3). Missing entries of a partially read log are a
  // separate warning.
  if (!poller.saidToHaveNoLog) {
    poller.warn(incomplete(poller));
  }
}

/**
 * A final answer whose text the service has yet to fill in is a late entry, unless something else
 * tells the result.
 */
function isAnswered({ log, record }: Poller): boolean {
  if (record.finalAnswer !== null) {
    return resultSource(record) !== null;
  }
  return log.waiting.some(
    ({ view }) => meaningOf(view.message_type) === 'answer' && (view.observation ?? null) !== null,
  );
}

function incomplete({ log, record }: Poller): string {
  const { missing } = log;
  const entries = (count: number): string => counted(count, 'entry', 'entries');
  const received = entries(record.entries);
  if (missing > 0) {
    return `The log is incomplete: ${received} of this turn received, ${missing} more announced.`;
  }
  if (missing < 0) {
    return `The log has ${entries(-missing)} more than the service announced; what was received (${received}) is kept.`;
  }
  return `The end of the log could not be read; ${received} of this turn received.`;
}

/**
 * Reads the run once more for its final result, and again for a while as long as that is null and
 * nothing else tells it.
 */
export async function readFinal(poller: Poller, outcome: Outcome): Promise<void> {
  const { clock, call } = poller.context;
  const nullMs = outcome === 'succeeded' || outcome === 'needs_input' ? RESULT_MS : LATE_MS;
  let nullUntil = Infinity;
  // A replica that lags behind may not know a new run yet.
  const passes = (error: ServiceError): boolean =>
    error.passing || error.isGatewayPage || error.status === 404;
  const patienceMs = (): number => Math.min(NO_PROGRESS_MS, nullUntil - clock.now());
  for (;;) {
    const options = { ...poller.context, passes, patienceMs };
    const deadline = Math.min(call.deadline, nullUntil + LAST_READ_MS);
    const run = await persistently(() => poller.readRun(), options, { ...call, deadline }).catch(
      asNothing,
    );
    if (run !== null) {
      poller.takeRun(run);
    }
    if (resultSource(poller.record) !== null) {
      return;
    }
    if (run === null) {
      break;
    }
    nullUntil = Math.min(nullUntil, clock.now() + nullMs, call.deadline - LAST_READ_MS);
    if (clock.now() >= nullUntil) {
      return;
    }
    await clock.sleep(Math.min(PAUSE_MS, nullUntil - clock.now()), call.signal);
  }
  if (nullUntil === Infinity) {
    poller.warn(
      'The final result could not be read from the service; the log has everything that was received.',
    );
  }
}
