/**
 * The job log: agent text as lines on standard output, where the runner looks for commands and problem matchers.
 *
 * The runner's rules: a line is a command when, after .NET white space, it starts with `::`, or when `##[name` stands
 * anywhere in it. Both searches are culture-sensitive: characters without weight may sit inside. Problem matchers see
 * every other line.
 */
import { isCalm } from './fast-path.ts';
import { cut, ellipsis, head, normalizeBreaks, shortLine, splitLines, stripInvisible, visibleText } from './text.ts';

export interface LogLinesOptions {
  /** Stands before each line; spaces around it and a visible sign are added where they are missing. Default ` │ `. */
  readonly gutter?: string;
  /** Longest line in UTF-16 units, gutter not counted; longer ones are folded. Default 4,096. */
  readonly maxLine?: number;
  /** Most lines, folded ones counted; the last then says how many are missing. Default: all. */
  readonly maxLines?: number;
}

/** The runner cuts an annotation at 4,096; the rest is room for its escapes. */
const ANNOTATION_MAX = 4000;
const FOLD_AT = 4096;
const INLINE_MAX = 200;

/** `##[` with anything between that is not plain ASCII, in full-width and small forms too. */
const HASH_COMMAND = /([#＃﹟][^ -~＃﹟]*[#＃﹟][^ -~＃﹟［﹇]*)(?=[[［﹇])/g;
/** `::` likewise, wherever it stands. */
const COLONS = /([:：﹕︓])(?=[^ -~：﹕︓]*[:：﹕︓])/g;
/** `::` after white space at the start of a line. */
const LEADING_COLONS = /^([^!-~：﹕︓]*[:：﹕︓])(?=[^ -~：﹕︓]*[:：﹕︓])/;

/** A place in a file, the way compilers and linters write it. */
const PLACE = /[:(,[]\s*\d|\b(?:line|col|column|row)\s*\d|^\s*\d+:\d/i;
/** A severity right behind punctuation or a number, the way they go on. */
const SEVERITY =
  /([:,;)(\]|>\d-]\s*|\[)(?=(?:fatal |syntax )?(?:error|err|warn|warning|info|information|note|notice|hint|debug|fatal|critical|severe|failure)(?![a-z]))/gi;
/** A severity as the first word: behind a time of ours (`0:12`) eslint's matcher would take it for a problem's. */
const FIRST_SEVERITY = /^(\s*)(?=(?:error|warning|info)(?![A-Za-z]))/;
/** `:12:3: ` and `(12,3): `, the end of a place. */
const PLACE_END = /([:(,]\s?\d+\)?):(?=\s|$)/g;
/** The end of the messages of Perl and PHP, which put no colon behind a place. */
const LINE_END = /(\bline\s+)(?=\d+\.?$)/i;
/** The heading of a check of R, whose message may be any line below it. */
const CHECK_END = /((?:^|\s)[.]{3}\s)(?=(?:error|note|warning)$)/i;
/** The Go matcher is content with a file name. */
const GO_FILE = /(\.go):(?=\s|$)/g;

/** Puts a blank into every `##[`, in any form the runner's search would find. */
function breakHashCommands(line: string): string {
  return line.replace(HASH_COMMAND, '$1 ');
}

/**
 * A problem matcher anchored with `^(.+)` takes any gutter for part of a file name. What all of them want behind it is
 * a place and then a severity or a message: a blank and a dot between those is little to read over, and no match. The
 * place may also stand in what comes before the line's text.
 */
function breakProblem(line: string, before = ''): string {
  const named = line.replace(GO_FILE, '$1 :').replace(LINE_END, '$1·').replace(CHECK_END, '$1·');
  if (!PLACE.test(before + named)) return named;
  return named.replace(PLACE_END, '$1 :').replace(SEVERITY, '$1·');
}

/** A line of the job log so that it is no command and no matcher's hit, without invisible characters before. */
function inert(line: string): string {
  return isCalm(line) ? line : defuse(line);
}

/** What `inert` does where it does anything. */
export function defuse(line: string): string {
  return breakProblem(breakHashCommands(line.replace(LEADING_COLONS, '$1 ')));
}

/** The same for text in the middle of a line of ours, behind `before`. */
export function defuseInline(line: string, before = ''): string {
  return breakProblem(breakHashCommands(line).replace(COLONS, '$1 '), before).replace(FIRST_SEVERITY, '$1·');
}

/** The usual gutters, which need no work. */
const PLAIN_GUTTER = /^ +│ $/;

function safeGutter(gutter: string): string {
  if (PLAIN_GUTTER.test(gutter)) return gutter;
  const clean = breakHashCommands(stripInvisible(gutter.replaceAll('\n', ' '))).replace(COLONS, '$1 ');
  const marked = /[^\s:：﹕︓\d]/u.test(clean) ? clean : `${clean}│ `;
  // A gutter that ends in a sign could make a prefix together with what follows.
  const apart = /[ |│]$/.test(marked) ? marked : `${marked} `;
  return apart.startsWith(' ') ? apart : ` ${apart}`;
}

/** Pieces of at most `max` UTF-16 units, never cut inside a surrogate pair; at least one. */
function fold(line: string, max: number): string[] {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > max) {
    const piece = head(rest, Math.max(2, max));
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  pieces.push(rest);
  return pieces;
}

/** Agent text as lines of the job log (contract 6.4): each has a gutter, and none is a command or a matcher's hit. */
export function logLines(text: string, options: LogLinesOptions = {}): string[] {
  const gutter = safeGutter(options.gutter ?? ' │ ');
  const maxLine = options.maxLine ?? FOLD_AT;
  const calm = isCalm(text);
  const whole = calm ? text.split('\n') : splitLines(text).map(stripInvisible);
  const long = whole.some((line) => line.length > maxLine);
  const lines = long ? whole.flatMap((line) => fold(line, maxLine)) : whole;
  const maxLines = Math.max(1, options.maxLines ?? lines.length);
  const missing = lines.length > maxLines ? lines.length - (maxLines - 1) : 0;
  const kept = missing > 0 ? lines.slice(0, maxLines - 1) : lines;
  // Folding makes new ends of lines, and a colon there could be a place's.
  const safe = kept.map((line) => `${gutter}${calm && !long ? line : inert(line)}`);
  if (missing > 0) safe.push(`${gutter}… ${missing} more lines, whole in the logs file`);
  return safe;
}

/**
 * Agent text as part of a log line of ours, at most `maxLength` UTF-16 units (default 200), with an ellipsis when cut:
 * one line, and no `::` or `##[` in it. The line itself must begin with something of ours.
 */
export function logInline(text: string, maxLength = INLINE_MAX): string {
  const line = shortLine(text, maxLength);
  return isCalm(line) ? line : ellipsis(defuseInline(line), maxLength);
}

/**
 * A log line of ours that begins with `start` and goes on with several pieces of agent text, each through `logPiece`. They are
 * defused together: a place in one and a severity in the next would be a problem on this line, though neither is one alone.
 */
export function logJoined(start: string, pieces: string): string {
  return start + (isCalm(pieces) ? pieces : defuseInline(pieces, start));
}

/** Agent text on one line of at most `maxLength` UTF-16 units, for `logJoined` alone: a command in it is still alive. */
export function logPiece(text: string, maxLength: number): string {
  return shortLine(text, maxLength);
}

/**
 * Agent text as the message of an annotation: at most 4,000 UTF-16 units, a mark at the end when cut, `\n` as the only
 * line break. The host escapes it. The runner writes the message into the log, so its lines carry no prefix either.
 */
export function annotation(text: string): string {
  const lines = visibleText(head(normalizeBreaks(text), ANNOTATION_MAX * 4)).split('\n');
  const safe = lines.map((line) => breakHashCommands(line.replace(LEADING_COLONS, '$1 '))).join('\n');
  return cut(safe.trim(), ANNOTATION_MAX);
}

/**
 * Agent text as part of an annotation's title, at most `maxLength` UTF-16 units. The title stands inside the command's own
 * `::`, and only plain colons and commas are escaped there; so the other forms of them become plain first.
 */
export function annotationTitle(text: string, maxLength: number): string {
  return logInline(head(text, maxLength * 8).normalize('NFKC'), maxLength);
}

/** The line after which the runner obeys no command; the token is random and of this step alone. */
export function beginAgentText(token: string): string {
  return `::stop-commands::${token}`;
}

/** The line after which the runner obeys commands again. */
export function endAgentText(token: string): string {
  return `::${token}::`;
}
