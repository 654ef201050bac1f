/**
 * Searches all entries in slices that keep the page responsive. Regular expressions run in a worker, which is
 * terminated if one hangs.
 */
import { findWords, lineFinder } from './query.ts';
import type { Query, Span } from './query.ts';
import type { Texts } from './texts.ts';

export interface SearchEnd {
  /** By step index: whether the step matches. */
  readonly found: Uint8Array;
  /** Why the search stopped early, or null if it is complete. */
  readonly stopped: string | null;
}

export interface SearchOptions {
  /** First words of each step, in lower case. */
  readonly headlines: readonly string[];
  readonly signal: AbortSignal;
  /** Called repeatedly with the matches so far. */
  readonly progress: (found: Uint8Array) => void;
}

/** Maximum time to block the page. */
const SLICE_MS = 12;
/** Minimum time between two progress reports. */
const PROGRESS_MS = 200;
/** Maximum time of a regular expression for one piece of the file. */
const PATTERN_MS = 1500;
/** How long the page must be idle before a piece is prepared for searching. */
const IDLE_MS = 20;

/**
 * Runs the reader's expression on texts, or on entries as JSON, and returns whether or where each matches. Expressions
 * only run in this worker, because only a worker can be terminated.
 */
const WORKER = `onmessage = ({ data: { source, texts, entries } }) => {
  const pattern = new RegExp(source, entries ? 'iu' : 'giu');
  const places = (text) => {
    const found = [];
    for (const match of text.matchAll(pattern)) {
      if (found.length >= 200) break;
      if (match[0] !== '') found.push({ start: match.index, end: match.index + match[0].length });
    }
    return found;
  };
  const text = (line) => {
    const entry = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null) return String(entry ?? '');
    return Object.values(entry).map((field) => typeof field === 'string' ? field : JSON.stringify(field)).join('\\n');
  };
  postMessage(entries ? entries.map((line) => pattern.test(text(line))) : texts.map(places));
};`;

function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Passes on a copy of the matches, at most every `PROGRESS_MS`. */
function throttled(progress: SearchOptions['progress']): SearchOptions['progress'] {
  let last = performance.now();
  return (found) => {
    if (performance.now() - last < PROGRESS_MS) return;
    progress(found.slice());
    last = performance.now();
  };
}

/** Rejects with the signal's reason if a newer search has begun. */
export async function search(texts: Texts, query: Query, options: SearchOptions): Promise<SearchEnd> {
  const found = new Uint8Array(options.headlines.length);
  if (query.kind === 'regex')
    return { found, stopped: await searchPattern(texts, query.source, { ...options, found }) };
  if (query.kind !== 'words') return { found: found.fill(query.kind === 'none' ? 1 : 0), stopped: null };
  for (const [index, headline] of options.headlines.entries())
    if (query.words.every((word) => headline.includes(word))) found[index] = 1;
  const linesOf = lineFinder(query.words);
  const report = throttled(options.progress);
  let since = performance.now();
  for (const [at, { first }] of texts.pieces.entries()) {
    for (const line of linesOf(await texts.searchable(at))) found[first + line] = 1;
    if (performance.now() - since > SLICE_MS) {
      await pause();
      options.signal.throwIfAborted();
      report(found);
      since = performance.now();
    }
    options.signal.throwIfAborted();
  }
  return { found, stopped: null };
}

/** Prepares the texts for searching while the page is idle. */
export async function prepareSearch(texts: Texts, signal: AbortSignal): Promise<void> {
  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      // While the reader scrolls, the time between two frames is too short for a piece.
      const look = (): unknown =>
        requestIdleCallback((deadline) => (deadline.timeRemaining() < IDLE_MS ? look() : resolve()));
      if ('requestIdleCallback' in window) look();
      else setTimeout(resolve, 50);
    });
  for (const at of texts.pieces.keys()) {
    await idle();
    if (signal.aborted) return;
    await texts.searchable(at);
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let policy: { createScriptURL(url: string): string } | undefined;

function startWorker(): Worker {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('search', { createScriptURL: (address) => address });
  const address = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
  try {
    return new Worker(policy?.createScriptURL(address) ?? address);
  } finally {
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

function ask<Answer>(worker: Worker, message: Readonly<Record<string, unknown>>): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), PATTERN_MS);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      event.preventDefault();
      reject(new Error('Regular expressions cannot be run in this browser.'));
    };
    worker.postMessage(message);
  });
}

/** Matches of the query in each text, or none if that would take too long. */
export async function findSpans(query: Query, texts: readonly string[]): Promise<readonly (readonly Span[])[]> {
  if (query.kind === 'words') return texts.map((text) => findWords(text, query.words));
  if (query.kind !== 'regex') return texts.map(() => []);
  let worker: Worker | null = null;
  try {
    worker = startWorker();
    return (await ask<Span[][]>(worker, { source: query.source, texts })) ?? texts.map(() => []);
  } catch {
    return texts.map(() => []);
  } finally {
    worker?.terminate();
  }
}

async function searchPattern(
  texts: Texts,
  source: string,
  { found, signal, progress }: SearchOptions & { readonly found: Uint8Array },
): Promise<string | null> {
  let worker: Worker | null = null;
  const report = throttled(progress);
  try {
    worker = startWorker();
    for (const [at, { first, count }] of texts.pieces.entries()) {
      const hits = await ask<boolean[]>(worker, { source, entries: await texts.lines(at) });
      signal.throwIfAborted();
      if (hits === null)
        return `Stopped: the expression takes more than ${PATTERN_MS / 1000} seconds for steps ${first + 1} to ${first + count}.`;
      for (const [n, hit] of hits.entries()) if (hit) found[first + n] = 1;
      report(found);
    }
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  } finally {
    worker?.terminate();
  }
}
