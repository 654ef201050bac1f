/** One look at a run, where `follow.test.ts` does not tell the difference (contract 2.3, 4.1). */
import { describe, expect, it } from '@jest/globals';
import { LogCursor } from '../../../src/run/log/cursor.ts';
import { Reader, type Look } from '../../../src/run/log/poller.ts';
import { LogsNotOffered } from '../../../src/service/errors.ts';
import type { LogsPage } from '../../../src/service/schema.ts';
import {
  actions,
  entry,
  httpError,
  linkError,
  MemoryClient,
  oddBody,
  RUN_ID,
  type ServiceScript,
} from '../../support/memory-client.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

interface Setting {
  /** Milliseconds before now at which the run was accepted; null for a run only attached to. */
  readonly acceptedAgo?: number | null;
  readonly looks?: number;
}

/** Where the run stands is told by this word alone. */
const tells = (status: string | null): boolean => status === 'ACTIVE';

async function look(script: ServiceScript, { acceptedAgo = 0, looks = 1 }: Setting = {}) {
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, { moments: [{ at: 0, status: 'ACTIVE' }], ...script });
  const acceptedAt = acceptedAgo === null ? null : clock.now() - acceptedAgo;
  const reader = new Reader({ client, clock, cursor: new LogCursor(), runId: RUN_ID, tells, acceptedAt });
  const call = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
  const all: Look[] = [];
  for (let count = 0; count < looks; count += 1) all.push(await reader.look(call));
  return { kinds: all.map(({ kind }) => kind), last: all.at(-1), client, reader, call, clock };
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
  ] as const)('of the log: %s makes a look of kind %s', async (_, answer, kind) => {
    const { kinds } = await look({ answer: ({ name }) => (name === 'logs' ? answer : undefined) });
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
  ] as const)('of the run, where the log is gone: %s makes a look of kind %s', async (_, answer, kind) => {
    const { kinds } = await look({ answer: ({ name }) => (name === 'logs' ? httpError(404) : answer) });
    expect(kinds).toEqual([kind]);
  });
});

describe('what is known of the log', () => {
  it.each([
    ['a page', undefined, true],
    ['400', httpError(400), false],
    ['429', httpError(429), false],
  ] as const)('after %s: whether it was read', async (_, answer, read) => {
    const { reader } = await look({ answer: ({ name }) => (name === 'logs' ? answer : undefined) });
    expect(reader.logsRead).toBe(read);
  });
});

