/** Create, resume, attach: what is resent and what never is (contract 4.1, 4.5, 5). */
import { describe, expect, it } from '@jest/globals';
import { attachTo, createRun, resumeRun, type StartPorts, type StartResult } from '../../src/run/start.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { createClient } from '../../src/service/client.ts';
import { transportFailure, type ServiceError } from '../../src/service/errors.ts';
import { TransportError } from '../../src/service/http/port.ts';
import { parseRun } from '../../src/service/schema.ts';
import {
  actions,
  entry,
  finalAnswer,
  httpError,
  linkError,
  MemoryClient,
  oddBody,
  RUN_ID,
  WEB_URL,
  type SeenCall,
  type ServiceScript,
} from '../support/memory-client.ts';
import { MemoryHttp, type Answer, type Answering } from '../support/memory-http.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const MINUTE = 60_000;

type Name = 'create' | 'resume';

interface Played {
  readonly result: StartResult;
  readonly client: MemoryClient;
  readonly clock: VirtualClock;
  readonly waits: RunEvent[];
  readonly events: RunEvent[];
}

function portsOf(
  clock: VirtualClock,
  client: StartPorts['client'],
  fields: Partial<StartPorts> & Pick<StartPorts, 'deadline'>,
): StartPorts {
  return {
    client,
    clock,
    emit: () => undefined,
    random: () => 0.5,
    inputs: { baseUrl: 'https://agents.example.com', orgId: 1, task: 'run', sandboxId: null },
    stop: new AbortController().signal,
    lateStop: new AbortController().signal,
    ...fields,
  };
}

async function begin(
  name: Name,
  ports: StartPorts,
): Promise<{ readonly result: StartResult; readonly events: RunEvent[] }> {
  const events: RunEvent[] = [];
  const telling = { ...ports, emit: (event: RunEvent) => void events.push(event) };
  const result =
    name === 'create'
      ? await createRun(telling, { prompt: 'Fix it.' })
      : await resumeRun(telling, { runId: RUN_ID, prompt: 'Go on.' });
  return { result, events };
}

async function play(name: Name, script: ServiceScript, timeoutMs = 60 * MINUTE): Promise<Played> {
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, script);
  const { result, events } = await begin(name, portsOf(clock, client, { deadline: clock.start + timeoutMs }));
  const waits = events.filter(({ type }) => type === 'throttled' || type === 'outage');
  return { result, client, clock, waits, events };
}

/** A service that offers some of the published endpoints. */
function withPublished(
  clock: VirtualClock,
  offered: Partial<StartPorts['client']['published']>,
): MemoryClient & { readonly published: StartPorts['client']['published'] } {
  const client = new MemoryClient(clock, {});
  return Object.assign(client, { published: { ...client.published, ...offered } });
}

function codeOf(result: StartResult): string {
  return result.ok ? 'ok' : result.failure.code;
}

/** The first calls with this name fail. */
function failing(name: Name | 'run', error: () => ServiceError, times = Infinity) {
  return (call: SeenCall) => (call.name === name && call.nth <= times ? error() : undefined);
}

