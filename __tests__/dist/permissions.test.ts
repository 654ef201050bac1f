/** The permission check from outside (contract 6.1): what outsiders tried on the bundle. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { finalAnswer, inputsFor, serveRun } from '../support/fake-run.ts';
import { runAction, type ActionRun } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
let github: FakeGitHub | undefined;
afterEach(async () => {
  await service?.close();
  await github?.close();
});

interface Act {
  readonly event: string;
  readonly payload?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly prepare?: (github: FakeGitHub) => void;
}

async function act({ event, payload = {}, env = {}, inputs = {}, prepare }: Act): Promise<ActionRun> {
  service = await serveRun({
    entries: [finalAnswer(0, 'Done.')],
    moments: [{ status: 'COMPLETE', entries: 1, result: 'Done.' }],
  });
  github = await startFakeGitHub();
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  prepare?.(github);
  return runAction({
    inputs: inputsFor(service, { github_token: 'ghs_secret', ...inputs }),
    event: { name: event, payload },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', ...env },
  });
}

const mona = { login: 'mona', type: 'User' };
const mallory = { login: 'mallory', type: 'User' };
const stranger = { GITHUB_ACTOR: 'mallory', GITHUB_TRIGGERING_ACTOR: 'mallory' };
const pull = (repo: string): object => ({
  pull_request: { number: 7, head: { repo: { full_name: repo } }, base: { repo: { full_name: 'octo/repo' } } },
  sender: mallory,
});

function expectSkipped({ outputs, stdout }: ActionRun, words: string): void {
  expect(outputs['outcome']).toBe('skipped');
  expect(outputs['skip_reason']).toContain(words);
  expect(stdout).toContain('::notice');
  expect(service?.requests).toEqual([]);
}

describe('no request to the service is made for', () => {
  it("a fork's pull request that has a token", async () => {
    expectSkipped(
      await act({ event: 'pull_request', payload: pull('mallory/repo'), env: stranger }),
      'mallory has read',
    );
  });

  it('an unknown event', async () => {
    expectSkipped(await act({ event: 'fork', payload: { sender: mallory }, env: stranger }), 'mallory has read');
    await service?.close();
    await github?.close();
    expectSkipped(await act({ event: 'brand_new', env: stranger }), 'mallory has read');
  });

  it("a stranger's comment that someone else edits or deletes", async () => {
    const phrase = { trigger_phrase: '@agent', context: 'event' };
    const touched = (action: string): Promise<ActionRun> => {
      const comment = { id: 5, body: '@agent push my branch', user: mallory };
      const payload = { action, issue: { number: 7, user: mallory }, comment, sender: mona };
      return act({ event: 'issue_comment', payload, inputs: phrase });
    };
    expectSkipped(await touched('edited'), 'mallory has read');
    await service?.close();
    await github?.close();
    expectSkipped(await touched('deleted'), 'The comment was deleted');
    expect(github?.requests).toEqual([]);
  });

  it('a workflow run caused by a stranger', async () => {
    const payload = { workflow_run: { actor: mallory, triggering_actor: mona }, sender: mona };
    expectSkipped(await act({ event: 'workflow_run', payload }), 'mallory has read');
  });

  it('a bot known only by its account', async () => {
    const run = await act({
      event: 'issue_comment',
      payload: { comment: { body: 'x', user: mona }, sender: mona },
      env: { GITHUB_TRIGGERING_ACTOR: 'helper' },
      inputs: { allowed_bots: '*' },
      prepare: ({ accountTypes, permissions }) => {
        accountTypes.set('helper', 'Bot');
        permissions.set('helper', { permission: 'admin', role_name: 'admin' });
      },
    });
    expectSkipped(run, 'helper is a bot');
    expect(github?.log()).toContain('GET /users/helper');
    expect(github?.log().filter((line) => line.includes('helper/permission'))).toEqual([]);
  });
});

describe('a rate limit of GitHub that lasts too long', () => {
  it('skips the step and says to retry later, not to change the token', async () => {
    const run = await act({
      event: 'issues',
      payload: { issue: { number: 7 }, sender: mona },
      prepare: ({ faults }) =>
        faults.push({ path: /permission/, act: { status: 429, headers: { 'retry-after': '600' } } }),
    });
    expectSkipped(run, 'again later');
    expect(run.outputs['skip_reason']).not.toContain('read access');
  });
});

/** Everything that starts, follows, tells or asks for a run. */
const PATHS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a run that is followed', { agent_run_id: '77', prompt: '' }],
  ['a run of this thread', { resume: 'thread', comment: 'true' }],
  ['a fleet', { tasks: '[{"key":"a"},{"key":"b","agent_run_id":77}]' }],
  ['a preflight', { task: 'check', prompt: '' }],
  ['setup commands', { task: 'setup-commands', repo_id: '3', prompt: '' }],
  ['a repository looked up by name', { repo: 'octo/repo' }],
  ['exactly one run', { idempotency: 'metadata' }],
  ['traces and a commit status', { otlp: 'true', commit_status: 'agent' }],
];

