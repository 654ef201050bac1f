/** Edge cases of the last reads. The normal cases are in `follow.test.ts` (contract 4.4, 2.3). */
import { describe, expect, it } from '@jest/globals';
import { follow } from '../../src/run/follow.ts';
import { drainLog, readFinal } from '../../src/run/last-reads.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { attachTo } from '../../src/run/start.ts';
import { createClassifier } from '../../src/run/status.ts';
import { Turn } from '../../src/run/turn.ts';
import {
  actions,
  entry,
  finalAnswer,
  httpError,
  linkError,
  MemoryClient,
  RUN_ID,
  type ServiceScript,
} from '../support/memory-client.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

function turnOf(script: ServiceScript, timeoutMs = 600_000) {
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, script);
  const started = attachTo(RUN_ID);
  const events: RunEvent[] = [];
  const turn = new Turn(
    {
      client,
      clock,
      random: () => 0.5,
      classify: createClassifier({ successStatuses: [], failureStatuses: [] }),
      call: { signal: new AbortController().signal, deadline: clock.start + timeoutMs },
      pace: { siblings: 1, index: 0, fixedMs: null },
      baseUrl: 'https://agents.example.com',
      orgId: 1,
    },
    started,
    (event) => void events.push(event),
  );
  EMITTED.set(turn, events);
  return { turn, clock, client };
}

const EMITTED = new WeakMap<Turn, RunEvent[]>();

/** The events that the work on the turn emits. */
async function eventsOf(turn: Turn, work: Promise<unknown>): Promise<RunEvent[]> {
  const events = EMITTED.get(turn) ?? [];
  events.length = 0;
  await work;
  return [...events];
}

async function followed({ options, started }: Turn): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  await follow(options, started, (event) => void events.push(event));
  return events;
}

const counted = (events: readonly RunEvent[]): number => events.filter(({ type }) => type === 'entry').length;
const warned = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));

const FOUR = [...actions(3), finalAnswer(3)];

