/**
 * The sandbox's service behind a port instead of a socket: for whole steps in memory, the simulator
 * and the benches.
 */
import type { SandboxOptions } from '../../sandbox/options.ts';
import type { Scenario, Turn } from '../../sandbox/scenario.ts';
import { serviceOptions } from '../../sandbox/server.ts';
import { answerTo, routeOf } from '../../sandbox/service.ts';
import type { Store } from '../../sandbox/store.ts';
import type { HttpRequest } from '../../src/http/port.ts';

export interface MemorySandboxOptions extends Pick<
  SandboxOptions,
  | 'token'
  | 'orgId'
  | 'pathPrefix'
  | 'api'
  | 'logs'
  | 'metadata'
  | 'limits'
  | 'logOrder'
  | 'webUrlRoot'
  | 'speed'
> {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether the service has the list of runs. Default: true. */
  readonly listed?: boolean;
  /** The scenario of created run number `nth`, from 0. */
  readonly choose: (nth: number, prompt: string) => Scenario;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The response of a missing endpoint. */
const NOT_FOUND: SandboxAnswer = { status: 404, headers: {}, body: { detail: 'Not Found' } };

export class MemorySandbox {
  readonly store: Store;
  readonly #service: ReturnType<typeof serviceOptions>;
  readonly #listed: boolean;

  constructor({ choose, listed = true, ...options }: MemorySandboxOptions) {
    this.#listed = listed;
    const find = (): Scenario => choose(0, '');
    this.#service = serviceOptions(options, { choose, find });
    this.store = this.#service.store;
  }

  /** The answer of the service, or of a replica of it that lags behind. */
  answer(
    { method, url, headers, body }: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>,
    { lagMs = 0 }: { readonly lagMs?: number } = {},
  ): SandboxAnswer {
    const { pathname, searchParams } = new URL(url);
    if (!this.#listed && pathname.endsWith('/agent/runs')) {
      return NOT_FOUND;
    }
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const request = {
      method,
      path: pathname,
      query: searchParams,
      headers: lower,
      body: body ?? '',
    };
    const service =
      lagMs === 0 ? this.#service : { ...this.#service, store: this.store.behind(lagMs) };
    return answerTo(service, { request, routed: routeOf(this.#service, pathname), stale: false });
  }

  /** Another user of the token has sent a request. Returns false if it was refused. */
  takeFromLimit(): boolean {
    return this.#service.limiter.take('standard', this.#service.now()) === null;
  }
}

/** A scenario of these turns. */
export function scenarioOf(turns: readonly (Pick<Turn, 'steps'> & Partial<Turn>)[]): Scenario {
  const made = turns.map((turn) => ({ echo: false, statusLag: 0, queued: false, ...turn }));
  const rest = { faults: [], extraFields: [], errorFormat: null, mode: {} };
  return { checked: true, name: 'in memory', description: '', match: null, turns: made, ...rest };
}
