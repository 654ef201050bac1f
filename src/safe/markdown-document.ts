/**
 * A Markdown document as elements: a result parsed as GitHub does (CommonMark with tables,
 * strikethrough and bare web addresses), and any document written as Markdown again, block by
 * block. What becomes of the content of blocks is up to the caller: `markdown.ts` makes it inert,
 * `event-text.ts` leaves what a page shows. Pure.
 */
import createMarkdownIt, { type MarkdownIt, type StateBlock, type Token } from 'markdown-it';

/** Text, or an element. A line break within a paragraph is the text `\n`. */
export type MarkupNode = string | MarkupElement;
export type MarkupElement = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly MarkupNode[],
];

export type BlockRuleCall = [
  state: StateBlock,
  startLine: number,
  endLine: number,
  isProbe: boolean,
];

interface MarkdownDocument {
  /**
   * Elements of HTML: `p h1` to `h6 ul ol li blockquote pre hr table thead tbody tr th td`, in them
   * `em strong del a img code br`, with only the attributes `href`, `src`, `start` and `class` (of
   * code and cells). The children of an image are its alternative text. Besides: `tight`, a
   * paragraph without space around it.
   */
  readonly nodes: readonly MarkupNode[];
  /** Whether blocks are nested so deep, or quotes are so many, that the parser left out some. */
  readonly isTangled: boolean;
}

/** Maximum nesting depth. Deeper blocks are left out, and deeper inline syntax is text. */
export const NESTING_MAX = 40;
/**
 * What every heading in a result becomes: the action's own headings use levels 1 to 3, and GitHub
 * shows those below 4 smaller than the text that they head.
 */
const HEADING = 'h4';

/**
 * Links with any scheme are kept, as written, so the tree matches GitHub's. Callers must check an
 * address before they use it. Only addresses with a scheme become links, by the inline rule
 * `linkify`, so that a `_` in one is not emphasis.
 */
export function keepAddresses(parser: MarkdownIt): void {
  parser.validateLink = () => true;
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (text) => text;
  parser.core.ruler.disable('linkify');
}

/**
 * Lines without a mark that a parser looks at for quotes: each quote looks at those up to the next
 * blank line, because they may go on with it. Where they do not, the next quote looks again, in
 * quadratic time.
 */
const UNMARKED_LINES_MAX = 100_000;

/** Makes `tokensOf` give up before quotes take seconds. */
export function limitQuotes(parser: MarkdownIt): void {
  parser.block.ruler.before('table', 'unmarked_line', countUnmarkedLine, { alt: ['blockquote'] });
}

class TooManyQuotes extends Error {}

/** A rule that never applies. The parser asks it of each such line whether it ends the quote. */
function countUnmarkedLine(...[{ env }, , , isProbe]: BlockRuleCall): boolean {
  const seen = Number(env['unmarkedLines'] ?? 0) + (isProbe ? 1 : 0);
  env['unmarkedLines'] = seen;
  if (seen > UNMARKED_LINES_MAX) {
    throw new TooManyQuotes();
  }
  return false;
}

/** Created on first use, so that it does not delay the start of a step. */
let parser: MarkdownIt | undefined;

/** A result of the agent, in which raw HTML is text and headings are demoted. */
export function parseResultMarkdown(text: string): MarkdownDocument {
  parser ??= createResultParser();
  const tokens = tokensOf(parser, text);
  if (tokens === null) {
    return { nodes: [], isTangled: true };
  }
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      token.tag = HEADING;
    }
  }
  return documentOf(tokens);
}

/** Null where the document has too many quotes. */
export function tokensOf(parser: MarkdownIt, text: string): readonly Token[] | null {
  try {
    return parser.parse(text, {});
  } catch (error) {
    if (error instanceof TooManyQuotes) {
      return null;
    }
    throw error;
  }
}

function createResultParser(): MarkdownIt {
  const made = createMarkdownIt('default', {
    html: false,
    linkify: true,
    typographer: false,
    maxNesting: NESTING_MAX,
  });
  keepAddresses(made);
  limitQuotes(made);
  return made;
}

function documentOf(tokens: readonly Token[]): MarkdownDocument {
  return {
    nodes: elementsOf(tokens),
    isTangled: isTooDeep(tokens),
  };
}

/**
 * Whether blocks may have been left out for their depth. A block adds several levels at once, so
 * the deepest block that is kept may be a few levels below the maximum.
 */
