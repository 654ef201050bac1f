/** The findings of a review in the report (contract 17.5). */
import { describe, expect, it } from '@jest/globals';
import { reviewHtml } from '../../src/report/page/findings.ts';
import { runLinksHtml } from '../../src/report/page/header.ts';
import { countFindings, shownReview } from '../../src/report/review-words.ts';
import { shownStep } from '../../src/report/shown.ts';
import type { ReviewedFinding, ReviewView } from '../../src/report/step-view.ts';
import { repositoryLinks } from '../../src/safe/url.ts';
import { stepView } from '../support/step-view.ts';

const provenance = {
  ...stepView().provenance,
  serverUrl: 'https://github.com',
  repository: 'octo/shop',
};
const links = repositoryLinks(provenance);
const ADDRESS = 'https://github.com/octo/shop/pull/7';

const FINDING: ReviewedFinding = {
  fingerprint: '0123456789abcdef',
  path: 'src/a.ts',
  side: 'RIGHT',
  startLine: 3,
  line: 4,
  severity: 'error',
  title: 'Use `two`, not <b>TWO</b>',
  body: 'Lower **case**, please.',
  suggestion: 'two\nthree',
  replacement: { text: 'two\nthree', offered: ['two', 'three'] },
  lines: ['TWO', 'THREE'],
  isInHead: true,
  placed: 'inline',
  url: `${ADDRESS}#discussion_r12`,
};

function shown(changes: Partial<ReviewedFinding> = {}, rest: Partial<ReviewView> = {}): string {
  const findings = [{ ...FINDING, ...changes }];
  const counts = countFindings(findings);
  const review = { number: 7, findings, counts, url: null, summary: 'So.', pass: null, ...rest };
  return reviewHtml(shownReview(review, { isInTitle: false, links }), links);
}

describe('a row', () => {
  it('has severity, title, place and a link to the comment', () => {
    const html = shown();
    expect(html).toContain('<h2>Review: 1 finding (1 error)</h2>');
    expect(html).toContain('<span class="severity error">error</span>');
    expect(html).toContain('<b>Use <code>two</code>, not &#60;b&#62;TWO&#60;/b&#62;</b>');
    expect(html).toContain('<code>src/a.ts:3-4</code>');
    expect(html).toContain(`<a href="${ADDRESS}#discussion_r12"`);
  });

  it('shows the suggestion as a diff', () => {
    const html = shown().replace(/<\/?span[^>]*>/g, '');
    expect(html).toMatch(/aria-label="Suggestion">-TWO\n-THREE\n\+two\n\+three\n<\/pre>/);
  });

  it('has nothing to unfold for an earlier finding', () => {
    const html = shown({ body: '', replacement: null, placed: 'known' });
    expect(html).not.toContain('<details>');
    expect(html).toContain('known before');
  });

  it('names no place where there is none, and no address that may not be live', () => {
    const html = shown({ path: null, line: null, placed: null, url: 'https://evil.example/' });
    expect(html).not.toMatch(/src\/a|evil/);
    expect(html).toContain('not posted');
    const perhaps = shown({ placed: null }, { mayBePosted: true });
    expect(perhaps).toContain('not known');
    expect(perhaps).not.toContain('not posted');
  });
});

it('leads to the review, and not only to its pull request', () => {
  const url = `${ADDRESS}#pullrequestreview-5`;
  const linksTo = (address: string | null): string => {
    const review = {
      number: 7,
      findings: [],
      counts: countFindings([]),
      summary: '',
      pass: true,
      url: address,
    };
    return runLinksHtml(shownStep({ ...stepView({ review }), provenance }));
  };
  expect(linksTo(url)).toContain(`href="${url}"`);
  expect(linksTo('https://evil.example/')).not.toContain('Open the review');
  expect(linksTo(null)).not.toContain('Open the review');
});

it('shows as many findings as people read', () => {
  const findings = Array<ReviewedFinding>(203).fill(FINDING);
  expect(shown({}, { findings })).toContain('3 more findings');
});
