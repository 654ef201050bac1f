/** Which request of a fleet is sent next, and when. */
import { describe, expect, it } from '@jest/globals';
import { listingAbsent, listingAdd, listingTake } from '../../src/fleet/scheduling/listing.ts';
import {
  answered,
  asked,
  next,
  schedulerStart,
  sent,
  withdrawn,
  type Ask,
  type Scheduler,
} from '../../src/fleet/scheduling/scheduler.ts';

const ALONE = { siblings: 1, index: 0 };

function ask(of: Partial<Ask> & Pick<Ask, 'id'>): Ask {
  const { id } = of;
  const usual = { purpose: 'look', category: 'standard', runId: id, since: 0, dueAt: 0, logDueAt: 600_000 } as const;
  return { ...usual, meaning: 'active', lastAt: Infinity, ...of };
}

const create = (id: number): Ask => ask({ id, purpose: 'create', category: 'creation', runId: null });

/** Sends all requests until `until`, each answered immediately. Returns when each was sent, by ID (0 is the list). */
function play(
  start: Scheduler,
  { from, until }: { from: number; until: number },
): { state: Scheduler; out: [number, number][] } {
  let state = start;
  const out: [number, number][] = [];
  for (let now = from; now <= until;) {
    const decision = next(state, now);
    if (decision.kind === 'wait') {
      if (!(decision.until < Infinity)) break;
      now = Math.max(now + 1, decision.until);
      continue;
    }
    const { request } = decision;
    const id = request.kind === 'list' ? 0 : request.ask.id;
    state = sent(state, { request, id }, now);
    state = answered(state, { id, refused: null, unsent: false, dice: 0 }, now);
    out.push([id, now]);
    if (request.kind === 'list')
      state = { ...state, readingList: false, listing: listingTake(state.listing, { skip: 0, items: [], now }) };
  }
  return { state, out };
}

const start = (...asks: Ask[]): Scheduler => asks.reduce(asked, schedulerStart(0, ALONE));
const ids = (state: Scheduler, until: number): number[] => play(state, { from: 0, until }).out.map(([id]) => id);

describe('the limits', () => {
  it('allow ten creations a minute, at once and then as they leave the window', () => {
    const { out } = play(start(...Array.from({ length: 25 }, (_, index) => create(index + 1))), {
      from: 0,
      until: 200_000,
    });
    const times = out.map(([, at]) => at);
    expect(times.slice(0, 10)).toEqual(Array(10).fill(0));
    expect(times[10]).toBeGreaterThanOrEqual(60_000);
    for (const [index, at] of times.entries())
      expect(at - (times[index - 10] ?? -Infinity)).toBeGreaterThanOrEqual(60_000);
  });

  it('allow sixty requests of any kind in any minute', () => {
    const { out } = play(start(...Array.from({ length: 200 }, (_, index) => ask({ id: index + 1 }))), {
      from: 0,
      until: 300_000,
    });
    expect(out).toHaveLength(200);
    for (const [index, [, at]] of out.entries())
      expect(at - (out[index - 60]?.[1] ?? -Infinity)).toBeGreaterThanOrEqual(60_000);
  });

  it('count requests in flight until they are answered', () => {
    let state = start(...Array.from({ length: 70 }, (_, index) => ask({ id: index + 1, purpose: 'final' })));
    let count = 0;
    for (let decision = next(state, 0); decision.kind === 'send'; decision = next(state, 0)) {
      state = sent(state, { request: decision.request, id: count + 1 }, 0);
      count += 1;
    }
    expect(count).toBe(60);
    expect(next(state, 500_000)).toEqual({ kind: 'wait', until: Infinity });
  });
});

describe('the order of requests', () => {
  it('is creations, requests needed by a follow-up, results, then polls', () => {
    const of = [ask({ id: 1 }), ask({ id: 2, purpose: 'final' }), ask({ id: 3, purpose: 'start' }), create(4)];
    expect(ids(start(...of), 0)).toEqual([4, 3, 2, 1]);
  });

  it('prefers the run that was polled longest ago', () => {
    expect(
      ids(start(ask({ id: 1, since: -5_000 }), ask({ id: 2, since: -9_000 }), ask({ id: 3, since: -7_000 })), 0),
    ).toEqual([2, 3, 1]);
  });

  it('prefers a poll that would otherwise come too late', () => {
    const late = ask({ id: 1, since: -1, lastAt: 0 });
    expect(ids(start(create(2), late), 0)).toEqual([1, 2]);
  });

  it('gives every fourth request to a waiting log, however many polls there are', () => {
    const looks = Array.from({ length: 8 }, (_, index) => ask({ id: index + 1 }));
    const order = ids(start(...looks, ask({ id: 100, purpose: 'log' })), 10_000);
    expect(order.indexOf(100)).toBe(3);
  });

  it('leaves out withdrawn requests and polls that are not due', () => {
    const state = withdrawn(start(create(1), ask({ id: 2, dueAt: 5_000 })), 1);
    expect(next(state, 0)).toEqual({ kind: 'wait', until: 5_000 });
  });
});

