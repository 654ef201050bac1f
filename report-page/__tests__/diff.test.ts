import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editLines, pairedLines, patchLines, type DiffLine } from '../src/render/diff.ts';
import { editsOf, patchOf } from '../src/render/edits.ts';

const shown = (lines: readonly DiffLine[]): readonly string[] =>
  lines.map(({ kind, parts }) => {
    const text = parts.map((part) => (part.marked ? `[${part.text}]` : part.text)).join('');
    return `${{ same: ' ', add: '+', remove: '-', heading: '#' }[kind]}${text}`;
  });
const side = (lines: readonly DiffLine[], without: DiffLine['kind']): string =>
  lines
    .filter(({ kind }) => kind !== without)
    .map(({ parts }) => `${parts.map(({ text }) => text).join('')}\n`)
    .join('');

describe('an edit', () => {
  it.each([
    [{ path: 'a.ts', old_string: 'a', new_string: 'b' }, [{ path: 'a.ts', before: 'a', after: 'b' }]],
    [
      {
        file_path: 'a.ts',
        edits: [
          { old_text: 'a', new_text: 'b' },
          { search: 'c', replace: 'd' },
        ],
      },
      [
        { path: 'a.ts', before: 'a', after: 'b' },
        { path: 'a.ts', before: 'c', after: 'd' },
      ],
    ],
    [{ edits: [{ old: 1 }] }, []],
    [{ command: 'ls' }, []],
    [null, []],
    [['old_string'], []],
  ])('is read from %j', (input, edits) => expect(editsOf(input)).toEqual(edits));

  it('marks the words that changed', () => {
    const lines = editLines({
      path: null,
      before: 'a\nreturn Date.now() - start;\nb\n',
      after: 'a\nreturn clock.now() - start;\nb\n',
    });
    expect(shown(lines)).toEqual([' a', '-return [Date].now() - start;', '+return [clock].now() - start;', ' b']);
    expect(pairedLines(lines).map(([left, right]) => [left?.old ?? null, right?.new ?? null])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('reads patches with their line numbers', () => {
    const patch = '--- a/x\n+++ b/x\n@@ -10,2 +10,2 @@\n same\n-old words here\n+new words here\n';
    expect(patchOf({ path: 'x', patch })).toEqual(['patch', patch]);
    expect(patchOf({ content: 'a + b\n- c' })).toBeNull();
    const lines = patchLines(patch);
    expect(shown(lines).slice(2)).toEqual(['#@@ -10,2 +10,2 @@', ' same', '-[old] words here', '+[new] words here']);
    expect(lines.at(-1)?.new).toBe(11);
  });

  it('contains both texts for any edit', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'cc dd', '<b>', '', '\u202e'), { maxLength: 12 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = editLines({ path: null, before, after });
        expect(side(lines, 'add')).toBe(before);
        expect(side(lines, 'remove')).toBe(after);
      }),
      { numRuns: 300 },
    );
  });

  it('is fast for texts with nothing in common', () => {
    const lines = (word: string): string => Array.from({ length: 8000 }, (_, n) => `${word}${n}\n`).join('');
    const started = performance.now();
    expect(editLines({ path: null, before: lines('a'), after: lines('b') }).length).toBe(16_000);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