describe.each(['create', 'resume'] as const)('%s', (name) => {
  describe('resends requests that were certainly not carried out', () => {
    it.each([
      ['the name was not resolved', () => linkError('dns')],
      ['the connection was refused', () => linkError('refused')],
      ['the connection timed out', () => linkError('connect_timeout')],
      ['TLS was not established', () => linkError('tls')],
      ['the proxy opened no tunnel', () => linkError('proxy')],
      ['429', () => httpError(429)],
    ])('%s', async (_, error) => {
      const { result, client, waits } = await play(name, { answer: failing(name, error, 2) });
      expect(codeOf(result)).toBe('ok');
      expect(client.times(name)).toHaveLength(3);
      // Each refusal is reported, an outage once.
      const refused = error().status === 429;
      expect(waits.map(({ type }) => type)).toEqual(refused ? ['throttled', 'throttled'] : ['outage']);
    });
  });

  describe('never resends requests that may have been carried out', () => {
    it.each([
      ['the connection was lost', () => linkError('reset')],
      ['no answer in time', () => linkError('headers_timeout')],
      ['half an answer', () => linkError('body_timeout')],
      ['no HTTP', () => linkError('protocol')],
      ['too large an answer', () => linkError('too_large')],
      ['500', () => httpError(500)],
      ['502', () => httpError(502)],
      ['503, Retry-After or not', () => httpError(503, { headers: { 'retry-after': '1' } })],
      ['504', () => httpError(504)],
      ['408', () => httpError(408)],
      ['a 2xx that cannot be read', () => oddBody()],
    ])('%s', async (_, error) => {
      const { result, client } = await play(name, { answer: failing(name, error) });
      expect(codeOf(result)).toBe('ambiguous_create');
      expect(client.times(name)).toHaveLength(1);
      // The message says what to check.
      expect(result.ok ? '' : result.failure.message).toMatch(/Look at/);
    });
  });

  describe('permanent failures', () => {
    it.each([
      [400, 'rejected'],
      [401, 'unauthorized'],
      [402, 'quota_exceeded'],
      [403, 'forbidden'],
      [404, 'not_found'],
      [405, 'rejected'],
      [409, 'rejected'],
      [413, 'rejected'],
      [422, 'rejected'],
      [301, 'bad_response'],
      [302, 'bad_response'],
      [307, 'bad_response'],
      [308, 'bad_response'],
    ])('with %i are %s', async (status, code) => {
      const { result, client } = await play(name, { answer: failing(name, () => httpError(status)) });
      expect(codeOf(result)).toBe(code);
      expect(client.times(name)).toHaveLength(1);
    });

    it('with an untrusted certificate are network', async () => {
      const { result, client } = await play(name, { answer: failing(name, () => linkError('certificate')) });
      expect(codeOf(result)).toBe('network');
      expect(result.ok ? '' : result.failure.message).toContain('NODE_EXTRA_CA_CERTS');
      expect(client.times(name)).toHaveLength(1);
    });
  });

  describe('until the timeout', () => {
    it('is network if no connection succeeded, after two minutes unless a read reached the service', async () => {
      const { result, client, clock } = await play(
        name,
        { answer: failing(name, () => linkError('refused')) },
        10 * MINUTE,
      );
      expect(codeOf(result)).toBe('network');
      expect(clock.elapsed).toBe((name === 'create' ? 2 : 10) * MINUTE);
      expect(client.times(name).length).toBeGreaterThan(5);
    });

    it('is network after 20 seconds if the name does not exist', async () => {
      const fault = (): ServiceError => transportFailure(new TransportError('dns', 'no such name (ENOTFOUND)'));
      const { result, clock } = await play(name, { answer: failing(name, fault) }, 10 * MINUTE);
      expect(codeOf(result)).toBe('network');
      expect(clock.elapsed).toBe(name === 'create' ? 20_000 : 10 * MINUTE);
    });

    it('is rate_limited when it was refused', async () => {
      const { result, clock } = await play(name, { answer: failing(name, () => httpError(429)) }, 10 * MINUTE);
      expect(codeOf(result)).toBe('rate_limited');
      expect(clock.elapsed).toBe(10 * MINUTE);
    });

    it("is rate_limited too if this client's own limiter delayed the last attempt until the end", async () => {
      const clock = new VirtualClock();
      const refuse: Answering = ({ method }) =>
        method === 'POST' ? { status: 429, headers: { 'retry-after-ms': '500' } } : { body: { id: RUN_ID, logs: [] } };
      const http = new MemoryHttp(clock, refuse);
      const client = createClient({ http, clock, baseUrl: 'https://a.example', orgId: 1, token: 't', userAgent: 'u' });
      const ports = portsOf(clock, client, { random: () => 0, deadline: clock.start + 40_000 });
      const { result } = await begin(name, ports);
      expect(codeOf(result)).toBe('rate_limited');
      expect(clock.elapsed).toBe(40_000);
    });

    it('does not send before a Retry-After beyond the deadline', async () => {
      const error = () => httpError(429, { headers: { 'retry-after': '7200' } });
      const { result, client, clock } = await play(name, { answer: failing(name, error) }, 10 * MINUTE);
      expect(codeOf(result)).toBe('rate_limited');
      expect(client.times(name)).toHaveLength(1);
      expect(clock.elapsed).toBe(10 * MINUTE);
    });
  });

  it('waits at least as long as Retry-After', async () => {
    const error = () => httpError(429, { headers: { 'retry-after': '90' } });
    const { client } = await play(name, { answer: failing(name, error, 2) });
    const [first = 0, second = 0, third = 0] = client.times(name);
    expect(second - first).toBeGreaterThanOrEqual(90_000);
    expect(third - second).toBeGreaterThanOrEqual(90_000);
  });

  it('stops waiting when the step must end', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const reason = new Error('stop');
    clock.after(3_000, () => stop.abort(reason));
    const client = new MemoryClient(clock, {
      answer: failing(name, () => httpError(429, { headers: { 'retry-after': '60' } })),
    });
    const ports = portsOf(clock, client, { stop: stop.signal, deadline: clock.start + MINUTE });
    await expect(begin(name, ports)).rejects.toBe(reason);
    expect(clock.elapsed).toBe(3_000);
  });

  it('rethrows bugs', async () => {
    const bug = new RangeError('a bug');
    const answer = (call: SeenCall): undefined => {
      if (call.name === name) throw bug;
    };
    await expect(play(name, { answer })).rejects.toBe(bug);
  });
});

