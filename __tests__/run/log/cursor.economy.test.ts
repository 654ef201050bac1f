/**
 * What the cursor asks for, and how often (contract 3.1, 4.4, 4.7): a log is read with the requests that it needs, and
 * read again only where something does not fit.
 */
import { describe, expect, it } from '@jest/globals';
import type { Order } from '../../../src/run/log/entry.ts';
import { actions, entry } from '../../support/memory-client.ts';
import { baselineOf, Log, Reading } from './cursor-reading.ts';

describe('a descending log of several pages without a total, with equal entries at its end', () => {
  const grown = [...actions(124), entry(200), entry(200), entry(200)];

  it('comes to an end', () => {
    const reading = new Reading(new Log(grown, { order: 'desc', sendsTotal: false }));
    expect(reading.poll().length).toBeLessThan(10);
    expect(reading.got).toEqual(grown);
    expect(reading.last).toMatchObject({ more: false, agrees: true });
  });

  it('ends at each later poll and loses nothing', () => {
    const log = new Log(grown, { order: 'desc', sendsTotal: false });
    const reading = new Reading(log).all();
    expect(reading.poll().length).toBeLessThan(5);
    log.entries = [...grown, entry(200)];
    expect(reading.poll().length).toBeLessThan(8);
    expect(reading.got).toEqual(log.entries);
  });
});

it('is not read from its beginning again where the service cuts its pages at a common number', () => {
  const log = new Log(actions(55));
  const reading = new Reading(log);
  do reading.read(({ skip }) => log.page({ skip, limit: 20 }));
  while (reading.last.more);
  expect(reading.asked).toEqual([0, 19, 38]);
  expect(reading.got).toEqual(log.entries);
});

describe('a wrong total', () => {
  it('does not make a page of a round size look cut, once it proved wrong', () => {
    const log = new Log(actions(30), { lie: 100 });
    const reading = new Reading(log).all();
    log.entries = actions(39);
    expect(reading.poll()).toEqual([29]);
    expect(reading.got).toEqual(log.entries);
  });

  it('is believed by a full scan as far as another page goes', () => {
    const equalTimes = (count: number): unknown[] =>
      Array.from({ length: count }, (_, index) => entry(0, { thought: `t${index}` }));
    const log = new Log(equalTimes(5), { lie: 100 });
    const reading = new Reading(log).all();
    log.entries = equalTimes(35);
    const before = reading.reads;
    do reading.read(({ skip }) => log.page({ skip, limit: 10 }));
    while (reading.last.more);
    expect(reading.asked.slice(before)).toEqual([0, 9, 18, 27]);
    expect(reading.got).toEqual(log.entries);
  });
});

it('tells whether the last page left more to read', () => {
  const reading = new Reading(new Log(actions(150)));
  expect([reading.cursor.hasMore, reading.read().cursor.hasMore, reading.read().cursor.hasMore]).toEqual([
    ...[false, true, false],
  ]);
});

describe('the first reading', () => {
  it.each<[Order, number, number[]]>([
    ['asc', 0, [0]],
    ['asc', 1, [0]],
    ['asc', 99, [0]],
    ['asc', 100, [0]],
    ['asc', 101, [0, 99]],
    ['asc', 199, [0, 99]],
    ['asc', 200, [0, 99, 198]],
    ['asc', 555, [0, 99, 198, 297, 396, 495]],
    ['desc', 0, [0]],
    ['desc', 1, [0]],
    ['desc', 99, [0]],
    ['desc', 100, [0]],
    ['desc', 199, [0, 99, 0]],
  ])('of a log in order %s of %i entries asks for %j', (order, count, skips) => {
    const reading = new Reading(new Log(actions(count), { order }));
    expect(reading.poll()).toEqual(skips);
    expect(reading.last).toMatchObject({ more: false, agrees: true, nonsense: false });
  });

  it('of incomplete entries reads each page once, and the next poll reads them again', () => {
    const incomplete = actions(555).map((value) => ({ ...value, tool_output: null }));
    const reading = new Reading(new Log(incomplete));
    expect(reading.poll()).toEqual([0, 99, 198, 297, 396, 495]);
    expect(reading.poll()).toEqual([505]);
    expect(reading.got).toEqual(incomplete);
  });

  it.each([101, 198, 199, 200, 300, 555, 1_000])(
    'of a descending log of %i entries needs two requests more',
    (count) => {
      const reading = new Reading(new Log(actions(count), { order: 'desc' }));
      expect(reading.poll().length).toBeLessThanOrEqual(Math.ceil(count / 98) + 2);
      expect(reading.got).toEqual(actions(count));
    },
  );

  it.each<[number, number[]]>([
    [99, [0]],
    [100, [0, 99]],
    [198, [0, 99]],
    [199, [0, 99, 198]],
  ])('of an ascending log of %i entries without a total goes on to a short page: %j', (count, skips) => {
    const reading = new Reading(new Log(actions(count), { sendsTotal: false }));
    expect(reading.poll()).toEqual(skips);
    expect(reading.last).toMatchObject({ more: false, agrees: true });
  });

  it.each<[number, number[]]>([
    [99, [0]],
    [100, [0, 0, 99]],
    [199, [0, 0, 99, 198, 0]],
  ])('of a descending log of %i entries without a total reads all, and looks once more: %j', (count, skips) => {
    const reading = new Reading(new Log(actions(count), { order: 'desc', sendsTotal: false }));
    expect(reading.poll()).toEqual(skips);
    expect(reading.last).toMatchObject({ more: false, agrees: true });
  });

  it('reports more after each page except the last', () => {
    const reading = new Reading(new Log(actions(250)));
    const told = [1, 2, 3].map(() => reading.read().last);
    expect(told.map(({ more, agrees, fresh }) => ({ more, agrees, fresh: fresh.length }))).toEqual([
      { more: true, agrees: false, fresh: 100 },
      { more: true, agrees: false, fresh: 99 },
      { more: false, agrees: true, fresh: 51 },
    ]);
  });
});

