/**
 * What a person says in a comment, as against what they quote or show: the prose of a Markdown text, block by block,
 * without quotes, code, comments and definitions. Enough of CommonMark and GitHub's own for a trigger phrase; where a
 * construct is ambiguous the text counts as quoted, so that in doubt nothing is triggered.
 */
import { saidIn } from './comment-text.ts';

/** The line breaks of CommonMark; others are text to it, and so is any blank but space and tab. */
const LINE_BREAK = /\r\n|[\r\n]/;
const BLANK = /^ *$/;
const LIST_MARKER = /^( *)([-+*]|\d{1,9}[.)])( +|$)/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const HEADING_OR_RULE = /^ {0,3}(?:#{1,6}(?: |$)|([-*_])(?: *\1){2,} *$)/;
const SETEXT_UNDERLINE = /^ {0,3}(?:=+|-+) *$/;
/** GitHub nests lists no deeper either. */
const LISTS_MAX = 100;
const QUOTE = /^ {0,3}>/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:/;
const FOOTNOTE = /^ {0,3}\[\^[^\]]+\]:/;
/** Under the head of a table, which an indented line does not go on with. */
const DELIMITER_ROW = /^ *(?:\| *)?(?::?-+:? *\| *)+(?::?-+:? *)?$/;
const COMMENT_START = /^ {0,3}<!--/;

interface Fence {
  readonly sign: string;
  readonly length: number;
  /** Column at which the content of the enclosing list item begins, 0 outside of lists. */
  readonly column: number;
}

function openFence(line: string, column: number): Fence | null {
  const run = FENCE.exec(line)?.[1];
  return run === undefined ? null : { sign: run.charAt(0), length: run.length, column };
}

