/** Where the runs of a fleet start for a comment on a pull request (contract 18.8). */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { memoryGitHub } from '../support/memory-scene.ts';
import { sandboxScene } from '../support/sandbox-scene.ts';

const SERVICES = ['cursor', 'copilot', 'jules', 'openhands'] as const;
const AUTHOR = { login: 'mona', type: 'User' };
const COMMENTED = {
  action: 'created',
  issue: { number: 9, pull_request: { url: 'x' }, user: AUTHOR },
  comment: { id: 5, body: 'Mend it.', user: AUTHOR },
};
const NOTICE = 'A new run starts from topic, the head branch of pull request #9';

async function notices(
  service: (typeof SERVICES)[number],
  tasks: readonly object[],
): Promise<readonly string[]> {
  const github = memoryGitHub({ mona: 'write' });
  github.pulls.push({ number: 9, headBranch: 'topic', openedAt: '2026-01-01T00:00:00Z' });
  const { ports, host } = await sandboxScene({
    sandbox: { service },
    github,
    env: { GITHUB_EVENT_NAME: 'issue_comment' },
    payload: COMMENTED,
    inputs: {
      service,
      org_id: '',
      report: 'false',
      // Random ids are the same ones here.
      idempotency: 'on',
      tasks: JSON.stringify(tasks),
    },
  });
  await main(ports);
  expect(host.outputs['outcome']).toBe('succeeded');
  return host.messages('notice').filter((message) => message.includes(NOTICE));
}

it.each(SERVICES)('is told once for the step, with %s', async (service) => {
  const tasks = [{ key: 'a' }, { key: 'b' }, { key: 'c', ref: 'main' }];
  expect(await notices(service, tasks)).toHaveLength(1);
});

it('is not told where each task says it', async () => {
  expect(await notices('cursor', [{ key: 'a', ref: 'main' }])).toEqual([]);
});
