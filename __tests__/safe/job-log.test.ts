import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { annotation, logInline, logJoined, logLines } from '../../src/safe/job-log.ts';
import { shortLine } from '../../src/safe/text.ts';
import { MATCHERS } from '../support/matchers.ts';
import { commandShaped, RunnerOutput } from '../support/runner-parser.ts';
import { seeded } from '../support/random.ts';
import { TRICKS, trickyText } from '../support/tricks.ts';

const tricky = fc.integer().map((seed) => trickyText(seeded(seed)));
const anyText = fc.oneof(
  tricky,
  fc.array(tricky).map((texts) => texts.join('\n')),
  fc.string({ unit: 'binary' }),
);

function fed(lines: readonly string[]): RunnerOutput {
  const runner = new RunnerOutput();
  runner.feed(`A line of ours\n${lines.join('\n')}\n`);
  return runner;
}

function expectInert(lines: readonly string[]): void {
  const runner = fed(lines);
  expect(runner.commands).toEqual([]);
  expect(runner.matched).toEqual([]);
  expect(runner.shown).toEqual(['A line of ours', ...lines]);
  expect(lines.filter(commandShaped)).toEqual([]);
}

describe('logLines', () => {
  it.each(TRICKS)('makes %j inert', (trick) => {
    expectInert(logLines(trick));
    expectInert(logLines(trick, { maxLine: 7 }));
  });

  it('makes any text inert, however its lines are folded', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, maxLine) => {
        expectInert(logLines(text, { maxLine }));
      }),
      { numRuns: 1000 },
    );
  });

  it('begins every line with a space and a visible gutter', () => {
    expect(logLines('a\nb')).toEqual(['  │ a', '  │ b']);
  });

  it('breaks lines at every character that some reader treats as a line break', () => {
    expect(logLines('a\r\nb\rc\nd\u0085e\u2028f\u2029g\vh\fi')).toEqual(
      Array.from('abcdefghi', (line) => `  │ ${line}`),
    );
  });

  it('leaves ordinary text unchanged', () => {
    const text =
      'if (a::b < 3) { return "#1"; }\tπ ≈ 3.14 漢字 😀 ## heading [x] {"a":12,"level":"error"}';
    expect(logLines(text)).toEqual([`  │ ${text}`]);
  });

  it('strips escape sequences, control, format and bidirectional characters', () => {
    const text =
      '\x1b[1;31mred\x1b[0m\x1b]8;;https://x\x1b\\link\x1b]8;;\x07 a\u202eb\u2066c\u200bd\u00ade\x00\x7f\ud800';
    expect(logLines(text)).toEqual(['  │ redlink abcde\ufffd']);
  });

  it('does not let an unterminated sequence hide the rest', () => {
    expect(logLines('\x1b]0;rest')).toEqual(['  │ 0;rest']);
  });

  it('folds long lines without splitting a character', () => {
    expect(logLines('abcd😀ef', { maxLine: 5 })).toEqual(['  │ abcd😀', '  │ ef']);
    expect(logLines('abcdefg', { maxLine: 3 })).toEqual(['  │ abc', '  │ def', '  │ g']);
  });

  it('keeps at most the given number of lines and says how many are missing', () => {
    expect(logLines('a\nb\nc\nd', { maxLines: 3 })).toEqual([
      '  │ a',
      '  │ b',
      '  │ … 2 more lines, whole in the logs file',
    ]);
    expect(logLines('a\nb\nc', { maxLines: 3 })).toHaveLength(3);
  });
});

describe('logInline', () => {
  it('returns one line of at most the given length, without a command prefix', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 80 }), (text, max) => {
        const inline = logInline(text, max);
        expect(inline.length).toBeLessThanOrEqual(max);
        expect(inline).not.toMatch(/::|##\[|[\r\n]/);
        expectInert([`Step ${inline}`]);
      }),
      { numRuns: 1000 },
    );
  });

  it('collapses white space and marks where text was cut', () => {
    expect(logInline('  a \n\t b  ')).toBe('a b');
    expect(logInline('abcdef', 4)).toBe('abc…');
    expect(logInline('std::string')).toBe('std: :string');
    expect(logInline('error  in a  file')).toBe('error in a file');
  });
});

describe('logJoined', () => {
  it('makes joined pieces inert, whatever time is before them', () => {
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.constantFrom('      2s  ', ' 59m 59s  ', '       –  '),
        (first, second, start) => {
          const line = logJoined(start, `${shortLine(first, 40)}  ${shortLine(second, 60)}`);
          expect(line.startsWith(start)).toBe(true);
          expectInert([line]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('sanitizes pieces together, and leaves ordinary text unchanged', () => {
    expect(logJoined('      2s  ', 'a.ts(3,5)  : error TS1: x')).toBe(
      '      2s  a.ts(3,5)  : ·error TS1: x',
    );
    expect(logJoined('      2s  ', 'ERROR  bash  it met an error')).toBe(
      '      2s  ERROR  bash  it met an error',
    );
  });
});

describe('problem matchers', () => {
  it.each(MATCHERS.map(({ owner, from, example }) => [owner, from, example] as const))(
    'the example of %s (%s) is inert in every form',
    (_, __, example) => {
      expectInert(logLines(example));
      expectInert(logLines(`a${example}`));
      expectInert([`Step ${logInline(example, 4000)}`]);
      expectInert([logJoined('      2s  ', shortLine(example, 4000))]);
    },
  );

  it.each([
    ['Dockerfile:3 SC2046 style: quote this', 'Dockerfile:·3 SC2046 style: quote this'],
    ['README.md:7 MD013/line-length', 'README.md:·7 MD013/line-length'],
    ['src/a.ts:12:3 - error TS1: m', 'src/a.ts:·12:·3 - ·error TS1: m'],
    ['src/a.ts:12:3: m', 'src/a.ts:·12:·3: m'],
    ["panicked at 'm', src/a.rs:2:5", "panicked at 'm', src/a.rs:·2:·5"],
    ['a.json: Failed: line 3 column 5', 'a.json: Failed: line ·3 column 5'],
    ['A.cs(3,5):m', 'A.cs(3,5) :m'],
    ['12:45:03 started', '12:·45:·03 started'],
    ['2026-01-02T12:45:03Z started', '2026-01-02T12:45:03Z started'],
    ['2026-01-02 12:45:03,100 started', '2026-01-02 12:45:03,100 started'],
    ['image:1.2 at http://host:3000/x, "a": 12, {"b":3}', ''],
    ['see line 12 of it', ''],
  ])('%j is shown as %j', (text, shown) => {
    expect(logLines(text)).toEqual([`  │ ${shown === '' ? text : shown}`]);
  });
});

describe('annotation', () => {
  it('keeps line breaks, without a command prefix on any line, up to 4,000 characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const message = annotation(text);
        expect(message.length).toBeLessThanOrEqual(4000);
        expect(message).not.toMatch(/[\r\u0085\u2028\u2029\u200b\u202e]/);
        expect(message.split('\n').filter(commandShaped)).toEqual([]);
      }),
    );
    expect(annotation('a\r\nb%')).toBe('a\nb%');
  });

  it('marks where text was cut', () => {
    const message = annotation('x'.repeat(5000));
    expect(message).toHaveLength(4000);
    expect(message).toMatch(/\n… \(\d+ more characters\)$/);
  });
});
