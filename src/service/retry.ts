/** Reads of the published API, repeated while they fail. */
import type { Clock, Random } from '../ports.ts';
import { ServiceError } from './errors.ts';
import type { CallOptions } from './request.ts';
import { answerFloor, backoff, connectingWait, isDue } from './retry-after.ts';
import { duration } from '../safe/format.ts';

export interface ReadPorts {
  readonly clock: Pick<Clock, 'now' | 'wall' | 'sleep'>;
  readonly random: Random;
  /** How long to retry while the service fails. Does not limit waits for a rate limit. Default: until the deadline. */
  readonly faultPatienceMs?: number;
  /** Told what is being waited for, at least every 15 seconds while nothing connects (contract 5). May quote the service. */
  readonly say?: ((message: string) => void) | undefined;
}

/** Conflict and "too early" pass by themselves. Any other refusal of these endpoints, which not all services have, is final. */
const PASSING_STATUSES: ReadonlySet<number | null> = new Set([409, 425]);

/** Retries a read until the call's deadline. Rejects with the last `ServiceError`, immediately if it is permanent. */
export async function persistently<T>(
  read: (call: CallOptions) => Promise<T>,
  { clock, random, faultPatienceMs = Infinity, say }: ReadPorts,
  call: CallOptions,
): Promise<T> {
  let met: ServiceError | null = null;
  let failingSince: number | null = null;
  let saidAt: number | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read(call);
    } catch (error) {
      call.signal.throwIfAborted();
      // The service's last error explains more than the lack of time for another attempt.
      if (error instanceof ServiceError && error.kind === 'no_time') throw met ?? error;
      if (!(error instanceof ServiceError)) throw error;
      if (error.proof === 'permanent' && !PASSING_STATUSES.has(error.status)) throw error;
      failingSince = error.throttled ? null : (failingSince ?? clock.now());
      const patienceMs = error.proof === 'unsent' ? Math.min(faultPatienceMs, error.patienceMs) : faultPatienceMs;
      const until = failingSince === null ? Infinity : failingSince + patienceMs;
      const leftMs = Math.min(call.deadline, until) - clock.now();
      const floorMs = answerFloor(error, clock.wall());
      const waitMs = connectingWait(backoff({ attempt, floorMs, random, leftMs }), error);
      if (waitMs >= leftMs) throw error;
      met = error;
      if (isDue(saidAt, { now: clock.now(), waitMs })) {
        saidAt = clock.now();
        say?.(
          `${error.throttled ? 'Rate limited' : `No answer yet: ${error.message}`}; trying again in ${duration(waitMs)}.`,
        );
      }
      await clock.sleep(waitMs, call.signal);
    }
  }
}
