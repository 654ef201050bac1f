/**
 * Create, resume, attach: what is resent and what never is, and what is told of it (contract 4.1,
 * 4.5, 5, 7.3).
 */
import { describe, expect, it } from '@jest/globals';
import type { RunEvent } from '../../src/run/events.ts';
import { readRun, type RunContext } from '../../src/run/send.ts';
import { isFollowedOnly, startOrderOf, startRun, type StartOrder } from '../../src/run/start.ts';
import { attachTo, type Started } from '../../src/run/started-turn.ts';
import type { TurnRecord } from '../../src/run/state.ts';
import type { ServiceClient } from '../../src/agents/agent-run/client.ts';
import { isNotOffered } from '../../src/agents/agent-run/not-offered.ts';
import { WITHOUT } from '../../src/agents/agent-run/published.ts';
import { NotOffered, transportFailure, type ServiceError } from '../../src/http/errors.ts';
import { TransportError } from '../../src/http/proof.ts';
import type { RunShown } from '../../src/agents/port.ts';
import { parseRun } from '../../src/agents/agent-run/schema.ts';
import {
  actions,
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
import { MemoryFiles } from '../support/memory-files.ts';
import { MemoryHttp, type Answer, type Answering } from '../support/memory-http.ts';
import {
  clientOver,
  inputsOf,
  marksOf,
  orderOf,
  resultOf,
  runContext,
  type Result,
} from '../support/start-of.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const MINUTE = 60_000;

type Name = 'create' | 'read' | 'resume';
type Answers = NonNullable<ServiceScript['answer']>;

/** Ends each sleep too early by this much. */
class HastyClock extends VirtualClock {
  readonly #shortByMs: number;

  constructor(shortByMs: number) {
    super();
    this.#shortByMs = shortByMs;
  }

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return super.sleep(Math.max(0, ms - this.#shortByMs), signal);
  }
}

const CREATE: StartOrder = { kind: 'create', order: orderOf() };
const RESUME: StartOrder = {
  kind: 'resume',
  runId: RUN_ID,
  prompt: 'Go on.',
  marks: null,
  otherwise: null,
};

async function begin(name: Name, context: RunContext) {
  const events: RunEvent[] = [];
  const telling = { ...context, emit: (event: RunEvent) => void events.push(event) };
  const starts = {
    create: () => startRun(telling, CREATE),
    resume: () => startRun(telling, RESUME),
    read: () => readRun(telling, { runId: RUN_ID }),
  };
  const result: Result<Started | RunShown> = await resultOf<Started | RunShown>(starts[name]());
  return { result, events, told: events.map(({ type }) => type) };
}

interface Setting {
  readonly timeoutMs?: number;
  /** Each request takes this long. */
  readonly tookMs?: number;
  readonly shortByMs?: number;
  readonly random?: () => number;
}

async function play(
  name: Name,
  { answer, ...script }: ServiceScript,
  { timeoutMs = 60 * MINUTE, tookMs = 0, shortByMs = 0, random = () => 0.5 }: Setting = {},
) {
  const clock = new HastyClock(shortByMs);
  const slowly: Answers = async (call) => {
    if (tookMs > 0) {
      await clock.sleep(tookMs);
    }
    return answer?.(call);
  };
  const client = new MemoryClient(clock, { ...script, answer: slowly });
  const begun = await begin(name, runContext({ clock, client, random, timeoutMs }));
  return { ...begun, client, clock };
}

function codeOf(result: Result<unknown>): string | null {
  return result.ok ? 'ok' : result.failure.code;
}

/** The calls with one name end like this, one after the other. Later ones succeed. */
function inTurn(name: SeenCall['name'], ...ends: readonly ServiceError[]): Answers {
  return (call) => (call.name === name ? ends[call.nth - 1] : undefined);
}

/** The first calls with this name fail. */
function failing(name: Name, error: () => ServiceError): Answers {
  return (call) => (call.name === name ? error() : undefined);
}

const ORDERED = {
  agentRunId: null,
  model: 'small',
  requestFields: { model: 'large', team: 'core' },
  sandboxId: null,
  task: 'run',
  ref: null,
  createPullRequest: true,
} as const;
const ORDER = orderOf({ model: 'small', fields: ORDERED.requestFields });
const MARKS = marksOf('ara-0123456789abcdef');
const IN_THREAD = { marks: marksOf('ara-fedcba9876543210'), onlyFound: 'The turns are used up.' };

describe('what a step does with which run (contract 1.1, 7.2)', () => {
  const order = (
    inputs: object,
    prompt: string | null,
    {
      recordedRun = null,
      repositoryId = null,
    }: { readonly recordedRun?: string | null; readonly repositoryId?: number | null } = {},
  ) => {
    const recorded = recordedRun === null ? null : { runId: recordedRun, ...IN_THREAD };
    const asked = { prompt, recordedRun: recorded, marks: MARKS, repository: null, repositoryId };
    return startOrderOf({ ...ORDERED, ...inputs }, { ...asked, limit: null, schema: null });
  };

  it('creates a run if it knows none', () => {
    expect(order({}, 'Fix it.')).toEqual({ kind: 'create', order: ORDER, onlyFound: null });
    expect(order({}, null, { repositoryId: 7 })).toEqual({
      kind: 'create',
      onlyFound: null,
      order: { ...ORDER, prompt: '', repositoryId: 7 },
    });
    expect(order({ model: null, requestFields: { team: 'core' } }, 'Fix it.')).toEqual({
      kind: 'create',
      onlyFound: null,
      order: { ...ORDER, model: null, fields: { team: 'core' } },
    });
    expect(order({ ref: 'next', createPullRequest: false }, 'Fix it.')).toEqual({
      kind: 'create',
      onlyFound: null,
      order: { ...ORDER, ref: 'next', createPullRequest: false },
    });
  });

  it('resumes the run that its inputs name, and fails if that is gone', () => {
    const resume = {
      kind: 'resume',
      runId: '77',
      prompt: 'Fix it.',
      marks: MARKS,
      otherwise: null,
      onlyFound: null,
    };
    expect(order({ agentRunId: '77' }, 'Fix it.')).toEqual(resume);
  });

  it('resumes the run of the thread, and creates one if that is gone', () => {
    const resume = {
      kind: 'resume',
      runId: '88',
      prompt: 'Fix it.',
      otherwise: ORDER,
      ...IN_THREAD,
    };
    expect(order({}, 'Fix it.', { recordedRun: '88' })).toEqual(resume);
  });

  it.each([
    ['77', null, true],
    ['77', 'Fix it.', false],
    [null, null, false],
    [null, 'Fix it.', false],
  ])('sends nothing to the run %j with the prompt %j: %s', (agentRunId, prompt, expected) => {
    expect(isFollowedOnly({ agentRunId, prompt })).toBe(expected);
  });

  it.each([
    ['77', null],
    [null, '77'],
  ])(
    'only follows the run if it has nothing to say (input %j, thread %j)',
    (agentRunId, recordedRun) => {
      expect(order({ agentRunId }, null, { recordedRun })).toEqual({ kind: 'attach', runId: '77' });
    },
  );
});

// Which failure proves what is told by http/errors.test; here each proof has one or two.
describe.each([
  ['create', ['begin']],
  ['resume', ['begin', 'found']],
] as const)('%s', (...[name, before]) => {
  it.each([
    ['the connection was refused', () => linkError('refused')],
    ['429', () => httpError(429)],
  ])('that was certainly not carried out is sent again: %s', async (_, error) => {
    const { result, client, told } = await play(name, { answer: inTurn(name, error(), error()) });
    expect(codeOf(result)).toBe('ok');
    expect(client.times(name)).toHaveLength(3);
    // Each refusal is reported, an outage once.
    const refused = error().status === 429;
    const waits = told.filter((type) => type === 'throttled' || type === 'outage');
    expect(waits).toEqual(refused ? ['throttled', 'throttled'] : ['outage']);
  });

  it.each([
    ['the connection was lost', () => linkError('reset')],
    ['503, Retry-After or not', () => httpError(503, { headers: { 'retry-after': '1' } })],
    ['a 2xx that cannot be read', () => oddBody()],
  ])('that may have been carried out is never sent again: %s', async (_, error) => {
    const { result, client } = await play(name, { answer: failing(name, error) });
    expect(codeOf(result)).toBe('ambiguous_create');
    expect(client.times(name)).toHaveLength(1);
    // The message says what to check.
    expect(result.ok ? '' : result.failure.message).toMatch(/Look at/);
  });

  it.each([
    [409, 'rejected'],
    ['certificate', 'network'],
  ] as const)('that fails permanently with %s is %s', async (fault, code) => {
    const error = () => (typeof fault === 'number' ? httpError(fault) : linkError(fault));
    const { result, client } = await play(name, { answer: failing(name, error) });
    expect(codeOf(result)).toBe(code);
    expect(client.times(name)).toHaveLength(1);
  });

  describe('until the timeout', () => {
    const play10 = (error: () => ServiceError) =>
      play(name, { answer: failing(name, error) }, { timeoutMs: 10 * MINUTE });

    it('is network if no connection succeeded, after two minutes unless a read reached the service', async () => {
      const { result, client, clock } = await play10(() => linkError('refused'));
      expect(codeOf(result)).toBe('network');
      expect(clock.elapsed).toBe((name === 'create' ? 2 : 10) * MINUTE);
      expect(client.times(name).length).toBeGreaterThan(5);
    });

    it('is network after 20 seconds if the name does not exist', async () => {
      const { result, clock } = await play10(() =>
        transportFailure(new TransportError('dns', 'no such name (ENOTFOUND)')),
      );
      expect(codeOf(result)).toBe('network');
      expect(clock.elapsed).toBe(name === 'create' ? 20_000 : 10 * MINUTE);
    });

    it('is rate_limited when it was refused, not a time-out', async () => {
      const { result, clock } = await play10(() => httpError(429));
      expect(result).toMatchObject({
        ok: false,
        failure: { code: 'rate_limited' },
        outOfTime: false,
      });
      expect(clock.elapsed).toBe(10 * MINUTE);
    });

    it("is rate_limited too if this client's own limiter delayed the last attempt until the end", async () => {
      const clock = new VirtualClock();
      const refuse: Answering = ({ method }) =>
        method === 'POST'
          ? { status: 429, headers: { 'retry-after-ms': '500' } }
          : { body: { id: RUN_ID, logs: [] } };
      const http = new MemoryHttp(clock, refuse);
      const client = clientOver(http, clock);
      const { result } = await begin(
        name,
        runContext({ clock, client, random: () => 0, timeoutMs: 40_000 }),
      );
      expect(codeOf(result)).toBe('rate_limited');
      expect(clock.elapsed).toBe(40_000);
    });

    it('is rate_limited too if that is answered while the time runs out', async () => {
      const clock = new VirtualClock();
      const refuse: Answering = ({ method }) => {
        if (method !== 'POST') {
          return { body: { id: RUN_ID, logs: [] } };
        }
        // The second attempt is on its way when the time is over.
        return { status: 429, headers: { 'retry-after-ms': '38900' }, delayMs: 400 };
      };
      const http = new MemoryHttp(clock, refuse);
      const client = clientOver(http, clock);
      const { result } = await begin(
        name,
        runContext({ clock, client, random: () => 0, timeoutMs: 39_500 }),
      );
      expect(codeOf(result)).toBe('rate_limited');
      expect(clock.elapsed).toBeLessThan(45_000);
    });

    it('does not send before a Retry-After beyond the deadline', async () => {
      const { result, client, clock } = await play10(() =>
        httpError(429, { headers: { 'retry-after': '7200' } }),
      );
      expect(codeOf(result)).toBe('rate_limited');
      expect(client.times(name)).toHaveLength(1);
      expect(clock.elapsed).toBe(10 * MINUTE);
    });
  });

  it('stops waiting when the step must end', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const reason = new Error('stop');
    clock.after(3_000, () => stop.abort(reason));
    const answer = failing(name, () => httpError(429, { headers: { 'retry-after': '60' } }));
    const client = new MemoryClient(clock, { answer });
    await expect(begin(name, runContext({ clock, client, stop: stop.signal }))).rejects.toBe(
      reason,
    );
    expect(clock.elapsed).toBe(3_000);
  });

  it('is not sent after a signal that comes while something is read before it', async () => {
    const clock = new VirtualClock();
    const http = new MemoryHttp(clock, () => ({ body: { id: RUN_ID, logs: [] } }));
    const client = clientOver(http, clock);
    const read = (): Promise<void> => clock.sleep(2_000);
    const reading: typeof client = {
      ...client,
      create: (...given) => read().then(() => client.create(...given)),
      resume: (...given) => read().then(() => client.resume(...given)),
    };
    const stop = new AbortController();
    const reason = new Error('stop');
    clock.after(1_000, () => stop.abort(reason));
    const told: string[] = [];
    const context = {
      ...runContext({ clock, client: reading, stop: stop.signal }),
      emit: ({ type }: RunEvent) => void told.push(type),
    };
    await expect(startRun(context, name === 'create' ? CREATE : RESUME)).rejects.toBe(reason);
    expect(http.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    // Nobody is told that it may have arrived.
    expect(told).toEqual([...before, 'sending', 'unsent']);
  });

  it('rethrows bugs', async () => {
    const bug = new RangeError('a bug');
    const answer = (call: SeenCall): undefined => {
      if (call.name === name) {
        throw bug;
      }
    };
    await expect(play(name, { answer })).rejects.toBe(bug);
  });

  const SENT_TWICE = ['sending', 'unsent', 'throttled', 'sending'];
  it.each<[string, ServiceError[], string[], string]>([
    ['an answer', [], ['sending'], 'ok'],
    ['429, then an answer', [httpError(429)], SENT_TWICE, 'ok'],
    [
      'no connection, then an answer',
      [linkError('refused')],
      ['sending', 'unsent', 'outage', 'sending'],
      'ok',
    ],
    ['a connection lost', [linkError('reset')], ['sending'], 'ambiguous_create'],
    [
      '429, then a connection lost',
      [httpError(429), linkError('reset')],
      SENT_TWICE,
      'ambiguous_create',
    ],
    ['403', [httpError(403)], ['sending', 'unsent'], 'forbidden'],
    [
      '429, then 402',
      [httpError(429), httpError(402)],
      [...SENT_TWICE, 'unsent'],
      'quota_exceeded',
    ],
  ])(
    'is told before each try, and after it when it was not carried out: %s',
    async (...[, ends, story, code]) => {
      const { told, result } = await play(name, { answer: inTurn(name, ...ends) });
      expect([codeOf(result), told]).toEqual([code, [...before, ...story]]);
      if (!result.ok) {
        expect(result.outOfTime).toBe(false);
      }
    },
  );
});

describe('create', () => {
  it('sends the body as given and keeps the data of the response', async () => {
    const { result, client } = await play('create', { moments: [{ at: 0, status: 'QUEUED' }] });
    expect(client.calls).toMatchObject([
      { name: 'create', at: 0, nth: 1, skip: 0, body: { prompt: 'Fix it.' } },
    ]);
    const started = {
      ...attachTo(RUN_ID),
      mode: 'created',
      webUrl: WEB_URL,
      status: 'QUEUED',
      meaning: 'active',
      sent: { text: 'Fix it.', mark: null, images: [] },
      unseenKey: null,
    };
    expect(result).toEqual({ ok: true, value: started });
  });

  const refused = (seconds: number): Answers => {
    return () => httpError(429, { headers: { 'retry-after': `${seconds}` } });
  };

  it.each<[string, Answers, Setting, number]>([
    ['whose last attempt takes the time left', refused(0), { timeoutMs: 1_000, tookMs: 1_000 }, 1],
    [
      'with a millisecond left after the wait',
      refused(30),
      { timeoutMs: 30_001, random: () => 0 },
      2,
    ],
    ['with less than that left', refused(30), { timeoutMs: 30_000.5, random: () => 0 }, 1],
    [
      'whose wait ends slightly before the deadline',
      refused(60),
      { timeoutMs: 31_000, shortByMs: 1e-9 },
      1,
    ],
  ])('%s fails with the error of that attempt', async (...[, answer, setting, tries]) => {
    const { result, client, clock } = await play('create', { answer }, setting);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'rate_limited' },
      outOfTime: false,
    });
    expect(client.times('create')).toHaveLength(tries);
    expect(Math.round(Number(setting.timeoutMs) - clock.elapsed)).toBeLessThanOrEqual(1);
  });
});

