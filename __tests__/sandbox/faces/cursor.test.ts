/** Cursor's face over HTTP, request by request as its sheet has them, and each of its faults. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { runIdOf } from '../../../sandbox/faces/cursor/agents.ts';
import { CURSOR_FAULTS } from '../../../sandbox/faces/cursor/faults.ts';
import { createLibrary } from '../../../sandbox/library.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { createWorld } from '../../../sandbox/world.ts';
import { bench, call, NOON, type Reply, type Sent } from '../client.ts';
import { readStream, type Frame, type Read } from './stream.ts';

const { start, advance, close } = bench({ service: 'cursor' });
afterEach(close);

const AGENT = 'bc-5f0c1d2e-3a4b-4c5d-8e6f-708192a3b4c5';
const ORDER = {
  prompt: { text: 'Fix it.' },
  agentId: AGENT,
  repos: [{ url: 'https://github.com/acme/shop', startingRef: 'main' }],
  autoCreatePR: true,
};
const at = (ms: number): string => new Date(NOON + ms).toISOString();

/** A run of two seconds with a pull request. */
const SHORT: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'A plan.' } },
        {
          at: '1s',
          entry: {
            thought: 'I look around.',
            tool_name: 'read_file',
            tool_input: { path: 'a.ts' },
            tool_output: { content: 'x' },
          },
        },
        {
          at: '2s',
          status: 'COMPLETE',
          result: 'Fixed; see {{repository}}/pull/41.',
          github_pull_requests: [{ url: '{{repository}}/pull/41' }],
          usage: { tokens: 5_000, cost_usd: 0.42 },
          entry: { message_type: 'FINAL_ANSWER', thought: 'Sum up.', observation: 'Fixed it.' },
        },
      ],
    },
  ],
};

const serve = (faults: readonly FaultSource[] = [], more: object = {}): Promise<Sandbox> =>
  start({ scenario: { ...SHORT, faults, ...more } });

interface Made {
  readonly sandbox: Sandbox;
  readonly runId: string;
  readonly path: string;
}

const created = (sandbox: Sandbox, body: object = ORDER): Promise<Reply> =>
  call(sandbox, 'POST /v1/agents', { body });

function runIn(reply: Reply): Readonly<Record<string, unknown>> {
  return reply.json['run'] as Readonly<Record<string, unknown>>;
}

/** An agent at work. */
async function made(faults: readonly FaultSource[] = [], more: object = {}): Promise<Made> {
  const sandbox = await serve(faults, more);
  const reply = await created(sandbox);
  const runId = String(runIn(reply)['id']);
  return { sandbox, runId, path: `/v1/agents/${AGENT}/runs/${runId}` };
}

/** The same, with its run over. */
async function ended(faults: readonly FaultSource[] = [], more: object = {}): Promise<Made> {
  const one = await made(faults, more);
  advance(60_000);
  return one;
}

const followUp = (sandbox: Sandbox, text = 'More.'): Promise<Reply> =>
  call(sandbox, `POST /v1/agents/${AGENT}/runs`, { body: { prompt: { text } } });

const streamed = ({ sandbox, path }: Made, lastEventId?: string | null): Promise<Read> =>
  readStream(
    sandbox,
    `${path}/stream`,
    typeof lastEventId === 'string' ? { 'last-event-id': lastEventId } : {},
  ).end();

const errorCode = (reply: Reply): unknown => (reply.json['error'] as { code?: unknown }).code;

