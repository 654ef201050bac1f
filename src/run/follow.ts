/**
 * Follows a run to its end: looks, waits, drains the log, reads the final result. An async generator of events that knows
 * nothing of where they are shown (contract 4.2 to 4.7, 2.3).
 */
import type { Clock, Random } from '../ports.ts';
import type { CallOptions, Client } from '../service/client.ts';
import type { ServiceError } from '../service/errors.ts';
import { answerFloor } from '../service/retry-after.ts';
import { drain, readFinal } from './drain.ts';
import { timeOf, toEntry, type RawEntry } from './log/entry.ts';
import type { Outcome, RunEvent } from './events.ts';
import { failureOf, type Failure } from './error-message.ts';
import { isSettling, judge, observe, showsNoSign, turnStart, type TurnState } from './completion.ts';
import { LogCursor, type Taken } from './log/cursor.ts';
import { paceNext, paceStart, type PaceSeen, type PaceState } from './pacing/poll-interval.ts';
import { Reader, type Look } from './log/poller.ts';
import type { RunRecord } from './record.ts';
import type { Started } from './start.ts';
import { outcomeOf, type StatusClass } from './status.ts';
import { placesIn } from './log/full-scan.ts';
import { shownAddress } from '../shared/format.ts';

export interface FollowOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly classify: (word: string | null) => StatusClass;
  readonly call: CallOptions;
  readonly pace: Parameters<typeof paceStart>[0];
  readonly baseUrl: string;
  readonly orgId: number;
}

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

/** Follows one turn. `record` is kept up to date, also when the caller aborts. */
export async function* follow(
  options: FollowOptions,
  { started, record }: { readonly started: Started; readonly record: RunRecord },
): AsyncGenerator<RunEvent, FollowEnd> {
  const turn = new Turn(options, { started, record });
  yield { type: 'started', mode: started.mode, ...record.facts() };
  return yield* turn.run();
}

/** The state of following one turn; what it decides is in `judge.ts`, `pace.ts`, `cursor.ts`. */
export class Turn {
  readonly options: FollowOptions;
  readonly record: RunRecord;
  readonly cursor: LogCursor;
  readonly reader: Reader;
  readonly #started: Started;
  readonly #startedAt: number;
  #pace: PaceState;
  #state: TurnState;
  #faults = 0;
  #throttled = false;
  /** An answer came, whatever it said. */
  #connected = false;
  #obstacle: ServiceError | null = null;
  readonly #said = new Set<string>();
  /** Fingerprints of the entries in the order they were handed out. */
  readonly #sequence: string[] = [];

  constructor(options: FollowOptions, { started, record }: { readonly started: Started; readonly record: RunRecord }) {
    const { client, clock } = options;
    this.options = options;
    this.record = record;
    this.#started = started;
    this.#startedAt = clock.now();
    this.cursor = new LogCursor(started.baseline);
    const acceptedAt = started.mode === 'attached' ? null : this.#startedAt;
    const tells = (word: string | null): boolean => options.classify(word) !== 'unknown';
    this.reader = new Reader({ client, clock, cursor: this.cursor, runId: started.runId, tells, acceptedAt });
    this.#pace = paceStart(options.pace);
    const { mode, statusBefore, status } = started;
    const replyActive = options.classify(status) === 'active';
    this.#state = turnStart({ mode, startedAt: this.#startedAt, statusBefore, replyActive });
  }

  async *run(): AsyncGenerator<RunEvent, FollowEnd> {
    const { clock, call } = this.options;
    let delayMs =
      this.#started.mode === 'attached' ? 0 : this.#next({ kind: 'started', refusedMs: this.#started.refusedMs });
    for (;;) {
      if (!(yield* this.#wait(delayMs))) return this.#outOfTime();
      const look = await this.reader.look(call);
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
        this.record.end();
        const redirect = yield* this.#readToTheEnd(look);
        if (redirect !== null) return this.#fatal(redirect);
        return this.#ended(verdict.kind === 'terminal' ? outcomeOf(verdict.meaning) : 'succeeded');
      }
      const full = look.kind === 'page' && look.taken.more;
      const usualMs = this.#next({
        kind: 'ok',
        news,
        full,
        finalAnswer: this.#state.finalAnswer && !finalAnswer,
        settling: isSettling(this.#state),
      });
      const spacingMs = full ? 0 : this.options.client.spacing();
      delayMs = Math.max(usualMs, spacingMs, this.reader.notBefore - clock.now());
    }
  }

