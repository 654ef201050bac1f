/**
 * A review as Markdown (contract 17.5): each finding in the review itself and in the summary, and
 * the summary's section. Pure.
 */
import {
  markdownCode,
  markdownFence,
  markdownLink,
  markdownText,
  markdownTitle,
  renderMarkdown,
} from '../safe/markdown.ts';
import { counted, joined } from '../safe/text.ts';
import type { ReadLink } from '../safe/url.ts';
import { findingCounts, findingPlace, foundText } from './review-words.ts';
import { folded } from './sections.ts';
import type { ReviewedFinding, ReviewView } from './step-view.ts';

const FINDING_TITLE_MAX = 200;
/** What an agent writes about one finding. */
const FINDING_MAX = 8_000;
const FINDINGS_MAX_BYTES = 250_000;
/** A summary up to this size is shown in full, a longer one folded. */
const OPEN_SUMMARY = 1_500;

const SEVERITY_MARKS = { error: '🔴', warning: '🟡', note: '🔵' } as const;
const TITLES = { error: 'Error', warning: 'Warning', note: 'Note' } as const;

/** `🔴 **Error: A title** · src/a.ts:3`, on one line. */
function findingHeading(
  finding: Pick<ReviewedFinding, 'severity' | 'title' | 'path' | 'startLine' | 'line'>,
  { isOnItsLines }: { readonly isOnItsLines: boolean },
): string {
  const { severity, title } = finding;
  const words = `**${TITLES[severity]}: ${markdownTitle(title, FINDING_TITLE_MAX)}**`;
  const where = isOnItsLines ? '' : markdownCode(findingPlace(finding));
  return joined([`${SEVERITY_MARKS[severity]} ${words}`, where], ' · ');
}

interface FindingTextOptions {
  readonly links: ReadLink;
  /** Whether the text stands on the lines of the finding. */
  readonly isOnItsLines: boolean;
  /** Whether GitHub may put the suggestion in the place of exactly these lines. */
  readonly isExact: boolean;
}

/** A finding as Markdown. */
export function findingText(
  finding: ReviewedFinding,
  { links, isOnItsLines, isExact }: FindingTextOptions,
): string {
  const { body, replacement } = finding;
  const offered = isExact ? (replacement?.offered ?? null) : null;
  const code = replacement === null ? '' : markdownFence(replacement.text, 'text', FINDING_MAX);
  return joined([
    findingHeading(finding, { isOnItsLines }),
    renderMarkdown(body, { links, maxLength: FINDING_MAX }).text,
    offered === null ? code : suggestionFence(offered),
  ]);
}

/**
 * GitHub's suggestion. The fence is longer than any run of backticks in it, so that the text cannot
 * leave it. Without a line in it, the suggestion deletes the lines.
 */
function suggestionFence(lines: readonly string[]): string {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  const longest = Math.max(2, ...runs.map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}suggestion`, ...lines, fence].join('\n');
}

/** What the run says of the change as a whole. */
export function reviewSummary(summary: string, links: ReadLink): string {
  const text = renderMarkdown(summary, { links }).text;
  return summary.length > OPEN_SUMMARY ? folded('What the change does', text) : text;
}

/** The section of the job summary. With a verdict, the title of the summary has the counts. */
export function reviewSection(review: ReviewView, links: ReadLink): string {
  const { findings, url, summary, pass } = review;
  const found = pass === null ? findingCounts(findings) : foundText(findings.length);
  return joined([
    `### Review: ${found}`,
    liveLink('Open the review', url, links),
    reviewSummary(summary, links),
    findingsTable(findings, links),
  ]);
}

/** What a comment says of the review that stands on the same page. */
export function reviewNote({ findings, url, summary }: ReviewView, links: ReadLink): string {
  const where = liveLink('Open the review', url, links);
  return joined([
    joined([`**Review:** ${findingCounts(findings)}`, where], ' · '),
    reviewSummary(summary, links),
  ]);
}

/** Empty if the address may not be live. */
function liveLink(label: string, url: string | null, links: ReadLink): string {
  const address = url === null ? null : links(url);
  return address === null ? '' : markdownLink(label, address.url, { allowHttp: true });
}

const PLACES = { inline: 'on its lines', body: 'in the review', known: 'known before' } as const;

/** Those that were not posted are told here in full. */
function findingsTable(findings: readonly ReviewedFinding[], links: ReadLink): string {
  if (findings.length === 0) {
    return '';
  }
  const rows: string[] = [];
  const texts: string[] = [];
  let room = FINDINGS_MAX_BYTES;
  for (const finding of findings) {
    const row = tableRow(finding, links);
    let text = '';
    if (finding.placed === null) {
      text = findingText(finding, { links, isOnItsLines: false, isExact: false });
    }
    room -= bytes(row) + bytes(text);
    if (room < 0) {
      break;
    }
    rows.push(row);
    texts.push(text);
  }
  const unlisted = findings.length - rows.length;
  const table = ['| | Finding | Posted |', '| --- | --- | --- |', ...rows].join('\n');
  const more =
    unlisted === 0
      ? ''
      : `*${counted(unlisted, 'more finding')} in the file of the output \`sarif_file\`.*`;
  return joined([table, folded('Findings that were not posted', joined(texts)), more]);
}

function tableRow(finding: ReviewedFinding, links: ReadLink): string {
  const { severity, title, placed, url } = finding;
  const posted = placed === null ? 'not posted' : PLACES[placed];
  const where = markdownCode(findingPlace(finding), { maxLength: 300 });
  // On a phone, a column for the place would push the links off the screen.
  const cells = [
    `${SEVERITY_MARKS[severity]} ${severity}`,
    joined([markdownTitle(title, 300), where], '<br>'),
    liveLink(posted, url, links) || markdownText(posted),
  ];
  return `| ${cells.join(' | ')} |`;
}

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');
