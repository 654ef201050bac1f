/** The commits and checks of the pull request of a run without a log (contract 18.8). */
import { describe, expect, it } from '@jest/globals';
import { createContext } from '../../src/context.ts';
import type { PullRequestCheck } from '../../src/github/pull-request-check.ts';
import type { Inputs } from '../../src/inputs/parse.ts';
import { readWork } from '../../src/step/pull-request-work.ts';
import { memoryScene } from '../support/memory-scene.ts';
import { inputsOf } from '../support/start-of.ts';

const SHA = 'b'.repeat(40);
const verified = (number: number, changedAt: number): PullRequestCheck => ({
  url: `https://github.com/octo/widgets/pull/${number}`,
  state: 'verified',
  reason: null,
  pullRequest: {
    repository: 'octo/widgets',
    number,
    author: 'Copilot',
    title: 'Round taxes',
    headBranch: 'copilot/x',
    headSha: SHA,
    here: true,
    byRun: true,
    isEmpty: false,
    changedAt,
  },
});

async function read({
  checks = [verified(9, 2), verified(8, 1)],
  inputs = {},
  forbidden = /$^/,
}: {
  readonly checks?: readonly PullRequestCheck[];
  readonly inputs?: Partial<Inputs>;
  readonly forbidden?: RegExp;
}) {
  const { ports, github } = memoryScene();
  const context = createContext(ports);
  github.pulls.push({
    number: 9,
    openedAt: '2026-01-02T03:04:05Z',
    headSha: SHA,
    commits: ['c'.repeat(40)],
    checkRuns: { build: 'success' },
  });
  github.faults.push({ path: forbidden, times: 9, act: { status: 403 } });
  context.step.dispatch({ type: 'known', checks });
  const before = github.requests.length;
  const usual = { ...inputsOf({}, ports), service: 'copilot', githubToken: 'ghs_job' } as const;
  await readWork(context, { ...usual, ...inputs });
  context.close();
  return { work: context.step.state.work, asked: github.log().slice(before) };
}

const commits = [
  { sha: 'c'.repeat(40), title: expect.any(String) as unknown },
  { sha: SHA, title: expect.any(String) as unknown },
];
const checks = [{ name: 'build', state: 'success' }];

describe('what the pull request consists of', () => {
  it('is read of the one that changed last', async () => {
    const { work, asked } = await read({});
    expect(work).toEqual({ repository: 'octo/widgets', commits, checks });
    expect(asked).toEqual([
      'GET /repos/octo/widgets/pulls/9/commits?per_page=100',
      `GET /repos/octo/widgets/commits/${SHA}/check-runs?per_page=100`,
    ]);
  });

  it.each<[string, RegExp, object | null]>([
    ['the commits', /pulls/, { repository: 'octo/widgets', commits: null, checks }],
    ['the checks', /check-runs/, { repository: 'octo/widgets', commits, checks: null }],
    ['neither', /repos/, null],
  ])('is told without what the token may not read: %s', async (_, forbidden, expected) => {
    expect((await read({ forbidden })).work).toEqual(expected);
  });

  it.each<[string, Parameters<typeof read>[0]]>([
    ['a service that has a log', { inputs: { service: 'agent-run' } }],
    ['a run without a pull request that GitHub confirms', { checks: [] }],
    ['a step without a token', { inputs: { githubToken: '' } }],
  ])('is not read for %s', async (_, given) => {
    expect(await read(given)).toEqual({ work: null, asked: [] });
  });
});