describe('a refusal (429)', () => {
  const refusedAt = (now: number, floorMs: number | null): Scheduler => {
    const request = { kind: 'ask', ask: ask({ id: 1 }) } as const;
    const state = sent(start(ask({ id: 1 }), ask({ id: 2 })), { request, id: 1 }, now);
    return answered(state, { id: 1, refused: { floorMs }, unsent: false, dice: 0 }, now);
  };

  it('is followed by a pause as long as the service requests', () => {
    expect(next(refusedAt(0, 30_000), 0)).toEqual({ kind: 'wait', until: 30_000 });
    expect(next(refusedAt(0, null), 0)).toMatchObject({ kind: 'wait' });
  });

  it('leaves room for others, and recovers while there are no more', () => {
    const rate = (from: number): number => {
      const crowd = Array.from({ length: 400 }, (_, index) => ask({ id: index + 10 })).reduce(
        asked,
        refusedAt(0, null),
      );
      const { out } = play(crowd, { from: 0, until: from + 60_000 });
      return out.filter(([, at]) => at >= from && at < from + 60_000).length;
    };
    expect(rate(10_000)).toBeLessThan(60);
    expect(rate(10_000)).toBeGreaterThan(40);
    expect(rate(180_000)).toBe(60);
  });

  it('of a creation keeps earlier ones in the window', () => {
    let state = start(...Array.from({ length: 12 }, (_, index) => create(index + 1)));
    for (let id = 1; id <= 10; id += 1) state = sent(state, { request: { kind: 'ask', ask: create(id) }, id }, 0);
    for (let id = 1; id <= 9; id += 1) state = answered(state, { id, refused: null, unsent: false, dice: 0 }, 1_000);
    state = answered(state, { id: 10, refused: { floorMs: 2_000 }, unsent: false, dice: 0 }, 1_000);
    const { out } = play(state, { from: 1_000, until: 120_000 });
    expect(out.map(([, at]) => at)[0]).toBe(61_000);
  });

  it('of a request that never reached the service costs nothing', () => {
    const request = { kind: 'ask', ask: create(1) } as const;
    let state = start(...Array.from({ length: 11 }, (_, index) => create(index + 1)));
    state = sent(state, { request, id: 1 }, 0);
    state = answered(state, { id: 1, refused: null, unsent: true, dice: 0 }, 0);
    expect(ids(state, 0)).toHaveLength(10);
  });
});

describe('the list of runs', () => {
  const followed = (count: number): Scheduler => {
    let state = start(
      ...Array.from({ length: count }, (_, index) => ask({ id: index + 1, since: 1_000, dueAt: 3_500 })),
    );
    for (let runId = 1; runId <= count; runId += 1)
      state = { ...state, listing: listingAdd(state.listing, { runId, created: true, now: 0 }) };
    return state;
  };
  const taken = (state: Scheduler, ended: readonly number[], now: number): Scheduler => {
    const items = state.asks.map(
      ({ runId }) => ({ id: runId ?? 0, meaning: ended.includes(runId ?? 0) ? 'success' : 'active' }) as const,
    );
    return { ...state, listing: listingTake(state.listing, { skip: 0, items: items.toReversed(), now }) };
  };

  it('is read after few runs as soon as each of them alone would be polled', () => {
    const { out } = play(followed(3), { from: 0, until: 15_000 });
    // The least interval of the list, then the interval of a run on its own.
    expect(out.slice(0, 2)).toEqual([
      [0, 4_000],
      [0, 9_600],
    ]);
  });

  it('is read instead of many runs, but not for one or two', () => {
    expect(next(followed(50), 4_000)).toMatchObject({ kind: 'send', request: { kind: 'list', skip: 0 } });
    expect(next(followed(2), 4_000)).toMatchObject({ kind: 'send', request: { kind: 'ask' } });
  });

  it('delays polls of runs that it shows as active, and triggers one at once for a run that has ended', () => {
    const state = taken(followed(50), [7], 4_000);
    const decision = next(state, 4_001);
    expect(decision).toMatchObject({ kind: 'send', request: { kind: 'ask', ask: { runId: 7 } } });
    expect(next(withdrawn(state, 7), 4_001)).toMatchObject({ kind: 'wait' });
  });

  it('is not used if the service has none', () => {
    const state = { ...followed(50), listing: listingAbsent(followed(50).listing) };
    expect(next(state, 4_000)).toMatchObject({ kind: 'send', request: { kind: 'ask' } });
  });

  it('that lacks a run four times leaves it to individual polls', () => {
    let state = followed(5);
    for (let page = 1; page <= 4; page += 1)
      state = { ...state, listing: listingTake(state.listing, { skip: 0, items: [], now: page * 5_000 }) };
    expect(next(state, 30_000)).toMatchObject({ kind: 'send', request: { kind: 'ask' } });
  });
});

describe('a matrix of fleets', () => {
  it('lets each create and poll within its share', () => {
    const tenth = Array.from({ length: 100 }, (_, index) =>
      index < 20 ? create(index + 1) : ask({ id: index + 1 }),
    ).reduce(asked, schedulerStart(0, { siblings: 10, index: 3 }));
    const { out } = play(tenth, { from: 0, until: 300_000 });
    expect(out.filter(([id]) => id <= 20).length).toBeLessThanOrEqual(6);
    expect(out.length).toBeLessThanOrEqual(6 * 6);
  });
});
