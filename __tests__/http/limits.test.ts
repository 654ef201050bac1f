/** The limits of the spec (contract 3.1), and the limiter that waits for them (contract 3.2). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ClientLimiter,
  LIMITS,
  limiterDelay,
  limiterDone,
  limiterSent,
  limiterSpacing,
  type Category,
  type Counted,
  type RateLimit,
} from '../../src/http/limits.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** Sends as many requests of a category as allowed at `now`. */
function burst(category: Category, now: number, from: Counted = []): { n: number; state: Counted } {
  let state = from;
  let n = 0;
  while (n < 1000 && limiterDelay(state, category, { now }) === 0) {
    state = limiterSent(state, { category, at: now });
    n += 1;
  }
  return { n, state };
}

describe('the statements of spec section 8', () => {
  it.each([
    ['standard', { requests: 60, windowMs: 30_000 }],
    ['creation', { requests: 10, windowMs: 60_000 }],
    ['setup', { requests: 5, windowMs: 60_000 }],
    ['analysis', { requests: 5, windowMs: 60_000 }],
    ['shared', { requests: 60, windowMs: 60_000 }],
  ] as const)('%s is stated as data', (name, stated) => {
    expect(LIMITS[name]).toMatchObject(stated);
  });

  it.each([
    ['standard', 60],
    ['creation', 10],
    ['setup', 5],
    ['analysis', 5],
  ] as const)(
    '%s: %i requests may go out at once, the next waits for the full 60 seconds',
    (category, requests) => {
      const { n, state } = burst(category, 5000);
      expect(n).toBe(requests);
      expect(limiterDelay(state, category, { now: 5000 })).toBe(60_000);
      expect(limiterDelay(state, category, { now: 64_999 })).toBe(1);
      expect(limiterDelay(state, category, { now: 65_000 })).toBe(0);
    },
  );

  it('waits for room for another request that is to be possible after it', () => {
    const nearly = Array.from({ length: 59 }).reduce<Counted>(
      (state) => limiterSent(state, { category: 'standard', at: 0 }),
      [],
    );
    expect(
      [0, 1].map((reserve) => limiterDelay(nearly, 'standard', { now: 10_000, reserve })),
    ).toEqual([0, 50_000]);
  });

  it('applies the stricter of the two standard limits: 60 requests in 30 s are fine, the 61st waits for 60 s', () => {
    const { state } = burst('standard', 0);
    expect(limiterDelay(state, 'standard', { now: 30_000 })).toBe(30_000);
  });

  it('counts every category against the shared limit', () => {
    expect(new Set<Category>(LIMITS.shared.counts)).toEqual(
      new Set(['creation', 'standard', 'setup', 'analysis']),
    );
    let state: Counted = [];
    for (const category of ['creation', 'setup', 'analysis'] as const) {
      state = burst(category, 0, state).state;
    }
    expect(burst('standard', 0, state).n).toBe(60 - 10 - 5 - 5);
  });
});

