/** The text of a review (contract 17.2 to 17.4): its body and its comments, in each form that GitHub may take. Pure. */
import { withoutMark } from '../github/mark.ts';
import type { NewReview } from '../github/port.ts';
import type { ReviewedFinding } from '../report/step-view.ts';
import { counted, joined } from '../safe/text.ts';
import { markdownCode, markdownFence, markdownText, renderMarkdown } from '../safe/markdown.ts';
import type { RepositoryLinks } from '../safe/url.ts';
import type { ReviewAnswer } from './findings.ts';
import { writeFindingMark, writeReviewMark, type OpenFinding, type ReviewedPullRequest } from './known.ts';

/** UTF-16 units. GitHub's limit is 65,536 characters. */
const BODY_MAX = 65_000;
/** What an agent writes about one finding. */
const FINDING_MAX = 8_000;
const SUMMARY_MAX = 20_000;
const TITLE_MAX = 200;

export interface ReviewOrder {
  readonly pull: ReviewedPullRequest;
  readonly answer: ReviewAnswer;
}

interface Composition extends ReviewOrder {
  readonly findings: readonly ReviewedFinding[];
  /** The head that the branch has now, or null if it has not moved. */
  readonly movedTo: string | null;
}

interface ReviewForm {
  readonly review: NewReview;
  /** As they are placed in this form. */
  readonly findings: readonly ReviewedFinding[];
}

/** What is posted, and what if GitHub refuses a position: no ranges, no positions, no commit (contract 17.2). */
export function reviewForms(order: Composition): readonly ReviewForm[] {
  const { findings, pull } = order;
  const { headSha: commitId } = pull;
  const { number } = pull.place;
  const inline = findings.filter(({ placed }) => placed === 'inline');
  const inBody = findings.map((finding) =>
    finding.placed === 'inline' ? { ...finding, placed: 'body' as const } : finding,
  );
  const placed = (ranges: boolean): ReviewForm => {
    const comments = inline.map((finding) => commentOf(finding, { pull, ranges }));
    return { findings, review: { number, commitId, body: bodyOf(order), comments } };
  };
  const plain = { number, commitId: null, body: bodyOf({ ...order, findings: inBody }), comments: [] };
  return [
    ...(inline.length > 0 ? [placed(true)] : []),
    ...(inline.some(({ startLine, line }) => startLine !== line) ? [placed(false)] : []),
    { findings: inBody, review: { ...plain, commitId } },
    { findings: inBody, review: plain },
  ];
}

function bodyOf({ pull, answer, findings, movedTo }: Composition): string {
  const { place, headSha, links } = pull;
  const mark = writeReviewMark(place, { head: headSha, findings: findings.map(({ fingerprint }) => fingerprint) });
  const fresh = findings.filter(({ placed }) => placed !== 'known');
  const moved =
    movedTo === null
      ? ''
      : `*The branch has moved to \`${movedTo.slice(0, 7)}\` since: these findings are about \`${headSha.slice(0, 7)}\`.*`;
  const head = joined([
    `${mark}\n**Agent review of \`${headSha.slice(0, 7)}\`: ${fresh.length === 0 ? 'nothing found' : counted(fresh.length, 'finding')}**`,
    answer.pass === undefined ? '' : answer.pass ? 'Verdict: passes.' : 'Verdict: does not pass.',
    renderMarkdown(answer.summary, { links, maxLength: SUMMARY_MAX }).text,
    moved,
  ]);
  const inBody = findings.filter(({ placed }) => placed === 'body');
  let body = inBody.length === 0 ? head : joined([head, '### Not on the lines of the diff']);
  for (const [at, finding] of inBody.entries()) {
    const where = markdownCode(lines(finding));
    const next = joined([body, findingText(finding, { links, where, isExact: false })]);
    if (next.length > BODY_MAX)
      return joined([body, `*${counted(inBody.length - at, 'more finding')} in the job summary of this step.*`]);
    body = next;
  }
  return body;
}

/** Without `ranges`, the comment is placed on the last line of its finding alone. */
function commentOf(
  finding: ReviewedFinding,
  { pull, ranges }: { readonly pull: ReviewedPullRequest; readonly ranges: boolean },
): NewReview['comments'][number] {
  const { fingerprint: id, path, side, startLine, line, title } = finding;
  const mark = writeFindingMark(pull.place, { id, path, line, title: title.slice(0, TITLE_MAX) });
  const isRange = startLine !== line;
  // GitHub replaces exactly the lines of the comment, on the right side.
  const isExact = side === 'RIGHT' && (ranges || !isRange);
  const body = `${mark}\n${findingText(finding, { ...pull, where: '', isExact })}`;
  return { path, side, line, startLine: ranges && isRange ? startLine : null, body };
}

const TITLES = { error: 'Error', warning: 'Warning', note: 'Note' } as const;

interface FindingTextOptions {
  readonly links: RepositoryLinks;
  /** The finding's lines as Markdown, or empty where the comment is on them. */
  readonly where: string;
  /** Whether GitHub can put the suggestion in the place of the lines. */
  readonly isExact: boolean;
}

function findingText(finding: ReviewedFinding, { links, where, isExact }: FindingTextOptions): string {
  const { severity, title, body, suggestion } = finding;
  return joined([
    joined([`**${TITLES[severity]}: ${markdownText(title, TITLE_MAX)}**`, where], ' · '),
    renderMarkdown(body, { links, maxLength: FINDING_MAX }).text,
    suggestion === null ? '' : suggested(suggestion, isExact),
  ]);
}

/** GitHub's suggestion, or text. The fence is longer than any run of backticks in it, so that the text cannot leave it. */
function suggested(suggestion: string, isExact: boolean): string {
  // A suggestion that was cut would delete what is missing.
  if (!isExact || suggestion.length > FINDING_MAX) return markdownFence(suggestion, 'text', FINDING_MAX);
  // Without a line in it, the suggestion deletes the lines.
  if (suggestion === '') return '```suggestion\n```';
  const fenced = markdownFence(suggestion, '', FINDING_MAX);
  return fenced.replace('\n', 'suggestion\n');
}

/** `src/a.ts:3-5`. */
function lines({ path, startLine, line }: ReviewedFinding): string {
  return `${path}:${startLine === line ? line : `${startLine}-${line}`}`;
}

/** The body of a comment whose finding the run no longer found in this head. */
export function goneBody(finding: OpenFinding, { place, headSha: gone }: ReviewedPullRequest): string {
  const { id, path, line, title, body } = finding;
  const mark = writeFindingMark(place, { id, path, line, title, gone });
  return `${mark}\n*No longer found in \`${gone.slice(0, 7)}\`.*\n\n${withoutMark(body)}`;
}
