/** GitHub as seen by the jobs of one repository: one thread of comments, people with permissions, and faults. */
import { GitHubError, type GitHub, type GitHubComment } from '../../../src/github/port.ts';
import type { ProcessClock, SimClock } from '../engine/clock.ts';
import { Dice } from '../engine/dice.ts';
import { stamp } from '../engine/network.ts';

export const GITHUB_FAULTS = [
  'secondary',
  'primary',
  'too_many',
  'http_500',
  'http_502_done',
  'lost',
  'lost_done',
  'slow',
] as const;
export type GitHubFault = (typeof GITHUB_FAULTS)[number];

/** From `from` to `to`, calls of the job encounter one of `kinds` with probability `rate`. */
export interface GitHubTrouble {
  readonly from: number;
  readonly to: number;
  readonly rate: number;
  readonly kinds: readonly GitHubFault[];
}

/** Comments on a page, as many as GitHub gives at most. */
const PAGE = 100;
export const BOT = 'github-actions[bot]';

export class GitHubWorld {
  readonly clock: SimClock;
  readonly thread: GitHubComment[] = [];
  readonly writers: ReadonlySet<string>;
  readonly reactions: string[] = [];
  #lastId = 0;

  constructor(clock: SimClock, writers: ReadonlySet<string>) {
    this.clock = clock;
    this.writers = writers;
  }

  write(comment: GitHubComment): GitHubComment {
    const at = this.thread.findIndex(({ id }) => id === comment.id);
    if (at === -1) this.thread.push(comment);
    else this.thread[at] = comment;
    this.thread.sort((a, b) => a.id - b.id);
    return comment;
  }

  remove(id: number): void {
    const at = this.thread.findIndex((comment) => comment.id === id);
    if (at === -1) throw new GitHubError({ status: 404, message: 'Not Found', retryAfterMs: null });
    this.thread.splice(at, 1);
  }

  /** IDs of deleted comments are not reused. */
  nextId(): number {
    this.#lastId = Math.max(this.#lastId, ...this.thread.map(({ id }) => id)) + 1;
    return this.#lastId;
  }
}

export interface GitHubConnection {
  readonly by: string;
  readonly seed: number;
  readonly troubles: readonly GitHubTrouble[];
  readonly latencyMs: number;
  readonly trace: ((line: string) => void) | null;
}

/** The GitHub client of one process. */
export class SimGitHub implements GitHub {
  readonly #world: GitHubWorld;
  readonly #way: GitHubConnection;
  readonly #dice: Dice;
  readonly met = new Set<GitHubFault>();
  /** The earliest time of the next call, as GitHub asked. */
  floorUntil = 0;
  gone = false;

  constructor(world: GitHubWorld, way: GitHubConnection) {
    this.#world = world;
    this.#way = way;
    this.#dice = Dice.of(way.seed, `github/${way.by}`);
  }

  // No simulated step reviews a pull request.
  readonly pullRequestFiles = (): Promise<[]> => Promise.resolve([]);
  readonly reviews = (): Promise<[]> => Promise.resolve([]);
  readonly reviewComments = (): Promise<[]> => Promise.resolve([]);
  readonly createReview = (): Promise<never> => Promise.reject(new Error('not simulated'));
  readonly updateReviewComment = (): Promise<never> => Promise.reject(new Error('not simulated'));

