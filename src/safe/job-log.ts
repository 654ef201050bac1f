/**
 * The job log: agent text as lines on standard output, in which the runner detects commands and
 * applies problem matchers.
 *
 * The runner's rules: a line is a command if it starts with `::` after .NET white space, or
 * contains `##[name` anywhere. Both searches are culture-sensitive, so ignorable characters may be
 * in between. Problem matchers apply to all other lines.
 */
import { cut, ellipsis, head, shortLine, visibleText } from './text.ts';

/**
 * Begins with a space, so that no line is a command, and has a visible character, at which many
 * problem matchers stop.
 */
const GUTTER = '  │ ';
/** The runner cuts an annotation at 4,096. The difference leaves room for its escapes. */
const ANNOTATION_MAX = 4000;
/** A whole line in this action's own words, which may end with an id that is needed. */
const LINE_MAX = 2000;

/** `##[` with any non-ASCII characters in between, including full-width and small forms. */
const HASH_COMMAND = /([#＃﹟][^ -~＃﹟]*[#＃﹟][^ -~＃﹟［﹇]*)(?=[[［﹇])/g;
/** `::` likewise, anywhere. */
const COLONS = /([:：﹕︓])(?=[^ -~：﹕︓]*[:：﹕︓])/g;
/** `::` after white space at the start of a line. */
const LEADING_COLONS = /^([^!-~：﹕︓]*[:：﹕︓])(?=[^ -~：﹕︓]*[:：﹕︓])/;

/** A location in a file, as compilers and linters write it. */
const LOCATION = /[:(,[]\s*\d|\b(?:line|col|column|row)\s*\d/i;
/** A severity after punctuation or a number, as in such messages. */
const SEVERITY =
  /([:,;)(\]|>\d-]\s*|\[)(?=(?:fatal |syntax )?(?:error|err|warn|warning|info|information|note|notice|hint|debug|fatal|critical|severe|failure)(?![a-z]))/gi;
/**
 * The colon before each number of `:12:3: message`, `:12 message` or `:12:3`. Many matchers ask for
 * no severity, and take any number behind a colon, also that of a time. A time of ISO 8601 that
 * goes on behind the seconds is matched whole: it cannot end a location.
 */
const NUMBER = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?![\d:\s]|$)|:(?=\d+(?:[:\s]|$))/g;
/** `(12,3):`, the end of a location. */
const LOCATION_END = /([(,]\s?\d+\)):/g;
/** `line 12` at the end, as in messages of Perl and PHP, or before a column. */
const LINE = /(\bline\s+)(?=\d+(?:\.?$|,?\s+col))/gi;
/** The heading of an R check, whose message may be any line below it. */
const CHECK_END = /((?:^|\s)[.]{3}\s)(?=(?:error|note|warning)$)/i;
/** The matchers of Go and Sphinx require only a file name. */
const FILE = /(\.(?:go|rst)):(?=\s|$)/g;

/** Breaks up what the runner would take for a command in a line that begins with this text. */
function breakCommands(line: string): string {
  return line.replace(LEADING_COLONS, '$1 ').replace(HASH_COMMAND, '$1 ');
}

/**
 * A problem matcher anchored with `^(.+)` takes any gutter for part of a file name. All of them
 * require a location followed by a severity or message. A space or a dot within the location, and
 * before the severity, prevents the match and hardly affects reading.
 */
function breakProblem(line: string): string {
  const named = line.replace(FILE, '$1 :').replace(LINE, '$1·').replace(CHECK_END, '$1·');
  if (!LOCATION.test(named)) {
    return named;
  }
  return named
    .replace(NUMBER, (found) => (found === ':' ? ':·' : found))
    .replace(LOCATION_END, '$1 :')
    .replace(SEVERITY, '$1·');
}

/**
 * Agent text as lines of the job log (contract 6.4): each has the gutter, and none is a command or
 * a match. Lines of more than `maxLine` characters without the gutter are wrapped. Of more than
 * `maxLines`, the last gives the number of missing ones.
 */
export function logLines(text: string, { maxLine = 4000, maxLines = 2000 } = {}): string[] {
  const piece = new RegExp(`.{1,${maxLine}}`, 'gu');
  const lines = visibleText(text)
    .split('\n')
    .flatMap((line) => line.match(piece) ?? ['']);
  const missing = lines.length > maxLines ? lines.length - (maxLines - 1) : 0;
  const safe = lines
    .slice(0, lines.length - missing)
    .map((line) => `${GUTTER}${breakProblem(breakCommands(line))}`);
  if (missing > 0) {
    safe.push(`${GUTTER}… ${missing} more lines, whole in the logs file`);
  }
  return safe;
}

/**
 * A line of the action's own that may quote agent text, or agent text within one, without `::` or
 * `##[`. At most `maxLength` UTF-16 units (default: a whole line), with an ellipsis if truncated.
 * The line itself must begin with trusted text.
 */
export function logInline(text: string, maxLength = LINE_MAX): string {
  return ellipsis(logJoined('', shortLine(text, maxLength)), maxLength);
}

/**
 * A log line that begins with `start` followed by several pieces of agent text, each on one line
 * (`shortLine`). The pieces are sanitized together, because a location in one and a severity in the
 * next would match on this line. `start` must contain no location, so no time such as `0:12`.
 */
export function logJoined(start: string, pieces: string): string {
  const line = pieces.replace(HASH_COMMAND, '$1 ').replace(COLONS, '$1 ');
  return start + breakProblem(line);
}

/**
 * Agent text as the message of an annotation: at most 4,000 UTF-16 units, with a mark if truncated
 * and `\n` as the only line break. The host escapes it. The runner also prints the message in the
 * log, so its lines must not contain command prefixes.
 */
export function annotation(text: string): string {
  const lines = visibleText(head(text, ANNOTATION_MAX * 4)).split('\n');
  const safe = lines.map(breakCommands).join('\n');
  return cut(safe.trim(), ANNOTATION_MAX);
}
