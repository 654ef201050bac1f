/**
 * Follows a run to its end: looks, waits, drains the log, reads the final result. An async generator of events that knows
 * nothing of where they are shown (contract 4.2 to 4.7, 2.3).
 */
import type { ServiceError } from '../service/errors.ts';
import { answerFloor } from '../service/retry-after.ts';
import { shownAddress } from '../shared/format.ts';
import { isSettling, judge, observe, showsNoSign, turnStart, type TurnState } from './completion.ts';
import { failureOf, type Failure } from './error-message.ts';
import type { Outcome, RunEvent } from './events.ts';
import { drainLog, readFinal } from './last-reads.ts';
import type { Look } from './log/poller.ts';
import { paceNext, paceStart, type PaceSeen, type PaceState } from './pacing/poll-interval.ts';
import type { Started } from './start.ts';
import { outcomeOf } from './status.ts';
import { Turn, type FollowOptions } from './turn.ts';

export type { FollowOptions };

export interface FollowEnd {
  readonly outcome: Extract<Outcome, 'succeeded' | 'failed' | 'cancelled' | 'needs_input' | 'timed_out' | 'error'>;
  readonly failure: Failure | null;
  /** For `timed_out`: what stood in the way, in words; null when nothing did. */
  readonly obstacle: string | null;
  /** The failure is that the resumed run shows no sign of work (contract 4.5). */
  readonly notTakenUp: boolean;
}

/** A last look is taken this long before the deadline, so that an end just before it is still seen. */
const LAST_LOOK_MS = 1_500;

/** Follows one turn. */
export async function* follow(options: FollowOptions, started: Started): AsyncGenerator<RunEvent, FollowEnd> {
  const { runId, mode, webUrl, status, resultBefore, baseline } = started;
  yield { type: 'started', runId, mode, webUrl, status, resultBefore, entriesBefore: baseline.count };
  return yield* new Following(new Turn(options, started)).run();
}

class Following {
  readonly #turn: Turn;
  #pace: PaceState;
  #state: TurnState;
  #faults = 0;
  #throttled = false;
  /** An answer came, whatever it said. */
  #connected = false;
  #obstacle: ServiceError | null = null;

  constructor(turn: Turn) {
    this.#turn = turn;
    const { classify, pace } = turn.options;
    const { mode, statusBefore, status } = turn.started;
    this.#pace = paceStart(pace);
    const replyActive = classify(status) === 'active';
    this.#state = turnStart({ mode, startedAt: turn.startedAt, statusBefore, replyActive });
  }

