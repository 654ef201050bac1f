/** One poll of a run: the log, and the run itself where the log fails (contract 2.3, 4.1). */
import { describe, expect, it } from '@jest/globals';
import type { LogPart, RunShown, TurnReader } from '../../src/agents/port.ts';
import { attachTo, type Started } from '../../src/run/started-turn.ts';
import { isFatal, isLogComplete, logProblem } from '../../src/run/reads.ts';
import { TurnReads } from '../../src/run/turn-reads.ts';
import { NotOffered, ServiceError } from '../../src/http/errors.ts';
import {
  actions,
  httpError,
  linkError,
  oddBody,
  RUN_ID,
  type SeenCall,
  type ServiceScript,
} from '../support/memory-client.ts';
import { readsOf } from '../support/reads-of.ts';
import { SHOWN } from '../support/scripted-agent.ts';

interface Setting {
  /** Milliseconds before now at which the run was accepted; null for a run only attached to. */
  readonly acceptedAgo?: number | null;
}

/** A poll as one word: `page`, `run` without its log, `refused` for now, `fault`, or `fatal`. */
async function wordOf(reads: TurnReads): Promise<string> {
  try {
    return (await reads.poll()).withoutLog ? 'run' : 'page';
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    if (isFatal(reads.reads, error, reads.context.clock.now())) {
      return 'fatal';
    }
    return error.throttled ? 'refused' : 'fault';
  }
}

async function setUp(script: ServiceScript, { acceptedAgo = 0 }: Setting = {}) {
  const started: Started = {
    ...attachTo(RUN_ID),
    ...(acceptedAgo !== null && { mode: 'created' }),
  };
  const given = readsOf({ moments: [{ at: 0, status: 'ACTIVE' }], ...script }, { started });
  await given.clock.sleep(acceptedAgo ?? 0);
  const polls = async (count: number): Promise<string[]> => {
    const words: string[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      words.push(await wordOf(given.reads));
    }
    return words;
  };
  return { ...given, polls };
}

const NO_ENTRIES: Omit<LogPart<RunShown>, 'complete'> = {
  entries: [],
  untold: [],
  run: SHOWN,
  moved: false,
  more: false,
  missing: 0,
};

type Answers = NonNullable<ServiceScript['answer']>;

/** These answers to one endpoint in turn, and the script's own after them. */
const inTurn = (to: 'logs' | 'run', ...answers: readonly unknown[]): Answers => {
  return ({ name, nth }) => (name === to ? (answers[nth - 1] as undefined) : undefined);
};
const always = (to: 'logs' | 'run', answer: unknown): Answers => {
  return ({ name }) => (name === to ? (answer as undefined) : undefined);
};

describe('one answer', () => {
  it.each([
    ['a page', undefined, 'page'],
    ['429', httpError(429), 'refused'],
    ['a redirect', httpError(302), 'fatal'],
    ['no connection', linkError('refused'), 'fault'],
    ['500', httpError(500), 'run'],
    ['404', httpError(404), 'run'],
    ['401', httpError(401), 'run'],
    ['an odd shape', oddBody(), 'run'],
  ] as const)('of the log: %s makes a poll of kind %s', async (_, answer, kind) => {
    const { polls } = await setUp({ answer: always('logs', answer) });
    expect(await polls(1)).toEqual([kind]);
  });

  it.each([
    ['429', httpError(429), 'refused'],
    ['500', httpError(500), 'fault'],
    ['422', httpError(422), 'fault'],
    ['an odd body', oddBody(), 'fault'],
    ['no connection', linkError('dns'), 'fault'],
    ['a redirect', httpError(302), 'fatal'],
  ] as const)(
    'of the run, where the log fails: %s makes a poll of kind %s',
    async (_, answer, kind) => {
      const script: ServiceScript = {
        answer: ({ name }) => (name === 'logs' ? httpError(404) : answer),
      };
      const { polls } = await setUp(script);
      expect(await polls(1)).toEqual([kind]);
    },
  );
});

