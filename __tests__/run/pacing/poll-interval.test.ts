import { describe, expect, it } from '@jest/globals';
import type { PaceOptions, PaceSeen, PaceState } from '../../../src/run/pacing/pace-state.ts';
import { aloneInterval, paceNext, paceStart } from '../../../src/run/pacing/poll-interval.ts';
import { seeded } from '../../support/random.ts';

const ALONE: PaceOptions = { siblings: 1, index: 0, fixedMs: null };
const STARTED: PaceSeen = { kind: 'started', refusedMs: 0 };
const OK = { kind: 'ok', news: false, active: true, full: false, finalAnswer: false, settling: false } as const;
const REFUSED: PaceSeen = { kind: 'refused', floorMs: null };
const SEEDS = Array.from({ length: 50 }, (_, seed) => seed + 1);
const middle = (): number => 0.5;

/** A job in virtual time: each step waits for the returned delay and then makes the next observation. */
function job(options: PaceOptions = ALONE, random = middle) {
  let state: PaceState = paceStart(options);
  let now = 0;
  const see = (seen: PaceSeen): number => {
    const step = paceNext(state, seen, { now, random });
    state = step.state;
    now += step.delayMs;
    return step.delayMs;
  };
  /** Makes the same observation several times. Returns the last delay. */
  const times = (count: number, seen: PaceSeen): number =>
    Array.from({ length: count }, () => see(seen)).at(-1) ?? Number.NaN;
  return { see, times, now: () => now, state: () => state };
}

/**
 * Follows a run that does not share its token, with 200 ms per request. Returns when its end was seen, and the number
 * of requests.
 */
function follow(runMs: number, seed: number): { lateMs: number; requests: number } {
  const random = seeded(seed);
  let state = paceStart(ALONE);
  let now = 200;
  let requests = 1;
  let step = paceNext(state, STARTED, { now, random });
  for (;;) {
    state = step.state;
    const sentAt = now + step.delayMs;
    now = sentAt + 200;
    requests += 1;
    // Plus the final read.
    if (sentAt >= runMs) return { lateMs: now - runMs, requests: requests + 1 };
    step = paceNext(state, { ...OK, news: true }, { now, random });
  }
}

describe('a job that does not share its token', () => {
  it('sees the end of a 2-second run within 2 seconds, with at most 12 requests', () => {
    for (const { lateMs, requests } of SEEDS.map((seed) => follow(2000, seed))) {
      expect(lateMs).toBeLessThanOrEqual(2000);
      expect(requests).toBeLessThanOrEqual(12);
    }
  });

  it('sees the end of an 8-minute run within 5 seconds on average, with at most 52 requests', () => {
    const runs = Array.from({ length: 400 }, (_, seed) => follow(480_000, seed));
    expect(Math.max(...runs.map((run) => run.requests))).toBeLessThanOrEqual(52);
    expect(runs.reduce((total, run) => total + run.lateMs, 0) / runs.length).toBeLessThanOrEqual(5000);
  });

  it.each([
    [30_000, 20_000],
    [120_000, 22_000],
    [3_600_000, 10_500],
  ])('sees the end of a run of %i ms at most %i ms late', (runMs, mostMs) => {
    for (const { lateMs } of SEEDS.map((seed) => follow(runMs, seed))) expect(lateMs).toBeLessThanOrEqual(mostMs);
  });

  it('never waits longer than 20 seconds or less than one', () => {
    for (let age = 0; age < 7_200_000; age += 997) {
      expect(aloneInterval(age)).toBeGreaterThanOrEqual(1000);
      expect(aloneInterval(age)).toBeLessThanOrEqual(20_000);
    }
  });

  it('does not poll at the same times as another job that started with it', () => {
    const [one, other] = [job(ALONE, seeded(1)), job(ALONE, seeded(2))];
    expect(one.times(20, OK)).not.toBe(other.times(20, OK));
  });
});

