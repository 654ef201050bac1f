/**
 * The trace report (contract 9): one self-contained HTML file. Entries are streamed from the logs file in blocks, so that a long run needs
 * little memory.
 */
import { createHash } from 'node:crypto';
import { REPORT_PAGE } from '#report-page';
import { htmlText } from '../../safe/html.ts';
import { entryBlocks, type EntriesSource } from './entries.ts';
import { runStart, tabTitle } from './header.ts';
import type { StepView } from '../step-view.ts';

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

export interface TraceSource extends Pick<EntriesSource, 'log' | 'hasTime'> {
  readonly head: StepView;
  /** Receives the file in pieces, in order. Each piece ends at a line end. */
  readonly write: (chunk: string) => void | Promise<void>;
}

/** Writes the report. Rejects only if reading the log or `write` rejects. */
export async function writeTrace({ head, write, ...source }: TraceSource): Promise<void> {
  await write(`${pageStart({ title: htmlText(tabTitle(head)), bodyClass: 'single' })}${runStart(head, null)}`);
  for await (const block of entryBlocks({ ...source, total: head.steps.length })) await write(block);
  await write(`</div>\n${pageEnd()}`);
}