it('a poll goes on once there is room for more entries', async () => {
  const asked = Promise.withResolvers<undefined>();
  const given = Promise.withResolvers<undefined>();
  const room = (): Promise<undefined> => {
    asked.resolve(undefined);
    return given.promise;
  };
  const script: ServiceScript = { moments: [{ at: 0, status: 'ACTIVE' }], entries: actions(3) };
  const { reads, lines } = readsOf(script, { room });
  const order: string[] = [];
  const poll = reads.poll().then(() => order.push('polled'));
  await asked.promise;
  expect(lines()).not.toHaveLength(0);
  await new Promise(setImmediate);
  order.push('room');
  given.resolve(undefined);
  await poll;
  expect(order).toEqual(['room', 'polled']);
});

describe('a refusal to read the run', () => {
  it.each<[string, number, Setting, readonly string[]]>([
    ['403 of a run only attached to', 403, { acceptedAgo: null }, ['fatal']],
    ['401, twice', 401, {}, ['fault', 'fatal']],
    ['404 for 30 seconds', 404, { acceptedAgo: 29_999 }, ['fault', 'fault', 'fault']],
    ['404 afterwards, twice', 404, { acceptedAgo: 30_000 }, ['fault', 'fatal']],
  ])('%s', async (...[, status, setting, kinds]) => {
    const { polls } = await setUp({ answer: () => httpError(status) }, setting);
    expect(await polls(kinds.length)).toEqual(kinds);
  });

  const PAGE = { body: '<html><h1>401 Authorization Required</h1></html>' };

  it.each([401, 403, 404])(
    'with the page of a gateway: %d is waited out for two minutes',
    async (status) => {
      const { polls, clock } = await setUp(
        { answer: () => httpError(status, PAGE) },
        { acceptedAgo: 60_000 },
      );
      expect(await polls(3)).toEqual(['fault', 'fault', 'fault']);
      await clock.sleep(119_999);
      expect(await polls(2)).toEqual(['fault', 'fault']);
      await clock.sleep(1);
      expect(await polls(2)).toEqual(['fault', 'fatal']);
    },
  );

  it('with the page of a gateway begins its two minutes anew once the run was read', async () => {
    let isUp = false;
    const { polls, clock } = await setUp({
      answer: () => (isUp ? undefined : httpError(401, PAGE)),
    });
    expect(await polls(1)).toEqual(['fault']);
    isUp = true;
    await clock.sleep(119_000);
    expect(await polls(1)).toEqual(['page']);
    isUp = false;
    await clock.sleep(119_000);
    expect(await polls(3)).toEqual(['fault', 'fault', 'fault']);
  });

  it('with the page of a gateway says of a run that was never seen that it cannot be read', async () => {
    const { polls } = await setUp({ answer: () => httpError(401, PAGE) }, { acceptedAgo: null });
    expect(await polls(1)).toEqual(['fatal']);
  });

  it('is waited out each time it comes alone', async () => {
    const answer: Answers = ({ name, nth }) => {
      if (name === 'run') {
        return httpError(403);
      }
      return nth % 2 === 1 ? httpError(404) : undefined;
    };
    const { polls } = await setUp({ answer });
    expect(await polls(4)).toEqual(['fault', 'page', 'fault', 'page']);
  });
});

