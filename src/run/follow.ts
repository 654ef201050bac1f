/**
 * Follows one turn of a run to its end (contract 4.2 to 4.7, 2.3): poll, take in, emit, judge, wait. What is decided is in `ending` and
 * `pacing`; the log is in `log`; what is read after the end is in `drain`.
 */
import { viewEntry } from '../service/entry.ts';
import { ServiceError } from '../service/errors.ts';
import { answerFloor } from '../service/retry-after.ts';
import { readToTheEnd } from './drain.ts';
import { beginsWithoutEcho, judge, observe, showsNoSign, turnStart, type TurnState } from './ending.ts';
import type { RawEntry } from './entry.ts';
import { shownAddress } from '../safe/format.ts';
import { failureOf, type Failure } from './failure.ts';
import type { Emit, Outcome, RunFacts } from './events.ts';
import { paceNext, paceStart, type PaceSeen, type PaceState } from './pacing.ts';
import type { PolledPage, PolledRun, PollFailed } from './poll.ts';
import type { Started } from './start.ts';
import { showsNewAnswer } from './state.ts';
import { outcomeOf } from './status.ts';
import { Turn, type FollowContext } from './turn.ts';

export type { FollowContext };

/** How following a run can end. */
export interface FollowEnd {
  readonly outcome: Extract<Outcome, 'succeeded' | 'failed' | 'cancelled' | 'needs_input' | 'timed_out' | 'error'>;
  readonly failure: Failure | null;
  /** For `timed_out`, the reason as text, or null. */
  readonly obstacle: string | null;
  /** The failure is that the resumed run shows no sign of work (contract 4.5). */
  readonly notTakenUp: boolean;
}

export function ended(outcome: FollowEnd['outcome']): FollowEnd {
  return { outcome, failure: null, obstacle: null, notTakenUp: false };
}

/** The last poll is sent this long before the deadline, so that an end just before it is still noticed. */
const LAST_POLL_MS = 1_500;
/** A log that could be read before the follow-up may be readable again within this time. */
const LOGS_BACK_MS = 30_000;

