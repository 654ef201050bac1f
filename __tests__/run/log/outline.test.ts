/** Outlines of entries, by which their earlier forms are recognized (contract 4.7). */
import { describe, expect, it } from '@jest/globals';
import { rawEntry, type RawEntry } from '../../../src/run/log/entry.ts';
import { isOf, isOutlineFilledIn, outlineOf, type Outline } from '../../../src/run/log/outline.ts';
import { entry } from '../../support/memory-client.ts';

const of = (fields: object): Outline | null => outlineOf(rawEntry({ ...entry(1), ...fields }));
const isEarlier = (before: object, after: object): boolean => isOutlineFilledIn(of(before) ?? '', of(after) ?? '');

describe('an outline', () => {
  it.each([
    ['set', { tool_output: null }, {}, true],
    ['set, before others', { thought: null }, {}, true],
    ['equal', {}, {}, true],
    ['new', {}, { extra: 1 }, true],
    ['changed', { thought: 'a' }, { thought: 'b' }, false],
    ['changed within', { tool_output: { a: 1 } }, { tool_output: { a: 2 } }, false],
    ['taken back', {}, { tool_output: null }, false],
    [
      'changed at the end of a long text',
      { thought: `${'x'.repeat(100)}a` },
      { thought: `${'x'.repeat(100)}b` },
      false,
    ],
    ['kept, a long text', { thought: 'x'.repeat(100), tool_output: null }, { thought: 'x'.repeat(100) }, true],
    ['another of the same content', { tool_name: null }, { tool_name: null, name: 'bash' }, true],
    ['moved to another name', { thought: 'bash', tool_name: null }, { thought: null }, false],
    ['a text that looks like a value', { extra: '1' }, { extra: 1 }, false],
    ['set, the type', { message_type: null }, {}, false],
  ] as const)(
    'shows whether an entry is an earlier form of another, by a field that was %s',
    (...[, old, now, expected]) => {
      expect(isEarlier(old, now)).toBe(expected);
    },
  );

  it('counts a type that is absent as one that is null', () => {
    const at = { created_at: '2026-01-01T00:00:00Z' };
    expect(outlineOf(rawEntry(at))).toBe(outlineOf(rawEntry({ ...at, message_type: null })));
  });

  it('tells the time of its entry', () => {
    const made = rawEntry({ ...entry(1), created_at: '2026-01-01T00:00:00.5Z' });
    const outline = outlineOf(made) ?? '';
    const time = made.time ?? 0;
    expect([isOf(time, outline), isOf(time + 1, outline), isOf(Math.floor(time / 10), outline)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is small even if the entry is large', () => {
    expect(of({ thought: 'x'.repeat(1_000_000) })?.length).toBe(of({})?.length);
    expect(of({})?.length).toBeLessThan(64);
  });

  it('is not made of an entry without a readable date, or with too many fields', () => {
    const fields = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
    const bare = (value: object): RawEntry => rawEntry({ created_at: '2026-01-01T00:00:00Z', ...value });
    expect(outlineOf(bare(fields(99)))).not.toBeNull();
    expect(outlineOf(bare(fields(100)))).toBeNull();
    expect(of({ created_at: 'soon' })).toBeNull();
    expect(of({ created_at: null })).toBeNull();
    expect(outlineOf({ ...rawEntry('text'), time: 1 })).toBeNull();
  });
});
