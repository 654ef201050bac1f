import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { processorMs } from '../../__tests__/support/processor-time.ts';
import { editLines, patchLines, type DiffLine, type Edit } from '../src/data/diff.ts';
import { changesOf, editsOf, patchFiles, patchOf } from '../src/data/edits.ts';

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

/** However long a slow machine takes. */
const linesOf = (edit: Edit): readonly DiffLine[] => editLines(edit, { timeMs: Infinity });

describe('an edit', () => {
  it.each([
    [
      { path: 'a.ts', old_string: 'a', new_string: 'b' },
      [{ path: 'a.ts', before: 'a', after: 'b' }],
    ],
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

  it.each([
    [{ path: 'a.ts', content: 'all of it\n' }],
    [{ path: 'a.ts', insert_line: 3, new_str: 'all of it' }],
    [{ command: 'create', path: 'a.ts', file_text: 'all of it' }],
  ])('that only adds text is an addition: %j', (input) => {
    const [edit] = editsOf(input, { isEditor: true });
    expect(shown(linesOf(edit!))).toEqual(['+all of it']);
    expect(editsOf(input)).toEqual([]);
  });

  it('that appends shows what was there as unchanged', () =>
    expect(shown(linesOf({ path: null, before: 'a', after: 'a\nb' }))).toEqual([' a', '+b']));

  it('marks the words that changed', () => {
    const lines = linesOf({
      path: null,
      before: 'a\nreturn Date.now() - start;\nb\n',
      after: 'a\nreturn clock.now() - start;\nb\n',
    });
    expect(shown(lines)).toEqual([
      ' a',
      '-return [Date].now() - start;',
      '+return [clock].now() - start;',
      ' b',
    ]);
  });

  it('marks the words of the first lines that changed, and no more', () => {
    const apart = (word: string): string =>
      Array.from({ length: 300 }, (_, n) => `same ${n}\nline ${n} was ${word}\n`).join('');
    const each = linesOf({ path: null, before: apart('old'), after: apart('new') });
    expect(each.filter(({ parts }) => parts.some(({ marked }) => marked))).toHaveLength(400);
  });

  it('reads patches with their line numbers', () => {
    const patch = '--- a/x\n+++ b/x\n@@ -10,2 +10,2 @@\n same\n-old words here\n+new words here\n';
    expect(patchOf({ path: 'x', patch })).toEqual(['patch', patch]);
    expect(patchOf({ content: 'a + b\n- c' })).toBeNull();
    const lines = patchLines(patch);
    expect(shown(lines).slice(2)).toEqual([
      '#@@ -10,2 +10,2 @@',
      ' same',
      '-[old] words here',
      '+[new] words here',
    ]);
    expect(lines.at(-1)?.new).toBe(11);
  });

  it('is found for each file of a patch', () => {
    const git =
      'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1,2 @@\n c\n+d\n';
    const begin =
      '*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** Add File: y\n+d\n*** End Patch';
    for (const patch of [git, begin]) {
      expect(patchFiles(patch).map(({ path }) => path)).toEqual(['x', 'y']);
    }
    expect(
      changesOf({ tool_input: { path: 'z', patch: '@@ -1 +1 @@\n-a\n+b' } }).map(
        ({ path }) => path,
      ),
    ).toEqual(['z']);
    expect(changesOf({ tool_input: { command: 'ls' } })).toEqual([]);
    expect(changesOf('text')).toEqual([]);
  });

  it('contains both texts for any edit', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'cc dd', '<b>', '', '\u202e'), { maxLength: 12 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = linesOf({ path: null, before, after });
        expect(side(lines, 'add')).toBe(before);
        expect(side(lines, 'remove')).toBe(after);
      }),
      { numRuns: 300 },
    );
  });

  it('is fast for texts with nothing in common', () => {
    const lines = (word: string): string =>
      Array.from({ length: 8000 }, (_, n) => `${word}${n}\n`).join('');
    const texts = { path: null, before: lines('a'), after: lines('b') };
    expect(processorMs(() => expect(editLines(texts).length).toBe(16_000))).toBeLessThan(5_000);
  });
});
