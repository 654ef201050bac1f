/** How many requests a fleet may send, and when (contract 3.1, 13). */
import { describe, expect, it } from '@jest/globals';
import {
  budgetAnswered,
  budgetDelay,
  budgetSent,
  budgetStart,
  requestRate,
  type Budget,
  type Manner,
  type Spare,
} from '../../src/fleet/scheduling/budget.ts';
import type { Category } from '../../src/service/rate-limit.ts';

const ALONE = { siblings: 1, index: 0 };

interface Of {
  readonly category?: Category;
  readonly manner?: Manner;
  readonly spare?: Spare | null;
}

/** A budget as its user sees it, from the time 0 on. */
class Account {
  state: Budget;
  #lastId = 0;

  constructor(share = ALONE) {
    this.state = budgetStart(0, share);
  }

  sent(count: number, { category = 'standard', manner = 'now', now = 0 }: Of & { readonly now?: number } = {}): this {
    for (let sent = 0; sent < count; sent += 1) {
      this.#lastId += 1;
      this.state = budgetSent(this.state, { id: this.#lastId, category, manner }, now);
    }
    return this;
  }

  /** Answers what is in flight, the oldest request first. */
  answered(now: number, of: Partial<Parameters<typeof budgetAnswered>[1]> = {}): this {
    for (const { id, at } of this.state.spent) if (at === null) this.answer(id, { now, ...of });
    return this;
  }

  answer(id: number, { now, ...of }: Partial<Parameters<typeof budgetAnswered>[1]> & { readonly now: number }): this {
    this.state = budgetAnswered(this.state, { id, refused: null, unsent: false, dice: 0, ...of }, now);
    return this;
  }

  delay(now: number, { category = 'standard', manner = 'now', spare = null }: Of = {}): number {
    return budgetDelay(this.state, { category, manner, spare }, now);
  }
}

const refused = (floorMs: number | null): { readonly refused: { readonly floorMs: number | null } } => ({
  refused: { floorMs },
});

it('begins with nothing sent', () => {
  expect(budgetStart(0, ALONE).spent).toEqual([]);
});

describe('60 requests a minute', () => {
  it('count for a request that leaves no room for others', () => {
    const { state } = new Account().sent(60).answered(0);
    expect(budgetDelay(state, { category: 'standard', manner: 'now' }, 0)).toBe(60_000);
  });

  it('count no longer than a minute, whatever is sent meanwhile', () => {
    const account = new Account().sent(30).answered(0).sent(30).answered(30_000);
    expect([30_000, 59_999, 60_000, 70_000].map((now) => account.delay(now))).toEqual([30_000, 1, 0, 0]);
    account.sent(29, { now: 60_000 }).answered(60_000);
    expect([60_000, 89_999].map((now) => account.delay(now))).toEqual([0, 0]);
    account.sent(1, { now: 60_000 }).answered(60_000);
    expect([60_000, 89_999, 90_000].map((now) => account.delay(now))).toEqual([30_000, 1, 0]);
  });

  it('count for a minute from their answers', () => {
    const account = new Account().sent(60).answered(1_000);
    expect([1_000, 60_999, 61_000].map((now) => account.delay(now))).toEqual([60_000, 1, 0]);
    expect(new Account().sent(59).answered(0).delay(0)).toBe(0);
  });

  it('count while they are in flight', () => {
    expect(new Account().sent(60).delay(1_000_000)).toBe(Infinity);
    expect(new Account().sent(59).delay(0)).toBe(0);
  });

  it('leave in the order of their answers', () => {
    const account = new Account().sent(61);
    for (let id = 61; id >= 1; id -= 1) account.answer(id, { now: 100 * (61 - id) });
    expect(account.delay(10_000)).toBe(100 + 60_000 - 10_000);
  });

  it('are forgotten after a minute', () => {
    expect(new Account().sent(60).answered(0).sent(1, { now: 59_999 }).state.spent).toHaveLength(61);
    expect(new Account().sent(60).answered(0).sent(1, { now: 60_000 }).state.spent).toHaveLength(1);
    expect(new Account().sent(60).answered(30_000).sent(1, { now: 59_999 }).state.spent).toHaveLength(61);
    expect(new Account().sent(60).sent(1, { now: 60_000 }).state.spent).toHaveLength(61);
  });

  it('do not count if they never reached the service', () => {
    const account = new Account().sent(60).answer(1, { now: 0, unsent: true });
    expect([account.state.spent.length, account.delay(0)]).toEqual([59, 0]);
  });

  it.each([
    ['log', 51],
    ['live', 42],
  ] as const)('leave room when they are for a %s', (spare, most) => {
    const [few, many] = [new Account().sent(most - 1).answered(0), new Account().sent(most).answered(0)];
    expect([few.delay(0, { spare }), many.delay(0, { spare }), many.delay(0)]).toEqual([0, 60_000, 0]);
  });

  it('are shared with other fleets', () => {
    const account = new Account({ siblings: 4, index: 0 }).sent(14).answered(0);
    expect([requestRate(account.state, 0), account.delay(0), account.sent(1).answered(0).delay(0)]).toEqual([
      ...[15, 0, 60_000],
    ]);
    expect(new Account({ siblings: 1_000, index: 0 }).delay(0)).toBe(0);
  });
});

describe('polls in a steady stream', () => {
  it.each([
    ['even', 10],
    ['brisk', 30],
  ] as const)('that is %s come in bursts of %i', (manner, burst) => {
    const account = new Account().sent(burst, { manner }).answered(0);
    expect(account.delay(0, { manner })).toBe(0);
    account.sent(1, { manner }).answered(0);
    expect([account.delay(0, { manner }), account.delay(400, { manner }), account.delay(0)]).toEqual([1_000, 600, 0]);
  });

  it('make up for no more than a burst after a pause', () => {
    const account = new Account().sent(1, { manner: 'even' }).sent(10, { manner: 'even', now: 500_000 });
    expect([
      account.delay(500_000, { manner: 'even' }),
      account.sent(1, { manner: 'even', now: 500_000 }).delay(500_000, { manner: 'even' }),
    ]).toEqual([...[0, 1_000]]);
  });
});

describe.each(['setup', 'analysis'] as const)('requests of the category %s', (category) => {
  it('are five a minute', () => {
    const account = new Account().sent(4, { category }).answered(0);
    expect(account.delay(0, { category })).toBe(0);
    account.sent(1, { category }).answered(0);
    expect([account.delay(10_000, { category }), account.delay(10_000)]).toEqual([50_000, 0]);
    expect(account.delay(10_000, { category: category === 'setup' ? 'analysis' : 'setup' })).toBe(0);
  });
});

describe('creations', () => {
  const create = { category: 'creation' } as const;

  it('are ten a minute', () => {
    const account = new Account().sent(9, create).answered(0);
    expect(account.delay(0, create)).toBe(0);
    account.sent(1, create).answered(0);
    expect([account.delay(20_000, create), account.delay(20_000)]).toEqual([40_000, 0]);
  });

  it.each([
    [0, 0],
    [9, 0],
    [10, 60_000],
    [25, 120_000],
  ])('of fleet %i begin after %i ms', (index, delayMs) => {
    const account = new Account({ siblings: 2, index });
    expect([account.delay(0, create), account.delay(0)]).toEqual([delayMs, 0]);
  });

  it('of a fleet with a share of the limit are evenly spaced', () => {
    const account = new Account({ siblings: 4, index: 0 }).sent(1, create);
    expect(account.delay(0, create)).toBe(Infinity);
    account.answered(1_000).sent(1, { now: 2_000 }).answered(2_000);
    expect([account.delay(2_000, create), account.delay(25_000, create)]).toEqual([23_000, 0]);
    account.sent(1, { ...create, now: 25_000 }).answered(25_000);
    expect(account.delay(50_000, create)).toBe(11_000);
  });

  it('pause after a refusal, and are then slower', () => {
    const account = new Account().sent(1, create).answered(0, { ...refused(null), dice: 0.5 });
    expect(account.state.createNotBefore).toBe(9_000);
    expect([account.delay(0, create), account.delay(0)]).toEqual([10_000, 0]);
    // One more a minute after each half a minute, until the limit is reached.
    expect(
      account
        .sent(1, { ...create, now: 60_000 })
        .answered(60_000)
        .delay(60_000, create),
    ).toBeCloseTo(7_500);
    expect(account.delay(120_000, create)).toBe(0);
    expect(requestRate(account.state, 0)).toBe(60);
  });

  it('pause as long as the service asks for', () => {
    const account = new Account().sent(1, create).answered(0, { ...refused(30_000), dice: 0.5 });
    expect(account.delay(0, create)).toBe(33_000);
    account.sent(1, create).answered(1_000, refused(2_000));
    expect(account.delay(1_000, create)).toBe(32_000);
  });

  const rate = (account: Account): number => account.state.creations.perMinute;

  it('that are refused together count as one refusal', () => {
    const account = new Account().sent(3, create).answered(0, refused(5_000));
    expect(rate(account)).toBe(6);
    account.sent(1, { ...create, now: 5_000 }).answered(5_000, refused(5_000));
    expect(rate(account)).toBeCloseTo((6 + 1 / 6) * 0.6);
  });

  it.each([
    [1, 0.5],
    [100, 0.1],
  ])('of one of %i fleets are never slower than %d a minute', (siblings, least) => {
    const account = new Account({ siblings, index: 0 });
    for (let now = 0; now < 20_000; now += 1_000) account.sent(1, { ...create, now }).answered(now, refused(0));
    expect(rate(account)).toBe(least);
  });
});

describe('a refusal', () => {
  it('is followed by a pause, and by fewer requests', () => {
    const account = new Account().sent(1).answered(0, { ...refused(null), dice: 0.5 });
    expect(account.delay(0)).toBeCloseTo((60_000 / 45) * 2.5);
    expect([0, 4_000, 60_000, 600_000].map((now) => requestRate(account.state, now))).toEqual([45, 46, 60, 60]);
    expect(account.state.creations.perMinute).toBe(10);
  });

  it('pauses as long as the service asks for', () => {
    const account = new Account().sent(1).answered(0, { ...refused(30_000), dice: 0.75 });
    expect(account.delay(0)).toBe(31_000);
    account.sent(1).answered(1_000, refused(2_000));
    expect([account.delay(1_000), requestRate(account.state, 0)]).toEqual([30_000, 45]);
  });

  it('counts again after the pause', () => {
    const account = new Account().sent(1).answered(0, refused(4_000)).sent(1, { now: 4_000 });
    expect(requestRate(account.answered(4_000, refused(4_000)).state, 4_000)).toBe(46 * 0.75);
  });

  it.each([
    [1, 6],
    [20, 3],
  ])('of one of %i fleets never lowers the rate below %i a minute', (siblings, least) => {
    const account = new Account({ siblings, index: 0 });
    for (let now = 0; now < 20; now += 1) account.sent(1, { now }).answered(now, refused(0));
    expect(requestRate(account.state, 19)).toBeCloseTo(least);
  });

  it('of a creation does not delay polls', () => {
    const account = new Account().sent(1).sent(1, { category: 'creation' });
    account.answer(2, { now: 0, ...refused(30_000) });
    expect([account.delay(0), account.delay(0, { category: 'creation' })]).toEqual([0, 30_000]);
    expect(account.state.createNotBefore).toBe(30_000);
  });

  it('of a request that nobody sent changes nothing', () => {
    const { state } = new Account();
    expect(new Account().answer(7, { now: 0, ...refused(30_000) }).state).toEqual(state);
  });
});
