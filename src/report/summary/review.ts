/** What a review found, as a table (contract 17.5). Pure. */
import { counted, joined } from '../../shared/format.ts';
import { repositoryLinks } from '../links.ts';
import { renderMarkdown } from '../markdown/index.ts';
import { markdownRunnerLink, markdownText } from '../../safe/markdown.ts';
import type { ReviewedFinding, ReviewView, StepView } from '../step-view.ts';

const SUMMARY_MAX = 20_000;
const ROWS_MAX = 200;

const PLACES = { inline: 'on its lines', body: 'in the review', known: 'known before' } as const;

/** Empty without a review. */
export function reviewSection({ review = null, provenance }: Pick<StepView, 'review' | 'provenance'>): string {
  if (review === null) return '';
  const links = repositoryLinks(provenance);
  const address = review.url === null ? null : (links.read(review.url)?.url ?? null);
  const where = address === null ? '' : markdownRunnerLink('Open the review', address);
  return joined([
    `### Review: ${review.findings.length === 0 ? 'nothing found' : counted(review.findings.length, 'finding')}`,
    joined([verdict(review), where], ' · '),
    renderMarkdown(review.summary, { links, maxLength: SUMMARY_MAX }).text,
    table(review.findings),
  ]);
}

function verdict({ pass }: ReviewView): string {
  return pass === null ? '' : pass ? 'The review passes.' : '**The review does not pass.**';
}

function table(findings: readonly ReviewedFinding[]): string {
  if (findings.length === 0) return '';
  const rows = findings.slice(0, ROWS_MAX).map(({ severity, path, startLine, line, title, placed }) => {
    const lines = startLine === line ? `${line}` : `${startLine}-${line}`;
    const posted = placed === null ? 'not posted' : PLACES[placed];
    return `| ${severity} | ${markdownText(title, 300)} | ${markdownText(`${path}:${lines}`, 300)} | ${posted} |`;
  });
  const left = findings.length - rows.length;
  const table = ['| Severity | Finding | Where | Posted |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return left === 0 ? table : joined([table, `*${counted(left, 'more finding')} in the output \`findings\`.*`]);
}
