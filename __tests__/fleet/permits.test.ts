/** The permits with which the sessions of a fleet send their requests, over the clock (contract 13). */
import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Permits, type Granted, type ListPage, type Wanted } from '../../src/fleet/scheduling/permits.ts';
import { TooLate } from '../../src/fleet/scheduling/refused.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

type ReadList = (skip: number, granted: Granted) => Promise<ListPage>;

const OK = { refused: null, unsent: false } as const;
const NEVER = new AbortController().signal;

function setUp(readList: ReadList = () => Promise.resolve(null)) {
  const clock = new VirtualClock();
  const read: [skip: number, at: number][] = [];
  const permits = new Permits({
    ...{ clock, random: () => 0.5, share: { siblings: 1, index: 0 } },
    readList: (skip, granted) => {
      read.push([skip, clock.elapsed]);
      return readList(skip, granted);
    },
  });
  const wanted = (inMs = 0): Wanted => ({
    ...{
      purpose: inMs === 0 ? 'start' : 'look',
      category: 'standard',
      runId: null,
      meaning: 'active',
      logDueAt: Infinity,
      lastAt: Infinity,
    },
    ...{ since: clock.now(), dueAt: clock.now() + inMs },
  });
  /** Asks for a permit, due in some time. Resolves to the permit and to when it came. */
  const ask = async (inMs = 0, { signal = NEVER, leftMs = 3_600_000 } = {}) => {
    const granted = await permits.ask(wanted(inMs), { signal, deadline: clock.now() + leftMs });
    return { granted, at: clock.elapsed };
  };
  /** So many permits, whose requests are answered at once. */
  const spend = async (count: number): Promise<void> => {
    const made = await Promise.all(
      Array.from({ length: count }, () => permits.ask(wanted(), { signal: NEVER, deadline: Infinity })),
    );
    for (const granted of made) granted.done(OK);
  };
  return { clock, permits, read, wanted, ask, spend };
}

describe('a permit', () => {
  it('is granted immediately if there is room, and leaves no timer running', async () => {
    const { ask, clock, permits } = setUp();
    expect((await ask()).at).toBe(0);
    expect([permits.queued, clock.slept]).toEqual([0, []]);
  });

  it('is granted when it is due, regardless of the order of requests', async () => {
    const { ask, permits, clock } = setUp();
    const asked = [ask(10_000), ask(5_000), ask(7_000)];
    expect(permits.queued).toBe(3);
    expect((await Promise.all(asked)).map(({ at }) => at)).toEqual([10_000, 5_000, 7_000]);
    expect([permits.queued, clock.slept]).toEqual([0, [5_000, 2_000, 3_000]]);
  });

  it('waits for the rate limit, counted from the responses', async () => {
    const { ask, spend } = setUp();
    await spend(60);
    expect((await ask()).at).toBe(60_000);
  });

  it('is not granted while 60 requests are in flight', async () => {
    const { ask, clock } = setUp();
    const made = await Promise.all(Array.from({ length: 60 }, () => ask()));
    const next = ask();
    clock.after(30_000, () => made[7]?.granted.done({ ...OK, unsent: true }));
    expect((await next).at).toBe(30_000);
  });

  it('counts once, even if it is returned twice', async () => {
    const { ask, clock } = setUp();
    const made = await Promise.all(Array.from({ length: 60 }, () => ask()));
    const end = (): void => made.forEach(({ granted }) => granted.done(OK));
    end();
    clock.after(30_000, end);
    expect((await ask()).at).toBe(60_000);
  });

  it("is granted after a refusal when the service's wait and half an interval are over", async () => {
    const { ask } = setUp();
    const { granted } = await ask();
    granted.done({ refused: { floorMs: 30_000 }, unsent: false });
    expect((await ask()).at).toBeCloseTo(30_000 + (0.5 * 60_000) / 45);
  });
});