describe('drain', () => {
  it('reads nothing if the log is complete and contains the answer', async () => {
    const { turn, client } = turnOf({ entries: FOUR });
    await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    const { length } = client.calls;
    expect(await eventsOf(turn, drainLog(turn, { more: false, agrees: true }))).toEqual([]);
    expect(client.calls).toHaveLength(length);
  });

  it('polls a log without an answer twice within its grace period of 2 seconds', async () => {
    const { turn, clock, client } = turnOf({ entries: actions(3) });
    await eventsOf(turn, drainLog(turn, { more: false, agrees: true }));
    expect(clock.elapsed).toBe(2_000);
    expect(client.times('logs')).toEqual([1_000, 2_000]);
  });

  it('shortens that period if the final read would have no time left, without reporting missing entries', async () => {
    const { turn, clock, client } = turnOf({ entries: actions(3) }, 2_500);
    await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect(clock.elapsed).toBe(1_500);
    const short = turnOf({ entries: actions(3) }, 900);
    expect(await eventsOf(short.turn, drainLog(short.turn, { more: false, agrees: true }))).toEqual([]);
    expect([short.client.calls, client.times('logs')]).toEqual([[], [0, 1_000, 1_500]]);
  });

  it('reports nothing about a complete log if a minimum wait leaves no time for late entries', async () => {
    const { turn } = turnOf({ entries: actions(3) }, 60_000);
    turn.reader.refused(httpError(429, { headers: { 'retry-after': '70' } }));
    expect(await eventsOf(turn, drainLog(turn, { more: false, agrees: true }))).toEqual([]);
  });

  it('never gives up because of temporary failures', async () => {
    const { turn, clock } = turnOf({ entries: FOUR, answer: ({ at }) => (at < 20_000 ? httpError(429) : undefined) });
    const events = await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect(counted(events)).toBe(4);
    expect(warned(events)).toEqual([]);
    expect(clock.elapsed).toBeLessThan(30_000);
  });

  it('finishes a full scan that is in progress when the time without progress is up', async () => {
    const inPlace = Array.from({ length: 238 }, (_, index) => entry(100 + index));
    // Until second 28, late entries are inserted at the front and disturb each reading of three pages.
    const log = (at: number) => [...actions(Math.min(14, Math.floor(at / 2_000))), ...inPlace, finalAnswer(400)];
    const { turn, clock } = turnOf({
      answer: async ({ skip }) => {
        await clock.sleep(2_500);
        return { logs: log(clock.elapsed).slice(skip, skip + 100), total_logs: null };
      },
    });
    const events = await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect(counted(events)).toBe(253);
    expect(warned(events)).toEqual([]);
    expect(clock.elapsed).toBeGreaterThan(32_500);
  });

  it('does not restart a full scan then', async () => {
    const inPlace = Array.from({ length: 238 }, (_, index) => entry(1_000 + index));
    const log = (at: number) => [...actions(Math.floor(at / 2_000)), ...inPlace, finalAnswer(2_000)];
    const { turn, clock } = turnOf({
      answer: async ({ skip }) => {
        await clock.sleep(2_500);
        return { logs: log(clock.elapsed).slice(skip, skip + 100), total_logs: null };
      },
    });
    expect(warned(await eventsOf(turn, drainLog(turn, { more: true, agrees: false })))).toHaveLength(1);
    expect(clock.elapsed).toBeLessThan(45_000);
  });

  it('takes the result from the page that shows that the pages contradict each other', async () => {
    const { turn } = turnOf({
      answer: ({ name, nth }) =>
        name === 'run' || nth > 8
          ? httpError(500)
          : {
              // The third full scan of two pages ends with the eighth page.
              ...{ status: 'COMPLETE', result: nth === 8 ? 'Done.' : null, total_logs: 500 },
              logs: Array.from({ length: 100 }, (_, index) => entry(index, { thought: `${nth}/${index}` })),
            },
    });
    expect(warned(await eventsOf(turn, drainLog(turn, { more: true, agrees: false })))).toHaveLength(1);
    expect(turn.record.result).toBe('Done.');
  });

  it('ends 30 seconds after the last progress', async () => {
    const entries = [...FOUR, ...Array.from({ length: 6 }, (_, index) => entry(10 + index))];
    const { turn, clock } = turnOf({
      entries,
      moments: [
        { at: 0, entries: 4 },
        { at: 25_000, entries: 5 },
      ],
      page: (page) => ({ ...page, total_logs: 10 }),
    });
    const events = await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect(counted(events)).toBe(5);
    expect(clock.elapsed).toBeGreaterThanOrEqual(55_000);
    expect(clock.elapsed).toBeLessThan(61_000);
    expect(warned(events)).toEqual(['The log is incomplete: 5 entries of this turn received, 5 more announced.']);
  });

  it('does not poll at the deadline', async () => {
    const { turn, clock, client } = turnOf({ entries: FOUR, page: (page) => ({ ...page, total_logs: 9 }) }, 3_000);
    await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect(clock.elapsed).toBeLessThanOrEqual(3_000);
    expect(Math.max(...client.times('logs'))).toBeLessThan(3_000);
  });
});

