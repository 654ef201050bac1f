import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAddress, START, writeAddress } from '../src/data/address.ts';
import { groupSteps, visibleItems } from '../src/data/groups.ts';
import { excerptAt, findWords, lineFinder, parseWords } from '../src/data/search.ts';
import { createRun, stepAt, stepNumbered, stepsIn, sumName, sumsBy } from '../src/data/run.ts';
import type { Run } from '../src/data/run.ts';
import { createTexts, plainText } from '../src/data/texts.ts';
import { clock, length, timeMarks } from '../src/data/time.ts';
import type { TraceRow } from '../../src/report/page/data.ts';
import { stepName } from '../../src/agents/entry.ts';
import { categoryOf } from '../src/kinds.ts';

const row = (
  seconds: number | null,
  kind: string,
  fields: Partial<Record<'tool' | 'words' | 'target', string>> = {},
): TraceRow => [
  seconds === null ? null : seconds * 1000,
  kind,
  fields.tool ?? null,
  fields.words ?? '',
  kind === 'ERROR',
  0,
  fields.target ?? null,
];

const runOf = (...rows: readonly TraceRow[]): Run => createRun([{ first: 0, rows }]);

describe('a run', () => {
  it('sums what falls into a period', () => {
    const { steps } = runOf(
      row(0, 'ACTION'),
      row(10, 'ACTION'),
      row(20, 'ERROR'),
      row(30, 'ACTION'),
    );
    const sums = sumsBy(stepsIn(steps, [5_000, 22_000]), sumName);
    expect(sums).toEqual([
      { name: 'Errors', steps: 1, ms: 10_000 },
      { name: 'Action', steps: 2, ms: 7_000 },
    ]);
  });

  it('keeps the first step of a turn out of the groups before it', () => {
    const same = { tool: 'bash', words: 'npm test' };
    const rows = [1, 2, 3, 4].map((at) => row(at, 'ACTION', same));
    const turns = new Map([[3, 'repair' as const]]);
    const { steps } = createRun([{ first: 0, rows }], { turns });
    expect(steps.map(({ turn }) => turn)).toEqual([null, null, 'repair', null]);
    const groups = groupSteps(steps).map((item) =>
      typeof item === 'number' ? [item] : item.steps,
    );
    expect(groups).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('gives each step the time since the one before', () => {
    const run = runOf(
      row(1, 'PLAN_EVALUATION'),
      row(61, 'ACTION'),
      row(null, 'ERROR'),
      row(30, 'ACTION'),
    );
    expect(run.steps.map(({ start, end }) => [start, end])).toEqual([
      [0, 0],
      [0, 60_000],
      [60_000, 60_000],
      [60_000, 60_000],
    ]);
    expect([run.total, run.longest, run.problems]).toEqual([60_000, 60_000, [2]]);
  });

  it('keeps the numbers of its steps where others are left out', () => {
    const run = createRun([
      { first: 0, rows: [row(0, 'ACTION'), row(1, 'ACTION')] },
      { first: 70, rows: [row(600, 'ACTION'), row(601, 'ERROR')] },
    ]);
    expect(run.steps.map(({ number, start, end }) => [number, end - start])).toEqual([
      [1, 0],
      [2, 1000],
      [71, 0],
      [72, 1000],
    ]);
    expect([2, 3, 72, 73].map((number) => stepNumbered(run, number)?.index)).toEqual([
      1,
      undefined,
      3,
      undefined,
    ]);
  });

  it('is divided into phases', () => {
    const kinds = [
      'PLAN_EVALUATION',
      'ACTION',
      'PLAN_EVALUATION',
      'INITIAL_PR_GENERATION',
      'DETECT_PR_ERRORS',
      'ACTION',
      'FINAL_ANSWER',
    ];
    const run = runOf(...kinds.map((kind, n) => row(n, kind)));
    expect(run.phases.map(({ name, end }) => [name, end])).toEqual([
      ['Plan', 0],
      ['Work', 2000],
      ['Pull request', 3000],
      ['Checks', 6000],
    ]);
  });

  it('of states alone is divided into these, and each lasts until the next', () => {
    const words = ['queued', 'in_progress', 'failed: Out of memory'];
    const run = runOf(...words.map((text, n) => row(n * 5, 'STATE', { words: text })));
    expect(run.steps.map(({ at, start, end }) => [at, start, end])).toEqual([
      [0, 0, 5000],
      [5000, 5000, 10_000],
      [10_000, 10_000, 10_000],
    ]);
    expect(run.phases.map(({ name, kind }) => [name, kind])).toEqual([
      ['queued', 'state'],
      ['in_progress', 'state'],
      ['failed', 'state'],
    ]);
    expect(sumsBy(run.steps, sumName).map(({ name, ms }) => [name, ms])).toEqual([
      ['queued', 5000],
      ['in_progress', 5000],
      ['failed', 0],
    ]);
  });

  it.each([
    ['ACTION', 'run_command', 'Run command', 'command'],
    ['ACTION', 'ripgrep_search', 'Ripgrep search', 'read'],
    ['ACTION', 'str_replace', 'Str replace', 'edit'],
    ['ACTION', 'mcp__linear__create_issue', 'mcp · linear · create issue', 'edit'],
    ['ACTION', 'create_pull_request', 'Create pull request', 'pull_request'],
    ['PLAN_EVALUATION', null, 'Plan', 'plan'],
    ['SOMETHING_NEW', null, 'Something new', 'tool'],
    [null, null, 'Entry', 'tool'],
    ['__proto__', 'constructor', 'Constructor', 'tool'],
  ])('shows %s with tool %s as %s', (...[kind, tool, name, category]) => {
    expect([stepName({ kind, tool }), categoryOf(kind, tool, false)]).toEqual([name, category]);
  });

  it('formats times briefly and shows 50 ms and 20 minutes on one scale', () => {
    expect([0, 61_000, 3_661_000].map(clock)).toEqual(['0:00', '1:01', '1:01:01']);
    expect([5, 1500, 12_400, 61_000, 119_600, 3_660_000].map(length)).toEqual([
      '5ms',
      '1.5s',
      '12s',
      '1m 01s',
      '2m 00s',
      '1h 01m',
    ]);
  });

  it.each([
    ['a short run', [0, 10_500], 300],
    ['a zoomed one', [9500, 10_500], 900],
    ['hours', [0, 7_400_000], 1200],
    ['milliseconds', [100, 150], 200],
  ] as const)('has marks of time that do not overlap: %s', (...[, range, width]) => {
    const marks = timeMarks(range, width);
    const lefts = marks.map(({ ms }) => ((ms - range[0]) / (range[1] - range[0])) * width);
    const last = lefts.length - 1;
    for (const [n, { label }] of marks.slice(0, -1).entries()) {
      const next = n + 1 === last ? width - 7 * marks[last]!.label.length : lefts[n + 1]!;
      expect(next - lefts[n]!).toBeGreaterThan(7 * label.length);
    }
    expect(marks.at(-1)?.ms).toBe(range[1]);
  });

  it('knows which step was going on at a time', () => {
    const { steps } = runOf(...Array.from({ length: 100 }, (_, n) => row(n, 'ACTION')));
    expect([-1, 0, 49_500, 99_000, 100_000].map((ms) => stepAt(steps, ms))).toEqual([
      0, 0, 50, 99, 100,
    ]);
  });
});

describe('groups', () => {
  const grouped = (...rows: readonly TraceRow[]): readonly unknown[] =>
    groupSteps(runOf(...rows).steps).map((item) =>
      typeof item === 'number' ? item : [item.reason, item.count, item.steps.length],
    );
  const bash = row(0, 'ACTION', { tool: 'bash', words: 'npm test' });
  const error = row(0, 'ERROR', { tool: 'bash', words: 'failed' });
  const edit = row(0, 'ACTION', { tool: 'edit', words: 'a.ts', target: 'a.ts' });
  const view = row(0, 'ACTION', { tool: 'view', words: 'a.ts', target: 'a.ts' });

  it('combine repeated commands and their retries', () => {
    expect(grouped(edit, bash, bash, error, bash, edit)).toEqual([0, ['repeated', 3, 4], 5]);
    expect(grouped(bash, error)).toEqual([0, 1]);
    expect(grouped(bash, edit, bash)).toEqual([0, 1, 2]);
  });

  it('combine work on one file', () => {
    expect(grouped(view, edit, view)).toEqual([['file', 3, 3]]);
    expect(grouped(view, edit)).toEqual([0, 1]);
    expect(grouped(view, edit, error, view)).toEqual([0, 1, 2, 3]);
  });

  it('contain every step once, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(bash, error, edit, view), { maxLength: 40 }), (rows) => {
        const items = groupSteps(runOf(...rows).steps);
        expect(items.flatMap((item) => (typeof item === 'number' ? [item] : item.steps))).toEqual(
          rows.map((_, n) => n),
        );
        const open = new Set(
          items.flatMap((item) => (typeof item === 'number' ? [] : [item.first])),
        );
        const steps = visibleItems(items, open).flatMap((item) =>
          'step' in item ? [item.step] : [],
        );
        expect(steps).toEqual(rows.map((_, n) => n));
      }),
    );
  });
});

