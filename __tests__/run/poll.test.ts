/** One poll of a run, where `follow.test.ts` does not tell the difference (contract 2.3, 4.1). */
import { describe, expect, it } from '@jest/globals';
import { Log, NOTHING_BEFORE } from '../../src/run/log.ts';
import { Poller, type Poll } from '../../src/run/poll.ts';
import { LogsNotOffered } from '../../src/service/errors.ts';
import type { LogsPage } from '../../src/service/schema.ts';
import {
  actions,
  entry,
  httpError,
  linkError,
  MemoryClient,
  oddBody,
  RUN_ID,
  type ServiceScript,
} from '../support/memory-client.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

interface Setting {
  /** Milliseconds before now at which the run was accepted; null for a run only attached to. */
  readonly acceptedAgo?: number | null;
  readonly polls?: number;
}

/** Where the run stands is told by this word alone. */
const tells = (status: string | null): boolean => status === 'ACTIVE';

const newLog = (): Log => new Log(NOTHING_BEFORE, { runId: RUN_ID, followUp: null, warn: () => undefined });

async function poll(script: ServiceScript, { acceptedAgo = 0, polls = 1 }: Setting = {}) {
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, { moments: [{ at: 0, status: 'ACTIVE' }], ...script });
  const acceptedAt = acceptedAgo === null ? null : clock.now() - acceptedAgo;
  const poller = new Poller({ client, clock, log: newLog(), runId: RUN_ID, tells, acceptedAt });
  const call = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
  const all: Poll[] = [];
  for (let count = 0; count < polls; count += 1) all.push(await poller.poll(call));
  return { kinds: all.map(({ kind }) => kind), last: all.at(-1), client, poller, call, clock };
}

describe('one answer', () => {
  it.each([
    ['a page', undefined, 'page'],
    ['429', httpError(429), 'throttled'],
    ['a redirect', httpError(302), 'fatal'],
    ['no connection', linkError('refused'), 'fault'],
    ['500, the first time', httpError(500), 'fault'],
    ['404', httpError(404), 'run'],
    ['400', httpError(400), 'run'],
    ['401', httpError(401), 'run'],
  ] as const)('of the log: %s makes a poll of kind %s', async (_, answer, kind) => {
    const { kinds } = await poll({ answer: ({ name }) => (name === 'logs' ? answer : undefined) });
    expect(kinds).toEqual([kind]);
  });

  it.each([
    ['429', httpError(429), 'throttled'],
    ['500', httpError(500), 'fault'],
    ['an odd body', oddBody(), 'fault'],
    ['no connection', linkError('dns'), 'fault'],
    ['401, once', httpError(401), 'fault'],
    ['404, just accepted', httpError(404), 'fault'],
    ['403', httpError(403), 'fatal'],
  ] as const)('of the run, where the log is gone: %s makes a poll of kind %s', async (_, answer, kind) => {
    const { kinds } = await poll({ answer: ({ name }) => (name === 'logs' ? httpError(404) : answer) });
    expect(kinds).toEqual([kind]);
  });
});

describe('what is known of the log', () => {
  it.each([
    ['a page', undefined, true],
    ['400', httpError(400), false],
    ['429', httpError(429), false],
  ] as const)('after %s: whether it was read', async (_, answer, read) => {
    const { poller } = await poll({ answer: ({ name }) => (name === 'logs' ? answer : undefined) });
    expect(poller.logsRead).toBe(read);
  });
});

describe('a request for the log', () => {
  class Recording extends MemoryClient {
    readonly asked: object[] = [];

    override logs(...[asked, call]: Parameters<MemoryClient['logs']>): Promise<LogsPage> {
      this.asked.push(asked);
      return super.logs(asked, call);
    }
  }

  function recording(script: ServiceScript) {
    const clock = new VirtualClock();
    const client = new Recording(clock, { moments: [{ at: 0, status: 'ACTIVE' }], ...script });
    const poller = new Poller({ client, clock, log: newLog(), runId: RUN_ID, tells, acceptedAt: null });
    const call = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
    return { clock, client, poller, next: () => poller.poll(call) };
  }

  it('says whether the run was read before', async () => {
    const { client, next } = recording({
      answer: ({ name, nth }) => (name === 'logs' && nth === 1 ? httpError(404) : undefined),
    });
    for (let polls = 0; polls < 8; polls += 1) await next();
    expect(client.asked).toMatchObject([{ runKnown: false }, { runKnown: true }, ...client.asked.slice(2)]);
  });
});

