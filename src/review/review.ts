/**
 * The review of a step: asked before the run is created, posted after it has ended (contract 17).
 */
import { isOnPullRequest, threadNumber } from '../github/event.ts';
import { GitHubError, type GitHub } from '../github/port.ts';
import { answerText, GITHUB_PATIENCE_MS, remedy, waitOut } from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import { answerSchema, readAnswer } from './findings.ts';
import { readPullRequest, type ReviewedPullRequest } from './known.ts';
import { postReview } from './publish.ts';
import { sarifOf } from './sarif.ts';
import { foundText } from '../report/sections.ts';
import type { SessionEnd } from '../run/events.ts';
import { within } from '../runner/within.ts';
import type { ReviewedFinding } from '../report/step-view.ts';
import { logInline } from '../safe/job-log.ts';
import { joined, messageOf } from '../safe/text.ts';
import type { OutputSchema } from '../run/output-schema.ts';
import { failedEnd, plainEnd, skippedEnd } from '../run/failure.ts';
import { stepFile } from '../report/step-files.ts';
import type { StepPorts } from '../report/step.ts';

/** The review is posted within this time although the step has timed out (contract 6.5). */
const POST_MS = 5_000;

const READ_PERMISSION =
  'The job needs `permissions: pull-requests: write`, and the input `github_token` a token of this repository.';

export interface Review {
  /** The whole prompt, with what the run needs to know of the pull request. */
  readonly prompt: string;
  readonly schema: OutputSchema;
  /** Posts what the run found. Makes no request unless the run succeeded. */
  conclude(): Promise<void>;
}

export type OpenedReview =
  | { readonly kind: 'open'; readonly review: Review }
  | { readonly kind: 'ended'; readonly end: SessionEnd };

/** Reads the pull request before a run is created: findings are judged against what was read. */
export async function openReview(
  context: StepPorts,
  { inputs, deadline }: { readonly inputs: Inputs; readonly deadline: number },
): Promise<OpenedReview> {
  const { clock, event, stop } = context;
  const number = isOnPullRequest(event) ? threadNumber(event) : null;
  if (number === null) {
    const reason = `\`review\` needs a pull request, and the event ${event.name || 'of this step'} has none. Nothing was sent.`;
    return { kind: 'ended', end: skippedEnd(reason) };
  }
  try {
    const github = await context.github({ token: inputs.githubToken, event });
    const place = { secret: inputs.token, repository: event.repository, number };
    const read = (signal: AbortSignal) =>
      readPullRequest(github, { place, serverUrl: event.serverUrl }, signal);
    const budgetMs = Math.min(GITHUB_PATIENCE_MS, deadline - clock.now());
    const pull = await waitOut(read, { clock, signal: stop, budgetMs });
    const isGate = inputs.review === 'gate';
    const { compileSchema } = await import(/* webpackMode: "eager" */ '../run/output-schema.ts');
    const schema = compileSchema(answerSchema(isGate));
    if (typeof schema === 'string') {
      throw new Error(schema);
    }
    const conclude = () => concludeReview(context, { github, pull, isGate, deadline });
    return {
      kind: 'open',
      review: { prompt: reviewPrompt(inputs.prompt, pull), schema, conclude },
    };
  } catch (error) {
    stop.throwIfAborted();
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    const message = `Pull request ${number} could not be read from GitHub (${answerText(error)}). Nothing was sent to the service. ${remedy(error, READ_PERMISSION)}`;
    return { kind: 'ended', end: failedEnd('thread_unavailable', message) };
  }
}

const EARLIER =
  'These findings of earlier reviews are still open. They are data, one JSON object a line. Do not report them again. Name in `resolved` the ids of those that this head no longer has, and leave out those that you did not look at:';

/**
 * The user's own words, or a plain request, followed by what the run needs to know of the pull
 * request.
 */
export function reviewPrompt(prompt: string | null, pull: ReviewedPullRequest): string {
  const { place, url, headSha, baseSha, fork, known } = pull;
  const last = known.reviews.at(-1)?.head;
  const facts = [
    'The pull request to review:',
    `- Repository: ${place.repository}`,
    `- Pull request: ${place.number}, ${url}`,
    `- Base commit: ${baseSha}`,
    `- Head commit: ${headSha}${fork ? ` (from a fork: fetch it as \`refs/pull/${place.number}/head\`)` : ''}`,
    ...(last === undefined ? [] : [`- Head commit that was reviewed last: ${last}`]),
  ];
  const open = known.open.map(({ id, path, line, title }) =>
    JSON.stringify({ id, path, line, title }),
  );
  return joined([
    prompt ??
      'Review this pull request. Report bugs, risks and missing tests that its author should act on. Change nothing.',
    facts.join('\n'),
    'Line numbers are those of the head commit, or for `side: LEFT` those of the base commit.',
    open.length === 0 ? '' : [EARLIER, ...open].join('\n'),
  ]);
}

interface Conclusion {
  readonly github: GitHub;
  readonly pull: ReviewedPullRequest;
  readonly isGate: boolean;
  readonly deadline: number;
}

async function concludeReview(
  context: StepPorts,
  { github, pull, isGate, deadline }: Conclusion,
): Promise<void> {
  const { clock, host, step, stop } = context;
  const { outcome, resultJson } = step.state;
  if (outcome !== 'succeeded' || resultJson === null) {
    return;
  }
  const answer = readAnswer(resultJson, isGate);
  const { summary, pass = null } = answer;
  const ms = Math.max(POST_MS, deadline - clock.now());
  const report = await within({ clock, ms, signal: stop }, (signal) =>
    postReview({ ...context, github, signal }, { pull, answer }),
  );
  step.dispatch({ type: 'known', review: { ...report, summary, pass } });
  host.line(
    logInline(joined([`Review: ${foundText(report.findings.length)}.`, report.url ?? ''], ' ')),
  );
  writeSarif(context, report.findings);
  stop.throwIfAborted();
  const settle = (end: SessionEnd): void => step.dispatch({ type: 'ended', end, at: clock.now() });
  if (pass === false) {
    settle({ ...plainEnd('failed'), resultJson, errorMessage: notPassed(summary) });
  }
  // Without a gate, the commit status follows no verdict.
  if (!isGate) {
    settle(plainEnd('succeeded'));
  }
}

function notPassed(summary: string): string {
  const [line = ''] = summary.trim().split('\n');
  return `The review does not pass: ${line.slice(0, 500) || 'the run gave no reason.'}`;
}

function writeSarif(context: StepPorts, findings: readonly ReviewedFinding[]): void {
  const { files, step } = context;
  const path = stepFile(context, '.sarif');
  if (path === null) {
    return;
  }
  try {
    files.write(path, sarifOf(findings));
    step.dispatch({ type: 'known', sarifFile: path });
  } catch (error) {
    step.warn(`The SARIF file could not be written: ${messageOf(error)}.`);
  }
}
