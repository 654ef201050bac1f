/**
 * The cursor against a model log in every order and growth pattern: each entry is handed out exactly once and oldest first, the
 * count agrees in the end where the service tells the truth, and nothing is read again for nothing. What nobody could count
 * (see the simulation's invariants) is left out.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Baseline } from '../../../src/run/log/baseline.ts';
import { LogCursor } from '../../../src/run/log/cursor.ts';
import { detectOrder, rawEntry, type Order } from '../../../src/run/log/entry.ts';
import { EntryStore } from '../../../src/run/log/entry-store.ts';
import { actions } from '../../support/memory-client.ts';
import { MemoryScratch } from '../../support/memory-scratch.ts';
import { Log, Reading } from './cursor-reading.ts';

interface Stored {
  readonly created_at: string;
  readonly observation: string;
}

const stamp = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();

/** A log whose entries come in bursts; each may be a copy of the one before, or come late by some places. */
const burst = fc.array(fc.record({ gapMs: fc.integer({ min: 1, max: 50 }), copy: fc.boolean(), lateBy: fc.nat(3) }), {
  maxLength: 130,
  size: 'max',
});
type Burst = readonly { readonly gapMs: number; readonly copy: boolean; readonly lateBy: number }[];

interface World {
  readonly order: Order;
  readonly total: 'right' | 'absent' | 'wrong once';
  readonly copies: boolean;
  readonly late: boolean;
  readonly equalTimes: boolean;
}

class Model {
  readonly world: World;
  readonly log: Stored[] = [];
  #at = 0;
  #lies: number;

  constructor(world: World) {
    this.world = world;
    this.#lies = world.total === 'wrong once' ? 1 : 0;
  }

  grow(entries: Burst): void {
    for (const { gapMs, copy, lateBy } of entries) {
      const newest = this.log.at(-1);
      if (this.world.copies && copy && newest !== undefined) {
        this.log.push(newest);
        continue;
      }
      if (!this.world.equalTimes) this.#at += 10 * gapMs;
      const late = this.world.late ? lateBy : 0;
      const place = Math.max(0, this.log.length - late);
      const before = this.log[place];
      // A late entry takes a time just before the one it stands in front of.
      const time = before === undefined ? this.#at : Date.parse(before.created_at) - Date.UTC(2026, 0, 1) - 1;
      this.log.splice(place, 0, { created_at: stamp(time), observation: `${this.log.length}` });
    }
  }

  page({ skip, limit }: { readonly skip: number; readonly limit: number }): {
    logs: unknown[];
    total_logs: number | null;
  } {
    const ordered = this.world.order === 'asc' ? this.log : this.log.toReversed();
    const wrong = this.#lies > 0 && this.log.length > 3;
    if (wrong) this.#lies -= 1;
    const total = this.world.total === 'absent' ? null : this.log.length + (wrong ? 2 : 0);
    return { logs: ordered.slice(skip, skip + limit), total_logs: total };
  }
}

interface Followed {
  /** What was handed out, in this order. */
  readonly got: readonly string[];
  readonly agrees: boolean;
  /** Requests after the log had stopped growing, until all of it was there … */
  readonly late: number;
  /** … and for the six polls after that. */
  readonly quiet: number;
}

interface FollowOptions {
  readonly baseline?: Baseline;
  readonly store?: EntryStore;
}

/** Follows the log while it grows, then until it is quiet. */
function follow(model: Model, bursts: readonly Burst[], { baseline, store }: FollowOptions = {}): Followed {
  const cursor = new LogCursor(baseline, { store });
  const got: string[] = [];
  let agrees = false as boolean;
  const look = (): boolean => {
    const asked = cursor.next();
    const taken = cursor.take(asked, model.page(asked));
    got.push(...taken.fresh.map(({ line }) => line));
    ({ agrees } = taken);
    if ((taken.more && taken.agrees) || taken.nonsense) throw new Error('more is there and nothing is, or nonsense');
    return taken.more;
  };
  // The log grows between any two requests, also in the middle of a reading.
  for (const entries of bursts) {
    model.grow(entries);
    look();
  }
  let late = 1;
  while (late < 200 && (look() || !agrees)) late += 1;
  let quiet = 0;
  for (let polls = 0; polls < 6; polls += 1)
    do quiet += 1;
    while (quiet < 200 && look());
  cursor.close();
  return { got, agrees, late, quiet };
}

const linesOf = (entries: readonly unknown[]): string[] => entries.map((entry) => rawEntry(entry).line);
const expected = (model: Model): string[] => linesOf(model.log).sort();
/** The smallest log that fails takes minutes to find; the seed alone is enough to look at one. */
const REPLAYED = { endOnFailure: true } as const;

const bursts = fc.array(burst, { minLength: 1, maxLength: 8 });
const world = (fields: Partial<World>): World => ({
  order: 'asc',
  total: 'right',
  copies: false,
  late: false,
  equalTimes: false,
  ...fields,
});

const WORLDS: readonly World[] = [
  ...(['asc', 'desc'] as const).flatMap((order) => [
    world({ order }),
    world({ order, total: 'absent' }),
    world({ order, total: 'wrong once' }),
    world({ order, copies: true }),
    world({ order, late: true }),
  ]),
  world({ copies: true, total: 'absent' }),
  world({ equalTimes: true }),
  world({ equalTimes: true, total: 'absent' }),
];

