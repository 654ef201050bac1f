/** The branches of the event's pull request, for the prompt (contract 6.2; OpenHands#9345). */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { branchesOf } from '../../src/step/event-branches.ts';
import type { TurnPlan } from '../../src/thread/turn.ts';
import { HEAD_SHA } from '../support/fake-github-pulls.ts';
import { gitHubModel } from '../support/fake-github.ts';
import { inputsOf } from '../support/start-of.ts';
import { clientOf, memoryScene, refusal } from '../support/memory-scene.ts';

const COMMENTED = { issue: { number: 9, pull_request: { url: 'x' } }, comment: { body: 'Go.' } };

async function ask({
  name = 'issue_comment',
  payload = COMMENTED,
  inputs = {},
  plan = null,
  prepare = () => undefined,
}: {
  readonly name?: string;
  readonly payload?: object;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly plan?: TurnPlan | null;
  readonly prepare?: (github: ReturnType<typeof gitHubModel>) => unknown;
} = {}) {
  const { ports, host } = memoryScene();
  const github = gitHubModel();
  github.pulls.push({ number: 9, headBranch: 'topic', openedAt: '2026-01-01T00:00:00Z' });
  prepare(github);
  const warnings: string[] = [];
  const context = {
    ...ports,
    warn: (message: string) => warnings.push(message),
    github: () => Promise.resolve(clientOf(github, ports.clock)),
    event: readEvent({ GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'octo/repo' }, payload),
  };
  const chosen = inputsOf({ context: 'event', github_token: 'ghs_x', ...inputs });
  const { can } = chosen.service.facts;
  return { ...(await branchesOf(context, { inputs: chosen, can, plan })), github, host, warnings };
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
    ['for a run that is followed again', { plan: { kind: 'attach', runId: '7' } as const }],
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

const HEAD = { number: 9, branch: 'topic', repository: 'octo/repo' };
const AT_HEAD = { service: 'cursor', org_id: '', base_url: '', context: 'none', prompt: 'Go.' };
const FOLLOW_UP: TurnPlan = {
  kind: 'resume',
  runId: `bc-${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
  marks: { of: String, lookFirst: false, isRepeated: true },
  wasStopped: false,
  onlyFound: null,
};
const REVIEWED = {
  pull_request: {
    number: 9,
    state: 'open',
    head: { ref: 'topic', sha: HEAD_SHA, repo: { full_name: 'octo/repo' } },
    base: { ref: 'main', sha: HEAD_SHA, repo: { full_name: 'octo/repo' } },
  },
};

describe('the head from which a run starts (18.8)', () => {
  it('is read for a comment, whatever the prompt is told', async () => {
    const { branches, headBranch, github } = await ask({ inputs: AT_HEAD });
    expect([branches, headBranch, github.requests.length]).toEqual([null, HEAD, 1]);
  });

  it.each(['pull_request_review', 'pull_request_review_comment'])(
    'is in the payload of %s',
    async (name) => {
      const own = { ...AT_HEAD, github_token: '' };
      const { headBranch, github } = await ask({ name, payload: REVIEWED, inputs: own });
      expect([headBranch, github.requests]).toEqual([HEAD, []]);
    },
  );

  it.each([
    ['with `ref`', { inputs: { ...AT_HEAD, ref: 'main' } }],
    [
      'for a run that exists',
      {
        inputs: {
          ...AT_HEAD,
          agent_run_id: `bc-${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
        },
      },
    ],
    ['where the service takes no branch', { inputs: { context: 'none' } }],
    [
      'for a push to the pull request',
      { name: 'pull_request', payload: REVIEWED, inputs: AT_HEAD },
    ],
  ])('is not asked for %s', async (_, given) => {
    const { headBranch, github } = await ask(given);
    expect([headBranch, github.requests]).toEqual([null, []]);
  });

  it('of a closed pull request is none', async () => {
    const payload = { pull_request: { ...REVIEWED.pull_request, state: 'closed' } };
    const { headBranch } = await ask({ name: 'pull_request_review', payload, inputs: AT_HEAD });
    expect(headBranch).toBeNull();
  });

  it('that cannot be read is told, because a new run starts elsewhere', async () => {
    const fault = { path: /pulls/, times: 99, act: refusal(403, 'No') };
    const { headBranch, warnings } = await ask({
      inputs: AT_HEAD,
      prepare: ({ faults }) => faults.push(fault),
    });
    expect(headBranch).toBeNull();
    expect(warnings.join()).toContain('a new run starts from the default branch');
  });

  it('that cannot be read is a line of the log where the thread has a run to go on with', async () => {
    const { headBranch, warnings, host } = await ask({
      inputs: { ...AT_HEAD, resume: 'thread' },
      plan: FOLLOW_UP,
      prepare: ({ faults }) => faults.push({ path: /pulls/, times: 99, act: refusal(403, 'No') }),
    });
    expect([headBranch, warnings]).toEqual([null, []]);
    expect(host.lines.join()).toContain('if the run is gone, a new one starts from the default');
  });

  it('is read for a follow-up too, because its run may be gone', async () => {
    const { headBranch } = await ask({
      inputs: { ...AT_HEAD, resume: 'thread' },
      plan: FOLLOW_UP,
    });
    expect(headBranch).toEqual(HEAD);
  });
});