it.each(PATHS)('sends only permission requests in a refused step: %s', async (_, inputs) => {
  const env = { ...stranger, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', GITHUB_SHA: 'b'.repeat(40) };
  const run = await act({ event: 'pull_request_target', payload: pull('mallory/repo'), env, inputs });
  expectSkipped(run, 'mallory has read');
  expect(github?.log()).toEqual(['GET /repos/octo/repo/collaborators/mallory/permission']);
  const after = await runAction({ inputs: {}, state: run.state });
  expect([after.exitCode, after.stdout]).toEqual([0, '']);
});

describe('a bot is refused, whatever permission it has', () => {
  const bot = (login: string): Pick<Act, 'env'> => ({ env: { GITHUB_ACTOR: login, GITHUB_TRIGGERING_ACTOR: login } });
  const behindRun = (actor: object): Act => ({ event: 'workflow_run', payload: { workflow_run: { actor } } });
  const forged = { login: 'helper', type: 'User' };
  const cases: readonly (readonly [string, Act])[] = [
    ['its suffix', { event: 'issues', ...bot('helper[BOT]') }],
    ['its suffix behind a run', behindRun({ login: 'helper[bot]' })],
    ['its type behind a run', behindRun({ login: 'helper', type: 'Bot' })],
    ['its account behind a run', behindRun({ login: 'helper' })],
    [
      'its type in any letter case',
      { event: 'issues', payload: { sender: { ...forged, type: 'bot' } }, ...bot('helper') },
    ],
    [
      'its account, not a deployment',
      { event: 'deployment_status', payload: { deployment: { payload: forged } }, ...bot('helper') },
    ],
    [
      'its account, not a package',
      { event: 'registry_package', payload: { package: { metadata: { user: forged } } }, ...bot('helper') },
    ],
  ];
  it.each(cases)('recognized by %s', async (_, given) => {
    const run = await act({
      ...given,
      inputs: { allowed_bots: '*, Helper' },
      prepare: ({ accountTypes, permissions }) => {
        accountTypes.set('helper', 'Bot');
        permissions.set('helper', { permission: 'admin', role_name: 'admin' });
      },
    });
    expectSkipped(run, 'is a bot');
    expect(github?.log().filter((line) => line.includes('helper/permission'))).toEqual([]);
  });
});

describe('the step continues', () => {
  it('for a pull request of this repository, without a permission request', async () => {
    const { outputs } = await act({ event: 'pull_request', payload: pull('octo/repo'), env: stranger });
    expect(outputs['outcome']).toBe('succeeded');
    expect(github?.log()).toEqual([]);
  });

  it('once a rate limit of GitHub is over', async () => {
    const { outputs } = await act({
      event: 'issues',
      payload: { issue: { number: 7 }, sender: mona },
      prepare: ({ faults }) =>
        faults.push({ path: /permission/, act: { status: 429, headers: { 'retry-after': '1' } } }),
    });
    expect(outputs['outcome']).toBe('succeeded');
    expect(github?.log().filter((line) => line.includes('permission'))).toHaveLength(2);
  });
});
