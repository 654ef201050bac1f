/** What each event says (contract 6.2). */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { sectionsOf } from '../../src/github/event-sections.ts';

const URL = 'https://github.com/octo/repo';

/** The titles, facts and texts of the event, one after the other. */
function said(name: string, payload: unknown): readonly string[] {
  return sectionsOf(readEvent({ GITHUB_EVENT_NAME: name }, payload)).flatMap(
    ({ title, facts, text }) => [
      title,
      ...facts.filter(([, value]) => value !== '').map(([fact, value]) => `${fact}: ${value}`),
      text,
    ],
  );
}

const bob = { login: 'bob' };
const issue = {
  number: 7,
  title: 'It crashes',
  body: 'Steps:\n\n1. start\n2. see',
  html_url: `${URL}/issues/7`,
  user: bob,
  author_association: 'NONE',
  state: 'open',
  labels: [{ name: 'bug' }, { name: 'p1' }, null, 3],
};
const pull = {
  number: 8,
  title: 'Fix it',
  body: 'This fixes it.',
  html_url: `${URL}/pull/8`,
  user: bob,
  state: 'open',
  labels: [{ name: 'fix' }],
  base: { ref: 'main', sha: 'aaaa111', repo: { full_name: 'octo/repo' } },
  head: { ref: 'patch', sha: 'bbbb222', repo: { full_name: 'bob/repo' } },
};
const comment = {
  body: 'And now?',
  html_url: `${URL}/issues/7#issuecomment-1`,
  user: { login: 'eve' },
};

describe('the content of each event', () => {
  it.each([
    [
      'issues',
      { action: 'opened', issue },
      [
        'Issue #7: It crashes',
        `Address: ${URL}/issues/7`,
        'Author: bob',
        'Labels: bug, p1',
        issue.body,
      ],
    ],
    [
      'issue_comment',
      { action: 'created', issue, comment },
      [
        'Comment',
        `Address: ${URL}/issues/7#issuecomment-1`,
        'Author: eve',
        'And now?',
        'Issue #7: It crashes',
        issue.body,
      ],
    ],
    [
      'issue_comment',
      { issue: { ...issue, pull_request: {}, html_url: `${URL}/pull/7` }, comment },
      ['Pull request #7: It crashes', `Changed files: ${URL}/pull/7/files`],
    ],
    [
      'pull_request',
      { action: 'opened', pull_request: pull },
      [
        'Pull request #8: Fix it',
        'Base: main in octo/repo at aaaa111',
        'Head: patch in bob/repo at bbbb222',
        `Changed files: ${URL}/pull/8/files`,
        'Labels: fix',
        'This fixes it.',
      ],
    ],
    ['pull_request_target', { pull_request: pull }, ['Pull request #8: Fix it']],
    [
      'pull_request',
      { pull_request: { ...pull, head: { ref: 'patch', sha: 'b', repo: null } } },
      ['Head: patch in (repository is gone) at b'],
    ],
    [
      'pull_request_review',
      {
        pull_request: pull,
        review: {
          body: 'Looks odd',
          state: 'changes_requested',
          html_url: `${URL}/pull/8#review-1`,
          user: bob,
        },
      },
      ['Review', 'Verdict: changes_requested', 'Looks odd', 'Pull request #8: Fix it'],
    ],
    [
      'pull_request_review_comment',
      {
        pull_request: pull,
        comment: { ...comment, path: 'src/a.ts', line: 12, diff_hunk: '@@ -1 +1 @@\n-a\n+b' },
      },
      ['On: src/a.ts, line 12', '@@ -1 +1 @@\n-a\n+b', 'And now?', 'Pull request #8: Fix it'],
    ],
    [
      'discussion',
      { discussion: { ...issue, category: { name: 'Ideas' } } },
      ['Discussion #7: It crashes', 'Category: Ideas', issue.body],
    ],
    [
      'discussion_comment',
      { discussion: issue, comment },
      ['And now?', 'Discussion #7: It crashes'],
    ],
    [
      'workflow_run',
      {
        workflow_run: {
          name: 'CI',
          html_url: `${URL}/actions/runs/1`,
          conclusion: 'failure',
          head_branch: 'main',
          head_sha: 'cccc333',
          head_repository: { full_name: 'octo/repo' },
        },
      },
      [
        'Workflow run: CI',
        'Conclusion: failure',
        `Address: ${URL}/actions/runs/1`,
        'Commit: cccc333',
      ],
    ],
  ])('%s', (name, payload, expected) => {
    expect(said(name, payload)).toEqual(expect.arrayContaining(expected));
  });

  it.each(['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'constructor', ''])(
    '%j says nothing',
    (name) => {
      expect(said(name, { issue, comment, pull_request: pull })).toEqual([]);
    },
  );

  it.each([{}, { issue: null }, { issue: 'x' }, { issue: { title: 3, body: [] } }])(
    'an issue event of %j says nothing',
    (payload) => {
      expect(said('issues', payload)).toEqual([]);
    },
  );
});
