/**
 * The text of a review (contract 17.2 to 17.4): its body and its comments, in each form that GitHub
 * may take. Pure.
 */
import { withoutMark } from '../github/mark.ts';
import { COMMENT_MAX, type NewReview } from '../github/port.ts';
import { FINDING_TITLE_MAX, findingLines, findingText, foundText } from '../report/sections.ts';
import type { ReviewedFinding } from '../report/step-view.ts';
import { counted, joined } from '../safe/text.ts';
import { markdownCode, renderMarkdown } from '../safe/markdown.ts';
import type { ReviewAnswer } from './findings.ts';
import { reviewMark, type OpenFinding, type ReviewedPullRequest } from './known.ts';

export interface ReviewOrder {
  readonly pull: ReviewedPullRequest;
  readonly answer: ReviewAnswer;
}

export interface Composition extends ReviewOrder {
  readonly findings: readonly ReviewedFinding[];
  /** The head that the branch has now. */
  readonly headNow: string;
}

/**
 * What is posted, and what if GitHub refuses a position: no ranges, no positions, no commit
 * (contract 17.2). Each with the findings as they are placed in it.
 */
export function reviewForms(order: Composition) {
  const { findings, pull } = order;
  const { headSha: commitId } = pull;
  const inline = findings.filter(({ placed }) => placed === 'inline');
  const inBody = findings.map((finding) =>
    finding.placed === 'inline' ? { ...finding, placed: 'body' as const } : finding,
  );
  const formOf = (placed: typeof findings, rest: Pick<NewReview, 'comments' | 'commitId'>) => {
    const { body, left } = bodyOf({ ...order, findings: placed });
    return {
      review: { number: pull.place.number, body, ...rest },
      findings: placed.map((finding) =>
        left.includes(finding) ? { ...finding, placed: null } : finding,
      ),
    };
  };
  const onLines = (ranges: boolean) =>
    formOf(findings, {
      commitId,
      comments: inline.map((finding) => commentOf(finding, { pull, ranges })),
    });
  return [
    ...(inline.length > 0 ? [onLines(true)] : []),
    ...(inline.some(({ startLine, line }) => startLine !== line) ? [onLines(false)] : []),
    formOf(inBody, { commitId, comments: [] }),
    formOf(inBody, { commitId: null, comments: [] }),
  ];
}

/** The body, and the findings for which it has no room. */
function bodyOf({ pull, answer, findings, headNow }: Composition) {
  const { place, headSha, links } = pull;
  const mark = reviewMark(place, 'review', {
    head: headSha,
    findings: findings.map(({ fingerprint }) => fingerprint),
  });
  const fresh = findings.filter(({ placed }) => placed !== 'known').length;
  const moved =
    headNow === headSha
      ? ''
      : `*The branch has moved to \`${headNow.slice(0, 7)}\` since: these findings are about \`${headSha.slice(0, 7)}\`.*`;
  const verdict = answer.pass === true ? 'Verdict: passes.' : 'Verdict: does not pass.';
  const head = joined([
    `${mark}\n**Agent review of \`${headSha.slice(0, 7)}\`: ${foundText(fresh)}**`,
    answer.pass === undefined ? '' : verdict,
    renderMarkdown(answer.summary, { links }).text,
    moved,
  ]);
  const inBody = findings.filter(({ placed }) => placed === 'body');
  let body = joined([head, inBody.length === 0 ? '' : '### Not on the lines of the diff']);
  for (const [at, finding] of inBody.entries()) {
    const where = markdownCode(findingLines(finding));
    const next = joined([body, findingText(finding, { links, where, isExact: false })]);
    if (next.length > COMMENT_MAX) {
      const left = inBody.slice(at);
      const more = `*${counted(left.length, 'more finding')} in the job summary of this step.*`;
      return { body: joined([body, more]), left };
    }
    body = next;
  }
  return { body, left: [] };
}

/** Without `ranges`, the comment is placed on the last line of its finding alone. */
function commentOf(
  finding: ReviewedFinding,
  { pull, ranges }: { readonly pull: ReviewedPullRequest; readonly ranges: boolean },
): NewReview['comments'][number] {
  const { fingerprint: id, path, side, startLine, line, title } = finding;
  const mark = reviewMark(pull.place, 'finding', {
    id,
    path,
    line,
    title: title.slice(0, FINDING_TITLE_MAX),
  });
  const isRange = startLine !== line;
  // GitHub replaces exactly the lines of the comment, on the right side.
  const isExact = side === 'RIGHT' && (ranges || !isRange);
  const body = `${mark}\n${findingText(finding, { ...pull, where: '', isExact })}`;
  return { path, side, line, startLine: ranges && isRange ? startLine : null, body };
}

/** The body of a comment whose finding the run no longer found in this head. */
export function goneBody(
  finding: OpenFinding,
  { place, headSha: gone }: ReviewedPullRequest,
): string {
  const { id, path, line, title, body } = finding;
  const mark = reviewMark(place, 'finding', { id, path, line, title, gone });
  return `${mark}\n*No longer found in \`${gone.slice(0, 7)}\`.*\n\n${withoutMark(body)}`;
}
