/**
 * An issue in which people mention the agent: a sandbox service, a GitHub on loopback, and the job
 * of each comment.
 */
import { UNLIMITED, type SandboxOptions } from '../../sandbox/options.ts';
import type { TurnSource } from '../../sandbox/scenario.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { startFakeGitHub, type FakeComment, type FakeGitHub } from './fake-github.ts';
import { runAction, signalWhen, type ActionOptions, type ActionRun } from './run-action.ts';

export interface Job {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly action?: string;
  /** The state saved by the main step. If set, the post step runs. */
  readonly state?: ActionOptions['state'];
  /** The step is killed as soon as this returns true. */
  readonly killWhen?: () => boolean;
}

export interface MentionThread {
  readonly sandbox: Sandbox;
  readonly github: FakeGitHub;
  /** Adds a comment to the issue. `mona` and `ann` have write permission. */
  readonly say: (body: string, login?: string) => FakeComment;
  /** Runs the job that GitHub starts for the comment. */
  readonly job: (comment: FakeComment, options?: Job) => Promise<ActionRun>;
  /** The prompts that reached the service, in order. */
  readonly prompts: () => string[];
  readonly close: () => Promise<void>;
}

/** Long enough to be seen at work, so that its end counts at once (contract 4.5). */
const TURN: TurnSource = {
  steps: [
    { at: 0, status: 'ACTIVE' },
    {
      at: '300ms',
      status: 'COMPLETE',
      entry: { message_type: 'FINAL_ANSWER', observation: 'That is all.' },
    },
  ],
};
const ISSUE = {
  number: 7,
  title: 'Broken',
  body: 'Since yesterday.',
  html_url: 'https://github.test/7',
};

export async function startMentionThread(options: SandboxOptions = {}): Promise<MentionThread> {
  const sandbox = await startSandbox({
    scenario: { turns: [TURN, TURN, TURN, TURN] },
    limits: UNLIMITED,
    ...options,
  });
  const github = await startFakeGitHub();
  for (const login of ['mona', 'ann']) {
    github.permissions.set(login, { permission: 'write', role_name: 'write' });
  }
  return {
    sandbox,
    github,
    say: (body, login = 'mona') => github.addComment(7, body, { login, type: 'User' }),
    job: (
      { id, body, author },
      { inputs = {}, env = {}, action = 'created', state, killWhen } = {},
    ) => {
      const told = { id, body, user: author, html_url: `https://github.test/7#c${id}` };
      return runAction({
        inputs: {
          token: sandbox.token,
          base_url: sandbox.url,
          org_id: '1',
          prompt: 'Do what is asked.',
          github_token: 'ghs_secret',
          resume: 'thread',
          trigger_phrase: '@agent',
          context: 'event',
          poll_interval_seconds: '0.1',
          ...inputs,
        },
        event: {
          name: 'issue_comment',
          payload: { action, issue: ISSUE, comment: told, sender: author },
        },
        env: {
          GITHUB_API_URL: github.url,
          GITHUB_REPOSITORY: 'octo/repo',
          GITHUB_RUN_ID: String(id),
          GITHUB_ACTOR: author.login,
          GITHUB_TRIGGERING_ACTOR: author.login,
          ...env,
        },
        ...(state !== undefined && { state }),
        ...(killWhen !== undefined && signalWhen('SIGKILL', killWhen)),
      });
    },
    prompts: () =>
      sandbox.requests
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => (JSON.parse(body) as { prompt: string }).prompt),
    close: async () => {
      await sandbox.close();
      await github.close();
    },
  };
}
