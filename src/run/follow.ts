/**
 * Follows one turn of a run to its end (contract 4.2 to 4.7, 2.3): poll, take in, emit, judge,
 * wait. What is decided is in `turn-end` and `pacing`; what is read and emitted is in `poller`.
 * After the end the rest of the log is read (`drain`), and the final result (`final-read`).
 */
import { shortId } from '../safe/text.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { ServiceError } from '../http/errors.ts';
import { OUTCOME_TABLE, type RunEnd } from '../outcomes.ts';
import { persistently } from '../http/retry.ts';
import type { RunEvent, SessionEnd } from './events.ts';
import { toldInputs } from './advice.ts';
import { endOfRequest, failedEnd, plainEnd, timedOutEnd } from './failure.ts';
import { LAST_POLL_MS, paceNext, waitForPoll, type PaceSeen } from './pacing.ts';
import { waitTeller, type RunContext } from './send.ts';
import type { Started } from './started-turn.ts';
import { drainLog } from './drain.ts';
import { readFinal } from './final-read.ts';
import { awaitPullRequest } from './late-pull-request.ts';
import { asNothing, Poller } from './poller.ts';
import type { TurnRecord } from './state.ts';
import { isTerminal } from './status.ts';
import { sleepUnlessWoken } from './interruptible-sleep.ts';
import {
  judgeTurn,
  observe,
  showsNoSign,
  turnStart,
  type Observation,
  type TurnState,
} from './turn-end.ts';

/** A run that has not moved for less is not said to stand still. */
const STILL_MS = 5_000;

/**
 * Follows one turn. Returns its end, or null if the run shows no sign of work (contract 4.5, 18.5).
 * Rejects with the reason of `call.signal` on abort.
 */
export async function follow(context: RunContext, started: Started): Promise<SessionEnd | null> {
  context.emit(startedEvent(started));
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
    poller.close();
  }
}

function startedEvent({
  before,
  busyBefore,
  runBefore,
  sent,
  statusBefore,
  ...shown
}: Started): RunEvent {
  return { ...shown, type: 'started', entriesBefore: before?.entries ?? 0 };
}

class Following {
  readonly #poller: Poller;
  #state: TurnState;
  /** When something moved last, on the clock's `now`. */
  #movedAt: number;
  /** See `paceNext`. */
  #slower = 1;
  /** Requests that had reached the service when following began. */
  readonly #reachedBefore: number;
  /** The run itself was read before the time is up. */
  #readLast = false;

  constructor(poller: Poller) {
    const { agent } = poller.context;
    this.#poller = poller;
    this.#reachedBefore = agent.reached();
    this.#movedAt = poller.startedAt;
    const { startedAt } = poller;
    this.#state = turnStart(poller.started, { startedAt, isOwnRun: agent.turnIsRun });
  }

  /** Rejects with a `ServiceError` that ends the turn, see `unread`. */
  async run(): Promise<SessionEnd | null> {
    const poller = this.#poller;
    const { context } = poller;
    const { agent, clock } = context;
    await this.#wait(poller.started.mode === 'attached' ? 0 : this.#next({ kind: 'started' }));
    while (!this.#isOver) {
      const seen = await this.#poll();
      this.#state = observe(this.#state, seen);
      const { status, meaning, more } = this.#state.last;
      if (seen.moved) {
        this.#movedAt = clock.now();
      }
      if (meaning === 'unknown' && !more && seen.tellsRun) {
        poller.warn(unknownStatus(status));
      }
      const verdict = judgeTurn(this.#state, clock.now());
      if (verdict.kind === 'not_taken_up') {
        return null;
      }
      if (verdict.kind === 'ended') {
        if (meaning === 'active') {
          poller.warn(forgotten(status));
        }
        context.emit({ type: 'finished' });
        const endedAt = context.clock.now();
        await drainLog(poller);
        await readFinal(poller, verdict.outcome);
        await awaitPullRequest(poller, endedAt);
        // Another word for the end may have been shown by then.
        const { record } = poller;
        return endOf(isTerminal(record.meaning) ? record.meaning : verdict.outcome, record);
      }
      await this.#readBeforeTimeout();
      const usualMs = Math.max(
        this.#next({ kind: 'ok', confirmMs: verdict.confirmMs }),
        agent.spacing(),
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
    return started.mode === 'attached' && context.agent.reached() === this.#reachedBefore;
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
      this.#poller.takeRun({ ...run, status: null, meaning: 'unknown' });
    }
  }

  /** Waits for the next poll, or until the log has new entries. */
  async #wait(usualMs: number): Promise<void> {
    const { notBefore, context, log } = this.#poller;
    const { clock, call } = context;
    const now = clock.now();
    const times = { remainingMs: call.deadline - now, askedMs: notBefore - now };
    const waitMs = waitForPoll(usualMs, times);
    if (waitMs <= 0) {
      return;
    }
    context.emit({ type: 'waiting', waitMs });
    const sleep = (signal: AbortSignal): Promise<void> =>
      context.wait?.(waitMs, signal) ?? clock.sleep(waitMs, signal);
    await sleepUnlessWoken({ sleep, arrival: log.arrival }, call.signal);
  }

  #next(seen: PaceSeen): number {
    const { agent, inputs, random } = this.#poller.context;
    const { pollIntervalMs, siblings } = inputs;
    const { slower, delayMs } = paceNext(seen, {
      pollIntervalMs,
      siblings,
      pollMs: agent.pollMs,
      slower: this.#slower,
      random,
    });
    this.#slower = slower;
    return delayMs;
  }

