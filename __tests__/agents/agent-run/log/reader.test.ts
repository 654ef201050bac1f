/**
 * The log as a list read by position (contract 4.5, 4.7): tables of what pages bring, and
 * properties of honest logs.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  NOTHING_BEFORE,
  readLogBefore,
  UNREAD_BEFORE,
  type LogBefore,
} from '../../../../src/agents/agent-run/log/before.ts';
import { rawEntry, type Shape } from '../../../../src/agents/agent-run/log/entry.ts';
import { orderAtEnd, orderOf, type Order } from '../../../../src/agents/agent-run/log/order.ts';
import type { LogPageRequest } from '../../../../src/agents/agent-run/log/pages.ts';
import { AgentRunLog } from '../../../../src/agents/agent-run/log/reader.ts';
import { parseLogsPage } from '../../../../src/agents/agent-run/schema.ts';
import type { LogPart, ReadOptions, RunShown, TurnEntry } from '../../../../src/agents/port.ts';

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
  /** `total_logs`, less the number of entries. */
  readonly more?: number;
  /** Entries of a page at most. */
  readonly most?: number;
}

/** The page that a service answers with. */
function pageOf(service: Service, { skip, limit }: LogPageRequest) {
  const { entries, order = 'asc', totals = true, more = 0, most = Infinity } = service;
  const listed = order === 'asc' ? entries : entries.toReversed();
  return {
    logs: listed.slice(skip, skip + Math.min(limit, most)),
    total_logs: totals ? entries.length + more : null,
  };
}

const ALL: LogPageRequest = { skip: 0, limit: 100 };
const CALL = { signal: new AbortController().signal, deadline: Infinity };

/** What was known before a follow-up of a log that an honest service lists. */
function beforeOf(entries: readonly Value[], listed: Order): LogBefore {
  const list = (listed === 'asc' ? entries : entries.toReversed()).map(rawEntry);
  const order = orderOf(list);
  const shapes = list.slice(0, 3).map(({ shape }) => shape as Shape);
  return { count: entries.length, order, newest: order === 'desc' ? shapes.reverse() : [] };
}

/** Reads a log as `follow` does, and keeps what `logs_file` would hold. */
class Reading {
  readonly log: AgentRunLog;
  readonly kept: Value[] = [];
  readonly warnings: string[] = [];
  readonly asked: LogPageRequest[] = [];
  /** Reads that followed at once one that brought nothing. */
  hurried = 0;
  last: LogPart<RunShown> | null = null;
  #service: Service = { entries: [] };
  #now = 0;

