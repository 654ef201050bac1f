// Every example as it stands, but for `queue` of a concurrency group, which act does not know: in
// the repository of somebody who copied it, as its first lines say, against a sandbox and the
// tests' own GitHub. For the actions that it names act takes folders: this action, as a release has
// it; a checkout that copies the repository; an upload that fails where nothing is to be kept.
// Arguments: the path of act, names of examples.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { startFakeGitHub } from '../../__tests__/support/fake-github.ts';
import { REVIEWED } from '../../sandbox/scenarios/review.ts';
import { startSandbox } from '../../sandbox/server.ts';

const REPOSITORY = 'octo/shop';
const PULL = 12;
/**
 * By example: the event, the scenario of its runs, how often it follows runs to a good end and
 * keeps their files, and what else its log says.
 */
const EXAMPLES = {
  'checked-pull-request': {
    event: 'workflow_dispatch',
    scenario: 'bug-fix',
    kept: 1,
    // Of the job that tests what was pushed.
    says: 'Pull request 128, branch ',
  },
  'fan-out': { event: 'workflow_dispatch', scenario: 'bug-fix', kept: 1 },
  'fan-out-matrix': { event: 'workflow_dispatch', scenario: 'bug-fix', kept: 2 },
  'fan-out-slices': { event: 'workflow_dispatch', scenario: 'quick', kept: 1 },
  // Checks run at the sandbox's own GitHub, where its agents push.
  'green-pull-request': {
    event: 'workflow_dispatch',
    scenario: 'checks',
    payload: 'green-pull-request',
    pushes: true,
    kept: 1,
    says: 'Pull request 131, mends asked for: 1',
  },
  'inline-review': { event: 'pull_request', scenario: 'review', kept: 1 },
  'issue-agent': { event: 'issues', scenario: 'bug-fix', kept: 1 },
  // With this answer the pull request passes.
  'review-gate': { event: 'pull_request', scenario: 'review-again', kept: 1 },
  'scheduled-maintenance': { event: 'schedule', scenario: 'bug-fix', kept: 1 },
  'structured-verdict': {
    event: 'pull_request',
    scenario: 'examples/twins/scenarios/verdict-pass.yml',
    kept: 1,
  },
  'two-reviewers': { event: 'pull_request', scenario: 'review-again', kept: 2 },
};
/** By event, where an example names no payload of its own. */
const PAYLOADS = { issues: 'issue-agent', pull_request: 'inline-review' };

const [act = 'act', ...named] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
const shop = join(folder, 'shop');

/** A repository with what the examples expect of one: tests to run, and tasks to hand out. */
function writeShop() {
  const files = {
    'package.json': { name: 'shop', version: '1.0.0', private: true, scripts: { test: 'true' } },
    'package-lock.json': {
      name: 'shop',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: { '': { name: 'shop', version: '1.0.0' } },
    },
    '.github/agent-tasks.json': [1, 2, 3].map((n) => ({ key: `task-${n}`, prompt: `Task ${n}.` })),
  };
  mkdirSync(join(shop, '.github/workflows'), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    writeFileSync(join(shop, path), JSON.stringify(content));
  }
  const git = (...given) => execFileSync('git', ['-C', shop, ...given], { stdio: 'ignore' });
  git('init', '--initial-branch', 'main');
  git('remote', 'add', 'origin', `https://github.com/${REPOSITORY}.git`);
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--message', 'Shop');
}

/** The action as a release has it, which is what the examples name. */
function writeAction() {
  const to = join(folder, 'action');
  for (const path of ['action.yml', 'dist']) {
    cpSync(path, join(to, path), { recursive: true });
  }
  return to;
}

/** An action of one script. */
function writeScript(name, { inputs, env, run }) {
  const to = join(folder, name);
  const steps = [{ shell: 'bash', env, run }];
  mkdirSync(to);
  writeFileSync(
    join(to, 'action.yml'),
    stringify({ name, description: name, inputs, runs: { using: 'composite', steps } }),
  );
  return to;
}

/** The options by which act takes a folder for each action of this workflow. */
function replacements(workflow, folders) {
  const uses = Array.from(workflow.matchAll(/^ *(?:- )?uses: (\S+)/gm), ([, name]) => name);
  return [...new Set(uses)].flatMap((name) => {
    const [, kind] = /([\w-]+)@/.exec(name);
    assert(kind in folders, `no folder stands for ${name}`);
    return ['--local-repository', `${name}=${folders[kind]}`];
  });
}

