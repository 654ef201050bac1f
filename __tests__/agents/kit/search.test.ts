/** The one search by a key in lists (contract 4.9, 18.4), with lists of all kinds. */
import { describe, expect, it } from '@jest/globals';
import {
  searchByKey,
  SearchMemory,
  type KeyCarrier,
  type Listed,
} from '../../../src/agents/kit/search.ts';
import type { Found, RequestIdentity, RunShown, Search } from '../../../src/agents/port.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { httpError } from '../../support/memory-client.ts';

interface Item {
  readonly id: string;
  /** Minutes. */
  readonly age?: number;
  readonly key?: string;
  readonly generation?: number;
  readonly asked?: string;
  readonly isArchived?: boolean;
  readonly isUnseen?: boolean;
}

const KEY = 'k';
const MINUTE_MS = 60_000;
const NOW = 1_000 * MINUTE_MS;
const CALL = { signal: new AbortController().signal, deadline: Infinity };

function listed(item: Item): Listed<Item> {
  const { id, age = 0, key, generation = 1, asked = 'a', isArchived, isUnseen } = item;
  const identity: RequestIdentity = { key: key ?? '', generation, asked };
  return {
    item,
    id,
    createdAt: NOW - age * MINUTE_MS,
    identities: key === undefined ? [] : [identity],
    isArchived: isArchived ?? false,
    isUnseen: isUnseen ?? false,
  };
}

type Lists = Readonly<Record<string, readonly Item[]>>;

/** What a look finds in lists, and what it asked for. */
function scene(
  stages: readonly Lists[],
  {
    size = 2,
    several = 'ambiguous',
    failsAt = null,
    own,
  }: {
    readonly size?: number;
    /** The page that cannot be read: `all 2`. */
    readonly failsAt?: string | null;
    readonly several?: KeyCarrier<Item>['several'];
    readonly own?: (item: Item) => Item | null;
  } = {},
) {
  const asked: string[] = [];
  const clock = new ManualClock();
  const memory = new SearchMemory<Item>();
  const carrier: KeyCarrier<Item> = {
    stages: stages.map((lists) =>
      Object.entries(lists).map(([name, items]) => ({
        name,
        read: (cursor: string | null) => {
          const skip = Number(cursor ?? 0);
          asked.push(`${name} ${skip}`);
          if (asked.at(-1) === failsAt) {
            return Promise.reject(httpError(503));
          }
          const next = skip + size < items.length ? String(skip + size) : null;
          return Promise.resolve({ items: items.slice(skip, skip + size).map(listed), next });
        },
      })),
    ),
    several,
    shown: ({ id }) => ({ id, webUrl: null }) as RunShown,
    plural: 'jobs',
    pageSize: size,
    ...(own === undefined
      ? {}
      : {
          ownReads: {
            candidates: (all) => all,
            read: ({ id }) => {
              asked.push(id);
              const read = own({ id });
              return Promise.resolve(read === null ? null : listed(read));
            },
            unfound: (all) =>
              all.some(({ isUnseen }) => isUnseen === true)
                ? { kind: 'open', why: 'not seen', mayClose: true }
                : { kind: 'none' },
          },
        }),
  };
  const look = (search: Partial<Search> = {}): Promise<Found> => {
    const wanted: Search = {
      identity: { key: KEY, generation: 1, asked: 'a' },
      kind: 'earlier',
      order: null,
      from: NOW - 30 * MINUTE_MS,
      began: null,
      ...search,
    };
    return searchByKey(carrier, { search: wanted, memory, clock }, CALL);
  };
  return { look, asked, clock };
}

const idsOf = (found: Found): unknown =>
  found.kind === 'found' ? found.matches.map(({ run }) => run.id) : found.kind;
const ours = (id: string, rest: Partial<Item> = {}): Item => ({ id, key: KEY, ...rest });
const others = (count: number, age = 0): readonly Item[] =>
  Array.from({ length: count }, (_, nth) => ({ id: `other ${nth}`, age }));

describe('which run counts', () => {
  it.each<[string, readonly Item[], Partial<Search>, unknown]>([
    ['the newest generation', [ours('2', { generation: 2 }), ours('1')], {}, ['2']],
    [
      'of a lost create its own',
      [ours('2', { generation: 2 }), ours('1')],
      { kind: 'lost' },
      ['1'],
    ],
    ['none with another key', [{ id: '1', key: 'x' }], {}, 'none'],
    ['none that is too old', [ours('1', { age: 31 })], {}, 'none'],
  ])('%s', async (_, items, ...[search, expected]) => {
    expect(idsOf(await scene([{ all: items }]).look(search))).toEqual(expected);
  });

  const several = [ours('1', { age: 1 }), ours('2', { age: 3 }), ours('3', { age: 2 })];
  const archived = several.map((one) => ({ ...one, isArchived: one.id === '2' }));
  it.each<[string, readonly Item[], KeyCarrier<Item>['several'], unknown]>([
    ['all of several', several, 'ambiguous', ['1', '2', '3']],
    ['the oldest of several that all choose', several, 'all_choose_one', ['2']],
    ['one that is not archived before', archived, 'all_choose_one', ['3']],
    [
      'all where one was asked something else',
      [...several, ours('4', { age: 4, asked: 'b' })],
      'all_choose_one',
      ['4', '2', '3', '1'],
    ],
  ])('%s', async (_, items, ...[which, expected]) => {
    expect(idsOf(await scene([{ all: items }], { several: which }).look())).toEqual(expected);
  });
});

