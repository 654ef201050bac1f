/**
 * Who may not start the agent does not (contract 6.1, 6.3): such a step is `skipped`, says why, and
 * sends nothing to the service; a permission that cannot be read counts as none.
 *
 * Shown red by: letting a step go on when the permission cannot be read.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { inputsFor, serveRun } from '../support/fake-run.ts';
import { runAction, type ActionRun } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';
import { annotations, DONE, OUTPUT_NAMES, Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

interface Act {
  readonly event: string;
  readonly payload?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly prepare?: (github: FakeGitHub) => void;
}

async function act({
  event,
  payload = {},
  env = {},
  inputs = {},
  prepare,
}: Act): Promise<ActionRun & { readonly service: ScriptedService; readonly github: FakeGitHub }> {
  const service = servers.add(await serveRun(DONE));
  const github = servers.add(await startFakeGitHub());
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  prepare?.(github);
  const run = await runAction({
    inputs: inputsFor(service, { github_token: 'ghs_secret', ...inputs }),
    event: { name: event, payload },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', ...env },
  });
  return { ...run, service, github };
}

const mona = { login: 'mona', type: 'User' };
const mallory = { login: 'mallory', type: 'User' };
const actor = (login: string): Readonly<Record<string, string>> => ({
  GITHUB_ACTOR: login,
  GITHUB_TRIGGERING_ACTOR: login,
});
const STRANGER = actor('mallory');
const commented = (body: string, user: object = mona): object => ({
  action: 'created',
  issue: { number: 7, title: 'It is broken', user: mona },
  comment: { id: 5, body, user },
  sender: user,
});
const pull = (head: string, user: object = mallory): object => ({
  action: 'opened',
  pull_request: {
    number: 7,
    user,
    head: { repo: { full_name: head } },
    base: { repo: { full_name: 'octo/repo' } },
  },
  sender: user,
});

function expectRefused({
  outputs,
  exitCode,
  service,
  ...run
}: Awaited<ReturnType<typeof act>>): void {
  expect(service.calls).toEqual([]);
  expect(outputs).toMatchObject({
    outcome: 'skipped',
    requests: '0',
    error_code: '',
    agent_run_id: '',
  });
  expect(outputs['skip_reason']).not.toBe('');
  expect(Object.keys(outputs).sort()).toEqual(OUTPUT_NAMES);
  expect(exitCode).toBe(0);
  expect(annotations(run, 'notice').length + annotations(run, 'warning').length).toBeGreaterThan(0);
}

describe('a stranger starts nothing', () => {
  const EVENTS: readonly (readonly [string, object])[] = [
    ['issues', { action: 'opened', issue: { number: 7, user: mallory } }],
    ['issue_comment', commented('Fix it.', mallory)],
    [
      'pull_request_review',
      { review: { body: 'Fix it.', user: mallory }, pull_request: { number: 7 } },
    ],
    [
      'pull_request_review_comment',
      { comment: { id: 1, body: 'Fix it.', user: mallory }, pull_request: { number: 7 } },
    ],
    ['pull_request_target', pull('mallory/repo')],
    ['pull_request', pull('mallory/repo')],
    // Anyone may open one between two branches that exist.
    ['pull_request', pull('octo/repo')],
    ['discussion', { discussion: { number: 7, user: mallory } }],
    [
      'discussion_comment',
      { comment: { id: 1, body: 'Fix it.', user: mallory }, discussion: { number: 7 } },
    ],
    ['workflow_run', { workflow_run: { actor: mallory, triggering_actor: mallory } }],
    ['fork', { sender: mallory }],
    ['an_event_of_tomorrow', {}],
  ];
  it.each(EVENTS)('by %s', async (event, payload) => {
    expectRefused(await act({ event, payload: { sender: mallory, ...payload }, env: STRANGER }));
  });

  it('behind a workflow run that a trusted person triggered again', async () => {
    const payload = { workflow_run: { actor: mallory, triggering_actor: mona }, sender: mona };
    expectRefused(await act({ event: 'workflow_run', payload }));
  });

  it('behind a pull request of this repository that a trusted person touches', async () => {
    expectRefused(
      await act({
        event: 'pull_request',
        payload: { ...pull('octo/repo'), action: 'labeled', sender: mona },
      }),
    );
  });

  it('when a trusted person re-runs the job', async () => {
    expectRefused(
      await act({
        event: 'issues',
        payload: { issue: { number: 7 } },
        env: { GITHUB_ACTOR: 'mallory' },
      }),
    );
  });

  it('with less than what is required', async () => {
    expectRefused(
      await act({
        event: 'issues',
        payload: { issue: { number: 7 } },
        inputs: { require_permission: 'admin' },
      }),
    );
  });
});

describe('a permission that cannot be read is none', () => {
  it.each([
    ['a 500', { status: 500 }],
    ['a 404', { status: 404 }],
    ['a lost connection', 'reset'],
    ['an answer without the field', { status: 200, body: {} }],
    ['a rate limit that lasts', { status: 429, headers: { 'retry-after': '600' } }],
  ] as const)('%s', async (_, fault) => {
    const run = await act({
      event: 'issue_comment',
      payload: commented('Fix it.'),
      inputs: { timeout_minutes: '0.05' },
      prepare: ({ faults }) => void faults.push({ path: /permission$/, times: 99, act: fault }),
    });
    expectRefused(run);
  });

  it('which is told with what to change, and in the thread to the people of the repository', async () => {
    const { comment, ...payload } = commented('@agent fix it') as { readonly comment: object };
    const run = await act({
      event: 'issue_comment',
      payload: { ...payload, comment: { ...comment, author_association: 'MEMBER' } },
      inputs: { trigger_phrase: '@agent' },
      prepare: ({ faults }) =>
        void faults.push({ path: /permission$/, times: 99, act: { status: 403 } }),
    });
    expectRefused(run);
    expect(annotations(run, 'warning')).toEqual([expect.stringContaining('`metadata: read`')]);
    expect(run.github.reactions).toEqual([{ comment: 5, content: 'confused' }]);
  });

  it('a refusal names the permission to add', async () => {
    const run = await act({
      event: 'issue_comment',
      payload: commented('Fix it.'),
      prepare: ({ faults }) =>
        void faults.push({ path: /permission$/, times: 99, act: { status: 403 } }),
    });
    expectRefused(run);
    expect(annotations(run, 'warning').join('\n')).toMatch(/\w+: read/);
  });

  it('no token for GitHub', async () => {
    expectRefused(
      await act({
        event: 'issue_comment',
        payload: commented('Fix it.'),
        inputs: { github_token: '' },
      }),
    );
  });
});

/** `/users/Copilot` is 404 (claude-code-action#1284). */
const unknownUser = ({ faults, permissions }: FakeGitHub): void => {
  permissions.set('Copilot', { permission: 'admin', role_name: 'admin' });
  faults.push({ path: /\/users\/Copilot$/, times: 9, act: { status: 404 } });
};

