/** Time limits for a piece of work. */
import { threadCpuUsage } from 'node:process';
import { createContext, Script } from 'node:vm';
import type { Clock } from './port.ts';
import { isRecord } from '../safe/json.ts';

export interface TimeLimit {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly ms: number;
  /** Ends the work early. */
  readonly signal: AbortSignal;
}

/**
 * Passes the work a signal that aborts after `ms` or with `signal`, whichever comes first. The
 * timer ends with the work.
 */
export async function within<T>(
  { clock, ms, signal }: TimeLimit,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const done = new AbortController();
  clock.sleep(Math.max(0, ms), done.signal).then(
    () => over.abort(new Error('there was no time left')),
    () => undefined,
  );
  try {
    return await work(AbortSignal.any([signal, over.signal]));
  } finally {
    done.abort();
  }
}

/** In milliseconds, of this thread. */
function processorTime(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}

/** Work that got less than this part of its limit was held up by other processes. */
const HELD_UP = 0.9;

/**
 * Returns the result of `work`, or null if it takes more than `limitMs` milliseconds of processor
 * time. Catastrophic backtracking blocks the whole process, including signals and timers, and Node
 * can interrupt it only in a script with a timeout. That counts time on the wall, so work that
 * other processes held up is started again with as much more as it lacked, at most eight times as
 * much. It must be repeatable.
 */
export function withTimeLimit<T>(
  limitMs: number,
  work: () => T,
  { processor = processorTime }: { readonly processor?: () => number } = {},
): { readonly value: T } | null {
  for (let timeout = limitMs; ;) {
    const startedAt = processor();
    try {
      return {
        value: new Script('work()').runInContext(createContext({ work }), { timeout }) as T,
      };
    } catch (error) {
      if (!isRecord(error) || error['code'] !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
        throw error;
      }
      const hadMs = processor() - startedAt;
      if (hadMs >= HELD_UP * limitMs) {
        return null;
      }
      timeout = Math.ceil(timeout * Math.min(8, limitMs / hadMs));
    }
  }
}