describe('create', () => {
  it('sends the body as given and keeps the data of the response', async () => {
    const { result, client } = await play('create', { moments: [{ at: 0, status: 'QUEUED' }] });
    expect(client.calls).toMatchObject([{ name: 'create', at: 0, nth: 1, skip: 0, body: { prompt: 'Fix it.' } }]);
    expect(result).toMatchObject({
      ok: true,
      started: { ...attachTo(RUN_ID), mode: 'created', webUrl: WEB_URL, status: 'QUEUED' },
    });
  });
});

describe('create for another task (1.1)', () => {
  type Task = 'analyze-logs' | 'setup-commands';
  const createFor = async (task: Task, { prompt = '', failure }: { prompt?: string; failure?: ServiceError } = {}) => {
    const clock = new VirtualClock();
    const asked: unknown[] = [];
    const answer = (endpoint: Task) => (given: unknown) => {
      asked.push([endpoint, given]);
      const run = { ...parseRun({ web_url: WEB_URL, status: 'QUEUED' })!, id: RUN_ID };
      return failure === undefined ? Promise.resolve(run) : Promise.reject(failure);
    };
    const client = withPublished(clock, {
      analyzeLogs: answer('analyze-logs'),
      generateSetupCommands: answer('setup-commands'),
    });
    const inputs = { baseUrl: 'https://agents.example.com', orgId: 1, task, sandboxId: 9 };
    const ports = portsOf(clock, client, { inputs, deadline: clock.start + MINUTE });
    return { result: await createRun(ports, { prompt, repo_id: 5 }), asked, client };
  };

  it.each<[Task, string, unknown]>([
    ['setup-commands', 'With pnpm.', { repo_id: 5, prompt: 'With pnpm.' }],
    ['setup-commands', '', { repo_id: 5 }],
    ['analyze-logs', '', 9],
  ])('%s, with the prompt "%s", asks its own endpoint', async (task, prompt, given) => {
    const { result, asked, client } = await createFor(task, { prompt });
    expect([asked, client.names()]).toEqual([[[task, given]], []]);
    const started = { mode: 'created', runId: RUN_ID, webUrl: WEB_URL, status: 'QUEUED' };
    expect(result).toMatchObject({ ok: true, started });
  });

  it.each<[Task, number, string, string, string]>([
    ['setup-commands', 404, 'Not Found', 'not_found', 'no endpoint that generates setup commands'],
    ['setup-commands', 404, 'Repository not found', 'not_found', 'the organization has no such repository'],
    ['analyze-logs', 405, '', 'not_found', 'no endpoint that analyzes the logs of a sandbox'],
    ['analyze-logs', 404, 'Sandbox not found', 'not_found', 'the organization has no such sandbox'],
    ['analyze-logs', 403, 'Sandbox of others', 'forbidden', 'Sandbox of others'],
    ['setup-commands', 500, '', 'ambiguous_create', 'the request was not sent again'],
  ])('%s that meets %i "%s" is %s, and is asked once', async (...[task, status, message, code, said]) => {
    const failure = httpError(status, { body: JSON.stringify({ message }) });
    const { result, asked } = await createFor(task, { failure });
    expect(result).toMatchObject({ ok: false, failure: { code, message: expect.stringContaining(said) } });
    expect(asked).toHaveLength(1);
  });
});

