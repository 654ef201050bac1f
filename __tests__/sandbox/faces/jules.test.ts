/** The face of Jules over HTTP: requests as its sheet has them, and each of its faults. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { JULES_FAULTS } from '../../../sandbox/faces/jules/faults.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { bench, call as plainCall, NOON, type Reply, type Sent } from '../client.ts';

const { start, advance, close } = bench({ service: 'jules' });
afterEach(close);

const SESSIONS = '/v1alpha/sessions';
const MARKER = `ara-${'a'.repeat(32)}-1-${'b'.repeat(32)}`;
const AUTOMATION = { automationMode: 'AUTO_CREATE_PR', requirePlanApproval: false };
const ORDER = {
  prompt: `Fix the tax rounding.\n\n${MARKER}`,
  title: `Fix the tax rounding. ${MARKER}`,
  sourceContext: {
    source: 'sources/github/acme/shop',
    githubRepoContext: { startingBranch: 'next' },
  },
  ...AUTOMATION,
};
const SHORT: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'A plan.' } },
        {
          at: '1s',
          entry: {
            tool_name: 'bash',
            tool_input: { command: 'npm test' },
            tool_output: { stdout: 'ok', exit_code: 1 },
          },
        },
        {
          at: '2s',
          status: 'COMPLETE',
          github_pull_requests: [{ url: '{{repository}}/pull/41' }],
          entry: { message_type: 'FINAL_ANSWER', observation: 'Rounded.' },
        },
      ],
    },
    {
      steps: [
        { at: '1s', entry: { message_type: 'PLAN_EVALUATION', thought: 'Again.' } },
        { at: '2s', status: 'COMPLETE', result: 'Done again.' },
      ],
    },
  ],
};
const FAILED: ScenarioSource = {
  turns: [{ steps: [{ at: '2s', status: 'FAILED', result: 'No tests.' }] }],
};

const call = (sandbox: Sandbox, target: string, sent: Sent = {}): Promise<Reply> => {
  const headers = { authorization: null, 'x-goog-api-key': sandbox.token, ...sent.headers };
  return plainCall(sandbox, target, { ...sent, headers });
};
const serve = (faults: readonly FaultSource[] = [], scenario = SHORT): Promise<Sandbox> =>
  start({ scenario: { ...scenario, faults } });
const created = (sandbox: Sandbox, body: object = ORDER): Promise<Reply> =>
  call(sandbox, `POST ${SESSIONS}`, { body });

interface Made {
  readonly sandbox: Sandbox;
  readonly id: string;
  readonly path: string;
}

async function made(faults: readonly FaultSource[] = [], scenario = SHORT): Promise<Made> {
  const sandbox = await serve(faults, scenario);
  await created(sandbox);
  const id = sandbox.store.all()[0]?.id ?? '';
  return { sandbox, id, path: `${SESSIONS}/${id}` };
}

async function ended(faults: readonly FaultSource[] = [], scenario = SHORT): Promise<Made> {
  const one = await made(faults, scenario);
  advance(2_000);
  return one;
}

type Fields = Readonly<Record<string, unknown>>;
const read = async ({ sandbox, path }: Made): Promise<Fields> =>
  (await call(sandbox, `GET ${path}`)).json;
const stateOf = async (one: Made): Promise<unknown> => (await read(one))['state'];
const logOf = (one: Made, query = ''): Promise<Reply> =>
  call(one.sandbox, `GET ${one.path}/activities${query}`);
const activities = async (one: Made, query = ''): Promise<readonly Fields[]> =>
  ((await logOf(one, query)).json['activities'] ?? []) as readonly Fields[];
const KINDS = /Messaged$|^plan|^progress|^session|^code/;
const kindsOf = async (one: Made, query = ''): Promise<readonly unknown[]> =>
  (await activities(one, query)).map((each) => Object.keys(each).find((name) => KINDS.test(name)));
const listed = async (sandbox: Sandbox, query = ''): Promise<readonly Fields[]> =>
  ((await call(sandbox, `GET ${SESSIONS}${query}`)).json['sessions'] ?? []) as readonly Fields[];
const say = ({ sandbox, path }: Made, prompt = 'More.'): Promise<Reply> =>
  call(sandbox, `POST ${path}:sendMessage`, { body: { prompt } });
const refusalOf = ({ status, json }: Reply): unknown => {
  const { code, status: word } = json['error'] as Fields;
  return [status, code, word];
};
const fieldsIn = ({ json }: Reply): unknown => {
  const { details } = json['error'] as { readonly details: readonly Fields[] };
  const violations = details[0]?.['fieldViolations'] as readonly { readonly field: string }[];
  return violations.map(({ field }) => field);
};

describe('requests and answers', () => {
  it('a create makes a session, and shows what it was asked for', async () => {
    const sandbox = await serve();
    const { status, json } = await created(sandbox);
    const [run] = sandbox.store.all();
    expect(status).toBe(200);
    expect(json).toEqual({
      name: `sessions/${run?.id}`,
      id: run?.id,
      prompt: ORDER.prompt,
      title: ORDER.title,
      state: 'QUEUED',
      url: `https://sandbox.example/runs/${run?.id}`,
      createTime: new Date(NOON).toISOString().replace('Z', '000Z'),
      updateTime: new Date(NOON).toISOString().replace('Z', '000Z'),
      sourceContext: ORDER.sourceContext,
      automationMode: 'AUTO_CREATE_PR',
      surface: 'API',
    });
    expect(run?.id).toMatch(/^\d{10,20}$/);
    expect(sandbox.store.creates(MARKER)).toBe(1);
  });

  it.each<[string, object, string]>([
    ['no prompt', {}, 'prompt'],
    ['an unknown field', { prompt: 'x', labels: [] }, 'labels'],
    ['a word that was once taken', { prompt: 'x', automationMode: 'MANUAL' }, 'automationMode'],
    [
      'a source without a branch',
      { prompt: 'x', sourceContext: { source: 'sources/github/a/b' } },
      'sourceContext.githubRepoContext',
    ],
  ])('refused with its field: %s', async (_, body, field) => {
    const reply = await created(await serve(), body);
    expect(refusalOf(reply)).toEqual([400, 400, 'INVALID_ARGUMENT']);
    expect(fieldsIn(reply)).toEqual([field]);
  });

  it('a pull request is made only where plans are said to need no approval', async () => {
    const body = { ...ORDER, requirePlanApproval: undefined };
    const reply = await created(await serve(), body);
    expect(refusalOf(reply)).toEqual([400, 400, 'FAILED_PRECONDITION']);
  });

  it('a plan that needs approval is waited for', async () => {
    const sandbox = await serve();
    const { json } = await created(sandbox, { prompt: 'x', requirePlanApproval: true });
    const path = `${SESSIONS}/${String(json['id'])}`;
    const one = { sandbox, id: String(json['id']), path };
    expect(await stateOf(one)).toBe('AWAITING_PLAN_APPROVAL');
    expect(refusalOf(await say(one))).toEqual([400, 400, 'FAILED_PRECONDITION']);
    await call(sandbox, `POST ${path}:approvePlan`, { body: {} });
    expect(await stateOf(one)).toBe('QUEUED');
  });

  it('the key comes in its own header alone', async () => {
    const sandbox = await serve();
    const asked = (headers: Sent['headers']): Promise<Reply> =>
      call(sandbox, `GET ${SESSIONS}`, headers === undefined ? {} : { headers });
    const wrong = await asked({ 'x-goog-api-key': 'other' });
    expect(refusalOf(wrong)).toEqual([400, 400, 'INVALID_ARGUMENT']);
    expect(wrong.text).toContain('"reason":"API_KEY_INVALID"');
    expect((await asked({ 'x-goog-api-key': null })).status).toBe(403);
    expect((await asked({ authorization: `Bearer ${sandbox.token}` })).status).toBe(401);
    expect((await asked(undefined)).text).toBe('{}');
  });

  it('states and activities to the end; what is empty is left out', async () => {
    const one = await made();
    const fresh = await logOf({ ...one, path: one.path }, '?pageSize=1');
    expect(Object.keys(fresh.json)).toEqual(['activities']);
    advance(300);
    expect(await stateOf(one)).toBe('PLANNING');
    advance(1_700);
    const body = await read(one);
    expect(body['state']).toBe('COMPLETED');
    expect(body['outputs']).toMatchObject([
      { pullRequest: { url: 'https://github.com/acme/shop/pull/41', baseRef: 'next' } },
    ]);
    expect(await kindsOf(one)).toEqual([
      'planGenerated',
      'progressUpdated',
      'agentMessaged',
      'sessionCompleted',
    ]);
    expect((await activities(one))[1]?.['artifacts']).toEqual([
      { bashOutput: { command: 'npm test', output: 'ok', exitCode: 1 } },
    ]);
  });

  it('a plan with numbers has a step for each', async () => {
    const thought = 'Plan: 1. find it, 2. mend it.';
    const entry = { message_type: 'PLAN_EVALUATION', thought };
    const one = await made([], { turns: [{ steps: [{ at: 0, status: 'ACTIVE', entry }] }] });
    expect((await activities(one))[0]?.['planGenerated']).toEqual({
      plan: {
        id: 'p1',
        steps: [
          { id: 's1', index: 0, title: 'find it' },
          { id: 's2', index: 1, title: 'mend it.' },
        ],
      },
    });
  });

  it('a message begins the next turn, or is taken in by a session at work', async () => {
    const one = await ended();
    expect((await say(one)).text).toBe('{}');
    expect(await stateOf(one)).toBe('QUEUED');
    await say(one, 'And this.');
    advance(2_000);
    const later = (await kindsOf(one)).slice(4);
    expect(later).toEqual([
      'userMessaged',
      'userMessaged',
      'planGenerated',
      'agentMessaged',
      'sessionCompleted',
    ]);
    // Pull requests are those of all turns.
    expect((await read(one))['outputs']).toHaveLength(1);
  });

  it('lists are read in pages, newest session first, and filtered', async () => {
    const one = await ended();
    advance(1);
    const second = await created(one.sandbox);
    const ids = (await listed(one.sandbox)).map(({ id }) => id);
    expect(ids).toEqual([second.json['id'], one.id]);
    const first = await logOf(one, '?pageSize=3');
    const token = String(first.json['nextPageToken']);
    expect(await kindsOf(one, `?pageSize=3&pageToken=${token}`)).toEqual(['sessionCompleted']);
    const since = encodeURIComponent(`create_time>"${new Date(NOON + 1_000).toISOString()}"`);
    expect(await kindsOf(one, `?filter=${since}`)).toEqual(['agentMessaged', 'sessionCompleted']);
    await call(one.sandbox, `POST ${one.path}:archive`, { body: {} });
    const archived = await listed(one.sandbox, '?filter=archived%20%3D%20true');
    expect(archived.map(({ id }) => id)).toEqual([one.id]);
    const page = await call(one.sandbox, `GET ${SESSIONS}?pageSize=101`);
    expect(fieldsIn(page)).toEqual(['page_size']);
    expect(fieldsIn(await call(one.sandbox, `GET ${SESSIONS}?state=QUEUED`))).toEqual(['state']);
  });

  it('a source is told with its default branch', async () => {
    const sandbox = await serve();
    const { json } = await call(sandbox, 'GET /v1alpha/sources/github/acme/shop');
    expect(json).toMatchObject({
      name: 'sources/github/acme/shop',
      githubRepo: { owner: 'acme', repo: 'shop', defaultBranch: { displayName: 'main' } },
    });
  });
});

describe('faults', () => {
  const tried = new Set<string>();
  const fault = (name: string, more: object = {}): readonly FaultSource[] => {
    tried.add(name);
    return [{ do: { fault: name, ...more } }];
  };

  it('of requests', async () => {
    for (const [name, status, creates] of [
      ['error-before', 502, 0],
      ['error-after', 502, 1],
      ['html-503', 503, 0],
      ['rate-limited-bare', 429, 0],
      ['source-busy', 404, 0],
      ['bad-field', 400, 0],
      ['wrong-key', 401, 0],
    ] as const) {
      const sandbox = await serve(fault(name));
      const reply = await created(sandbox);
      expect([name, reply.status, sandbox.store.created]).toEqual([name, status, creates]);
      expect(reply.headers['retry-after']).toBeUndefined();
    }
    const lost = await serve(fault('lost-answer'));
    await expect(created(lost)).rejects.toThrow();
    expect(lost.store.created).toBe(1);
    const missing = await serve(fault('source-missing'));
    expect((await call(missing, 'GET /v1alpha/sources/github/acme/shop')).status).toBe(404);
  });

  it('of lists', async () => {
    const lagging = await made(fault('list-lag'));
    expect(await listed(lagging.sandbox)).toEqual([]);
    advance(5_000);
    expect(await listed(lagging.sandbox)).toHaveLength(1);
    const ordered = await made(fault('oldest-first'));
    await created(ordered.sandbox);
    expect((await listed(ordered.sandbox))[0]).toMatchObject({ id: ordered.id });
    const cut = await serve(fault('prompt-cut'));
    await created(cut, { ...ORDER, prompt: `${'x'.repeat(300)} ${MARKER}` });
    expect((await listed(cut))[0]?.['prompt']).toBe('x'.repeat(200));
    const twins = await made(fault('equal-marker'));
    expect((await listed(twins.sandbox)).map(({ prompt }) => prompt)).toEqual([
      ORDER.prompt,
      ORDER.prompt,
    ]);
    const archived = await made(fault('archived'));
    expect(await listed(archived.sandbox)).toEqual([]);
    expect(await listed(archived.sandbox, '?filter=archived=true')).toHaveLength(1);
    const refusing = await made(fault('archive-refused'));
    const filtered = `GET ${SESSIONS}?filter=archived=true`;
    expect((await call(refusing.sandbox, filtered)).status).toBe(400);
    expect(await listed(refusing.sandbox)).toHaveLength(1);
    const circle = await made(fault('repeated-token'));
    const { nextPageToken: token } = (await call(circle.sandbox, `GET ${SESSIONS}`)).json;
    const next = await call(circle.sandbox, `GET ${SESSIONS}?pageToken=${String(token)}`);
    expect(next.json).toEqual({ nextPageToken: token });
  });

  it('of names', async () => {
    const bare = await made(fault('bare-names'));
    expect((await read(bare))['name']).toBe(bare.id);
    const titled = await made(fault('title-rewritten'));
    expect((await read(titled))['title']).toBe('Improve the code');
    const named = await serve(fault('source-names'));
    const source = await call(named, 'GET /v1alpha/sources/github/acme/shop');
    expect(source.json['name']).toBe('sources/github-acme-shop');
    const body = {
      ...ORDER,
      sourceContext: { ...ORDER.sourceContext, source: source.json['name'] },
    };
    expect((await created(named, body)).status).toBe(200);
    const silent = await read(await made(fault('input-only')));
    expect(silent).toHaveProperty('sourceContext');
    expect(silent).not.toHaveProperty('automationMode');
    const exact = await ended(fault('nine-digits'));
    expect((await read(exact))['createTime']).toMatch(/\.\d{9}Z$/);
    expect((await activities(exact))[0]?.['createTime']).toMatch(/\.\d{9}Z$/);
  });

  it('of states', async () => {
    expect(await stateOf(await ended(fault('stays-queued')))).toBe('QUEUED');
    expect(await stateOf(await made(fault('paused')))).toBe('PAUSED');
    const untold = await ended(fault('end-untold'));
    expect(await stateOf(untold)).toBe('IN_PROGRESS');
    expect(await kindsOf(untold)).toContain('sessionCompleted');
    const stale = await ended(fault('stale-session'));
    await say(stale);
    expect(await stateOf(stale)).toBe('COMPLETED');
    advance(5_000);
    expect(await stateOf(stale)).toBe('COMPLETED');
    expect(await read(await ended(fault('no-output')))).not.toHaveProperty('outputs');
    const late = await ended(fault('late-pull-request'));
    expect(await read(late)).not.toHaveProperty('outputs');
    advance(10_000);
    expect((await read(late))['outputs']).toHaveLength(1);
  });

  it('of activities', async () => {
    const fresh = await made(fault('late-activities'));
    expect((await logOf(fresh)).status).toBe(404);
    advance(5_000);
    expect((await logOf(fresh)).status).toBe(200);
    const reverse = await ended(fault('newest-first'));
    expect((await kindsOf(reverse))[0]).toBe('sessionCompleted');
    const lagging = await ended(fault('activity-lag'));
    expect(await kindsOf(lagging)).toEqual([]);
    const failed = await ended(fault('no-reason'), FAILED);
    expect((await activities(failed)).at(-1)?.['sessionFailed']).toEqual({});
    const reason = await ended([], FAILED);
    expect((await activities(reason)).at(-1)?.['sessionFailed']).toEqual({ reason: 'No tests.' });
    const equal = await ended(fault('equal-times'));
    const times = (await activities(equal)).map(({ createTime }) => createTime);
    expect(new Set(times).size).toBe(1);
    const since = `?filter=${encodeURIComponent('create_time>"2030-01-01T00:00:00Z"')}`;
    expect((await logOf(await ended(fault('filter-refused')), since)).status).toBe(400);
    expect(await kindsOf(await ended(fault('filter-ignored')), since)).toHaveLength(4);
    expect(await kindsOf(await ended(fault('unknown-activity')))).toContain('codeReviewed');
    const huge = await ended(fault('huge-artifact', { count: 3 }));
    expect((await activities(huge))[0]?.['artifacts']).toEqual([
      { media: { data: 'A'.repeat(3_000), mimeType: 'image/png' } },
    ]);
  });

  it('all of them were tried', () => {
    expect([...tried].sort()).toEqual(Object.keys(JULES_FAULTS.faults).sort());
  });
});