describe('the limiter', () => {
  it('does not mutate the state and drops old requests', () => {
    const before: Counted = Object.freeze([{ category: 'standard', at: 0 }] as const);
    const request = { category: 'standard', at: 60_000 } as const;
    expect(limiterSent(before, request)).toEqual([request]);
    expect(before).toHaveLength(1);
  });

  it('counts a request from its end', () => {
    const request = { category: 'creation', at: 1_000 } as const;
    const before = Object.freeze(limiterSent([], request));
    expect(limiterDone(before, request, 1_700)).toEqual([{ category: 'creation', at: 1_700 }]);
    expect(before).toEqual([{ category: 'creation', at: 1_000 }]);
  });

  it('is kept where requests arrive, however long each one takes, and never waits without need', () => {
    const request = fc.record({
      category: fc.constantFrom<Category>('creation', 'standard', 'setup', 'analysis'),
      idleMs: fc.oneof(fc.constant(0), fc.nat(3000)),
      thereMs: fc.nat(900),
      backMs: fc.nat(100),
    });
    const within = (rule: RateLimit, requests: Counted, now: number): number =>
      requests.filter(
        ({ category, at }) => rule.counts.includes(category) && now - at < rule.windowMs,
      ).length;
    fc.assert(
      fc.property(fc.array(request, { minLength: 60, maxLength: 200 }), (requests) => {
        const arrived: Counted[number][] = [];
        let state: Counted = [];
        let now = 0;
        for (const { category, idleMs, thereMs, backMs } of requests) {
          now += idleMs;
          const rules = Object.values<RateLimit>(LIMITS).filter(({ counts }) =>
            counts.includes(category),
          );
          const delay = limiterDelay(state, category, { now });
          if (delay > 0) {
            expect(
              rules.some((rule) => within(rule, state, now + delay - 1) >= rule.requests),
            ).toBe(true);
          }
          now += delay;
          const sent = { category, at: now };
          state = limiterSent(state, sent);
          const at = now + thereMs;
          for (const rule of rules) {
            expect(within(rule, arrived, at)).toBeLessThan(rule.requests);
          }
          arrived.push({ category, at });
          now = at + backMs;
          state = limiterDone(state, sent, now);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the spacing of polls', () => {
  const after = (count: number, at = 0): Counted =>
    Array.from({ length: count }).reduce<Counted>(
      (state) => limiterSent(state, { category: 'standard', at }),
      [],
    );

  it('is 0 while less than half of the budget is used', () => {
    expect(limiterSpacing([], 0)).toBe(0);
    expect(limiterSpacing(after(30), 1000)).toBe(0);
  });

  it('spreads the rest over the remaining window', () => {
    expect(limiterSpacing(after(31), 2000)).toBe(58_000 / 29);
    expect(limiterSpacing(after(60), 2000)).toBe(58_000);
    expect(limiterSpacing(after(60), 60_000)).toBe(0);
  });

  it('prevents a fixed interval of a tenth of a second from stalling for long', () => {
    let state: Counted = [];
    let [now, longest] = [0, 0];
    for (let look = 0; look < 200; look += 1) {
      const wait = Math.max(
        100,
        limiterSpacing(state, now),
        limiterDelay(state, 'standard', { now }),
      );
      longest = Math.max(longest, wait);
      now += wait;
      state = limiterSent(state, { category: 'standard', at: now });
    }
    expect(longest).toBeLessThan(5000);
  });
});

describe('the limiter of a run', () => {
  const call = { signal: new AbortController().signal, deadline: Infinity };

  it.each([
    [true, 30_000, 30_000],
    [true, null, 0],
    [false, 30_000, 0],
  ])(
    'a refusal by a limit (%s) with a wait of %j holds the next request up for %i ms',
    async (throttled, retryAfterMs, expected) => {
      const clock = new VirtualClock();
      const limiter = new ClientLimiter(clock);
      (await limiter.acquire('standard', call)).done({
        throttled,
        retryAfterMs,
        unsent: false,
      });
      await limiter.acquire('creation', call);
      expect(clock.elapsed).toBe(expected);
    },
  );

  it('holds up no longer than the time that a request has', async () => {
    const clock = new VirtualClock();
    const limiter = new ClientLimiter(clock);
    const refused = { throttled: true, retryAfterMs: 3_000_000, unsent: false };
    (await limiter.acquire('standard', call)).done(refused);
    await limiter.acquire('standard', { ...call, deadline: clock.now() + 5_000 });
    expect(clock.elapsed).toBe(5_000);
  });

  it.each([
    [true, 800],
    // The first request may have arrived as late as its response.
    [false, 60_800],
  ])(
    'counts a request from its end, unless it certainly never arrived: %j',
    async (unsent, expected) => {
      const clock = new VirtualClock();
      const limiter = new ClientLimiter(clock);
      for (let sent = 0; sent < 60; sent += 1) {
        const permit = await limiter.acquire('standard', call);
        if (sent === 0) {
          await clock.sleep(800);
        }
        permit.done({ throttled: false, retryAfterMs: null, unsent });
      }
      await limiter.acquire('standard', call);
      expect(clock.elapsed).toBe(expected);
    },
  );
});

describe('the limiter of a run, where two requests wait at once', () => {
  const call = { signal: new AbortController().signal, deadline: Infinity };
  const answered = { throttled: false, retryAfterMs: null, unsent: false };

  /** The first of so many requests is sent alone, the rest a second later. */
  async function sendAll(limiter: ClientLimiter, clock: VirtualClock, count: number) {
    const first = await limiter.acquire('standard', call);
    await clock.sleep(1_000);
    const rest = Array.from({ length: count - 1 }, () => limiter.acquire('standard', call));
    return [first, ...(await Promise.all(rest))];
  }

  it('sends one where there is room for one', async () => {
    const clock = new VirtualClock();
    const limiter = new ClientLimiter(clock);
    await sendAll(limiter, clock, 60);
    const sentAt = [1, 2].map(async () => {
      await limiter.acquire('standard', call);
      return clock.elapsed;
    });
    expect(await Promise.all(sentAt)).toEqual([60_000, 61_000]);
  });

  it('sends none of them before the time that the refusal of another one has asked for', async () => {
    const clock = new VirtualClock();
    const limiter = new ClientLimiter(clock);
    const permits = await sendAll(limiter, clock, 60);
    const waiting = limiter.acquire('standard', call);
    permits.at(-1)?.done({ ...answered, throttled: true, retryAfterMs: 90_000 });
    await waiting;
    expect(clock.elapsed).toBe(91_000);
  });

  it.each([true, false])('tells apart which of them has ended: unsent %j', async (unsent) => {
    const clock = new VirtualClock();
    const limiter = new ClientLimiter(clock);
    const [first] = await sendAll(limiter, clock, 60);
    await clock.sleep(9_000);
    first?.done({ ...answered, unsent });
    if (unsent) {
      await limiter.acquire('standard', call);
    }
    await limiter.acquire('standard', call);
    // The others count from when they were sent.
    expect(clock.elapsed).toBe(61_000);
  });
});

describe('the wait that an answer asks for', () => {
  const call = { signal: new AbortController().signal, deadline: Infinity };
  const answered = { throttled: true, retryAfterMs: null, unsent: false };

  it('is kept, and no later one shortens it', async () => {
    const limiter = new ClientLimiter(new VirtualClock());
    const asked: number[] = [];
    const permits = await Promise.all([1, 2, 3].map(() => limiter.acquire('standard', call)));
    for (const [nth, retryAfterMs] of [30_000, 10_000, 40_000].entries()) {
      permits[nth]?.done({ ...answered, retryAfterMs });
      asked.push(limiter.asked());
    }
    expect(asked).toEqual([30_000, 30_000, 40_000]);
    expect(limiter.delay('standard')).toBe(40_000);
  });

  it('of an outage holds the reads, and no other request', async () => {
    const limiter = new ClientLimiter(new VirtualClock());
    const permit = await limiter.acquire('standard', call);
    permit.done({ ...answered, throttled: false, retryAfterMs: 20_000 });
    expect([limiter.asked(), limiter.delay('standard')]).toEqual([20_000, 0]);
  });
});
