/** What a failed request proves, where more is known than its status says (contract 4.1). */
import { asServiceError, isMissing, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';
import type { ErrorCode } from '../../runner/output-table.ts';

/** What is not there, or not yet, as null. @throws any other failure */
export function absentAsNull(error: unknown): null {
  if (isMissing(error)) {
    return null;
  }
  throw error;
}

/** A 404 where the service tells it otherwise than by 404, such as by null in a list. */
export function missing(message: string): ServiceError {
  return new ServiceError(message, { kind: 'status', proof: 'permanent', status: 404, said: '' });
}

/** What is refused before anything is sent. */
export function refusal(
  message: string,
  { code, advice }: { readonly code: ErrorCode; readonly advice: string },
): ServiceError {
  return new ServiceError(message, {
    kind: 'unsendable',
    proof: 'permanent',
    status: null,
    said: '',
    code,
    advice,
  });
}

/**
 * The failure of a read that has to come before a request: whatever it proves of itself, the
 * request was not sent. @throws what is no failure of the service
 */
export function beforehand(error: unknown): ServiceError {
  const failure = asServiceError(error);
  if (failure.proof !== 'ambiguous') {
    return failure;
  }
  return failure.with({
    proof: 'unsent',
    code: 'bad_response',
    advice:
      'What has to be read before it could not be read in time, so that nothing was sent: run ' +
      'this step again.',
  });
}

/** A request that is made again a few times, although its refusal looks final. */
interface Insisting {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Before each further attempt, in ms. */
  readonly pausesMs: readonly number[];
  /** Whether the refusal may pass. Only one that proves that nothing was carried out. */
  readonly mayPass: (error: ServiceError) => boolean;
}

/**
 * Makes a request again where a service is known to refuse for a moment in words that mean for
 * ever. Rejects with the last failure, or with `call.signal.reason` on abort.
 */
export async function insist<T>(
  send: () => Promise<T>,
  { clock, pausesMs, mayPass }: Insisting,
  { deadline, signal }: CallOptions,
): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await send();
    } catch (error) {
      const passes = error instanceof ServiceError && mayPass(error);
      if (!passes || clock.now() + pauseMs >= deadline) {
        throw error;
      }
    }
    await clock.sleep(pauseMs, signal);
  }
  return send();
}
