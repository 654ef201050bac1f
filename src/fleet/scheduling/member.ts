/** Gives each session of a fleet a client whose requests take turns, and a clock that stops during the fleet's waits. */
import type { Clock } from '../../ports.ts';
import type { StatusClass } from '../../run/status.ts';
import type { CallOptions, ServiceClient } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { Category } from '../../service/rate-limit.ts';
import { UNSPACED, type Limiter, type Permit } from '../../service/limiter.ts';
import { retryFloor } from '../../service/retry-after.ts';
import { lastLookAt, looksDue } from './looks.ts';
import type { Permits } from './permits.ts';
import { asServiceError, Withdrawn } from './refused.ts';
import type { Purpose } from './scheduler.ts';
import { SessionClock } from './session-clock.ts';
import { WatchedRun, type WatchMode } from './watched-run.ts';

export interface MemberOptions {
  readonly permits: Permits;
  readonly clock: Clock;
  readonly classify: (word: string | null) => StatusClass;
  /** Creates the client that sends requests with this limiter and clock. */
  readonly client: (parts: { readonly limiter: Limiter; readonly clock: Clock }) => ServiceClient;
  /** Whether the session has seen the end of its run, not only that of an earlier turn. */
  readonly hasEnded: () => boolean;
  /** The session keeps a fixed poll interval. */
  readonly fixedInterval?: boolean;
  /** Called with true when a create or resume is sent, with false if it was certainly not carried out. */
  readonly onSending: (sending: boolean) => void;
}

/** Shorter waits of a session only let the event loop run between entries. */
const RESTED_MS = 250;
/** Consecutive refusals after which a session is told about them. */
const REFUSALS = 8;

export class Member {
  readonly #options: MemberOptions;
  readonly #base: ServiceClient;
  #purpose: Purpose = 'start';
  #frozen = false;
  /** The current request is a create or resume. */
  #irrevocable = false;
  #impatient = false;
  readonly #watched = new WatchedRun();
  readonly #withdrawn = new AbortController();
  readonly clock: SessionClock;
  readonly client: ServiceClient;
  /** Number of requests sent. */
  requests = 0;
  /** A create or resume was sent. */
  sent = false;

  constructor(options: MemberOptions) {
    this.#options = options;
    this.clock = new SessionClock(options.clock);
    const limiter: Limiter = { ...UNSPACED, acquire: (category, call) => this.#acquire(category, call) };
    this.#base = options.client({ limiter, clock: this.clock });
    this.client = this.#calls();
  }

  /** The run exists and is followed from now on. */
  follows(runId: number, mode: WatchMode): void {
    const { permits, clock } = this.#options;
    if (this.#watched.runId === null) permits.follow(runId, mode === 'created');
    this.#watched.begin(runId, mode, clock.now());
  }

  /** Sends nothing more, and rejects what waits to be sent with `Withdrawn`, unless a create or resume was sent. */
  withdraw(): void {
    if (!this.sent) this.#withdrawn.abort(new Withdrawn());
  }

  /** From now on, a request that cannot be sent by its deadline is refused at once. */
  hurries(): void {
    this.#impatient = true;
  }

  /** The session has ended. */
  leaves(): void {
    const { runId } = this.#watched;
    if (runId !== null) this.#options.permits.leave(runId);
  }

  #calls(): ServiceClient {
    const base = this.#base;
    return {
      spacing: () => 0,
      readDelay: () => 0,
      serviceTime: () => base.serviceTime(),
      reached: () => base.reached(),
      published: () => {
        this.#purpose = 'start';
        this.#frozen = this.#irrevocable = false;
        return base.published();
      },
      create: (body, call) => this.#sending('create', () => base.create(body, call)),
      resume: (body, call) => this.#sending('start', () => base.resume(body, call)),
      run: async (runId, call) => {
        const purpose = this.#readFor('final', false);
        const run = await this.#patiently(purpose, () => base.run(runId, call));
        this.#saw(run.status);
        return run;
      },
      logs: async (page, call) => {
        const purpose = this.#readFor('log', page.goesOn === true);
        const answer = await this.#patiently(purpose, () => base.logs(page, call));
        this.#watched.sawPage(answer, page);
        this.#saw(answer.status);
        return answer;
      },
    };
  }

  /** The purpose of a read of the run. `afterwards` applies once its end was seen. */
  #readFor(afterwards: 'final' | 'log', goesOn: boolean): Purpose {
    this.#watched.reads({ goesOn });
    return this.#watched.runId === null ? 'start' : this.#options.hasEnded() ? afterwards : 'look';
  }

  #saw(status: string | null): void {
    const { permits, clock, classify } = this.#options;
    const { runId } = this.#watched;
    if (runId === null) return;
    const meaning = classify(status);
    this.#watched.sawStatus(meaning, clock.now());
    permits.saw(runId, meaning);
  }

  async #sending<T>(purpose: Purpose, send: () => Promise<T>): Promise<T> {
    // The wait for the first request is caused by the fleet, so the run's time has not begun.
    this.#frozen = true;
    this.#irrevocable = true;
    return this.#again(purpose, send, (refused) => {
      this.#frozen = false;
      this.#options.onSending(!refused);
    });
  }

  /** The end was seen, so later reads may wait for other runs' polls without using up the session's patience. */
  #patiently<T>(purpose: Purpose, send: () => Promise<T>): Promise<T> {
    this.#frozen = purpose === 'final' || purpose === 'log';
    this.#irrevocable = false;
    return this.#again(purpose, send, () => undefined);
  }

  /** After a 429, the request is queued again behind the scheduler's pause. */
  async #again<T>(purpose: Purpose, send: () => Promise<T>, onRefused: (refused: boolean) => void): Promise<T> {
    let refusal: ServiceError | null = null;
    for (let attempt = 1; ; attempt += 1) {
      this.#purpose = purpose;
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (refusal !== null && error.kind === 'no_time') throw refusal;
        if (error.throttled || error.proof !== 'ambiguous') onRefused(true);
        if (!error.throttled) throw error;
        refusal = error;
        if (purpose !== 'create' && attempt >= REFUSALS) throw error;
      }
    }
  }

  async #acquire(category: Category, call: CallOptions): Promise<Permit> {
    const { permits, clock, fixedInterval = false } = this.#options;
    const [purpose, frozen] = [this.#purpose, this.#frozen];
    const since = clock.now();
    const deadline = frozen ? Infinity : this.clock.onFleetClock(call.deadline);
    const look = purpose === 'look';
    const { runId, meaning, followed } = this.#watched;
    const wanted = {
      ...{ purpose, category, runId, meaning },
      ...looksDue(followed, { now: since, rested: this.clock.restedMs >= RESTED_MS, fixed: fixedInterval }),
      ...(look ? { since: followed.lookedAt } : { since, dueAt: since }),
      lastAt: look ? lastLookAt(followed, deadline) : Infinity,
    };
    const signal = AbortSignal.any([call.signal, this.#withdrawn.signal]);
    const granted = await permits
      .ask(wanted, { signal, deadline, impatient: this.#impatient })
      .catch(asServiceError)
      .finally(() => {
        if (frozen) this.clock.forget(since);
      });
    this.requests += 1;
    this.clock.restedMs = 0;
    if (this.#irrevocable) {
      this.sent = true;
      this.#options.onSending(true);
    }
    return {
      done: ({ status, headers, unsent }) => {
        const refused = status === 429 ? { floorMs: retryFloor(headers, clock.wall()) } : null;
        granted.done({ refused, unsent });
      },
    };
  }
}
