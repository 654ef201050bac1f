/** The queue of a fleet's requests: limits, priorities and refusals (contract 3.1, 3.2, 13). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  PRIORITIES,
  Queue,
  queueAnswered,
  queueDelay,
  queueSent,
  queueStart,
  type Priority,
} from '../../src/fleet/queue.ts';
import { type Permit, LIMITS, type Category } from '../../src/service/limits.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { seeded } from '../support/random.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const ALONE = { siblings: 1, index: 0 };
const never = new AbortController().signal;
const END = { status: 200, headers: {}, unsent: false };

function queueOn(clock: VirtualClock, share = ALONE): Queue {
  return new Queue({ clock, random: () => 0.5, ...share });
}

/** Sends so many requests one after the other, each answered after `latencyMs`, and returns when each was sent. */
async function sendAll(
  wanted: readonly { readonly category: Category; readonly priority: Priority }[],
  { clock = new VirtualClock(), latencyMs = 100, share = ALONE } = {},
): Promise<{ readonly times: readonly number[]; readonly order: readonly number[] }> {
  const queue = queueOn(clock, share);
  const times: number[] = [];
  const order: number[] = [];
  await Promise.all(
    wanted.map(async ({ category, priority }, index) => {
      const permit = await queue.acquire(category, { signal: never, deadline: Infinity, priority: () => priority });
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
          const counted = times.filter((_, index) => (counts as readonly Category[]).includes(wanted[index]!.category));
          const sorted = counted.toSorted((a, b) => a - b);
          for (const [index, at] of sorted.entries())
            expect(at - (sorted[index - requests] ?? -Infinity)).toBeGreaterThanOrEqual(windowMs);
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

  it('are shared with sibling fleets, which take turns with their first creations', () => {
    const delay = (index: number): number => queueDelay(queueStart(0, { siblings: 20, index }), CREATE, 0);
    expect([delay(0), delay(9), delay(10), delay(19)]).toEqual([0, 0, 60_000, 60_000]);
    const half = many(5, 0).reduce(
      (state, _, id) => queueSent(state, { id, category: 'creation' }, 0),
      queueStart(0, { siblings: 2, index: 0 }),
    );
    expect(queueDelay(half, CREATE, 0)).toBe(Infinity);
  });

  it.each([
    [41, []],
    [42, ['live']],
    [51, ['log', 'live']],
    [57, ['poll', 'log', 'live']],
    [60, PRIORITIES],
  ] as const)('after %d requests in a minute hold back what is less urgent', (count, held) => {
    let state = queueStart(0, ALONE);
    for (let id = 0; id < count; id += 1) {
      const answer = { id, refused: false, floorMs: null, unsent: false, dice: 0 };
      state = queueAnswered(queueSent(state, { id, category: 'standard' }, 0), answer, 0);
    }
    // Later, so that the even spacing holds nothing back.
    expect(PRIORITIES.filter((priority) => queueDelay({ ...state, slot: 0 }, of(priority), 30_000) > 0)).toEqual(held);
  });
});

describe('the priorities', () => {
  it('send creations first, then ends, polls and logs, each in the order in which they came', async () => {
    const wanted = [...many(60, of('end')), of('live'), of('log'), of('poll'), of('end'), CREATE, of('poll')];
    const { order } = await sendAll(wanted);
    const rank = (index: number): number => PRIORITIES.indexOf(wanted[index]!.priority);
    const late = order.slice(-6).map(rank);
    expect(order.slice(-5)).toEqual([63, 62, 65, 61, 60]);
    expect(late).toEqual(late.toSorted((a, b) => a - b));
  });

  it('are asked again when the next request is chosen', async () => {
    const clock = new VirtualClock();
    const queue = queueOn(clock);
    const waiting = many(80, 0).map((_, index) => index);
    let urgent = -1;
    const order: number[] = [];
    const all = waiting.map(async (index) => {
      const priority = (): Priority => (index === urgent ? 'end' : 'live');
      const permit = await queue.acquire('standard', { signal: never, deadline: Infinity, priority });
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

describe('a refusal', () => {
  const refuse = (category: Category, floorMs: number | null, times = 1) => {
    let state = queueStart(0, ALONE);
    for (let nth = 0; nth < times; nth += 1) {
      const now = nth * 120_000;
      state = queueAnswered(
        queueSent(state, { id: nth, category }, now),
        { id: nth, refused: true, floorMs, unsent: false, dice: 0 },
        now,
      );
    }
    return state;
  };

  it('pauses its kind of request for as long as the response says', () => {
    expect(queueDelay(refuse('standard', 30_000), of('end'), 0)).toBe(30_000);
    expect(queueDelay(refuse('creation', 30_000), CREATE, 0)).toBe(30_000);
    expect(queueDelay(refuse('creation', 30_000), of('end'), 0)).toBe(0);
    expect(queueDelay(refuse('standard', 30_000), CREATE, 0)).toBe(30_000);
  });

  it('lowers the rate, more with each, and the rate comes back', () => {
    const waits = [1, 2, 3].map((times) => queueDelay(refuse('creation', null, times), CREATE, (times - 1) * 120_000));
    expect(waits.every((wait) => wait >= 6_000)).toBe(true);
    const { rates } = refuse('creation', null, 1);
    expect(rates.creation.perMinute).toBeCloseTo(6);
    let state = refuse('creation', 0, 1);
    for (let id = 10; id < 16; id += 1) state = queueSent(state, { id, category: 'creation' }, 1_000);
    expect(queueDelay(state, CREATE, 1_000)).toBe(Infinity);
    expect(queueDelay({ ...state, sent: state.sent.map((one) => ({ ...one, at: 299_000 })) }, CREATE, 300_000)).toBe(0);
  });
});

describe('a request', () => {
  it('that cannot be sent by its deadline gets no place', async () => {
    const clock = new VirtualClock();
    const queue = queueOn(clock);
    const limiter = queue.limiter(() => 'end');
    const permits = many(60, 0).map(() => limiter.acquire('standard', { signal: never, deadline: Infinity }));
    const sent = (await Promise.all(permits)) as readonly Permit[];
    expect(sent).toHaveLength(60);
    await limiter.acquire('standard', { signal: never, deadline: clock.now() + 4_000 });
    expect(clock.elapsed).toBe(4_000);
    expect(limiter.delay('standard')).toBe(0);
  });

  it('ends with the reason of its signal', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const queue = queueOn(clock, { siblings: 20, index: 19 });
    const waiting = queue.acquire('creation', { signal: stop.signal, deadline: Infinity, priority: () => 'create' });
    stop.abort(new Error('over'));
    await expect(waiting).rejects.toThrow('over');
  });

  it('that is not wanted any more leaves no timer behind, which would keep the process alive', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const queue = new Queue({ clock, random: () => 0.5, siblings: 20, index: 19 });
    const waiting = queue.acquire('creation', { signal: stop.signal, deadline: Infinity, priority: () => 'create' });
    await clock.sleeping(60_000);
    stop.abort(new Error('over'));
    await expect(waiting).rejects.toThrow('over');
    await Promise.resolve();
    expect(clock.asleep()).toEqual([]);
  });

  it('that never reached the service does not count', () => {
    const random = seeded(1);
    let state = queueStart(0, ALONE);
    for (let id = 0; id < 100; id += 1) {
      state = queueSent(state, { id, category: 'creation' }, 0);
      state = queueAnswered(state, { id, refused: false, floorMs: null, unsent: true, dice: random() }, 0);
    }
    expect(queueDelay(state, CREATE, 0)).toBe(0);
  });
});