describe('a request that waits', () => {
  it('is rejected at its deadline', async () => {
    const { ask, clock, permits } = setUp();
    const failed: [unknown, number][] = [];
    const asked = [20_000, 15_000].map((leftMs) =>
      ask(60_000, { leftMs }).catch((error: unknown) => failed.push([error, clock.elapsed])),
    );
    await Promise.all(asked);
    expect(failed.map(([, at]) => at)).toEqual([15_000, 20_000]);
    expect(failed[0]?.[0]).toBeInstanceOf(TooLate);
    expect(failed[0]?.[0]).toMatchObject({
      name: 'TooLate',
      message: 'the time was up before the request could be sent',
    });
    expect(permits.queued).toBe(0);
    await expect(ask(0, { leftMs: 0 })).rejects.toBeInstanceOf(TooLate);
  });

  it('is rejected as soon as it is clear that it cannot be sent in time, if it is impatient', async () => {
    const { permits, wanted, clock } = setUp();
    const inFlight = await Promise.all(
      Array.from({ length: 60 }, () => permits.ask(wanted(), { signal: NEVER, deadline: Infinity })),
    );
    const ends: [leftMs: number, end: string, at: number][] = [];
    const ask = (leftMs: number, impatient: boolean): Promise<unknown> =>
      permits.ask(wanted(), { signal: NEVER, deadline: clock.now() + leftMs, impatient }).then(
        () => ends.push([leftMs, 'granted', clock.elapsed]),
        (error: unknown) => ends.push([leftMs, error instanceof TooLate ? 'too late' : 'other', clock.elapsed]),
      );
    // Until a response arrives, any request in flight may turn out not to have been sent.
    clock.after(500, () => inFlight.slice(1).forEach((granted) => granted.done(OK)));
    clock.after(700, () => inFlight[0]?.done({ ...OK, unsent: true }));
    await Promise.all([ask(600, false), ask(1_200, true), ask(60_500, true), ask(60_501, true)]);
    expect(ends).toEqual([
      [1_200, 'too late', 500],
      [60_500, 'too late', 500],
      [600, 'too late', 600],
      [60_501, 'granted', 700],
    ]);
  });

  it('is rejected by the signal and uses no permit', async () => {
    const { ask, permits } = setUp();
    const stop = new AbortController();
    const waiting = ask(10_000, { signal: stop.signal });
    const reason = new Error('stop');
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect([permits.queued, getEventListeners(stop.signal, 'abort').length]).toEqual([0, 0]);
    expect((await ask(20_000)).at).toBe(20_000);
  });

  it('leaves no timer running once all that waited are withdrawn', async () => {
    const { ask, clock } = setUp();
    const stop = new AbortController();
    clock.after(5_000, () => stop.abort(new Error('stop')));
    await Promise.allSettled([ask(10_000, { signal: stop.signal }), ask(20_000, { signal: stop.signal })]);
    // The virtual clock moves on as long as a timer is left.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(clock.elapsed).toBe(5_000);
  });

  it('is not granted to another request of the same signal, which is about to be rejected', async () => {
    const { ask, clock } = setUp();
    const stop = new AbortController();
    clock.after(10_000, () => stop.abort(new Error('stop')));
    const ends = await Promise.allSettled([1, 2].map(() => ask(10_000, { signal: stop.signal })));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it("is rejected with an Error even if the signal's reason is not one", async () => {
    const { ask } = setUp();
    const stop = new AbortController();
    const waiting = ask(10_000, { signal: stop.signal });
    stop.abort('enough');
    await expect(waiting).rejects.toMatchObject({ message: 'aborted', cause: 'enough' });
  });

  it('is not queued if the signal is already aborted', () => {
    const { permits, wanted } = setUp();
    const reason = new Error('stop');
    expect(() => permits.ask(wanted(), { signal: AbortSignal.abort(reason), deadline: Infinity })).toThrow(reason);
    expect(permits.queued).toBe(0);
  });

  it('stops listening to its signal when it is granted', async () => {
    const { ask } = setUp();
    const { signal } = new AbortController();
    await ask(0, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('the list of runs', () => {
  it('includes the runs that are followed', () => {
    const { permits, clock } = setUp();
    permits.follow(5, true);
    permits.follow(6, false);
    expect(permits.listing).toMatchObject({ mode: 'untried', created: 1 });
    expect(permits.listing.runs.get(5)).toMatchObject({
      place: -1,
      meaning: null,
      at: clock.now(),
      startedAt: clock.now(),
    });
    permits.saw(5, 'success');
    expect(permits.listing.runs.get(5)).toMatchObject({ meaning: 'success', at: clock.now() });
    permits.leave(5);
    expect([...permits.listing.runs.keys()]).toEqual([6]);
  });

  const followed: Permits[] = [];
  function follow({ permits }: ReturnType<typeof setUp>): void {
    followed.push(permits);
    for (const runId of [1, 2, 3]) permits.follow(runId, true);
  }
  // Otherwise the list would be read for ever.
  afterEach(() => {
    for (const permits of followed.splice(0)) for (const runId of [1, 2, 3]) permits.leave(runId);
  });

  it('is read repeatedly while it contains followed runs', async () => {
    const made = setUp(() => Promise.resolve([1, 2, 3].map((id) => ({ id, meaning: 'active' as const }))));
    follow(made);
    await made.ask(60_000);
    expect(made.read.length).toBeGreaterThan(3);
    expect(made.read.every(([skip]) => skip === 0)).toBe(true);
    expect(made.permits.listing.mode).toBe('there');
    expect(made.permits.listing.runs.get(2)?.meaning).toBe('active');
  });

  it('is not read by two requests at the same time', async () => {
    const made = setUp(() => new Promise(() => undefined));
    follow(made);
    await made.ask(60_000);
    expect(made.read).toHaveLength(1);
  });

  it('is not read again if the service has none', async () => {
    const made = setUp(() => Promise.resolve('absent'));
    follow(made);
    await made.ask(60_000);
    expect([made.read.length, made.permits.listing.mode]).toEqual([1, 'absent']);
  });

  it('is read again if it could not be read', async () => {
    const made = setUp();
    follow(made);
    await made.ask(60_000);
    expect(made.read.length).toBeGreaterThan(1);
    expect(made.permits.listing.mode).not.toBe('absent');
  });

  const unsent = { refused: null, unsent: true } as const;
  const absent: ReadList = () => Promise.resolve('absent');
  const absentAndUnsent: ReadList = (skip, granted) => {
    granted.done(unsent);
    return absent(skip, granted);
  };

  /** How many requests are granted without waiting, after the list was read once. */
  async function room(made: ReturnType<typeof setUp>): Promise<number> {
    follow(made);
    (await made.ask(10_000)).granted.done(unsent);
    expect(made.read).toHaveLength(1);
    let count = 0;
    const options = { signal: NEVER, deadline: Infinity };
    for (let asked = 0; asked < 70; asked += 1) void made.permits.ask(made.wanted(), options).then(() => (count += 1));
    // One turn for the decision, one for the grants.
    await Promise.resolve();
    await Promise.resolve();
    return count;
  }

  it('counts as one request, unless it was not sent', async () => {
    expect(await room(setUp(absent))).toBe(59);
    expect(await room(setUp(absentAndUnsent))).toBe(60);
  });

  it('is a request of its own beside those of the sessions', async () => {
    const made = setUp(absentAndUnsent);
    await made.ask();
    expect(await room(made)).toBe(59);
  });
});
