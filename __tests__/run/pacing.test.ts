/**
 * When to poll, and when to send a create again (contract 3.1 to 3.3). Bounds for many jobs: `npm
 * run bench:fleet`.
 */
import { describe, expect, it } from '@jest/globals';
import {
  createRetryDelay,
  LAST_POLL_MS,
  paceNext,
  startDelay,
  waitForPoll,
  type PaceSeen,
} from '../../src/run/pacing.ts';
import { seeded } from '../support/random.ts';

const ALONE = { siblings: 1, pollIntervalMs: null, pollMs: 10_000 };
const STARTED: PaceSeen = { kind: 'started' };
const OK = { kind: 'ok', confirmMs: Infinity } as const;
const REFUSED: PaceSeen = { kind: 'refused', floorMs: null };

type Options = Omit<Parameters<typeof paceNext>[1], 'random' | 'slower'>;

/** The delays after each of these. */
function delays(options: Options, seen: readonly PaceSeen[], dice = 0.5): number[] {
  let slower = 1;
  return seen.map((each) => {
    const step = paceNext(each, { ...options, slower, random: () => dice });
    slower = step.slower;
    return Math.round(step.delayMs);
  });
}

const times = (count: number, seen: PaceSeen): PaceSeen[] =>
  Array.from({ length: count }, () => seen);

describe('a job that is alone', () => {
  it.each<[string, readonly PaceSeen[], readonly number[]]>([
    [
      'polls after four seconds, then every ten',
      [STARTED, OK, OK, OK],
      [4_000, 10_000, 10_000, 10_000],
    ],
    [
      'confirms an end as soon as that needs',
      [
        { ...OK, confirmMs: 2_500 },
        { ...OK, confirmMs: 90_000 },
      ],
      [2_500, 10_000],
    ],
    [
      'polls more rarely after each refusal, and is back after some answers',
      [REFUSED, REFUSED, OK],
      [7_500, 11_250, 20_250],
    ],
    ['keeps a floor, above which it spreads', [{ kind: 'refused', floorMs: 60_000 }], [67_500]],
  ])('%s', (_, seen, expected) => {
    expect(delays(ALONE, seen)).toEqual(expected);
  });

  it('varies its interval by a tenth', () => {
    expect([delays(ALONE, [OK], 0), delays(ALONE, [OK], 1)]).toEqual([[9_000], [11_000]]);
  });

  it('never waits longer than two minutes by itself, and recovers', () => {
    expect(delays(ALONE, times(60, REFUSED), 1).at(-1)).toBe(120_000);
    expect(delays(ALONE, [...times(60, REFUSED), ...times(30, OK)]).at(-1)).toBe(10_000);
  });

  it('polls a run of eight minutes at most 53 times and notices its end after 5.5 seconds on average', () => {
    const runs = Array.from({ length: 200 }, (_, seed) => {
      const random = seeded(seed + 1);
      let step = paceNext(STARTED, { ...ALONE, slower: 1, random });
      let [now, polls] = [step.delayMs, 1];
      for (; now < 480_000 + seed * 50; polls += 1) {
        step = paceNext(OK, { ...ALONE, slower: step.slower, random });
        now += step.delayMs;
      }
      return { polls, delayMs: now - 480_000 - seed * 50 };
    });
    expect(Math.max(...runs.map(({ polls }) => polls))).toBeLessThanOrEqual(53);
    expect(runs.reduce((sum, { delayMs }) => sum + delayMs, 0) / runs.length).toBeLessThanOrEqual(
      5_500,
    );
  });
});

it.each([
  [2, 10_000],
  [10, 11_000],
  [64, 70_400],
  [1_000, 88_000],
])('a job of a matrix of %i polls every %i ms, its share of the limit', (siblings, expected) => {
  expect(delays({ siblings, pollIntervalMs: null, pollMs: 10_000 }, [STARTED, OK])).toEqual([
    expected,
    expected,
  ]);
});

