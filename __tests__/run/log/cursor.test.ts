/** The log cursor against services of every order (contract 4.4, 4.5, 4.7). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countsOf } from '../../../src/run/log/baseline.ts';
import { LogCursor } from '../../../src/run/log/cursor.ts';
import type { Taken } from '../../../src/run/log/page.ts';
import { detectOrder, rawEntry } from '../../../src/run/log/entry.ts';
import { actions, entry } from '../../support/memory-client.ts';
import { baselineOf, Log, Reading } from './cursor-reading.ts';

const ORDERS = ['asc', 'desc'] as const;

describe.each(ORDERS)('a log in order %s', (order) => {
  it.each([0, 1, 2, 99, 100, 101, 199, 200, 201, 555])(
    'of %i entries comes whole, oldest first, and agrees',
    (count) => {
      const reading = new Reading(new Log(actions(count), { order })).all();
      expect(reading.got).toEqual(actions(count));
      expect(reading.last.agrees).toBe(true);
      expect(reading.cursor.missing).toBe(0);
    },
  );

  it.each([0, 1, 99, 100, 101, 250])('of %i entries comes whole without a total', (count) => {
    // A second look may be needed to be sure that nothing came meanwhile.
    const reading = new Reading(new Log(actions(count), { order, sendsTotal: false })).all().all();
    expect(reading.got).toEqual(actions(count));
    expect(reading.last.agrees).toBe(true);
  });

  it('that grows by one, by a page and by several pages loses nothing', () => {
    const log = new Log([], { order });
    const reading = new Reading(log);
    for (const count of [0, 1, 2, 2, 50, 149, 150, 250, 600, 601]) {
      log.entries = actions(count);
      expect(reading.all().got).toEqual(actions(count));
    }
  });

  it('that grows while it is paged loses nothing', () => {
    const log = new Log(actions(250), { order });
    const reading = new Reading(log);
    for (let count = 255; count <= 320; count += 5) {
      reading.read();
      log.entries = actions(count);
    }
    expect(reading.all().got).toEqual(actions(320));
  });

  it('gives an entry that came late into its middle once', () => {
    const log = new Log([entry(0), entry(1), entry(3)], { order });
    const reading = new Reading(log).all();
    log.entries = [...actions(5)];
    reading.all();
    expect(reading.got).toHaveLength(5);
    expect(new Set(reading.got.map((value) => JSON.stringify(value))).size).toBe(5);
  });

  it('counts equal entries as often as they occur', () => {
    const twins = [entry(0), entry(1), entry(1), entry(1), entry(2), entry(2)];
    const log = new Log(twins.slice(0, 3), { order });
    const reading = new Reading(log).all();
    log.entries = twins.slice(0, 5);
    reading.all();
    log.entries = twins;
    expect(reading.all().got).toEqual(twins);
  });

  it('is read again for nothing when nothing changed', () => {
    const reading = new Reading(new Log(actions(120), { order })).all();
    const { reads } = reading;
    reading.all();
    expect(reading.reads).toBe(reads + 1);
    expect(reading.last).toMatchObject({ fresh: [], more: false, agrees: true });
  });

  it('that a stale replica shows shorter for a moment gives nothing twice', () => {
    const log = new Log(actions(20), { order });
    const reading = new Reading(log).all();
    log.entries = actions(5);
    expect(reading.all().last.agrees).toBe(false);
    log.entries = actions(30);
    expect(reading.all().got).toEqual(actions(30));
  });

  it('whose total is too high stays open, and says how many are missing', () => {
    const reading = new Reading(new Log(actions(10), { order, lie: 3 }));
    for (let reads = 0; reads < 12; reads += 1) reading.read();
    expect(reading.got).toEqual(actions(10));
    expect(reading.last.agrees).toBe(false);
    expect(reading.cursor.missing).toBe(3);
  });

  it('leaves out what was there before a resume', () => {
    const before = actions(130);
    const raw = before.map(rawEntry);
    const baseline = { count: 130, last: raw.at(-1) ?? null, order: detectOrder(raw) && order };
    const log = new Log(before, { order });
    const reading = new Reading(log, baseline).all();
    expect(reading.got).toEqual([]);
    log.entries = actions(260);
    expect(reading.all().got).toEqual(actions(260).slice(130));
  });

  it.each([1, 3, 130])('loses nothing when the clock of the service is set back after %i entries', (count) => {
    const before = Array.from({ length: count }, (_, index) => entry(50_000 + index));
    const log = new Log(before, { order });
    const reading = new Reading(
      log,
      baselineOf(order === 'asc' ? before : before.toReversed(), { last: rawEntry(before.at(-1)) }),
    );
    reading.all();
    for (const so of [2, 5, 6, 40]) {
      log.entries = [...before, ...actions(so)];
      expect(reading.all().got).toEqual(actions(so));
    }
    log.entries = [...before, ...actions(41)];
    expect(reading.poll()).toHaveLength(1);
  });

  it('leaves it out too when only the count is known', () => {
    const log = new Log(actions(260), { order });
    const reading = new Reading(log, { count: 130, last: null, order: null }).all();
    expect(reading.got).toEqual(actions(260).slice(130));
  });
});

it('loses nothing when the clock is set back after a single entry and then stands still', () => {
  const before = [entry(50_000)];
  const same = Array.from({ length: 9 }, (_, index) => entry(0, { thought: `t${index}` }));
  const log = new Log(before);
  const reading = new Reading(log, baselineOf(before, { first: rawEntry(before[0]), last: rawEntry(before[0]) })).all();
  for (const so of [1, 2, 5, 9]) {
    log.entries = [...before, ...same.slice(0, so)];
    expect(reading.all().got).toEqual(same.slice(0, so));
  }
});

it.each([1, 2, 3])(
  'loses nothing of a descending log whose clock was set back before and after %i entries',
  (several) => {
    const before = [entry(50_001), entry(50_002), entry(49_000)];
    const listed = before.toReversed().map(rawEntry);
    const ends = { first: listed[0]!, end: listed.at(-1)!, seen: countsOf(listed) };
    const log = new Log(before, { order: 'desc' });
    const reading = new Reading(log, baselineOf(before.toReversed(), ends)).all();
    const turn = [entry(0), ...actions(2), { ...entry(3), created_at: null }, entry(60_000)];
    for (let so = several; so <= turn.length; so += 1) {
      log.entries = [...before, ...turn.slice(0, so)];
      expect(reading.all().got).toEqual(turn.slice(0, so));
    }
  },
);

it('loses nothing when a page out of order shows the entries from before the turn behind the new ones', () => {
  const all = Array.from({ length: 6 }, (_, index) => entry(0, { thought: `t${index}` }));
  const before = all.slice(0, 2).map(rawEntry);
  const log = new Log(all.slice(0, 3));
  const reading = new Reading(
    log,
    baselineOf(all.slice(0, 2), { first: before[0]!, end: before[1]!, seen: countsOf(before) }),
  ).all();
  reading
    .read(() => ({ logs: [all[0]], total_logs: 3 }))
    .read(() => ({ logs: [all[2], all[0], all[1]], total_logs: 3 }));
  for (const so of [4, 6]) {
    log.entries = all.slice(0, so);
    expect(reading.all().got).toEqual(all.slice(2, so));
  }
});

it.each(ORDERS)('loses nothing of a log in order %s of which a page was once turned round', (order) => {
  const before = [entry(50_001), entry(50_002), entry(49_000)];
  const turn = [entry(60_000), entry(60_001), ...actions(3)];
  const listed = (order === 'asc' ? before : before.toReversed()).map(rawEntry);
  const ends = { first: listed[0]!, end: listed[2]!, seen: countsOf(listed) };
  const log = new Log([...before, ...turn.slice(0, 1)], { order });
  const reading = new Reading(log, baselineOf(order === 'asc' ? before : before.toReversed(), ends)).all();
  const turned = (): ReturnType<Log['page']> => ({
    logs: log.page({ skip: 0, limit: 100 }).logs.toReversed(),
    total_logs: log.entries.length,
  });
  log.entries = [...before, ...turn.slice(0, 2)];
  reading.read(turned).read(turned);
  for (const so of [2, 4, 5]) {
    log.entries = [...before, ...turn.slice(0, so)];
    expect(reading.all().got).toEqual(turn.slice(0, so));
  }
});

describe('time stamps that tell nothing', () => {
  it('are taken as ascending', () => {
    const same = Array.from({ length: 250 }, (_, index) => entry(0, { thought: `t${index}` }));
    expect(new Reading(new Log(same)).all().got).toEqual(same);
  });

  it.each([
    ['equal', (index: number) => entry(0, { thought: `t${index}` })],
    ['absent', (index: number) => ({ ...entry(0), created_at: null, thought: `t${index}` })],
  ])('do not cost a follow-up its entries, whatever the order (%s)', (_, made) => {
    for (const order of ORDERS)
      for (const count of [1, 2, 60]) {
        // One of the new entries looks like the oldest of all.
        const all = Array.from({ length: 70 }, (__, index) => made(index === count + 2 ? 0 : index));
        const before = all.slice(0, count).map(rawEntry);
        const listed = order === 'desc' ? before.toReversed() : before;
        const baseline = { count, first: listed[0]!, last: listed.at(-1)!, order: detectOrder(listed) };
        const log = new Log(all.slice(0, count), { order });
        const reading = new Reading(log, baseline).all();
        expect(reading.got).toEqual([]);
        log.entries = all.slice(0, count + 5);
        expect(reading.all().got).toEqual(all.slice(count, count + 5));
        log.entries = all.slice(0, count + 8);
        expect(reading.all().got).toEqual(all.slice(count, count + 8));
      }
  });

  it('may be absent, and entries odd', () => {
    const odd = ['text', 7, null, {}, { message_type: 'NEW' }, ['list']];
    expect(new Reading(new Log(odd)).all().got).toEqual(odd);
  });
});

describe('a log that starts anew', () => {
  it('after a resume is told by time', () => {
    const before = actions(10);
    const baseline = { count: 10, last: rawEntry(before[9]), order: 'asc' } as const;
    const anew = [entry(100), entry(101)];
    const reading = new Reading(new Log(anew), baseline);
    for (let reads = 0; reads < 6; reads += 1) reading.read();
    expect(reading.got).toEqual(anew);
  });
});

describe('pages that contradict each other for good', () => {
  it('are called nonsense, and read again from the start later', () => {
    let page = 0;
    const cursor = new LogCursor();
    const random = () => {
      page += 1;
      const logs = Array.from({ length: 100 }, (_, index) => entry(index, { thought: `${page}/${index}` }));
      return { logs, total_logs: 500 };
    };
    const taken: Taken[] = [];
    for (let reads = 0; reads < 20; reads += 1) taken.push(cursor.take(cursor.next(), random()));
    expect(taken.some(({ nonsense }) => nonsense)).toBe(true);
  });
});

describe('any log', () => {
  it('is handed out exactly once an entry, oldest first, however it grows', () => {
    const world = fc.record({
      order: fc.constantFrom(...ORDERS),
      sendsTotal: fc.boolean(),
      /** Seconds between entries; 0 gives equal times and, with equal thoughts, equal entries. */
      gaps: fc.array(fc.nat(2), { minLength: 0, maxLength: 330 }),
      thoughts: fc.nat(3),
      steps: fc.array(fc.nat(130), { minLength: 1, maxLength: 6 }),
    });
    fc.assert(
      fc.property(world, ({ order, sendsTotal, gaps, thoughts, steps }) => {
        let second = 0;
        const entries = gaps.map((gap, index) => entry((second += gap), { thought: `t${index % (thoughts + 1)}` }));
        // The order can only be known from the first page that shows two times.
        fc.pre(order === 'asc' || new Set(entries.slice(0, 2).map((value) => value['created_at'])).size > 1);
        const log = new Log([], { order, sendsTotal });
        const reading = new Reading(log);
        for (const step of steps) {
          log.entries = entries.slice(0, log.entries.length + step);
          reading.read();
        }
        log.entries = entries;
        for (let rest = 0; rest < 4; rest += 1) reading.all();
        expect(reading.got).toEqual(entries);
        expect(reading.last.agrees).toBe(true);
      }),
      { numRuns: 150, seed: 5 },
    );
  });
});
