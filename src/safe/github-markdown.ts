/**
 * What cmark-gfm, GitHub's own parser, reads otherwise than markdown-it, as rules of markdown-it:
 * raw HTML, footnotes, tables within comments, and long runs of backticks. The differential test
 * compares both (docs/decisions/hidden-text.md). Pure.
 */
import createMarkdownIt, {
  type MarkdownIt,
  type StateBlock,
  type StateCore,
  type StateInline,
  type Token,
} from 'markdown-it';
import { readAddressesLikeGitHub } from './github-addresses.ts';
import { readLinksLikeGitHub, takeDefinitions } from './github-links.ts';
import {
  keepAddresses,
  limitQuotes,
  NESTING_MAX,
  type BlockRuleCall,
} from './markdown-document.ts';
import { matchEnd } from './match-end.ts';

type BlockEnv = StateBlock['env'];
type BlockRule = (...call: BlockRuleCall) => boolean;

/** A block of a footnote, in the `meta` of the token that opens it. */
export type Footnote = {
  readonly label: string;
  /** Which reference to it is the first: from 1, in the order of the document. Null without one. */
  order: number | null;
};

/** Makes a parser of GitHub's dialect give these tokens. */
export function createGitHubParser(): MarkdownIt {
  const parser = createMarkdownIt('default', {
    html: true,
    linkify: true,
    typographer: false,
    maxNesting: NESTING_MAX,
  });
  keepAddresses(parser);
  limitQuotes(parser);
  readAddressesLikeGitHub(parser);
  readLinksLikeGitHub(parser);
  const { block, inline, core } = parser;
  core.ruler.disable('text_join');
  core.ruler.before('inline', 'boxes', escapeBoxes);
  core.ruler.after('normalize', 'empty_items', (state) => {
    state.src = withOpenItems(state.src);
  });
  block.ruler.at('html_block', htmlBlock, { alt: ['paragraph', 'reference', 'blockquote'] });
  block.ruler.before('reference', 'footnote', footnoteBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  putTablesBeforeReferences(parser);
  inline.ruler.at('html_inline', htmlInline);
  inline.ruler.before('backticks', 'long_backticks', longBackticks);
  inline.ruler.after('image', 'footnote_reference', footnoteReference);
  return parser;
}

/**
 * GitHub looks for HTML before it looks for a table, so that one cannot begin within a comment, and
 * for a table before it looks for definitions of links.
 */
function putTablesBeforeReferences({ block: { ruler } }: MarkdownIt): void {
  const rules = new Map<string, BlockRule>();
  for (const name of ['lheading', 'paragraph']) {
    const all = ruler.getRules('');
    ruler.disable(name);
    const others = ruler.getRules('');
    ruler.enable(name);
    const rule = all.find((other) => !others.includes(other));
    if (rule !== undefined) {
      rules.set(name, rule);
    }
  }
  ruler.disable(['table', 'reference']);
  ruler.before('lheading', 'empty_task', emptyTaskBlock(rules));
  ruler.before('lheading', 'github_table', tableBlock, { alt: ['paragraph', 'reference'] });
  ruler.before('lheading', 'unlikely_table', unlikelyTableBlock(rules));
  ruler.before('lheading', 'github_reference', referenceBlock(rules));
}

/**
 * Definitions are the beginning of a paragraph for GitHub: what follows on the next line belongs to
 * it, whatever it would be elsewhere. A paragraph above a table is no definition.
 */
function referenceBlock(rules: ReadonlyMap<string, BlockRule>): BlockRule {
  const none: BlockRule = () => false;
  const [heading = none, paragraph = none] = [rules.get('lheading'), rules.get('paragraph')];
  return (...[state, startLine, endLine, isProbe]) => {
    if (isProbe || !BEGINS_DEFINITION.test(lineOf(state, startLine))) {
      return false;
    }
    // No further than an underline: below it may stand as many headings as there are lines.
    const isEnough = (line: number): boolean =>
      line - 1 > startLine && isUnderline(state, line - 1);
    const { end, endedBy } = endOfParagraph(state, startLine, { endLine, isEnough });
    if (endedBy === tableBlock) {
      return false;
    }
    const lines: string[] = [];
    for (let line = startLine; line < end; line += 1) {
      lines.push(withoutBox(state, line));
    }
    const line = startLine + takeDefinitions(lines, { env: state.env, parser: state.md });
    if (line === startLine) {
      return false;
    }
    state.line = line;
    if (line < end && !heading(state, line, endLine, false)) {
      paragraph(state, line, endLine, false);
    }
    return true;
  };
}

const EMPTY_ITEM = /(?:^|[ \t>])(?:[-+*]|\d{1,9}[.)])[ \t]*$/;
const INDENTED_BLANK = /^[> \t]*$/;