it.each([
  ['create', 'network'],
  // What was read before it shows that the service is there.
  ['resume', 'bad_response'],
] as const)('a %s whose turn does not come until the deadline is %s', async (name, code) => {
  const { result, clock } = await play(name, { answer: failing(name, () => linkError('no_time')) });
  expect(clock.elapsed).toBe(60 * MINUTE);
  const message: unknown = expect.stringContaining('What comes before it took until the timeout');
  expect(result).toMatchObject({ ok: false, failure: { code, message } });
});

/** A service that offers some of the published endpoints. */
function withPublished(clock: VirtualClock, offered: Partial<ServiceClient['published']>) {
  const client = new MemoryClient(clock, {});
  return Object.assign(client, { published: { ...client.published, ...offered } });
}

describe('create for another task (1.1)', () => {
  type Task = 'analyze-logs' | 'setup-commands';
  const createFor = async (
    task: Task,
    { prompt = '', failure }: { prompt?: string; failure?: ServiceError } = {},
  ) => {
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
    const inputs = { ...inputsOf(), task, sandboxId: 9 };
    const context = runContext({ clock, client, inputs });
    const result = await resultOf(
      startRun(context, {
        kind: 'create',
        order: orderOf({ task, prompt, repositoryId: 5, sandboxId: 9 }),
      }),
    );
    return { result, asked, client };
  };

  it.each<[Task, string, unknown]>([
    ['setup-commands', 'With pnpm.', { repo_id: 5, prompt: 'With pnpm.' }],
    ['setup-commands', '', { repo_id: 5 }],
    ['analyze-logs', '', 9],
  ])('%s, with the prompt "%s", asks its own endpoint', async (task, prompt, given) => {
    const { result, asked, client } = await createFor(task, { prompt });
    expect([asked, client.names()]).toEqual([[[task, given]], []]);
    const value = { mode: 'created', runId: RUN_ID, webUrl: WEB_URL, status: 'QUEUED' };
    expect(result).toMatchObject({ ok: true, value });
  });

  it.each<[Task, number, string, string, string]>([
    ['setup-commands', 404, 'Not Found', 'not_found', 'no endpoint that generates setup commands'],
    [
      'setup-commands',
      404,
      'Repository not found',
      'not_found',
      'the organization has no such repository',
    ],
    ['analyze-logs', 405, '', 'not_found', 'no endpoint that analyzes the logs of a sandbox'],
    ['analyze-logs', 404, 'Sandbox not found', 'not_found', 'the organization has no such sandbox'],
    ['analyze-logs', 403, 'Sandbox of others', 'forbidden', 'Sandbox of others'],
    ['setup-commands', 500, '', 'ambiguous_create', 'the request was not sent again'],
  ])(
    '%s that meets %i "%s" is %s, and is asked once',
    async (...[task, status, message, code, said]) => {
      const refusal = httpError(status, { body: JSON.stringify({ message }) });
      const advice = WITHOUT[task === 'analyze-logs' ? 'analyzeLogs' : 'setupCommands'];
      const failure = isNotOffered(refusal) ? new NotOffered(refusal, { advice }) : refusal;
      const { result, asked } = await createFor(task, { failure });
      expect(result).toMatchObject({
        ok: false,
        failure: { code, message: expect.stringContaining(said) },
      });
      expect(asked).toHaveLength(1);
    },
  );
});

