/**
 * Answers that do not fit what is known: which of them make the cursor read the whole log again, that this costs no more than
 * it must, and that nothing is lost, repeated or taken from an earlier turn by it (contract 4.5, 4.7).
 */
import { describe, expect, it } from '@jest/globals';
import { countsOf } from '../../../src/run/log/baseline.ts';
import { rawEntry, type Order } from '../../../src/run/log/entry.ts';
import type { PageRequest } from '../../../src/run/log/page.ts';
import { actions, entry } from '../../support/memory-client.ts';
import { baselineOf, Log, Reading } from './cursor-reading.ts';

const ORDERS = ['asc', 'desc'] as const;
/** Entries that tell no time. */
const timeless = (names: string): unknown[] => Array.from(names, (thought) => ({ created_at: 'once', thought }));
/** Entries of one and the same time. */
const equalTimes = (count: number): unknown[] =>
  Array.from({ length: count }, (_, index) => entry(0, { thought: `t${index}` }));
const insert = (entries: readonly unknown[], at: number, late: unknown): unknown[] => entries.toSpliced(at, 0, late);

const MORE = { fresh: [], more: true, agrees: false, nonsense: false };
const NOTHING = { fresh: [], more: false, agrees: false, nonsense: false };

describe('a log whose order is not known yet', () => {
  it.each(ORDERS)('is read whole with one request, in order %s', (order) => {
    const log = new Log(actions(1), { order });
    const reading = new Reading(log).all();
    log.entries = actions(3);
    expect(reading.poll()).toEqual([0]);
    expect(reading.got).toEqual(actions(3));
    expect(reading.last).toMatchObject({ more: false, agrees: true, nonsense: false });
  });

  it.each([
    [2, [0]],
    [99, [0]],
    [100, [99]],
    [250, [249]],
  ])('of %i entries with equal times is requested as %j while it fits on one page', (count, skips) => {
    const log = new Log(equalTimes(count));
    const reading = new Reading(log).all();
    expect(reading.poll()).toEqual(skips);
    log.entries = equalTimes(count + 20);
    reading.all();
    expect(reading.got).toEqual(equalTimes(count + 20));
  });

  it('is read again if it turns out to be descending', () => {
    const falling = [entry(50), entry(40), entry(30)];
    const log = new Log([...equalTimes(99), falling[0]]);
    const reading = new Reading(log).all();
    log.entries = [...equalTimes(99), ...falling];
    expect(reading.poll().length).toBeGreaterThan(1);
    expect(reading.got).toHaveLength(102);
    expect(reading.got).toEqual(expect.arrayContaining(falling));
  });

  it('is not accepted as shorter at the first such answer', () => {
    const log = new Log(equalTimes(20));
    const reading = new Reading(log).all();
    log.entries = equalTimes(5);
    expect([reading.poll(), reading.last]).toEqual([[0], NOTHING]);
    expect([reading.poll(), reading.last]).toEqual([[0], NOTHING]);
    expect(reading.poll()).toEqual([0]);
    expect(reading.last).toMatchObject({ more: false, agrees: true });
    log.entries = equalTimes(22);
    reading.all();
    expect(reading.got).toEqual(equalTimes(22));
  });

  it('may become empty', () => {
    const log = new Log(equalTimes(3));
    const reading = new Reading(log).all();
    log.entries = [];
    for (let polls = 0; polls < 4; polls += 1) reading.all();
    expect(reading.last).toMatchObject({ fresh: [], agrees: true });
    log.entries = equalTimes(4);
    reading.all();
    expect(reading.got).toEqual(equalTimes(4));
  });
});

