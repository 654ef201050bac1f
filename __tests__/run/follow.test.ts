/** A run followed to its end, in virtual time: contract 4.2 to 4.7, 2.3, 3.2. */
import { describe, expect, it } from '@jest/globals';
import type { RunEvent, SessionEnd } from '../../src/run/events.ts';
import { plainEnd, timedOutEnd } from '../../src/run/failure.ts';
import { follow, notTakenUp } from '../../src/run/follow.ts';
import { resultSource, type TurnRecord } from '../../src/run/state.ts';
import { parseRun } from '../../src/agents/agent-run/schema.ts';
import { shownRun } from '../../src/agents/agent-run/shown.ts';
import { statusMeaning } from '../../src/agents/agent-run/words.ts';
import { attachTo, type Started } from '../../src/run/started-turn.ts';
import { NotOffered, transportFailure } from '../../src/http/errors.ts';
import { TransportError } from '../../src/http/proof.ts';
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
  type ServiceScript,
  type CallName,
  type SeenCall,
} from '../support/memory-client.ts';
import { foldedRun } from '../support/folded-run.ts';
import { NO_LIMIT, inputsOf, runContext } from '../support/start-of.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const MINUTE = 60_000;

const CREATED: Started = {
  ...attachTo(RUN_ID),
  mode: 'created',
  webUrl: WEB_URL,
  status: 'ACTIVE',
  meaning: 'active',
};

type StartedEvent = Extract<RunEvent, { type: 'started' }>;

interface ResumedFields extends Partial<Started> {
  readonly prompt?: string;
}

function resumed(before: readonly unknown[], { prompt, ...fields }: ResumedFields = {}): Started {
  const { status = 'COMPLETE', statusBefore = 'COMPLETE', resultBefore = null } = fields;
  const run = parseRun({ id: Number(RUN_ID), status: statusBefore, result: resultBefore })!;
  const runBefore = {
    ...shownRun(run, RUN_ID),
    result: 'resultBefore' in fields ? fields.resultBefore : null,
  };
  return {
    ...CREATED,
    mode: 'resumed',
    before: { entries: before.length, memo: '' },
    runBefore,
    busyBefore: statusMeaning(statusBefore) === 'active',
    sent: prompt === undefined ? null : { text: prompt, mark: null, images: [] },
    ...fields,
    status,
    statusBefore,
    meaning: statusMeaning(status),
  };
}

interface Setting {
  readonly started?: Started;
  readonly timeoutMs?: number;
  readonly fixedMs?: number | null;
  /** Milliseconds between two requests, according to the request budget. */
  readonly spacingMs?: number;
}

interface Played {
  readonly events: readonly RunEvent[];
  readonly end: SessionEnd;
  readonly record: TurnRecord;
  readonly client: MemoryClient;
  readonly clock: VirtualClock;
  readonly warnings: readonly string[];
  /** `thought` or observation of each entry, in order. */
  readonly lines: readonly string[];
}

async function play(script: ServiceScript, setting: Setting = {}): Promise<Played> {
  const { started = CREATED, timeoutMs = 60 * MINUTE, fixedMs = 2_000 } = setting;
  const clock = new VirtualClock();
  const client = Object.assign(new MemoryClient(clock, script), {
    limiter: { ...NO_LIMIT, spacing: () => setting.spacingMs ?? 0 },
  });
  const { events, emit, turn } = foldedRun();
  const inputs = { ...inputsOf(), pollIntervalMs: fixedMs, timeoutMs };
  const context = runContext({ client, clock, emit, turn, inputs, timeoutMs });
  const followed = await follow(context, started);
  const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
  const lines = events.flatMap((event) => (event.type === 'entry' ? [event.entry.line] : []));
  const record = turn();
  const end = followed.kind === 'ended' ? followed.end : notTakenUp(record);
  return { events, end, record, client, clock, warnings, lines };
}