describe('a log that grows', () => {
  /** Where the log is after each step, and what that poll asks for. */
  it.each<[Order, boolean, [number, number[]][]]>([
    [
      'asc',
      true,
      [
        [50, [49]],
        [51, [49]],
        [149, [50]],
        [150, [148]],
        [248, [149]],
        [347, [247]],
        [700, [346, 445, 544, 643]],
      ],
    ],
    [
      'asc',
      false,
      [
        [50, [49]],
        [51, [49]],
        [149, [50]],
        [150, [148]],
        [248, [149]],
        [347, [247, 346]],
      ],
    ],
    [
      'desc',
      true,
      [
        [50, [0]],
        [51, [0]],
        [149, [0]],
        [150, [0]],
        [248, [0]],
        [347, [0]],
        [447, [0, 2, 0]],
        [800, [0, 255, 157, 59, 0]],
      ],
    ],
    [
      'desc',
      false,
      [
        [50, [0]],
        [51, [0]],
        [149, [0]],
        [150, [0]],
        [248, [0]],
        [347, [0]],
      ],
    ],
  ])('in order %s, with a total: %s, is polled without waste', (order, sendsTotal, steps) => {
    const log = new Log(actions(50), { order, sendsTotal });
    const reading = new Reading(log).all();
    const polls = steps.map(([count]) => {
      log.entries = actions(count);
      return [count, reading.poll()];
    });
    expect(polls).toEqual(steps);
    expect(reading.got).toEqual(log.entries);
    expect(reading.last.agrees).toBe(true);
  });

  it.each(['asc', 'desc'] as const)('by one entry while it is paged, in order %s, costs nothing', (order) => {
    const log = new Log(actions(100), { order });
    const reading = new Reading(log).all();
    log.entries = actions(400);
    const quiet = reading.poll().length;
    log.entries = actions(700);
    let requests = 0;
    for (let count = 700; requests === 0 || reading.last.more; count += 1) {
      log.entries = actions(count);
      reading.read();
      requests += 1;
    }
    expect(requests).toBe(quiet);
    expect(reading.all().got).toEqual(log.entries);
  });
});

describe('an entry that comes late', () => {
  it.each<[Order, number, number[]]>([
    ['asc', 50, [49, 0]],
    ['asc', 150, [149, 0, 99]],
    ['desc', 50, [0, 0]],
    ['desc', 150, [0, 0, 99]],
  ])('in order %s among %i is found by reading the log once more: %j', (order, count, skips) => {
    const log = new Log(actions(count), { order });
    const reading = new Reading(log).all();
    const late = entry(count - 3, { thought: 'late' });
    log.entries = [...actions(count - 2), late, ...actions(count).slice(-2)];
    expect(reading.poll()).toEqual(skips);
    expect(reading.got).toEqual([...actions(count), late]);
    expect(reading.last.agrees).toBe(true);
    // After that all is as before.
    log.entries = [...log.entries, entry(count)];
    expect(reading.poll()).toHaveLength(1);
    expect(reading.got.at(-1)).toEqual(entry(count));
  });
});

