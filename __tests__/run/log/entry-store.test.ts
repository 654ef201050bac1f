/** Where the entries of a full scan are kept (contract 6.5). */
import { describe, expect, it } from '@jest/globals';
import { inMemory, rawEntry, type RawEntry } from '../../../src/run/log/entry.ts';
import { EntryStore, LEFT_OUT, type StoreLimits } from '../../../src/run/log/entry-store.ts';
import { isIncomplete } from '../../../src/run/log/watched.ts';
import { MemoryScratch } from '../../support/memory-scratch.ts';

const CREATED_AT = '2026-01-01T00:00:00Z';
const sized = (text: string): RawEntry =>
  rawEntry({ agent_run_id: 7, created_at: CREATED_AT, message_type: 'ACTION', tool_input: { text } });

function storeOf(limits: StoreLimits): { readonly store: EntryStore; readonly open: MemoryScratch[] } {
  const open: MemoryScratch[] = [];
  return { store: new EntryStore(() => new MemoryScratch(open), limits), open };
}

describe('an entry', () => {
  const entry = sized('x'.repeat(1_000));

  it('stays as it is while there is memory', () => {
    const { store, open } = storeOf({ memory: entry.line.length });
    expect(store.open(() => false).keep(entry)).toBe(entry);
    expect(open).toEqual([]);
  });

  it('is read from a file beyond that, and is the same in every respect', () => {
    const { store, open } = storeOf({ memory: entry.line.length - 1 });
    const kept = store.open((raw) => raw === entry).keep(entry);
    expect(open[0]?.size).toBe(1);
    expect(inMemory(kept)).toEqual(entry);
    expect([kept.line, kept.value, kept.time, kept.runId, kept.fingerprint]).toEqual([
      ...[entry.line, entry.value, Date.parse(CREATED_AT), 7, entry.fingerprint],
    ]);
    expect([kept.traits, isIncomplete(kept)]).toEqual([{ isEcho: true, isIncomplete: true }, true]);
  });

  it('keeps numbers that JavaScript would round', () => {
    const { store } = storeOf({ memory: 0 });
    const line = '{"tool_input":12345678901234567890}';
    const kept = store.open(() => false).keep({ ...rawEntry({}), line });
    expect(JSON.stringify(kept.value)).toBe(line);
  });

  it.each([
    ['where files have no room either', { memory: 0, files: 100 }, () => new MemoryScratch()],
    [
      'where no file can be written',
      { memory: 0 },
      () => {
        throw new Error('ENOSPC');
      },
    ],
  ])('loses its long fields %s, and is still the same entry', (_, limits, openScratch) => {
    const store = new EntryStore(openScratch, limits);
    const kept = store.open(() => false).keep(entry);
    expect(kept.value).toEqual({ ...(entry.value as object), tool_input: LEFT_OUT });
    expect(JSON.parse(kept.line)).toEqual(kept.value);
    expect([kept.fingerprint, kept.time, kept.runId]).toEqual([entry.fingerprint, entry.time, entry.runId]);
    expect(store.open(() => false).keep(rawEntry(['x'.repeat(200)])).value).toBe(LEFT_OUT);
    expect(store.open(() => false).keep(rawEntry('x'.repeat(200))).value).toBe(LEFT_OUT);
    expect(store.open(() => false).keep(rawEntry(1)).value).toBe(1);
  });

  it('stays as it is where nothing can be kept outside of memory', () => {
    expect(new EntryStore(null, { memory: 0 }).open(() => false).keep(entry)).toBe(entry);
  });

  it('is not tried to be written again once that has failed', () => {
    let tries = 0;
    const store = new EntryStore(
      () => {
        tries += 1;
        throw new Error('ENOSPC');
      },
      { memory: 0 },
    );
    const shelf = store.open(() => false);
    expect([shelf.keep(entry).traits, shelf.keep(entry).traits, tries]).toEqual([undefined, undefined, 1]);
  });

  it('may have 8 MiB in memory and more in files', () => {
    const { store, open } = storeOf({});
    const large = { ...entry, line: 'x'.repeat(8 * 1024 * 1024) };
    const shelf = store.open(() => false);
    expect(shelf.keep(large)).toBe(large);
    expect([shelf.keep(large).line.length, open[0]?.size]).toEqual([large.line.length, 1]);
  });
});

describe('an entry that loses its long fields', () => {
  const shortened = (value: unknown): unknown =>
    new EntryStore(() => new MemoryScratch(), { memory: 0, files: 0 }).open(() => false).keep(rawEntry(value)).value;

  it('says so in their place', () => {
    expect(shortened({ thought: 'x'.repeat(101) })).toEqual({
      thought: '(left out: the log is too large to be kept until it is read to its end)',
    });
  });

  it('keeps short texts, numbers and what is null', () => {
    const kept = { a: 'x'.repeat(100), b: 7, c: true, d: null };
    expect(shortened({ ...kept, e: 'x'.repeat(101), f: [], g: {} })).toEqual({
      ...kept,
      ...{ e: LEFT_OUT, f: LEFT_OUT, g: LEFT_OUT },
    });
  });

  it('keeps 100 fields, and 100 characters of their names', () => {
    const fields = Array.from({ length: 101 }, (_, index) => [`${index}`.padStart(101, 'x'), index] as const);
    const kept = fields.slice(0, 100).map(([name, value]) => [name.slice(0, 100), value] as const);
    expect(shortened(Object.fromEntries(fields))).toEqual(Object.fromEntries(kept));
  });

  it('is one of more than 100 characters', () => {
    const texts = ['x'.repeat(98), 'x'.repeat(99)];
    expect(texts.map(shortened)).toEqual([texts[0], LEFT_OUT]);
  });
});

it('gives its room back to all scans', () => {
  const entry = sized('x');
  const { length } = entry.line;
  const { store, open } = storeOf({ memory: length, files: length });
  const [first, second] = [store.open(() => false), store.open(() => false)];
  const places = (): (string | undefined)[] => [first, second].map((shelf) => placeOf(shelf.keep(entry)));
  const placeOf = ({ traits, value }: RawEntry): string =>
    value === entry.value ? 'memory' : traits === undefined ? 'shortened' : 'file';
  expect(places()).toEqual(['memory', 'file']);
  expect(places()).toEqual(['shortened', 'shortened']);
  expect(open).toHaveLength(1);
  first.release();
  second.release();
  second.release();
  expect(open).toEqual([]);
  expect(places()).toEqual(['memory', 'file']);
});