describe('a log that cannot be read, of a run whose status is not recognized', () => {
  it.each([
    ['is tried each time', httpError(400), 6],
    [
      'is tried at intervals if the service offers none',
      new LogsNotOffered(['/logs', '/alpha/logs'], httpError(404)),
      2,
    ],
  ] as const)('%s', async (_, error, times) => {
    const answer: ServiceScript['answer'] = ({ name }) => (name === 'logs' ? error : undefined);
    const { client } = await poll({ moments: [{ at: 0, status: 'WEIRD' }], answer }, { polls: 6 });
    expect(client.times('logs')).toHaveLength(times);
  });
});

describe('404 of the run', () => {
  const gone: ServiceScript = { answer: () => httpError(404) };
  it.each([
    ['was accepted 29 s ago', 29_000, 'fault'],
    ['was accepted 31 s ago, once', 31_000, 'fault'],
    ['is attached to', null, 'fatal'],
  ] as const)('when it %s: %s', async (_, acceptedAgo, kind) => {
    expect((await poll(gone, { acceptedAgo })).kinds).toEqual([kind]);
  });

  it('is treated as temporary in the first 30 seconds', async () => {
    const { kinds } = await poll(gone, { acceptedAgo: 29_000, polls: 8 });
    expect(new Set(kinds)).toEqual(new Set(['fault']));
  });

  it('is permanent after three more attempts from 30 seconds on', async () => {
    const { kinds } = await poll(gone, { acceptedAgo: 30_000, polls: 4 });
    expect(kinds).toEqual(['fault', 'fault', 'fault', 'fatal']);
  });

  it('is temporary for an attached run that was read before', async () => {
    const { kinds } = await poll(
      { answer: ({ nth, name }) => (name === 'logs' && nth === 1 ? undefined : httpError(404)) },
      { acceptedAgo: null, polls: 2 },
    );
    expect(kinds).toEqual(['page', 'fault']);
  });
});

describe('401 of the run', () => {
  const refused: ServiceScript = { answer: () => httpError(401) };

  it('is permanent at once if the run was never read', async () => {
    expect((await poll(refused, { acceptedAgo: null })).kinds).toEqual(['fatal']);
  });

  it('gets one more attempt during the run', async () => {
    expect((await poll(refused, { polls: 2 })).kinds).toEqual(['fault', 'fatal']);
  });

  it('gets one more attempt each time', async () => {
    const answer: ServiceScript['answer'] = ({ nth }) => (nth % 2 === 1 ? httpError(401) : undefined);
    const { kinds } = await poll({ answer }, { acceptedAgo: 40_000, polls: 4 });
    expect(kinds).toEqual(['fault', 'page', 'run', 'fault']);
  });
});

describe('a log that does not exist yet', () => {
  it('is requested again at the next poll', async () => {
    const answer: ServiceScript['answer'] = ({ name, nth }) =>
      name === 'logs' && nth === 1 ? httpError(404) : undefined;
    const { kinds, client } = await poll({ answer }, { polls: 2 });
    expect(kinds).toEqual(['run', 'page']);
    expect(client.names()).toEqual(['logs', 'run', 'logs']);
  });

  it.each([undefined, httpError(503)])('does not suspend the log, whatever the run endpoint answers', async (run) => {
    const { poller } = await poll({ answer: ({ name }) => (name === 'logs' ? httpError(404) : run) });
    expect(poller.logsProblem).toBeNull();
  });

  it('is a fault if only the log may be read', async () => {
    const { poller, call, client } = await poll({ answer: () => httpError(404) }, { polls: 0 });
    expect(await poller.poll(call, { logs: 'only' })).toMatchObject({ kind: 'fault', error: { status: 404 } });
    expect(client.names()).toEqual(['logs']);
  });
});

