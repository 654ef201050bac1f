/** Runs that the sandbox played are told as such wherever people read (contract 10). */
import { describe, expect, it } from '@jest/globals';
import { fleetComment, fleetSummary } from '../../src/fleet/summary.ts';
import { rowOf } from '../../src/fleet/rows.ts';
import { renderComment } from '../../src/report/comment.ts';
import { runStart } from '../../src/report/page/header.ts';
import { renderSummary } from '../../src/report/summary.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { stepView } from '../support/step-view.ts';

const COMMENT = { marker: '<!-- mark -->', full: true };

function played(change: Partial<StepView> = {}): StepView {
  const { provenance } = stepView();
  return stepView({
    outcome: 'succeeded',
    runId: '1001',
    isSandbox: true,
    result: 'Proposed in https://github.com/octo/shop/pull/128.',
    pullRequests: ['https://github.com/octo/shop/pull/128'],
    provenance: {
      ...provenance,
      repository: 'octo/shop',
      actionUrl: 'https://github.com/tools/agent-run-action',
    },
    ...change,
  });
}

const texts = (view: StepView): Readonly<Record<string, string>> => {
  const fleet = { rows: [rowOf('one', view)], view, runsFile: null, note: '' };
  return {
    summary: renderSummary(view),
    comment: renderComment(view, COMMENT),
    report: runStart(view, null),
    'summary of a fleet': fleetSummary(fleet),
    'comment of a fleet': fleetComment(fleet, COMMENT),
  };
};

describe.each(Object.keys(texts(played())))('the %s', (name) => {
  const textOf = (view: StepView): string => texts(view)[name] ?? '';

  it('says that the sandbox played the run, and leads to the use of an account', () => {
    const text = textOf(played());
    expect(text).toContain('no agent was at work');
    expect(text).toContain('https://github.com/tools/agent-run-action#with-your-account');
  });

  it('has no link to a pull request that does not exist', () => {
    expect(textOf(played())).toContain('128');
    expect(textOf(played())).not.toMatch(/\]\(https:[^)]*pull\/128|href="[^"]*pull\/128/);
  });

  it('says so without a link where the repository of the action is not known', () => {
    const { provenance } = played();
    const text = textOf(played({ provenance: { ...provenance, actionUrl: null } }));
    expect(text).toContain('With your account');
    expect(text).not.toContain('#with-your-account');
  });

  it('says nothing of it for another service', () => {
    expect(textOf(played({ isSandbox: false }))).not.toMatch(/sandbox/i);
  });
});

it('a pull request that GitHub confirms has its link', () => {
  const [url = ''] = played().pullRequests;
  const pullRequest = {
    repository: 'octo/shop',
    number: 128,
    author: 'a',
    headBranch: 'b',
    headSha: 'c',
    title: '',
    here: true,
    byRun: true,
    isEmpty: false,
    changedAt: null,
  };
  const claims = [{ url, state: 'exists', timeUnread: null, pullRequest }] as const;
  expect(renderSummary(played({ claims }))).toContain(
    `](${url} "GitHub confirms this pull request") ✓`,
  );
});