const asLines = (entries: readonly unknown[]): string[] =>
  entries.map((value) => JSON.stringify(value));

const FOUR = [...actions(3), finalAnswer(3)];
const PLAIN: ServiceScript = {
  entries: FOUR,
  moments: [
    { at: 0, status: 'ACTIVE', entries: 1 },
    { at: 15_000, entries: 3 },
    { at: 30_000, status: 'COMPLETE', entries: 4, result: 'Fixed it.' },
  ],
};

describe('a normal run', () => {
  it('respects the spacing of the request budget (3.1)', async () => {
    const { client } = await play(PLAIN, { spacingMs: 12_000 });
    const times = client.times('logs');
    // The last one, after the end was seen, is no poll.
    const gaps = times.slice(1, -1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps.length).toBeGreaterThan(1);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12_000);
  });

  it('reads only the log while the run is active, and the run once at its end (2.3)', async () => {
    const { end, client, lines, record, warnings, events } = await play(PLAIN);
    expect(end).toEqual(plainEnd('succeeded'));
    expect(lines).toEqual(asLines(FOUR));
    expect(resultSource(record)).toBe('Fixed it.');
    expect(warnings).toEqual([]);
    expect(
      client
        .names()
        .slice(0, -1)
        .every((name) => name === 'logs'),
    ).toBe(true);
    expect(client.names().at(-1)).toBe('run');
    expect(events[0]).toMatchObject({
      type: 'started',
      mode: 'created',
      runId: RUN_ID,
      status: 'ACTIVE',
    });
  });

  it('reports a changed status after the entries of the same response', async () => {
    const { events } = await play(PLAIN);
    const kinds = events
      .filter(({ type }) => type === 'entry' || type === 'status')
      .map(({ type }) => type);
    expect(kinds).toEqual(['entry', 'entry', 'entry', 'entry', 'status']);
  });

  it('polls an attached run immediately and reads its log from the start', async () => {
    const { client, lines, end } = await play(
      { entries: FOUR, moments: [{ at: 0, status: 'COMPLETE' }] },
      { started: attachTo(RUN_ID) },
    );
    expect(client.calls[0]).toMatchObject({ name: 'logs', at: 0, skip: 0 });
    expect(lines).toEqual(asLines(FOUR));
    expect(end.outcome).toBe('succeeded');
  });
});