describe('a total that is wrong', () => {
  /** Which of the polls took more than one request. */
  const rereadsOf = (reading: Reading, polls: number): number[] =>
    Array.from({ length: polls }, (_, index) => (reading.poll().length > 1 ? index + 1 : 0)).filter((poll) => poll > 0);

  it.each([3, -3])('by %i for long causes full scans less and less often', (lie) => {
    const log = new Log(actions(50));
    const reading = new Reading(log).all();
    log.lie = lie;
    expect(rereadsOf(reading, 300)).toEqual([1, 4, 16, 64, 256]);
    expect(reading.got).toEqual(actions(50));
    expect(reading.last).toMatchObject({ more: false, agrees: false, nonsense: false });
    expect(reading.cursor.missing).toBe(lie);
  });

  it('by another number causes a full scan at once', () => {
    const log = new Log(actions(50));
    const reading = new Reading(log).all();
    log.lie = 3;
    expect(rereadsOf(reading, 10)).toEqual([1, 4]);
    log.lie = 4;
    expect(rereadsOf(reading, 10)).toEqual([1, 4]);
    log.lie = 0;
    expect(rereadsOf(reading, 10)).toEqual([]);
    log.lie = 4;
    expect(rereadsOf(reading, 10)).toEqual([1, 4]);
  });

  it('is no reason to read again while the log grows beside it', () => {
    const log = new Log(actions(50));
    const reading = new Reading(log).all();
    log.lie = 3;
    for (let polls = 0; polls < 4; polls += 1) reading.all();
    const requests = Array.from({ length: 10 }, (_, index) => {
      log.entries = actions(51 + index);
      return reading.poll().length;
    });
    expect(requests).toEqual(Array.from({ length: 10 }, () => 1));
    expect(reading.got).toEqual(log.entries);
  });

  it('is not used for positions in a descending log until it agrees again', () => {
    const log = new Log(actions(150), { order: 'desc', lie: 3 });
    const reading = new Reading(log);
    for (let polls = 0; polls < 5; polls += 1) reading.all();
    expect(reading.got).toEqual(actions(150));
    log.lie = 0;
    reading.all();
    log.entries = actions(400);
    reading.all();
    expect(reading.got).toEqual(actions(400));
    log.entries = actions(650);
    // Counted from the end again: no reading of the whole.
    expect(reading.poll().length).toBeLessThanOrEqual(5);
    expect(reading.got).toEqual(actions(650));
  });
});

describe('an answer that is older than the one before', () => {
  it.each(['asc', 'desc'] as const)('is ignored twice in order %s, without reading the log again', (order) => {
    const log = new Log(actions(120), { order });
    const reading = new Reading(log).all();
    log.entries = actions(90);
    const told = [1, 2].map(() => [reading.poll().length, reading.last] as const);
    const nothing = { fresh: [], more: false, agrees: false, nonsense: false };
    expect(told).toEqual([
      [1, nothing],
      [1, nothing],
    ]);
    log.entries = actions(121);
    expect(reading.poll()).toHaveLength(1);
    expect(reading.got).toEqual(actions(121));
  });

  it.each(['asc', 'desc'] as const)('is accepted at the third, in order %s, as a log that became shorter', (order) => {
    const log = new Log(actions(120), { order });
    const reading = new Reading(log).all();
    log.entries = actions(90);
    expect([1, 2, 3].map(() => reading.poll().length)).toEqual([1, 1, 2]);
    expect(reading.last).toMatchObject({ more: false, agrees: true });
    expect(reading.cursor.missing).toBe(0);
    expect(reading.poll()).toHaveLength(1);
    // What comes back is not new, what comes on top is.
    log.entries = [...actions(121)];
    reading.all();
    expect(reading.got).toEqual(actions(121));
  });

  it.each(['asc', 'desc'] as const)('counts as one only when the next is as short, in order %s', (order) => {
    const log = new Log(actions(120), { order });
    const reading = new Reading(log).all();
    for (let round = 0; round < 3; round += 1) {
      log.entries = actions(90);
      expect([reading.poll().length, reading.poll().length]).toEqual([1, 1]);
      log.entries = actions(120);
      expect(reading.poll()).toHaveLength(1);
    }
    expect(reading.got).toEqual(actions(120));
  });
});

describe('a resume', () => {
  it.each<[Order, number, number[]]>([
    ['asc', 20, [19]],
    ['asc', 150, [149]],
    ['desc', 20, [0]],
    ['desc', 150, [0]],
  ])('in order %s goes on behind %i entries with one request: %j', (order, count, skips) => {
    const log = new Log(actions(count), { order });
    const reading = new Reading(log, baselineOf(actions(count), { order }));
    expect(reading.cursor.missing).toBe(0);
    expect(reading.poll()).toEqual(skips);
    log.entries = actions(count + 30);
    expect(reading.poll()).toHaveLength(1);
    expect(reading.got).toEqual(actions(count + 30).slice(count));
    expect(reading.cursor.missing).toBe(0);
  });
});

describe('a total that counts unlisted entries, of which there are more at each poll', () => {
  it.each<Order>(['asc', 'desc'])('makes only few polls read the whole log, in order %s', (order) => {
    const log = new Log(actions(500), { order, lie: 1 });
    const reading = new Reading(log);
    const polls = Array.from({ length: 60 }, (_, index) => {
      log.entries = actions(500 + 2 * index);
      log.lie += 1;
      return reading.poll().length;
    });
    expect(polls.filter((requests) => requests > 2).length).toBeLessThan(8);
    expect(reading.got).toEqual(log.entries);
  });

  it.each<Order>(['asc', 'desc'])('does not hide a late entry, in order %s', (order) => {
    const log = new Log(actions(500), { order, lie: 1 });
    const reading = new Reading(log);
    for (let index = 0; index < 20; index += 1) {
      log.lie += 1;
      reading.poll();
    }
    log.entries = actions(500).toSpliced(100, 0, entry(99, { thought: 'late' }));
    for (let polls = 0; polls < 4; polls += 1) reading.poll();
    expect(reading.got).toHaveLength(501);
  });
});
