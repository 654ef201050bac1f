/**
 * Faults: what a client sees of each, whether the request was carried out, and which requests a
 * rule affects.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { gunzipSync } from 'node:zlib';
import type { FaultAction, FaultSource } from '../../sandbox/scenario.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { bench, call, create, ORG, type Reply } from './client.ts';

const { start, close } = bench();
afterEach(close);

const faulty = (action: FaultAction, on: FaultSource['on'] = 'create'): Promise<Sandbox> =>
  start({ faults: [{ on, do: action }] });
const post = (sandbox: Sandbox, signal?: AbortSignal): Promise<Reply> =>
  call(sandbox, `POST ${ORG}`, { body: { prompt: 'x' }, ...(signal && { signal }) });
const created = (sandbox: Sandbox): number => sandbox.store.created;

describe('before the request is carried out', () => {
  it('reset-before', async () => {
    const sandbox = await faulty('reset-before');
    await expect(post(sandbox)).rejects.toThrow(/ECONNRESET|hang up/);
    expect([created(sandbox), sandbox.requests[0]?.status]).toEqual([0, null]);
  });

  it.each<[string, FaultAction, unknown]>([
    [
      'a status',
      { status: 503 },
      [503, '{"message":"A fault of the scenario: status 503"}', undefined],
    ],
    [
      'a text',
      { status: 502, body: '<p>Bad gateway', headers: { 'content-type': 'text/html' } },
      [502, '<p>Bad gateway', undefined],
    ],
    [
      'data',
      { status: 429, body: { detail: 'no' }, headers: { 'Retry-After': '7' } },
      [429, '{"detail":"no"}', '7'],
    ],
  ])('%s', async (_, action, seen) => {
    const sandbox = await faulty(action);
    const { status, text, headers } = await post(sandbox);
    expect([status, text, headers['retry-after']]).toEqual(seen);
    expect([created(sandbox), sandbox.requests[0]?.status]).toEqual([0, status]);
  });
});

describe('after the request was carried out', () => {
  it.each(['reset-after', 'cut-body'] as const)('%s', async (action) => {
    const sandbox = await faulty(action);
    await expect(post(sandbox)).rejects.toThrow(/ECONNRESET|hang up|aborted/);
    expect(created(sandbox)).toBe(1);
  });

  it.each<[FaultAction, number, string, string]>([
    ['wrong-body', 200, 'application/json', '{"half": '],
    ['html', 200, 'text/html', '<!doctype html><title>Busy</title><p>Please wait.</p>'],
    ['empty', 200, 'application/json', ''],
    [{ status: 504, after: true, body: {} }, 504, 'application/json', '{}'],
  ])('%j', async (action, ...[status, type, text]) => {
    const sandbox = await faulty(action);
    const reply = await post(sandbox);
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([status, type, text]);
    expect([created(sandbox), sandbox.requests[0]?.status]).toEqual([1, status]);
  });

  it('redirect', async () => {
    const sandbox = await faulty('redirect');
    const { status, headers } = await post(sandbox);
    expect([status, headers['location'], created(sandbox)]).toEqual([
      302,
      'https://example.com/elsewhere',
      1,
    ]);
  });

  it('gzip', async () => {
    const sandbox = await faulty('gzip', 'read');
    const { headers, bytes } = await call(sandbox, `GET ${ORG}/${await create(sandbox)}`);
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ id: 1001 });
  });

  it.each(['stall-headers', 'stall-body', { delay: '1m' }] as const)(
    '%j keeps the client waiting',
    async (action) => {
      const sandbox = await faulty(action);
      const controller = new AbortController();
      const reply = post(sandbox, controller.signal);
      while (created(sandbox) === 0) {
        await new Promise((done) => setImmediate(done));
      }
      // A later request is answered first.
      expect((await call(sandbox, `GET ${ORG}/1001`)).status).toBe(200);
      expect(await Promise.race([reply, Promise.resolve('waiting')])).toBe('waiting');
      controller.abort();
      await expect(reply).rejects.toThrow(/abort/i);
    },
  );

  it('delay is followed by the correct response or another one', async () => {
    const late = await faulty({ delay: '20ms' });
    const since = performance.now();
    expect((await post(late)).json).toMatchObject({ id: 1001 });
    expect(performance.now() - since).toBeGreaterThanOrEqual(19);
    const wrong = await faulty({ delay: '1ms', status: 500 });
    expect([(await post(wrong)).status, created(wrong)]).toEqual([500, 0]);
  });

  it('drip sends byte by byte, and ends with the client', async () => {
    const { url, token } = await faulty('drip');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { body } = await fetch(`${url}${ORG}`, {
      method: 'POST',
      headers,
      body: '{"prompt":"x"}',
    });
    const reader = body!.getReader();
    expect((await reader.read()).value).toHaveLength(1);
    await reader.cancel();
  });

  it('no timer is left after the sandbox is closed', async () => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const sandbox = await faulty({ delay: '1m' });
    const before = timers();
    const reply = post(sandbox);
    while (sandbox.requests.length === 0) {
      await new Promise((done) => setImmediate(done));
    }
    await sandbox.close();
    await expect(reply).rejects.toThrow(/ECONNRESET|hang up/);
    for (let turn = 0; turn < 100 && timers() > before; turn++) {
      await new Promise((done) => setImmediate(done));
    }
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('apply only if the request succeeded', async () => {
    const sandbox = await faulty('html');
    expect((await call(sandbox, `POST ${ORG}`, { body: {} })).json).toHaveProperty('message');
    expect(sandbox.requests[0]?.status).toBe(400);
    expect(
      (await call(sandbox, `POST ${ORG}`, { body: {}, headers: { authorization: null } })).status,
    ).toBe(401);
  });
});

describe('the affected requests', () => {
  const FAIL = { status: 500 };
  const pattern = async (rule: Omit<FaultSource, 'on' | 'do'>): Promise<string> => {
    const sandbox = await start({ faults: [{ on: 'read', ...rule, do: FAIL }] });
    sandbox.seedRun();
    let seen = '';
    for (let nth = 0; nth < 6; nth++) {
      seen += (await call(sandbox, `GET ${ORG}/1001`)).status === 500 ? 'x' : '.';
    }
    return seen;
  };
  it.each([
    [{}, 'xxxxxx'],
    [{ nth: 2 }, '.x....'],
    [{ every: 2 }, '.x.x.x'],
    [{ from: 3 }, '..xxxx'],
    [{ to: 2 }, 'xx....'],
    [{ from: 2, to: 4 }, '.xxx..'],
    [{ from: 3, every: 2 }, '...x.x'],
  ])('%j', async (rule, seen) => expect(await pattern(rule)).toBe(seen));

  it('are counted per kind, and with `any` over all of them', async () => {
    const sandbox = await start({
      faults: [
        { on: 'logs', nth: 1, do: { status: 501 } },
        { on: 'any', nth: 4, do: { status: 502 } },
        { on: 'resume', nth: 1, do: { status: 503 } },
      ],
    });
    sandbox.seedRun();
    const resume = { body: { agent_run_id: 1001, prompt: 'x' } };
    const seen: number[] = [];
    for (const [target, sent] of [
      [`GET ${ORG}/1001`, {}],
      [`GET ${ORG}/1001/logs`, {}],
      [`POST ${ORG}/resume`, resume],
      [`POST ${ORG}/resume`, resume],
      [`POST ${ORG}/resume`, resume],
    ] as const) {
      seen.push((await call(sandbox, target, sent)).status);
    }
    expect(seen).toEqual([200, 501, 503, 502, 200]);
    expect(sandbox.store.get('1001')?.turns).toHaveLength(2);
    sandbox.clear();
    sandbox.seedRun();
    expect((await call(sandbox, `GET ${ORG}/1001/logs`)).status).toBe(501);
  });

  it("are counted per run for a scenario's faults, its creates together", async () => {
    const turns = [{ steps: [] }];
    const faults = [
      { on: 'create', nth: 2, do: FAIL },
      { on: 'read', nth: 1, do: FAIL },
      { on: 'resume', nth: 1, do: FAIL },
    ] as const;
    const sandbox = await start({ scenario: { turns, faults } });
    expect([
      (await post(sandbox)).status,
      (await post(sandbox)).status,
      (await post(sandbox)).status,
    ]).toEqual([200, 500, 200]);
    for (const id of [1001, 1002]) {
      expect((await call(sandbox, `GET ${ORG}/${id}`)).status).toBe(500);
      expect((await call(sandbox, `GET ${ORG}/${id}`)).status).toBe(200);
      const resume = { body: { agent_run_id: id, prompt: 'x' } };
      expect((await call(sandbox, `POST ${ORG}/resume`, resume)).status).toBe(500);
      expect((await call(sandbox, `POST ${ORG}/resume`, resume)).status).toBe(200);
    }
  });

  it("exclude wrong paths, and depend on each run's own scenario", async () => {
    const sandbox = await start({ faults: [{ on: 'any', nth: 2, do: FAIL }] });
    await call(sandbox, 'GET /nothing');
    expect((await post(sandbox)).status).toBe(200);
    const rough = await start({ scenario: 'rough' });
    rough.seedRun({ scenario: 'quick', id: '7' });
    expect((await call(rough, `GET ${ORG}/7/logs`)).status).toBe(200);
    expect((await post(rough)).status).toBe(429);
    expect((await post(rough)).status).toBe(200);
    expect((await call(rough, `GET ${ORG}/1001/logs`)).status).toBe(500);
  });
});
