/** Sends one request until it is accepted, permanently refused, ambiguous, or out of time (contract 4.1, 3.2, 5). */
import type { Clock, Random } from '../ports.ts';
import type { CallOptions, Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { answerFloor, backoff, connectingWait, isDue } from '../service/retry-after.ts';
import { failureOf, type CallName, type Failure } from './error-message.ts';
import type { Emit } from './events.ts';
import { createRetryDelay } from './pacing.ts';

export interface StartPorts {
  readonly emit: Emit;
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly baseUrl: string;
  readonly orgId: number;
  /** Aborts when the step must end. A request in flight may still be answered until `call.signal` aborts. */
  readonly stop: AbortSignal;
  /** Called before each create or resume. If it throws, the session ends without sending. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
}

/** A request that was not carried out, or for which that is unknown. */
export interface NotSent {
  readonly ok: false;
  readonly failure: Failure;
  readonly error: ServiceError;
  /** The service responded, but did not return the run before the deadline. */
  readonly outOfTime: boolean;
}

/** If no connection succeeds for this long, the service counts as unreachable (contract 5). */
export const NEVER_CONNECTED_MS = 120_000;
export type Sent<T> = { readonly ok: true; readonly value: T } | NotSent;

export interface Sending<T> {
  readonly call: CallOptions;
  readonly name: CallName;
  readonly runId: number | null;
  readonly webUrl: string | null;
  readonly send: () => Promise<T>;
  /** Number of ambiguous failures to accept. Creates and resumes are never sent again after the first one. */
  readonly ambiguousTries: number;
  /** `client.reached()` before the first request of the call, if this is not the first one: a resume follows reads. */
  readonly reachedBefore?: number;
}

/** Sends until the request is accepted, permanently refused, ambiguous, or out of time. */
export async function send<T>(ports: StartPorts, sending: Sending<T>): Promise<Sent<T>> {
  const { clock, random, emit } = ports;
  const { call, name } = sending;
  const reading = name === 'read';
  const startedAt = clock.now();
  let ambiguous = 0;
  // Some calls make several requests, of which an earlier one may have reached the service.
  const { reachedBefore = ports.client.reached() } = sending;
  /** When the outage was reported last. */
  let saidAt: number | null = null;
  let refusal: ServiceError | null = null;
  for (let attempt = 1; ; attempt += 1) {
    ports.stop.throwIfAborted();
    try {
      if (!reading) {
        await ports.beforeSending?.();
        emit({ type: 'sending', runId: sending.runId });
      }
      const value = await sending.send();
      return { ok: true, value };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The signal ends the step, whatever the response in flight was (contract 7.3).
      ports.stop.throwIfAborted();
      const proof = reading && error.passing && error.proof === 'permanent' ? 'ambiguous' : error.proof;
      if (proof === 'ambiguous') ambiguous += 1;
      else if (!reading) emit({ type: 'unsent' });
      const connected = ports.client.reached() > reachedBefore;
      // A service that never connected within this time is considered unreachable (contract 5, `network`).
      const hasTime = connected || error.kind === 'no_time';
      const until = hasTime ? call.deadline : Math.min(call.deadline, startedAt + error.patienceMs);
      const left = until - clock.now();
      // If there was no time for another attempt, the service's last error is the reason.
      const why: ServiceError = error.proof === 'unsent' ? (refusal ?? error) : error;
      if (proof === 'permanent' || ambiguous >= sending.ambiguousTries) return notSent(ports, sending, { why });
      if (left <= 0) return notSent(ports, sending, { why, outOfTime: reading && connected });
      refusal = error.throttled ? error : null;
      const floorMs = answerFloor(error, clock.wall());
      // If the service asks to wait beyond the deadline, the step waits until the deadline: a 429 alone never fails it
      // earlier.
      const retry = { attempt, floorMs, random, leftMs: left };
      const waitMs = Math.min(left, error.throttled ? createRetryDelay(retry) : connectingWait(backoff(retry), error));
      if (error.throttled) emit({ type: 'throttled', waitMs });
      else if (saidAt === null || (!connected && isDue(saidAt, { now: clock.now(), waitMs }))) {
        emit({
          type: 'outage',
          message: error.message,
          waitMs,
          sinceMs: saidAt === null ? 0 : clock.now() - startedAt,
        });
        saidAt = clock.now();
      }
      await clock.sleep(waitMs, ports.stop);
      // Clocks return fractions, so less than a millisecond counts as none.
      if (until - clock.now() < 1) return notSent(ports, sending, { why: error, outOfTime: reading && connected });
    }
  }
}

function notSent(
  { baseUrl, orgId }: StartPorts,
  { name, runId, webUrl }: Pick<Sending<unknown>, 'name' | 'runId' | 'webUrl'>,
  { why, outOfTime = false }: { readonly why: ServiceError; readonly outOfTime?: boolean },
): NotSent {
  return { ok: false, failure: failureOf(why, { call: name, baseUrl, orgId, runId, webUrl }), error: why, outOfTime };
}
