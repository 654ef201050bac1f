/** What a request reports to its rate limiter, and what it makes of responses (2.2, 3.1). */
import { BEARER } from '../../src/agents/facts.ts';
import { describe, expect, it } from '@jest/globals';
import { redactingHttp } from '../../src/context.ts';
import { ServiceError } from '../../src/http/errors.ts';
import { TransportError } from '../../src/http/proof.ts';
import type { Redact } from '../../src/safe/redaction.ts';
import type { Limiter, PermitEnd } from '../../src/http/limits.ts';
import { Requests } from '../../src/http/request.ts';
import { MemoryHttp, type Answering } from '../support/memory-http.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const READ = { method: 'GET', path: '/v1/a' } as const;

function setUp(
  answer: Answering,
  { waitMs = 0, clock = new VirtualClock(), redact = null as Redact | null } = {},
) {
  const http = new MemoryHttp(clock, answer);
  const ends: PermitEnd[] = [];
  const asked: string[] = [];
  const limiter: Limiter = {
    acquire: async (category, { signal }) => {
      asked.push(category);
      if (waitMs > 0) {
        await clock.sleep(waitMs, signal);
      }
      return { done: (end) => void ends.push(end) };
    },
    spacing: () => 0,
    delay: () => 0,
    asked: () => 0,
  };
  const requests = new Requests({
    auth: BEARER,
    http: redact === null ? http : redactingHttp(http, redact),
    clock,
    limiter,
    baseUrl: 'https://agents.example.com',
    token: 'tok',
    userAgent: 'agent-run-action/1.2.3',
  });
  const call = { signal: new AbortController().signal, deadline: clock.now() + 600_000 };
  return { clock, http, ends, asked, requests, call };
}

describe('the rate limiter', () => {
  it('is asked for each category, and told of the response', async () => {
    const { requests, call, ends, asked, http } = setUp(() => ({
      headers: { 'x-ratelimit-remaining': '3' },
    }));
    await requests.send(READ, call);
    await requests.send({ method: 'POST', path: '/v1/b', category: 'creation' }, call);
    expect(asked).toEqual(['standard', 'creation']);
    const end = { throttled: false, retryAfterMs: null, unsent: false };
    expect(ends).toEqual([end, end]);
    expect(http.requests.map(({ body }) => body)).toEqual([null, null]);
    expect(http.requests[1]?.headers).not.toHaveProperty('content-type');
  });

  it('is told of a response that is refused', async () => {
    const { requests, call, ends } = setUp(() => ({
      status: 429,
      headers: { 'retry-after': '9' },
    }));
    await expect(requests.send(READ, call)).rejects.toMatchObject({ status: 429 });
    expect(ends).toEqual([{ throttled: true, retryAfterMs: 9_000, unsent: false }]);
  });

  it.each([
    ['refused', true],
    ['dns', true],
    ['connect_timeout', true],
    ['reset', false],
    ['headers_timeout', false],
  ] as const)(
    'is told whether a request that failed with %s was certainly not sent: %j',
    async (kind, unsent) => {
      const { requests, call, ends } = setUp(() => new TransportError(kind, 'no response'));
      await expect(requests.send(READ, call)).rejects.toBeInstanceOf(ServiceError);
      expect(ends).toEqual([{ throttled: false, retryAfterMs: null, unsent }]);
    },
  );

  it('is told that a bug may have come after the request was sent', async () => {
    const { requests, call, ends } = setUp(() => new RangeError('a bug'));
    await expect(requests.send(READ, call)).rejects.toThrow(RangeError);
    expect(ends).toEqual([{ throttled: false, retryAfterMs: null, unsent: false }]);
  });

  it.each([
    [600_000, true],
    [599_999, false],
  ])(
    'is told that nothing was sent if it took %d ms, the time of the call: %j',
    async (waitMs, isLate) => {
      const { requests, call, ends, http } = setUp(() => ({}), { waitMs });
      const answer = requests.send(READ, call).then(
        () => null,
        (error: unknown) => error,
      );
      if (isLate) {
        expect(await answer).toMatchObject({
          kind: 'no_time',
          message: 'the time was up before the request could be sent',
        });
      } else {
        expect(await answer).toBeNull();
      }
      expect(http.requests).toHaveLength(isLate ? 0 : 1);
      expect(ends).toEqual([{ throttled: false, retryAfterMs: null, unsent: isLate }]);
    },
  );
});

describe('once the step is to end', () => {
  const stopped = AbortSignal.abort();

  it.each([
    ['GET', 1],
    ['POST', 0],
  ] as const)('a %s is begun %d times', async (method, times) => {
    const { requests, call, ends, http } = setUp(() => ({}));
    const sent = requests.send({ method, path: '/v1/b' }, { ...call, stop: stopped });
    await sent.catch((error: unknown) => {
      expect(error).toMatchObject({ kind: 'no_time', proof: 'unsent' });
    });
    expect(http.requests).toHaveLength(times);
    expect(ends).toEqual([{ throttled: false, retryAfterMs: null, unsent: times === 0 }]);
  });

  it('a change does not wait for its turn any more', async () => {
    const { clock, requests, call, http } = setUp(() => ({}), { waitMs: 30_000 });
    const stop = new AbortController();
    clock.after(1_000, () => stop.abort());
    const sent = requests.send({ method: 'POST', path: '/v1/b' }, { ...call, stop: stop.signal });
    await expect(sent).rejects.toMatchObject({ kind: 'no_time', proof: 'unsent' });
    expect([clock.elapsed, http.requests.length]).toEqual([1_000, 0]);
  });

  it('a change that is on its way is waited for', async () => {
    const { clock, requests, call } = setUp(() => ({ delayMs: 3_000 }));
    const stop = new AbortController();
    clock.after(1_000, () => stop.abort());
    const sent = requests.send({ method: 'POST', path: '/v1/b' }, { ...call, stop: stop.signal });
    await expect(sent).resolves.toMatchObject({ status: 200 });
    expect(clock.elapsed).toBe(3_000);
  });
});

