/**
 * What a maintainer sees of other people's Markdown on GitHub, as plain text for the prompt (contract 6.2): without invisible characters,
 * HTML comments, tags and attributes, link definitions and titles, and alternative texts. It is rebuilt from the parser's tokens, so nothing
 * passes that they do not name. Pure.
 */
import { joined } from './format.ts';
import { readBlocks, taskMark, writeBlocks, type BlockWriter } from './markdown-blocks.ts';
import { eventTree, isDeep, RawHtml, type MarkdownNode } from './markdown-tree.ts';
import { codeSpan, fenced } from './markdown.ts';
import { head, visibleLine, visibleText } from './text.ts';

/** UTF-16 units that are read. GitHub accepts bodies of 65,536 characters. */
const READ_MAX = 2 * 65_536;
/** Nobody sees an address, but the agent may need it. A longer one could carry a message. */
const ADDRESS_MAX = 500;
const MARKS: Readonly<Record<string, string>> = { em: '*', strong: '**', s: '~~' };

/** The visible text of a Markdown document. Says so where it could not be read to its end. Never contains `<!--`. */
export function eventText(markdown: string): string {
  const read = head(markdown, READ_MAX);
  const more = markdown.length - read.length;
  const tree = eventTree(read);
  const html = new RawHtml();
  const blocks = readBlocks(visibleNodes(tree, html), { inline: (nodes) => [inlineText(nodes)], demotedBy: 0 });
  const text = joined([
    writeBlocks(blocks, WRITER),
    html.isOpen ? '(Left out: an HTML comment or tag that is not closed, and all behind it.)' : '',
    isDeep(tree) ? '(Left out: what is nested too deep to be read.)' : '',
    more > 0 ? `… (${more} more characters)` : '',
  ]);
  return withoutComments(text);
}

/** Text that is no Markdown, such as a diff. */
export function plainEventText(text: string): string {
  return withoutComments(visibleText(text).trim());
}

/** The same on one line. */
export function eventLine(text: string): string {
  return withoutComments(visibleLine(text));
}

/** Visible text such as `<!--` must not become a comment for the next parser. */
function withoutComments(text: string): string {
  return text.replaceAll('<!--', '<! --');
}

/** Without raw HTML, of which only the text is left, and what a comment or tag hides. */
function visibleNodes(nodes: readonly MarkdownNode[], html: RawHtml): readonly MarkdownNode[] {
  return nodes.flatMap((node): readonly MarkdownNode[] => {
    if (node.type === 'html_inline' || node.type === 'html_block') {
      const words = textNode(
        node,
        html
          .read(node.text)
          .map(({ text }) => text)
          .join(''),
      );
      if (node.type === 'html_inline') return [words];
      return words.text
        .split(/\n{2,}/)
        .map((text) => ({ ...node, type: 'paragraph', children: [textNode(node, text)] }));
    }
    const children = visibleNodes(node.children, html);
    const isHidden = html.isOpen && (children.length === 0 || node.type === 'table');
    return isHidden ? [] : [{ ...node, children }];
  });
}

function textNode(node: MarkdownNode, text: string): MarkdownNode {
  return { ...node, type: 'text', text, children: [] };
}

function inlineText(nodes: readonly MarkdownNode[]): string {
  return nodes.map(inlineNode).join('');
}

function inlineNode({ type, token, children, text }: MarkdownNode): string {
  switch (type) {
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'code_inline':
      return codeSpan(visibleText(text));
    case 'image':
      return `![](${address(token.attrGet('src'))})`;
  }
  if (children.length === 0) return visibleText(text);
  const inside = inlineText(children);
  if (type === 'link') {
    const href = address(token.attrGet('href'));
    return inside.trim() === '' || href === '' || href === inside ? inside : `[${inside}](${href})`;
  }
  const mark = MARKS[type] ?? '';
  return inside.trim() === '' ? inside : `${mark}${inside}${mark}`;
}

function address(given: string | number | null): string {
  const whole = visibleLine(String(given ?? '')).replaceAll(' ', '%20');
  if (whole.startsWith('data:')) return 'data:…';
  return whole.length <= ADDRESS_MAX ? whole : `${head(whole, ADDRESS_MAX)}…`;
}

const WRITER: BlockWriter = {
  code: (text, language) => fenced(visibleText(text).replace(/\n$/, ''), language),
  inline: (nodes, place) => {
    const text = nodes.map((node) => (typeof node === 'string' ? node : taskMark(node))).join('');
    if (place === 'paragraph') return text.trim();
    const line = text.replace(/\s*\n\s*/g, ' ').trim();
    return place === 'cell' ? line.replaceAll('|', '\\|') : line;
  },
};
