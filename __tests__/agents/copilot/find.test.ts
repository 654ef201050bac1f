/**
 * How the task of a lost or earlier create is found by its marker (contract 18.4; sheet, section
 * 7).
 */
import { describe, expect, it } from '@jest/globals';
import type { FaultSource } from '../../../sandbox/scenario.ts';
import { markerOf } from '../../../src/agents/kit/marker.ts';
import type { Found, Search } from '../../../src/agents/port.ts';
import { FIRST_IDENTITY, ORDER, type Scene } from '../scene.ts';
import { asked, failure, lostSearch, sceneOf, TASKS } from './scene.ts';

/** A create under the key whose answer is lost, with what GitHub shows of it then. */
async function lost(
  faults: readonly FaultSource[] = [],
  order: Parameters<typeof sceneOf>[1] = {},
): Promise<Scene> {
  const one = await sceneOf([{ do: 'error-after' }, ...faults], order);
  await failure(one.agent.create(ORDER, FIRST_IDENTITY, one.call));
  return one;
}

const find = (one: Scene, given: Partial<Search> = {}): Promise<Found> =>
  one.agent.find(lostSearch(one, given), one.call);
/** For what an attempt before this one has created. */
const earlier = (one: Scene, given: Partial<Search> = {}): Search =>
  one.search({ kind: 'earlier', order: ORDER, ...given });
const onlyId = ({ sandbox }: Scene): string => sandbox.store.all()[0]?.id ?? '';
const reads = (one: Scene): number =>
  asked(one).filter((line) => /\/tasks\/[0-9a-f-]+ /.test(line)).length;

