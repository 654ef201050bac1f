/** A log whose items have an id and a time, page by page, and pages that cannot be read. */
import { describe, expect, it } from '@jest/globals';
import { parseTime } from '../../../src/agents/entry.ts';
import { TimedLog } from '../../../src/agents/kit/timed-log.ts';
import type { Page } from '../../../src/agents/kit/pages.ts';
import type { ServiceError } from '../../../src/http/errors.ts';
import { httpError, linkError } from '../../support/memory-client.ts';

interface Item {
  readonly id: string;
  readonly at: number;
}

const CALL = { signal: new AbortController().signal, deadline: Infinity };
const ALL: readonly Item[] = ['a', 'b', 'c', 'd'].map((id, nth) => ({ id, at: nth * 10_000 }));

interface Setting {
  readonly isReversed?: boolean;
  /** By an item whose page cannot be read for now. */
  readonly failures: Map<string, ServiceError>;
}

/** A log of four items, two on a page. */
function setUp({ isReversed = false, failures }: Setting) {
  const told: string[] = [];
  const log = new TimedLog<Item>({
    read({ since, cursor, size }) {
      const all = ALL.filter(({ at }) => at >= (since ?? 0));
      const listed = isReversed ? all.toReversed() : all;
      const from = Number(cursor ?? '0');
      const to = from + Math.min(size, 2);
      const items = listed.slice(from, to);
      const failed = items.find(({ id }) => failures.has(id));
      const failure = failures.get(failed?.id ?? '');
      const next = to < listed.length ? String(to) : null;
      const page: Page<Item> = { items, next };
      return failure === undefined ? Promise.resolve(page) : Promise.reject(failure);
    },
    idOf: ({ id }) => id,
    timeOf: ({ at }) => at,
    overlapMs: 1_000,
    pageMax: 2,
    habits: { isRefused: false },
    onTooLarge: () => told.push('too large'),
  });
  const read = async (): Promise<{ readonly ids: string; readonly more: boolean }> => {
    const { items, more } = await log.read(CALL);
    return { ids: items.map(({ id }) => id).join(''), more };
  };
  return { read, told };
}

describe('a page that cannot be read', () => {
  it('takes nothing away from those before it, behind which the next read goes on', async () => {
    const failures = new Map([['c', linkError('reset')]]);
    const { read } = setUp({ failures });
    expect(await read()).toEqual({ ids: 'ab', more: true });
    await expect(read()).rejects.toMatchObject({ kind: 'reset' });
    failures.clear();
    expect(await read()).toEqual({ ids: 'cd', more: false });
    expect(await read()).toEqual({ ids: '', more: false });
  });

  it('is a failure where nothing new comes before it', async () => {
    const failures = new Map<string, ServiceError>();
    const { read } = setUp({ failures });
    await read();
    failures.set('d', httpError(503));
    await expect(read()).rejects.toMatchObject({ status: 503 });
  });

  it('is waited for where the newest come first', async () => {
    const failures = new Map([['b', linkError('reset')]]);
    const { read } = setUp({ isReversed: true, failures });
    await expect(read()).rejects.toMatchObject({ kind: 'reset' });
    failures.clear();
    expect(await read()).toEqual({ ids: 'abcd', more: false });
  });

  it('ends the log where a single item is too large, behind those before it', async () => {
    const tooLarge = linkError('too_large');
    const failures = new Map([['c', tooLarge]]);
    const { read, told } = setUp({ failures });
    expect([await read(), told]).toEqual([{ ids: 'ab', more: false }, ['too large']]);
    expect(await read()).toEqual({ ids: '', more: false });
  });
});

describe('pages that always announce a next one (contract 4.7)', () => {
  interface Endless {
    readonly items: Item[];
    /** What stands behind the end of the log. */
    readonly behind: 'nothing' | 'the last page again';
  }

  /** Two items on a page, each of them under a new cursor. */
  function endless({ items, behind }: Endless) {
    let reads = 0;
    const log = new TimedLog<Item>({
      read({ since, cursor }) {
        reads += 1;
        const listed = items.filter(({ at }) => at >= (since ?? 0));
        const from = Number(cursor ?? '0');
        const last = Math.max(0, listed.length - 2);
        const start = behind === 'nothing' ? from : Math.min(from, last);
        const page = listed.slice(start, start + 2);
        return Promise.resolve({ items: page, next: String(from + 2) });
      },
      idOf: ({ id }) => id,
      timeOf: ({ at }) => at,
      overlapMs: 1_000,
      pageMax: 2,
      habits: { isRefused: false },
      onTooLarge: () => undefined,
    });
    return { log, reads: () => reads };
  }

  it.each(['nothing', 'the last page again'] as const)('and have %s behind', async (behind) => {
    const items = ALL.slice(0, 2);
    const { log, reads } = endless({ items, behind });
    expect(await log.read(CALL)).toMatchObject({ items: [{ id: 'a' }, { id: 'b' }], more: false });
    expect(reads()).toBe(2);
    items.push(...ALL.slice(2));
    expect(await log.read(CALL)).toMatchObject({ items: [{ id: 'c' }, { id: 'd' }], more: false });
    expect(await log.read(CALL)).toEqual({ items: [], more: false });
  });
});

describe('items of nearly the same time', () => {
  /** The order in which items are told that the service lists with these fractions of a second. */
  async function told(...fractions: readonly string[]): Promise<readonly string[]> {
    const stamps = fractions.map((fraction) => `2026-11-28T10:00:00${fraction}Z`);
    const log = new TimedLog<{ readonly fraction: string; readonly stamp: string }>({
      read: () =>
        Promise.resolve({
          items: fractions.map((fraction, at) => ({ fraction, stamp: String(stamps[at]) })),
          next: null,
        }),
      idOf: ({ fraction }) => fraction,
      timeOf: ({ stamp }) => parseTime(stamp),
      stampOf: ({ stamp }) => stamp,
      overlapMs: 1_000,
      pageMax: 100,
      habits: { isRefused: false },
      onTooLarge: () => undefined,
    });
    const { items } = await log.read(CALL);
    return items.map(({ fraction }) => fraction);
  }

  it('are told in the order of their times, to the last of nine digits', async () => {
    const ascending = ['.123456789', '.12345679', '.123456791', '.123456792'];
    const listed = ['.123456791', '.123456789', '.123456792', '.12345679'];
    expect(await told(...listed)).toEqual(ascending);
    expect(await told('.1239999999', '.124', '.123')).toEqual(['.123', '.1239999999', '.124']);
    expect(await told('.000000001', '')).toEqual(['', '.000000001']);
  });

  it('keep the order of the list where the times are equal', async () => {
    expect(await told('.250', '.25', '.250000')).toEqual(['.250', '.25', '.250000']);
  });
});
