/** The trigger phrase of a comment, in the author's own words (contract 1.1, `trigger_phrase`). Pure. */
import { eventTree, RawHtml, type MarkdownNode } from '../safe/markdown-tree.ts';
import { escapePattern } from '../safe/redaction.ts';
import { visibleText } from '../safe/text.ts';

/** Punctuation of all scripts, except hyphens, apostrophes, middle dots and wide forms of characters that may continue a word. */
const WIDE = String.raw`[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{Pd}]--[\p{ASCII}\u2010\u2011’·‧＃％＆＇－．／＠＼]]`;
/** Start of the text, white space, opening punctuation, or emphasis after one of these. */
const BEFORE = String.raw`(?<=^|[\s\(\[\{"'*~,;:.!?\|]|${WIDE}|(?:^|\s)_{1,3})`;
/** End of the text, white space, closing punctuation, or a dot, apostrophe or underscore that does not continue a word. */
const AFTER = String.raw`(?=$|[\s\)\]\}"*~,;:!?\|]|${WIDE}|[.．'’_]+(?![\p{L}\p{N}_\-]))`;

/**
 * Whether `body` contains the phrase as a separate word outside quotes, code and hidden text. Case-insensitive (`@Agent` is `@agent`, as
 * with GitHub's mentions), and any white space matches a space in the phrase. `@agents`, `@agent-x`, `me@agent` and `@agent.example` do
 * not contain `@agent`. An empty phrase never matches. The text is parsed only if it contains the words at all.
 */
export function hasTriggerPhrase(body: string, phrase: string): boolean {
  const words = phrase
    .trim()
    .split(/\s+/)
    .map(escapePattern)
    .join(String.raw`\s+`);
  if (words === '' || !new RegExp(words, 'iv').test(visibleText(body))) return false;
  const pattern = new RegExp(`${BEFORE}${words}${AFTER}`, 'iv');
  // Invisible characters are removed last, because they affect where lines and quotes end.
  return saidIn(body).some((block) => pattern.test(visibleText(block)));
}

/** Elements whose text is quoted or an example. */
const QUOTING: ReadonlySet<string> = new Set(['blockquote', 'code', 'kbd', 'pre', 'samp', 'tt', 'xmp']);
/** Replaces what is left out within a line. Not a space, so that the text beside it does not become a word of its own. */
const GAP = '\ufffc';

/**
 * What the author says, without quotes, code and what GitHub's page does not show: one string for each block, with its line breaks.
 */
function saidIn(body: string): readonly string[] {
  const open: string[] = [];
  const html = new RawHtml();
  const isSaid = (): boolean => open.length === 0 && !html.isOpen;

  function blocksOf(nodes: readonly MarkdownNode[]): string[] {
    return nodes.flatMap(({ type, text, children }) => {
      if (type === 'html_block') return words(text).split('\n');
      if (type === 'blockquote') return [];
      // A block of code has no children, so it says nothing.
      const isText = children.every(({ token }) => !token.block);
      return isText ? [children.map(inline).join('')] : blocksOf(children);
    });
  }

  function inline({ type, text, children }: MarkdownNode): string {
    if (type === 'html_inline') return words(text);
    if (!isSaid()) return GAP;
    if (type === 'softbreak' || type === 'hardbreak') return '\n';
    // Whoever escapes a character means it as an example.
    if (type === 'code_inline' || type === 'image' || type === 'text_special') return GAP;
    return children.length > 0 ? children.map(inline).join('') : text;
  }

  /** The words of raw HTML outside of quoting elements. */
  function words(piece: string): string {
    const said = html.read(piece).map((part) => {
      if (part.kind === 'text') return open.length === 0 ? part.text : GAP;
      if (QUOTING.has(part.name)) note(part.name, part.closes);
      return part.text;
    });
    return said.join('');
  }

  function note(name: string, closes: boolean): void {
    if (!closes) open.push(name);
    else if (open.includes(name)) open.length = open.lastIndexOf(name);
  }

  return blocksOf(eventTree(body));
}