describe('the timeout', () => {
  const WORKING: ServiceScript = { entries: [entry(0)], moments: [{ at: 0, status: 'ACTIVE' }] };
  const started = attachTo(RUN_ID);

  it.each<[string, number, number, readonly number[]]>([
    [
      '1.5 seconds before it, if the next poll would be later',
      100_000,
      60_000,
      [0, 60_000, 98_500],
    ],
    [
      '1.5 seconds before it, if the next poll would be just then',
      18_000,
      9_000,
      [0, 9_000, 16_500],
    ],
    ['at once, if less time than that is left', 1_000, 9_000, [0]],
    ['not at all without time for it', 0, 9_000, []],
  ])('makes the last poll %s', async (...[, timeoutMs, fixedMs, times]) => {
    const { end, client, clock } = await play(WORKING, { started, timeoutMs, fixedMs });
    expect(end).toEqual(timedOutEnd('did not end', { obstacle: null, timeoutMs }));
    expect([client.times('logs'), clock.elapsed]).toEqual([times, timeoutMs]);
  });

  it('is preceded by one read of the run itself, whose redirect ends the turn', async () => {
    for (const fixedMs of [249, 1_000, 9_000]) {
      const { client } = await play(WORKING, { started, timeoutMs: 20_000, fixedMs });
      expect(client.times('run')).toHaveLength(1);
      expect(client.times('run')[0]).toBeGreaterThanOrEqual(18_500);
    }
    const answer: ServiceScript['answer'] = ({ name }) =>
      name === 'run' ? httpError(302) : undefined;
    const { end } = await play({ ...WORKING, answer }, { started, timeoutMs: 20_000 });
    expect(end.errorCode).toBe('bad_response');
  });

  it.each([
    ['a minimum wait beyond it', 100, 90_000, 3_000, [0]],
    ['a minimum wait that ends in its last second', 100, 100_500, 3_000, [0, 100_000]],
    ['the jitter added to a minimum wait', 20, 22_000, 3_000, [0, 20_500]],
    ['an interval longer than the minimum wait', 100, 101_500, 600_000, [0, 100_000]],
  ])('is waited for as it must be with %s', async (...[, seconds, timeoutMs, fixedMs, times]) => {
    const headers = { 'retry-after': `${seconds}` };
    const answer: ServiceScript['answer'] = ({ nth }) =>
      nth === 1 ? httpError(429, { headers }) : undefined;
    const { client, clock } = await play({ ...WORKING, answer }, { started, timeoutMs, fixedMs });
    expect([client.times('logs'), clock.elapsed]).toEqual([times, timeoutMs]);
  });

  it('reports that the log took the time that was left (5)', async () => {
    const answer: ServiceScript['answer'] = ({ name }) =>
      linkError(name === 'logs' ? 'headers_timeout' : 'no_time');
    const { end } = await play({ answer }, { timeoutMs: MINUTE });
    expect(end).toEqual(
      timedOutEnd('did not end', {
        obstacle: 'a fault of kind headers_timeout',
        timeoutMs: MINUTE,
      }),
    );
  });

  it.each([
    [503, 'created', CREATED],
    [429, 'created', CREATED],
    [402, 'created', CREATED],
    [503, 'attached', attachTo(RUN_ID)],
    [429, 'attached', attachTo(RUN_ID)],
  ])(
    'reports that reads failed with %i, and is still timed_out: %s (5)',
    async (status, _, started) => {
      const answer: ServiceScript['answer'] = () => httpError(status);
      const { end, clock } = await play({ answer }, { started, timeoutMs: 5 * MINUTE });
      expect(end).toEqual(
        timedOutEnd('did not end', { obstacle: `HTTP ${status}`, timeoutMs: 5 * MINUTE }),
      );
      expect(clock.elapsed).toBeGreaterThan(4.9 * MINUTE);
    },
  );
});

it('each wait is reported with its length, if it is not 0', async () => {
  const { events, clock } = await play(
    { moments: [{ at: 0, status: 'ACTIVE' }] },
    { timeoutMs: MINUTE },
  );
  const waits = events.flatMap((event) => (event.type === 'waiting' ? [event.waitMs] : []));
  expect(waits).toEqual(clock.slept);
  expect(waits.every((ms) => ms > 0)).toBe(true);
});

describe('unknown statuses (4.2, 4.3)', () => {
  it('keeps polling, and warns once with the status and the inputs that classify it', async () => {
    const moments = [
      { at: 0, status: 'PONDERING', entries: 1 },
      { at: 5 * MINUTE, status: 'COMPLETE', entries: 4 },
    ];
    const { end, warnings, clock } = await play({ entries: FOUR, moments });
    expect(end.outcome).toBe('succeeded');
    expect(clock.elapsed).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('"PONDERING"');
    expect(warnings[0]).toContain('`success_statuses`');
    expect(warnings[0]).toContain('`failure_statuses`');
  });

  it('succeeds after a FINAL_ANSWER and three quiet polls over at least 30 seconds', async () => {
    const moments = [
      { at: 0, status: 'PONDERING', entries: 3 },
      { at: MINUTE, entries: 4 },
    ];
    const { end, clock, warnings, client, record } = await play({ entries: FOUR, moments });
    expect(end.outcome).toBe('succeeded');
    expect(warnings).toHaveLength(1);
    expect(resultSource(record)).toBe('The answer.');
    expect(clock.elapsed).toBeGreaterThanOrEqual(MINUTE + 30_000);
    const after = client.times('logs').filter((at) => at >= MINUTE);
    expect(after.length).toBeGreaterThanOrEqual(4);
  });
});

