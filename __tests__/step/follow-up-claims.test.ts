/** What the turn before has done is not the work of a follow-up (contract 14, 18.1). */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { MemoryHost } from '../support/memory-host.ts';
import { memoryGitHub } from '../support/memory-scene.ts';
import { sandboxScene } from '../support/sandbox-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const HOUR = 3_600_000;
const PULL = 'https://github.com/octo/widgets/pull/9';
const OPENING = [
  { at: 0, status: 'ACTIVE' },
  {
    at: '1s',
    status: 'COMPLETE',
    result: `I opened ${PULL}.`,
    github_pull_requests: [{ url: PULL }],
  },
];
const TALKING = [{ at: '1s', status: 'COMPLETE', result: 'All is as you wanted it.' }];

it.each([
  { headAt: 'the first turn', since: 0, outcome: 'unverified' },
  { headAt: 'the follow-up', since: HOUR, outcome: 'succeeded' },
])('a commit of $headAt to the pull request of before: $outcome', async ({ since, outcome }) => {
  const clock = new VirtualClock();
  const github = memoryGitHub();
  const began = clock.wall();
  github.pulls.push({ number: 9, openedAt: began, committedAt: began });
  const inputs = {
    service: 'devin',
    org_id: '',
    prompt: 'Fix the tax.',
    expect: 'pull_request',
    github_token: 'ghs',
  };
  const scene = await sandboxScene({
    inputs,
    github,
    clock,
    sandbox: {
      service: 'devin',
      speed: 1,
      scenario: { turns: [{ steps: OPENING }, { steps: TALKING }] },
    },
  });
  await main(scene.ports);
  expect(scene.host.outputs).toMatchObject({ outcome: 'succeeded' });

  await clock.sleep(HOUR);
  github.pulls.splice(0, 1, { number: 9, openedAt: began, committedAt: began + since });
  const agentRunId = String(scene.host.outputs['agent_run_id']);
  const later = new MemoryHost({ ...scene.host.inputs, agent_run_id: agentRunId });
  await main({ ...scene.ports, host: later });
  expect(later.outputs).toMatchObject({ outcome });
});
