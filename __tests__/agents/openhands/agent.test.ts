/** The adapter of OpenHands, member by member, over real HTTP against the sandbox's face. */
import { describe, expect, it } from '@jest/globals';
import { conversationIdOf, openOpenHands } from '../../../src/agents/openhands/index.ts';
import {
  RunGone,
  type Agent,
  type Before,
  type RunShown,
  type TurnReader,
} from '../../../src/agents/port.ts';
import { ServiceError } from '../../../src/http/errors.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import { MemoryHttp } from '../../support/memory-http.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { agentOver, FIRST_IDENTITY, IDENTITY, ORDER, openScene, type Scene } from '../scene.ts';

const ID = conversationIdOf(IDENTITY).replaceAll('-', '');
const MARK = 'ara-0123456789abcdef';

const WORK: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'A plan.' } },
        {
          at: '1s',
          entry: {
            tool_name: 'terminal',
            tool_input: { command: 'npm test' },
            tool_output: { exit_code: 1 },
            observation: 'red',
          },
        },
        {
          at: '2s',
          status: 'COMPLETE',
          result: 'Fixed.',
          usage: { tokens: 110, cost_usd: 0.5 },
          github_pull_requests: [{ url: '{{repository}}/pull/812' }],
        },
      ],
    },
    {
      queued: true,
      steps: [
        { at: 0, status: 'ACTIVE' },
        { at: '2s', status: 'COMPLETE', result: 'Again.', usage: { tokens: 40, cost_usd: 0.25 } },
      ],
    },
  ],
};
/** What a turn ends with is told in no event. */
const LATE: FaultSource = { do: { fault: 'late-events', for: '10m' } };
const ending = (status: string): ScenarioSource => ({
  turns: [{ steps: [{ at: '2s', status }] }],
});

const scene = (faults: readonly FaultSource[] = [], scenario = WORK): Promise<Scene> =>
  openScene({ service: 'openhands', open: openOpenHands, scenario: { ...scenario, faults } });

const errorOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (failure: unknown) => failure,
  );
const requestsOf = ({ sandbox }: Scene, kind: string): number =>
  sandbox.requests.filter((request) => request.kind === kind).length;

/** Reads every four seconds until the turn has ended, at most for so long, and then its log. */
async function untilEnd(of: Scene, reader: TurnReader, seconds = 120) {
  const types: string[] = [];
  const read = async () => {
    const part = await reader.read(of.call);
    types.push(...part.entries.map(({ entry }) => String(entry.view.message_type)));
    return part;
  };
  for (let waited = 0; waited < seconds; waited += 4) {
    let { run, complete } = await read();
    if (run !== null && run.meaning !== 'active') {
      while (!complete) {
        of.clock.advance(2_000);
        ({ run, complete } = await read());
      }
      return { run, types, waited };
    }
    of.clock.advance(4_000);
  }
  return { run: null, types, waited: seconds };
}

describe('a create', () => {
  it('carries the key as its id, and what it is to do', async () => {
    const of = await scene();
    const made = await of.create({ model: 'openhands/large', ref: 'next' });
    expect(made).toMatchObject({ id: ID, status: 'STARTING', meaning: 'active' });
    expect(made.webUrl).toMatch(new RegExp(`/conversations/${ID}$`));
    expect(of.sandbox.store.all()[0]?.request).toMatchObject({
      conversation_id: conversationIdOf(IDENTITY),
      selected_repository: 'acme/shop',
      selected_branch: 'next',
      llm_model: 'openhands/large',
      initial_message: {
        content: [{ text: 'Fix it.\n\nOpen a pull request with your changes.' }],
      },
    });
  });

  it('without a repository says nothing of pull requests', async () => {
    const of = await scene();
    await of.create({ repository: null });
    const { initial_message: message } = of.sandbox.store.all()[0]?.request ?? {};
    expect(message).toMatchObject({ content: [{ text: ORDER.prompt }] });
  });

  it.each([
    {
      what: 'without a reason names the access to the repository',
      fault: 'start-fails',
      cause: expect.stringMatching(/gives no reason.*acme\/shop.*may read the repository/s),
    },
    {
      what: 'with a reason tells that alone',
      fault: 'start-fails-with-detail',
      cause: 'The conversation could not be started: 500: Agent Server Failed to start properly',
    },
  ])('that ends in an error $what', async ({ fault, cause }) => {
    const of = await scene([{ do: fault }]);
    const { id } = await of.create();
    of.clock.advance(1_000);
    const read = await of.agent.read(id, of.call);
    expect(read).toMatchObject({ status: 'ERROR', meaning: 'failed', cause });
  });

  it('that is over the quota of the day is not sent again before that begins anew', async () => {
    const of = await scene([{ do: 'day-quota' }]);
    const error = await errorOf(of.create());
    // The longest wait that is kept is a day.
    expect(error).toMatchObject({ status: 429, throttled: true, retryAfterMs: 86_400_000 });
  });

  it('is found by its key while it starts, and when it has started', async () => {
    const of = await scene();
    const search = { identity: IDENTITY, kind: 'lost' } as const;
    expect(await of.agent.find(of.search(search), of.call)).toEqual({ kind: 'none' });
    await of.create();
    for (const status of ['STARTING', 'RUNNING/running']) {
      expect(await of.agent.find(of.search(search), of.call)).toMatchObject({
        kind: 'found',
        matches: [{ run: { id: ID, status }, asks: 'same' }],
      });
      of.clock.advance(1_000);
    }
  });
});

/** What a re-run finds of the run that `made` has created. */
const foundByRerun = (of: Scene) => of.anew().find(of.search({ kind: 'earlier' }), of.call);
/** Creates the first run of the key. */
const made = (of: Scene): Promise<RunShown> => of.agent.create(ORDER, FIRST_IDENTITY, of.call);

it.each(['missing', 'sleeps'])(
  'a search finds a run that ended well, and is %s since',
  async (fault) => {
    const of = await scene([{ do: fault }]);
    const { id } = await made(of);
    of.clock.advance(60_000);
    expect(await foundByRerun(of)).toMatchObject({
      kind: 'found',
      matches: [{ run: { id, meaning: 'succeeded' } }],
    });
  },
);

