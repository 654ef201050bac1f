/**
 * Renders pictures of what users see: comment, summary and job log of six runs of the committed bundle against the sandbox, and the trace
 * report of runs of several sizes, in light and dark mode, on a phone and on a desktop. Usage: node scripts/pictures.ts <directory>
 * [--reports 4,20,500,5500]. Needs Chromium. README uses copies in docs/images.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { report } from '../report-page/__tests__/report.ts';
import { sampleEntries } from '../report-page/__tests__/sample-run.ts';
import { startFakeGitHub } from '../__tests__/support/fake-github.ts';
import { runAction } from '../__tests__/support/run-action.ts';
import { BUILT_IN } from '../sandbox/library.ts';
import { REVIEWED } from '../sandbox/scenarios/review.ts';
import { startSandbox } from '../sandbox/server.ts';
import { REPOSITORY, startDemoPullRequest, withoutMark, type Posted } from './demo-review.ts';
import { summaryPage } from './render-sample.ts';
import { createLogView } from './runner-view.ts';

interface Play {
  readonly scenario: string;
  readonly speed: number;
  readonly timeoutMinutes?: string;
}

const PLAYS: Readonly<Record<string, Play>> = {
  success: { scenario: 'bug-fix', speed: 8 },
  failure: { scenario: 'failed', speed: 1 },
  needs_input: { scenario: 'asks', speed: 1 },
  // Long enough for a second version of the comment, which is updated every 30 seconds.
  timed_out: { scenario: 'bug-fix', speed: 0.5, timeoutMinutes: '0.6' },
  large: { scenario: 'huge', speed: 1 },
};

interface Seen {
  readonly summary: string;
  /** Every version of the comment. */
  readonly comments: readonly string[];
  readonly log: string;
}

const THREAD = 7;
const EVENT = {
  name: 'issue_comment',
  payload: {
    action: 'created',
    issue: { number: THREAD, title: 'The price filter shows sold out products', body: '', user: { login: 'ann' } },
    comment: { id: 1, body: '@agent please fix this', user: { login: 'mona', type: 'User' } },
    repository: { full_name: 'octo/repo' },
  },
};

