/** What stands in a Markdown text without being seen by its readers, taken out (contract 6.2). */
import { visibleText } from '../report/sanitize/text.ts';

const COMMENT = /<!--[^]*?-->/g;
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

/**
 * The text without invisible characters, HTML and Markdown comments, alternative texts, titles and the attributes only
 * machines read. What is left holds no `<!--`.
 */
export function withoutHidden(text: string): string {
  return visibleText(text)
    .replace(REFERENCE, visibleReference)
    .replace(/&(?:zwj|zwnj|lrm|rlm|shy|ZeroWidthSpace|NoBreak|InvisibleTimes|InvisibleComma|ApplyFunction);/gi, '')
    .replace(COMMENT, '')
    .replace(OPEN_COMMENT, '')
    .replace(DEFINITION_COMMENT, '')
    .replace(IMAGE, '![]')
    .replace(LINK_TITLE, '$1')
    .replace(TAG, (tag) => tag.replace(UNSEEN_ATTRIBUTE, ''))
    .replace(DECLARATION, '')
    .replaceAll('<!--', '<! --')
    .trim();
}