describe('the overlapping entry', () => {
  it('causes a full scan if it is not at its position', () => {
    const log = new Log(insert(actions(4), 1, entry(0, { thought: 'late' })));
    const reading = new Reading(log, baselineOf(actions(2), { order: 'asc' })).read();
    expect(reading.last).toEqual(MORE);
    reading.all();
    expect(reading.asked).toEqual([1, 0]);
    expect(reading.got).toEqual(actions(4).slice(2));
  });

  it('causes a full scan of a descending log without time stamps too', () => {
    const log = new Log([...actions(2), ...timeless('xb')], { order: 'desc' });
    const before = baselineOf([...actions(2), ...timeless('b')], { order: 'desc' });
    const reading = new Reading(log, before).read();
    expect(reading.last).toEqual(MORE);
    reading.all();
    expect(reading.got).toEqual([]);
  });

  it('is the right one in a page that is turned round', () => {
    const log = new Log([...timeless('abc'), entry(1), entry(2)]);
    const reading = new Reading(log, { count: 3, last: rawEntry(timeless('c')[0]), order: 'desc' }).all();
    expect(reading.got).toEqual([entry(1), entry(2)]);
  });

  it('causes a full scan if a known entry follows it', () => {
    const log = new Log(actions(3));
    const reading = new Reading(log).all();
    reading.read(() => ({ logs: [entry(2), entry(0), entry(1)], total_logs: 5 }));
    expect(reading.last).toEqual(MORE);
    expect(reading.all().got).toEqual(actions(3));
    expect(reading.last.agrees).toBe(true);
  });

  it('causes a full scan if an entry of an earlier turn follows it', () => {
    const log = new Log(actions(3));
    const reading = new Reading(log, baselineOf(actions(3))).all();
    reading.read(() => ({ logs: [entry(2), entry(0)], total_logs: 4 }));
    expect(reading.last).toEqual(MORE);
    expect(reading.all().got).toEqual([]);
  });

  it('may be followed by a late entry of an earlier turn, which is skipped', () => {
    const before = actions(3);
    const late = entry(1, { thought: 'late' });
    const reading = new Reading(new Log([...before, late, entry(3)]), baselineOf(before)).all();
    expect(reading.got).toEqual([entry(3)]);
  });

  it('may be unknown: one request continues from the count', () => {
    for (const order of [null, 'asc'] as const) {
      const log = new Log(actions(130));
      const reading = new Reading(log, { count: 130, last: null, order });
      expect([reading.poll(), reading.poll()]).toEqual([[129], [129]]);
      log.entries = actions(140);
      expect([reading.poll(), reading.got]).toEqual([[129], actions(140).slice(130)]);
    }
  });

  it('may be unknown in a descending log too', () => {
    const log = new Log(actions(150), { order: 'desc' });
    const reading = new Reading(log, { count: 150, last: null, order: 'desc' });
    expect(reading.poll()).toEqual([0]);
    log.entries = actions(160);
    expect([reading.poll(), reading.got]).toEqual([[0], actions(160).slice(150)]);
  });
});

describe('a resume with only the count known', () => {
  const start = (): Reading => new Reading(new Log(actions(130)), { count: 130, last: null, order: null }).all();

  it('skips late entries of an earlier turn', () => {
    const reading = start();
    reading.log.entries = insert(actions(130), 100, entry(99, { thought: 'late' }));
    reading.all();
    expect(reading.got).toEqual([]);
    reading.log.entries = [...reading.log.entries, entry(130)];
    expect(reading.all().got).toEqual([entry(130)]);
  });

  it('returns late entries of this turn', () => {
    const reading = start();
    for (const count of [140, 150]) {
      reading.log.entries = actions(count);
      reading.all();
    }
    const late = entry(137, { thought: 'late' });
    reading.log.entries = insert(actions(150), 138, late);
    reading.all();
    expect(reading.got).toEqual([...actions(150).slice(130), late]);
  });
});

describe('a log that became shorter than at the start of this turn', () => {
  it('is always read completely', () => {
    const log = new Log([entry(100), entry(101), entry(102)]);
    const reading = new Reading(log, baselineOf(actions(10)));
    for (let polls = 0; polls < 4; polls += 1) reading.all();
    expect(reading.got).toEqual(log.entries);
    log.entries = [...log.entries, entry(103)];
    expect(reading.poll()).toEqual([0]);
    expect(reading.got).toEqual(log.entries);
  });
});

