/**
 * Logs of ordinary services that are not quite as the spec has them, followed to their end in
 * virtual time: what is kept, which result counts, and when the end is told (contract 2.3, 4.4,
 * 4.5, 4.7).
 */
import { describe, expect, it } from '@jest/globals';
import type { SessionEnd } from '../../src/run/events.ts';
import { runSession } from '../../src/run/session.ts';
import type { StartOrder } from '../../src/run/start.ts';
import { resultSource, type TurnRecord } from '../../src/run/state.ts';
import { foldedRun } from '../support/folded-run.ts';
import {
  actions,
  entry,
  finalAnswer,
  MemoryClient,
  RUN_ID,
  type SeenCall,
  type ServiceScript,
} from '../support/memory-client.ts';
import { inputsOf, orderOf, runContext } from '../support/start-of.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

interface Played {
  readonly end: SessionEnd | undefined;
  readonly record: TurnRecord;
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
  readonly client: MemoryClient;
  /** Milliseconds from the start to the end. */
  readonly lasted: number;
}

async function play(script: ServiceScript, start: StartOrder): Promise<Played> {
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, script);
  const { events, emit, turn } = foldedRun();
  const inputs = inputsOf({ prompt: 'Do it.', timeout_minutes: '60' });
  await runSession(runContext({ client, clock, emit, turn, inputs }), { start, schema: null });
  return {
    end: events.flatMap((event) => (event.type === 'ended' ? [event.end] : [])).at(-1),
    record: turn(),
    lines: events.flatMap((event) => (event.type === 'entry' ? [event.entry.line] : [])),
    warnings: events.flatMap((event) => (event.type === 'warning' ? [event.message] : [])),
    client,
    lasted: clock.elapsed,
  };
}

const CREATE: StartOrder = { kind: 'create', order: orderOf({ prompt: 'Do it.' }) };
const RESUME: StartOrder = {
  kind: 'resume',
  runId: RUN_ID,
  prompt: 'Go on.',
  marks: null,
  otherwise: null,
};

const asLines = (entries: readonly unknown[]): string[] =>
  entries.map((value) => JSON.stringify(value));

/** Requests for the log that followed within a second one that brought nothing. */
function hurriedReads({ calls }: MemoryClient, received: readonly number[]): number {
  const reads = calls.filter(({ name }) => name === 'logs');
  const isHurried = (at: number, nth: number): boolean =>
    (reads[nth + 1]?.at ?? Infinity) - at < 1_000;
  return reads.filter(({ at }, nth) => received[nth] === 0 && isHurried(at, nth)).length;
}

const END_MS = 60_000;

/** A run at work for a minute, whose log grows evenly. */
function working(entries: readonly unknown[], fields: Partial<ServiceScript> = {}): ServiceScript {
  return {
    entries,
    moments: [
      { at: 0, status: 'ACTIVE', entries: Math.ceil(entries.length / 3) },
      { at: END_MS / 2, entries: Math.ceil((2 * entries.length) / 3) },
      { at: END_MS, status: 'COMPLETE', entries: entries.length, result: 'Done.' },
    ],
    ...fields,
  };
}

type PageOf = NonNullable<ServiceScript['page']>;
const logsOf = (page: Readonly<Record<string, unknown>>): readonly unknown[] =>
  page['logs'] as readonly unknown[];

const totalOff =
  (more: number): PageOf =>
  (page) => ({ ...page, total_logs: Number(page['total_logs']) + more });
const atMost =
  (most: number): PageOf =>
  (page) => ({ ...page, logs: logsOf(page).slice(0, most) });

const stamped = (values: readonly unknown[], stamps: readonly number[]): unknown[] =>
  values.map((value, index) => ({
    ...(value as object),
    created_at: new Date(Date.UTC(2026, 0, 2, 3, 4, 5) + (stamps[index] ?? 0)).toISOString(),
  }));

const LOG_OF_180 = [...actions(179), finalAnswer(179)];
/** Polls are ten seconds apart, and draining ends after thirty. */
const POLL_MS = 11_000;
const DRAIN_MS = 30_000;

interface LogCase {
  readonly entries: readonly unknown[];
  readonly fields: Partial<ServiceScript>;
  /** Milliseconds after the first poll that shows the end. */
  readonly lateMs: number;
}