export function isTooDeep(tokens: readonly Token[]): boolean {
  return tokens.some(({ level }) => level > NESTING_MAX - 10);
}

/** Inline tokens are the `children` of tokens of type `inline`. */
function elementsOf(tokens: readonly Token[]): readonly MarkupNode[] {
  const top: MarkupNode[] = [];
  const open: MarkupNode[][] = [top];
  for (const token of tokens) {
    const siblings = open.at(-1) ?? top;
    if (token.nesting < 0) {
      open.pop();
    } else if (token.type === 'inline') {
      siblings.push(...elementsOf(token.children ?? []));
    } else if (token.nesting === 0) {
      siblings.push(leafOf(token));
    } else {
      const children: MarkupNode[] = [];
      const tag = token.tag === 's' ? 'del' : token.tag;
      siblings.push([token.hidden ? 'tight' : tag, attributesOf(token), children]);
      open.push(children);
    }
  }
  return top;
}

function leafOf(token: Token): MarkupNode {
  const { type, tag, content } = token;
  switch (type) {
    case 'text':
      // A character reference may be a line break.
      return content.replaceAll('\n', ' ');
    case 'softbreak':
      return '\n';
    case 'fence':
    case 'code_block':
      return ['pre', {}, [['code', languageOf(token.info), [content]]]];
    case 'image':
      return ['img', attributesOf(token), elementsOf(token.children ?? [])];
    default:
      return [tag === '' ? type : tag, {}, content === '' ? [] : [content]];
  }
}

export function attributesOf(token: Token): Readonly<Record<string, string>> {
  const found = ['href', 'src', 'start'].map((name) => [name, token.attrGet(name)] as const);
  const [, side] =
    /text-align:(left|center|right)/.exec(String(token.attrGet('style') ?? '')) ?? [];
  const given = [...found, ['class', side ?? null] as const].filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

export function languageOf(info: string): Readonly<Record<string, string>> {
  const language = info.trim().split(/\s/)[0]?.toLowerCase() ?? '';
  return /^[\w+#.-]{1,20}$/.test(language) ? { class: `language-${language}` } : {};
}

export const elementsIn = (nodes: readonly MarkupNode[]): readonly MarkupElement[] =>
  nodes.filter((node) => typeof node !== 'string');
const isParagraph = (tag: string): boolean => tag === 'p' || tag === 'tight';
/** Whether the children of an element are what a reader reads: text and elements within a line. */
const holdsText = (tag: string): boolean => isParagraph(tag) || /^(?:h\d|t[hd])$/.test(tag);

/** The text of nodes without elements around it. */
export function textOf(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node[2]))).join('');
}

/** Whether nodes within a block show nothing. */
export function isBlank(nodes: readonly MarkupNode[]): boolean {
  return nodes.every((node) => (typeof node === 'string' ? node.trim() === '' : node[0] === 'br'));
}

/**
 * The blocks with other content in paragraphs, headings and cells, and checkboxes as characters.
 * Blank blocks are dropped: an empty item would be parsed as a thematic break or a setext
 * underline.
 */
export function withContent(
  blocks: readonly MarkupNode[],
  content: (nodes: readonly MarkupNode[]) => readonly MarkupNode[],
): readonly MarkupNode[] {
  return elementsIn(blocks).flatMap((block): readonly MarkupNode[] => {
    const [tag, attributes, children] = block;
    if (tag === 'hr') {
      return [block];
    }
    if (tag === 'pre') {
      return textOf(children).trim() === '' ? [] : [block];
    }
    const inside = holdsText(tag) ? content(children) : withContent(children, content);
    if (isBlank(inside) && !/^t[hd]$/.test(tag)) {
      return [];
    }
    return [[tag, attributes, tag === 'li' ? asTask(inside) : inside]];
  });
}

/** With a checkbox as text, if the item begins with `[ ]` or `[x]` and text. */
function asTask([first = '', ...rest]: readonly MarkupNode[]): readonly MarkupNode[] {
  if (typeof first !== 'string') {
    const [tag, attributes, children] = first;
    return [isParagraph(tag) ? [tag, attributes, asTask(children)] : first, ...rest];
  }
  const [, box, text] = /^\[([ \txX])\][ \t](.*)$/.exec(first) ?? [];
  if (box === undefined || text === undefined || isBlank([text, ...rest])) {
    return [first, ...rest];
  }
  return [`${/x/i.test(box) ? '☑' : '☐'} ${text}`, ...rest];
}

