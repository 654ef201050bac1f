/**
 * The log as a list read by position (contract 4.5, 4.7): tables of what pages bring, and
 * properties of honest logs.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  Log,
  NOTHING_BEFORE,
  type LogBefore,
  type PageRequest,
  type Taken,
} from '../../src/run/log.ts';
import type { Order } from '../../src/run/log.ts';

type Value = Readonly<Record<string, unknown>>;

const at = (second: number, fields: Value = {}): Value => ({
  created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  message_type: 'ACTION',
  thought: `thought ${second}`,
  tool_output: null,
  ...fields,
});
const many = (count: number, from = 0): Value[] =>
  Array.from({ length: count }, (_, index) => at(from + index));
const echo = (text: string, second: number): Value =>
  at(second, { message_type: 'USER_MESSAGE', thought: text });

interface Service {
  entries: readonly Value[];
  readonly order?: Order;
  /** Whether pages tell `total_logs`. */
  readonly totals?: boolean;
  /** The total, if another than the number of entries. */
  readonly total?: number;
}

/** The page that an honest service answers with. */
function pageOf(
  { entries, order = 'asc', totals = true, total = entries.length }: Service,
  { skip, limit }: PageRequest,
) {
  const listed = order === 'asc' ? entries : entries.toReversed();
  return { logs: listed.slice(skip, skip + limit), total_logs: totals ? total : null };
}

/** Reads a log as `follow` does, and keeps what `logs_file` would hold. */
class Reading {
  readonly log: Log;
  readonly kept: Value[] = [];
  readonly warnings: string[] = [];
  requests = 0;
  last: Taken | null = null;

  constructor(before: LogBefore = NOTHING_BEFORE, followUp: string | null = null) {
    this.log = new Log(before, { followUp, warn: (message) => this.warnings.push(message) });
  }

  /** One poll, with the pages that follow at once. */
  poll(service: Service, how: { readonly last?: boolean } = {}): Taken {
    for (;;) {
      const request = this.log.next(how);
      this.requests += 1;
      if (this.requests > 2_000) {
        throw new Error('the log is read without end');
      }
      const taken = this.log.take(request, pageOf(service, request));
      this.keep(taken.fresh);
      for (const { index, line } of taken.amended) {
        this.kept[index] = JSON.parse(line) as Value;
      }
      this.last = taken;
      if (!taken.more) {
        return taken;
      }
    }
  }

  finish(): void {
    this.keep(this.log.finish());
  }

  keep(fresh: Taken['fresh']): void {
    this.kept.push(...fresh.map(({ entry }) => JSON.parse(entry.line) as Value));
  }
}

const ORDERS: readonly Order[] = ['asc', 'desc'];