describe('what is read', () => {
  it('lists of a stage together, and those of the next one where these have none', async () => {
    const first = { tagged: [], archived: [{ id: '1' }] };
    const { look, asked } = scene([first, { all: [ours('2')] }]);
    expect(idsOf(await look())).toEqual(['2']);
    expect(asked).toEqual(['tagged 0', 'archived 0', 'all 0']);
  });

  it('no stage behind the one that has it', async () => {
    const { look, asked } = scene([{ tagged: [ours('1')] }, { all: [] }]);
    await look();
    expect(asked).toEqual(['tagged 0']);
  });

  it.each<[string, readonly Item[], Partial<Search>, readonly string[]]>([
    ['until runs are too old', others(9, 31), {}, ['all 0']],
    ['one page behind the run', [ours('1'), ...others(9)], {}, ['all 0', 'all 2']],
    [
      'the whole time of a lost one',
      [ours('1'), ...others(4)],
      { kind: 'lost' },
      ['all 0', 'all 2', 'all 4'],
    ],
    [
      'a list on whose pages the times rise',
      [{ id: 'a', age: 50 }, { id: 'b', age: 40 }, { id: 'c', age: 32 }, ours('1')],
      {},
      ['all 0', 'all 2'],
    ],
  ])('%s', async (_, items, ...[search, expected]) => {
    const { look, asked } = scene([{ all: items }]);
    await look(search);
    expect(asked).toEqual(expected);
  });

  it('no more than twenty pages, behind which an earlier run may be', async () => {
    const { look } = scene([{ all: others(41) }]);
    expect(await look()).toEqual({
      kind: 'open',
      why: 'the list of jobs goes on behind the newest 20 pages of 2 jobs each',
    });
    expect(await look({ kind: 'lost' })).toEqual({ kind: 'none' });
  });

  it('to a page that cannot be read: what stands before it counts of a lost create', async () => {
    const lists = [{ all: [ours('1'), ...others(4)], archived: [] }];
    const { look, asked } = scene(lists, { failsAt: 'all 2' });
    await expect(look()).rejects.toMatchObject({ status: 503 });
    expect(idsOf(await look({ kind: 'lost' }))).toEqual(['1']);
    expect(asked).not.toContain('archived 0');
    const unfound = look({ kind: 'lost', identity: { key: 'x', generation: 1, asked: 'a' } });
    await expect(unfound).rejects.toMatchObject({ status: 503 });
  });

  it('a list once for all tasks of a fleet, and anew after a while', async () => {
    const { look, asked, clock } = scene([{ all: [ours('1'), ...others(5)] }]);
    await look();
    // What another key needs behind that is read where it was left.
    await look({ identity: { key: 'x', generation: 1, asked: 'a' } });
    expect(asked).toEqual(['all 0', 'all 2', 'all 4']);
    clock.advance(1_000);
    await look();
    expect(asked).toHaveLength(3);
    await look({ kind: 'lost' });
    expect(asked).toHaveLength(6);
    await look({ from: NOW - 31 * MINUTE_MS });
    expect(asked).toHaveLength(8);
  });
});

describe('runs that are read themselves', () => {
  const unseen = (count: number): readonly Item[] =>
    Array.from({ length: count }, (_, nth) => ({ id: String(nth), isUnseen: true }));

  it('are read until they were seen once', async () => {
    let isThere = false;
    const { look, asked } = scene([{ all: unseen(2) }], {
      own: ({ id }) => {
        if (id === '0') {
          return { id };
        }
        return isThere ? ours(id) : null;
      },
    });
    expect(await look()).toMatchObject({ kind: 'open', mayClose: true });
    isThere = true;
    expect(idsOf(await look())).toEqual(['1']);
    await look();
    expect(asked).toEqual(['all 0', '0', '1', '1']);
  });

  it('are no more than a hundred in one look', async () => {
    const own = ({ id }: Item): Item => ({ id });
    const { look, asked } = scene([{ all: unseen(102) }], { own, size: 200 });
    expect(await look()).toEqual({
      kind: 'open',
      why: '102 jobs may be the one, and no more than 100 are read',
    });
    expect(asked).toHaveLength(101);
    expect(await look()).toEqual({ kind: 'none' });
  });
});