export interface BlockWriter {
  /** One line for a heading or a cell. */
  readonly inline: (
    nodes: readonly MarkupNode[],
    block: 'paragraph' | 'heading' | 'cell',
  ) => string;
  readonly code: (text: string, language: string) => string;
}

/**
 * Whether a block ends a paragraph without a blank line between them. An ordered list does only if
 * it begins with 1.
 */
const isInterrupting = ([tag, { start }]: MarkupElement): boolean =>
  ['ul', 'pre', 'blockquote'].includes(tag) || (tag === 'ol' && start === undefined);

export function writeBlocks(nodes: readonly MarkupNode[], writer: BlockWriter): string {
  let out = '';
  let before = '';
  let otherMark = false;
  for (const block of elementsIn(nodes)) {
    const [tag] = block;
    const isList = tag === 'ul' || tag === 'ol';
    // Two adjacent lists need different markers, or they would become one.
    otherMark = isList && tag === before && !otherMark;
    const text = isList ? listText(block, { writer, otherMark }) : blockText(block, writer);
    if (out !== '') {
      out += before === 'tight' && isInterrupting(block) ? '\n' : '\n\n';
    }
    out += text;
    before = tag;
  }
  return out;
}

function blockText(block: MarkupElement, writer: BlockWriter): string {
  const [tag, , children] = block;
  switch (tag) {
    case 'blockquote':
      return prefixed(writeBlocks(children, writer), '> ', '> ');
    case 'pre': {
      const [code] = elementsIn(children);
      return writer.code(textOf(children), code?.[1]['class']?.replace('language-', '') ?? '');
    }
    case 'table':
      return tableText(block, writer);
    case 'footnote':
      return prefixed(writeBlocks(children, writer), `[^${block[1]['class'] ?? ''}]: `, '    ');
    case 'hr':
      return '___';
    case 'p':
    case 'tight':
      return writer.inline(children, 'paragraph');
    default:
      return `${'#'.repeat(Number(tag.slice(1)))} ${writer.inline(children, 'heading')}`;
  }
}

function listText(
  [tag, { start = '1' }, items]: MarkupElement,
  { writer, otherMark }: { readonly writer: BlockWriter; readonly otherMark: boolean },
): string {
  const isLoose = elementsIn(items).some(([, , blocks]) =>
    elementsIn(blocks).some(([tag]) => tag === 'p'),
  );
  return elementsIn(items)
    .map(([, , nodes], at) => {
      const number = Math.min(Number(start) + at, 999_999_999);
      const bullet = otherMark ? '*' : '-';
      const counter = `${number}${otherMark ? ')' : '.'}`;
      const mark = tag === 'ul' ? bullet : counter;
      const text = writeBlocks(nodes, writer).replace(/^[☑☐](?= )/, (box) =>
        box === '☑' ? '[x]' : '[ ]',
      );
      return prefixed(text, `${mark} `, ' '.repeat(mark.length + 1));
    })
    .join(isLoose ? '\n\n' : '\n');
}

function prefixed(text: string, first: string, others: string): string {
  const [start = '', ...lines] = text.split('\n');
  return [
    first + start,
    ...lines.map((line) => (line === '' ? others.trimEnd() : others + line)),
  ].join('\n');
}

const RULES: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };

function tableText([, , parts]: MarkupElement, writer: BlockWriter): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = elementsIn(parts).flatMap(([, , children]) => elementsIn(children));
  const [first = '', ...body] = rows.map(([, , cells]) =>
    line(elementsIn(cells).map(([, , nodes]) => writer.inline(nodes, 'cell'))),
  );
  const rules = elementsIn(rows[0]?.[2] ?? []).map(
    ([, { class: side = '' }]) => RULES[side] ?? '---',
  );
  return [first, line(rules), ...body].join('\n');
}

/** What stands around the text of an inline element. */
export const INLINE_MARKS: Readonly<Record<string, string>> = { em: '*', strong: '**', del: '~~' };

/** Code in a fence, as it is. */
export function fenced(code: string, info: string): string {
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(code) + 1));
  return `${fence}${info}\n${code}\n${fence}`;
}

/** Code on one line in a span, as it is. */
export function codeSpan(line: string): string {
  const fence = '`'.repeat(longestBacktickRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

function longestBacktickRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