it('a fixed interval is kept, with jitter; only refusals in a row make it longer', () => {
  const fixed = { ...ALONE, pollIntervalMs: 2_000 };
  expect(delays(fixed, [STARTED, OK, REFUSED, REFUSED, OK])).toEqual([
    2_000, 2_000, 1_500, 2_250, 2_000,
  ]);
  expect([delays(fixed, [OK], 0), delays(fixed, [OK], 1)]).toEqual([[1_800], [2_200]]);
});

describe('the creations of a matrix', () => {
  it.each([
    [10, 9, 0],
    [64, 9, 0],
    [64, 10, 64_500],
    [64, 40, 268_500],
    // A task of a fleet in the last of 64 jobs, which the fleet's queue paces.
    [1, 63, 0],
  ])('are spread by their index: %i siblings, index %i', (siblings, index, expected) => {
    expect(startDelay({ siblings, siblingIndex: index }, () => 0.5)).toBe(expected);
  });

  it('are never more than ten a minute', () => {
    const at = Array.from({ length: 200 }, (_, index) =>
      startDelay({ siblings: 200, siblingIndex: index }, () => (index % 7) / 7),
    ).sort((a, b) => a - b);
    for (const [index, time] of at.entries()) {
      expect(
        at.filter((other, place) => place >= index && other < time + 60_000).length,
      ).toBeLessThanOrEqual(10);
    }
  });
});

it.each([
  ['ever later', { attempt: 1 }, 15_000],
  ['ever later', { attempt: 3 }, 60_000],
  ['within what the service sets', { attempt: 20 }, 900_000],
  ['once more within the time left', { attempt: 4, remainingMs: 60_000 }, 30_000],
  ['not ever faster towards the end', { attempt: 4, remainingMs: 100 }, 500],
  ['after what the service asks to wait', { attempt: 1, floorMs: 30_000 }, 45_000],
  ['within as much again as the service asks to wait', { attempt: 1, floorMs: 2_000 }, 3_000],
  ['ever later above what the service asks to wait', { attempt: 3, floorMs: 2_000 }, 6_000],
  [
    'within half a minute above a long time that the service asks to wait',
    { attempt: 1, floorMs: 600_000 },
    615_000,
  ],
  ['within a second if the service asks for none', { attempt: 1, floorMs: 0 }, 500],
  [
    'after what the service asks to wait, even beyond the time left',
    { attempt: 1, floorMs: 30_000, remainingMs: 9_000 },
    30_500,
  ],
])('a create that was refused is sent again %s: %j', (_, retry, expected) => {
  const given = { floorMs: null, random: () => 0.5, ...retry };
  expect(createRetryDelay(given, { mostMs: 1_800_000 })).toBe(expected);
});

describe('the wait for a poll near the deadline', () => {
  it.each([
    {
      name: 'is the usual one while time is left',
      usualMs: 5_000,
      remainingMs: 9_000,
      waitMs: 5_000,
    },
    { name: 'lets a last poll be sent early', remainingMs: 9_000, waitMs: 7_500 },
    { name: 'takes the rest after the last poll', remainingMs: 1_500, waitMs: 1_500 },
    { name: 'keeps what was asked for', remainingMs: 9_000, askedMs: 8_000, waitMs: 8_000 },
    { name: 'ends with the time', remainingMs: 9_000, askedMs: 60_000, waitMs: 9_000 },
    { name: 'is none where no time is left', remainingMs: 0, waitMs: 0 },
  ])('$name', ({ usualMs = 10_000, remainingMs, askedMs = -Infinity, waitMs }) => {
    expect(waitForPoll(usualMs, { remainingMs, askedMs })).toBe(waitMs);
  });

  it('sends the last poll just before the end', () => {
    expect(waitForPoll(5_000, { remainingMs: 5_000, askedMs: 0 })).toBe(5_000 - LAST_POLL_MS);
  });
});