describe('attach', () => {
  it('sends nothing and reads the log from its start', () => {
    expect(attachTo(RUN_ID)).toMatchObject({
      mode: 'attached',
      runId: RUN_ID,
      before: { count: 0, order: null },
    });
  });
});

describe('resume', () => {
  const before = [...actions(3), finalAnswer(3)];
  const moments = [{ at: 0, status: 'COMPLETE', result: 'First.' }];

  async function started(script: ServiceScript) {
    const played = await play('resume', script);
    if (!played.result.ok) throw new Error(played.result.failure.message);
    return { ...played, started: played.result.started };
  }

  it('reads the number of entries first', async () => {
    const { client, started: run } = await started({ entries: before, moments });
    expect(client.names()).toEqual(['logs', 'resume']);
    // A 404 may mean that the log has another address.
    expect(client.calls[0]?.runKnown).toBe(true);
    expect(client.calls[1]?.body).toEqual({ agent_run_id: RUN_ID, prompt: 'Go on.' });
    expect(run).toMatchObject({ mode: 'resumed', statusBefore: 'COMPLETE', resultBefore: 'First.' });
    expect(run.before).toEqual({ count: 4, order: 'asc' });
  });

  it.each([
    ['asc', 250, {}, [0], { count: 250, order: 'asc' }],
    ['desc', 250, {}, [0], { count: 250, order: 'desc' }],
    ['asc', 1, {}, [0], { count: 1, order: null }],
    ['asc', 99, { total_logs: null }, [0], { count: 99, order: 'asc' }],
    ['asc', 100, { total_logs: null }, [0, 100], { count: 100, order: 'asc' }],
    ['asc', 250, { total_logs: null }, [0, 100, 200], { count: 250, order: 'asc' }],
  ] as const)(
    'knows the count and the order: %s, %i entries, %j',
    async (...[order, count, fields, asked, expected]) => {
      const page = (given: object) => ({ ...given, ...fields });
      const { client, started: run } = await started({ entries: actions(count), moments, order, page });
      expect(run.before).toEqual(expected);
      expect(client.calls.filter(({ name }) => name === 'logs').map(({ skip }) => skip)).toEqual(asked);
    },
  );

  it.each([
    ['null', { result: null, status: null }, ['First.', 'COMPLETE']],
    ['absent', { result: undefined }, ['First.', 'COMPLETE']],
  ])("reads the run itself where the log page's result is %s (4.6)", async (_, fields, [result, status]) => {
    const page = (given: object) => ({ ...given, ...fields });
    const { started: run } = await started({ entries: before, moments, page });
    expect(run).toMatchObject({ resultBefore: result, statusBefore: status });
  });

  it.each([
    ['400', () => httpError(400)],
    ['404', () => httpError(404)],
    ['500', () => httpError(500)],
    ['an odd shape', () => oddBody()],
  ])('continues without a number if the log fails with %s', async (_, error) => {
    const { client, started: run } = await started({
      entries: before,
      moments,
      answer: ({ name }) => (name === 'logs' ? error() : undefined),
    });
    expect(client.names().at(-1)).toBe('resume');
    expect(client.times('logs').length).toBeLessThanOrEqual(3);
    expect(run.before).toEqual({ count: null, order: null });
    expect(run).toMatchObject({ statusBefore: 'COMPLETE', resultBefore: 'First.' });
  });

  it.each([
    ['the run itself', { id: RUN_ID }, { runId: RUN_ID, webUrl: '/8001', status: 'QUEUED' }],
    ['no run', { id: null }, { runId: RUN_ID, webUrl: '/8001', status: 'QUEUED' }],
    [
      'nothing but null',
      { id: null, web_url: null, status: null },
      { runId: RUN_ID, webUrl: WEB_URL, status: 'COMPLETE' },
    ],
  ])('keeps what the reply tells of the run: %s', async (_, reply, expected) => {
    const { result } = await play('resume', {
      entries: before,
      moments,
      page: (page) => ({ ...page, summary: 'Before.' }),
      answer: ({ name }) => (name === 'resume' ? { web_url: '/8001', status: 'QUEUED', ...reply } : undefined),
    });
    expect(result.ok && result.started).toMatchObject({
      ...{ mode: 'resumed', prompt: 'Go on.', resultBefore: 'First.', summaryBefore: 'Before.' },
      ...expected,
    });
    expect(result.ok && result.started.before.count).toBe(4);
  });

  it.each([
    ['the service', { page: 'Before.' }, 'Before.'],
    ['the service, although the reply has a newer one', { page: 'Before.', reply: 'After.' }, 'Before.'],
    ['the reply', { reply: 'After.' }, 'After.'],
    ['neither', {}, undefined],
  ])('knows the summary before the follow-up from %s', async (_, told: { page?: string; reply?: string }, expected) => {
    const { page: shown, reply: said } = told;
    const { started: run } = await started({
      entries: before,
      moments,
      page: (page) => ({ ...page, ...(shown !== undefined && { summary: shown }) }),
      answer: ({ name }) =>
        name === 'resume' ? { id: RUN_ID, ...(said !== undefined && { summary: said }) } : undefined,
    });
    expect(run.summaryBefore).toBe(expected);
  });

  it.each([
    ['a redirect of the log', 'logs', () => httpError(307), false],
    ['a log that is refused by the limiter until the end', 'logs', () => httpError(429), true],
    ['a redirect of the run', 'run', () => httpError(307), false],
    ['a service that does not know the run', '', () => httpError(404), false],
    ['a service that fails until the end', '', () => httpError(503), true],
  ] as const)('sends nothing after %s', async (...[, failed, error, outOfTime]) => {
    const { result, client } = await play('resume', {
      answer: ({ name }) => (failed === '' || name === failed ? error() : undefined),
    });
    expect(result).toMatchObject({ ok: false, outOfTime });
    expect(client.names()).not.toContain('resume');
  });

  describe('a service that answered once was reached, even if no other connection succeeds for minutes', () => {
    const unreachable = new TransportError('connect_timeout', 'no connection');
    const pages = actions(130);

    /** Resumes a run of a service that answers the first request and then cannot be reached for five minutes. */
    async function resumeAfter(first: Answer | TransportError): Promise<StartResult> {
      const clock = new VirtualClock();
      const page = (url: string): Answer => {
        const skip = Number(new URL(url).searchParams.get('skip'));
        return { body: { id: RUN_ID, logs: pages.slice(skip, skip + 100), total_logs: pages.length } };
      };
      const http = new MemoryHttp(clock, ({ url }, nth) =>
        nth === 1 ? first : clock.elapsed > 5 * MINUTE ? page(url) : unreachable,
      );
      const client = createClient({ http, clock, baseUrl: 'https://a.example', orgId: 1, token: 't', userAgent: 'u' });
      const { result } = await begin('resume', portsOf(clock, client, { deadline: clock.start + 10 * MINUTE }));
      return result;
    }

    it.each<[string, Answer]>([
      ['404 at the first log address', { status: 404, body: { detail: 'Not Found' } }],
      ['403 at the log', { status: 403, body: { detail: 'Forbidden' } }],
      ['the first page of the log', { body: { id: RUN_ID, logs: pages.slice(0, 100), total_logs: 130 } }],
      ['all of the log', { body: { id: RUN_ID, logs: pages.slice(0, 9), total_logs: 9 } }],
    ])('%s', async (_, answer) => {
      expect(codeOf(await resumeAfter(answer))).toBe('ok');
    });

    it('otherwise it is network', async () => {
      expect(codeOf(await resumeAfter(unreachable))).toBe('network');
    });
  });

  it.each([503, 451])('retries temporary failures such as HTTP %i', async (status) => {
    const { client, started: run } = await started({
      entries: before,
      moments,
      answer: ({ name, nth }) => (name === 'logs' && nth <= 2 ? httpError(status) : undefined),
    });
    expect(client.names()).toEqual(['logs', 'logs', 'logs', 'resume']);
    expect(run.before.count).toBe(4);
  });

  it('retries reads during an outage of 20 minutes', async () => {
    const { client } = await started({
      entries: before,
      moments,
      answer: ({ name, at }) => (name !== 'resume' && at < 20 * MINUTE ? httpError(503) : undefined),
    });
    expect(client.times('resume')).toHaveLength(1);
  });

  it.each<[string, ServiceError | null, readonly string[]]>([
    ['was possible', null, []],
    ['is not offered, because nothing can have been stopped', httpError(404), []],
    ['fails', httpError(503), [`Run ${RUN_ID} could not be unblocked before the follow-up (HTTP 503).`]],
  ])('takes a stop back before the follow-up, which is sent whether that %s', async (_, failure, warnings) => {
    const clock = new VirtualClock();
    const asked: unknown[] = [];
    const client: MemoryClient = withPublished(clock, {
      unban: (runId, { patienceMs }) => {
        asked.push({ runId, patienceMs, before: client.names() });
        return failure === null ? Promise.resolve() : Promise.reject(failure);
      },
    });
    const told: RunEvent[] = [];
    const ports = portsOf(clock, client, { deadline: clock.start + MINUTE, emit: (event) => void told.push(event) });
    const result = await resumeRun(ports, { runId: RUN_ID, prompt: 'Go on.', unban: true });
    expect([codeOf(result), client.names()]).toEqual(['ok', ['logs', 'run', 'resume']]);
    expect(asked).toEqual([{ runId: RUN_ID, patienceMs: 10_000, before: ['logs', 'run'] }]);
    expect(told.flatMap((event) => (event.type === 'warning' ? [event.message] : []))).toEqual(warnings);
  });

  it('accepts a response without a body', async () => {
    const { started: run } = await started({
      entries: before,
      moments,
      answer: ({ name }) => (name === 'resume' ? null : undefined),
    });
    expect(run).toMatchObject({ mode: 'resumed', runId: RUN_ID, webUrl: WEB_URL, status: 'COMPLETE' });
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [302, 'bad_response'],
  ])('sends nothing if reading the run fails with %i: %s', async (status, code) => {
    const { result, client } = await play('resume', {
      answer: ({ name }) => (name === 'resume' ? undefined : httpError(status)),
    });
    expect(codeOf(result)).toBe(code);
    expect(client.times('resume')).toEqual([]);
  });

  it('works for a run with malformed entries', async () => {
    const { started: run } = await started({ entries: ['odd', 7, null, entry(1)], moments });
    expect(run.before.count).toBe(4);
  });
});