/** Runs the bundle as a job does that answers a comment. */
async function play({ scenario, speed, timeoutMinutes = '5' }: Play): Promise<Seen> {
  const source = JSON.stringify(BUILT_IN[scenario]).replaceAll('octo/shop', 'octo/repo');
  const sandbox = await startSandbox({ scenario: JSON.parse(source) as (typeof BUILT_IN)[string], speed });
  const github = await startFakeGitHub({ threads: [THREAD] });
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  github.pulls.push({ number: 128, openedAt: new Date(Date.now() + 1000).toISOString() });
  const inputs = {
    ...{ token: sandbox.token, org_id: String(sandbox.orgId), base_url: sandbox.url, timeout_minutes: timeoutMinutes },
    ...{ github_token: 'ghs_picture', trigger_phrase: '@agent', comment: 'true', resume: 'thread', context: 'event' },
    prompt: 'Do what the quoted comment asks for.',
  };
  const env = { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', GITHUB_WORKFLOW: 'Issue agent' };
  const { summary, stdout } = await runAction({ inputs, env, event: EVENT });
  const comments = github.requests.flatMap(({ body }) => {
    const text = (body as { body?: unknown } | undefined)?.body;
    return typeof text === 'string' ? [text] : [];
  });
  await Promise.all([sandbox.close(), github.close()]);
  return { summary, comments, log: stdout };
}

const FRAME = `<style>
  .frame { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; font-size: 14px; }
  .frame > header { background: var(--soft); border-bottom: 1px solid var(--line); padding: 8px 16px; opacity: .85; }
  .frame > div { padding: 4px 16px 12px; } .log { font: 12px/20px ui-monospace, monospace; white-space: pre-wrap; padding: 16px; overflow-wrap: anywhere; }
  details > summary { cursor: pointer; } li:has(> input) { list-style: none; margin-left: -1.4em; }</style>`;

function commentPage(markdown: string): string {
  return summaryPage(markdown)
    .replace('</head>', `${FRAME}</head>`)
    .replace('<body>', '<body><div class="frame"><header><b>github-actions</b> commented 2 minutes ago</header><div>')
    .replace('</body>', '</div></div></body>');
}

const DIFF = `<style>
  .diff { font: 12px/20px ui-monospace, monospace; white-space: pre; border-spacing: 0; border-collapse: collapse; width: 100%; }
  .diff td { border: 0; padding: 0 10px; } .diff td:first-child { width: 1%; opacity: .6; text-align: right; } .diff tr { background: none; }
  .diff .add { background: #1f883d26; } .diff .del { background: #d1242f22; } .diff .hunk { background: #0969da1a; }
  .diff .frame { font: 14px/1.5 system-ui, sans-serif; white-space: normal; margin: 8px; } .diff .frame .diff { margin: 8px 0; }
  pre:has(.language-suggestion) { padding: 0; } </style>`;

const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A file of the pull request with its comments, as on GitHub's page "Files changed". Suggestions are shown as the change that they make. */
function filesPage({ path, patch }: { readonly path: string; readonly patch: string }, comments: readonly Posted[]) {
  let right = 0;
  const rows = patch.split('\n').map((line) => {
    const kind = { '@': 'hunk', '+': 'add', '-': 'del' }[line.charAt(0)] ?? '';
    if (kind === 'hunk') right = Number(/\+(\d+)/.exec(line)?.[1]) - 1;
    else if (kind !== 'del') right += 1;
    const row = `<tr class="${kind}"><td>${kind === 'add' || kind === '' ? right : ''}</td><td>${escaped(line)}</td></tr>`;
    const here = kind === 'del' || kind === 'hunk' ? [] : comments.filter((comment) => comment.line === right);
    return row + here.map((comment) => `<tr><td></td><td>${commentBox(comment, line.slice(1))}</td></tr>`).join('');
  });
  return summaryPage('')
    .replace('</head>', `${FRAME}${DIFF}</head>`)
    .replace(
      '<body>',
      `<body><div class="frame"><header>${path}</header><table class="diff">${rows.join('')}</table></div>`,
    );
}

function commentBox({ body }: Posted, line: string): string {
  const change = (text: string): string =>
    `<b>Suggested change</b><table class="diff"><tr class="del"><td>-</td><td>${escaped(line)}</td></tr><tr class="add"><td>+</td><td>${text}</td></tr></table>`;
  const [, html = ''] = /<body>([^]*)<\/body>/.exec(summaryPage(withoutMark(body))) ?? [];
  const shown = html.replace(/<pre><code class="language-suggestion">([^]*?)\n?<\/code><\/pre>/g, (_, text: string) =>
    change(text),
  );
  return `<div class="frame"><header><b>github-actions</b> reviewed 2 minutes ago</header><div>${shown}</div></div>`;
}

/** The first review of the demo. */
async function drawReview(browser: Browser, path: string): Promise<void> {
  const pull = await startDemoPullRequest();
  const sandbox = await startSandbox({ scenario: 'review', speed: 8 });
  const service = { token: sandbox.token, org_id: String(sandbox.orgId), base_url: sandbox.url };
  const event = { name: 'pull_request', payload: pull.payload() };
  const env = { GITHUB_API_URL: pull.url, GITHUB_REPOSITORY: REPOSITORY };
  await runAction({ inputs: { ...service, github_token: 'ghs_picture', review: 'advise' }, env, event });
  const [patch] = REVIEWED.patches;
  await draw(browser, filesPage({ path: REVIEWED.path, patch }, pull.comments), path);
  await sandbox.close();
  pull.close();
}

const COLOURS: Readonly<Record<string, string>> = { 31: '#d1242f', 33: '#9a6700', 36: '#1b7c83' };

/** The log as the runner shows it, with open groups and our colours. */
function logPage(stdout: string): string {
  const lines: string[] = [];
  const view = createLogView({ colour: true, print: (line) => void lines.push(line) });
  for (const line of stdout.split('\n')) view.take(line);
  const html = lines
    .slice(0, 60)
    .concat(lines.length > 60 ? ['…', ...lines.slice(-4)] : [])
    .join('\n')
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(
      /\x1b\[(\d\d)m(.*?)\x1b\[0m/g,
      (_, code: string, text: string) => `<span style="color:${COLOURS[code] ?? ''}">${text}</span>`,
    );
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
const seen = await Promise.all(Object.entries(PLAYS).map(async ([name, one]) => [name, await play(one)] as const));
for (const [name, { summary, comments, log }] of seen) {
  const [last = ''] = comments.slice(-1);
  const [before = ''] = comments.slice(-2, -1);
  writeFileSync(join(directory, `${name}.summary.md`), summary);
  writeFileSync(join(directory, `${name}.comment.md`), last);
  writeFileSync(join(directory, `${name}.log`), log);
  await draw(browser, summaryPage(summary), join(directory, `summary-${name}`));
  await draw(browser, commentPage(last), join(directory, `comment-${name}`));
  await draw(browser, logPage(log), join(directory, `log-${name}`));
  if (name === 'timed_out') await draw(browser, commentPage(before), join(directory, 'comment-running'));
}
await drawReview(browser, join(directory, 'review'));
for (const count of values.reports.split(',')) await drawReport(browser, Number(count), directory);
await browser.close();