describe('a log without an echo', () => {
  it.each([null, 'The answer.'])(
    'shows the answer of a follow-up to a run that had no entries (4.3), whatever was said before: %j',
    async (resultBefore) => {
      const tied = [entry(1), finalAnswer(1)];
      const moments = [{ at: 0, status: 'PONDERING' }];
      const started = resumed([], { prompt: 'Go on.', resultBefore });
      const { lines, end, clock } = await play({ entries: tied, moments }, { started });
      expect([end.outcome, lines]).toEqual(['succeeded', asLines(tied)]);
      // Half a minute until it is this turn's, and as long for what may follow.
      expect(clock.elapsed).toBeGreaterThanOrEqual(60_000);
      expect(clock.elapsed).toBeLessThan(75_000);
    },
  );
});

describe('a resumed run (4.5)', () => {
  const before = FOUR;
  const second = [
    ...actions(2).map((_, index) => entry(100 + index)),
    finalAnswer(102, 'Second answer.'),
  ];
  const all = [...before, ...second];

  it.each(['COMPLETE', 'ACTIVE'])('tells whether it was at work before: %s', async (status) => {
    const moments = [{ at: 0, status: 'COMPLETE', entries: 7 }];
    const started = resumed(before, { statusBefore: status });
    const { events } = await play({ entries: all, moments }, { started });
    const { isBusyBefore = false } = events.find(({ type }) => type === 'started') as StartedEvent;
    expect(isBusyBefore).toBe(status === 'ACTIVE');
  });

  it('ignores the terminal status of the previous turn', async () => {
    const moments = [
      { at: 0, status: 'COMPLETE', entries: 4, result: 'First.' },
      { at: 90_000, status: 'ACTIVE', entries: 5 },
      { at: 150_000, status: 'COMPLETE', entries: 7, result: 'Second.' },
    ];
    const { end, lines, record, clock } = await play(
      { entries: all, moments },
      { started: resumed(before, { resultBefore: 'First.' }) },
    );
    expect(end.outcome).toBe('succeeded');
    expect(lines).toEqual(asLines(second));
    expect(resultSource(record)).toBe('Second.');
    expect(clock.elapsed).toBeGreaterThanOrEqual(150_000);
  });

  const echoed = [...before, entry(100, { message_type: 'USER_MESSAGE', observation: 'Go on.' })];
  it.each([
    ['nothing at all happens for 10 minutes', before, 60 * MINUTE, 10 * MINUTE],
    ['the prompt is only echoed for 10 minutes', echoed, 60 * MINUTE, 10 * MINUTE],
    ['nothing happens until an earlier timeout', before, 2 * MINUTE, 2 * MINUTE],
  ])(
    'fails as not having acted on the follow-up when %s',
    async (...[, entries, timeoutMs, endMs]) => {
      const script = { entries, moments: [{ at: 0, status: 'COMPLETE' }] };
      const { end, clock } = await play(script, { started: resumed(before), timeoutMs });
      expect(end).toMatchObject({ outcome: 'error', errorCode: 'bad_response' });
      expect(end.errorMessage).toMatch(new RegExp(`never acted on it.*${WEB_URL}`));
      expect(clock.elapsed).toBeGreaterThanOrEqual(endMs);
      expect(clock.elapsed).toBeLessThan(endMs + 2 * MINUTE);
    },
  );

  describe('whose replica told one entry too few before the follow-up', () => {
    const echo = entry(99, { message_type: 'USER_MESSAGE', observation: 'Go on.' });
    const log = [...before, echo, ...second];
    const lagging = (fields: Partial<Started> = {}): Started =>
      resumed(before.slice(0, -1), { prompt: 'Go on.', resultBefore: 'The answer.', ...fields });
    // The old state lasts for a while; then the run works.
    const moments = (quietMs: number) => [
      { at: 0, status: 'COMPLETE', entries: before.length },
      { at: quietMs, status: 'ACTIVE', entries: before.length + 2 },
      { at: quietMs + 10_000, status: 'COMPLETE', entries: log.length, result: 'Second answer.' },
    ];

    it.each([
      ['the same as the result before', {}, 20_000],
      ['of a run whose result before is not known', { resultBefore: undefined }, 20_000],
      ['of a run that had no result', { resultBefore: null }, 20_000],
    ])('does not take the old answer for this turn: %s', async (_, fields, quietMs) => {
      const { lines, record, end } = await play(
        { entries: log, moments: moments(quietMs) },
        { started: lagging(fields) },
      );
      expect(end.outcome).toBe('succeeded');
      expect(resultSource(record)).toBe('Second answer.');
      if (quietMs < 30_000) {
        expect(lines).toEqual(asLines([echo, ...second]));
      }
    });
  });

  it('tells its entries without an echo after 30 seconds, or 60 where they answer anew (C4)', async () => {
    const seen = async (resultBefore: string | null): Promise<number> => {
      const { events, clock } = await play(
        { entries: all, moments: [{ at: 0, status: 'COMPLETE', result: resultBefore }] },
        { started: resumed(before, { prompt: 'Go on.', resultBefore }) },
      );
      expect(events.filter(({ type }) => type === 'entry')).toHaveLength(3);
      return clock.elapsed;
    };
    // What was read before may come from a replica that lagged behind the answer before.
    const anew = await seen('The answer.');
    expect([anew >= 60_000, anew < 75_000]).toEqual([true, true]);
    const same = await seen(null);
    expect([same >= 30_000, same < 45_000]).toEqual([true, true]);
  });

  describe('whose answer said "active" while the status is still the old one and the log fails', () => {
    const moments = [
      { at: 0, status: 'COMPLETE', entries: 2 },
      { at: 20_000, status: 'ACTIVE', entries: 3 },
      { at: 40_000, status: 'FAILED', entries: 4 },
    ] as const;
    const entries = actions(4);
    const before = entries.slice(0, 2);
    const told = { status: 'ACTIVE' } as const;
    const failing = (untilMs: number): NonNullable<ServiceScript['answer']> => {
      return ({ name, at }) => (name === 'logs' && at < untilMs ? httpError(422) : undefined);
    };

    it('waits for a log that could be read before', async () => {
      const { end, lines } = await play(
        { entries, moments, answer: failing(10_000) },
        { started: resumed(before, told) },
      );
      expect(end.outcome).toBe('failed');
      expect(lines).toEqual(asLines(entries.slice(2)));
    });

    it.each([
      ['30 seconds for a log that could be read before', {}, [30_000, 60_000]],
      ['5 seconds for one that could not, and for its end', { before: null }, [5_000, 45_000]],
    ] as const)('waits %s', async (_, fields, [leastMs, mostMs]) => {
      const { end, clock } = await play(
        { entries, moments: moments.slice(0, 1), answer: failing(Infinity) },
        { started: resumed(before, { ...told, ...fields }) },
      );
      expect(end.outcome).toBe('succeeded');
      expect(clock.elapsed).toBeGreaterThanOrEqual(leastMs);
      expect(clock.elapsed).toBeLessThan(mostMs);
    });
  });
});

