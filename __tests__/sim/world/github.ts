/**
 * GitHub as one job sees it: the one that all jobs share, behind a latency and faults of its own.
 */
import type { GitHubOptions } from '../../../src/github/octokit.ts';
import type { GitHub } from '../../../src/github/port.ts';
import type { GitHubModel } from '../../support/fake-github.ts';
import { clientOf } from '../../support/memory-scene.ts';
import { EPOCH, type SimClock } from '../engine/clock.ts';
import { Dice } from '../engine/dice.ts';
import { stamp } from '../engine/network.ts';

export const GITHUB_FAULTS = [
  'secondary',
  'secondary_untimed',
  'primary',
  'too_many',
  'http_500',
  'github_502',
  'http_502_done',
  'lost',
  'lost_done',
  'slow',
] as const;
export type GitHubFault = (typeof GITHUB_FAULTS)[number];

/** From `from` to `to`, requests of the job encounter one of `kinds` with probability `rate`. */
export interface GitHubTrouble {
  readonly from: number;
  readonly to: number;
  readonly rate: number;
  readonly kinds: readonly GitHubFault[];
}

interface GitHubConnection {
  readonly by: string;
  readonly seed: number;
  readonly clock: SimClock;
  readonly troubles: readonly GitHubTrouble[];
  readonly latencyMs: number;
  readonly trace: ((line: string) => void) | null;
}

export class GitHubWay {
  readonly met = new Set<GitHubFault>();
  /** Addresses, in their order. */
  readonly asked: { readonly path: string; readonly at: number }[] = [];
  /** Whether the process is gone, so that nothing reaches it. */
  gone = false;
  readonly #github: GitHubModel;
  readonly #way: GitHubConnection;
  readonly #dice: Dice;

  constructor(github: GitHubModel, way: GitHubConnection) {
    this.#github = github;
    this.#way = way;
    this.#dice = Dice.of(way.seed, `github/${way.by}`);
  }

  /** The client of a process. */
  connect({ clock, redact }: Pick<GitHubOptions, 'clock' | 'redact'>): GitHub {
    return clientOf(this.#github, clock, {
      redact,
      fetch: (url, request) => this.#send(url as string, request!),
    });
  }

  #fault(now: number): GitHubFault | null {
    for (const { from, to, rate, kinds } of this.#way.troubles) {
      if (now >= from && now < to && this.#dice.chance(rate)) {
        return this.#dice.pick(kinds);
      }
    }
    return null;
  }

  #send(url: string, request: RequestInit): Promise<Response> {
    const { clock, latencyMs, by, trace } = this.#way;
    const { method = '', body, signal } = request;
    const fault = this.#fault(clock.now());
    if (fault !== null) {
      this.met.add(fault);
    }
    const path = new URL(url).pathname;
    this.asked.push({ path, at: clock.now() });
    const what = `${method} ${path} ${String(body ?? '').slice(0, 300)}`;
    trace?.(`${by} ${stamp(clock.now())} GitHub: ${what}${fault === null ? '' : ` [${fault}]`}`);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => this.gone || reject(signal.reason as Error), {
        once: true,
      });
      const up =
        latencyMs * (0.5 + this.#dice.next()) + (fault === 'slow' ? this.#dice.int(500, 6_000) : 0);
      clock.after(up, () => {
        const instead = this.#instead(fault);
        const isCarriedOut = instead === null || fault === 'lost_done' || fault === 'http_502_done';
        const answer = isCarriedOut ? this.#github.fetch(url, request) : Promise.resolve(null);
        void answer.then((response) =>
          clock.after(latencyMs, () => {
            const given = instead ?? response;
            if (this.gone) {
              return;
            }
            if (given === 'lost') {
              reject(new TypeError('fetch failed', { cause: new Error('socket hang up') }));
            } else if (given !== null) {
              resolve(given);
            }
          }),
        );
      });
    });
  }

  /** What the job gets instead of GitHub's answer. */
  #instead(fault: GitHubFault | null): Response | 'lost' | null {
    const wall = EPOCH + this.#way.clock.now();
    const answer = (
      status: number,
      message: string,
      headers: Readonly<Record<string, string>> = {},
    ): Response => {
      const own = { 'content-type': 'application/json', date: new Date(wall).toUTCString() };
      return Response.json({ message }, { status, headers: { ...own, ...headers } });
    };
    const seconds = (most: number): string => String(this.#dice.int(1, most));
    switch (fault) {
      case 'secondary':
        return answer(403, 'You have exceeded a secondary rate limit.', {
          'retry-after': seconds(50),
        });
      case 'secondary_untimed':
        return answer(403, 'You have exceeded a secondary rate limit.');
      case 'primary': {
        const reset = String(Math.floor(wall / 1000) + this.#dice.int(1, 200));
        const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
        return answer(403, 'API rate limit exceeded.', spent);
      }
      case 'too_many':
        return answer(
          429,
          'Too many requests.',
          this.#dice.chance(0.5) ? {} : { 'retry-after': seconds(30) },
        );
      case 'http_500':
        return answer(500, 'Server Error');
      case 'github_502':
        return new Response('<html><h1>Unicorn!</h1></html>', {
          status: 502,
          headers: { 'content-type': 'text/html' },
        });
      case 'http_502_done':
        return answer(502, 'model: the answer was lost');
      case 'lost':
      case 'lost_done':
        return 'lost';
      default:
        return null;
    }
  }
}
