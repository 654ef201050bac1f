/** The rate limits of spec 8, statement by statement, on a clock that only moves on request. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { SPEC_LIMITS } from '../../sandbox/faces/agent-run/limits.ts';
import { UNLIMITED } from '../../sandbox/options.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { bench, call, create, NOON, ORG } from './client.ts';

const { start, advance, close } = bench();
afterEach(close);

async function read(sandbox: Sandbox, times = 1): Promise<Readonly<Record<number, number>>> {
  const seen: Record<number, number> = {};
  for (let nth = 0; nth < times; nth++) {
    const { status } = await call(sandbox, `GET ${ORG}/1001`);
    seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
}

it('the limits equal the table of the spec', () => {
  expect(SPEC_LIMITS).toEqual({
    standard: { limit: 60, windowMs: 30_000 },
    shared: { limit: 60, windowMs: 60_000 },
    creation: { limit: 10, windowMs: 60_000 },
    setup: { limit: 5, windowMs: 60_000 },
    analysis: { limit: 5, windowMs: 60_000 },
  });
});

it('first statement: 60 standard requests in 30 seconds', async () => {
  const sandbox = await start({ limits: { shared: null } });
  sandbox.seedRun({ id: '1001' });
  expect(await read(sandbox, 62)).toEqual({ 200: 60, 429: 2 });
  advance(29_999);
  expect(await read(sandbox)).toEqual({ 429: 1 });
  advance(1);
  expect(await read(sandbox)).toEqual({ 200: 1 });
});

it('second statement: 60 requests in 60 seconds over all endpoints', async () => {
  const sandbox = await start({ limits: { standard: null } });
  await create(sandbox);
  expect(await read(sandbox, 20)).toEqual({ 200: 20 });
  for (let nth = 0; nth < 20; nth++) {
    expect((await call(sandbox, `GET ${ORG}/1001/logs`)).status).toBe(200);
  }
  const follow = { body: { agent_run_id: 1001, prompt: 'More.' } };
  for (let nth = 0; nth < 19; nth++) {
    expect((await call(sandbox, `POST ${ORG}/resume`, follow)).status).toBe(200);
  }
  const refused = await call(sandbox, `POST ${ORG}`, { body: { prompt: 'x' } });
  expect([refused.status, refused.json]).toEqual([
    429,
    { message: 'Rate limit exceeded (shared)' },
  ]);
  advance(59_999);
  expect(await read(sandbox)).toEqual({ 429: 1 });
  advance(1);
  expect(await read(sandbox)).toEqual({ 200: 1 });
});

it('creation: 10 in a minute, whatever else is free', async () => {
  const sandbox = await start();
  for (let nth = 0; nth < 10; nth++) {
    await create(sandbox);
  }
  const refused = await call(sandbox, `POST ${ORG}`, { body: { prompt: 'x' } });
  expect([refused.status, refused.json]).toEqual([
    429,
    { message: 'Rate limit exceeded (creation)' },
  ]);
  expect(sandbox.store.all()).toHaveLength(10);
  expect(await read(sandbox)).toEqual({ 200: 1 });
  advance(60_000);
  await create(sandbox);
});

it('a window slides, and refused requests do not count', async () => {
  const sandbox = await start({ limits: { standard: { limit: 2, windowMs: 1000 } } });
  sandbox.seedRun({ id: '1001' });
  expect(await read(sandbox)).toEqual({ 200: 1 });
  advance(600);
  expect(await read(sandbox, 3)).toEqual({ 200: 1, 429: 2 });
  advance(400);
  expect(await read(sandbox, 2)).toEqual({ 200: 1, 429: 1 });
  advance(600);
  expect(await read(sandbox, 2)).toEqual({ 200: 1, 429: 1 });
});

it('requests refused for another reason count, those without authentication or with wrong paths do not', async () => {
  const sandbox = await start({ limits: { standard: { limit: 1, windowMs: 1000 } } });
  sandbox.seedRun({ id: '1001' });
  expect(
    (await call(sandbox, `GET ${ORG}/1001`, { headers: { authorization: 'Bearer x' } })).status,
  ).toBe(401);
  expect((await call(sandbox, 'GET /elsewhere')).status).toBe(404);
  expect((await call(sandbox, `PUT ${ORG}/1001`)).status).toBe(405);
  expect((await call(sandbox, `GET ${ORG}/9`)).status).toBe(404);
  expect(await read(sandbox)).toEqual({ 429: 1 });
});

it('the limit with the longest wait is named if several are exceeded', async () => {
  const window = { limit: 1, windowMs: 2000 };
  const sandbox = await start({
    retryAfter: 'ms',
    limits: { standard: window, shared: { ...window, windowMs: 5000 } },
  });
  sandbox.seedRun({ id: '1001' });
  await read(sandbox);
  const reply = await call(sandbox, `GET ${ORG}/1001`);
  expect([reply.json['message'], reply.headers['retry-after-ms']]).toEqual([
    'Rate limit exceeded (shared)',
    '5000',
  ]);
});

it('each limit can be switched off, and clear resets them', async () => {
  const off = await start({ limits: UNLIMITED });
  for (let nth = 0; nth < 70; nth++) {
    await create(off);
  }
  expect(await read(off, 70)).toEqual({ 200: 70 });
  const sandbox = await start({ limits: { creation: { limit: 1, windowMs: 1000 } } });
  await create(sandbox);
  sandbox.clear();
  await create(sandbox);
});

describe('the retry time', () => {
  it.each([
    ['none', {}],
    ['seconds', { 'retry-after': '60' }],
    ['date', { 'retry-after': new Date(NOON + 60_000).toUTCString() }],
    ['ms', { 'retry-after-ms': '59500' }],
    ['reset', { 'x-ratelimit-reset': String(NOON / 1000 + 60) }],
  ] as const)('%s', async (retryAfter, headers) => {
    const own = bench();
    const sandbox = await own.start({
      retryAfter,
      limits: { creation: { limit: 1, windowMs: 60_000 } },
    });
    await create(sandbox);
    own.advance(500);
    const reply = await call(sandbox, `POST ${ORG}`, { body: { prompt: 'x' } });
    await own.close();
    const said = Object.entries(reply.headers).filter(([name]) =>
      /^retry-after|^x-ratelimit/.test(name),
    );
    expect(Object.fromEntries(said)).toEqual(headers);
  });
});
