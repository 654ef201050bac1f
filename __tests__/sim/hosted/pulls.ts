/** The pull requests of all runs, as GitHub shows them. */
import type { GitHubModel } from '../../support/fake-github.ts';
import type { HostedWorld } from './world.ts';

/** From now on GitHub shows those that runs have opened by the time that one is asked for. */
export function showPulls(github: GitHubModel, world: HostedWorld): void {
  const meanwhile = (): void => {
    const turns = world.runs().flatMap((run) => world.turnsOf(run));
    const opened = turns.flatMap(({ pullRequest, startAt }) =>
      pullRequest === null ? [] : [{ url: pullRequest, openedAt: world.wall(startAt) }],
    );
    const shown = opened.map(({ url, openedAt }) => {
      const number = Number(url.split('/').at(-1));
      return { number, openedAt, headSha: String(number).padStart(40, '0') };
    });
    github.pulls.splice(0, github.pulls.length, ...shown);
  };
  github.faults.push({ path: /\/pulls\/\d+$/, times: Infinity, meanwhile });
}
