/** The result of looking up a claimed pull request on GitHub (contract 14). Plain data for outputs and reporters. */

/**
 * `verified`: it exists. `not_found`: it does not exist in this repository. `not_counted`: it exists, but comes from a fork or was closed
 * without a merge. `unchecked`: unknown, because it is in another repository, the token cannot read it, or GitHub did not answer.
 */
export type CheckState = 'verified' | 'not_found' | 'not_counted' | 'unchecked';

export interface PullRequestCheck {
  /** The address as the run reported it. Agent text. */
  readonly url: string;
  readonly state: CheckState;
  /** Why it is `unchecked` or `not_counted`, or why the commit time of a `verified` one is not known. May quote GitHub. Otherwise null. */
  readonly reason: string | null;
  /** With `verified`, the data from GitHub. Otherwise null. */
  readonly pullRequest: VerifiedPullRequest | null;
}

const MARKS: Readonly<Record<CheckState, string>> = {
  verified: ' ✓',
  not_found: ' (claimed, not found)',
  not_counted: ' (does not count)',
  unchecked: ' (could not be checked)',
};

/** The text after a pull request's name: a tick if it exists, a note if not, nothing if it was not looked up. */
export function checkMark(state: CheckState | undefined): string {
  return state === undefined ? '' : MARKS[state];
}

/** Branch and login are untrusted text: sanitize them for the destination. */
export interface VerifiedPullRequest {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly author: string;
  readonly title?: string;
  readonly headBranch: string;
  readonly headSha: string;
  /** Whether it is in the repository of this workflow. */
  readonly here: boolean;
  /** Whether it was opened, or its head committed, after the run began. */
  readonly byRun: boolean;
  /** The later of the two known times, in milliseconds since the epoch, or null. */
  readonly changedAt: number | null;
}

/** The pull request of this repository that the run opened or changed last, or null. */
export function lastPullRequest(checks: readonly PullRequestCheck[]): VerifiedPullRequest | null {
  let last: VerifiedPullRequest | null = null;
  for (const { pullRequest } of checks) {
    if (pullRequest === null || !pullRequest.here || !pullRequest.byRun) continue;
    if (last === null || (pullRequest.changedAt ?? 0) >= (last.changedAt ?? 0)) last = pullRequest;
  }
  return last;
}

/**
 * Why a success is `unverified`, in one or two sentences. Quotes addresses by the agent.
 *
 * @param checks null if nothing was looked up
 */
export function whyUnverified(checks: readonly PullRequestCheck[] | null): string {
  const expected = 'The agent reported success, but `expect: pull_request` found no pull request of this run';
  if (checks === null) return `${expected}: the input \`github_token\` is empty, so GitHub could not be asked.`;
  if (checks.length === 0) return `${expected}: the run names none.`;
  return `${expected}. ${checks.map(standingOf).join('; ')}.`;
}

function standingOf({ url, state, reason, pullRequest }: PullRequestCheck): string {
  if (state === 'not_found') return `${url}: claimed, not found`;
  if (state === 'not_counted') return `${url}: does not count, because ${reason ?? 'it was refused'}`;
  if (state === 'verified' && reason !== null)
    return `${url}: exists, but whether its head was committed since the run began could not be read${reason}`;
  if (state === 'unchecked') return `${url}: could not be checked, ${reason ?? 'for a reason that is not known'}`;
  return `${url}: exists, but was neither opened nor changed since the run began (head ${pullRequest?.headSha.slice(0, 7) ?? 'not known'})`;
}
