/**
 * The endpoints of the spec, and those published beyond it, over an in-memory HTTP port (contract
 * 2.1 to 2.3, 3.1; spec 4).
 */
import { describe, expect, it } from '@jest/globals';
import { KnownLogsAddress } from '../../../src/agents/agent-run/logs-read.ts';
import { createClient, type ServiceClient } from '../../../src/agents/agent-run/client.ts';
import type { CallOptions } from '../../../src/http/limits.ts';
import { ServiceError } from '../../../src/http/errors.ts';
import { BEARER } from '../../../src/agents/facts.ts';
import { Requests } from '../../../src/http/request.ts';
import { MemoryHttp, type Answer, type Answering } from '../../support/memory-http.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function setUp(answer: Answering, deadlineMs = 600_000) {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, answer);
  const requests = new Requests({
    http,
    clock,
    baseUrl: 'https://agents.example.com/prefix',
    token: 'tok-secret',
    userAgent: 'agent-run-action/1.2.3',
    auth: BEARER,
  });
  const client = createClient(requests, { orgId: '42', logsAddress: new KnownLogsAddress() });
  const call: CallOptions = {
    signal: new AbortController().signal,
    deadline: clock.start + deadlineMs,
  };
  return { clock, http, client, call };
}

type Call = (client: ServiceClient, call: CallOptions) => Promise<unknown>;
const create: Call = (client, call) =>
  client.create({ prompt: 'Fix it.', repo_id: 5, model: 'large' }, call);
const resume: Call = (client, call) => client.resume({ agent_run_id: '7', prompt: 'Go on.' }, call);
const run: Call = (client, call) => client.run('7', call);
const logs: Call = (client, call) => client.logs({ runId: '7', skip: 99, limit: 100 }, call);
const PAGE = { skip: 100, limit: 50 };
const runs: Call = ({ published }, call) => published.runs(PAGE, call);
const repositories: Call = ({ published }, call) => published.repositories(PAGE, call);
const organizations: Call = ({ published }, call) => published.organizations(PAGE, call);
const me: Call = ({ published }, call) => published.me(call);
const integrations: Call = ({ published }, call) => published.integrations(call);
const ban: Call = ({ published }, call) => published.ban('7', call);
const unban: Call = ({ published }, call) => published.unban('7', call);
const setup: Call = ({ published }, call) =>
  published.generateSetupCommands({ repo_id: 3, prompt: 'Use npm.' }, call);
const analyze: Call = ({ published }, call) => published.analyzeLogs(9, call);

const ROOT = 'https://agents.example.com/prefix/v1';
const ORG = `${ROOT}/organizations/42`;
/** What every endpoint can read. */
const ANY = { id: 7, logs: [], items: [], integrations: [], agent_run_id: 5 };

