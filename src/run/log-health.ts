/**
 * Whether the log can be read, by the attempts so far (contract 2.3): its endpoint is ALPHA and may
 * fail. While it does, the run itself is polled, and the log is tried again now and then.
 */
import { NotOffered, type ServiceError } from '../http/errors.ts';

/** Attempts at the log that failed since the last one that did not. */
interface LogsFailure {
  /** On the clock's `now`. */
  readonly since: number;
  readonly error: ServiceError;
  readonly stumbles: number;
}

/** A single lost answer is no news: so many count as a log that cannot be read. */
const STUMBLES = 2;
/** Polls without the log before it is tried again. */
const RETRY_POLLS = 5;

export class LogHealth {
  /** The log was read at least once. */
  wasRead = false;
  #failure: LogsFailure | null = null;
  /** Polls left until the log is tried again. */
  #pollsToRest = 0;

  /** The last attempt failed. */
  get isFailing(): boolean {
    return this.#failure !== null;
  }

  /** When it began to fail, on the clock's `now`; null if the last attempt succeeded. */
  get failingSince(): number | null {
    return this.#failure?.since ?? null;
  }

  /** Why the run endpoint is read instead of the log; null while that is in use. */
  get problem(): ServiceError | null {
    const { error, stumbles } = this.#failure ?? { error: null, stumbles: 0 };
    return stumbles < STUMBLES ? null : error;
  }

  /** The service offers the log at neither of its addresses, and never did in this turn. */
  get isNotOffered(): boolean {
    return !this.wasRead && this.#failure?.error instanceof NotOffered;
  }

  /** The log is not to be tried at this poll. */
  get rests(): boolean {
    return this.#pollsToRest > 0;
  }

  succeeded(): void {
    this.wasRead = true;
    this.#failure = null;
  }

  /** @param isFresh the run is so new that its log may appear soon */
  failed(
    error: ServiceError,
    { now, isFresh }: { readonly now: number; readonly isFresh: boolean },
  ): void {
    const { since, stumbles } = this.#failure ?? { since: now, stumbles: 0 };
    this.#failure = { since, error, stumbles: stumbles + stumblesOf(error, isFresh) };
    if (this.problem !== null) {
      this.#pollsToRest = RETRY_POLLS;
    }
  }

  /**
   * The run was polled without its log.
   *
   * @param mayWait the run itself can show its end
   */
  passed(mayWait: boolean): void {
    this.#pollsToRest = mayWait ? Math.max(0, this.#pollsToRest - 1) : 0;
  }

  /** The run itself cannot be read either, so the log is not at fault: it is tried first again. */
  excused(): void {
    this.#pollsToRest = 0;
  }
}

function stumblesOf(error: ServiceError, isFresh: boolean): number {
  if (error.status === 404 && isFresh && !(error instanceof NotOffered)) {
    return 0;
  }
  // A request that timed out is not repeated soon, because it takes its time again.
  return error.proof === 'ambiguous' && !error.timedOut ? 1 : STUMBLES;
}
