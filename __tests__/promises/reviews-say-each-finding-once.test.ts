/**
 * A review says what the run found, each finding once, until it is fixed: nearly right answers are
 * read as they are meant, reviewers do not silence each other, what is not fixed does not vanish,
 * and a verdict is told as a verdict (contract 17).
 *
 * Shown red by: reading severities to the letter; marks without a key; leaving open findings out.
 */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UNLIMITED } from '../../sandbox/options.ts';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { loadOpenApi } from '../support/openapi.ts';
import { runAction, signalWhen, type ActionRun } from '../support/run-action.ts';
import { annotations, Servers, titles } from './step.ts';

const judge = loadOpenApi('api.github.com');
const OPENED = '2026-01-01T00:00:00Z';
const HEADS = ['a'.repeat(40), 'c'.repeat(40), 'd'.repeat(40)];
const PATCH = '@@ -1,4 +1,5 @@\n one\n-two\n+TWO\n+half\n three\n four';

const servers = new Servers();
let github: FakeGitHub;

beforeEach(async () => {
  github = servers.add(await startFakeGitHub({ permissions: { mona: 'write' } }));
  github.files.set(7, [{ filename: 'src/a.ts', patch: PATCH }]);
  push(0);
});
afterEach(async () => {
  await servers.close();
  expect(github.requests.flatMap(judge)).toEqual([]);
});

function push(at: number): void {
  github.pulls.splice(0, 1, {
    number: 7,
    openedAt: OPENED,
    headSha: HEADS[at] ?? '',
    commits: HEADS,
  });
}

interface Asked {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly comment?: string;
  /** Default: a new one. */
  readonly service?: Sandbox;
  readonly signal?: ReturnType<typeof signalWhen>;
}

/** Its token signs the marks, so that it stays the same. */
async function serve(turns: readonly object[]): Promise<Sandbox> {
  return servers.add(
    await startSandbox({
      token: 'sbx_0123456789abcdef',
      scenario: { turns } as ScenarioSource,
      limits: UNLIMITED,
    }),
  );
}

/** With it in the log, late entries are not waited for. */
const finalAnswer = (observation: string) => ({ message_type: 'FINAL_ANSWER', observation });

/** A step that reviews, whose run gives these answers in turn. */
async function act(answers: readonly string[], asked: Asked = {}) {
  const { inputs, env, comment, signal = {} } = asked;
  const turns = answers.map((result) => ({
    steps: [{ at: 0, status: 'COMPLETE', result, entry: finalAnswer(result) }],
  }));
  const service = asked.service ?? (await serve(turns));
  const user = { login: 'mona', type: 'User' };
  const repo = { full_name: 'octo/repo' };
  const pull = { number: 7, head: { sha: HEADS[0], repo }, base: { repo }, user };
  const onComment = {
    action: 'created',
    issue: { number: 7, pull_request: {} },
    comment: { id: 1, body: comment, user },
  };
  const run = await runAction({
    inputs: {
      token: service.token,
      base_url: service.url,
      org_id: '1',
      poll_interval_seconds: '0.05',
      github_token: 'ghs_x',
      review: 'advise',
      ...inputs,
    },
    event:
      comment === undefined
        ? { name: 'pull_request', payload: { action: 'opened', number: 7, pull_request: pull } }
        : { name: 'issue_comment', payload: onComment },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', ...env },
    ...signal,
  });
  return { run, service };
}

interface Told {
  readonly title: string;
  readonly placed: string | null;
}

const told = ({ outputs }: ActionRun): (string | null)[][] =>
  (JSON.parse(outputs['findings'] ?? '') as Told[]).map(({ title, placed }) => [title, placed]);

const finding = (changes: object = {}): object => ({
  path: 'src/a.ts',
  line: 2,
  severity: 'error',
  title: 'Shouting',
  body: 'Lower case, please.',
  ...changes,
});
const answer = (findings: readonly object[], rest: object = {}): string =>
  JSON.stringify({ summary: 'So.', findings, ...rest });

