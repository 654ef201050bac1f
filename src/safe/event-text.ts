/**
 * What a maintainer sees of other people's Markdown on GitHub, as plain text for the prompt
 * (contract 6.2): without invisible characters, HTML comments, tags and attributes, link
 * definitions and titles, alternative texts, and what browsers do not display. It is rebuilt from
 * the page, so nothing passes that the page does not show. Pure. Loaded on demand: see
 * `event-page.ts`.
 */
import { eventPage, isBlock, type Cut } from './event-page.ts';
import { head, joined, visibleLine, visibleText } from './text.ts';
import {
  codeSpan,
  fenced,
  INLINE_MARKS,
  textOf,
  withContent,
  writeBlocks,
  type BlockWriter,
  type MarkupNode,
} from './markdown-document.ts';

/** UTF-16 units that are read. GitHub accepts bodies of 65,536 characters. */
const READ_MAX = 2 * 65_536;
/** Nobody sees an address, but the agent may need it. A longer one could carry a message. */
const ADDRESS_MAX = 500;
/** Blocks that hold blocks. */
const CONTAINERS: ReadonlySet<string> = new Set(['ul', 'ol', 'li', 'blockquote', 'footnote']);
const LEFT_OUT: Readonly<Record<Cut, string>> = {
  open: '(Left out: an HTML comment or tag that is not closed, and all behind it.)',
  deep: '(Left out: what is nested too deep to be read.)',
  tangled: '(Left out: HTML that a browser would repeat too often, and all behind it.)',
  quotes: '(Left out: all, because so many quotes take too long to read.)',
};

/**
 * The visible text of a Markdown document. Says so where it could not be read to its end. Never
 * contains `<!--`.
 */
export function eventText(markdown: string): string {
  const read = head(markdown, READ_MAX);
  const more = markdown.length - read.length;
  const { nodes, cut } = eventPage(read);
  const blocks = withContent(blocksOf(nodes, 'p'), (content) => [inlineText(content)]);
  const text = joined([
    writeBlocks(blocks, WRITER),
    ...Object.entries(LEFT_OUT).map(([what, note]) => (cut.has(what as Cut) ? note : '')),
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

/**
 * The blocks among what a page shows, with text between them in paragraphs. @param paragraph
 * `tight` within an item, else `p`
 */
function blocksOf(nodes: readonly MarkupNode[], paragraph: 'p' | 'tight'): readonly MarkupNode[] {
  const blocks: MarkupNode[] = [];
  let line: MarkupNode[] = [];
  const endLine = (): void => {
    const paragraphs = inlineText(line).split(/\n{2,}/);
    blocks.push(...paragraphs.map((text): MarkupNode => [paragraph, {}, [text]]));
    line = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string' || !isBlock(node)) {
      line.push(node);
      continue;
    }
    endLine();
    const [tag, attributes, children] = node;
    if (tag === 'quoted') {
      blocks.push(...blocksOf(children, paragraph));
    } else if (CONTAINERS.has(tag)) {
      blocks.push([tag, attributes, blocksOf(children, tag === 'li' ? 'tight' : 'p')]);
    } else {
      blocks.push(node);
    }
  }
  endLine();
  return blocks;
}

function inlineText(nodes: readonly MarkupNode[]): string {
  return nodes.map(inlineNode).join('');
}

function inlineNode(node: MarkupNode): string {
  if (typeof node === 'string') {
    return visibleText(node);
  }
  const [tag, { href = '', src = '' }, children] = node;
  if (tag === 'br') {
    return '\n';
  }
  if (tag === 'code') {
    return codeSpan(visibleText(textOf(children)));
  }
  if (tag === 'img') {
    return `![](${address(src)})`;
  }
  const inside = inlineText(children);
  if (inside.trim() === '') {
    return inside;
  }
  if (tag === 'a') {
    const target = address(href);
    return target === '' || target === inside ? inside : `[${inside}](${target})`;
  }
  const mark = INLINE_MARKS[tag] ?? '';
  return `${mark}${inside}${mark}`;
}

function address(given: string): string {
  const whole = visibleLine(given).replaceAll(' ', '%20');
  if (whole.startsWith('data:')) {
    return 'data:…';
  }
  return whole.length <= ADDRESS_MAX ? whole : `${head(whole, ADDRESS_MAX)}…`;
}

const WRITER: BlockWriter = {
  code: (text, language) => fenced(visibleText(text).replace(/\n$/, ''), language),
  inline: (nodes, block) => {
    const text = textOf(nodes);
    if (block === 'paragraph') {
      return text.trim();
    }
    const line = onOneLine(text);
    return block === 'cell' ? line.replaceAll('|', '\\|') : line;
  },
};

/**
 * By its lines: a pattern with white space before a line end takes quadratic time for many blanks.
 */
function onOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
