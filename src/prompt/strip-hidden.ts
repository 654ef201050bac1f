/** What stands in a Markdown text without being seen by its readers, taken out (contract 6.2). */
import { visibleText } from '../report/sanitize/text.ts';
import { BLANK_LINE, HTML_LINE, withoutFencedComments } from './fences.ts';

/** So that nobody takes what is left for the whole. */
const LEFT_OUT = '(Left out: an HTML comment that is not closed, and all behind it.)';
/** Declarations and processing instructions, which GitHub shows as little as comments. */
const DECLARATION = /<(?:\?|![A-Z[])[^<>]*>/gi;
/** `[//]: # (text)` and its like: a definition nobody refers to, the Markdown comment. */
const DEFINITION_COMMENT = /^ {0,3}\[[^\]\n]*\]:[ \t]*(?:#|<>)[^\n]*$/gm;
/** In the text there may be escapes, line breaks, and one more pair of brackets; no blank line. */
const IMAGE = /!\[(?:[^[\]\\\n]|\\.|\n(?![ \t]*\n)|\[[^[\]\n]*\])*\](?=[([])/g;
/**
 * The title of a link or image: seen on hovering at most. One in parentheses stays, and so do those of definitions: in code, which is
 * shown, too much looks like them.
 */
const LINK_TITLE =
  /(\]\((?:<[^<>\n]*>|(?:[^()<\s\\]|\\.|\([^()\s]*\))*))(?:[ \t]+|[ \t]*\n[ \t]*)(?:"(?:[^"\\\n]|\\.|\n(?![ \t]*\n))*"|'(?:[^'\\\n]|\\.|\n(?![ \t]*\n))*')\s*(?=\))/g;
/** Attributes may hold what looks like the end of a tag. */
const TAG = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>|<[a-z][^<>]*>/gi;
const UNSEEN_ATTRIBUTE =
  /\s(?:alt|title|aria-[\w-]+|data-[\w-]+|placeholder|value|summary|content)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;
const REFERENCE = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi;

/** A numeric character reference, or nothing when the character it stands for cannot be seen. */
function visibleReference(reference: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0x10ffff || visibleText(String.fromCodePoint(code)) === '' ? '' : reference;
}

/** Without closed comments. Not a pattern: many openings without an end would each be searched to the end. */
function withoutComments(text: string): string {
  let result = '';
  let done = 0;
  for (let from = text.indexOf('<!--'); from !== -1; from = text.indexOf('<!--', done)) {
    const end = text.indexOf('-->', from + 4);
    if (end === -1) break;
    result += text.slice(done, from);
    done = end + 3;
  }
  return result + text.slice(done);
}

/**
 * An unclosed comment hides all that follows where it begins a line, or what a quote or list holds, and in HTML, which lasts
 * until a blank line. In the middle of other text it is shown.
 */
function withoutOpenComment(text: string): string {
  let inHtml = false;
  let from = 0;
  for (const line of text.split('\n')) {
    inHtml = HTML_LINE.test(line) || (inHtml && !BLANK_LINE.test(line));
    const at = inHtml ? line.indexOf('<!--') : -1;
    if (at !== -1) return text.slice(0, from + at) + LEFT_OUT;
    from += line.length + 1;
  }
  return text;
}

/**
 * The text without invisible characters, HTML and Markdown comments, alternative texts, titles and the attributes only
 * machines read. What is left holds no `<!--`. Code is shown on the page: comments in a fence stay, with a blank in `<! --`;
 * where it is not certain that it is a fence, they go as well.
 */
export function withoutHidden(text: string): string {
  const seen = visibleText(withoutFencedComments(text))
    .replace(REFERENCE, visibleReference)
    .replace(/&(?:zwj|zwnj|lrm|rlm|shy|ZeroWidthSpace|NoBreak|InvisibleTimes|InvisibleComma|ApplyFunction);/gi, '');
  return withoutOpenComment(withoutComments(seen))
    .replace(DEFINITION_COMMENT, '')
    .replace(IMAGE, '![]')
    .replace(LINK_TITLE, '$1')
    .replace(TAG, (tag) => tag.replace(UNSEEN_ATTRIBUTE, ''))
    .replace(DECLARATION, '')
    .replaceAll('<!--', '<! --')
    .trim();
}