describe('a request for the log', () => {
  class Recording extends MemoryClient {
    readonly asked: object[] = [];
    /** Of each page. */
    readonly beyond: number[] = [];

    override async logs(...[asked, call]: Parameters<MemoryClient['logs']>): Promise<LogsPage> {
      this.asked.push(asked);
      const page = await super.logs(asked, call);
      const beyond = this.beyond.shift();
      return beyond === undefined ? page : { ...page, beyond_limit: beyond };
    }
  }

  function recording(script: ServiceScript) {
    const clock = new VirtualClock();
    const client = new Recording(clock, { moments: [{ at: 0, status: 'ACTIVE' }], ...script });
    const reader = new Reader({ client, clock, cursor: new LogCursor(), runId: RUN_ID, tells, acceptedAt: null });
    const call = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
    return { clock, client, reader, look: () => reader.look(call) };
  }

  it('says whether it goes on from the page before', async () => {
    const { client, look } = recording({ entries: actions(150) });
    for (let looks = 0; looks < 3; looks += 1) await look();
    expect(client.asked).toMatchObject([
      { runId: RUN_ID, skip: 0, limit: 100, goesOn: false },
      { runId: RUN_ID, goesOn: true },
      { runId: RUN_ID, goesOn: false },
    ]);
  });

  it('says whether the run was read before', async () => {
    const { client, look } = recording({
      answer: ({ name, nth }) => (name === 'logs' && nth === 1 ? httpError(404) : undefined),
    });
    for (let looks = 0; looks < 8; looks += 1) await look();
    expect(client.asked).toMatchObject([{ runKnown: false }, { runKnown: true }, ...client.asked.slice(2)]);
  });

  it('is dated, and what its page has beyond the limit is counted', async () => {
    const { clock, client, reader, look } = recording({ entries: actions(3) });
    client.beyond.push(7);
    expect([reader.triedLogsAt, reader.beyondLimit]).toEqual([-Infinity, 0]);
    await clock.sleep(3_000);
    await look();
    expect([reader.triedLogsAt, reader.beyondLimit]).toEqual([clock.start + 3_000, 7]);
    await look();
    expect(reader.beyondLimit).toBe(0);
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
    const { client } = await look({ moments: [{ at: 0, status: 'WEIRD' }], answer }, { looks: 6 });
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
    expect((await look(gone, { acceptedAgo })).kinds).toEqual([kind]);
  });

  it('is treated as temporary in the first 30 seconds', async () => {
    const { kinds } = await look(gone, { acceptedAgo: 29_000, looks: 8 });
    expect(new Set(kinds)).toEqual(new Set(['fault']));
  });

  it('is permanent after three more attempts from 30 seconds on', async () => {
    const { kinds } = await look(gone, { acceptedAgo: 30_000, looks: 4 });
    expect(kinds).toEqual(['fault', 'fault', 'fault', 'fatal']);
  });

  it('is temporary for an attached run that was read before', async () => {
    const { kinds } = await look(
      { answer: ({ nth, name }) => (name === 'logs' && nth === 1 ? undefined : httpError(404)) },
      { acceptedAgo: null, looks: 2 },
    );
    expect(kinds).toEqual(['page', 'fault']);
  });
});

describe('401 of the run', () => {
  const refused: ServiceScript = { answer: () => httpError(401) };

  it('is permanent at once if the run was never read', async () => {
    expect((await look(refused, { acceptedAgo: null })).kinds).toEqual(['fatal']);
  });

  it('gets one more attempt during the run', async () => {
    expect((await look(refused, { looks: 2 })).kinds).toEqual(['fault', 'fatal']);
  });

  it('gets one more attempt each time', async () => {
    const answer: ServiceScript['answer'] = ({ nth }) => (nth % 2 === 1 ? httpError(401) : undefined);
    const { kinds } = await look({ answer }, { acceptedAgo: 40_000, looks: 4 });
    expect(kinds).toEqual(['fault', 'page', 'run', 'fault']);
  });
});

describe('a log that does not exist yet', () => {
  it('is requested again at the next poll', async () => {
    const answer: ServiceScript['answer'] = ({ name, nth }) =>
      name === 'logs' && nth === 1 ? httpError(404) : undefined;
    const { kinds, client } = await look({ answer }, { looks: 2 });
    expect(kinds).toEqual(['run', 'page']);
    expect(client.names()).toEqual(['logs', 'run', 'logs']);
  });

  it.each([undefined, httpError(503)])('does not suspend the log, whatever the run endpoint answers', async (run) => {
    const { reader } = await look({ answer: ({ name }) => (name === 'logs' ? httpError(404) : run) });
    expect(reader.logsProblem).toBeNull();
  });

  it('is a fault if only the log may be read', async () => {
    const { reader, call, client } = await look({ answer: () => httpError(404) }, { looks: 0 });
    expect(await reader.look(call, { logs: 'only' })).toMatchObject({ kind: 'fault', error: { status: 404 } });
    expect(client.names()).toEqual(['logs']);
  });
});

