/** Posts the findings of a run as one review of the pull request (contract 17.2 to 17.4). */
import { GitHubError, type GitHub, type NewReview } from '../github/port.ts';
import { isPassing, isRateLimit, remedy, waitOut } from '../github/wait-out.ts';
import type { Clock } from '../ports.ts';
import type { RepositoryLinks } from '../safe/url.ts';
import type { ReviewedFinding } from '../report/step-view.ts';
import { renderMarkdown } from '../safe/rendered-markdown.ts';
import { markdownCode, markdownFence, markdownText } from '../safe/markdown.ts';
import { counted, joined } from '../safe/format.ts';
import type { ReviewedPullRequest } from './ask.ts';
import { placeFindings, type Finding, type ReviewAnswer } from './findings.ts';
import { goneBody, readKnown, writeFindingMark, writeReviewMark, type Known } from './known.ts';

/** UTF-16 units. GitHub's limit is 65,536 characters. */
const BODY_MAX = 65_000;
/** What an agent writes about one finding. */
const FINDING_MAX = 8_000;
const SUMMARY_MAX = 20_000;
/** As for the permission check (contract 6.1). */
const RATE_LIMIT_PATIENCE_MS = 60_000;
/** GitHub shows a review that it has just created within this time. */
const LOST_ANSWER_PAUSE_MS = 2_000;