  async *run(): AsyncGenerator<RunEvent, FollowEnd> {
    const { reader, started, options } = this.#turn;
    const { clock, call, client } = options;
    let delayMs = started.mode === 'attached' ? 0 : this.#next({ kind: 'started', refusedMs: started.refusedMs });
    for (;;) {
      if (!(yield* this.#wait(delayMs))) return this.#outOfTime();
      const look = await reader.look(call);
      if (look.kind === 'fatal') return this.#fatal(look.error);
      if (look.kind === 'throttled' || look.kind === 'fault') {
        delayMs = yield* this.#trouble(look);
        continue;
      }
      const { finalAnswer } = this.#state;
      const news = yield* this.#takeIn(look);
      const verdict = judge(this.#state, clock.now());
      if (verdict.kind === 'not_taken_up') return this.#notTakenUp();
      if (verdict.kind === 'terminal' || verdict.kind === 'assumed_success') {
        yield* this.#turn.tell({ type: 'finished' });
        const redirect = yield* this.#readToTheEnd(look);
        if (redirect !== null) return this.#fatal(redirect);
        return ended(verdict.kind === 'terminal' ? outcomeOf(verdict.meaning) : 'succeeded');
      }
      const full = look.kind === 'page' && look.taken.more;
      const usualMs = this.#next({
        kind: 'ok',
        news,
        full,
        finalAnswer: this.#state.finalAnswer && !finalAnswer,
        settling: isSettling(this.#state),
      });
      const spacingMs = full ? 0 : client.spacing();
      delayMs = Math.max(usualMs, spacingMs, reader.notBefore - clock.now());
    }
  }

  /** The rest of the log and the final result. Gives back a redirect that stood in the way, else null. */
  async *#readToTheEnd(look: Extract<Look, { kind: 'page' | 'run' }>): AsyncGenerator<RunEvent, ServiceError | null> {
    const { more, agrees } = look.kind === 'page' ? look.taken : { more: false, agrees: false };
    return (
      (yield* drainLog(this.#turn, { more, agrees })) ?? (yield* readFinal(this.#turn, { fresh: look.kind === 'run' }))
    );
  }

  /** True: there was news. */
  async *#takeIn(look: Extract<Look, { kind: 'page' | 'run' }>): AsyncGenerator<RunEvent, boolean> {
    const turn = this.#turn;
    const { clock, classify } = turn.options;
    const { run } = look;
    this.#faults = 0;
    this.#throttled = false;
    this.#obstacle = null;
    yield* turn.answer(run);
    yield* turn.logsTrouble();
    const kinds: (string | null)[] = [];
    if (look.kind === 'page') {
      yield* turn.pageTrouble();
      for await (const event of turn.entries(look.taken)) {
        if (event.type === 'entry') kinds.push(event.entry.view.message_type);
        yield event;
      }
    }
    // After the entries, so that the log reads in the order of time.
    yield* turn.facts(run);
    const statusClass = classify(run.status);
    if (statusClass === 'unknown') yield* turn.warn(unknownStatus(run.status));
    const more = look.kind === 'page' && look.taken.more;
    this.#state = observe(this.#state, { now: clock.now(), status: run.status, statusClass, kinds, more });
    return this.#state.quietLooks === 0;
  }

  *#trouble(look: Extract<Look, { kind: 'throttled' | 'fault' }>): Generator<RunEvent, number> {
    const { reader, options } = this.#turn;
    const { error } = look;
    const floorMs = answerFloor(error, options.clock.wall());
    this.#obstacle = error;
    this.#connected ||= error.status !== null || error.proof === 'ambiguous';
    reader.refused(error);
    this.#faults += 1;
    const seen: PaceSeen =
      look.kind === 'throttled' || floorMs !== null
        ? { kind: 'refused', floorMs }
        : { kind: 'fault', attempt: this.#faults };
    const waitMs = this.#next(seen);
    if (look.kind === 'throttled') {
      if (!this.#throttled) yield { type: 'throttled', waitMs };
      this.#throttled = true;
    } else if (this.#faults === 1) {
      yield { type: 'outage', message: error.message, waitMs };
    }
    return waitMs;
  }

  /** False: the time is up. */
  async *#wait(delayMs: number): AsyncGenerator<RunEvent, boolean> {
    const { reader, options, startedAt } = this.#turn;
    const { clock, call } = options;
    const now = clock.now();
    const left = call.deadline - now;
    // A time that the service named is kept, even where that leaves none for a last look; what is added to it for the sake of
    // others (jitter, backoff) is not.
    const lastLook = Math.max(left - LAST_LOOK_MS, reader.notBefore - now);
    const early = delayMs >= left && lastLook > 0;
    const waitMs = Math.min(early ? lastLook : delayMs, left);
    if (waitMs > 0) {
      yield { type: 'waiting', waitMs, elapsedMs: now - startedAt };
      await clock.sleep(waitMs, call.signal);
    }
    // Less than a millisecond is none: clocks count in fractions.
    return call.deadline - clock.now() >= 1;
  }

  #next(seen: PaceSeen): number {
    const { clock, random } = this.#turn.options;
    const { state, delayMs } = paceNext(this.#pace, seen, { now: clock.now(), random });
    this.#pace = state;
    return delayMs;
  }

  #outOfTime(): FollowEnd {
    if (showsNoSign(this.#state)) return this.#notTakenUp();
    // An attached run that nobody could ask after is not known to exist (contract 5, `network`).
    const never = this.#turn.started.mode === 'attached' && this.#state.looks === 0 && !this.#connected;
    if (never && this.#obstacle !== null) return this.#fatal(this.#obstacle);
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

  #notTakenUp(): FollowEnd {
    const { runId, webUrl, status } = this.#turn.record;
    const where = shownAddress(webUrl) ?? `run ${runId} at the service`;
    const word = status === null ? 'no status' : `status "${status}"`;
    const message = `The service accepted the follow-up, but the run never acted on it: run ${runId} still shows ${word} and no new work. Look at ${where}; if nothing happens there, start a new run without \`agent_run_id\`.`;
    return { ...ended('error'), failure: { code: 'bad_response', message }, notTakenUp: true };
  }
}

function ended(outcome: FollowEnd['outcome']): FollowEnd {
  return { outcome, failure: null, obstacle: null, notTakenUp: false };
}

function unknownStatus(word: string | null): string {
  const what = word === null ? 'The service sends no status' : `Unrecognized status "${word}"`;
  return `${what}; still waiting for the run. If the word means the end, name it in the input \`success_statuses\` or \`failure_statuses\`.`;
}