describe('the log of a run', () => {
  it.each<[string, LogCase]>([
    [
      'is read as it is listed where the second entry is stamped 5 ms before the first',
      {
        entries: stamped([...actions(5), finalAnswer(5)], [5, 0, 900, 2_000, 3_000, 9_000]),
        fields: {},
        lateMs: 0,
      },
    ],
    [
      'is read at once if pages have at most 20 entries',
      { entries: LOG_OF_180.slice(-55), fields: { page: atMost(20) }, lateMs: 3_000 },
    ],
    [
      'is read if pages have at most one entry',
      { entries: LOG_OF_180, fields: { page: atMost(1) }, lateMs: 3_000 },
    ],
    [
      'ends half a minute late at most if the total is one more than its entries',
      { entries: LOG_OF_180, fields: { page: totalOff(1) }, lateMs: DRAIN_MS },
    ],
    [
      'ends half a minute late at most if the total is one less than its entries',
      { entries: LOG_OF_180, fields: { page: totalOff(-1) }, lateMs: DRAIN_MS },
    ],
  ])('%s', async (_, { entries, fields, lateMs }) => {
    const received: number[] = [];
    const known = new Set<string>();
    const page: ServiceScript['page'] = (given) => {
      const sent = fields.page?.(given) ?? given;
      const fresh = logsOf(sent).filter((value) => !known.has(JSON.stringify(value)));
      fresh.forEach((value) => known.add(JSON.stringify(value)));
      received.push(fresh.length);
      return sent;
    };
    const script = working(entries, { ...fields, page });
    const { end, lines, lasted, client } = await play(script, CREATE);
    expect(end?.outcome).toBe('succeeded');
    expect(lines).toEqual(asLines(entries));
    expect(lasted).toBeLessThanOrEqual(END_MS + POLL_MS + lateMs);
    expect(hurriedReads(client, received)).toBe(0);
  });
});

describe('a follow-up', () => {
  const SAME = 'All tests pass.';
  const before = [...actions(6), finalAnswer(6, SAME)];

  it.each([
    ['without an echo', []],
    ['with an echo', [entry(100, { message_type: 'USER_MESSAGE', observation: 'Go on.' })]],
  ])('that is answered at once in the words of the answer before, %s', async (_, echo) => {
    const entries = [...before, ...echo, entry(101), finalAnswer(102, SAME)];
    const script: ServiceScript = {
      entries,
      moments: [
        { at: 0, status: 'COMPLETE', entries: before.length, result: SAME },
        { at: 1, entries: entries.length },
      ],
    };
    const { end, lines, lasted, record } = await play(script, RESUME);
    expect(end).toMatchObject({ outcome: 'succeeded', errorCode: null });
    expect(lines).toEqual(asLines(entries.slice(before.length)));
    expect(resultSource(record)).toBe(SAME);
    expect(lasted).toBeLessThan(60_000);
  });

  it.each([
    ['after three entries', [...actions(2), finalAnswer(2, SAME)]],
    ['after none', []],
  ])('to a run with a short log is answered in the words before: %s', async (_, old) => {
    const entries = [...old, finalAnswer(100, SAME)];
    const script: ServiceScript = {
      entries,
      moments: [
        { at: 0, status: 'COMPLETE', entries: old.length, result: SAME },
        { at: 1, entries: entries.length },
      ],
    };
    const { end, lines, lasted } = await play(script, RESUME);
    expect(end).toMatchObject({ outcome: 'succeeded', errorCode: null });
    expect(lines).toEqual(asLines(entries.slice(old.length)));
    expect(lasted).toBeLessThan(60_000);
  });

  describe('before which a replica that lags was read (C4)', () => {
    const echo = entry(100, { message_type: 'USER_MESSAGE', observation: 'Go on.' });
    const earlier = entry(50, { message_type: 'USER_MESSAGE', observation: 'Earlier.' });
    const old = [...actions(3), finalAnswer(3, 'One.'), earlier, finalAnswer(51, 'Two.')];
    const entries = [...old, echo, entry(101), finalAnswer(102, 'Three.')];
    const moments = [
      { at: 0, status: 'COMPLETE', entries: old.length, result: 'Two.' },
      { at: 40_000, entries: old.length + 1 },
      { at: 50_000, entries: entries.length, result: 'Three.' },
    ];
    const isBefore = ({ nth, name }: SeenCall): boolean => nth === 1 && name !== 'resume';

    it.each<[string, NonNullable<ServiceScript['answer']>]>([
      [
        'the result is another one',
        (call) => (isBefore(call) && call.name === 'run' ? { result: 'One.' } : undefined),
      ],
      [
        'the result is another one, and the log shorter by a turn',
        (call) =>
          isBefore(call) ? { result: 'One.', logs: old.slice(0, 4), total_logs: 4 } : undefined,
      ],
      [
        'the result is another one, and the log shorter by its answer',
        (call) =>
          isBefore(call) ? { result: 'One.', logs: old.slice(0, 5), total_logs: 5 } : undefined,
      ],
    ])('is answered by its own answer: %s', async (_, answer) => {
      const { end, lines, record } = await play({ entries, moments, answer }, RESUME);
      expect(end).toMatchObject({ outcome: 'succeeded', errorCode: null });
      expect(resultSource(record)).toBe('Three.');
      expect(lines).toEqual(asLines(entries.slice(old.length)));
    });
  });

  it('keeps its first entry where the total was one more than the entries before', async () => {
    const entries = [...before, entry(101), entry(102), finalAnswer(103, 'Done.')];
    const script: ServiceScript = {
      entries,
      page: totalOff(1),
      moments: [
        { at: 0, status: 'COMPLETE', entries: before.length, result: SAME },
        { at: 1, status: 'ACTIVE', entries: before.length + 1 },
        { at: 20_000, status: 'COMPLETE', entries: entries.length, result: 'Done.' },
      ],
    };
    const { lines } = await play(script, RESUME);
    expect(lines).toEqual(asLines(entries.slice(before.length)));
  });
});