/**
 * An item without text goes on behind an indented blank line, which markdown-it takes for its end.
 */
function withOpenItems(text: string): string {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const isIndented = line.endsWith('  ') || line.endsWith('\t');
    if (!isIndented || !INDENTED_BLANK.test(line) || !EMPTY_ITEM.test(lines.at(-1) ?? '')) {
      lines.push(line);
    }
  }
  return lines.join('\n');
}

const BEGINS_DEFINITION = /^(?:\[[ xX]\][ \t\v\f]+)?\[/;
const BOX = /^\[[ xX]\][ \t\v\f]+/;
/** The mark of an item and the box of a task. Nothing else may stand before them on their line. */
const TASK = /^[ \t\v\f]*(?:[-+*]|\d+[^])[ \t\v\f]+\[[ xX]\][ \t\v\f]/;

/** A line without the box of a task, which is none of its text for GitHub. */
function withoutBox(state: StateBlock, line: number): string {
  const text = lineOf(state, line);
  if (state.parentType !== 'list' || !BOX.test(text)) {
    return text;
  }
  const start = state.src.lastIndexOf('\n', blockLineStart(state, line) - 1) + 1;
  return TASK.test(state.src.slice(start, state.eMarks[line] ?? 0)) ? text.replace(BOX, '') : text;
}

/** A box is no link, whatever a definition says. */
function escapeBoxes({ src, tokens }: StateCore): void {
  const lines = src.split('\n');
  for (const [at, token] of tokens.entries()) {
    const [line = -1] = token.map ?? [];
    const isFirst = tokens[at - 2]?.type === 'list_item_open';
    if (isFirst && token.type === 'inline' && TASK.test(lines[line] ?? '')) {
      token.content = token.content.replace(/^\[/, '\\[');
    }
  }
}

/** Behind the box of a task without text on its line begins another block. */
function emptyTaskBlock(rules: ReadonlyMap<string, BlockRule>): BlockRule {
  return (...[state, startLine, , isProbe]) => {
    if (isProbe || withoutBox(state, startLine) !== '') {
      return false;
    }
    return rules.get('paragraph')?.(state, startLine, startLine + 1, false) ?? false;
  };
}

interface ParagraphEnd {
  /** The line behind the paragraph. */
  readonly end: number;
  /** The rule of the block that begins there, or null. */
  readonly endedBy: BlockRule | null;
}

/**
 * The end of the paragraph that begins here, as the rule for paragraphs finds it. @param isEnough
 * whether neither this line nor those behind it matter
 */
function endOfParagraph(
  state: StateBlock,
  startLine: number,
  {
    endLine,
    isEnough,
  }: { readonly endLine: number; readonly isEnough?: (line: number) => boolean },
): ParagraphEnd {
  const { parentType } = state;
  const terminators = state.md.block.ruler.getRules('paragraph');
  let endedBy: BlockRule | null = null;
  state.parentType = 'paragraph';
  let end = startLine + 1;
  for (; end < endLine && !state.isEmpty(end); end += 1) {
    const line = end;
    if (isEnough?.(line) === true) {
      break;
    }
    if (indentOf(state, line) > 3 || (state.sCount[line] ?? 0) < 0) {
      continue;
    }
    endedBy = terminators.find((ends) => ends(state, line, endLine, true)) ?? null;
    if (endedBy !== null) {
      break;
    }
  }
  state.parentType = parentType;
  return { end, endedBy };
}

const SPACE = String.raw`[ \t\v\f\r\n]`;
const ATTRIBUTE = String.raw`${SPACE}+[a-zA-Z_:][a-zA-Z0-9:._\-]*(?:${SPACE}*=${SPACE}*(?:[^"'=<>${'`'}\x00-\x20]+|'[^']*'|"[^"]*"))?`;
const TAG = String.raw`<[a-zA-Z][a-zA-Z0-9\-]*(?:${ATTRIBUTE})*${SPACE}*/?>|</[a-zA-Z][a-zA-Z0-9\-]*${SPACE}*>`;

interface HtmlBlockKind {
  readonly begins: RegExp;
  readonly ends: RegExp;
  readonly interruptsParagraph: boolean;
}

const BLOCK_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';
const BLANK = /^[ \t]*$/;

/** By the line that begins the block: the seven kinds of the specification of GitHub's dialect. */
const HTML_BLOCKS: readonly HtmlBlockKind[] = [
  {
    begins: /^<(?:script|pre|style)(?:[ \t\v\f>]|$)/i,
    ends: /<\/(?:script|pre|style)>/i,
    interruptsParagraph: true,
  },
  { begins: /^<!--/, ends: /-->/, interruptsParagraph: true },
  { begins: /^<\?/, ends: /\?>/, interruptsParagraph: true },
  { begins: /^<![A-Z]/, ends: />/, interruptsParagraph: true },
  { begins: /^<!\[CDATA\[/i, ends: /\]\]>/, interruptsParagraph: true },
  {
    begins: new RegExp(String.raw`^</?(?:${BLOCK_NAMES})(?:[ \t\v\f]|/?>|$)`, 'i'),
    ends: BLANK,
    interruptsParagraph: true,
  },
  {
    begins: new RegExp(String.raw`^(?:${TAG})[ \t\f]*$`),
    ends: BLANK,
    interruptsParagraph: false,
  },
];

function htmlBlockKind(line: string): HtmlBlockKind | null {
  if (line.startsWith('<')) {
    return HTML_BLOCKS.find(({ begins }) => begins.test(line)) ?? null;
  }
  return null;
}

/** As in markdown-it, but for how a block begins and ends. */
function htmlBlock(...[state, startLine, endLine, isProbe]: BlockRuleCall): boolean {
  if (indentOf(state, startLine) >= 4) {
    return false;
  }
  const first = lineOf(state, startLine);
  const kind = htmlBlockKind(first);
  if (kind === null) {
    return false;
  }
  if (isProbe) {
    // A line that would go on with a paragraph without the marks of its container is no part of it.
    const isLazy = state.parentType === 'blockquote' || indentOf(state, startLine) < 0;
    return kind.interruptsParagraph || isLazy;
  }
  const endsBlank = kind.ends === BLANK;
  let next = startLine + 1;
  let isOpen = !kind.ends.test(first);
  while (isOpen && next < endLine && isWithin(state, next)) {
    isOpen = !kind.ends.test(lineOf(state, next));
    if (isOpen || !endsBlank) {
      next += 1;
    }
  }
  state.line = next;
  const token = state.push('html_block', '', 0);
  token.map = [startLine, next];
  token.content = state.getLines(startLine, next, state.blkIndent, true);
  return true;
}

/** Whether a line still belongs to the container. A blank one does. */
function isWithin(state: StateBlock, line: number): boolean {
  return state.isEmpty(line) || indentOf(state, line) >= 0;
}

function indentOf({ sCount, blkIndent }: StateBlock, line: number): number {
  return (sCount[line] ?? 0) - blkIndent;
}

function blockLineStart({ bMarks, tShift }: StateBlock, line: number): number {
  return (bMarks[line] ?? 0) + (tShift[line] ?? 0);
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(blockLineStart(state, line), state.eMarks[line] ?? 0);
}

const MARKER = String.raw`[ \t\v\f]*:?-+:?[ \t\v\f]*`;
const DELIMITERS = new RegExp(String.raw`^\|?${MARKER}(?:\|${MARKER})*\|?[ \t\v\f]*$`);
/**
 * Cells that rows lack are added, but only so many of them: a wide head may have many short rows.
 */
const ADDED_CELLS_MAX = 65_536;
/**
 * By state, the first line of the last paragraph in which a head had another width than its rule.
 */
const notTables = new WeakMap<StateBlock, number>();

/**
 * As in markdown-it, but a head needs no `|`, and a rule of another width than the line before it
 * makes the whole paragraph one without a table.
 */
function tableBlock(...[state, startLine, endLine, isProbe]: BlockRuleCall): boolean {
  if (indentOf(state, startLine) >= 4) {
    return false;
  }
  const table = tableAt(state, startLine, { endLine, isProbe });
  if (table !== null && !isProbe) {
    writeTable(state, { startLine, endLine, ...table });
  }
  return table !== null;
}

interface TableHead {
  readonly head: readonly string[];
  readonly sides: readonly string[];
}

/** The head of a table on a line, whatever its indent is: within a paragraph it may be any. */
function tableAt(
  state: StateBlock,
  startLine: number,
  { endLine, isProbe }: { readonly endLine: number; readonly isProbe: boolean },
): TableHead | null {
  const ruleLine = startLine + 1;
  if (ruleLine >= endLine || !isTableLine(state, ruleLine)) {
    return null;
  }
  const rule = lineOf(state, ruleLine);
  // These are an underline and an item.
  if (!DELIMITERS.test(rule) || /^-+[ \t]*$|^-[ \t]/.test(rule)) {
    return null;
  }
  // While a paragraph looks for its end, this is its first line.
  const paragraph = state.line;
  if (isProbe && notTables.get(state) === paragraph) {
    return null;
  }
  const head = cellsOf(withoutBox(state, startLine));
  const markers = cellsOf(rule);
  if (head.length === 0 || head.length !== markers.length) {
    notTables.set(state, paragraph);
    return null;
  }
  return { head, sides: markers.map(sideOf) };
}

/**
 * A paragraph that ends above the head of a table that is indented, or looks like an item or HTML,
 * which markdown-it takes for its text, or for that item or HTML.
 */
function unlikelyTableBlock(rules: ReadonlyMap<string, BlockRule>): BlockRule {
  return (...[state, startLine, endLine, isProbe]) => {
    const line = isProbe ? null : unlikelyHead(state, startLine, endLine);
    if (line === null || endOfParagraph(state, startLine, { endLine: line + 1 }).end !== line + 1) {
      return false;
    }
    const table = tableAt(state, line, { endLine, isProbe });
    if (table === null) {
      return false;
    }
    // An underline above it ends a heading, and the next paragraph begins there.
    if (rules.get('lheading')?.(state, startLine, line, false) === true) {
      return true;
    }
    rules.get('paragraph')?.(state, startLine, line, false);
    writeTable(state, { startLine: line, endLine, ...table });
    return true;
  };
}

/** Such items have no text or do not count from 1 where they are none. */
const ITEM_MARK = /^(?:[+*]|\d{1,9}[.)])(?:[ \t]|$)/;

const codesOf = (characters: string): ReadonlySet<number> =>
  new Set(Array.from(characters, (character) => character.charCodeAt(0)));
const RULE_BEGINS = codesOf('|:- \t\v\f');
const UNLIKELY_BEGINS = codesOf('+*<0123456789');

/** Whether a line is something that does not end a paragraph, which the head of a table does. */
function isUnlikelyHead(state: StateBlock, line: number): boolean {
  if (indentOf(state, line) >= 4) {
    return true;
  }
  // Seen before the line is cut out, because a paragraph may have thousands.
  if (!UNLIKELY_BEGINS.has(state.src.charCodeAt(blockLineStart(state, line)))) {
    return false;
  }
  const text = lineOf(state, line);
  return ITEM_MARK.test(text) || htmlBlockKind(text)?.interruptsParagraph === false;
}

/** The first such line of a paragraph with the rule of a table below it. */
function unlikelyHead(
  ...[state, startLine, endLine]: [state: StateBlock, startLine: number, endLine: number]
): number | null {
  let head: number | null = null;
  // No further than the paragraph, or the heading that it is, because many short ones may follow.
  endOfParagraph(state, startLine, {
    endLine,
    isEnough: (line) => {
      if (isHeadOverRule(state, line, endLine)) {
        head = line;
      }
      return head !== null || isUnderline(state, line);
    },
  });
  return head;
}

function isHeadOverRule(
  ...[state, line, endLine]: [state: StateBlock, line: number, endLine: number]
): boolean {
  return (
    line + 1 < endLine &&
    RULE_BEGINS.has(state.src.charCodeAt(blockLineStart(state, line + 1))) &&
    isUnlikelyHead(state, line) &&
    DELIMITERS.test(lineOf(state, line + 1))
  );
}

const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const UNDERLINE_BEGINS = codesOf('=-');

/** Whether a line makes a heading of the lines of a paragraph above it. */
function isUnderline(state: StateBlock, line: number): boolean {
  const indent = indentOf(state, line);
  return (
    indent >= 0 &&
    indent < 4 &&
    UNDERLINE_BEGINS.has(state.src.charCodeAt(blockLineStart(state, line))) &&
    UNDERLINE.test(lineOf(state, line))
  );
}

function isTableLine(state: StateBlock, line: number): boolean {
  const indent = indentOf(state, line);
  return indent >= 0 && indent < 4 && !state.isEmpty(line);
}

function sideOf(marker: string): string {
  if (marker.endsWith(':')) {
    return marker.startsWith(':') ? 'center' : 'right';
  }
  return marker.startsWith(':') ? 'left' : '';
}

interface TableOfLines extends TableHead {
  readonly startLine: number;
  readonly endLine: number;
}

function writeTable(state: StateBlock, { startLine, endLine, head, sides }: TableOfLines): void {
  const { parentType } = state;
  const terminators = state.md.block.ruler.getRules('blockquote');
  const writeRow = (cells: readonly string[], tag: 'th' | 'td'): void => {
    state.push('tr_open', 'tr', 1);
    for (const [at, side] of sides.entries()) {
      const open = state.push(`${tag}_open`, tag, 1);
      if (side !== '') {
        open.attrSet('style', `text-align:${side}`);
      }
      const inline = state.push('inline', '', 0);
      inline.content = cells[at] ?? '';
      inline.children = [];
      state.push(`${tag}_close`, tag, -1);
    }
    state.push('tr_close', 'tr', -1);
  };
  state.parentType = 'table';
  state.push('table_open', 'table', 1);
  state.push('thead_open', 'thead', 1);
  writeRow(head, 'th');
  state.push('thead_close', 'thead', -1);
  const first = startLine + 2;
  let line = first;
  let added = 0;
  for (; line < endLine && isTableLine(state, line); line += 1) {
    const here = line;
    if (terminators.some((isBlock) => isBlock(state, here, endLine, true))) {
      break;
    }
    // Any HTML does, also such that cannot end a paragraph.
    if (htmlBlockKind(lineOf(state, line)) !== null) {
      break;
    }
    const cells = cellsOf(lineOf(state, line));
    added += Math.max(0, sides.length - cells.length);
    if (cells.length === 0 || added > ADDED_CELLS_MAX) {
      break;
    }
    if (line === first) {
      state.push('tbody_open', 'tbody', 1);
    }
    writeRow(cells, 'td');
  }
  if (line > first) {
    state.push('tbody_close', 'tbody', -1);
  }
  state.push('table_close', 'table', -1);
  state.parentType = parentType;
  state.line = line;
}

/** The cells of a row, in which `\|` is a `|`. */
function cellsOf(line: string): readonly string[] {
  const row = withoutSpacesAround(line.replace(/^\|/, ''));
  const cells = row.split(/(?<!\\)\|/);
  if (cells.at(-1) === '') {
    cells.pop();
  }
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}

const SPACES = ' \t\v\f\r';

/** Other white space, such as a byte order mark, is a character of its cell for GitHub. */
function withoutSpacesAround(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SPACES.includes(text.charAt(from))) {
    from += 1;
  }
  while (to > from && SPACES.includes(text.charAt(to - 1))) {
    to -= 1;
  }
  return text.slice(from, to);
}