describe('requests and answers', () => {
  it('a create makes an agent under the given id, and its first run', async () => {
    const sandbox = await serve();
    const { status, json } = await created(sandbox);
    const run = json['run'] as { readonly id: string };
    expect(run.id).toMatch(/^run-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([status, json]).toEqual([
      201,
      {
        agent: {
          id: AGENT,
          status: 'ACTIVE',
          env: { type: 'cloud' },
          url: `https://sandbox.example/runs/${AGENT}`,
          createdAt: at(0),
          updatedAt: at(0),
          latestRunId: run.id,
          repos: ORDER.repos,
          workOnCurrentBranch: false,
          autoCreatePR: true,
          skipReviewerRequest: false,
        },
        run: {
          id: run.id,
          agentId: AGENT,
          status: 'CREATING',
          createdAt: at(0),
          updatedAt: at(500),
        },
      },
    ]);
    expect(sandbox.store.creates(AGENT)).toBe(1);
  });

  it('without an id the service makes one', async () => {
    const sandbox = await serve();
    const { json } = await created(sandbox, { prompt: { text: 'x' } });
    expect((json['agent'] as { id: string }).id).toMatch(/^bc-[0-9a-f-]{36}$/);
  });

  it('the same id again is 409, and makes nothing', async () => {
    const { sandbox } = await made();
    const again = await created(sandbox);
    expect([again.status, errorCode(again)]).toEqual([409, 'agent_id_conflict']);
    expect([sandbox.store.created, sandbox.store.creates(AGENT)]).toEqual([1, 1]);
  });

  it.each<[string, object]>([
    ['an unknown key', { ...ORDER, repo: 'acme/shop' }],
    ['a key of older versions', { ...ORDER, branchName: 'x' }],
    ['another spelling', { ...ORDER, autoCreatePr: true }],
    ['an unknown key within', { ...ORDER, repos: [{ url: 'https://x', ref: 'main' }] }],
    ['a model as text', { ...ORDER, model: 'fast' }],
    ['another form of id', { ...ORDER, agentId: 'bc-1' }],
    ['an id together with variables', { ...ORDER, envVars: { A: 'b' } }],
    ['no prompt', { agentId: AGENT }],
    ['an empty prompt', { prompt: { text: '' } }],
    ['six images', { prompt: { text: 'x', images: Array(6).fill({ url: 'https://x' }) } }],
    ['an image without a type', { prompt: { text: 'x', images: [{ data: 'AA==' }] } }],
  ])('%s is refused with 400 and makes nothing', async (_, body) => {
    const sandbox = await serve();
    const reply = await created(sandbox, body);
    expect([reply.status, errorCode(reply)]).toEqual([400, 'validation_error']);
    expect(sandbox.store.created).toBe(0);
  });

  it.each<[string, string, Sent, readonly [number, string]]>([
    ['no key', 'GET /v1/me', { headers: { authorization: null } }, [401, 'unauthorized']],
    ['an unknown query', 'GET /v1/agents?status=ACTIVE', {}, [400, 'validation_error']],
    ['a limit too large', 'GET /v1/agents?limit=101', {}, [400, 'validation_error']],
    ['a cursor of nobody', 'GET /v1/agents?cursor=xx', {}, [400, 'validation_error']],
    ['an unknown agent', 'GET /v1/agents/bc-1', {}, [404, 'agent_not_found']],
    ['an unknown run', `GET /v1/agents/${AGENT}/runs/run-1`, {}, [404, 'run_not_found']],
    ['no body', `POST /v1/agents/${AGENT}/runs`, {}, [400, 'missing_body']],
    ['metadata', 'POST /v1/agents', { body: { metadata: {} } }, [403, 'feature_unavailable']],
    ['no such path', 'GET /v1/things', {}, [404, 'not_implemented']],
    ['another method', 'PUT /v1/agents', {}, [405, 'not_implemented']],
    [
      'an artifact',
      `GET /v1/agents/${AGENT}/artifacts/download?path=a`,
      {},
      [404, 'artifact_not_found'],
    ],
  ])('%s: %s', async (...[, target, sent, refusal]) => {
    const { sandbox } = await made();
    const reply = await call(sandbox, target, sent);
    expect([reply.status, errorCode(reply)]).toEqual(refusal);
  });

  it('a key may come as the user of basic authentication', async () => {
    const sandbox = await serve();
    const basic = Buffer.from(`${sandbox.token}:`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    expect((await call(sandbox, 'GET /v1/me', { headers })).json).toHaveProperty('apiKeyName');
  });

  it('a run goes from CREATING over RUNNING to FINISHED, and then has its result', async () => {
    const { sandbox, path, runId } = await made();
    const seen: unknown[] = [];
    for (const ms of [0, 499, 1, 1_499, 1]) {
      advance(ms);
      seen.push((await call(sandbox, `GET ${path}`)).json['status']);
    }
    expect(seen).toEqual(['CREATING', 'CREATING', 'RUNNING', 'RUNNING', 'FINISHED']);
    expect((await call(sandbox, `GET ${path}`)).json).toEqual({
      id: runId,
      agentId: AGENT,
      status: 'FINISHED',
      createdAt: at(0),
      updatedAt: at(2_000),
      durationMs: 2_000,
      result: 'Fixed; see https://github.com/acme/shop/pull/41.',
      git: {
        branches: [
          {
            repoUrl: 'github.com/acme/shop',
            branch: expect.stringMatching(/^cursor\/work-[0-9a-f]{4}$/),
            prUrl: 'https://github.com/acme/shop/pull/41',
          },
        ],
      },
    });
  });

  it.each([
    ['COMPLETE', 'FINISHED'],
    ['WAITING_FOR_INPUT', 'FINISHED'],
    ['FAILED', 'ERROR'],
    ['CANCELLED', 'CANCELLED'],
    ['TIMEOUT', 'EXPIRED'],
    ['NEW_WORD', 'NEW_WORD'],
  ])('the word %s of a scenario is %s here', async (word, shown) => {
    const turns = [{ steps: [{ at: 0, status: word, result: 'R' }] }];
    const { sandbox, path } = await ended([], { turns });
    const { json } = await call(sandbox, `GET ${path}`);
    expect(json['status']).toBe(shown);
    expect(json['result']).toBe(shown === 'FINISHED' ? 'R' : undefined);
  });

  it('a follow-up is a new run; a busy and an archived agent refuse it', async () => {
    const { sandbox } = await made();
    const busy = await followUp(sandbox);
    expect([busy.status, errorCode(busy)]).toEqual([409, 'agent_busy']);
    advance(2_000);
    const second = await followUp(sandbox);
    expect([second.status, runIn(second)['status']]).toEqual([201, 'CREATING']);
    advance(2_000);
    for (const verb of ['archive', 'archive', 'unarchive', 'archive']) {
      const { json } = await call(sandbox, `POST /v1/agents/${AGENT}/${verb}`);
      expect(json).toEqual({ id: AGENT });
    }
    const archived = await followUp(sandbox);
    expect([archived.status, errorCode(archived)]).toEqual([409, 'agent_archived']);
    expect((await call(sandbox, `GET /v1/agents/${AGENT}`)).json).toMatchObject({
      status: 'ARCHIVED',
      latestRunId: runIn(second)['id'],
    });
    expect(sandbox.store.get(AGENT)?.turns).toHaveLength(2);
  });

  it('git is a snapshot of the agent: each run shows the same list', async () => {
    const { sandbox, path } = await ended();
    await followUp(sandbox);
    advance(60_000);
    const { json } = await call(sandbox, `GET /v1/agents/${AGENT}/runs`);
    const runs = json['items'] as readonly Readonly<Record<string, unknown>>[];
    expect(runs[0]?.['git']).toEqual(runs[1]?.['git']);
    expect((await call(sandbox, `GET ${path}`)).json['git']).toEqual(runs[0]?.['git']);
  });

  it('without autoCreatePR, and for work that changed nothing, there is a branch alone', async () => {
    const sandbox = await serve();
    await created(sandbox, { ...ORDER, autoCreatePR: false });
    advance(60_000);
    const { json } = await call(sandbox, `GET /v1/agents/${AGENT}/runs`);
    const [run] = json['items'] as readonly { readonly git: { readonly branches: unknown[] } }[];
    expect(run?.git.branches).toEqual([
      { repoUrl: 'github.com/acme/shop', branch: expect.stringMatching(/^cursor\//) },
    ]);
  });

  it('lists are paged, newest first, and the last page has no cursor', async () => {
    const sandbox = await serve();
    const ids: string[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const { json } = await created(sandbox, { prompt: { text: 'x' } });
      ids.push((json['agent'] as { id: string }).id);
      advance(1_000);
    }
    const first = (await call(sandbox, 'GET /v1/agents?limit=2')).json;
    const second = (await call(sandbox, `GET /v1/agents?limit=2&cursor=${first['nextCursor']}`))
      .json;
    const items = [first, second].flatMap(({ items: page }) => page as { id: string }[]);
    expect(items.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(second).not.toHaveProperty('nextCursor');
    expect(items[0]).not.toHaveProperty('repos');
    await call(sandbox, `POST /v1/agents/${ids[0]}/archive`);
    const open = (await call(sandbox, 'GET /v1/agents?includeArchived=false')).json;
    expect(open['items']).toHaveLength(2);
    const ofPull = `GET /v1/agents?prUrl=${encodeURIComponent('https://github.com/octo/shop/pull/41')}`;
    expect((await call(sandbox, ofPull)).json['items']).toHaveLength(2);
  });

  it('a cancel ends the run; one that has ended cannot be cancelled', async () => {
    const { sandbox, path, runId } = await made();
    const reply = await call(sandbox, `POST ${path}/cancel`);
    expect([reply.status, reply.json]).toEqual([200, { id: runId }]);
    expect((await call(sandbox, `GET ${path}`)).json['status']).toBe('CANCELLED');
    const again = await call(sandbox, `POST ${path}/cancel`);
    expect([again.status, errorCode(again)]).toEqual([409, 'run_not_cancellable']);
    expect((await followUp(sandbox)).status).toBe(201);
  });

  it('usage is zero until the end, then tokens and cost of each run', async () => {
    const { sandbox, runId } = await made();
    const read = async (): Promise<Reply['json']> =>
      (await call(sandbox, `GET /v1/agents/${AGENT}/usage?runId=${runId}`)).json;
    expect((await read())['totalUsage']).toMatchObject({ totalTokens: 0 });
    advance(2_000);
    const { totalUsage, runs } = await read();
    expect(totalUsage).toMatchObject({ totalTokens: 5_000, inputTokens: 1_500 });
    expect(runs).toMatchObject([
      { id: runId, usage: { totalTokens: 5_000, cost: { rawCostCents: 42, chargedCents: 42 } } },
    ]);
    const other = await call(sandbox, `GET /v1/agents/${AGENT}/usage?runId=run-1`);
    expect(errorCode(other)).toBe('run_not_found');
  });

  it('a deleted agent is gone', async () => {
    const { sandbox } = await made();
    await call(sandbox, `DELETE /v1/agents/${AGENT}`);
    expect((await call(sandbox, `GET /v1/agents/${AGENT}`)).status).toBe(404);
  });

  it('models, artifacts, one list of repositories a minute, and the conversation', async () => {
    const { sandbox } = await ended();
    for (const path of ['/v1/models', `/v1/agents/${AGENT}/artifacts`, '/v1/repositories']) {
      expect((await call(sandbox, `GET ${path}`)).json).toHaveProperty('items');
    }
    expect((await call(sandbox, 'GET /v1/repositories')).status).toBe(429);
    expect((await call(sandbox, `GET /v0/agents/${AGENT}/conversation`)).json).toEqual({
      id: AGENT,
      messages: [
        { id: 'msg_1', type: 'user_message', text: 'Fix it.' },
        { id: 'msg_2', type: 'assistant_message', text: 'Fixed it.' },
      ],
    });
  });
});

describe('the stream', () => {
  const events = (frames: readonly Frame[]): string[] =>
    frames.map(({ event, data }) => {
      const more = data['type'] ?? data['status'] ?? '';
      return typeof more === 'string' && more !== '' ? `${event} ${more}` : event;
    });

  it('tells a run from its start to done; twins and the end share ids', async () => {
    const { frames, headers, isEnded } = await streamed(await ended());
    expect([headers['content-type'], headers['x-cursor-stream-retention-seconds']]).toEqual([
      'text/event-stream',
      '10800',
    ]);
    const twin = (event: string, type: string): string[] => [event, `interaction_update ${type}`];
    const toolCall = [
      'interaction_update partial-tool-call',
      'tool_call running',
      'interaction_update tool-call-started',
      'tool_call running',
      'interaction_update tool-call-completed',
      'tool_call completed',
    ];
    const thinking = twin('thinking', 'thinking-delta');
    const assistant = twin('assistant', 'text-delta');
    expect(events(frames)).toEqual([
      'status FINISHED',
      'interaction_update user-message-appended',
      ...toolCall,
      ...[...thinking, ...thinking, ...thinking],
      ...toolCall,
      ...[...thinking, ...thinking],
      ...[...assistant, ...assistant],
      'status FINISHED',
      'interaction_update turn-ended',
      'result FINISHED',
      'done',
    ]);
    expect(isEnded).toBe(true);
    const [result, done] = frames.slice(-2);
    expect(result?.id).toBe(done?.id);
    expect(result?.data).toMatchObject({ durationMs: 2_000, text: expect.any(String) });
    const ids = frames.map(({ id }) => id).filter((id) => id !== null);
    expect(new Set(ids).size).toBeLessThan(ids.length);
    const spoken = frames
      .filter(({ event }) => event === 'thinking')
      .map(({ data }) => data['text']);
    expect(spoken.join('')).toBe('I look around.Sum up.');
  });

  it('goes on live, with heartbeats while nothing happens', async () => {
    const one = await made();
    const reading = readStream(one.sandbox, `${one.path}/stream`);
    const first = await reading.frames(8);
    expect(first[0]).toEqual({
      id: null,
      event: 'status',
      data: { runId: one.runId, status: 'CREATING' },
    });
    advance(1_000);
    expect((await reading.frames(20)).at(-1)?.data).toMatchObject({ status: 'completed' });
    advance(1_000);
    expect(await reading.end()).toMatchObject({ isEnded: true, rest: '' });
    const slow = await made([], { turns: [{ steps: [{ at: 0, status: 'ACTIVE' }] }] });
    const quiet = readStream(slow.sandbox, `${slow.path}/stream`);
    await quiet.frames(2);
    advance(30_000);
    expect((await quiet.frames(3)).at(-1)).toEqual({ id: null, event: 'heartbeat', data: {} });
    advance(15_000);
    expect(await quiet.frames(4)).toHaveLength(4);
    quiet.close();
  });

  it('is taken up after the last id and its twin, and is the same again from the start', async () => {
    const one = await ended();
    const whole = await streamed(one);
    expect((await streamed(one)).frames).toEqual(whole.frames);
    const twin = whole.frames.findIndex(({ event }) => event === 'thinking');
    const rest = await streamed(one, whole.frames[twin]?.id);
    expect(rest.frames.slice(1)).toEqual(whole.frames.slice(twin + 2));
  });

  it('an id of another run or in a wrong form is refused; an unknown one gives silence', async () => {
    const one = await ended();
    const second = String(runIn(await followUp(one.sandbox))['id']);
    advance(60_000);
    const other = { ...one, path: `/v1/agents/${AGENT}/runs/${second}` };
    const foreign = (await streamed(other)).frames.at(-1)?.id ?? '';
    for (const id of [foreign, 'x']) {
      const reply = await call(one.sandbox, `GET ${one.path}/stream`, {
        headers: { 'last-event-id': id },
      });
      expect([reply.status, errorCode(reply)]).toEqual([400, 'invalid_last_event_id']);
    }
    const silent = readStream(one.sandbox, `${one.path}/stream`, {
      'last-event-id': '1790000000000-9',
    });
    expect(events(await silent.frames(1))).toEqual(['status FINISHED']);
    advance(30_000);
    expect(events(await silent.frames(2))).toEqual(['status FINISHED', 'heartbeat']);
    silent.close();
  });

  it('a cancelled run says FINISHED first, then the result CANCELLED', async () => {
    const one = await made();
    await call(one.sandbox, `POST ${one.path}/cancel`);
    const { frames } = await streamed(one);
    expect(events(frames).slice(-4)).toEqual([
      'status FINISHED',
      'interaction_update turn-ended',
      'result CANCELLED',
      'done',
    ]);
  });

  it('a failed call has an error or a failure, and `raw` is a frame word for word', async () => {
    const steps = [
      {
        entry: {
          tool_name: 'bash',
          tool_input: { command: 'x' },
          tool_output: { exit_code: 2, stderr: 'no' },
        },
      },
      { entry: { message_type: 'ERROR', tool_name: 'bash', observation: 'Disk full' } },
      { raw: { id: '7', event: 'assistant', data: { text: 'Raw.' } } },
      { status: 'COMPLETE' },
    ];
    const { frames } = await streamed(await ended([], { turns: [{ steps }] }));
    const results = frames.filter(({ data }) => data['status'] === 'completed');
    expect(results.map(({ data }) => data['result'])).toEqual([
      { failure: { exitCode: 2, stdout: '', stderr: 'no' } },
      { error: { message: 'Disk full' } },
    ]);
    expect(frames).toContainEqual({ id: '7', event: 'assistant', data: { text: 'Raw.' } });
  });

  it('is kept for three hours after the run', async () => {
    const one = await ended();
    advance(10_801_000);
    const reply = await call(one.sandbox, `GET ${one.path}/stream`);
    expect([reply.status, errorCode(reply)]).toEqual([410, 'stream_expired']);
  });
});

describe('faults', () => {
  const shown = new Set<string>();
  /** What a fault changes: each is shown once. */
  function fault(name: string, test: (rule: FaultSource) => Promise<void>): void {
    shown.add(name);
    it(name, () => test({ do: name }));
  }
  const codeOf = async (reply: Promise<Reply>): Promise<unknown> => {
    const { status, json } = await reply;
    return [status, (json['error'] as { code?: unknown } | undefined)?.code];
  };

  fault('slow-create', async () => {
    const sandbox = await serve([{ do: { fault: 'slow-create', for: '60s' } }]);
    const controller = new AbortController();
    const reply = call(sandbox, 'POST /v1/agents', { body: ORDER, signal: controller.signal });
    while (sandbox.store.created === 0) {
      await new Promise((done) => setImmediate(done));
    }
    controller.abort();
    await expect(reply).rejects.toThrow();
    expect((await call(sandbox, `GET /v1/agents/${AGENT}`)).status).toBe(200);
  });
  for (const [name, answer, makes] of [
    ['error-before', [500, 'internal_error'], 0],
    ['error-after', [500, 'internal_error'], 1],
    ['usage-limit', [400, 'usage_limit_exceeded'], 0],
    ['plan-required', [400, 'plan_required'], 0],
    ['branch-unverified', [400, 'validation_error'], 0],
    ['rate-limited', [429, 'rate_limit_exceeded'], 0],
    ['conflict', [409, 'agent_id_conflict'], 0],
  ] as const) {
    fault(name, async (rule) => {
      const sandbox = await serve([rule]);
      expect(await codeOf(created(sandbox))).toEqual(answer);
      expect(sandbox.store.created).toBe(makes);
    });
  }
  fault('flat-error', async (rule) => {
    const reply = await created(await serve([rule]), {});
    expect([reply.status, reply.json['code']]).toEqual([400, 'validation_error']);
  });
  fault('string-error', async (rule) => {
    const { json } = await created(await serve([rule]), {});
    expect(json).toMatchObject({ error: 'validation_error', message: expect.any(String) });
  });
  fault('agent-busy', async (rule) => {
    const { sandbox } = await ended([rule]);
    expect(await codeOf(followUp(sandbox))).toEqual([409, 'agent_busy']);
    expect(sandbox.store.get(AGENT)?.turns).toHaveLength(1);
  });
  fault('plain-200', async (rule) => {
    expect((await created(await serve([rule]))).status).toBe(200);
  });
  fault('bare-run', async (rule) => {
    const { sandbox } = await ended([rule]);
    expect((await followUp(sandbox)).json).toMatchObject({ agentId: AGENT, status: 'CREATING' });
  });
  fault('lag', async () => {
    const { sandbox, path } = await made([{ do: { fault: 'lag', for: '5s' } }]);
    const see = async (): Promise<unknown[]> => [
      (await call(sandbox, `GET /v1/agents/${AGENT}`)).status,
      (await call(sandbox, `GET ${path}`)).status,
      ((await call(sandbox, 'GET /v1/agents')).json['items'] as unknown[]).length,
    ];
    expect(await see()).toEqual([404, 404, 0]);
    advance(5_000);
    expect(await see()).toEqual([200, 200, 1]);
    await followUp(sandbox);
    const runs = await call(sandbox, `GET /v1/agents/${AGENT}/runs`);
    expect(runs.json['items']).toHaveLength(1);
  });
  fault('foreign-run', async (rule) => {
    const { sandbox, runId } = await ended([rule]);
    const { json } = await call(sandbox, `GET /v1/agents/${AGENT}/runs`);
    const [foreign, own] = json['items'] as readonly { readonly id: string }[];
    expect([own?.id, foreign?.id === runId]).toEqual([runId, false]);
    const agent = await call(sandbox, `GET /v1/agents/${AGENT}`);
    expect(agent.json['latestRunId']).toBe(foreign?.id);
    const read = await call(sandbox, `GET /v1/agents/${AGENT}/runs/${foreign?.id}`);
    expect(read.json['status']).toBe('FINISHED');
  });
  for (const [name, value] of [
    ['null-cursor', null],
    ['empty-cursor', ''],
  ] as const) {
    fault(name, async (rule) => {
      const { sandbox } = await made([rule]);
      expect((await call(sandbox, 'GET /v1/agents')).json['nextCursor']).toBe(value);
    });
  }
  fault('bare-list', async (rule) => {
    const { sandbox, path } = await ended([rule]);
    const { json } = await call(sandbox, `GET /v1/agents/${AGENT}/runs`);
    const [item] = json['items'] as readonly object[];
    expect([Object.hasOwn(item ?? {}, 'result'), Object.hasOwn(item ?? {}, 'git')]).toEqual([
      false,
      true,
    ]);
    expect((await call(sandbox, `GET ${path}`)).json).toHaveProperty('result');
  });
  fault('frozen-record', async (rule) => {
    const one = await ended([rule]);
    const { json } = await call(one.sandbox, `GET ${one.path}`);
    expect([json['status'], json['result']]).toEqual(['RUNNING', undefined]);
    expect((await streamed(one)).frames.at(-1)?.event).toBe('done');
  });
  fault('no-result', async (rule) => {
    const one = await ended([rule]);
    expect((await call(one.sandbox, `GET ${one.path}`)).json).not.toHaveProperty('result');
    expect((await streamed(one)).frames.at(-2)?.data).not.toHaveProperty('text');
  });
  fault('stale-git', async (rule) => {
    const { sandbox, path } = await ended([rule]);
    const { git } = (await call(sandbox, `GET ${path}`)).json as {
      git?: { branches: { prUrl: string }[] };
    };
    expect(git?.branches.map(({ prUrl }) => prUrl)).toEqual([
      'https://github.com/acme/shop/pull/1',
      'https://github.com/acme/shop/pull/41',
    ]);
  });
  fault('late-pull-request', async (rule) => {
    const { sandbox, path } = await made([rule]);
    const pulls = async (): Promise<unknown> => {
      const { json } = await call(sandbox, `GET ${path}`);
      return (json['git'] as { branches: { prUrl?: string }[] }).branches[0]?.prUrl;
    };
    advance(11_999);
    expect(await pulls()).toBeUndefined();
    advance(1);
    expect(await pulls()).toBe('https://github.com/acme/shop/pull/41');
  });
  fault('cancel-fails', async (rule) => {
    const { sandbox, path } = await made([rule]);
    expect(await codeOf(call(sandbox, `POST ${path}/cancel`))).toEqual([500, 'internal_error']);
    advance(1_000);
    expect((await call(sandbox, `GET ${path}`)).json['status']).toBe('RUNNING');
  });
  fault('cancel-empty', async (rule) => {
    const { sandbox, path } = await made([rule]);
    const { status, text } = await call(sandbox, `POST ${path}/cancel`);
    expect([status, text]).toEqual([200, '']);
    expect((await call(sandbox, `GET ${path}`)).json['status']).toBe('CANCELLED');
  });
  fault('usage-denied', async (rule) => {
    const { sandbox } = await made([rule]);
    expect(await codeOf(call(sandbox, `GET /v1/agents/${AGENT}/usage`))).toEqual([
      403,
      'feature_unavailable',
    ]);
  });
  fault('late-usage', async (rule) => {
    const { sandbox } = await made([rule]);
    const total = async (): Promise<unknown> =>
      (await call(sandbox, `GET /v1/agents/${AGENT}/usage`)).json['totalUsage'];
    advance(6_999);
    expect(await total()).toMatchObject({ totalTokens: 0 });
    advance(1);
    expect(await total()).toMatchObject({ totalTokens: 5_000 });
  });
  fault('stream-late', async (rule) => {
    const one = await made([rule]);
    const { frames } = await streamed(one);
    expect(frames.map(({ event }) => event)).toEqual(['status', 'error', 'done']);
    expect(frames[1]?.data).toMatchObject({ code: 'stream_unavailable' });
    advance(2_000);
    expect((await streamed(one)).frames.at(-2)?.event).toBe('result');
  });
  for (const status of [409, 410]) {
    fault(`stream-${status}`, async (rule) => {
      const { sandbox, path } = await made([rule]);
      const asked = (): Promise<Reply> => call(sandbox, `GET ${path}/stream`);
      expect(await codeOf(asked())).toEqual([status, 'stream_unavailable']);
      advance(2_000);
      expect((await asked()).status).toBe(200);
    });
  }
  fault('stream-expired', async (rule) => {
    const { sandbox, path } = await ended([rule]);
    expect(await codeOf(call(sandbox, `GET ${path}/stream`))).toEqual([410, 'stream_expired']);
  });
  fault('cut-stream', async () => {
    const one = await ended([{ nth: 1, do: { fault: 'cut-stream', count: 3 } }]);
    const { frames, rest, isEnded } = await streamed(one);
    expect([frames.length, rest === '', isEnded]).toEqual([4, false, false]);
    const again = await streamed(one, frames.at(-1)?.id);
    expect(again.isEnded).toBe(true);
  });
  fault('cut-between-twins', async (rule) => {
    const one = await ended([{ nth: 1, do: rule.do }]);
    const { frames, rest, isEnded } = await streamed(one);
    expect([rest, isEnded]).toEqual(['', false]);
    const whole = (await streamed(one)).frames;
    expect(whole[frames.length]?.id).toBe(frames.at(-1)?.id);
  });
  fault('stream-error', async () => {
    const one = await ended([{ do: { fault: 'stream-error', count: 2 } }]);
    const { frames, isEnded } = await streamed(one);
    expect([frames.length, frames.at(-1)?.event, isEnded]).toEqual([4, 'error', true]);
  });
  fault('silent-stream', async ({ do: name }) => {
    const taken = await takenWith(String(name), [0, 60_000, 60_000]);
    expect(taken).toEqual(['open ', 'open ', 'open ']);
  });
  fault('no-heartbeats', async ({ do: name }) => {
    const [, ...later] = await takenWith(String(name), [0, 60_000], { turns: [{ steps: [] }] });
    expect(later).toEqual(['open ']);
    const [, ...usual] = await takenWith('', [0, 60_000], { turns: [{ steps: [] }] });
    expect(usual).toEqual(['open event: heartbeat\ndata: {}\n\n']);
  });
  fault('finished-frame', async () => {
    const one = await made([{ do: { fault: 'finished-frame', count: 2 } }]);
    const { frames, isEnded } = await streamed(one);
    expect([frames.at(-1)?.data['status'], isEnded]).toEqual(['FINISHED', true]);
    expect((await call(one.sandbox, `GET ${one.path}`)).json['status']).toBe('CREATING');
  });
  fault('no-result-frame', async (rule) => {
    const { frames, isEnded } = await streamed(await ended([rule]));
    expect([frames.some(({ event }) => event === 'result'), isEnded]).toEqual([false, true]);
  });
  fault('open-stream', async ({ do: name }) => {
    const [whole, ...later] = await takenWith(String(name), [60_000, 1_000]);
    expect(whole).toMatch(/^open [\s\S]*event: done/);
    expect(later).toEqual(['open ']);
  });
  fault('open-call', async (rule) => {
    const { frames } = await streamed(await ended([rule]));
    const calls = frames.filter(({ event }) => event === 'tool_call');
    expect(calls.at(-1)?.data).toMatchObject({ name: 'read_file', status: 'running' });
  });
  fault('no-echo', async (rule) => {
    const one = await ended([rule]);
    const { frames } = await streamed(one);
    expect(frames.some(({ data }) => data['type'] === 'user-message-appended')).toBe(false);
    const { json } = await call(one.sandbox, `GET /v0/agents/${AGENT}/conversation`);
    expect(json['messages']).toHaveLength(1);
  });

  it('all are shown', () => {
    expect([...shown].sort()).toEqual(Object.keys(CURSOR_FAULTS.faults).sort());
  });
});

/** What a stream gives each time that it is asked, this long after the time before. */
async function takenWith(
  name: string,
  after: readonly number[],
  scenario: ScenarioSource = SHORT,
): Promise<readonly string[]> {
  let now = NOON;
  const library = await createLibrary([scenario]);
  const { face, world } = createWorld({ service: 'cursor', now: () => now, token: 't' }, library);
  const habits = new Map(name === '' ? [] : [[name, { forMs: 0, count: 0 }]]);
  const agent = world.store.create({ prompt: 'x', scenario: world.scenarioFor('x') });
  const request = {
    method: 'GET',
    path: `/v1/agents/${agent.id}/runs/${runIdOf(agent.id, 0)}/stream`,
    query: new URLSearchParams(),
    headers: { authorization: 'Bearer t' },
    body: '',
  };
  const { content } = face.answer(world, { request, habits });
  if (content.kind !== 'stream') {
    throw new Error('no stream');
  }
  return after.map((ms) => {
    now += ms;
    const { state, text } = content.stream.take();
    return `${state} ${text}`;
  });
}