describe.each(ORDERS)('an honest log in %s order', (order) => {
  /**
   * Entries by whether their stamp differs from the one before, and growth by how many entries each
   * poll finds.
   */
  const grown = fc.tuple(
    fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 2 })), { maxLength: 260 }),
    fc.array(fc.integer({ min: 0, max: 130 }), { minLength: 1, maxLength: 6 }),
    fc.boolean(),
  );

  it('is kept whole, each entry once, oldest first, while it grows', () => {
    fc.assert(
      fc.property(grown, ([steps, polls, totals]) => {
        let second = 0;
        const entries = steps.map(([moves, kind]) => {
          if (moves) {
            second += 1;
          }
          return at(second, { thought: `kind ${kind}` });
        });
        const reading = new Reading();
        let shown = 0;
        for (const more of [...polls, entries.length]) {
          shown = Math.min(entries.length, shown + more);
          reading.poll({ entries: entries.slice(0, shown), order, totals });
        }
        expect(reading.log.agrees).toBe(true);
        reading.finish();
        // Without two different stamps, nothing tells that a log is descending.
        const isTold =
          order === 'asc' || new Set(entries.map(({ created_at: stamp }) => stamp)).size > 1;
        expect(reading.kept).toEqual(isTold ? entries : entries.toReversed());
        expect(reading.warnings).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('is kept whole while replicas lag behind for a while', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 8 }),
        (shows) => {
          const entries = many(160);
          const reading = new Reading();
          for (const shown of [...shows, 160]) {
            reading.poll({ entries: entries.slice(0, shown), order });
          }
          expect(reading.kept).toEqual(entries);
          expect(reading.warnings).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of a turn begins after the entries of earlier ones, or with the echo of the follow-up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 130 }),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 130 }),
        (...[old, lag, echoes, news]) => {
          const before = many(old);
          const turn = [...(echoes ? [echo('go on', old)] : []), ...many(news, old + 1)];
          // A replica that lags behind tells too small a number, which only an echo corrects.
          const count = echoes ? Math.max(0, old - lag) : old;
          const first = order === 'asc' ? before.slice(0, 2) : before.slice(-2).toReversed();
          const reading = new Reading(
            { count, order: first.length === 2 && count > 1 ? order : null },
            'go on',
          );
          reading.poll({ entries: before, order });
          reading.poll({ entries: [...before, ...turn.slice(0, 1)], order });
          reading.poll({ entries: [...before, ...turn], order });
          reading.finish();
          expect(reading.kept).toEqual(turn);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('a request', () => {
  it.each([
    [1, 1],
    [99, 1],
    [100, 1],
    [101, 2],
    [1_000, 10],
    [20_000, 200],
  ])('of an ascending log of %i entries that is there: %i', (count, requests) => {
    const reading = new Reading();
    reading.poll({ entries: many(count) });
    reading.finish();
    expect([reading.kept.length, reading.requests]).toEqual([count, requests]);
  });

  it.each([
    [
      [3, 3, 5, 40],
      [0, 2, 2, 4],
    ],
    [
      [120, 121, 350],
      [0, 100, 119, 120, 220, 320],
    ],
  ])('overlaps the last known entry: %j', (shows, skips) => {
    const reading = new Reading();
    const asked: number[] = [];
    const next = reading.log.next.bind(reading.log);
    reading.log.next = (how) => {
      const request = next(how);
      asked.push(request.skip);
      return request;
    };
    for (const shown of shows) {
      reading.poll({ entries: many(shown) });
    }
    expect(asked).toEqual(skips);
  });

  it.each(ORDERS)(
    'for the last entries is followed by one for those that came since, in %s order',
    (order) => {
      const reading = new Reading();
      reading.poll({ entries: many(200), order });
      reading.poll({ entries: many(450), order }, { last: true });
      expect(reading.kept).toEqual(many(450));
      expect([reading.log.agrees, reading.log.covers]).toEqual([true, true]);
    },
  );

  it('for the last entries has a hundred of them', () => {
    const reading = new Reading();
    for (const shown of [200, 250]) {
      reading.poll({ entries: many(shown) });
    }
    expect(reading.log.next({ last: true })).toEqual({ skip: 150, limit: 100 });
  });
});

describe('an entry that the service fills in later', () => {
  it.each(ORDERS)('replaces its earlier form, in %s order', (order) => {
    const entries = many(40);
    const reading = new Reading();
    reading.poll({ entries: entries.slice(0, 30), order });
    const filled = entries.map((value, index) =>
      index === 12 || index === 29 ? { ...value, tool_output: { a: 1 } } : value,
    );
    reading.poll({ entries: filled, order });
    reading.poll({ entries: filled, order }, { last: true });
    expect(reading.kept).toEqual(filled);
    expect(reading.warnings).toEqual([]);
  });

  it('is no contradiction where a replica shows it as it was before', () => {
    const [first, early, last] = many(3);
    const late = { ...early, tool_output: 1 };
    const reading = new Reading();
    for (const entries of [
      [first, early],
      [first, late],
      [first, early],
      [first, late, last],
    ]) {
      reading.poll({ entries: entries as Value[] });
    }
    expect([reading.kept, reading.warnings]).toEqual([[first, late, last], []]);
  });

  it('and that waits for the echo of the follow-up is told as it is then', () => {
    const reading = new Reading({ count: 1, order: 'asc' }, 'go on');
    const entries = many(4);
    reading.poll({ entries });
    reading.poll(
      { entries: [...entries.slice(0, 3), { ...entries[3], tool_output: 1 }] },
      { last: true },
    );
    reading.finish();
    expect(reading.kept).toEqual([...entries.slice(1, 3), { ...entries[3], tool_output: 1 }]);
  });
});

describe('an answer that contradicts what was read', () => {
  const CONTRADICTS = expect.stringMatching(/^The log of the run contradicts/);

  it.each(ORDERS)(
    'lets the log be read once more, and what is new by content is appended: %s',
    (order) => {
      const entries = many(150);
      const late = at(20, { thought: 'late' });
      const reading = new Reading();
      reading.poll({ entries, order });
      const inserted = [...entries.slice(0, 20), late, ...entries.slice(20), at(200)];
      reading.poll({ entries: inserted, order });
      expect(reading.kept).toEqual([...entries, late, at(200)]);
      expect(reading.warnings).toEqual([CONTRADICTS]);
      expect(reading.log.agrees).toBe(true);
      // It goes on by position.
      reading.poll({ entries: [...inserted, at(201)], order });
      expect(reading.kept.at(-1)).toEqual(at(201));
      expect(reading.warnings).toHaveLength(1);
    },
  );

  it('counts equal entries', () => {
    const reading = new Reading();
    const entries = [at(1), at(2), at(2), at(3)];
    reading.poll({ entries });
    reading.poll({ entries: [at(1), at(2), at(2), at(2), at(3)] });
    expect(reading.kept).toEqual([...entries, at(2)]);
  });

  it('is left until the end of the run the second time', () => {
    const reading = new Reading();
    const changed = (poll: number): Value => at(3, { thought: `changes ${poll}` });
    for (let poll = 0; poll < 4; poll += 1) {
      reading.poll({ entries: [...many(3), changed(poll)] });
    }
    expect([reading.warnings.length, reading.kept]).toEqual([
      1,
      [...many(3), changed(0), changed(1)],
    ]);
    expect([reading.last?.more, reading.log.agrees]).toEqual([false, false]);
    reading.log.rescan();
    reading.poll({ entries: [...many(3), changed(4)] });
    expect([reading.kept.at(-1), reading.log.agrees]).toEqual([changed(4), true]);
  });
});

describe('a log', () => {
  it.each([
    [{ total: 5 }, 2, false],
    [{ total: 2 }, -1, false],
    [{ total: 3 }, 0, true],
    [{ totals: false }, 0, true],
  ])('of three entries with %j misses %i', (fields, missing, agrees) => {
    const reading = new Reading();
    reading.poll({ entries: many(3), ...fields });
    expect([reading.log.missing, reading.log.agrees]).toEqual([missing, agrees]);
  });

  it('whose start is not known is kept whole, with a warning, unless the follow-up is echoed', () => {
    const entries = [...many(120), echo('go on', 120), ...many(2, 121)];
    const unknown: LogBefore = { count: null, order: null };
    const echoed = new Reading(unknown, 'go on');
    echoed.poll({ entries });
    echoed.finish();
    expect([echoed.kept, echoed.warnings]).toEqual([entries.slice(120), []]);
    const silent = new Reading(unknown, 'another text');
    silent.poll({ entries });
    silent.finish();
    expect(silent.kept).toEqual(entries);
    expect(silent.warnings).toEqual([expect.stringMatching(/all its entries are kept/)]);
  });
});