describe('a descending log', () => {
  it('reports more after each page before the known end', () => {
    const reading = new Reading(new Log(actions(250), { order: 'desc' })).read();
    expect(reading.last).toEqual(MORE);
  });

  it('that grew beyond the margin is requested again from the new position', () => {
    const log = new Log(actions(100), { order: 'desc' });
    const reading = new Reading(log).all();
    log.entries = actions(300);
    reading.read();
    log.entries = actions(302);
    reading.read();
    expect(reading.last).toEqual(MORE);
    expect(reading.all().got).toEqual(actions(302));
    // Not once read whole: that would begin with the newest page twice.
    expect(reading.asked.slice(1, 4)).toEqual([0, 102, 104]);
  });

  it('whose total is too low is read completely', () => {
    const reading = new Reading(new Log(actions(50), { order: 'desc', lie: -3 })).all();
    expect(reading.got).toEqual(actions(50));
    expect(reading.last.agrees).toBe(false);
    expect(reading.cursor.missing).toBe(-3);
  });

  it('whose total is far too low is read completely too', () => {
    const reading = new Reading(new Log(actions(150), { order: 'desc', lie: -60 })).all();
    expect(reading.got).toEqual(actions(150));
    expect(reading.cursor.missing).toBe(-60);
  });

  it('whose oldest entries are in ascending order is accepted', () => {
    const entries = Array.from({ length: 250 }, (_, index) =>
      entry(index < 60 ? 60 - index : index, { thought: `${index}` }),
    );
    const reading = new Reading(new Log(entries, { order: 'desc' }));
    expect(reading.poll()).toEqual([0, 150, 52, 0]);
    expect(reading.got).toEqual(entries);
  });

  it.each([3, 200])('whose total is too high by %i is read completely ever more rarely', (lie) => {
    const log = new Log(actions(150), { order: 'desc', lie });
    const reading = new Reading(log);
    const polls = Array.from({ length: 20 }, () => reading.poll());
    expect(reading.got).toEqual(actions(150));
    expect(polls.flatMap((skips, index) => (skips.length > 1 ? [index + 1] : []))).toEqual([1, 2, 5, 17]);
    expect(polls.at(-1)).toEqual([0]);
    expect(reading.last).toMatchObject({ agrees: false, nonsense: false });
  });

  it('whose total shrinks during paging continues at the next poll', () => {
    const log = new Log(actions(100), { order: 'desc' });
    const reading = new Reading(log).all();
    log.entries = actions(1_000);
    reading.read();
    log.entries = actions(850);
    reading.read();
    expect([reading.asked.slice(1), reading.last]).toEqual([[0, 802], NOTHING]);
    log.entries = actions(1_000);
    expect(reading.all().got).toEqual(actions(1_000));
  });

  it('with ascending time stamps is not read again needlessly', () => {
    const entries = [entry(3, { thought: 'late' }), entry(2), entry(1), entry(4)];
    const reading = new Reading(new Log(entries, { order: 'desc' }), baselineOf(entries, { order: 'desc' }));
    expect(reading.poll()).toEqual([0]);
  });
});

describe('a total that is the page’s own count', () => {
  it('causes full scans ever more rarely', () => {
    const log = new Log(actions(44), { order: 'desc' });
    const reading = new Reading(log);
    const poll = (): number => {
      const before = reading.reads;
      do
        reading.read((asked) => {
          const { logs } = log.page(asked);
          return { logs, total_logs: logs.length };
        });
      while (reading.last.more);
      return reading.reads - before;
    };
    poll();
    log.entries = actions(150);
    const polls = Array.from({ length: 18 }, poll);
    expect(reading.got).toEqual(actions(150));
    expect(polls.flatMap((reads, index) => (reads > 1 ? [index + 1] : []))).toEqual([1, 2, 5, 17]);
    expect(reading.cursor.missing).toBe(-50);
  });

  it('is distinguished from the correct total of a log of that length', () => {
    const log = new Log(actions(100), { lie: 3 });
    const reading = new Reading(log).read().read();
    expect(reading.last.more).toBe(true);
    log.lie = 0;
    // Read whole on account of the wrong total, and not beyond the page that the right one accounts for.
    expect(reading.all().asked).toEqual([0, 99, 0]);
    expect(reading.last).toMatchObject({ fresh: [], agrees: true });
  });
});