  /** @param obstacle what the last polls failed with, as text */
  #outOfTime(obstacle: string | null): SessionEnd | null {
    if (obstacle === null && showsNoSign(this.#state)) {
      return null;
    }
    const { timeoutMs } = this.#poller.context.inputs;
    return timedOutEnd('did not end', { timeoutMs, obstacle, stillSince: this.#stillSince });
  }

  /** Since when nothing has moved, where the record of a run may be frozen (contract 18.3). */
  get #stillSince(): string | null {
    const { agent, clock } = this.#poller.context;
    const stillMs = clock.now() - this.#movedAt;
    if (!agent.turnIsRun || stillMs < STILL_MS) {
      return null;
    }
    return new Date(clock.wall() - stillMs).toISOString().replace(/\.\d+/, '');
  }

  /** The end of a turn whose run cannot be read, or not in time. */
  unread(error: ServiceError): SessionEnd | null {
    const { record, context, isThere: isKnownToExist } = this.#poller;
    // A request that came too late to be sent says nothing about the service.
    const isLate = error.kind === 'no_time';
    if (this.#isOver && !error.redirect && (isLate || !this.#isUnknown)) {
      return this.#outOfTime(isLate ? null : error.message);
    }
    const { runId, webUrl } = record;
    const { runList } = context.agent.keys;
    const told = toldInputs(context.inputs);
    return endOfRequest(error, { ...told, call: 'read', runId, webUrl, runList, isKnownToExist });
  }
}

function endOf(outcome: RunEnd, { isOutOfMoney }: TurnRecord): SessionEnd {
  const end = plainEnd(outcome);
  // The one failure of a run that has a code (contract 18.5).
  const isFailure = OUTCOME_TABLE[outcome].ending === 'failure';
  return isFailure && isOutOfMoney ? { ...end, errorCode: 'quota_exceeded' } : end;
}

const NAME_IT =
  'If the word means the end, name it in the input `success_statuses` or `failure_statuses`.';

/** The status never changed, although the answer arrived long ago. */
function forgotten(word: string | null): string {
  return (
    `The status stays "${String(word)}", but the final answer came ten minutes ago ` +
    `and nothing has moved since: taken as succeeded. ${NAME_IT}`
  );
}

function unknownStatus(word: string | null): string {
  const what = word === null ? 'The service sends no status' : `Unrecognized status "${word}"`;
  return `${what}; still waiting for the run. ${NAME_IT}`;
}

/** The end of a run that shows no sign of work on what it was sent last. */
export function notTakenUp({ runId, webUrl, status, mode }: TurnRecord): SessionEnd {
  const where = safeHttpsUrl(webUrl) ?? `run ${runId} at the service`;
  const word = status === null ? 'no status' : `status "${status}"`;
  const name = `run ${shortId(runId)}`;
  if (mode === 'created') {
    return failedEnd(
      'bad_response',
      `The service accepted the request, but nothing came of it: ${name} has shown ${word} and ` +
        `nothing else for ten minutes. Look at ${where}; if nothing happens there, run this step ` +
        'again.',
    );
  }
  return failedEnd(
    'bad_response',
    `The service accepted the follow-up, but the run never acted on it: ${name} still shows ` +
      `${word} and no new work. Look at ${where}; if nothing happens there, start a new run ` +
      'without `agent_run_id`.',
  );
}
