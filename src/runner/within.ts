/** Time limits for a piece of work. */
import { createContext, Script } from 'node:vm';
import type { Clock } from '../ports.ts';
import { isRecord } from '../safe/json.ts';

export interface Limit {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly ms: number;
  /** Ends the work early. */
  readonly signal: AbortSignal;
}

/** Passes the work a signal that aborts after `ms` or with `signal`, whichever comes first. The timer ends with the work. */
export async function within<T>(
  { clock, ms, signal }: Limit,
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

/**
 * Returns the result of `work`, or null if it takes longer than `limitMs` milliseconds. Catastrophic backtracking blocks the whole process,
 * including signals and timers. Node can interrupt it only in a script with a timeout.
 */
export function withTimeLimit<T>(limitMs: number, work: () => T): { readonly value: T } | null {
  try {
    return { value: new Script('work()').runInContext(createContext({ work }), { timeout: limitMs }) as T };
  } catch (error) {
    if (isRecord(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}
