/** Code fences that stand there beyond doubt: what looks like a comment inside them is shown as code (contract 6.2). */
import { visibleText } from '../report/sanitize/text.ts';

const LINE_BREAK = /(\r\n|[\r\n])/;
const FENCE_SIGN = /`{3}|~{3}/;
const OPENING = /^(?:(`{3,})[^`]*|(~{3,}).*)$/s;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
/** A line that may begin an HTML block, in a list, quote or footnote as well. */
export const HTML_LINE = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)]|\[\^[^\]]+\]:)[\s>]+)*</;
/** The kinds of HTML block that a blank line does not end. */
const LONG_HTML = /<(?:[!?]|(?:pre|script|style|textarea)\b)/i;
/** `<!-->` and `<!--->` end at once. */
const COMMENT = /^<!--(?!-?>)/;
export const BLANK_LINE = /^[ \t]*$/;

/** What the next line stands in: nothing special, a fence (its opening run), a comment, or HTML up to a blank line. */
type Place = 'text' | 'comment' | 'html' | { readonly fence: string };

/** Where the line after `line` stands; null when that cannot be told for sure. */
function placeAfter(line: string, place: Place): Place | null {
  if (place === 'comment') return line.includes('-->') ? 'text' : 'comment';
  if (typeof place === 'object') {
    const { fence } = place;
    const ends = (run: string | undefined): boolean => run?.startsWith(fence) === true;
    if (ends(CLOSING.exec(line)?.[1])) return 'text';
    return ends(visibleText(line).trim()) && CLOSING.test(visibleText(line).trim()) ? null : place;
  }
  if (place === 'html' && BLANK_LINE.test(line)) return 'text';
  if (place === 'text' && COMMENT.test(line)) return line.includes('-->', 4) ? 'text' : 'comment';
  const html = place === 'html' || HTML_LINE.test(line);
  if (html) return LONG_HTML.test(line) || FENCE_SIGN.test(line) ? null : 'html';
  if (!FENCE_SIGN.test(line)) return 'text';
  const opening = OPENING.exec(line);
  const fence = opening?.[1] ?? opening?.[2];
  return fence === undefined ? null : { fence };
}

/**
 * The text with `<!--` broken where it stands in a code fence. From the first line on that leaves it in doubt what is a
 * fence (one that is indented, or in a list, a quote or HTML), the text stays as it is: to take code for a comment loses
 * some of it, the other way round lets through what no reader of the page sees.
 */
export function withoutFencedComments(text: string): string {
  if (!text.includes('<!--') || !FENCE_SIGN.test(text)) return text;
  const parts = text.split(LINE_BREAK);
  let place: Place | null = 'text';
  // Lines stand at even places, what broke them between.
  for (let at = 0; at < parts.length && place !== null; at += 2) {
    const line: string = parts[at] ?? '';
    const inFence: boolean = typeof place === 'object';
    place = placeAfter(line, place);
    if (inFence && place !== null) parts[at] = line.replaceAll('<!--', '<! --');
  }
  return parts.join('');
}
