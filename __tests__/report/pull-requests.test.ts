import { describe, expect, it } from '@jest/globals';
import type { CheckState, PullRequestCheck } from '../../src/report/pull-requests.ts';
import { pullRequestLine } from '../../src/report/pull-requests.ts';
import type { StepView } from '../../src/report/step-view.ts';

const URL_9 = 'https://github.com/octo/repo/pull/9';

function lineOf(state: CheckState | null): string {
  const checks: PullRequestCheck[] = state === null ? [] : [{ url: URL_9, state, reason: null, pullRequest: null }];
  const provenance = { serverUrl: 'https://github.com', repository: 'octo/repo' } as StepView['provenance'];
  return pullRequestLine({ pullRequests: [URL_9], provenance, checks });
}

describe('a pull request in the summary and the comment', () => {
  it('has a tick where GitHub shows it', () => {
    expect(lineOf('verified')).toBe(`**Pull request:** [#9](${URL_9}) ✓`);
  });

  it('is no link where it is not there', () => {
    expect(lineOf('not_found')).toBe(`**Pull request:** \`${URL_9}\` (claimed, not found)`);
  });

  it('says where it could not be checked', () => {
    expect(lineOf('unchecked')).toBe(`**Pull request:** [#9](${URL_9}) (could not be checked)`);
  });

  it('stands alone where nothing was looked up', () => {
    expect(lineOf(null)).toBe(`**Pull request:** [#9](${URL_9})`);
  });
});
