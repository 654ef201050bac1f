/** Addresses of pull requests, however the service writes them (sheet, section 5). */
import { expect, it } from '@jest/globals';
import {
  bareBranches,
  gitBefore,
  NOTHING_BEFORE,
  pullRequestsIn,
} from '../../../src/agents/cursor/git.ts';
import { shownOf, type RunState } from '../../../src/agents/cursor/shown.ts';

const branch = (prUrl: string | null) => ({ repoUrl: null, branch: 'cursor/x', prUrl });
const PLAIN = 'https://github.com/acme/shop/pull/41';

it.each([
  PLAIN,
  `${PLAIN}/`,
  `${PLAIN}/files?w=1#diff`,
  'github.com/acme/shop/pull/41',
  ' HTTPS://GitHub.com/acme/shop/pull/41 ',
])('%s is one address', (prUrl) => {
  expect(pullRequestsIn([branch(prUrl), branch(PLAIN)], NOTHING_BEFORE)).toEqual([
    { kind: 'address', url: PLAIN, isEarlier: false },
  ]);
});

it.each([PLAIN, `${PLAIN}/`, 'github.com/Acme/Shop/pull/41'])('%s was there before', (prUrl) => {
  const [lead] = pullRequestsIn([branch(prUrl)], gitBefore([branch(PLAIN)]));
  expect(lead).toMatchObject({ isEarlier: true });
});

it('what is no pull request stays as it is, with a scheme', () => {
  const [lead] = pullRequestsIn([branch('github.com/acme/shop/compare/x')], NOTHING_BEFORE);
  expect(lead).toMatchObject({ url: 'https://github.com/acme/shop/compare/x' });
});

it.each([null, ' ', 'not a url'])('%j is no address, so that the branch stands alone', (prUrl) => {
  expect(pullRequestsIn([branch(prUrl)], NOTHING_BEFORE)).toEqual([]);
  expect(bareBranches([branch(prUrl)], NOTHING_BEFORE)).toEqual([
    { repository: null, name: 'cursor/x' },
  ]);
  expect(gitBefore([branch(prUrl)]).pulls).toEqual([]);
});

it("which of them are a turn's is not known where nothing is known of before (4.8)", () => {
  const state: RunState = {
    status: 'FINISHED',
    text: null,
    branches: [branch(PLAIN), branch(null)],
    cause: null,
    createdAt: null,
  };
  const facts = { url: null, createsPullRequests: true, isArchived: false };
  expect(shownOf({ agentId: 'bc-1', runId: 'run-2', state, facts, before: null })).toMatchObject({
    pullRequests: [{ kind: 'seen', url: PLAIN }],
    branches: [],
    awaitsPullRequest: 'perhaps',
  });
});
