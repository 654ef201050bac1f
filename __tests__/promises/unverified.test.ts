/**
 * A success that should have brought a pull request counts only if GitHub confirms it (contract
 * 14), and one that should have brought a result only if this turn has a text (contract 1.1):
 * otherwise the outcome is `unverified`, red unless `fail_on` leaves it out.
 *
 * Shown red by: counting a pull request that was there before and has not changed.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { HEAD_SHA, type FakePullRequest } from '../support/fake-github-pulls.ts';
import { entry, inputsFor, serveRun } from '../support/fake-run.ts';
import { runAction, type ActionRun } from '../support/run-action.ts';
import { annotations, DONE, Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

const HERE = 'https://github.com/octo/repo/pull/9';
const ELSEWHERE = 'https://github.com/else/where/pull/4';
const NOW = new Date().toISOString();
const LONG_AGO = '2020-01-01T00:00:00Z';
const CONFIRMED = { pull_request_number: '9', head_branch: 'agent/fix', head_sha: HEAD_SHA };
const NONE = { pull_request_number: '', head_branch: '', head_sha: '' };

interface Act {
  readonly result?: string;
  readonly claims?: readonly string[];
  readonly pulls?: readonly FakePullRequest[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly prepare?: (github: FakeGitHub) => void;
  readonly env?: Readonly<Record<string, string>>;
}

async function act({
  result = 'All good.',
  claims = [],
  pulls = [],
  inputs = {},
  prepare,
  env = {},
}: Act): Promise<ActionRun> {
  const github_pull_requests = claims.map((url) => ({ url, head_branch_name: 'a lie' }));
  const service = servers.add(await serveRun({ ...DONE, extra: { github_pull_requests, result } }));
  const github = servers.add(await startFakeGitHub());
  github.pulls.push(...pulls);
  prepare?.(github);
  return runAction({
    inputs: inputsFor(service, { github_token: 'ghs_secret', expect: 'pull_request', ...inputs }),
    env: {
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: 'octo/repo',
      GITHUB_SHA: 'd'.repeat(40),
      ...env,
    },
  });
}

describe('succeeded', () => {
  it.each<[string, Act]>([
    ['opened since the run began', { claims: [HERE], pulls: [{ number: 9, openedAt: NOW }] }],
    [
      'there before, with a new head',
      { claims: [HERE], pulls: [{ number: 9, openedAt: LONG_AGO, committedAt: NOW }] },
    ],
    [
      // meedan/pender#289: what a header says of itself is no secret (contract 16).
      'opened, although a header of the trace has the name of the repository',
      {
        claims: [HERE],
        pulls: [{ number: 9, openedAt: NOW }],
        inputs: { otlp: 'true' },
        env: { OTEL_EXPORTER_OTLP_HEADERS: 'x-honeycomb-team=a-secret,x-honeycomb-dataset=repo' },
      },
    ],
  ])('with a pull request that was %s', async (_, given) => {
    const { outputs, exitCode } = await act(given);
    expect(outputs).toMatchObject({
      outcome: 'succeeded',
      ...CONFIRMED,
      pull_requests: JSON.stringify([HERE]),
    });
    expect(exitCode).toBe(0);
  });
});

describe('unverified', () => {
  const fails = (prepare: FakeGitHub['faults'][number]['act']): Act => ({
    claims: [HERE],
    prepare: ({ faults }) => void faults.push({ path: /pulls/, times: 99, act: prepare }),
  });
  it.each<[string, Act]>([
    ['no claim', {}],
    ['a claim of what GitHub does not know', { claims: [HERE] }],
    [
      'one that was there before, unchanged',
      { claims: [HERE], pulls: [{ number: 9, openedAt: LONG_AGO }] },
    ],
    [
      'one of another repository',
      { claims: [ELSEWHERE], pulls: [{ repository: 'else/where', number: 4, openedAt: NOW }] },
    ],
    ['one of a repository that cannot be read', { claims: [ELSEWHERE] }],
    [
      'one of a repository that the inputs do not name',
      { claims: [ELSEWHERE], pulls: [{ repository: 'else/where', number: 4, openedAt: NOW }] },
    ],
    [
      'one from a fork',
      { claims: [HERE], pulls: [{ number: 9, openedAt: NOW, fork: 'mallory/repo' }] },
    ],
    [
      'one that was closed without a merge',
      { claims: [HERE], pulls: [{ number: 9, openedAt: NOW, closed: true }] },
    ],
    [
      'one whose only commit is empty',
      { claims: [HERE], pulls: [{ number: 9, openedAt: NOW, changedFiles: 0 }] },
    ],
    ['a GitHub that refuses', fails({ status: 403 })],
    // It is asked again until the time of the step is over (contract 6.1).
    ['a GitHub out of reach', { ...fails('reset'), inputs: { timeout_minutes: '0.1' } }],
    [
      'no token for GitHub',
      { claims: [HERE], pulls: [{ number: 9, openedAt: NOW }], inputs: { github_token: '' } },
    ],
  ])('%s', async (name, given) => {
    const run = await act(given);
    expect(run.outputs).toMatchObject({ outcome: 'unverified', error_code: '', ...NONE });
    expect(run.outputs['error_message']).not.toBe('');
    expect(annotations(run, 'error')).toHaveLength(1);
    expect([name, run.exitCode]).toEqual([name, 1]);
  });

  it('says of each address that the agent’s text names why it does not count', async () => {
    const run = await act({ result: 'I opened [the fix](https://github.com/octo/repo/pull/404).' });
    expect(run.outputs).toMatchObject({ outcome: 'unverified', ...NONE });
    expect(run.outputs['error_message']).toMatch(/names #404, which does not exist/);
    expect(annotations(run, 'error').join()).toMatch(/names #404, which does not exist/);
  });

  it('is green where `fail_on` leaves it out', async () => {
    const run = await act({ inputs: { fail_on: 'failed' } });
    expect([run.outputs['outcome'], run.exitCode]).toEqual(['unverified', 0]);
    expect(annotations(run, 'error')).toEqual([]);
  });
});

it('without `expect`, a claim that GitHub does not know fails nothing and is not told as one', async () => {
  const { outputs, exitCode, stdout } = await act({ claims: [HERE], inputs: { expect: 'none' } });
  expect(outputs).toMatchObject({ outcome: 'succeeded', ...NONE });
  expect([exitCode, stdout.includes(HERE)]).toEqual([0, false]);
});

describe('with `expect: result`', () => {
  it('a text of this turn is enough, and no pull request is asked for', async () => {
    const { outputs, exitCode } = await act({ inputs: { expect: 'result' } });
    expect(outputs).toMatchObject({ outcome: 'succeeded', result: 'All good.', ...NONE });
    expect(exitCode).toBe(0);
  });

  it.each([
    ['nothing', null],
    ['blanks alone', ' \n'],
  ])('a success with %s is unverified', async (_, result) => {
    const moments = [{ status: 'ACTIVE' }, { status: 'COMPLETE', result }];
    const service = servers.add(await serveRun({ entries: [entry(0)], moments }));
    const run = await runAction({ inputs: inputsFor(service, { expect: 'result' }) });
    expect(run.outputs).toMatchObject({ outcome: 'unverified', error_code: '', ...NONE });
    expect(run.outputs['error_message']).toContain('`expect: result` found no result text');
    expect(annotations(run, 'error')).toHaveLength(1);
    expect(run.exitCode).toBe(1);
  });
});
