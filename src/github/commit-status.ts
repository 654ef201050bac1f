/**
 * Keeps one commit status up to date (contract 15): `pending` while the run is in progress, then the final state. It never delays or fails
 * the step. An unfinished update is left to the post step through saved state.
 */
import type { EventContext } from './event.ts';
import { GitHubError, type CommitStatus, type GitHub } from './port.ts';
import type { Clock } from '../ports.ts';
import type { StepView } from '../report/step-view.ts';
import { messageOf, shownAddress } from '../shared/format.ts';
import { statusOf, statusTarget, type Said } from './commit-status-state.ts';

export { passOf, statusOf, statusOfMany, type Said } from './commit-status-state.ts';

/** Stands for the head of the pull request while it has not been read. */
const UNREAD = 'head';

export interface StatusOptions {
  readonly name: string;
  readonly event: EventContext;
  /** `GITHUB_SHA`. */
  readonly sha: string;
  /** What `onLeft` last received in an earlier process, or null to determine the commit. */
  readonly known?: string | null;
  readonly github: () => Promise<GitHub>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Aborts if the step is cancelled. */
  readonly stop: AbortSignal;
  /** Receives the warning, at most once. It may quote GitHub. */
  readonly warn: (message: string) => void;
  /** Receives the commit that may lack its final status (`head` if it has not been read), and null once it has it. */
  readonly onLeft: (sha: string | null) => void;
}

export interface FinishOptions {
  readonly said: Said;
  /** Ends the final update. */
  readonly signal: AbortSignal;
}

/**
 * `refused`: GitHub refused it permanently, and a warning was printed. `unsent`: GitHub did not carry it out. `unknown`: GitHub may have
 * carried it out, or may do so later.
 */
type Sent = 'sent' | 'refused' | 'unsent' | 'unknown';

const TRIES = 3;
const PAUSE_MS = 1_000;
/** A longer wait that GitHub asks for is left to the post step. */
const WAIT_MOST_MS = 10_000;

export class CommitStatusKeeper {
  readonly #options: StatusOptions;
  /** The target commit, or null until the head of the pull request has been read. */
  #sha: string | null;
  /** What `onLeft` last received. */
  #left: string | null;
  /** The update to `pending`. */
  #begun: Promise<Sent> | null = null;
  /** Aborts when `finish` has no time left. Null until `finish` is called. */
  #ends: AbortSignal | null = null;
  #warned = false;

  constructor(options: StatusOptions) {
    const { event, sha, known = null } = options;
    const target = statusTarget(event, sha);
    this.#options = options;
    this.#left = known;
    this.#sha = known !== null && known !== UNREAD ? known : target.kind === 'commit' ? target.sha : null;
  }

  /** Sets `pending`, once. Returns immediately. */
  begin(view: StepView, said: Said = statusOf(view, null)): void {
    const { stop } = this.#options;
    if (!stop.aborted) this.#begun ??= this.#send(view, { said, signal: stop });
  }

  /** Sets the final status. Returns false if it may not be the last one and is left to the post step. Never rejects. */
  async finish(view: StepView, { said, signal }: FinishOptions): Promise<boolean> {
    this.#ends = signal;
    // The final status must follow `pending`, or GitHub would show `pending` permanently.
    const begun = this.#begun === null ? 'unsent' : await Promise.race([this.#begun, aborted(signal)]);
    const sent = await this.#send(view, { said, signal });
    // A `pending` without a response may still be carried out, after the final status.
    const settled = sent === 'refused' || (sent === 'sent' && begun !== 'unknown');
    if (settled) this.#leave(null);
    return settled;
  }

  #leave(sha: string | null): void {
    if (sha !== this.#left) this.#options.onLeft(sha);
    this.#left = sha;
  }

  async #readHead(signal: AbortSignal): Promise<string> {
    const { event, sha, github } = this.#options;
    const target = statusTarget(event, sha);
    if (target.kind !== 'pull_request') throw new Error('the event names no commit');
    const place = { repository: event.repository, number: target.number };
    this.#sha = (await (await github()).pullRequest(place, signal)).headSha;
    return this.#sha;
  }

  async #send(view: StepView, { said, signal }: FinishOptions): Promise<Sent> {
    const { name, github, clock } = this.#options;
    const targetUrl = shownAddress(view.webUrl) ?? view.provenance.workflowRunUrl;
    const isPending = said.state === 'pending';
    this.#leave(this.#sha ?? UNREAD);
    for (let attempt = 1; ; attempt += 1) {
      let sha: string | null = null;
      try {
        signal.throwIfAborted();
        sha = this.#sha ?? (await this.#readHead(signal));
        if (isPending && (signal.aborted || this.#ends?.aborted === true)) return 'unsent';
        this.#leave(sha);
        const status: CommitStatus = { sha, context: name, targetUrl, ...said };
        await (await github()).createCommitStatus(status, signal);
        return 'sent';
      } catch (error) {
        if (signal.aborted) return sha === null ? 'unsent' : 'unknown';
        const { status = 0, retryAfterMs = null } = error instanceof GitHubError ? error : {};
        const mayPass = status === null || status >= 500 || retryAfterMs !== null;
        const waitMs = retryAfterMs ?? PAUSE_MS * attempt;
        // A failed `pending` is not retried, because the final status follows.
        if (mayPass && isPending) return sha === null || retryAfterMs !== null ? 'unsent' : 'unknown';
        if (mayPass && attempt < TRIES && waitMs <= WAIT_MOST_MS) {
          await clock.sleep(waitMs, signal).catch(() => undefined);
          continue;
        }
        this.#warn(
          error,
          sha === null
            ? 'reading the head commit of the pull request needs `permissions: pull-requests: read`'
            : 'the job needs `permissions: statuses: write`',
        );
        if (mayPass) return 'unknown';
        this.#leave(null);
        return 'refused';
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

function aborted(signal: AbortSignal): Promise<'unknown'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('unknown');
    signal.addEventListener('abort', () => resolve('unknown'), { once: true });
  });
}
