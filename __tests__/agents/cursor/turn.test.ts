/** One turn, by answers that the face does not give (contract 18.3; sheet, sections 3 to 6). */
import { describe, expect, it } from '@jest/globals';
import type { CursorClient } from '../../../src/agents/cursor/client.ts';
import { KnownAgents } from '../../../src/agents/cursor/known-agents.ts';
import { parseRun, parseUsage } from '../../../src/agents/cursor/schema.ts';
import { StreamSlots } from '../../../src/agents/cursor/slots.ts';
import { CursorTurn } from '../../../src/agents/cursor/turn.ts';
import type { Entry, LogPart, RunShown, TurnEntry } from '../../../src/agents/port.ts';
import { statusError } from '../../../src/http/errors.ts';
import type { HttpStream } from '../../../src/http/port.ts';
import { linkError } from '../../support/memory-client.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const RUN = 'run-1';
const block = (id: string, event: string, data: object): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const SAID = block('1-0', 'assistant', { text: 'The last words.' });

interface Answers {
  /** The record, by how often it was asked for; a number is a status, null no answer at all. */
  readonly record: (nth: number) => object | number | null;
  readonly stream?: string;
  /** Null: no answer at all. */
  readonly usage?: (nth: number) => object | null;
}

interface Read {
  readonly entries: readonly Entry[];
  readonly last: RunShown | null;
  readonly parts: readonly LogPart<RunShown>[];
  readonly turn: CursorTurn;
  readonly clock: VirtualClock;
}

interface ReadPlan {
  readonly reads?: number;
  /** From this read on the run counts as ended above. */
  readonly over?: number;
  /** The step leaves the turn after the reads. */
  readonly isCutOff?: boolean;
  /** Milliseconds until the service takes a read again. */
  readonly heldMs?: number;
}

async function read(
  answers: Answers,
  { reads = 4, over = Infinity, isCutOff = false, heldMs = 0 }: ReadPlan = {},
): Promise<Read> {
  const clock = new VirtualClock();
  const asked = { record: 0, usage: 0 };
  const client: Pick<CursorClient, 'agent' | 'run' | 'stream' | 'usage'> = {
    run: async (_, { deadline, signal }) => {
      asked.record += 1;
      const given = answers.record(asked.record);
      if (given === null) {
        await clock.sleep(deadline - clock.now(), signal);
        throw linkError('headers_timeout');
      }
      if (typeof given === 'number') {
        throw statusError({ status: given, headers: {}, body: '{}' });
      }
      const run = parseRun({ id: RUN, ...given });
      return Promise.resolve(run as NonNullable<typeof run>);
    },
    agent: () => Promise.reject(statusError({ status: 404, headers: {}, body: '{}' })),
    usage: async (_, { patienceMs = Infinity, signal }) => {
      asked.usage += 1;
      const { usage = () => ({}) } = answers;
      const given = usage(asked.usage);
      if (given === null) {
        await clock.sleep(patienceMs, signal);
        throw linkError('headers_timeout');
      }
      const told = parseUsage({ runs: [{ id: RUN, usage: given }] }, RUN);
      return Promise.resolve(told as NonNullable<typeof told>);
    },
    stream: async (_, { signal }): Promise<HttpStream> => {
      async function* pieces(): AsyncGenerator<string> {
        yield answers.stream ?? SAID;
        await clock.sleep(10_000_000, signal);
      }
      return Promise.resolve({ status: 200, headers: {}, pieces: pieces() });
    },
  };
  const parts = {
    client: client as CursorClient,
    clock,
    facts: new KnownAgents(),
    slots: new StreamSlots(),
    readDelay: () => heldMs,
  };
  const nothing = (): void => undefined;
  const turn = new CursorTurn(
    {
      runId: `bc-1/${RUN}`,
      mode: 'created',
      runBefore: null,
      before: null,
      sent: null,
      acceptedAt: clock.now(),
    },
    { warn: nothing, note: nothing, notice: nothing },
    parts,
  );
  const call = { signal: new AbortController().signal, deadline: Infinity };
  const got: LogPart<RunShown>[] = [];
  const told: TurnEntry[] = [];
  try {
    // Opens the stream.
    void turn.arrival(call.signal).catch(nothing);
    await clock.sleep(1_000);
    for (let nth = 1; nth <= reads; nth += 1) {
      got.push(await turn.read(call, { last: nth >= over }));
      await clock.sleep(10_000);
    }
    told.push(...got.flatMap(({ entries }) => entries));
  } finally {
    told.push(...turn.close({ isCutOff }));
  }
  const entries = told.map(({ entry }) => entry);
  return { entries, last: got.at(-1)?.run ?? null, parts: got, turn, clock };
}