describe('a gate does not pass because a permission could not be read', () => {
  it.each([
    ['is refused', { status: 403, body: { message: 'Resource not accessible by integration' } }],
    ['stays unreadable', { status: 502 }],
    ['is limited', { status: 403, body: { message: 'You have exceeded a secondary rate limit' } }],
  ] as const)('that %s', async (_, fault) => {
    const run = await act({
      event: 'pull_request',
      payload: pull('octo/repo', mona),
      inputs: { review: 'gate', timeout_minutes: '0.05' },
      prepare: ({ faults }) => void faults.push({ path: /permission$/, times: 99, act: fault }),
    });
    expect(run.service.calls).toEqual([]);
    expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'thread_unavailable' });
    expect(run.exitCode).toBe(1);
    expect(annotations(run, 'error')).toEqual([expect.stringContaining('could not be read')]);
  });
});

describe('a bot starts nothing, whatever permission it has', () => {
  const helper = { login: 'helper', type: 'Bot' };
  it.each<[string, Act]>([
    ['its suffix', { event: 'issues', env: actor('helper[bot]') }],
    [
      'its type in the payload',
      { event: 'issues', payload: { sender: helper }, env: actor('helper') },
    ],
    ['its account', { event: 'issues', env: actor('helper') }],
    ['being no user for GitHub', { event: 'issues', env: actor('Copilot'), prepare: unknownUser }],
    [
      'being no user for GitHub, where nothing is asked of people',
      {
        event: 'issues',
        env: actor('Copilot'),
        prepare: unknownUser,
        inputs: { require_permission: 'none' },
      },
    ],
    [
      'its type behind a workflow run',
      { event: 'workflow_run', payload: { workflow_run: { actor: helper } } },
    ],
  ])('known by %s', async (_, given) => {
    const run = await act({
      ...given,
      // `*` is no login.
      inputs: { allowed_bots: '*', ...given.inputs },
      prepare: (github) => {
        github.accountTypes.set('helper', 'Bot');
        github.permissions.set('helper', { permission: 'admin', role_name: 'admin' });
        given.prepare?.(github);
      },
    });
    expectRefused(run);
  });
});

