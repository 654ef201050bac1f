/**
 * Reads Markdown as GitHub does (CommonMark with tables, strikethrough and bare web addresses) into a tree. Nothing is rendered here: each caller builds
 * what it needs from the nodes. Importing this module loads markdown-it, so import it with `import()` and only when there is text to read.
 */
import createMarkdownIt, { type MarkdownIt, type StateInline, type Token } from 'markdown-it';

export interface MarkdownNode {
  /**
   * markdown-it's name of the token without `_open`: `paragraph`, `heading`, `bullet_list`, `ordered_list`, `list_item`, `blockquote`,
   * `fence`, `code_block`, `table`, `thead`, `tbody`, `tr`, `th`, `td`, `hr`, `html_block`; inline `text`, `text_special` (an escape
   * or a character reference), `em`, `strong`, `s`, `link`, `image`, `code_inline`, `softbreak`, `hardbreak`, `html_inline`.
   */
  readonly type: string;
  /** The opening token: `tag`, `info`, `attrGet('href')`, `map` (first line, line behind the last) and `hidden` (tight list). */
  readonly token: Token;
  /** What a leaf says: code, text, raw HTML. */
  readonly text: string;
  /** Of an image: the nodes of its alternative text. Inline content is in its block, without a node in between. */
  readonly children: readonly MarkdownNode[];
}

export interface MarkdownOptions {
  /** `true`: raw HTML becomes `html_block` and `html_inline`. `false` (default): it is text. */
  readonly html?: boolean;
}

/** Levels of nesting that are read. Blocks nested deeper are left out; inline syntax deeper than that is text. */
export const NESTING_MAX = 100;

const SCHEME = /(?:^|[^a-z])(https?)$/i;
const ADDRESS = /:\/\/[^\s<>`*\p{Cc}]*[^\s<>`*\p{Cc}.,;:!?)\]_~"']/uy;

/** A bare `https://…` is one link with `info` "auto", as on GitHub: a `_` in it is no emphasis. Nothing else becomes a link by itself. */
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

export function createParser(html: boolean): MarkdownIt {
  const parser = createMarkdownIt('default', { html, linkify: false, typographer: false, maxNesting: NESTING_MAX });
  // A link is a link wherever it leads, or this tree would differ from GitHub's. No address is used before its reader has checked it.
  parser.validateLink = () => true;
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (text) => text;
  parser.inline.ruler.before('linkify', 'bare_address', bareAddress);
  return parser;
}

const parsers = { html: createParser(true), text: createParser(false) } as const;

/** The flat list of markdown-it's tokens; inline ones are `children` of those of type `inline`. */
export function markdownTokens(text: string, { html = false }: MarkdownOptions = {}): Token[] {
  return (html ? parsers.html : parsers.text).parse(text, {});
}

/** The same as a tree. */
export function markdownTree(text: string, options?: MarkdownOptions): readonly MarkdownNode[] {
  return nodesOf(markdownTokens(text, options));
}

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

/** Of a `list_item` that begins with `[ ]` or `[x]` (a task): whether it is checked. Else null. */
export function taskState(item: MarkdownNode): boolean | null {
  const [paragraph] = item.children;
  const [first] = paragraph?.type === 'paragraph' ? paragraph.children : [];
  const mark = first?.type === 'text' ? /^\[([ \txX])\][ \t]/.exec(first.text) : null;
  return mark === null ? null : /x/i.test(mark[1] ?? '');
}
