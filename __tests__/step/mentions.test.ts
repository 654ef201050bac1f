/** What the agent's text alone names is looked up, to say why it does not count (contract 14). */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { memoryGitHub } from '../support/memory-scene.ts';
import { sandboxScene } from '../support/sandbox-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const HOUR = 3_600_000;

const DEVIN = { service: 'devin', org_id: '' };

const before = (name: string): string =>
  `the agent's text names ${name}, which was neither opened nor changed since the run began`;

it.each<[inputs: Readonly<Record<string, string>>, told: string, asked: readonly string[]]>([
  [{ ...DEVIN, repo: 'octo/shop' }, before('octo/shop#12'), ['octo/shop']],
  [{ ...DEVIN, repo: '' }, before('#12'), ['octo/widgets']],
  [{}, before('#12'), ['octo/widgets']],
  // The sandbox's list of repositories has octo/shop as 1, and no 99.
  [{ repo_id: '1' }, before('octo/shop#12'), ['octo/shop']],
  [{ repo_id: '99' }, before('#12'), ['octo/widgets']],
])('a bare number is of the repository that the run works in: %j', async (inputs, told, asked) => {
  const clock = new VirtualClock();
  const github = memoryGitHub();
  const openedAt = clock.wall() - HOUR;
  for (const repository of ['octo/shop', 'octo/widgets']) {
    github.pulls.push({ number: 12, repository, openedAt, committedAt: openedAt });
  }
  const result = 'Done. I opened #12 with the fix.';
  const steps = [{ at: '1s', status: 'COMPLETE', result }];
  const scene = await sandboxScene({
    inputs: { prompt: 'Fix the tax.', expect: 'pull_request', github_token: 'ghs', ...inputs },
    github,
    clock,
    sandbox: {
      ...('service' in inputs ? { service: 'devin' } : {}),
      speed: 1,
      scenario: { turns: [{ steps }] },
    },
  });
  await main(scene.ports);
  expect(scene.host.outputs).toMatchObject({ outcome: 'unverified' });
  expect(scene.host.outputs['error_message']).toContain(told);
  const read = github.log().flatMap((line) => /repos\/(\S+)\/pulls\/12/.exec(line)?.[1] ?? []);
  expect(read).toEqual(asked);
});
