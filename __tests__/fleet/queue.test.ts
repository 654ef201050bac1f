/** The queue of a fleet's requests: limits, priorities and refusals (contract 3.1, 3.2, 13). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PRIORITIES, Queue, type Priority } from '../../src/fleet/queue.ts';
import { LIMITS, type Category, type Permit } from '../../src/http/limits.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const never = new AbortController().signal;
const END = { throttled: false, retryAfterMs: null, unsent: false };

function queueOn(clock: VirtualClock, siblings = 1): Queue {
  return new Queue({ clock, random: () => 0 }, siblings);
}

/**
 * Sends so many requests one after the other, each answered after `latencyMs`, and returns when
 * each was sent.
 */
async function sendAll(
  wanted: readonly { readonly category: Category; readonly priority: Priority }[],
  { clock = new VirtualClock(), latencyMs = 100, siblings = 1 } = {},
): Promise<{ readonly times: readonly number[]; readonly order: readonly number[] }> {
  const queue = queueOn(clock, siblings);
  const times: number[] = [];
  const order: number[] = [];
  await Promise.all(
    wanted.map(async ({ category, priority }, index) => {
      const permit = await queue.acquire(category, {
        signal: never,
        deadline: Infinity,
        priority: () => priority,
      });
      times[index] = clock.elapsed;
      order.push(index);
      await clock.sleep(latencyMs);
      permit.done(END);
    }),
  );
  return { times, order };
}

const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const CREATE = { category: 'creation', priority: 'create' } as const;
const of = (priority: Priority) => ({ category: 'standard', priority }) as const;

