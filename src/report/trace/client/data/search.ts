/** Searches all entries, in slices that leave the page alive; regular expressions run in a worker that is stopped when one hangs. */
import { findWords, hasAll } from './query.ts';
import type { Query, Span } from './query.ts';
import type { Texts } from './texts.ts';

export interface SearchEnd {
  /** Whether each step was found, by index. */
  readonly found: Uint8Array;
  /** Why the search stopped early, null when it went through. */
  readonly stopped: string | null;
}

export interface SearchOptions {
  readonly headlines: readonly string[];
  readonly signal: AbortSignal;
}

/** How long the page may be kept busy at a time. */
const SLICE_MS = 12;
/** How long a regular expression may take for one piece of the file. */
export const PATTERN_MS = 1500;

/** Runs the agent's texts against the reader's expression: whether each matches, or where. */
const WORKER = `onmessage = ({ data: { source, texts, spans } }) => {
  const pattern = new RegExp(source, spans ? 'giu' : 'iu');
  const places = (text) => {
    const found = [];
    for (const match of text.matchAll(pattern)) {
      if (found.length >= 200) break;
      if (match[0] !== '') found.push({ start: match.index, end: match.index + match[0].length });
    }
    return found;
  };
  postMessage(texts.map((text) => spans ? places(text) : pattern.test(text)));
};`;

export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Rejects with the signal's reason when a newer search has begun. */
export async function search(texts: Texts, query: Query, options: SearchOptions): Promise<SearchEnd> {
  const found = new Uint8Array(options.headlines.length);
  if (query.kind === 'regex')
    return { found, stopped: await searchPattern(texts, query.source, { ...options, found }) };
  if (query.kind !== 'words') return { found: found.fill(query.kind === 'none' ? 1 : 0), stopped: null };
  let since = performance.now();
  for (const [at, { first }] of texts.pieces.entries()) {
    const piece = await texts.searchTexts(at);
    for (const [n, { lower }] of piece.entries()) {
      const headline = options.headlines[first + n] ?? '';
      if (hasAll(lower, query.words) || hasAll(`${headline.toLowerCase()}\n${lower}`, query.words))
        found[first + n] = 1;
    }
    if (performance.now() - since > SLICE_MS) {
      await pause();
      since = performance.now();
    }
    options.signal.throwIfAborted();
  }
  return { found, stopped: null };
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
      reject(new Error('The search could not be started in this browser.'));
    };
    worker.postMessage(message);
  });
}

/** Where the query is found in each text; nothing where that would take too long. */
export async function findSpans(query: Query, texts: readonly string[]): Promise<readonly (readonly Span[])[]> {
  if (query.kind === 'words') return texts.map((text) => findWords(text, query.words));
  if (query.kind !== 'regex') return texts.map(() => []);
  let worker: Worker | null = null;
  try {
    worker = startWorker();
    return (await ask<Span[][]>(worker, { source: query.source, texts, spans: true })) ?? texts.map(() => []);
  } catch {
    return texts.map(() => []);
  } finally {
    worker?.terminate();
  }
}

async function searchPattern(
  texts: Texts,
  source: string,
  { found, headlines, signal }: SearchOptions & { readonly found: Uint8Array },
): Promise<string | null> {
  let worker: Worker | null = null;
  try {
    worker = startWorker();
    for (const [at, { first }] of texts.pieces.entries()) {
      const piece = await texts.searchTexts(at);
      const whole = piece.map(({ text }, n) => `${headlines[first + n] ?? ''}\n${text}`);
      const hits = await ask<boolean[]>(worker, { source, texts: whole });
      signal.throwIfAborted();
      if (hits === null)
        return `Stopped: the expression takes more than ${PATTERN_MS / 1000} seconds for steps ${first + 1} to ${first + piece.length}.`;
      for (const [n, hit] of hits.entries()) if (hit) found[first + n] = 1;
    }
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  } finally {
    worker?.terminate();
  }
}
