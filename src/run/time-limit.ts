import { createContext, Script } from 'node:vm';
import { isRecord } from '../safe/json.ts';

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