describe('the limits', () => {
  it('hold in every window, counted until the response, whatever is asked', async () => {
    const kind = fc.constantFrom(CREATE, ...PRIORITIES.map(of));
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { minLength: 50, maxLength: 150 }), async (wanted) => {
        const latencyMs = 300;
        const { times } = await sendAll(wanted, { latencyMs });
        for (const { requests, windowMs, counts } of Object.values(LIMITS)) {
          const counted = times.filter((_, index) =>
            (counts as readonly Category[]).includes(wanted[index]!.category),
          );
          const sorted = counted.toSorted((a, b) => a - b);
          for (const [index, at] of sorted.entries()) {
            expect(at - (sorted[index - requests] ?? -Infinity)).toBeGreaterThanOrEqual(windowMs);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are used up by creations without a delay', async () => {
    const { times } = await sendAll(many(25, CREATE));
    expect(times.filter((at) => at === 0)).toHaveLength(10);
    expect(Math.max(...times)).toBeLessThan(121_000);
  });

  it('are shared with sibling fleets', async () => {
    const { times } = await sendAll(many(6, CREATE), { siblings: 2 });
    expect(times.filter((at) => at === 0)).toHaveLength(5);
    expect(times.at(-1)).toBeGreaterThanOrEqual(60_000);
  });

  it.each([
    [41, []],
    [42, ['live']],
    [51, ['log', 'live']],
    [57, ['poll', 'log', 'live']],
    [60, PRIORITIES],
  ] as const)(
    'after %d requests in a minute hold back what is less urgent',
    async (count, held) => {
      const clock = new VirtualClock();
      const queue = queueOn(clock);
      const call = { signal: never, deadline: Infinity };
      for (const end of many(count, of('end'))) {
        (await queue.acquire(end.category, { ...call, priority: () => end.priority })).done(END);
      }
      // By then the even spacing holds nothing back.
      await clock.sleep(40_000);
      expect(
        PRIORITIES.filter((priority) => queue.limiter(() => priority).delay('standard') > 0),
      ).toEqual(held);
    },
  );
});

describe('the priorities', () => {
  it('send creations first, then ends, polls and logs, each in the order in which they came', async () => {
    const wanted = [
      ...many(60, of('end')),
      of('live'),
      of('log'),
      of('poll'),
      of('end'),
      CREATE,
      of('poll'),
    ];
    const { order } = await sendAll(wanted);
    expect([order[0], ...order.slice(-5)]).toEqual([64, 63, 62, 65, 61, 60]);
  });

  it('are asked again when the next request is chosen', async () => {
    const clock = new VirtualClock();
    const queue = queueOn(clock);
    const waiting = many(80, 0).map((_, index) => index);
    let urgent = -1;
    const order: number[] = [];
    const all = waiting.map(async (index) => {
      const priority = (): Priority => (index === urgent ? 'end' : 'live');
      const permit = await queue.acquire('standard', {
        signal: never,
        deadline: Infinity,
        priority,
      });
      order.push(index);
      permit.done(END);
    });
    clock.after(5_000, () => {
      urgent = 79;
      queue.reconsider();
    });
    await Promise.all(all);
    expect(order.indexOf(79)).toBeLessThan(40);
  });

  it('let the logs of ended runs through where polls use up the limit', async () => {
    const { order } = await sendAll([...many(120, of('poll')), ...many(10, of('log'))]);
    const places = order.flatMap((index, place) => (index >= 120 ? [place] : []));
    expect(Math.max(...places)).toBeLessThan(60);
  });
});

describe('the last requests of runs whose time is almost up', () => {
  const UP_MS = 170_000;

  /** Polls as densely as the queue allows, and then sends three last requests of so many runs. */
  async function pollUntilUp(runs: number) {
    const clock = new VirtualClock();
    const queue = queueOn(clock);
    const call = { signal: never, deadline: Infinity };
    const done = new AbortController();
    for (const deadline of many(runs, UP_MS)) {
      queue.keepRoom({ deadline, requests: 3 }, done.signal);
    }
    /** Returns how many polls there were. */
    const pollUntil = async (at: number): Promise<number> => {
      let polls = 0;
      for (; clock.elapsed < at; polls += 1) {
        (await queue.acquire('standard', { ...call, priority: () => 'poll' })).done(END);
      }
      return polls;
    };
    await pollUntil(UP_MS - 60_000);
    const before = await pollUntil(UP_MS);
    const upAt = clock.elapsed;
    for (const end of many(runs * 3, of('end'))) {
      (await queue.acquire(end.category, { ...call, priority: () => end.priority })).done(END);
    }
    const tookMs = clock.elapsed - upAt;
    done.abort();
    await pollUntil(clock.elapsed + 60_000);
    return { before, tookMs, after: await pollUntil(clock.elapsed + 60_000) };
  }

  it('need not wait for the window to pass, and the room is given back', async () => {
    const { tookMs, after } = await pollUntilUp(5);
    expect(tookMs).toBe(0);
    expect(after).toBeGreaterThan(55);
  });

  it('leave a third of the limit to the polls, however many these runs are', async () => {
    const { before } = await pollUntilUp(40);
    expect(before).toBeGreaterThan(15);
  });
});

describe('a refusal', () => {
  /** Sends one request of the category, which is refused, and returns the queue. */
  async function refuse(category: Category, retryAfterMs: number | null = null) {
    const clock = new VirtualClock();
    const queue = queueOn(clock);
    const permit = await queue.acquire(category, {
      signal: never,
      deadline: Infinity,
      priority: () => 'create',
    });
    permit.done({ throttled: true, retryAfterMs, unsent: false });
    const delay = (wanted: Category): number => queue.limiter(() => 'end').delay(wanted);
    return { clock, queue, delay };
  }

  it('pauses its kind of request for as long as the response says', async () => {
    const standard = await refuse('standard', 30_000);
    expect([standard.delay('standard'), standard.delay('creation')]).toEqual([30_000, 30_000]);
    const creation = await refuse('creation', 30_000);
    expect([creation.delay('standard'), creation.delay('creation')]).toEqual([0, 30_000]);
  });

  it('lowers the rate, more with each, and the rate comes back', async () => {
    const { clock, queue, delay } = await refuse('creation');
    // Seven a minute instead of ten.
    expect(delay('creation')).toBeCloseTo(60_000 / 7);
    await clock.sleep(10_000);
    const create = () =>
      queue.acquire('creation', { signal: never, deadline: Infinity, priority: () => 'create' });
    (await create()).done({ throttled: true, retryAfterMs: null, unsent: false });
    expect(delay('creation')).toBeGreaterThan(11_000);
    await clock.sleep(400_000);
    const times = [];
    for (let nth = 0; nth < 10; nth += 1) {
      (await create()).done(END);
      times.push(clock.elapsed);
    }
    expect(new Set(times)).toEqual(new Set([410_000]));
  });
});

describe('a request', () => {
  it('that cannot be sent by its deadline gets no place', async () => {
    const clock = new VirtualClock();
    const queue = queueOn(clock);
    const limiter = queue.limiter(() => 'end');
    const permits = many(60, 0).map(() =>
      limiter.acquire('standard', { signal: never, deadline: Infinity }),
    );
    const sent = (await Promise.all(permits)) as readonly Permit[];
    expect(sent).toHaveLength(60);
    await limiter.acquire('standard', { signal: never, deadline: clock.now() + 4_000 });
    expect(clock.elapsed).toBe(4_000);
    expect(limiter.delay('standard')).toBe(0);
  });

  it('that is not wanted any more leaves no timer behind, which would keep the process alive', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const queue = new Queue({ clock, random: () => 0.5 }, 20);
    const create = () =>
      queue.acquire('creation', {
        signal: stop.signal,
        deadline: Infinity,
        priority: () => 'create',
      });
    const first = create();
    clock.advance(0);
    (await first).done(END);
    const waiting = create();
    clock.advance(0);
    await clock.sleeping(60_000);
    stop.abort(new Error('over'));
    await expect(waiting).rejects.toThrow('over');
    await Promise.resolve();
    expect(clock.asleep()).toEqual([]);
  });

  it('that never reached the service does not count', async () => {
    const clock = new VirtualClock();
    const queue = queueOn(clock);
    for (let nth = 0; nth < 100; nth += 1) {
      const permit = await queue.acquire('creation', {
        signal: never,
        deadline: Infinity,
        priority: () => 'create',
      });
      permit.done({ ...END, unsent: true });
    }
    expect(clock.elapsed).toBe(0);
  });
});

describe('a reservation', () => {
  const priority = (): Priority => 'create';
  const wanted = { signal: never, deadline: Infinity, priority };

  it('leaves the whole shared limit to the look-ups, which the create waits for then', async () => {
    const clock = new VirtualClock();
    const queue = queueOn(clock, 60);
    const reserved = await queue.reserve(wanted);
    (await queue.acquire('standard', wanted)).done(END);
    expect(clock.elapsed).toBe(0);
    const permit = await queue.acquireReserved(reserved!, wanted);
    expect(clock.elapsed).toBe(60_000);
    permit.done(END);
    expect(queue.untilCreate()).toBe(60_000);
  });

  it.each(['given back', 'of a create that is too late'])(
    '%s leaves its room to others',
    async (how) => {
      const clock = new VirtualClock();
      const queue = queueOn(clock, 60);
      const reserved = await queue.reserve(wanted);
      const next = queue.reserve({ ...wanted, deadline: 60_000 });
      await clock.sleep(1_000);
      if (how === 'given back') {
        queue.giveBack(reserved!);
      } else {
        await queue.acquireReserved(reserved!, { ...wanted, deadline: clock.now() });
      }
      expect(await next).not.toBeNull();
      expect(clock.elapsed).toBe(1_000);
    },
  );
});

it('keeps the wait that the service asked one run for, and tells it to all of them', async () => {
  const queue = queueOn(new VirtualClock());
  const [one, other] = [queue.limiter(() => 'poll'), queue.limiter(() => 'poll')];
  const permit = await one.acquire('standard', { signal: never, deadline: Infinity });
  permit.done({ ...END, retryAfterMs: 20_000 });
  expect([one.asked(), other.asked()]).toEqual([20_000, 20_000]);
  // An outage is no refusal: other requests may go.
  expect(other.delay('standard')).toBeLessThan(1_000);
});

it('holds up no reads of runs for as long as the refusal of a create asks to wait', async () => {
  const queue = queueOn(new VirtualClock());
  const one = queue.limiter(() => 'create');
  const permit = await one.acquire('creation', { signal: never, deadline: Infinity });
  permit.done({ ...END, throttled: true, retryAfterMs: 86_400_000 });
  expect(queue.limiter(() => 'poll').asked()).toBe(0);
  expect(queue.untilCreate()).toBe(86_400_000);
});

it.each([
  ['creation', { retryAfterMs: 20_000 }],
  ['standard', { retryAfterMs: 20_000 }],
  ['standard', { retryAfterMs: null }],
] as const)('the refusal of a %s request, with %j, holds creates', async (category, asked) => {
  const clock = new VirtualClock();
  const queue = queueOn(clock);
  const one = queue.limiter(() => 'end');
  const permit = await one.acquire(category, { signal: never, deadline: Infinity });
  expect(queue.holdsCreates).toBe(false);
  permit.done({ ...END, throttled: true, ...asked });
  expect(queue.holdsCreates).toBe(true);
  await clock.sleep(asked.retryAfterMs ?? 2_000);
  expect(queue.holdsCreates).toBe(false);
});
