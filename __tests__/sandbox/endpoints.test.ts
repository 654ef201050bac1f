/**
 * The four endpoints of the spec over real HTTP: their responses, and every way in which they
 * refuse.
 */
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { bench, call, create, logsOf, NOON, ORG, type Sent } from './client.ts';

const { start, advance, close } = bench();
afterEach(close);

const RUN = {
  id: 1001,
  organization_id: 1,
  status: 'ACTIVE',
  created_at: new Date(NOON).toISOString(),
  web_url: 'https://sandbox.example/runs/1001',
  result: null,
};

describe('create', () => {
  it('responds with the fields of a run', async () => {
    const sandbox = await start();
    const reply = await call(sandbox, `POST ${ORG}`, { body: { prompt: 'Do it.', repo_id: 7 } });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.json).toEqual(RUN);
    expect(sandbox.store.get('1001')).toMatchObject({ repoId: 7, turns: [{ prompt: 'Do it.' }] });
  });

  it('accepts the configured fields beyond the spec, and charset parameters', async () => {
    const sandbox = await start({ extraFields: ['budget'] });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect(
      (await call(sandbox, `POST ${ORG}`, { body: { prompt: 'x', budget: 1 }, headers })).status,
    ).toBe(200);
    expect((await call(sandbox, `POST ${ORG}`, { body: { prompt: 'x', model: 'a' } })).status).toBe(
      400,
    );
    const usual = await start();
    expect(
      (await call(usual, `POST ${ORG}`, { body: { prompt: 'x', model: 'a', metadata: {} } }))
        .status,
    ).toBe(200);
  });

  it('knows only the configured repositories', async () => {
    const sandbox = await start({ repoIds: [7] });
    expect((await call(sandbox, `POST ${ORG}`, { body: { prompt: 'x', repo_id: 7 } })).status).toBe(
      200,
    );
    expect((await call(sandbox, `POST ${ORG}`, { body: { prompt: 'x', repo_id: 8 } })).status).toBe(
      404,
    );
  });

  it.each<[string, Sent, string]>([
    ['no body', {}, 'Requests with a body must carry Content-Type: application/json'],
    ['a body that is no JSON', { body: '{"prompt"' }, 'The body is not valid JSON'],
    ['a list', { body: [] }, 'The body must be a JSON object'],
    ['null', { body: 'null' }, 'The body must be a JSON object'],
    [
      'another type',
      { body: { prompt: 'x' }, headers: { 'content-type': 'text/plain' } },
      'Content-Type',
    ],
    ['no type', { body: { prompt: 'x' }, headers: { 'content-type': null } }, 'Content-Type'],
    ['no prompt', { body: {} }, 'prompt must be a string that is not empty'],
    ['an empty prompt', { body: { prompt: '  ' } }, 'prompt must be a string that is not empty'],
    [
      'a prompt that is no string',
      { body: { prompt: 1 } },
      'prompt must be a string that is not empty',
    ],
    [
      'repo_id as a string',
      { body: { prompt: 'x', repo_id: '7' } },
      'repo_id must be a positive integer',
    ],
    [
      'repo_id null',
      { body: { prompt: 'x', repo_id: null } },
      'repo_id must be a positive integer',
    ],
    ['repo_id zero', { body: { prompt: 'x', repo_id: 0 } }, 'repo_id must be a positive integer'],
    ['a fraction', { body: { prompt: 'x', repo_id: 1.5 } }, 'repo_id must be a positive integer'],
    [
      'an unknown field',
      { body: { prompt: 'x', repo: 7 } },
      'Unknown field repo; known are prompt, repo_id, model',
    ],
    [
      'a field of the prototype',
      { body: '{"prompt": "x", "__proto__": {}}' },
      'Unknown field __proto__',
    ],
  ])('refuses %s with 400', async (_, sent, message) => {
    const sandbox = await start();
    const reply = await call(sandbox, `POST ${ORG}`, sent);
    expect([reply.status, reply.json['message']]).toEqual([400, expect.stringContaining(message)]);
    expect(sandbox.store.all()).toEqual([]);
  });

  it('requires no header that the specification does not name', async () => {
    const sandbox = await start();
    expect((await call(sandbox, `POST ${ORG}`, { body: { prompt: 'x' } })).status).toBe(200);
    expect(Object.keys(sandbox.requests[0]?.headers ?? {}).sort()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
    ]);
  });

  it('refuses a query', async () => {
    expect(
      (await call(await start(), `POST ${ORG}?wait=1`, { body: { prompt: 'x' } })).status,
    ).toBe(400);
  });

  it('refuses an endless body', async () => {
    const reply = await call(await start(), `POST ${ORG}`, {
      body: { prompt: 'x'.repeat(10_000_001) },
    });
    expect(reply.status).toBe(413);
  });
});