describe('a descending log without a total', () => {
  const open = (entries: readonly unknown[]): Reading =>
    new Reading(new Log(entries, { order: 'desc', sendsTotal: false })).all();

  it('that grew by more than a page is read completely', () => {
    const reading = open(actions(150));
    reading.log.entries = actions(300);
    reading.all();
    expect(reading.got).toEqual(actions(300));
  });

  it('whose newest entries are equal counts one more of them', () => {
    const reading = open(actions(150));
    reading.log.entries = [...actions(150), entry(149)];
    for (let reads = 0; reads < 4; reads += 1) reading.read();
    expect(reading.got).toEqual(reading.log.entries);
    reading.log.entries = [...reading.log.entries, entry(149)];
    for (let reads = 0; reads < 6; reads += 1) reading.read();
    expect(reading.got).toEqual(reading.log.entries);
  });

  it('finds an entry that came late', () => {
    const reading = open(actions(150));
    const late = entry(147, { thought: 'late' });
    reading.log.entries = insert(actions(150), 148, late);
    reading.all();
    expect(reading.got).toEqual([...actions(150), late]);
  });

  it('is paged by the total as soon as there is one', () => {
    const reading = open(actions(150));
    Object.assign(reading.log, { entries: actions(400), sendsTotal: true });
    expect(reading.poll()).toHaveLength(4);
    expect(reading.got).toEqual(actions(400));
  });

  it('is believed to be shorter at the third such answer, whatever the pages between them hold', () => {
    const reading = open(actions(150));
    const polls = [50, 150, 50, 150, 50].map((count) => {
      reading.log.entries = actions(count);
      return reading.poll().length;
    });
    expect(polls).toEqual([1, 1, 1, 1, 2]);
    reading.log.entries = actions(151);
    for (let reads = 0; reads < 3; reads += 1) reading.all();
    expect(reading.got).toEqual(actions(151));
  });

  it('is not read whole for entries of an earlier turn', () => {
    const log = new Log(actions(150), { order: 'desc', sendsTotal: false });
    const reading = new Reading(log, baselineOf(actions(150), { order: 'desc' }));
    expect(reading.poll()).toEqual([0]);
    log.entries = actions(170);
    expect([reading.poll(), reading.got]).toEqual([[0], actions(170).slice(150)]);
    expect([reading.poll(), reading.last.agrees]).toEqual([[0], true]);
  });
});