export interface ReviewContext {
  readonly github: GitHub;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Aborts with the step, and when there is no time left. */
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

export interface ReviewOrder {
  readonly pull: ReviewedPullRequest;
  readonly answer: ReviewAnswer;
  /** Addresses in the agent's text that may be live links. */
  readonly links: RepositoryLinks;
}

export interface ReviewReport {
  readonly findings: readonly ReviewedFinding[];
  readonly url: string | null;
}

/** Rejects only because of bugs. What could not be posted is told with `placed: null`. */
export async function postReview(context: ReviewContext, order: ReviewOrder): Promise<ReviewReport> {
  const { pull, answer } = order;
  const { github, signal } = context;
  let known = pull.known;
  const place = (): readonly Finding[] =>
    placeFindings(answer.findings, { diffs: pull.diffs, known: known.fingerprints });
  try {
    // Another job may have posted in the meantime.
    known = await patiently(context, () => readKnown(github, pull.place, signal));
    await markResolved(context, { pull, answer, known });
    const findings = place();
    const posted = await post(context, { ...order, findings, known });
    return posted ?? { findings: findings.map(unposted), url: known.reviews.at(-1)?.url ?? null };
  } catch (error) {
    if (!(error instanceof GitHubError) && !signal.aborted) throw error;
    context.warn(refused(error));
    return { findings: place().map(unposted), url: null };
  }
}

const unposted = (finding: Finding): ReviewedFinding => ({
  ...finding,
  placed: finding.placed === 'known' ? ('known' as const) : null,
});

/** Returns null if there is nothing to post: the head was reviewed before, or nothing is new. */
async function post(
  context: ReviewContext,
  order: ReviewOrder & { readonly findings: readonly Finding[]; readonly known: Known },
): Promise<ReviewReport | null> {
  const { pull, findings, known, answer } = order;
  if (known.reviews.some(({ head }) => head === pull.headSha)) return null;
  const isFirst = known.reviews.length === 0;
  const hasNews = findings.some(({ placed }) => placed !== 'known');
  if (!hasNews && !(isFirst && answer.findings.length === 0)) return null;
  const { repository, number } = pull.place;
  const now = await patiently(context, () => context.github.pullRequest({ repository, number }, context.signal));
  const movedTo = now.headSha === pull.headSha ? null : now.headSha;
  let refusal: unknown = null;
  for (const form of formsOf({ ...order, movedTo })) {
    try {
      return { findings: form.findings, url: await createOnce(context, { review: compose(form), pull }) };
    } catch (error) {
      if (!(error instanceof GitHubError) || error.status !== 422) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** What is posted, and what if GitHub refuses a position: no ranges, no positions, no commit (contract 17.2). */
function formsOf(order: Composition): readonly Composition[] {
  const { findings } = order;
  const inline = findings.filter(({ placed }) => placed === 'inline');
  const hasRanges = inline.some(({ startLine, line }) => startLine !== line);
  const inBody = findings.map((finding) =>
    inline.includes(finding) ? { ...finding, placed: 'body' as const } : finding,
  );
  const plain = { ...order, findings: inBody };
  return [
    order,
    ...(hasRanges ? [{ ...order, ranges: false }] : []),
    ...(inline.length === 0 ? [] : [plain]),
    { ...plain, commit: false },
  ];
}

/** The address of the review. After an answer that was lost, it is looked for by its mark, and created again only if GitHub does not show it. */
async function createOnce(
  context: ReviewContext,
  { review, pull }: { readonly review: NewReview; readonly pull: ReviewedPullRequest },
): Promise<string> {
  const { github, clock, signal } = context;
  for (let isAgain = false; ; isAgain = true) {
    try {
      const { htmlUrl } = await patiently(context, () => github.createReview(review, signal), isRateLimit);
      return htmlUrl;
    } catch (error) {
      const isLost = error instanceof GitHubError && isPassing(error) && !isRateLimit(error);
      if (!isLost) throw error;
      await clock.sleep(LOST_ANSWER_PAUSE_MS, signal);
      const { reviews } = await patiently(context, () => readKnown(github, pull.place, signal));
      const found = reviews.find(({ head }) => head === pull.headSha);
      if (found !== undefined) return found.url;
      if (isAgain) throw error;
    }
  }
}

/** @param passes by default every failure that may pass, as is right where a request may be repeated */
function patiently<T>({ clock, signal }: ReviewContext, ask: () => Promise<T>, passes = isPassing): Promise<T> {
  return waitOut(ask, { clock, signal, budgetMs: RATE_LIMIT_PATIENCE_MS, passes });
}

/** Edits the comments of findings that the run no longer found. Comments that people answered are left alone. */
async function markResolved(
  context: ReviewContext,
  { pull, answer, known }: Pick<ReviewOrder, 'pull' | 'answer'> & { readonly known: Known },
): Promise<void> {
  const { github, signal, warn } = context;
  const named = new Set(answer.resolved ?? []);
  for (const finding of known.open.filter(({ id, editable }) => editable && named.has(id))) {
    const body = goneBody(finding, { place: pull.place, head: pull.headSha });
    try {
      await patiently(context, () => github.updateReviewComment(finding.commentId, body, signal));
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      warn(`A review comment could not be edited to say that its finding is gone: ${answerOf(error)}.`);
      return;
    }
  }
}

interface Composition extends ReviewOrder {
  readonly findings: readonly Finding[];
  readonly movedTo: string | null;
  /** False: each comment is placed on the last line of its finding alone. Defaults to true. */
  readonly ranges?: boolean;
  /** False: GitHub takes the head that it has now. Defaults to true. */
  readonly commit?: boolean;
}

function compose(order: Composition): NewReview {
  const { pull, findings, links, ranges = true, commit = true } = order;
  const inline = findings.filter(({ placed }) => placed === 'inline');
  return {
    number: pull.place.number,
    commitId: commit ? pull.headSha : null,
    body: bodyOf(order),
    comments: inline.map((finding) => ({
      path: finding.path,
      side: finding.side,
      line: finding.line,
      startLine: !ranges || finding.startLine === finding.line ? null : finding.startLine,
      body: commentOf(finding, { pull, links, ranges }),
    })),
  };
}

function bodyOf({ pull, answer, findings, links, movedTo }: Composition): string {
  const { place, headSha } = pull;
  const mark = writeReviewMark(place, {
    head: headSha,
    findings: [...new Set(findings.map(({ fingerprint }) => fingerprint))],
  });
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
    const next = joined([
      body,
      `${titleOf(finding)} · ${markdownCode(lines(finding))}`,
      renderMarkdown(finding.body, { links, maxLength: FINDING_MAX }).text,
      finding.suggestion === null ? '' : suggested(finding.suggestion, false),
    ]);
    if (next.length > BODY_MAX)
      return joined([body, `*${counted(inBody.length - at, 'more finding')} in the job summary of this step.*`]);
    body = next;
  }
  return body;
}

function commentOf(
  finding: Finding,
  { pull, links, ranges }: Pick<ReviewOrder, 'pull' | 'links'> & { readonly ranges: boolean },
): string {
  const { fingerprint: id, path, startLine, line, title, side, suggestion, body } = finding;
  const mark = writeFindingMark(pull.place, { id, path, line, title: title.slice(0, 200) });
  const text = renderMarkdown(body, { links, maxLength: FINDING_MAX }).text;
  // GitHub replaces exactly the lines of the comment, on the right side.
  const isExact = side === 'RIGHT' && (ranges || startLine === line);
  return joined([`${mark}\n${titleOf(finding)}`, text, suggestion === null ? '' : suggested(suggestion, isExact)]);
}

function suggested(suggestion: string, isExact: boolean): string {
  // A suggestion that was cut would delete what is missing.
  const isWhole = suggestion.length <= FINDING_MAX;
  return isExact && isWhole ? suggestionBlock(suggestion) : markdownFence(suggestion, 'text', FINDING_MAX);
}

/** GitHub's suggestion. Its fence is longer than any run of backticks in it, so that the text cannot leave it. */
function suggestionBlock(suggestion: string): string {
  // Without a line in it, the suggestion deletes the lines.
  if (suggestion === '') return '```suggestion\n```';
  const fenced = markdownFence(suggestion, '', FINDING_MAX);
  const end = fenced.indexOf('\n');
  return `${fenced.slice(0, end)}suggestion${fenced.slice(end)}`;
}

const TITLES = { error: 'Error', warning: 'Warning', note: 'Note' } as const;

function titleOf({ severity, title }: Finding): string {
  return `**${TITLES[severity]}: ${markdownText(title, 200)}**`;
}

/** `src/a.ts:3-5`. */
export function lines({ path, startLine, line }: Pick<Finding, 'path' | 'startLine' | 'line'>): string {
  return `${path}:${startLine === line ? line : `${startLine}-${line}`}`;
}

const PERMISSION = 'The job needs `permissions: pull-requests: write`, and the conversation must not be locked.';
const REFUSED =
  'It took the review in no form. A review by the same login that is still pending can be the cause: submit or delete that one, and run the job again.';

function refused(error: unknown): string {
  const isGitHub = error instanceof GitHubError;
  const said = isGitHub ? answerOf(error) : 'the step ended first';
  const next = isGitHub ? ` ${error.status === 422 ? REFUSED : remedy(error, PERMISSION)}` : '';
  return `The review could not be posted on the pull request: ${said}.${next} The findings are in the job summary and in the output \`findings\`.`;
}

function answerOf({ status, message }: GitHubError): string {
  return `GitHub ${status === null ? 'did not answer' : `answered HTTP ${status}`} (${message})`;
}