describe('a failing log (2.3)', () => {
  it('that exists at neither address is not requested again at the end', async () => {
    const missing = new NotOffered(httpError(404), {
      advice: '',
      message: 'HTTP 404 at /logs and at /alpha/logs',
    });
    const answer = ({ name }: SeenCall) => (name === 'logs' ? missing : undefined);
    const { end, client, clock } = await play({ ...PLAIN, entries: [], answer }, { fixedMs: 500 });
    expect(end.outcome).toBe('succeeded');
    expect(client.times('logs').filter((at) => at >= 30_000)).toEqual([]);
    expect(clock.elapsed).toBeLessThan(31_000);
  });

  it.each([
    ['500', () => httpError(500)],
    ['an odd shape', () => oddBody()],
  ])(
    'with %s hands over to endpoint 2, with one warning, and loses no entry',
    async (_, failure) => {
      const until = { back: 4 * MINUTE, end: 10 * MINUTE };
      const { end, client, lines, warnings } = await play({
        ...PLAIN,
        moments: [
          { at: 0, status: 'ACTIVE', entries: 1 },
          { at: MINUTE, entries: 3 },
          { at: until.end, status: 'COMPLETE', entries: 4 },
        ],
        answer: ({ name, at }) =>
          name === 'logs' && at > 10_000 && at < until.back ? failure() : undefined,
      });
      expect([end.outcome, lines]).toEqual(['succeeded', asLines(FOUR)]);
      expect(warnings).toEqual([
        expect.stringContaining('The log of the run cannot be read at the moment'),
      ]);
      // Retried occasionally, not each time. Once it works again, only the log is read.
      const during = (call: CallName): number =>
        client.times(call).filter((at) => at > 10_000 && at < until.back).length;
      expect(during('logs')).toBeGreaterThan(3);
      expect(during('run')).toBeGreaterThan(2 * during('logs'));
      expect(client.times('run').filter((at) => at > 6 * MINUTE && at < until.end)).toEqual([]);
    },
  );

  it.each([
    ['an unrecognized status', 'POLISHING', 2 * MINUTE],
    ['a status that stays active', 'ACTIVE', 14 * MINUTE],
  ])('does not hide that a run with %s goes on after an answer', async (_, status, backAt) => {
    const entries = [...actions(1), finalAnswer(1), ...actions(1), finalAnswer(3)].map(
      (value, index) => ({
        ...value,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
      }),
    );
    const { end, lines, clock } = await play({
      entries,
      moments: [
        { at: 0, status, entries: 1 },
        { at: 10_000, entries: 2 },
        { at: 30_000, entries: 3 },
        { at: backAt + 20_000, entries: 4 },
      ],
      answer: ({ name, at }) =>
        name === 'logs' && at > 20_000 && at < backAt ? httpError(500) : undefined,
    });
    expect(end.outcome).toBe('succeeded');
    expect(lines).toEqual(asLines(entries));
    expect(clock.elapsed).toBeGreaterThan(backAt + 20_000);
  });

  it('is also reported as incomplete if it announced more entries before it failed', async () => {
    const { warnings } = await play({
      ...PLAIN,
      page: (page) => ({ ...page, total_logs: 9 }),
      answer: ({ name, at }) => (name === 'logs' && at > 5_000 ? httpError(500) : undefined),
    });
    expect(warnings).toEqual([
      expect.stringContaining('The log of the run cannot be read at the moment'),
      expect.stringMatching(
        /^The log is incomplete: \d entr(y|ies) of this turn received, \d more announced\.$/,
      ),
    ]);
  });
});