describe('a log that hangs', () => {
  it.each(['headers_timeout', 'body_timeout'] as const)('is suspended at once: %s', async (kind) => {
    const { kinds, client } = await poll({ answer: ({ name }) => (name === 'logs' ? linkError(kind) : undefined) });
    expect(kinds).toEqual(['run']);
    expect(client.names()).toEqual(['logs', 'run']);
  });

  it('leaves two thirds of the time to the run, after at least two seconds', async () => {
    const { client, poller, clock } = await poll({}, { polls: 1 });
    await poller.poll({ signal: new AbortController().signal, deadline: clock.now() + 3_000 });
    await poller.readRun({ signal: new AbortController().signal, deadline: clock.now() + 3_000 });
    expect(client.calls.map(({ name, patienceMs }) => [name, patienceMs])).toEqual([
      ['logs', 20_000],
      ['logs', 2_000],
      ['run', null],
    ]);
  });
});

describe('a log of several pages', () => {
  it('is requested from the position of the cursor', async () => {
    const { client } = await poll({ entries: actions(150) }, { polls: 2 });
    expect(client.calls.map(({ skip }) => skip)).toEqual([0, 100]);
  });
});

describe('the floor of a refusal', () => {
  const refusal = (seconds: number) => httpError(429, { headers: { 'retry-after': `${seconds}` } });

  it('is kept, and no later one shortens it', async () => {
    const { poller, clock } = await poll({}, { polls: 0 });
    const now = clock.now();
    poller.refused(refusal(30));
    expect(poller.notBefore).toBe(now + 30_000);
    poller.refused(refusal(10));
    poller.refused(httpError(500));
    expect(poller.notBefore).toBe(now + 30_000);
    poller.refused(refusal(40));
    expect(poller.notBefore).toBe(now + 40_000);
  });

  it('is 0 if the answer asks for no wait', async () => {
    const { poller, clock } = await poll({}, { polls: 0 });
    poller.refused(httpError(429));
    expect(poller.notBefore).toBe(clock.now());
  });

  it('applies too if the run was read only for its status', async () => {
    const page = (fields: Readonly<Record<string, unknown>>) => ({ ...fields, status: null });
    const { poller, clock, kinds } = await poll({
      page,
      answer: ({ name }) => (name === 'run' ? refusal(20) : undefined),
    });
    expect([kinds, poller.notBefore]).toEqual([['page'], clock.now() + 20_000]);
  });
});

describe('a suspended log', () => {
  it('is retried every few polls, and its problem is available until it works', async () => {
    const failing = await poll({ answer: ({ name }) => (name === 'logs' ? httpError(400) : undefined) }, { polls: 12 });
    expect(failing.kinds).toEqual(Array.from({ length: 12 }, () => 'run'));
    expect(failing.client.times('logs').length).toBeGreaterThan(1);
    expect(failing.client.times('logs').length).toBeLessThan(5);
    expect(failing.poller.logsProblem?.status).toBe(400);
    const healed = await poll(
      { answer: ({ name, nth }) => (name === 'logs' && nth === 1 ? httpError(400) : undefined) },
      { polls: 12 },
    );
    expect(healed.kinds.at(-1)).toBe('page');
    expect(healed.poller.logsProblem).toBeNull();
  });

  it.each([null, 'ODD'])(
    'is read first again if the status is %s, because only the log can show the end',
    async (status) => {
      const { client } = await poll(
        {
          moments: [{ at: 0, status }],
          answer: ({ name, nth }) => (name === 'logs' && nth < 3 ? httpError(400) : undefined),
        },
        { polls: 3 },
      );
      expect(client.names().slice(0, 5)).toEqual(['logs', 'run', 'logs', 'run', 'logs']);
    },
  );

  it('is read first again if the run cannot be read either', async () => {
    const { client, kinds } = await poll(
      { answer: ({ at, nth }) => (at === 0 && nth <= 2 ? httpError(503) : undefined) },
      { polls: 3 },
    );
    expect(client.names()).toEqual(['logs', 'logs', 'run', 'logs']);
    expect(kinds).toEqual(['fault', 'fault', 'page']);
  });

  it('is the only endpoint read on request', async () => {
    const { poller, call, client } = await poll({
      answer: ({ name }) => (name === 'logs' ? httpError(400) : undefined),
    });
    const only = await poller.poll(call, { logs: 'only' });
    expect(only.kind).toBe('fault');
    expect(client.names()).toEqual(['logs', 'run', 'logs']);
  });
});