  permissionOf(
    login: string,
    signal: AbortSignal,
  ): Promise<{ readonly permission: string; readonly roleName: string }> {
    return this.#call(`permission of ${login}`, signal, () => {
      const permission = this.#world.writers.has(login) ? 'write' : 'read';
      return { permission, roleName: permission };
    });
  }

  accountType(login: string, signal: AbortSignal): Promise<string | null> {
    return this.#call(`type of ${login}`, signal, () => (login.endsWith('[bot]') ? 'Bot' : 'User'));
  }

  ownLogin(signal: AbortSignal): Promise<string | null> {
    return this.#call('own login', signal, () => null);
  }

  async *comments(_thread: number, signal: AbortSignal): AsyncIterable<readonly GitHubComment[]> {
    for (let from = 0; ; from += PAGE) {
      const page = await this.#call(`comments from ${from}`, signal, () => this.#world.thread.slice(from, from + PAGE));
      yield page;
      if (page.length < PAGE) return;
    }
  }

  comment(commentId: number, signal: AbortSignal): Promise<GitHubComment> {
    return this.#call(`comment ${commentId}`, signal, () => {
      const shown = this.#world.thread.find(({ id }) => id === commentId);
      if (shown === undefined) throw new GitHubError({ status: 404, message: 'Not Found', retryAfterMs: null });
      return shown;
    });
  }

  createComment(_thread: number, body: string, signal: AbortSignal): Promise<GitHubComment> {
    return this.#call('create comment', signal, () => {
      const id = this.#world.nextId();
      return this.#world.write({
        id,
        body,
        htmlUrl: `https://github.com/octo/widgets/issues/7#issuecomment-${id}`,
        author: BOT,
        authorIsBot: true,
      });
    });
  }

  updateComment(commentId: number, body: string, signal: AbortSignal): Promise<GitHubComment> {
    return this.#call(`update comment ${commentId}: ${body.slice(0, 300)}`, signal, () => {
      const known = this.#world.thread.find(({ id }) => id === commentId);
      if (known === undefined) throw new GitHubError({ status: 404, message: 'Not Found', retryAfterMs: null });
      return this.#world.write({ ...known, body });
    });
  }

  deleteComment(commentId: number, signal: AbortSignal): Promise<void> {
    return this.#call(`delete comment ${commentId}`, signal, () => this.#world.remove(commentId));
  }

  pullRequest(): Promise<never> {
    return Promise.reject(new GitHubError({ status: 404, message: 'Not Found', retryAfterMs: null }));
  }

  committedAt(): Promise<null> {
    return Promise.resolve(null);
  }

  createCommitStatus(): Promise<void> {
    return Promise.resolve();
  }

  reactToReviewComment(commentId: number, reaction: string, signal: AbortSignal): Promise<void> {
    return this.react(commentId, reaction, signal);
  }

  react(commentId: number, reaction: string, signal: AbortSignal): Promise<void> {
    return this.#call(`react ${reaction}`, signal, () => void this.#world.reactions.push(`${commentId} ${reaction}`));
  }

  #fault(now: number): GitHubFault | null {
    for (const { from, to, rate, kinds } of this.#way.troubles)
      if (now >= from && now < to && this.#dice.chance(rate)) return this.#dice.pick(kinds);
    return null;
  }

  #call<T>(what: string, signal: AbortSignal, work: () => T): Promise<T> {
    const { clock } = this.#world;
    const { latencyMs, by, trace } = this.#way;
    const fault = this.#fault(clock.now());
    if (fault !== null) this.met.add(fault);
    trace?.(`${by} ${stamp(clock.now())} GitHub: ${what}${fault === null ? '' : ` [${fault}]`}`);
    return new Promise((resolve, reject) => {
      let over = false;
      const finish = (end: () => void): void => {
        if (over) return;
        over = true;
        signal.removeEventListener('abort', abort);
        if (!this.gone) end();
      };
      const abort = (): void => finish(() => reject(signal.reason as Error));
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      signal.addEventListener('abort', abort, { once: true });
      const up = latencyMs * (0.5 + this.#dice.next()) + (fault === 'slow' ? this.#dice.int(500, 6_000) : 0);
      clock.after(up, () => {
        const refused = this.#refusal(fault);
        if (refused !== null) {
          clock.after(latencyMs, () => finish(() => reject(refused)));
          return;
        }
        let value: T;
        try {
          value = work();
        } catch (error) {
          const reason = error instanceof Error ? error : new Error(String(error));
          clock.after(latencyMs, () => finish(() => reject(reason)));
          return;
        }
        const lost = fault === 'lost_done' || fault === 'http_502_done';
        const error = new GitHubError({
          status: fault === 'lost_done' ? null : 502,
          message: 'model: the answer was lost',
          retryAfterMs: null,
        });
        clock.after(latencyMs, () => finish(() => (lost ? reject(error) : resolve(value))));
      });
    });
  }

  /** The error of a call that was refused or lost before it was carried out, or null. */
  #refusal(fault: GitHubFault | null): GitHubError | null {
    const failure = (status: number | null, message: string, retryAfterMs: number | null): GitHubError =>
      new GitHubError({ status, message, retryAfterMs });
    switch (fault) {
      case 'secondary':
        return failure(403, 'You have exceeded a secondary rate limit.', this.#dice.int(1, 50) * 1000);
      case 'primary':
        return failure(403, 'API rate limit exceeded.', this.#dice.int(1, 200) * 1000);
      case 'too_many':
        return failure(429, 'Too many requests.', this.#dice.chance(0.5) ? null : this.#dice.int(1, 30) * 1000);
      case 'http_500':
        return failure(500, 'Server Error', null);
      case 'lost':
        return failure(null, 'socket hang up', null);
      default:
        return null;
    }
  }
}

export type { ProcessClock };
