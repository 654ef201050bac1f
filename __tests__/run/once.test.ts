import { describe, expect, it } from '@jest/globals';
import { withIdentity } from '../../src/run/key.ts';
import { lookFor, type Search } from '../../src/run/once.ts';
import { statusError } from '../../src/service/errors.ts';
import { parseRun, type IdentifiedRun } from '../../src/service/schema.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const identity = { key: 'a'.repeat(32), generation: 1, asked: 'b'.repeat(32) };
const markOf = (generation = 1, key = identity.key) =>
  withIdentity({ metadata: {} }, { ...identity, key, generation }).metadata;

interface Run {
  readonly id: number;
  /** In milliseconds. */
  readonly age?: number | null;
  readonly metadata?: object | null;
  /** What the run itself shows, if the list shows nothing. */
  readonly own?: object | null;
  readonly source?: string | null;
}

interface Setting {
  /** The list, newest first, at each reading. */
  readonly lists: readonly (readonly Run[] | Error)[];
  readonly search?: (now: number) => Partial<Search>;
  readonly again?: boolean;
  readonly pageSize?: number;
}

async function look({ lists, search, again = false, pageSize = 100 }: Setting) {
  const clock = new VirtualClock();
  const began = clock.wall();
  const reads: number[] = [];
  const skips: number[] = [];
  const times: number[] = [];
  let readings = -1;
  const listed = ({ id, age = 0, metadata = null, source = 'API' }: Run): IdentifiedRun => {
    const created_at = age === null ? null : new Date(began - age).toISOString();
    return { ...parseRun({ id, created_at, metadata, source_type: source }), id } as IdentifiedRun;
  };
  const published = {
    runs: ({ skip }: { readonly skip: number }) => {
      if (skip === 0) {
        readings += 1;
        times.push(clock.elapsed);
      }
      skips.push(skip);
      const list = lists[Math.min(readings, lists.length - 1)] ?? [];
      if (list instanceof Error) return Promise.reject(list);
      const next = skip + pageSize < list.length ? skip + pageSize : null;
      return Promise.resolve({ items: list.slice(skip, skip + pageSize).map(listed), next, total: list.length });
    },
  };
  const client = {
    run: (id: number) => {
      reads.push(id);
      const run = lists.flatMap((list) => (list instanceof Error ? [] : list)).find((known) => known.id === id);
      return Promise.resolve({ ...listed(run ?? { id }), metadata: (run?.own ?? null) as IdentifiedRun['metadata'] });
    },
  };
  const from = began - 5 * MINUTE;
  const wanted = { key: identity.key, generation: 1, from, began: null, ...search?.(began) };
  const call = { signal: new AbortController().signal, deadline: clock.now() + DAY };
  const found = await lookFor({ clock, client, published }, wanted, { call, again });
  return { found, reads, skips, times, took: clock.elapsed };
}

const refusal = (status: number, headers: Record<string, string> = {}): Error =>
  statusError({ status, headers, body: '' });
const earlier = (now: number) => ({ generation: null, from: now - 30 * DAY });

describe('after a lost answer', () => {
  it.each<[string, readonly (readonly Run[] | Error)[], object]>([
    ['the run with key and generation', [[{ id: 7 }, { id: 5, metadata: markOf() }]], { kind: 'one', run: { id: 5 } }],
    ['a run that the list shows late', [[], [], [{ id: 5, metadata: markOf() }]], { kind: 'one', run: { id: 5 } }],
    [
      'a list that fails for a while',
      [refusal(503), refusal(429, { 'retry-after': '9' }), [{ id: 5, metadata: markOf() }]],
      { kind: 'one' },
    ],
    [
      'two runs',
      [
        [
          { id: 6, metadata: markOf() },
          { id: 5, metadata: markOf() },
        ],
      ],
      { kind: 'several', runs: [{ id: 6 }, { id: 5 }] },
    ],
    [
      'no run of this generation or key',
      [
        [
          { id: 6, metadata: markOf(2) },
          { id: 5, metadata: markOf(1, 'c'.repeat(32)) },
        ],
      ],
      { kind: 'none' },
    ],
    ['a service without the list', [refusal(404)], { kind: 'unreadable', permanent: true }],
    ['a list that fails throughout', [refusal(500)], { kind: 'unreadable', permanent: false }],
  ])('finds %s', async (_, lists, expected) => {
    const { found, took } = await look({ lists, again: true });
    expect(found).toMatchObject(expected);
    expect(took).toBeLessThanOrEqual(120_000);
  });

  it('reads until the runs are older than the request', async () => {
    const others = Array.from({ length: 500 }, (_, index) => ({
      id: 1000 - index,
      age: index * MINUTE,
      metadata: { a: 1 },
    }));
    const { skips } = await look({ lists: [others], pageSize: 3 });
    expect(skips).toEqual([0, 3, 6]);
  });
});