describe('reading the whole log', () => {
  it.each<[Order, boolean, number, number[]]>([
    ['asc', true, 99, [98, 0]],
    ['asc', true, 198, [197, 0, 99]],
    ['desc', true, 99, [0, 0]],
    ['asc', false, 98, [97, 0]],
    ['asc', false, 150, [149, 0, 99]],
  ])(
    'in order %s, with a total: %s, of %i entries and a late one asks for %j',
    (...[order, sendsTotal, count, skips]) => {
      const log = new Log(actions(count), { order, sendsTotal });
      const reading = new Reading(log).all();
      const late = entry(count - 3, { thought: 'late' });
      log.entries = insert(actions(count), count - 2, late);
      expect(reading.poll()).toEqual(skips);
      expect(reading.last).toEqual({
        fresh: [expect.objectContaining({ value: late })],
        more: false,
        agrees: true,
        nonsense: false,
      });
    },
  );

  it('is midway from its first page to its end, and begins anew when it is disturbed', () => {
    const log = new Log(actions(250));
    const reading = new Reading(log).all();
    expect(reading.cursor.midway).toBe(false);
    log.entries = insert(actions(250), 248, entry(247, { thought: 'late' }));
    const midway = (): boolean => reading.read().cursor.midway;
    expect([midway(), midway(), midway()]).toEqual([false, true, true]);
    log.entries = log.entries.toSpliced(10, 1);
    expect([midway(), midway(), midway(), midway()]).toEqual([true, true, true, false]);
    expect(reading.last.more).toBe(false);
  });

  it('goes on if entries arrive late where it was read already, which the next scan finds', () => {
    const log = new Log(actions(250));
    const reading = new Reading(log).all();
    const [late, later] = ['late', 'later'].map((thought, index) => entry(247 - 200 * index, { thought }));
    log.entries = insert(actions(250), 248, late);
    const skips = [reading.read(), reading.read()].map(() => reading.asked.at(-1));
    log.entries = insert(log.entries, 48, later);
    expect([skips, reading.poll()]).toEqual([
      [0, 0],
      [99, 198],
    ]);
    expect([reading.got.slice(250), reading.last.agrees]).toEqual([[late], false]);
    expect(reading.poll()).toEqual([250, 0, 99, 198]);
    expect([reading.got.slice(250), reading.last.agrees]).toEqual([[late, later], true]);
  });

  it('begins anew then if nothing tells how many entries there are', () => {
    const log = new Log(actions(250), { sendsTotal: false });
    const reading = new Reading(log).all();
    const [late, later] = ['late', 'later'].map((thought, index) => entry(247 - 200 * index, { thought }));
    log.entries = insert(actions(250), 248, late);
    reading.read().read();
    log.entries = insert(log.entries, 48, later);
    expect(reading.poll()).toEqual([99, 0, 99, 198]);
    expect([reading.got.slice(250), reading.last.agrees]).toEqual([[later, late], true]);
  });

  it('says at each page that there is more', () => {
    const log = new Log(actions(150));
    const reading = new Reading(log).all();
    log.entries = insert(actions(150), 140, entry(139, { thought: 'late' }));
    expect([reading.read().last, reading.read().last]).toEqual([MORE, MORE]);
  });

  it('does not agree with a total that is wrong', () => {
    const log = new Log(actions(150));
    const reading = new Reading(log).all();
    log.lie = 2;
    expect(reading.poll()).toEqual([149, 0, 99]);
    expect(reading.last).toEqual(NOTHING);
  });

  /** Time stamps that tell the order, and five equal entries where the newest page ends. */
  const withTwins = (count: number): unknown[] =>
    actions(count).map((value, index) => (index >= 150 && index < 155 ? entry(152) : value));

  it.each([0, 1, 2, 3])('of a descending log that grows by %i meanwhile counts equal entries right', (grown) => {
    const log = new Log(withTwins(251).toSpliced(249, 1), { order: 'desc' });
    const reading = new Reading(log).all();
    log.entries = withTwins(251);
    reading.read();
    expect(reading.last).toEqual(MORE);
    reading.read();
    log.entries = withTwins(251 + grown);
    // What came on top meanwhile is seen by the next look.
    reading.all().all();
    expect(reading.got).toHaveLength(log.entries.length);
    expect(reading.last.agrees).toBe(true);
  });

  it('of a descending log that grows meanwhile is not begun anew, also without a total', () => {
    const log = new Log(actions(250), { order: 'desc', sendsTotal: false });
    const reading = new Reading(log).all();
    log.entries = insert(actions(250), 248, entry(247, { thought: 'late' }));
    reading.read().read();
    log.entries = [...log.entries, entry(250)];
    reading.read();
    expect(reading.asked.slice(-3)).toEqual([0, 0, 99]);
    expect(reading.poll()).toEqual([198, 0]);
    expect(reading.got).toHaveLength(252);
  });

  it('of a descending log without a total is followed by another page if an entry came on top during it', () => {
    // An earlier entry with a later date makes each poll read the whole log.
    const before = actions(120).with(60, entry(500));
    const log = new Log(before, { order: 'desc', sendsTotal: false });
    const reading = new Reading(log, baselineOf(before, { order: 'desc', end: rawEntry(before[0]) })).read().read();
    log.entries = [...before, entry(120)];
    reading.read();
    expect([reading.asked, reading.got, reading.last.more]).toEqual([[0, 0, 99], [], true]);
    expect(reading.all().got).toEqual([entry(120)]);
  });

  it('of a descending log counts equal entries right where a total is first sent in the middle of it', () => {
    const log = new Log(withTwins(251), { order: 'desc', sendsTotal: false });
    const reading = new Reading(log).read().read();
    log.sendsTotal = true;
    expect([reading.poll(), reading.last.agrees]).toEqual([[99, 198], true]);
    expect(reading.got).toEqual(withTwins(251));
  });

  it('of a descending log without a total is due when the newest known entry is gone', () => {
    const log = new Log(actions(120), { order: 'desc', sendsTotal: false });
    const reading = new Reading(log).all().all();
    log.entries = [...actions(119), ...actions(220).slice(121)];
    reading.read();
    expect(reading.last).toEqual(MORE);
    expect(reading.all().all().got).toEqual(actions(120));
    expect(reading.all().got).toEqual([...actions(120), ...actions(220).slice(121)]);
  });

  it('of a descending log without a total is followed by one more look where it found another entry, or another number', () => {
    const log = new Log(actions(150), { order: 'desc', sendsTotal: false });
    const reading = new Reading(log).all().all();
    log.entries = [...actions(149), entry(149, { thought: 'in its place' })];
    expect([reading.poll(), reading.poll()]).toEqual([
      [0, 0, 99],
      [0, 0, 99],
    ]);
    expect(reading.poll()).toEqual([0, 0, 99, 0]);
    const resumed = new Reading(
      new Log(actions(170), { order: 'desc', sendsTotal: false }),
      baselineOf(actions(150), { order: 'desc' }),
    ).all();
    resumed.log.entries = [entry(0), entry(0), ...actions(169)];
    expect(resumed.poll()).toEqual([0, 0, 99, 0]);
    expect(resumed.got).toHaveLength(20);
  });

  it('is begun anew where a page with a hole that seems capped is followed by one in reverse', () => {
    const log = new Log(actions(50));
    const reading = new Reading(log).all();
    log.entries = actions(51);
    reading.read(() => ({ logs: [actions(51)[50]], total_logs: 51 }));
    reading.read(() => ({ logs: actions(51).toSpliced(7, 1), total_logs: 51 }));
    reading.read((asked) => ({ logs: log.page(asked).logs.toReversed(), total_logs: 51 }));
    expect(reading.last).toEqual(MORE);
    expect(reading.all().got).toEqual(actions(51));
  });

  it('takes nothing for new that was read twice beside a gap', () => {
    const log = new Log(actions(50));
    const reading = new Reading(log).all();
    log.entries = [...actions(50), entry(49)];
    reading.read().read(() => ({ logs: log.entries.toSpliced(7, 1), total_logs: 51 }));
    expect(reading.read().last).toEqual(MORE);
    expect(reading.asked.slice(-2)).toEqual([0, 49]);
    expect(reading.all().got).toEqual(log.entries);
  });

  it('takes an entry for one that was read twice where a page with a gap has a round size and the total is too high', () => {
    const log = new Log(actions(7));
    const reading = new Reading(log).all();
    log.entries = [...actions(9), entry(9), entry(9)];
    reading.read(() => ({ logs: [...log.entries], total_logs: 10 }));
    reading.read(() => ({ logs: log.entries.toSpliced(8, 1), total_logs: 12 }));
    reading.read((asked) => ({ ...log.page(asked), total_logs: 12 }));
    expect(reading.all().got).toEqual(log.entries);
  });

  it('goes on beyond a cap of the pages that is first met after a total proved wrong', () => {
    // The first entry may still be filled in, so that each page begins with it.
    const entries = [entry(0, { tool_output: null }), ...actions(24).slice(1)];
    const log = new Log(entries.slice(0, 9), { lie: 1 });
    const reading = new Reading(log).all().all();
    log.entries = entries;
    log.lie = 0;
    for (let reads = 0; reads < 6; reads += 1)
      reading.read((asked) => ({ ...log.page(asked), logs: log.page(asked).logs.slice(0, 10) }));
    expect(reading.got).toEqual(entries);
    expect(reading.last.agrees).toBe(true);
  });

  it('is given up after three tries that contradict themselves, and begun anew at the next look', () => {
    const reading = new Reading(new Log([]));
    let page = 0;
    const other = (): ReturnType<Log['page']> => {
      page += 1;
      return { logs: Array.from({ length: 100 }, (_, index) => entry(index, { thought: `${page}` })), total_logs: 500 };
    };
    reading.read(other);
    const told = Array.from({ length: 8 }, () => reading.read(other).last);
    expect(told.map(({ more, nonsense }) => [more, nonsense])).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [true, false],
      [true, false],
      [true, false],
      [false, true],
      [true, false],
    ]);
    expect(told.every(({ fresh, agrees }) => fresh.length === 0 && !agrees)).toBe(true);
    expect(reading.asked.slice(0, 9)).toEqual([0, 99, 0, 99, 0, 99, 0, 99, 99]);
  });
});

