/** Where a fleet expects its runs in the list of runs, and which page of the list it reads next. */
import { describe, expect, it } from '@jest/globals';
import {
  hasChanged,
  isListed,
  listingAbsent,
  listingAdd,
  listingRemove,
  listingSaw,
  listingStart,
  listingTake,
  nextWindow,
  type Listed,
  type Listing,
} from '../../src/fleet/scheduling/listing.ts';

const LISTED: Listed = { place: 0, meaning: 'active', at: 0, startedAt: 0, missed: 0 };

/** Runs with the IDs 1, 2, and so on. */
function listing(runs: readonly Partial<Listed>[], { mode = 'there', created = 0 }: Partial<Listing> = {}): Listing {
  return { mode, created, runs: new Map(runs.map((run, index) => [index + 1, { ...LISTED, ...run }])) };
}

const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);
const shown = ({ runs }: Listing): readonly Listed[] => [...runs.values()];
const placesOf = (given: Listing): readonly number[] => shown(given).map(({ place }) => place);

describe('a run that is added', () => {
  it('is expected at the top of the list if this fleet created it', () => {
    const first = listingAdd(listingStart(), { runId: 5, created: true, now: 1_000 });
    const both = listingAdd(first, { runId: 6, created: true, now: 2_000 });
    expect(both).toEqual({
      mode: 'untried',
      created: 2,
      runs: new Map([
        [5, { place: -1, meaning: null, at: 1_000, startedAt: 1_000, missed: 0 }],
        [6, { place: -2, meaning: null, at: 2_000, startedAt: 2_000, missed: 0 }],
      ]),
    });
    expect([first.created, first.runs.size]).toEqual([1, 1]);
  });

  it('is expected there as well if it comes from elsewhere, with an older state', () => {
    const added = listingAdd(listing([], { created: 3 }), { runId: 5, created: false, now: 50_000 });
    expect(added.created).toBe(3);
    expect(added.runs.get(5)).toEqual({ place: -3, meaning: null, at: 30_000, startedAt: 30_000, missed: 0 });
  });
});

it('forgets a run that is removed', () => {
  const before = listing([{}, {}]);
  expect([...listingRemove(before, 1).runs.keys()]).toEqual([2]);
  expect(before.runs.size).toBe(2);
});

it('takes the state of a run from a poll of the run itself', () => {
  const before = listing([{ place: 7, startedAt: 1 }, {}]);
  const after = listingSaw(before, { runId: 1, meaning: 'failure', now: 9_000 });
  expect(after.runs.get(1)).toEqual({ place: 7, meaning: 'failure', at: 9_000, startedAt: 1, missed: 0 });
  expect([after.runs.get(2), before.runs.get(1)?.meaning]).toEqual([LISTED, 'active']);
  expect(listingSaw(before, { runId: 3, meaning: 'failure', now: 9_000 })).toBe(before);
});

describe('a run is polled through the list', () => {
  it.each([
    ['there', { meaning: 'active' }, 3, true],
    ['there', { meaning: null }, 3, true],
    ['untried', { meaning: null }, 3, true],
    ['there', { meaning: 'active' }, 2, false],
    ['there', { meaning: 'success' }, 3, false],
    ['there', { meaning: 'unknown' }, 3, false],
    ['there', { missed: 3 }, 3, true],
    ['there', { missed: 4 }, 3, false],
    ['absent', { meaning: 'active' }, 3, false],
  ] as const)('(%s) in the state %j, one of %i: %j', (...[mode, state, count, expected]) => {
    expect(isListed(listing([state, ...times(count - 1, {})], { mode }), 1)).toBe(expected);
  });

  it('unless it is unknown', () => {
    expect(isListed(listing(times(3, {})), 4)).toBe(false);
  });
});

