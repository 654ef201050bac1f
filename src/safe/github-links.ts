/**
 * Links as cmark-gfm reads them (docs/decisions/hidden-text.md): where an address ends, the
 * definitions at the beginning of a paragraph, and the white space between the parts of a link.
 * markdown-it takes each of these for text more often, and text is shown. Pure.
 */
import type { Env, MarkdownIt, StateCore } from 'markdown-it';
import { matchEnd } from './match-end.ts';

/** The characters before which a backslash is an escape. */
const PUNCTUATION = String.raw`!-\/:-@\[-${'`'}{-~`;

const DEEPEST = 32;
/** Runs of characters without a meaning in an address. A form feed or a control is one of them. */
const PLAIN_HERE = new RegExp(String.raw`(?:[^ \t\n()\\]|\\[${PUNCTUATION}]|\\)+`, 'y');
const ANGLE_HERE = /<(?:[^<>\n\\]|\\[^])*>/y;

/** Makes a parser of Markdown read addresses and the white space in links as GitHub does. */
export function readLinksLikeGitHub(parser: MarkdownIt): void {
  const { unescapeAll } = parser.utils;
  parser.helpers.parseLinkDestination = (...[text, start, max]) => {
    const end = endOfAddress(text, start);
    if (end === null || end > max) {
      return { ok: false, pos: 0, str: '' };
    }
    const isAngle = text[start] === '<';
    const written = isAngle ? text.slice(start + 1, end - 1) : text.slice(start, end);
    return { ok: true, pos: end, str: unescapeAll(written) };
  };
  parser.core.ruler.before('inline', 'link_spaces', ({ tokens, md }: StateCore) => {
    for (const token of tokens) {
      if (token.type === 'inline') {
        token.content = withPlainSpaces(token.content, md);
      }
    }
  });
  parser.core.ruler.before('inline', 'label_spaces', ({ tokens, md, env }: StateCore) => {
    const references = env.references ?? {};
    for (const token of tokens) {
      if (token.type === 'inline') {
        token.content = withStandIns(token.content, { references, parser: md });
      }
    }
  });
  parser.core.ruler.after('inline', 'own_spaces', ({ tokens }: StateCore) => {
    for (const child of tokens.flatMap(({ children }) => children ?? [])) {
      child.content = withoutStandIns(child.content);
    }
  });
}

/**
 * White space for the parser and a character like others for GitHub, so that two labels that differ
 * in it are two. A stand-in that is no white space keeps them apart.
 */
const OTHER_SPACE = /[^\S \t\n\r]/g;
/** In the private use area. */
const STAND_INS_FROM = 0xf0000;
const STAND_IN = /[\u{f0000}-\u{fffff}]/gu;
/** No longer than a label may be, so that many that are not closed take no quadratic time. */
const LABELS = /\[(?:[^[\]\\]|\\[^]){0,1000}\]/g;

function labelWithStandIns(label: string): string {
  return label.replace(OTHER_SPACE, (space) =>
    String.fromCodePoint(STAND_INS_FROM + space.charCodeAt(0)),
  );
}

function withoutStandIns(text: string): string {
  return text.replace(STAND_IN, (standIn) => {
    const space = String.fromCodePoint((standIn.codePointAt(0) ?? 0) - STAND_INS_FROM);
    // Others of this area are the author's own, and stay what they are.
    return space.search(OTHER_SPACE) === 0 ? space : standIn;
  });
}

/**
 * The text with stand-ins in what could be the label of a definition, for the parser or for GitHub.
 */
function withStandIns(
  text: string,
  { references, parser }: { readonly references: object; readonly parser: MarkdownIt },
): string {
  if (text.search(OTHER_SPACE) === -1) {
    return text;
  }
  const { normalizeReference } = parser.utils;
  return text.replace(LABELS, (whole) => {
    const label = whole.slice(1, -1);
    const own = labelWithStandIns(label);
    const isLabel = [label, own].some((one) => Object.hasOwn(references, normalizeReference(one)));
    return isLabel ? `[${own}]` : whole;
  });
}

/** Parentheses that are left open are part of an address. None: null. */
function endOfAddress(text: string, start: number): number | null {
  if (text[start] === '<') {
    return matchEnd(ANGLE_HERE, { text, at: start });
  }
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const end = matchEnd(PLAIN_HERE, { text, at });
    if (end !== null) {
      at = end;
    } else if (text[at] === '(' && depth < DEEPEST) {
      depth += 1;
      at += 1;
    } else if (text[at] === ')' && depth > 0) {
      depth -= 1;
      at += 1;
    } else {
      break;
    }
  }
  return at === start || text[at] === '(' ? null : at;
}