describe('the address', () => {
  it('is parsed back to what was written', () => {
    const state = fc.record({
      step: fc.option(fc.nat(100_000)),
      query: fc.string({ maxLength: 40 }).filter((text) => text.isWellFormed()),
      kind: fc.constantFrom('', 'ACTION', '<b>&='),
      tool: fc.constantFrom('', 'run_command'),
      errors: fc.boolean(),
      range: fc.option(fc.tuple(fc.nat(1000), fc.integer({ min: 1001, max: 9999 }))),
    });
    fc.assert(
      fc.property(state, (given) => expect(readAddress(writeAddress(given))).toEqual(given)),
    );
  });

  it.each(['', '#', '#step-0', '#<script>', '#t=5-1', '#%E0%A4%A', '#constructor'])(
    'treats %s as the start',
    (hash) => expect(readAddress(hash)).toEqual(START),
  );

  it('accepts a bare number', () => expect(readAddress('#12').step).toBe(11));
});

describe('a search', () => {
  it('separates words and keeps phrases together', () => {
    expect(parseWords(' Retry "Two Words" retry ')).toEqual(['retry', 'two words']);
    expect(parseWords('  ')).toEqual([]);
  });

  const entries = [
    {
      message_type: 'ACTION',
      thought: 'Über "quotes"',
      tool_name: null,
      tool_input: { command: 'a "b"' },
    },
    { message_type: 'ERROR', observation: '<B> & more\nlines' },
    'no entry',
  ];
  const text = entries
    .map((entry) =>
      JSON.stringify(entry)
        .replaceAll('<', '\\u003c')
        .replaceAll('>', '\\u003e')
        .replaceAll('&', '\\u0026'),
    )
    .join('\n');
  const texts = createTexts([
    {
      first: 0,
      entries: { read: () => text, gzip: false },
      markup: { read: () => '{}', gzip: false },
    },
  ]);
  it.each([
    ['über', [0]],
    ['ÜBER Lines', []],
    ['Lines ERROR', [1]],
    ['quotes"', [0]],
    ['"a "', [0]],
    ['<b>', [1]],
    ['& more', [1]],
    ['lines error', [1]],
    ['o', [0, 1, 2]],
    ['message_type', []],
    ['nothing', []],
  ])('finds %s in %j', async (words, lines) => {
    expect(lineFinder(parseWords(words))(await texts.searchable(0))).toEqual(lines);
  });

  it('finds the same lines as checking each line', () => {
    const word = fc.constantFrom('a', 'ab', 'b', '"', '\\', 'c d');
    fc.assert(
      fc.property(
        fc.array(fc.array(word).map((parts) => parts.join(' '))),
        fc.array(word, { minLength: 1 }),
        (given, words) => {
          const json = given.map((line) => JSON.stringify(line)).join('\n');
          const expected = given.flatMap((line, n) =>
            words.every((one) => line.includes(one)) ? [n] : [],
          );
          // Quotes around a string are there for every line.
          if (words.includes('"')) {
            return;
          }
          expect(lineFinder(words)(json)).toEqual(given.length === 0 ? [] : expected);
        },
      ),
    );
  });

  it('shows matches with the words around them, without escapes', () => {
    expect(plainText({ a: 'one\ntwo', b: [{ c: 3, d: null }, 'say "hi"'] })).toBe(
      'one\ntwo\n3\nsay "hi"',
    );
    expect(findWords('abcabc', ['bc', 'c'])).toEqual([
      { start: 1, end: 3 },
      { start: 4, end: 6 },
    ]);
    expect(excerptAt(`${'x'.repeat(100)} found\nhere`, 101)).toMatch(/^…x+ found here$/);
  });
});
