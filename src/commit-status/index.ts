/**
 * Keeps one commit status up to date (contract 15): `pending` while the run is in progress, then the final state. It never delays or fails
 * the step. An unfinished update is left to the post step through saved state.
 */
import type { EventContext } from '../event/event.ts';
import { GitHubError, type CommitStatus, type GitHub } from '../github/port.ts';
import type { Clock } from '../ports.ts';
import type { StepView } from '../report/step-view.ts';
import { messageOf, shownAddress } from '../shared/format.ts';
import { statusOf, statusTarget, type Said } from './decide.ts';

export { passOf, statusOf, statusOfMany, type Said } from './decide.ts';

export interface StatusOptions {
  readonly name: string;
  readonly event: EventContext;
  /** `GITHUB_SHA`. */
  readonly sha: string;
  /** The commit on which an earlier process set `pending`, or null to determine it. */
  readonly known?: string | null;
  readonly github: () => Promise<GitHub>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Aborts if the step is cancelled. */
  readonly stop: AbortSignal;
  /** Receives the warning, at most once. It may quote GitHub. */
  readonly warn: (message: string) => void;
  /** Receives the commit that may have the status `pending`, and null once the final status is set. */
  readonly onPending: (sha: string | null) => void;
}

export interface FinishOptions {
  readonly budgetMs: number;
  readonly said: Said;
  /** Ends the final update early. */
  readonly signal: AbortSignal;
}

const TRIES = 3;
const PAUSE_MS = 1_000;

export class CommitStatusKeeper {
  readonly #options: StatusOptions;
  #head: Promise<string | null> | null = null;
  /** The `pending` request in flight. Resolves to true if GitHub accepted it. */
  #begun: Promise<boolean> | null = null;
  #warned = false;

  constructor(options: StatusOptions) {
    this.#options = options;
  }

  /** Sets `pending`, once. Returns immediately. */
  begin(view: StepView, said: Said = statusOf(view, null)): void {
    this.#begun ??= this.#begin(view, said);
  }

  /** Sets the final status. Returns false if it may not have arrived and is left to the post step. Never rejects. */
  async finish(view: StepView, { budgetMs, said, signal }: FinishOptions): Promise<boolean> {
    const { clock, onPending, known = null } = this.#options;
    const deadline = clock.now() + budgetMs;
    const timer = new AbortController();
    const over = new AbortController();
    clock.sleep(budgetMs, timer.signal).then(
      () => over.abort(new Error('there was no time left')),
      () => undefined,
    );
    const ends = AbortSignal.any([over.signal, signal]);
    try {
      // The final status must follow `pending`, or GitHub would show `pending` permanently.
      const begun = this.#begun === null ? true : await Promise.race([this.#begun, aborted(ends)]);
      const sha = known ?? (await Promise.race([this.#headCommit(), aborted(ends)]));
      if (typeof sha !== 'string') return true;
      const sent = await this.#send(sha, view, { said, deadline, signal: ends });
      if (sent !== 'later' && begun) onPending(null);
      return sent !== 'later';
    } finally {
      timer.abort();
    }
  }

  async #begin(view: StepView, said: Said): Promise<boolean> {
    const { onPending, stop, clock } = this.#options;
    const sha = await this.#headCommit();
    if (sha === null || stop.aborted) return true;
    onPending(sha);
    const sent = await this.#send(sha, view, { said, deadline: clock.now(), signal: stop });
    if (sent === 'refused') onPending(null);
    return sent !== 'later';
  }

  #headCommit(): Promise<string | null> {
    this.#head ??= this.#findHead().catch((error: unknown) => {
      this.#warn(error, 'reading the head commit of the pull request needs `permissions: pull-requests: read`');
      return null;
    });
    return this.#head;
  }

  async #findHead(): Promise<string | null> {
    const { event, sha, github, stop } = this.#options;
    const target = statusTarget(event, sha);
    if (target.kind === 'commit') return target.sha;
    if (target.kind === 'none') throw new Error('the event names no commit');
    const place = { repository: event.repository, number: target.number };
    return (await (await github()).pullRequest(place, stop)).headSha;
  }

  /** `refused`: GitHub refused it permanently, and a warning was printed. `later`: it may not have arrived. */
  async #send(
    sha: string,
    view: StepView,
    { said, deadline, signal }: { readonly said: Said; readonly deadline: number; readonly signal: AbortSignal },
  ): Promise<'sent' | 'refused' | 'later'> {
    const { name, github, clock } = this.#options;
    const targetUrl = shownAddress(view.webUrl) ?? view.provenance.workflowRunUrl;
    const status: CommitStatus = { sha, context: name, targetUrl, ...said };
    for (let attempt = 1; ; attempt += 1) {
      try {
        await (await github()).createCommitStatus(status, signal);
        return 'sent';
      } catch (error) {
        if (signal.aborted) return 'later';
        const failure = error instanceof GitHubError ? error : null;
        const mayPass =
          failure !== null && (failure.status === null || failure.status >= 500 || failure.retryAfterMs !== null);
        const waitMs = failure?.retryAfterMs ?? PAUSE_MS * attempt;
        if (mayPass && attempt < TRIES && clock.now() + waitMs < deadline) {
          await clock.sleep(waitMs, signal).catch(() => undefined);
          continue;
        }
        // A failed `pending` is not retried, because the final status follows.
        if (mayPass && status.state === 'pending') return 'later';
        this.#warn(error, 'the job needs `permissions: statuses: write`');
        return mayPass ? 'later' : 'refused';
      }
    }
  }

  #warn(error: unknown, need: string): void {
    if (this.#warned) return;
    this.#warned = true;
    const { name, stop } = this.#options;
    if (stop.aborted) return;
    const status = error instanceof GitHubError ? error.status : null;
    const code = status === null ? '' : ` (${status})`;
    const advice =
      status === 401
        ? ' Check the input `github_token`.'
        : status === 403 || status === 404
          ? ` Under "permissions:" of the workflow, ${need}.`
          : '';
    this.#options.warn(`The commit status "${name}" could not be set${code}: ${messageOf(error)}.${advice}`);
  }
}

function aborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
}