describe('a log that fails', () => {
  it('is tried again at the next poll after a single failure, then every few polls, until it works', async () => {
    const { client, reads, polls } = await setUp({
      answer: inTurn('logs', httpError(500), undefined, httpError(500), httpError(502)),
    });
    expect(await polls(3)).toEqual(['run', 'page', 'run']);
    expect([logProblem(reads.reads), reads.reads.log.failure !== null]).toEqual([null, true]);
    await reads.poll();
    expect(logProblem(reads.reads)?.status).toBe(502);
    expect(await polls(5)).toEqual(['run', 'run', 'run', 'run', 'page']);
    expect([logProblem(reads.reads), reads.reads.log.failure, client.times('logs').length]).toEqual(
      [null, null, 5],
    );
  });

  it.each([
    ['a time-out, which took its time', linkError('headers_timeout')],
    ['403', httpError(403)],
    [
      'neither address',
      new NotOffered(httpError(404), {
        advice: '',
        message: 'HTTP 404 at /logs and at /alpha/logs',
      }),
    ],
  ])('counts as unreadable after %s', async (_, answer) => {
    const { reads, polls, client } = await setUp({ answer: always('logs', answer) });
    await polls(3);
    expect([logProblem(reads.reads), client.times('logs').length]).toEqual([answer, 1]);
  });

  it('may not be there yet for a new run', async () => {
    const { reads, polls, client } = await setUp({ answer: always('logs', httpError(404)) });
    await polls(4);
    expect([logProblem(reads.reads), client.times('logs').length]).toEqual([null, 4]);
  });

  it.each<[string, string | null, SeenCall['name'][]]>([
    [
      'each time while the status is not recognized, which only the log can settle',
      'ODD',
      ['logs', 'run', 'logs', 'run'],
    ],
    ['at intervals while it is', 'ACTIVE', ['logs', 'run', 'run', 'run']],
  ])('is tried %s', async (_, status, names) => {
    const { polls, client } = await setUp({
      moments: [{ at: 0, status }],
      answer: always('logs', httpError(403)),
    });
    await polls(3);
    expect(client.names().slice(0, 4)).toEqual(names);
  });

  it('is tried first again if the run cannot be read either', async () => {
    const { polls, client } = await setUp({
      answer: ({ name, nth }) => (nth < 4 ? httpError(503) : { name }),
    });
    expect(await polls(4)).toEqual(['fault', 'fault', 'fault', 'page']);
    expect(client.names()).toEqual(['logs', 'run', 'logs', 'run', 'logs', 'run', 'logs']);
  });
});

describe('a log that is read after the run itself', () => {
  /** As a service whose run cannot be read after the first time. */
  function setUpFailing() {
    const { reads: plain } = readsOf({ moments: [{ at: 0, status: 'ACTIVE' }] });
    const { context, started } = plain;
    let isDown = false;
    let runsRead = 0;
    const whole = { ...NO_ENTRIES, complete: true };
    const reader: TurnReader = {
      get failedAtRun() {
        return isDown;
      },
      read: async () => (isDown ? Promise.reject(httpError(503)) : Promise.resolve(whole)),
      run: async () => Promise.resolve({ ...SHOWN, id: `${(runsRead += 1)}` }),
      overdue: () => [],
      close: () => [],
    };
    const reads = new TurnReads(
      { ...context, agent: { ...context.agent, turn: () => reader } },
      started,
    );
    return { reads, fail: () => (isDown = true), runsRead: () => runsRead };
  }

  it('is not at fault where the run cannot be read, which is not asked for twice at once', async () => {
    const { reads, fail, runsRead } = setUpFailing();
    expect(await wordOf(reads)).toBe('page');
    fail();
    expect([await wordOf(reads), await wordOf(reads)]).toEqual(['fault', 'fault']);
    expect([logProblem(reads.reads), reads.reads.log.failure, runsRead()]).toEqual([null, null, 0]);
  });

  it('is no longer known to be whole where the run cannot be read', async () => {
    const { reads, fail } = setUpFailing();
    await reads.poll();
    expect(isLogComplete(reads.reads)).toBe(true);
    fail();
    await expect(reads.pollLog()).rejects.toMatchObject({ status: 503 });
    expect(isLogComplete(reads.reads)).toBe(false);
  });
});

