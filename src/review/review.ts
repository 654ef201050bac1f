/** The review of a step: asked before the run is created, posted after it has ended (contract 17). */
import { payloadField, threadNumber, type EventContext } from '../github/event.ts';
import { GitHubError, type OpenGitHub } from '../github/port.ts';
import type { Clock, Env, Files, Host } from '../ports.ts';
import { isPassing, remedy, waitOut } from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import { repositoryLinks } from '../safe/url.ts';
import { readPullRequest, reviewPrompt } from './ask.ts';
import { answerSchema, readAnswer } from './findings.ts';
import { postReview, type ReviewReport } from './post.ts';
import { sarifOf } from './sarif.ts';
import type { SessionEnd } from '../run/events.ts';
import { within } from '../runner/within.ts';
import type { ReviewedFinding } from '../report/step-view.ts';
import { logInline } from '../safe/job-log.ts';
import { counted, joined, messageOf } from '../safe/format.ts';
import { isRecord } from '../safe/json.ts';
import type { OutputSchema } from '../run/output-schema.ts';
import { failedEnd, plainEnd, skippedEnd } from '../run/failure.ts';
import { stepFile } from '../report/step-files.ts';
import type { Step } from '../report/step.ts';

/** As for a thread (contract 7.2): how long to wait for a GitHub that cannot be read for now. */
const PATIENCE_MS = 120_000;
/** The review is posted within this time although the step has timed out (contract 6.5). */
const POST_MS = 5_000;

export interface ReviewContext {
  readonly clock: Clock;
  readonly env: Env;
  readonly files: Files;
  readonly github: OpenGitHub;
  readonly host: Host;
  readonly stop: AbortSignal;
  readonly event: EventContext;
  readonly step: Step;
}

export interface Review {
  /** The whole prompt, with what the run needs to know of the pull request. */
  readonly prompt: string;
  readonly schema: OutputSchema;
  /** Posts what the run found. Makes no request unless the run succeeded. */
  conclude(): Promise<void>;
}

export type OpenedReview =
  { readonly kind: 'open'; readonly review: Review } | { readonly kind: 'ended'; readonly end: SessionEnd };

/** The events of a pull request on which a review can be asked for. */
const REVIEWED: ReadonlySet<string> = new Set([
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
]);

/** The number of the event's pull request, or null. */
function reviewedNumber(event: EventContext): number | null {
  const commented = event.name === 'issue_comment' && isRecord(payloadField(event, 'issue', 'pull_request'));
  return REVIEWED.has(event.name) || commented ? threadNumber(event) : null;
}

/** Reads the pull request before a run is created: findings are judged against what was read. */
export async function openReview(
  context: ReviewContext,
  { inputs, deadline }: { readonly inputs: Inputs; readonly deadline: number },
): Promise<OpenedReview> {
  const { clock, event, host, step, stop } = context;
  const number = reviewedNumber(event);
  if (number === null)
    return ended(
      skippedEnd(
        `\`review\` needs a pull request, and the event ${event.name || 'of this step'} has none. Nothing was sent.`,
      ),
    );
  try {
    const github = await context.github({ token: inputs.githubToken, event });
    const place = { secret: inputs.token, repository: event.repository, number };
    const read = () => readPullRequest(github, { place, serverUrl: event.serverUrl }, stop);
    const budgetMs = Math.min(PATIENCE_MS, deadline - clock.now());
    const pull = await waitOut(read, { clock, signal: stop, budgetMs, passes: isPassing });
    const isGate = inputs.review === 'gate';
    const { compileSchema } = await import(/* webpackMode: "eager" */ '../run/output-schema.ts');
    const compiled = compileSchema(answerSchema(isGate));
    if (!compiled.ok) throw new Error(compiled.problem);
    const { schema } = compiled;
    const links = repositoryLinks({ serverUrl: event.serverUrl, repository: event.repository });
    const conclude = async (): Promise<void> => {
      const { outcome, resultJson } = step.state;
      if (outcome !== 'succeeded' || resultJson === null) return;
      const answer = readAnswer(resultJson, isGate);
      const { summary, pass = null } = answer;
      const ms = Math.max(POST_MS, deadline - clock.now());
      const report = await within({ clock, ms, signal: stop }, (signal) =>
        postReview({ github, clock, signal, warn: (message) => step.warn(message) }, { pull, answer, links }),
      );
      step.dispatch({ type: 'reviewed', review: { ...report, summary, pass } });
      host.line(logInline(reviewLine(report)));
      writeSarif(context, sarifOf(report.findings));
      stop.throwIfAborted();
      if (pass === false) settle(context, notPassed({ summary, resultJson }));
      // Without a gate, the commit status follows no verdict.
      if (!isGate) settle(context, plainEnd('succeeded'));
    };
    return { kind: 'open', review: { prompt: reviewPrompt(inputs.prompt, pull), schema, conclude } };
  } catch (error) {
    stop.throwIfAborted();
    if (!(error instanceof GitHubError)) throw error;
    return ended(failedEnd('thread_unavailable', unreadable(number, error)));
  }
}

const ended = (end: SessionEnd): OpenedReview => ({ kind: 'ended', end });

function settle({ step, clock }: ReviewContext, end: SessionEnd): void {
  step.dispatch({ type: 'ended', end, at: clock.now() });
}

function notPassed({ summary, resultJson }: { readonly summary: string; readonly resultJson: string }): SessionEnd {
  const [line = ''] = summary.trim().split('\n');
  const errorMessage = `The review does not pass: ${line.slice(0, 500) || 'the run gave no reason.'}`;
  return { ...plainEnd('failed'), resultJson, errorMessage };
}

function writeSarif(context: ReviewContext, text: string): void {
  const { files, step } = context;
  const path = stepFile(context, '.sarif');
  if (path === null) return;
  try {
    files.write(path, text);
    step.dispatch({ type: 'wrote', sarifFile: path });
  } catch (error) {
    step.warn(`The SARIF file could not be written: ${messageOf(error)}.`);
  }
}

/** `Review: 3 findings, 2 of them on their lines, 1 known before. https://…`. */
function reviewLine({ findings, url }: ReviewReport): string {
  const at = (place: ReviewedFinding['placed']): number => findings.filter(({ placed }) => placed === place).length;
  const parts = [
    findings.length === 0 ? 'nothing found' : counted(findings.length, 'finding'),
    ...(at('inline') === 0 ? [] : [`${at('inline')} of them on their lines`]),
    ...(at('known') === 0 ? [] : [`${at('known')} known before`]),
  ];
  return joined([`Review: ${parts.join(', ')}.`, url ?? ''], ' ');
}

const READ_PERMISSION =
  'The job needs `permissions: pull-requests: write`, and the input `github_token` a token of this repository.';

function unreadable(number: number, error: GitHubError): string {
  const { status, message } = error;
  const said = status === null ? message : `HTTP ${status}: ${message}`;
  return `Pull request ${number} could not be read from GitHub (${said}). Nothing was sent to the service. ${remedy(error, READ_PERMISSION)}`;
}