describe('the list shows news about a run', () => {
  it('unless the run itself has shown that end already, which may be of an earlier turn', () => {
    const shows = listing([{ meaning: 'success' }]);
    expect(hasChanged(shows, { runId: 1, known: 'success' })).toBe(false);
    expect(hasChanged(shows, { runId: 1, known: 'failure' })).toBe(true);
  });

  it.each([
    ['there', 'success', true],
    ['there', 'failure', true],
    ['there', 'active', false],
    ['there', 'unknown', false],
    ['there', null, false],
    ['untried', 'success', false],
    ['absent', 'success', false],
  ] as const)('(%s) with the meaning %s: %j', (mode, meaning, expected) => {
    expect(hasChanged(listing([{ meaning }], { mode }), { runId: 1, known: 'active' })).toBe(expected);
  });

  it('unless it is unknown', () => {
    expect(hasChanged(listing([]), { runId: 1, known: 'active' })).toBe(false);
  });
});

describe('the next page', () => {
  const at = (given: Listing, now: number) => nextWindow(given, now);

  it('is read only for three runs or more, if there is a list', () => {
    expect(at(listing(times(3, {})), 0)).not.toBeNull();
    expect(at(listing(times(2, {})), 0)).toBeNull();
    expect(at(listing(times(3, {}), { mode: 'untried' }), 0)).not.toBeNull();
    expect(at(listingAbsent(listing(times(3, {}))), 0)).toBeNull();
  });

  it('is not read if the list can have no news about any run', () => {
    expect(at(listing([{ meaning: 'success' }, { missed: 4 }, { meaning: 'unknown' }]), 0)).toBeNull();
  });

  it.each([
    ['new runs: the least interval', { at: 0, startedAt: 0 }, 3, 0, 4_000, 0],
    ['few runs: when each would be polled', { at: 4_000, startedAt: 0 }, 3, 4_000, 9_600, 0],
    ['more runs: when their ages add up', { at: 100_000, startedAt: 0 }, 10, 100_000, 106_325, 0],
    ['the same, asked later', { at: 100_000, startedAt: 0 }, 10, 102_000, 106_325, 40],
    ['many runs: the least interval', { at: 100_000, startedAt: 0 }, 100, 100_000, 104_000, 0],
    ['the same, asked later', { at: 100_000, startedAt: 0 }, 100, 103_000, 104_000, 900],
    ['old states: at once', { at: 0, startedAt: 0 }, 3, 30_000, 30_000, 2_700],
  ] as const)('is due for %s', (...[, state, count, now, dueAt, worth]) => {
    const due = at(listing(times(count, state)), now);
    expect({ ...due, dueAt: Math.round(due?.dueAt ?? NaN) }).toEqual({ skip: 0, dueAt, worth });
  });

  it('is due by the ages of all its runs, but not soon after the newest', () => {
    const older = { at: 98_000, startedAt: 0 };
    const newer = { at: 100_000, startedAt: 0 };
    const mixed = at(listing([...times(5, older), ...times(5, newer)]), 100_000);
    expect([Math.round(mixed?.dueAt ?? NaN), mixed?.worth]).toEqual([105_245, 20]);
    const crowd = at(listing([...times(50, older), ...times(50, newer)]), 103_000);
    expect(crowd).toEqual({ skip: 0, dueAt: 104_000, worth: 50 * 25 + 50 * 9 });
    const oneOld = at(listing([...times(99, newer), { at: 40_000, startedAt: -500_000 }]), 100_000);
    expect(oneOld).toEqual({ skip: 0, dueAt: 104_000, worth: 3_600 });
  });

  it('is due when the first of its runs would be polled', () => {
    const given = listing([
      { at: 100_000, startedAt: 0 },
      { at: 100_000, startedAt: 95_000 },
      { at: 100_000, startedAt: 94_500 },
    ]);
    expect(at(given, 100_000)?.dueAt).toBe(107_000);
  });

  it('begins with the first run and reaches a hundred places', () => {
    const state = (place: number, since: number): Partial<Listed> => ({ place, at: since, startedAt: since });
    const far = listing([state(150, 0), state(3, 20_000), state(102, 20_000), state(103, 0)]);
    expect(at(far, 30_000)).toEqual({ skip: 103, dueAt: 30_000, worth: 1_800 });
    const near = listing([state(103, 20_000), state(3, 0), state(102, 20_000)]);
    expect(at(near, 30_000)).toEqual({ skip: 3, dueAt: 30_000, worth: 1_000 });
  });

  it('is the one that is due first, then the one with the older states, then the first', () => {
    const window = (since: number, place: number): Partial<Listed> => ({ at: since, startedAt: since, place });
    const late = listing([window(30_000, 5), window(30_000, 6), window(27_000, 300), window(27_000, 301)]);
    expect(at(late, 30_000)?.skip).toBe(300);
    const early = listing([window(27_000, 5), window(27_000, 6), window(30_000, 300), window(30_000, 301)]);
    expect(at(early, 30_000)?.skip).toBe(5);
    const heavy = listing([window(27_000, 5), window(27_000, 6), window(30_000, 300), window(10_000, 301)]);
    expect(at(heavy, 30_000)).toEqual({ skip: 5, dueAt: 31_000, worth: 18 });
    const older = listing([window(20_000, 5), window(10_000, 300), window(20_000, 700)]);
    expect(at(older, 30_000)).toEqual({ skip: 300, dueAt: 30_000, worth: 400 });
    const same = listing([window(20_000, 5), window(20_000, 300), window(20_000, 700)]);
    expect(at(same, 30_000)?.skip).toBe(5);
  });

  it('counts the runs that this fleet has created since, and never starts before the list', () => {
    expect(at(listing(times(3, { place: -2 }), { created: 9 }), 0)?.skip).toBe(7);
    expect(at(listing(times(3, { place: -9 }), { created: 2 }), 0)?.skip).toBe(0);
  });
});

