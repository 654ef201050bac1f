/** What a signal finds of pull requests that the service tells by an id alone (contract 7.3). */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { Cancelled } from '../../src/runner/clock.ts';
import type { FakePullRequest } from '../support/fake-github-pulls.ts';
import { memoryGitHub, memoryScene } from '../support/memory-scene.ts';

const CREATED = { id: 't-1', state: 'queued', created_at: '2026-01-01T12:00:00Z' };
const AT_WORK = {
  ...CREATED,
  state: 'in_progress',
  artifacts: [
    { provider: 'github', type: 'pull', data: { id: 4_711 } },
    { provider: 'github', type: 'branch', data: { head_ref: 'copilot/x', base_ref: 'main' } },
  ],
};
const PULL: FakePullRequest = {
  number: 9,
  id: 4_711,
  headBranch: 'copilot/x',
  openedAt: Date.parse('2026-01-01T12:01:00Z'),
  committedAt: null,
};

/** A task at work whose pull request has an id, until a signal comes in one of its later polls. */
async function cancelledAtWork(pulls: readonly FakePullRequest[]) {
  const github = memoryGitHub();
  github.pulls.push(...pulls);
  const inputs = { service: 'copilot', org_id: '', base_url: 'https://tasks.example.com' };
  let polls = 0;
  const scene = memoryScene({
    inputs,
    github,
    answer: ({ method, url }) => {
      if (method === 'POST') {
        return { status: 201, body: CREATED };
      }
      // Its own reads of pull requests, where the job's token finds none.
      if (url.includes('/pulls')) {
        return { body: [] };
      }
      polls += 1;
      if (polls === 4) {
        scene.stop.abort(new Cancelled('SIGINT'));
      }
      return { body: AT_WORK };
    },
  });
  await main(scene.ports);
  const lookUps = github.log().filter((line) => line.includes('/pulls?'));
  return { outputs: scene.host.outputs, lookUps, annotations: scene.host.annotations };
}

it('all that its look-up has told is known, which began when the id first appeared', async () => {
  const { outputs, lookUps } = await cancelledAtWork([PULL]);
  expect(outputs['outcome']).toBe('cancelled');
  expect(outputs).toMatchObject({
    pull_requests: '["https://github.com/octo/widgets/pull/9"]',
    pull_request_number: '9',
    head_branch: 'copilot/x',
    // It may have moved since.
    head_sha: '',
  });
  expect(lookUps).toHaveLength(1);
});

it('one that GitHub does not show is not told, and makes no annotation', async () => {
  const { outputs, annotations } = await cancelledAtWork([]);
  expect(outputs).toMatchObject({ pull_requests: '[]', pull_request_number: '' });
  expect(annotations.filter(({ level }) => level === 'warning')).toEqual([]);
});

it('one that a tool has shown is known before the end if it is of the run', async () => {
  const github = memoryGitHub();
  const opened = (number: number, time: string): FakePullRequest => ({
    number,
    headSha: String(number).repeat(40),
    openedAt: Date.parse(time),
    committedAt: Date.parse(time),
  });
  github.pulls.push(opened(8, '2025-06-01T12:00:00Z'), opened(9, '2026-01-02T03:05:00Z'));
  const root = 'https://github.com/octo/widgets/pull';
  const content = [{ type: 'text', text: `${root}/8\n${root}/9` }];
  const shown = { id: 'e-1', kind: 'ObservationEvent', timestamp: null, observation: { content } };
  const conversation = {
    selected_repository: 'octo/widgets',
    sandbox_status: 'RUNNING',
    execution_status: 'running',
    created_at: '2026-01-01T12:00:00Z',
  };
  let polls = 0;
  let id = '';
  const scene = memoryScene({
    inputs: { service: 'openhands', org_id: '', base_url: 'https://tasks.example.com' },
    github,
    answer: ({ method, url, body }) => {
      if (method === 'POST') {
        const request = JSON.parse(String(body)) as Readonly<Record<string, string>>;
        id = request['conversation_id'] ?? '';
        return { body: { id: 'task-1', status: 'WORKING', request } };
      }
      if (url.includes('/events/')) {
        return { body: { items: [shown], next_page_id: null } };
      }
      polls += 1;
      if (polls === 4) {
        scene.stop.abort(new Cancelled('SIGINT'));
      }
      return { body: [{ ...conversation, id }] };
    },
  });
  await main(scene.ports);
  expect(scene.host.outputs['outcome']).toBe('cancelled');
  expect(scene.host.outputs).toMatchObject({
    pull_requests: `["${root}/9"]`,
    pull_request_number: '9',
    head_branch: 'agent/fix',
    head_sha: '',
  });
});