describe('an earlier poll', () => {
  it('follows 0.5 to 1 second after a FINAL_ANSWER', () => {
    for (const seed of SEEDS) {
      const { see, times } = job(ALONE, seeded(seed));
      times(60, OK);
      const delay = see({ ...OK, news: true, finalAnswer: true });
      expect(delay).toBeGreaterThanOrEqual(500);
      expect(delay).toBeLessThanOrEqual(1000);
    }
  });

  it('is followed by less and less frequent ones, until the regular interval is reached', () => {
    const { see, times } = job();
    const regular = times(60, OK);
    const delays = [see({ ...OK, finalAnswer: true }), ...Array.from({ length: 12 }, () => see(OK))];
    for (const [index, delay] of delays.entries()) expect(delay).toBeGreaterThanOrEqual(delays[index - 1] ?? 0);
    expect(delays.slice(0, 4).reduce((total, delay) => total + delay, 0)).toBeLessThan(10_000);
    expect(delays.at(-1)).toBe(regular);
  });

  it('confirms an end quickly: two polls within the grace period of 2 seconds, three quiet ones in about 5', () => {
    const { see, times } = job();
    times(60, OK);
    const settling = { ...OK, settling: true };
    const [first, second, third] = [see(settling), see(settling), see(settling)];
    expect(first).toBeLessThanOrEqual(1100);
    expect(first + second).toBeLessThanOrEqual(3000);
    expect(first + second + third).toBeGreaterThanOrEqual(5000);
    expect(first + second + third).toBeLessThanOrEqual(7000);
  });

  it('restarts the confirmation after news', () => {
    const { see, times } = job();
    times(6, { ...OK, settling: true });
    expect(see({ ...OK, settling: true, news: true })).toBeLessThanOrEqual(1100);
  });

  it.each([
    ['the final answer', { ...OK, finalAnswer: true }],
    ['an end', { ...OK, settling: true, news: true }],
  ])('returns to the regular interval if the run goes on after %s', (_, end) => {
    const { see, times } = job();
    const regular = times(60, OK);
    see(end);
    const delays = Array.from({ length: 20 }, (_, index) => see({ ...OK, news: index % 2 === 0 }));
    expect(delays.slice(-6)).toEqual(Array(6).fill(regular));
  });

  it('follows a full page immediately', () => {
    const { see, times } = job();
    times(60, OK);
    expect(see({ ...OK, news: true, full: true })).toBe(0);
    expect(see({ ...OK, news: true, full: true, settling: true })).toBe(0);
  });

  it('alternates with other jobs: pages are 1 to 5 seconds apart', () => {
    const { see, times } = job();
    times(3, REFUSED);
    const delay = see({ ...OK, full: true });
    expect(delay).toBeGreaterThanOrEqual(1000);
    expect(delay).toBeLessThanOrEqual(5000);
  });
});

describe('a job that shares its token', () => {
  it('lengthens its share with each refusal, without a limit on the number of jobs', () => {
    const { see, state } = job();
    let last = state().shareMs;
    for (let refusal = 0; refusal < 100; refusal += 1) {
      see(REFUSED);
      expect(state().shareMs).toBeGreaterThan(last);
      last = state().shareMs;
    }
    expect(last).toBeGreaterThan(600_000);
  });

  it('retries a refused poll before a whole interval has passed', () => {
    for (const seed of SEEDS) {
      const { see, times, state } = job(ALONE, seeded(seed));
      times(60, OK);
      expect(see(REFUSED)).toBeLessThan(state().shareMs);
    }
  });

  it('keeps backing off as long as every attempt is refused, because refused calls may count', () => {
    const { see, times } = job();
    const early = times(4, REFUSED);
    times(11, REFUSED);
    expect(see(REFUSED)).toBeGreaterThan(8 * early);
    expect(times(10, REFUSED)).toBeGreaterThan(120_000);
  });

  it('recovers when other jobs finish, from a share of minutes to polling alone', () => {
    const { times, see, state, now } = job();
    times(60, OK);
    times(10, REFUSED);
    expect(state().shareMs).toBeGreaterThan(60_000);
    const left = now();
    let looks = 0;
    while (state().shareMs > 0) {
      see(OK);
      looks += 1;
    }
    expect(looks).toBeLessThanOrEqual(30);
    expect(now() - left).toBeLessThan(20 * 60_000);
    expect(see(OK)).toBe(aloneInterval(3_600_000));
  });

  it('gives a new job no advantage: with the same responses, the job with the smaller share gains more', () => {
    const [small, large] = [job(), job()];
    small.times(60, OK);
    large.times(60, OK);
    small.times(2, REFUSED);
    large.times(9, REFUSED);
    const before = large.state().shareMs / small.state().shareMs;
    for (let round = 0; round < 4; round += 1) for (const each of [small, large]) each.times(2, OK);
    expect(large.state().shareMs / Math.max(1000, small.state().shareMs)).toBeLessThan(before);
  });

  it('learns from a queued create and does not poll early', () => {
    expect(job().see({ kind: 'started', refusedMs: 0 })).toBeLessThan(3000);
    // A single short refusal is not a queue.
    expect(job().see({ kind: 'started', refusedMs: 2000 })).toBeLessThan(3000);
    expect(job().see({ kind: 'started', refusedMs: 20_000 })).toBeGreaterThan(10_000);
    expect(job().see({ kind: 'started', refusedMs: 300_000 })).toBeGreaterThan(30_000);
  });
});

