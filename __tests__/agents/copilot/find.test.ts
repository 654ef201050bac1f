/**
 * How the task of a lost or earlier create is found by its marker (contract 18.4; sheet, section
 * 7).
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FaultSource } from '../../../sandbox/scenario.ts';
import { markerOf } from '../../../src/agents/kit/marker.ts';
import type { Found, Search } from '../../../src/agents/port.ts';
import { NOON } from '../../sandbox/client.ts';
import { copilotBench, failure, IDENTITY, LOST, ORDER, TASKS, type Setting } from './bench.ts';

const { setUp, advance, close } = copilotBench();
afterEach(close);

const EARLIER: Search = {
  ...LOST,
  kind: 'earlier',
  identity: { ...IDENTITY, generation: 2 },
  began: NOON,
};

/** A create under the key whose answer is lost, with what GitHub shows of it then. */
async function lost(faults: readonly FaultSource[] = []): Promise<Setting> {
  const one = await setUp([{ do: 'error-after' }, ...faults]);
  await failure(one.agent.create(ORDER, IDENTITY, one.call));
  return one;
}

const find = ({ agent, call }: Setting, search = LOST): Promise<Found> => agent.find(search, call);
const onlyId = ({ sandbox }: Setting): string => sandbox.store.all()[0]?.id ?? '';
const reads = (one: Setting): number =>
  one.asked().filter((line) => /\/tasks\/[0-9a-f-]+ /.test(line)).length;

describe('a lost create', () => {
  it('is found once its session shows the prompt', async () => {
    const one = await lost();
    expect(await find(one)).toEqual({
      kind: 'open',
      why: `GitHub does not show the prompt of 1 task (${onlyId(one)})`,
      mayClose: true,
    });
    advance(1_000);
    one.clock.advance(5_000);
    expect(await find(one)).toMatchObject({
      kind: 'found',
      matches: [{ run: { id: onlyId(one), status: 'in_progress' }, generation: 1, asks: 'same' }],
    });
    expect(one.sandbox.store.created).toBe(1);
  });

  it('is judged by its own session then', async () => {
    const one = await lost([{ do: 'reopened' }]);
    advance(2_500);
    await find(one);
    expect(await one.agent.read(onlyId(one), one.call)).toMatchObject({ meaning: 'succeeded' });
  });

  it('is asked for in both lists, since it was sent', async () => {
    const one = await lost();
    await find(one);
    const list = 'sort=created_at&direction=desc';
    const rest = 'per_page=100&page=1&since=2026-01-02T11%3A55%3A00Z';
    expect(one.asked().slice(1)).toEqual([
      'GET /user 200',
      `GET ${TASKS}?${list}&is_archived=false&${rest} 200`,
      `GET ${TASKS}?${list}&is_archived=true&${rest} 200`,
      `GET ${TASKS}/${onlyId(one)} 200`,
    ]);
  });

  it('was not carried out where no task is there', async () => {
    const one = await setUp([{ do: 'error-before' }]);
    await failure(one.agent.create(ORDER, IDENTITY, one.call));
    expect(await find(one)).toEqual({ kind: 'none' });
  });

  it.each<[string, FaultSource, string]>([
    ['the list lags', { do: 'list-lag' }, 'none'],
    ['sessions come late', { do: 'late-sessions' }, 'open'],
  ])('is found later where %s', async (_, fault, before) => {
    const one = await lost([fault]);
    advance(1_000);
    expect((await find(one)).kind).toBe(before);
    advance(5_000);
    one.clock.advance(6_000);
    expect((await find(one)).kind).toBe('found');
  });

  it.each<[string, FaultSource]>([
    ['archived', { do: 'archived' }],
    ['renamed', { do: 'renamed' }],
    ['among tasks of others', { do: 'foreign-tasks' }],
    ['told with bare numbers', { do: 'bare-numbers' }],
  ])('is found %s', async (_, fault) => {
    const one = await lost([fault]);
    advance(1_000);
    expect(await find(one)).toMatchObject({
      kind: 'found',
      matches: [{ run: { id: onlyId(one) } }],
    });
  });

  it('has the tasks of other people left alone', async () => {
    const one = await lost([{ do: 'foreign-tasks' }]);
    advance(1_000);
    await find(one);
    // Its own, and that of an automation, which names nobody.
    expect(reads(one)).toBe(2);
  });

  it('is not told apart from a second one with its marker', async () => {
    const one = await lost([{ do: 'equal-marker' }]);
    advance(1_000);
    const found = await find(one);
    expect(found.kind === 'found' && found.matches.length).toBe(2);
  });

  it.each<FaultSource>([{ do: 'no-prompt' }, { do: 'no-sessions' }])(
    'stays open where prompts are not shown: %j',
    async (fault) => {
      const one = await lost([fault]);
      advance(2_500);
      expect(await find(one)).toMatchObject({ kind: 'open', mayClose: true });
    },
  );

  it('of another prompt is told as that', async () => {
    const one = await lost();
    advance(1_000);
    const identity = { ...IDENTITY, asked: 'c3'.repeat(16) };
    expect(await find(one, { ...LOST, identity })).toMatchObject({ matches: [{ asks: 'other' }] });
  });

  it('reads each prompt once, for all tasks of a fleet', async () => {
    const one = await setUp();
    await one.agent.create(ORDER, null, one.call);
    await one.agent.create({ ...ORDER, prompt: 'Something else.' }, null, one.call);
    advance(1_000);
    for (const key of ['d4', 'e5', 'f6']) {
      const identity = { ...IDENTITY, key: key.repeat(16) };
      expect(await find(one, { ...LOST, identity })).toEqual({ kind: 'none' });
    }
    const lines = one.asked().slice(2);
    expect([reads(one), lines.length]).toEqual([2, 5]);
  });

  it('leaves out what the step itself has created under other keys', async () => {
    const one = await setUp();
    await one.agent.create(ORDER, { ...IDENTITY, key: 'd4'.repeat(16) }, one.call);
    expect(await find(one)).toEqual({ kind: 'none' });
    expect(reads(one)).toBe(0);
  });

  it('is looked for also where the person is not told', async () => {
    const one = await lost([{ on: 'me', do: { status: 403, body: { message: 'No' } } }]);
    advance(1_000);
    expect((await find(one)).kind).toBe('found');
  });

  it.each<FaultSource>([
    { on: 'runs', do: 'html-502' },
    { on: 'me', do: 'html-502' },
  ])('cannot be told where GitHub does not answer: %j', async (fault) => {
    const one = await lost([fault]);
    expect(await failure(find(one))).toMatchObject({ status: 502 });
  });
});

