/**
 * What a page of GitHub shows of a Markdown document (contract 6.2): read as cmark-gfm reads it,
 * written as HTML, and that read as a browser reads it. Text that nobody sees does not come out of
 * here: comments in any form, elements that browsers do not display, attributes, and footnotes that
 * nothing refers to. Pure. Loaded on demand, because of the HTML parser.
 */
import {
  defaultTreeAdapter,
  ErrorCodes,
  html as standard,
  Parser,
  type DefaultTreeAdapterMap,
  type Token as HtmlToken,
} from 'parse5';
import type { MarkdownIt, Token } from 'markdown-it';
import { createGitHubParser, footnoteOf, type Footnote } from './github-markdown.ts';
import {
  attributesOf,
  elementsIn,
  isBlank,
  isTooDeep,
  languageOf,
  tokensOf,
  type MarkupElement,
  type MarkupNode,
} from './markdown-document.ts';

interface EventPage {
  /**
   * What is shown: text, elements of Markdown as in `MarkdownDocument`, besides `footnote`, with
   * its label in `class`, and `quoted`, the text of an HTML element that quotes or gives an
   * example. Of all other HTML the text is left, with line breaks. Text between `ESCAPED` and
   * `ESCAPED_END` was not written as it is shown.
   */
  readonly nodes: readonly MarkupNode[];
  /** What was left out because it could not be read to its end. */
  readonly cut: ReadonlySet<Cut>;
}

/**
 * `open`: a comment, tag or element that hides what follows. `deep`: blocks or elements. `quotes`:
 * the whole document.
 */
export type Cut = 'open' | 'deep' | 'tangled' | 'quotes';

/** The most elements in each other. Browsers end at 512. */
const DEPTH_MAX = 200;
/**
 * Elements of a page. A browser reopens elements that are not closed in each paragraph, so that a
 * short text can ask for millions.
 */
const ELEMENTS_MAX = 200_000;

/**
 * Three noncharacters, which no text may contain: they stand for the `<` of a tag that GitHub shows
 * as text, and around an escape, a character reference or the label of a footnote.
 */
const TAG_AS_TEXT = '\ufdd0';
export const ESCAPED = '\ufdd1';
export const ESCAPED_END = '\ufdd2';
const RESERVED = /[\ufdd0-\ufdd2]/g;

/** Created on first use. */
let markdownParser: MarkdownIt | undefined;

export function eventPage(markdown: string): EventPage {
  markdownParser ??= createGitHubParser();
  const tokens = tokensOf(
    markdownParser,
    markdown.replace(/^\ufeff/, '').replace(RESERVED, '\ufffd'),
  );
  // What is hidden is known only of a document that was read to its end.
  if (tokens === null) {
    return { nodes: [], cut: new Set(['quotes']) };
  }
  const source = new HtmlSource();
  source.write(tokens);
  const { root, cut } = readHtml(source);
  if (isTooDeep(tokens)) {
    cut.add('deep');
  }
  return { nodes: new Reader(source, cut).read(root), cut };
}

/**
 * Elements whose tags GitHub shows as text, so that their content is read as HTML, and `noscript`,
 * which is read so without scripts. Elsewhere all but the first three hide their content.
 */
const FILTERED =
  /<(?=\/?(?:plaintext|textarea|xmp|iframe|noembed|noframes|noscript|script|style|title)(?:[\s/>]|$))/gi;
/** Only what both show is shown. */
const FILTERED_BUT_SHOWN: ReadonlySet<string> = new Set(['plaintext', 'textarea', 'xmp']);
/** Instead of the name of an element that would not end where its tag says so. */
const TO_THE_END = 'to the end';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

/** A footnote's tokens, without those that open and close it. */
interface Note {
  readonly footnote: Footnote;
  readonly tokens: Token[];
}

/**
 * The HTML of a document, and where its own elements begin: what an author writes as HTML lies at
 * other places. Its elements need no attributes, because nothing is looked up in them.
 */
class HtmlSource {
  html = '';
  /** By offset of the tag. The names are those of `MarkdownDocument`. */
  readonly made = new Map<number, MarkupElement>();
  /** Offsets at which raw HTML ends, ascending. */
  readonly rawEnds: number[] = [];

  /** GitHub moves footnotes to the end, in the order of their references. */
  write(tokens: readonly Token[]): void {
    const main: Token[] = [];
    const notes: Note[] = [];
    const open: Token[][] = [main];
    for (const token of tokens) {
      const footnote = footnoteOf(token);
      if (footnote !== null && token.nesting > 0) {
        const note = { footnote, tokens: [] };
        notes.push(note);
        open.push(note.tokens);
      } else if (token.type === 'footnote_close') {
        open.pop();
      } else {
        (open.at(-1) ?? main).push(token);
      }
    }
    this.#writeAll(main);
    const used = notes
      .filter(({ footnote: { order } }) => order !== null)
      .sort((a, b) => (a.footnote.order ?? 0) - (b.footnote.order ?? 0));
    if (used.length === 0) {
      return;
    }
    this.html += '<section>\n<ol>\n';
    for (const { footnote, tokens: inside } of used) {
      this.#open('li', ['footnote', { class: labelOf(footnote) }, []]);
      this.#writeAll(inside);
      this.html += '</li>\n';
    }
    this.html += '</ol>\n</section>\n';
  }

