/**
 * A run over a service in memory: inputs, what a session works with, and the result of a start as a
 * value.
 */
import { definitionOf } from '../../src/agents/agent-run/index.ts';
import { KnownLogsAddress } from '../../src/agents/agent-run/logs-read.ts';
import {
  createClient,
  type Client,
  type ServiceClient,
} from '../../src/agents/agent-run/client.ts';
import { openDefined } from '../../src/agents/kit/define.ts';
import type { Agent, RunOrder } from '../../src/agents/port.ts';
import type { Limiter } from '../../src/http/limits.ts';
import type { Http } from '../../src/http/port.ts';
import { BEARER } from '../../src/agents/facts.ts';
import { Requests } from '../../src/http/request.ts';
import type { Clock } from '../../src/runner/port.ts';
import { parseInputs, type Inputs, type InputSources } from '../../src/inputs/parse.ts';
import { asNotStarted, NotStarted } from '../../src/run/failure.ts';
import type { FollowUpMarks } from '../../src/run/once/key.ts';
import type { RunContext } from '../../src/run/send.ts';
import type { Started } from '../../src/run/started-turn.ts';
import { createClassifier } from '../../src/run/status.ts';
import { MemoryFiles } from './memory-files.ts';
import { INPUTS } from './memory-host.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A follow-up's marks: the first one is given, and nothing is looked for before it is sent. */
export function marksOf(mark: string): FollowUpMarks {
  return {
    of: (generation) => (generation === 1 ? mark : `${mark}-${generation}`),
    lookFirst: false,
    isRepeated: true,
  };
}

/** The inputs of a step that is given these, and otherwise only what it needs. */
export function inputsOf(
  given: Readonly<Record<string, string>> = {},
  { env = {}, files = new MemoryFiles() }: Partial<Pick<InputSources, 'env' | 'files'>> = {},
): Inputs {
  const all: Readonly<Record<string, string>> = { ...INPUTS, ...given };
  const { inputs, problems } = parseInputs({ input: (name) => all[name] ?? '', env, files });
  if (problems.length > 0) {
    throw new Error(JSON.stringify(problems));
  }
  return inputs;
}

interface Setting extends Partial<Omit<RunContext, 'agent'>> {
  /** Served through the adapter. */
  readonly client: Parameters<typeof agentOf>[0];
  readonly clock: VirtualClock;
  readonly timeoutMs?: number;
  readonly stop?: AbortSignal;
}

export function runContext({
  timeoutMs = 60 * 60_000,
  stop = new AbortController().signal,
  client,
  exactlyOnce = null,
  ...given
}: Setting): RunContext & { readonly clock: VirtualClock } {
  return {
    emit: () => undefined,
    turn: () => {
      throw new Error('The events of this run are not folded.');
    },
    random: () => 0.5,
    files: new MemoryFiles(),
    inputs: inputsOf(),
    budget: null,
    classify: createClassifier({ successStatuses: [], failureStatuses: [] }),
    exactlyOnce,
    repairIdentity: exactlyOnce?.identity ?? null,
    agent: agentOf(client, given),
    call: { signal: stop, deadline: given.clock.start + timeoutMs },
    sendStop: new AbortController().signal,
    ...given,
  };
}

/** A client, with the number of requests that reached its service, and their limits. */
interface CountedClient extends Client {
  readonly published: Partial<ServiceClient['published']>;
  reached(): number;
  /** Absent: no rate limit applies. */
  readonly limiter?: Limiter;
  /** As `Limiter.asked`, of the answers that did not pass the limiter. */
  asked?(): number;
}

/** The service's real client over HTTP in memory. */
export function clientOver(http: Http, clock: VirtualClock): CountedClient {
  const requests = new Requests({
    http,
    clock,
    baseUrl: 'https://a.example',
    token: 't',
    userAgent: 'u',
    auth: BEARER,
  });
  const parts = { orgId: '1', logsAddress: new KnownLogsAddress() };
  return { ...createClient(requests, parts), reached: () => http.reached() };
}

export const NO_LIMIT: Limiter = {
  acquire: () => Promise.resolve({ done: () => undefined }),
  spacing: () => 0,
  delay: () => 0,
  asked: () => 0,
};

/** The adapter of the service over a client in memory. */
export function agentOf(client: CountedClient, { clock }: Pick<RunContext, 'clock'>): Agent {
  const notSent = (): Promise<never> => Promise.reject(new Error('sends nothing by itself'));
  const http: Http = {
    send: notSent,
    open: notSent,
    reached: () => client.reached(),
    close: () => Promise.resolve(),
  };
  const limits = (): Limiter => client.limiter ?? NO_LIMIT;
  const ports = { clock: clock as Clock, orgId: '1' };
  return openDefined(
    { ...definitionOf(ports), client: () => client as ServiceClient },
    {
      ...ports,
      http,
      env: {},
      baseUrl: 'https://agents.example.com',
      token: 'tok',
      userAgent: 'agent-run-action/0.0.0',
      limiter: {
        acquire: (...given) => limits().acquire(...given),
        spacing: () => limits().spacing(),
        delay: (...given) => limits().delay(...given),
        asked: () => client.asked?.() ?? limits().asked(),
      },
    },
  );
}

/** What a new run is to do: nothing but these. */
export function orderOf(given: Partial<RunOrder> = {}): RunOrder {
  return {
    task: 'run',
    prompt: 'Fix it.',
    repository: null,
    repositoryId: null,
    sandboxId: null,
    ref: null,
    createPullRequest: true,
    model: null,
    limit: null,
    images: [],
    fields: {},
    schema: null,
    ...given,
  };
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly error: NotStarted['error'];
      readonly failure: { readonly code: string | null; readonly message: string };
      readonly outOfTime: boolean;
    };

export async function resultOf<T = Started>(started: Promise<T>): Promise<Result<T>> {
  const value = await started.catch(asNotStarted);
  if (!(value instanceof NotStarted)) {
    return { ok: true, value };
  }
  const { error, end, message } = value;
  return {
    ok: false,
    error,
    failure: { code: end.errorCode, message },
    outOfTime: end.outcome === 'timed_out',
  };
}