it.each<[string, string, Started, readonly [string, string]]>([
  ['another word for it', 'FAILED', CREATED, ['failed', 'FAILED']],
  ['an older copy of the run', 'ACTIVE', CREATED, ['succeeded', 'COMPLETE']],
  [
    'the end of the turn before',
    'failed',
    resumed([], { statusBefore: 'FAILED' }),
    ['succeeded', 'COMPLETE'],
  ],
])(
  'the end stands or follows where the last read shows %s',
  async (...[, status, started, told]) => {
    const answer: ServiceScript['answer'] = ({ name }) => (name === 'run' ? { status } : undefined);
    const { end, record } = await play({ ...PLAIN, answer }, { started });
    expect([end.outcome, record.status]).toEqual(told);
  },
);

describe('the result (4.6)', () => {
  it('does not come and go if log pages have neither status nor result', async () => {
    const { record, end, clock } = await play({
      entries: actions(2),
      moments: [{ at: 0 }],
      answer: ({ name, at }) =>
        name === 'run' && at >= MINUTE ? { result: 'Fixed it.' } : undefined,
    });
    expect([end.outcome, resultSource(record)]).toEqual(['succeeded', 'Fixed it.']);
    expect(clock.elapsed).toBeLessThan(3 * MINUTE);
  });
});

