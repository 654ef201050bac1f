/**
 * The texts of a review (contract 17.2 to 17.4): its body and its comments, in each form that
 * GitHub may take. Pure.
 */
import { COMMENT_MAX, type NewReview } from '../github/port.ts';
import { findingText, reviewSummary } from '../report/review-section.ts';
import { countFindings, countsText } from '../report/review-words.ts';
import type { ReviewedFinding } from '../report/step-view.ts';
import { counted, joined } from '../safe/text.ts';
import type { ReviewAnswer } from './answer.ts';
import { findingMarker, reviewMarker } from './markers.ts';
import { markedFinding, rangeOf } from './place.ts';
import type { ReviewedPullRequest } from './pull-request.ts';

export interface ReviewOrder {
  readonly pull: ReviewedPullRequest;
  readonly answer: ReviewAnswer;
}

export interface Composition extends ReviewOrder {
  readonly findings: readonly ReviewedFinding[];
  /** The head that the branch has now. */
  readonly headNow: string;
}

interface ReviewForm {
  readonly review: NewReview;
  /** As they are placed in it. */
  readonly findings: readonly ReviewedFinding[];
}

/**
 * What is posted, and what if GitHub refuses a position: no ranges, no positions, no commit
 * (contract 17.2). Each is made when it is asked for.
 */
export function* reviewForms(order: Composition): Generator<ReviewForm, void, undefined> {
  const { findings, pull } = order;
  const { headSha } = pull;
  const inline = findings.filter(({ placed }) => placed === 'inline');
  const onLines = (ranges: boolean): ReviewForm => {
    const comments = inline.map((finding) => reviewComment(finding, { pull, ranges }));
    return formOf(order, { commitId: headSha, comments });
  };
  if (inline.length > 0) {
    yield onLines(true);
  }
  if (inline.some(({ startLine, line }) => startLine !== line)) {
    yield onLines(false);
  }
  const inBody = findings.map((finding) =>
    finding.placed === 'inline' ? { ...finding, placed: 'body' as const } : finding,
  );
  const bodyOnly = (commitId: string | null): ReviewForm =>
    formOf({ ...order, findings: inBody }, { commitId, comments: [] });
  yield bodyOnly(headSha);
  yield bodyOnly(null);
}

function formOf(
  order: Composition,
  { commitId, comments }: Pick<NewReview, 'comments' | 'commitId'>,
): ReviewForm {
  const { body, omitted } = bodyOf(order);
  return {
    review: { number: order.pull.place.number, body, commitId, comments },
    findings: order.findings.map((finding) =>
      omitted.has(finding) ? { ...finding, placed: null } : finding,
    ),
  };
}

interface FittingBody {
  readonly body: string;
  /** The findings for which it has no room: these are not marked as reported. */
  readonly omitted: ReadonlySet<ReviewedFinding>;
}

function bodyOf(order: Composition): FittingBody {
  const { findings, pull } = order;
  const start = beginning(order);
  const listed = findings.filter(({ placed }) => placed === 'body');
  const inline = findings.filter(({ placed }) => placed === 'inline');
  const sections = sectionsWithRoom(listed, pull);
  const written = (count: number): string => {
    const shown = listed.slice(0, count);
    const marker = reviewMarker(pull.place, {
      head: pull.headSha,
      run: pull.workflowRunId,
      by: pull.by,
      findings: [...inline, ...shown].map(({ fingerprint }) => fingerprint),
      listed: shown.map((finding) => markedFinding(finding)),
    });
    const rest = listed.length - count;
    return joined([
      `${marker}\n${start}`,
      count === 0 ? '' : '### Not on the lines of the diff',
      sections.slice(0, count).join('\n\n---\n\n'),
      rest === 0 ? '' : `*${counted(rest, 'more finding')} in the job summary of this step.*`,
    ]);
  };
  let count = sections.length;
  while (count > 0 && written(count).length > COMMENT_MAX) {
    count -= 1;
  }
  return { body: written(count), omitted: new Set(listed.slice(count)) };
}

/**
 * The sections of the first findings, up to the one for which a body has no room whatever else it
 * says: an agent may name thousands.
 */
function sectionsWithRoom(
  listed: readonly ReviewedFinding[],
  pull: ReviewedPullRequest,
): readonly string[] {
  const sections: string[] = [];
  let room = COMMENT_MAX;
  for (const finding of listed) {
    const text = section(finding, pull);
    // The marker has it as well, and longer.
    room -= text.length + JSON.stringify(markedFinding(finding)).length;
    if (room < 0) {
      break;
    }
    sections.push(text);
  }
  return sections;
}

/** What the body says before it lists findings. */
function beginning({ pull, answer, findings, headNow }: Composition): string {
  const { headSha, links, hasDiff } = pull;
  const fresh = findings.filter(({ placed }) => placed !== 'known');
  const open = findings.filter(({ placed }) => placed === 'known');
  const openCounts = countsText(countFindings(open));
  const reviewed = shortSha(headSha);
  return joined([
    `### Agent review of \`${reviewed}\`: ${countsText(countFindings(fresh))}`,
    verdictLine(answer.pass),
    reviewSummary(answer.summary, links),
    open.length === 0 ? '' : `Still open from earlier reviews: ${openCounts}.`,
    hasDiff ? '' : '*GitHub could not give the diff, so all findings are listed here.*',
    headNow === headSha ? '' : `*${movedSince(headSha, headNow)}*`,
  ]);
}

/** What is said where the branch has another head by now than the one that is reviewed. */
export function movedSince(headSha: string, headNow: string): string {
  return (
    `The branch has moved to \`${shortSha(headNow)}\` since: ` +
    `these findings are about \`${shortSha(headSha)}\`.`
  );
}

function verdictLine(pass: boolean | null): string {
  if (pass === null) {
    return '';
  }
  return pass ? '**✅ Verdict: passes.**' : '**❌ Verdict: does not pass.**';
}

export const shortSha = (sha: string): string => sha.slice(0, 7);

/** Before each finding in a body, so that it is found again there. */
const SECTION = '<!-- agent-run-action:listed ';
export const sectionStart = (id: string): string => `${SECTION}${id} -->`;

function section(finding: ReviewedFinding, { links }: ReviewedPullRequest): string {
  const text = findingText(finding, { links, isOnItsLines: false, isExact: false });
  return `${sectionStart(finding.fingerprint)}\n${text}`;
}

/** Without `ranges`, the comment is placed on the last line of its finding alone. */
function reviewComment(
  finding: ReviewedFinding,
  { pull, ranges }: { readonly pull: ReviewedPullRequest; readonly ranges: boolean },
): NewReview['comments'][number] {
  const range = rangeOf(finding);
  if (finding.path === null || range === null) {
    throw new Error('a finding without lines was placed on lines');
  }
  const { side, startLine, line } = range;
  const isRange = startLine !== line;
  // GitHub replaces exactly the lines of the comment.
  const isExact = ranges || !isRange;
  const text = findingText(finding, { links: pull.links, isOnItsLines: true, isExact });
  return {
    path: finding.path,
    side,
    line,
    startLine: ranges && isRange ? startLine : null,
    body: `${findingMarker(pull.place, markedFinding(finding))}\n${text}`,
  };
}
