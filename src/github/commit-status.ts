/**
 * Keeps one commit status up to date (contract 15): `pending` while the run is in progress, then
 * the final state. It never delays or fails the step. An unfinished update is left to the post step
 * through saved state.
 */
import type { Clock } from '../runner/port.ts';
import { asSentence, joined } from '../safe/text.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { eventHead, isOnPullRequest, threadNumber, type EventContext } from './event.ts';
import type { Provenance } from './provenance.ts';
import type { CommitState } from '../outcomes.ts';
import { GitHubError, type CommitStatus, type GitHub } from './port.ts';
import { githubFailure, isPassing, LAST_TRY_MS, remedy, waitOut } from './wait-out.ts';

/** The target commit, or the pull request whose head is the target. */
type StatusTarget =
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'pull_request'; readonly number: number }
  | { readonly kind: 'none' };

/**
 * The target is the head of the event's pull request, or the head commit that the event of a check
 * names (contract 15). For a comment on a pull request it must be read, because the payload does
 * not contain it. For all other events it is `sha` (`GITHUB_SHA`).
 */
export function statusTarget(event: EventContext, sha: string): StatusTarget {
  const number =
    event.name === 'issue_comment' && isOnPullRequest(event) ? threadNumber(event) : null;
  if (number !== null) {
    return { kind: 'pull_request', number };
  }
  const chosen = eventHead(event) ?? sha;
  if (/^[0-9a-f]{40,64}$/i.test(chosen)) {
    return { kind: 'commit', sha: chosen.toLowerCase() };
  }
  return { kind: 'none' };
}

/** What of a step its status needs. */
interface StatusSubject {
  /** Where it leads to: the run, or the workflow run while there is none. */
  readonly webUrl: string | null;
  /** A reviewed head has it in the place of the event's own (contract 15). */
  readonly provenance: Pick<Provenance, 'reviewedHead' | 'workflowRunUrl'>;
}

export interface ToldStatus {
  readonly state: CommitState;
  readonly description: string;
  /** What it links. Default: the run. */
  readonly targetUrl?: string | null;
}

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
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Aborts if the step is cancelled. */
  readonly stop: AbortSignal;
  /** Receives the warning, at most once. It may quote GitHub. */
  readonly warn: (message: string) => void;
  /**
   * Receives the commit that may lack its final status (`head` if it has not been read), and null
   * once it has it.
   */
  readonly onLeft: (sha: string | null) => void;
}

interface Update {
  readonly told: ToldStatus;
  readonly signal: AbortSignal;
}

interface LastUpdate extends Update {
  /** GitHub's faults and limits are waited out. The signal aborts by then. */
  readonly budgetMs: number;
}

export class CommitStatusKeeper {
  readonly #options: StatusOptions;
  /** The target commit, or null until the head of the pull request has been read. */
  #sha: string | null;
  /** What `onLeft` last received. */
  #left: string | null;
  /** The update to `pending`. */
  #begun: Promise<void> | null = null;
  /** Aborts when `finish` has no time left. */
  readonly #over = new AbortController();
  #warned = false;

  constructor(options: StatusOptions) {
    const { event, sha, known = null } = options;
    const target = statusTarget(event, sha);
    this.#options = options;
    this.#left = known;
    const ofTarget = target.kind === 'commit' ? target.sha : null;
    this.#sha = known === null || known === UNREAD ? ofTarget : known;
  }

  /**
   * Sets `pending`, once. Returns immediately. It is not tried again, because the final status
   * follows.
   */
  begin(subject: StatusSubject, told: ToldStatus): void {
    const { stop } = this.#options;
    if (stop.aborted) {
      return;
    }
    const signal = AbortSignal.any([stop, this.#over.signal]);
    this.#begun ??= this.#set(subject, { told, signal }).catch((error: unknown) => {
      if (!signal.aborted && !isLater(error)) {
        this.#giveUp(error);
      }
    });
  }

  /** Sets the final status. Returns false if it is left to the post step. Never rejects. */
  async finish(subject: StatusSubject, { told, budgetMs, signal }: LastUpdate): Promise<boolean> {
    const end = (): void => this.#over.abort();
    if (signal.aborted) {
      end();
    }
    signal.addEventListener('abort', end, { once: true });
    const { clock } = this.#options;
    const until = clock.now() + budgetMs - LAST_TRY_MS;
    // The final status must follow `pending`, or GitHub would show `pending` permanently.
    await this.#begun;
    try {
      const set = (ends: AbortSignal): Promise<void> => this.#set(subject, { told, signal: ends });
      await waitOut(set, { clock, signal, budgetMs: until - clock.now() });
      this.#leave(null);
      return true;
    } catch (error) {
      if (signal.aborted) {
        return false;
      }
      if (isLater(error)) {
        this.#warn(error);
      } else {
        this.#giveUp(error);
      }
      return !isLater(error);
    }
  }

  #leave(sha: string | null): void {
    if (sha !== this.#left) {
      this.#options.onLeft(sha);
    }
    this.#left = sha;
  }

  async #readHead(signal: AbortSignal): Promise<string> {
    const { event, sha, github } = this.#options;
    const target = statusTarget(event, sha);
    if (target.kind !== 'pull_request') {
      throw new Error('the event names no commit');
    }
    const place = { repository: event.repository, number: target.number };
    this.#sha = (await (await github()).pullRequest(place, signal)).headSha;
    return this.#sha;
  }

  async #set(subject: StatusSubject, { told, signal }: Update): Promise<void> {
    const { name, github } = this.#options;
    const { reviewedHead, workflowRunUrl } = subject.provenance;
    this.#sha = reviewedHead ?? this.#sha;
    this.#leave(this.#sha ?? UNREAD);
    signal.throwIfAborted();
    const sha = this.#sha ?? (await this.#readHead(signal));
    signal.throwIfAborted();
    this.#leave(sha);
    const { state, description, targetUrl: chosen = null } = told;
    const run = safeHttpsUrl(subject.webUrl) ?? workflowRunUrl;
    const targetUrl = safeHttpsUrl(chosen) ?? run;
    const status: CommitStatus = { sha, context: name, targetUrl, state, description };
    await (await github()).createCommitStatus(status, signal);
  }

  /** Nothing is left to the post step, which GitHub would refuse as well. */
  #giveUp(error: unknown): void {
    this.#warn(error);
    this.#leave(null);
  }

  #warn(error: unknown): void {
    if (this.#warned) {
      return;
    }
    this.#warned = true;
    const { name, stop } = this.#options;
    if (stop.aborted) {
      return;
    }
    const permission = this.#sha === null ? 'pull-requests: read' : 'statuses: write';
    const what = `The commit status "${name}" could not be set${githubFailure(error)}`;
    const asked = this.#sha === null ? 'read' : 'change';
    const next = remedy(error, `The job needs \`permissions: ${permission}\`.`, { asked });
    this.#options.warn(joined([asSentence(what), next], ' '));
  }
}

/** Whether the same request may succeed later. */
function isLater(error: unknown): boolean {
  return error instanceof GitHubError && isPassing(error);
}
