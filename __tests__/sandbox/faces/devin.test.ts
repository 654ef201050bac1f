/** Devin's face over HTTP, request by request as its sheet has them, and each of its faults. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { DEVIN_FAULTS } from '../../../sandbox/faces/devin/faults.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { bench, call, NOON, type Reply, type Sent } from '../client.ts';

const { start, advance, close } = bench({ service: 'devin' });
afterEach(close);

const ORG = '/v3/organizations/org-5a4db0c1';
const SESSIONS = `${ORG}/sessions`;
/** The kind of schema that the action sends with every create. */
const OUTCOME = {
  type: 'object',
  properties: {
    outcome: { enum: ['done', 'question', 'blocked'] },
    message: { type: 'string' },
    answer: { type: 'object' },
  },
  required: ['outcome', 'message'],
};
const ORDER = {
  prompt: 'Fix it.',
  title: 'Fix',
  tags: ['agent-run', 'ar-9f2c41'],
  repos: ['acme/shop'],
  structured_output_schema: OUTCOME,
};
const SHORT: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'A plan.' } },
        { at: '1s', entry: { tool_name: 'bash', tool_input: {}, tool_output: {} } },
        {
          at: '2s',
          status: 'COMPLETE',
          result: 'Fixed in {{repository}}/pull/812.',
          github_pull_requests: [{ url: '{{repository}}/pull/812' }],
          usage: { acu: 1.5 },
          entry: { message_type: 'FINAL_ANSWER', observation: 'Fixed.' },
        },
      ],
    },
    {
      steps: [
        { at: '1s', entry: { message_type: 'PLAN_EVALUATION', thought: 'Again: {{prompt}}' } },
        { at: '2s', status: 'COMPLETE', result: 'Done again.' },
      ],
    },
  ],
};

const serve = (faults: readonly FaultSource[] = [], more: object = {}): Promise<Sandbox> =>
  start({ scenario: { ...SHORT, faults, ...more } });
const created = (sandbox: Sandbox, body: object = ORDER): Promise<Reply> =>
  call(sandbox, `POST ${SESSIONS}`, { body });

interface Made {
  readonly sandbox: Sandbox;
  readonly id: string;
  readonly path: string;
}

async function made(faults: readonly FaultSource[] = [], more: object = {}): Promise<Made> {
  const sandbox = await serve(faults, more);
  await created(sandbox);
  const id = sandbox.store.all()[0]?.id ?? '';
  return { sandbox, id, path: `${SESSIONS}/devin-${id}` };
}

/** Its turn is over. */
async function ended(faults: readonly FaultSource[] = [], more: object = {}): Promise<Made> {
  const one = await made(faults, more);
  advance(2_000);
  return one;
}

const read = async ({ sandbox, path }: Made): Promise<Reply['json']> =>
  (await call(sandbox, `GET ${path}`)).json;
const word = async (one: Made): Promise<string> => {
  const { status, status_detail } = await read(one);
  return status_detail === null ? String(status) : `${String(status)}/${String(status_detail)}`;
};
const say = ({ sandbox, path }: Made, message = 'More.'): Promise<Reply> =>
  call(sandbox, `POST ${path}/messages`, { body: { message } });
const items = (reply: Reply): readonly Reply['json'][] =>
  reply.json['items'] as readonly Reply['json'][];
const said = async ({ sandbox, path }: Made, query = ''): Promise<unknown[]> =>
  items(await call(sandbox, `GET ${path}/messages${query}`)).map((each) => each['message']);
const ids = async (sandbox: Sandbox, query = ''): Promise<unknown[]> =>
  items(await call(sandbox, `GET ${SESSIONS}${query}`)).map((each) => each['session_id']);
const turnsOf = ({ sandbox, id }: Made): number => sandbox.store.get(id)?.turns.length ?? 0;
const problemOf = ({ status, json, headers }: Reply): unknown => [
  status,
  json['status'],
  headers['content-type'],
];
const refused = (status: number): unknown => [status, status, 'application/problem+json'];