describe('an order that shows late', () => {
  const fingerprints = (entries: readonly unknown[]): string[] => entries.map((value) => rawEntry(value).fingerprint);

  it('is told where entries were handed out the other way round, once', () => {
    const log = new Log(equalTimes(3), { order: 'desc' });
    const reading = new Reading(log).all();
    expect(reading.got).toEqual(equalTimes(3).toReversed());
    expect(reading.last).not.toHaveProperty('order');
    log.entries = [...equalTimes(3), entry(5)];
    expect(reading.all().last).toMatchObject({ order: fingerprints(log.entries), more: false, agrees: true });
    expect(reading.got.slice(3)).toEqual([entry(5)]);
    log.entries = insert(log.entries, 3, entry(4));
    expect(reading.poll().length).toBeGreaterThan(1);
    expect(reading.last).not.toHaveProperty('order');
  });

  it('is told again where a page out of order had shown another one', () => {
    const [first, second] = equalTimes(2).map(rawEntry);
    const turn = [entry(1), entry(2), entry(3)];
    const log = new Log([...equalTimes(2), ...turn]);
    const reading = new Reading(log, baselineOf(equalTimes(2), { first: first!, end: second! }));
    reading.read(() => ({ logs: [turn[2], turn[0], turn[1], ...equalTimes(2).toReversed()], total_logs: 5 }));
    expect(reading.got).toEqual([turn[1], turn[0], turn[2]]);
    expect(reading.all().last).toMatchObject({ order: fingerprints(turn), agrees: true });
    expect(reading.got).toHaveLength(3);
  });

  it('is not told where it is the one that was assumed', () => {
    const log = new Log(equalTimes(3));
    const reading = new Reading(log).all();
    log.entries = [...equalTimes(3), entry(5)];
    expect(reading.all().got).toEqual(log.entries);
    expect(reading.last).not.toHaveProperty('order');
  });

  it('is not told where nothing was handed out yet', () => {
    const reading = new Reading(new Log(actions(4), { order: 'desc' }), { count: 2, last: null, order: null }).all();
    expect(reading.got).toEqual(actions(4).slice(2));
    expect(reading.last).not.toHaveProperty('order');
  });
});

