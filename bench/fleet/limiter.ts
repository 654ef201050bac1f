/**
 * The service's side of the limits: the rules of `LIMITS`, counted in the last 60 s or in the clock
 * minute.
 */
import { LIMITS, type RateLimit } from '../../src/http/limits.ts';

export const LIMITERS = ['sliding', 'fixed'] as const;
export type LimiterKind = (typeof LIMITERS)[number];
export type Call = 'creation' | 'standard';

/** Whether a call that arrives at `now` (ms) is accepted. Counts it if so. */
type Admit = (call: Call, now: number) => boolean;

export function serviceLimiter(kind: LimiterKind): Admit {
  const rules = Object.values<RateLimit>(LIMITS).map((rule) => ({ rule, times: [] as number[] }));
  return (call, now) => {
    const counting = rules.filter(({ rule }) => rule.counts.includes(call));
    for (const { rule, times } of counting) {
      const since =
        kind === 'sliding'
          ? now - rule.windowMs
          : Math.floor(now / rule.windowMs) * rule.windowMs - 1;
      while (times[0] !== undefined && times[0] <= since) {
        times.shift();
      }
    }
    const admitted = counting.every(({ rule, times }) => times.length < rule.requests);
    if (admitted) {
      for (const { times } of counting) {
        times.push(now);
      }
    }
    return admitted;
  };
}
