import { describe, expect, it } from '@jest/globals';
import { MATCHERS } from './matchers.ts';
import { commandShaped, parse, readLines, RunnerOutput } from './runner-parser.ts';
import { TRICKS } from './tricks.ts';

function fed(stdout: string): RunnerOutput {
  const runner = new RunnerOutput();
  runner.feed(stdout);
  return runner;
}

describe('the runner oracle', () => {
  it('ends a line at CRLF, LF and a bare CR', () => {
    expect(readLines('a\r\nb\rc\n\nd')).toEqual(['a', 'b', 'c', '', 'd']);
  });

  it.each([
    [
      '::error file=a.js,title=x%3Ay%2Cz::one%0Atwo%253',
      'v2',
      'error',
      { file: 'a.js', title: 'x:y,z' },
      'one\ntwo%3',
    ],
    [' \u0085\u00a0::NOTICE::a', 'v2', 'notice', {}, 'a'],
    ['before ##[Set-Output name=a;b=c%5D]v%3B', 'v1', 'set-output', { name: 'a', b: 'c]' }, 'v;'],
    ['#\u200b#\u00ad[group]g', 'v1', 'group', {}, 'g'],
  ])('reads %j', (line, ...[syntax, name, properties, data]) => {
    expect(parse(line)).toEqual({ syntax, name, properties, data });
  });

  it.each([
    'a ::error::b',
    '::nothing::b',
    '::error',
    '##[nothing]b',
    '##[error',
    '## [error]b',
    ': :error::b',
  ])('finds no command in %j', (line) => {
    expect(parse(line)).toBeNull();
  });

  it('sees the shape of a command whose name it does not know', () => {
    expect(commandShaped(' ::anything::')).toBe(true);
    expect(commandShaped('a #\u200d#[anything')).toBe(true);
    expect(commandShaped('a :: b # #[')).toBe(false);
  });

  it('keeps what commands did', () => {
    const runner = fed(
      '::set-output name=a::1\n::save-state name=b::2\n::add-mask::s\n::group::g\n::warning title=t::w\n##[error]e\nplain\n',
    );
    expect(runner.outputs).toEqual({ a: '1' });
    expect(runner.stateSaved).toEqual({ b: '2' });
    expect(runner.masks).toEqual(['s']);
    expect(runner.groups).toEqual(['g']);
    expect(runner.annotations).toEqual([
      { level: 'warning', message: 'w', title: 't' },
      { level: 'error', message: 'e', title: '' },
    ]);
    expect(runner.shown).toEqual(['plain']);
  });

  it('obeys nothing between stop-commands and its token, in either syntax and any case', () => {
    const runner = fed('::stop-commands::Pause-1\n::error::a\n##[error]b\n');
    expect(runner.stopped).toBe(true);
    runner.feed('##[pause-1]\n::error::c\n');
    expect(runner.annotations.map(({ message }) => message)).toEqual(['c']);
  });

  it('does not stop for a token that is a command or empty', () => {
    expect(fed('::stop-commands::error\n::error::a\n').annotations).toHaveLength(1);
    expect(fed('::stop-commands::\n::error::a\n').annotations).toHaveLength(1);
  });

  it('still matches problems while commands are stopped', () => {
    const runner = fed('::stop-commands::t0ken\nsrc/a.ts(1,2): error TS1: x\n');
    expect(runner.matched).toEqual([{ owner: 'tsc', line: 'src/a.ts(1,2): error TS1: x' }]);
  });

  it('matches over lines, and again while the last pattern loops', () => {
    const runner = fed('a.js\n  1:2  error  x  rule\n  3:4  warning  y  rule\nother\n');
    expect(runner.matched.map(({ owner }) => owner)).toEqual(['eslint-stylish', 'eslint-stylish']);
  });

  it('finds something in every known trick when it is printed raw', () => {
    // These have an effect only while commands are stopped, after decoding, or in an address.
    const harmless = [
      '::pause::',
      '%0A::error::owned',
      '##[start-action display=a]',
      '##[end-action]',
      'a.c:3:5:\u200b error: owned',
      'a`b.example/',
      'a\'b"c{d}.example/',
    ];
    for (const trick of TRICKS.filter((text) => !harmless.includes(text))) {
      const runner = fed(`Our line\n${trick}\n`);
      const shaped = readLines(trick).some(commandShaped);
      const escaped = /\x1b|\x9b/.test(trick);
      expect([
        trick,
        runner.commands.length + runner.matched.length > 0 || shaped || escaped,
      ]).toEqual([trick, true]);
    }
  });
});

it.each(MATCHERS.map(({ owner, from, example }) => [owner, from, example] as const))(
  'finds what the matcher %s (%s) is for',
  (owner, _, example) => {
    expect(isHit(owner, example)).toBe(true);
  },
);

function isHit(owner: string, text: string): boolean {
  const runner = new RunnerOutput(MATCHERS.filter((matcher) => matcher.owner === owner));
  runner.feed(`${text}\n`);
  return runner.matched.length > 0;
}
