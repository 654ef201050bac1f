/** Where new runs start for a comment on a pull request, and what is told of it (contract 18.8). */
import { describe, expect, it } from '@jest/globals';
import { createLibrary } from '../../sandbox/library.ts';
import { SERVICE_NAMES, SERVICE_TABLE, type ServiceName } from '../../src/agents/service-table.ts';
import { main } from '../../src/main.ts';
import { memoryGitHub, memoryScene } from '../support/memory-scene.ts';
import { sandboxOn } from '../support/sandbox-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const AT_HEAD = SERVICE_NAMES.filter((name) => SERVICE_TABLE[name].can.startsAtHead);
const AUTHOR = { login: 'mona', type: 'User' };
const COMMENTED = {
  action: 'created',
  issue: { number: 9, pull_request: { url: 'x' }, user: AUTHOR },
  comment: { id: 5, body: 'Mend it.', user: AUTHOR },
};
const NOTICE = 'A new run starts from topic, the head branch of pull request #9';

const tasksOf = (...tasks: readonly object[]) => ({ tasks: JSON.stringify(tasks) });

/** Runs the attempts of one step, and returns the notices of each that name the branch. */
async function notices(
  service: ServiceName,
  inputs: Readonly<Record<string, string>>,
  attempts = 1,
): Promise<readonly (readonly string[])[]> {
  const clock = new VirtualClock();
  const { choose } = await createLibrary(['auto']);
  const sandbox = sandboxOn(clock, { service, choose });
  const told: (readonly string[])[] = [];
  while (told.length < attempts) {
    const github = memoryGitHub({ mona: 'write' });
    github.pulls.push({ number: 9, headBranch: 'topic', openedAt: '2026-01-01T00:00:00Z' });
    const { ports, host } = memoryScene({
      clock,
      github,
      answer: (request) => sandbox.answer(request),
      env: {
        GITHUB_EVENT_NAME: 'issue_comment',
        GITHUB_RUN_ATTEMPT: String(told.length + 1),
      },
      payload: COMMENTED,
      // Random ids are the same ones here.
      inputs: { service, org_id: '', report: 'false', idempotency: 'on', ...inputs },
    });
    await main(ports);
    expect(host.outputs['outcome']).toBe('succeeded');
    told.push(host.messages('notice').filter((message) => message.includes(NOTICE)));
  }
  return told;
}

const toldOnce = [expect.stringContaining(NOTICE)];

describe.each(AT_HEAD)('with %s', (service) => {
  it('is told once for a fleet', async () => {
    const tasks = tasksOf({ key: 'a' }, { key: 'b' }, { key: 'c', ref: 'main' });
    expect(await notices(service, tasks)).toEqual([toldOnce]);
  });

  it.each([
    ['a run', {}],
    ['a fleet', tasksOf({ key: 'a' }, { key: 'b' })],
  ])('is not told of %s that a later attempt attaches to', async (_, inputs) => {
    expect(await notices(service, inputs, 2)).toEqual([toldOnce, []]);
  });
});

it('is not told where each task says it', async () => {
  expect(await notices('cursor', tasksOf({ key: 'a', ref: 'main' }))).toEqual([[]]);
});
