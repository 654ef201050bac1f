/** The author's own words in a comment, without quotes, code and what GitHub's page does not show (contract 1.1, `trigger_phrase`). Pure. */
import { breakOf, RawHtml } from '../safe/raw-html.ts';
import { markdownTree, type MarkdownNode } from '../safe/markdown-tree.ts';

/** Elements whose text is quoted or an example. */
const QUOTING: ReadonlySet<string> = new Set(['blockquote', 'code', 'kbd', 'pre', 'samp', 'tt', 'xmp']);
/** Replaces what is left out within a line. Not a space, so that the text beside it does not become a word of its own. */
const GAP = '\ufffc';

/** One string for each block, with its line breaks. */
export function saidIn(body: string): readonly string[] {
  const open: string[] = [];
  const html = new RawHtml();
  const isSaid = (): boolean => open.length === 0 && !html.isOpen;

  function blocksOf(nodes: readonly MarkdownNode[]): string[] {
    return nodes.flatMap(({ type, text, children }) => {
      if (type === 'html_block') return words(text).split('\n');
      if (type === 'blockquote' || type === 'fence' || type === 'code_block') return [];
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
      return breakOf(part.name);
    });
    return said.join('');
  }

  function note(name: string, closes: boolean): void {
    if (!closes) open.push(name);
    else if (open.includes(name)) open.length = open.lastIndexOf(name);
  }

  return blocksOf(markdownTree(body.replace(/^\ufeff/, ''), { html: true, escapes: true })).filter(
    (block) => block.trim() !== '',
  );
}
