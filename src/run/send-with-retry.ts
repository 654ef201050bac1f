/** Sends one request until it is accepted, refused for good, ambiguous, or the time is up (contract 4.1, 3.2, 5). */
import type { Clock, Random } from '../ports.ts';
import type { CallOptions, Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { answerFloor, backoff } from '../service/retry-after.ts';
import { failureOf, type CallName, type Failure } from './error-message.ts';
import type { RunEvent } from './events.ts';
import type { EntryStore } from './log/entry-store.ts';
import { createRetryDelay } from './pacing/matrix-start.ts';

export interface StartPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly baseUrl: string;
  readonly orgId: number;
  /** Aborts as soon as the step is to end. What is in flight then may still be answered while `call.signal` has not aborted. */
  readonly stop: AbortSignal;
  /** Called before each create or resume is sent. What it throws ends the session, and nothing was sent. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
  /** As in `FollowOptions`. */
  readonly entryStore?: EntryStore | undefined;
}

/** The events of a request while it is made, and what came of it. */
export type Steps<T> = AsyncGenerator<RunEvent, T>;

/** A request that was not carried out, or whose fate is not known. */
export interface NotSent {
  readonly ok: false;
  readonly failure: Failure;
  readonly error: ServiceError;
  /** The service answered, but until the time was up it did not show the run. */
  readonly outOfTime: boolean;
}

/** A service that no connection can be made to for so long is out of reach (contract 5). */
export const NEVER_CONNECTED_MS = 120_000;
export type Sent<T> = { readonly ok: true; readonly value: T; readonly refusedMs: number } | NotSent;

export interface Sending<T> {
  readonly call: CallOptions;
  readonly name: CallName;
  readonly runId: number | null;
  readonly webUrl: string | null;
  readonly send: () => Promise<T>;
  /** How often an ambiguous failure may be met. Creates and resumes: once, they are never sent again after one. */
  readonly ambiguousTries: number;
}

/** Sends until it is accepted, refused for good, ambiguous, or the time is up. */
export async function* send<T>(ports: StartPorts, sending: Sending<T>): Steps<Sent<T>> {
  const { clock, random } = ports;
  const { call, name } = sending;
  const reading = name === 'read';
  const startedAt = clock.now();
  let ambiguous = 0;
  let connected = false;
  let outage = false;
  let refusedSince: number | null = null;
  let refusal: ServiceError | null = null;
  for (let attempt = 1; ; attempt += 1) {
    ports.stop.throwIfAborted();
    try {
      if (!reading) {
        await ports.beforeSending?.();
        yield { type: 'sending', runId: sending.runId };
      }
      const value = await sending.send();
      return { ok: true, value, refusedMs: refusedSince === null ? 0 : clock.now() - refusedSince };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The step ends by the signal, whatever the answer in flight then was (contract 7.3).
      ports.stop.throwIfAborted();
      // A log that is refused is done without; a run is asked for again.
      const again = error.proof === 'permanent' && error.passing && sending.ambiguousTries === Infinity;
      const proof = again ? 'ambiguous' : error.proof;
      if (proof === 'ambiguous') ambiguous += 1;
      else if (!reading) yield { type: 'unsent' };
      connected ||= error.status !== null || error.proof === 'ambiguous';
      if (error.throttled) refusedSince ??= clock.now();
      // What never connects for so long is not going to (contract 5, `network`).
      const until =
        connected || error.kind === 'no_time' ? call.deadline : Math.min(call.deadline, startedAt + NEVER_CONNECTED_MS);
      const left = until - clock.now();
      // Where the time was up before another try got out, what the service said last is why.
      const why: ServiceError = error.proof === 'unsent' ? (refusal ?? error) : error;
      if (proof === 'permanent' || ambiguous >= sending.ambiguousTries) return notSent(ports, sending, { why });
      if (left <= 0) return notSent(ports, sending, { why, outOfTime: reading && connected });
      refusal = error.throttled ? error : null;
      const floorMs = answerFloor(error, clock.wall());
      // A floor beyond the deadline is waited for until the deadline: while time remains, a 429 does not fail the step.
      const waitedMs = refusedSince === null ? 0 : clock.now() - refusedSince;
      const retry = { attempt, floorMs, random, leftMs: left, waitedMs };
      const waitMs = Math.min(left, error.throttled ? createRetryDelay(retry) : backoff(retry));
      if (error.throttled) yield { type: 'throttled', waitMs };
      else if (!outage) yield { type: 'outage', message: error.message, waitMs };
      outage ||= !error.throttled;
      await clock.sleep(waitMs, ports.stop);
      // Less than a millisecond is none: clocks count in fractions.
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
