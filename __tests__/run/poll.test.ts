/** One poll of a run: the log, and the run itself where the log fails (contract 2.3, 4.1). */
import { describe, expect, it } from '@jest/globals';
import { Log, NOTHING_BEFORE } from '../../src/run/log.ts';
import { Poller, type Poll } from '../../src/run/poll.ts';
import { LogsNotOffered } from '../../src/service/errors.ts';
import {
  actions,
  httpError,
  linkError,
  MemoryClient,
  oddBody,
  RUN_ID,
  type SeenCall,
  type ServiceScript,
} from '../support/memory-client.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

interface Setting {
  /** Milliseconds before now at which the run was accepted; null for a run only attached to. */
  readonly acceptedAgo?: number | null;
}

function setUp(script: ServiceScript, { acceptedAgo = 0 }: Setting = {}) {
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, { moments: [{ at: 0, status: 'ACTIVE' }], ...script });
  const acceptedAt = acceptedAgo === null ? null : clock.now() - acceptedAgo;
  const warnings: string[] = [];
  const log = new Log(NOTHING_BEFORE, { runId: RUN_ID, followUp: null, warn: (text) => warnings.push(text) });
  const tells = (status: string | null): boolean => status === 'ACTIVE';
  const poller = new Poller({ client, clock, log, runId: RUN_ID, tells, acceptedAt });
  const call = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
  const polls = async (count: number): Promise<Poll[]> => {
    const all: Poll[] = [];
    for (let nth = 0; nth < count; nth += 1) all.push(await poller.poll(call));
    return all;
  };
  return { clock, client, poller, call, warnings, polls, next: () => poller.poll(call) };
}

type Answers = NonNullable<ServiceScript['answer']>;

/** These answers to one endpoint in turn, and the script's own after them. */
const inTurn = (to: 'logs' | 'run', ...answers: readonly unknown[]): Answers => {
  return ({ name, nth }) => (name === to ? (answers[nth - 1] as undefined) : undefined);
};
const always = (to: 'logs' | 'run', answer: unknown): Answers => {
  return ({ name }) => (name === to ? (answer as undefined) : undefined);
};
const kindsOf = (polls: readonly Poll[]): string[] => polls.map(({ kind }) => kind);

describe('one answer', () => {
  it.each([
    ['a page', undefined, 'page'],
    ['429', httpError(429), 'throttled'],
    ['a redirect', httpError(302), 'fatal'],
    ['no connection', linkError('refused'), 'fault'],
    ['500', httpError(500), 'run'],
    ['404', httpError(404), 'run'],
    ['401', httpError(401), 'run'],
    ['an odd shape', oddBody(), 'run'],
  ] as const)('of the log: %s makes a poll of kind %s', async (_, answer, kind) => {
    expect(await setUp({ answer: always('logs', answer) }).next()).toMatchObject({ kind });
  });

  it.each([
    ['429', httpError(429), 'throttled'],
    ['500', httpError(500), 'fault'],
    ['422', httpError(422), 'fault'],
    ['an odd body', oddBody(), 'fault'],
    ['no connection', linkError('dns'), 'fault'],
    ['a redirect', httpError(302), 'fatal'],
  ] as const)('of the run, where the log fails: %s makes a poll of kind %s', async (_, answer, kind) => {
    const script: ServiceScript = { answer: ({ name }) => (name === 'logs' ? httpError(404) : answer) };
    expect(await setUp(script).next()).toMatchObject({ kind });
  });
});

describe('a refusal to read the run', () => {
  it.each<[string, number, Setting, readonly string[]]>([
    ['403 of a run only attached to', 403, { acceptedAgo: null }, ['fatal']],
    ['401, twice', 401, {}, ['fault', 'fatal']],
    ['404 for 30 seconds', 404, { acceptedAgo: 29_999 }, ['fault', 'fault', 'fault']],
    ['404 afterwards, twice', 404, { acceptedAgo: 30_000 }, ['fault', 'fatal']],
  ])('%s', async (...[, status, setting, kinds]) => {
    const { polls } = setUp({ answer: () => httpError(status) }, setting);
    expect(kindsOf(await polls(kinds.length))).toEqual(kinds);
  });

  it('is waited out each time it comes alone', async () => {
    const answer: Answers = ({ name, nth }) =>
      name === 'run' ? httpError(403) : nth % 2 === 1 ? httpError(404) : undefined;
    const { polls } = setUp({ answer });
    expect(kindsOf(await polls(4))).toEqual(['fault', 'page', 'fault', 'page']);
  });
});

