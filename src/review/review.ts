/**
 * The review of a step: asked before the run is created, posted after it has ended (contract 17).
 */
import type { PullRequestHead } from '../github/event-pull-request.ts';
import { commentBody, eventHead, isOnPullRequest, threadNumber } from '../github/event.ts';
import { commentKeyOf } from '../github/marker.ts';
import { GitHubError, type GitHub } from '../github/port.ts';
import {
  githubFailure,
  responseText,
  GITHUB_PATIENCE_MS,
  isPassing,
  remedy,
  waitOut,
} from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import {
  countFindings,
  endOfReview,
  foundText,
  gateVerdict,
  type GateVerdict,
} from '../report/review-words.ts';
import { stepFile } from '../report/step-files.ts';
import { statusOf } from '../report/step-commit-status.ts';
import type { ReviewedFinding, ReviewView } from '../report/step-view.ts';
import type { StepPorts } from '../report/step.ts';
import type { SessionEnd } from '../run/events.ts';
import { failedEnd, plainEnd, skippedEnd } from '../run/failure.ts';
import { askedInPublic } from '../run/once/key.ts';
import type { OutputSchema } from '../run/output-schema.ts';
import { saveRunState, type SavedRunState } from '../runner/saved-state.ts';
import { within } from '../runner/within.ts';
import { logInline } from '../safe/job-log.ts';
import { asSentence, counted, joined, messageOf } from '../safe/text.ts';
import { answerSchema, readReview, reviewOf, type ReviewAnswer } from './answer.ts';
import { reviewRequest } from './prompt.ts';
import { keptReview } from './kept-review.ts';
import { readKnown, type KnownReviews } from './known.ts';
import type { ReviewPlace } from './markers.ts';
import { shortSha } from './forms.ts';
import { postedBy, postReview, unpostedReport, type ReviewReport } from './publish.ts';
import { readPullRequest, type ReviewedPullRequest } from './pull-request.ts';
import { sarifOf } from './sarif.ts';

/** The review is posted within this time although the step has timed out (contract 6.5). */
const REVIEW_POST_MS = 5_000;

const READ_PERMISSION =
  'The job needs `permissions: pull-requests: write`, ' +
  'and the input `github_token` a token of this repository.';

interface Review {
  /** What the run is asked, with what it needs to know of the pull request. */
  readonly request: string;
  readonly schema: OutputSchema;
  /** Where the run starts if nothing else is asked for (contract 18.8). */
  readonly headBranch: PullRequestHead;
  /** The head that is reviewed. */
  readonly headSha: string;
  /**
   * Why nothing is sent, and only what an earlier attempt has sent is followed (contract 17.2):
   * the head is another one by now. Null: it may be sent.
   */
  readonly onlyFound: string | null;
  /** Posts what the run found. Makes no request unless the run succeeded. */
  conclude(): Promise<void>;
}

export type OpenedReview =
  | { readonly kind: 'open'; readonly review: Review }
  | { readonly kind: 'ended'; readonly end: SessionEnd };