describe('a log that hangs', () => {
  it.each(['headers_timeout', 'body_timeout'] as const)('is suspended at once: %s', async (kind) => {
    const { kinds, client } = await look({ answer: ({ name }) => (name === 'logs' ? linkError(kind) : undefined) });
    expect(kinds).toEqual(['run']);
    expect(client.names()).toEqual(['logs', 'run']);
  });

  it('leaves two thirds of the time to the run, after at least two seconds', async () => {
    const { client, reader, clock } = await look({}, { looks: 1 });
    await reader.look({ signal: new AbortController().signal, deadline: clock.now() + 3_000 });
    await reader.readRun({ signal: new AbortController().signal, deadline: clock.now() + 3_000 });
    expect(client.calls.map(({ name, patienceMs }) => [name, patienceMs])).toEqual([
      ['logs', 20_000],
      ['logs', 2_000],
      ['run', null],
    ]);
  });
});

describe('a log of several pages', () => {
  it('is requested from the position of the cursor', async () => {
    const { client } = await look({ entries: actions(150) }, { looks: 2 });
    expect(client.calls.map(({ skip }) => skip)).toEqual([0, 99]);
  });
});

describe('the floor of a refusal', () => {
  const refusal = (seconds: number) => httpError(429, { headers: { 'retry-after': `${seconds}` } });

  it('is kept, and no later one shortens it', async () => {
    const { reader, clock } = await look({}, { looks: 0 });
    const now = clock.now();
    reader.refused(refusal(30));
    expect(reader.notBefore).toBe(now + 30_000);
    reader.refused(refusal(10));
    reader.refused(httpError(500));
    expect(reader.notBefore).toBe(now + 30_000);
    reader.refused(refusal(40));
    expect(reader.notBefore).toBe(now + 40_000);
  });

  it('is 0 if the answer asks for no wait', async () => {
    const { reader, clock } = await look({}, { looks: 0 });
    reader.refused(httpError(429));
    expect(reader.notBefore).toBe(clock.now());
  });

  it('applies too if the run was read only for its status', async () => {
    const page = (fields: Readonly<Record<string, unknown>>) => ({ ...fields, status: null });
    const { reader, clock, kinds } = await look({
      page,
      answer: ({ name }) => (name === 'run' ? refusal(20) : undefined),
    });
    expect([kinds, reader.notBefore]).toEqual([['page'], clock.now() + 20_000]);
  });
});

