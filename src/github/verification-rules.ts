/** Evaluates GitHub's responses about the claims of a run, and their effect on the outcome (contract 14). Pure. */
import type { PullRequestCheck } from '../report/pull-request-check.ts';
import type { GitHubFailure, GitHubPullRequest } from './port.ts';
import { asSentence, counted } from '../shared/format.ts';
import { sameRepository, type Claim } from './claims.ts';

/** Tolerated clock skew between GitHub, the runner and the service. */
const SKEW_MS = 5 * 60_000;

export type Answer =
  | {
      readonly kind: 'found';
      readonly pull: GitHubPullRequest;
      /** Commit time of the head in ms since the epoch, or null if not requested or unreadable. */
      readonly committedAt: number | null;
      /** Why that time is unknown although it is needed. */
      readonly failure: GitHubFailure | null;
    }
  | { readonly kind: 'refused'; readonly failure: GitHubFailure };

export interface Place {
  /** `owner/name` of this workflow's repository. */
  readonly repository: string;
  /** When the run began, ms since the epoch. */
  readonly since: number;
}

/** Whether a time is after the start of the run, with tolerance for clock skew. */
export function isSince(time: number | null, since: number): boolean {
  return time !== null && time >= since - SKEW_MS;
}

export function checkOf(claim: Claim, answer: Answer, { repository, since }: Place): PullRequestCheck {
  if (answer.kind === 'found') {
    const { pull, committedAt } = answer;
    const times = [pull.openedAt, committedAt].filter((time) => time !== null);
    return {
      url: claim.url,
      state: 'verified',
      reason: null,
      pullRequest: {
        repository: pull.repository,
        number: pull.number,
        author: pull.author,
        title: pull.title ?? '',
        headBranch: pull.headBranch,
        headSha: pull.headSha,
        here: sameRepository(pull.repository, repository),
        byRun: times.some((time) => isSince(time, since)),
        changedAt: times.length === 0 ? null : Math.max(...times),
      },
    };
  }
  const { status, message } = answer.failure;
  const here = sameRepository(claim.repository ?? '', repository);
  const gone = isGone(answer.failure);
  if (gone && here) return { url: claim.url, state: 'not_found', reason: null, pullRequest: null };
  const reason = gone
    ? 'it does not exist, or the token cannot read that repository'
    : `the look-up on GitHub failed${status === null ? '' : ` (${status})`}: ${message}`;
  return { url: claim.url, state: 'unchecked', reason, pullRequest: null };
}

/** The warning about failed look-ups, or null if there is nothing to change. A 404 is not a failed look-up. */
export function troubleOf(answers: readonly Answer[]): string | null {
  const failed = answers.filter(({ kind, failure }) => failure !== null && (kind === 'found' || !isGone(failure)));
  const failure = failed[0]?.failure ?? null;
  if (failure === null) return null;
  const { status, message } = failure;
  const code = status === null ? '' : ` (${status})`;
  const what = `${counted(failed.length, 'pull request')} could not be checked on GitHub${code}: ${message}`;
  return `${asSentence(what)} ${advice(status)}`;
}

function isGone({ status }: GitHubFailure): boolean {
  return status === 404 || status === 410;
}

function advice(status: number | null): string {
  if (status === 401) return 'Check the input `github_token`.';
  if (status === 403 || status === 404)
    return 'The job needs `permissions: pull-requests: read`, and `contents: read` for pull requests that existed before the run.';
  return 'Run the step again once GitHub answers.';
}

/** Whether a success is confirmed: `expect: pull_request` requires a verified pull request of this run. */
export function provesWork(checks: readonly PullRequestCheck[]): boolean {
  return checks.some(({ pullRequest }) => pullRequest?.byRun === true);
}