  /** The rest of the log and the final result. Gives back a redirect that stood in the way, else null. */
  async *#readToTheEnd(look: Extract<Look, { kind: 'page' | 'run' }>): AsyncGenerator<RunEvent, ServiceError | null> {
    const known = look.kind === 'page' ? look.taken : { more: false, agrees: false };
    return (yield* drain(this, known)) ?? (yield* readFinal(this, { fresh: look.kind === 'run' }));
  }

  /** Says a warning once. */
  *warn(message: string): Generator<RunEvent> {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    yield { type: 'warning', message };
  }

  /** Hands out entries of this turn and keeps what they say of the run. */
  *entries({ fresh, order }: Pick<Taken, 'fresh' | 'order'>): Generator<RunEvent> {
    const { since } = this.#started;
    const isOurs = (raw: RawEntry): boolean => since === null || (timeOf(raw) ?? since) >= since;
    // Node keeps what the variables of a generator held at its last `yield` until they are set anew, at every level of the way
    // here: a list that empties keeps nothing, one that is walked through would keep a page more.
    const queue = fresh.splice(0).filter(isOurs);
    for (let raw = queue.shift(); raw !== undefined; raw = queue.shift()) {
      const entry = toEntry(raw, this.record.entries);
      this.record.takeEntry(entry);
      this.#sequence.push(raw.fingerprint);
      yield { type: 'entry', entry, more: queue.length > 0 };
    }
    if (order === undefined) return;
    const places = placesIn(order, this.#sequence);
    this.record.reorder(places);
    yield { type: 'order', places };
  }

  *#takeIn(look: Extract<Look, { kind: 'page' | 'run' }>): Generator<RunEvent, boolean> {
    const { clock, classify } = this.options;
    this.#faults = 0;
    this.#throttled = false;
    this.#obstacle = null;
    const changed = this.record.takeRun(look.run);
    yield* this.#logsTrouble();
    const kinds: (string | null)[] = [];
    if (look.kind === 'page') {
      for (const event of this.entries(look.taken)) {
        if (event.type === 'entry') kinds.push(event.entry.view.message_type);
        yield event;
      }
    }
    // After the entries, so that the log reads in the order of time.
    if (changed) yield { type: 'status', ...this.record.facts() };
    const statusClass = classify(look.run.status);
    if (statusClass === 'unknown') yield* this.warn(unknownStatus(look.run.status));
    const more = look.kind === 'page' && look.taken.more;
    const before = this.#state;
    this.#state = observe(before, { now: clock.now(), status: look.run.status, statusClass, kinds, more });
    return this.#state.quietLooks === 0;
  }

  /** A warning said that the log cannot be read, and it never could. */
  get saidToHaveNoLog(): boolean {
    return this.#said.has('logs') && !this.reader.logsRead;
  }

  *#logsTrouble(): Generator<RunEvent> {
    const problem = this.reader.logsProblem;
    if (problem === null || this.#said.has('logs')) return;
    this.#said.add('logs');
    yield {
      type: 'warning',
      message: `The log of the run cannot be read at the moment (${problem.message}); the status is followed without it, and the log is tried again, for the last time when the run has ended.`,
    };
  }

  *#trouble(look: Extract<Look, { kind: 'throttled' | 'fault' }>): Generator<RunEvent, number> {
    const { error } = look;
    const floorMs = answerFloor(error, this.options.clock.wall());
    this.#obstacle = error;
    this.#connected ||= error.status !== null || error.proof === 'ambiguous';
    this.reader.refused(error);
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
    const { clock, call } = this.options;
    const now = clock.now();
    const left = call.deadline - now;
    // A time that the service named is kept, even where that leaves none for a last look; what is added to it for the sake of
    // others (jitter, backoff) is not.
    const lastLook = Math.max(left - LAST_LOOK_MS, this.reader.notBefore - now);
    const early = delayMs >= left && lastLook > 0;
    const waitMs = Math.min(early ? lastLook : delayMs, left);
    if (waitMs > 0) {
      yield { type: 'waiting', waitMs, elapsedMs: now - this.#startedAt };
      await clock.sleep(waitMs, call.signal);
    }
    // Less than a millisecond is none: clocks count in fractions.
    return call.deadline - clock.now() >= 1;
  }

  #next(seen: PaceSeen): number {
    const { clock, random } = this.options;
    const { state, delayMs } = paceNext(this.#pace, seen, { now: clock.now(), random });
    this.#pace = state;
    return delayMs;
  }

  #ended(outcome: FollowEnd['outcome']): FollowEnd {
    return { outcome, failure: null, obstacle: null, notTakenUp: false };
  }

  #outOfTime(): FollowEnd {
    if (showsNoSign(this.#state)) return this.#notTakenUp();
    // An attached run that nobody could ask after is not known to exist (contract 5, `network`).
    const never = this.#started.mode === 'attached' && this.#state.looks === 0 && !this.#connected;
    if (never && this.#obstacle !== null) return this.#fatal(this.#obstacle);
    return { ...this.#ended('timed_out'), obstacle: this.#obstacle?.message ?? null };
  }

  #fatal(error: ServiceError): FollowEnd {
    const { baseUrl, orgId } = this.options;
    const { runId, webUrl } = this.record;
    const untouched = this.#started.mode !== 'attached' || this.#state.looks > 0;
    const failure = failureOf(error, { call: 'read', baseUrl, orgId, runId, webUrl, untouched });
    return { ...this.#ended('error'), failure };
  }

  #notTakenUp(): FollowEnd {
    const { runId, webUrl, status } = this.record;
    const where = shownAddress(webUrl) ?? `run ${runId} at the service`;
    const word = status === null ? 'no status' : `status "${status}"`;
    const message = `The service accepted the follow-up, but the run did not take it up: run ${runId} still shows ${word} and no new work. Look at ${where}; if nothing happens there, start a new run without \`agent_run_id\`.`;
    return { ...this.#ended('error'), failure: { code: 'bad_response', message }, notTakenUp: true };
  }
}

function unknownStatus(word: string | null): string {
  const what = word === null ? 'The service sends no status' : `The status "${word}" is not known to this action`;
  return `${what}; it goes on following the run. If the word means the end, name it in the input \`success_statuses\` or \`failure_statuses\`.`;
}
