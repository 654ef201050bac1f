import { describe, expect, it } from '@jest/globals';
import { Agenda } from '../../bench/fleet/heap.ts';
import { judge } from '../../bench/fleet/goals.ts';
import { serviceLimiter, type LimiterKind } from '../../bench/fleet/limiter.ts';
import { consultOracle } from '../../bench/fleet/oracle.ts';
import { PACERS, type Pacer } from '../../bench/fleet/policies.ts';
import { seeded } from '../support/random.ts';
import { logNormal } from '../../bench/fleet/random.ts';
import { quantile, type Row } from '../../bench/fleet/rows.ts';
import { drawScenario } from '../../bench/fleet/scenarios.ts';
import { JOB_LIMIT_MS, simulate } from '../../bench/fleet/simulate.ts';

describe('random numbers', () => {
  it('are the same for the same seed', () => {
    expect([1, 2, 3].map(seeded(5))).toEqual([1, 2, 3].map(seeded(5)));
    expect(seeded(5)()).not.toBe(seeded(6)());
  });

  it('give durations with the given median and spread', () => {
    const random = seeded(1);
    const logs = Array.from({ length: 20_000 }, () => Math.log(logNormal(random, { median: 480, sigma: 0.8 })));
    const mean = logs.reduce((total, log) => total + log, 0) / logs.length;
    const variance = logs.reduce((total, log) => total + (log - mean) ** 2, 0) / logs.length;
    expect(mean).toBeCloseTo(Math.log(480), 1);
    expect(Math.sqrt(variance)).toBeCloseTo(0.8, 1);
  });
});

describe('the agenda', () => {
  it('returns items by time, and in order of insertion if they are due together', () => {
    const random = seeded(3);
    const agenda = new Agenda();
    const times = Array.from({ length: 500 }, () => Math.floor(random() * 50));
    for (const [item, at] of times.entries()) agenda.put(at, item);
    const taken = Array.from({ length: 500 }, () => agenda.take()!);
    const expected = [...times.entries()].sort(([a, at], [b, bt]) => at - bt || a - b).map(([item]) => item);
    expect(taken.map(({ item }) => item)).toEqual(expected);
    expect(agenda.take()).toBeUndefined();
  });
});

describe('the limiters of the service', () => {
  const admitted = (kind: LimiterKind, times: readonly number[]): number => {
    const limiter = serviceLimiter(kind);
    return times.filter((at) => limiter.admit('standard', at)).length;
  };
  const burst = (at: number, count = 100): number[] => Array.from({ length: count }, () => at);

  it('all accept 60 calls at once, and 10 creations', () => {
    for (const kind of ['sliding', 'fixed', 'counting'] as const) {
      expect(admitted(kind, burst(0))).toBe(60);
      const limiter = serviceLimiter(kind);
      expect(burst(0, 20).filter((at) => limiter.admit('creation', at))).toHaveLength(10);
    }
  });

  it('differ in when there is room again', () => {
    // 60 calls 1 s before the minute is full, as many right after it.
    expect(admitted('fixed', [...burst(59_000), ...burst(60_000)])).toBe(120);
    expect(admitted('sliding', [...burst(59_000), ...burst(60_000)])).toBe(60);
    expect(admitted('sliding', [...burst(59_000), ...burst(119_000)])).toBe(120);
    // Where refused calls count, the 40 refused at 59 s and a call every 0.9 s keep the window full.
    const steady = Array.from({ length: 120 }, (_, second) => 59_500 + second * 900);
    expect(admitted('sliding', [...burst(59_000, 60), ...steady])).toBeGreaterThan(100);
    expect(admitted('counting', [...burst(59_000, 60), ...steady])).toBe(60);
  });

  it('do not count a refused creation against the other limits, unless refused calls count', () => {
    const rest = (kind: LimiterKind): number => {
      const limiter = serviceLimiter(kind);
      for (const at of burst(0, 30)) limiter.admit('creation', at);
      return burst(1).filter((at) => limiter.admit('standard', at)).length;
    };
    expect(rest('sliding')).toBe(50);
    expect(rest('counting')).toBe(30);
  });

  it('tell a refused call when there will be room, in whole seconds', () => {
    const told = (kind: LimiterKind, at: number): number => {
      const limiter = serviceLimiter(kind);
      for (const time of burst(10_500, 60)) limiter.admit('standard', time);
      return limiter.retryAfter('standard', at);
    };
    expect(told('fixed', 20_300)).toBe(40_000);
    expect(told('sliding', 20_300)).toBe(51_000);
    expect(told('sliding', 71_000)).toBe(0);
  });
});

