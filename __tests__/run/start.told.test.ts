/**
 * What is reported while a run is started and if that fails: what may have been carried out, and why it ended (contract
 * 4.1, 5, 7.3).
 */
import { describe, expect, it } from '@jest/globals';
import { createRun, readRun, resumeRun, type StartPorts } from '../../src/run/start.ts';
import type { CallOptions } from '../../src/service/client.ts';
import type { ServiceError } from '../../src/service/errors.ts';
import type { AgentRun } from '../../src/service/schema.ts';
import { actions, httpError, linkError, MemoryClient, RUN_ID, type ServiceScript } from '../support/memory-client.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const MINUTE = 60_000;

type Name = 'create' | 'resume' | 'read';
type Answers = NonNullable<ServiceScript['answer']>;

/** Each request takes this long. */
class SlowClient extends MemoryClient {
  readonly #wait: () => Promise<void>;

  constructor(clock: VirtualClock, script: ServiceScript, tookMs: number) {
    super(clock, script);
    this.#wait = () => (tookMs === 0 ? Promise.resolve() : clock.sleep(tookMs));
  }

  override async create(...args: Parameters<MemoryClient['create']>): ReturnType<MemoryClient['create']> {
    await this.#wait();
    return super.create(...args);
  }

  override async run(runId: number, call: CallOptions): Promise<AgentRun> {
    await this.#wait();
    return super.run(runId, call);
  }
}

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

async function play(
  name: Name,
  answer: Answers,
  {
    timeoutMs = 10 * MINUTE,
    tookMs = 0,
    shortByMs = 0,
    random = () => 0.5,
  }: {
    readonly timeoutMs?: number;
    readonly tookMs?: number;
    readonly shortByMs?: number;
    readonly random?: () => number;
  } = {},
) {
  const clock = new HastyClock(shortByMs);
  const moments = [{ at: 0, status: 'COMPLETE' }];
  const client = new SlowClient(clock, { entries: actions(2), moments, answer }, tookMs);
  const told: string[] = [];
  const ports: StartPorts = {
    client,
    clock,
    random,
    emit: ({ type }) => void told.push(type),
    inputs: { baseUrl: 'https://agents.example.com', orgId: 42, task: 'run', sandboxId: null },
    stop: new AbortController().signal,
    lateStop: new AbortController().signal,
    deadline: clock.start + timeoutMs,
  };
  const start = {
    create: () => createRun(ports, { prompt: 'Fix it.' }),
    resume: () => resumeRun(ports, { runId: RUN_ID, prompt: 'Go on.' }),
    read: () => readRun(ports, RUN_ID),
  };
  const result = await start[name]();
  return { result, told, client, clock };
}

/** The calls with one name end like this, one after the other. Later ones succeed. */
function inTurn(name: 'create' | 'resume' | 'run' | 'logs', ...ends: readonly ServiceError[]): Answers {
  return (call) => (call.name === name ? ends[call.nth - 1] : undefined);
}

/** The first call ends one way, all later ones the other. */
function firstThen(first: ServiceError, rest: ServiceError): Answers {
  return ({ nth }) => (nth === 1 ? first : rest);
}

describe.each([
  ['create', []],
  ['resume', ['found']],
] as const)('%s tells', (...[name, before]) => {
  it.each<[string, ServiceError[], string[]]>([
    ['an answer', [], ['sending']],
    ['429, then an answer', [httpError(429)], ['sending', 'unsent', 'throttled', 'sending']],
    ['no connection, then an answer', [linkError('refused')], ['sending', 'unsent', 'outage', 'sending']],
    ['a connection lost', [linkError('reset')], ['sending']],
    ['500', [httpError(500)], ['sending']],
    [
      '429, then a connection lost',
      [httpError(429), linkError('reset')],
      ['sending', 'unsent', 'throttled', 'sending'],
    ],
    ['403', [httpError(403)], ['sending', 'unsent']],
  ])('before each try that it may be carried out, and after it when it surely was not: %s', async (_, ends, story) => {
    const { told } = await play(name, inTurn(name, ...ends));
    expect(told).toEqual([...before, ...story]);
  });

  it.each<[string, ServiceError[], string]>([
    ['429, then 403', [httpError(429), httpError(403)], 'forbidden'],
    ['429, then a connection lost', [httpError(429), linkError('reset')], 'ambiguous_create'],
    ['no connection, then 402', [linkError('dns'), httpError(402)], 'quota_exceeded'],
  ])('why it failed in the end: %s', async (_, ends, code) => {
    const { result } = await play(name, inTurn(name, ...ends));
    expect(result).toMatchObject({ ok: false, failure: { code }, outOfTime: false });
  });

  it('does not mention refusals if requests only failed to connect', async () => {
    const { result } = await play(name, inTurn(name, linkError('refused'), linkError('dns')));
    expect(result).toMatchObject({ ok: true });
  });

  it('no time-out when it was refused until the time was up: it failed', async () => {
    const refused = await play(name, ({ name: called }) => (called === name ? httpError(429) : undefined));
    expect(refused.result).toMatchObject({ ok: false, failure: { code: 'rate_limited' }, outOfTime: false });
    expect(refused.clock.elapsed).toBe(10 * MINUTE);
  });
});

