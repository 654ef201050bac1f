/** Each rule of the poll interval by itself, in numbers (contract 3.2 and 3.3). How they work together: `poll-interval.test.ts`. */
import { describe, expect, it } from '@jest/globals';
import { startedBy } from '../../../src/run/pacing/matrix-start.ts';
import type { PaceOptions, PaceSeen, PaceState, PaceStep } from '../../../src/run/pacing/pace-state.ts';
import { aloneInterval, paceNext, paceStart } from '../../../src/run/pacing/poll-interval.ts';

const ALONE: PaceOptions = { siblings: 1, index: 0, fixedMs: null };
const OK = { kind: 'ok', news: false, active: true, full: false, finalAnswer: false, settling: false } as const;
const SETTLING = { ...OK, settling: true };
const FAULT: PaceSeen = { kind: 'fault', attempt: 1 };
const refused = (floorMs: number | null = null): PaceSeen => ({ kind: 'refused', floorMs });
const started = (refusedMs = 0): PaceSeen => ({ kind: 'started', refusedMs });

interface Given extends Partial<Omit<PaceState, 'options'>> {
  readonly options?: Partial<PaceOptions>;
  readonly now?: number;
  readonly dice?: number;
}

/** One step of a job that is in the given state. The dice show their middle, so that there is no jitter. */
function next(seen: PaceSeen, { options, now = 0, dice = 0.5, ...state }: Given = {}): PaceStep {
  return paceNext({ ...paceStart({ ...ALONE, ...options }), ...state }, seen, { now, random: () => dice });
}

it.each([
  [0, 2500],
  [1_249, 2500],
  [1_250, 1750],
  [10_000, 14_000],
  [149_999, 20_000],
  [150_000, 9600],
])('a run of %i ms that does not share its token is polled after %i ms', (ageMs, delayMs) => {
  expect(aloneInterval(ageMs)).toBe(delayMs);
});

it.each([
  [0, 1, 0],
  [1, 1, 2_000],
  [1, 3, 8_000],
  [1, 6, 60_000],
])('a fault (dice: %d) in a row of %i is retried after %i ms, and changes nothing else', (dice, attempt, delayMs) => {
  const step = next({ kind: 'fault', attempt }, { dice, shareMs: 40_000, startedAt: 0 });
  expect(step.delayMs).toBe(delayMs);
  expect(step.state).toEqual({ ...paceStart(ALONE), shareMs: 40_000, startedAt: 0 });
});

describe('the first poll', () => {
  it.each([
    [0, 2350],
    [0.5, 2500],
    [1, 2650],
  ])('comes after 2.5 seconds, with a jitter of 6 % (dice: %d)', (dice, delayMs) => {
    expect(next(started(), { now: 1_000_000, dice }).delayMs).toBeCloseTo(delayMs);
  });

  it.each([
    [9_999, 0],
    [10_000, 40_000],
    [100_000, 59_000],
    [300_000, 69_100],
  ])('after a queue of %i ms, by a share of %i ms', (refusedMs, shareMs) => {
    const { state, delayMs } = next(started(refusedMs));
    expect([state.shareMs, delayMs]).toEqual([shareMs, Math.max(2500, shareMs)]);
  });

  it.each([
    [87_700, false],
    [87_701, true],
  ])('after a queue of %i ms: the share is known to be right: %j', (refusedMs, informed) => {
    expect(next(started(refusedMs)).state.informed).toBe(informed);
  });
});

describe('the share of a matrix', () => {
  const options = { siblings: 100, index: 0 };

  it('grows with the jobs that have started', () => {
    const first = next(started(), { options, now: 1_000_000 }).state;
    expect(first.shareMs).toBe(1400 * startedBy(0, 0));
    const { state } = paceNext(first, FAULT, { now: 1_200_000, random: () => 0 });
    expect(startedBy(0, 200_000)).toBeGreaterThan(startedBy(0, 0));
    expect(state.shareMs).toBeCloseTo(1400 * startedBy(0, 200_000));
  });

  it('counts no more jobs than there are, and at most 82', () => {
    const late = { now: 10_000_000, startedAt: 0 };
    expect(next(FAULT, { options, ...late }).state.matrixMs).toBe(1400 * 82);
    expect(next(FAULT, { options: { ...options, siblings: 20 }, ...late }).state.matrixMs).toBe(1400 * 20);
    expect(next(FAULT, late).state.matrixMs).toBe(0);
  });
});

