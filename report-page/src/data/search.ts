/**
 * Finds plain text in all entries: parses the words, scans the texts in slices that keep the page
 * responsive, and locates matches.
 */
import type { Breaks, Texts } from './texts.ts';

/** All of these words in any order, in lower case. Empty: everything matches. */
export type Words = readonly string[];

const WORDS_MAX = 20;

/** Separate words, with `"several words"` as one. */
export function parseWords(text: string): Words {
  const words = [...text.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) =>
    (phrase ?? word ?? '').toLowerCase(),
  );
  return [...new Set(words)].filter((word) => word !== '').slice(0, WORDS_MAX);
}

/** The word as escaped in JSON inside a script element. */
function inJson(word: string): string {
  return JSON.stringify(word)
    .slice(1, -1)
    .replace(
      /[<>&\u2028\u2029]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/**
 * Returns a search for the lines that contain all words, by number. Each line of the text is an
 * entry as JSON, in lower case. Searches the text as a whole, because most lines do not match.
 */
export function lineFinder(words: Words): (text: string) => readonly number[] {
  // The longest word is probably the rarest.
  const [first, ...others] = words.map(inJson).toSorted((a, b) => b.length - a.length);
  if (first === undefined) {
    return () => [];
  }
  return (text) => {
    const lines: number[] = [];
    let line = 0;
    let start = 0;
    for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, start)) {
      for (
        let next = text.indexOf('\n', start);
        next >= 0 && next < at;
        next = text.indexOf('\n', start)
      ) {
        line += 1;
        start = next + 1;
      }
      const end = text.indexOf('\n', at);
      const whole = others.length === 0 ? '' : text.slice(start, end < 0 ? undefined : end);
      if (others.every((word) => whole.includes(word))) {
        lines.push(line);
      }
      if (end < 0) {
        break;
      }
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
  for (const span of found) {
    if (span.start >= (apart.at(-1)?.end ?? 0) && apart.length < max) {
      apart.push(span);
    }
  }
  return apart;
}

/** The text around a match on one line, with little before it so that it is visible at once. */
export function excerptAt(text: string, start: number): string {
  const from = start <= 24 ? 0 : start - 16;
  const to = Math.min(text.length, start + 200);
  const words = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${words}${to < text.length ? '…' : ''}`;
}

/** Maximum time to block the page. */
const SLICE_MS = 12;
/** Pieces that are unpacked while another one is scanned. */
const AHEAD = 3;

/**
 * Finds the entries with all words.
 *
 * @returns their indexes. Rejects with the signal's reason if it was aborted
 */
export async function search(
  texts: Texts,
  words: Words,
  { pause, signal }: Breaks,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const linesOf = lineFinder(words);
  let since = performance.now();
  for (const [at, { first }] of texts.pieces.entries()) {
    for (let next = at + 1; next <= at + AHEAD; next += 1) {
      void texts.searchable(next);
    }
    for (const line of linesOf(await texts.searchable(at))) {
      found.add(first + line);
    }
    if (performance.now() - since > SLICE_MS) {
      await pause();
      since = performance.now();
    }
    signal.throwIfAborted();
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
    if (signal.aborted) {
      return;
    }
    await texts.searchable(at);
  }
}
