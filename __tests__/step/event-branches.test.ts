/** The branches of the event's pull request, for the prompt (contract 6.2; OpenHands#9345). */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { branchesOf } from '../../src/step/event-branches.ts';
import { HEAD_SHA } from '../support/fake-github-pulls.ts';
import { gitHubModel } from '../support/fake-github.ts';
import { inputsOf } from '../support/start-of.ts';
import { clientOf, memoryScene, refusal } from '../support/memory-scene.ts';

const COMMENTED = { issue: { number: 9, pull_request: { url: 'x' } }, comment: { body: 'Go.' } };

async function ask({
  name = 'issue_comment',
  payload = COMMENTED,
  inputs = {},
  prepare = () => undefined,
}: {
  readonly name?: string;
  readonly payload?: object;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly prepare?: (github: ReturnType<typeof gitHubModel>) => unknown;
} = {}) {
  const { ports, host } = memoryScene();
  const github = gitHubModel();
  github.pulls.push({ number: 9, headBranch: 'topic', openedAt: '2026-01-01T00:00:00Z' });
  prepare(github);
  const context = {
    ...ports,
    github: () => Promise.resolve(clientOf(github, ports.clock)),
    event: readEvent({ GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'octo/repo' }, payload),
  };
  const own = { context: 'event', github_token: 'ghs_x', ...inputs };
  return { branches: await branchesOf(context, inputsOf(own)), github, host };
}

describe('the branches', () => {
  it('of a comment’s pull request are read', async () => {
    const { branches } = await ask();
    expect(branches).toMatchObject({
      head: { branch: 'topic', repository: 'octo/repo', sha: HEAD_SHA },
      isOpen: true,
    });
    expect(branches?.base.branch).not.toBe('');
  });

  it.each([
    ['of an issue', { payload: { issue: { number: 9 }, comment: { body: 'Go.' } } }],
    ['where the payload names them', { name: 'pull_request', payload: { pull_request: {} } }],
    ['without a token', { inputs: { github_token: '' } }],
    ['without the event’s text', { inputs: { context: 'none' } }],
  ])('are not asked for %s', async (_, given) => {
    const { branches, github } = await ask(given);
    expect([branches, github.requests]).toEqual([null, []]);
  });

  it('that cannot be read hold nothing up, and are told in the log', async () => {
    const fault = { path: /pulls/, times: 99, act: refusal(403, 'No') };
    const { branches, github, host } = await ask({ prepare: ({ faults }) => faults.push(fault) });
    expect([branches, github.requests.length]).toEqual([null, 1]);
    expect(host.lines.join()).toContain('branches of pull request #9 could not be read');
  });
});