describe('a log that has to be waited for although the run shows its end (4.4)', () => {
  interface Late {
    /** What the service asks to wait from now on, null where it does not say. */
    readonly waitMs: number | null;
    readonly meaning?: RunShown['meaning'];
    /** What the reads of the log after the first fail with. */
    readonly error?: ServiceError;
  }

  function setUpEnded({ waitMs, meaning = 'succeeded', error = httpError(429) }: Late) {
    const { reads: plain, clock } = readsOf({ moments: [{ at: 0, status: 'ACTIVE' }] });
    const { context, started } = plain;
    const shown = { ...SHOWN, meaning, status: meaning };
    let nth = 0;
    const reader: TurnReader = {
      read: async () => {
        nth += 1;
        const part = { ...NO_ENTRIES, complete: true };
        return nth === 1 ? Promise.resolve(part) : Promise.reject(error);
      },
      run: async () => Promise.reject(error),
      runBeforeLog: () => shown,
      overdue: () => [],
      close: () => [],
    };
    const agent = { ...context.agent, turn: () => reader, askedDelay: () => waitMs ?? 0 };
    return { reads: new TurnReads({ ...context, agent }, started), clock };
  }

  it('hides no end where that takes longer than the limit of the service', async () => {
    const { reads } = setUpEnded({ waitMs: 600_000 });
    expect([await wordOf(reads), isLogComplete(reads.reads)]).toEqual(['page', true]);
    expect(await reads.poll()).toMatchObject({ meaning: 'succeeded', withoutLog: true });
    expect(isLogComplete(reads.reads)).toBe(false);
  });

  it('is waited for before, as its last entries may say how the run ended', async () => {
    const { reads, clock } = setUpEnded({ waitMs: null });
    const words = [await wordOf(reads), await wordOf(reads)];
    await clock.sleep(50_000);
    words.push(await wordOf(reads));
    await clock.sleep(11_000);
    words.push(await wordOf(reads));
    expect(words).toEqual(['page', 'refused', 'refused', 'run']);
  });

  it('hides no end where no time is left to read it', async () => {
    const { reads } = setUpEnded({ waitMs: null, error: linkError('no_time') });
    expect([await wordOf(reads), await wordOf(reads)]).toEqual(['page', 'run']);
    expect(isLogComplete(reads.reads)).toBe(false);
  });

  it('is waited for as long as the run shows no end', async () => {
    const { reads } = setUpEnded({ waitMs: 600_000, meaning: 'active' });
    expect([await wordOf(reads), await wordOf(reads)]).toEqual(['page', 'refused']);
  });
});

it('a read of the log that fails is no sign that what came is of this turn (4.5)', async () => {
  const { reads: plain } = readsOf({ moments: [{ at: 0, status: 'ACTIVE' }] });
  const { context, started } = plain;
  let [nth, settled] = [0, 0];
  const reader: TurnReader = {
    read: async () => {
      nth += 1;
      const part = { ...NO_ENTRIES, complete: false };
      return nth === 1 ? Promise.resolve(part) : Promise.reject(httpError(502));
    },
    run: async () => Promise.resolve(SHOWN),
    overdue: () => {
      settled += 1;
      return [];
    },
    close: () => [],
  };
  const agent = { ...context.agent, turn: () => reader };
  const reads = new TurnReads({ ...context, agent }, started);
  expect([await wordOf(reads), await wordOf(reads)]).toEqual(['page', 'run']);
  expect(settled).toBe(0);
});

describe('a page without a status', () => {
  const page: ServiceScript['page'] = (sent) => ({ ...sent, status: null });

  it('is completed by the run, and keeps what only it has', async () => {
    const given: ServiceScript = {
      page: (sent) => ({ ...sent, status: null, result: 'of the page' }),
      answer: always('run', { status: 'COMPLETE', result: null }),
    };
    const { reads } = await setUp(given);
    await reads.poll();
    expect(reads.record).toMatchObject({ status: 'COMPLETE', result: 'of the page' });
  });

  it('costs one read of the run for all pages of a long log', async () => {
    const { polls, client } = await setUp({ page, entries: actions(250) });
    await polls(3);
    expect([client.times('logs').length, client.times('run').length]).toEqual([3, 1]);
  });

  it('is used as it is if the run cannot be read', async () => {
    const { reads } = await setUp({ page, answer: always('run', httpError(500)) });
    expect(await reads.poll()).toMatchObject({ withoutLog: false, status: null });
  });

  it('ends in a redirect of the run', async () => {
    const { polls } = await setUp({ page, answer: always('run', httpError(302)) });
    expect(await polls(1)).toEqual(['fatal']);
  });
});