describe('a suspended log', () => {
  it('is retried every few polls, and its problem is available until it works', async () => {
    const failing = await look({ answer: ({ name }) => (name === 'logs' ? httpError(400) : undefined) }, { looks: 12 });
    expect(failing.kinds).toEqual(Array.from({ length: 12 }, () => 'run'));
    expect(failing.client.times('logs').length).toBeGreaterThan(1);
    expect(failing.client.times('logs').length).toBeLessThan(5);
    expect(failing.reader.logsProblem?.status).toBe(400);
    const healed = await look(
      { answer: ({ name, nth }) => (name === 'logs' && nth === 1 ? httpError(400) : undefined) },
      { looks: 12 },
    );
    expect(healed.kinds.at(-1)).toBe('page');
    expect(healed.reader.logsProblem).toBeNull();
  });

  it.each([null, 'ODD'])(
    'is read first again if the status is %s, because only the log can show the end',
    async (status) => {
      const { client } = await look(
        {
          moments: [{ at: 0, status }],
          answer: ({ name, nth }) => (name === 'logs' && nth < 3 ? httpError(400) : undefined),
        },
        { looks: 3 },
      );
      expect(client.names().slice(0, 5)).toEqual(['logs', 'run', 'logs', 'run', 'logs']);
    },
  );

  it('is read first again if the run cannot be read either', async () => {
    const { client, kinds } = await look(
      { answer: ({ at, nth }) => (at === 0 && nth <= 2 ? httpError(503) : undefined) },
      { looks: 3 },
    );
    expect(client.names()).toEqual(['logs', 'logs', 'run', 'logs']);
    expect(kinds).toEqual(['fault', 'fault', 'page']);
  });

  it('is the only endpoint read on request', async () => {
    const { reader, call, client } = await look({
      answer: ({ name }) => (name === 'logs' ? httpError(400) : undefined),
    });
    const only = await reader.look(call, { logs: 'only' });
    expect(only.kind).toBe('fault');
    expect(client.names()).toEqual(['logs', 'run', 'logs']);
  });

  it('is suspended if its pages contradict each other', async () => {
    const { kinds, reader } = await look(
      {
        entries: actions(300),
        answer: ({ name, nth }) =>
          name === 'logs'
            ? {
                logs: Array.from({ length: 100 }, (_, index) => entry(index, { thought: `${nth}/${index}` })),
                total_logs: 500,
              }
            : undefined,
      },
      { looks: 12 },
    );
    expect(kinds).toContain('run');
    expect(reader.logsProblem?.message).toContain('contradict');
    // As an answer that is not the JSON expected.
    expect(reader.logsProblem).toMatchObject({ kind: 'body', proof: 'ambiguous', status: null, headers: {}, said: '' });
  });

  it('hands over to the run at once if it fails again', async () => {
    const contradicting = ({ nth }: { readonly nth: number }) => ({
      logs: Array.from({ length: 100 }, (_, index) => entry(index, { thought: `${nth}/${index}` })),
      total_logs: 500,
    });
    let nonsense = true;
    const { reader, call } = await look(
      {
        entries: actions(300),
        answer: (asked) => (asked.name !== 'logs' ? undefined : nonsense ? contradicting(asked) : httpError(503)),
      },
      { looks: 1 },
    );
    for (let looks = 0; looks < 20 && reader.logsProblem === null; looks += 1) await reader.look(call);
    nonsense = false;
    expect(reader.logsProblem).not.toBeNull();
    expect((await reader.look(call, { logs: 'now' })).kind).toBe('run');
  });

  it.each([
    ['counts', 'ACTIVE', { runs: 0, result: 'Done.' }],
    ['counts even if its word is unknown', 'WEIRD', { runs: 0, result: 'Done.' }],
    ['is read from the run if it has no status', null, { runs: 1, result: null }],
  ] as const)('is suspended, but what the page says of the run %s', async (...[, status, expected]) => {
    const { reader, call, client } = await look(
      {
        answer: ({ name, nth }) =>
          name === 'logs'
            ? {
                ...{ status, result: 'Done.', total_logs: 500 },
                logs: Array.from({ length: 100 }, (_, index) => entry(index, { thought: `${nth}/${index}` })),
              }
            : { status: 'ACTIVE', result: null },
      },
      { looks: 0 },
    );
    const before = (): number => client.times('run').length;
    for (let looks = 0; looks < 20; looks += 1) {
      const runs = before();
      const seen = await reader.look(call);
      if (seen.kind === 'page') continue;
      expect(seen).toMatchObject({ kind: 'run', run: { result: expected.result } });
      expect(before() - runs).toBe(expected.runs);
      break;
    }
    expect(reader.logsProblem?.message).toContain('contradict');
    // A known word is followed without the log for five polls, of which the page was one; an unknown one only the log explains.
    const logs = client.times('logs').length;
    for (let looks = 0; looks < 4; looks += 1) await reader.look(call);
    expect(client.times('logs').length - logs).toBe(status === 'WEIRD' ? 4 : 0);
  });
});

