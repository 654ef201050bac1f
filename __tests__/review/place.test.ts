/** Which file and which lines a finding means (contract 17.2). */
import { describe, expect, it } from '@jest/globals';
import type { AnsweredFinding } from '../../src/review/answer.ts';
import { fileOf, readDiff } from '../../src/review/diff.ts';
import { placeFindings } from '../../src/review/place.ts';

const UMLAUT = 'src/grün.ts';
const DIFF = readDiff([
  {
    path: 'src/a.ts',
    previousPath: 'lib/a.ts',
    isDeleted: false,
    patch: '@@ -5,4 +5,3 @@\n five\n-six\n-seven\n+SIX\n eight\n@@ -20,3 +19,1 @@\n twenty\n-x\n-y',
  },
  { path: 'old.ts', previousPath: null, isDeleted: true, patch: '@@ -1,2 +0,0 @@\n-one\n-two' },
  { path: 'b/c.ts', previousPath: null, isDeleted: false, patch: '@@ -0,0 +1 @@\n+c' },
  { path: UMLAUT, previousPath: null, isDeleted: false, patch: '@@ -0,0 +1 @@\n+c' },
  { path: 'one/x.ts', previousPath: null, isDeleted: false, patch: null },
  { path: 'demo/one/x.ts', previousPath: null, isDeleted: false, patch: null },
]);

describe('a path', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['lib/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['/src/a.ts', 'src/a.ts'],
    ['a/src/a.ts', 'src/a.ts'],
    ['b/src/a.ts', 'src/a.ts'],
    ['b/c.ts', 'b/c.ts'],
    ['demo/src/a.ts', 'src/a.ts'],
    ['octo/demo/src/a.ts', 'src/a.ts'],
    ['`src/a.ts`', 'src/a.ts'],
    ['"src/a.ts"', 'src/a.ts'],
    ["'./src/a.ts:25'", 'src/a.ts'],
    ['src/a.ts:12', 'src/a.ts'],
    ['src/a.ts:12-14', 'src/a.ts'],
    ['src/a.ts:12:5', 'src/a.ts'],
    ['src/a.ts#L12', 'src/a.ts'],
    ['src\\a.ts', 'src/a.ts'],
    ['.\\src\\a.ts', 'src/a.ts'],
    [UMLAUT.normalize('NFD'), UMLAUT],
    // Both files could be meant, so that the one that is written counts.
    ['demo/one/x.ts', 'demo/one/x.ts'],
    ['./demo/one/x.ts', null],
    ['a.ts', null],
    ['other/src/a.ts', null],
    ['SRC/A.ts', null],
    ['', null],
    // Three layers of everything.
    ['"./a/octo/demo/src\\a.ts:1:2"', 'src/a.ts'],
    // So many layers that nobody means anything by them.
    [`${'./'.repeat(40)}src/a.ts${':1'.repeat(40)}`, null],
  ])('%j means %j', (written, meant) => {
    expect(fileOf(DIFF, written, 'octo/demo')?.path ?? null).toBe(meant);
  });
});

const FINDING: AnsweredFinding = {
  path: 'src/a.ts',
  line: 6,
  startLine: null,
  side: null,
  severity: 'warning',
  title: 'Title',
  body: 'Body',
  suggestion: null,
};

function placeOne(changes: Partial<AnsweredFinding>) {
  const known = { findings: [], fingerprints: new Set<string>(), reviews: [], bodies: new Map() };
  const order = { diff: DIFF, repository: 'octo/demo', known, resolved: [] };
  return placeFindings([{ ...FINDING, ...changes }], order).findings[0];
}

describe('a finding', () => {
  it.each<[string, Partial<AnsweredFinding>, object]>([
    ['on a line of the head', {}, { side: 'RIGHT', placed: 'inline', lines: ['SIX'] }],
    [
      'on lines that only the base has',
      { startLine: 21, line: 22 },
      { side: 'LEFT', placed: 'inline', startLine: 21, isInHead: false, lines: ['x', 'y'] },
    ],
    [
      'on lines that only the base has, with the other side said',
      { line: 21, side: 'RIGHT' },
      { side: 'RIGHT', placed: 'body' },
    ],
    ['on a line of both, with no side said', { line: 7 }, { side: 'RIGHT', lines: ['eight'] }],
    [
      'in a deleted file',
      { path: 'old.ts', line: 2 },
      { side: 'LEFT', placed: 'inline', isInHead: false },
    ],
    [
      'of a range upside down',
      { startLine: 7, line: 5 },
      { startLine: 5, line: 7, placed: 'inline', lines: ['five', 'SIX', 'eight'] },
    ],
    ['over two hunks', { startLine: 7, line: 19 }, { placed: 'body', lines: null }],
    [
      'without a line',
      { line: null, startLine: 5 },
      { placed: 'body', line: null, startLine: null },
    ],
    ['without a path', { path: null }, { placed: 'body', path: null }],
    ['in a file that the diff shows whole', { path: 'b/c.ts', line: 1 }, { isInHead: true }],
    ['behind the end of such a file', { path: 'b/c.ts', line: 2 }, { isInHead: false }],
    ['between or behind hunks', { line: 900 }, { placed: 'body', isInHead: true }],
    ['in a file without a patch', { path: 'one/x.ts' }, { placed: 'body', isInHead: true }],
  ])('%s: %j', (_what, changes, expected) => {
    expect(placeOne(changes)).toMatchObject(expected);
  });
});