describe('a lost create', () => {
  it('is found once its session shows the prompt', async () => {
    const steps = [
      { at: 0, status: 'ACTIVE' },
      { at: '10s', status: 'COMPLETE', result: 'Rounded.' },
    ];
    const one = await lost([], { scenario: { turns: [{ steps }] } });
    expect(await find(one)).toEqual({
      kind: 'open',
      why: `GitHub does not show the prompt of 1 task (${onlyId(one)})`,
      mayClose: true,
    });
    one.clock.advance(5_000);
    expect(await find(one)).toMatchObject({
      kind: 'found',
      matches: [{ run: { id: onlyId(one), status: 'in_progress' }, generation: 1, asks: 'same' }],
    });
    expect(one.sandbox.store.created).toBe(1);
  });

  it('is judged by its own session then', async () => {
    const one = await lost([{ do: 'reopened' }]);
    one.clock.advance(2_500);
    await find(one);
    expect(await one.agent.read(onlyId(one), one.call)).toMatchObject({ meaning: 'succeeded' });
  });

  it('is asked for in both lists, since it was sent', async () => {
    const one = await lost();
    await find(one);
    const list = 'sort=created_at&direction=desc';
    const rest = 'per_page=100&page=1&since=2026-01-02T02%3A59%3A06Z';
    expect(asked(one).slice(1)).toEqual([
      'GET /user 200',
      `GET ${TASKS}?${list}&is_archived=false&${rest} 200`,
      `GET ${TASKS}?${list}&is_archived=true&${rest} 200`,
      `GET ${TASKS}/${onlyId(one)} 200`,
    ]);
  });

  it('was not carried out where no task is there', async () => {
    const one = await sceneOf([{ do: 'error-before' }]);
    await failure(one.agent.create(ORDER, FIRST_IDENTITY, one.call));
    expect(await find(one)).toEqual({ kind: 'none' });
  });

  it.each<[string, FaultSource, string]>([
    ['the list lags', { do: 'list-lag' }, 'none'],
    ['sessions come late', { do: 'late-sessions' }, 'open'],
  ])('is found later where %s', async (_, fault, before) => {
    const one = await lost([fault]);
    one.clock.advance(1_000);
    expect((await find(one)).kind).toBe(before);
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
    one.clock.advance(1_000);
    expect(await find(one)).toMatchObject({
      kind: 'found',
      matches: [{ run: { id: onlyId(one) } }],
    });
  });

  it('has the tasks of other people left alone', async () => {
    const one = await lost([{ do: 'foreign-tasks' }]);
    one.clock.advance(1_000);
    await find(one);
    // Its own, and that of an automation, which names nobody.
    expect(reads(one)).toBe(2);
  });

  it('may be a task of an organization, or of nobody named', async () => {
    const tasks = [
      { id: 'own', creator: { id: 501 }, creator_type: 'user' },
      { id: 'of-another', creator: { id: 777 }, creator_type: 'user' },
      { id: 'of-an-organization', creator: { id: 778 }, creator_type: 'organization' },
      { id: 'of-nobody' },
    ];
    const list = { on: 'runs', nth: 1, do: { status: 200, body: { tasks } } };
    const one = await sceneOf([list]);
    await find(one);
    expect(asked(one).filter((line) => line.startsWith(`GET ${TASKS}/`))).toEqual([
      `GET ${TASKS}/own 404`,
      `GET ${TASKS}/of-an-organization 404`,
      `GET ${TASKS}/of-nobody 404`,
    ]);
  });

  it('is not told apart from a second one with its marker', async () => {
    const one = await lost([{ do: 'equal-marker' }]);
    one.clock.advance(1_000);
    const found = await find(one);
    expect(found.kind === 'found' && found.matches.length).toBe(2);
  });

  it.each<FaultSource>([{ do: 'no-prompt' }, { do: 'no-sessions' }])(
    'stays open where prompts are not shown: %j',
    async (fault) => {
      const one = await lost([fault]);
      one.clock.advance(2_500);
      expect(await find(one)).toMatchObject({ kind: 'open', mayClose: true });
    },
  );

  it('stays open while the task that is listed cannot be found itself', async () => {
    const one = await lost([{ on: 'read', nth: 1, do: { status: 404 } }]);
    one.clock.advance(2_500);
    expect(await find(one)).toMatchObject({ kind: 'open', mayClose: true });
    expect(await find(one)).toMatchObject({ kind: 'found' });
  });

  it.each([
    [3, ''],
    [4, ', …'],
  ])('is open with the newest of %i tasks that show no prompt', async (count, more) => {
    const one = await sceneOf([{ do: 'no-prompt' }]);
    for (let nth = 0; nth < count; nth += 1) {
      await one.agent.create(ORDER, null, one.call);
      one.clock.advance(1_000);
    }
    const newest = one.sandbox.store
      .all()
      .map(({ id }) => id)
      .slice(-3)
      .toReversed();
    expect(await find(one)).toEqual({
      kind: 'open',
      why: `GitHub does not show the prompt of ${count} tasks (${newest.join(', ')}${more})`,
      mayClose: true,
    });
  });

  it.each([
    [true, 'yes'],
    [false, 'no'],
  ])(
    'that is found waits for its pull request where one was asked for: %j',
    async (createPullRequest, awaitsPullRequest) => {
      const one = await lost([{ do: 'late-pull-request' }]);
      one.clock.advance(2_500);
      expect(await find(one, { order: { ...ORDER, createPullRequest } })).toMatchObject({
        matches: [{ run: { meaning: 'succeeded', awaitsPullRequest } }],
      });
    },
  );

  it('of another prompt is told as that', async () => {
    const one = await lost();
    one.clock.advance(1_000);
    const identity = { ...FIRST_IDENTITY, asked: 'c3'.repeat(16) };
    expect(await find(one, { identity })).toMatchObject({ matches: [{ asks: 'other' }] });
  });

  it('reads each prompt once, for all tasks of a fleet', async () => {
    const one = await sceneOf();
    await one.agent.create(ORDER, null, one.call);
    await one.agent.create({ ...ORDER, prompt: 'Something else.' }, null, one.call);
    one.clock.advance(1_000);
    for (const key of ['d4', 'e5', 'f6']) {
      const identity = { ...FIRST_IDENTITY, key: key.repeat(16) };
      expect(await find(one, { identity })).toEqual({ kind: 'none' });
    }
    const lines = asked(one).slice(2);
    expect([reads(one), lines.length]).toEqual([2, 5]);
  });

  it('leaves out what the step itself has created under other keys', async () => {
    const one = await sceneOf();
    await one.agent.create(ORDER, { ...FIRST_IDENTITY, key: 'd4'.repeat(16) }, one.call);
    expect(await find(one)).toEqual({ kind: 'none' });
    expect(reads(one)).toBe(0);
  });

  it('is looked for also where the person is not told', async () => {
    const one = await lost([{ on: 'me', do: { status: 403, body: { message: 'No' } } }]);
    one.clock.advance(1_000);
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
    const one = await sceneOf();
    for (const generation of [1, 3, 2]) {
      await one.agent.create(ORDER, { ...FIRST_IDENTITY, generation }, one.call);
    }
    one.clock.advance(1_000);
    const other = one.anew();
    expect(await other.find(earlier(one), one.call)).toMatchObject({
      kind: 'found',
      matches: [{ generation: 3 }],
    });
  });

  it('is none where nothing carries the key', async () => {
    const one = await sceneOf();
    await one.agent.create(ORDER, null, one.call);
    one.clock.advance(1_000);
    expect(await one.anew().find(earlier(one), one.call)).toEqual({ kind: 'none' });
  });

  it('is no task whose prompt quotes its marker, as the text of an event may', async () => {
    const one = await sceneOf();
    const quoted = markerOf({ ...FIRST_IDENTITY, generation: 9 });
    await one.agent.create(ORDER, FIRST_IDENTITY, one.call);
    await one.agent.create({ ...ORDER, prompt: `Answer this: ${quoted}` }, null, one.call);
    one.clock.advance(1_000);
    const found = await one.anew().find(earlier(one), one.call);
    expect(found).toMatchObject({ kind: 'found', matches: [{ generation: 1 }] });
  });

  it('older than what matters is left out', async () => {
    const one = await sceneOf();
    await one.agent.create(ORDER, FIRST_IDENTITY, one.call);
    one.clock.advance(1_000);
    const search = earlier(one, { from: one.clock.wall() - 500 });
    expect(await one.anew().find(search, one.call)).toEqual({ kind: 'none' });
  });

  it('stays open behind a hundred tasks that were read', async () => {
    const one = await sceneOf([], {
      scenario: { turns: [{ steps: [{ at: 0, status: 'ACTIVE' }] }] },
    });
    const limiter = {
      acquire: () => Promise.resolve({ done: () => undefined }),
      spacing: () => 0,
      delay: () => 0,
      asked: () => 0,
    };
    const agent = one.anew({ limiter });
    const other = one.anew({ limiter });
    for (let nth = 0; nth < 102; nth += 1) {
      await agent.create(ORDER, null, one.call);
    }
    one.clock.advance(1_000);
    expect(await other.find(earlier(one), one.call)).toEqual({
      kind: 'open',
      why: '102 tasks may be the one, and no more than 100 are read',
    });
    expect(reads(one)).toBe(100);
  });

  it('is looked for among the own tasks where the order is not known', async () => {
    const one = await sceneOf([{ do: 'late-pull-request' }]);
    await one.agent.create(ORDER, FIRST_IDENTITY, one.call);
    one.clock.advance(2_500);
    const found = await one.anew().find(earlier(one, { order: null }), one.call);
    expect(found).toMatchObject({
      kind: 'found',
      matches: [{ generation: 1, run: { meaning: 'succeeded', awaitsPullRequest: 'no' } }],
    });
    expect(asked(one).at(-1)).toMatch(/^GET \/agents\/tasks\/[0-9a-f-]+ 200$/);
  });
});
