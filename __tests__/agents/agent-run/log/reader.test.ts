/**
 * The log as a list read by position (contract 4.5, 4.7): tables of what pages bring, and
 * properties of honest logs.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countBefore } from '../../../../src/agents/agent-run/log/before.ts';
import type { LogsRequest } from '../../../../src/agents/agent-run/logs-read.ts';
import { AgentRunLog } from '../../../../src/agents/agent-run/log/reader.ts';
import { parseLogsPage, parseRun } from '../../../../src/agents/agent-run/schema.ts';
import { TURN_SIGNS } from '../../../../src/agents/agent-run/shown.ts';
import { FoundTurn } from '../../../../src/agents/kit/found-turn.ts';
import type { LogPart, RunShown, TurnEntry } from '../../../../src/agents/port.ts';

type LogPageRequest = Pick<LogsRequest, 'limit' | 'skip'>;

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
  /** Whether pages tell `total_logs`. */
  readonly totals?: boolean;
  /** `total_logs`, less the number of entries. */
  readonly more?: number;
  /** Entries of a page at most. */
  readonly most?: number;
}

/** The page that a service answers with. */
function pageOf(service: Service, { skip, limit }: LogPageRequest) {
  const { entries, totals = true, more = 0, most = Infinity } = service;
  return {
    logs: entries.slice(skip, skip + Math.min(limit, most)),
    total_logs: totals ? entries.length + more : null,
  };
}

const CALL = { signal: new AbortController().signal, deadline: Infinity };

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

  constructor(entriesBefore: number | null = 0, followUp: string | null = null) {
    const isCounted = entriesBefore !== null;
    const sent =
      followUp === null ? null : { text: followUp, mark: null, isCounted, resultBefore: undefined };
    this.log = new AgentRunLog(
      { runId: '7', entriesBefore, followUp: sent, found: null, isPast: false, acceptedAt: 0 },
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
  async poll(service: Service): Promise<LogPart<RunShown>> {
    this.#service = service;
    for (;;) {
      const part = await this.log.read(CALL);
      if (this.requests > 2_000) {
        throw new Error('the log is read without end');
      }
      this.keep(part.entries);
      this.last = part;
      if (!part.more) {
        return part;
      }
    }
  }

  finish(): void {
    this.keep(this.log.close());
  }

  keep(fresh: readonly TurnEntry[]): void {
    this.kept.push(...fresh.map(({ entry }) => JSON.parse(entry.line) as Value));
  }
}

describe('an honest log', () => {
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
        const reading = new Reading();
        for (const size of sizes) {
          await reading.poll({ entries: entries.slice(0, size), totals });
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
            await reading.poll({ entries: entries.slice(0, shown) });
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
          const reading = new Reading(counted.length, 'go on');
          await reading.poll({ entries: before });
          await reading.poll({ entries: [...before, ...turn.slice(0, 1)] });
          await reading.poll({ entries: [...before, ...turn] });
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
  ])('of a log of %i entries that is there: %i', async (count, requests) => {
    const reading = new Reading();
    await reading.poll({ entries: many(count) });
    reading.finish();
    expect([reading.kept.length, reading.requests]).toEqual([count, requests]);
  });

  it.each([
    [
      [4, 4, 6, 40],
      [0, 4, 4, 6],
    ],
    [
      [120, 121, 350],
      [0, 100, 120, 121, 221, 321],
    ],
  ])('begins where the last one ended: %j', async (shows, skips) => {
    const reading = new Reading();
    for (const shown of shows) {
      await reading.poll({ entries: many(shown) });
    }
    expect(reading.asked.map(({ skip }) => skip)).toEqual(skips);
  });
});

it('an entry that was told stays as it was told', async () => {
  const [first, second, third] = many(3) as [Value, Value, Value];
  const reading = new Reading();
  await reading.poll({ entries: [first, second] });
  await reading.poll({ entries: [first, { ...second, tool_output: 1 }, third] });
  expect(reading.kept).toEqual([first, second, third]);
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
    const echoed = new Reading(null, 'go on');
    await echoed.poll({ entries });
    echoed.finish();
    expect([echoed.kept, echoed.warnings]).toEqual([entries.slice(120), []]);
    const silent = new Reading(null, 'another text');
    await silent.poll({ entries });
    silent.finish();
    expect(silent.kept).toEqual(entries);
    expect(silent.warnings).toEqual([expect.stringMatching(/all its entries are kept/)]);
  });
});

it('where somebody else has written since and no echo comes, what came is kept at the end, and counts for nothing', async () => {
  const entries = [...many(3), echo('Something else.', 3), ...many(2, 4)];
  const reading = new Reading(3, 'go on');
  await reading.poll({ entries });
  reading.waitUntil(40_000);
  await reading.poll({ entries });
  expect(reading.kept).toEqual([]);
  const told = reading.log.close();
  expect(told.map(({ entry, isUncertain }) => [entry.index, isUncertain])).toEqual([
    [0, true],
    [1, true],
    [2, true],
  ]);
  expect(reading.warnings).toEqual([expect.stringMatching(/none of it counts/)]);
});