describe('a page of the list', () => {
  const items = (count: number, own: Readonly<Record<number, number>> = {}) =>
    Array.from({ length: count }, (_, index) => ({ id: own[index] ?? 10_000 + index, meaning: 'success' as const }));

  it('shows where its runs are and what their status means', () => {
    const before = listing([{ missed: 2, startedAt: 3 }, { place: 500 }], { mode: 'untried', created: 4 });
    const after = listingTake(before, { skip: 100, items: items(50, { 7: 1 }), now: 9_000 });
    expect(after).toMatchObject({ mode: 'there', created: 4 });
    expect(after.runs.get(1)).toEqual({ place: 103, meaning: 'success', at: 9_000, startedAt: 3, missed: 0 });
    expect([after.runs.get(2), after.runs.size]).toEqual([{ ...LISTED, place: 500 }, 2]);
    expect(before.runs.get(1)?.meaning).toBe('active');
  });

  it.each([
    ['a full page moves it behind the page', 100, 196],
    ['a page that is not full leaves it in place', 99, 126],
  ])('lacks a run that it should have contained: %s', (_, count, place) => {
    const before = listing([{ place: 126, missed: 1 }], { created: 4 });
    const after = listingTake(before, { skip: 100, items: items(count), now: 9_000 });
    expect(after.runs.get(1)).toEqual({ ...LISTED, place, at: 9_000, missed: 2 });
  });

  it('that could not be read delays the next attempt', () => {
    const before = listing([{ place: 26 }], { mode: 'untried' });
    const after = listingTake(before, { skip: 0, items: null, now: 9_000 });
    expect(after.mode).toBe('untried');
    expect(after.runs.get(1)).toEqual({ ...LISTED, place: 26, at: 9_000, missed: 1 });
  });

  it('says nothing about runs in other places', () => {
    const before = listing(
      [95, 96, 195, 196].map((place) => ({ place })),
      { created: 4 },
    );
    const after = listingTake(before, { skip: 100, items: [], now: 9_000 });
    expect(shown(after).map(({ missed }) => missed)).toEqual([0, 1, 1, 0]);
    expect(placesOf(after)).toEqual(placesOf(before));
    const top = listingTake(listing([{ place: -9 }], { created: 4 }), { skip: 0, items: [], now: 9_000 });
    expect(top.runs.get(1)?.missed).toBe(1);
  });
});