describe('the last read of a run', () => {
  const entries = [...actions(6), finalAnswer(6, 'The text of the entry.')];

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['a run at work without a result', { status: 'ACTIVE', result: null }],
    ['a run at work with a draft', { status: 'ACTIVE', result: 'A draft.', summary: 'A draft.' }],
    ['a run that waits', { status: 'QUEUED', result: null }],
  ])('that shows %s for two seconds counts for nothing', async (_, stale) => {
    const script = working(entries, {
      answer: ({ name, nth }) => (name === 'run' && nth <= 2 ? stale : undefined),
    });
    const { record, lasted, client } = await play(script, CREATE);
    expect(record).toMatchObject({ status: 'COMPLETE', result: 'Done.', summary: null });
    expect(client.times('run').length).toBe(3);
    expect(lasted).toBeLessThan(END_MS + POLL_MS + 10_000);
  });

  it('that lags behind for good is given up after ten seconds, with what the log told', async () => {
    const script = working(entries, {
      answer: ({ name }) => (name === 'run' ? { status: 'ACTIVE', result: null } : undefined),
    });
    const { end, record, lasted } = await play(script, CREATE);
    expect(end?.outcome).toBe('succeeded');
    expect(record).toMatchObject({ status: 'COMPLETE', result: 'Done.' });
    expect(lasted).toBeLessThanOrEqual(END_MS + POLL_MS + 10_000);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['the result', { status: 'COMPLETE', result: 'Old.' }],
    ['the end', { status: 'FAILED', result: null }],
    ['both', { status: 'FAILED', result: 'Old.' }],
  ])('of a follow-up that shows %s from before it counts for nothing', async (_, stale) => {
    const script: ServiceScript = {
      entries,
      moments: [
        { at: 0, status: 'FAILED', entries: 4, result: 'Old.' },
        { at: 1, status: 'ACTIVE' },
        { at: 20_000, status: 'COMPLETE', entries: 7, result: 'New.' },
      ],
      answer: ({ name, nth }) => (name === 'run' && nth > 1 && nth <= 3 ? stale : undefined),
    };
    const { end, record, client } = await play(script, RESUME);
    expect(end?.outcome).toBe('succeeded');
    expect(record).toMatchObject({ status: 'COMPLETE', result: 'New.' });
    expect(client.times('run').length).toBe(4);
  });

  it('of a follow-up is repeated while it shows the result from before and nothing else tells one', async () => {
    const script: ServiceScript = {
      entries: actions(9),
      moments: [
        { at: 0, status: 'COMPLETE', entries: 4, result: 'Old.' },
        { at: 1, status: 'ACTIVE' },
        { at: 20_000, status: 'COMPLETE', entries: 9 },
        { at: 29_000, result: 'New.' },
      ],
    };
    const { record } = await play(script, RESUME);
    expect(record.result).toBe('New.');
  });
});