describe('a create whose last attempt takes the time left', () => {
  it('fails with the error of that attempt', async () => {
    const { result } = await play('create', () => httpError(429), { timeoutMs: 1_000, tookMs: 1_000 });
    expect(result).toMatchObject({ ok: false, failure: { code: 'rate_limited' }, outOfTime: false });
  });
});

describe('a clock with fractions of milliseconds', () => {
  it('leaves no time for another attempt if a wait ends slightly before the deadline', async () => {
    const { result, client, clock } = await play('create', () => httpError(429, { headers: { 'retry-after': '60' } }), {
      timeoutMs: 31_000,
      shortByMs: 1e-9,
    });
    expect(result).toMatchObject({ ok: false, failure: { code: 'rate_limited' } });
    expect(client.names()).toEqual(['create']);
    expect(clock.elapsed).toBeCloseTo(31_000);
  });
});

describe('a create with a millisecond left', () => {
  it.each([
    [30_001, 2],
    [30_000.5, 1],
  ])('is retried: %d', async (timeoutMs, tries) => {
    const refused = httpError(429, { headers: { 'retry-after': '30' } });
    const { client } = await play('create', () => refused, { timeoutMs, random: () => 0 });
    expect(client.times('create')).toHaveLength(tries);
  });
});

it('waits until the deadline for its turn among other requests of the step', async () => {
  const { result, clock } = await play('create', () => linkError('no_time'));
  expect(result.ok).toBe(false);
  expect(clock.elapsed).toBe(10 * MINUTE);
});

describe('a read', () => {
  it('returns the run without events of a create or resume', async () => {
    const { result, told, client } = await play('read', () => undefined);
    expect(result).toMatchObject({ ok: true, value: { id: RUN_ID, status: 'COMPLETE' } });
    expect([told, client.names()]).toEqual([[], ['run']]);
  });

  it('only waits while it is refused or cannot connect', async () => {
    const { told } = await play('read', inTurn('run', httpError(429), linkError('dns')));
    expect(told).toEqual(['throttled', 'outage']);
  });

  it('is retried after any number of ambiguous failures', async () => {
    const { result, told, client } = await play('read', ({ nth }) => (nth <= 20 ? httpError(503) : undefined), {
      timeoutMs: 600 * MINUTE,
    });
    expect(result.ok).toBe(true);
    expect(client.times('run')).toHaveLength(21);
    expect(told).toEqual(['outage']);
  });

  it.each<[string, Answers, boolean]>([
    ['only 503 came', () => httpError(503), true],
    ['only 429 came', () => httpError(429), true],
    ['each connection was lost', () => linkError('reset'), true],
    ['one 503 came, then nothing could be reached', firstThen(httpError(503), linkError('refused')), true],
    ['one connection was lost, then none was made', firstThen(linkError('reset'), linkError('dns')), true],
  ])('until the time was up: %s, so the run is known to be behind it: %s', async (...[, answer, outOfTime]) => {
    for (const tookMs of [0, 10 * MINUTE]) {
      const { result, clock } = await play('read', answer, { timeoutMs: 10 * MINUTE, tookMs });
      expect(result).toMatchObject({ ok: false, outOfTime });
      expect(clock.elapsed).toBe(10 * MINUTE);
    }
  });

  it.each([401, 403, 404, 302])('that fails with %i fails immediately', async (status) => {
    const { result, clock } = await play('read', () => httpError(status));
    expect(result).toMatchObject({ ok: false, outOfTime: false });
    expect(clock.elapsed).toBe(0);
  });
});

describe('a read that cannot connect', () => {
  it.each([0, 3 * MINUTE])('is given up after two minutes, including attempts of %i ms', async (tookMs) => {
    const { result, clock } = await play('read', () => linkError('refused'), { tookMs });
    expect(result).toMatchObject({ ok: false, failure: { code: 'network' }, outOfTime: false });
    expect(clock.elapsed).toBe(Math.max(2 * MINUTE, tookMs));
  });
});