  #writeAll(tokens: readonly Token[]): void {
    for (const token of tokens) {
      this.#write(token);
    }
  }

  #write(token: Token): void {
    const { type, content } = token;
    switch (type) {
      case 'inline':
        this.#writeAll(token.children ?? []);
        return;
      case 'text':
        this.html += escaped(content);
        return;
      case 'softbreak':
        this.html += '\n';
        return;
      case 'text_special':
        // A character reference may be a line break.
        this.html += `${ESCAPED}${escaped(content.replaceAll('\n', ' '))}${ESCAPED_END}`;
        return;
      case 'footnote_reference':
        this.html += `${ESCAPED}[^${labelOf(token.meta as Footnote)}]${ESCAPED_END}`;
        return;
      case 'html_inline':
      case 'html_block':
        this.html += content.replace(FILTERED, TAG_AS_TEXT);
        this.rawEnds.push(this.html.length);
        return;
      case 'code_inline':
        this.#open('code', ['code', {}, []]);
        this.html += `${escaped(content)}</code>`;
        return;
      case 'fence':
      case 'code_block':
        this.#open('pre', ['pre', {}, []]);
        this.#open('code', ['code', languageOf(token.info), []]);
        this.html += `${escaped(content)}</code></pre>\n`;
        return;
      default:
        this.#writeElement(token);
    }
  }

  #writeElement(token: Token): void {
    // The text of an item in a tight list stands in it without a paragraph.
    if (token.hidden) {
      this.html += token.nesting < 0 ? '\n' : '';
      return;
    }
    const tag = token.tag === 's' ? 'del' : token.tag;
    if (token.nesting >= 0) {
      this.#open(tag, [tag, attributesOf(token), []]);
      return;
    }
    this.html += `</${tag}>`;
    if (token.block) {
      this.html += '\n';
    }
  }

  #open(tag: string, element: MarkupElement): void {
    this.made.set(this.html.length, element);
    this.html += `<${tag}>`;
  }
}

/** Readers see a number. Others than these could carry a message. */
function labelOf({ label, order }: Footnote): string {
  return /^[\w.-]{1,20}$/.test(label) ? label : String(order);
}

/** Ends the parser where it is. What it has read so far counts. */
class Stopped extends Error {
  readonly cut: Cut;

  constructor(cut: Cut) {
    super(cut);
    this.cut = cut;
  }
}

type Adapter = DefaultTreeAdapterMap;
type Element = Adapter['element'];

/**
 * A browser's parser, which stops where only the attributes of later tags could tell what ends: a
 * tag that begins in one piece of raw HTML may not end in another.
 */
function pageParser(source: HtmlSource, cut: Set<Cut>): typeof Parser<Adapter> {
  const checkEnd = ({ location }: HtmlToken.TagToken): void => {
    const { startOffset = 0, endOffset = 0 } = location ?? {};
    const rawEnd = firstAbove(source.rawEnds, startOffset);
    if (rawEnd !== null && rawEnd < endOffset) {
      throw new Stopped('open');
    }
  };
  return class extends Parser<Adapter> {
    override onStartTag(token: HtmlToken.TagToken): void {
      checkEnd(token);
      if (!this.#isIgnored(token)) {
        super.onStartTag(token);
      }
    }

    override onEndTag(token: HtmlToken.TagToken): void {
      checkEnd(token);
      if (!this.#isIgnored(token)) {
        super.onEndTag(token);
      }
    }

    override onComment(token: HtmlToken.CommentToken): void {
      if ((token.location?.endOffset ?? 0) >= source.html.length) {
        cut.add('open');
      }
      super.onComment(token);
    }

    /**
     * All within a template is hidden, whatever its tags are. The end tag of a table would end the
     * template for this parser, but not for a browser.
     */
    #isIgnored({ tagName }: HtmlToken.TagToken): boolean {
      return this.openElements.tmplCount > 0 && tagName !== 'template';
    }
  };
}

function firstAbove(ascending: readonly number[], bound: number): number | null {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) > bound) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return ascending[low] ?? null;
}

interface ReadPage {
  readonly root: Adapter['documentFragment'];
  readonly cut: Set<Cut>;
}

