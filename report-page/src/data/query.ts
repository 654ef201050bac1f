/** Parses a search and finds its matches. Pure. */

export type Query =
  | { readonly kind: 'none' }
  /** All of these words in any order, in lower case. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'regex'; readonly source: string }
  | { readonly kind: 'invalid'; readonly message: string };

const WORDS_MAX = 20;

/** Separate words, with `"several words"` as one. With `regex`, the whole text is a case-insensitive regular expression. */
export function parseQuery(text: string, regex: boolean): Query {
  const wanted = text.trim();
  if (wanted === '') return { kind: 'none' };
  if (!regex) {
    const words = [...wanted.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) =>
      (phrase ?? word ?? '').toLowerCase(),
    );
    return { kind: 'words', words: [...new Set(words)].filter((word) => word !== '').slice(0, WORDS_MAX) };
  }
  try {
    new RegExp(wanted, 'iu');
    return { kind: 'regex', source: wanted };
  } catch (error) {
    return { kind: 'invalid', message: error instanceof Error ? error.message : String(error) };
  }
}

/** The word as escaped in JSON inside a script element. */
function inJson(word: string): string {
  return JSON.stringify(word)
    .slice(1, -1)
    .replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const isAscii = (word: string): boolean => /^[\0-\x7f]*$/.test(word);

/** Returns a search for the next occurrence of a lower-case word at or after an index; -1 if there is none. */
function finder(word: string): (text: string, from: number) => number {
  const wanted = inJson(word);
  if (!isAscii(word)) return (text, from) => text.indexOf(wanted, from);
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'gi');
  return (text, from) => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? -1;
  };
}

/**
 * Returns a search for the lines that contain all words, by number. Each line of the text is an entry as JSON. A pattern that ignores case
 * is much faster than converting the text to lower case, but equivalent only for ASCII words.
 */
export function lineFinder(words: readonly string[]): (text: string) => readonly number[] {
  // The longest word is probably the rarest.
  const [first, ...others] = words.toSorted((a, b) => b.length - a.length).map(finder);
  const isLowered = !words.every(isAscii);
  if (first === undefined) return () => [];
  return (given) => {
    const text = isLowered ? given.toLowerCase() : given;
    const lines: number[] = [];
    let line = 0;
    let start = 0;
    for (let at = first(text, 0); at >= 0; at = first(text, start)) {
      for (let next = text.indexOf('\n', start); next >= 0 && next < at; next = text.indexOf('\n', start)) {
        line += 1;
        start = next + 1;
      }
      const end = text.indexOf('\n', at);
      const whole = others.length === 0 ? '' : text.slice(start, end < 0 ? undefined : end);
      if (others.every((find) => find(whole, 0) >= 0)) lines.push(line);
      if (end < 0) break;
      line += 1;
      start = end + 1;
    }
    return lines;
  };
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Matches of the words in a text: at most `max`, in order, without overlaps. */
export function findWords(text: string, words: readonly string[], max = 200): readonly Span[] {
  const lower = text.toLowerCase();
  const found: Span[] = [];
  for (const word of words) {
    let at = lower.indexOf(word);
    for (let n = 0; at >= 0 && n < max; n += 1) {
      found.push({ start: at, end: at + word.length });
      at = lower.indexOf(word, at + word.length);
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Span[] = [];
  for (const span of found) if (span.start >= (apart.at(-1)?.end ?? 0) && apart.length < max) apart.push(span);
  return apart;
}

/** The text around a match on one line, with little before it so that it is visible at once. */
export function snippetAt(text: string, start: number): string {
  const from = start <= 24 ? 0 : start - 16;
  const to = Math.min(text.length, start + 200);
  // Values that are not text are shown as JSON.
  const words = text
    .slice(from, to)
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(["\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${words}${to < text.length ? '…' : ''}`;
}
