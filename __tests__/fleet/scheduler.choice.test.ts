/** Which of several requests a fleet sends, how it spaces them, and what it keeps free for others (contract 13). */
import { describe, expect, it } from '@jest/globals';
import type { Listing } from '../../src/fleet/scheduling/listing.ts';
import {
  answered,
  asked,
  next,
  schedulerStart,
  sent,
  type Ask,
  type Request,
  type Scheduler,
} from '../../src/fleet/scheduling/scheduler.ts';

function ask({ id, ...of }: Partial<Ask> & Pick<Ask, 'id'>): Ask {
  const usual = { purpose: 'look', category: 'standard', since: 0, dueAt: 0, logDueAt: 600_000 } as const;
  return { ...usual, lastAt: Infinity, id, runId: id, meaning: 'active', ...of };
}

const request = (of: Ask): Request => ({ kind: 'ask', ask: of });
const create = (id: number): Ask => ask({ id, purpose: 'create', category: 'creation', runId: null });
const start = (...asks: Ask[]): Scheduler => asks.reduce(asked, schedulerStart(0, { siblings: 1, index: 0 }));

/** The list shows the runs 1, 2, and so on with these states. */
function listing(
  runs: readonly { readonly meaning?: 'active' | 'success'; readonly at?: number }[],
  mode: Listing['mode'] = 'there',
): Listing {
  const listed = runs.map(({ meaning = 'active', at = 0 }, index) => {
    return [index + 1, { place: index, meaning, at, startedAt: at, missed: 0 }] as const;
  });
  return { mode, created: 0, runs: new Map(listed) };
}

const ACTIVE = [{}, {}, {}];

/** After `count` requests at the time 0, all answered. A page of the list is being read, so that none is due. */
function after(count: number, given: Scheduler, of: Ask = ask({ id: 999 })): Scheduler {
  let state: Scheduler = { ...given, readingList: true };
  for (let id = 1; id <= count; id += 1) {
    state = sent(state, { request: request(of), id }, 0);
    state = answered(state, { id, refused: null, unsent: false, dice: 0 }, 0);
  }
  return state;
}

const chosen = (state: Scheduler, now = 0): number | string => {
  const decision = next(state, now);
  if (decision.kind === 'wait') return `until ${decision.until}`;
  return decision.request.kind === 'list' ? 'list' : decision.request.ask.id;
};

describe('of two requests', () => {
  const final = ask({ id: 1, purpose: 'final' });
  const look = ask({ id: 2 });

  it('the more urgent one is sent, whichever is asked for first', () => {
    expect([chosen(start(final, look)), chosen(start(look, final))]).toEqual([1, 1]);
  });

  it('the first one is sent if they are equal', () => {
    expect([chosen(start(look, ask({ id: 3 }))), chosen(start(ask({ id: 3 }), look))]).toEqual([2, 3]);
  });

  it('the one that its limit allows is sent', () => {
    const crowded = after(10, start(), create(999));
    const both = [create(1), look].reduce(asked, crowded);
    expect([chosen(both), chosen([look, create(1)].reduce(asked, crowded))]).toEqual([2, 2]);
  });

  it('the older log is sent, after any poll', () => {
    const older = ask({ id: 5, purpose: 'log', since: -50_000 });
    const newer = ask({ id: 6, purpose: 'log', since: -5_000 });
    expect([chosen(start(older, newer)), chosen(start(newer, older))]).toEqual([5, 5]);
    expect(chosen(start(older, newer, look))).toBe(2);
  });

  it.each([
    [17_000, 9],
    [18_000, 'list'],
  ])('the one that is worth more is sent: three listed runs that are %d ms old, or one of 30 s', (age, expected) => {
    const now = 40_000;
    const old = { at: now - age };
    const state = { ...start(ask({ id: 9, since: 10_000 })), listing: listing([old, old, old], 'untried') };
    expect(chosen(state, now)).toBe(expected);
  });
});