/** The newest page and every page behind it, and one look more to be sure. */
const pagesOf = (length: number): number => Math.ceil(length / 98) + 2;

describe('each entry is handed out exactly once', () => {
  it.each(WORLDS)('order $order, total $total, copies $copies, late $late, equal times $equalTimes', (told) => {
    fc.assert(
      fc.property(bursts, (grown) => {
        const model = new Model(told);
        const { got, agrees, late, quiet } = follow(model, grown);
        expect([...got].sort()).toEqual(expected(model));
        // Oldest first; an entry that comes late may be handed out no earlier than it is seen.
        if (!told.late) expect(got).toEqual(linesOf(model.log));
        expect(agrees).toBe(true);
        // At most the rest, and a reading of the whole that was begun or is due.
        expect(late).toBeLessThanOrEqual(3 * pagesOf(model.log.length));
        expect(quiet).toBe(6);
      }),
      { numRuns: 30, seed: 7, ...REPLAYED },
    );
  });
});

describe('with entries kept in files from the first or the tenth on', () => {
  it.each(WORLDS)('order $order, total $total, copies $copies, late $late, equal times $equalTimes', (told) => {
    fc.assert(
      fc.property(bursts, fc.constantFrom(0, 600), (grown, memory) => {
        const open: MemoryScratch[] = [];
        const store = new EntryStore(() => new MemoryScratch(open), { memory });
        const [model, plain] = [new Model(told), new Model(told)];
        expect(follow(model, grown, { store })).toEqual(follow(plain, grown));
        expect(open).toEqual([]);
      }),
      { numRuns: 15, seed: 5, ...REPLAYED },
    );
  });
});

describe('a turn that begins in the middle of the log', () => {
  const start = fc.record({ before: burst, grown: bursts, knowsLast: fc.boolean() });
  it.each([
    world({ order: 'asc' }),
    world({ order: 'desc' }),
    world({ order: 'asc', total: 'absent' }),
    world({ order: 'desc', total: 'absent' }),
    world({ order: 'asc', copies: true }),
    world({ order: 'desc', copies: true }),
    world({ order: 'asc', equalTimes: true }),
  ])('order $order, total $total, copies $copies, equal times $equalTimes', (told) => {
    fc.assert(
      fc.property(start, ({ before, grown, knowsLast }) => {
        const model = new Model(told);
        model.grow(before);
        const count = model.log.length;
        const raw = model.log.map((entry) => rawEntry(entry));
        const order = detectOrder(told.order === 'asc' ? raw : raw.toReversed());
        // The first page of a descending log shows its newest entry.
        const last = knowsLast || told.order === 'desc' ? (raw.at(-1) ?? null) : null;
        const { got, quiet } = follow(model, grown, { baseline: { count, order, last } });
        expect(got).toEqual(linesOf(model.log.slice(count)));
        expect(quiet).toBe(6);
      }),
      { numRuns: 15, seed: 3, ...REPLAYED },
    );
  });
});

describe('answers that lie for a moment', () => {
  const lie = fc.constantFrom('stale', 'empty', 'shuffled', 'none', 'none');
  it.each(['asc', 'desc'] as const)('repeat and lose nothing in a log of one page, order %s', (order) => {
    const steps = fc.array(fc.record({ add: fc.nat(6), lie }), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(steps, (told) => {
        const model = new Model(world({ order }));
        const cursor = new LogCursor();
        const got: string[] = [];
        const take = (asked: ReturnType<LogCursor['next']>, page: ReturnType<Model['page']>): void => {
          got.push(...cursor.take(asked, page).fresh.map(({ line }) => line));
        };
        for (const { add, lie: how } of told) {
          const asked = cursor.next();
          const stale = model.page(asked);
          model.grow(Array.from({ length: add }, () => ({ gapMs: 5, copy: false, lateBy: 0 })));
          const honest = model.page(asked);
          if (how === 'stale') take(asked, stale);
          else if (how === 'empty') take(asked, { logs: [], total_logs: null });
          else if (how === 'shuffled') take(asked, { ...honest, logs: honest.logs.toReversed() });
          else take(asked, honest);
        }
        for (let looks = 0; looks < 12; looks += 1) {
          const asked = cursor.next();
          take(asked, model.page(asked));
        }
        expect(got.sort()).toEqual(expected(model));
      }),
      { numRuns: 150, seed: 11, ...REPLAYED },
    );
  });
});

describe('a total that is the page’s own count', () => {
  const growths = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 15 });
  it.each(['asc', 'desc'] as const)('loses nothing of a log that grows, in order %s', (order) => {
    fc.assert(
      fc.property(growths, (growth) => {
        const log = new Log([], { order });
        const reading = new Reading(log);
        const look = (): Reading =>
          reading.read((asked) => {
            const { logs } = log.page(asked);
            return { logs, total_logs: logs.length };
          });
        for (const by of growth) {
          log.entries = actions(log.entries.length + by);
          look();
        }
        // As many as a drain makes while nothing comes.
        for (let looks = 0; looks < 8; looks += 1) while (look().last.more);
        expect(reading.got).toEqual(log.entries);
      }),
      { numRuns: 300 },
    );
  });
});