function readHtml(source: HtmlSource): ReadPage {
  const cut = new Set<Cut>();
  let elements = 0;
  const page = defaultTreeAdapter.createElement('div', standard.NS.HTML, []);
  const parser = pageParser(source, cut).getFragmentParser<Adapter>(page, {
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
    onParseError: ({ code }) => {
      if (code === ErrorCodes.eofInTag) {
        cut.add('open');
      }
    },
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (...parts) => {
        elements += 1;
        if (elements > ELEMENTS_MAX) {
          throw new Stopped('tangled');
        }
        return defaultTreeAdapter.createElement(...parts);
      },
    },
  });
  try {
    parser.tokenizer.write(source.html, true);
  } catch (error) {
    if (!(error instanceof Stopped)) {
      throw error;
    }
    cut.add(error.cut);
  }
  return { root: parser.getFragment(), cut };
}

/**
 * What browsers do not display, by their own style sheet, or only as a fallback for what they can
 * show. Of a choice, a drawing and a formula in HTML only parts are text, and GitHub has none of
 * them.
 */
const NEVER_SHOWN: ReadonlySet<string> = new Set(
  `area base basefont datalist head link meta noembed noframes noscript param rp script style
  template title
  audio canvas iframe meter progress video
  math select svg`.split(/\s+/),
);
const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)/i;

function isShown({ tagName, attrs }: Element): boolean {
  const given = new Map(attrs.map(({ name, value }) => [name, value]));
  return !(
    NEVER_SHOWN.has(tagName) ||
    given.has('hidden') ||
    given.has('popover') ||
    HIDING_STYLE.test(given.get('style') ?? '') ||
    (tagName === 'dialog' && !given.has('open')) ||
    (tagName === 'object' && given.has('data'))
  );
}

