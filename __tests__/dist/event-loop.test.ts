/**
 * No work on an answer keeps the event loop of the bundle busy for long (contract 6.5), from the first look to summary, report and the
 * order of the log. Exact figures: `npm run bench:answers`.
 */
import { describe, expect, it } from '@jest/globals';
import { CASES } from '../../bench/answers/cases.ts';
import { longestStretch } from '../../bench/answers/stretch.ts';

const BOUND_MS = 200;
/** Others on the machine make the same work take more CPU as well, and the collector of garbage works in its own time: the best of three counts. */
const SLACK = 1.5;
const TRIES = 3;

describe.each(CASES)('$name', ({ body }) => {
  it.each(['full', 'compact'] as const)(
    'is worked on in slices (logs: %s)',
    async (logs) => {
      const text = body();
      let best = Infinity;
      for (let at = 0; at < TRIES && best >= BOUND_MS * SLACK; at += 1) {
        const { worstMs, outcome } = await longestStretch(text, logs);
        expect([outcome, worstMs > 0]).toEqual(['succeeded', true]);
        best = Math.min(best, worstMs);
      }
      expect(best).toBeLessThan(BOUND_MS * SLACK);
    },
    120_000,
  );
});
