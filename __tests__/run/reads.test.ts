/** What the reads of a turn have shown of its log (contract 2.3, 4.1, 4.5). */
import { describe, expect, it } from '@jest/globals';
import {
  isFatal,
  isLogComplete,
  isLogless,
  isLogWhole,
  noReads,
  withLog,
  withLogUnasked,
  withoutLog,
  withoutRest,
  withoutRun,
  withRun,
  type Reads,
} from '../../src/run/reads.ts';
import { httpError } from '../support/memory-client.ts';

const START = 500_000;
const BEGUN = { startedAt: START, mode: 'created', isLogCounted: true, isLogOfRun: false } as const;
const NO_READS = noReads(BEGUN);
const PART = { entries: [], untold: [], run: null, moved: true, more: false, missing: 0 };
const COMPLETE = withLog(NO_READS, { ...PART, complete: true });
const REFUSED = httpError(403, { body: '{}' });

describe('a log', () => {
  it('is whole with what belongs to the end of the run', () => {
    expect([isLogWhole(NO_READS), isLogComplete(NO_READS)]).toEqual([false, false]);
    expect([isLogWhole(COMPLETE), isLogComplete(COMPLETE)]).toEqual([true, true]);
    const lacking = withLog(NO_READS, { ...PART, complete: true, lacksEnd: true });
    expect([isLogWhole(lacking), isLogComplete(lacking)]).toEqual([false, true]);
  });

  it('that was not asked for, because the run could not be read, may have more', () => {
    const unasked = withLogUnasked(COMPLETE, httpError(503), START);
    expect(unasked.log).toEqual({
      ...COMPLETE.log,
      last: { ...COMPLETE.log.last, complete: false },
    });
    expect(withLogUnasked(NO_READS, httpError(503), START).log).toEqual(NO_READS.log);
  });

  it('is tried first again where the run cannot be read either', () => {
    const resting = withoutLog(NO_READS, REFUSED, START);
    expect(resting.log.restPolls).toBeGreaterThan(0);
    expect(withoutRest(resting)).toEqual({ ...resting, log: { ...resting.log, restPolls: 0 } });
  });

  it('whose read asks for the run itself fails with the run', () => {
    const ofRun: Reads = { ...COMPLETE, isLogOfRun: true };
    expect(withoutLog(ofRun, REFUSED, START)).toEqual({ ...ofRun, refusals: 1 });
  });
});

describe('a turn without a log (4.5)', () => {
  const failing = withoutLog(NO_READS, REFUSED, START);
  const uncounted = noReads({ ...BEGUN, isLogCounted: false });
  const MINUTE = 60_000;

  it.each<[string, Reads, number, boolean]>([
    ['the log is in use', NO_READS, 60 * MINUTE, false],
    ['it was read once', withoutLog(COMPLETE, REFUSED, START), 60 * MINUTE, false],
    ['it is refused since a moment ago', failing, 1, false],
    ['it is refused for ten minutes', failing, 60 * MINUTE, true],
    ['it could not be read before either', withoutLog(uncounted, REFUSED, START), 0, true],
    ['nothing was asked of one that could not be read before', uncounted, 0, false],
  ])('%s', (...[, reads, sinceMs, expected]) => {
    expect(isLogless(reads, START + sinceMs)).toBe(expected);
  });
});

describe('a run that was seen (4.1)', () => {
  const attached = noReads({ ...BEGUN, mode: 'attached' });

  it('is refused twice before its turn ends', () => {
    expect(isFatal(withoutRun(attached, REFUSED, START), REFUSED, START)).toBe(true);
    const once = withoutRun(withRun(attached), REFUSED, START);
    expect(isFatal(once, REFUSED, START)).toBe(false);
    expect(isFatal(withoutRun(once, REFUSED, START), REFUSED, START)).toBe(true);
  });
});