/** Elements that end without an end tag of their own. */
const ENDS_ALONE: ReadonlySet<string> = new Set(['rp', 'head', 'option']);
/** Elements of HTML that begin a line of their own. */
const BREAKING =
  /^(?:address|article|aside|blockquote|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|listing|main|menu|nav|ol|optgroup|option|p|pre|search|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
/** Elements of HTML whose text is quoted or an example. */
const QUOTING: ReadonlySet<string> = new Set(['blockquote', 'code', 'kbd', 'pre', 'samp', 'tt']);
const PARTS: ReadonlySet<string> = new Set(['li', 'thead', 'tbody', 'tr', 'th', 'td']);
const INLINE: ReadonlySet<string> = new Set(['a', 'br', 'code', 'del', 'em', 'img', 'strong']);

/** Whether an element of a page is a block, or has one in it. */
export function isBlock(node: MarkupNode): boolean {
  if (typeof node === 'string' || INLINE.has(node[0])) {
    return false;
  }
  return node[0] !== 'quoted' || node[2].some(isBlock);
}

interface OpenElement {
  readonly node: Adapter['parentNode'];
  readonly isHidden: boolean;
  /** The child that is read next. */
  next: number;
  readonly shown: MarkupNode[];
}

/** Reads what is shown from the tree, without recursion: a page may be nested deeply. */
class Reader {
  readonly #made: ReadonlyMap<number, MarkupElement>;
  readonly #cut: Set<Cut>;
  /** The elements that hide their content although their tags are shown as text. */
  readonly #hiding = new Set<string>();
  /** Within `xmp`, whose content is an example. */
  #isQuoting = false;
  /** Within such a tag. */
  #inTag = false;

  constructor({ made }: HtmlSource, cut: Set<Cut>) {
    this.#made = made;
    this.#cut = cut;
  }

  read(root: Adapter['documentFragment']): readonly MarkupNode[] {
    const top: OpenElement = { node: root, isHidden: false, next: 0, shown: [] };
    const open: OpenElement[] = [top];
    for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
      const child = frame.node.childNodes[frame.next];
      frame.next += 1;
      if (child === undefined) {
        open.pop();
        this.#close(frame, open.at(-1));
      } else if ('tagName' in child) {
        this.#open(child, { frame, open });
      } else if ('value' in child) {
        frame.shown.push(...this.#textOf(child.value, frame.isHidden));
      }
    }
    if (this.#hiding.size > 0 || this.#inTag) {
      this.#cut.add('open');
    }
    return withoutParts(top.shown);
  }

  /** What is hidden is read as well: a tag shown as text may begin in it and hide more. */
  #open(
    child: Element,
    { frame, open }: { readonly frame: OpenElement; readonly open: OpenElement[] },
  ): void {
    if (open.length > DEPTH_MAX) {
      this.#cut.add('deep');
      return;
    }
    const node = 'content' in child ? (child as Adapter['template']).content : child;
    const hides = !frame.isHidden && !isShown(child);
    const isClosed = child.sourceCodeLocation?.endTag !== undefined;
    if (hides && !isClosed && node.childNodes.length > 0 && !ENDS_ALONE.has(child.tagName)) {
      this.#cut.add('open');
    }
    const isHidden = frame.isHidden || hides;
    open.push({ node, isHidden, next: 0, shown: [] });
  }

  #close({ node, isHidden, shown }: OpenElement, parent: OpenElement | undefined): void {
    if (parent !== undefined && !isHidden && 'tagName' in node) {
      parent.shown.push(...this.#elementOf(node, shown));
    }
  }

  /** The text without the tags in it, and without what they hide. */
  #textOf(value: string, isHidden: boolean): readonly MarkupNode[] {
    const shown: MarkupNode[] = [];
    let rest = value;
    while (rest !== '') {
      const end = rest.indexOf(this.#inTag ? '>' : TAG_AS_TEXT);
      const before = end === -1 ? rest : rest.slice(0, end);
      rest = rest.slice(before.length + 1);
      if (!this.#inTag && this.#hiding.size === 0) {
        shown.push(this.#isQuoting ? ['quoted', {}, [before]] : before);
      }
      if (end === -1) {
        break;
      }
      if (!this.#inTag) {
        this.#noteTag(rest, isHidden);
      }
      this.#inTag = !this.#inTag;
    }
    return shown;
  }

  /** @param tag without the `<` */
  #noteTag(tag: string, isHidden: boolean): void {
    const [, slash, given = ''] = /^(\/?)([a-z]+)/i.exec(tag) ?? [];
    const name = given.toLowerCase();
    const begins = slash === '';
    if (name === 'xmp') {
      this.#isQuoting = begins;
    }
    if (begins && isHidden) {
      // Where the tag is none of text, what ends the hidden element may lie within.
      this.#hiding.add(TO_THE_END);
    } else if (begins && !FILTERED_BUT_SHOWN.has(name)) {
      this.#hiding.add(name);
    } else if (!begins) {
      this.#hiding.delete(name);
    }
  }

  #elementOf(element: Element, shown: readonly MarkupNode[]): readonly MarkupNode[] {
    const offset = element.sourceCodeLocation?.startOffset ?? null;
    const made = offset === null ? undefined : this.#made.get(offset);
    return made === undefined ? htmlElement(element, shown) : this.#madeElement(made, shown);
  }

  #madeElement(
    [tag, attributes]: MarkupElement,
    children: readonly MarkupNode[],
  ): readonly MarkupNode[] {
    if (['br', 'hr', 'img'].includes(tag)) {
      return this.#hiding.size === 0 ? [[tag, attributes, []]] : [];
    }
    if (PARTS.has(tag)) {
      return [[tag, attributes, tag === 'li' ? withoutParts(children) : children]];
    }
    if (tag === 'table') {
      return isTable(children) ? [[tag, attributes, children]] : withoutParts(children);
    }
    if (tag === 'ul' || tag === 'ol') {
      return isList(children) ? [[tag, attributes, elementsIn(children)]] : withoutParts(children);
    }
    const inside = withoutParts(children);
    // HTML may end a paragraph, or reopen emphasis around blocks.
    const holdsBlocks = ['blockquote', 'footnote', 'pre'].includes(tag);
    return holdsBlocks || !inside.some(isBlock) ? [[tag, attributes, inside]] : inside;
  }
}

/** The text of an element that the author wrote as HTML, without the element. */
function htmlElement({ tagName }: Element, children: readonly MarkupNode[]): readonly MarkupNode[] {
  if (tagName === 'br') {
    return ['\n'];
  }
  const inside = withoutParts(children);
  const shown: readonly MarkupNode[] = QUOTING.has(tagName) ? [['quoted', {}, inside]] : inside;
  return BREAKING.test(tagName) ? ['\n', ...shown, '\n'] : shown;
}

function isList(children: readonly MarkupNode[]): boolean {
  return children.every((node) => (typeof node === 'string' ? isBlank([node]) : node[0] === 'li'));
}

/** Whether a table has the parts that it is written with: HTML may close them or move others in. */
function isTable(parts: readonly MarkupNode[]): boolean {
  const holds = (nodes: readonly MarkupNode[], tags: readonly string[]): boolean =>
    nodes.every((node) => (typeof node === 'string' ? isBlank([node]) : tags.includes(node[0])));
  return (
    holds(parts, ['thead', 'tbody']) &&
    elementsIn(parts).every(
      ([, , rows]) =>
        holds(rows, ['tr']) && elementsIn(rows).every(([, , cells]) => holds(cells, ['th', 'td'])),
    )
  );
}

/** With the content of parts of lists and tables in place of parts that stand outside of one. */
function withoutParts(nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  return nodes.flatMap((node): readonly MarkupNode[] => {
    if (typeof node !== 'string' && PARTS.has(node[0])) {
      return ['\n\n', ...withoutParts(node[2]), '\n\n'];
    }
    return [node];
  });
}