it('an attached run is sent nothing, and its log is read from its start', () => {
  expect(attachTo(RUN_ID)).toMatchObject({
    mode: 'attached',
    runId: RUN_ID,
    before: null,
    sent: null,
  });
});

describe('resume', () => {
  const before = [...actions(3), finalAnswer(3)];
  const moments = [{ at: 0, status: 'COMPLETE', result: 'First.' }];

  async function started(script: ServiceScript) {
    const { result, client } = await play('resume', { entries: before, moments, ...script });
    if (!result.ok) {
      throw result;
    }
    return { client, run: result.value as Started };
  }

  it('reads the run, and the number of entries last', async () => {
    const answer: Answers = ({ name }) => (name === 'run' ? { summary: 'Before.' } : undefined);
    const { client, run } = await started({ answer });
    expect(client.names()).toEqual(['run', 'logs', 'resume']);
    expect(client.calls[2]?.body).toEqual({ agent_run_id: RUN_ID, prompt: 'Go on.' });
    expect(run).toEqual({
      mode: 'resumed',
      runId: RUN_ID,
      webUrl: WEB_URL,
      status: 'COMPLETE',
      meaning: 'succeeded',
      sent: { text: 'Go on.', mark: null, images: [] },
      runBefore: expect.objectContaining({ status: 'COMPLETE', result: 'First.' }),
      statusBefore: 'COMPLETE',
      busyBefore: false,
      resultBefore: 'First.',
      summaryBefore: 'Before.',
      before: { entries: 4, memo: '' },
    });
  });

  it.each([
    [250, {}, 250, 2],
    [250, { total_logs: 251 }, 250, 3],
    [250, { total_logs: 249 }, 250, 3],
    [50, { total_logs: 51 }, 50, 2],
    [3, {}, 3, 1],
    [99, { total_logs: null }, 99, 1],
    [100, { total_logs: null }, null, 1],
  ] as const)('knows the count: %i entries, %j', async (...[count, fields, expected, requests]) => {
    const page = (given: object) => ({ ...given, ...fields });
    const { client, run } = await started({ entries: actions(count), page });
    expect([run.before?.entries, client.times('logs').length]).toEqual([expected, requests]);
  });

  it.each([
    ['404', () => httpError(404)],
    ['500', () => httpError(500)],
    ['451', () => httpError(451)],
  ])('continues without a number if the log fails with %s', async (_, error) => {
    const answer: Answers = ({ name }) => (name === 'logs' ? error() : undefined);
    const { client, run } = await started({ answer });
    expect(client.names().at(-1)).toBe('resume');
    expect(client.times('logs').length).toBeLessThanOrEqual(3);
    expect(run.before).toBeNull();
  });

  it.each([
    [
      'the run itself',
      { id: RUN_ID, web_url: '/8001', status: 'QUEUED' },
      { webUrl: '/8001', status: 'QUEUED' },
    ],
    [
      'nothing but null',
      { id: null, web_url: null, status: null },
      { webUrl: WEB_URL, status: 'COMPLETE' },
    ],
    ['no body', null, { webUrl: WEB_URL, status: 'COMPLETE' }],
  ])('keeps what the reply tells of the run: %s', async (_, reply, expected) => {
    const { run } = await started({
      answer: ({ name }) => (name === 'resume' ? reply : undefined),
    });
    expect(run).toMatchObject({
      runId: RUN_ID,
      resultBefore: 'First.',
      statusBefore: 'COMPLETE',
      ...expected,
    });
  });

  it.each([
    ['a redirect of the log', 'logs', () => httpError(307), 'bad_response', false],
    [
      'a log that is refused by the limiter until the end',
      'logs',
      () => httpError(429),
      'rate_limited',
      false,
    ],
    [
      'a log that cannot be connected to until the end',
      'logs',
      () => linkError('refused'),
      null,
      true,
    ],
    ['a service that does not know the run', 'run', () => httpError(404), 'not_found', false],
    ['a service that fails until the end', 'run', () => httpError(503), null, true],
  ] as const)('sends nothing after %s', async (...[, failed, error, code, outOfTime]) => {
    const { result, client } = await play('resume', {
      answer: ({ name }) => (name === failed ? error() : undefined),
    });
    expect(result).toMatchObject({ ok: false, failure: { code }, outOfTime });
    expect(client.names()).not.toContain('resume');
  });

  it.each<[string, Answer | TransportError, string]>([
    ['reached if it answered once', { body: { id: RUN_ID, logs: [] } }, 'ok'],
    ['unreachable otherwise', new TransportError('connect_timeout', 'no connection'), 'network'],
  ])(
    'takes a service to which no connection succeeds for five minutes as %s',
    async (_, first, code) => {
      const clock = new VirtualClock();
      const http = new MemoryHttp(clock, (_request, nth) => {
        if (nth === 1) {
          return first;
        }
        return clock.elapsed > 5 * MINUTE
          ? { body: { id: RUN_ID, logs: [], total_logs: 0 } }
          : new TransportError('connect_timeout', 'no connection');
      });
      const client = clientOver(http, clock);
      expect(codeOf((await begin('resume', runContext({ clock, client }))).result)).toBe(code);
    },
  );

  it.each([503, 451])('retries temporary failures such as HTTP %i', async (status) => {
    const { client, run } = await started({
      answer: inTurn('logs', httpError(status), httpError(status)),
    });
    expect(client.names()).toEqual(['run', 'logs', 'logs', 'logs', 'resume']);
    expect(run.before?.entries).toBe(4);
  });

  const page = httpError(404, { body: '<h1>Please wait</h1>' });
  it.each<[string, readonly ServiceError[], number | null, readonly string[]]>([
    ['was possible', [], 1, []],
    ['was possible at the second time', [httpError(503)], 2, []],
    [
      'is not offered, because nothing can have been stopped',
      [new NotOffered(httpError(404), { advice: '' })],
      1,
      [],
    ],
    [
      'was possible after the page of a gateway',
      [new NotOffered(page, { advice: '' }), page],
      3,
      [],
    ],
    [
      'fails for ten seconds',
      Array<ServiceError>(50).fill(httpError(503)),
      null,
      [`Run ${RUN_ID} could not be unblocked before the follow-up (HTTP 503).`],
    ],
  ])(
    'takes a stop back before the follow-up, which is sent whether that %s',
    async (...[, failures, asks, warnings]) => {
      const clock = new VirtualClock();
      const asked: unknown[] = [];
      const client: MemoryClient = withPublished(clock, {
        unban: (runId, { deadline }) => {
          const failure = failures[asked.length];
          asked.push({ runId, untilMs: deadline - clock.start, before: client.names() });
          return failure === undefined ? Promise.resolve() : Promise.reject(failure);
        },
      });
      const told: RunEvent[] = [];
      const inputs = { ...inputsOf(), onCancel: 'stop' as const };
      const ports = runContext({
        clock,
        client,
        inputs,
        emit: (event: RunEvent) => void told.push(event),
      });
      await startRun(ports, RESUME);
      expect(client.names()).toEqual(['run', 'logs', 'resume']);
      expect(asked[0]).toEqual({ runId: RUN_ID, untilMs: 10_000, before: ['run', 'logs'] });
      expect(asked).toHaveLength(asks ?? asked.length);
      expect(clock.elapsed).toBeLessThanOrEqual(10_000);
      expect(told.flatMap((event) => (event.type === 'warning' ? [event.message] : []))).toEqual(
        warnings,
      );
    },
  );
});

