// The example issue-agent.yml as it stands, but for the address of the action, the repository, the
// uploads and the concurrency group, started by comments of one issue: three in a row, one job
// after the other as GitHub's concurrency group has it (act knows none), and the answer to a
// question of the agent. Argument: the path of act.
// Prints what each job said, and fails where a comment was not delivered exactly once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { startFakeGitHub } from '../../__tests__/support/fake-github.ts';
import { startSandbox } from '../../sandbox/server.ts';

const [act = 'act'] = process.argv.slice(2);
const ISSUE = {
  number: 42,
  title: 'Prices are cut off',
  body: '1.999 becomes 1.99.',
  html_url: 'https://github.com/octo/repo/issues/42',
};
const folder = mkdtempSync(join(tmpdir(), 'twin-comments-'));
const workflow = join(folder, 'issue-agent.yml');

function prepare() {
  const example = parse(readFileSync('examples/issue-agent.yml', 'utf8'));
  const { agent } = example.jobs;
  const [step] = agent.steps.filter(({ uses }) => uses.includes('agent-run-action'));
  // act does not know `queue`.
  delete agent.concurrency;
  // The repository that the sandbox has.
  const inputs = { ...step.with, repo: 'octo/shop' };
  agent.steps = [{ uses: 'actions/checkout@v5' }, { ...step, uses: './', with: inputs }];
  writeFileSync(workflow, stringify(example));
}

/**
 * An issue with an agent. `say` writes a comment and runs the job that GitHub would start for it.
 */
async function openThread(scenario) {
  const sandbox = await startSandbox({ scenario, speed: 5 });
  const github = await startFakeGitHub({ threads: [ISSUE.number] });
  github.permissions.set('maintainer', { permission: 'write', role_name: 'write' });
  const user = { login: 'maintainer', type: 'User' };
  return {
    say(text) {
      const { id, body } = github.addComment(ISSUE.number, text, user);
      const comment = { id, body, user, html_url: `${ISSUE.html_url}#issuecomment-${id}` };
      const repository = { name: 'repo', full_name: 'octo/repo', owner: { login: 'octo' } };
      const payload = join(folder, `${id}-${sandbox.token}.json`);
      writeFileSync(
        payload,
        JSON.stringify({ action: 'created', issue: ISSUE, comment, repository, sender: user }),
      );
      return runJob(payload, { sandbox, github, runId: id });
    },
    prompts: () =>
      sandbox.requests
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => JSON.parse(body).prompt),
    runs: () => sandbox.runs(),
    /** What the action has written. */
    replies: () => github.comments(ISSUE.number).filter(({ author }) => author.type === 'Bot'),
    close: () => Promise.all([sandbox.close(), github.close()]),
  };
}

function runJob(payload, { sandbox, github, runId }) {
  const options = [
    ...[
      '--workflows',
      workflow,
      '--eventpath',
      payload,
      '--platform',
      'ubuntu-latest=-self-hosted',
    ],
    ...['--action-offline-mode', '--no-cache-server', '--actor', 'maintainer'],
    ...[
      '--env',
      `GITHUB_API_URL=${github.url}`,
      '--env',
      'GITHUB_REPOSITORY=octo/repo',
      '--env',
      `GITHUB_RUN_ID=${runId}`,
    ],
    ...[
      '--secret',
      `AGENT_RUN_TOKEN=${sandbox.token}`,
      '--secret',
      'GITHUB_TOKEN=a-token-of-no-one',
    ],
    ...['--var', `AGENT_RUN_BASE_URL=${sandbox.url}`, '--var', 'AGENT_RUN_ORG_ID=1'],
  ];
  const child = spawn(act, ['issue_comment', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => void (log += text));
  }
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => {
      console.log(log);
      done({ code, log });
    });
  });
}

async function mentions() {
  const thread = await openThread('quick');
  try {
    const texts = ['first wish', 'second wish', 'third wish'];
    const ended = [];
    for (const text of texts) {
      ended.push(await thread.say(`@agent ${text}`));
    }
    const all = thread.prompts().join('\n');
    for (const text of texts) {
      assert.equal(all.split(`@agent ${text}`).length - 1, 1, `deliveries of "${text}"`);
    }
    assert.equal(thread.runs().length, 1);
    assert.equal(thread.replies().length, 1);
    for (const { code, log } of ended) {
      assert.equal(code, 0);
      assert.match(log, /Outcome: succeeded/);
    }
  } finally {
    await thread.close();
  }
}

async function question() {
  const thread = await openThread('asks');
  try {
    const asked = await thread.say('@agent please add a cache');
    // `needs_input` fails the job, so that people notice it.
    assert.notEqual(asked.code, 0);
    assert.match(
      thread.replies()[0].body,
      /Shall the cache live in Redis or in the database\?[^]*comment here with `@agent`/,
    );
    const answered = await thread.say('@agent Redis, please.');
    assert.equal(answered.code, 0);
    assert.equal(thread.runs().length, 1);
    assert.match(thread.prompts()[1], /@agent Redis, please\./);
    assert.match(thread.replies().at(-1).body, /succeeded/);
  } finally {
    await thread.close();
  }
}

try {
  prepare();
  await mentions();
  await question();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