/** Reads the pull request before a run is created: findings are judged against what was read. */
export async function openReview(
  context: StepPorts,
  order: {
    readonly inputs: Inputs;
    /** On the clock's `now`. */
    readonly deadline: number;
  },
): Promise<OpenedReview> {
  const { clock, event, stop } = context;
  const { inputs, deadline } = order;
  const number = isOnPullRequest(event) ? threadNumber(event) : null;
  if (number === null) {
    return skipped(
      `\`review\` needs a pull request, and the event ${event.name || 'of this step'} has none. ` +
        'Nothing was sent.',
    );
  }
  try {
    const github = await context.github({ token: inputs.githubToken, event });
    const { serverUrl, workflowRunId } = event;
    const place = reviewPlaceOf(context, { inputs, number });
    const isAskedFor = commentBody(event) !== null;
    const askedHead = event.attempt > 1 ? eventHead(event) : null;
    const by = { attempt: event.attempt, asked: askedInPublic({ inputs, event }) };
    const toRead = { place, serverUrl, workflowRunId, by, isAskedFor, askedHead };
    const read = (signal: AbortSignal) => readPullRequest(github, toRead, signal);
    const budgetMs = Math.min(GITHUB_PATIENCE_MS, deadline - clock.now());
    const reading = await waitOut(read, { clock, signal: stop, budgetMs });
    if (reading.kind === 'closed') {
      return skipped(
        `Pull request ${number} is closed, so there is nothing to review. Nothing was sent.`,
      );
    }
    const { pull } = reading;
    context.step.dispatch({ type: 'asked', reviewedHead: pull.headSha });
    saveRunState(context.host, { reviewedHead: pull.headSha });
    const isGate = inputs.review === 'gate';
    const conclude = () => concludeReview(context, { github, pull, deadline });
    const schema = await schemaOf(isGate);
    const request = reviewRequest(inputs.prompt, pull);
    const headBranch = { number, branch: pull.headBranch, repository: pull.headRepository };
    const onlyFound = movedText(pull);
    const review = { request, schema, headBranch, headSha: pull.headSha, onlyFound, conclude };
    return { kind: 'open', review };
  } catch (error) {
    stop.throwIfAborted();
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    const what =
      `Pull request ${number} could not be read from GitHub (${responseText(error)}). ` +
      'Nothing was sent to the service.';
    const message = joined([what, remedy(error, READ_PERMISSION, { asked: 'read' })], ' ');
    return { kind: 'ended', end: failedEnd('thread_unavailable', message) };
  }
}

function movedText({ place, headSha, movedTo }: ReviewedPullRequest): string | null {
  if (movedTo === null) {
    return null;
  }
  return (
    `This job is about commit ${shortSha(headSha)} of pull request ${place.number}, whose head ` +
    `is now ${shortSha(movedTo)}, and no earlier attempt has a review of that commit under way. ` +
    'The job of the new head reviews the new one. Nothing was sent.'
  );
}

function skipped(reason: string): OpenedReview {
  return { kind: 'ended', end: skippedEnd(reason) };
}

/** Asks for the exact form, and reads the answer as it is meant. */
async function schemaOf(isGate: boolean): Promise<OutputSchema> {
  const schemas = await import(/* webpackMode: "eager" */ '../run/output-schema.ts');
  const compiled = schemas.compileSchema(answerSchema(isGate));
  if (compiled.kind === 'unusable') {
    throw new Error(compiled.why);
  }
  const { schema } = compiled;
  return {
    source: schema.source,
    promptAddition: schema.promptAddition,
    repairPrompt: (errors) => schema.repairPrompt(errors),
    read: (answer) => readReview(answer, { written: schemas.parseAnswers(answer), gate: isGate }),
  };
}

interface Conclusion {
  readonly github: GitHub;
  readonly pull: ReviewedPullRequest;
  /** On the clock's `now`. */
  readonly deadline: number;
}

async function concludeReview(
  context: StepPorts,
  { github, pull, deadline }: Conclusion,
): Promise<void> {
  const { clock, host, step, stop } = context;
  const { resultJson } = step.state;
  // Also of a run that lacks what `expect` asks for: what it has found is found.
  if (resultJson === null) {
    return;
  }
  const answer = reviewOf(resultJson);
  tellReading(context, answer);
  const tell = (report: ReviewReport): ReviewView => {
    const { summary, pass } = answer;
    const { number } = pull.place;
    const review = { ...report, counts: countFindings(report.findings), number, summary, pass };
    step.dispatch({ type: 'known', review });
    return review;
  };
  // A step that is cut short before it has posted has told what was found.
  tell(unpostedReport({ pull, answer }));
  stop.throwIfAborted();
  saveRunState(host, { reviewHead: pull.headSha });
  const ms = Math.max(REVIEW_POST_MS, deadline - clock.now());
  const report = await within({ clock, ms, signal: stop }, (signal) =>
    postReview({ ...context, github, signal }, { pull, answer }),
  );
  const review = tell(report);
  saveRunState(host, { review: keptReview(review) });
  const found = foundText(report.findings.length);
  host.line(logInline(joined([`Review: ${found}.`, report.url ?? ''], ' ')));
  writeSarif(context, { findings: report.findings, key: pull.place.key });
  stop.throwIfAborted();
  overrule(context, gateVerdict(review));
}