describe('the simulation', () => {
  const steady = (ms: number): Pacer => ({
    start: () => 0,
    createRefused: () => ms,
    next: () => ms,
    hold: () => 0,
    sent: () => undefined,
  });
  const one = { name: 'one', siblings: 1, jobs: [{ at: 0, durationMs: 95_000, index: 0 }] };

  it('counts every request and the time from the end of the run until it is seen', () => {
    const [job] = simulate({ scenario: one, limiter: 'sliding', pacer: () => steady(10_000), seed: 1 });
    // Looks about every 10.2 s from 10.2 s on; the tenth is the first after 95 s.
    expect(job).toMatchObject({ noticed: true, refused: 0, requests: 12, createdMs: 0 });
    expect(job!.delayMs).toBeGreaterThan(6000);
    expect(job!.delayMs).toBeLessThan(9000);
  });

  it('lets a job poll once more just before it is stopped', () => {
    const long = { name: 'long', siblings: 1, jobs: [{ at: 0, durationMs: JOB_LIMIT_MS - 60_000, index: 0 }] };
    const [job] = simulate({ scenario: long, limiter: 'sliding', pacer: () => steady(JOB_LIMIT_MS - 90_000), seed: 1 });
    expect(job).toMatchObject({ noticed: true });
    expect(job!.delayMs).toBeGreaterThan(58_000);
    expect(job!.delayMs).toBeLessThan(60_000);
  });

  it.each(['exact', 1000, 0] as const)(
    'gives all of 100 jobs their run where refused calls count and the retry time is: %s',
    (retryAfter) => {
      const outcomes = simulate({
        scenario: drawScenario('100 jobs', 7),
        limiter: 'counting',
        pacer: PACERS.ours,
        seed: 7,
        retryAfter,
      });
      expect(outcomes.filter(({ createdMs, noticed }) => createdMs === null || !noticed)).toEqual([]);
    },
  );

  it('leaves a run unnoticed if nothing gets through in six hours, and reports the delay until then', () => {
    const crowd = Array.from({ length: 400 }, () => ({ at: 0, durationMs: 1000, index: 0 }));
    const outcomes = simulate({
      scenario: { name: 'crowd', siblings: 1, jobs: crowd },
      limiter: 'counting',
      pacer: () => steady(2000),
      seed: 1,
    });
    const created = outcomes.filter(({ createdMs }) => createdMs !== null);
    expect(created).toHaveLength(10);
    expect(created.every(({ noticed, delayMs }) => !noticed && delayMs === JOB_LIMIT_MS - 1000)).toBe(true);
    expect(outcomes.filter(({ delayMs }) => delayMs === null)).toHaveLength(390);
  });

  it('is the same for the same seed', () => {
    const run = (): unknown =>
      simulate({ scenario: drawScenario('10 jobs', 4), limiter: 'sliding', pacer: PACERS.ours, seed: 4 });
    expect(run()).toEqual(run());
  });
});

describe('the oracle', () => {
  it('respects the limits, sees every end, and is never refused', () => {
    const outcomes = consultOracle(drawScenario('100 jobs', 1));
    expect(outcomes).toHaveLength(100);
    expect(outcomes.every(({ noticed, refused }) => noticed && refused === 0)).toBe(true);
    // Ten creations a minute: the last of a hundred comes after nine minutes.
    const created = outcomes.map(({ createdMs }) => createdMs ?? 0);
    expect(Math.max(...created)).toBeGreaterThanOrEqual(9 * 60_000 - 2000);
    expect(Math.max(...created)).toBeLessThan(10 * 60_000);
  });

  it('polls a single run exactly as often as the action would', () => {
    const [job] = consultOracle({ name: 'one', siblings: 1, jobs: [{ at: 0, durationMs: 480_000, index: 0 }] });
    expect(job!.requests).toBeLessThanOrEqual(52);
    expect(job!.delayMs).toBeLessThanOrEqual(10_000);
  });
});