describe('faults during a run (4.1, 5)', () => {
  const everything = (name: string): boolean => name === 'logs' || name === 'run';

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [302, 'bad_response'],
  ])('ends an attached run whose first response is %i as %s', async (status, code) => {
    const { end, clock } = await play(
      { answer: () => httpError(status) },
      { started: attachTo(RUN_ID) },
    );
    expect(end.outcome).toBe('error');
    expect(end.errorCode).toBe(code);
    expect(clock.elapsed).toBe(0);
  });

  it.each([400, 402, 409])('waits out a run that answers %i', async (status) => {
    const { end, lines } = await play(
      { ...PLAIN, answer: ({ at }) => (at < 90_000 ? httpError(status) : undefined) },
      { started: attachTo(RUN_ID) },
    );
    expect([end.outcome, lines]).toEqual(['succeeded', asLines(FOUR)]);
  });

  it.each([
    ['503', () => httpError(503)],
    ['a lost connection', () => linkError('reset')],
    ['no connection', () => linkError('refused')],
    ['no name', () => linkError('dns')],
    ['a timeout', () => linkError('headers_timeout')],
    ['408', () => httpError(408)],
  ])('survives an outage of 20 minutes by %s, reported once', async (_, failure) => {
    const { end, events, lines } = await play({
      ...PLAIN,
      moments: [
        { at: 0, status: 'ACTIVE', entries: 1 },
        { at: 5 * MINUTE, status: 'COMPLETE', entries: 4 },
      ],
      answer: ({ name, at }) =>
        everything(name) && at > 20_000 && at < 20 * MINUTE ? failure() : undefined,
    });
    expect(end.outcome).toBe('succeeded');
    expect(lines).toEqual(asLines(FOUR));
    expect(events.filter(({ type }) => type === 'outage')).toHaveLength(1);
  });

  it.each([
    ['while the log is drained', 'logs', 2],
    ['at the final read', 'run', 1],
  ] as const)('fails on a redirect %s, and keeps what was received (5)', async (_, call, from) => {
    const { end, lines, record } = await play({
      entries: FOUR,
      moments: [{ at: 0, status: 'COMPLETE', entries: 3 }],
      answer: ({ name, nth }) => (name === call && nth >= from ? httpError(302) : undefined),
    });
    expect(end).toMatchObject({ outcome: 'error', errorCode: 'bad_response' });
    expect(lines).toEqual(asLines(FOUR.slice(0, 3)));
    expect(record.status).toBe('COMPLETE');
  });

  it.each([
    ['two minutes', () => linkError('refused'), 2 * MINUTE],
    [
      '20 seconds, if the name of the host does not exist,',
      () => transportFailure(new TransportError('dns', 'no such name (ENOTFOUND)')),
      20_000,
    ],
  ])('ends an attached run after %s without a connection (5)', async (_, failure, afterMs) => {
    const { end, events, clock } = await play({ answer: failure }, { started: attachTo(RUN_ID) });
    expect([end.outcome, end.errorCode]).toEqual(['error', 'network']);
    expect(clock.elapsed).toBe(afterMs);
    // At least every 15 seconds it is told what is being waited for.
    const told = events.flatMap((event) => (event.type === 'outage' ? [event.sinceMs ?? 0] : []));
    expect(told.every((at, nth) => at - (told[nth - 1] ?? 0) <= 15_000)).toBe(true);
    expect(told.at(-1)).toBeGreaterThanOrEqual(afterMs - 16_000);
    // A run that was created exists, even if it cannot be reached.
    expect((await play({ answer: failure }, { timeoutMs: 5 * MINUTE })).end.outcome).toBe(
      'timed_out',
    );
  });

  it.each([
    ['answered', () => httpError(403)],
    ['lost the connection', () => linkError('reset')],
  ])(
    'follows an attached run to the timeout if the service %s once, even for its log alone (5)',
    async (_, log) => {
      const options = { started: attachTo(RUN_ID), timeoutMs: 5 * MINUTE };
      const answer = ({ name, nth }: SeenCall) =>
        name === 'logs' && nth === 1 ? log() : linkError('refused');
      const { end, clock } = await play({ answer }, options);
      expect([end.outcome, end.errorCode]).toEqual(['timed_out', null]);
      expect(clock.elapsed).toBeGreaterThan(4.9 * MINUTE);
    },
  );

  it('times out if no request could be sent for want of turns: that says nothing about the connection', async () => {
    const options = { started: attachTo(RUN_ID), timeoutMs: MINUTE };
    const { end } = await play({ answer: () => linkError('no_time') }, options);
    expect([end.outcome, end.errorCode]).toEqual(['timed_out', null]);
    const refused = await play(
      { answer: ({ nth }) => linkError(nth === 1 ? 'refused' : 'no_time') },
      options,
    );
    expect([refused.end.outcome, refused.end.errorCode]).toEqual(['error', 'network']);
  });

  it('rethrows bugs', async () => {
    const bug = new RangeError('a bug');
    const answer = ({ name }: { readonly name: string }): undefined => {
      if (name === 'logs') {
        throw bug;
      }
    };
    await expect(play({ answer })).rejects.toBe(bug);
  });
});

