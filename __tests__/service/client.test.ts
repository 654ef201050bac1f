/** The four endpoints over an in-memory HTTP port (contract 2.1, 2.2, 3.1; spec 4). */
import { describe, expect, it } from '@jest/globals';
import { createClient, type CallOptions, type Client } from '../../src/service/client.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { MemoryHttp, type Answer, type Answering } from '../support/memory-http.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

function setUp(answer: Answering, deadlineMs = 600_000) {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, answer);
  const client = createClient({
    http,
    clock,
    baseUrl: 'https://agents.example.com/prefix',
    orgId: 42,
    token: 'tok-secret',
    userAgent: 'agent-run-action/1.2.3',
  });
  const call: CallOptions = { signal: new AbortController().signal, deadline: clock.start + deadlineMs };
  return { clock, http, client, call };
}

type Call = (client: Client, call: CallOptions) => Promise<unknown>;
const create: Call = (client, call) => client.create({ prompt: 'Fix it.', repo_id: 5, model: 'large' }, call);
const resume: Call = (client, call) => client.resume({ agent_run_id: 7, prompt: 'Go on.' }, call);
const run: Call = (client, call) => client.run(7, call);
const logs: Call = (client, call) => client.logs({ runId: 7, skip: 99, limit: 100 }, call);

const ROOT = 'https://agents.example.com/prefix/v1/organizations/42/agent/run';

describe('a request', () => {
  it.each([
    ['create', create, 'POST', ROOT, { prompt: 'Fix it.', repo_id: 5, model: 'large' }, true],
    ['resume', resume, 'POST', `${ROOT}/resume`, { agent_run_id: 7, prompt: 'Go on.' }, true],
    ['run', run, 'GET', `${ROOT}/7`, null, false],
    ['logs', logs, 'GET', `${ROOT}/7/logs?skip=99&limit=100`, null, false],
  ] as const)('to %s is as the spec says', async (...[, send, method, url, body, fresh]) => {
    const { client, http, call } = setUp(() => ({ body: { id: 7, logs: [] } }));
    await send(client, call);
    expect(http.requests).toHaveLength(1);
    const [request] = http.requests;
    expect(request).toMatchObject({ method, url, fresh });
    expect(request?.body === null ? null : JSON.parse(request?.body ?? '')).toEqual(body);
    expect(request?.headers).toEqual({
      accept: 'application/json',
      authorization: 'Bearer tok-secret',
      'user-agent': 'agent-run-action/1.2.3',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    });
  });

  it.each([
    ['create', create],
    ['resume', resume],
    ['run', run],
    ['logs', logs],
  ] as const)('to %s ends with the deadline of the call', async (_, send) => {
    const { client, clock, call, http } = setUp(() => 'hang', 5_000);
    await expect(send(client, call)).rejects.toMatchObject({ kind: 'headers_timeout', proof: 'ambiguous' });
    expect(http.requests[0]).toMatchObject({ headersTimeoutMs: 5_000, totalTimeoutMs: 5_000 });
    expect(clock.elapsed).toBe(5_000);
  });

  it("waits for a response no longer than the caller's patience", async () => {
    const { client, clock, call } = setUp(() => 'hang', 60_000);
    await expect(run(client, { ...call, patienceMs: 3_000 })).rejects.toMatchObject({ kind: 'headers_timeout' });
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
    await expect(create(client, { ...call, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(http.requests).toEqual([]);
  });
});

describe('a response', () => {
  it.each([
    ['create', create, { id: 7, status: 'QUEUED' }, { id: 7, status: 'QUEUED' }],
    ['create with an id as text', create, { id: '7' }, { id: 7 }],
    ['resume', resume, { status: 'ACTIVE' }, { id: null, status: 'ACTIVE' }],
    ['run', run, { id: 7, status: 'ACTIVE', more: {} }, { id: 7, status: 'ACTIVE' }],
    ['logs', logs, { id: 7, logs: [{ a: 1 }], total_logs: 3 }, { id: 7, logs: [{ a: 1 }], total_logs: 3 }],
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
  ] as const)('with 200 that makes no sense is an error: %s', async (...[, send, body]) => {
    const { client, call } = setUp(() => ({ body }));
    await expect(send(client, call)).rejects.toMatchObject({ kind: 'body', proof: 'ambiguous', status: 200 });
  });
});

describe('the address of the log, of which the published API has another one (2.3)', () => {
  const NOT_FOUND = { status: 404, body: { detail: 'Not Found' } };
  /** Reads the log five times; the alpha address answers so, the one of the spec with 404. */
  async function reads(
    alpha: (nth: number) => Answer,
  ): Promise<{ readonly asked: string; readonly errors: unknown[] }> {
    let nth = 0;
    const { client, http, call } = setUp(({ url }) => (url.includes('/v1/alpha/') ? alpha((nth += 1)) : NOT_FOUND));
    const errors: unknown[] = [];
    for (let read = 0; read < 5; read += 1) await logs(client, call).catch((error: unknown) => errors.push(error));
    return { asked: http.requests.map(({ url }) => (url.includes('/alpha/') ? 'alpha' : 'spec')).join(' '), errors };
  }
  const PAGE = { body: { id: 7, logs: [] } };

  it.each<[string, (nth: number) => Answer, string]>([
    [
      'is kept once it was found, though it is missing for a moment',
      (nth) => (nth === 2 ? NOT_FOUND : PAGE),
      'spec alpha alpha alpha alpha alpha',
    ],
    [
      'that had passing problems is not tried first once it is missing',
      (nth) => (nth === 1 ? { status: 503 } : nth === 2 ? NOT_FOUND : PAGE),
      'spec alpha alpha spec spec alpha alpha alpha',
    ],
    [
      'that has passing problems is tried first the next time',
      (nth) => (nth < 3 ? { status: 503 } : PAGE),
      'spec alpha alpha alpha alpha alpha',
    ],
    [
      'is searched again if neither had the log',
      (nth) => (nth < 2 ? NOT_FOUND : PAGE),
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
  it('allow 10 creations per minute, without a wait before', async () => {
    const { client, clock, http, call } = setUp(() => ({ body: { id: 7 } }));
    for (let count = 0; count < 11; count += 1) await create(client, call);
    expect(http.requests.map(({ at }) => at)).toEqual([...Array.from({ length: 10 }, () => 0), 60_000]);
    expect(clock.slept).toEqual([60_000]);
  });

  it('do not delay past the signal', async () => {
    const { client, clock, http, call } = setUp(() => ({ body: { id: 7 } }));
    for (let count = 0; count < 10; count += 1) await create(client, call);
    const stop = new AbortController();
    const reason = new Error('stop');
    clock.after(4_000, () => stop.abort(reason));
    await expect(create(client, { ...call, signal: stop.signal })).rejects.toBe(reason);
    expect([clock.elapsed, http.requests.length]).toEqual([4_000, 10]);
  });
});
