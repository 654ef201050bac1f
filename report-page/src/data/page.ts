/** Reads the data blocks in the page. */
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
