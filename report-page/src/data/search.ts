/** Finds plain text in all entries: parses the words, scans the texts in slices that keep the page responsive, and locates matches. */
import type { Texts } from './texts.ts';

/** All of these words in any order, in lower case. Empty: everything matches. */
export type Words = readonly string[];

const WORDS_MAX = 20;

/** Separate words, with `"several words"` as one. */
export function parseWords(text: string): Words {
  const words = [...text.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => (phrase ?? word ?? '').toLowerCase());
  return [...new Set(words)].filter((word) => word !== '').slice(0, WORDS_MAX);
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
export function lineFinder(words: Words): (text: string) => readonly number[] {
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
export function findWords(text: string, words: Words, max = 200): readonly Span[] {
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
export function excerptAt(text: string, start: number): string {
  const from = start <= 24 ? 0 : start - 16;
  const to = Math.min(text.length, start + 200);
  const words = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${words}${to < text.length ? '…' : ''}`;
}

export interface SearchOptions {
  /** First words of each step, in lower case. */
  readonly headlines: readonly string[];
  readonly signal: AbortSignal;
  /** Lets the page handle what has happened meanwhile. */
  readonly pause: () => Promise<void>;
  /** Called with the matches so far: at once with those in the first words, then repeatedly. */
  readonly progress: (found: Uint8Array) => void;
}

/** Maximum time to block the page. */
const SLICE_MS = 12;
/** Minimum time between two progress reports. */
const PROGRESS_MS = 200;
/** Pieces that are unpacked while another one is scanned. */
const AHEAD = 3;

/** Resolves to the matching steps by index. Rejects with the signal's reason if a newer search has begun. */
export async function search(texts: Texts, words: Words, options: SearchOptions): Promise<Uint8Array> {
  const found = new Uint8Array(options.headlines.length);
  if (words.length === 0) return found.fill(1);
  for (const [index, headline] of options.headlines.entries())
    if (words.every((word) => headline.includes(word))) found[index] = 1;
  options.progress(found.slice());
  const linesOf = lineFinder(words);
  let since = performance.now();
  let told = since;
  for (const [at, { first }] of texts.pieces.entries()) {
    for (let next = at + 1; next <= at + AHEAD; next += 1) void texts.searchable(next);
    for (const line of linesOf(await texts.searchable(at))) found[first + line] = 1;
    options.signal.throwIfAborted();
    if (performance.now() - since <= SLICE_MS) continue;
    await options.pause();
    options.signal.throwIfAborted();
    since = performance.now();
    if (since - told < PROGRESS_MS) continue;
    told = since;
    options.progress(found.slice());
  }
  return found;
}

/** Prepares the texts for searching while the page is idle. */
export async function prepareSearch(
  texts: Texts,
  { idle, signal }: { readonly idle: () => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  for (const at of texts.pieces.keys()) {
    await idle();
    if (signal.aborted) return;
    await texts.searchable(at);
  }
}
