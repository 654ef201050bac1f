/** Copilot's face over HTTP, request by request as its sheet has them, and each of its faults. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { COPILOT_FAULTS } from '../../../sandbox/faces/copilot/faults.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { bench, call as plainCall, NOON, type Reply, type Sent } from '../client.ts';

const { start, advance, close } = bench({ service: 'copilot' });
afterEach(close);

const TASKS = '/agents/repos/acme/shop/tasks';
const ORDER = {
  prompt: 'Fix the tax rounding.\n\nRef: ara-7f3c21d0',
  create_pull_request: true,
  base_ref: 'main',
};
const SHORT: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '1s',
          github_pull_requests: [{ url: '{{repository}}/pull/41', title: 'Round taxes' }],
        },
        { at: '2s', status: 'COMPLETE', result: 'Rounded.', usage: { ai_credits: 33 } },
      ],
    },
  ],
};
const at = (ms: number): string => new Date(NOON + ms).toISOString().replace('.000Z', 'Z');

const call = (sandbox: Sandbox, target: string, sent: Sent = {}): Promise<Reply> =>
  plainCall(sandbox, target, { ...sent, headers: { 'user-agent': 'test', ...sent.headers } });
const serve = (faults: readonly FaultSource[] = [], more: object = {}): Promise<Sandbox> =>
  start({ scenario: { ...SHORT, faults, ...more } });
const created = (sandbox: Sandbox, body: object = ORDER): Promise<Reply> =>
  call(sandbox, `POST ${TASKS}`, { body });

interface Made {
  readonly sandbox: Sandbox;
  readonly id: string;
  readonly path: string;
}

async function made(faults: readonly FaultSource[] = [], more: object = {}): Promise<Made> {
  const sandbox = await serve(faults, more);
  await created(sandbox);
  const id = sandbox.store.all()[0]?.id ?? '';
  return { sandbox, id, path: `${TASKS}/${id}` };
}

async function ended(faults: readonly FaultSource[] = [], more: object = {}): Promise<Made> {
  const one = await made(faults, more);
  advance(2_000);
  return one;
}

type Fields = Readonly<Record<string, unknown>>;
const read = async ({ sandbox, path }: Made): Promise<Fields> =>
  (await call(sandbox, `GET ${path}`)).json;
const sessionsOf = async (one: Made): Promise<readonly Fields[]> =>
  (await read(one))['sessions'] as readonly Fields[];
const listed = async (sandbox: Sandbox, query = ''): Promise<readonly Fields[]> =>
  (await call(sandbox, `GET ${TASKS}${query}`)).json['tasks'] as readonly Fields[];
const pulls = async (sandbox: Sandbox, query = '?state=all'): Promise<readonly Fields[]> =>
  (await call(sandbox, `GET /repos/acme/shop/pulls${query}`)).json as unknown as readonly Fields[];

describe('requests and answers', () => {
  it('a create makes a task, queued and without a session', async () => {
    const sandbox = await serve();
    const { status, json } = await created(sandbox);
    const id = sandbox.store.all()[0]?.id;
    const number = expect.any(Number) as unknown;
    expect([status, json]).toEqual([
      201,
      {
        id,
        url: `${sandbox.url}${TASKS}/${id}`,
        html_url: `https://github.com/acme/shop/agents/tasks/${id}`,
        name: 'Fix the tax rounding.',
        state: 'queued',
        creator: { id: 501 },
        creator_type: 'user',
        user_collaborators: [],
        owner: { id: number },
        repository: { id: number },
        session_count: 0,
        artifacts: [],
        archived_at: null,
        created_at: at(0),
        updated_at: at(0),
      },
    ]);
    expect(sandbox.store.creates('ara-7f3c21d0')).toBe(1);
  });

  it.each<[string, object | string, number]>([
    ['no prompt', { create_pull_request: true }, 422],
    ['an unknown key', { ...ORDER, metadata: {} }, 422],
    ['a wrong type', { ...ORDER, create_pull_request: 'true' }, 422],
    ['no JSON', '{', 400],
  ])('%s is refused and makes nothing', async (_, body, status) => {
    const sandbox = await serve();
    const reply = await call(sandbox, `POST ${TASKS}`, { body });
    expect([reply.status, sandbox.store.created]).toEqual([status, 0]);
    expect(reply.json).toHaveProperty('documentation_url');
  });

  it.each<[string, string, Sent, number]>([
    ['no credentials', `GET ${TASKS}`, { headers: { authorization: null } }, 400],
    ['no credentials elsewhere', 'GET /user', { headers: { authorization: null } }, 401],
    ['a wrong token', `GET ${TASKS}`, { headers: { authorization: 'Bearer x' } }, 401],
    ["the job's token", `GET ${TASKS}`, { headers: { authorization: 'Bearer ghs_1' } }, 403],
    ['an unknown version', `GET ${TASKS}`, { headers: { 'x-github-api-version': '1' } }, 400],
    ['no user agent', `GET ${TASKS}`, { headers: { 'user-agent': null } }, 403],
    ['an unknown query', `GET ${TASKS}?archived=true`, {}, 422],
    ['a page too large', `GET ${TASKS}?per_page=101`, {}, 422],
    ['an unknown order', `GET ${TASKS}?sort=name`, {}, 422],
    ['an unknown task', `GET ${TASKS}/1`, {}, 404],
    ['what does not exist', `DELETE ${TASKS}/1`, {}, 404],
    ['an unknown pull request', 'GET /repos/acme/shop/pulls/1', {}, 404],
    ['an unknown commit', 'GET /repos/acme/shop/commits/1', {}, 404],
    ['an unknown repository', 'GET /repositories/1', {}, 404],
  ])('%s', async (...[, target, sent, status]) => {
    expect((await call(await serve(), target, sent)).status).toBe(status);
  });

  it('a task goes from queued over in_progress to completed, with its session and artifacts', async () => {
    const one = await made();
    const seen: unknown[] = [];
    for (const ms of [0, 499, 1, 1_499, 1]) {
      advance(ms);
      const { state, session_count, artifacts } = await read(one);
      seen.push([state, session_count, (artifacts as unknown[]).length]);
    }
    expect(seen).toEqual([
      ['queued', 0, 0],
      ['queued', 0, 0],
      ['in_progress', 1, 1],
      ['in_progress', 1, 2],
      ['completed', 1, 2],
    ]);
    const { artifacts, sessions, name } = await read(one);
    const head_ref = expect.stringMatching(/^copilot\/work-[0-9a-f]{6}$/) as unknown;
    expect(artifacts).toEqual([
      {
        provider: 'github',
        type: 'pull',
        data: { id: expect.any(Number), global_id: expect.stringMatching(/^PR_kw/) },
      },
      { provider: 'github', type: 'branch', data: { head_ref, base_ref: 'main' } },
    ]);
    expect(sessions).toMatchObject([
      {
        task_id: one.id,
        state: 'completed',
        completed_at: at(2_000),
        prompt: ORDER.prompt,
        head_ref,
        base_ref: 'main',
        model: 'sweagent-capi:claude-sonnet-4.6',
        usage: { type: 'ai_credits', amount: 33_000_000_000 },
      },
    ]);
    expect(name).toBe('Done: Fix the tax rounding.');
    expect((await call(one.sandbox, `GET /agents/tasks/${one.id}`)).json).toEqual(await read(one));
    const elsewhere = await call(one.sandbox, `GET /agents/repos/acme/other/tasks/${one.id}`);
    expect(elsewhere.status).toBe(404);
  });

  it.each([
    ['WAITING_FOR_INPUT', 'waiting_for_user'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'cancelled'],
    ['TIMEOUT', 'timed_out'],
    ['idle', 'idle'],
    ['pondering', 'pondering'],
  ])('the word %s of a scenario is %s here', async (status, shown) => {
    const one = await ended([], { turns: [{ steps: [{ at: 0, status, result: 'R' }] }] });
    expect((await read(one))['state']).toBe(shown);
    const [session] = await sessionsOf(one);
    expect(session?.['error']).toEqual(shown === 'failed' ? { message: 'R' } : undefined);
  });

  it('without a wish for a pull request there is a branch alone', async () => {
    const sandbox = await serve();
    await created(sandbox, { ...ORDER, create_pull_request: false });
    await created(sandbox, { prompt: 'x' });
    advance(2_000);
    const types = (await listed(sandbox, '?sort=created_at&direction=asc')).map(({ artifacts }) =>
      (artifacts as readonly Fields[]).map(({ type }) => type),
    );
    expect(types).toEqual([['branch'], ['pull', 'branch']]);
  });

  it('lists have no sessions, filters, and pages by Link', async () => {
    const sandbox = await serve();
    for (let nth = 0; nth < 3; nth++) {
      await created(sandbox, { prompt: `Task ${nth}` });
      advance(1_000);
    }
    const whole = await call(sandbox, `GET ${TASKS}?sort=created_at`);
    expect(whole.json).toMatchObject({ total_active_count: 3, total_archived_count: 0 });
    const tasks = whole.json['tasks'] as readonly Fields[];
    expect(tasks.map(({ created_at }) => created_at)).toEqual([at(2_000), at(1_000), at(0)]);
    expect(tasks[0]).not.toHaveProperty('sessions');
    const first = await call(sandbox, `GET ${TASKS}?per_page=2`);
    expect(first.headers['link']).toBe(
      `<${sandbox.url}${TASKS}?per_page=2&page=2>; rel="next", <${sandbox.url}${TASKS}?per_page=2&page=2>; rel="last"`,
    );
    const counts: number[] = [];
    for (const query of [
      'per_page=2&page=2',
      'state=completed',
      'state=completed,in_progress',
      'is_archived=true',
      `since=${at(2_500)}`,
      'creator_id=501',
      'creator_id=502',
    ]) {
      counts.push((await listed(sandbox, `?${query}`)).length);
    }
    expect(counts).toEqual([1, 2, 3, 0, 1, 3, 0]);
    const mine = await call(sandbox, 'GET /agents/tasks');
    expect(mine.json['tasks']).toHaveLength(3);
    const other = await call(sandbox, 'GET /agents/repos/acme/other/tasks');
    expect(other.json['tasks']).toEqual([]);
  });

  it('a person who steers starts a further session: the task is at work again', async () => {
    const one = await ended();
    one.sandbox.store.resume(one.sandbox.store.get(one.id)!, '@copilot once more');
    expect((await read(one))['state']).toBe('in_progress');
    const sessions = await sessionsOf(one);
    expect(sessions.map(({ state, prompt }) => [state, prompt])).toEqual([
      ['completed', ORDER.prompt],
      ['in_progress', '@copilot once more'],
    ]);
  });

  it('the pull request is found by its branch; its id is not its number', async () => {
    const { sandbox, path } = await made();
    advance(1_000);
    const { json } = await call(sandbox, `GET ${path}`);
    const [pull, branch] = json['artifacts'] as readonly { readonly data: Fields }[];
    const head = `acme:${String(branch?.data['head_ref'])}`;
    const [found] = await pulls(sandbox, `?state=all&head=${encodeURIComponent(head)}`);
    expect(found).toMatchObject({
      id: pull?.data['id'],
      node_id: pull?.data['global_id'],
      number: 41,
      html_url: 'https://github.com/acme/shop/pull/41',
      title: '[WIP] Round taxes',
      draft: true,
      state: 'open',
      user: { login: 'copilot-swe-agent[bot]' },
      base: { ref: 'main', repo: { full_name: 'acme/shop' } },
    });
    expect(await pulls(sandbox, '?head=acme:other')).toEqual([]);
    expect(await pulls(sandbox, '?state=closed')).toEqual([]);
    advance(1_000);
    const one = await call(sandbox, 'GET /repos/acme/shop/pulls/41');
    expect(one.json).toMatchObject({ title: 'Round taxes', body: 'Rounded.', commits: 2 });
    const commits = await call(sandbox, 'GET /repos/acme/shop/pulls/41/commits');
    const list = commits.json as unknown as readonly {
      readonly sha: string;
      readonly commit: Fields;
    }[];
    expect(list.map(({ commit }) => commit['message'])).toEqual([
      'Initial plan',
      expect.stringMatching(
        /^Round taxes\n\nAgent-Logs-Url: https:\/\/github.com\/acme\/shop\/sessions\/[\w-]+$/,
      ),
    ]);
    const sha = (one.json['head'] as Fields)['sha'];
    expect(list.at(-1)?.sha).toBe(sha);
    const commit = await call(sandbox, `GET /repos/acme/shop/commits/${String(sha)}`);
    expect(commit.json).toMatchObject({ commit: { committer: { date: at(2_000) } } });
    const checks = await call(sandbox, `GET /repos/acme/shop/commits/${String(sha)}/check-runs`);
    expect(checks.json).toEqual({ total_count: 0, check_runs: [] });
    const job = { headers: { authorization: 'Bearer ghs_1' } };
    expect((await call(sandbox, 'GET /repos/acme/shop/pulls/41', job)).status).toBe(200);
  });

  it('a task with the head of an open pull request continues it; another head is ignored', async () => {
    const first = await ended();
    const [pull] = await pulls(first.sandbox);
    const head_ref = (pull?.['head'] as Fields)['ref'];
    await created(first.sandbox, { ...ORDER, create_pull_request: false, head_ref });
    await created(first.sandbox, { ...ORDER, head_ref: 'nobody/has-it' });
    advance(2_000);
    const [, second, third] = await listed(first.sandbox, '?sort=created_at&direction=asc');
    expect(second?.['artifacts']).toMatchObject([
      { data: { id: pull?.['id'] } },
      { data: { head_ref } },
    ]);
    expect(third?.['artifacts']).toMatchObject([
      { data: { id: expect.any(Number) } },
      { data: { head_ref: expect.stringMatching(/^copilot\//) } },
    ]);
  });

  it('what the client has already is 304', async () => {
    const one = await ended();
    const { headers } = await call(one.sandbox, `GET ${one.path}`);
    const again = { headers: { 'if-none-match': String(headers['etag']) } };
    const reply = await call(one.sandbox, `GET ${one.path}`, again);
    expect([reply.status, reply.text]).toEqual([304, '']);
    one.sandbox.store.resume(one.sandbox.store.get(one.id)!, 'x');
    expect((await call(one.sandbox, `GET ${one.path}`, again)).status).toBe(200);
  });

  it('knows the person, repositories by number and name, and premium requests', async () => {
    const turns = [{ steps: [{ status: 'COMPLETE', usage: { premium_requests: 3 } }] }];
    const one = await ended([], { turns });
    expect((await call(one.sandbox, 'GET /user')).json).toMatchObject({ id: 501 });
    const { repository } = (await read(one)) as { repository?: { id: number } };
    const place = await call(one.sandbox, `GET /repositories/${repository?.id}`);
    expect(place.json).toMatchObject({ full_name: 'acme/shop', default_branch: 'main' });
    expect((await call(one.sandbox, 'GET /repos/acme/shop')).json).toEqual(place.json);
    expect((await sessionsOf(one))[0]?.['usage']).toEqual({ type: 'premium_requests', amount: 3 });
  });
});

describe('faults', () => {
  const shown = new Set<string>();
  function fault(name: string, test: (rule: FaultSource) => Promise<void>): void {
    shown.add(name);
    it(name, () => test({ do: name }));
  }

  for (const [name, status, makes] of [
    ['error-before', 502, 0],
    ['error-after', 502, 1],
    ['html-502', 502, 0],
    ['secondary-limit', 403, 0],
    ['secondary-limit-bare', 403, 0],
    ['primary-limit', 403, 0],
    ['refused', 403, 0],
    ['installation-token', 403, 0],
    ['hidden', 404, 0],
    ['unprocessable', 422, 0],
  ] as const) {
    fault(name, async (rule) => {
      const sandbox = await serve([rule]);
      const { status: seen, headers } = await created(sandbox);
      expect([seen, sandbox.store.creates('ara-7f3c21d0')]).toEqual([status, makes]);
      const signs = [headers['retry-after'], headers['x-ratelimit-remaining']];
      expect(signs).toEqual([
        name === 'secondary-limit' ? '1' : undefined,
        name === 'primary-limit' ? '0' : undefined,
      ]);
    });
  }
  fault('cut-answer', async (rule) => {
    const sandbox = await serve([rule]);
    await expect(created(sandbox)).rejects.toThrow(/abort|hang up|ECONNRESET/);
    expect(sandbox.store.creates('ara-7f3c21d0')).toBe(1);
  });
  fault('list-lag', async (rule) => {
    const { sandbox } = await made([rule]);
    expect(await listed(sandbox)).toEqual([]);
    advance(5_000);
    expect(await listed(sandbox)).toHaveLength(1);
  });
  fault('link-only', async (rule) => {
    const { sandbox } = await made([rule]);
    await created(sandbox);
    const { json, headers } = await call(sandbox, `GET ${TASKS}?per_page=1`);
    expect([Object.keys(json), headers['link']]).toEqual([
      ['tasks'],
      expect.stringContaining('rel="next"'),
    ]);
  });
  fault('foreign-tasks', async (rule) => {
    const one = await ended([rule]);
    const tasks = await listed(one.sandbox);
    expect(tasks).toHaveLength(4);
    expect(await listed(one.sandbox, '?creator_id=501')).toHaveLength(1);
    const other = tasks.find(({ creator }) => (creator as Fields | undefined)?.['id'] === 777);
    const foreign = { ...one, path: `${TASKS}/${String(other?.['id'])}` };
    expect((await sessionsOf(foreign))[0]?.['prompt']).toBe('Something else, number 1.');
    const mine = await call(one.sandbox, 'GET /agents/tasks');
    expect(mine.json['tasks']).toHaveLength(1);
  });
  fault('equal-marker', async (rule) => {
    const one = await ended([rule]);
    const prompts: unknown[] = [];
    for (const { id } of await listed(one.sandbox, '?creator_id=501')) {
      const [session] = await sessionsOf({ ...one, path: `${TASKS}/${String(id)}` });
      prompts.push(session?.['prompt']);
    }
    expect(prompts).toEqual([ORDER.prompt, ORDER.prompt]);
  });
  fault('archived', async (rule) => {
    const one = await made([rule]);
    expect(await listed(one.sandbox)).toEqual([]);
    expect(await listed(one.sandbox, '?is_archived=true')).toMatchObject([{ archived_at: at(0) }]);
  });
  fault('no-sessions', async (rule) => {
    expect(await read(await ended([rule]))).toMatchObject({ state: 'completed', sessions: [] });
  });
  fault('late-sessions', async (rule) => {
    const one = await ended([rule]);
    expect(await sessionsOf(one)).toEqual([]);
    advance(3_000);
    expect(await sessionsOf(one)).toHaveLength(1);
  });
  fault('no-prompt', async (rule) => {
    expect((await sessionsOf(await ended([rule])))[0]).not.toHaveProperty('prompt');
  });
  fault('renamed', async (rule) => {
    expect((await read(await made([rule])))['name']).toBe('Improve the code');
  });
  fault('reopened', async () => {
    const one = await ended([{ do: { fault: 'reopened', for: '1s' } }]);
    expect((await read(one))['state']).toBe('completed');
    advance(1_000);
    expect((await read(one))['state']).toBe('in_progress');
    const sessions = await sessionsOf(one);
    expect(sessions.map(({ state, created_at }) => [state, created_at])).toEqual([
      ['completed', at(0)],
      ['in_progress', at(3_000)],
    ]);
  });
  fault('late-pull-request', async (rule) => {
    const one = await ended([rule]);
    const count = async (): Promise<unknown> => [
      ((await read(one))['artifacts'] as unknown[]).length,
      (await pulls(one.sandbox)).length,
    ];
    expect(await count()).toEqual([1, 0]);
    advance(10_000);
    expect(await count()).toEqual([2, 1]);
  });
  fault('no-pull-request', async (rule) => {
    const one = await ended([rule]);
    expect((await read(one))['artifacts']).toMatchObject([{ type: 'branch' }]);
    expect(await pulls(one.sandbox)).toEqual([]);
  });
  fault('no-commit', async (rule) => {
    const { sandbox } = await ended([rule]);
    const { json } = await call(sandbox, 'GET /repos/acme/shop/pulls/41/commits');
    expect(json).toMatchObject([{ commit: { message: 'Initial plan' } }]);
    const [pull] = await pulls(sandbox);
    expect((pull?.['head'] as Fields)['sha']).toBe((json as unknown as Fields[])[0]?.['sha']);
    const whole = await call(sandbox, 'GET /repos/acme/shop/pulls/41');
    expect(whole.json).toMatchObject({ changed_files: 0 });
  });
  fault('head-ref-ignored', async (rule) => {
    const one = await ended([rule]);
    const [pull] = await pulls(one.sandbox);
    const head_ref = (pull?.['head'] as Fields)['ref'];
    await created(one.sandbox, { ...ORDER, head_ref });
    advance(2_000);
    const [, second] = await listed(one.sandbox, '?sort=created_at&direction=asc');
    const [, branch] = second?.['artifacts'] as readonly { readonly data: Fields }[];
    expect(branch?.data['head_ref']).not.toBe(head_ref);
  });
  fault('error-text', async (rule) => {
    const turns = [{ steps: [{ status: 'FAILED', result: 'No credits.' }] }];
    const [session] = await sessionsOf(await ended([rule], { turns }));
    expect(session?.['error']).toBe('No credits.');
  });
  fault('bare-numbers', async (rule) => {
    const { creator, owner, repository } = await read(await made([rule]));
    expect([creator, typeof owner, typeof repository]).toEqual([501, 'number', 'number']);
  });
  fault('credits', async (rule) => {
    const [session] = await sessionsOf(await ended([rule]));
    expect(session?.['usage']).toEqual({ type: 'ai_credits', credits: 33_000_000_000 });
  });
  fault('no-usage', async (rule) => {
    expect((await sessionsOf(await ended([rule])))[0]).not.toHaveProperty('usage');
  });
  fault('no-address', async (rule) => {
    expect(await read(await made([rule]))).not.toHaveProperty('html_url');
  });

  it('all are shown', () => {
    expect([...shown].sort()).toEqual(Object.keys(COPILOT_FAULTS.faults).sort());
  });
});
