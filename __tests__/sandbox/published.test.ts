/**
 * The published API over real HTTP: the form of every response, lists, stopping, special runs, and
 * the modes.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { UNLIMITED } from '../../sandbox/options.ts';
import type { LogAddresses } from '../../sandbox/scenario.ts';
import { bench, call, create, NOON, ORG, type Reply, type Sent } from './client.ts';
import { problems, type SchemaName } from './published-schemas.ts';

const { start, advance, close } = bench({ api: 'published' });
afterEach(close);

const ROOT = '/v1/organizations/1';
const ALPHA = '/v1/alpha/organizations/1/agent/run';
const idsOf = (reply: Reply): unknown[] =>
  (reply.json['items'] as readonly Readonly<Record<string, unknown>>[]).map(({ id }) => id);

const ANSWERS: readonly (readonly [string, number, SchemaName, Sent?])[] = [
  [`POST ${ORG}`, 200, 'run', { body: { prompt: 'Do it.' } }],
  [`POST ${ORG}/resume`, 200, 'run', { body: { agent_run_id: 7, prompt: 'More.' } }],
  [`GET ${ORG}/7`, 200, 'run'],
  [`GET ${ORG}/7/logs`, 200, 'logs'],
  [`GET ${ALPHA}/7/logs?limit=5&reverse=true`, 200, 'logs'],
  [`GET ${ORG}s`, 200, 'runs'],
  [`POST ${ORG}/ban`, 200, 'message', { body: { agent_run_id: 7 } }],
  [`POST ${ORG}/unban`, 200, 'message', { body: { agent_run_id: 7 } }],
  [`POST ${ORG}/remove-from-pr`, 200, 'message', { body: { agent_run_id: 7 } }],
  ['GET /v1/users/me', 200, 'user'],
  ['GET /v1/organizations', 200, 'organizations'],
  [`GET ${ROOT}/users`, 200, 'users'],
  [`GET ${ROOT}/users/12`, 200, 'user'],
  [`GET ${ROOT}/users/99`, 404, 'error'],
  [`GET ${ROOT}/repos`, 200, 'repositories'],
  [`GET ${ROOT}/integrations`, 200, 'integrations'],
  [`POST ${ROOT}/setup-commands/generate`, 200, 'setup', { body: { repo_id: 1, prompt: null } }],
  [`POST ${ROOT}/sandbox/5/analyze-logs`, 200, 'analysis'],
  ['GET /v1/nothing', 404, 'unknownPath'],
  [`GET ${ORG}/9`, 404, 'error'],
  [`GET ${ORG}/7`, 401, 'error', { headers: { authorization: 'Bearer x' } }],
  ['GET /v1/organizations/2/repos', 403, 'error'],
  [`POST ${ORG}`, 422, 'validation', { body: { prompt: '' } }],
  [`POST ${ORG}`, 422, 'validation', { body: { prompt: 'x', agent_type: 'other' } }],
  [
    `POST ${ORG}`,
    422,
    'validation',
    { body: { prompt: 'x', images: ['https://example.com/a.png'] } },
  ],
  [`POST ${ORG}`, 422, 'validation', { body: { prompt: 'x', metadata: [] } }],
  [`GET ${ORG}/seven`, 422, 'validation'],
  [`GET ${ORG}/7/logs?limit=101`, 422, 'validation'],
  [`GET ${ORG}/7/logs?reverse=1`, 422, 'validation'],
  [`GET ${ORG}s?skip=-1`, 422, 'validation'],
];

it.each(ANSWERS)(
  '%s responds with %i as published (%s)',
  async (target, ...[status, schema, sent]) => {
    const sandbox = await start({ scenario: 'bug-fix' });
    sandbox.seedRun({ scenario: 'all-types', id: '7', elapsedMs: 60_000 });
    const reply = await call(sandbox, target, sent);
    expect([reply.status, problems(schema, reply.json)]).toEqual([status, []]);
  },
);

it('uses the published error messages', async () => {
  const sandbox = await start();
  const missing = { message: 'Agent run not found.', status_code: 404 };
  expect((await call(sandbox, `GET ${ORG}/9`)).json).toEqual(missing);
  expect((await call(sandbox, `GET ${ALPHA}/9/logs`)).json).toEqual(missing);
  const refused = await call(sandbox, `PUT ${ORG}/9`);
  expect([refused.status, refused.json]).toEqual([405, { detail: 'Method Not Allowed' }]);
});

it('accepts every documented field of create and resume, and null for optional ones', async () => {
  const sandbox = await start();
  const image = 'data:image/png;base64,iVBORw0KGgo=';
  const all = {
    prompt: 'x',
    repo_id: 3,
    images: [image],
    metadata: { key: 'k' },
    model: 'm',
    agent_type: 'codegen',
  };
  const reply = await call(sandbox, `POST ${ORG}`, { body: all });
  expect([reply.status, reply.json['metadata'], reply.json['source_type']]).toEqual([
    200,
    { key: 'k' },
    'API',
  ]);
  expect(sandbox.store.get('1001')?.request).toEqual(all);
  const nulls = {
    prompt: 'x',
    repo_id: null,
    images: null,
    metadata: null,
    model: null,
    agent_type: null,
  };
  expect((await call(sandbox, `POST ${ORG}`, { body: nulls })).status).toBe(200);
  const resume = { agent_run_id: 1001, prompt: 'y', images: [image], model: 'm' };
  const resumed = await call(sandbox, `POST ${ORG}/resume`, { body: resume });
  expect([resumed.status, resumed.json['metadata']]).toEqual([200, { key: 'k' }]);
  expect((await call(sandbox, `GET ${ORG}/1001/logs`)).json['metadata']).toEqual({ key: 'k' });
});

it('can drop or refuse metadata', async () => {
  const body = { prompt: 'x', metadata: { key: 'k' } };
  const dropping = await call(await start({ metadata: 'drop' }), `POST ${ORG}`, { body });
  expect([dropping.status, dropping.json['metadata']]).toEqual([200, null]);
  const refused = await call(await start({ metadata: 'refuse' }), `POST ${ORG}`, { body });
  expect([refused.status, problems('validation', refused.json)]).toEqual([422, []]);
  const scripted = await start({ scenario: { turns: [{ steps: [] }], metadata: 'refuse' } });
  expect((await call(scripted, `POST ${ORG}`, { body })).status).toBe(422);
});

it('shows summary and pull requests on the run, but not on a page of its log', async () => {
  const step = {
    at: 0,
    summary: 'Short.',
    github_pull_requests: [{ url: 'https://github.com/octo/shop/pull/7' }],
  };
  const sandbox = await start({ scenario: { turns: [{ steps: [step] }] } });
  const id = await create(sandbox);
  const { json } = await call(sandbox, `GET ${ORG}/${id}`);
  expect(json['summary']).toBe('Short.');
  expect(json['github_pull_requests']).toEqual([
    {
      id: 100_101,
      title: null,
      url: 'https://github.com/octo/shop/pull/7',
      created_at: new Date(NOON).toISOString(),
      head_branch_name: null,
    },
  ]);
  const page = (await call(sandbox, `GET ${ALPHA}/${id}/logs`)).json;
  expect(Object.keys(page)).not.toEqual(
    expect.arrayContaining(['summary', 'github_pull_requests']),
  );
});

describe('the list of runs', () => {
  it('is sorted newest first and paged', async () => {
    const sandbox = await start({ limits: UNLIMITED });
    for (let nth = 0; nth < 105; nth++) {
      advance(1000);
      await create(sandbox);
    }
    const first = await call(sandbox, `GET ${ORG}s`);
    expect(first.json).toMatchObject({ total: 105, page: 1, size: 100, pages: 2 });
    expect(idsOf(first).slice(0, 2)).toEqual([1105, 1104]);
    expect(idsOf(await call(sandbox, `GET ${ORG}s?skip=100&limit=3`))).toEqual([1005, 1004, 1003]);
  });

  it('can be filtered by user and source', async () => {
    const sandbox = await start();
    await create(sandbox);
    await call(sandbox, `POST ${ROOT}/setup-commands/generate`, { body: { repo_id: 1 } });
    expect(idsOf(await call(sandbox, `GET ${ORG}s?source_type=SETUP_COMMANDS`))).toEqual([1002]);
    expect(idsOf(await call(sandbox, `GET ${ORG}s?source_type=API`))).toEqual([1001]);
    expect(idsOf(await call(sandbox, `GET ${ORG}s?user_id=11`))).toEqual([1002, 1001]);
    expect(idsOf(await call(sandbox, `GET ${ORG}s?user_id=12`))).toEqual([]);
  });

  it('lags behind, is delayed or is missing with the corresponding faults', async () => {
    const sandbox = await start({
      faults: [
        { on: 'runs', to: 2, do: 'stale' },
        { on: 'runs', nth: 4, do: { status: 404, body: { detail: 'Not Found' } } },
      ],
    });
    await create(sandbox);
    advance(1);
    await create(sandbox);
    const seen: unknown[] = [];
    for (let nth = 0; nth < 4; nth++) {
      const reply = await call(sandbox, `GET ${ORG}s`);
      seen.push(reply.status === 200 ? idsOf(reply) : reply.status);
    }
    expect(seen).toEqual([[1001], [1001], [1002, 1001], 404]);
  });

  it('shows runs and logs as they were some time ago with the faults for that', async () => {
    const lags = ['list-lag', 'read-lag', 'log-lag'];
    const sandbox = await start({ faults: lags.map((fault) => ({ do: { fault, for: '2s' } })) });
    await create(sandbox);
    const addresses = [`GET ${ORG}/1001`, `GET ${ORG}/1001/logs`];
    const statuses = async (): Promise<readonly number[]> => {
      const replies = await Promise.all(addresses.map((address) => call(sandbox, address)));
      return replies.map(({ status }) => status);
    };
    expect(idsOf(await call(sandbox, `GET ${ORG}s`))).toEqual([]);
    expect(await statuses()).toEqual([404, 404]);
    advance(2_000);
    expect(idsOf(await call(sandbox, `GET ${ORG}s`))).toEqual([1001]);
    expect(await statuses()).toEqual([200, 200]);
  });

  it('shows each page of the list as it was at another time with the fault for that', async () => {
    const sandbox = await start({ faults: [{ do: { fault: 'uneven-list', for: '1m' } }] });
    await create(sandbox);
    const seen: number[] = [];
    for (let nth = 0; nth < 4; nth++) {
      const { json } = await call(sandbox, `GET ${ORG}s`);
      seen.push((json['items'] as unknown[]).length);
      advance(1);
    }
    expect(seen.toSorted()).toEqual([0, 0, 0, 1]);
  });

  it("answers with another run's state and log, or without list, log and metadata", async () => {
    const faults = [
      { on: 'read', nth: 1, do: 'foreign-run' },
      { on: 'logs', nth: 1, do: 'foreign-run' },
      { do: 'no-list' },
      { on: 'logs', nth: 2, do: 'no-log' },
      { do: 'lost-metadata' },
    ];
    const sandbox = await start({ faults });
    const body = { prompt: 'x', metadata: { key: 'k' } };
    const created = await call(sandbox, `POST ${ORG}`, { body });
    expect(created.json).toMatchObject({ id: 1001, metadata: null });
    const foreign = { id: 999_999, status: 'FAILED' };
    expect((await call(sandbox, `GET ${ORG}/1001`)).json).toMatchObject(foreign);
    const logs = await call(sandbox, `GET ${ORG}/1001/logs`);
    expect(logs.json).toMatchObject({ ...foreign, total_logs: 1 });
    const missing = [`GET ${ORG}s`, `GET ${ORG}/1001/logs`];
    for (const address of missing) {
      const { status, json } = await call(sandbox, address);
      expect([status, json]).toEqual([404, { detail: 'Not Found' }]);
    }
    expect((await call(sandbox, `GET ${ORG}/1001`)).json).toMatchObject({ id: 1001 });
  });

  it('shows the result late or never, and a follow-up as if it had not come, with the faults for that', async () => {
    const ended = { steps: [{ at: 0, status: 'COMPLETE', result: 'Done.' }] };
    const working = { steps: [{ at: 0, status: 'RUNNING' }] };
    const sandbox = await start({
      scenario: { turns: [ended, working] },
      faults: [
        { on: 'read', nth: 1, do: 'no-result' },
        { on: 'read', from: 2, do: { fault: 'late-result', for: '3s' } },
        { do: 'silent-reply' },
      ],
    });
    await create(sandbox);
    advance(2_000);
    const resultNow = async (): Promise<unknown> =>
      (await call(sandbox, `GET ${ORG}/1001`)).json['result'];
    expect([await resultNow(), await resultNow()]).toEqual([null, null]);
    advance(2_000);
    expect(await resultNow()).toBe('Done.');
    const body = { agent_run_id: 1001, prompt: 'More.' };
    const reply = await call(sandbox, `POST ${ORG}/resume`, { body });
    expect(reply.json).toMatchObject({ status: 'COMPLETE' });
    expect((await call(sandbox, `GET ${ORG}/1001`)).json).toMatchObject({ status: 'RUNNING' });
  });

  it.each([
    ['reset-after', 'lost'],
    [{ status: 500, after: true }, 500],
    [{ status: 408, after: true }, 408],
    ['wrong-body', 200],
  ] as const)('has a run whose create ended with %j', async (action, seen) => {
    const sandbox = await start({ faults: [{ on: 'create', nth: 1, do: action }] });
    const body = { prompt: 'x', metadata: { key: 'k' } };
    const status = await call(sandbox, `POST ${ORG}`, { body }).then(
      (reply) => reply.status,
      () => 'lost',
    );
    const { json } = await call(sandbox, `GET ${ORG}s`);
    expect([status, json['items']]).toEqual([
      seen,
      [expect.objectContaining({ id: 1001, metadata: { key: 'k' } })],
    ]);
  });
});

describe('stopping', () => {
  const status = async (sandbox: Awaited<ReturnType<typeof start>>): Promise<unknown> =>
    (await call(sandbox, `GET ${ORG}/1001`)).json['status'];
  const about = { body: { agent_run_id: 1001 } };

  it('ban stops an active run, and later turns until unban', async () => {
    const sandbox = await start();
    await create(sandbox);
    advance(1000);
    await call(sandbox, `POST ${ORG}/ban`, about);
    advance(60_000);
    expect(await status(sandbox)).toBe('CANCELLED');
    expect((await call(sandbox, `GET ${ORG}/1001/logs`)).json['total_logs']).toBe(3);
    const resume = { body: { agent_run_id: 1001, prompt: 'More.' } };
    await call(sandbox, `POST ${ORG}/resume`, resume);
    advance(60_000);
    expect(await status(sandbox)).toBe('CANCELLED');
    await call(sandbox, `POST ${ORG}/unban`, about);
    await call(sandbox, `POST ${ORG}/resume`, resume);
    expect(await status(sandbox)).toBe('ACTIVE');
    advance(60_000);
    expect(await status(sandbox)).toBe('COMPLETE');
  });

  it('does not change the end of a finished run', async () => {
    const sandbox = await start();
    await create(sandbox);
    advance(60_000);
    await call(sandbox, `POST ${ORG}/ban`, about);
    expect(await status(sandbox)).toBe('COMPLETE');
    expect((await call(sandbox, `POST ${ORG}/ban`, { body: { agent_run_id: 9 } })).status).toBe(
      404,
    );
  });
});

describe('special runs', () => {
  it('have their own scenarios and can be followed', async () => {
    const sandbox = await start({ scenario: 'auto' });
    const order = { body: { repo_id: 1, prompt: 'Use the error log.' } };
    const { json } = await call(sandbox, `POST ${ROOT}/setup-commands/generate`, order);
    expect(json).toEqual({
      agent_run_id: 1001,
      status: 'ACTIVE',
      url: 'https://sandbox.example/runs/1001',
    });
    const analysis = await call(sandbox, `POST ${ROOT}/sandbox/5/analyze-logs`);
    expect(analysis.json).toMatchObject({ agent_run_id: 1002, status: 'ACTIVE' });
    advance(2000);
    expect((await call(sandbox, `GET ${ORG}/1001`)).json).toMatchObject({
      status: 'COMPLETE',
      result: 'npm ci\nnpm run build',
      source_type: 'SETUP_COMMANDS',
    });
    expect((await call(sandbox, `GET ${ORG}/1002/logs`)).json).toMatchObject({
      status: 'COMPLETE',
      total_logs: 2,
    });
  });

  it.each([
    [`POST ${ROOT}/setup-commands/generate`, 'setup', { body: { repo_id: 1 } }],
    [`POST ${ROOT}/sandbox/5/analyze-logs`, 'analysis', {}],
  ])('%s is limited to five a minute (%s)', async (target, _, sent) => {
    const sandbox = await start({ scenario: 'auto' });
    const seen: number[] = [];
    for (let nth = 0; nth < 6; nth++) {
      seen.push((await call(sandbox, target, sent)).status);
    }
    expect(seen).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await call(sandbox, `GET ${ORG}/1001`)).status).toBe(200);
    advance(60_000);
    expect((await call(sandbox, target, sent)).status).toBe(200);
  });

  it('require an existing repository', async () => {
    const sandbox = await start({ repoIds: [1] });
    const order = { body: { repo_id: 2 } };
    expect((await call(sandbox, `POST ${ROOT}/setup-commands/generate`, order)).status).toBe(404);
  });
});

describe('modes', () => {
  it.each<[LogAddresses, number, number]>([
    ['both', 200, 200],
    ['spec', 200, 404],
    ['alpha', 404, 200],
    ['none', 404, 404],
  ])('logs %s', async (logs, spec, alpha) => {
    for (const sandbox of [
      await start({ logs }),
      await start({ scenario: { turns: [{ steps: [] }], logs } }),
    ]) {
      await create(sandbox);
      const replies = [
        await call(sandbox, `GET ${ORG}/1001/logs`),
        await call(sandbox, `GET ${ALPHA}/1001/logs`),
      ];
      expect(replies.map(({ status }) => status)).toEqual([spec, alpha]);
      for (const { status, json } of replies) {
        if (status === 404) {
          expect(json).toEqual({ detail: 'Not Found' });
        }
      }
    }
  });

  it("spec has only the specification's endpoints", async () => {
    for (const sandbox of [
      await start({ api: 'spec' }),
      await start({ scenario: { turns: [{ steps: [] }], api: 'spec' } }),
    ]) {
      expect(
        Object.keys((await call(sandbox, `POST ${ORG}`, { body: { prompt: 'x' } })).json),
      ).toEqual(['id', 'organization_id', 'status', 'created_at', 'web_url', 'result']);
      const seen: number[] = [];
      for (const [target, , , sent] of ANSWERS.slice(5, 18)) {
        seen.push((await call(sandbox, target, sent)).status);
      }
      expect([...new Set(seen)]).toEqual([404, 405]);
      expect((await call(sandbox, `GET ${ORG}/1001/logs?reverse=true`)).status).toBe(400);
    }
  });
});
