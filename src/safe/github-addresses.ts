/**
 * Bare addresses (`www.…`, `https://…`) as cmark-gfm finds them (docs/decisions/hidden-text.md).
 * Everything up to the next space or `<` belongs to one, also a backslash or backtick that would
 * make a comment behind it text. No page shows that comment. Pure.
 */
import type { MarkdownIt, StateInline } from 'markdown-it';
import { matchEnd } from './match-end.ts';

type InlineRule = (state: StateInline, isProbe: boolean) => boolean;

/** Makes a parser of Markdown read bare addresses as GitHub does. They come out as text. */
export function readAddressesLikeGitHub({ inline: { ruler } }: MarkdownIt): void {
  ruler.at('text', plainText);
  ruler.at('linkify', bareAddress);
  ruler.push('open_brackets', openBracket);
}

/** Up to a character that may have a meaning, or to an address. */
const TEXT_HERE = /(?:[^\n!#-&*+\-:<-@[-`{}~w]|w(?!ww\.))+/y;

const plainText: InlineRule = (state, isProbe) => {
  TEXT_HERE.lastIndex = state.pos;
  const [text = ''] = TEXT_HERE.exec(state.src) ?? [];
  const end = Math.min(state.pos + text.length, state.posMax);
  if (end === state.pos) {
    return false;
  }
  if (!isProbe) {
    state.pending += state.src.slice(state.pos, end);
  }
  state.pos = end;
  return true;
};

/** A probe looks for the end of a bracket, within which nothing is a bare address. */
const bareAddress: InlineRule = (state, isProbe) => {
  // Its end is looked for last: in brackets, many may begin in one another.
  const end = isProbe || isInBrackets(state) ? null : endOfAddress(state);
  if (end === null) {
    return false;
  }
  state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
};

const WWW_HERE = /(?<![^ \t\n*_~(])www\./y;
const SCHEME_HERE = /(?<=(?<![a-z])(?:https?|ftp)):\/\/(?=[^\s\p{P}$+<=>^`|~])/iuy;
/** The first character of a host counts whatever it is. */
const HOST_HERE = /[^](?:[-._]|[^\s\p{P}$+<=>^`|~])*/uy;
const REST_HERE = /[^ \t\n<]*/y;

/** Where the address that begins here ends. None: null. */
function endOfAddress(state: StateInline): number | null {
  const { src, pos, posMax } = state;
  const www = matchEnd(WWW_HERE, { text: src, at: pos });
  const begun = www ?? matchEnd(SCHEME_HERE, { text: src, at: pos });
  if (begun === null || begun >= posMax) {
    return null;
  }
  const from = www === null ? begun : pos;
  const hostEnd = endOfHost(state, from);
  const host = src.slice(from, hostEnd);
  const lastLabels = host.slice(1 + host.lastIndexOf('.', host.lastIndexOf('.') - 1));
  if (lastLabels.includes('_')) {
    return null;
  }
  const restEnd = matchEnd(REST_HERE, { text: src, at: hostEnd }) ?? hostEnd;
  const end = trimmedEnd(src, { start: pos, end: Math.min(restEnd, posMax) });
  return end > pos ? end : null;
}

/** The last character of all is never looked at. Hosts that begin in one another are read once. */
function endOfHost(state: StateInline, from: number): number {
  const book = bookOf(state);
  if (from >= book.hostEnd) {
    const end = matchEnd(HOST_HERE, { text: state.src, at: from }) ?? from;
    book.hostEnd = Math.max(from, Math.min(end, state.posMax - 1));
  }
  return book.hostEnd;
}

/** Without the punctuation at the end of a sentence, and without a parenthesis around it. */
function trimmedEnd(
  text: string,
  { start, end: wholeEnd }: { readonly start: number; readonly end: number },
): number {
  const count = (mark: string): number => text.slice(start, wholeEnd).split(mark).length - 1;
  let surplus = count(')') - count('(');
  let end = wholeEnd;
  while (end > start) {
    const last = text[end - 1] ?? '';
    if (last === ')' && surplus > 0) {
      surplus -= 1;
      end -= 1;
    } else if (last === ';') {
      const [entity = ';'] = /&[a-zA-Z]+;$/.exec(text.slice(Math.max(start, end - 40), end)) ?? [];
      end -= entity.length;
    } else if ('?!.,:*_~\'"'.includes(last)) {
      end -= 1;
    } else {
      break;
    }
  }
  return end;
}

interface Bracket {
  /** How many tokens there were before it. */
  readonly tokens: number;
  readonly isOfImage: boolean;
}

/** What is known of the text of a state up to where it is. */
interface Book {
  /** The brackets that are open, without those of links that were read. */
  readonly open: Bracket[];
  /** How many of them are not of images. */
  plain: number;
  /** How many tokens were looked at for the last link, and how many there were before its end. */
  looked: number;
  lastLink: number;
  hostEnd: number;
}

const books = new WeakMap<StateInline, Book>();

function bookOf(state: StateInline): Book {
  const book = books.get(state) ?? { open: [], plain: 0, looked: 0, lastLink: -1, hostEnd: 0 };
  books.set(state, book);
  return book;
}

/** Notes a bracket that begins or ends nothing else. */
const openBracket: InlineRule = (state, isProbe) => {
  const { src, pos, tokens } = state;
  const bracket = src[pos] ?? '';
  if (isProbe || !'[]'.includes(bracket)) {
    return false;
  }
  const book = bookOf(state);
  if (bracket === '[') {
    const isOfImage = src[pos - 1] === '!' && src[pos - 2] !== '\\' && src[pos + 1] !== '^';
    book.open.push({ tokens: tokens.length, isOfImage });
    book.plain += isOfImage ? 0 : 1;
  } else {
    book.plain -= book.open.pop()?.isOfImage === false ? 1 : 0;
  }
  state.pending += bracket;
  state.pos += 1;
  return true;
};

/** The bracket of an image no longer counts behind a link that was read. */
function isInBrackets(state: StateInline): boolean {
  const { open, plain } = bookOf(state);
  const last = open.at(-1);
  if (state.linkLevel > 0 || plain > 0) {
    return true;
  }
  return last !== undefined && last.tokens > lastLinkOf(state);
}

function lastLinkOf(state: StateInline): number {
  const book = bookOf(state);
  for (; book.looked < state.tokens.length; book.looked += 1) {
    const { type = '', markup = '' } = state.tokens[book.looked] ?? {};
    if (type === 'link_close' && markup !== 'autolink') {
      book.lastLink = book.looked;
    }
  }
  return book.lastLink;
}
