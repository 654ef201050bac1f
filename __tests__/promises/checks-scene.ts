/**
 * A step with `expect: checks` of the committed bundle: a run that opens a pull request, and mends
 * it when it is asked to, beside a GitHub that shows what is checked of its heads.
 */
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { actionsSuite, type FakeChecks } from '../support/fake-github-checks.ts';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { runAction, type ActionOptions, type ActionRun } from '../support/run-action.ts';
import { Servers } from './step.ts';

export const servers = new Servers();

export const FIRST = 'a'.repeat(40);
export const SECOND = 'b'.repeat(40);
const PULL = 'https://github.com/octo/repo/pull/9';
export const GREEN = actionsSuite({ build: 'success', lint: 'skipped' });
export const RED = actionsSuite({ build: 'failure', lint: 'success' });
export const RUNNING = actionsSuite({ build: null, lint: 'success' });

const answering = (text: string) => [
  { at: '1s', entry: { message_type: 'FINAL_ANSWER', observation: text } },
  { at: '1s', status: 'COMPLETE', result: text },
];

/** Opens these pull requests, and mends what it is asked to. */
const scenarioOf = (opens: readonly string[]): ScenarioSource => ({
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        ...opens.map((observation) => ({
          at: 0,
          entry: { message_type: 'INITIAL_PR_GENERATION', observation },
        })),
        ...answering('Opened #9.'),
      ],
    },
    { steps: [{ at: 0, status: 'ACTIVE' }, ...answering('Mended.')] },
  ],
});

export interface Act {
  readonly checks?: FakeChecks;
  /** Those of the head that a follow-up brings. Without them it brings none. */
  readonly mended?: FakeChecks;
  /** Addresses of the pull requests that the run opens. Default: that of number 9. */
  readonly opens?: readonly string[];
  /** The same of each task, by its key. */
  readonly fleet?: Readonly<Record<string, readonly string[]>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly prepare?: (github: FakeGitHub) => void;
  readonly options?: Partial<Omit<ActionOptions, 'env'>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Acted extends ActionRun {
  readonly asked: readonly string[];
  readonly reads: number;
  readonly github: FakeGitHub;
  readonly sandbox: Sandbox;
}

export async function act({
  checks = {},
  mended,
  opens = [PULL],
  fleet,
  inputs = {},
  prepare,
  options,
  env,
}: Act): Promise<Acted> {
  const github = servers.add(await startFakeGitHub());
  const openedAt = new Date().toISOString();
  github.pulls.push({ number: 9, openedAt, headSha: FIRST });
  github.checks.set(FIRST, checks);
  const asked: string[] = [];
  const sandbox = servers.add(
    await startSandbox({
      scenarios: Object.values(fleet ?? { only: opens }).map(scenarioOf),
      speed: 2,
      onRequest: ({ path, body }) => {
        if (!path.endsWith('/resume')) {
          return;
        }
        asked.push((JSON.parse(body) as { readonly prompt: string }).prompt);
        if (mended !== undefined) {
          github.checks.set(SECOND, mended);
          github.pulls[0] = { number: 9, openedAt, headSha: SECOND };
        }
      },
    }),
  );
  prepare?.(github);
  const run = await runAction({
    ...options,
    inputs: {
      token: sandbox.token,
      org_id: sandbox.orgId,
      base_url: sandbox.url,
      ...(fleet === undefined ? ALONE : { tasks: tasksOf(fleet), max_parallel: '1' }),
      poll_interval_seconds: '0.2',
      github_token: 'ghs_secret',
      expect: 'checks',
      ...inputs,
    },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', ...env },
  });
  const reads = github.log().filter((line) => line.includes('/check-runs?')).length;
  return { ...run, asked, reads, github, sandbox };
}

const ALONE = { prompt: 'Fix the tax.' };
const tasksOf = (fleet: NonNullable<Act['fleet']>): string =>
  JSON.stringify(Object.keys(fleet).map((key) => ({ key, prompt: `Fix ${key}.` })));

/** Plays stories all at once, because each of them waits. */
export async function playAll<Story extends string>(
  stories: Readonly<Record<Story, Act>>,
): Promise<Readonly<Record<Story, Acted>>> {
  const all = Object.entries<Act>(stories).map(async ([name, story]) => [name, await act(story)]);
  return Object.fromEntries(await Promise.all(all)) as Record<Story, Acted>;
}
