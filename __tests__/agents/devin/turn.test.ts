/** One turn of a session, over real HTTP against the sandbox's face (contract 4.5, 4.7, 18.5). */
import { describe, expect, it } from '@jest/globals';
import type { Entry, LogPart, Message, RunShown, TurnReader } from '../../../src/agents/port.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import type { Scene } from '../scene.ts';
import { sceneOf, WORK } from './scene.ts';

const FOLLOW_UP: Message = { text: 'More.\n\n(ara-1)', mark: 'ara-1', images: [] };
const END = { message_type: 'FINAL_ANSWER', observation: 'The last word.' } as const;

/** The result and the cause of a turn that ends with its last word alone. */
const LAST_WORD = ['The last word.', 'The last word.'] as const;
const DONE = { outcome: 'done', message: 'Done.' };
const inWords = (text: string): unknown => expect.stringContaining(text);
const SILENT = { result: undefined, entry: undefined };

/** A session that says one thing and is over, as `status` and `more` tell. */
const oneStep = (status: string, more: object = {}): ScenarioSource => ({
  turns: [{ steps: [{ at: '1s', status, result: 'R', entry: END, ...more }] }],
});
const sceneWith = (scenario: ScenarioSource, faults: readonly FaultSource[] = []): Promise<Scene> =>
  sceneOf(faults, { scenario });

/** Everything that can be read at once. */
async function readAll(
  { call }: Scene,
  reader: TurnReader,
  last = false,
): Promise<{ readonly entries: readonly Entry[]; readonly part: LogPart<RunShown> }> {
  const entries: Entry[] = [];
  for (;;) {
    const part = await reader.read(call, { last });
    entries.push(...part.entries.map(({ entry }) => entry));
    if (!part.more) {
      return { entries, part };
    }
  }
}

const brief = (entries: readonly Entry[]): unknown[] =>
  entries.map(({ view }) => [view.message_type, view.thought ?? view.observation]);
const runOf = ({ part }: { readonly part: LogPart<RunShown> }): Partial<RunShown> => part.run ?? {};