describe('a request that is sent', () => {
  const list: Request = { kind: 'list', skip: 0 };
  const log = request(ask({ id: 3, purpose: 'log' }));
  const look = request(ask({ id: 2 }));
  const final = request(ask({ id: 4, purpose: 'final' }));

  it('counts as one before which a log was not read, if it is a poll', () => {
    const passed = (...requests: readonly Request[]): number =>
      requests.reduce((state, one, index) => sent(state, { request: one, id: index }, 0), start()).passed;
    expect([passed(list), passed(list, look), passed(list, look, final)]).toEqual([1, 2, 2]);
    expect(passed(list, look, log)).toBe(0);
    expect(passed(list, log, look)).toBe(1);
  });

  it('is no longer waiting; of the list, only one page is read at a time', () => {
    const state = { ...start(ask({ id: 2 })), listing: listing(ACTIVE, 'untried') };
    expect(sent(state, { request: look, id: 1 }, 0)).toMatchObject({ asks: [], readingList: false });
    const reading = sent(state, { request: list, id: 1 }, 0);
    expect(reading).toMatchObject({ asks: state.asks, readingList: true });
    expect([chosen(state, 5_000), chosen(reading, 5_000)]).toEqual(['list', 'until 600000']);
  });
});

describe('polls', () => {
  const looks = (count: number): Scheduler =>
    start(...Array.from({ length: count }, (_, index) => ask({ id: index + 100 })));

  it.each([
    ['untried', 20, 100],
    ['untried', 21, 'until 1000'],
    ['absent', 21, 'until 1000'],
    ['there', 21, 100],
  ] as const)('are spaced in a crowd without a list: list %s, %i waiting', (mode, count, expected) => {
    expect(chosen(after(11, { ...looks(count), listing: listing(ACTIVE, mode) }))).toBe(expected);
  });

  it('do not space the pages of the list', () => {
    const state = { ...after(15, looks(25)), readingList: false, listing: listing(ACTIVE, 'untried') };
    expect([chosen(state), chosen(state, 4_000)]).toEqual(['until 4000', 'list']);
  });

  it('are sent at once if the list shows an end, whatever their own time', () => {
    const given = { ...start(ask({ id: 9 })), listing: listing([{ meaning: 'success' }, {}, {}]) };
    expect(chosen(after(45, given))).toBe('until 15000');
    expect(chosen(after(45, asked(given, ask({ id: 1, dueAt: 50_000 }))))).toBe(1);
  });

  it('of runs that the list shows as active wait for the time of their logs, or the last possible one', () => {
    const given = (of: Partial<Ask>): Scheduler =>
      after(0, { ...start(ask({ id: 1, ...of })), listing: listing(ACTIVE) });
    expect(chosen(given({}))).toBe('until 600000');
    expect(chosen(given({ lastAt: 50_000 }))).toBe('until 50000');
  });
});

describe('a part of the limit is kept free if the list shows ends', () => {
  const live = ask({ id: 1, logDueAt: 0 });
  const log = ask({ id: 9, purpose: 'log' });
  const open = ask({ id: 9 });

  it.each([
    ['by logs of active runs', live, 'there', 41, 'until 11000'],
    ['by logs of active runs', live, 'there', 42, 'until 60000'],
    ['by logs of active runs, without a list', live, 'untried', 42, 'until 12000'],
    ['by logs of ended runs', log, 'there', 50, 'until 20000'],
    ['by logs of ended runs', log, 'there', 51, 'until 60000'],
    ['by logs of ended runs, without a list', log, 'untried', 51, 'until 21000'],
    ['but not by polls', open, 'there', 51, 'until 21000'],
  ] as const)('%s', (...[, waiting, mode, count, expected]) => {
    expect(chosen(after(count, { ...start(waiting), listing: listing(ACTIVE, mode) }))).toBe(expected);
  });
});