describe('polls while draining', () => {
  /** When it polls, relative to its start, if an entry is missing from the log. */
  const looksOf = async (script: ServiceScript, timeoutMs?: number) => {
    const page = (fields: Readonly<Record<string, unknown>>) => ({ ...fields, status: 'COMPLETE', total_logs: 9 });
    const { turn, clock, client } = turnOf({ page, ...script }, timeoutMs);
    const events = await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect(new Set(client.names())).toEqual(new Set(['logs']));
    return { looks: client.times('logs'), events, clock };
  };
  const refusal = (status: number, seconds: number) => httpError(status, { headers: { 'retry-after': `${seconds}` } });

  it('follow without a pause while there is more', async () => {
    const { turn, clock, client } = turnOf({ entries: [...actions(250), finalAnswer(250)] });
    await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect([client.times('logs'), clock.slept]).toEqual([[0, 0, 0], []]);
  });

  it('become less frequent while there is no progress, down to one in four seconds, and then end', async () => {
    const { looks, clock } = await looksOf({ entries: FOUR });
    // An inconsistent total causes a full scan, immediately if it is new.
    const again = [0, 7_000];
    const rare = [7_000, 11_000, 15_000, 19_000, 23_000, 27_000];
    expect(looks).toEqual([0, 1_000, 3_000, ...rare, 30_000, ...again].sort((a, b) => a - b));
    expect(clock.elapsed).toBe(30_000);
  });

  it('become frequent again after new entries', async () => {
    const { looks } = await looksOf({
      entries: [...FOUR, entry(4)],
      moments: [
        { at: 0, entries: 4 },
        { at: 6_000, entries: 5 },
      ],
    });
    expect(looks.slice(4, 8)).toEqual([7_000, 7_000, 8_000, 10_000]);
  });

  it('also become less frequent while the log fails, and failures do not extend the time', async () => {
    const { looks, clock } = await looksOf({ answer: () => httpError(503) });
    const rare = [7_000, 11_000, 15_000, 19_000, 23_000, 27_000];
    expect(looks).toEqual([0, 1_000, 3_000, ...rare, 30_000]);
    expect(clock.elapsed).toBe(30_000);
  });

  it('end with the deadline', async () => {
    const { looks, clock } = await looksOf({ entries: FOUR }, 5_000);
    expect(looks.at(-1)).toBe(3_000);
    expect(clock.elapsed).toBe(3_000);
  });

  it('respect the minimum wait of a failure', async () => {
    const { looks } = await looksOf({ entries: FOUR, answer: ({ at }) => (at < 8_000 ? refusal(503, 8) : undefined) });
    expect(looks.slice(0, 2)).toEqual([0, 8_000]);
  });

  it('restart the time limit after each of five consecutive 429 responses', async () => {
    const { looks, clock } = await looksOf({ answer: () => refusal(429, 10) });
    expect(looks).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map((look) => look * 10_000));
    expect(clock.elapsed).toBe(80_000);
  });

  it('reset the count of 429 responses after new entries', async () => {
    const { events } = await looksOf({
      entries: [...FOUR, ...Array.from({ length: 5 }, (_, index) => entry(10 + index))],
      moments: [
        { at: 0, entries: 4 },
        { at: 100_000, entries: 9 },
      ],
      answer: ({ nth }) => (nth !== 5 && nth < 10 ? refusal(429, 25) : undefined),
    });
    expect(counted(events)).toBe(9);
  });

  it.each([49, 50, 51])('end if a minimum wait of %i seconds leaves no time for another', async (seconds) => {
    const { looks, clock, events } = await looksOf({ answer: () => refusal(429, seconds) }, 50_000);
    expect(looks).toEqual(seconds < 50 ? [0, 49_000] : [0]);
    expect(clock.elapsed).toBe(seconds < 50 ? 49_000 : 0);
    expect(warned(events)).toHaveLength(1);
  });
});

describe('a drain', () => {
  /** The log fails until the reader gives it up. */
  async function left(script: ServiceScript) {
    const setting = turnOf({
      ...script,
      answer: (call) => (call.name === 'logs' && call.nth === 1 ? httpError(400) : script.answer?.(call)),
    });
    const look = await setting.turn.reader.look(setting.turn.options.call);
    expect(look.kind).toBe('run');
    return setting;
  }

  it('retries a log that was given up once', async () => {
    const { turn, client, clock } = await left({
      answer: ({ name }) => (name === 'logs' ? httpError(400) : undefined),
    });
    const events = await eventsOf(turn, drainLog(turn, { more: false, agrees: false }));
    expect(client.names()).toEqual(['logs', 'run', 'logs']);
    expect(clock.elapsed).toBeLessThan(1_000);
    expect(warned(events)).toEqual(['The end of the log could not be read; 0 entries of this turn received.']);
  });

  it('retries a log that was given up until there is a response other than 429', async () => {
    const { turn, client } = await left({
      entries: FOUR,
      answer: ({ name, nth }) =>
        name === 'logs' && nth <= 3 ? httpError(429, { headers: { 'retry-after': '1' } }) : undefined,
    });
    const events = await eventsOf(turn, drainLog(turn, { more: false, agrees: false }));
    expect([counted(events), warned(events)]).toEqual([4, []]);
    expect(client.times('logs')).toHaveLength(4);
  });

  it.each(['headers_timeout', 'reset'] as const)(
    'tries a log that was left once, where it fails by %s',
    async (kind) => {
      const { turn, client } = await left({
        answer: ({ name }) => (name === 'logs' ? linkError(kind) : undefined),
      });
      await eventsOf(turn, drainLog(turn, { more: false, agrees: false }));
      // A lost connection does not mean that the log is the cause.
      expect(client.times('logs').length > 2).toBe(kind === 'reset');
    },
  );

  it.each([
    ['never could be read', () => httpError(400), 1],
    ['could be read once', ({ nth }: { readonly nth: number }) => (nth > 1 ? httpError(400) : undefined), 2],
  ] as const)('says whether the end is missing of a log that %s, after it was said to be away', async (...given) => {
    const [, answer, warnings] = given;
    const { turn } = turnOf({
      entries: actions(2),
      moments: [
        { at: 0, status: 'ACTIVE', entries: 2 },
        { at: 30_000, status: 'COMPLETE' },
      ],
      answer: (call) => (call.name === 'logs' ? answer(call) : undefined),
    });
    expect(warned(await followed(turn))).toHaveLength(warnings);
  });

  it('continues with a log that was given up and works again, even after a failure', async () => {
    const { turn } = await left({
      entries: FOUR,
      moments: [
        { at: 0, entries: 2 },
        { at: 5_000, entries: 4 },
      ],
      page: (page) => ({ ...page, total_logs: 4 }),
      answer: ({ name, nth }) => (name === 'logs' && nth === 3 ? httpError(400) : undefined),
    });
    const events = await eventsOf(turn, drainLog(turn, { more: false, agrees: false }));
    expect([counted(events), warned(events)]).toEqual([4, []]);
  });

  it('continues with a log that has just begun to fail', async () => {
    const { turn } = turnOf({ entries: FOUR, answer: ({ nth }) => (nth === 1 ? httpError(400) : undefined) });
    const events = await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect([counted(events), warned(events)]).toEqual([4, []]);
  });

  it('returns a redirect, and nothing else', async () => {
    const { turn, client } = turnOf({ answer: () => httpError(302) });
    expect(await drainLog(turn, { more: true, agrees: false })).toMatchObject({ status: 302 });
    expect(client.calls).toHaveLength(1);
    const through = turnOf({ entries: FOUR, answer: ({ nth }) => (nth === 1 ? httpError(500) : undefined) });
    expect(await drainLog(through.turn, { more: true, agrees: false })).toBeNull();
  });

  it('reports how many more entries there are than announced', async () => {
    const { turn } = turnOf({ entries: FOUR, page: (page) => ({ ...page, total_logs: 3 }) });
    const events = await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect(warned(events)).toEqual([
      'The log has 1 entry more than the service announced; what was received (4 entries) is kept.',
    ]);
  });
});