describe('read', () => {
  it('shows the run in the current state of its scenario', async () => {
    const sandbox = await start();
    const id = await create(sandbox);
    expect((await call(sandbox, `GET ${ORG}/${id}`)).json).toEqual(RUN);
    advance(2000);
    expect((await call(sandbox, `GET ${ORG}/${id}`)).json).toMatchObject({
      status: 'COMPLETE',
      result: 'Corrected the greeting in `src/greet.ts`.',
    });
  });

  it.each([
    ['404 for a run that does not exist', `GET ${ORG}/1002`, 404, 'Agent run 1002 not found'],
    [
      '400 for no number',
      `GET ${ORG}/abc`,
      400,
      'agent_run_id must be a positive integer, not "abc"',
    ],
    ['400 for zero', `GET ${ORG}/0`, 400, 'agent_run_id'],
    ['400 for a query', `GET ${ORG}/1001?limit=1`, 400, 'Unknown query parameter limit'],
    ['405 for another method', `DELETE ${ORG}/1001`, 405, `${ORG}/1001 takes GET, not DELETE`],
    ['404 for a slash too many', `GET ${ORG}/1001/`, 404, 'No endpoint'],
    ['404 for another version', `GET /v2/organizations/1/agent/run/1001`, 404, 'No endpoint'],
    [
      '403 for another organization',
      `GET /v1/organizations/2/agent/run/1001`,
      403,
      'no permission for organization 2',
    ],
    [
      '400 for no organization',
      `GET /v1/organizations/mine/agent/run/1001`,
      400,
      'org_id must be a positive integer',
    ],
  ])('responds with %s', async (_, target, ...[status, message]) => {
    const sandbox = await start();
    await create(sandbox);
    const reply = await call(sandbox, target);
    expect([reply.status, reply.json['message']]).toEqual([
      status,
      expect.stringContaining(message),
    ]);
  });

  it('names the allowed method', async () => {
    expect((await call(await start(), `GET ${ORG}`)).headers['allow']).toBe('POST');
  });

  it('refuses a body', async () => {
    const sandbox = await start();
    await create(sandbox);
    const reply = await call(sandbox, `GET ${ORG}/1001`, { body: '{}' });
    expect([reply.status, reply.json]).toEqual([400, { message: 'A GET request takes no body' }]);
  });
});

describe('authentication', () => {
  it.each<[string, string | null]>([
    ['none', null],
    ['another token', 'Bearer nope'],
    ['another scheme', 'Basic abc'],
    ['nothing after the scheme', 'Bearer '],
  ])('%s is refused with 401', async (_, authorization) => {
    const sandbox = await start();
    for (const target of [
      `GET ${ORG}/1`,
      `POST ${ORG}`,
      `POST ${ORG}/resume`,
      `GET ${ORG}/1/logs`,
      'GET /nothing',
    ]) {
      const reply = await call(sandbox, target, { headers: { authorization } });
      expect([reply.status, reply.json['message']]).toEqual([401, 'Invalid or missing API token']);
    }
  });

  it('generates a token unless one is given', async () => {
    const [one, other, given] = [
      await start(),
      await start(),
      await start({ token: 'mine', orgId: 5 }),
    ];
    expect(one.token).toMatch(/^sbx_[0-9a-f]{32}$/);
    expect(one.token).not.toBe(other.token);
    const reply = await call(given, 'POST /v1/organizations/5/agent/run', {
      body: { prompt: 'x' },
    });
    expect([given.token, reply.status, reply.json['organization_id']]).toEqual(['mine', 200, 5]);
  });
});