describe('a response', () => {
  it.each([
    ['of a job without experience', { shareMs: 40_000 }, 40_000 / (1 + 0.014 + 0.0212)],
    ['of a job that knew its share', { shareMs: 40_000, informed: true }, 40_000 / (1 + 0.014 + 0.006)],
    ['the third in a row', { shareMs: 40_000, answers: 2 }, 40_000 / (1 + (0.014 + 0.0212) * 1.44)],
    ['after very many', { shareMs: 40_000, answers: 1_000 }, 20_000],
    ['down to the least share', { shareMs: 13_200, answers: 1_000 }, 6600],
    ['below the least share', { shareMs: 6700 }, 0],
  ])('shortens the share: %s', (_, state, shareMs) => {
    expect(next(OK, state).state.shareMs).toBeCloseTo(shareMs);
  });

  it.each([
    [0, 0],
    [40_000, 3864],
    [80_000, 5000],
  ])('with a full page, and a share of %i ms, is followed after %i ms', (shareMs, delayMs) => {
    expect(next({ ...OK, full: true }, { shareMs }).delayMs).toBeCloseTo(delayMs, -0.5);
  });

  it.each([
    [0, 1000],
    [20_000, 1952],
    [80_000, 3000],
  ])('that may be the last, with a share of %i ms, is followed after %i ms', (shareMs, delayMs) => {
    expect(next(SETTLING, { shareMs, now: 1_000_000, startedAt: 0 }).delayMs).toBeCloseTo(delayMs, -0.5);
  });

  const late = { now: 1_000_000, startedAt: 0 };

  it.each([
    ['was quiet', SETTLING, 1, 1600, 2],
    ['was quiet again', SETTLING, 2, 2560, 3],
    ['was quiet, and shows no end any more', OK, 1, 1600, 2],
    ['brought news', { ...SETTLING, news: true }, 5, 1000, 1],
    ['was quiet for long', SETTLING, 20, 9600, 21],
  ] as const)('that %s is followed by the next', (...[, seen, settled, delayMs, count]) => {
    const step = next(seen, { ...late, settled });
    expect(step.delayMs).toBeCloseTo(delayMs);
    expect(step.state.settled).toBe(count);
  });

  it.each([
    [0, 500],
    [1, 1000],
  ])('with a final answer is followed soon (dice: %d)', (dice, delayMs) => {
    const step = next({ ...OK, finalAnswer: true }, { ...late, dice });
    expect([step.delayMs, step.state.settled]).toEqual([delayMs, 1]);
  });

  it('is followed by the next according to the age of the run', () => {
    expect(next(OK, { now: 1_010_000, startedAt: 1_000_000 }).delayMs).toBe(14_000);
  });

  it('ends a row of refusals', () => {
    const { refusals, felt, answers } = next(OK, { refusals: 3, felt: 5 }).state;
    expect({ refusals, felt, answers }).toEqual({ refusals: 0, felt: 5, answers: 1 });
  });

  it.each([
    [0, 3600],
    [1, 4400],
  ])('keeps a fixed interval within 10 % (dice: %d)', (dice, delayMs) => {
    expect(next(OK, { dice, options: { fixedMs: 4000 } }).delayMs).toBeCloseTo(delayMs);
  });

  it.each([
    [0, 940],
    [1, 1060],
  ])('that may be the last has a jitter of 6 % (dice: %d)', (dice, delayMs) => {
    expect(next(SETTLING, { dice, now: 1_000_000, startedAt: 0 }).delayMs).toBeCloseTo(delayMs);
  });
});

