/**
 * Draws what users see, as docs/images shows it: the summary, the comment and the report of a run
 * of the committed bundle against the sandbox, and its review of a pull request; with the report
 * itself, to open. Usage: node scripts/pictures.ts <directory>. Needs Chromium.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { chromium, type Page } from 'playwright-core';
import { startFakeGitHub } from '../__tests__/support/fake-github.ts';
import { runAction } from '../__tests__/support/run-action.ts';
import { BUILT_IN } from '../sandbox/library.ts';
import { REVIEWED } from '../sandbox/scenarios/review.ts';
import { startSandbox } from '../sandbox/server.ts';
import { REPOSITORY, startDemoPullRequest, withoutMark, type Posted } from './demo-review.ts';

/** An approximation of GitHub's style sheet. */
const STYLE = `
  :root { --text: #1f2328; --line: #d1d9e0; --soft: #f6f8fa; --link: #0969da; }
  body { max-width: 900px; margin: 24px auto; padding: 0 24px; color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  h2, h3 { border-bottom: 1px solid var(--line); padding-bottom: .3em; } h3 { border: 0; }
  a { color: var(--link); } table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: 6px 13px; }
  tr:nth-child(2n) { background: var(--soft); } code, pre { font: 85% ui-monospace, monospace; background: var(--soft); border-radius: 6px; }
  code { padding: .2em .4em; } pre { padding: 16px; overflow: auto; white-space: pre; } pre code { padding: 0; font-size: 100%; }
  details > summary { cursor: pointer; } li:has(> input) { list-style: none; margin-left: -1.4em; }
  .frame { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; font-size: 14px; }
  .frame > header { background: var(--soft); border-bottom: 1px solid var(--line); padding: 8px 16px; opacity: .85; }
  .frame > div { padding: 4px 16px 12px; }
  .diff { font: 12px/20px ui-monospace, monospace; white-space: pre; width: 100%; } .diff tr { background: none; }
  .diff td { border: 0; padding: 0 10px; } .diff td:first-child { width: 1%; opacity: .6; text-align: right; }
  .diff .add { background: #1f883d26; } .diff .del { background: #d1242f22; } .diff .hunk { background: #0969da1a; }
  .diff .frame { font: 14px/1.5 system-ui, sans-serif; white-space: normal; margin: 8px; } .diff .frame .diff { margin: 8px 0; }
  pre:has(.language-suggestion) { padding: 0; }`;

const THREAD = 7;
const EVENT = {
  name: 'issue_comment',
  payload: {
    action: 'created',
    issue: {
      number: THREAD,
      title: 'The price filter shows sold out products',
      body: '',
      user: { login: 'ann' },
    },
    comment: { id: 1, body: '@agent please fix this', user: { login: 'mona', type: 'User' } },
    repository: { full_name: 'octo/repo' },
  },
};

const htmlOf = (markdown: string): string =>
  micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
  });
const framed = (header: string, html: string): string =>
  `<div class="frame"><header>${header}</header><div>${html}</div></div>`;
const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

interface Seen {
  readonly summary: string;
  /** The last version of the comment. */
  readonly comment: string;
  readonly reportFile: string;
}

/** Runs the bundle as a job does that answers a comment. */
async function answerComment(): Promise<Seen> {
  // The repository of the tests' GitHub.
  const source = JSON.stringify(BUILT_IN['bug-fix']).replaceAll('octo/shop', 'octo/repo');
  const sandbox = await startSandbox({
    scenario: JSON.parse(source) as (typeof BUILT_IN)[string],
    speed: 8,
  });
  const github = await startFakeGitHub({ threads: [THREAD] });
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  github.pulls.push({ number: 128, openedAt: new Date(Date.now() + 1000).toISOString() });
  const inputs = {
    token: sandbox.token,
    org_id: String(sandbox.orgId),
    base_url: sandbox.url,
    timeout_minutes: '5',
    github_token: 'ghs_picture',
    trigger_phrase: '@agent',
    comment: 'true',
    resume: 'thread',
    context: 'event',
    prompt: 'Do what the quoted comment asks for.',
  };
  const env = {
    GITHUB_API_URL: github.url,
    GITHUB_REPOSITORY: 'octo/repo',
    GITHUB_WORKFLOW: 'Issue agent',
  };
  const { summary, outputs } = await runAction({ inputs, env, event: EVENT });
  const comments = github.requests.flatMap(({ body }) => {
    const text = (body as { body?: unknown } | undefined)?.body;
    return typeof text === 'string' ? [text] : [];
  });
  await Promise.all([sandbox.close(), github.close()]);
  return { summary, comment: comments.at(-1) ?? '', reportFile: outputs['report_file'] ?? '' };
}

