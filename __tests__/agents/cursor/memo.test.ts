/** What is remembered of an agent before a follow-up (contract 18.1, 18.4). */
import { describe, expect, it } from '@jest/globals';
import { bareBranches, pullRequestsIn } from '../../../src/agents/cursor/git.ts';
import { beforeOf, memoOf, runDigest } from '../../../src/agents/cursor/memo.ts';
import { parseRun, type Branch, type Run } from '../../../src/agents/cursor/schema.ts';

const branch = (nth: number, fields: Partial<Branch> = {}): Branch => ({
  repoUrl: 'github.com/acme/shop',
  branch: `cursor/work-${nth}`,
  prUrl: `https://github.com/acme/shop/pull/${nth}`,
  ...fields,
});
const run = (nth: number): Run => parseRun({ id: `run-${nth}` })!;
const many = Array.from({ length: 100 }, (_, nth) => nth);

describe('a memo', () => {
  it('fits into 2 kB, and knows a page of runs and the newest branches', () => {
    const before = beforeOf(
      many.map(run),
      many.map((nth) => branch(nth)),
    );
    expect(Buffer.byteLength(before.memo)).toBeLessThan(2_000);
    const memo = memoOf(before);
    expect(memo?.runs).toContain(runDigest('run-99'));
    expect(pullRequestsIn([branch(99)], memo!.git)).toMatchObject([{ isEarlier: true }]);
  });

  it('that cannot be read is none', () => {
    expect([
      memoOf(null),
      memoOf({ entries: 0, memo: '' }),
      memoOf({ entries: 0, memo: '7' }),
    ]).toEqual([null, null, null]);
  });
});

describe('pull requests', () => {
  const { git } = memoOf(beforeOf([], [branch(1)]))!;

  it.each([
    'https://github.com/acme/shop/pull/1',
    'http://github.com/acme/shop/pull/1/',
    'github.com/Acme/Shop/pull/1',
    ' https://github.com/acme/shop/pull/1#top',
  ])('%j was there before', (prUrl) => {
    expect(pullRequestsIn([branch(1, { prUrl })], git)).toMatchObject([{ isEarlier: true }]);
  });

  it('are told once each, with a scheme', () => {
    const twice = [branch(2), branch(3, { prUrl: 'github.com/acme/shop/pull/2' })];
    expect(pullRequestsIn(twice, git)).toEqual([
      { kind: 'address', url: 'https://github.com/acme/shop/pull/2', isEarlier: false },
    ]);
  });

  it('are awaited where a new branch stands without one', () => {
    expect(bareBranches([branch(2, { prUrl: null })], git)).toEqual([
      { repository: 'acme/shop', name: 'cursor/work-2' },
    ]);
    expect(bareBranches([branch(2)], git)).toEqual([]);
    const old = branch(1, { prUrl: null, repoUrl: 'https://GitHub.com/acme/shop.git' });
    expect(bareBranches([old], git)).toEqual([]);
  });
});
