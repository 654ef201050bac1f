/** Why a request of a fleet's session was not sent. */
import { transportFailure } from '../../service/errors.ts';
import { TransportError } from '../../service/http/port.ts';

/** The deadline passed before the request could be sent, or will. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

export function asServiceError(error: unknown): never {
  if (error instanceof TooLate) throw transportFailure(new TransportError('no_time', error.message));
  throw error;
}

/** The task that waits for the permit is not started any more. */
export class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}