describe('an answer that is nearly right', () => {
  const loud = finding({ severity: 'High', line: '2', side: 'right', path: './src/a.ts:2' });
  it.each([
    ['a bare array', JSON.stringify([loud])],
    ['an object around it', JSON.stringify({ review: { findings: [loud] } })],
    ['prose around it', `I read {all} of it.\n\n${answer([loud])}\n\nThat is all.`],
  ])('is read as meant, without asking again: %s', async (_what, text) => {
    const { run, service } = await act([text]);
    expect(run.outputs['outcome']).toBe('succeeded');
    expect(told(run)).toEqual([['Shouting', 'inline']]);
    expect(github.reviewComments).toMatchObject([{ path: 'src/a.ts', line: 2, side: 'RIGHT' }]);
    expect(github.reviewComments[0]?.body).toContain('Error: Shouting');
    expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(run.stdout.match(/read as it is meant/g)).toHaveLength(1);
  });

  it('loses only the finding that says nothing', async () => {
    const titles = ['One', 'Two', 'Three', 'Four'];
    const findings = [...titles.map((title) => finding({ title })), { line: 3 }];
    const { run } = await act([answer(findings)]);
    expect(told(run).map(([title]) => title)).toEqual(titles);
    expect(annotations(run, 'warning')).toEqual([
      expect.stringContaining('1 finding of the review could not be read'),
    ]);
  });

  it('without a verdict is asked for the verdict alone', async () => {
    const { run, service } = await act([answer([loud]), answer([loud], { pass: true })], {
      inputs: { review: 'gate' },
    });
    expect(run.outputs['outcome']).toBe('succeeded');
    const again = service.requests.filter(({ method }) => method === 'POST').at(-1)?.body ?? '';
    expect(again).toContain('at /pass: must be boolean');
    expect(again).not.toContain('at /findings');
  });
});

describe('two reviewers of one pull request', () => {
  it('post side by side, and neither ends the findings of the other', async () => {
    const as = (job: string): Asked => ({ env: { GITHUB_JOB: job, GITHUB_WORKFLOW: 'Review' } });
    await act([answer([finding()])], as('security'));
    const { run } = await act([answer([finding()])], as('tests'));
    expect(told(run)).toEqual([['Shouting', 'inline']]);
    const before = github.reviewComments.map(({ body }) => body);
    push(1);
    const ids = (JSON.parse(run.outputs['findings'] ?? '') as { id: string }[]).map(({ id }) => id);
    await act([answer([], { resolved: ids })], as('tests'));
    expect(github.reviewComments[0]?.body).toBe(before[0]);
    expect(github.reviewComments[1]?.body).toContain('No longer found in `ccccccc`');
  });
});

it('a comment on a reviewed head brings what is new', async () => {
  await act([answer([finding()])], { env: { GITHUB_RUN_ID: '900' } });
  const { run } = await act([answer([finding({ title: 'New' })])], {
    comment: '@agent review again',
    inputs: { trigger_phrase: '@agent' },
    env: { GITHUB_RUN_ID: '901' },
  });
  expect(told(run)).toEqual([
    ['New', 'inline'],
    ['Shouting', 'known'],
  ]);
  expect(github.reviews).toHaveLength(2);
});

