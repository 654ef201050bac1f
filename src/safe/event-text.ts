/**
 * What a maintainer sees of other people's Markdown on GitHub, as plain text for the prompt
 * (contract 6.2): without invisible characters, HTML comments, tags and attributes, link
 * definitions and titles, and alternative texts. It is rebuilt from the parser's tokens, so nothing
 * passes that they do not name. Pure.
 */
import { head, joined, visibleLine, visibleText } from './text.ts';
import {
  codeSpan,
  fenced,
  parseEvent,
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
const MARKS: Readonly<Record<string, string>> = { em: '*', strong: '**', del: '~~' };

/**
 * The visible text of a Markdown document. Says so where it could not be read to its end. Never
 * contains `<!--`.
 */
export function eventText(markdown: string): string {
  const read = head(markdown, READ_MAX);
  const more = markdown.length - read.length;
  const { nodes, isDeep } = parseEvent(read);
  const html = new RawHtml();
  const blocks = withContent(visibleNodes(nodes, html), (content) => [inlineText(content)]);
  const text = joined([
    writeBlocks(blocks, WRITER),
    html.isOpen ? '(Left out: an HTML comment or tag that is not closed, and all behind it.)' : '',
    isDeep ? '(Left out: what is nested too deep to be read.)' : '',
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
function visibleNodes(nodes: readonly MarkupNode[], html: RawHtml): readonly MarkupNode[] {
  return nodes.flatMap((node): readonly MarkupNode[] => {
    if (typeof node === 'string') {
      return html.isOpen ? [] : [node];
    }
    const [tag, attributes, children] = node;
    if (tag === 'html_inline' || tag === 'html_block') {
      const text = html.read(textOf(children)).reduce((all, part) => all + part.text, '');
      return tag === 'html_inline'
        ? [text]
        : text.split(/\n{2,}/).map((words) => ['p', {}, [words]]);
    }
    const inside = visibleNodes(children, html);
    const isHidden = html.isOpen && (inside.length === 0 || tag === 'table');
    return isHidden ? [] : [[tag, attributes, inside]];
  });
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
  const mark = MARKS[tag] ?? '';
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
  inline: (nodes, place) => {
    const text = textOf(nodes);
    if (place === 'paragraph') {
      return text.trim();
    }
    const line = text.replace(/\s*\n\s*/g, ' ').trim();
    return place === 'cell' ? line.replaceAll('|', '\\|') : line;
  },
};

/**
 * Comments (`<!-->` and `<!--->` are whole), what browsers take for comments that end with the
 * first `>`, such as `<!doctype>` and `<?php>`, tags, which end with the first `>` that is not
 * quoted, and the beginnings of a comment or tag that is not closed.
 */
const HTML =
  /<!--(?:-?>|[^]*?--!?>|(?<comment>[^]*))|<[!?][^>]*>|<(?<name>\/?[a-z][^\s/>]*)(?=[\s/>])(?:[^"'>]|"[^"]*"|'[^']*')*>|(?<tag><(?:[!?]|\/?[a-z])[^]*)/gi;
/** Elements that begin a line of their own, and line breaks. */
const BREAKING =
  /^\/?(?:address|article|aside|blockquote|br|center|dd|details|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|td|tfoot|th|thead|tr|ul)$/i;

/** Of raw HTML: text, or a tag with its text, which is a line break for a block and else empty. */
export interface HtmlPart {
  readonly text: string;
  /** In lower case: `code`, or `/code` where it ends. Null for text. */
  readonly tag: string | null;
}

/**
 * Raw HTML in the pieces in which the parser finds it. A comment or tag that one piece leaves open
 * hides everything up to the piece that closes it, as in a browser, whatever Markdown stands
 * between. Where in doubt, more is hidden than a browser would hide.
 */
export class RawHtml {
  #open: 'comment' | 'tag' | null = null;

  /** Whether a comment or tag is open, so that nothing that follows is visible. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** The text and tags of the next piece, without comments and attributes. */
  read(piece: string): readonly HtmlPart[] {
    if (this.#open !== null) {
      const [hidden] = this.#open === 'comment' ? (/^[^]*?--!?>/.exec(piece) ?? []) : [];
      if (hidden === undefined) {
        return [];
      }
      this.#open = null;
      return this.read(piece.slice(hidden.length));
    }
    const parts: HtmlPart[] = [];
    let end = 0;
    for (const { 0: found, index, groups = {} } of piece.matchAll(HTML)) {
      if (index > end) {
        parts.push({ text: piece.slice(end, index), tag: null });
      }
      end = index + found.length;
      const { comment, tag, name = '' } = groups;
      if (comment !== undefined) {
        this.#open = 'comment';
      } else if (tag !== undefined) {
        this.#open = 'tag';
      } else if (name !== '') {
        parts.push({ text: BREAKING.test(name) ? '\n' : '', tag: name.toLowerCase() });
      }
    }
    if (end < piece.length) {
      parts.push({ text: piece.slice(end), tag: null });
    }
    return parts;
  }
}