describe('the start of a turn', () => {
  const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const start = async (order: StartOrder, given: Partial<RunContext['inputs']> = {}) => {
    const clock = new VirtualClock();
    const unbanned: string[] = [];
    const client: MemoryClient = withPublished(clock, {
      unban: (runId) => Promise.resolve(void unbanned.push(runId)),
    });
    const files = new MemoryFiles({ '/workspace/shot.png': PNG });
    await startRun(
      runContext({ clock, client, files, inputs: { ...inputsOf(), ...given } }),
      order,
    );
    return { body: client.calls.at(-1)?.body, unbanned };
  };

  it.each<[StartOrder, object]>([
    [CREATE, { prompt: 'Fix it.' }],
    [RESUME, { agent_run_id: RUN_ID, prompt: 'Go on.' }],
  ])('sends the images with %j', async (order, body) => {
    const images = [{ path: '/workspace/shot.png', mimeType: 'image/png' }] as const;
    expect((await start(order, { images })).body).toEqual({
      ...body,
      images: ['data:image/png;base64,iVBORw0KGgo='],
    });
    expect((await start(order)).body).toEqual(body);
  });

  it('takes a stop back only if the step may have asked for one', async () => {
    expect((await start(RESUME, { onCancel: 'stop' })).unbanned).toEqual([RUN_ID]);
    expect((await start(RESUME)).unbanned).toEqual([]);
  });

  it('takes the stop back that another step of the thread had asked for', async () => {
    expect((await start({ ...RESUME, wasStopped: true })).unbanned).toEqual([RUN_ID]);
  });

  it.each([
    ['created', [RUN_ID]],
    ['resumed', []],
  ] as const)(
    'that corrects the answer of a run which was %s brings no images again',
    async (mode, unbanned) => {
      const images = [{ path: '/workspace/shot.png', mimeType: 'image/png' }] as const;
      const again = await start(
        { ...RESUME, corrects: { mode } as TurnRecord },
        { images, onCancel: 'stop' },
      );
      expect(again).toEqual({ body: { agent_run_id: RUN_ID, prompt: 'Go on.' }, unbanned });
    },
  );
});

