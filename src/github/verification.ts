/**
 * Looks up the pull requests that a run claims on GitHub (contract 14). Sends a limited number of read requests within a limited time, one
 * after the other as GitHub recommends. A signal ends it at once.
 */
import type { Clock } from '../ports.ts';
import type { PullRequestCheck } from '../report/pull-requests.ts';
import { within } from '../runner/within.ts';
import { checkOf, claimsOf, isSince, troubleOf, type Answer, type Claim, type Place, type Scope } from './claims.ts';
import { GitHubError, type GitHub } from './port.ts';
import { isPassing, waitOut } from './wait-out.ts';

const MOST = 10;
/** How long one look-up is retried. */
const PATIENCE_MS = 10_000;

export interface VerificationOptions extends Place, Scope {
  readonly github: Pick<GitHub, 'pullRequest' | 'committedAt'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  /** Total time limit in milliseconds. */
  readonly budgetMs: number;
  /** Aborts if the step is cancelled. */
  readonly stop: AbortSignal;
}

export interface Verification {
  /** Unique pull requests, in the order of the claims. */
  readonly checks: readonly PullRequestCheck[];
  /** A warning about claims that could not be looked up. May quote GitHub. */
  readonly warning: string | null;
}

/** Never rejects because of GitHub. Claims without a result when the time is up are `unchecked`. */
export async function verifyPullRequests(urls: readonly string[], options: VerificationOptions): Promise<Verification> {
  const { clock, budgetMs, stop } = options;
  const { asked, left } = await claimsOf(urls, { ...options, most: MOST });
  const answers: { readonly claim: Claim; readonly answer: Answer }[] = [];
  await within({ clock, ms: budgetMs, signal: stop }, async (signal) => {
    for (const claim of asked)
      answers.push({ claim, answer: await ask(claim, { ...options, signal, several: asked.length > 1 }) });
  });
  const checked = answers.map(({ claim, answer }) => checkOf(claim, answer, options));
  const unchecked = left.map(({ url, reason }) => ({ url, state: 'unchecked' as const, reason, pullRequest: null }));
  const order = (check: PullRequestCheck): number => urls.indexOf(check.url);
  const checks = [...checked, ...unchecked].sort((a, b) => order(a) - order(b));
  return { checks, warning: stop.aborted ? null : troubleOf(answers.map(({ answer }) => answer)) };
}

interface Asking extends VerificationOptions {
  /** Aborts with the step, and at the time limit. */
  readonly signal: AbortSignal;
  /** With several pull requests, the commit times decide which one changed last. */
  readonly several: boolean;
}

async function ask({ repository, number }: Claim, asking: Asking): Promise<Answer> {
  const { github, since, several, signal } = asking;
  const pull = await retried(() => github.pullRequest({ repository, number }, signal), asking);
  if (pull instanceof GitHubError) return { pull: null, failure: pull };
  const opened = isSince(pull.openedAt, since);
  if (opened && !several) return { pull, committedAt: null, failure: null };
  const head = { repository: pull.repository, sha: pull.headSha };
  const committedAt = await retried(() => github.committedAt(head, signal), asking);
  if (!(committedAt instanceof GitHubError)) return { pull, committedAt, failure: null };
  // A new pull request is confirmed without the commit time of its head, which requires another permission.
  return { pull, committedAt: null, failure: opened ? null : committedAt };
}

/** Waits out faults and rate limits. Returns the last failure, or that there is no time for another attempt. */
async function retried<T>(read: () => Promise<T>, { clock, signal, stop }: Asking): Promise<T | GitHubError> {
  try {
    signal.throwIfAborted();
    return await waitOut(read, { clock, signal, budgetMs: PATIENCE_MS, passes: isPassing });
  } catch (error) {
    if (!signal.aborted && error instanceof GitHubError) return error;
    if (!signal.aborted) throw error;
    const message = stop.aborted ? 'the step was cancelled first' : 'there was no time left';
    return new GitHubError({ status: null, message, retryAfterMs: null }, { cause: error });
  }
}