describe('a log that is not quite as the spec has it', () => {
  const shapes = fc
    .record({
      more: fc.constantFrom(-1, 0, 1, 3, 150),
      most: fc.constantFrom(1, 2, 7, 20, 50, 100),
      sizes: fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 1, maxLength: 5 }),
    })
    // Where a short page agrees with the total, nothing tells that there is more.
    .filter(({ more, most }) => more >= 0 || most === 100);

  it('is kept whole, and no request follows at once one that brought nothing', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async ({ more, most, sizes }) => {
        const reading = new Reading();
        let size = 0;
        for (const grown of sizes) {
          size += grown;
          const requests = reading.requests;
          await reading.poll({ entries: many(size), more, most });
          expect(reading.requests - requests).toBeLessThanOrEqual(2 + 2 * Math.ceil(grown / most));
        }
        for (let read = 0; read < 6; read += 1) {
          await reading.poll({ entries: many(size), more, most });
        }
        reading.finish();
        expect(reading.kept).toEqual(many(size));
        expect(reading.warnings).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });

  it.each([
    [100, 200],
    [101, 350],
    [230, 5_000],
    [4_950, 5_000],
  ])('of %i entries and a total of %i is counted as it is, soon', async (size, total) => {
    const asked: number[] = [];
    const client = {
      logs: (page: LogPageRequest) => {
        asked.push(page.skip);
        const service = { entries: many(size), more: total - size };
        return Promise.resolve(parseLogsPage(pageOf(service, page))!);
      },
    };
    expect(await countBefore(client, '7', CALL)).toBe(size);
    expect(asked.length).toBeLessThan(20);
  });

  it('is kept whole after a follow-up too, whatever the total was before', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes,
        fc.integer({ min: 0, max: 230 }),
        async ({ more, most, sizes }, old) => {
          const service = { more, most };
          const before = await countBefore(
            {
              logs: (asked) =>
                Promise.resolve(parseLogsPage(pageOf({ ...service, entries: many(old) }, asked))!),
            },
            '7',
            CALL,
          );
          const reading = new Reading(before, 'go on');
          let size = old;
          for (const grown of sizes) {
            size += grown;
            await reading.poll({ ...service, entries: many(size) });
          }
          reading.waitUntil(30_000);
          for (let read = 0; read < 8; read += 1) {
            await reading.poll({ ...service, entries: many(size) });
          }
          reading.finish();
          expect(reading.kept).toEqual(many(size).slice(old));
        },
      ),
      { numRuns: 120 },
    );
  });
});

describe('the turn of a follow-up that an earlier attempt has sent', () => {
  const CLOCK = { now: () => 0 };
  const MARK = '(ara-1)';
  const SAID = [
    echo(`Do it. ${MARK}`, 0),
    ...many(150, 1),
    at(151, { message_type: 'FINAL_ANSWER', observation: 'Done.' }),
  ];

  function logOf(
    entries: readonly Value[],
    { isPast = false, status = 'RUNNING' } = {},
  ): AgentRunLog {
    const shown = parseRun({ id: 7, status, result: 'Of a later turn.' })!;
    const logs = (asked: LogPageRequest) =>
      Promise.resolve(parseLogsPage({ status, ...pageOf({ entries }, asked) })!);
    const found = new FoundTurn(TURN_SIGNS, MARK);
    return new AgentRunLog(
      { runId: '7', entriesBefore: 0, followUp: null, found, isPast, acceptedAt: 0 },
      {
        clock: CLOCK,
        warn: () => undefined,
        client: { run: () => Promise.resolve(shown), logs },
      },
    );
  }

  it('is told as the run is while that is at work in it', async () => {
    const log = logOf(SAID);
    const atWork = { status: 'RUNNING', meaning: 'active' };
    expect(await log.run(CALL)).toMatchObject(atWork);
    expect(await log.read(CALL)).toMatchObject({ run: atWork });
  });

  it('goes on behind an error, with what a person says to it meanwhile', async () => {
    const error = at(1, { message_type: 'ERROR', tool_name: 'bash', observation: 'timed out' });
    const entries = [echo(`Do it. ${MARK}`, 0), error, echo('Use pnpm.', 2), at(3)];
    const part = await logOf(entries).read(CALL);
    expect(part).toMatchObject({ run: { status: 'RUNNING', meaning: 'active' }, missing: 0 });
    expect(part.entries).toHaveLength(entries.length);
  });

  it.each(['RUNNING', 'WEIRD'])(
    'that is known to be over has no %s of a later turn, however far the log was read',
    async (status) => {
      const log = logOf([...SAID, echo('And now?', 152)], { isPast: true, status });
      const unread = { status: null, meaning: 'unknown', result: null };
      expect(await log.run(CALL)).toMatchObject(unread);
      expect(await log.read(CALL)).toMatchObject({ run: unread, more: true });
      const read = { status: null, meaning: 'succeeded', result: null };
      expect(await log.read(CALL)).toMatchObject({ run: read, more: false });
      expect(await log.run(CALL)).toMatchObject(read);
    },
  );
});