describe('a minimum wait', () => {
  const floors = [1, 400, 5000, 60_000, 3_600_000];

  it.each(floors)('of %i ms is never shortened, and different jobs wait different times', (floorMs) => {
    const delays = SEEDS.map((seed) => job(ALONE, seeded(seed)).see({ kind: 'refused', floorMs }));
    for (const delay of delays) expect(delay).toBeGreaterThanOrEqual(floorMs);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(500);
  });

  it('that is short does not cause long pauses', () => {
    for (const seed of SEEDS) {
      const alone = job(ALONE, seeded(seed));
      expect(alone.see({ kind: 'refused', floorMs: 1000 })).toBeLessThanOrEqual(2000);
      expect(
        alone.see({ kind: 'ok', news: true, active: true, full: false, finalAnswer: false, settling: false }),
      ).toBeLessThan(15_000);
    }
  });

  it.each([0, 1000, 2000])('of %i ms, told for 20 minutes, does not cause polls hours apart', (floorMs) => {
    for (const seed of SEEDS) {
      const alone = job(ALONE, seeded(seed));
      for (let waited = 0; waited < 1_200_000;) waited += alone.see({ kind: 'refused', floorMs });
      expect(alone.see(OK)).toBeLessThan(120_000);
    }
  });

  it.each(floors)('also applies to a fixed interval (%i ms)', (floorMs) => {
    for (const seed of SEEDS) {
      const fixed = job({ ...ALONE, fixedMs: 2000 }, seeded(seed));
      expect(fixed.see({ kind: 'refused', floorMs })).toBeGreaterThanOrEqual(floorMs);
    }
  });
});

describe('a fixed interval', () => {
  const FIXED: PaceOptions = { siblings: 50, index: 3, fixedMs: 4000 };

  it('is kept within 10 %, starting with the first poll', () => {
    const { see } = job(FIXED, seeded(3));
    const delays = [see(STARTED), ...Array.from({ length: 200 }, () => see(OK))];
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(3600);
    expect(Math.max(...delays)).toBeLessThanOrEqual(4400);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(600);
  });

  it('backs off while refused, and recovers with the next response', () => {
    const { times, see } = job(FIXED);
    expect(times(12, REFUSED)).toBeGreaterThan(20_000);
    expect(see(OK)).toBe(4000);
  });

  it('still follows a full page immediately', () => {
    expect(job(FIXED).see({ ...OK, full: true })).toBe(0);
  });
});

describe('faults', () => {
  it('back off with full jitter up to a minute, and do not change the share', () => {
    const { times, state } = job();
    times(3, REFUSED);
    const { shareMs } = state();
    for (const attempt of [1, 3, 5, 20]) {
      const most = Math.min(60_000, 1000 * 2 ** attempt);
      const delays = SEEDS.map((seed) => job(ALONE, seeded(seed)).see({ kind: 'fault', attempt }));
      expect(Math.max(...delays)).toBeLessThanOrEqual(most);
      expect(Math.max(...delays)).toBeGreaterThan(0.8 * most);
      expect(Math.min(...delays)).toBeLessThan(0.2 * most);
    }
    times(1, { kind: 'fault', attempt: 1 });
    expect(state().shareMs).toBe(shareMs);
  });
});

describe('the matrix hint', () => {
  it('spreads out the first polls: a hundred siblings stay within the budget', () => {
    const firsts = Array.from({ length: 100 }, (_, index) =>
      job({ siblings: 100, index, fixedMs: null }, seeded(index)).see(STARTED),
    );
    // The first ten have the token almost to themselves, while the last ones share it with ninety others.
    expect(firsts[0]).toBeGreaterThan(8000);
    expect(firsts[99]).toBeGreaterThan(50_000);
    expect(firsts[99]).toBeLessThan(150_000);
  });

  it('lets the share of the first jobs grow while the others are still starting', () => {
    const { see, state } = job({ siblings: 100, index: 0, fixedMs: null });
    see(STARTED);
    const first = state().shareMs;
    for (let looks = 0; looks < 30 && state().shareMs < 3 * first; looks += 1) see(OK);
    expect(state().shareMs).toBeGreaterThanOrEqual(3 * first);
  });

  it('has no effect on a job without siblings', () => {
    expect(job({ siblings: 1, index: 0, fixedMs: null }).see(STARTED)).toBe(job().see(STARTED));
  });
});

it('does not mutate the state', () => {
  const kinds: PaceSeen[] = [STARTED, OK, { ...OK, full: true }, REFUSED, { kind: 'fault', attempt: 1 }, OK, REFUSED];
  for (const options of [ALONE, { siblings: 20, index: 12, fixedMs: null }, { ...ALONE, fixedMs: 5000 }]) {
    let state = paceStart(options);
    let now = 0;
    for (const seen of [...kinds, ...kinds]) {
      const before = structuredClone(state);
      const step = paceNext(state, seen, { now, random: middle });
      expect(state).toEqual(before);
      state = step.state;
      now += step.delayMs;
    }
  }
});