const observed = ({ entries }: Read): readonly unknown[] =>
  entries.map(({ view }) => [view.message_type, view.observation ?? view.thought]);

const result = (fields: object): string =>
  SAID + block('2-0', 'result', { runId: RUN, status: 'FINISHED', ...fields });

describe('the answer', () => {
  it.each([
    { name: 'of the record', record: { result: 'A' }, event: { text: 'B' }, text: 'A' },
    { name: 'of the event where the record has none', record: {}, event: { text: 'B' }, text: 'B' },
    {
      name: 'of the event where the record has an empty one',
      record: { result: ' ' },
      event: { text: 'B' },
      text: 'B',
    },
    {
      name: 'of the log, where both are empty',
      record: { result: '' },
      event: { text: '' },
      text: null,
    },
  ])('is that $name', async ({ record, event, text }) => {
    const done = await read({
      record: () => ({ status: 'FINISHED', ...record }),
      stream: result(event),
    });
    expect(done.last?.result).toBe(text);
    const answer = event.text === '' ? 'The last words.' : 'B';
    expect(observed(done).at(-1)).toEqual(['FINAL_ANSWER', answer]);
  });
});

it.each([
  ['error', { error: { code: 'oom', message: 'No memory.' } }, 'oom: No memory.'],
  ['error as a text', { error: 'No memory.' }, 'No memory.'],
  ['message', { message: 'No memory.' }, 'No memory.'],
])('the cause of a failure is told by the %s of event or record', async (_, fields, cause) => {
  const status = 'ERROR';
  const event = await read({
    record: () => ({ status }),
    stream: result({ status, ...fields }),
  });
  expect(event.last?.cause).toBe(cause);
  expect(observed(event).at(-1)).toEqual(['ERROR', cause]);
  const record = await read({
    record: () => ({ status, ...fields }),
    stream: result({ status }),
  });
  expect(record.last?.cause).toBe(cause);
});

it('what a run has used is told late, and asked for again', async () => {
  const record = () => ({ status: 'FINISHED' });
  const usage = (nth: number) => ({ totalTokens: nth === 1 ? 0 : 9 });
  const { turn, last } = await read({ record, usage, stream: result({}) }, { reads: 2 });
  expect(last?.usage).toBeNull();
  const call = { signal: new AbortController().signal, deadline: Infinity };
  expect((await turn.run(call)).usage).toMatchObject({ unit: 'tokens', amount: 9 });
});

it('what a run has used is asked for once where nothing is answered, for ten seconds', async () => {
  let asked = 0;
  const usage = (nth: number) => {
    asked = nth;
    return null;
  };
  const done = await read({ record: () => ({ status: 'FINISHED' }), usage }, { reads: 2 });
  expect(asked).toBe(1);
  expect(done.clock.elapsed).toBe(1_000 + 10_000 + 2 * 10_000);
});

it('what a run cost is told later than its tokens, and asked for again', async () => {
  const record = () => ({ status: 'FINISHED' });
  const cost = (nth: number) => (nth === 1 ? {} : { cost: { chargedCents: 42 } });
  const usage = (nth: number) => ({ totalTokens: 9, ...cost(nth) });
  const { turn, last } = await read({ record, usage, stream: result({}) }, { reads: 2 });
  expect(last?.usage).toEqual({ unit: 'tokens', amount: 9, costUsd: null });
  const call = { signal: new AbortController().signal, deadline: Infinity };
  expect((await turn.run(call)).usage).toEqual({ unit: 'tokens', amount: 9, costUsd: 0.42 });
});

it('a run that was charged nothing although it used tokens is told no cost (contract 18.6)', async () => {
  const usage = () => ({ totalTokens: 9, cost: { chargedCents: 0 } });
  const { last } = await read({
    record: () => ({ status: 'FINISHED' }),
    usage,
    stream: result({}),
  });
  expect(last?.usage).toEqual({ unit: 'tokens', amount: 9, costUsd: null, isInPlan: true });
});

it('a run whose end the inputs name has its last words as answer, and a complete log', async () => {
  const done = await read({ record: () => ({ status: 'MERGED' }) }, { over: 2, reads: 4 });
  expect(done.parts.at(-1)?.complete).toBe(true);
  expect(observed(done)).toEqual([['FINAL_ANSWER', 'The last words.']]);
});

describe('a step that leaves its turn after the record has told the end (contract 4.7)', () => {
  it.each([
    { status: 'FINISHED', result: 'The answer.' },
    { status: 'ERROR', error: { code: 'oom', message: 'No memory.' } },
  ])('does not tell it behind entries that were not read: $status', async (record) => {
    const done = await read({ record: () => record }, { reads: 1, isCutOff: true });
    expect(observed(done)).toEqual([['PLAN_EVALUATION', 'The last words.']]);
    expect(done.last?.status).toBe(record.status);
  });

  it('tells it where the log was read to its end', async () => {
    const answers = { record: () => 500, stream: result({ text: 'Done.' }) };
    const done = await read(answers, { reads: 1, isCutOff: true });
    expect(observed(done).at(-1)).toEqual(['FINAL_ANSWER', 'Done.']);
  });
});