describe('what was taken back and comes again', () => {
  it.each(ORDERS)('is not new and costs no second reading, in order %s', (order) => {
    const log = new Log(actions(120), { order });
    const reading = new Reading(log).all();
    log.entries = actions(90);
    for (let polls = 0; polls < 3; polls += 1) reading.all();
    log.entries = actions(121);
    expect(reading.poll()).toHaveLength(1);
    expect(reading.got).toEqual(actions(121));
    // Given back once, each of them counts again.
    log.entries = [...actions(121), entry(119), entry(120)];
    reading.all();
    expect(reading.got).toHaveLength(123);
  });
});

describe('a service that cuts its pages at an unusual number', () => {
  const capped =
    (log: Log, cap: number) =>
    ({ skip, limit }: PageRequest) =>
      log.page({ skip, limit: Math.min(limit, cap) });
  const pollCapped = (reading: Reading, cap: number): number => {
    for (let reads = 1; reads <= 60; reads += 1) {
      if (!reading.read(capped(reading.log, cap)).last.more) return reads;
    }
    throw new Error('the cursor never comes to an end');
  };

  const cases = (['asc', 'desc'] as const).flatMap((order) =>
    [11, 30, 40, 75].flatMap((cap) => [cap + 1, 2 * cap, 200].map((count) => [order, cap, count] as const)),
  );

  it.each(cases)('in order %s, %i entries a page, is read whole from %i entries on', (order, cap, count) => {
    const log = new Log(actions(count), { order });
    const reading = new Reading(log);
    pollCapped(reading, cap);
    expect(reading.got).toEqual(log.entries);
    expect(pollCapped(reading, cap)).toBe(1);
    log.entries = actions(count + 150);
    pollCapped(reading, cap);
    expect(reading.got).toEqual(log.entries);
    expect([pollCapped(reading, cap), reading.last.agrees]).toEqual([1, true]);
  });

  it('is asked for the promised entries only once if there are none', () => {
    const log = new Log(actions(30), { lie: 3 });
    const reading = new Reading(log);
    expect(reading.poll()).toEqual([0, 0, 29]);
    expect([reading.poll(), reading.poll(), reading.poll()]).toEqual([[29], [29], [29, 0]]);
    expect(reading.got).toEqual(log.entries);
  });

  it('is not suspected where the log is short', () => {
    const reading = new Reading(new Log(actions(9), { lie: 1 }));
    expect(reading.poll()).toEqual([0, 0]);
  });

  it.each<[string, (log: Log) => Log['entries']]>([
    ['the same entries', ({ entries }) => entries],
    ['none', () => []],
  ])('is taken as it is if it answers with %s beyond a page', (_, beyond) => {
    const log = new Log(actions(30), { lie: 3 });
    const reading = new Reading(log);
    const page = ({ skip }: PageRequest) => ({
      logs: [...(skip === 0 ? log.entries : beyond(log))],
      total_logs: log.entries.length + log.lie,
    });
    for (let reads = 0; reads < 3; reads += 1) reading.read(page);
    expect(reading.last).toMatchObject({ more: false, agrees: false, nonsense: false });
    expect(reading.got).toEqual(log.entries);
  });
});

