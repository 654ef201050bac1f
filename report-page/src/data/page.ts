/** Reads the data blocks in the page, and waits for the page. */
import type { RunHead, TraceRow } from '../../../src/report/page/data.ts';
import { createRun } from './run.ts';
import type { Run } from './run.ts';
import { createTexts } from './texts.ts';
import type { Piece, Texts } from './texts.ts';

/** The blocks of one run, alternating between rows and entries. */
export function readRun(container: Element): { readonly run: Run; readonly texts: Texts } {
  const rows: TraceRow[] = [];
  const pieces: Piece[] = [];
  for (const script of container.querySelectorAll<HTMLScriptElement>('script.rows')) {
    const block = JSON.parse(script.textContent) as TraceRow[];
    const text = script.nextElementSibling;
    pieces.push({
      first: rows.length,
      count: block.length,
      read: () => text?.textContent ?? '',
      gzip: text instanceof HTMLElement && text.dataset['encoding'] === 'gzip',
    });
    for (const row of block) rows.push(row);
  }
  const head = JSON.parse(container.querySelector('script.head')?.textContent ?? 'null') as RunHead;
  return { run: createRun(head, rows), texts: createTexts(pieces) };
}

/** How long the page must have nothing to do before work that nobody waits for. */
const IDLE_MS = 20;

/** Lets the page handle what has happened meanwhile. */
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

/** Resolves when the page has nothing to do. While the reader scrolls, the time between two frames is too short. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): unknown =>
      requestIdleCallback((deadline) => (deadline.timeRemaining() < IDLE_MS ? look() : resolve()));
    if ('requestIdleCallback' in window) look();
    else setTimeout(resolve, 50);
  });
}
