/**
 * Known attacks on programs that print untrusted text, whole and in pieces, and a seeded generator
 * of mixtures.
 */
import { MATCHERS } from './matchers.ts';

/** Whole lines or texts that have an effect if printed unchanged. */
export const TRICKS: readonly string[] = [
  '::set-output name=result::owned',
  '::SET-OUTPUT name=result::owned',
  '   ::error file=a.js,line=1::owned',
  '\u0085::warning::owned',
  '\u00a0\u3000::notice::owned',
  'text\r::add-mask::e',
  'text\r\n::group::owned',
  '\u200b::debug::owned',
  '\ufeff::save-state name=a::b',
  ':\u200b:set-output name=result::owned',
  ':\x00:error::owned',
  '\x1b[31m::error::owned',
  ':\x1b[0m:error::owned',
  '\x1b]0;title\x07::error::owned',
  '\x1b\x1b[0m[31m::error::owned',
  '\x9b31m::error::owned',
  '##[error]owned',
  'in the middle ##[set-output name=result]owned',
  '##[GROUP]owned',
  '#\u200b#[error]owned',
  '##\u00ad[error]owned',
  '#\ufe0f#\u034f[error]owned',
  '#\u{e0001}#\u{e0100}[error]owned',
  '#\u180e#\u2060[error]owned',
  '#\u0488#\u20dd[error]owned',
  '#\ud800#[error]owned',
  '#\u0301#\u0300[error]owned',
  '＃＃［error]owned',
  '#﹟[warning]owned',
  '#\x1b[1m#\x1b[0m[error]owned',
  '###[error]owned',
  '####[[error]owned',
  '#\u061c#\u202e[error]owned',
  '#\ufffe#\uffff[error]owned',
  '#\u0301\u0302\u0303#[error]owned',
  '#\u3099\u07b0\u0b3f\u20d0#\ua8eb﹇error]owned',
  '##﹇group]owned',
  '::stop-commands::pause',
  '::pause::',
  '::add-matcher::/tmp/evil.json',
  '::remove-matcher owner=tsc::',
  '::set-env name=PATH::/tmp',
  '::add-path::/tmp',
  '::echo::on',
  '##[start-action display=a]',
  '##[end-action]',
  '%0A::error::owned',
  '/repo/a.js: line 3, col 5, Error - owned (rule)',
  'a.js\n  3:5  error  owned  rule',
  'a.js\n   12:1  warning  owned  no-rule',
  'src/a.ts(3,5): error TS2304: owned',
  'src/a.ts(3,5,3,9) : warning TS1: owned',
  'File "a.py", line 3, in f\nraise E(\'owned\')',
  './a.go:3:5: owned',
  'x/a.go: owned',
  'A.cs(3,5): error CS1002: owned [/repo/a.csproj]',
  'owned at src/a.pl line 3.',
  'PHP Fatal error:  owned in /repo/a.php on line 3',
  'Warning:  owned in /repo/a.php on line 3',
  '* checking tests ... ERROR\n  owned',
  'Exception in thread "main" E: owned',
  'a.c:3:5: fatal error: owned',
  'a.c:3: error: owned',
  'a.py:3:5: E501 owned',
  'a.js:3:5: owned [Error/rule]',
  'a.c :3:5:\terror:\towned',
  'a.c:3:5:\u2003error:\u2003owned',
  'a.c:3:5:\u200b error: owned',
  ...MATCHERS.map(({ example }) => example),
  // Matchers with one number go on behind the second.
  'a.rb:3:5x',
  'a.md:1:2:3x:owned',
  // Times that are locations as well.
  '2026-01-02T12:45 SC2046 style: owned',
  '2026-01-02T12:45:03 SC2046 style: owned',
  '12:45:03 owned by others',
  // Characters that URL parsers accept in a host name.
  'a`b.example/',
  'a\'b"c{d}.example/',
];

/** Pieces that have an effect in combination. */
export const PIECES: readonly string[] = [
  '#',
  ':',
  '[',
  ']',
  '%',
  '=',
  ',',
  ' ',
  '(',
  ')',
  '-',
  '_',
  '/',
  '"',
  "'",
  '|',
  '`',
  '@',
  '<',
  '>',
  '!',
  '.',
  '0',
  '1',
  '2',
  '3',
  '\t',
  '##[',
  '::',
  '##',
  '::error::',
  '##[error]',
  'set-output name=a::b',
  'stop-commands',
  ...[' at ', ' in ', ' on ', 'line ', 'line 3', ' ... ', 'ERROR', 'Warning:  '],
  ...['\r', '\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'],
  ...[
    '\x00',
    '\x07',
    '\x08',
    '\x1b',
    '\x1b[',
    '\x1b[31m',
    '\x1b]',
    '\x1b]8;;',
    '\x1b\\',
    '\x9b',
    '\x9c',
    '\x9d',
    '\x90',
    'm',
  ],
  ...[
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u17b4',
    '\u180b',
    '\u180e',
    '\u200b',
    '\u200d',
    '\u200e',
    '\u202e',
  ],
  ...[
    '\u2060',
    '\u2066',
    '\u2800',
    '\u3164',
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\ufff9',
    '\ufffe',
    '\u{e0001}',
    '\u{e0100}',
  ],
  ...['\u0300', '\u0488', '\u20dd', '\u{1d173}', '\ud800', '\udc00', '\u00a0', '\u3000', '\u2003'],
  ...['＃', '﹟', '［', '﹇', '：', '﹕', '︓', 'é', '漢', '😀'],
  ...[
    ': line 3, col 5, ',
    'Error - ',
    ' error ',
    'warning',
    'info  ',
    ':3:5',
    '(3,5)',
    ': error TS1: ',
    '.go',
    'a.c',
    '3:5  ',
    ':3 ',
    ' - ',
    ' SC2046 ',
    'style: ',
    ' column 5',
    '.rb',
    '.rst',
    '2026-01-02T12:45:03',
  ],
];

function pick(items: readonly string[], random: () => number): string {
  return items[Math.floor(random() * items.length)] ?? '';
}

/** A known attack, unchanged or modified, or a mixture of pieces. */
export function trickyText(random: () => number): string {
  const kind = random();
  const mixture = (most: number): string =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(PIECES, random)).join('');
  if (kind < 0.5) {
    return mixture(12);
  }
  const trick = pick(TRICKS, random);
  const at = Math.floor(random() * (trick.length + 1));
  if (kind < 0.8) {
    return `${trick.slice(0, at)}${pick(PIECES, random)}${trick.slice(at)}`;
  }
  if (kind < 0.9) {
    return `${trick.slice(0, at)}${trick.slice(at + 1)}`;
  }
  return `${mixture(3)}${trick}${mixture(3)}`;
}