describe('a log that fails', () => {
  it('is tried again at the next poll after a single failure, then every few polls, until it works', async () => {
    const { client, poller, next, polls } = setUp({
      answer: inTurn('logs', httpError(500), undefined, httpError(500), httpError(502)),
    });
    expect(kindsOf(await polls(3))).toEqual(['run', 'page', 'run']);
    expect([poller.logsProblem, poller.logsFailingSince !== null]).toEqual([null, true]);
    await next();
    expect(poller.logsProblem?.status).toBe(502);
    expect(kindsOf(await polls(5))).toEqual(['run', 'run', 'run', 'run', 'page']);
    expect([poller.logsProblem, poller.logsFailingSince, client.times('logs').length]).toEqual([null, null, 5]);
  });

  it.each([
    ['a time-out, which took its time', linkError('headers_timeout')],
    ['403', httpError(403)],
    ['neither address', new LogsNotOffered(['/logs', '/alpha/logs'], httpError(404))],
  ])('counts as unreadable after %s', async (_, answer) => {
    const { poller, polls, client } = setUp({ answer: always('logs', answer) });
    await polls(3);
    expect([poller.logsProblem, client.times('logs').length]).toEqual([answer, 1]);
  });

  it('may not be there yet for a new run', async () => {
    const { poller, polls, client } = setUp({ answer: always('logs', httpError(404)) });
    await polls(4);
    expect([poller.logsProblem, client.times('logs').length]).toEqual([null, 4]);
  });

  it.each<[string, string | null, SeenCall['name'][]]>([
    [
      'each time while the status is not recognized, which only the log can settle',
      'ODD',
      ['logs', 'run', 'logs', 'run'],
    ],
    ['at intervals while it is', 'ACTIVE', ['logs', 'run', 'run', 'run']],
  ])('is tried %s', async (_, status, names) => {
    const { polls, client } = setUp({ moments: [{ at: 0, status }], answer: always('logs', httpError(403)) });
    await polls(3);
    expect(client.names().slice(0, 4)).toEqual(names);
  });

  it('is tried first again if the run cannot be read either', async () => {
    const { polls, client } = setUp({ answer: ({ name, nth }) => (nth < 4 ? httpError(503) : { name }) });
    expect(kindsOf(await polls(4))).toEqual(['fault', 'fault', 'fault', 'page']);
    expect(client.names()).toEqual(['logs', 'run', 'logs', 'run', 'logs', 'run', 'logs']);
  });

  it('is asked for again with the word that the run is known', async () => {
    const { polls, client } = setUp({ answer: inTurn('logs', httpError(404)) });
    await polls(2);
    expect(client.calls.filter(({ name }) => name === 'logs').map(({ runKnown }) => runKnown)).toEqual([false, true]);
  });
});

describe('the wait that an answer asks for', () => {
  const refusal = (seconds: number) => httpError(429, { headers: { 'retry-after': `${seconds}` } });

  it('is kept, and no later one shortens it', async () => {
    const { poller, clock, next } = setUp({ answer: inTurn('logs', refusal(30), refusal(10), refusal(40)) });
    const until: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      await next();
      until.push(poller.notBefore - clock.now());
    }
    expect(until).toEqual([30_000, 30_000, 40_000]);
  });

  it('counts too if the run was read only for its status', async () => {
    const page: ServiceScript['page'] = (fields) => ({ ...fields, status: null });
    const { poller, clock, next } = setUp({ page, answer: always('run', refusal(20)) });
    expect(await next()).toMatchObject({ kind: 'page' });
    expect(poller.notBefore).toBe(clock.now() + 20_000);
  });
});

describe('a page without a status', () => {
  const page: ServiceScript['page'] = (sent) => ({ ...sent, status: null });

  it('is completed by the run, and keeps what only it has', async () => {
    const given: ServiceScript = {
      page: (sent) => ({ ...sent, status: null, result: 'of the page' }),
      answer: always('run', { status: 'COMPLETE', result: null }),
    };
    expect(await setUp(given).next()).toMatchObject({ run: { status: 'COMPLETE', result: 'of the page' } });
  });

  it('costs one read of the run for all pages of a long log', async () => {
    const { polls, client } = setUp({ page, entries: actions(250) });
    await polls(3);
    expect([client.times('logs').length, client.times('run').length]).toEqual([3, 1]);
  });

  it('is used as it is if the run cannot be read', async () => {
    const { next } = setUp({ page, answer: always('run', httpError(500)) });
    expect(await next()).toMatchObject({ kind: 'page', run: { status: null } });
  });

  it('ends in a redirect of the run', async () => {
    expect(await setUp({ page, answer: always('run', httpError(302)) }).next()).toMatchObject({ kind: 'fatal' });
  });
});

it.each(['logs', 'run'] as const)('a bug is rethrown from %s', async (where) => {
  const bug = new RangeError('a bug');
  const answer: Answers = ({ name }) => (name === where ? Promise.reject(bug) : httpError(404));
  await expect(setUp({ answer }).next()).rejects.toBe(bug);
});

describe('a page that is too large to be read (6.5)', () => {
  /** As a service whose entries `heavy` are too large for a page of their own, and which fits `most` others on a page. */
  const serving = (most: number, heavy: readonly number[] = []): ServiceScript => ({
    answer: ({ skip, limit }) => {
      const logs = actions(30).slice(skip, skip + limit);
      const isTooLarge = logs.length > most || logs.some((_, index) => heavy.includes(skip + index));
      return isTooLarge ? linkError('too_large') : { status: 'ACTIVE', logs, total_logs: 30 };
    },
  });

  it.each<[readonly number[], number]>([
    [[], 25],
    [[7], 30],
    [[0], 30],
    [[29], 30],
    [[3, 4, 29], 30],
  ])('is asked for with half as many entries; those too large alone (%j) are recorded as left out', async (...row) => {
    const [heavy, most] = row;
    const { client, next, warnings } = setUp(serving(most, heavy));
    const lines: string[] = [];
    for (let more = true; more;) {
      const polled = await next();
      if (polled.kind !== 'page') throw new Error(polled.kind);
      lines.push(...polled.taken.fresh.map(({ line }) => line));
      ({ more } = polled.taken);
    }
    const left = '{"message_type":"LEFT_OUT","thought":"This entry is too large to be read."}';
    expect(lines).toEqual(actions(30).map((value, index) => (heavy.includes(index) ? left : JSON.stringify(value))));
    expect(client.calls.map(({ limit }) => limit).slice(0, 2)).toEqual([100, 50]);
    expect(new Set(warnings).size).toBe(Math.min(1, heavy.length));
  });
});