const TAG_HERE = new RegExp(TAG, 'y');
const COMMENT_HERE = /<!---->|<!--(?:-?[^>-])(?:-?[^-])*-->/y;
/** By its first characters, what ends it. A declaration has a name in capitals and a space. */
const SPECIAL: readonly { readonly begins: RegExp; readonly end: string }[] = [
  { begins: /<!\[CDATA\[/iy, end: ']]>' },
  { begins: /<\?/y, end: '?>' },
  { begins: /<![A-Z]+[ \t\v\f\r\n]/y, end: '>' },
];

/** What is known not to follow in the text of an inline state, so that it is looked for once. */
const missing = new WeakMap<StateInline, Set<string>>();

/** Comments as GitHub reads them: without `--` in them. One that is not closed ends no other. */
function htmlInline(state: StateInline, isProbe: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '<') {
    return false;
  }
  const here = { text: src, at: pos };
  const end = matchEnd(TAG_HERE, here) ?? matchEnd(COMMENT_HERE, here) ?? specialEnd(state);
  if (end === null || end > state.posMax) {
    return false;
  }
  if (!isProbe) {
    state.push('html_inline', '', 0).content = src.slice(pos, end);
  }
  state.pos = end;
  return true;
}

function specialEnd(state: StateInline): number | null {
  const { src, pos } = state;
  for (const { begins, end } of SPECIAL) {
    const inside = matchEnd(begins, { text: src, at: pos });
    if (inside === null || missing.get(state)?.has(end) === true) {
      continue;
    }
    const found = src.indexOf(end, inside);
    if (found !== -1) {
      return found + end.length;
    }
    missing.set(state, (missing.get(state) ?? new Set()).add(end));
  }
  return null;
}

/** GitHub's parser takes longer runs for text. */
const BACKTICKS_MAX = 80;
const BACKTICKS_HERE = /`+/y;

function longBackticks(state: StateInline, isProbe: boolean): boolean {
  const { src, pos } = state;
  const end = matchEnd(BACKTICKS_HERE, { text: src, at: pos });
  if (end === null || end - pos <= BACKTICKS_MAX) {
    return false;
  }
  if (!isProbe) {
    state.pending += src.slice(pos, end);
  }
  state.pos = end;
  return true;
}

const FOOTNOTE_HERE = /\[\^([^\] \r\n\0\t]+)\]:[ \t]*/y;

interface FootnoteBook {
  readonly byLabel: Map<string, Footnote>;
  /** Length of the longest label. */
  longest: number;
  references: number;
}

function bookOf(env: BlockEnv): FootnoteBook {
  return (env['footnotes'] ??= { byLabel: new Map(), longest: 0, references: 0 }) as FootnoteBook;
}

/** `[^label]: …`, and what is indented by four columns below it. */
function footnoteBlock(...[state, startLine, endLine, isProbe]: BlockRuleCall): boolean {
  const { src, bMarks, tShift, sCount, parentType, md } = state;
  const start = blockLineStart(state, startLine);
  if (indentOf(state, startLine) >= 4) {
    return false;
  }
  FOOTNOTE_HERE.lastIndex = start;
  const [whole, label] = FOOTNOTE_HERE.exec(src) ?? [];
  if (whole === undefined || label === undefined) {
    return false;
  }
  if (isProbe) {
    return true;
  }
  const footnote: Footnote = { label, order: null };
  const book = bookOf(state.env);
  const key = md.utils.normalizeReference(label);
  // The first of several with one label counts, and nothing refers to the others.
  if (!book.byLabel.has(key)) {
    book.byLabel.set(key, footnote);
    book.longest = Math.max(book.longest, label.length);
  }
  const open = state.push('footnote_open', '', 1);
  open.meta = footnote;

  const line = { begin: bMarks[startLine], shift: tShift[startLine], columns: sCount[startLine] };
  state.blkIndent += 4;
  state.parentType = 'footnote';
  bMarks[startLine] = start + whole.length;
  tShift[startLine] = 0;
  sCount[startLine] = state.blkIndent;
  md.block.tokenize(state, startLine, endLine);
  state.blkIndent -= 4;
  state.parentType = parentType;
  bMarks[startLine] = line.begin ?? 0;
  tShift[startLine] = line.shift ?? 0;
  sCount[startLine] = line.columns ?? 0;

  state.push('footnote_close', '', -1);
  return true;
}

/** `[^label]`, where no link could be read and a footnote has the label. */
function footnoteReference(state: StateInline, isProbe: boolean): boolean {
  const { src, pos, md, env } = state;
  if (!src.startsWith('[^', pos)) {
    return false;
  }
  const lost = endOfLostText(state);
  if (lost !== null) {
    if (!isProbe) {
      state.pending += '[^]';
    }
    state.pos = lost;
    return true;
  }
  const book = bookOf(env);
  // A label has no `]`, and is searched for no further than any label reaches.
  const length = src.slice(pos, pos + book.longest + 3).indexOf(']');
  const label = src.slice(pos + 2, pos + Math.max(2, length));
  const footnote = book.byLabel.get(md.utils.normalizeReference(label));
  const end = pos + length;
  if (footnote === undefined || md.helpers.parseLinkLabel(state, pos) !== end) {
    return false;
  }
  if (!isProbe) {
    footnote.order ??= book.references += 1;
    state.push('footnote_reference', '', 0).meta = footnote;
  }
  state.pos = end + 1;
  return true;
}

/** GitHub does not show what stands between such brackets if it is no label and not on one line. */
function endOfLostText(state: StateInline): number | null {
  const { src, pos, md } = state;
  const lineEnd = src.indexOf('\n', pos);
  if (lineEnd === -1 || !src.includes(']', lineEnd)) {
    return null;
  }
  const end = md.helpers.parseLinkLabel(state, pos);
  return end < lineEnd ? null : end + 1;
}

/** Whether a token stands for a footnote, or a reference to one. */
export function footnoteOf({ type, meta }: Token): Footnote | null {
  return type.startsWith('footnote_') ? (meta as Footnote | null) : null;
}
