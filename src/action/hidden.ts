/** What stands in a Markdown text without being seen by its readers, taken out (contract 6.2). */
import { visibleText } from '../report/sanitize/text.ts';

/** At the start of a line an unclosed comment hides all that follows. */
const OPEN_COMMENT = /^ {0,3}<!--[^]*$/m;
/** Declarations and processing instructions, which GitHub shows as little as comments. */
const DECLARATION = /<(?:\?|![A-Z[])[^<>]*>/gi;
/** `[//]: # (text)` and its like: a definition nobody refers to, the Markdown comment. */
const DEFINITION_COMMENT = /^ {0,3}\[[^\]\n]*\]:[ \t]*(?:#|<>)[^\n]*$/gm;
const IMAGE = /!\[[^[\]\n]*\](?=[([])/g;
/** The title of a link or image: seen on hovering at most. */
const LINK_TITLE = /(\]\([^()\s]*)\s+(?:"[^"\n]*"|'[^'\n]*')\s*(?=\))/g;
const TAG = /<[a-z][^<>]*>/gi;
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
 * The text without invisible characters, HTML and Markdown comments, alternative texts, titles and the attributes only
 * machines read. What is left holds no `<!--`.
 */
export function withoutHidden(text: string): string {
  const seen = visibleText(text)
    .replace(REFERENCE, visibleReference)
    .replace(/&(?:zwj|zwnj|lrm|rlm|shy|ZeroWidthSpace|NoBreak|InvisibleTimes|InvisibleComma|ApplyFunction);/gi, '');
  return withoutComments(seen)
    .replace(OPEN_COMMENT, '')
    .replace(DEFINITION_COMMENT, '')
    .replace(IMAGE, '![]')
    .replace(LINK_TITLE, '$1')
    .replace(TAG, (tag) => tag.replace(UNSEEN_ATTRIBUTE, ''))
    .replace(DECLARATION, '')
    .replaceAll('<!--', '<! --')
    .trim();
}
