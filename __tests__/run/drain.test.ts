/** The last reads at their edges; the plain cases are in `follow.test.ts` (contract 4.4, 2.3). */
import { describe, expect, it } from '@jest/globals';
import { drain, readFinal } from '../../src/run/drain.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { Turn } from '../../src/run/follow.ts';
import { RunRecord } from '../../src/run/record.ts';
import { attachTo } from '../../src/run/start.ts';
import { createClassifier } from '../../src/run/status.ts';
import {
  actions,
  entry,
  finalAnswer,
  httpError,
  MemoryClient,
  RUN_ID,
  type ServiceScript,
} from '../support/memory-client.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

function turnOf(script: ServiceScript, timeoutMs = 600_000) {
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, script);
  const started = attachTo(RUN_ID);
  const turn = new Turn(
    {
      client,
      clock,
      random: () => 0.5,
      classify: createClassifier({ successStatuses: [], failureStatuses: [] }),
      call: { signal: new AbortController().signal, deadline: clock.start + timeoutMs },
      pace: { siblings: 1, index: 0, fixedMs: null },
      baseUrl: 'https://agents.example.com',
      orgId: 1,
    },
    { started, record: new RunRecord(started) },
  );
  return { turn, clock, client };
}

async function eventsOf(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const counted = (events: readonly RunEvent[]): number => events.filter(({ type }) => type === 'entry').length;
const warned = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));

const FOUR = [...actions(3), finalAnswer(3)];

describe('drain', () => {
  it('reads nothing when everything is there and the answer was seen', async () => {
    const { turn, client } = turnOf({ entries: FOUR });
    await eventsOf(drain(turn, { more: true, agrees: false }));
    const { length } = client.calls;
    expect(await eventsOf(drain(turn, { more: false, agrees: true }))).toEqual([]);
    expect(client.calls).toHaveLength(length);
  });

  it('gives a log without an answer two looks in its grace of 2 seconds', async () => {
    const { turn, clock, client } = turnOf({ entries: actions(3) });
    await eventsOf(drain(turn, { more: false, agrees: true }));
    expect(clock.elapsed).toBe(2_000);
    expect(client.times('logs').at(-1)).toBe(2_000);
  });

  it('never gives up for trouble that passes', async () => {
    const { turn, clock } = turnOf({ entries: FOUR, answer: ({ at }) => (at < 20_000 ? httpError(429) : undefined) });
    const events = await eventsOf(drain(turn, { more: true, agrees: false }));
    expect(counted(events)).toBe(4);
    expect(warned(events)).toEqual([]);
    expect(clock.elapsed).toBeLessThan(30_000);
  });

  it('ends 30 seconds after the last progress, counted from it', async () => {
    const entries = [...FOUR, ...Array.from({ length: 6 }, (_, index) => entry(10 + index))];
    const { turn, clock } = turnOf({
      entries,
      moments: [
        { at: 0, entries: 4 },
        { at: 25_000, entries: 5 },
      ],
      page: (page) => ({ ...page, total_logs: 10 }),
    });
    const events = await eventsOf(drain(turn, { more: true, agrees: false }));
    expect(counted(events)).toBe(5);
    expect(clock.elapsed).toBeGreaterThanOrEqual(55_000);
    expect(clock.elapsed).toBeLessThan(61_000);
    expect(warned(events)).toEqual([
      'The log is incomplete: 5 entries of this turn were received, 5 more were announced.',
    ]);
  });

  it('looks no more at the deadline', async () => {
    const { turn, clock, client } = turnOf({ entries: FOUR, page: (page) => ({ ...page, total_logs: 9 }) }, 3_000);
    await eventsOf(drain(turn, { more: true, agrees: false }));
    expect(clock.elapsed).toBeLessThanOrEqual(3_000);
    expect(Math.max(...client.times('logs'))).toBeLessThan(3_000);
  });
});

describe('readFinal', () => {
  it('reads nothing when the run was just read', async () => {
    const { turn, client } = turnOf({});
    await eventsOf(readFinal(turn, { fresh: true }));
    expect(client.calls).toEqual([]);
  });

  it('says a status word or an address that only this read shows', async () => {
    const { turn } = turnOf({ moments: [{ at: 0, status: 'COMPLETED' }] });
    expect(await eventsOf(readFinal(turn, { fresh: false }))).toMatchObject([{ type: 'status', status: 'COMPLETED' }]);
  });

  it.each([
    ['10 seconds when the log tells the result', FOUR, 10_000, 0],
    ['30 seconds when nothing else does', actions(3), 30_000, 1],
  ] as const)('waits up to %s', async (...[, entries, patience, warnings]) => {
    const { turn, clock, client } = turnOf({
      entries,
      answer: ({ name }) => (name === 'run' ? httpError(503) : undefined),
    });
    await eventsOf(drain(turn, { more: true, agrees: false }));
    const from = clock.elapsed;
    const events = await eventsOf(readFinal(turn, { fresh: false }));
    expect(clock.elapsed - from).toBeLessThanOrEqual(patience);
    expect(client.times('run').length).toBeGreaterThan(2);
    expect(warned(events)).toHaveLength(warnings);
  });

  it('lets a bug through', async () => {
    const bug = new RangeError('a bug');
    const { turn } = turnOf({
      answer: () => {
        throw bug;
      },
    });
    await expect(eventsOf(readFinal(turn, { fresh: false }))).rejects.toBe(bug);
  });
});
