/** The checks of a head as people read them (contract 19.5): what is live, and in which words. */
import { describe, expect, it } from '@jest/globals';
import { judgeHead } from '../../src/github/head-checks.ts';
import type { CheckRun } from '../../src/github/port.ts';
import { checksInShort, shownChecks } from '../../src/report/checks.ts';
import { renderComment } from '../../src/report/comment.ts';
import { checksHtml as html } from '../../src/report/page/header.ts';
import { panelHtml } from '../../src/report/page/panel.ts';
import { checksSection } from '../../src/report/sections.ts';
import { shownStep } from '../../src/report/shown.ts';
import { statusOf } from '../../src/report/step-commit-status.ts';
import { whyOf } from '../../src/report/verdict.ts';
import type { HeadChecks, StepDigest, StepView } from '../../src/report/step-view.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { stepDigest, stepView } from '../support/step-view.ts';

let nextId = 1;
const run = (name: string, conclusion: string | null, address = ''): CheckRun => ({
  id: (nextId += 1),
  name,
  app: 'github-actions',
  suiteId: null,
  status: conclusion === null ? 'in_progress' : 'completed',
  conclusion,
  startedAt: null,
  addresses: address === '' ? [] : [address],
  title: '',
  summary: '',
  annotationCount: 0,
});

function headOf(...runs: readonly CheckRun[]): HeadChecks {
  const nothing = { workflowRunId: '', commitStatus: null, ignored: [] };
  const judged = judgeHead({ suites: [], runs, statuses: [] }, nothing);
  return { ...judged, repository: 'octo/repo', number: 9, here: true, headSha: 'a'.repeat(40) };
}

function viewOf(head: HeadChecks, change: Partial<StepView> = {}): StepView {
  const view = stepView({ headChecks: head, ...change });
  const place = { serverUrl: 'https://github.com', repository: 'octo/repo' };
  return { ...view, provenance: { ...view.provenance, ...place } };
}

const checksHtml = (view: StepView): string => html({ checks: shownChecks(view) });
const list = (head: HeadChecks): string => {
  const section = checksSection({ checks: shownChecks(viewOf(head)) });
  return section
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .join('\n');
};

describe('a link', () => {
  const JOB = 'https://github.com/octo/repo/actions/runs/5/job/6';
  it.each([
    ['a job', JOB, JOB],
    ['a run', 'https://github.com/octo/repo/actions/runs/5?pr=1', JOB.replace('/job/6', '')],
    [
      'the page of a check',
      'https://github.com/Octo/Repo/runs/8',
      'https://github.com/octo/repo/runs/8',
    ],
  ])('leads to %s of this repository', (_, address, link) => {
    expect(list(headOf(run('build', 'success', address)))).toBe(`- ✅ [build](${link}) success`);
    expect(checksHtml(viewOf(headOf(run('build', 'success', address))))).toContain(
      `href="${link}"`,
    );
  });

  it.each([
    'https://github.com/octo/other/actions/runs/5',
    'https://github.com.evil.example/octo/repo/actions/runs/5',
    'https://github.com/octo/repo/actions/runs/5x',
    'https://github.com/octo/repo/actions/workflows/ci.yml',
    'https://ci.example/build/7',
  ])('is none to %s, which is text', (address) => {
    const head = headOf(run('build', 'success', address));
    expect(list(head)).not.toContain('](');
    expect(list(head)).toContain(`\`${address}\``);
    expect(checksHtml(viewOf(head))).not.toContain('href');
  });
});

it('a name that others chose is text', () => {
  const head = headOf(run('<b>@mona</b> [x](https://evil.example) `', 'failure'));
  expect(list(head)).not.toMatch(/<b>|@mona|\]\(/);
  expect(checksHtml(viewOf(head))).not.toContain('<b>');
});

it('those that need a look come first, and the rest is counted', () => {
  const good = Array.from({ length: 60 }, (_, at) => run(`a${at}`, 'success'));
  const lines = list(headOf(...good, run('z', 'timed_out'))).split('\n');
  expect([lines[0], lines.at(-1), lines.length]).toEqual(['- ❌ z timed out', '- and 11 more', 51]);
});

it.each([
  ['checks 3 of 5, waiting for build, test', ['success', 'neutral', 'skipped', null, null]],
  ['checks 2 of 2, failed: test', ['success', 'failure']],
  ['checks 1 of 1, all green', ['success']],
  ['no checks yet', []],
])('in a few words: %s', (words, conclusions) => {
  const names = conclusions.length === 5 ? ['a', 'b', 'c', 'build', 'test'] : ['build', 'test'];
  const runs = conclusions.map((conclusion, at) => run(names[at] ?? '', conclusion));
  expect(checksInShort(headOf(...runs))).toBe(words);
});