it.each(['logs', 'run'] as const)('a bug is rethrown from %s', async (where) => {
  const bug = new RangeError('a bug');
  const answer: Answers = ({ name }) => (name === where ? Promise.reject(bug) : httpError(404));
  const { reads } = await setUp({ answer });
  await expect(reads.poll()).rejects.toBe(bug);
});

describe('a page that is too large to be read (6.5)', () => {
  /**
   * As a service whose entries `heavy` are too large for a page of their own, and which fits `most`
   * others on a page.
   */
  const serving = (most: number, heavy: readonly number[] = []): ServiceScript => ({
    answer: ({ skip, limit }) => {
      const logs = actions(30).slice(skip, skip + limit);
      const isTooLarge =
        logs.length > most || logs.some((_, index) => heavy.includes(skip + index));
      return isTooLarge ? linkError('too_large') : { status: 'ACTIVE', logs, total_logs: 30 };
    },
  });

  it.each<[readonly number[], number]>([
    [[], 25],
    [[7], 30],
    [[0], 30],
    [[29], 30],
    [[3, 4, 29], 30],
  ])(
    'is asked for with half as many entries; those too large alone (%j) are recorded as left out',
    async (...row) => {
      const [heavy, most] = row;
      const { client, reads, lines, warnings } = await setUp(serving(most, heavy));
      for (let more = true; more;) {
        const seen = await reads.poll();
        more = seen.more;
      }
      // With a large result beside it, the entry alone may be none too large.
      const thought = 'The answer that holds this entry, and the run, is too large to be read.';
      const left = JSON.stringify({ message_type: 'LEFT_OUT', thought });
      expect(lines()).toEqual(
        actions(30).map((value, index) => (heavy.includes(index) ? left : JSON.stringify(value))),
      );
      expect(client.calls.map(({ limit }) => limit).slice(0, 2)).toEqual([100, 50]);
      expect(warnings().length).toBe(Math.min(1, heavy.length));
    },
  );

  it('is no page with a large entry where the run alone is too large', async () => {
    const { client, reads, lines, warnings } = await setUp({
      entries: actions(3),
      answer: ({ name }) => (name === 'logs' ? linkError('too_large') : { status: 'COMPLETE' }),
    });
    const moved: boolean[] = [];
    for (let poll = 0; poll < 3; poll += 1) {
      const seen = await reads.poll();
      moved.push(seen.moved);
    }
    expect(moved).toEqual([true, false, false]);
    expect(lines()).toEqual([]);
    expect(warnings()).toEqual([expect.stringContaining('cannot be read at the moment')]);
    expect(client.calls.filter(({ name }) => name === 'logs').map(({ limit }) => limit)).toEqual([
      100, 50, 25, 12, 6, 3, 1, 1, 1, 1,
    ]);
  });

  it('is told as the cause where it took the time that was left', async () => {
    const { reads } = await setUp({
      answer: ({ name, limit }) => {
        const ofLog = limit > 6 ? 'too_large' : 'headers_timeout';
        return linkError(name === 'logs' ? ofLog : 'no_time');
      },
    });
    await expect(reads.poll()).rejects.toThrow('too_large');
  });

  it('is told as the cause where no page of the log and not the run can be read', async () => {
    const { reads, lines } = await setUp({ answer: () => linkError('too_large') });
    await expect(reads.poll()).rejects.toThrow('too_large');
    await expect(reads.poll()).rejects.toThrow('too_large');
    expect(lines()).toEqual([]);
  });
});