/** The client's rate limit leaves no room before second 40, and then the first read fails. */
function held() {
  const script: ServiceScript = {
    entries: FOUR,
    answer: async ({ nth }) => {
      await clock.sleep(delay());
      return nth === 1 ? httpError(503) : undefined;
    },
  };
  const { turn, clock, client } = turnOf(script);
  const delay = (): number => Math.max(0, 40_000 - clock.elapsed);
  Object.assign(client, { readDelay: delay });
  return { turn, client };
}

describe('waiting for the rate limit of the client itself', () => {
  it('does not count as a lack of progress: the log is still read', async () => {
    const { turn } = held();
    const events = await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect([counted(events), warned(events)]).toEqual([4, []]);
  });

  it('leaves one request for the final read', async () => {
    const { turn, client, clock } = turnOf({ entries: FOUR });
    // The limit allows one request now, and two from 9 s on.
    const readDelay = (reserve = 0): number => (reserve === 0 ? 0 : Math.max(0, 9_000 - clock.elapsed));
    Object.assign(client, { readDelay });
    await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    expect(client.times('logs')).toEqual([9_000]);
  });

  it('does not reduce the time for the final read', async () => {
    const { turn, client } = held();
    expect(warned(await eventsOf(turn, readFinal(turn, 'failed')))).toEqual([]);
    expect(client.times('run')[0]).toBe(40_000);
    expect(client.times('run').length).toBeGreaterThan(1);
  });
});