it('tells of a fault at another place what it is, and not where', async () => {
  const fault = new TransportError(
    'dns',
    'the name of the service could not be resolved (ENOTFOUND: getaddrinfo ENOTFOUND w7.example)',
  );
  const { requests, call } = setUp(() => fault);
  const there = requests.at({ baseUrl: 'https://w7.example', token: 'key', auth: BEARER });
  const sent = there.send({ method: 'POST', path: '/stop' }, call);
  await expect(sent).rejects.toMatchObject({
    kind: 'dns',
    proof: 'unsent',
    message: 'the name of the service could not be resolved',
  });
});

it('gives each kind of request its own time limits', async () => {
  const { requests, call, http } = setUp(() => ({}));
  await requests.send(READ, call);
  await requests.send({ method: 'POST', path: '/v1/b', body: { a: 1 } }, call);
  const [read, sent] = http.requests;
  expect(read).toMatchObject({ headersTimeoutMs: 20_000, totalTimeoutMs: 60_000 });
  expect(sent).toMatchObject({
    headersTimeoutMs: 120_000,
    totalTimeoutMs: 120_000,
    body: '{"a":1}',
  });
});

describe('a status that is not a success', () => {
  it.each([
    [199, true],
    [200, false],
    [299, false],
    [300, true],
  ])('%i: %j', async (status, isError) => {
    const { requests, call } = setUp(() => ({ status }));
    const answer = requests.send(READ, call);
    if (isError) {
      await expect(answer).rejects.toMatchObject({ status });
    } else {
      await expect(answer).resolves.toMatchObject({ status });
    }
  });

  const redact: Redact = (text) => text.replaceAll('tok-secret', '***');

  it('has a message without secrets, from the start of a long body', async () => {
    const message = { detail: 'No access with tok-secret.' };
    const { requests, call } = setUp(() => ({ status: 403, body: message }), { redact });
    await expect(requests.send(READ, call)).rejects.toMatchObject({ said: 'No access with ***.' });
    const spelled = '{"detail":"tok-\\u0073ecret"}';
    const escaped = setUp(() => ({ status: 403, body: spelled }), { redact });
    await expect(escaped.requests.send(READ, escaped.call)).rejects.toMatchObject({ said: '***' });
    const long = setUp(() => ({
      status: 403,
      body: `${JSON.stringify(message)}${' '.repeat(1_100_000)}x`,
    }));
    await expect(long.requests.send(READ, long.call)).rejects.toMatchObject({
      said: message.detail,
    });
  });

  it('lets a service judge its own refusals, and tells the limiter of them', async () => {
    const clock = new VirtualClock();
    const ends: PermitEnd[] = [];
    const limiter: Limiter = {
      acquire: () => Promise.resolve({ done: (end) => void ends.push(end) }),
      spacing: () => 0,
      delay: () => 0,
      asked: () => 0,
    };
    const requests = new Requests({
      auth: BEARER,
      http: new MemoryHttp(clock, () => ({ status: 403, body: '{"message":"slow down"}' })),
      clock,
      limiter,
      baseUrl: 'https://agents.example.com',
      token: 'tok',
      userAgent: 'agent-run-action/1.2.3',
      headers: { 'x-version': '7' },
      judge: ({ status }) => (status === 403 ? { throttled: true, proof: 'unsent' } : {}),
    });
    const call = { signal: new AbortController().signal, deadline: clock.now() + 600_000 };
    await expect(requests.send(READ, call)).rejects.toMatchObject({
      throttled: true,
      proof: 'unsent',
      said: 'slow down',
    });
    expect(ends).toEqual([expect.objectContaining({ throttled: true })]);
  });

  it('lets a service say what its answer means for the wait, in the place of its headers', async () => {
    const clock = new VirtualClock();
    const ends: PermitEnd[] = [];
    const limiter: Limiter = {
      acquire: () => Promise.resolve({ done: (end) => void ends.push(end) }),
      spacing: () => 0,
      delay: () => 0,
      asked: () => 0,
    };
    const answer = { status: 429, headers: { 'x-ratelimit-reset': '3600' }, body: '{}' };
    const requests = new Requests({
      auth: BEARER,
      http: new MemoryHttp(clock, () => answer),
      clock,
      limiter,
      baseUrl: 'https://agents.example.com',
      token: 'tok',
      userAgent: 'agent-run-action/1.2.3',
      judge: (_, { resetMs }) => ({
        retryAfterMs: (resetMs ?? 0) / 60,
        said: 'too much: slow down',
      }),
    });
    const call = { signal: new AbortController().signal, deadline: clock.now() + 600_000 };
    await expect(requests.send(READ, call)).rejects.toMatchObject({
      message: 'HTTP 429: too much: slow down',
      said: 'too much: slow down',
      retryAfterMs: 60_000,
    });
    expect(ends).toEqual([expect.objectContaining({ retryAfterMs: 60_000 })]);
  });

  it('takes 304 for an answer where a version is known, and tells it', async () => {
    const { requests, call } = setUp(() => ({ status: 304 }));
    await expect(requests.send({ ...READ, knownVersion: '"v1"' }, call)).resolves.toMatchObject({
      status: 304,
    });
    await expect(requests.send(READ, call)).rejects.toMatchObject({ status: 304 });
  });
});