/** Follows one turn. Rejects with the reason of `context.call.signal` on abort. */
export async function follow(context: FollowContext, started: Started, emit: Emit): Promise<FollowEnd> {
  const { runId, mode, webUrl, status, resultBefore, summaryBefore, before } = started;
  emit({
    ...{ type: 'started', runId, mode, webUrl, status, entriesBefore: before.count ?? 0 },
    ...(resultBefore !== undefined && { resultBefore }),
    ...(summaryBefore !== undefined && { summaryBefore }),
  });
  const turn = new Turn(context, started, emit);
  try {
    return await new Following(turn).run();
  } finally {
    turn.flush();
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
  /** The run itself was read before the time is up. */
  #readLast = false;
  /** The last failure since the last answer. */
  #obstacle: ServiceError | null = null;

  constructor(turn: Turn) {
    const { client, classify, pace } = turn.context;
    const { mode, statusBefore, status, elsewhere } = turn.started;
    this.#turn = turn;
    this.#reachedBefore = client.reached();
    this.#pace = paceStart(pace);
    this.#state = turnStart({
      mode: elsewhere ? 'created' : mode,
      startedAt: turn.startedAt,
      statusBefore,
      replyActive: classify(status) === 'active',
      busyBefore: classify(statusBefore) === 'active',
    });
  }

  async run(): Promise<FollowEnd> {
    const { log, poller, started, context } = this.#turn;
    const { clock, call, client } = context;
    let delayMs = started.mode === 'attached' ? 0 : this.#next({ kind: 'started' });
    for (;;) {
      if (!(await this.#wait(delayMs))) return this.#outOfTime();
      const polled = await poller.poll(call);
      if (polled.kind !== 'page' && polled.kind !== 'run') {
        if (polled.kind === 'fatal' || this.#connectMs(polled.error) <= 0) return this.#fatal(polled.error);
        delayMs = this.#trouble(polled);
        continue;
      }
      const taken = polled.kind === 'page' ? polled.taken : null;
      await this.#takeIn(polled);
      const verdict = judge(this.#state, clock.now());
      if (verdict.kind === 'not_taken_up') return notTakenUp(this.#turn.record);
      if (verdict.kind === 'terminal' || verdict.kind === 'assumed_success') {
        const outcome = verdict.kind === 'terminal' ? outcomeOf(verdict.meaning) : 'succeeded';
        if (this.#state.statusClass === 'active') this.#turn.warn(forgotten(polled.run.status));
        this.#turn.tell({ type: 'finished' });
        const isRead = taken !== null && log.agrees && log.covers;
        const end = await readToTheEnd(this.#turn, { isRead, outcome });
        return typeof end === 'string' ? ended(end) : this.#fatal(end);
      }
      const redirect = await this.#readBeforeTimeout();
      if (redirect !== null) return this.#fatal(redirect);
      const full = taken?.more === true;
      const usualMs = this.#next({ kind: 'ok', full, confirmMs: verdict.confirmMs });
      delayMs = Math.max(usualMs, full ? 0 : client.spacing(), poller.notBefore - clock.now());
    }
  }

  /**
   * Reads a run that goes on once before the time is up, for what its log does not tell (contract 1.2, `pull_requests`). Returns a redirect,
   * otherwise null.
   */
  async #readBeforeTimeout(): Promise<ServiceError | null> {
    const { poller, context } = this.#turn;
    if (this.#readLast || context.call.deadline - context.clock.now() > LAST_POLL_MS) return null;
    this.#readLast = true;
    try {
      this.#turn.answer(await poller.readRun(context.call));
      return null;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return error.redirect ? error : null;
    }
  }

  /** Emits the changes. */
  async #takeIn(polled: PolledPage | PolledRun): Promise<void> {
    const { clock, classify } = this.#turn.context;
    const { run } = polled;
    this.#faults = 0;
    this.#throttled = false;
    this.#obstacle = null;
    const { result, summary, pullRequests } = this.#turn.record;
    this.#turn.answer(run);
    const { record } = this.#turn;
    const answerMoved = record.result !== result || record.summary !== summary || record.pullRequests !== pullRequests;
    this.#turn.logsTrouble();
    const taken = polled.kind === 'page' ? polled.taken : null;
    const more = taken?.more === true;
    const released = this.#released();
    const fresh = [...released, ...(taken?.fresh.splice(0) ?? [])];
    const seen = [...fresh, ...this.#turn.log.unordered];
    const kinds = seen.map((raw) => viewEntry(raw.value).message_type);
    const echo = seen.findIndex((raw) => this.#turn.isEcho(raw));
    await this.#turn.entries({ fresh, amended: taken?.amended ?? [] });
    // After the entries, so that the log is in chronological order.
    this.#turn.facts(run);
    // The pages of one long log are read without asking for a status that they lack.
    const status = run.status ?? (more ? this.#state.status : null);
    const statusClass = classify(status);
    if (statusClass === 'unknown' && !more) this.#turn.warn(unknownStatus(status));
    this.#state = observe(this.#state, {
      ...{ now: clock.now(), status, statusClass, kinds, more },
      echo: echo === -1 ? null : echo,
      moved: released.length > 0 || taken?.moved === true || answerMoved,
      newAnswer: showsNewAnswer(this.#turn.record),
      withoutLog: taken === null,
      logless: this.#isLogless,
    });
  }

  /** Entries that waited for the echo of the follow-up until now. */
  #released(): readonly RawEntry[] {
    const { held } = this.#turn.log;
    if (held.length === 0) return [];
    const answers = held
      .map(({ value }) => viewEntry(value))
      .filter(({ message_type: kind }) => kind === 'FINAL_ANSWER')
      .map(({ observation }) => observation ?? null);
    const seen = {
      now: this.#turn.context.clock.now(),
      answers,
      resultBefore: this.#turn.started.resultBefore ?? null,
    };
    return beginsWithoutEcho(this.#state, seen) ? this.#turn.log.release() : [];
  }

  /** The log cannot be read, and probably not soon either. */
  get #isLogless(): boolean {
    const { poller, started, startedAt, context } = this.#turn;
    if (poller.logsProblem === null || poller.logsRead) return false;
    return started.before.count === null || context.clock.now() - startedAt >= LOGS_BACK_MS;
  }

  /** Returns the time to wait. */
  #trouble({ kind, error }: PollFailed): number {
    const floorMs = answerFloor(error, this.#turn.context.clock.wall());
    // A request that came too late to be sent says nothing about the service, unless there was no other.
    if (error.kind !== 'no_time' || (this.#state.polls === 0 && this.#obstacle === null)) this.#obstacle = error;
    this.#faults += 1;
    const seen: PaceSeen =
      kind === 'throttled' || floorMs !== null
        ? { kind: 'refused', floorMs }
        : { kind: 'fault', attempt: this.#faults };
    const waitMs = Math.min(this.#next(seen), this.#connectMs(error));
    if (kind === 'throttled') {
      if (!this.#throttled) this.#turn.tell({ type: 'throttled', waitMs });
      this.#throttled = true;
    } else if (this.#faults === 1) {
      this.#turn.tell({ type: 'outage', message: error.message, waitMs });
    }
    return waitMs;
  }

  /** Returns whether there is time for another poll. */
  async #wait(delayMs: number): Promise<boolean> {
    const { poller, context, startedAt } = this.#turn;
    const { clock, call } = context;
    const now = clock.now();
    const left = call.deadline - now;
    // A wait that the service requested is kept even if it leaves no time for a last poll. Added jitter and backoff are not.
    const lastPoll = Math.max(left - LAST_POLL_MS, poller.notBefore - now);
    const early = delayMs >= left && lastPoll > 0;
    const waitMs = Math.min(early ? lastPoll : delayMs, left);
    if (waitMs > 0) {
      this.#turn.tell({ type: 'waiting', waitMs, elapsedMs: now - startedAt });
      await (context.wait?.(waitMs, call.signal) ?? clock.sleep(waitMs, call.signal));
    }
    // Clocks return fractions, so less than a millisecond counts as none.
    return call.deadline - clock.now() >= 1;
  }

  #next(seen: PaceSeen): number {
    const { state, delayMs } = paceNext(this.#pace, seen, this.#turn.context.random);
    this.#pace = state;
    return delayMs;
  }

  /** If no connection was ever established, it is unknown whether an attached run exists (contract 5, `network`). */
  get #neverReached(): boolean {
    const connected = this.#turn.context.client.reached() > this.#reachedBefore;
    return this.#turn.started.mode === 'attached' && this.#state.polls === 0 && !connected;
  }

  /** Milliseconds left for the first connection, Infinity if there was one. */
  #connectMs({ patienceMs }: ServiceError): number {
    const { startedAt, context } = this.#turn;
    return this.#neverReached ? startedAt + patienceMs - context.clock.now() : Infinity;
  }

  #outOfTime(): FollowEnd {
    const obstacle = this.#obstacle;
    if (showsNoSign(this.#state) && obstacle === null) return notTakenUp(this.#turn.record);
    if (this.#neverReached && obstacle !== null && obstacle.kind !== 'no_time') return this.#fatal(obstacle);
    return { ...ended('timed_out'), obstacle: obstacle?.message ?? null };
  }

  #fatal(error: ServiceError): FollowEnd {
    const { baseUrl, orgId } = this.#turn.context;
    const { runId, webUrl } = this.#turn.record;
    const untouched = this.#turn.started.mode !== 'attached' || this.#state.polls > 0;
    const failure = failureOf(error, { call: 'read', baseUrl, orgId, runId, webUrl, untouched });
    return { ...ended('error'), failure };
  }
}

/** The status never changed, although the answer arrived long ago. */
function forgotten(word: string | null): string {
  return `The status stays "${String(word)}", but the final answer came ten minutes ago and nothing has moved since: taken as succeeded. If the word means the end, name it in the input \`success_statuses\` or \`failure_statuses\`.`;
}

function unknownStatus(word: string | null): string {
  const what = word === null ? 'The service sends no status' : `Unrecognized status "${word}"`;
  return `${what}; still waiting for the run. If the word means the end, name it in the input \`success_statuses\` or \`failure_statuses\`.`;
}

function notTakenUp({ runId, webUrl, status }: RunFacts): FollowEnd {
  const where = shownAddress(webUrl) ?? `run ${runId} at the service`;
  const word = status === null ? 'no status' : `status "${status}"`;
  const message = `The service accepted the follow-up, but the run never acted on it: run ${runId} still shows ${word} and no new work. Look at ${where}; if nothing happens there, start a new run without \`agent_run_id\`.`;
  return { ...ended('error'), failure: { code: 'bad_response', message }, notTakenUp: true };
}