describe('a trigger phrase', () => {
  it.each([
    ['is missing', 'Fix it.'],
    ['stands in a quote', '> @agent fix it\n\nNo.'],
    ['stands in code', 'Say `@agent fix it`.'],
    ['is part of another word', 'Ask @agentic people.'],
  ])('that %s starts nothing', async (_, body) => {
    expectRefused(
      await act({
        event: 'issue_comment',
        payload: commented(body),
        inputs: { trigger_phrase: '@agent' },
      }),
    );
  });
});

it("a fork's pull request without a token is skipped, not failed", async () => {
  expectRefused(
    await act({ event: 'pull_request', payload: pull('mallory/repo'), inputs: { token: '' } }),
  );
});

/** Everything that starts, follows, tells or asks for a run. */
it.each<[string, Readonly<Record<string, string>>]>([
  ['a run that is followed', { agent_run_id: '77', prompt: '' }],
  ['a run of this thread', { resume: 'thread', comment: 'true' }],
  ['a fleet', { tasks: '[{"key":"a"},{"key":"b","agent_run_id":77}]' }],
  ['a preflight', { task: 'check', prompt: '' }],
  ['setup commands', { task: 'setup-commands', repo_id: '3', prompt: '' }],
  ['a repository looked up by name', { repo: 'octo/repo' }],
  ['a review', { review: 'gate' }],
  ['traces and a commit status', { otlp: 'true', commit_status: 'agent' }],
])('a refused step asks for permissions alone: %s', async (_, inputs) => {
  const run = await act({
    event: 'pull_request_target',
    payload: pull('mallory/repo'),
    env: { ...STRANGER, GITHUB_SHA: 'b'.repeat(40) },
    inputs,
  });
  expectRefused(run);
  const asked = run.github
    .log()
    .filter((request) => !/^GET .*\/permission$|^GET \/users\//.test(request));
  expect(asked).toEqual([]);
});

describe('a trusted person does start it', () => {
  it.each<[string, Act]>([
    [
      'by a comment',
      {
        event: 'issue_comment',
        payload: commented('@agent fix it'),
        inputs: { trigger_phrase: '@agent' },
      },
    ],
    [
      'by a pull request of this repository',
      { event: 'pull_request', payload: pull('octo/repo', mona) },
    ],
    [
      'by a pull request of this repository that a bot opened, because it could push',
      {
        event: 'pull_request',
        payload: pull('octo/repo', { login: 'renovate[bot]', type: 'Bot' }),
        env: actor('renovate[bot]'),
      },
    ],
    ['by a push, without a question', { event: 'push', env: STRANGER }],
    [
      'once a rate limit of GitHub is over',
      {
        event: 'issues',
        payload: { issue: { number: 7 } },
        prepare: ({ faults }) =>
          void faults.push({
            path: /permission$/,
            act: { status: 429, headers: { 'retry-after': '1' } },
          }),
      },
    ],
    [
      'once a fault of GitHub is over',
      {
        event: 'issues',
        payload: { issue: { number: 7 } },
        prepare: ({ faults }) => void faults.push({ path: /permission$/, act: { status: 502 } }),
      },
    ],
    [
      'by a bot on the list that GitHub does not know as a user',
      {
        event: 'issues',
        env: actor('Copilot'),
        prepare: unknownUser,
        inputs: { allowed_bots: 'Copilot' },
      },
    ],
    [
      'by a bot on the list',
      { event: 'issues', env: actor('helper[bot]'), inputs: { allowed_bots: 'helper[bot]' } },
    ],
  ])('%s', async (_, given) => {
    const { outputs, service } = await act(given);
    expect(outputs['outcome']).toBe('succeeded');
    expect(service.calls[0]).toBe('POST create');
  });
});
