/**
 * The trigger phrase of a comment, in the author's own words (contract 1.1, `trigger_phrase`).
 * Pure.
 */
import { ESCAPED, eventPage, isBlock, ESCAPED_END } from '../safe/event-page.ts';
import type { MarkupNode } from '../safe/markdown-document.ts';
import { escapePattern, visibleText } from '../safe/text.ts';

/**
 * Punctuation of all scripts, except hyphens, apostrophes, middle dots and wide forms of characters
 * that may continue a word.
 */
const WIDE = String.raw`[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{Pd}]--[\p{ASCII}\u2010\u2011’·‧＃％＆＇－．／＠＼]]`;
/** Start of the text, white space, opening punctuation, or emphasis after one of these. */
const BEFORE = String.raw`(?<=^|[\s\(\[\{"'*~,;:.!?\|]|${WIDE}|(?:^|\s)_{1,3})`;
/**
 * End of the text, white space, closing punctuation, or a dot, apostrophe or underscore that does
 * not continue a word.
 */
const AFTER = String.raw`(?=$|[\s\)\]\}"*~,;:!?\|]|${WIDE}|[.．'’_]+(?![\p{L}\p{N}_\-]))`;

/** What may touch a mention besides: GitHub takes letters that are not ASCII for its ends. */
const BEFORE_MENTION = String.raw`(?:${BEFORE}|(?<=[[\p{L}\p{M}]--\p{ASCII}]))`;
const AFTER_MENTION = String.raw`(?:${AFTER}|(?=[\p{L}--\p{ASCII}]))`;

/**
 * Whether `body` contains the phrase as a separate word outside quotes, code and hidden text.
 * Case-insensitive (`@Agent` is `@agent`, as with GitHub's mentions), and any white space matches a
 * space in the phrase. `@agents`, `@agent-x`, `me@agent` and `@agent.example` do not contain
 * `@agent`; `请@agent修复` does, because a phrase that begins with `@` is found as GitHub finds a
 * mention, and `@<U+200B>agent` does not. An empty phrase never matches. The text is parsed only if
 * it contains the words at all.
 */
export function hasTriggerPhrase(body: string, phrase: string): boolean {
  // The comment is compared without invisible characters too, such as those within an emoji.
  const words = visibleText(phrase)
    .trim()
    .split(/\s+/)
    .map(escapePattern)
    .join(String.raw`\s+`);
  if (words === '' || !new RegExp(words, 'iv').test(visibleText(body))) {
    return false;
  }
  const isMention = phrase.trim().startsWith('@');
  const before = isMention ? BEFORE_MENTION : BEFORE;
  const after = isMention ? AFTER_MENTION : AFTER;
  const pattern = new RegExp(`${before}${words}${after}`, 'iv');
  const seen = isMention ? withMentions : visibleText;
  // Invisible characters are removed last, because they affect where lines and quotes end.
  return ownWordsIn(body).some((block) => pattern.test(seen(block)));
}

/**
 * Replaces what is left out within a line. Not a space, so that the text beside it does not become
 * a word of its own.
 */
const GAP = '\ufffc';
/** Stands where a character was that is not seen. */
const UNSEEN = '\uffff';
const UNSEEN_IN_NAME = /(?<=@)\uffff+|(?<=[\w\/\-])\uffff+(?=[\w\/\-])/g;

/**
 * The visible text for a phrase that is a mention. A name with a character in it that is not seen
 * stays broken, as at GitHub: names are written so to call nobody.
 */
function withMentions(text: string): string {
  return visibleText(text, UNSEEN).replace(UNSEEN_IN_NAME, GAP).replaceAll(UNSEEN, '');
}

/** Elements whose text is quoted, an example, or no text at all. */
const QUOTING_ELEMENTS: ReadonlySet<string> = new Set([
  'blockquote',
  'code',
  'img',
  'pre',
  'quoted',
]);
/** Whoever escapes a character means it as an example. */
const NOT_AS_WRITTEN = new RegExp(`${ESCAPED}[^${ESCAPED_END}]*${ESCAPED_END}`, 'g');

/**
 * What the author says, without quotes, code and what GitHub's page does not show: one string for
 * each block, with its line breaks.
 */
function ownWordsIn(body: string): readonly string[] {
  return blocksOf(eventPage(body).nodes);
}

function blocksOf(nodes: readonly MarkupNode[]): readonly string[] {
  const blocks: string[] = [];
  let line = '';
  for (const node of nodes) {
    if (typeof node === 'string' || !isBlock(node)) {
      line += lineOf(node);
      continue;
    }
    blocks.push(line);
    line = '';
    const [tag, , children] = node;
    if (!QUOTING_ELEMENTS.has(tag)) {
      blocks.push(...blocksOf(children));
    }
  }
  return [...blocks, line];
}

function lineOf(node: MarkupNode): string {
  if (typeof node === 'string') {
    return node.replace(NOT_AS_WRITTEN, GAP);
  }
  const [tag, , children] = node;
  if (tag === 'br') {
    return '\n';
  }
  return QUOTING_ELEMENTS.has(tag) ? GAP : children.map(lineOf).join('');
}
