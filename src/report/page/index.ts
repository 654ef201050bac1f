/**
 * The trace report (contract 9): one self-contained HTML file. Entries are streamed from the logs file in blocks, so that a long run needs
 * little memory.
 */
import { createHash } from 'node:crypto';
import { REPORT_PAGE } from '#report-page';
import { counted } from '../../safe/format.ts';
import { htmlText } from '../../safe/html.ts';
import { runBlocks } from './entries.ts';
import { runStart, tabTitle } from './header.ts';
import type { TraceHead } from './header.ts';

export type { TraceHead } from './header.ts';

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}'`;
}

/** Only the script and the style of this page. `data:` is for the tab's icon, which the script draws; nothing is loaded. */
function policy(): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(REPORT_PAGE.script)}`,
    `style-src ${hashOf(REPORT_PAGE.style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

export interface PageOptions {
  /** Escapes trusted plain text as HTML. */
  readonly title: string;
  readonly bodyClass: 'single' | 'fleet';
}

/** The page up to the body's content. */
export function pageStart({ title, bodyClass }: PageOptions): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${REPORT_PAGE.style}</style>
</head>
<body class="${bodyClass}">
<noscript><p>The steps need JavaScript, which this file carries inside; nothing is loaded from anywhere.</p></noscript>
`;
}

export function pageEnd(): string {
  return `<script>${REPORT_PAGE.script}</script>\n</body>\n</html>\n`;
}

export interface TraceSource {
  readonly head: TraceHead;
  /** The lines of the logs file, without their ends, oldest first. */
  readonly entryLines: AsyncIterable<string> | Iterable<string>;
  /** Receives the file in pieces, in order. Each piece ends at a line end. */
  readonly write: (chunk: string) => void | Promise<void>;
  /** Called between blocks of entries. If it returns `false`, no more entries are read and the report says so. Default: no limit. */
  readonly hasTime?: () => boolean;
}

/** Writes the report. Rejects only if `entryLines` or `write` rejects. */
export async function writeTrace({ head, entryLines, write, hasTime = () => true }: TraceSource): Promise<void> {
  await write(`${pageStart({ title: htmlText(tabTitle(head)), bodyClass: 'single' })}${runStart(head, null)}`);
  let count = 0;
  for await (const { parts, entries } of runBlocks(entryLines)) {
    for (const part of parts) await write(part);
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