describe('an earlier attempt', () => {
  it('is found, whichever generation is the newest', async () => {
    const one = await setUp();
    for (const generation of [1, 3, 2]) {
      await one.agent.create(ORDER, { ...IDENTITY, generation }, one.call);
    }
    advance(1_000);
    const other = one.anotherAgent();
    expect(await other.find(EARLIER, one.call)).toMatchObject({
      kind: 'found',
      matches: [{ generation: 3 }],
    });
  });

  it('is none where nothing carries the key', async () => {
    const one = await setUp();
    await one.agent.create(ORDER, null, one.call);
    advance(1_000);
    expect(await one.anotherAgent().find(EARLIER, one.call)).toEqual({ kind: 'none' });
  });

  it('is no task whose prompt quotes its marker, as the text of an event may', async () => {
    const one = await setUp();
    const quoted = markerOf({ ...IDENTITY, generation: 9 });
    await one.agent.create(ORDER, IDENTITY, one.call);
    await one.agent.create({ ...ORDER, prompt: `Answer this: ${quoted}` }, null, one.call);
    advance(1_000);
    const found = await one.anotherAgent().find(EARLIER, one.call);
    expect(found).toMatchObject({ kind: 'found', matches: [{ generation: 1 }] });
  });

  it('older than what matters is left out', async () => {
    const one = await setUp();
    await one.agent.create(ORDER, IDENTITY, one.call);
    advance(1_000);
    const search = { ...EARLIER, from: NOON + 500 };
    expect(await one.anotherAgent().find(search, one.call)).toEqual({ kind: 'none' });
  });

  it('stays open behind a hundred tasks that were read', async () => {
    const one = await setUp([], {
      scenario: { turns: [{ steps: [{ at: 0, status: 'ACTIVE' }] }] },
    });
    const limiter = {
      acquire: () => Promise.resolve({ done: () => undefined }),
      spacing: () => 0,
      delay: () => 0,
      asked: () => 0,
    };
    const agent = one.anotherAgent({ limiter });
    const other = one.anotherAgent({ limiter });
    for (let nth = 0; nth < 102; nth += 1) {
      await agent.create(ORDER, null, one.call);
    }
    advance(1_000);
    expect(await other.find(EARLIER, one.call)).toEqual({
      kind: 'open',
      why: '102 tasks may be the one, and no more than 100 are read',
    });
    expect(reads(one)).toBe(100);
  });

  it('is looked for among the own tasks where the order is not known', async () => {
    const one = await setUp();
    await one.agent.create(ORDER, IDENTITY, one.call);
    advance(1_000);
    const found = await one.anotherAgent().find({ ...EARLIER, order: null }, one.call);
    expect(found).toMatchObject({ kind: 'found', matches: [{ generation: 1 }] });
    expect(one.asked().at(-1)).toMatch(/^GET \/agents\/tasks\/[0-9a-f-]+ 200$/);
  });
});