describe('a log without a total, after the clock was set back in the turn', () => {
  const before = Array.from({ length: 150 }, (_, index) => entry(50_000 + index));
  const first = [entry(60_000), entry(60_001)];

  /** Polls until nothing is left for now. With a gap, the last page lacks an entry from before the turn. */
  const poll = (reading: Reading, isGap: boolean): void => {
    const hole = rawEntry(before[reading.log.order === 'desc' ? 20 : 120]).fingerprint;
    for (let reads = 0; reads < 40; reads += 1) {
      reading.read((asked) => {
        const page = reading.log.page(asked);
        return asked.skip > 0 && isGap
          ? { ...page, logs: page.logs.filter((value) => rawEntry(value).fingerprint !== hole) }
          : page;
      });
      if (!reading.last.more) return;
    }
    throw new Error('the cursor never comes to an end');
  };
  const begun = (order: Order): Reading => {
    const listed = order === 'desc' ? before.toReversed() : before;
    const raw = listed.map(rawEntry);
    const ends = { first: raw[0]!, end: raw.at(-1)!, last: rawEntry(before.at(-1)), order, seen: countsOf(raw) };
    const log = new Log([...before, ...first], { order, sendsTotal: false });
    return new Reading(log, baselineOf(listed, ends)).all();
  };

  it.each(ORDERS)('loses nothing in order %s if a page lacks an entry from before the turn', (order) => {
    const reading = begun(order);
    reading.log.entries = [...before, ...first, ...actions(3)];
    for (const isGap of [true, true, false, false]) {
      poll(reading, isGap);
      expect(reading.got).toEqual(reading.log.entries.slice(before.length));
    }
    reading.log.entries = [...reading.log.entries, entry(3)];
    poll(reading, false);
    expect(reading.got).toEqual(reading.log.entries.slice(before.length));
  });
});
