/** Addresses of pull requests, however the service writes them (sheet, section 5). */
import { expect, it } from '@jest/globals';
import { bareBranches, gitBefore, pullRequestsIn } from '../../../src/agents/cursor/git.ts';

const branch = (prUrl: string | null) => ({ repoUrl: null, branch: 'cursor/x', prUrl });
const PLAIN = 'https://github.com/acme/shop/pull/41';

it.each([
  PLAIN,
  `${PLAIN}/`,
  `${PLAIN}/files?w=1#diff`,
  'github.com/acme/shop/pull/41',
  ' HTTPS://GitHub.com/acme/shop/pull/41 ',
])('%s is one address', (prUrl) => {
  expect(pullRequestsIn([branch(prUrl), branch(PLAIN)], null)).toEqual([
    { kind: 'address', url: PLAIN, isEarlier: false },
  ]);
});

it.each([PLAIN, `${PLAIN}/`, 'github.com/Acme/Shop/pull/41'])('%s was there before', (prUrl) => {
  const [lead] = pullRequestsIn([branch(prUrl)], gitBefore([branch(PLAIN)]));
  expect(lead).toMatchObject({ isEarlier: true });
});

it('what is no pull request stays as it is, with a scheme', () => {
  const [lead] = pullRequestsIn([branch('github.com/acme/shop/compare/x')], null);
  expect(lead).toMatchObject({ url: 'https://github.com/acme/shop/compare/x' });
});

it.each([null, ' ', 'not a url'])('%j is no address, so that the branch stands alone', (prUrl) => {
  expect(pullRequestsIn([branch(prUrl)], null)).toEqual([]);
  expect(bareBranches([branch(prUrl)], null)).toEqual([{ repository: null, name: 'cursor/x' }]);
  expect(gitBefore([branch(prUrl)]).pulls).toEqual([]);
});