describe('logs', () => {
  const SCENARIO = {
    turns: [
      {
        steps: [
          {
            at: 0,
            repeat: { times: 250 },
            entry: { message_type: 'PLAN_EVALUATION', thought: '{{n}}' },
          },
        ],
      },
    ],
  };
  const shown = (logs: readonly Readonly<Record<string, unknown>>[]): number[] =>
    logs.map((each) => Number(each['thought']));

  it('returns pages of 100 entries by default', async () => {
    const sandbox = await start({ scenario: SCENARIO });
    await create(sandbox);
    const reply = await call(sandbox, `GET ${ORG}/1001/logs`);
    expect(reply.json).toMatchObject({ ...RUN, total_logs: 250, page: 1, size: 100, pages: 3 });
    expect(shown(logsOf(reply))).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it.each([
    ['skip=200', 50, 201, { page: 3, size: 100, pages: 3 }],
    ['skip=249&limit=1', 1, 250, { page: 250, size: 1, pages: 250 }],
    ['skip=250', 0, NaN, { page: 3, size: 100, pages: 3 }],
    ['skip=9000&limit=100', 0, NaN, { page: 91, size: 100, pages: 3 }],
    ['limit=1', 1, 1, { page: 1, size: 1, pages: 250 }],
    ['skip=15&limit=10', 10, 16, { page: 2, size: 10, pages: 25 }],
  ])('%s', async (query, count, ...[first, paging]) => {
    const sandbox = await start({ scenario: SCENARIO });
    await create(sandbox);
    const reply = await call(sandbox, `GET ${ORG}/1001/logs?${query}`);
    expect(reply.json).toMatchObject({ total_logs: 250, ...paging });
    expect([logsOf(reply).length, Number(logsOf(reply)[0]?.['thought'])]).toEqual([count, first]);
  });

  it.each([
    ['limit=0', 'limit must be an integer from 1 to 100, not "0"'],
    ['limit=101', 'limit must be an integer from 1 to 100'],
    ['limit=1.5', 'limit must be an integer'],
    ['limit=', 'limit must be an integer'],
    ['limit=ten', 'limit must be an integer'],
    ['skip=-1', 'skip must be an integer at least 0, not "-1"'],
    ['skip=1e3', 'skip must be an integer'],
    ['skip=1&skip=2', 'Query parameter skip is given twice'],
    ['offset=1', 'Unknown query parameter offset'],
  ])('refuses %s with 400', async (query, message) => {
    const sandbox = await start();
    await create(sandbox);
    const reply = await call(sandbox, `GET ${ORG}/1001/logs?${query}`);
    expect([reply.status, reply.json['message']]).toEqual([400, expect.stringContaining(message)]);
  });

  it('responds with 404 for an unknown run', async () => {
    expect((await call(await start(), `GET ${ORG}/1001/logs`)).status).toBe(404);
  });
});

describe('error format', () => {
  it.each([
    ['message', { message: 'prompt must be a string that is not empty' }],
    ['detail', { detail: 'prompt must be a string that is not empty' }],
    [
      'validation',
      {
        detail: [
          {
            loc: ['body', 'prompt'],
            msg: 'prompt must be a string that is not empty',
            type: 'value_error',
          },
        ],
      },
    ],
  ] as const)('%s', async (errorFormat, body) => {
    const sandbox = await start({ errorFormat });
    expect((await call(sandbox, `POST ${ORG}`, { body: {} })).json).toEqual(body);
    const scripted = await start({ scenario: { turns: [{ steps: [] }], errorFormat } });
    expect((await call(scripted, `POST ${ORG}`, { body: {} })).json).toEqual(body);
  });
});

describe('the server', () => {
  it('records every request in order and unchanged', async () => {
    const sandbox = await start({ pathPrefix: '/api' });
    expect(new URL(sandbox.url).pathname).toBe('/api');
    await call(sandbox, `POST ${ORG}`, { body: { prompt: 'x' }, headers: { 'X-Odd': 'yes' } });
    advance(5);
    await call(sandbox, `GET ${ORG}/1001/logs?skip=1&limit=2`);
    await call(sandbox, 'PUT /elsewhere');
    expect(
      sandbox.requests.map(({ method, path, status, at }) => [method, path, status, at]),
    ).toEqual([
      ['POST', `/api${ORG}`, 200, NOON],
      ['GET', `/api${ORG}/1001/logs`, 200, NOON + 5],
      ['PUT', '/api/elsewhere', 404, NOON + 5],
    ]);
    expect(sandbox.requests[0]).toMatchObject({ body: '{"prompt":"x"}' });
    expect(sandbox.requests[0]?.headers).toMatchObject({
      'x-odd': 'yes',
      authorization: `Bearer ${sandbox.token}`,
    });
    expect(String(sandbox.requests[1]?.query)).toBe('skip=1&limit=2');
    sandbox.clear();
    expect([sandbox.requests, sandbox.runs()]).toEqual([[], []]);
    expect(await create(sandbox)).toBe(1001);
  });

  it.each([
    [
      'a request that ends half-way',
      `POST ${ORG} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`,
    ],
    ['an address that is no URL', 'GET // HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['what is no HTTP', 'hello\r\n\r\n'],
  ])('survives %s', async (_, bytes) => {
    const sandbox = await start();
    await new Promise<void>((done) => {
      const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1', () =>
        socket.end(bytes),
      );
      socket.on('close', () => done()).resume();
    });
    expect(await create(sandbox)).toBe(1001);
  });

  it('shows its runs and accepts earlier ones', async () => {
    const sandbox = await start();
    const seeded = sandbox.seedRun({
      scenario: 'failed',
      id: '5',
      elapsedMs: 60_000,
      prompt: 'Earlier.',
    });
    expect(seeded.createdAt).toBe(NOON - 60_000);
    const { json } = await call(sandbox, `GET ${ORG}/5/logs`);
    expect(json).toMatchObject({ id: 5, status: 'FAILED', total_logs: 4 });
    sandbox.seedRun({ id: '1001' });
    expect(await create(sandbox)).toBe(1002);
    expect(sandbox.runs().map(({ id, status }) => [id, status])).toEqual([
      ['5', 'FAILED'],
      ['1001', 'ACTIVE'],
      ['1002', 'ACTIVE'],
    ]);
  });

  it('fails to start on a port that is in use', async () => {
    const sandbox = await start();
    await expect(start({ port: Number(new URL(sandbox.url).port) })).rejects.toThrow('EADDRINUSE');
  });
});