/**
 * A file of the pull request with its comments, as on GitHub's page "Files changed". Suggestions
 * are shown as the change that they make.
 */
function filesHtml(
  { path, patch }: { readonly path: string; readonly patch: string },
  comments: readonly Posted[],
) {
  let right = 0;
  const rows = patch.split('\n').map((line) => {
    const kind = { '@': 'hunk', '+': 'add', '-': 'del' }[line.charAt(0)] ?? '';
    if (kind === 'hunk') {
      right = Number(/\+(\d+)/.exec(line)?.[1]) - 1;
    } else if (kind !== 'del') {
      right += 1;
    }
    const row =
      `<tr class="${kind}"><td>${kind === 'add' || kind === '' ? right : ''}</td>` +
      `<td>${escaped(line)}</td></tr>`;
    const here =
      kind === 'del' || kind === 'hunk' ? [] : comments.filter((comment) => comment.line === right);
    return (
      row +
      here
        .map((comment) => `<tr><td></td><td>${commentHtml(comment, line.slice(1))}</td></tr>`)
        .join('')
    );
  });
  return (
    `<div class="frame"><header>${path}</header>` +
    `<table class="diff">${rows.join('')}</table></div>`
  );
}

function commentHtml({ body }: Posted, line: string): string {
  const shown = htmlOf(withoutMark(body)).replace(
    /<pre><code class="language-suggestion">([^]*?)\n?<\/code><\/pre>/g,
    (_, text: string) =>
      '<b>Suggested change</b><table class="diff"><tr class="del"><td>-</td>' +
      `<td>${escaped(line)}</td></tr><tr class="add"><td>+</td><td>${text}</td></tr></table>`,
  );
  return framed('<b>github-actions</b> reviewed 2 minutes ago', shown);
}

/** The first review of the demo. */
async function review(): Promise<string> {
  const pull = await startDemoPullRequest();
  const sandbox = await startSandbox({ scenario: 'review', speed: 8 });
  const service = { token: sandbox.token, org_id: String(sandbox.orgId), base_url: sandbox.url };
  const event = { name: 'pull_request', payload: pull.payload() };
  const env = { GITHUB_API_URL: pull.url, GITHUB_REPOSITORY: REPOSITORY };
  await runAction({
    inputs: { ...service, github_token: 'ghs_picture', review: 'advise' },
    env,
    event,
  });
  await sandbox.close();
  pull.close();
  return filesHtml({ path: REVIEWED.path, patch: REVIEWED.patches[0] }, pull.comments);
}

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  throw new Error('Usage: node scripts/pictures.ts <directory>');
}
mkdirSync(directory, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const draw = async (name: string, show: (page: Page) => Promise<unknown>): Promise<void> => {
  // The report fills the window; the others are as tall as what they show.
  const page = await browser.newPage({
    viewport: { width: 1280, height: name === 'trace' ? 800 : 100 },
  });
  await show(page);
  await page.screenshot({ path: join(directory, `${name}.png`), fullPage: true });
};
const body = (html: string) => (page: Page) =>
  page.setContent(
    `<!doctype html><html lang="en"><style>${STYLE}</style><body>${html}</body></html>`,
  );
const { summary, comment, reportFile } = await answerComment();
await draw('summary', body(htmlOf(summary)));
await draw(
  'comment',
  body(framed('<b>github-actions</b> commented 2 minutes ago', htmlOf(comment))),
);
await draw('review', body(await review()));
await draw('trace', async (page) => {
  await page.goto(pathToFileURL(reportFile).href);
  await page.waitForSelector('html[data-ready=true]', { state: 'attached' });
});
copyFileSync(reportFile, join(directory, 'report.html'));
await browser.close();
