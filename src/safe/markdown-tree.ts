/**
 * Parses Markdown as GitHub does (CommonMark with tables, strikethrough and bare web addresses) into a tree, and the raw HTML in it. Callers
 * build their output from the nodes.
 */
import createMarkdownIt, { type MarkdownIt, type StateInline, type Token } from 'markdown-it';

export interface MarkdownNode {
  /**
   * The name of markdown-it's token without `_open`: `paragraph`, `heading`, `bullet_list`, `ordered_list`, `list_item`, `blockquote`,
   * `fence`, `code_block`, `table`, `thead`, `tbody`, `tr`, `th`, `td`, `hr`; inline `text`, `em`, `strong`, `s`, `link`, `image`,
   * `code_inline`, `softbreak`, `hardbreak`.
   */
  readonly type: string;
  /** The opening token: `tag`, `info`, `attrGet('href')`, `level`, `block` and `hidden` (tight list). */
  readonly token: Token;
  /** The content of a leaf: code, text or raw HTML. */
  readonly text: string;
  /** For an image, the nodes of its alternative text. Inline content is a direct child of its block. */
  readonly children: readonly MarkdownNode[];
}

/** Maximum nesting depth. Deeper blocks are left out, and deeper inline syntax is text. */
const NESTING_MAX = 40;

const SCHEME = /(?:^|[^a-z])(https?)$/i;
const ADDRESS = /:\/\/[^\s<>`*\p{Cc}]*[^\s<>`*\p{Cc}.,;:!?)\]_~"']/uy;

/**
 * A bare `https://…` becomes one link with `info` "auto", as on GitHub, so a `_` in it is not emphasis. No other text is linked
 * automatically.
 */
function bareAddress(state: StateInline, silent: boolean): boolean {
  const { src, pos, pending, linkLevel } = state;
  if (linkLevel > 0 || src[pos] !== ':' || src[pos + 1] !== '/') return false;
  const scheme = SCHEME.exec(pending.slice(-6))?.[1];
  ADDRESS.lastIndex = pos;
  const rest = scheme === undefined ? undefined : ADDRESS.exec(src)?.[0];
  if (scheme === undefined || rest === undefined || pos + rest.length > state.posMax) return false;
  if (!silent) {
    state.pending = pending.slice(0, -scheme.length);
    const open = state.push('link_open', 'a', 1);
    open.attrSet('href', scheme + rest);
    open.info = 'auto';
    state.push('text', '', 0).content = scheme + rest;
    state.push('link_close', 'a', -1).info = 'auto';
  }
  state.pos += rest.length;
  return true;
}

/** GitHub looks for HTML before it looks for a table, so that one cannot begin within a comment. */
function findTablesAfterHtml({ block: { ruler } }: MarkdownIt): void {
  const [table] = ruler.getRules('');
  if (table === undefined) return;
  ruler.disable('table');
  ruler.before('lheading', 'table_after_html', table, { alt: ['paragraph', 'reference'] });
}

function createParser(html: boolean): MarkdownIt {
  const parser = createMarkdownIt('default', { html, linkify: false, typographer: false, maxNesting: NESTING_MAX });
  // Links with any scheme are kept, so the tree matches GitHub's. Callers must check an address before they use it.
  parser.validateLink = () => true;
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (text) => text;
  parser.inline.ruler.before('linkify', 'bare_address', bareAddress);
  if (html) {
    findTablesAfterHtml(parser);
    parser.core.ruler.disable('text_join');
  }
  return parser;
}

/** Created on first use so that a trace report opens fast. */
const parsers: { result?: MarkdownIt; event?: MarkdownIt } = {};

/** The blocks of a result of the agent, in which raw HTML is text. */
export function resultTree(text: string): readonly MarkdownNode[] {
  return nodesOf((parsers.result ??= createParser(false)).parse(text, {}));
}

/** The blocks of an event's text, with raw HTML (`html_block`, `html_inline`), and with escapes and character references (`text_special`). */
export function eventTree(text: string): readonly MarkdownNode[] {
  return nodesOf((parsers.event ??= createParser(true)).parse(text.replace(/^\ufeff/, ''), {}));
}

/** Inline tokens are the `children` of tokens of type `inline`. */
function nodesOf(tokens: readonly Token[]): MarkdownNode[] {
  const top: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [top];
  for (const token of tokens) {
    const siblings = open.at(-1) ?? top;
    if (token.nesting < 0) {
      if (open.length > 1) open.pop();
    } else if (token.type === 'inline') {
      siblings.push(...nodesOf(token.children ?? []));
    } else {
      const children = token.children === null ? [] : nodesOf(token.children);
      siblings.push({ type: token.type.replace(/_open$/, ''), token, text: token.content, children });
      if (token.nesting > 0) open.push(children);
    }
  }
  return top;
}

/** Whether blocks are nested so deep that the parser may have left out some. */
export function isDeep(nodes: readonly MarkdownNode[]): boolean {
  return nodes.some(({ token, children }) => token.block && (token.level > NESTING_MAX - 10 || isDeep(children)));
}

/**
 * Comments (`<!-->` and `<!--->` are whole), what browsers take for comments that end with the first `>`, such as `<!doctype>` and `<?php>`,
 * tags, which end with the first `>` that is not quoted, and the beginnings of a comment or tag that is not closed.
 */
const HTML =
  /<!--(?:-?>|[^]*?--!?>|(?<comment>[^]*))|<[!?][^>]*>|<(?<slash>\/?)(?<name>[a-z][^\s/>]*)(?=[\s/>])(?:[^"'>]|"[^"]*"|'[^']*')*>|(?<tag><(?:[!?]|\/?[a-z])[^]*)/gi;
/** Elements that begin a line of their own, and line breaks. */
const BREAKING =
  /^(?:address|article|aside|blockquote|br|center|dd|details|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|td|tfoot|th|thead|tr|ul)$/;

export type HtmlPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Its name is in lower case. `text` is a line break for the tag of a block, else empty. */
  | { readonly kind: 'tag'; readonly text: string; readonly name: string; readonly closes: boolean };

/**
 * Raw HTML in the pieces in which the parser finds it. A comment or tag that one piece leaves open hides everything up to the piece that closes
 * it, as in a browser, whatever Markdown stands between. Where in doubt, more is hidden than a browser would hide.
 */
export class RawHtml {
  #open: 'comment' | 'tag' | null = null;

  /** Whether a comment or tag is open, so that nothing that follows is visible. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** The text and tags of the next piece, without comments and attributes. */
  read(piece: string): readonly HtmlPart[] {
    const parts: HtmlPart[] = [];
    let end = this.#open === null ? 0 : piece.length;
    if (this.#open === 'comment') {
      const [close] = piece.match(/^[^]*?--!?>/) ?? [];
      if (close !== undefined) this.#open = null;
      end = close?.length ?? piece.length;
    }
    const seen = piece.slice(end);
    end = 0;
    for (const { 0: found, index, groups = {} } of seen.matchAll(HTML)) {
      if (index > end) parts.push({ kind: 'text', text: seen.slice(end, index) });
      end = index + found.length;
      const { comment, tag, slash, name } = groups;
      if (comment !== undefined) this.#open = 'comment';
      else if (tag !== undefined) this.#open = 'tag';
      else if (name !== undefined) parts.push(tagPart(name.toLowerCase(), slash === '/'));
    }
    if (end < seen.length) parts.push({ kind: 'text', text: seen.slice(end) });
    return parts;
  }
}

function tagPart(name: string, closes: boolean): HtmlPart {
  return { kind: 'tag', text: BREAKING.test(name) ? '\n' : '', name, closes };
}
