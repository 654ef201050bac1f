/** When the next poll of a run of a fleet is due (contract 3.3, 13). */
import { describe, expect, it } from '@jest/globals';
import { lastLookAt, logDueAt, lookDueAt, looksDue, type Followed } from '../../src/fleet/scheduling/looks.ts';

const NOW = 10_000_000;
/** Started 100 seconds ago and looked at 40 seconds ago. */
const followed = (fields: Partial<Followed> = {}): Followed => ({
  ...{ startedAt: NOW - 100_000, lookedAt: NOW - 40_000, entries: 6, active: true, goesOn: false },
  ...fields,
});

describe('a look', () => {
  it('is due after the interval of a run on its own', () => {
    // 20 seconds after a look that came a minute after the start.
    expect(lookDueAt(followed(), NOW)).toBe(NOW - 20_000);
    expect(lookDueAt(followed({ lookedAt: NOW - 100_000 }), NOW)).toBe(NOW - 97_500);
  });

  it.each([
    ['was never looked at', { lookedAt: -Infinity }],
    ['has more of its log waiting', { goesOn: true }],
    ['is not active any more', { active: false }],
  ])('is due at once at a run that %s', (_, fields) => {
    expect(lookDueAt(followed(fields), NOW)).toBe(NOW);
  });
});

it.each([
  [1_501, NOW - 40_000 + 1],
  [1_500, Infinity],
])('has its last look 1.5 s before the deadline, unless it was looked at since then: %d ms left', (leftMs, at) => {
  expect(lastLookAt(followed(), NOW - 40_000 + leftMs)).toBe(at);
});

describe('the log', () => {
  it.each([
    ['once 95 more entries are likely', { entries: 6 }, 950_000],
    ['not before a minute has passed', { entries: 600 }, 60_000],
    ['after 20 minutes at the latest', { entries: 1 }, 1_200_000],
    ['after 10 minutes, if there are none yet', { entries: 0 }, 600_000],
    ['at once, if the last page was full', { goesOn: true }, 0],
  ])('is due %s', (_, fields, afterMs) => {
    expect(logDueAt(followed(fields))).toBe(NOW - 40_000 + afterMs);
  });

  it('is counted from the start of a run that was never looked at', () => {
    expect(logDueAt(followed({ lookedAt: -Infinity, entries: 0 }))).toBe(NOW - 100_000 + 600_000);
  });
});

it('is both due at once with a fixed interval, which the session keeps itself', () => {
  const now = NOW;
  expect(looksDue(followed(), { now, rested: false, fixed: true })).toEqual({ dueAt: NOW, logDueAt: NOW });
  const regular = { dueAt: NOW - 20_000, logDueAt: NOW + 910_000 };
  expect(looksDue(followed(), { now, rested: false, fixed: false })).toEqual(regular);
});

it('leaves only the log to the schedule of the fleet if the session has waited on its own', () => {
  const due = { dueAt: NOW, logDueAt: NOW + 910_000 };
  expect(looksDue(followed(), { now: NOW, rested: true, fixed: false })).toEqual(due);
});
