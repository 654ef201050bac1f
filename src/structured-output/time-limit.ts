import { createContext, Script } from 'node:vm';
import { isRecord } from '../shared/json.ts';

/**
 * What `work` gives, or null when it took longer than `limitMs` milliseconds. A regular expression that backtracks without end holds the
 * whole process, signals and timers included; a script with a time limit is what Node can interrupt then, whatever it calls.
 */
export function withTimeLimit<T>(limitMs: number, work: () => T): { readonly value: T } | null {
  try {
    return { value: new Script('work()').runInContext(createContext({ work }), { timeout: limitMs }) as T };
  } catch (error) {
    if (isRecord(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}
