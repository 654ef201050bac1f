/** Where a new run starts without `ref` (contract 18.8; OpenHands#9345, github/app#1190). */
import { expect, it } from '@jest/globals';
import { SERVICE_TABLE } from '../../src/agents/service-table.ts';
import { startNotice, startsAtHead } from '../../src/step/start-branch.ts';

const HEAD = { number: 9, branch: 'topic', repository: 'octo/Shop' };

it.each([
  ['the head', 'cursor', {}, HEAD, HEAD],
  ['the head', 'copilot', {}, HEAD, HEAD],
  ['the head', 'jules', {}, HEAD, HEAD],
  ['the head', 'openhands', {}, HEAD, HEAD],
  ['what the author says', 'cursor', { ref: 'main' }, HEAD, null],
  ["the service's choice in another repository", 'cursor', { repo: 'octo/web' }, HEAD, null],
  ["the service's choice without a repository", 'jules', { repo: null }, HEAD, null],
  ["the service's choice for a fork", 'cursor', {}, { ...HEAD, repository: 'eve/shop' }, null],
  ["the service's choice for a deleted fork", 'cursor', {}, { ...HEAD, repository: null }, null],
  ["the service's choice without a pull request", 'cursor', {}, null, null],
  ["the service's choice where it takes no branch", 'devin', {}, HEAD, null],
  ["the service's choice where it takes none", 'agent-run', {}, HEAD, null],
] as const)('%s with %s %j', (...[, service, own, head, expected]) => {
  const inputs = { ref: null, repo: 'octo/shop', can: SERVICE_TABLE[service].can, ...own };
  expect(startsAtHead(inputs, { headBranch: head, here: 'octo/shop' })).toEqual(expected);
});

it('is told with what it means, and how to change it', () => {
  expect(startNotice(HEAD)).toBe(
    'A new run starts from topic, the head branch of pull request #9, and what it proposes goes ' +
      'into that branch. To start elsewhere, name a branch in the input `ref`.',
  );
});