describe('a log without a status', () => {
  const script: ServiceScript = { page: (page) => ({ ...page, status: null }) };
  it('causes a read of the run at the first poll, before the status counts as unknown', async () => {
    const { client } = await look(script, { looks: 1 });
    expect(client.times('run')).toHaveLength(1);
  });

  it('causes reads of the run at intervals', async () => {
    const { client, kinds } = await look(script, { looks: 9 });
    expect(kinds).toEqual(Array.from({ length: 9 }, () => 'page'));
    expect(client.times('run')).toHaveLength(3);
  });

  it('causes no more of them while the pages of a long log are read', async () => {
    const entries = Array.from({ length: 2_000 }, (_, index) => entry(index));
    const { client } = await look({ ...script, entries }, { looks: 9 });
    expect([client.times('logs').length, client.times('run').length]).toEqual([9, 1]);
  });

  it('has the last status of the run until it is read again', async () => {
    const told: (string | null)[] = [];
    const { client, reader, call } = await look(
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
      { looks: 0 },
    );
    for (let looks = 0; looks < 9; looks += 1) {
      const seen = await reader.look(call);
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
    const { reader, call } = await look({ page, answer }, { looks: 0 });
    expect(await reader.look(call)).toMatchObject({ kind: 'page', run: { status: 'ACTIVE', result: expected } });
  });

  it('keeps the result of a page when a later page has none, although the run was read before without one', async () => {
    const told: unknown[] = [];
    const { reader, call } = await look(
      {
        page: ({ logs, total_logs }) => ({
          ...{ id: RUN_ID, logs, total_logs, status: null },
          ...(told.length === 1 && { result: 'Done.' }),
        }),
        answer: ({ name }) => (name === 'run' ? { status: 'ACTIVE', result: null } : undefined),
      },
      { looks: 0 },
    );
    for (let looks = 0; looks < 3; looks += 1) {
      const seen = await reader.look(call);
      told.push(seen.kind === 'page' ? seen.run.result : seen.kind);
    }
    expect(told).toEqual([null, 'Done.', 'Done.']);
  });

  it('does not keep what else a page had', async () => {
    const summaries = ['Before.', null];
    const page: ServiceScript['page'] = (sent) => ({ ...sent, status: null, summary: summaries.shift() ?? null });
    const { last } = await look(
      { page, answer: ({ name }) => (name === 'run' ? httpError(500) : undefined) },
      { looks: 2 },
    );
    expect(last).toMatchObject({ kind: 'page', run: { summary: null } });
  });

  it('also has the status of a run that was read instead of its log', async () => {
    const statuses = ['COMPLETE'];
    const { reader, call } = await look(
      {
        ...script,
        answer: ({ name, nth }) =>
          name === 'run'
            ? { status: statuses.shift() ?? 'ACTIVE' }
            : nth === 2 || nth === 3
              ? httpError(400)
              : undefined,
      },
      { looks: 0 },
    );
    const seen: Look[] = [];
    for (let looks = 0; looks < 2; looks += 1) seen.push(await reader.look(call));
    expect(seen).toMatchObject([
      { kind: 'page', run: { status: 'COMPLETE' } },
      { kind: 'run', run: { status: 'ACTIVE' } },
    ]);
    await reader.look(call, { logs: 'now' });
    expect(await reader.look(call, { logs: 'now' })).toMatchObject({ kind: 'page', run: { status: 'ACTIVE' } });
  });

  it('is completed with the fields of the run, and keeps those that only the page has', async () => {
    const { last } = await look({
      entries: actions(2),
      page: (page) => ({ ...page, status: null, result: 'of the page' }),
      answer: ({ name }) => (name === 'run' ? { status: 'COMPLETE', result: null } : undefined),
    });
    expect(last).toMatchObject({ kind: 'page', run: { status: 'COMPLETE', result: 'of the page' } });
  });

  it('is used unchanged if the run cannot be read', async () => {
    const { kinds } = await look(
      { ...script, answer: ({ name }) => (name === 'run' ? httpError(500) : undefined) },
      { looks: 3 },
    );
    expect(kinds).toEqual(['page', 'page', 'page']);
  });
});

describe('an error other than ServiceError', () => {
  it.each(['logs', 'run'])('is rethrown from %s', async (where) => {
    const bug = new RangeError('a bug');
    const looked = look({
      answer: ({ name }) => {
        if (name === where) throw bug;
        return httpError(404);
      },
    });
    await expect(looked).rejects.toBe(bug);
  });

  it('is rethrown from the read of the status', async () => {
    const bug = new RangeError('a bug');
    const looked = look(
      {
        page: (page) => ({ ...page, status: null }),
        answer: ({ name }) => {
          if (name === 'run') throw bug;
          return undefined;
        },
      },
      { looks: 3 },
    );
    await expect(looked).rejects.toBe(bug);
  });
});
