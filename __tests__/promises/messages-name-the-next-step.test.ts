/**
 * An error tells a person what happened, what the service said, and what to do next (contract 5);
 * the table holds for each error the words of the service and the thing to change or to look at.
 *
 * Shown red by: leaving the service's own message out.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startFakeGitHub } from '../support/fake-github.ts';
import { inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { listen } from '../support/loopback.ts';
import { runAction, type ActionOptions } from '../support/run-action.ts';
import type { Reply } from '../support/scripted-service.ts';
import { annotations, DONE, MANIFEST, OUTPUT_NAMES, ROOT, Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

it.each<[string, string, Reply, readonly RegExp[]]>([
  ['400', 'rejected', { status: 400, body: { message: 'Not understood' } }, [/Not understood/]],
  [
    '401',
    'unauthorized',
    { status: 401, body: { message: 'Bad token' } },
    [/Bad token/, /`token`/],
  ],
  [
    '402',
    'quota_exceeded',
    { status: 402, body: { error: { message: 'Out of credit' } } },
    [/Out of credit/],
  ],
  [
    '403',
    'forbidden',
    { status: 403, body: { detail: 'Not your organization' } },
    [/Not your organization/, /token|org_id/],
  ],
  [
    '404',
    'not_found',
    { status: 404, body: 'Nothing here' },
    [/Nothing here/, /org_id/, /base_url/],
  ],
  [
    '422',
    'rejected',
    { status: 422, body: { detail: [{ loc: ['body', 'prompt'], msg: 'too long' }] } },
    [/prompt: too long/],
  ],
  [
    '500',
    'ambiguous_create',
    { status: 500, body: { message: 'Oops' } },
    [/Oops/, /not sent again/, /look|check/i],
  ],
  [
    'a redirect',
    'bad_response',
    { status: 302, headers: { location: 'https://elsewhere.example/' } },
    [/base_url/],
  ],
  [
    'a redirect to itself',
    'bad_response',
    { status: 307, headers: { location: '/' } },
    [/base_url/],
  ],
])('a create answered with %s', async (_, ...[code, reply, words]) => {
  const service = servers.add(
    await serveRun({ ...DONE, answer: (call) => (call === 'POST create' ? reply : undefined) }),
  );
  const run = await runAction({ inputs: inputsFor(service) });
  expect(Object.keys(run.outputs).sort()).toEqual(OUTPUT_NAMES);
  expect(run.outputs).toMatchObject({ outcome: 'error', error_code: code });
  expect(run.exitCode).toBe(1);
  expect(run.summary).not.toBe('');
  for (const word of words) {
    expect(run.outputs['error_message']).toMatch(word);
  }
  // A stack trace is for debugging alone.
  expect(run.stdout).not.toMatch(/\n\s+at /);
  expect(run.stderr).toBe('');
});

it('wrong inputs are all named at once, each with what was given and what would be accepted', async () => {
  const service = servers.add(await serveRun(DONE));
  const wrong = {
    org_id: '-1',
    base_url: `${service.url}?x=1`,
    repo_id: '1.5',
    resume: 'often',
    wait: 'maybe',
    timeout_minutes: '0',
    poll_interval_seconds: 'soon',
    logs: 'loud',
    fail_on: 'never',
    request_fields: '{"prompt": "x"}',
    output_schema: '{"type": 5}',
    on_cancel: 'explode',
    idempotency: 'perhaps',
    expect: 'wonders',
    require_permission: 'most',
    review: 'strict',
  };
  const { outputs } = await runAction({ inputs: inputsFor(service, { ...wrong, prompt: '' }) });
  expect(outputs['error_code']).toBe('invalid_input');
  for (const name of [...Object.keys(wrong), 'prompt']) {
    expect(outputs['error_message']).toContain(`\`${name}\``);
  }
  for (const value of ['often', 'maybe', 'loud', 'explode']) {
    expect(outputs['error_message']).toContain(value);
  }
  expect(service.calls).toEqual([]);
});

it('a misspelt input is a warning that names the right one', async () => {
  const service = servers.add(await serveRun(DONE));
  const run = await runAction({ inputs: inputsFor(service, { timout_minutes: '5' }) });
  expect(annotations(run, 'warning').join('\n')).toMatch(/timout_minutes[^]*timeout_minutes/);
  expect(Object.keys(MANIFEST.inputs)).toContain('timeout_minutes');
});

it('a service that is not there: its address, and how long it was tried', async () => {
  const { host, close } = await listen(createServer());
  await close();
  const run = await runAction({
    inputs: inputsFor({ url: `http://${host}` }, { timeout_minutes: '0.03' }),
  });
  expect(run.outputs['error_code']).toBe('network');
  expect(run.outputs['error_message']).toContain(host);
});

it('a timeout: that the run goes on, where, and how to follow it', async () => {
  const service = servers.add(await serveRun({ ...DONE, moments: [{ status: 'ACTIVE' }] }));
  const run = await runAction({ inputs: inputsFor(service, { timeout_minutes: '0.02' }) });
  expect(run.outputs['error_message']).toMatch(/goes on[^]*agent_run_id: 77/);
  expect(annotations(run, 'error')).toEqual([expect.stringMatching(/goes on[^]*agent_run_id: 77/)]);
});

it('an unknown status: the word, and the inputs that classify it, once', async () => {
  const moments = [{ status: 'THINKING' }, {}, {}, { status: 'COMPLETE' }];
  const service = servers.add(await serveRun({ ...DONE, moments }));
  const run = await runAction({ inputs: inputsFor(service) });
  const [warning, ...more] = annotations(run, 'warning');
  expect(warning).toMatch(/THINKING[^]*success_statuses[^]*failure_statuses/);
  expect(more).toEqual([]);
});

describe('a missing permission for GitHub', () => {
  const guide = readFileSync(join(ROOT, 'docs/permissions.md'), 'utf8');
  const HERE = 'https://github.com/octo/repo/pull/9';
  const CLAIM: FakeRun = { ...DONE, extra: { github_pull_requests: [{ url: HERE, title: 'x' }] } };
  const commented = {
    name: 'issue_comment',
    payload: {
      issue: { number: 9, pull_request: { url: 'x' } },
      comment: { id: 1, body: 'Go.', user: { login: 'mona', type: 'User' } },
    },
  };
  const opened = { name: 'issues', payload: { action: 'opened', issue: { number: 7 } } };
  const STATUS = { commit_status: 'agent' };

  it.each<
    [
      string,
      readonly [method: string, path: RegExp],
      Pick<ActionOptions, 'event'> & { inputs?: Record<string, string>; fake?: FakeRun },
    ]
  >([
    ['issues: write', ['POST', /comments$/], { inputs: { comment: 'true' }, event: opened }],
    [
      'pull-requests: write',
      ['POST', /comments$/],
      { inputs: { comment: 'true' }, event: commented },
    ],
    ['statuses: write', ['POST', /statuses/], { inputs: STATUS }],
    ['pull-requests: read', ['GET', /\/pulls\//], { inputs: STATUS, event: commented }],
    ['pull-requests: read', ['GET', /\/pulls\//], { fake: CLAIM }],
    ['contents: read', ['GET', /\/commits\//], { fake: CLAIM }],
  ])(
    '%s: its name, in one warning and in the guide',
    async (permission, [method, path], { event, inputs, fake = DONE }) => {
      const service = servers.add(await serveRun(fake));
      const github = servers.add(await startFakeGitHub({ threads: [7, 9] }));
      github.permissions.set('mona', { permission: 'write', role_name: 'write' });
      github.pulls.push({ number: 9, openedAt: '2020-01-01T00:00:00Z' });
      const body = { message: 'Resource not accessible by integration' };
      github.faults.push({ method, path, times: 99, act: { status: 403, body } });
      const run = await runAction({
        inputs: inputsFor(service, { github_token: 'ghs_secret', ...inputs }),
        ...(event !== undefined && { event }),
        env: {
          GITHUB_API_URL: github.url,
          GITHUB_REPOSITORY: 'octo/repo',
          GITHUB_SHA: 'd'.repeat(40),
        },
      });
      expect([run.outputs['outcome'], run.exitCode]).toEqual(['succeeded', 0]);
      const [warning, ...more] = annotations(run, 'warning');
      expect(warning).toContain(permission);
      expect(more).toEqual([]);
      expect(guide).toContain(`\`${permission}\``);
    },
  );
});
