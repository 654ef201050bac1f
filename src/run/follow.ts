/**
 * Follows a run to its end: polls, waits, drains the log and reads the final result (contract 4.2 to 4.7, 2.3). What happens is
 * emitted, independent of how it is shown; what is decided is in `completion.ts`, `drain.ts` and `pacing`.
 */
import type { ServiceError } from '../service/errors.ts';
import { answerFloor } from '../service/retry-after.ts';
import { isSettling, judge, observe, showsNoSign } from './completion.ts';
import { failureOf } from './error-message.ts';
import type { Emit } from './events.ts';
import { ended, forgotten, notTakenUp, unknownStatus, type FollowEnd } from './follow-end.ts';
import { readToTheEnd, type LogRead } from './last-reads.ts';
import type { Look } from './log/poller.ts';
import { isEcho } from './log/echo.ts';
import type { PaceSeen, PaceState } from './pacing/pace-state.ts';
import { paceNext, paceStart } from './pacing/poll-interval.ts';
import { showsNewAnswer } from './record.ts';
import { NEVER_CONNECTED_MS } from './send-with-retry.ts';
import type { Started } from './start.ts';
import { outcomeOf } from './status.ts';
import { Turn, type FollowContext } from './turn.ts';
import { turnStart, type TurnState } from './turn-state.ts';

export type { FollowEnd, FollowContext };

/** The last poll is sent this long before the deadline, so that an end just before it is still noticed. */
const LAST_LOOK_MS = 1_500;
/** A 404 counts after 30 seconds and a few more tries (contract 4.1), which must not take minutes. */
const MOST_NOT_FOUND_ATTEMPT = 3;
/** A last read of the run starts only if this much time is left. */
const LAST_READ_MS = 250;
/** A log that could be read before the follow-up may be readable again within this time. */
const LOGS_BACK_MS = 30_000;

/** Follows one turn. Rejects with the reason of `context.call.signal` on abort. */
export async function follow(context: FollowContext, started: Started, emit: Emit): Promise<FollowEnd> {
  const { runId, mode, webUrl, status, resultBefore, summaryBefore, baseline } = started;
  const before = { resultBefore, ...(summaryBefore !== undefined && { summaryBefore }) };
  emit({ type: 'started', runId, mode, webUrl, status, ...before, entriesBefore: baseline.count });
  const turn = new Turn(context, started, emit);
  try {
    return await new Following(turn).run();
  } finally {
    turn.cursor.close();
  }
}

class Following {
  readonly #turn: Turn;
  #pace: PaceState;
  #state: TurnState;
  #faults = 0;
  #throttled = false;
  /** Requests that had reached the service when following began. */
  readonly #reachedBefore: number;
  #obstacle: ServiceError | null = null;
  /** The last failure of a request that was sent. */
  #sentFault: ServiceError | null = null;
  /** The run itself was read a last time before the deadline (contract 1.2, `pull_requests`). */
  #readLast = false;
  /** What the last poll read of the log, or null if it did not. */
  #logRead: LogRead | null = null;

