/**
 * The commits and checks of a pull request, as summary and report show them (contract 18.8, 6.4).
 */
import { describe, expect, it } from '@jest/globals';
import { renderSummary } from '../../src/report/summary.ts';
import type { PullRequestWork } from '../../src/report/step-view.ts';
import { workHtml, workMarkdown } from '../../src/report/pull-request-work.ts';
import { stepView } from '../support/step-view.ts';

const SHA = '0a1b2c3d'.repeat(5);
const WORK: PullRequestWork = {
  repository: 'octo/repo',
  commits: [
    { sha: SHA, title: 'Initial plan' },
    { sha: 'f'.repeat(40), title: 'Round <b>taxes</b> @octo #1' },
  ],
  checks: [
    { name: 'build', state: 'success' },
    { name: 'deploy | prod', state: 'action_required' },
  ],
};

function view(work: Partial<PullRequestWork> | null, repository = 'octo/repo') {
  const base = stepView();
  const provenance = { ...base.provenance, serverUrl: 'https://github.com', repository };
  return { ...base, provenance, work: work === null ? null : { ...WORK, ...work } };
}

describe('in the summary', () => {
  it('are listed with links, and what the agent wrote is text', () => {
    expect(workMarkdown(view({}))).toMatchInlineSnapshot(`
     "**2 commits**

     - [\`0a1b2c3\`](https://github.com/octo/repo/commit/0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d) Initial plan
     - [\`fffffff\`](https://github.com/octo/repo/commit/ffffffffffffffffffffffffffffffffffffffff) Round &#60;b&#62;taxes&#60;/b&#62; <code>&#64;octo</code> <code>&#35;1</code>

     **Checks:** build success · deploy &#124; prod action required"
    `);
    expect(renderSummary(view({}))).toContain(workMarkdown(view({})));
  });

  it('have no links in a repository that no input names', () => {
    expect(workMarkdown(view({}, 'else/where'))).toContain('- `0a1b2c3` Initial plan');
  });

  it('say that missing checks are not green', () => {
    expect(workMarkdown(view({ commits: null, checks: [] }))).toMatch(
      /^\*\*Checks:\*\* none on the head commit\. .* approved them/,
    );
  });

  it.each<[string, Partial<PullRequestWork> | null]>([
    ['nothing was read', null],
    ['nothing may be read', { commits: null, checks: null }],
  ])('are not there where %s', (_, work) => {
    expect(workMarkdown(view(work))).toBe('');
  });

  it('are cut', () => {
    const commits = Array.from({ length: 25 }, () => ({ sha: SHA, title: 'x'.repeat(500) }));
    const checks = Array.from({ length: 40 }, (_, nth) => ({ name: `c${nth}`, state: 'success' }));
    const text = workMarkdown(view({ commits, checks }));
    expect(text).toContain('**25 commits, the first 20 of them**');
    expect(text).toContain('· and 10 more');
    expect(text.length).toBeLessThan(6_000);
  });
});

describe('in the report', () => {
  it('are elements built from text', () => {
    const html = workHtml(view({}));
    expect(html).toContain('<h2>2 commits</h2>');
    expect(html).toContain(`href="https://github.com/octo/repo/commit/${SHA}"`);
    expect(html).toContain('Round &#60;b&#62;taxes&#60;/b&#62;');
    expect(html).toContain('Checks: build success · deploy | prod action required');
  });

  it('have no link in another repository, and a title of their own without commits', () => {
    expect(workHtml(view({}, 'else/where'))).toContain('<code>0a1b2c3</code>');
    expect(workHtml(view({ commits: null }))).toContain('<h2>Pull request</h2>');
    expect(workHtml(view(null))).toBe('');
  });
});