it('a run that was deleted is not there, and its key is not used for another one', async () => {
  const gone: FaultSource = { on: 'read', from: 2, do: { status: 200, body: [null] } };
  const of = await scene([gone]);
  const { id } = await of.create();
  of.clock.advance(4_000);
  expect(await of.agent.read(id, of.call)).toMatchObject({ meaning: 'succeeded' });
  expect(await errorOf(of.agent.read(id, of.call))).toMatchObject({ status: 404 });
  const found = await of.agent.find(of.search({ identity: IDENTITY, kind: 'lost' }), of.call);
  expect(found).toMatchObject({ kind: 'found', matches: [{ run: { id, meaning: 'failed' } }] });
});

it('a run that has just started between two reads is there', async () => {
  const notYet: FaultSource = { on: 'read', nth: 1, do: { status: 200, body: [null] } };
  const of = await scene([notYet]);
  const { id } = await of.create();
  of.clock.advance(1_000);
  expect(await of.agent.read(id, of.call)).toMatchObject({ status: 'RUNNING/running' });
});

it('a search finds a run that an earlier attempt has stopped as cancelled', async () => {
  const of = await scene([], ending('ACTIVE'));
  const { id } = await made(of);
  of.clock.advance(1_000);
  await of.agent.stop!(id, of.call);
  of.clock.advance(60_000);
  expect(await foundByRerun(of)).toMatchObject({
    kind: 'found',
    matches: [{ run: { id, meaning: 'cancelled' } }],
  });
  expect(await of.anew().read(id, of.call)).toMatchObject({
    meaning: 'active',
    waitsFor: 'paused',
  });
});

describe('a run whose events cannot be read', () => {
  const UNREAD: FaultSource = { on: 'logs', do: { status: 500 } };

  it.each([
    ['ACTIVE', 'RUNNING/running', 'active'],
    ['COMPLETE', 'RUNNING/finished', 'succeeded'],
    ['FAILED', 'RUNNING/error', 'failed'],
  ])('is told by its record alone: %s', async (word, status, meaning) => {
    const of = await scene([UNREAD], ending(word));
    const { id } = await of.create();
    of.clock.advance(4_000);
    const run = await of.agent.read(id, of.call);
    expect(run).toMatchObject({ status, meaning, cause: null });
    // Its result is told in its events.
    expect(run.result).toBeUndefined();
    // So that a follow-up goes on without the log once it was tried for a while (contract 4.5).
    expect(await errorOf(of.agent.followUps!.before(run, of.call))).toMatchObject({ status: 500 });
  });

  it('is told as far as its record goes where the time is up in a long log', async () => {
    const clock = new VirtualClock();
    const http = new MemoryHttp(clock, ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      const from = Number(searchParams.get('page_id') ?? 0);
      const items = [{ id: `e${from}`, timestamp: '2026-01-02T03:04:05', kind: 'StreamingDelta' }];
      const body = pathname.includes('/events/')
        ? { items, next_page_id: String(from + 1) }
        : [{ id: ID, sandbox_status: 'RUNNING', execution_status: 'running' }];
      return { body, delayMs: 120 };
    });
    const agent = await agentOver('openhands', { http, clock });
    const call = { signal: new AbortController().signal, deadline: clock.now() + 4_000 };
    expect(await agent.read(ID, call)).toMatchObject({ status: 'RUNNING/running' });
  });

  it.each<[string, FaultSource['do']]>([
    ['its sandbox sleeps', 'sleeps'],
    ['its sandbox is gone', 'missing'],
    ['its sandbox does not know its word', { fault: 'no-word', for: '10m' }],
  ])('is not told where they alone tell how it stands: %s', async (_, fault) => {
    const of = await scene([UNREAD, { do: fault }]);
    const { id } = await of.create();
    of.clock.advance(60_000);
    expect(await errorOf(of.agent.read(id, of.call))).toMatchObject({ status: 500 });
  });

  const asked = async (faults: readonly FaultSource[]) => {
    const of = await scene(faults);
    const { id } = await made(of);
    of.clock.advance(60_000);
    return { of, id };
  };
  const ASLEEP: FaultSource = { do: 'sleeps' };
  const REFUSED: FaultSource = { on: 'logs', do: { status: 403, body: { detail: 'No.' } } };

  it.each<[string, readonly FaultSource[]]>([
    ['is asleep', [UNREAD, ASLEEP]],
    ['is gone', [UNREAD, { do: 'missing' }]],
    ['is asleep, its events refused for good', [REFUSED, ASLEEP]],
  ])('is the one of a create whose answer was lost, also where it %s', async (_, faults) => {
    const { of, id } = await asked(faults);
    const search = of.search({ identity: FIRST_IDENTITY, kind: 'lost' });
    expect(await of.anew().find(search, of.call)).toMatchObject({
      kind: 'found',
      matches: [{ run: { id }, asks: 'same' }],
    });
  });

  it.each<[string, readonly FaultSource[], RegExp]>([
    ['for now', [UNREAD, ASLEEP], /HTTP 500/],
    ['for good', [REFUSED, ASLEEP], /HTTP 403/],
  ])('keeps a re-run from creating another one where they are refused %s', async (...given) => {
    const [, faults, refusal] = given;
    const { of, id } = await asked(faults);
    const found = await foundByRerun(of);
    expect(found).toMatchObject({ kind: 'open', mayClose: true });
    expect(found).toMatchObject({ why: expect.stringMatching(refusal) });
    expect(found).toMatchObject({ why: expect.stringContaining(id) });
  });

  it('says nothing of a later run under its key', async () => {
    const { of } = await asked([UNREAD, ASLEEP]);
    const { id } = await of.create();
    of.clock.advance(1_000);
    expect(await foundByRerun(of)).toMatchObject({
      kind: 'found',
      matches: [{ run: { id }, generation: IDENTITY.generation }],
    });
  });

  it('is found by a re-run, unless an earlier attempt may have stopped it', async () => {
    const of = await scene([UNREAD], ending('ACTIVE'));
    const { id } = await made(of);
    of.clock.advance(1_000);
    expect(await foundByRerun(of)).toMatchObject({
      kind: 'found',
      matches: [{ run: { id, meaning: 'active' } }],
    });
    await of.agent.stop!(id, of.call);
    expect(await foundByRerun(of)).toMatchObject({ kind: 'open', mayClose: true });
    // What this step has stopped, it knows.
    expect(await of.agent.read(id, of.call)).toMatchObject({ meaning: 'cancelled' });
  });
});