const ANY_SPACES_HERE = /[ \t\n\v\f]*/y;

/**
 * The text, in which form feeds and vertical tabs between the parts of a link are spaces, which is
 * what they are there.
 */
function withPlainSpaces(text: string, { helpers }: MarkdownIt): string {
  if (!/[\v\f]/.test(text)) {
    return text;
  }
  const units = text.split('');
  for (const { index } of text.matchAll(/\]\(/g)) {
    const beforeAddress = spacesAt(text, index + 2);
    const address = helpers.parseLinkDestination(text, beforeAddress.end, text.length);
    const beforeTitle = spacesAt(text, address.ok ? address.pos : beforeAddress.end);
    const title = helpers.parseLinkTitle(text, beforeTitle.end, text.length);
    const beforeEnd = spacesAt(text, title.ok ? title.pos : beforeTitle.end);
    if (text[beforeEnd.end] === ')') {
      for (const { start, end } of [beforeAddress, beforeTitle, beforeEnd]) {
        units.fill(' ', start, end);
      }
    }
  }
  return units.join('');
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

function spacesAt(text: string, start: number): TextRange {
  return { start, end: matchEnd(ANY_SPACES_HERE, { text, at: start }) ?? start };
}

const LABEL_HERE = new RegExp(
  String.raw`\[((?:[^\[\]\\]|\\[${PUNCTUATION}]|\\(?![${PUNCTUATION}]))*)\]:`,
  'y',
);
const LABEL_BYTES_MAX = 1_000;
const BLANK_LABEL = /^[ \t\n]*$/;
const ONE_BREAK_HERE = /[ \t]*\n?[ \t]*/y;
const LINE_END_HERE = /[ \t]*(?:\n|$)/y;

/**
 * Takes the definitions of links at the beginning of a paragraph into the parser's book.
 *
 * @param paragraph its lines, without the white space before each
 * @returns how many of the lines they are
 */
export function takeDefinitions(
  paragraph: readonly string[],
  { env, parser }: { readonly env: Env; readonly parser: MarkdownIt },
): number {
  const text = paragraph.join('\n');
  const { normalizeReference } = parser.utils;
  const references = (env.references ??= {});
  let at = 0;
  for (let found = definitionAt(text, { at, parser }); found !== null;) {
    const { label, href, title, end } = found;
    references[normalizeReference(labelWithStandIns(label))] ??= { href, title };
    at = end;
    found = at < text.length ? definitionAt(text, { at, parser }) : null;
  }
  return at === text.length ? paragraph.length : text.slice(0, at).split('\n').length - 1;
}

interface Definition {
  readonly label: string;
  readonly href: string;
  readonly title: string;
  /** Where the line after it begins. */
  readonly end: number;
}

function definitionAt(
  text: string,
  { at, parser }: { readonly at: number; readonly parser: MarkdownIt },
): Definition | null {
  const { parseLinkDestination, parseLinkTitle } = parser.helpers;
  LABEL_HERE.lastIndex = at;
  const [labelled = '', label = ''] = LABEL_HERE.exec(text) ?? [];
  if (BLANK_LABEL.test(label) || Buffer.byteLength(label) > LABEL_BYTES_MAX) {
    return null;
  }
  const beforeAddress = matchEnd(ONE_BREAK_HERE, { text, at: at + labelled.length }) ?? 0;
  const address = parseLinkDestination(text, beforeAddress, text.length);
  if (!address.ok) {
    return null;
  }
  const beforeTitle = matchEnd(ONE_BREAK_HERE, { text, at: address.pos }) ?? 0;
  const title = parseLinkTitle(text, beforeTitle, text.length);
  if (title.ok && beforeTitle > address.pos) {
    const end = matchEnd(LINE_END_HERE, { text, at: title.pos });
    if (end !== null) {
      return { label, href: address.str, title: title.str, end };
    }
  }
  // What follows is no title, but may be the next line of the paragraph.
  const end = matchEnd(LINE_END_HERE, { text, at: address.pos });
  return end === null ? null : { label, href: address.str, title: '', end };
}