function closes(line: string, fence: Fence): boolean {
  const run = /^ {0,3}(`+|~+) *$/.exec(line)?.[1];
  return run !== undefined && run.startsWith(fence.sign) && run.length >= fence.length;
}

/** Tabs as the spaces to the next tab stop, four apart. */
function expandTabs(line: string): string {
  const [first = '', ...rest] = line.split('\t');
  return rest.reduce((text, part) => `${text}${' '.repeat(4 - (text.length % 4))}${part}`, first);
}

function indentOf(line: string): number {
  return line.search(/[^ ]|$/);
}

/** Reads line by line; each method looks at one line and says whether it has dealt with it. */
class ProseReader {
  readonly blocks: string[] = [];
  #paragraph: string[] = [];
  /** Where the list item that holds the paragraph begins. */
  #column = 0;
  /** Content columns of the list items the reader is in. */
  #lists: number[] = [];
  #fence: Fence | null = null;
  /** Column of the list item in which a comment is open; null outside of comments. */
  #comment: number | null = null;
  /** Whether the last line was a paragraph inside a quote, which the next may go on without a mark. */
  #lazy = false;
  #quotedFence: Fence | null = null;
  /** Whether the last line was a list item with nothing in it; a blank line then ends it. */
  #emptyItem = false;
  /** Whether the paragraph began as a definition, whose destination and title may stand on further lines. */
  #definition = false;
  /** Whether the paragraph is a table by now. */
  #table = false;

  line(raw: string): void {
    const line = expandTabs(raw);
    if (this.#comment !== null) this.#commentGoesOn(line, this.#comment);
    else if (this.#fence !== null && this.#fenceGoesOn(line, this.#fence)) return;
    else if (BLANK.test(line)) this.#blank();
    else this.#text(line);
  }

  end(): readonly string[] {
    this.#flush();
    return this.blocks;
  }

  #flush(): void {
    const text = this.#paragraph.join('\n');
    // The label of a definition may go on over lines.
    if (text !== '' && !DEFINITION.test(text)) this.blocks.push(text);
    this.#paragraph = [];
    this.#table = false;
  }

  #blank(): void {
    this.#flush();
    this.#lazy = false;
    this.#quotedFence = null;
    this.#definition = false;
    if (this.#emptyItem) this.#lists.pop();
    this.#emptyItem = false;
  }

  #commentGoesOn(line: string, column: number): void {
    const end = line.indexOf('-->');
    if (end === -1 || indentOf(line) < column) return;
    this.#comment = null;
    if (!QUOTE.test(line)) this.#say(line.slice(end + 3), column);
    this.#flush();
  }

  #fenceGoesOn(line: string, fence: Fence): boolean {
    if (!BLANK.test(line) && indentOf(line) < fence.column) {
      // The list item ended, and its fence with it.
      this.#fence = null;
      return false;
    }
    if (closes(line.slice(fence.column), fence)) this.#fence = null;
    return true;
  }

  #text(line: string): void {
    const indent = indentOf(line);
    this.#emptyItem = false;
    const column = this.#lists.findLast((content) => content <= indent) ?? 0;
    // An unindented line may lazily go on with a list item's paragraph; otherwise it has left the item.
    if (this.#paragraph.length === 0) this.#leaveLists(indent);
    this.#block(line.slice(column), column);
  }

  /** `text` is the line without the indentation of the list item it stands in, which begins at `column`. */
  #block(text: string, column: number): void {
    const item = LIST_MARKER.exec(text);
    if (!QUOTE.test(text)) this.#quotedFence = null;
    if (indentOf(text) >= 4 && !this.#lazy) {
      if (this.#table) this.#flush();
      else if (this.#paragraph.length > 0) this.#paragraph.push(text);
    } else if (QUOTE.test(text)) this.#quote(text, column);
    else if (this.#paragraph.length > 0 && column === this.#column && SETEXT_UNDERLINE.test(text)) this.#flush();
    else if (HEADING_OR_RULE.test(text)) {
      this.#flush();
      this.#leaveLists(column);
      this.#lazy = false;
      this.blocks.push(text);
    } else if (FENCE.test(text)) {
      this.#blank();
      this.#leaveLists(column);
      this.#fence = openFence(text, column);
    } else if (COMMENT_START.test(text)) this.#openComment(text, column);
    else if (item !== null && indentOf(text) < 4 && this.#lists.length < LISTS_MAX && this.#mayInterrupt(item, column))
      this.#item(item, text, column);
    else if (FOOTNOTE.test(text) || (this.#paragraph.length === 0 && DEFINITION.test(text))) {
      this.#flush();
      this.#definition = true;
    } else if (!this.#lazy && !this.#definition) this.#say(text, column);
  }

  /** What begins a block of its own at `column` has ended the items that begin further in; a paragraph goes on lazily. */
  #leaveLists(column: number): void {
    this.#lists = this.#lists.filter((content) => content <= column);
  }

  #say(text: string, column: number): void {
    if (this.#paragraph.length === 0) this.#column = column;
    this.#paragraph.push(text);
    this.#table ||= DELIMITER_ROW.test(text);
  }

  /** Inside a paragraph only an item with something in it, and of a number one, begins a list. */
  #mayInterrupt({ 0: whole, 2: marker = '', input }: RegExpExecArray, column: number): boolean {
    if (this.#paragraph.length === 0 || column < this.#column) return true;
    return !BLANK.test(input.slice(whole.length)) && !/^(?!1[.)])\d/.test(marker);
  }

  #item(match: RegExpExecArray, text: string, column: number): void {
    const [whole, before = '', marker = '', gap = ''] = match;
    this.#blank();
    // Five blanks and more: the item begins with indented code, one blank behind the marker.
    const width = before.length + marker.length + (gap.length > 4 ? 1 : gap.length);
    this.#lists = [...this.#lists.filter((content) => content <= column), column + Math.max(width, 2)];
    const rest = text.slice(Math.min(width, whole.length));
    if (BLANK.test(rest)) this.#emptyItem = true;
    else this.#block(rest, column + width);
  }

  #openComment(text: string, column: number): void {
    this.#flush();
    this.#leaveLists(column);
    this.#lazy = false;
    this.#comment = column;
    this.#commentGoesOn(`${' '.repeat(column)}${text.replace('<!--', '    ')}`, column);
  }

  #quote(text: string, column: number): void {
    this.#flush();
    this.#leaveLists(column);
    const inner = text.replace(/^(?: {0,3}> ?)+/, '');
    if (this.#quotedFence !== null) {
      if (closes(inner, this.#quotedFence)) this.#quotedFence = null;
      return;
    }
    if (COMMENT_START.test(inner) && !inner.includes('-->')) this.#comment = 0;
    this.#quotedFence = openFence(inner, 0);
    this.#lazy = !BLANK.test(inner) && this.#quotedFence === null && !HEADING_OR_RULE.test(inner);
  }
}

/** The prose of a Markdown text, one string a block, line breaks inside kept. */
export function proseBlocks(body: string): string[] {
  const reader = new ProseReader();
  // A byte order mark before all is none of the text.
  for (const line of body.replace(/^\ufeff/, '').split(LINE_BREAK)) reader.line(line);
  return saidIn(reader.end());
}
