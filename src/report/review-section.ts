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
import { fenced } from '../safe/markdown-document.ts';
import { counted, joined } from '../safe/text.ts';
import type { ReadLink } from '../safe/url.ts';
import { findingPlace, type ShownFinding, type ShownReview } from './review-words.ts';
import { cutSentence, fitting, folded } from './sections.ts';
import type { ReviewedFinding } from './step-view.ts';

const FINDING_TITLE_MAX = 200;
/** What an agent writes about one finding, and about the change. */
const FINDING_MAX = 8_000;
const SUMMARY_MAX = 20_000;
/**
 * UTF-16 units of the summary, or of a finding, as it is written: harmless, a text may be many
 * times as long. A review has room for both, and a comment for a finding, beside their markers.
 */
const WRITTEN_MAX = 30_000;
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

/** A finding as Markdown. */
export function findingText(
  finding: ReviewedFinding,
  {
    links,
    isOnItsLines,
    isExact,
  }: {
    readonly links: ReadLink;
    /** Whether the text stands on the lines of the finding. */
    readonly isOnItsLines: boolean;
    /** Whether GitHub may put the suggestion in the place of exactly these lines. */
    readonly isExact: boolean;
  },
): string {
  const { body, replacement } = finding;
  const offered = isExact ? (replacement?.offered ?? null) : null;
  const code = replacement === null ? '' : markdownFence(replacement.text, 'text', FINDING_MAX);
  const suggestion = offered === null ? code : suggestionFence(offered);
  return fitting(Math.min(body.length, FINDING_MAX), {
    render: (max) =>
      joined([
        findingHeading(finding, { isOnItsLines }),
        agentText(body, { what: 'The text of the finding', links, max }),
        suggestion,
      ]),
    excess: ({ length }) => length - WRITTEN_MAX,
  });
}

interface AgentTextOptions {
  /** What it is, for the mark: `The summary`. */
  readonly what: string;
  readonly links: ReadLink;
  /** UTF-16 units of the text. */
  readonly max: number;
}

/** What the agent wrote, with a mark if it is cut. */
function agentText(words: string, { what, links, max }: AgentTextOptions): string {
  const { text, rest } = renderMarkdown(words, { links, maxLength: max });
  const [shown, all] = [words.length - rest.length, words.length];
  return joined([text, rest === '' ? '' : `*${cutSentence(what, { shown, all })}*`]);
}

/**
 * GitHub's suggestion. The fence is longer than any run of backticks in it, so that the text cannot
 * leave it. Without a line in it, the suggestion deletes the lines.
 */
function suggestionFence(lines: readonly string[]): string {
  return lines.length === 0 ? '```suggestion\n```' : fenced(lines.join('\n'), 'suggestion');
}

/** What the run says of the change as a whole. */
export function reviewSummary(summary: string, links: ReadLink): string {
  const text = fitting(Math.min(summary.length, SUMMARY_MAX), {
    render: (max) => agentText(summary, { what: 'The summary', links, max }),
    excess: ({ length }) => length - WRITTEN_MAX,
  });
  return summary.length > OPEN_SUMMARY ? folded('What the change does', text) : text;
}

/** The section of the job summary. */
export function reviewSection(review: ShownReview, links: ReadLink): string {
  const { found, link, summary } = review;
  return joined([
    `### Review: ${found}`,
    linkIfAny('Open the review', link),
    reviewSummary(summary, links),
    findingsTable(review, links),
  ]);
}

/** What a comment says of the review that stands on the same page. */
export function reviewNote({ counts, link, summary }: ShownReview, links: ReadLink): string {
  const where = linkIfAny('Open the review', link);
  return joined([joined([`**Review:** ${counts}`, where], ' · '), reviewSummary(summary, links)]);
}

function linkIfAny(label: string, link: string | null): string {
  return link === null ? '' : markdownLink(label, link, { allowHttp: true });
}

/** Those that are not known to be posted are told here in full. */
function findingsTable({ findings, untold }: ShownReview, links: ReadLink): string {
  if (findings.length === 0) {
    return '';
  }
  const rows: string[] = [];
  const texts: string[] = [];
  let room = FINDINGS_MAX_BYTES;
  for (const shown of findings) {
    const { finding } = shown;
    const row = tableRow(shown);
    let text = '';
    if (finding.placed === null) {
      text = findingText(finding, { links, isOnItsLines: false, isExact: false });
    }
    room -= Buffer.byteLength(row) + Buffer.byteLength(text);
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
  return joined([table, folded(untold, joined(texts)), more]);
}

function tableRow({ finding, place, posted, link }: ShownFinding): string {
  const { severity, title } = finding;
  const where = markdownCode(place, { maxLength: 300 });
  // On a phone, a column for the place would push the links off the screen.
  const cells = [
    `${SEVERITY_MARKS[severity]} ${severity}`,
    joined([markdownTitle(title, 300), where], '<br>'),
    linkIfAny(posted, link) || markdownText(posted),
  ];
  return `| ${cells.join(' | ')} |`;
}