/** Resolves to what act printed. @throws AssertionError if a job failed or kept nothing */
async function run(name, folders) {
  const {
    event,
    scenario,
    payload: twin = PAYLOADS[event],
    pushes,
    kept,
    says = '',
  } = EXAMPLES[name];
  const path = `.github/workflows/${name}.yml`;
  const example = readFileSync(`examples/${name}.yml`, 'utf8').replace(/^ *queue: max\n/m, '');
  writeFileSync(join(shop, path), example);
  const sandbox = await startSandbox({ scenario, speed: pushes ? 30 : 100 });
  const github = await startFakeGitHub({ repository: REPOSITORY, threads: [PULL, 42] });
  github.permissions.set('maintainer', { permission: 'write', role_name: 'write' });
  github.pulls.push({ number: PULL, openedAt: '2026-01-01T00:00:00Z' });
  github.files.set(PULL, [{ filename: REVIEWED.path, patch: REVIEWED.patches[0] }]);
  // The one that the scenario names, as if its run had opened it, however late that begins.
  github.pulls.push({ number: 128, openedAt: new Date(Date.now() + 3_600_000).toISOString() });
  const payload = join(folder, 'event.json');
  writeFileSync(payload, payloadOf(twin));
  const options = [
    ...[event, '--workflows', path, '--eventpath', payload, '--actor', 'maintainer'],
    ...['--platform', 'ubuntu-latest=-self-hosted', '--action-offline-mode', '--no-cache-server'],
    ...['--secret', `AGENT_RUN_TOKEN=${sandbox.token}`, '--secret', 'GITHUB_TOKEN=of-no-one'],
    ...['--var', `AGENT_RUN_BASE_URL=${sandbox.url}`, '--var', `AGENT_RUN_ORG_ID=${sandbox.orgId}`],
    ...[
      '--env',
      `GITHUB_API_URL=${pushes ? `${sandbox.url}/github` : github.url}`,
      '--env',
      `GITHUB_REPOSITORY=${REPOSITORY}`,
    ],
    ...replacements(example, folders),
  ];
  try {
    const { code, log } = await played(options);
    assert.equal(code, 0, log);
    assert.equal(log.match(/\| Kept \d+ files$/gm)?.length, kept, log);
    assert.equal(log.match(/\| (?:Outcome|Agent runs): succeeded/g)?.length, kept, log);
    assert(log.includes(says), log);
  } finally {
    rmSync(join(shop, path));
    await Promise.all([sandbox.close(), github.close()]);
  }
}

/** The text of a twin's payload in the repository of the examples, or an empty one. */
function payloadOf(twin) {
  return twin === undefined
    ? '{}'
    : readFileSync(`examples/twins/${twin}.json`, 'utf8').replaceAll('octo/repo', REPOSITORY);
}

function played(options) {
  const child = spawn(act, options, { cwd: shop, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => void (log += bytes));
  }
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, log }));
  });
}

/** It names a service with an address of its own, where no test may send: its twin is played. */
const leadsElsewhere = (name) => / service: /.test(readFileSync(`examples/${name}`, 'utf8'));

const all = readdirSync('examples').filter(
  (name) => name.endsWith('.yml') && !leadsElsewhere(name),
);
const known = Object.keys(EXAMPLES).map((name) => `${name}.yml`);
assert.deepEqual(known.sort(), all.sort());
let failed = false;
try {
  writeShop();
  const folders = {
    'agent-run-action': writeAction(),
    checkout: writeScript('checkout', {
      inputs: {},
      env: { SHOP: shop },
      run: 'cp -R "$SHOP/." .',
    }),
    'upload-artifact': writeScript('upload-artifact', {
      inputs: { path: { description: 'Paths, one a line.', required: true } },
      env: { PATHS: '${{ inputs.path }}' },
      run: [
        'shopt -s nullglob',
        'files=()',
        'while IFS= read -r path; do [ -z "$path" ] || files+=($path); done <<< "$PATHS"',
        'ls -d "${files[@]}" > /dev/null',
        'echo "Kept ${#files[@]} files"',
      ].join('\n'),
    }),
  };
  for (const name of named.length > 0 ? named : Object.keys(EXAMPLES)) {
    try {
      await run(name, folders);
      console.log(`as it stands: ${name}`);
    } catch (error) {
      failed = true;
      console.log(`FAIL as it stands: ${name}\n${error instanceof Error ? error.message : error}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
