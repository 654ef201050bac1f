/** Reads the data blocks in the page, and waits for the page. */
import { TURN_NAMES, type TraceRow } from '../../../src/report/page/data.ts';
import { createRun } from './run.ts';
import type { RowBlock, TurnWhy } from './run.ts';
import { createTexts } from './texts.ts';
import type { Packed, EntriesPiece, PageRun } from './texts.ts';

/** The blocks of one run: rows, then entries, then the elements of their Markdown. */
export function readRun(container: HTMLElement): PageRun {
  const data = (element: Element | null | undefined): Packed => ({
    read: () => element?.textContent ?? '',
    gzip: element instanceof HTMLElement && element.dataset['encoding'] === 'gzip',
  });
  const blocks: RowBlock[] = [];
  const pieces: EntriesPiece[] = [];
  let first = 0;
  for (const script of container.querySelectorAll<HTMLScriptElement>('script.rows')) {
    const rows = JSON.parse(script.textContent) as TraceRow[];
    const entries = script.nextElementSibling;
    pieces.push({ first, entries: data(entries), markup: data(entries?.nextElementSibling) });
    blocks.push({ first: Number(script.dataset['first']), rows });
    first += rows.length;
  }
  const { cause, turns = '' } = container.dataset;
  return {
    run: createRun(blocks, {
      cause: cause === undefined ? null : Number(cause),
      turns: turnsIn(turns),
    }),
    texts: createTexts(pieces),
  };
}

/** `13:repair 20:mend`: the number of the first step of each turn, and why it began. */
function turnsIn(text: string): ReadonlyMap<number, TurnWhy> {
  return new Map(
    text.split(' ').flatMap((part) => {
      const [number = '', why = ''] = part.split(':');
      return Object.hasOwn(TURN_NAMES, why) ? [[Number(number), why as TurnWhy] as const] : [];
    }),
  );
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

/**
 * Resolves when the page has nothing to do. While the reader scrolls, the time between two frames
 * is too short.
 */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): unknown =>
      requestIdleCallback((deadline) => (deadline.timeRemaining() < IDLE_MS ? look() : resolve()));
    if ('requestIdleCallback' in window) {
      look();
    } else {
      setTimeout(resolve, 50);
    }
  });
}