describe('a turn', () => {
  it('is told once and in order, with its result, use and pull request', async () => {
    const of = await scene();
    const { id } = await of.create();
    const { run, types } = await untilEnd(of, of.follow({ runId: id }));
    expect(types).toEqual(['USER_MESSAGE', 'PLAN_EVALUATION', 'ACTION', 'FINAL_ANSWER']);
    expect(run).toMatchObject({
      status: 'RUNNING/finished',
      meaning: 'succeeded',
      result: 'Fixed.',
      usage: { unit: 'tokens', amount: 110, costUsd: 0.5 },
      pullRequests: [{ url: 'https://github.com/acme/shop/pull/812', isEarlier: false }],
    });
  });

  it('whose end was just seen, in the list or by itself, is not read again for it', async () => {
    const of = await scene();
    const { id } = await of.create();
    const reader = of.follow({ runId: id });
    of.clock.advance(8_000);
    await of.agent.standings?.([id], of.call);
    await reader.read(of.call);
    expect(requestsOf(of, 'read')).toBe(0);
    of.clock.advance(2_000);
    expect(await reader.read(of.call, { last: true })).toMatchObject({ complete: true });
    expect(await reader.run(of.call)).toMatchObject({ meaning: 'succeeded', result: 'Fixed.' });
    expect(requestsOf(of, 'read')).toBe(1);
  });

  it('that tells its end just before the time of the step is up lacks nothing', async () => {
    const of = await scene();
    const { id } = await of.create();
    const reader = of.follow({ runId: id });
    of.clock.advance(4_000);
    const tight = { ...of.call, deadline: of.clock.now() + 1_500 };
    const part = await reader.read(tight);
    expect([part.run?.meaning, part.complete, part.lacksEnd]).toEqual(['succeeded', true, false]);
  });

  it.each([
    ['late-events', 'the events come half a minute after its word', 40],
    ['sandbox-error', 'the sandbox fails for a moment', 8],
    ['no-word', 'its word is not known for a while', 8],
    ['sleeps', 'the sandbox is put to sleep at once', 8],
    ['no-metrics', 'the list tells no use', 8],
  ])('%s: succeeds although %s', async (fault, _, most) => {
    const of = await scene([{ do: fault }]);
    const { id } = await of.create();
    const { run, waited } = await untilEnd(of, of.follow({ runId: id }));
    expect(run).toMatchObject({ meaning: 'succeeded', result: 'Fixed.' });
    expect(run?.usage).toMatchObject({ costUsd: 0.5 });
    expect(waited).toBeLessThanOrEqual(most);
    // Its end is in the events: nothing is to be gone on with.
    expect(requestsOf(of, 'wake')).toBe(0);
  });

  it('tells the most that its record has shown: the number of a list can fall', async () => {
    const metrics = (cost: number) => ({
      accumulated_cost: cost,
      accumulated_token_usage: { prompt_tokens: 900, completion_tokens: 100 },
    });
    const shows = { id: ID, sandbox_status: 'RUNNING', execution_status: 'running' };
    const of = await scene([
      { on: 'read', nth: 2, do: { status: 200, body: [{ ...shows, metrics: metrics(0.9) }] } },
    ]);
    const { id } = await of.create();
    const { run } = await untilEnd(of, of.follow({ runId: id }));
    expect(run?.usage).toEqual({ unit: 'tokens', amount: 1000, costUsd: 0.9 });
  });

  it('whose final word has no event is over after 40 seconds', async () => {
    const of = await scene([{ do: { fault: 'late-events', for: '10m' } }]);
    const { id } = await of.create();
    const { run, waited } = await untilEnd(of, of.follow({ runId: id }));
    expect(run).toMatchObject({ meaning: 'succeeded' });
    expect(waited).toBeGreaterThanOrEqual(40);
    expect(waited).toBeLessThan(50);
  });

  it('whose last events never come lacks the end of its log', async () => {
    const of = await scene([{ do: { fault: 'late-events', for: '10m' } }]);
    const { id } = await of.create();
    const reader = of.follow({ runId: id });
    await untilEnd(of, reader);
    expect(await reader.read(of.call, { last: true })).toMatchObject({ complete: false });
    of.clock.advance(5_000);
    const part = await reader.read(of.call, { last: true });
    expect(part).toMatchObject({
      run: { meaning: 'succeeded', result: 'A plan.' },
      complete: true,
      lacksEnd: true,
    });
  });

  it('of a sandbox that fails for a minute is failed', async () => {
    const of = await scene([{ do: 'sandbox-lost' }], ending('ACTIVE'));
    const { id } = await of.create();
    const { run, waited } = await untilEnd(of, of.follow({ runId: id }));
    expect(run).toMatchObject({
      meaning: 'failed',
      cause: expect.stringContaining('is gone'),
      takesNoMessage: true,
    });
    expect(waited).toBeGreaterThanOrEqual(60);
  });

  it('of a conversation of which its sandbox knows nothing for a minute ends as its events tell', async () => {
    const of = await scene([{ do: { fault: 'no-word', for: '10m' } }]);
    const { id } = await of.create();
    const { run, waited } = await untilEnd(of, of.follow({ runId: id }));
    expect(run).toMatchObject({
      status: 'RUNNING/finished',
      meaning: 'succeeded',
      result: 'Fixed.',
    });
    expect(waited).toBeGreaterThanOrEqual(60);
  });

  it('that was stopped, and whose sandbox is gone since, says so and takes no message', async () => {
    const of = await scene([{ do: 'missing' }], ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(1_000);
    expect(await of.agent.read(id, of.call)).toMatchObject({ takesNoMessage: false });
    const stopped = of.agent.stop!(id, of.call);
    await of.clock.sleeping(500);
    of.clock.advance(60_000);
    await stopped;
    expect(await of.anew().read(id, of.call)).toMatchObject({
      status: 'MISSING/paused',
      meaning: 'failed',
      cause: expect.stringMatching(/was paused, and its sandbox is gone/),
      takesNoMessage: true,
    });
  });

  it('that waited for a confirmation, and whose sandbox is gone since, has failed', async () => {
    const of = await scene([{ do: 'missing' }], ending('waiting_for_confirmation'));
    const { id } = await of.create();
    of.clock.advance(60_000);
    expect(await of.agent.read(id, of.call)).toMatchObject({
      status: 'MISSING/waiting_for_confirmation',
      meaning: 'failed',
      cause: expect.stringMatching(/waited for a confirmation, and its sandbox is gone/),
      waitsFor: null,
      takesNoMessage: true,
    });
    const { run } = await untilEnd(of, of.follow({ runId: id }));
    expect(run).toMatchObject({ meaning: 'failed' });
  });

  it('that is put to sleep in the middle is woken once, and says so', async () => {
    const of = await scene([{ do: 'sleeps-in-mid-turn' }], {
      turns: [{ steps: [{ at: '6s', status: 'COMPLETE', result: 'Done.' }] }],
    });
    const { id } = await of.create();
    const { run } = await untilEnd(of, of.follow({ runId: id }));
    expect(run).toMatchObject({ meaning: 'succeeded' });
    expect(requestsOf(of, 'wake')).toBe(1);
    expect(of.said.join()).toContain('put to sleep in the middle of its turn');
  });

  it.each([
    ['fails for now', { status: 503 }],
    ['has an answer that cannot be read', { status: 200, body: '[]' }],
  ])('that is put to sleep in the middle is woken later, where that %s', async (_, answer) => {
    const fails: FaultSource = { on: 'wake', nth: 1, do: answer };
    const of = await scene([{ do: 'sleeps-in-mid-turn' }, fails], {
      turns: [{ steps: [{ at: '6s', status: 'COMPLETE', result: 'Done.' }] }],
    });
    const { id } = await of.create();
    const { run } = await untilEnd(of, of.follow({ runId: id }));
    expect(run).toMatchObject({ meaning: 'succeeded' });
    expect(requestsOf(of, 'wake')).toBe(2);
  });

  it('that cannot be woken is followed on, and not asked for again and again', async () => {
    const refuses: FaultSource = { on: 'wake', do: { status: 403 } };
    const of = await scene([{ do: 'sleeps-in-mid-turn' }, refuses], {
      turns: [{ steps: [{ at: '6s', status: 'COMPLETE', result: 'Done.' }] }],
    });
    const { id } = await of.create();
    const reader = of.follow({ runId: id });
    const { run } = await untilEnd(of, reader, 100);
    expect(run).toBeNull();
    expect(requestsOf(of, 'wake')).toBe(1);
    expect(of.said.join()).not.toContain('put to sleep in the middle of its turn');
    expect((await reader.read(of.call)).run).toMatchObject({ waitsFor: 'waking' });
  });

  it('that falls asleep again waits for a message that wakes it', async () => {
    const asleep = { id: ID, sandbox_id: ID, sandbox_status: 'PAUSED' };
    const of = await scene([{ on: 'read', do: { status: 200, body: [asleep] } }], ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(4_000);
    const reader = of.follow({ runId: id });
    const waits: unknown[] = [];
    for (let read = 0; read < 10; read += 1) {
      const { run } = await reader.read(of.call);
      waits.push(run?.waitsFor);
      of.clock.advance(10_000);
    }
    // It is woken after 40 seconds, and has as many to wake up.
    expect(waits).toEqual([...Array<null>(8).fill(null), 'waking', 'waking']);
    expect(requestsOf(of, 'wake')).toBe(1);
  });

  it('reads its pull request from what a tool showed', async () => {
    const of = await scene([{ do: 'shell-pull-request' }]);
    const { id } = await of.create();
    const { run } = await untilEnd(of, of.follow({ runId: id }));
    expect(run?.pullRequests).toEqual([
      { kind: 'seen', url: 'https://github.com/acme/shop/pull/812' },
    ]);
  });

  it('reads the numbers of its pull requests, whatever stands beside them', async () => {
    const shows = {
      id: ID,
      sandbox_status: 'RUNNING',
      execution_status: 'finished',
      selected_repository: 'acme/shop',
      pr_number: [6, null],
    };
    const of = await scene([{ on: 'read', do: { status: 200, body: [shows] } }]);
    const { id } = await of.create();
    expect((await of.agent.read(id, of.call)).pullRequests).toMatchObject([
      { url: 'https://github.com/acme/shop/pull/6' },
    ]);
  });

  it('tells a pull request that its create has named from its own', async () => {
    const of = await scene();
    const { id } = await of.create({ fields: { pr_number: [3] } });
    const { run } = await untilEnd(of, of.follow({ runId: id }));
    expect(run?.pullRequests).toMatchObject([
      { url: 'https://github.com/acme/shop/pull/3', isEarlier: true },
      { url: 'https://github.com/acme/shop/pull/812', isEarlier: false },
    ]);
  });

  it('looks for its pull requests in the repository that it works in alone', async () => {
    const shown = ['evil/repo/pull/3', 'acme/shop/pull/7'].map(
      (path) => `https://github.com/${path}`,
    );
    const entry = {
      tool_name: 'terminal',
      tool_input: {},
      tool_output: {},
      observation: shown.join('\n'),
    };
    const of = await scene([], {
      turns: [
        {
          steps: [
            { at: 0, entry },
            { at: '2s', status: 'COMPLETE', result: 'Done.' },
          ],
        },
      ],
    });
    const { id } = await of.create();
    const { run } = await untilEnd(of, of.follow({ runId: id }));
    expect(run?.pullRequests).toEqual([{ kind: 'seen', url: shown[1] }]);
  });

  it('that waits for a confirmation asks nothing', async () => {
    const of = await scene([], ending('waiting_for_confirmation'));
    const { id } = await of.create();
    const { run } = await untilEnd(of, of.follow({ runId: id }));
    expect(run).toMatchObject({ meaning: 'needs_input', waitsFor: 'approval', cause: null });
  });
});

describe('a follow-up', () => {
  async function ended(of: Scene): Promise<{ readonly run: RunShown; readonly before: Before }> {
    const { id } = await of.create();
    of.clock.advance(4_000);
    const run = await of.agent.read(id, of.call);
    const before = await of.agent.followUps!.before(run, of.call);
    return { run, before };
  }
  const message = { text: `Go on. ${MARK}`, mark: MARK, images: [] };
  const sendTo = (of: Scene, { run, before }: Awaited<ReturnType<typeof ended>>) =>
    of.agent.followUps!.send({ id: run.id, before }, message, of.call);
  /** What is waited for comes to pass. */
  async function untilSent(of: Scene, known: Awaited<ReturnType<typeof ended>>) {
    const sent = sendTo(of, known);
    let isOver = false;
    const over = errorOf(sent).then(() => {
      isOver = true;
    });
    for (;;) {
      await Promise.race([of.clock.sleeping(2_000), over]);
      if (isOver) {
        return sent;
      }
      of.clock.advance(2_000);
    }
  }
  const followed = (of: Scene, { run, before }: Awaited<ReturnType<typeof ended>>) =>
    of.follow({ runId: run.id, mode: 'resumed', runBefore: run, before, sent: message });

  it.each<[string, readonly FaultSource[], number]>([
    ['once', [], 1],
    ['once more where it sleeps, because the events alone have its word', [{ do: 'sleeps' }], 2],
  ])('reads the events before it %s', async (_, faults, times) => {
    const of = await scene(faults);
    const known = await ended(of);
    await sendTo(of, known);
    expect(requestsOf(of, 'logs')).toBe(times);
  });

  it('begins a turn of its own, with its own use', async () => {
    const of = await scene();
    const known = await ended(of);
    expect(await sendTo(of, known)).toBeNull();
    const { run, types } = await untilEnd(of, followed(of, known));
    expect(types).toEqual(['USER_MESSAGE', 'FINAL_ANSWER']);
    expect(run).toMatchObject({
      result: 'Again.',
      usage: { amount: 40, costUsd: 0.25 },
      pullRequests: [{ isEarlier: true }],
    });
  });

  it('that is found is not told by its record alone: a bad end would be sent again for', async () => {
    const of = await scene([{ on: 'logs', from: 3, do: { status: 500 } }]);
    const known = await ended(of);
    await sendTo(of, known);
    const found = await of.agent.followUps!.find({ id: ID, before: known.before }, MARK, of.call);
    expect(found).toMatchObject({ kind: 'unread', id: ID, error: { status: 500 } });
  });

  it('to a run that the step has created adds to its use, as a repair or a mend does', async () => {
    const of = await scene();
    const { id } = await of.create();
    expect((await untilEnd(of, of.follow({ runId: id }))).run).toMatchObject({
      usage: { amount: 110, costUsd: 0.5 },
    });
    const run = await of.agent.read(id, of.call);
    const known = { run, before: await of.agent.followUps!.before(run, of.call) };
    await sendTo(of, known);
    expect((await untilEnd(of, followed(of, known))).run).toMatchObject({
      result: 'Again.',
      usage: { amount: 150, costUsd: 0.75 },
    });
  });

  it('does not count what the turn before used while the message was on its way', async () => {
    const of = await scene();
    const { id } = await of.create();
    of.clock.advance(1_500);
    const run = await of.agent.read(id, of.call);
    const before = await of.agent.followUps!.before(run, of.call);
    of.clock.advance(4_000);
    expect(await sendTo(of, { run, before })).toBeNull();
    const end = await untilEnd(of, followed(of, { run, before }));
    expect(end.run).toMatchObject({ result: 'Again.', usage: { costUsd: 0.25 } });
  });

  it('of an earlier attempt has its own use, which the log tells', async () => {
    const of = await scene();
    const known = await ended(of);
    await sendTo(of, known);
    of.clock.advance(4_000);
    const { run } = await untilEnd(
      of,
      of.follow({ runId: ID, mode: 'resumed', before: null, sent: message }),
    );
    expect(run).toMatchObject({ result: 'Again.', usage: { amount: 40, costUsd: 0.25 } });
  });

  it('that an earlier attempt has stopped is found and followed as cancelled', async () => {
    const of = await scene();
    const known = await ended(of);
    await sendTo(of, known);
    of.clock.advance(1_000);
    await of.agent.stop!(ID, of.call);
    of.clock.advance(60_000);
    const later = of.anew();
    const found = await later.followUps!.find({ id: ID, before: null }, MARK, of.call);
    expect(found).toMatchObject({ kind: 'found', run: { meaning: 'cancelled' } });
    const turn = { runId: ID, mode: 'resumed', before: null, sent: message } as const;
    const again = await untilEnd(of, of.follow({ ...turn, isFound: true }));
    expect(again.run).toMatchObject({ meaning: 'cancelled' });
  });

  it('that fails like the turn before has an end of its own, which its events tell', async () => {
    const FAILS = { steps: [{ at: '1s', status: 'FAILED' }] };
    const of = await scene([], { turns: [FAILS, { queued: true, ...FAILS }] });
    const known = await ended(of);
    expect(known.run).toMatchObject({ meaning: 'failed' });
    await sendTo(of, known);
    const reader = followed(of, known);
    const { run: first } = await reader.read(of.call);
    expect(first?.isOwnEnd).not.toBe(true);
    expect((await untilEnd(of, reader)).run).toMatchObject({ meaning: 'failed', isOwnEnd: true });
  });

  it('that says something shows work at once, although it is told only with what follows', async () => {
    const SAYS = { at: '1s', entry: { message_type: 'PLAN_EVALUATION', thought: 'I look.' } };
    const odd = { steps: [SAYS, { at: '2s', status: 'WEIRD' }] };
    const of = await scene([], { turns: [odd, { queued: true, ...odd }] });
    const known = await ended(of);
    await sendTo(of, known);
    of.clock.advance(4_000);
    const { run, entries, untold } = await followed(of, known).read(of.call);
    expect(run).toMatchObject({ status: 'RUNNING/WEIRD', meaning: 'unknown' });
    expect(entries).toMatchObject([{ isEcho: true }]);
    expect(untold).toMatchObject([{ message_type: 'PLAN_EVALUATION', thought: 'I look.' }]);
  });

  it('that goes on after a stop is at work again', async () => {
    const of = await scene();
    const known = await ended(of);
    await of.agent.stop!(ID, of.call).catch(() => null);
    await sendTo(of, known);
    of.clock.advance(1_000);
    const found = await of.anew().followUps!.find({ id: ID, before: null }, MARK, of.call);
    expect(found).toMatchObject({ kind: 'found', run: { meaning: 'active' } });
  });

  it('leaves out what comes late of the turn before', async () => {
    const of = await scene([{ do: { fault: 'late-events', for: '8s' } }]);
    const known = await ended(of);
    await sendTo(of, known);
    const { run, types } = await untilEnd(of, followed(of, known));
    expect(types).toEqual(['USER_MESSAGE', 'FINAL_ANSWER']);
    expect(run).toMatchObject({ result: 'Again.', usage: { amount: 40, costUsd: 0.25 } });
  });

  it('is waited for where all its events come after its end', async () => {
    const nothing = { status: 200, body: { items: [], next_page_id: null } };
    const of = await scene([{ on: 'logs', from: 2, to: 8, do: nothing }]);
    const known = await ended(of);
    await sendTo(of, known);
    const { run, waited } = await untilEnd(of, followed(of, known));
    expect(run).toMatchObject({ meaning: 'succeeded', result: 'Again.' });
    expect(waited).toBeGreaterThanOrEqual(20);
  });

  it('does not take the word of the turn before for its end', async () => {
    const of = await scene([{ do: { fault: 'stale-word', for: '4s' } }]);
    const known = await ended(of);
    await sendTo(of, known);
    const reader = followed(of, known);
    const { run: first } = await reader.read(of.call);
    expect(first?.meaning).not.toBe('succeeded');
    expect((await untilEnd(of, reader)).run).toMatchObject({ result: 'Again.' });
  });

  it('wakes a sandbox that sleeps', async () => {
    const of = await scene([{ do: 'sleeps' }]);
    const known = await ended(of);
    expect(known.run.status).toBe('PAUSED/finished');
    expect(await sendTo(of, known)).toBeNull();
    expect(requestsOf(of, 'wake')).toBe(1);
  });

  it('waits for a sandbox that is starting', async () => {
    const starting = { id: ID, sandbox_id: ID, sandbox_status: 'STARTING' };
    const of = await scene([{ on: 'read', from: 2, to: 4, do: { status: 200, body: [starting] } }]);
    const known = await ended(of);
    expect(await untilSent(of, known)).toBeNull();
    expect(requestsOf(of, 'read')).toBe(5);
    expect([requestsOf(of, 'wake'), requestsOf(of, 'resume')]).toEqual([0, 1]);
  });

  const asleep = (word: string): FaultSource['do'] => ({
    status: 409,
    body: { detail: `Sandbox is ${word}. Use POST /api/v1/sandboxes/1/resume to resume it first.` },
  });

  it('to a sandbox that was put to sleep meanwhile wakes it, and is sent once more', async () => {
    const of = await scene([
      { on: 'resume', nth: 1, do: asleep('PAUSED') },
      { do: { fault: 'sleeps', for: '3s' } },
    ]);
    const known = await ended(of);
    expect(known.run.status).toBe('RUNNING/finished');
    expect(await untilSent(of, known)).toBeNull();
    expect([requestsOf(of, 'wake'), requestsOf(of, 'resume')]).toEqual([1, 2]);
  });

  it('that is refused again because the sandbox is not awake is not sent a third time', async () => {
    const of = await scene([{ on: 'resume', do: asleep('STARTING') }]);
    const known = await ended(of);
    expect(await errorOf(untilSent(of, known))).toMatchObject({ status: 409 });
    expect(requestsOf(of, 'resume')).toBe(2);
  });

  it.each(['missing', 'missing-410'])('to a sandbox that is gone: %s', async (fault) => {
    const of = await scene([{ do: fault }]);
    const known = await ended(of);
    expect(await errorOf(sendTo(of, known))).toBeInstanceOf(RunGone);
  });

  it('to a sandbox that fails for a minute: it is gone by then', async () => {
    const of = await scene([{ do: 'sandbox-lost' }]);
    const known = await ended(of);
    expect(known.run).toMatchObject({ status: 'ERROR/finished', takesNoMessage: false });
    const began = of.clock.now();
    expect(await errorOf(untilSent(of, known))).toBeInstanceOf(RunGone);
    expect([requestsOf(of, 'wake'), requestsOf(of, 'resume')]).toEqual([0, 0]);
    expect(of.clock.now() - began).toBe(60_000);
  });

  it('to a sandbox that fails for a moment is sent when it is back', async () => {
    const of = await scene([{ do: { fault: 'sandbox-error', for: '20s' } }]);
    const known = await ended(of);
    expect(await untilSent(of, known)).toBeNull();
    expect(requestsOf(of, 'resume')).toBe(1);
  });

  it('that a command held up is found by its mark', async () => {
    const of = await scene([{ do: 'blocked-message' }]);
    const known = await ended(of);
    expect(await sendTo(of, known)).toMatchObject({ id: ID });
    expect(requestsOf(of, 'resume')).toBe(1);
  });

  it('that a command held up is not sent again for a look that fails', async () => {
    const of = await scene([
      { do: 'blocked-message' },
      // The first read is from before the message.
      { on: 'logs', nth: 2, do: 'reset-before' },
    ]);
    const known = await ended(of);
    const sent = sendTo(of, known);
    await of.clock.sleeping(3_000);
    of.clock.advance(3_000);
    expect(await sent).toMatchObject({ id: ID });
    expect(requestsOf(of, 'resume')).toBe(1);
  });

  it.each([
    ['has ended', WORK],
    ['was paused by somebody', ending('CANCELLED')],
  ])('that does not arrive is looked for ten seconds where the turn %s', async (_, scenario) => {
    const of = await scene([{ do: 'unreached' }], scenario);
    const known = await ended(of);
    const sent = errorOf(sendTo(of, known));
    for (let waited = 0; waited < 12; waited += 3) {
      await of.clock.sleeping(3_000);
      of.clock.advance(3_000);
    }
    expect(await sent).toMatchObject({ status: 502, proof: 'ambiguous', wasLookedFor: true });
    expect(requestsOf(of, 'resume')).toBe(1);
  });

  it('waits for a conversation that is still starting', async () => {
    const of = await scene([{ do: 'slow-start' }]);
    const { id } = await of.create();
    const run = await of.agent.read(id, of.call);
    const known = { run, before: await of.agent.followUps!.before(run, of.call) };
    expect(await errorOf(sendTo(of, known))).toMatchObject({
      name: 'RunBusy',
      busy: ID,
      isStarting: true,
    });
    of.clock.advance(600_000);
    expect(await sendTo(of, known)).toBeNull();
    expect(requestsOf(of, 'resume')).toBe(1);
  });

  it('to a conversation that could not be started', async () => {
    const of = await scene([{ do: 'start-fails' }]);
    const { id } = await of.create();
    of.clock.advance(1_000);
    const run = await of.agent.read(id, of.call);
    const known = { run, before: await of.agent.followUps!.before(run, of.call) };
    expect(await errorOf(sendTo(of, known))).toMatchObject({
      name: 'RunGone',
      message: 'the conversation could not be started',
    });
  });

  it('that has arrived is not waited for by a stop, also where its turn cannot be read yet', async () => {
    const faults: readonly FaultSource[] = [
      { on: 'resume', nth: 1, do: 'reset-after' },
      { on: 'logs', nth: 3, do: { status: 500 } },
    ];
    const works = { steps: [{ at: '1m', status: 'ACTIVE' }] };
    const of = await scene(faults, { turns: [...ending('COMPLETE').turns!, works] });
    const known = await ended(of);
    expect(await errorOf(sendTo(of, known))).toMatchObject({ proof: 'ambiguous' });
    of.clock.advance(10_000);
    const found = await of.agent.followUps!.find({ id: ID, before: known.before }, MARK, of.call);
    expect(found).toMatchObject({ kind: 'unread' });
    await of.agent.stop!(ID, of.call);
    expect(requestsOf(of, 'stop')).toBe(1);
  });

  it('is never sent to one that waits for a confirmation: it would approve', async () => {
    const of = await scene([], ending('waiting_for_confirmation'));
    const known = await ended(of);
    const error = await errorOf(sendTo(of, known));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'rejected', advice: expect.stringContaining('confirmed') });
    expect(requestsOf(of, 'resume')).toBe(0);
  });

  const unconfirmed = ending('waiting_for_confirmation');
  it.each<[string, readonly FaultSource[]]>([
    ['is woken first, and says so then', [{ do: 'sleeps' }, LATE]],
    ['does not tell its word for a while', [{ do: { fault: 'no-word', for: '8s' } }, LATE]],
    ['tells its word in its events alone', [{ do: { fault: 'no-word', for: '10m' } }]],
  ])('is never sent to one that waits for a confirmation, and %s', async (_, faults) => {
    const of = await scene(faults, unconfirmed);
    const known = await ended(of);
    expect(known.run.waitsFor).not.toBe('approval');
    const error = await errorOf(untilSent(of, known));
    expect(error).toMatchObject({ code: 'rejected', advice: expect.stringContaining('confirmed') });
    expect(requestsOf(of, 'resume')).toBe(0);
  });
});