describe('a created session', () => {
  it('is followed from its prompt to its answer, each entry once', async () => {
    const scene = await sceneOf();
    const { id } = await scene.create();
    const reader = scene.follow({ runId: id });
    const first = await readAll(scene, reader);
    expect(brief(first.entries)).toEqual([
      ['USER_MESSAGE', 'Fix it.\n\nOpen a pull request with your changes.'],
    ]);
    expect(first.part).toMatchObject({
      run: { status: 'new', meaning: 'active' },
      untold: [{ message_type: 'FINAL_ANSWER', observation: 'A plan.' }],
      complete: false,
      moved: true,
      more: false,
    });
    expect(first.part.run?.result).toBeUndefined();
    scene.clock.advance(1_000);
    expect(await readAll(scene, reader)).toMatchObject({
      entries: [],
      part: { run: { status: 'running/working', meaning: 'active' } },
    });
    scene.clock.advance(1_000);
    const end = await readAll(scene, reader);
    const pull = 'https://github.com/acme/shop/pull/812';
    expect(runOf(end)).toMatchObject({
      status: 'running/waiting_for_user',
      meaning: 'succeeded',
      result: `Fixed in ${pull}.`,
      cause: null,
      pullRequests: [{ kind: 'address', url: pull, isEarlier: false }],
      usage: { unit: 'acu', amount: 1.5, costUsd: null },
    });
    expect(brief(end.entries)).toEqual([
      ['PLAN_EVALUATION', 'A plan.'],
      ['INITIAL_PR_GENERATION', pull],
    ]);
    const last = await readAll(scene, reader, true);
    expect(brief(last.entries)).toEqual([['FINAL_ANSWER', 'Fixed.']]);
    expect(last.part).toMatchObject({ complete: true, missing: 0, untold: [] });
    const all = [...first.entries, ...end.entries, ...last.entries];
    expect(all.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(all.map(({ isNote = false }) => isNote)).toEqual([false, false, true, false]);
    expect(JSON.parse(all[1]?.line ?? '')).toEqual({
      agent_run_id: id,
      created_at: '2026-01-02T03:04:06.000Z',
      message_type: 'PLAN_EVALUATION',
      thought: 'A plan.',
      tool_name: null,
      tool_input: null,
      tool_output: null,
      observation: null,
      source_id: expect.stringMatching(/^ev-/),
    });
    expect(reader.close()).toEqual([]);
  });

  it('whose messages do not fit into one answer is read in smaller pages', async () => {
    const said = (nth: number): string => `${nth} ${'x'.repeat(6_000_000)}`;
    const steps = [1, 2, 3].map((nth) => ({
      at: '1s',
      entry: { message_type: 'PLAN_EVALUATION', thought: said(nth) },
    }));
    const scene = await sceneWith({ turns: [{ steps: [...steps, { at: '1s', status: 'exit' }] }] });
    const { id } = await scene.create();
    scene.clock.advance(2_000);
    const { entries } = await readAll(scene, scene.follow({ runId: id }), true);
    expect(entries.map(({ view }) => [view.message_type, view.thought?.slice(0, 1)])).toEqual([
      ['USER_MESSAGE', undefined],
      ['PLAN_EVALUATION', '1'],
      ['PLAN_EVALUATION', '2'],
      ['FINAL_ANSWER', undefined],
    ]);
  });

  describe('whose agent says something and works on', () => {
    const SAID = { message_type: 'PLAN_EVALUATION', thought: 'So far.' } as const;
    const talk = (...more: readonly object[]): ScenarioSource => ({
      turns: [{ steps: [{ at: '1s', status: 'ACTIVE', entry: SAID }, ...more] }],
    });

    async function thought(scenario: ScenarioSource) {
      const scene = await sceneWith(scenario, [{ do: 'no-output' }]);
      const { id } = await scene.create();
      const reader = scene.follow({ runId: id });
      scene.clock.advance(1_000);
      const first = await readAll(scene, reader);
      scene.clock.advance(10_000);
      const second = await readAll(scene, reader);
      return { scene, reader, told: [...first.entries, ...second.entries] };
    }

    it('is told as a thought with the next message, once', async () => {
      const said = { message_type: 'PLAN_EVALUATION', thought: 'And more.' };
      const { scene, reader, told } = await thought(talk({ at: '20s', entry: said }));
      expect(brief(told)).toEqual([['USER_MESSAGE', expect.any(String)]]);
      scene.clock.advance(9_000);
      expect(brief((await readAll(scene, reader)).entries)).toEqual([
        ['PLAN_EVALUATION', 'So far.'],
      ]);
      scene.clock.advance(10_000);
      expect((await readAll(scene, reader)).entries).toEqual([]);
      expect(brief(reader.close().map(({ entry }) => entry))).toEqual([
        ['PLAN_EVALUATION', 'And more.'],
      ]);
      expect(reader.close()).toEqual([]);
    });

    it('has it as its answer where nothing more is said', async () => {
      const { scene, reader } = await thought(talk({ at: '20s', status: 'COMPLETE' }));
      scene.clock.advance(40_000);
      const end = await readAll(scene, reader);
      expect(end.part).toMatchObject({ untold: [{ message_type: 'FINAL_ANSWER' }] });
      // A later message that a replica does not show yet is waited for.
      expect((await readAll(scene, reader, true)).part).toMatchObject({ complete: false });
      scene.clock.advance(5_000);
      const { entries } = await readAll(scene, reader, true);
      expect(brief(entries)).toEqual([['FINAL_ANSWER', 'So far.']]);
      expect((await readAll(scene, reader, true)).entries).toEqual([]);
    });

    it.each([
      ['read on', (scene: Scene, reader: TurnReader) => readAll(scene, reader)],
      ['read the log', ({ call }: Scene, reader: TurnReader) => reader.run(call)],
    ])('has it as well where no time is left to %s', async (_, look) => {
      const { scene, reader } = await thought(talk({ at: '20s', status: 'COMPLETE' }));
      scene.clock.advance(40_000);
      await look(scene, reader);
      expect(brief(reader.close().map(({ entry }) => entry))).toEqual([
        ['FINAL_ANSWER', 'So far.'],
      ]);
    });
  });

  it('a message that a replica shows late is waited for after the end, for a while', async () => {
    const scene = await sceneOf([{ on: 'logs', from: 2, do: { fault: 'message-lag', for: '4s' } }]);
    const { id } = await scene.create();
    const reader = scene.follow({ runId: id });
    await readAll(scene, reader);
    scene.clock.advance(2_000);
    const end = await readAll(scene, reader);
    expect(runOf(end)).toMatchObject({ meaning: 'succeeded' });
    expect((await readAll(scene, reader, true)).part).toMatchObject({ complete: false });
    scene.clock.advance(4_000);
    const late = await readAll(scene, reader, true);
    expect(late.part).toMatchObject({ complete: true });
    expect(brief(late.entries)).toEqual([
      ['PLAN_EVALUATION', 'A plan.'],
      ['FINAL_ANSWER', 'Fixed.'],
    ]);
  });

  it('one that never comes is not waited for longer, nor beyond the time of the step', async () => {
    const scene = await sceneWith(oneStep('running/finished', SILENT));
    const { id } = await scene.create();
    scene.clock.advance(1_000);
    const reader = scene.follow({ runId: id });
    await readAll(scene, reader);
    expect((await readAll(scene, reader, true)).part).toMatchObject({ complete: false });
    const hurried = { ...scene.call, deadline: scene.clock.now() + 3_000 };
    expect(await reader.read(hurried, { last: true })).toMatchObject({ complete: true });
    scene.clock.advance(5_000);
    expect((await readAll(scene, reader, true)).part).toMatchObject({ complete: true });
  });

  it('a pull request that the last read alone shows is noted', async () => {
    const scene = await sceneWith({
      turns: [
        {
          steps: [
            { at: '1s', status: 'COMPLETE', result: 'R', entry: END },
            { at: '2s', github_pull_requests: [{ url: '{{repository}}/pull/9' }] },
          ],
        },
      ],
    });
    const { id } = await scene.create();
    scene.clock.advance(1_000);
    const reader = scene.follow({ runId: id });
    await readAll(scene, reader);
    await readAll(scene, reader, true);
    scene.clock.advance(1_000);
    await reader.run(scene.call);
    expect(brief(reader.close().map(({ entry }) => entry))).toEqual([
      ['INITIAL_PR_GENERATION', 'https://github.com/acme/shop/pull/9'],
    ]);
  });

  it('that was at work and waits without a word asks after a while', async () => {
    const scene = await sceneWith(
      {
        turns: [
          {
            steps: [
              { at: '1s', status: 'ACTIVE' },
              { at: '5s', status: 'running/waiting_for_user' },
            ],
          },
        ],
      },
      [{ do: 'no-output' }],
    );
    const { id } = await scene.create();
    const reader = scene.follow({ runId: id });
    scene.clock.advance(2_000);
    await readAll(scene, reader);
    scene.clock.advance(3_000);
    expect(runOf(await readAll(scene, reader))).toMatchObject({ meaning: 'active' });
    scene.clock.advance(30_000);
    expect(runOf(await readAll(scene, reader))).toMatchObject({ meaning: 'needs_input' });
  });

  it('that is cut short keeps its last message as a thought', async () => {
    const scene = await sceneOf();
    const { id } = await scene.create();
    const reader = scene.follow({ runId: id });
    await readAll(scene, reader);
    expect(brief(reader.close().map(({ entry }) => entry))).toEqual([
      ['PLAN_EVALUATION', 'A plan.'],
    ]);
  });

  it('that shows its end, without time to read it once more, has its answer', async () => {
    const scene = await sceneOf();
    const { id } = await scene.create();
    scene.clock.advance(2_000);
    const reader = scene.follow({ runId: id });
    await readAll(scene, reader);
    expect(brief(reader.close().map(({ entry }) => entry))).toEqual([['FINAL_ANSWER', 'Fixed.']]);
  });

  it.each([
    ['WAITING_FOR_INPUT', {}, [], 'needs_input', 'R', 'R'],
    ['FAILED', {}, [], 'failed', 'R', 'R'],
    ['COMPLETE', {}, [{ do: 'finished' }], 'succeeded', 'R', null],
    ['COMPLETE', {}, [{ do: 'falls-asleep' }], 'succeeded', 'R', null],
    ['COMPLETE', {}, [{ do: 'no-output' }], 'needs_input', 'The last word.', 'The last word.'],
    [
      'running/finished',
      {},
      [{ do: 'no-output' }],
      'unverified',
      'The last word.',
      expect.stringContaining('output'),
    ],
    ['running/waiting_for_user', { output: { message: 'R' } }, [], 'needs_input', ...LAST_WORD],
    ['running/waiting_for_user', { output: { outcome: 'DONE' } }, [], 'needs_input', ...LAST_WORD],
    ['Running/Waiting-For-User', {}, [], 'needs_input', ...LAST_WORD],
    ['SUSPENDED/Inactivity', {}, [{ do: 'no-output' }], 'needs_input', 'The last word.', null],
    ['running/waiting_for_approval', {}, [], 'needs_input', 'The last word.', null],
    ['suspended/user_request', {}, [], 'cancelled', 'The last word.', null],
    ['suspended/error', {}, [], 'failed', 'The last word.', inWords('suspended/error')],
    ['suspended/hibernation', {}, [], 'needs_input', 'The last word.', null],
    ['error', {}, [], 'failed', 'The last word.', inWords('error')],
    ['error', { output: DONE }, [], 'failed', 'Done.', inWords('error')],
    ['suspended/error', { output: DONE }, [], 'failed', 'Done.', inWords('suspended/error')],
    ['suspended/out_of_quota', { output: DONE }, [], 'failed', 'Done.', inWords('credit')],
    ['exit', {}, [], 'succeeded', 'The last word.', null],
    ['exit', SILENT, [], 'unverified', null, expect.stringContaining('output')],
    ['exit/user_request', {}, [], 'cancelled', 'The last word.', null],
    ['error', SILENT, [], 'failed', null, inWords('gives no reason')],
    ['running/thinking_hard', {}, [], 'active', undefined, null],
    ['hibernating', {}, [], 'unknown', undefined, null],
  ])('%s %j %j is %s', async (...[status, more, faults, meaning, result, cause]) => {
    const scene = await sceneWith(oneStep(status, more), faults);
    const { id } = await scene.create();
    scene.clock.advance(4_000);
    const read = await readAll(scene, scene.follow({ runId: id }));
    expect(runOf(read)).toMatchObject({ meaning, cause });
    expect(runOf(read).result).toBe(result);
  });

  it.each([
    ['usage_limit_exceeded', 'max_acu_limit'],
    ['out_of_credits', 'credit'],
    ['total_session_limit_exceeded', 'limit'],
    ['contract_expired', 'credit'],
  ])('suspended/%s is a failure for want of money, with text and entry', async (word, text) => {
    const scene = await sceneWith(oneStep(`suspended/${word}`));
    const { id } = await scene.create();
    scene.clock.advance(1_000);
    const reader = scene.follow({ runId: id });
    const read = await readAll(scene, reader);
    expect(runOf(read)).toMatchObject({
      meaning: 'failed',
      isOutOfMoney: true,
      result: 'The last word.',
      cause: expect.stringContaining(text),
    });
    const last = await readAll(scene, reader, true);
    expect(brief(last.entries)).toEqual([
      ['PLAN_EVALUATION', 'The last word.'],
      ['ERROR', `suspended/${word}`],
    ]);
    // Its cause is told beside the log.
    expect(last.entries[1]).toMatchObject({ isNote: true, namesNoCause: true });
  });

  it.each([
    ['running/waiting_for_approval', 'approval'],
    ['suspended/inactivity', 'waking'],
    ['running/waiting_for_user', null],
  ])('%s: what it waits for without having asked', async (status, waitsFor) => {
    const scene = await sceneWith(oneStep(status), [{ do: 'no-output' }]);
    const { id } = await scene.create();
    scene.clock.advance(4_000);
    const read = await readAll(scene, scene.follow({ runId: id }));
    expect(runOf(read)).toMatchObject({ meaning: 'needs_input', waitsFor });
  });

  it.each([
    ['error', true],
    ['exit', true],
    ['suspended/error', false],
  ])('%s: whether it takes no message any more', async (status, takesNoMessage) => {
    const scene = await sceneWith(oneStep(status));
    const { id } = await scene.create();
    scene.clock.advance(4_000);
    const read = await readAll(scene, scene.follow({ runId: id }));
    expect(runOf(read)).toMatchObject({ takesNoMessage });
  });

  it('that waits before it has begun is at work', async () => {
    const scene = await sceneWith(
      oneStep('running/waiting_for_user', { at: 0, entry: undefined }),
      [{ do: 'no-output' }, { do: 'message-lag' }],
    );
    const { id } = await scene.create();
    const reader = scene.follow({ runId: id });
    expect(runOf(await readAll(scene, reader))).toMatchObject({
      meaning: 'active',
      isUnbegun: true,
    });
  });

  it('that is queued or at work has begun, however long that takes', async () => {
    const scene = await sceneWith(oneStep('ACTIVE', { at: '1s', entry: undefined }));
    const { id } = await scene.create();
    const reader = scene.follow({ runId: id });
    const queued = runOf(await readAll(scene, reader));
    scene.clock.advance(2_000);
    const working = runOf(await readAll(scene, reader));
    expect([queued, working].map((run) => run?.meaning)).toEqual(['active', 'active']);
    expect([queued, working].map((run) => run?.isUnbegun)).toEqual([false, false]);
  });

  it('a schema of its own: the answer comes as JSON, whatever else is said', async () => {
    const scene = await sceneWith(oneStep('COMPLETE', { result: 'So: ```json\n{"a": 1}\n```' }));
    const { id } = await scene.create({ schema: { type: 'object' } });
    scene.clock.advance(1_000);
    const output = { outcome: 'done', message: 'x', answer: { a: 1 } };
    expect(runOf(await readAll(scene, scene.follow({ runId: id })))).toMatchObject({
      meaning: 'succeeded',
    });
    const told = await sceneWith(oneStep('COMPLETE', { output }));
    const made = await told.create({ schema: { type: 'object' } });
    told.clock.advance(1_000);
    expect(runOf(await readAll(told, told.follow({ runId: made.id })))).toMatchObject({
      result: 'x',
      structured: '{"a":1}',
    });
  });

  it('reads a long log page by page, and the last page again', async () => {
    const steps = [
      {
        at: 0,
        repeat: { times: 450, every: '1ms' },
        entry: { message_type: 'PLAN_EVALUATION', thought: '{{n}}' },
      },
      { at: '1s', status: 'COMPLETE', result: 'R', entry: END },
    ] as const;
    const scene = await sceneWith({ turns: [{ steps: [...steps] }] });
    const { id } = await scene.create();
    scene.clock.advance(500);
    const reader = scene.follow({ runId: id });
    const first = await readAll(scene, reader);
    expect(first.entries).toHaveLength(450);
    scene.clock.advance(500);
    const end = await readAll(scene, reader);
    const last = await readAll(scene, reader, true);
    expect(brief([...end.entries, ...last.entries])).toEqual([
      ['PLAN_EVALUATION', '450'],
      ['FINAL_ANSWER', 'The last word.'],
    ]);
  });

  it.each(['next-without-cursor', 'repeated-cursor'])(
    '%s is no end, and what was read is kept',
    async (fault) => {
      const scene = await sceneOf([{ on: 'logs', nth: 1, do: fault }]);
      const { id } = await scene.create();
      scene.clock.advance(2_000);
      const reader = scene.follow({ runId: id });
      const first = await readAll(scene, reader);
      expect(first.part).toMatchObject({ complete: false, run: { meaning: 'succeeded' } });
      const last = await readAll(scene, reader, true);
      expect(last.part).toMatchObject({ complete: true });
      expect([...first.entries, ...last.entries]).toHaveLength(4);
    },
  );

  it('says of a session that cannot be read that its messages were not asked for', async () => {
    const scene = await sceneOf([{ on: 'read', from: 2, do: { status: 503 } }]);
    const { id } = await scene.create();
    const reader = scene.follow({ runId: id });
    await reader.read(scene.call);
    expect(reader.failedAtRun).toBe(false);
    await expect(reader.read(scene.call)).rejects.toMatchObject({ status: 503 });
    expect(reader.failedAtRun).toBe(true);
  });

  it('whose messages cannot be read for now shows its end all the same (4.4)', async () => {
    const limited = { status: 429, headers: { 'retry-after': '600' } };
    const scene = await sceneOf([{ on: 'logs', do: limited }]);
    const { id } = await scene.create();
    const reader = scene.follow({ runId: id });
    expect(reader.runBeforeLog?.()).toBeNull();
    scene.clock.advance(2_000);
    await expect(reader.read(scene.call)).rejects.toMatchObject({ status: 429 });
    expect(reader.runBeforeLog?.()).toMatchObject({ meaning: 'succeeded' });
  });

  it('an outcome counts also where nobody knows the word of the session', async () => {
    const output = { outcome: 'question', message: 'Which?' };
    const scene = await sceneWith(oneStep('hibernating', { output }));
    const { id } = await scene.create();
    scene.clock.advance(1_000);
    const reader = scene.follow({ runId: id });
    expect(runOf(await readAll(scene, reader))).toMatchObject({ meaning: 'unknown' });
    scene.clock.advance(30_000);
    expect(runOf(await readAll(scene, reader))).toMatchObject({ meaning: 'needs_input' });
  });

  describe('that ends above, and not by its own word (4.3, 18.2)', () => {
    async function ended(status: string, output: object) {
      const scene = await sceneWith(oneStep(status, { output }));
      const { id } = await scene.create({ schema: { type: 'object' } });
      scene.clock.advance(1_000);
      const reader = scene.follow({ runId: id });
      const before = runOf(await readAll(scene, reader));
      await readAll(scene, reader, true);
      return { before, after: await reader.run(scene.call) };
    }

    it.each([
      ['done', 'succeeded', null],
      ['blocked', 'failed', 'No access.'],
      ['question', 'needs_input', 'No access.'],
    ])('at work, its output says how: %s', async (outcome, meaning, cause) => {
      const told = await ended('running/working', { outcome, message: 'No access.' });
      expect(told.before).toMatchObject({ meaning: 'active', result: undefined });
      expect(told.after).toMatchObject({
        status: 'running/working',
        meaning,
        cause,
        result: 'No access.',
      });
    });

    it.each(['running/done_for_now', 'completed'])('%s, its answer counts', async (status) => {
      const output = { ...DONE, answer: { pass: true } };
      const { after } = await ended(status, output);
      expect(after).toMatchObject({
        status,
        meaning: 'succeeded',
        result: 'Done.',
        structured: '{"pass":true}',
        lastWords: 'The last word.',
      });
    });

    it('without an output, its last message is the result', async () => {
      const { after } = await ended('running/working', { unfinished: true });
      expect(after).toMatchObject({ meaning: 'active', result: 'The last word.' });
    });
  });
});

describe('a follow-up', () => {
  interface Sent extends Scene {
    readonly id: string;
    readonly reader: TurnReader;
  }

  /** To a session whose first turn is over, or was at work for `workedMs`. */
  async function sent(
    faults: readonly FaultSource[] = [],
    { scenario = WORK, workedMs = 2_000, isArchived = false } = {},
  ): Promise<Sent> {
    const scene = await sceneWith(scenario, faults);
    const { agent, call, clock } = scene;
    const { id } = await scene.create();
    clock.advance(workedMs);
    if (isArchived) {
      await agent.stop?.(id, call);
    }
    const runBefore = await agent.read(id, call);
    const before = (await agent.followUps?.before(runBefore, call)) ?? null;
    expect(before?.memo.length).toBeLessThan(2_000);
    expect(await agent.followUps?.send({ id, before }, FOLLOW_UP, call)).toBeNull();
    const reader = scene.follow({ runId: id, mode: 'resumed', runBefore, before, sent: FOLLOW_UP });
    return { ...scene, id, reader };
  }

  it('begins with its echo, and old entries, output and pull requests do not count', async () => {
    const scene = await sent();
    const { reader, clock } = scene;
    const first = await readAll(scene, reader);
    expect(brief(first.entries)).toEqual([['USER_MESSAGE', FOLLOW_UP.text]]);
    expect(runOf(first)).toMatchObject({ status: 'running/working', meaning: 'active' });
    expect(runOf(first).pullRequests).toMatchObject([{ isEarlier: true }]);
    clock.advance(2_000);
    const end = await readAll(scene, reader);
    expect(runOf(end)).toMatchObject({ meaning: 'succeeded', result: 'Done again.' });
    const last = await readAll(scene, reader, true);
    expect(brief([...end.entries, ...last.entries])).toEqual([
      ['PLAN_EVALUATION', 'Once more.'],
      ['FINAL_ANSWER', 'Done again.'],
    ]);
  });

  it('the old state, which is shown for a while, is not the end of this turn', async () => {
    const scene = await sent([{ do: { fault: 'stale-session', for: '5s' } }]);
    const { reader, clock } = scene;
    const stale = await readAll(scene, reader);
    expect(runOf(stale)).toMatchObject({ status: 'running/waiting_for_user' });
    expect(runOf(stale)).not.toHaveProperty('result');
    clock.advance(5_000);
    expect(runOf(await readAll(scene, reader))).toMatchObject({
      meaning: 'succeeded',
      result: 'Done again.',
    });
  });

  it('the answer is said before the session shows it: its output is waited for', async () => {
    const scene = await sent([{ do: { fault: 'stale-session', for: '12s' } }]);
    const { reader, clock } = scene;
    clock.advance(3_000);
    const early = await readAll(scene, reader);
    expect(early.part.untold).toMatchObject([{ observation: 'Done again.' }]);
    expect(runOf(early)).toMatchObject({ meaning: 'active' });
    clock.advance(9_000);
    expect(runOf(await readAll(scene, reader))).toMatchObject({
      meaning: 'succeeded',
      result: 'Done again.',
    });
  });

  it('a session that shows no other output has it again, half a minute after it was said', async () => {
    const scene = await sent([{ do: { fault: 'stale-session', for: '90s' } }]);
    const { reader, clock } = scene;
    clock.advance(3_000);
    await readAll(scene, reader);
    clock.advance(30_000);
    expect(runOf(await readAll(scene, reader))).toMatchObject({
      meaning: 'succeeded',
      cause: null,
    });
  });

  it('the end is shown before the messages: it waits for what is said', async () => {
    const scene = await sent([{ on: 'logs', from: 2, do: { fault: 'message-lag', for: '10s' } }]);
    const { reader, clock } = scene;
    clock.advance(1_000);
    expect(runOf(await readAll(scene, reader))).toMatchObject({ meaning: 'active' });
    clock.advance(1_000);
    expect(runOf(await readAll(scene, reader))).toMatchObject({ meaning: 'active' });
    clock.advance(10_000);
    expect(runOf(await readAll(scene, reader))).toMatchObject({ meaning: 'succeeded' });
  });

  it('an output that says the same again still says how the turn ended, once the agent has answered', async () => {
    const again: ScenarioSource = {
      turns: [
        ...(oneStep('COMPLETE').turns ?? []),
        { steps: [{ at: '1s', status: 'COMPLETE', result: 'R', entry: END }] },
      ],
    };
    const scene = await sent([], { scenario: again });
    await readAll(scene, scene.reader);
    scene.clock.advance(1_000);
    expect(runOf(await readAll(scene, scene.reader))).toMatchObject({
      meaning: 'succeeded',
      result: 'The last word.',
    });
  });

  describe('of an output that', () => {
    /** The first turn ends with the output `DONE`, the second one with `output`. */
    async function answered(output: object): Promise<Partial<RunShown>> {
      const scenario = {
        turns: [
          ...oneStep('COMPLETE', { output: DONE }).turns,
          ...oneStep('COMPLETE', { output }).turns,
        ],
      };
      const { clock, ...scene } = await sent([], { scenario });
      await readAll({ ...scene, clock }, scene.reader);
      clock.advance(1_000);
      return runOf(await readAll({ ...scene, clock }, scene.reader));
    }

    it.each<[string, object, string, string]>([
      ['names it', { ...DONE, reference: '(ara-1)' }, 'succeeded', 'Done.'],
      ['names none and is another', { ...DONE, message: 'More.' }, 'succeeded', 'More.'],
      ['names none and is the same', DONE, 'succeeded', 'The last word.'],
      [
        'names another message',
        { outcome: 'done', message: 'Other.', reference: 'ara-0' },
        'succeeded',
        'The last word.',
      ],
      [
        'names it and asks',
        { outcome: 'question', message: 'Which?', reference: 'ara-1' },
        'needs_input',
        'Which?',
      ],
    ])('%s', async (...[, output, meaning, result]) => {
      expect(await answered(output)).toMatchObject({ meaning, result, isOwnResult: true });
    });

    it('comes with an answer: it counts where it is of this turn', async () => {
      const answer = { a: 1 };
      expect(await answered({ ...DONE, reference: 'ara-1', answer })).toMatchObject({
        structured: '{"a":1}',
      });
      expect(await answered({ ...DONE, reference: 'ara-0', answer })).toMatchObject({
        structured: null,
        lastWords: 'The last word.',
      });
    });
  });

  it('put to sleep in mid-work, after it was answered, has the outcome that the output tells', async () => {
    const asleep: ScenarioSource = {
      turns: [
        ...oneStep('COMPLETE', { output: { outcome: 'done', message: 'R' } }).turns,
        {
          steps: [
            { at: '1s', entry: { message_type: 'PLAN_EVALUATION', thought: 'On it.' } },
            { at: '5s', status: 'suspended/user_request' },
          ],
        },
      ],
    };
    const { reader, clock, ...scene } = await sent([], { scenario: asleep });
    clock.advance(2_000);
    expect(runOf(await readAll({ ...scene, clock }, reader))).toMatchObject({ meaning: 'active' });
    clock.advance(4_000);
    // Contract 18.5: the mark was echoed, and a message of the agent followed.
    expect(runOf(await readAll({ ...scene, clock }, reader))).toMatchObject({
      status: 'suspended/user_request',
      meaning: 'succeeded',
      result: 'On it.',
    });
  });

  it('put to sleep in mid-work, before it was answered, is cancelled', async () => {
    const asleep: ScenarioSource = {
      turns: [
        ...oneStep('COMPLETE', { output: { outcome: 'done', message: 'R' } }).turns,
        { steps: [{ at: '5s', status: 'suspended/user_request' }] },
      ],
    };
    const { reader, clock, ...scene } = await sent([], { scenario: asleep });
    clock.advance(2_000);
    expect(runOf(await readAll({ ...scene, clock }, reader))).toMatchObject({ meaning: 'active' });
    clock.advance(4_000);
    expect(runOf(await readAll({ ...scene, clock }, reader))).toMatchObject({
      meaning: 'cancelled',
      cause: null,
    });
  });

  it.each<[string, string[]]>([
    ['before it was answered', []],
    ['after it was answered', ['On it.']],
  ])(
    'that an earlier attempt has stopped %s is found and followed as cancelled',
    async (_, words) => {
      const stopped: ScenarioSource = {
        turns: [
          ...oneStep('COMPLETE', {
            output: DONE,
            github_pull_requests: [{ url: '{{repository}}/pull/812' }],
          }).turns,
          {
            steps: [
              ...words.map((thought) => ({
                at: '1s',
                entry: { message_type: 'PLAN_EVALUATION', thought },
              })),
              { at: '5m', status: 'COMPLETE', result: 'R' },
            ],
          },
        ],
      };
      const scene = await sent([], { scenario: stopped });
      const { agent, call, clock, id } = scene;
      clock.advance(2_000);
      await agent.stop?.(id, call);
      clock.advance(60_000);
      expect(await agent.followUps?.find({ id, before: null }, 'ara-1', call)).toMatchObject({
        kind: 'found',
        run: { meaning: 'cancelled', status: 'suspended/user_request' },
      });
      const found = { runId: id, mode: 'resumed', sent: FOLLOW_UP, isFound: true } as const;
      expect(runOf(await readAll(scene, scene.follow(found)))).toMatchObject({
        meaning: 'cancelled',
        cause: null,
      });
    },
  );

  it('that is answered without a new output: what is asked is what was said', async () => {
    const asking: ScenarioSource = {
      turns: [
        { steps: [{ at: '1s', status: 'PAUSED', result: 'Which branch?', entry: END }] },
        {
          steps: [
            {
              at: '1s',
              status: 'PAUSED',
              result: 'Which branch?',
              entry: { message_type: 'FINAL_ANSWER', observation: 'And which file?' },
            },
          ],
        },
      ],
    };
    const scene = await sent([], { scenario: asking });
    await readAll(scene, scene.reader);
    scene.clock.advance(1_000);
    expect(runOf(await readAll(scene, scene.reader))).toMatchObject({
      meaning: 'needs_input',
      cause: 'And which file?',
    });
  });

  it('an output without the answer in it: the answer may stand in the last message', async () => {
    const scene = await sent();
    await readAll(scene, scene.reader);
    scene.clock.advance(2_000);
    expect(runOf(await readAll(scene, scene.reader))).toMatchObject({
      result: 'Done again.',
      structured: null,
      lastWords: 'Done again.',
    });
  });

  it('to an archived session: it is unarchived first, and that is said', async () => {
    const scene = await sent([], { isArchived: true });
    expect(scene.said).toEqual([expect.stringMatching(/^notice: Session .* was archived/)]);
    expect(scene.sandbox.store.get(scene.id)).toMatchObject({ isArchived: false });
    scene.clock.advance(1_000);
    expect(runOf(await readAll(scene, scene.reader))).toMatchObject({ meaning: 'active' });
  });

  it('to an archived session of which nothing could be remembered: it is unarchived first', async () => {
    const scene = await sceneOf();
    const { agent, call, clock, sandbox } = scene;
    const { id } = await scene.create();
    clock.advance(2_000);
    await agent.stop?.(id, call);
    await agent.followUps?.send({ id, before: null }, FOLLOW_UP, call);
    expect(sandbox.store.get(id)).toMatchObject({ isArchived: false });
  });

  it('to a session at work: what was said before does not belong to it', async () => {
    const scene = await sent([], { workedMs: 1_000 });
    const { reader, clock } = scene;
    expect(brief((await readAll(scene, reader)).entries)).toEqual([
      ['USER_MESSAGE', FOLLOW_UP.text],
    ]);
    clock.advance(1_000);
    const end = await readAll(scene, reader);
    expect(runOf(end)).toMatchObject({ meaning: 'succeeded' });
    expect(end.part.untold).toMatchObject([{ message_type: 'FINAL_ANSWER' }]);
  });

  it('to a session without credit: it is out of money if it stays so', async () => {
    const scene = await sent([], { scenario: oneStep('suspended/out_of_quota') });
    const { reader, clock } = scene;
    expect((await readAll(scene, reader)).part.untold).toEqual([]);
    clock.advance(120_000);
    const late = await readAll(scene, reader);
    expect(runOf(late)).toMatchObject({ meaning: 'failed', isOutOfMoney: true });
    expect(late.part.untold).toMatchObject([{ message_type: 'ERROR' }]);
  });

  it('whose answer was lost is found by its mark, in the messages since', async () => {
    const scene = await sceneOf([{ on: 'resume', do: 'lost-answer' }]);
    const { agent, call, clock } = scene;
    const { id } = await scene.create();
    clock.advance(2_000);
    const before = (await agent.followUps?.before(await agent.read(id, call), call)) ?? null;
    await expect(agent.followUps?.send({ id, before }, FOLLOW_UP, call)).rejects.toMatchObject({
      proof: 'ambiguous',
    });
    expect(await agent.followUps?.find({ id, before }, 'ara-1', call)).toMatchObject({
      run: { id },
    });
    const other = await agent.followUps?.find({ id, before }, 'ara-2', call);
    expect(other).toEqual({ kind: 'none' });
  });

  it.each(['next-without-cursor', 'repeated-cursor'])(
    'is found on a page behind which none can be read: %s',
    async (fault) => {
      const { agent, call, id } = await sent([{ on: 'logs', do: fault }]);
      const found = await agent.followUps?.find({ id, before: null }, 'ara-1', call);
      expect(found).toMatchObject({ kind: 'found', run: { id } });
      await expect(
        agent.followUps?.find({ id, before: null }, 'ara-2', call),
      ).rejects.toMatchObject({ kind: 'body' });
    },
  );

  it.each<[string, FaultSource['do']]>([
    ['a conflict', 'conflict'],
    ['a conflict after it was taken', 'conflict-after'],
    ['a 502', 'error-before'],
    ['a 502 after it was taken', 'error-after'],
    ['a page with status 503', 'html-503'],
    ['a web page', { status: 200, body: '<p>', headers: { 'content-type': 'text/html' } }],
    ['nothing', { status: 200, body: '' }],
    ['half a session', { status: 200, body: '{"session_id": "de' }],
  ])('that is answered with %s may not have arrived', async (_, answer) => {
    const scene = await sceneOf([{ on: 'resume', do: answer }]);
    const { agent, call } = scene;
    const { id } = await scene.create();
    await expect(
      agent.followUps?.send({ id, before: null }, FOLLOW_UP, call),
    ).rejects.toMatchObject({ proof: 'ambiguous' });
  });

  it.each([
    ['null', 'null'],
    ['a detail', '{"detail": "Message sent"}'],
  ])('that the service answers with %s has arrived', async (_, body) => {
    const scene = await sceneOf([{ on: 'resume', do: { status: 200, body, after: true } }]);
    const { agent, call } = scene;
    const { id } = await scene.create();
    expect(await agent.followUps?.send({ id, before: null }, FOLLOW_UP, call)).toBeNull();
  });

  it('without anything known from before: from its echo on, or after a while all', async () => {
    const scene = await sceneOf();
    const { agent, call, clock } = scene;
    const { id } = await scene.create();
    clock.advance(2_000);
    const runBefore = await agent.read(id, call);
    await agent.followUps?.send({ id, before: null }, FOLLOW_UP, call);
    const resumed = { runId: id, mode: 'resumed', runBefore } as const;
    const marked = scene.follow({ ...resumed, sent: FOLLOW_UP });
    expect(brief((await readAll(scene, marked)).entries)).toEqual([
      ['USER_MESSAGE', FOLLOW_UP.text],
    ]);
    const other = { ...FOLLOW_UP, mark: 'ara-9' };
    const unmarked = scene.follow({ ...resumed, sent: other });
    expect((await readAll(scene, unmarked)).entries).toEqual([]);
    clock.advance(30_000);
    expect((await readAll(scene, unmarked)).entries.length).toBeGreaterThan(3);
    expect(scene.said).toEqual([
      expect.stringContaining('The log could not be read before the follow-up'),
    ]);
  });
});

describe('a follow-up after reads that failed', () => {
  it('has no entries of the turn before, also where the log is read later', async () => {
    const scene = await sceneOf();
    const { agent, call, clock } = scene;
    const { id } = await scene.create();
    clock.advance(2_000);
    await agent.followUps?.send({ id, before: null }, FOLLOW_UP, call);
    const reader = scene.follow({ runId: id, mode: 'resumed', sent: FOLLOW_UP });
    clock.advance(31_000);
    expect(reader.overdue()).toEqual([]);
    const { entries } = await readAll(scene, reader);
    expect(entries[0]?.view.observation).toContain(FOLLOW_UP.mark);
  });

  it('has no answer of the turn before: the output counts once nothing more is said', async () => {
    const scene = await sceneOf();
    const { agent, call, clock } = scene;
    const { id } = await scene.create();
    clock.advance(2_000);
    await agent.followUps?.send({ id, before: null }, FOLLOW_UP, call);
    clock.advance(5_000);
    const reader = scene.follow({ runId: id, mode: 'resumed', sent: FOLLOW_UP });
    expect(runOf(await readAll(scene, reader))).toMatchObject({ meaning: 'active' });
    clock.advance(31_000);
    expect(runOf(await readAll(scene, reader))).toMatchObject({
      meaning: 'succeeded',
      result: 'Done again.',
    });
  });
});

describe('a follow-up before which the session was read, and then nothing more', () => {
  it.each([
    ['at work', 500],
    ['at rest', 2_000],
  ])('to a session %s: another output than was read then is new', async (_, workedMs) => {
    const scene = await sceneOf();
    const { agent, call, clock } = scene;
    const { id } = await scene.create();
    clock.advance(workedMs);
    const runBefore = await agent.read(id, call);
    await agent.followUps?.send({ id, before: null }, FOLLOW_UP, call);
    clock.advance(5_000);
    const reader = scene.follow({ runId: id, mode: 'resumed', runBefore, sent: FOLLOW_UP });
    expect(runOf(await readAll(scene, reader))).toMatchObject({ meaning: 'succeeded' });
  });

  it('the output that was read then is that of the turn before', async () => {
    const scene = await sceneOf();
    const { agent, call, clock } = scene;
    const { id } = await scene.create();
    clock.advance(2_000);
    const runBefore = await agent.read(id, call);
    const reader = scene.follow({ runId: id, mode: 'resumed', runBefore, sent: FOLLOW_UP });
    clock.advance(31_000);
    expect((await reader.run(call)).result).toBeUndefined();
  });
});

describe('a follow-up whose log could not be read before it', () => {
  const pull = (number: number) => ({ url: `{{repository}}/pull/${number}` });
  const [turn] = WORK.turns;
  const again = { at: '1s', status: 'COMPLETE', result: 'Done again.' } as const;
  const scenario: ScenarioSource = {
    turns: [
      ...(turn === undefined ? [] : [turn]),
      { steps: [{ ...again, github_pull_requests: [pull(812), pull(9)] }] },
    ],
  };
  const PULLS = [
    { url: expect.stringMatching(/812$/), isEarlier: true },
    { url: expect.stringMatching(/9$/), isEarlier: false },
  ];

  it('has the pull requests that the session did not show before', async () => {
    const scene = await sceneWith(scenario);
    const { agent, call, clock } = scene;
    const { id } = await scene.create();
    clock.advance(2_000);
    const runBefore = await agent.read(id, call);
    await agent.followUps?.send({ id, before: null }, FOLLOW_UP, call);
    clock.advance(2_000);
    const reader = scene.follow({ runId: id, mode: 'resumed', runBefore, sent: FOLLOW_UP });
    expect(runOf(await readAll(scene, reader)).pullRequests).toMatchObject(PULLS);
  });

  it.each(['next-without-cursor', 'repeated-cursor'])(
    'to its end, because of %s, has all that the session shows anew',
    async (fault) => {
      const scene = await sceneWith(scenario, [{ on: 'logs', nth: 1, do: fault }]);
      const { agent, call, clock } = scene;
      const { id } = await scene.create();
      clock.advance(2_000);
      const runBefore = await agent.read(id, call);
      const before = (await agent.followUps?.before(runBefore, call)) ?? null;
      await agent.followUps?.send({ id, before }, FOLLOW_UP, call);
      clock.advance(2_000);
      const reader = scene.follow({ runId: id, mode: 'resumed', before, sent: FOLLOW_UP });
      const read = await readAll(scene, reader);
      expect(runOf(read)).toMatchObject({ result: 'Done again.', pullRequests: PULLS });
      expect(brief(read.entries)[0]).toEqual(['USER_MESSAGE', FOLLOW_UP.text]);
    },
  );
});

/** A follow-up of an earlier attempt: nothing is known of the session before it (contract 4.8). */
async function foundFollowUp(scene: Scene) {
  const { agent, call, clock } = scene;
  const { id } = await scene.create();
  clock.advance(2_000);
  await agent.followUps?.send({ id, before: null }, FOLLOW_UP, call);
  clock.advance(2_000);
  const reader = scene.follow({ runId: id, mode: 'resumed', isFound: true, sent: FOLLOW_UP });
  return { id, reader };
}

it('a follow-up that was found by its mark: which pull requests are its own, GitHub tells', async () => {
  const url = '{{repository}}/pull/9';
  const done = { at: '1s', status: 'COMPLETE', result: 'Done.' } as const;
  const opened = { ...done, github_pull_requests: [{ url }] };
  const scene = await sceneWith({ turns: [{ steps: [done] }, { steps: [opened] }] });
  const { reader } = await foundFollowUp(scene);
  expect(runOf(await readAll(scene, reader)).pullRequests).toEqual([
    { kind: 'seen', url: expect.stringMatching(/9$/) },
  ]);
});

it('a follow-up that was found by its mark asks, whatever an earlier turn has opened', async () => {
  const opened = [{ url: '{{repository}}/pull/1' }];
  const asking = { message_type: 'FINAL_ANSWER', observation: 'Which module?' } as const;
  const turns = [
    ...oneStep('COMPLETE', { github_pull_requests: opened }).turns,
    { steps: [{ at: '1s', status: 'PAUSED', entry: asking }] },
  ];
  // Somebody else's session, which was not asked for an output.
  const scene = await sceneWith({ turns }, [{ do: 'no-output' }, { do: 'lost-tags' }]);
  const { agent, call, clock } = scene;
  const { id, reader } = await foundFollowUp(scene);
  await readAll(scene, reader);
  clock.advance(31_000);
  const read = await readAll(scene, reader);
  expect(runOf(read)).toMatchObject({ meaning: 'needs_input', cause: 'Which module?' });
  const found = await agent.followUps?.find({ id, before: null }, 'ara-1', call);
  expect(found).toMatchObject({
    run: { meaning: 'needs_input', pullRequests: [{ kind: 'seen' }] },
  });
  expect(reader.close().map(({ entry }) => entry.view.message_type)).toEqual(['FINAL_ANSWER']);
});

describe('an attached session', () => {
  it('counts from its start, and its answer is the one after the last message to it', async () => {
    const scene = await sceneOf();
    const { agent, call, clock } = scene;
    const { id } = await scene.create();
    clock.advance(2_000);
    await agent.followUps?.send({ id, before: null }, FOLLOW_UP, call);
    clock.advance(2_000);
    const reader = scene.follow({ runId: id, mode: 'attached' });
    const read = await readAll(scene, reader);
    const last = await readAll(scene, reader, true);
    expect(runOf(read)).toMatchObject({ meaning: 'succeeded', result: 'Done again.' });
    expect([...read.entries, ...last.entries].map(({ view }) => view.message_type)).toEqual([
      'USER_MESSAGE',
      'PLAN_EVALUATION',
      'PLAN_EVALUATION',
      'USER_MESSAGE',
      'PLAN_EVALUATION',
      'INITIAL_PR_GENERATION',
      'FINAL_ANSWER',
    ]);
  });
});
