/** GitHub as one job sees it: the one that all jobs share, behind a latency and faults of its own. */
import { GitHubError, type GitHub, type GitHubComment } from '../../../src/github/port.ts';
import type { MemoryGitHub } from '../../support/memory-scene.ts';
import type { SimClock } from '../engine/clock.ts';
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

export interface GitHubConnection {
  readonly by: string;
  readonly seed: number;
  readonly clock: SimClock;
  readonly troubles: readonly GitHubTrouble[];
  readonly latencyMs: number;
  readonly trace: ((line: string) => void) | null;
}

type Method = (...given: unknown[]) => Promise<unknown>;

export class GitHubWay {
  /** The client of the process. */
  readonly client: GitHub;
  readonly met = new Set<GitHubFault>();
  /** Whether the process is gone, so that nothing reaches it. */
  gone = false;
  readonly #way: GitHubConnection;
  readonly #dice: Dice;

  constructor(github: MemoryGitHub, way: GitHubConnection) {
    this.#way = way;
    this.#dice = Dice.of(way.seed, `github/${way.by}`);
    this.client = new Proxy<GitHub>(github, {
      get: (_, name) => {
        if (name === 'comments') return (_thread: number, signal: AbortSignal) => this.#pages(github, signal);
        const method = Reflect.get(github, name) as Method | undefined;
        // Promises ask for `then`.
        if (method === undefined) return undefined;
        // The signal is the last argument of every method.
        return (...given: unknown[]) =>
          this.#call(`${String(name)} ${given.slice(0, -1).map(String).join(' ').slice(0, 300)}`, {
            signal: given.at(-1) as AbortSignal,
            work: () => method.apply(github, given),
          });
      },
    });
  }

  async *#pages(github: MemoryGitHub, signal: AbortSignal): AsyncIterable<readonly GitHubComment[]> {
    const read = github.comments()[Symbol.asyncIterator]();
    for (;;) {
      const page = await this.#call('comments', { signal, work: () => read.next() });
      if (page.done === true) return;
      yield page.value;
    }
  }

  #fault(now: number): GitHubFault | null {
    for (const { from, to, rate, kinds } of this.#way.troubles)
      if (now >= from && now < to && this.#dice.chance(rate)) return this.#dice.pick(kinds);
    return null;
  }

  #call<T>(
    what: string,
    { signal, work }: { readonly signal: AbortSignal; readonly work: () => Promise<T> },
  ): Promise<T> {
    const { clock, latencyMs, by, trace } = this.#way;
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
        const lost = fault === 'lost_done' || fault === 'http_502_done';
        const error = new GitHubError({
          status: fault === 'lost_done' ? null : 502,
          message: 'model: the answer was lost',
          retryAfterMs: null,
        });
        const answer = (end: () => void): void => void clock.after(latencyMs, () => finish(end));
        work().then(
          (value) => answer(() => (lost ? reject(error) : resolve(value))),
          (reason: unknown) => answer(() => reject(reason)),
        );
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
