/** Waiting and the single deadline (contract 2.4, 3.2, 5): the waits between polls, and the last poll. */
import { describe, expect, it } from '@jest/globals';
import { follow } from '../../src/run/follow.ts';
import { attachTo, type Started } from '../../src/run/start.ts';
import { createClassifier } from '../../src/run/status.ts';
import { entry, httpError, MemoryClient, RUN_ID, WEB_URL, type ServiceScript } from '../support/memory-client.ts';
import { foldedRun } from '../support/folded-run.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const ATTACHED: Started = { ...attachTo(RUN_ID), webUrl: WEB_URL };
const CREATED: Started = { ...ATTACHED, mode: 'created', status: 'ACTIVE' };
const WORKING: ServiceScript = { entries: [entry(0)], moments: [{ at: 0, status: 'ACTIVE' }] };

async function play(
  script: ServiceScript,
  setting: { readonly started: Started; readonly timeoutMs: number; readonly fixedMs: number },
) {
  const { started, timeoutMs, fixedMs } = setting;
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, script);
  const { events, emit, turn } = foldedRun();
  const end = await follow(
    {
      client,
      clock,
      turn,
      random: () => 0.5,
      classify: createClassifier({ successStatuses: [], failureStatuses: [] }),
      call: { signal: new AbortController().signal, deadline: clock.start + timeoutMs },
      pace: { siblings: 1, fixedMs },
      baseUrl: 'https://agents.example.com',
      orgId: 1,
    },
    started,
    emit,
  );
  const waits = events.flatMap((event) => (event.type === 'waiting' ? [event] : []));
  return { waits, end, client, clock };
}

describe('a wait', () => {
  it('is reported with its length and the time since the start', async () => {
    const { waits, client } = await play(WORKING, { started: CREATED, timeoutMs: 60_000, fixedMs: 8_000 });
    const looks = client.times('logs');
    expect(looks.length).toBeGreaterThan(4);
    let elapsedMs = 0;
    for (const [index, wait] of waits.entries()) {
      expect(wait).toEqual({ type: 'waiting', waitMs: expect.any(Number), elapsedMs });
      elapsedMs += wait.waitMs;
      if (index < looks.length) expect(looks[index]).toBe(elapsedMs);
    }
    expect(elapsedMs).toBe(60_000);
  });

  it('is not reported if it is 0: an attached run is polled immediately', async () => {
    const { waits, clock, client } = await play(WORKING, { started: ATTACHED, timeoutMs: 60_000, fixedMs: 8_000 });
    expect(client.times('logs')[0]).toBe(0);
    expect(waits.every(({ waitMs }) => waitMs > 0)).toBe(true);
    expect(waits[0]).toMatchObject({ elapsedMs: 0 });
    expect(clock.slept.every((ms) => ms > 0)).toBe(true);
  });
});

describe('the last poll', () => {
  const lastLookOf = async (timeoutMs: number, fixedMs: number): Promise<number | undefined> => {
    const { client, clock, end } = await play(WORKING, { started: ATTACHED, timeoutMs, fixedMs });
    expect(end.outcome).toBe('timed_out');
    expect(clock.elapsed).toBe(timeoutMs);
    return client.times('logs').at(-1);
  };

  it('is sent 1.5 seconds before the deadline if the next one would be later', async () => {
    expect(await lastLookOf(100_000, 60_000)).toBe(98_500);
  });

  it('is also sent then if the next one would be exactly at the deadline', async () => {
    const [, second = 0] = (
      await play(WORKING, { started: ATTACHED, timeoutMs: 100_000, fixedMs: 9_000 })
    ).client.times('logs');
    expect(second).toBeGreaterThan(8_000);
    expect(await lastLookOf(second, 9_000)).toBe(second - 1_500);
  });

  it('is the first one if less time than that is left', async () => {
    expect(await lastLookOf(1_500, 9_000)).toBe(0);
    expect(await lastLookOf(1_000, 9_000)).toBe(0);
  });

  it.each([
    [0, 0],
    [0.5, 0],
    [1, 2],
  ])('with %d ms left: %i requests', async (timeoutMs, looks) => {
    const { client, end } = await play(WORKING, { started: ATTACHED, timeoutMs, fixedMs: 9_000 });
    expect([client.calls.length, end.outcome]).toEqual([looks, 'timed_out']);
  });
});

it.each([249, 1_000, 9_000])(
  'the run itself is read once before the time is up, with a poll every %i ms',
  async (fixedMs) => {
    const { client, end } = await play(WORKING, { started: ATTACHED, timeoutMs: 20_000, fixedMs });
    expect([end.outcome, client.times('run').length]).toEqual(['timed_out', 1]);
    expect(client.times('run')[0]).toBeGreaterThanOrEqual(18_500);
  },
);

it('a redirect of that read ends the turn', async () => {
  const answer: ServiceScript['answer'] = ({ name }) => (name === 'run' ? httpError(302) : undefined);
  const { end } = await play({ ...WORKING, answer }, { started: ATTACHED, timeoutMs: 20_000, fixedMs: 9_000 });
  expect(end.failure?.code).toBe('bad_response');
});

describe('the minimum wait after a 429', () => {
  /** The log never contains the status, so the first poll reads the run too, and that is refused. */
  const looksOf = async (seconds: number, timeoutMs: number, fixedMs = 3_000): Promise<readonly number[]> => {
    const script: ServiceScript = {
      entries: [entry(0)],
      moments: [{ at: 0, status: null }],
      answer: ({ name }) => (name === 'run' ? httpError(429, { headers: { 'retry-after': `${seconds}` } }) : undefined),
    };
    const { client, clock } = await play(script, { started: ATTACHED, timeoutMs, fixedMs });
    expect(clock.elapsed).toBe(timeoutMs);
    return client.times('logs');
  };

  it.each([
    ['behind the deadline', 90_000, [0]],
    ['a second before the deadline', 101_000, [0, 100_000]],
    ['just when the last look is', 101_500, [0, 100_000]],
  ])('is kept if it ends %s', async (...[, timeoutMs, looks]) => {
    expect(await looksOf(100, timeoutMs)).toEqual(looks);
  });

  it('does not prevent the last poll if it ends earlier', async () => {
    expect(await looksOf(10, 11_600)).toEqual([0, 10_000]);
    expect(await looksOf(100, 101_500, 600_000)).toEqual([0, 100_000]);
    expect(await looksOf(100, 101_499, 600_000)).toEqual([0, 100_000]);
    expect(await looksOf(100, 100_001, 600_000)).toEqual([0, 100_000]);
    expect(await looksOf(100, 100_000, 600_000)).toEqual([0]);
  });

  it('precedes the last poll, without the jitter added to it', async () => {
    const script: ServiceScript = {
      ...WORKING,
      answer: ({ nth }) => (nth === 1 ? httpError(429, { headers: { 'retry-after': '20' } }) : undefined),
    };
    const { client } = await play(script, { started: ATTACHED, timeoutMs: 22_000, fixedMs: 3_000 });
    expect(client.times('logs')).toEqual([0, 20_500]);
  });

  it('does not apply if another response only says when the limit is reset', async () => {
    const script: ServiceScript = {
      ...WORKING,
      answer: ({ nth }) => (nth === 1 ? httpError(502, { headers: { 'x-ratelimit-reset': '59' } }) : undefined),
    };
    const { client } = await play(script, { started: ATTACHED, timeoutMs: 20_000, fixedMs: 3_000 });
    expect(client.times('logs').length).toBeGreaterThan(3);
  });
});
