/** What GitHub said about a pull request that the run claims (contract 14). Plain data for outputs and reporters. */

/**
 * `verified`: GitHub shows it. `not_found`: it is not in this repository. `unchecked`: nothing can be said about it, because it
 * is somewhere the token cannot read, or GitHub did not answer.
 */
export type CheckState = 'verified' | 'not_found' | 'unchecked';

export interface PullRequestCheck {
  /** The address as the run gave it. Agent text. */
  readonly url: string;
  readonly state: CheckState;
  /** With `unchecked`: why, in words; may quote GitHub. Else null. */
  readonly reason: string | null;
  /** With `verified`: what GitHub told. Else null. */
  readonly pullRequest: VerifiedPullRequest | null;
}

/** What stands behind a pull request's name: a tick where GitHub shows it, words where it does not; nothing when not asked. */
export function checkMark(state: CheckState | undefined): string {
  if (state === 'verified') return ' ✓';
  return state === 'not_found' ? ' (claimed, not found)' : '';
}

/** Branch and login are chosen by whoever opened the pull request: sanitise them per sink. */
export interface VerifiedPullRequest {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly author: string;
  readonly title?: string;
  readonly headBranch: string;
  readonly headSha: string;
  /** It lies in the repository of this workflow. */
  readonly here: boolean;
  /** It was opened, or its head committed, since the run began. */
  readonly byRun: boolean;
  /** The later of the two where both are known, as milliseconds since the epoch; null when neither is. */
  readonly changedAt: number | null;
}

/** The pull request of this repository that the run opened or changed last; null without one. */
export function lastPullRequest(checks: readonly PullRequestCheck[]): VerifiedPullRequest | null {
  let last: VerifiedPullRequest | null = null;
  for (const { pullRequest } of checks) {
    if (pullRequest === null || !pullRequest.here || !pullRequest.byRun) continue;
    if (last === null || (pullRequest.changedAt ?? 0) >= (last.changedAt ?? 0)) last = pullRequest;
  }
  return last;
}

/**
 * Why a success is `unverified`, in one or two sentences. Quotes addresses the agent chose.
 *
 * @param checks null when GitHub was not asked
 */
export function whyUnverified(checks: readonly PullRequestCheck[] | null): string {
  const expected = 'The agent reported success, but `expect: pull_request` found no pull request of this run';
  if (checks === null) return `${expected}: the input github_token is empty, so GitHub could not be asked.`;
  if (checks.length === 0) return `${expected}: the run names none.`;
  return `${expected}. ${checks.map(standingOf).join('; ')}.`;
}

function standingOf({ url, state, reason, pullRequest }: PullRequestCheck): string {
  if (state === 'not_found') return `${url}: claimed, not found`;
  if (state === 'unchecked') return `${url}: could not be checked, ${reason ?? 'for a reason that is not known'}`;
  return `${url}: exists, but was neither opened nor changed since the run began (head ${pullRequest?.headSha.slice(0, 7) ?? 'not known'})`;
}
