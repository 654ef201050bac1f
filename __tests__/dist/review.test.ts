/**
 * A review of a pull request by the bundle, over real HTTP, every request to GitHub judged by its
 * OpenAPI description (contract 17).
 */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UNLIMITED } from '../../sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { HEAD_SHA } from '../support/fake-github-pulls.ts';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { loadOpenApi } from '../support/openapi.ts';
import { schemaProblems } from '../support/output-schemas.ts';
import { runAction, type ActionRun } from '../support/run-action.ts';

const judge = loadOpenApi('api.github.com');
const PATCH = '@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+half\n three';
const OPENED = '2026-01-01T00:00:00Z';

let sandbox: Sandbox;
let github: FakeGitHub;

beforeEach(async () => {
  github = await startFakeGitHub();
  github.pulls.push({ number: 7, openedAt: OPENED });
  github.files.set(7, [{ filename: 'src/a.ts', patch: PATCH }, { filename: 'logo.png' }]);
});
afterEach(async () => {
  await sandbox.close();
  await github.close();
  expect(github.requests.flatMap(judge)).toEqual([]);
});

const finding = (changes: object = {}): object => ({
  path: 'src/a.ts',
  line: 2,
  severity: 'error',
  title: 'Shouting',
  body: 'Lower case, please.',
  ...changes,
});