  constructor(turn: Turn) {
    this.#turn = turn;
    const { classify, pace } = turn.options;
    const { mode, statusBefore, status, elsewhere } = turn.started;
    this.#pace = paceStart(pace);
    this.#reachedBefore = turn.options.client.reached();
    this.#state = turnStart({
      // A new run that replaced the one to resume has no earlier end.
      mode: elsewhere ? 'created' : mode,
      startedAt: turn.startedAt,
      statusBefore,
      replyActive: classify(status) === 'active',
      busyBefore: classify(statusBefore) === 'active',
    });
  }

  async run(): Promise<FollowEnd> {
    const { reader, started, options } = this.#turn;
    const { clock, call, client } = options;
    let delayMs = started.mode === 'attached' ? 0 : this.#next({ kind: 'started', refusedMs: started.refusedMs });
    for (;;) {
      const next = await this.#wait(delayMs);
      if (next === 'over') return this.#outOfTime();
      const look = next === 'look' ? await reader.look(call) : await reader.lookAtRun(call);
      if (look.kind === 'fatal') return this.#fatal(look.error);
      if (look.kind === 'throttled' || look.kind === 'fault') {
        delayMs = this.#trouble(look);
        if (this.#untilHopeless() <= 0) return this.#fatal(look.error);
        continue;
      }
      const { finalAnswer } = this.#state;
      const logBefore = this.#logRead;
      this.#logRead = look.kind === 'page' ? { more: look.taken.more, agrees: look.taken.agrees } : null;
      const news = await this.#takeIn(look);
      const verdict = judge(this.#state, clock.now());
      if (verdict.kind === 'not_taken_up') return notTakenUp(this.#turn.record);
      if (verdict.kind === 'terminal' || verdict.kind === 'assumed_success') {
        const outcome = verdict.kind === 'terminal' ? outcomeOf(verdict.meaning) : 'succeeded';
        if (this.#state.statusClass === 'active') this.#turn.warn(forgotten(look.run.status));
        this.#turn.tell({ type: 'finished' });
        // A last read of the run alone that brought nothing new confirms what the poll before it read of the log.
        const logRead = next === 'last' && this.#state.quietLooks > 0 ? logBefore : this.#logRead;
        const end = await readToTheEnd(this.#turn, { logRead, outcome });
        return typeof end === 'string' ? ended(end) : this.#fatal(end);
      }
      const full = look.kind === 'page' && look.taken.more;
      const usualMs = this.#next({
        kind: 'ok',
        news,
        active: this.#state.statusClass === 'active',
        full,
        finalAnswer: this.#state.finalAnswer && !finalAnswer,
        settling: isSettling(this.#state),
      });
      const spacingMs = full ? 0 : client.spacing();
      delayMs = Math.max(usualMs, spacingMs, reader.notBefore - clock.now());
    }
  }

  /** Emits the changes. Returns true if there were any. */
  async #takeIn(look: Extract<Look, { kind: 'page' | 'run' }>): Promise<boolean> {
    const turn = this.#turn;
    const { clock, classify } = turn.options;
    const { run } = look;
    this.#faults = 0;
    this.#throttled = false;
    this.#obstacle = null;
    const { result, summary, pullRequests } = turn.record;
    turn.answer(run);
    const answerMoved =
      turn.record.result !== result || turn.record.summary !== summary || turn.record.pullRequests !== pullRequests;
    turn.logsTrouble();
    const kinds: (string | null)[] = [];
    let echo = null as number | null;
    if (look.kind === 'page') {
      turn.pageTrouble();
      await turn.entries(look.taken, ({ view }) => {
        if (echo === null && isEcho(view, turn.started.prompt)) echo = kinds.length;
        kinds.push(view.message_type);
      });
    }
    // After the entries, so that the log is in chronological order.
    turn.facts(run);
    const statusClass = classify(run.status);
    if (statusClass === 'unknown') turn.warn(unknownStatus(run.status));
    const more = look.kind === 'page' && look.taken.more;
    this.#state = observe(this.#state, {
      ...{ now: clock.now(), status: run.status, statusClass, kinds, more, echo, answerMoved },
      newAnswer: showsNewAnswer(turn.record),
      outdated: look.kind === 'page' && turn.cursor.missing < 0,
      ...{ withoutLog: look.kind === 'run', logless: this.#isLogless },
    });
    return this.#state.quietLooks === 0;
  }

  /** The log cannot be read, and probably not soon either. */
  get #isLogless(): boolean {
    const { reader, started, startedAt, options } = this.#turn;
    if (reader.logsProblem === null || reader.logsRead) return false;
    const wasReadable = started.baseline.since === undefined;
    return !wasReadable || options.clock.now() - startedAt >= LOGS_BACK_MS;
  }

  #trouble(look: Extract<Look, { kind: 'throttled' | 'fault' }>): number {
    const { reader, options } = this.#turn;
    const { error } = look;
    const floorMs = answerFloor(error, options.clock.wall());
    // A request that came too late to be sent says nothing about the service, unless there was no other.
    if (error.kind !== 'no_time' || this.#state.looks === 0) this.#obstacle = error;
    if (error.kind !== 'no_time') this.#sentFault = error;
    reader.refused(error);
    this.#faults += 1;
    const seen: PaceSeen =
      look.kind === 'throttled' || floorMs !== null
        ? { kind: 'refused', floorMs }
        : {
            kind: 'fault',
            attempt: error.status === 404 ? Math.min(this.#faults, MOST_NOT_FOUND_ATTEMPT) : this.#faults,
          };
    const waitMs = Math.min(this.#next(seen), this.#untilHopeless());
    if (look.kind === 'throttled') {
      if (!this.#throttled) this.#turn.tell({ type: 'throttled', waitMs });
      this.#throttled = true;
    } else if (this.#faults === 1) {
      this.#turn.tell({ type: 'outage', message: error.message, waitMs });
    }
    return waitMs;
  }

  /** The next action after the wait. `last`: there is no time for another read of the log, but for one of the run. */
  async #wait(delayMs: number): Promise<'look' | 'last' | 'over'> {
    const { reader, options, startedAt } = this.#turn;
    const { clock, call } = options;
    const now = clock.now();
    const left = call.deadline - now;
    // A wait that the service requested is kept even if it leaves no time for a last poll. Added jitter and backoff are not.
    const lastLook = Math.max(left - LAST_LOOK_MS, reader.notBefore - now);
    const early = delayMs >= left && lastLook > 0;
    const isLast = !early && delayMs + LAST_READ_MS > left;
    if (isLast && !this.#readLast && left >= LAST_READ_MS && reader.notBefore <= now) {
      this.#readLast = true;
      return 'last';
    }
    const waitMs = Math.min(early ? lastLook : delayMs, left);
    if (waitMs > 0) {
      this.#turn.tell({ type: 'waiting', waitMs, elapsedMs: now - startedAt });
      await (options.wait?.(waitMs, call.signal) ?? clock.sleep(waitMs, call.signal));
    }
    // Clocks return fractions, so less than a millisecond counts as none.
    return call.deadline - clock.now() >= 1 ? 'look' : 'over';
  }

  #next(seen: PaceSeen): number {
    const { clock, random } = this.#turn.options;
    const { state, delayMs } = paceNext(this.#pace, seen, { now: clock.now(), random });
    this.#pace = state;
    return delayMs;
  }

  get #connected(): boolean {
    return this.#turn.options.client.reached() > this.#reachedBefore;
  }

  /** If no connection was ever established, it is unknown whether an attached run exists (contract 5, `network`). */
  get #neverReached(): boolean {
    return this.#turn.started.mode === 'attached' && this.#state.looks === 0 && !this.#connected;
  }

  /** Milliseconds left for the first connection. */
  #untilHopeless(): number {
    const { startedAt, options } = this.#turn;
    return this.#neverReached ? Math.max(0, startedAt + NEVER_CONNECTED_MS - options.clock.now()) : Infinity;
  }

  #outOfTime(): FollowEnd {
    if (showsNoSign(this.#state, this.#turn.options.clock.now())) return notTakenUp(this.#turn.record);
    if (this.#neverReached && this.#sentFault !== null) return this.#fatal(this.#sentFault);
    return { ...ended('timed_out'), obstacle: this.#obstacle?.message ?? null };
  }

  #fatal(error: ServiceError): FollowEnd {
    const { options, record, started } = this.#turn;
    const { baseUrl, orgId } = options;
    const { runId, webUrl } = record;
    const untouched = started.mode !== 'attached' || this.#state.looks > 0;
    const failure = failureOf(error, { call: 'read', baseUrl, orgId, runId, webUrl, untouched });
    return { ...ended('error'), failure };
  }
}
