/**
 * Looks up the pull requests that a run claims on GitHub (contract 14). Sends a limited number of read requests within a limited time, one
 * after the other as GitHub recommends. A signal ends it at once.
 */
import { GitHubError, type GitHub, type GitHubFailure } from './port.ts';
import type { Clock } from '../ports.ts';
import type { PullRequestCheck } from '../report/pull-request-check.ts';
import { claimsOf, type Claim } from './claims.ts';
import { checkOf, isSince, troubleOf, type Answer, type Place } from './verification-rules.ts';

export { provesWork } from './verification-rules.ts';

const MOST = 10;
const TRIES = 3;
const PAUSE_MS = 1_000;

export interface VerificationOptions extends Place {
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

const OUT_OF_TIME: GitHubFailure = { status: null, message: 'there was no time left', retryAfterMs: null };
const CANCELLED: GitHubFailure = { status: null, message: 'the step was cancelled first', retryAfterMs: null };

/** Never rejects because of GitHub. Claims without a result when the time is up are `unchecked`. */
export async function verifyPullRequests(urls: readonly string[], options: VerificationOptions): Promise<Verification> {
  const { clock, budgetMs, stop } = options;
  const { asked, left } = claimsOf(urls, { ...options, most: MOST });
  const deadline = clock.now() + budgetMs;
  const timer = new AbortController();
  const over = new AbortController();
  clock.sleep(budgetMs, timer.signal).then(
    () => over.abort(),
    () => undefined,
  );
  const signal = AbortSignal.any([stop, over.signal]);
  const several = asked.length > 1;
  const answers: { readonly claim: Claim; readonly answer: Answer }[] = [];
  try {
    for (const claim of asked)
      answers.push({ claim, answer: await ask(claim, { ...options, deadline, signal, several }) });
  } finally {
    timer.abort();
  }
  const checked = answers.map(({ claim, answer }) => checkOf(claim, answer, options));
  const unchecked = left.map(({ url, reason }) => ({ url, state: 'unchecked' as const, reason, pullRequest: null }));
  const order = (check: PullRequestCheck): number => urls.indexOf(check.url);
  const checks = [...checked, ...unchecked].sort((a, b) => order(a) - order(b));
  const failures = answers.flatMap(({ answer }) => (answer.failure === null ? [] : [answer]));
  return { checks, warning: stop.aborted ? null : troubleOf(failures) };
}

interface Asking extends VerificationOptions {
  readonly deadline: number;
  /** Aborts with the step, and at the time limit. */
  readonly signal: AbortSignal;
  /** With several pull requests, the commit times decide which one changed last. */
  readonly several: boolean;
}

async function ask({ repository, number }: Claim, asking: Asking): Promise<Answer> {
  const { github, since, several, signal } = asking;
  const place = { repository: repository ?? '', number };
  const pull = await persistently(() => github.pullRequest(place, signal), asking);
  if (!pull.ok) return { kind: 'refused', failure: pull.failure };
  const found = { kind: 'found', pull: pull.value } as const;
  const opened = isSince(pull.value.openedAt, since);
  if (opened && !several) return { ...found, committedAt: null, failure: null };
  const head = { repository: pull.value.repository, sha: pull.value.headSha };
  const commit = await persistently(() => github.committedAt(head, signal), asking);
  if (commit.ok) return { ...found, committedAt: commit.value, failure: null };
  // A new pull request is confirmed without the commit time of its head, which requires another permission.
  return { ...found, committedAt: null, failure: opened ? null : commit.failure };
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: GitHubFailure };

/** Retries temporary failures within the time limit: no response, 5xx, and rate limits after the wait that GitHub requests. */
async function persistently<T>(read: () => Promise<T>, asking: Asking): Promise<Read<T>> {
  const { clock, deadline, signal, stop } = asking;
  for (let attempt = 1; ; attempt += 1) {
    try {
      signal.throwIfAborted();
      return { ok: true, value: await read() };
    } catch (error) {
      if (signal.aborted) return { ok: false, failure: stop.aborted ? CANCELLED : OUT_OF_TIME };
      if (!(error instanceof GitHubError)) throw error;
      const { status, retryAfterMs } = error;
      const mayPass = status === null || status >= 500 || retryAfterMs !== null;
      const waitMs = retryAfterMs ?? PAUSE_MS * attempt;
      if (!mayPass || attempt === TRIES || clock.now() + waitMs >= deadline) return { ok: false, failure: error };
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
  }
}