describe('a read', () => {
  const play10 = (answer: Answers, setting: Setting = {}) =>
    play('read', { answer }, { timeoutMs: 10 * MINUTE, ...setting });

  it('returns the run without events of a create or resume', async () => {
    const { result, told, client } = await play10(() => ({ status: 'COMPLETE' }));
    expect(result).toMatchObject({ ok: true, value: { id: RUN_ID, status: 'COMPLETE' } });
    expect([told, client.names()]).toEqual([[], ['run']]);
  });

  it('only waits while it is refused or cannot connect', async () => {
    const unresolved = Array.from({ length: 4 }, () => linkError('dns'));
    const { told } = await play10(inTurn('run', httpError(429), ...unresolved));
    expect(told).toEqual(['throttled', 'outage']);
  });

  it('is retried after any number of ambiguous failures', async () => {
    const { result, told, client } = await play10(
      ({ nth }) => (nth <= 20 ? httpError(503) : undefined),
      {
        timeoutMs: 600 * MINUTE,
      },
    );
    expect([result.ok, client.times('run').length, told]).toEqual([true, 21, ['outage']]);
  });

  const firstThen = (first: ServiceError, rest: ServiceError): Answers => {
    return ({ nth }) => (nth === 1 ? first : rest);
  };

  it.each<[string, Answers]>([
    ['only 503 came', () => httpError(503)],
    ['only 429 came', () => httpError(429)],
    ['each connection was lost', () => linkError('reset')],
    [
      'one 503 came, then nothing could be reached',
      firstThen(httpError(503), linkError('refused')),
    ],
    [
      'one connection was lost, then none was made',
      firstThen(linkError('reset'), linkError('dns')),
    ],
  ])('is out of time, because the service was reached: %s', async (_, answer) => {
    for (const tookMs of [0, 10 * MINUTE]) {
      const { result, clock } = await play10(answer, { tookMs });
      expect(result).toMatchObject({ ok: false, outOfTime: true });
      expect(clock.elapsed).toBe(10 * MINUTE);
    }
  });

  it.each([401, 403, 404, 302])('that fails with %i fails immediately', async (status) => {
    const { result, clock } = await play10(() => httpError(status));
    expect(result).toMatchObject({ ok: false, outOfTime: false });
    expect(clock.elapsed).toBe(0);
  });

  it.each([0, 3 * MINUTE])(
    'that cannot connect is given up after two minutes (attempts of %i ms)',
    async (tookMs) => {
      const { result, clock } = await play10(() => linkError('refused'), { tookMs });
      expect(result).toMatchObject({ ok: false, failure: { code: 'network' }, outOfTime: false });
      expect(clock.elapsed).toBe(Math.max(2 * MINUTE, tookMs));
    },
  );
});