it('a live comment, and the row of a fleet, say how they stand', () => {
  const view = viewOf(headOf(run('lint', 'success'), run('build', null)), {
    runId: '7',
    outcome: 'running',
    fixes: 0,
  });
  const body = renderComment(view, { marker: '<!-- m -->', full: true, now: 0 });
  expect(body).toContain('checks 1 of 2, waiting for build');
  expect(whyOf(view, { maxLength: 80 })).toBe('checks 1 of 2, waiting for build');
});

it('says how many mends were asked for', () => {
  const head = headOf(run('build', 'success'));
  expect(shownChecks(viewOf(head, { fixes: 1 }))?.title).toBe(
    'Checks of aaaaaaa: 1 of 1 passed, 1 mend asked for',
  );
});

it('tells each mend as a turn: what it mended, where it begins, and what the agent said', () => {
  const mended = (...failed: readonly string[]): HeadChecks =>
    headOf(...failed.map((name) => run(name, 'failure')));
  const answer = (index: number, headline: string): StepDigest =>
    stepDigest(index, null, { kind: 'FINAL_ANSWER', tool: null, headline });
  const view = viewOf(headOf(run('unit', null)), {
    runId: '7',
    outcome: 'running',
    fixes: 3,
    steps: [answer(1, 'Done.'), answer(4, 'Mended unit.'), answer(6, 'Mended lint.')],
    turnStarts: [
      { index: 2, why: 'mend', mend: { number: 1, head: mended('unit', 'lint') } },
      { index: 5, why: 'mend', mend: { number: 2, head: mended('lint') } },
    ],
    opening: { why: 'mend', mend: { number: 3, head: mended('unit') } },
  });
  const ofEarlierAttempt = { index: 2, why: 'mend', mend: { number: 1, head: null } } as const;
  expect(renderSummary({ ...view, turnStarts: [ofEarlierAttempt] })).toContain(
    '- **Mend 1**, from step 3: ',
  );
  const told = [
    '- **Mend 1** of `aaaaaaa` (lint failed, unit failed), from step 3: Mended unit.',
    '- **Mend 2** of `aaaaaaa` (lint failed), from step 6: Mended lint.',
    '- **Mend 3** of `aaaaaaa` (unit failed)',
  ].join('\n');
  expect(renderSummary(view)).toContain(told);
  expect(renderComment(view, { marker: '<!-- m -->', full: true, now: 0 })).toContain(told);
});

it('does not call a run running whose checks are waited for', () => {
  const view = viewOf(headOf(run('unit', 'failure')), { runId: '7', outcome: 'running', fixes: 0 });
  const told = (change: Partial<StepView>): string =>
    renderComment({ ...view, ...change }, { marker: '<!-- m -->', full: true, now: 0 });
  const ended = told({ standing: 'ended' });
  expect(ended).toContain('Agent run 7 has ended, and its checks are waited for');
  // It stands above the list of the checks.
  expect(ended).not.toContain('checks 1 of 1');
  expect(told({ standing: 'going_on' })).toContain('Agent run 7 is running');
});

it('says that it was the checks that timed out, not the run (19.3)', () => {
  const view = viewOf(headOf(run('build', null)), {
    runId: '7',
    outcome: 'timed_out',
    standing: 'ended',
    fixes: 0,
    lacks: 'checks',
    durationMs: 3_600_000,
    cutShort: 'The run itself has ended, but the checks of pull request #9 were not done.',
  });
  const told = (change: Partial<StepView> = {}) => {
    const { description } = statusOf({ ...view, ...change }, null);
    return { status: description, report: panelHtml(shownStep({ ...view, ...change })) };
  };
  expect(told().status).toBe('Agent run 7 has ended, but its checks timed out after 1h 00m');
  expect(told().report).toContain('<h2>Checks not settled</h2>');
  const atWork = told({ standing: 'going_on', lacks: null });
  expect(atWork.status).toBe('Agent run 7 timed out after 1h 00m');
  expect(atWork.report).toContain('<h2>Still running</h2>');
});

it('says of a run that ended, and whose checks were not waited for yet, that it timed out', () => {
  const view = stepView({
    runId: '7',
    outcome: 'timed_out',
    standing: 'ended',
    fixes: 0,
    cutShort: 'The run could not be read within 1 minute (timeout_minutes).',
  });
  expect(statusOf(view, null).description).toBe('Agent run 7 timed out');
  expect(panelHtml(shownStep(view))).toContain('<h2>Out of time</h2>');
});

it('says of a head without checks that there are none only where they were waited for', () => {
  const waited = viewOf(headOf(), { fixes: 0 });
  expect(shownChecks(waited)?.title).toBe('Checks of aaaaaaa: none');
  expect(checksHtml(waited)).toContain('Checks of aaaaaaa: none');
  const read = viewOf(headOf(), { fixes: null });
  expect(shownChecks(read)).toBeNull();
  expect(checksSection({ checks: null })).toBe('');
  expect(checksHtml(read)).toBe('');
});