it('the event tells the end by itself, and the record is asked for once that is known', async () => {
  let asked = 0;
  const record = () => {
    asked += 1;
    return { status: 'FINISHED', result: 'Whole.' };
  };
  const stream = result({ text: 'Done.' });
  const [first, second] = await Promise.all(
    [1, 2].map((reads) => read({ record, stream }, { reads, over: 2 })),
  );
  expect(first?.parts[0]).toMatchObject({ complete: false });
  expect(first?.last).toMatchObject({ meaning: 'succeeded', result: 'Done.' });
  expect(second?.last).toMatchObject({ meaning: 'succeeded', result: 'Whole.' });
  expect(asked).toBe(1);
});

it('a service that wants to be left alone holds up no end that the event tells (case C7)', async () => {
  let asked = 0;
  const record = () => {
    asked += 1;
    return { status: 'FINISHED' };
  };
  const done = await read({ record, stream: result({ text: 'Done.' }) }, { heldMs: 600_000 });
  expect(done.parts[0]).toMatchObject({ complete: true, run: { meaning: 'succeeded' } });
  const call = { signal: new AbortController().signal, deadline: Infinity };
  expect(await done.turn.run(call)).toMatchObject({ status: 'FINISHED', result: 'Done.' });
  expect(asked).toBe(0);
});

it('a record that has shown the end is read again also later, for a late pull request', async () => {
  const prUrl = 'https://github.com/acme/shop/pull/7';
  const git = { branches: [{ repoUrl: 'github.com/acme/shop', branch: 'cursor/fix', prUrl }] };
  const record = (nth: number) => ({ status: 'FINISHED', ...(nth > 1 && { git }) });
  const done = await read({ record, stream: result({ text: 'Done.' }) });
  const call = { signal: new AbortController().signal, deadline: Infinity };
  await done.clock.sleep(60_000);
  expect((await done.turn.run(call)).pullRequests).toMatchObject([{ url: prUrl }]);
});

describe('a record that cannot be read', () => {
  const prompt = { type: 'user-message-appended', userMessage: { text: 'Go.' } };
  const stream = block('1-0', 'interaction_update', prompt);
  const record = (nth: number) => (nth === 1 ? 429 : { status: 'RUNNING' });

  it('says nothing of the run beside what the stream brought', async () => {
    const { parts } = await read({ record, stream });
    expect(parts.map(({ run }) => run?.status ?? null)).toEqual([
      null,
      'RUNNING',
      'RUNNING',
      'RUNNING',
    ]);
  });

  it('is an obstacle until it is answered', async () => {
    const [unread, answered] = await Promise.all(
      [1, 2].map((reads) => read({ record, stream }, { reads })),
    );
    expect([unread?.turn.obstacle, answered?.turn.obstacle]).toEqual(['HTTP 429', null]);
  });

  it('is told by its last failure, and not by the time that is up for the next read', async () => {
    const unread = (nth: number) => (nth === 1 ? 503 : null);
    const stream = result({ text: 'Done.' });
    const { turn } = await read({ record: unread, stream }, { reads: 2, over: 1 });
    expect(turn.obstacle).toBe('HTTP 503');
  });

  it('leaves what the event told, once it was asked for long enough', async () => {
    const done = await read({ record: () => 500, stream: result({ text: 'Done.' }) });
    expect(done.last).toMatchObject({ status: 'FINISHED', result: 'Done.' });
    expect(done.parts.map(({ complete }) => complete)).toEqual([false, false, false, true]);
    const call = { signal: new AbortController().signal, deadline: Infinity };
    expect(await done.turn.run(call)).toMatchObject({ status: 'FINISHED', result: 'Done.' });
  });

  it('holds the end that the event told up for 30 seconds, also where nothing is answered', async () => {
    const stream = result({ text: 'Done.' });
    const done = await read({ record: () => null, stream }, { reads: 2 });
    expect(done.parts.map(({ complete }) => complete)).toEqual([false, true]);
    // 10 s pass after a read.
    expect(done.clock.elapsed).toBe(30_000 + 10_000);
    const call = { signal: new AbortController().signal, deadline: Infinity };
    expect(await done.turn.run(call)).toMatchObject({ status: 'FINISHED', result: 'Done.' });
    expect(done.clock.elapsed).toBe(30_000 + 10_000);
  });
});