describe('a request', () => {
  it.each([
    [
      'create',
      create,
      'POST',
      `${ORG}/agent/run`,
      { prompt: 'Fix it.', repo_id: 5, model: 'large' },
    ],
    ['resume', resume, 'POST', `${ORG}/agent/run/resume`, { agent_run_id: 7, prompt: 'Go on.' }],
    ['run', run, 'GET', `${ORG}/agent/run/7`, null],
    ['logs', logs, 'GET', `${ORG}/agent/run/7/logs?skip=99&limit=100`, null],
    ['runs', runs, 'GET', `${ORG}/agent/runs?skip=100&limit=50`, null],
    ['repositories', repositories, 'GET', `${ORG}/repos?skip=100&limit=50`, null],
    ['organizations', organizations, 'GET', `${ROOT}/organizations?skip=100&limit=50`, null],
    ['me', me, 'GET', `${ROOT}/users/me`, null],
    ['integrations', integrations, 'GET', `${ORG}/integrations`, null],
    ['ban', ban, 'POST', `${ORG}/agent/run/ban`, { agent_run_id: 7 }],
    ['unban', unban, 'POST', `${ORG}/agent/run/unban`, { agent_run_id: 7 }],
    [
      'setup commands',
      setup,
      'POST',
      `${ORG}/setup-commands/generate`,
      { repo_id: 3, prompt: 'Use npm.' },
    ],
    ['analysis', analyze, 'POST', `${ORG}/sandbox/9/analyze-logs`, null],
  ] as const)(
    'to %s is as the spec says, and as published',
    async (...[, send, method, url, body]) => {
      const { client, http, call } = setUp(() => ({ body: ANY }));
      await send(client, call);
      expect(http.requests).toHaveLength(1);
      const [request] = http.requests;
      expect(request).toMatchObject({ method, url, fresh: method === 'POST' });
      expect(request?.body === null ? null : JSON.parse(request?.body ?? '')).toEqual(body);
      expect(request?.headers).toEqual({
        accept: 'application/json',
        authorization: 'Bearer tok-secret',
        'user-agent': 'agent-run-action/1.2.3',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      });
    },
  );

  it('ends with the deadline of the call', async () => {
    const { client, clock, call, http } = setUp(() => 'hang', 5_000);
    await expect(create(client, call)).rejects.toMatchObject({
      kind: 'headers_timeout',
      proof: 'ambiguous',
    });
    expect(http.requests[0]).toMatchObject({ headersTimeoutMs: 5_000, totalTimeoutMs: 5_000 });
    expect(clock.elapsed).toBe(5_000);
  });

  it("waits for a response no longer than the caller's patience", async () => {
    const { client, clock, call } = setUp(() => 'hang', 60_000);
    await expect(run(client, { ...call, patienceMs: 3_000 })).rejects.toMatchObject({
      kind: 'headers_timeout',
    });
    expect(clock.elapsed).toBe(3_000);
    await expect(run(client, { ...call, patienceMs: 90_000 })).rejects.toBeInstanceOf(ServiceError);
    expect(clock.elapsed).toBe(23_000);
  });

  it('is not sent after the deadline', async () => {
    const { client, http, call } = setUp(() => ({}), 0);
    await expect(create(client, call)).rejects.toMatchObject({ proof: 'unsent' });
    expect(http.requests).toEqual([]);
  });

  it('is not sent after the signal has aborted', async () => {
    const { client, http, call } = setUp(() => ({}));
    const reason = new Error('stop');
    await expect(create(client, { ...call, signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(http.requests).toEqual([]);
  });
});

describe('a response', () => {
  it.each([
    ['create', create, { id: 7, status: 'QUEUED' }, { id: '7', status: 'QUEUED' }],
    ['create with an id as text', create, { id: '7' }, { id: '7' }],
    ['resume', resume, { status: 'ACTIVE' }, { id: null, status: 'ACTIVE' }],
    ['run', run, { id: 7, status: 'ACTIVE', more: {} }, { id: '7', status: 'ACTIVE' }],
    [
      'logs',
      logs,
      { id: 7, logs: [{ a: 1 }], total_logs: 3 },
      { id: '7', logs: [{ a: 1 }], total_logs: 3 },
    ],
  ] as const)('to %s is read', async (...[, send, body, expected]) => {
    const { client, call } = setUp(() => ({ status: 201, body }));
    expect(await send(client, call)).toMatchObject(expected);
  });

  it.each(['', '  \n'])('to resume may be empty: %j', async (body) => {
    const { client, call } = setUp(() => ({ status: 204, body }));
    expect(await resume(client, call)).toBeNull();
  });

  it.each([
    ['create: empty', create, ''],
    ['create: no JSON', create, '<html>'],
    ['create: no object', create, '[]'],
    ['create: no id', create, '{}'],
    ['create: id null', create, '{"id": null}'],
    ['create: id 0', create, '{"id": 0}'],
    ['create: odd id', create, '{"id": "seven"}'],
    ['resume: no JSON', resume, 'OK'],
    ['resume: no object', resume, '7'],
    ['resume: another run', resume, '{"id": 8}'],
    ['run: no JSON', run, ''],
    ['run: no object', run, '[]'],
    ['run: another run', run, '{"id": 8}'],
    ['logs: no JSON', logs, '<html>'],
    ['logs: no list', logs, '{"id": 7}'],
    ['logs: of another run', logs, '{"id": 8, "logs": []}'],
    ['runs: no list', runs, '[]'],
    ['repositories: no list', repositories, '{"items": null}'],
    ['me: no object', me, '"x"'],
    ['integrations: no list', integrations, '{}'],
    ['setup commands: no id', setup, '{"status": "ACTIVE"}'],
    ['analysis: id 0', analyze, '{"agent_run_id": 0}'],
  ] as const)('with 200 that makes no sense is an error: %s', async (...[, send, body]) => {
    const { client, call } = setUp(() => ({ body }));
    await expect(send(client, call)).rejects.toMatchObject({
      kind: 'body',
      proof: 'ambiguous',
      status: 200,
    });
  });

  it.each<[string, Call, unknown, unknown]>([
    [
      'runs',
      runs,
      {
        items: [
          { id: 5, status: null, metadata: { key: 'k' }, summary: 'Short.' },
          { id: null },
          'odd',
        ],
        total: 1000,
      },
      {
        items: [
          expect.objectContaining({
            id: '5',
            status: null,
            metadata: { key: 'k' },
            summary: 'Short.',
          }),
        ],
        next: '103',
      },
    ],
    [
      'repositories',
      repositories,
      {
        items: [
          { id: 3, full_name: 'octo/shop', archived: null },
          { id: 4 },
          { id: 5, full_name: 'octo/old', archived: true },
        ],
      },
      {
        items: [
          { id: 3, fullName: 'octo/shop', archived: false },
          { id: 5, fullName: 'octo/old', archived: true },
        ],
        next: null,
      },
    ],
    [
      'organizations',
      organizations,
      { items: [{ id: '42', name: null }] },
      { items: [{ id: 42, name: null }], next: null },
    ],
    ['me', me, { id: 1, github_username: 'octo', is_admin: 1 }, { id: 1 }],
    [
      'integrations',
      integrations,
      {
        integrations: [
          { integration_type: 'github', active: true },
          { integration_type: 'slack', active: null },
          1,
        ],
      },
      ['github'],
    ],
    [
      'setup commands',
      setup,
      { agent_run_id: 5, status: 'ACTIVE', url: null },
      {
        id: '5',
        status: 'ACTIVE',
        web_url: null,
        created_at: null,
        metadata: null,
        github_pull_requests: [],
      },
    ],
  ])('to %s is parsed tolerantly', async (_, send, ...[body, value]) => {
    const { client, call } = setUp(() => ({ body }));
    expect(await send(client, call)).toEqual(value);
  });

  it.each([
    ['a full page without a total', 50, null, '150'],
    ['a short page without a total', 49, null, null],
    ['a page capped by the service', 20, 500, '120'],
    ['the last page by the total', 50, 150, null],
    ['an empty page, whatever the total', 0, 500, null],
  ])('that is %s names the next page', async (_, length, ...[total, next]) => {
    const items = Array.from({ length }, (__, index) => ({ id: index + 1 }));
    const { client, call } = setUp(() => ({ body: { items, total } }));
    expect(await client.published.runs(PAGE, call)).toMatchObject({ next });
  });
});

describe('the address of the log, of which the published API has another one (2.3)', () => {
  const NOT_FOUND = { status: 404, body: { detail: 'Not Found' } };
  /** Reads the log five times; the alpha address answers so, the one of the spec with 404. */
  async function reads(
    alpha: (nth: number) => Answer,
  ): Promise<{ readonly asked: string; readonly errors: unknown[] }> {
    let nth = 0;
    const { client, http, call } = setUp(({ url }) =>
      url.includes('/v1/alpha/') ? alpha((nth += 1)) : NOT_FOUND,
    );
    const errors: unknown[] = [];
    for (let read = 0; read < 5; read += 1) {
      await logs(client, call).catch((error: unknown) => errors.push(error));
    }
    return {
      asked: http.requests.map(({ url }) => (url.includes('/alpha/') ? 'alpha' : 'spec')).join(' '),
      errors,
    };
  }
  const LOG = { body: { id: 7, logs: [] } };

  it.each<[string, (nth: number) => Answer, string]>([
    [
      'is kept once it was found, though it is missing for a moment',
      (nth) => (nth === 2 ? NOT_FOUND : LOG),
      'spec alpha alpha alpha alpha alpha',
    ],
    [
      'that had passing problems is not tried first once it is missing',
      (nth) => [{ status: 503 }, NOT_FOUND][nth - 1] ?? LOG,
      'spec alpha alpha spec spec alpha alpha alpha',
    ],
    [
      'that has passing problems is tried first the next time',
      (nth) => (nth < 3 ? { status: 503 } : LOG),
      'spec alpha alpha alpha alpha alpha',
    ],
    [
      'is searched again if neither had the log',
      (nth) => (nth < 2 ? NOT_FOUND : LOG),
      'spec alpha spec alpha alpha alpha alpha',
    ],
  ])('%s', async (_, alpha, asked) => {
    expect((await reads(alpha)).asked).toBe(asked);
  });

  it('is missed with both addresses named', async () => {
    const { errors } = await reads(() => NOT_FOUND);
    expect(errors).toHaveLength(5);
    expect(String(errors[0])).toMatch(
      / \/v1\/organizations\/42\/agent\/run\/7\/logs and at \/v1\/alpha\/organizations\/42\//,
    );
  });
});

describe('the limits of the spec (3.1)', () => {
  it.each([
    ['creations', create, 10],
    ['setup commands', setup, 5],
    ['analyses', analyze, 5],
  ] as const)('allow a number of %s per minute, without a wait before', async (_, send, most) => {
    const { client, clock, http, call } = setUp(() => ({ body: ANY }));
    for (let count = 0; count <= most; count += 1) {
      await send(client, call);
    }
    expect(http.requests.map(({ at }) => at)).toEqual([
      ...Array.from({ length: most }, () => 0),
      60_000,
    ]);
    expect(clock.slept).toEqual([60_000]);
  });

  it('do not delay past the signal', async () => {
    const { client, clock, http, call } = setUp(() => ({ body: { id: 7 } }));
    for (let count = 0; count < 10; count += 1) {
      await create(client, call);
    }
    const stop = new AbortController();
    const reason = new Error('stop');
    clock.after(4_000, () => stop.abort(reason));
    await expect(create(client, { ...call, signal: stop.signal })).rejects.toBe(reason);
    expect([clock.elapsed, http.requests.length]).toEqual([4_000, 10]);
  });
});