describe('readFinal', () => {
  it.each(['RUNNING', 'ODD'])('ignores a status that is not terminal: %s', async (status) => {
    const { turn } = turnOf({ moments: [{ at: 0, status }] });
    expect(await eventsOf(turn, readFinal(turn, 'succeeded'))).toMatchObject([{ type: 'status', status: null }]);
  });

  it.each([
    [29, [0, 29_000]],
    [30, [0]],
  ])(
    'respects a minimum wait of %i seconds, even if that leaves no time for another attempt',
    async (seconds, reads) => {
      const error = httpError(503, { headers: { 'retry-after': `${seconds}` } });
      const { turn, client, clock } = turnOf({ answer: () => error });
      await eventsOf(turn, readFinal(turn, 'succeeded'));
      expect(client.times('run')).toEqual(reads);
      expect(clock.elapsed).toBeLessThan(30_000);
    },
  );

  it('waits out the rate limit, for up to three minutes in all', async () => {
    const told = (times: number, seconds: number) =>
      turnOf({
        moments: [{ at: 0, status: 'COMPLETE', result: 'Fixed it.' }],
        answer: ({ nth }) =>
          nth > times ? undefined : httpError(429, { headers: { 'retry-after': String(seconds) } }),
      });
    const once = told(2, 70);
    expect(warned(await eventsOf(once.turn, readFinal(once.turn, 'succeeded')))).toEqual([]);
    expect([once.turn.record.result, once.client.times('run')]).toEqual(['Fixed it.', [0, 70_000, 140_000]]);
    const ever = told(Infinity, 70);
    expect(warned(await eventsOf(ever.turn, readFinal(ever.turn, 'succeeded')))).toHaveLength(1);
    expect(ever.client.times('run')).toEqual([0, 70_000, 140_000]);
    const unstated = turnOf({ answer: () => httpError(429) });
    expect(warned(await eventsOf(unstated.turn, readFinal(unstated.turn, 'succeeded')))).toHaveLength(1);
    expect(unstated.clock.elapsed).toBeGreaterThan(100_000);
    expect(unstated.clock.elapsed).toBeLessThan(240_000);
  });

  it('returns a redirect', async () => {
    const { turn, clock } = turnOf({ answer: () => httpError(302) });
    expect(await readFinal(turn, 'succeeded')).toMatchObject({ status: 302 });
    expect(clock.elapsed).toBe(0);
  });

  it('does not retry a permanent failure', async () => {
    const { turn, client } = turnOf({ answer: () => httpError(403) });
    expect(warned(await eventsOf(turn, readFinal(turn, 'succeeded')))).toEqual([
      'The final result could not be read from the service; the log has everything that was received.',
    ]);
    expect(client.times('run')).toEqual([0]);
  });

  it('does not wait for an attempt at the deadline', async () => {
    const { turn, client, clock } = turnOf({ answer: () => httpError(503) }, 3_000);
    await eventsOf(turn, readFinal(turn, 'succeeded'));
    expect([client.times('run'), clock.elapsed]).toEqual([[0, 1_000], 1_000]);
  });

  it.each([
    ['succeeded', [0, 500, 1_500, 3_500, 7_500, 10_000]],
    ['failed', [0, 500, 1_500, 2_000]],
  ] as const)('asks again while the result of a run that %s is null', async (outcome, reads) => {
    const { turn, client } = turnOf({ moments: [{ at: 0, status: 'COMPLETE' }] });
    await eventsOf(turn, readFinal(turn, outcome));
    expect(client.times('run')).toEqual(reads);
  });

  it('does not retry once there is a result, or if the log contains it', async () => {
    const late = turnOf({
      moments: [
        { at: 0, status: 'COMPLETE' },
        { at: 3_000, result: 'Fixed it.' },
      ],
    });
    expect(await eventsOf(late.turn, readFinal(late.turn, 'succeeded'))).toContainEqual(
      expect.objectContaining({ type: 'answer', result: 'Fixed it.' }),
    );
    expect(late.client.times('run')).toEqual([0, 500, 1_500, 3_500]);
    const told = turnOf({ entries: FOUR });
    await eventsOf(told.turn, drainLog(told.turn, { more: true, agrees: false }));
    const { length } = told.client.calls;
    await eventsOf(told.turn, readFinal(told.turn, 'succeeded'));
    expect(told.client.names().slice(length)).toEqual(['run']);
  });

  it('reports a status or an address that only this read shows', async () => {
    const { turn } = turnOf({ moments: [{ at: 0, status: 'COMPLETED' }] });
    expect(await eventsOf(turn, readFinal(turn, 'succeeded'))).toMatchObject([{ type: 'status', status: 'COMPLETED' }]);
  });

  it.each([
    ['10 seconds when the log tells the result', FOUR, 10_000, 0],
    ['30 seconds when nothing else does', actions(3), 30_000, 1],
  ] as const)('waits up to %s', async (...[, entries, patience, warnings]) => {
    const { turn, clock, client } = turnOf({
      entries,
      answer: ({ name }) => (name === 'run' ? httpError(503) : undefined),
    });
    await eventsOf(turn, drainLog(turn, { more: true, agrees: false }));
    const from = clock.elapsed;
    const events = await eventsOf(turn, readFinal(turn, 'succeeded'));
    expect(clock.elapsed - from).toBeLessThanOrEqual(patience);
    expect(client.times('run').length).toBeGreaterThan(2);
    expect(warned(events)).toHaveLength(warnings);
  });

  it('rethrows bugs', async () => {
    const bug = new RangeError('a bug');
    const { turn } = turnOf({
      answer: () => {
        throw bug;
      },
    });
    await expect(eventsOf(turn, readFinal(turn, 'succeeded'))).rejects.toBe(bug);
  });
});
