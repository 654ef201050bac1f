/**
 * Keeps one commit status up to date (contract 15): `pending` while the run goes on, then what became of it. It holds nothing
 * up, fails nothing, and whatever it could not finish is left to the post step by saved state.
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
  /** The commit on which an earlier process put `pending`; null to find it. */
  readonly known?: string | null;
  readonly github: () => Promise<GitHub>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Aborts when the step is to end. */
  readonly stop: AbortSignal;
  /** Takes the one warning; may quote GitHub. */
  readonly warn: (message: string) => void;
  /** The commit on which `pending` may stand from now on; null once the last word is there. */
  readonly onPending: (sha: string | null) => void;
}

export interface FinishOptions {
  readonly budgetMs: number;
  readonly said: Said;
  /** Ends the last word early. */
  readonly signal: AbortSignal;
}

const TRIES = 3;
const PAUSE_MS = 1_000;

export class CommitStatusKeeper {
  readonly #options: StatusOptions;
  #head: Promise<string | null> | null = null;
  /** The `pending` on its way; true when GitHub has taken it. */
  #begun: Promise<boolean> | null = null;
  #warned = false;

  constructor(options: StatusOptions) {
    this.#options = options;
  }

  /** Puts up `pending`, once. Returns at once. */
  begin(view: StepView, said: Said = statusOf(view, null)): void {
    this.#begun ??= this.#begin(view, said);
  }

  /** The last word. False: it is not known to have arrived, and `onPending` has left it to the post step. Never rejects. */
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
      // The last word has to come after `pending`, or GitHub would show that one for good.
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

  /** `refused`: GitHub said no for good, and that was told. `later`: it may not have arrived. */
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
        // `pending` was only a courtesy: the last word tries again.
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
        ? ' Check the input github_token.'
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
