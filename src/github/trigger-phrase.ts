/**
 * The trigger phrase of a comment, in the author's own words (contract 1.1, `trigger_phrase`).
 * Pure.
 */
import { RawHtml } from '../safe/event-text.ts';
import { holdsText, parseEvent, textOf, type MarkupNode } from '../safe/markdown-document.ts';
import { escapePattern } from '../safe/redaction.ts';
import { visibleText } from '../safe/text.ts';

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

/**
 * Whether `body` contains the phrase as a separate word outside quotes, code and hidden text.
 * Case-insensitive (`@Agent` is `@agent`, as with GitHub's mentions), and any white space matches a
 * space in the phrase. `@agents`, `@agent-x`, `me@agent` and `@agent.example` do not contain
 * `@agent`. An empty phrase never matches. The text is parsed only if it contains the words at all.
 */
export function hasTriggerPhrase(body: string, phrase: string): boolean {
  const words = phrase
    .trim()
    .split(/\s+/)
    .map(escapePattern)
    .join(String.raw`\s+`);
  if (words === '' || !new RegExp(words, 'iv').test(visibleText(body))) {
    return false;
  }
  const pattern = new RegExp(`${BEFORE}${words}${AFTER}`, 'iv');
  // Invisible characters are removed last, because they affect where lines and quotes end.
  return saidIn(body).some((block) => pattern.test(visibleText(block)));
}

/** Elements whose text is quoted or an example. */
const QUOTING: ReadonlySet<string> = new Set([
  'blockquote',
  'code',
  'kbd',
  'pre',
  'samp',
  'tt',
  'xmp',
]);
/**
 * Replaces what is left out within a line. Not a space, so that the text beside it does not become
 * a word of its own.
 */
const GAP = '\ufffc';

/**
 * What the author says, without quotes, code and what GitHub's page does not show: one string for
 * each block, with its line breaks.
 */
function saidIn(body: string): readonly string[] {
  const open: string[] = [];
  const html = new RawHtml();
  const isSaid = (): boolean => open.length === 0 && !html.isOpen;

  function blocksOf(nodes: readonly MarkupNode[]): string[] {
    return nodes.flatMap((node) => {
      // A block of code holds only text, so it says nothing.
      if (typeof node === 'string') {
        return [];
      }
      const [tag, , children] = node;
      if (tag === 'html_block') {
        return words(textOf(children)).split('\n');
      }
      if (tag === 'blockquote') {
        return [];
      }
      return holdsText(tag) ? [children.map(inline).join('')] : blocksOf(children);
    });
  }

  function inline(node: MarkupNode): string {
    if (typeof node !== 'string' && node[0] === 'html_inline') {
      return words(textOf(node[2]));
    }
    if (!isSaid()) {
      return GAP;
    }
    if (typeof node === 'string') {
      return node;
    }
    const [tag, , children] = node;
    if (tag === 'br') {
      return '\n';
    }
    // Whoever escapes a character means it as an example.
    return ['code', 'img', 'text_special'].includes(tag) ? GAP : children.map(inline).join('');
  }

  /** The words of raw HTML outside of quoting elements. */
  function words(piece: string): string {
    const said = html.read(piece).map(({ text, tag }) => {
      if (tag === null) {
        return open.length === 0 ? text : GAP;
      }
      note(tag);
      return text;
    });
    return said.join('');
  }

  function note(tag: string): void {
    const name = tag.replace('/', '');
    if (!QUOTING.has(name)) {
      return;
    }
    if (name === tag) {
      open.push(name);
    } else if (open.includes(name)) {
      open.length = open.lastIndexOf(name);
    }
  }

  return blocksOf(parseEvent(body).nodes);
}