describe('throttling (3.2)', () => {
  it.each<[number, Readonly<Record<string, string>>, number]>([
    [429, { 'retry-after': '45' }, 45_000],
    [429, { 'x-ratelimit-reset': '45' }, 45_000],
    [503, { 'retry-after': '45' }, 45_000],
    // Services send this one with every response.
    [502, { 'x-ratelimit-reset': '45' }, 0],
  ])('keeps the minimum wait of %i with %j', async (status, headers, leastMs) => {
    const { end, client } = await play({
      ...PLAIN,
      answer: ({ nth }) => (nth === 2 ? httpError(status, { headers }) : undefined),
    });
    expect(end.outcome).toBe('succeeded');
    const [, refused = 0, next = 0] = client.calls
      .map(({ at }) => at)
      .filter((at, nth, all) => at !== all[nth - 1]);
    expect(next - refused >= 45_000).toBe(leastMs > 0);
  });

  it('reports rate limiting once until the next response', async () => {
    const { events } = await play({
      ...PLAIN,
      answer: ({ name, nth }) =>
        name === 'logs' && [2, 3, 4, 6].includes(nth) ? httpError(429) : undefined,
    });
    expect(events.filter(({ type }) => type === 'throttled')).toHaveLength(2);
  });

  it('respects minimum waits while draining and before the final read', async () => {
    const headers = { 'retry-after': '7' };
    const { client, end } = await play(
      {
        ...PLAIN,
        moments: [
          { at: 0, status: 'COMPLETE', entries: 3 },
          { at: 1, entries: 4 },
        ],
        page: (page) => ({ ...page, total_logs: 4 }),
        answer: ({ name, nth }) =>
          (nth === 2 && name === 'logs') || (nth === 1 && name === 'run')
            ? httpError(429, { headers })
            : undefined,
      },
      { started: attachTo(RUN_ID) },
    );
    expect(end.outcome).toBe('succeeded');
    const [, refused = 0, next = 0] = client.times('logs');
    expect(next - refused).toBeGreaterThanOrEqual(7_000);
    const [first = 0, again = 0] = client.times('run');
    expect(again - first).toBeGreaterThanOrEqual(7_000);
  });
});
