/**
 * The sandbox's service behind a port instead of a socket: for whole steps in memory, the simulator
 * and the benches.
 */
import { AgentRunFace } from '../../sandbox/faces/agent-run/face.ts';
import {
  NO_HABITS,
  type DeclaredFaults,
  type EventStream,
  type Habits,
  type Route,
  type ServiceRequest,
} from '../../sandbox/faces/face.ts';
import type { SandboxOptions } from '../../sandbox/options.ts';
import type { Scenario, Turn } from '../../sandbox/scenario.ts';
import type { Store } from '../../sandbox/store.ts';
import { createWorld, type FacedWorld } from '../../sandbox/world.ts';
import type { HttpRequest } from '../../src/http/port.ts';

export interface MemorySandboxOptions extends Pick<
  SandboxOptions,
  | 'service'
  | 'token'
  | 'orgId'
  | 'pathPrefix'
  | 'api'
  | 'logs'
  | 'metadata'
  | 'organization'
  | 'limits'
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
  /** Null if there is none, or a stream. */
  readonly body: unknown;
  readonly stream: EventStream | null;
}

/** The response of a missing endpoint. */
const NOT_FOUND: SandboxAnswer = {
  status: 404,
  headers: {},
  body: { detail: 'Not Found' },
  stream: null,
};

export class MemorySandbox {
  readonly store: Store;
  readonly #faced: FacedWorld;
  readonly #listed: boolean;

  constructor({ choose, listed = true, ...options }: MemorySandboxOptions) {
    this.#listed = listed;
    this.#faced = createWorld(options, { choose });
    this.store = this.#faced.world.store;
  }

  answer(given: Asked, { habits = NO_HABITS }: { readonly habits?: Habits } = {}): SandboxAnswer {
    const request = arrivedOf(given);
    if (!this.#listed && request.path.endsWith('/agent/runs')) {
      return NOT_FOUND;
    }
    const { face, world } = this.#faced;
    const { status, headers: sent, content } = face.answer(world, { request, habits });
    return {
      status,
      headers: sent,
      body: content.kind === 'json' ? content.value : null,
      stream: content.kind === 'stream' ? content.stream : null,
    };
  }

  /** What a request is for, as the rules of faults see it; null: there is no such endpoint. */
  route(given: Asked): Route | null {
    const { face, world } = this.#faced;
    return face.route(world, arrivedOf(given));
  }

  get declared(): DeclaredFaults {
    return this.#faced.face.declared;
  }

  /** For the input `org_id`; empty where the service has none. */
  get orgId(): string {
    return this.#faced.face.orgId;
  }

  /** Another user of the token has sent a request. Returns false if it was refused. */
  takeFromLimit(): boolean {
    const { face, world } = this.#faced;
    if (!(face instanceof AgentRunFace)) {
      throw new Error('only agent-run counts its requests');
    }
    return face.limiter.take('standard', world.now()) === null;
  }
}

export type Asked = Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>;

function arrivedOf({ method, url, headers, body }: Asked): ServiceRequest {
  const { host, pathname, searchParams } = new URL(url);
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: { host, ...lower },
    body: body ?? '',
  };
}

/** A scenario of these turns. */
export function scenarioOf(turns: readonly (Pick<Turn, 'steps'> & Partial<Turn>)[]): Scenario {
  const made = turns.map((turn) => ({ echo: false, statusLag: 0, queued: false, ...turn }));
  const rest = { faults: [], extraFields: [], errorFormat: null, mode: {} };
  return { checked: true, name: 'in memory', description: '', match: null, turns: made, ...rest };
}