describe('what is not fixed', () => {
  it('stays in the findings, the summary and the SARIF file on the next push', async () => {
    await act([answer([finding()])]);
    push(1);
    const gate = { inputs: { review: 'gate' } };
    const { run, service } = await act([answer([], { pass: false })], gate);
    const [created] = service.requests.filter(({ method }) => method === 'POST');
    const { prompt } = JSON.parse(created?.body ?? '') as { readonly prompt: string };
    expect(prompt).toMatch(
      /reviewed last: a{40}[^]*\{"id":"[0-9a-f]{16}","path":"src\/a\.ts","line":2,"title":"Shouting"\}/,
    );
    expect(told(run)).toEqual([['Shouting', 'known']]);
    expect(github.reviews).toHaveLength(1);
    expect(run.summary).toMatch(/Shouting.*\[known before\]\(\S+#discussion_r\d+\)/);
    const sarif = JSON.parse(readFileSync(run.outputs['sarif_file'] ?? '', 'utf8')) as {
      readonly runs: readonly { readonly results: readonly { readonly message: object }[] }[];
    };
    expect(sarif.runs[0]?.results.map(({ message }) => message)).toEqual([{ text: 'Shouting' }]);
    expect(run.outputs['error_message']).toContain('does not pass: 1 finding (1 error)');
  });

  it('is said to be found again in its comment', async () => {
    const { run } = await act([answer([finding()])]);
    const [{ id = '' } = {}] = JSON.parse(run.outputs['findings'] ?? '') as { id: string }[];
    push(1);
    await act([answer([], { resolved: [id] })]);
    expect(github.reviewComments[0]?.body).toContain('No longer found in `ccccccc`');
    push(2);
    expect(told((await act([answer([finding()])])).run)).toEqual([['Shouting', 'known']]);
    expect(github.reviewComments[0]?.body).toContain('Found again in `ddddddd`');
    expect(github.reviewComments).toHaveLength(1);
  });
});

it.each([false, true])('a pull request that is closed (merged: %s) is skipped', async (merged) => {
  github.pulls[0] = { number: 7, openedAt: OPENED, closed: true, merged };
  const { run, service } = await act([answer([finding()])]);
  expect(run.outputs).toMatchObject({ outcome: 'skipped', agent_run_id: '' });
  expect(run.outputs['skip_reason']).toContain('is closed');
  expect(service.requests).toEqual([]);
});

it('a verdict is told as a verdict', async () => {
  const findings = [finding(), finding({ severity: 'note', title: 'Quiet', line: 3 })];
  const { run } = await act([answer(findings, { pass: false })], {
    inputs: { review: 'gate', commit_status: 'agent / review', prompt: 'Look for shouting.' },
  });
  const verdict = 'The review of pull request 7 does not pass: 2 findings (1 error, 1 note)';
  const address = run.outputs['review_url'] ?? '';
  expect(run.outputs).toMatchObject({ outcome: 'failed', result_json: '' });
  expect(run.outputs['error_message']).toBe(`${verdict}. See ${address}.`);
  expect(annotations(run, 'error')).toEqual([expect.stringContaining(verdict)]);
  expect(titles(run)).toContain('Agent review: does not pass');
  expect(run.exitCode).toBe(1);
  // For the post step, if the step is killed before it has told it.
  expect(JSON.parse(run.state['review'] ?? '')).toEqual({
    number: 7,
    pass: false,
    counts: { error: 1, warning: 0, note: 1 },
    url: address,
  });
  expect(github.reviews).toHaveLength(1);
  expect(github.statuses.at(-1)).toMatchObject({
    sha: HEADS[0],
    state: 'failure',
    description: verdict,
    target_url: address,
  });
  const heading = `## ❌ ${verdict}\n\nLook for shouting.`;
  expect(run.summary.slice(0, heading.length)).toBe(heading);
  expect(run.summary).toContain('Push a fix');
  expect(run.summary).toContain(`[Open the review](${address})`);
  expect(run.summary).not.toMatch(/narrower task|"findings"/);
});

describe('a job that is run again after a push', () => {
  const inputs = { idempotency: 'on' };
  const again = { GITHUB_RUN_ATTEMPT: '2' };
  const thirdTime = { GITHUB_RUN_ATTEMPT: '3' };

  it('goes on with the run that read its commit, and posts there; the new head is read anew', async () => {
    const turnOf = (title: string) => {
      const result = answer([finding({ title })]);
      return {
        steps: [
          { at: 0, status: 'ACTIVE' },
          { at: '3s', status: 'COMPLETE', result, entry: finalAnswer(result) },
        ],
      };
    };
    const service = await serve([turnOf('Of the old head')]);
    const isCreated = (stdout: string): boolean => stdout.includes('Status: ');
    await act([], { inputs, service, signal: signalWhen('SIGKILL', isCreated) });
    push(1);
    const old = await act([], { inputs, service, env: again });
    expect(old.run.outputs).toMatchObject({ outcome: 'succeeded' });
    const other = await serve([turnOf('Of the new head')]);
    const fresh = await act([], { inputs, service: other, env: { GITHUB_RUN_ID: '901' } });
    expect(told(fresh.run)).toEqual([
      ['Of the new head', 'inline'],
      ['Of the old head', 'known'],
    ]);
    expect(github.reviews.map(({ commitId }) => commitId)).toEqual([HEADS[0], HEADS[1]]);
    expect(service.runs()).toHaveLength(1);
  });

  it.each([{ idempotency: 'on' }, { idempotency: 'none' }])(
    'is skipped where there is none: %j',
    async (none) => {
      push(1);
      const { run, service } = await act(['{}'], {
        inputs: { ...none, timeout_minutes: '0.1' },
        env: again,
      });
      expect(run.outputs['outcome']).toBe('skipped');
      expect(run.stdout).toContain(String(HEADS[1]).slice(0, 7));
      expect(service.runs()).toEqual([]);
    },
  );

  it.each<[Readonly<Record<string, string>>, string]>([
    // Each run begins with the first answer.
    [{ comment: 'true' }, 'failed'],
    [{ comment: 'true', resume: 'thread' }, 'succeeded'],
  ])('asks about the new head where a comment asked for the review: %j', async (thread, end) => {
    const request = {
      comment: '@agent review',
      inputs: { ...thread, trigger_phrase: '@agent', review: 'gate' },
    };
    const answers = [answer([finding()], { pass: false }), answer([], { pass: true })];
    const first = await act(answers, request);
    push(1);
    const rest = { ...request, service: first.service };
    const second = await act([], { ...rest, env: again });
    const third = await act([], { ...rest, env: thirdTime });
    const ends = [first, second, third].map(({ run: { outputs } }) => outputs['outcome']);
    expect(ends).toEqual(['failed', end, end]);
    const sent = first.service.requests.filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(2);
  });
});