describe('a log without a status', () => {
  const script: ServiceScript = { page: (page) => ({ ...page, status: null }) };
  it('causes a read of the run at the first poll, before the status counts as unknown', async () => {
    const { client } = await poll(script, { polls: 1 });
    expect(client.times('run')).toHaveLength(1);
  });

  it('causes reads of the run at intervals', async () => {
    const { client, kinds } = await poll(script, { polls: 9 });
    expect(kinds).toEqual(Array.from({ length: 9 }, () => 'page'));
    expect(client.times('run')).toHaveLength(3);
  });

  it('causes no more of them while the pages of a long log are read', async () => {
    const entries = Array.from({ length: 2_000 }, (_, index) => entry(index));
    const { client } = await poll({ ...script, entries }, { polls: 9 });
    expect([client.times('logs').length, client.times('run').length]).toEqual([9, 1]);
  });

  it('has the last status of the run until it is read again', async () => {
    const told: (string | null)[] = [];
    const { client, poller, call } = await poll(
      {
        ...script,
        answer: ({ name, nth }) =>
          name !== 'run'
            ? undefined
            : nth === 1
              ? { status: 'COMPLETE' }
              : nth === 2
                ? httpError(500)
                : { status: 'ACTIVE' },
      },
      { polls: 0 },
    );
    for (let polls = 0; polls < 9; polls += 1) {
      const seen = await poller.poll(call);
      if (seen.kind === 'page') told.push(seen.run.status);
    }
    expect(told).toEqual([...Array<string>(6).fill('COMPLETE'), ...Array<string>(3).fill('ACTIVE')]);
    expect(client.times('run')).toHaveLength(3);
  });

  it.each([
    ['that it does not show', undefined, null],
    ['that it shows, but that an older copy of the run lacks', 'Done.', 'Done.'],
  ])('has the result of the run %s', async (_, result, expected) => {
    const page: ServiceScript['page'] = (sent) => ({ ...sent, status: null, result });
    const answer: ServiceScript['answer'] = ({ name }) =>
      name === 'run' ? { status: 'ACTIVE', result: null } : undefined;
    const { poller, call } = await poll({ page, answer }, { polls: 0 });
    expect(await poller.poll(call)).toMatchObject({ kind: 'page', run: { status: 'ACTIVE', result: expected } });
  });

  it('keeps the result of a page when a later page has none, although the run was read before without one', async () => {
    const told: unknown[] = [];
    const { poller, call } = await poll(
      {
        page: ({ logs, total_logs }) => ({
          ...{ id: RUN_ID, logs, total_logs, status: null },
          ...(told.length === 1 && { result: 'Done.' }),
        }),
        answer: ({ name }) => (name === 'run' ? { status: 'ACTIVE', result: null } : undefined),
      },
      { polls: 0 },
    );
    for (let polls = 0; polls < 3; polls += 1) {
      const seen = await poller.poll(call);
      told.push(seen.kind === 'page' ? seen.run.result : seen.kind);
    }
    expect(told).toEqual([null, 'Done.', 'Done.']);
  });

  it('does not keep what else a page had', async () => {
    const summaries = ['Before.', null];
    const page: ServiceScript['page'] = (sent) => ({ ...sent, status: null, summary: summaries.shift() ?? null });
    const { last } = await poll(
      { page, answer: ({ name }) => (name === 'run' ? httpError(500) : undefined) },
      { polls: 2 },
    );
    expect(last).toMatchObject({ kind: 'page', run: { summary: null } });
  });

  it('also has the status of a run that was read instead of its log', async () => {
    const statuses = ['COMPLETE'];
    const { poller, call } = await poll(
      {
        ...script,
        answer: ({ name, nth }) =>
          name === 'run'
            ? { status: statuses.shift() ?? 'ACTIVE' }
            : nth === 2 || nth === 3
              ? httpError(400)
              : undefined,
      },
      { polls: 0 },
    );
    const seen: Poll[] = [];
    for (let polls = 0; polls < 2; polls += 1) seen.push(await poller.poll(call));
    expect(seen).toMatchObject([
      { kind: 'page', run: { status: 'COMPLETE' } },
      { kind: 'run', run: { status: 'ACTIVE' } },
    ]);
    await poller.poll(call, { logs: 'only' });
    expect(await poller.poll(call, { logs: 'only' })).toMatchObject({ kind: 'page', run: { status: 'ACTIVE' } });
  });

  it('is completed with the fields of the run, and keeps those that only the page has', async () => {
    const { last } = await poll({
      entries: actions(2),
      page: (page) => ({ ...page, status: null, result: 'of the page' }),
      answer: ({ name }) => (name === 'run' ? { status: 'COMPLETE', result: null } : undefined),
    });
    expect(last).toMatchObject({ kind: 'page', run: { status: 'COMPLETE', result: 'of the page' } });
  });

  it('is used unchanged if the run cannot be read', async () => {
    const { kinds } = await poll(
      { ...script, answer: ({ name }) => (name === 'run' ? httpError(500) : undefined) },
      { polls: 3 },
    );
    expect(kinds).toEqual(['page', 'page', 'page']);
  });
});

