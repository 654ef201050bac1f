/**
 * The trace report (contract 9): one HTML file that needs nothing else. The entries stream through from the logs file, block by
 * block, so that a long run costs little memory.
 */
import { counted } from '../../shared/format.ts';
import { htmlText, scriptJson } from '../sanitize/index.ts';
import { runBlocks } from './blocks.ts';
import type { RunHead } from './data.ts';
import { headerHtml, overviewHtml, titleOf } from './header.ts';
import type { TraceHead } from './header.ts';
import { pageEnd, pageStart } from './page.ts';

export type { TraceHead } from './header.ts';

export interface TraceSource {
  readonly head: TraceHead;
  /** The lines of the logs file, without their ends, oldest first. */
  readonly entryLines: AsyncIterable<string> | Iterable<string>;
  /** Takes the file piece by piece, in order; pieces end at the end of a line. */
  readonly write: (chunk: string) => void | Promise<void>;
  /** Asked between blocks of entries. After `false` no more are read, and the report says so; always time unless told. */
  readonly hasTime?: () => boolean;
}

/** What the script needs to know of a run. */
export function runHead(head: TraceHead): RunHead {
  const { outcome, durationMs, requests } = head;
  return { title: titleOf(head), outcome, durationMs, requests };
}

/** The run's part of a page up to its entries. */
export function runStart(head: TraceHead, attributes = ''): string {
  return `<div class="run"${attributes}>
${headerHtml(head)}
${overviewHtml(head)}
<script type="application/json" class="head">${scriptJson(runHead(head))}</script>
`;
}

/** Writes the report. Rejects only with what `entryLines` or `write` reject with. */
export async function writeTrace({ head, entryLines, write, hasTime = () => true }: TraceSource): Promise<void> {
  await write(`${pageStart({ title: htmlText(titleOf(head)), bodyClass: 'single' })}${runStart(head)}`);
  let count = 0;
  for await (const { html, entries } of runBlocks(entryLines)) {
    await write(html);
    count += entries;
    if (hasTime()) continue;
    const missing = head.steps.length - count;
    if (missing > 0)
      await write(
        `<p class="cut">The step was stopped: ${counted(missing, 'later entry', 'later entries')} in the logs file.</p>\n`,
      );
    break;
  }
  await write(`</div>\n${pageEnd()}`);
}