  constructor(before: LogBefore = NOTHING_BEFORE, followUp: string | null = null) {
    const sent = followUp === null ? null : { text: followUp, resultBefore: undefined };
    this.log = new AgentRunLog(
      { runId: '7', before, followUp: sent, acceptedAt: 0 },
      {
        clock: { now: () => this.#now },
        warn: (message) => this.warnings.push(message),
        client: {
          run: () => Promise.reject(new Error('The log is read alone.')),
          logs: ({ skip, limit }) => {
            this.asked.push({ skip, limit });
            return Promise.resolve(parseLogsPage(pageOf(this.#service, { skip, limit }))!);
          },
        },
      },
    );
  }

  get requests(): number {
    return this.asked.length;
  }

  waitUntil(now: number): void {
    this.#now = now;
  }

  /** One poll, with the pages that follow at once. */
  async poll(service: Service, how: ReadOptions = {}): Promise<LogPart<RunShown>> {
    this.#service = service;
    for (;;) {
      const part = await this.log.read(CALL, how);
      if (this.requests > 2_000) {
        throw new Error('the log is read without end');
      }
      this.keep(part.entries);
      for (const { index, line } of part.amended) {
        this.kept[index] = JSON.parse(line) as Value;
      }
      this.last = part;
      if (!part.more) {
        return part;
      }
    }
  }

  finish(): void {
    this.keep(this.log.close().entries);
  }

  keep(fresh: readonly TurnEntry[]): void {
    this.kept.push(...fresh.map(({ entry }) => JSON.parse(entry.line) as Value));
  }
}

const ORDERS: readonly Order[] = ['asc', 'desc'];

/**
 * Whether the first list of at least four entries, or the last one, shows the order that it has.
 */
function showsOrder(
  entries: readonly Value[],
  { order, sizes }: { readonly order: Order; readonly sizes: readonly number[] },
): boolean {
  const listed = (size: number): Value[] =>
    pageOf({ entries: entries.slice(0, size), order }, ALL).logs;
  const first = sizes.find((size) => size >= 4) ?? entries.length;
  return orderAtEnd(listed(first).map(rawEntry)) === order || entries.length < 2;
}

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

  it('is kept whole, each entry once, oldest first, while it grows', async () => {
    await fc.assert(
      fc.asyncProperty(grown, async ([steps, polls, totals]) => {
        let second = 0;
        const entries = steps.map(([moves, kind]) => {
          if (moves) {
            second += 1;
          }
          return at(second, { thought: `kind ${kind}` });
        });
        const sizes = [...polls, entries.length].reduce<readonly number[]>(
          (shown, more) => [...shown, Math.min(entries.length, (shown.at(-1) ?? 0) + more)],
          [],
        );
        fc.pre(showsOrder(entries, { order, sizes }));
        const reading = new Reading();
        for (const size of sizes) {
          await reading.poll({ entries: entries.slice(0, size), order, totals });
        }
        expect(reading.last?.complete).toBe(true);
        reading.finish();
        expect(reading.kept).toEqual(entries);
        expect(reading.warnings).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('is kept whole while replicas lag behind for a while', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 8 }),
        async (shows) => {
          const entries = many(160);
          const reading = new Reading();
          for (const shown of [...shows, 160]) {
            await reading.poll({ entries: entries.slice(0, shown), order });
          }
          expect(reading.kept).toEqual(entries);
          expect(reading.warnings).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('of a turn begins after the entries of earlier ones, or with the echo of the follow-up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 130 }),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 130 }),
        async (...[old, lag, echoes, news]) => {
          const before = many(old);
          const turn = [...(echoes ? [echo('go on', old)] : []), ...many(news, old + 1)];
          // A replica that lags behind tells too small a number, which only an echo corrects.
          const counted = echoes ? before.slice(0, Math.max(0, old - lag)) : before;
          const reading = new Reading(beforeOf(counted, order), 'go on');
          await reading.poll({ entries: before, order });
          await reading.poll({ entries: [...before, ...turn.slice(0, 1)], order });
          await reading.poll({ entries: [...before, ...turn], order });
          reading.finish();
          expect(reading.kept).toEqual(turn);
        },
      ),
      { numRuns: 150 },
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
  ])('of an ascending log of %i entries that is there: %i', async (count, requests) => {
    const reading = new Reading();
    await reading.poll({ entries: many(count) });
    reading.finish();
    expect([reading.kept.length, reading.requests]).toEqual([count, requests]);
  });

  it.each([
    [
      [4, 4, 6, 40],
      [0, 3, 3, 5],
    ],
    [
      [120, 121, 350],
      [0, 100, 119, 120, 220, 320],
    ],
  ])('overlaps the last known entry: %j', async (shows, skips) => {
    const reading = new Reading();
    for (const shown of shows) {
      await reading.poll({ entries: many(shown) });
    }
    expect(reading.asked.map(({ skip }) => skip)).toEqual(skips);
  });

  it.each(ORDERS)(
    'for the last entries is followed by one for those that came since, in %s order',
    async (order) => {
      const reading = new Reading();
      await reading.poll({ entries: many(200), order });
      await reading.poll({ entries: many(450), order }, { last: true });
      await reading.poll({ entries: many(450), order }, { last: true });
      expect(reading.kept).toEqual(many(450));
      expect(reading.last).toMatchObject({ complete: true, refreshed: true });
    },
  );

  it('for the last entries has a hundred of them', async () => {
    const reading = new Reading();
    for (const shown of [200, 250]) {
      await reading.poll({ entries: many(shown) });
    }
    await reading.poll({ entries: many(250) }, { last: true });
    expect(reading.asked.at(-1)).toEqual({ skip: 150, limit: 100 });
  });
});

describe('an entry that the service fills in later', () => {
  it.each(ORDERS)('replaces its earlier form, in %s order', async (order) => {
    const entries = many(40);
    const reading = new Reading();
    await reading.poll({ entries: entries.slice(0, 30), order });
    const filled = entries.map((value, index) =>
      index === 12 || index === 29 ? { ...value, tool_output: { a: 1 } } : value,
    );
    await reading.poll({ entries: filled, order });
    await reading.poll({ entries: filled, order }, { last: true });
    expect(reading.kept).toEqual(filled);
    expect(reading.warnings).toEqual([]);
  });

  it('is no contradiction where a replica shows it as it was before', async () => {
    const [first, early, last] = many(3);
    const late = { ...early, tool_output: 1 };
    const reading = new Reading();
    for (const entries of [
      [first, early],
      [first, late],
      [first, early],
      [first, late, last],
    ]) {
      await reading.poll({ entries: entries as Value[] });
    }
    reading.finish();
    expect([reading.kept, reading.warnings]).toEqual([[first, late, last], []]);
  });

  it('and that waits for the echo of the follow-up is told as it is then', async () => {
    const reading = new Reading({ count: 1, order: 'asc', newest: [] }, 'go on');
    const entries = many(4);
    await reading.poll({ entries });
    await reading.poll(
      { entries: [...entries.slice(0, 3), { ...entries[3], tool_output: 1 }] },
      { last: true },
    );
    reading.finish();
    expect(reading.kept).toEqual([...entries.slice(1, 3), { ...entries[3], tool_output: 1 }]);
  });
});

describe('an answer that contradicts what was read', () => {
  const CONTRADICTS = expect.stringMatching(/^The log of the run contradicts/);

  it('shows an insertion of a descending log by its count, at the end of the run', async () => {
    const entries = many(150);
    const late = at(20, { thought: 'late' });
    const order = 'desc';
    const reading = new Reading();
    await reading.poll({ entries, order });
    const inserted = [...entries.slice(0, 20), late, ...entries.slice(20), at(200)];
    await reading.poll({ entries: inserted, order });
    expect([reading.kept, reading.warnings]).toEqual([[...entries, at(200)], []]);
    for (let read = 0; read < 6; read += 1) {
      await reading.poll({ entries: inserted, order }, { last: true });
    }
    expect([reading.kept.at(-1), reading.last?.complete]).toEqual([late, true]);
    expect(reading.warnings).toEqual([CONTRADICTS]);
  });

  it('lets the log be read once more, and what is new by content is appended', async () => {
    const entries = many(150);
    const late = at(20, { thought: 'late' });
    const reading = new Reading();
    await reading.poll({ entries });
    const inserted = [...entries.slice(0, 20), late, ...entries.slice(20), at(200)];
    await reading.poll({ entries: inserted });
    expect(reading.kept).toEqual([...entries, late, at(200)]);
    expect(reading.warnings).toEqual([CONTRADICTS]);
    expect(reading.last?.complete).toBe(true);
    // It goes on by position.
    await reading.poll({ entries: [...inserted, at(201)] });
    expect(reading.kept.at(-1)).toEqual(at(201));
    expect(reading.warnings).toHaveLength(1);
  });

  it('counts equal entries', async () => {
    const reading = new Reading();
    const entries = [at(1), at(2), at(2), at(3)];
    await reading.poll({ entries });
    await reading.poll({ entries: [at(1), at(2), at(2), at(2), at(3)] });
    expect(reading.kept).toEqual([...entries, at(2)]);
  });

  it('is left until the end of the run the second time', async () => {
    const reading = new Reading();
    const changed = (poll: number): Value => at(3, { thought: `changes ${poll}` });
    for (let poll = 0; poll < 4; poll += 1) {
      await reading.poll({ entries: [...many(3), changed(poll)] });
    }
    expect([reading.warnings.length, reading.kept]).toEqual([
      1,
      [...many(3), changed(0), changed(1)],
    ]);
    expect(reading.last).toMatchObject({ more: false, complete: false });
    for (let read = 0; read < 6; read += 1) {
      await reading.poll({ entries: [...many(3), changed(4)] }, { last: true });
    }
    expect([reading.kept.at(-1), reading.last?.complete]).toEqual([changed(4), true]);
  });
});

describe('a log', () => {
  it.each([
    [{ more: 2 }, 2, false],
    [{ more: -1 }, -1, false],
    [{ more: 0 }, 0, true],
    [{ totals: false }, 0, true],
  ])('of three entries with %j misses %i', async (fields, missing, agrees) => {
    const reading = new Reading();
    await reading.poll({ entries: many(3), ...fields });
    expect([reading.last?.missing, reading.last?.complete]).toEqual([missing, agrees]);
  });

  it('whose start is not known is kept whole, with a warning, unless the follow-up is echoed', async () => {
    const entries = [...many(120), echo('go on', 120), ...many(2, 121)];
    const echoed = new Reading(UNREAD_BEFORE, 'go on');
    await echoed.poll({ entries });
    echoed.finish();
    expect([echoed.kept, echoed.warnings]).toEqual([entries.slice(120), []]);
    const silent = new Reading(UNREAD_BEFORE, 'another text');
    await silent.poll({ entries });
    silent.finish();
    expect(silent.kept).toEqual(entries);
    expect(silent.warnings).toEqual([expect.stringMatching(/all its entries are kept/)]);
  });
});

describe('a log that is not quite as the spec has it', () => {
  /** Entries far enough apart that even two of them show the order. */
  const slow = (count: number): Value[] =>
    Array.from({ length: count }, (_, index) => at(2 * index));
  const shapes = fc
    .record({
      order: fc.constantFrom(...ORDERS),
      more: fc.constantFrom(-1, 0, 1, 3),
      most: fc.constantFrom(1, 2, 7, 20, 50, 100),
      sizes: fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 1, maxLength: 5 }),
    })
    // Where a short page agrees with the total, nothing tells that there is more.
    .filter(({ more, most }) => more >= 0 || most === 100)
    // Pages of less than four entries show no order.
    .filter(({ order, most }) => order === 'asc' || most >= 4);

  it('is kept whole, and no request follows at once one that brought nothing', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async ({ order, more, most, sizes }) => {
        const reading = new Reading();
        let size = 0;
        for (const grown of sizes) {
          size += grown;
          const requests = reading.requests;
          await reading.poll({ entries: slow(size), order, more, most });
          expect(reading.requests - requests).toBeLessThanOrEqual(2 + 2 * Math.ceil(grown / most));
        }
        for (let read = 0; read < 6; read += 1) {
          await reading.poll({ entries: slow(size), order, more, most }, { last: true });
        }
        reading.finish();
        expect(reading.kept).toEqual(slow(size));
        expect(reading.warnings).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });

  it('is kept whole after a follow-up too, whatever the total was before', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes,
        fc.integer({ min: 0, max: 230 }),
        async ({ order, more, most, sizes }, old) => {
          const service = { order, more, most };
          const before = await readLogBefore(
            {
              logs: (asked) =>
                Promise.resolve(parseLogsPage(pageOf({ ...service, entries: slow(old) }, asked))!),
            },
            '7',
            CALL,
          );
          const reading = new Reading(before, 'go on');
          let size = old;
          for (const grown of sizes) {
            size += grown;
            await reading.poll({ ...service, entries: slow(size) });
          }
          reading.waitUntil(30_000);
          for (let read = 0; read < 8; read += 1) {
            await reading.poll({ ...service, entries: slow(size) }, { last: true });
          }
          reading.finish();
          expect(reading.kept).toEqual(slow(size).slice(old));
        },
      ),
      { numRuns: 120 },
    );
  });
});