interface LeftReview {
  readonly inputs: Inputs;
  readonly state: SavedRunState;
  /** Told once, as a sentence, where GitHub is waited for. */
  readonly onTrouble: (message: string) => void;
}

export type PostedReview =
  | { readonly kind: 'posted'; readonly url: string }
  | { readonly kind: 'none' }
  /** GitHub could not be asked. */
  | { readonly kind: 'unread' };

/** Asks GitHub for the review of a step that ended before GitHub had answered. */
export async function reviewAfterwards(
  context: StepPorts,
  { inputs, state, onTrouble }: LeftReview,
): Promise<PostedReview> {
  const { clock, event, stop } = context;
  const { reviewHead: headSha = null } = state;
  const number = threadNumber(event);
  if (headSha === null || number === null) {
    return { kind: 'none' };
  }
  let isTold = false;
  const tellOnce = (error: unknown): void => {
    if (!isTold && error instanceof GitHubError && isPassing(error)) {
      isTold = true;
      onTrouble(asSentence(`Whether its review was posted cannot be read${githubFailure(error)}`));
    }
  };
  try {
    const github = await context.github({ token: inputs.githubToken, event });
    const place = reviewPlaceOf(context, { inputs, number });
    const read = async (signal: AbortSignal): Promise<KnownReviews> => {
      try {
        return await readKnown(github, place, signal);
      } catch (error) {
        tellOnce(error);
        throw error;
      }
    };
    const known = await waitOut(read, { clock, signal: stop, budgetMs: GITHUB_PATIENCE_MS });
    const review = postedBy({ headSha, workflowRunId: event.workflowRunId }, known);
    return review === null ? { kind: 'none' } : { kind: 'posted', url: review.url };
  } catch (error) {
    // After a signal, what is known is still told.
    if (!(error instanceof GitHubError) && !stop.aborted) {
      throw error;
    }
    return { kind: 'unread' };
  }
}

function reviewPlaceOf(
  { event }: Pick<StepPorts, 'event'>,
  { inputs, number }: { readonly inputs: Inputs; readonly number: number },
): ReviewPlace {
  const key = commentKeyOf(inputs, event);
  return { secret: inputs.token, repository: event.repository, number, key };
}

/** Says once what was read in another way than it is written, and what could not be read. */
function tellReading(
  { host, step }: StepPorts,
  { readAs, unreadable }: Pick<ReviewAnswer, 'readAs' | 'unreadable'>,
): void {
  if (readAs.length > 0) {
    host.line(logInline(`The answer was read as it is meant: ${readAs.join('; ')}.`));
  }
  if (unreadable > 0) {
    step.warn(
      `${counted(unreadable, 'finding')} of the review could not be read, ` +
        'having neither a title nor a text. The others are posted.',
    );
  }
}

/**
 * Ends the run a second time, by the verdict of a gate, and in each case without the answer's JSON,
 * so that `result_json` stays empty (contract 17.5).
 */
function overrule(context: StepPorts, verdict: GateVerdict | null): void {
  const { clock, host, step } = context;
  const { errorMessage, lacks } = step.state;
  const before: SessionEnd =
    lacks === null ? plainEnd('succeeded') : { ...plainEnd('unverified'), errorMessage, lacks };
  const end = endOfReview(verdict, before);
  step.dispatch({ type: 'overruled', end, at: clock.now() });
  // A step that is killed from here on has come to this end.
  saveRunState(host, { outcome: end.outcome, errorMessage: end.errorMessage, lacks: end.lacks });
  if (verdict !== null) {
    const { state, description, targetUrl = null } = statusOf(step.view(), null);
    saveRunState(host, { statusState: state, statusText: description, statusUrl: targetUrl });
  }
}

function writeSarif(
  context: StepPorts,
  { findings, key }: { readonly findings: readonly ReviewedFinding[]; readonly key: string },
): void {
  const { files, step } = context;
  const path = stepFile(context, '.sarif');
  if (path === null) {
    return;
  }
  try {
    files.write(path, sarifOf(findings, key));
    step.dispatch({ type: 'known', sarifFile: path });
  } catch (error) {
    step.warn(`The SARIF file could not be written: ${messageOf(error)}.`);
  }
}
