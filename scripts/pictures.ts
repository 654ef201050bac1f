/**
 * Renders pictures of what users see: comment, summary and job log of six runs, and the trace report of runs of several
 * sizes, in light and dark mode, on a phone and on a desktop. Usage: node scripts/pictures.ts <directory> [--reports
 * 4,20,500,5500]. Needs Chromium. README uses copies in docs/images.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { report } from '../__tests__/browser/report.ts';
import { sampleEntries, sampleView } from '../__tests__/browser/sample-run.ts';
import { renderComment } from '../src/report/comment.ts';
import { createJobLog } from '../src/report/job-log/index.ts';
import { renderSummary } from '../src/report/summary/index.ts';
import type { StepView } from '../src/report/step-view.ts';
import { parseTime } from '../src/run/log/entry.ts';
import { viewEntry } from '../src/service/entry.ts';
import { summaryPage } from './render-sample.ts';

const TITLES = new Map([
  ['https://github.com/octo-org/webshop/pull/318', 'Compute retry delays on the monotonic clock'],
]);
const base = (count: number): StepView => ({ ...sampleView(sampleEntries(count)), pullRequestTitles: TITLES });
const asking = { provenance: { ...base(6).provenance, reply: { phrase: '@agent', thread: 311 } } };

const RUNS: Readonly<Record<string, StepView>> = {
  success: { ...base(48), standing: 'ended' },
  running: { ...base(48), outcome: 'running', steps: base(48).steps.slice(0, 30), pullRequests: [], result: '' },
  failure: { ...base(48), outcome: 'failed', status: 'FAILED', standing: 'ended', pullRequests: [], result: '' },
  needs_input: {
    ...base(12),
    ...asking,
    outcome: 'needs_input',
    status: 'PAUSED',
    pullRequests: [],
    result: 'Which branch should I target, `main` or `next`?',
  },
  timed_out: { ...base(48), outcome: 'timed_out', status: 'ACTIVE', result: '' },
  large: { ...base(5_500), standing: 'ended' },
};

const FRAME = `<style>
  .frame { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; font-size: 14px; }
  .frame > header { background: var(--soft); border-bottom: 1px solid var(--line); padding: 8px 16px; opacity: .85; }
  .frame > div { padding: 4px 16px 12px; } .log { font: 12px/20px ui-monospace, monospace; white-space: pre-wrap; padding: 16px; overflow-wrap: anywhere; }
  details > summary { cursor: pointer; } li:has(> input) { list-style: none; margin-left: -1.4em; }</style>`;

function commentPage(view: StepView): string {
  const marker = '<!-- agent-run-action -->';
  const page = summaryPage(renderComment(view, { marker, full: true, now: Date.parse('2026-03-02T09:31:00Z') }));
  return page
    .replace('</head>', `${FRAME}</head>`)
    .replace('<body>', '<body><div class="frame"><header><b>github-actions</b> commented 2 minutes ago</header><div>')
    .replace('</body>', '</div></div></body>');
}

/** The log as the runner shows it, with open groups and our colours. */
function logPage(view: StepView, count: number): string {
  const lines: string[] = [];
  const host = {
    line: (text: string) => void lines.push(text),
    startGroup: (title: string) => void lines.push(`▾ ${title}`),
    endGroup: () => undefined,
    warning: (text: string) => void lines.push(`Warning: ${text}`),
    notice: (text: string) => void lines.push(`Notice: ${text}`),
  };
  const wall = view.steps[0]?.time ?? 0;
  const log = createJobLog({
    host,
    mode: 'compact',
    colour: true,
    stopToken: 'x',
    clock: { now: () => 0, wall: () => wall },
  });
  log.begin({ mode: 'create', orgId: 42, runId: null, wait: true, timeoutMs: 3_600_000 });
  log.event({ type: 'started', mode: 'created', runId: 48213, webUrl: view.webUrl, status: 'ACTIVE' });
  for (const [index, raw] of sampleEntries(count).entries()) {
    const entry = viewEntry(raw);
    log.event({
      type: 'entry',
      entry: { index, line: JSON.stringify(raw), view: entry, time: parseTime(entry.created_at) },
    });
  }
  const { durationMs, requests, webUrl, pullRequests } = view;
  log.end({ outcome: 'succeeded', durationMs, requests, webUrl, pullRequests });
  const html = lines
    .slice(0, 60)
    .concat(lines.length > 60 ? ['…', ...lines.slice(-4)] : [])
    .join('\n')
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\x1b\[31m(.*?)\x1b\[0m/g, '<span style="color:#f85149">$1</span>');
  return summaryPage('')
    .replace('</head>', `${FRAME}</head>`)
    .replace('<body>', `<body><div class="frame log">${html}</div>`);
}

async function draw(browser: Browser, html: string, path: string): Promise<void> {
  await drawEach(browser, path, (page) => page.setContent(html));
}

/** Only the first screen, because reports scroll inside. */
async function drawReport(browser: Browser, count: number, directory: string): Promise<void> {
  // A short run shows only the end of the sample.
  const entries = sampleEntries(Math.max(6, count)).slice(-count);
  const ends = {
    succeeded: report(entries),
    failed: report(entries.slice(0, -1), { outcome: 'failed', status: 'FAILED', result: '' }),
  };
  for (const [outcome, html] of Object.entries(ends)) {
    const path = join(directory, `report-${count}-${outcome}`);
    writeFileSync(`${path}.html`, await html);
    await drawEach(browser, path, async (page) => {
      await page.goto(pathToFileURL(`${path}.html`).href);
      await page.waitForSelector('html[data-ready=true]', { state: 'attached' });
    });
  }
}

async function drawEach(browser: Browser, path: string, show: (page: Page) => Promise<unknown>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [400, 1280]) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      await show(page);
      await page.screenshot({ path: `${path}-${colorScheme}-${width}.png`, fullPage: true });
      await page.close();
    }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reports: { type: 'string', default: '4,20,500,5500' } },
});
const [directory] = positionals;
if (directory === undefined) throw new Error('Usage: node scripts/pictures.ts <directory> [--reports 4,20,500,5500]');
mkdirSync(directory, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [name, view] of Object.entries(RUNS)) {
  await draw(browser, commentPage(view), join(directory, `comment-${name}`));
  await draw(browser, summaryPage(renderSummary(view)), join(directory, `summary-${name}`));
}
await draw(browser, logPage(base(48), 48), join(directory, 'log-success'));
for (const count of values.reports.split(',')) await drawReport(browser, Number(count), directory);
await browser.close();