describe('before the create of a later attempt', () => {
  const many = (count: number, ageOf: (index: number) => number): readonly Run[] =>
    Array.from({ length: count }, (_, index) => ({ id: 9000 - index, age: ageOf(index), metadata: { a: 1 } }));

  it.each<[string, readonly Run[], object]>([
    [
      'the newest generation',
      [
        { id: 6, metadata: markOf(2) },
        { id: 5, metadata: markOf(1) },
      ],
      { kind: 'one', run: { id: 6 } },
    ],
    ['none in a list that ends', many(90, (index) => index * DAY), { kind: 'none' }],
    [
      'that the list goes on behind 30 days',
      many(150, (index) => index * DAY),
      { kind: 'bound', why: expect.stringContaining('back to 30 days') },
    ],
    [
      'that the list has more than 20 pages',
      many(2100, () => MINUTE),
      { kind: 'bound', why: expect.stringContaining('longer than 20 pages of 100, which reach back to 20') },
    ],
  ])('finds %s', async (_, list, expected) => {
    expect((await look({ lists: [list], search: earlier })).found).toMatchObject(expected);
  });

  it('looks once, but waits for a list that cannot be read for now', async () => {
    expect((await look({ lists: [[]], search: earlier })).times).toEqual([0]);
    expect((await look({ lists: [refusal(502), []], search: earlier })).found.kind).toBe('none');
  });
});

describe('a list whose items carry no metadata', () => {
  const since = (now: number) => ({ ...earlier(now), began: now - 10 * MINUTE });

  it('is completed by the runs themselves: those of this source that began since the workflow run did', async () => {
    const list: readonly Run[] = [
      { id: 9, age: MINUTE, source: 'SLACK', own: markOf() },
      { id: 8, age: MINUTE, own: { team: 'core' } },
      { id: 7, age: 2 * MINUTE, metadata: {}, source: null, own: markOf() },
      { id: 6, age: 60 * MINUTE, own: markOf() },
    ];
    const { found, reads } = await look({ lists: [list], search: since });
    expect(found).toMatchObject({ kind: 'one', run: { id: 7 } });
    expect(reads).toEqual([8, 7]);
  });

  it('is completed by the newest twenty where it is not known when that was', async () => {
    const list = Array.from({ length: 40 }, (_, index) => ({
      id: 900 - index,
      age: index * 60 * MINUTE,
      own: { team: 'core' },
    }));
    const { found, reads } = await look({ lists: [list], search: earlier });
    expect([found.kind, reads.length]).toEqual(['none', 20]);
  });

  it.each<[string, readonly Run[], string]>([
    ['nothing began since', [{ id: 5, age: DAY }], 'none'],
    ['a run began, and shows no metadata either', [{ id: 5, age: MINUTE }], 'untold'],
    ['the runs show metadata of others', [{ id: 5, age: MINUTE, own: { team: 'core' } }], 'none'],
  ])('tells %s', async (_, list, kind) => {
    expect((await look({ lists: [list], search: since })).found.kind).toBe(kind);
  });

  it('finds the run of a lost answer too, and reads each run once', async () => {
    const others: readonly Run[] = [{ id: 8, own: { team: 'core' } }];
    const { found, reads } = await look({
      lists: [others, others, [{ id: 9, own: markOf() }, ...others]],
      again: true,
    });
    expect(found).toMatchObject({ kind: 'one', run: { id: 9 } });
    expect(reads).toEqual([8, 9, 8].slice(0, 2).sort());
  });
});
