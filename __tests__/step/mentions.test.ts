/** What the agent's text alone names is looked up, to say why it does not count (contract 14). */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { memoryGitHub } from '../support/memory-scene.ts';
import { sandboxScene } from '../support/sandbox-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const HOUR = 3_600_000;

it.each([
  { repo: 'octo/shop', name: 'octo/shop#12', asked: ['octo/shop'] },
  { repo: '', name: '#12', asked: ['octo/widgets'] },
])(
  'a bare number is of the repository that the run works in: `repo: $repo`',
  async ({ repo, name, asked }) => {
    const clock = new VirtualClock();
    const github = memoryGitHub();
    const openedAt = clock.wall() - HOUR;
    for (const repository of ['octo/shop', 'octo/widgets']) {
      github.pulls.push({ number: 12, repository, openedAt, committedAt: openedAt });
    }
    const result = 'Done. I opened #12 with the fix.';
    const steps = [{ at: '1s', status: 'COMPLETE', result }];
    const scene = await sandboxScene({
      inputs: {
        service: 'devin',
        org_id: '',
        prompt: 'Fix the tax.',
        expect: 'pull_request',
        github_token: 'ghs',
        repo,
      },
      github,
      clock,
      sandbox: { service: 'devin', speed: 1, scenario: { turns: [{ steps }] } },
    });
    await main(scene.ports);
    expect(scene.host.outputs).toMatchObject({ outcome: 'unverified' });
    expect(scene.host.outputs['error_message']).toContain(
      `the agent's text names ${name}, which was neither opened nor changed since the run began`,
    );
    const read = github.log().flatMap((line) => /repos\/(\S+)\/pulls\/12/.exec(line)?.[1] ?? []);
    expect(read).toEqual(asked);
  },
);