describe('an error other than ServiceError', () => {
  it.each(['logs', 'run'])('is rethrown from %s', async (where) => {
    const bug = new RangeError('a bug');
    const polled = poll({
      answer: ({ name }) => {
        if (name === where) throw bug;
        return httpError(404);
      },
    });
    await expect(polled).rejects.toBe(bug);
  });

  it('is rethrown from the read of the status', async () => {
    const bug = new RangeError('a bug');
    const polled = poll(
      {
        page: (page) => ({ ...page, status: null }),
        answer: ({ name }) => {
          if (name === 'run') throw bug;
          return undefined;
        },
      },
      { polls: 3 },
    );
    await expect(polled).rejects.toBe(bug);
  });
});

describe('a page that is too large to be read (6.5)', () => {
  const TOO_LARGE = linkError('too_large');
  /** As a service whose entries `heavy` are too large for a page of their own, and which fits `most` others on a page. */
  const script = (most: number, heavy: readonly number[] = []): ServiceScript => {
    const entries = actions(30);
    return {
      answer: ({ name, skip, limit }) => {
        if (name !== 'logs') return undefined;
        const page = entries.slice(skip, skip + limit);
        if (page.length > most || page.some((_, index) => heavy.includes(skip + index))) return TOO_LARGE;
        return { status: 'ACTIVE', logs: page, total_logs: entries.length };
      },
    };
  };

  async function readAll(of: ServiceScript) {
    const warnings: string[] = [];
    const clock = new VirtualClock();
    const client = new MemoryClient(clock, of);
    const log = new Log(NOTHING_BEFORE, { runId: RUN_ID, followUp: null, warn: (message) => warnings.push(message) });
    const poller = new Poller({ client, clock, log, runId: RUN_ID, tells, acceptedAt: null });
    const lines: string[] = [];
    for (let more = true; more;) {
      const polled = await poller.poll({ signal: new AbortController().signal, deadline: clock.now() + 60_000 });
      if (polled.kind !== 'page') throw new Error(polled.kind);
      lines.push(...polled.taken.fresh.map(({ line }) => line));
      more = polled.taken.more;
    }
    return { lines, warnings, client };
  }

  it('is asked for with half as many entries', async () => {
    const { lines, warnings, client } = await readAll(script(25));
    expect(lines).toEqual(actions(30).map((value) => JSON.stringify(value)));
    expect(warnings).toEqual([]);
    expect(client.calls.map(({ limit }) => limit).slice(0, 3)).toEqual([100, 50, 25]);
  });

  it.each([[[7]], [[0]], [[29]], [[3, 4, 29]]])(
    'with entries that are too large alone: %j are recorded as left out',
    async (heavy) => {
      const { lines, warnings } = await readAll(script(30, heavy));
      const left = '{"message_type":"LEFT_OUT","thought":"This entry is too large to be read."}';
      expect(lines).toEqual(actions(30).map((value, index) => (heavy.includes(index) ? left : JSON.stringify(value))));
      expect(new Set(warnings).size).toBe(1);
    },
  );
});
