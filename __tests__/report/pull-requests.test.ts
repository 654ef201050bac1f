/**
 * The pull requests of a run, as summary, comment and the table of a fleet show them (contract 6.4,
 * 14).
 */
import { describe, expect, it } from '@jest/globals';
import type { PullRequestCheck } from '../../src/github/pull-request-check.ts';
import {
  branchLine,
  pullRequestCells,
  pullRequestLine,
} from '../../src/report/pull-request-lines.ts';
import { bareBranch } from '../../src/report/pull-requests.ts';
import { recordOf } from '../../src/run/state.ts';
import { stepView } from '../support/step-view.ts';

const URL_9 = 'https://github.com/octo/repo/pull/9';
const SHOP = 'https://github.com/octo/shop/pull/31';
const FOREIGN = 'https://github.com/evil/repo/pull/1';
const provenance = {
  serverUrl: 'https://github.com',
  repository: 'octo/repo',
  repositories: ['octo/shop'],
};

function claims(
  pullRequests: readonly string[],
  states: Readonly<Record<string, 'exists' | 'not_found' | 'unchecked'>> = {},
) {
  const claims = Object.entries(states).map(([url, state]): PullRequestCheck => {
    const pull = {
      repository: 'octo/repo',
      number: 9,
      author: 'a',
      headBranch: 'b',
      headSha: 'c',
      title: 'Fix *it*',
    };
    const pullRequest = { ...pull, here: true, byRun: true, isEmpty: false, changedAt: null };
    switch (state) {
      case 'exists':
        return { url, state, timeUnread: null, pullRequest };
      case 'not_found':
        return { url, state };
      case 'unchecked':
        return { url, state, why: 'GitHub did not answer', isElsewhere: false };
    }
  });
  return { pullRequests, provenance, claims, isSandbox: false };
}

describe('a pull request', () => {
  it.each<[string, ReturnType<typeof claims>, string, readonly string[]]>([
    [
      'with its title',
      claims([URL_9], { [URL_9]: 'exists' }),
      `[#9 Fix &#42;it&#42;](${URL_9} "GitHub confirms this pull request") ✓`,
      [`[#9](${URL_9}) ✓`],
    ],
    [
      'without a link where it is not there',
      claims([URL_9], { [URL_9]: 'not_found' }),
      `\`${URL_9}\` (claimed, not found)`,
      ['<code>&#35;9</code> (claimed, not found)'],
    ],
    [
      'that could not be checked',
      claims([URL_9], { [URL_9]: 'unchecked' }),
      `[#9](${URL_9}) (could not be checked)`,
      [`[#9](${URL_9}) (could not be checked)`],
    ],
    ['that nobody looked up', claims([URL_9]), `[#9](${URL_9})`, [`[#9](${URL_9})`]],
    [
      'of a repository that the inputs name',
      claims([SHOP]),
      `[octo/shop#31](${SHOP})`,
      [`[octo/shop#31](${SHOP})`],
    ],
    ['of any other repository, as code', claims([FOREIGN]), `\`${FOREIGN}\``, []],
  ])('is shown %s', (...[, given, line, cells]) => {
    expect(pullRequestLine(given)).toBe(`**Pull request:** ${line}`);
    expect(pullRequestCells(given)).toEqual(cells);
  });

  it('is one in any spelling, and those of the step come first', () => {
    const given = claims([
      FOREIGN,
      `${URL_9}/`,
      URL_9.replace('octo/repo', 'Octo/Repo'),
      'javascript:alert(1)',
      SHOP,
    ]);
    expect(pullRequestLine(given)).toBe(
      `**Pull requests:** [#9](${URL_9}) · [octo/shop#31](${SHOP}) · \`${FOREIGN}\``,
    );
  });

  it('of many is counted', () => {
    const many = Array.from({ length: 12 }, (_, n) => `https://github.com/octo/repo/pull/${n + 1}`);
    expect(pullRequestLine(claims(many))).toMatch(/ · and 2 more$/);
    expect(pullRequestLine(claims([]))).toBe('');
  });
});

describe('work on a branch without a pull request (1.2 `head_branch`)', () => {
  const started = { mode: 'created', runId: '7', webUrl: null, status: null } as const;
  const working = (
    branches: readonly { readonly repository: string | null; readonly name: string }[],
    pullRequests: readonly string[] = [],
  ) =>
    stepView({
      provenance: { ...stepView().provenance, repository: 'octo/repo', repositories: [] },
      pullRequests,
      turn: { ...recordOf(started), branches },
    });

  it('is told by the last branch of this repository, as not checked', () => {
    const view = working([
      { repository: 'octo/repo', name: 'agent/first' },
      { repository: null, name: 'agent/`last`' },
      { repository: 'evil/repo', name: 'agent/other' },
    ]);
    expect(bareBranch(view)).toBe('agent/`last`');
    expect(branchLine(view)).toBe(
      '**Branch without a pull request:** `` agent/`last` `` (not checked)',
    );
  });

  it('is not told without a branch of this repository, or beside a pull request', () => {
    expect(branchLine(working([{ repository: 'evil/repo', name: 'agent/other' }]))).toBe('');
    expect(branchLine(working([{ repository: null, name: 'agent/first' }], [URL_9]))).toBe('');
    expect(branchLine(stepView())).toBe('');
  });
});