describe('a refusal', () => {
  it('is counted', () => {
    const { refusals, felt, answers } = next(refused(), { refusals: 3, felt: 5, answers: 2 }).state;
    expect({ refusals, felt, answers }).toEqual({ refusals: 4, felt: 6, answers: 0 });
  });

  it.each([
    ['the first', {}, 40_000],
    ['of a job without experience', { shareMs: 40_000 }, 48_000],
    ['of a job without experience, in a row', { shareMs: 40_000, refusals: 1, felt: 1 }, 46_400],
    ['the fourth', { shareMs: 40_000, felt: 3 }, 48_000],
    ['of a job with experience', { shareMs: 40_000, felt: 4 }, 44_800],
    ['of a job with experience, in a row', { shareMs: 40_000, felt: 4, refusals: 1 }, 41_600],
    ['of a job that knew its share', { shareMs: 40_000, informed: true }, 48_400],
    ['of a job that knew its share, in a row', { shareMs: 40_000, informed: true, refusals: 1 }, 41_600],
  ])('lengthens the share: %s', (_, state, shareMs) => {
    expect(next(refused(), state).state.shareMs).toBeCloseTo(shareMs);
  });

  it.each([
    [1_000, 6600],
    [20_000, 20_000],
    [90_000, 40_000],
  ])('with a retry time of %i ms begins with a share of %i ms', (floorMs, shareMs) => {
    expect(next(refused(floorMs)).state.shareMs).toBe(shareMs);
  });

  it.each([
    ['a short one', 100, 0, 1100],
    ['the first', 10_000, 0, 15_000],
    ['the third', 10_000, 2, 10_000 + 5_000 * 1.3 ** 2],
    ['after ten, still growing', 1000, 11, 1000 + 1000 * 1.3 ** 11],
    ['at most seven minutes after it', 10_000, 40, 10_000 + 420_000],
    ['or as long again', 900_000, 40, 1_800_000],
  ])('with a retry time is retried until some time after it: %s', (...[, floorMs, refusals, delayMs]) => {
    expect(next(refused(floorMs), { refusals, dice: 1 }).delayMs).toBeCloseTo(delayMs);
    expect(next(refused(floorMs), { refusals, dice: 0 }).delayMs).toBe(floorMs);
  });

  it.each<[string, Given, number]>([
    ['by a job without experience', { shareMs: 10_000 }, 12_000 * 0.4],
    ['by a large share', { shareMs: 80_000 }, 40_000 * 0.4],
    ['early', { shareMs: 10_000, dice: 0 }, 12_000 * 0.3],
    ['by a job with experience', { shareMs: 10_000, felt: 9 }, 11_200 * 0.23],
    ['for the third time', { shareMs: 10_000, felt: 9, refusals: 2 }, 10_400 * 1.1 ** 2 * 0.23],
    ['for the eighth time', { shareMs: 10_000, felt: 9, refusals: 7 }, 10_400 * 1.1 ** 5 * 1.32 ** 2 * 0.23],
    ['in a matrix', { shareMs: 10_000, informed: true, options: { siblings: 2 } }, 12_100 * 0.55],
    ['in a matrix, late', { shareMs: 10_000, informed: true, options: { siblings: 2 }, dice: 1 }, 12_100 * 0.8],
    [
      'in a matrix, for the third time',
      { shareMs: 10_000, informed: true, refusals: 2, options: { siblings: 2 } },
      10_400 * 0.55 * 1.3 ** 2,
    ],
    ['with a fixed interval', { options: { fixedMs: 4000 } }, 4000],
    ['with a fixed interval, early', { options: { fixedMs: 4000 }, dice: 0 }, 2000],
    ['with a fixed interval, for the third time', { options: { fixedMs: 4000 }, refusals: 2 }, 9000],
    ['with a fixed interval, at last', { options: { fixedMs: 4000 }, refusals: 20 }, 4000 * 1.5 ** 15],
  ])('is retried %s', (_, state, delayMs) => {
    expect(next(refused(), state).delayMs).toBeCloseTo(delayMs);
  });
});

describe('a run of a fleet, whose client spaces the polls', () => {
  const options = { scheduled: true };

  it('asks for its regular polls at once', () => {
    expect([next(started(), { options }).delayMs, next(OK, { options, shareMs: 40_000 }).delayMs]).toEqual([0, 0]);
  });

  it.each([
    ['at the start', 0, 2_500],
    ['later', 600_000, 9_600],
  ])('waits on its own while it does not seem active: %s', (_, ageMs, delayMs) => {
    expect(next({ ...OK, active: false }, { options, startedAt: 0, now: ageMs }).delayMs).toBeCloseTo(delayMs);
  });

  it('waits between the polls that confirm its end, but not longer than usual', () => {
    expect(next(SETTLING, { options }).delayMs).toBeCloseTo(1000);
    expect(next(SETTLING, { options, settled: 15, startedAt: 0, now: 600_000 }).delayMs).toBeCloseTo(9_600);
  });

  it('keeps a fixed interval', () => {
    expect(next(OK, { options: { ...options, fixedMs: 4000 } }).delayMs).toBe(4000);
    expect(next(SETTLING, { options: { ...options, fixedMs: 400 } }).delayMs).toBe(400);
  });
});