describe("the action's policy in the simulation", () => {
  const mean = (delays: readonly (number | null)[]): number =>
    delays.reduce<number>((total, delay) => total + (delay ?? Infinity), 0) / delays.length;

  it.each(['ours', 'ours+hint'] as const)('%s is close to the oracle with 100 jobs at once', (policy) => {
    const scenario = drawScenario('100 jobs', 2);
    const ours = simulate({ scenario, limiter: 'sliding', pacer: PACERS[policy], seed: 2 });
    const ideal = mean(consultOracle(scenario).map(({ delayMs }) => delayMs));
    expect(ours.every(({ noticed }) => noticed)).toBe(true);
    expect(mean(ours.map(({ delayMs }) => delayMs))).toBeLessThanOrEqual(1.6 * ideal);
  });

  it('leaves nothing unnoticed if refused calls count', () => {
    const ours = simulate({
      scenario: drawScenario('100 jobs', 3),
      limiter: 'counting',
      pacer: PACERS['ours+hint'],
      seed: 3,
    });
    expect(ours.every(({ noticed }) => noticed)).toBe(true);
  });
});

describe('if refused calls count', () => {
  const outcomes = (name: '1000 jobs' | '3/min', policy: 'ours' | 'known' | 'backoff') =>
    simulate({ scenario: drawScenario(name, 5), limiter: 'counting', pacer: PACERS[policy], seed: 5 });
  const created = (name: '1000 jobs' | '3/min', policy: 'ours' | 'known' | 'backoff'): number =>
    outcomes(name, policy).filter(({ createdMs }) => createdMs !== null).length;

  it('a thousand jobs at once get nearly all their runs within six hours, and see their ends', () => {
    expect(created('1000 jobs', 'backoff')).toBeLessThan(100);
    expect(created('1000 jobs', 'ours')).toBeGreaterThan(850);
    // Runs created minutes before their job is stopped, in a storm.
    const unnoticed = outcomes('1000 jobs', 'ours').filter((job) => job.createdMs !== null && !job.noticed);
    expect(unnoticed.length).toBeLessThan(10);
  });

  it('three jobs a minute all get their runs, and see their ends', () => {
    expect(outcomes('3/min', 'ours').every(({ noticed }) => noticed)).toBe(true);
  });

  it('jobs that know their number show what is possible without refusals', () => {
    const known = outcomes('3/min', 'known');
    const refused = known.reduce((total, job) => total + job.refused, 0);
    const requests = known.reduce((total, job) => total + job.requests, 0);
    expect(refused / requests).toBeLessThan(0.05);
    expect(known.every(({ noticed }) => noticed)).toBe(true);
  });
});

describe('the figures', () => {
  it('use the nearest rank for quantiles', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([50, 99, 100]);
  });

  const row = (of: Partial<Row>): Row => ({
    scenario: '100 jobs',
    limiter: 'sliding',
    policy: 'oracle',
    total: 20,
    mean: 10,
    p50: 10,
    p99: 20,
    worst: 30,
    requests_per_run: 20,
    refused_share: 0,
    unnoticed: 0,
    not_created: 0,
    create_wait: 0,
    jobs: 100,
    ...of,
  });
  const verdict = (ours: Partial<Row>): Record<string, boolean> =>
    Object.fromEntries(
      judge([row({ limiter: ours.limiter ?? 'sliding' }), row({ policy: 'ours', ...ours })])
        .filter(({ what }) => !what.startsWith('8 min'))
        .map(({ what, reached }) => [what, reached]),
    );

  it('are compared as multiples of the oracle', () => {
    expect(verdict({ mean: 16, worst: 76, refused_share: 0.15 })).toEqual({
      '100 jobs mean ÷ oracle': true,
      '100 jobs worst ÷ oracle': false,
      '100 jobs refused_share': true,
    });
    expect(verdict({ policy: 'ours+hint', mean: 16.1, worst: 75, refused_share: 0.081 })).toEqual({
      '100 jobs mean ÷ oracle': false,
      '100 jobs worst ÷ oracle': true,
      '100 jobs refused_share': false,
    });
  });

  it('allow no unnoticed run if refused calls count', () => {
    expect(verdict({ limiter: 'counting', mean: 30, unnoticed: 1 })).toEqual({
      '100 jobs unnoticed': false,
      '100 jobs mean ÷ oracle': true,
    });
  });
});
