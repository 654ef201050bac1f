/**
 * Renders the job summary and the trace report of a sample run for viewing in a browser. Usage: node
 * scripts/render-sample.ts <directory> [entries]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { linesOf, sampleEntries, sampleView } from '../report-page/__tests__/sample-run.ts';
import { renderSummary } from '../src/report/summary.ts';
import { writeTrace } from '../src/report/page/index.ts';

/** An approximation of GitHub's style sheet for summaries. */
const GITHUB_STYLE = `
  :root { color-scheme: light dark; --text: #1f2328; --bg: #fff; --line: #d1d9e0; --soft: #f6f8fa; --link: #0969da; }
  @media (prefers-color-scheme: dark) { :root { --text: #f0f6fc; --bg: #0d1117; --line: #3d444d; --soft: #151b23; --link: #4493f8; } }
  body { max-width: 900px; margin: 24px auto; padding: 0 24px; background: var(--bg); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  h2, h3 { border-bottom: 1px solid var(--line); padding-bottom: .3em; } h3 { border: 0; }
  a { color: var(--link); } table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: 6px 13px; }
  tr:nth-child(2n) { background: var(--soft); } code, pre { font: 85% ui-monospace, monospace; background: var(--soft); border-radius: 6px; }
  code { padding: .2em .4em; } pre { padding: 16px; overflow: auto; white-space: pre; } pre code { padding: 0; font-size: 100%; }`;

/** GitHub-flavoured Markdown as a page. Diagrams are shown as source in `pre.language-mermaid`. */
export function summaryPage(markdown: string): string {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Summary</title><style>${GITHUB_STYLE}</style></head><body>${html}</body></html>`;
}

/** Writes `summary.md`, `summary.html` and `trace.html` into `directory`. */
export async function renderSample(directory: string, count: number): Promise<void> {
  const entries = sampleEntries(count);
  const view = sampleView(entries);
  const markdown = renderSummary(view);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'summary.md'), markdown);
  writeFileSync(join(directory, 'summary.html'), summaryPage(markdown));
  const chunks: string[] = [];
  await writeTrace({ head: view, entryLines: linesOf(entries), write: (chunk) => void chunks.push(chunk) });
  writeFileSync(join(directory, 'trace.html'), chunks.join(''));
}

if (import.meta.main) {
  const [directory, count] = process.argv.slice(2);
  if (directory === undefined) throw new Error('Usage: node scripts/render-sample.ts <directory> [entries]');
  await renderSample(directory, Math.max(6, Number(count ?? 48)));
}