describe('requests and answers', () => {
  it('a create makes a session with its tags, and tells neither detail nor output', async () => {
    const sandbox = await serve();
    const { status, json } = await created(sandbox);
    const [run] = sandbox.store.all();
    expect(status).toBe(200);
    expect(json).toMatchObject({
      session_id: run?.id,
      url: `https://sandbox.example/runs/${run?.id}`,
      status: 'new',
      status_detail: null,
      structured_output: null,
      tags: ORDER.tags,
      org_id: sandbox.orgId,
      created_at: NOON / 1000,
      acus_consumed: 0,
      pull_requests: [],
      title: 'Fix',
      is_archived: false,
    });
    expect(run?.id).toMatch(/^[0-9a-f]{32}$/);
    expect(sandbox.store.creates('ar-9f2c41')).toBe(1);
    await created(sandbox);
    expect(sandbox.store.creates('ar-9f2c41')).toBe(2);
  });

  it.each<[string, object, string]>([
    ['no prompt', {}, 'prompt'],
    ['an unknown key', { prompt: 'x', metadata: {} }, 'metadata'],
    ['a branch', { prompt: 'x', branch: 'main' }, 'branch'],
    ['another form of repository', { prompt: 'x', repos: ['shop'] }, 'repos'],
    [
      'another draft',
      {
        prompt: 'x',
        structured_output_schema: { $schema: 'https://json-schema.org/draft/2020-12/schema' },
      },
      'structured_output_schema',
    ],
    [
      'a foreign reference',
      { prompt: 'x', structured_output_schema: { $ref: 'https://x' } },
      'structured_output_schema',
    ],
    [
      'a schema too large',
      { prompt: 'x', structured_output_schema: { title: 'x'.repeat(65_536) } },
      'structured_output_schema',
    ],
  ])('%s is refused with 422 and makes nothing', async (_, body, name) => {
    const sandbox = await serve();
    const reply = await created(sandbox, body);
    expect(problemOf(reply)).toEqual(refused(422));
    const [error] = reply.json['errors'] as readonly { readonly loc: readonly string[] }[];
    expect(error?.loc.slice(0, 2)).toEqual(['body', name]);
    expect(sandbox.store.created).toBe(0);
  });

  it.each<[string, string, Sent, number]>([
    ['no key', `GET ${SESSIONS}`, { headers: { authorization: null } }, 401],
    ['another organization', 'GET /v3/organizations/org-x/sessions', {}, 403],
    ['a filter in an object', `GET ${SESSIONS}?qs=%7B%7D`, {}, 422],
    ['an offset', `GET ${SESSIONS}?limit=5`, {}, 422],
    ['a page too large', `GET ${SESSIONS}?first=201`, {}, 422],
    ['a cursor of nobody', `GET ${SESSIONS}?after=xx`, {}, 422],
    ['an unknown session', `GET ${SESSIONS}/devin-00`, {}, 404],
  ])('%s', async (...[, target, sent, status]) => {
    expect(problemOf(await call(await serve(), target, sent))).toEqual(refused(status));
  });

  it('events are not there, and a message needs its text', async () => {
    const { sandbox, path } = await made();
    for (const events of ['events', 'events/details', 'events/search']) {
      expect((await call(sandbox, `GET ${path}/${events}`)).status).toBe(404);
    }
    const empty = await call(sandbox, `POST ${path}/messages`, { body: {} });
    expect(empty.json).toMatchObject({ errors: [{ loc: ['body', 'message'] }] });
  });

  it('a session is new, claimed, at work, and waits with its output at the end', async () => {
    const one = await made();
    const seen: string[] = [];
    for (const ms of [0, 250, 250, 1_499, 1]) {
      advance(ms);
      seen.push(await word(one));
    }
    const working = 'running/working';
    expect(seen).toEqual(['new', 'claimed', working, working, 'running/waiting_for_user']);
    expect(await read(one)).toMatchObject({
      structured_output: {
        outcome: 'done',
        message: 'Fixed in https://github.com/acme/shop/pull/812.',
      },
      pull_requests: [{ pr_url: 'https://github.com/acme/shop/pull/812', pr_state: 'open' }],
      acus_consumed: 1.5,
      updated_at: NOON / 1000 + 2,
    });
    advance(1_800_000);
    expect(await word(one)).toBe('suspended/inactivity');
  });

  it.each([
    ['WAITING_FOR_INPUT', 'running/waiting_for_user', { outcome: 'question', message: 'R' }],
    ['FAILED', 'running/waiting_for_user', { outcome: 'blocked', message: 'R' }],
    ['CANCELLED', 'suspended/user_request', null],
    ['suspended/out_of_credits', 'suspended/out_of_credits', null],
    ['running/waiting_for_approval', 'running/waiting_for_approval', null],
    ['running/finished', 'running/finished', { outcome: 'done', message: 'R' }],
    ['hibernating', 'hibernating', null],
  ])('the word %s of a scenario is %s here', async (status, shown, output) => {
    const one = await ended([], { turns: [{ steps: [{ at: 0, status, result: 'R' }] }] });
    expect([await word(one), (await read(one))['structured_output']]).toEqual([shown, output]);
  });

  it('without a schema of its own kind the output is the JSON of the answer, a failure an error', async () => {
    const result = 'So:\n```json\n{"verdict": "pass"}\n```';
    const sandbox = await start({
      scenarios: [
        { turns: [{ steps: [{ status: 'COMPLETE', result }] }] },
        { turns: [{ steps: [{ status: 'FAILED', result }] }] },
        { turns: [{ steps: [{ status: 'COMPLETE', output: { given: 1 } }] }] },
        { turns: [{ steps: [{ status: 'COMPLETE', result }] }] },
      ],
    });
    const schema = { structured_output_schema: { type: 'object' } };
    for (const more of [schema, schema, schema, {}]) {
      await created(sandbox, { prompt: 'x', ...more });
    }
    const shown = items(await call(sandbox, `GET ${SESSIONS}`)).toReversed();
    expect(shown.map((each) => [each['status'], each['structured_output']])).toEqual([
      ['running', { verdict: 'pass' }],
      ['error', null],
      ['running', { given: 1 }],
      ['running', null],
    ]);
  });

  it('messages are what is said, oldest first, and the last page has no cursor', async () => {
    const one = await ended();
    expect(await said(one)).toEqual(['Fix it.', 'A plan.', 'Fixed.']);
    const first = (await call(one.sandbox, `GET ${one.path}/messages?first=2`)).json;
    expect([first['has_next_page'], first['total']]).toEqual([true, null]);
    const second = await call(
      one.sandbox,
      `GET ${one.path}/messages?first=2&after=${String(first['end_cursor'])}`,
    );
    expect(second.json).toMatchObject({ has_next_page: false, end_cursor: null });
    expect(items(second)).toEqual([
      {
        event_id: expect.stringMatching(/^ev-/),
        source: 'devin',
        message: 'Fixed.',
        created_at: NOON / 1000 + 2,
        origin: null,
        user_id: null,
        username: null,
      },
    ]);
  });

  it('a message to a session that waits begins a turn; the output stays until the next', async () => {
    const one = await ended();
    const reply = await say(one);
    expect(reply.json).toMatchObject({ status: 'running', status_detail: null });
    expect(await word(one)).toBe('running/working');
    expect(await read(one)).toMatchObject({ structured_output: { outcome: 'done' } });
    advance(2_000);
    expect(await read(one)).toMatchObject({ structured_output: { message: 'Done again.' } });
    expect((await said(one)).slice(3)).toEqual(['More.', 'Again: More.', 'Done again.']);
  });

  it('a message to a session at work is taken in without a turn of its own', async () => {
    const one = await made();
    advance(1_000);
    await say(one);
    expect([turnsOf(one), await said(one)]).toEqual([1, ['Fix it.', 'A plan.', 'More.']]);
    advance(1_000);
    expect(await said(one)).toEqual(['Fix it.', 'A plan.', 'More.', 'Fixed.']);
  });

  it('a message wakes a session that sleeps', async () => {
    const one = await ended();
    advance(1_800_000);
    await say(one);
    expect(await word(one)).toBe('resuming');
    advance(500);
    expect(await word(one)).toBe('running/working');
  });

  it('a session out of money takes a message and stays', async () => {
    const steps = [{ at: 0, status: 'suspended/out_of_quota' }];
    const one = await ended([], { turns: [{ steps }] });
    expect((await say(one)).status).toBe(200);
    expect([await word(one), turnsOf(one)]).toEqual(['suspended/out_of_quota', 1]);
  });

  it('archived it sleeps, is listed apart and refuses; unarchived a message wakes it', async () => {
    const one = await made();
    advance(1_000);
    const archived = await call(one.sandbox, `POST ${one.path}/archive`);
    expect(archived.json).toMatchObject({ is_archived: true, status: 'suspended' });
    expect((await say(one)).status).toBe(409);
    expect(await ids(one.sandbox, '?is_archived=false')).toEqual([]);
    expect(await ids(one.sandbox, '?is_archived=true')).toEqual([one.id]);
    await call(one.sandbox, `POST ${one.path}/unarchive`);
    expect(await word(one)).toBe('suspended/user_request');
    await say(one);
    expect(await word(one)).toBe('resuming');
  });

  it('terminated it is dead for ever; the answer still shows the state before', async () => {
    const one = await made();
    const reply = await call(one.sandbox, `DELETE ${one.path}`);
    expect([reply.status, reply.json['status'], await word(one)]).toEqual([200, 'new', 'exit']);
    expect(problemOf(await say(one))).toEqual(refused(409));
    expect((await call(one.sandbox, `DELETE ${one.path}?archive=true`)).status).toBe(200);
    expect(await read(one)).toMatchObject({ is_archived: true, status: 'exit' });
  });

  it('filters are flat, and several tags mean all of them', async () => {
    const { sandbox, id } = await made();
    advance(10_000);
    await created(sandbox, { prompt: 'x', tags: ['agent-run'] });
    const [, other] = sandbox.store.all().map((run) => run.id);
    expect(await ids(sandbox)).toEqual([other, id]);
    const found: Record<string, unknown[]> = {};
    for (const query of [
      'tags=ar-9f2c41',
      'tags=agent-run&tags=ar-9f2c41',
      'tags=agent-run,ar-9f2c41',
      'repo_names=acme/shop',
      `session_ids=devin-${id}`,
      `created_before=${NOON / 1000 + 5}`,
      `created_after=${NOON / 1000 + 5}`,
      'origins=slack',
      'user_ids=user-1',
      'first=1',
    ]) {
      found[query] = await ids(sandbox, `?${query}`);
    }
    expect(Object.values(found)).toEqual([
      [id],
      [id],
      [],
      [id],
      [id],
      [id],
      [other],
      [],
      [],
      [other],
    ]);
  });

  it('tags can be read, added and replaced', async () => {
    const { sandbox, path } = await made();
    const put = (method: string, tags: string[]): Promise<Reply> =>
      call(sandbox, `${method} ${path}/tags`, { body: { tags } });
    expect((await put('POST', ['x', 'agent-run'])).json).toEqual({ tags: [...ORDER.tags, 'x'] });
    expect((await put('PUT', ['y'])).json).toEqual({ tags: ['y'] });
    expect((await call(sandbox, `GET ${path}/tags`)).json).toEqual({ tags: ['y'] });
  });

  it('an attachment is a redirect to an address that must not get the key', async () => {
    const { sandbox, path } = await made();
    const { json } = await call(sandbox, `POST ${ORG}/attachments`, {
      body: 'filename="a.png"',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(json).toMatchObject({ name: 'a.png', attachment_id: expect.any(String) });
    const address = new URL(String(json['url']));
    const redirect = await call(sandbox, `GET ${address.pathname}`);
    const { pathname } = new URL(String(redirect.headers['location']));
    const [clean, leaking] = [
      await call(sandbox, `GET ${pathname}`, { headers: { authorization: null } }),
      await call(sandbox, `GET ${pathname}`),
    ];
    expect([redirect.status, clean.status, leaking.status]).toEqual([307, 200, 400]);
    expect((await call(sandbox, `GET ${path}/attachments`)).text).toBe('[]');
  });

  it('says whose the key is, and lists repositories and consumption', async () => {
    const { sandbox, path } = await made();
    expect((await call(sandbox, 'GET /v3/self')).json).toMatchObject({
      principal_type: 'service_user',
      org_id: sandbox.orgId,
    });
    const beta = await call(sandbox, `GET /v3beta1/organizations/${sandbox.orgId}/repositories`);
    expect(beta.json['items']).toEqual([{ repo_path: 'octo/shop', repo_name: 'shop' }]);
    const used = path.replace('/sessions/', '/consumption/daily/sessions/');
    expect((await call(sandbox, `GET ${used}`)).json).toMatchObject({ total_acus: 0 });
  });
});

describe('faults', () => {
  const shown = new Set<string>();
  function fault(name: string, test: (rule: FaultSource) => Promise<void>): void {
    shown.add(name);
    it(name, () => test({ do: name }));
  }

  fault('slow-create', async (rule) => {
    const sandbox = await serve([rule]);
    const controller = new AbortController();
    const reply = call(sandbox, `POST ${SESSIONS}`, { body: ORDER, signal: controller.signal });
    while (sandbox.store.created === 0) {
      await new Promise((done) => setImmediate(done));
    }
    controller.abort();
    await expect(reply).rejects.toThrow();
    expect(await ids(sandbox, '?tags=ar-9f2c41')).toHaveLength(1);
  });
  fault('lost-answer', async (rule) => {
    const sandbox = await serve([rule]);
    await expect(created(sandbox)).rejects.toThrow(/ECONNRESET|hang up/);
    expect(sandbox.store.creates('ar-9f2c41')).toBe(1);
  });
  for (const [name, status, makes] of [
    ['error-before', 502, 0],
    ['error-after', 502, 1],
    ['html-503', 503, 0],
    ['conflict', 409, 0],
    ['conflict-after', 409, 1],
    ['rate-limited', 429, 0],
    ['rate-limited-bare', 429, 0],
    ['session-cap', 429, 0],
    ['out-of-credits', 403, 0],
    ['unregistered-tag', 422, 0],
    ['unknown-repo', 422, 0],
  ] as const) {
    fault(name, async (rule) => {
      const sandbox = await serve([rule]);
      const reply = await created(sandbox);
      expect([reply.status, sandbox.store.created]).toEqual([status, makes]);
      const retryAfter = reply.headers['retry-after'];
      expect(retryAfter).toBe(name === 'rate-limited' ? '1' : undefined);
    });
  }
  fault('list-forbidden', async (rule) => {
    expect((await call(await serve([rule]), `GET ${SESSIONS}`)).status).toBe(403);
  });
  fault('earlier-error', async (rule) => {
    const sandbox = await serve([rule]);
    expect((await created(sandbox, {})).json).toEqual({
      detail: [{ loc: ['body', 'prompt'], msg: 'is required', type: 'value_error' }],
    });
    const gone = await call(sandbox, `GET ${SESSIONS}/devin-0`);
    expect(gone.json).toEqual({ detail: 'Session not found.' });
  });
  fault('prefixed-ids', async (rule) => {
    const one = await made([rule]);
    expect((await read(one))['session_id']).toBe(`devin-${one.id}`);
  });
  for (const [name, seen] of [
    ['bare-paths', [200, 200]],
    ['bare-paths-only', [404, 200]],
  ] as const) {
    fault(name, async (rule) => {
      const { sandbox, path, id } = await made([rule]);
      const bare = await call(sandbox, `GET ${SESSIONS}/${id}`);
      expect([(await call(sandbox, `GET ${path}`)).status, bare.status]).toEqual(seen);
      const usual = await made();
      const refusal = await call(usual.sandbox, `GET ${SESSIONS}/${usual.id}`);
      expect(refusal.status).toBe(404);
    });
  }
  fault('milliseconds', async (rule) => {
    expect((await read(await made([rule])))['created_at']).toBe(NOON);
  });
  fault('oldest-first', async (rule) => {
    const { sandbox, id } = await made([rule]);
    await created(sandbox);
    expect((await ids(sandbox))[0]).toBe(id);
  });
  fault('archived-hidden', async (rule) => {
    const { sandbox, path } = await made([rule]);
    await call(sandbox, `POST ${path}/archive`);
    expect([await ids(sandbox), await ids(sandbox, '?is_archived=true')]).toMatchObject([
      [],
      { length: 1 },
    ]);
  });
  fault('list-lag', async (rule) => {
    const { sandbox } = await made([rule]);
    advance(4_999);
    expect(await ids(sandbox)).toEqual([]);
    advance(1);
    expect(await ids(sandbox)).toHaveLength(1);
  });
  fault('read-lag', async (rule) => {
    const { sandbox, path } = await made([rule]);
    expect((await call(sandbox, `GET ${path}`)).status).toBe(404);
    advance(5_000);
    expect((await call(sandbox, `GET ${path}`)).status).toBe(200);
  });
  for (const [name, query, count] of [
    ['tags-any', 'tags=agent-run&tags=other', 1],
    ['tags-ignored', 'tags=other', 1],
    ['tags-whole', 'tags=agent-run', 0],
  ] as const) {
    fault(name, async (rule) => {
      const { sandbox } = await made([rule]);
      expect(await ids(sandbox, `?${query}`)).toHaveLength(count);
      expect(await ids(sandbox, '?tags=agent-run,ar-9f2c41')).toHaveLength(
        name === 'tags-any' ? 0 : 1,
      );
    });
  }
  fault('lost-tags', async (rule) => {
    const { sandbox, id } = await made([rule]);
    const [session] = items(await call(sandbox, `GET ${SESSIONS}`));
    expect([session?.['session_id'], session?.['tags']]).toEqual([id, []]);
  });
  fault('next-without-cursor', async (rule) => {
    const { sandbox, path } = await made([rule]);
    const { json } = await call(sandbox, `GET ${path}/messages`);
    expect(json).toMatchObject({ has_next_page: true, end_cursor: null });
  });
  fault('repeated-cursor', async (rule) => {
    const { sandbox, path } = await ended([rule]);
    const { json } = await call(sandbox, `GET ${path}/messages?first=1`);
    const after = String(json['end_cursor']);
    const last = await call(sandbox, `GET ${path}/messages?after=${after}`);
    expect(last.json).toMatchObject({ has_next_page: true, end_cursor: after });
  });
  fault('finished', async (rule) => {
    expect(await word(await ended([rule]))).toBe('running/finished');
  });
  fault('falls-asleep', async (rule) => {
    const one = await ended([rule]);
    advance(2_000);
    expect(await word(one)).toBe('suspended/inactivity');
  });
  fault('stale-session', async (rule) => {
    const one = await ended([rule]);
    await say(one);
    advance(4_999);
    expect(await read(one)).toMatchObject({
      status_detail: 'waiting_for_user',
      structured_output: { message: expect.stringContaining('Fixed') },
    });
    advance(1);
    expect(await read(one)).toMatchObject({ structured_output: { message: 'Done again.' } });
  });
  fault('message-lag', async (rule) => {
    const one = await made([rule]);
    expect(await said(one)).toEqual([]);
    advance(5_000);
    expect(await said(one)).toEqual(['Fix it.', 'A plan.']);
  });
  fault('no-output', async (rule) => {
    expect((await read(await ended([rule])))['structured_output']).toBeNull();
  });
  for (const status of [404, 422]) {
    fault(`exited-${status}`, async (rule) => {
      const one = await made([rule]);
      await call(one.sandbox, `DELETE ${one.path}`);
      expect(problemOf(await say(one))).toEqual(refused(status));
    });
  }
  fault('exits', async (rule) => {
    const one = await made([rule]);
    expect(problemOf(await say(one))).toEqual(refused(409));
    expect(await word(one)).toBe('exit');
  });
  fault('delete-refused', async (rule) => {
    const one = await made([rule]);
    expect((await call(one.sandbox, `DELETE ${one.path}`)).status).toBe(409);
    expect(await word(one)).toBe('new');
  });
  fault('delete-archives', async (rule) => {
    const one = await made([rule]);
    await call(one.sandbox, `DELETE ${one.path}`);
    expect(await read(one)).toMatchObject({ is_archived: true, status: 'suspended' });
  });
  fault('no-org', async (rule) => {
    expect((await call(await serve([rule]), 'GET /v3/self')).json['org_id']).toBeNull();
  });
  fault('personal-key', async (rule) => {
    const { json } = await call(await serve([rule]), 'GET /v3/self');
    expect(json['principal_type']).toBe('pat_user');
  });

  it('all are shown', () => {
    expect([...shown].sort()).toEqual(Object.keys(DEVIN_FAULTS.faults).sort());
  });
});
