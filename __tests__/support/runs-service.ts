/** A service with many runs in virtual time, for steps in memory and for the bench of the fleet. */
import type { HttpRequest } from '../../src/service/http/port.ts';
import type { Answer } from './memory-http.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface RunsOptions {
  readonly clock: Pick<VirtualClock, 'now'>;
  /** Of the run that was created as number `nth`, from 0. */
  readonly durationMs: (nth: number) => number;
  /** Log entries of a run, spread evenly over its duration. */
  readonly entries?: number;
  /** Whether the service has the list of runs. */
  readonly listed?: boolean;
  /** How far the list's statuses lag behind. */
  readonly listLagMs?: number;
  readonly endStatus?: string;
}

interface ServedRun {
  readonly id: number;
  readonly createdAt: number;
  readonly endAt: number;
  readonly metadata: unknown;
}

export const FIRST_ID = 1001;

export class RunsService {
  readonly runs: ServedRun[] = [];
  readonly banned: number[] = [];
  readonly #options: RunsOptions;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  answer({ method, url, body }: Pick<HttpRequest, 'method' | 'url' | 'body'>): Answer {
    const { pathname, searchParams } = new URL(url);
    const number = (name: string): number => Number(searchParams.get(name) ?? 0);
    if (method === 'POST') return this.#post(pathname, JSON.parse(body ?? '{}') as Record<string, unknown>);
    if (pathname.endsWith('/agent/runs')) return this.#list(number('skip'), number('limit'));
    const run = this.runs[Number(/\/run\/(\d+)/.exec(pathname)?.[1]) - FIRST_ID];
    if (run === undefined) return { status: 404, body: { message: 'Agent run not found.' } };
    if (!pathname.endsWith('/logs')) return { body: this.#fields(run) };
    return { body: { ...this.#fields(run), ...this.#logs(run, number('skip'), number('limit')) } };
  }

  #post(pathname: string, body: Record<string, unknown>): Answer {
    if (!pathname.endsWith('/agent/run')) {
      this.banned.push(Number(body['agent_run_id']));
      return { body: {} };
    }
    const createdAt = this.#options.clock.now();
    const nth = this.runs.length;
    const endAt = createdAt + this.#options.durationMs(nth);
    const run = { id: FIRST_ID + nth, createdAt, endAt, metadata: body['metadata'] ?? null };
    this.runs.push(run);
    return { body: this.#fields(run) };
  }

  #fields(run: ServedRun, lagMs = 0): Record<string, unknown> {
    const hasEnded = this.#options.clock.now() - lagMs >= run.endAt;
    const status = hasEnded ? (this.#options.endStatus ?? 'COMPLETE') : 'ACTIVE';
    const web_url = `https://agents.example.com/runs/${run.id}`;
    return { ...{ id: run.id, web_url, status, metadata: run.metadata }, result: hasEnded ? 'Done.' : null };
  }

  #list(skip: number, limit: number): Answer {
    if (this.#options.listed === false) return { status: 404, body: { detail: 'Not Found' } };
    const newest = this.runs.toReversed();
    const items = newest.slice(skip, skip + limit).map((run) => this.#fields(run, this.#options.listLagMs));
    return { body: { items, total: newest.length, page: 1, size: limit, pages: 1 } };
  }

  #logs({ id, createdAt, endAt }: ServedRun, skip: number, limit: number): object {
    const { clock, entries = 0 } = this.#options;
    const there = Math.floor(entries * Math.min(1, (clock.now() - createdAt) / (endAt - createdAt)));
    const logs = Array.from({ length: Math.max(0, Math.min(limit, there - skip)) }, (_, at) => ({
      ...{ agent_run_id: id, message_type: skip + at === entries - 1 ? 'FINAL_ANSWER' : 'ACTION' },
      ...{ created_at: new Date(1_700_000_000_000 + (skip + at) * 1_000).toISOString(), thought: null },
      ...{ tool_name: 'edit', tool_input: {}, tool_output: {}, observation: `Entry ${skip + at}.` },
    }));
    return { logs, total_logs: there };
  }
}