it('that a person or a limit has paused in mid-turn counts as at work, and waits for them', async () => {
  const of = await scene([], ending('CANCELLED'));
  const { id } = await of.create();
  of.clock.advance(60_000);
  const expected = { status: 'RUNNING/paused', meaning: 'active', waitsFor: 'paused' };
  expect(await of.agent.read(id, of.call)).toMatchObject(expected);
});

describe('a stop', () => {
  it('goes to the sandbox with the key of that alone, and is read back', async () => {
    const of = await scene([], ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(1_000);
    const before = of.agent.reached();
    expect(await of.agent.stop!(id, of.call)).toMatchObject({ kind: 'accepted' });
    // The reads of the conversation: what goes to its sandbox is not under `base_url`.
    expect(of.agent.reached() - before).toBe(2);
    const [sent] = of.sandbox.requests.filter(({ kind }) => kind === 'stop');
    expect(sent?.headers['authorization']).toBeUndefined();
    expect(sent?.headers['x-session-api-key']).not.toBe(of.sandbox.token);
    expect(await of.agent.read(id, of.call)).toMatchObject({
      status: 'RUNNING/paused',
      meaning: 'cancelled',
    });
  });

  it('that was accepted is told so, also where what became of it cannot be read', async () => {
    const fails = { status: 503, body: '' };
    const of = await scene([{ on: 'read', from: 2, do: fails }], ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(1_000);
    const stopped = of.agent.stop!(id, of.call);
    await of.clock.sleeping(500);
    of.clock.advance(5_000);
    expect(await stopped).toMatchObject({ kind: 'accepted' });
    expect(requestsOf(of, 'stop')).toBe(1);
  });

  it('also ends the turn that a message begins which was held up until then', async () => {
    const of = await scene([{ on: 'resume', nth: 1, do: 'reset-after' }], ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(1_000);
    const message = { text: `Go on. ${MARK}`, mark: MARK, images: [] };
    const send = (agent: Agent) => agent.followUps!.send({ id, before: null }, message, of.call);
    expect(await errorOf(send(of.agent))).toMatchObject({ proof: 'ambiguous' });
    const stopped = of.agent.stop!(id, of.call);
    await of.clock.sleeping(1_000);
    // The interrupt has ended the command, so that it arrives.
    await send(of.anew());
    of.clock.advance(1_000);
    expect(await stopped).toMatchObject({
      kind: 'accepted',
      text: expect.stringContaining('on its way'),
    });
    expect(requestsOf(of, 'stop')).toBe(2);
    expect(await of.agent.read(id, of.call)).toMatchObject({ status: 'RUNNING/paused' });
  });

  it('waits for no message that was refused', async () => {
    const refusal = { status: 429, body: '' };
    const of = await scene([{ on: 'resume', nth: 1, do: refusal }], ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(1_000);
    const message = { text: `Go on. ${MARK}`, mark: MARK, images: [] };
    const sent = of.agent.followUps!.send({ id, before: null }, message, of.call);
    expect(await errorOf(sent)).toMatchObject({ throttled: true });
    expect(await of.agent.stop!(id, of.call)).toMatchObject({
      kind: 'accepted',
      text: 'The conversation is paused; a further message resumes it.',
    });
    expect(requestsOf(of, 'stop')).toBe(1);
  });

  it('of one that somebody has paused finds nothing to stop', async () => {
    const of = await scene([], ending('CANCELLED'));
    const { id } = await of.create();
    of.clock.advance(60_000);
    expect(await of.agent.stop!(id, of.call)).toEqual({
      kind: 'over',
      text: 'The conversation was paused already.',
    });
    expect(requestsOf(of, 'stop')).toBe(0);
    expect(await of.agent.read(id, of.call)).toMatchObject({ meaning: 'active' });
  });

  it('whose answer was lost is told as accepted where the conversation reads paused', async () => {
    const lost = 'reset-after';
    const of = await scene([{ on: 'stop', do: lost }], ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(1_000);
    expect(await of.agent.stop!(id, of.call)).toMatchObject({ kind: 'accepted' });
    expect(await of.agent.stop!(id, of.call)).toMatchObject({ kind: 'accepted' });
    expect(requestsOf(of, 'stop')).toBe(1);
  });

  it('whose answer was lost is accepted also where it cannot be read back before a later one', async () => {
    const lost = 'reset-after';
    const unread: FaultSource = { on: 'read', nth: 2, do: { status: 503 } };
    const of = await scene([{ on: 'stop', do: lost }, unread], ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(1_000);
    expect(await errorOf(of.agent.stop!(id, of.call))).toMatchObject({ proof: 'ambiguous' });
    expect(await of.agent.stop!(id, of.call)).toMatchObject({ kind: 'accepted' });
    expect(requestsOf(of, 'stop')).toBe(1);
  });

  it('that is refused because somebody has paused it meanwhile has stopped nothing', async () => {
    const paused = { id: ID, sandbox_status: 'RUNNING', execution_status: 'paused' };
    const faults = [
      { on: 'stop', do: { status: 400, body: { detail: 'Not running.' } } },
      { on: 'read', nth: 2, do: { status: 200, body: [paused] } },
    ];
    const of = await scene(faults, ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(1_000);
    expect(await of.agent.stop!(id, of.call)).toEqual({
      kind: 'over',
      text: 'The conversation was paused before it was stopped.',
    });
  });

  it('of one that is starting waits for it', async () => {
    const of = await scene([], ending('ACTIVE'));
    const { id } = await of.create();
    const stopped = of.agent.stop!(id, of.call);
    await of.clock.sleeping(1_000);
    of.clock.advance(1_000);
    expect(await stopped).toMatchObject({ kind: 'accepted' });
    expect(requestsOf(of, 'stop')).toBe(1);
  });

  it('of one that does not start in time is left to whoever asks later', async () => {
    const of = await scene([{ do: { fault: 'slow-start', for: '1m' } }], ending('ACTIVE'));
    const { id } = await of.create();
    const call = { ...of.call, deadline: of.clock.now() + 500 };
    const error = await errorOf(of.agent.stop!(id, call));
    expect(error).toMatchObject({ proof: 'unsent' });
  });

  it('of one whose sandbox does not answer for a moment waits for it', async () => {
    const failing: FaultSource = { do: { fault: 'sandbox-error', for: '3s' } };
    const of = await scene([failing], {
      turns: [{ steps: [{ at: '1m', status: 'COMPLETE' }] }],
    });
    const { id } = await of.create();
    of.clock.advance(2_000);
    const stopped = of.agent.stop!(id, of.call);
    await of.clock.sleeping(1_000);
    of.clock.advance(1_000);
    expect(await stopped).toMatchObject({ kind: 'accepted' });
    expect(requestsOf(of, 'stop')).toBe(1);
  });

  it('of one whose sandbox does not answer in time is left to whoever asks later', async () => {
    const of = await scene([{ do: 'sandbox-lost' }], ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(1_000);
    const call = { ...of.call, deadline: of.clock.now() + 500 };
    const error = await errorOf(of.agent.stop!(id, call));
    expect(error).toMatchObject({
      proof: 'unsent',
      message: expect.stringContaining('does not answer'),
    });
  });

  it.each([
    ['sleeps', 'sleeps-in-mid-turn'],
    ['is gone', 'sandbox-lost'],
  ])('of one whose sandbox %s stops nothing', async (what, fault) => {
    const of = await scene([{ do: fault }], ending('ACTIVE'));
    const { id } = await of.create();
    of.clock.advance(2_000);
    await of.agent.read(id, of.call);
    of.clock.advance(60_000);
    expect(await of.agent.stop!(id, of.call)).toEqual({
      kind: 'over',
      text: `The sandbox of the conversation ${what}, so that it does nothing.`,
    });
    expect(requestsOf(of, 'stop')).toBe(0);
  });

  it('of one that could not be started stops nothing', async () => {
    const of = await scene([{ do: 'start-fails' }]);
    const { id } = await of.create();
    of.clock.advance(1_000);
    expect(await of.agent.stop!(id, of.call)).toMatchObject({ kind: 'over' });
    expect(requestsOf(of, 'stop')).toBe(0);
  });

  it('of one that has ended stops nothing', async () => {
    const of = await scene();
    const { id } = await of.create();
    of.clock.advance(4_000);
    expect(await of.agent.stop!(id, of.call)).toMatchObject({ kind: 'over' });
    expect(requestsOf(of, 'stop')).toBe(0);
  });
});

it.each([[[]], [[{}]], [[null, null]]])(
  'an answer of %j says nothing of a conversation: it is not gone',
  async (body) => {
    const of = await scene([{ on: 'read', do: { status: 200, body } }]);
    const { id } = await of.create();
    const error = await errorOf(of.agent.read(id, of.call));
    expect(error).toMatchObject({ status: 200 });
  },
);

it('tells every key of a sandbox, so that nobody reads it', async () => {
  const kept: string[] = [];
  const of = await openScene({
    service: 'openhands',
    open: (ports) => openOpenHands({ ...ports, keepSecret: (secret) => void kept.push(secret) }),
    scenario: WORK,
  });
  const { id } = await of.create();
  of.clock.advance(1_000);
  await of.agent.read(id, of.call);
  expect(kept).toEqual([expect.stringMatching(/^sandbox-/)]);
});

it('checks the key, and prints nothing of whose it is', async () => {
  const openSource = { do: 'open-source' };
  // Without its web pages, as the source of `openhands-ai` 1.11.0 says (`SERVE_FRONTEND`).
  const unknownPath = { on: 'self', do: { status: 404, body: { detail: 'Not Found' } } };
  for (const faults of [[], [openSource], [openSource, unknownPath]]) {
    const of = await scene(faults);
    const order = { repository: 'acme/shop', repositoryId: null, runId: null };
    const patiently = <T>(read: () => Promise<T>): Promise<T> => read();
    const findings = await of.agent.check({ ...order, patiently }, of.call);
    expect(findings[0]).toMatchObject({ kind: 'ok' });
    expect(JSON.stringify(findings)).not.toMatch(/octo@|Octo Dev/);
  }
});