interface Act {
  readonly answers?: readonly object[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: { readonly name: string; readonly payload: unknown };
  readonly env?: Readonly<Record<string, string>>;
}

const PULL_REQUEST = {
  number: 7,
  head: { sha: HEAD_SHA, repo: { full_name: 'octo/repo' } },
  base: { repo: { full_name: 'octo/repo' } },
  user: { login: 'mona', type: 'User' },
};

async function act({
  answers = [{ summary: 'Fine.', findings: [finding()] }],
  inputs,
  event,
  env,
}: Act = {}) {
  const turns = answers.map((answer) => {
    const result = JSON.stringify(answer);
    // With a final answer in the log, late entries are not waited for.
    const entry = { message_type: 'FINAL_ANSWER', observation: result };
    return { steps: [{ at: 0, status: 'COMPLETE', result, entry }] };
  });
  sandbox = await startSandbox({
    scenario: { turns },
    limits: UNLIMITED,
  });
  const service = {
    token: sandbox.token,
    base_url: sandbox.url,
    org_id: '1',
    poll_interval_seconds: '0.05',
  };
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  return runAction({
    inputs: { ...service, github_token: 'ghs_x', review: 'advise', ...inputs },
    event: event ?? {
      name: 'pull_request',
      payload: { action: 'opened', number: 7, pull_request: PULL_REQUEST },
    },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', ...env },
  });
}

/** The prompt of the run that was created. */
function prompt(): string {
  const created = sandbox.requests.find(({ method }) => method === 'POST');
  return (JSON.parse(created?.body ?? '{}') as { readonly prompt?: string }).prompt ?? '';
}

function findings({ outputs }: ActionRun): { placed: string | null; title: string }[] {
  const found = JSON.parse(outputs['findings'] ?? '') as { placed: string | null; title: string }[];
  expect(schemaProblems('findings', found)).toEqual([]);
  return found;
}

describe('a review', () => {
  it('is one review with inline comments, told in outputs, summary and SARIF', async () => {
    const answer = {
      summary: 'Mostly **fine**.',
      findings: [
        finding({ suggestion: 'two' }),
        finding({ path: 'logo.png', line: 1, severity: 'note', title: 'Large' }),
      ],
    };
    const run = await act({ answers: [answer], inputs: { prompt: 'Look for shouting.' } });
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', error_message: '' });
    expect(run.outputs['review_url']).toMatch(
      /^https:\/\/github\.com\/octo\/repo\/pull\/7#pullrequestreview-\d+$/,
    );
    expect(findings(run)).toMatchObject([
      {
        title: 'Shouting',
        placed: 'inline',
        severity: 'error',
        path: 'src/a.ts',
        line: 2,
        start_line: null,
      },
      { title: 'Large', placed: 'body' },
    ]);
    expect(github.reviews).toMatchObject([
      { commitId: HEAD_SHA, body: expect.stringContaining('logo.png:1') },
    ]);
    expect(github.reviewComments).toMatchObject([{ path: 'src/a.ts', line: 2, side: 'RIGHT' }]);
    expect(github.reviewComments[0]?.body).toContain('```suggestion\ntwo\n```');
    expect(run.summary).toMatch(
      /### Review: 2 findings \(1 error, 1 note\)[^]*\| 🔴 error \| Shouting<br>`src\/a\.ts:2` \| \[on its lines\]\(\S+#discussion_r\d+\) \|/,
    );
    expect(run.stdout).toContain(`Review: 2 findings. ${run.outputs['review_url'] ?? ''}\n`);
    const sarif = JSON.parse(readFileSync(run.outputs['sarif_file'] ?? '', 'utf8')) as {
      version: string;
    };
    expect(sarif.version).toBe('2.1.0');
    expect(prompt()).toMatch(
      /^Look for shouting\.\n\nThe pull request to review:\n- Repository: octo\/repo\n[^]*"suggestion"/,
    );
  });

  it('has whole findings in the output, as far as there is room, and all in the SARIF file', async () => {
    const long = Array.from({ length: 30 }, (_, at) =>
      finding({ title: `Shouting${'x'.repeat(at)}`, body: 'word '.repeat(1_400) }),
    );
    const run = await act({ answers: [{ summary: '', findings: long }] });
    expect(findings(run).length).toBeLessThan(30);
    const sarif = JSON.parse(readFileSync(run.outputs['sarif_file'] ?? '', 'utf8')) as {
      runs: { results: object[] }[];
    };
    expect(sarif.runs[0]?.results).toHaveLength(30);
  });

  it('does not repeat itself: not on a re-run, not after a push', async () => {
    await act();
    await sandbox.close();
    const again = await act({ env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(findings(again)).toMatchObject([{ placed: 'known' }]);
    expect(github.reviews).toHaveLength(1);
    await sandbox.close();
    github.pulls[0] = { number: 7, openedAt: OPENED, headSha: 'c'.repeat(40) };
    const pushed = await act({
      answers: [{ summary: '', findings: [finding(), finding({ title: 'New', line: 3 })] }],
    });
    expect(findings(pushed).map(({ title, placed }) => [title, placed])).toEqual([
      ['Shouting', 'known'],
      ['New', 'inline'],
    ]);
    expect(github.reviewComments.map(({ body }) => /Shouting|New/.exec(body)?.[0])).toEqual([
      'Shouting',
      'New',
    ]);
    expect(prompt()).toMatch(
      /reviewed last: a{40}[^]*\{"id":"[0-9a-f]{16}","path":"src\/a\.ts","line":2,"title":"Shouting"\}/,
    );
  });

  it('reads nothing of a pull request that it cannot read, and starts no run', async () => {
    github.pulls.splice(0);
    const run = await act();
    expect(run.outputs).toMatchObject({
      outcome: 'error',
      error_code: 'thread_unavailable',
      agent_run_id: '',
    });
    expect(run.outputs['error_message']).toContain('could not be read from GitHub (HTTP 404');
    expect(sandbox.runs()).toEqual([]);
  });
});

describe('a gate', () => {
  const inputs = { review: 'gate', commit_status: 'agent / review' };

  it.each([
    [true, { outcome: 'succeeded', state: 'success', exitCode: 0 }],
    [false, { outcome: 'failed', state: 'failure', exitCode: 1 }],
  ])('with the verdict %s: %j', async (pass, { outcome, state, exitCode }) => {
    const run = await act({
      inputs,
      answers: [{ summary: 'Two is loud.', findings: [finding()], pass }],
    });
    expect(run.outputs).toMatchObject({
      outcome,
      error_message: pass
        ? ''
        : `The review of pull request 7 does not pass: 1 finding (1 error). See ${run.outputs['review_url'] ?? ''}.`,
      result_json: '',
    });
    expect(run.exitCode).toBe(exitCode);
    expect(github.statuses.at(-1)).toMatchObject({ sha: HEAD_SHA, state });
    // For the post step, if the step is killed before it has told it.
    expect(JSON.parse(run.state['review'] ?? '')).toEqual({
      number: 7,
      pass,
      counts: { error: 1, warning: 0, note: 0 },
      url: run.outputs['review_url'],
    });
    expect(github.reviews).toHaveLength(1);
  });
});

describe('a head that moved before the step', () => {
  it('has the commit status: it is the one that was read', async () => {
    const before = 'e'.repeat(40);
    const payload = {
      action: 'opened',
      number: 7,
      pull_request: { ...PULL_REQUEST, head: { ...PULL_REQUEST.head, sha: before } },
    };
    const run = await act({
      inputs: { commit_status: 'agent / review' },
      event: { name: 'pull_request', payload },
    });
    expect(run.outputs['outcome']).toBe('succeeded');
    expect(github.statuses.map(({ sha, state }) => [sha, state])).toEqual([
      [HEAD_SHA, 'pending'],
      [HEAD_SHA, 'success'],
    ]);
  });
});

describe('events', () => {
  const comment = { id: 1, body: '@agent review', user: { login: 'mona', type: 'User' } };

  it('a comment on a pull request', async () => {
    const payload = { action: 'created', issue: { number: 7, pull_request: {} }, comment };
    const run = await act({
      event: { name: 'issue_comment', payload },
      inputs: { trigger_phrase: '@agent' },
    });
    expect(run.outputs).toMatchObject({ outcome: 'succeeded' });
    expect(github.reviews).toHaveLength(1);
  });

  it.each([
    ['issue_comment', { action: 'created', issue: { number: 7 }, comment }],
    ['merge_group', { action: 'checks_requested' }],
    ['push', { ref: 'refs/heads/main' }],
  ])('%s without a pull request is skipped', async (name, payload) => {
    const run = await act({ event: { name, payload } });
    expect(run.outputs).toMatchObject({ outcome: 'skipped', agent_run_id: '' });
    expect(run.outputs['skip_reason']).toContain('`review` needs a pull request');
    expect(sandbox.runs()).toEqual([]);
  });

  it('our own review comment triggers nothing', async () => {
    await act();
    const body = github.reviewComments[0]?.body;
    await sandbox.close();
    const payload = {
      action: 'created',
      pull_request: PULL_REQUEST,
      comment: { id: 2, body, user: { login: 'mona', type: 'User' } },
    };
    const run = await act({ event: { name: 'pull_request_review_comment', payload } });
    expect(run.outputs).toMatchObject({ outcome: 'skipped' });
    expect(sandbox.runs()).toEqual([]);
  });
});

it.each([
  [{ output_schema: '{}' }, 'output_schema'],
  [{ tasks: '[{"prompt":"a"}]' }, 'tasks'],
  [{ wait: 'false' }, 'wait: false'],
])('together with %j: invalid', async (inputs, name) => {
  const run = await act({ inputs });
  expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'invalid_input' });
  expect(run.outputs['error_message']).toContain(name);
  expect(github.requests).toEqual([]);
});
