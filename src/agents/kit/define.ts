/**
 * A service as data and a few functions: opens an `Agent` (`port.ts`) from what a folder says of
 * its service. Everything that is the same for all services stands here and in the modules beside.
 */
import type { Judge } from '../../http/errors.ts';
import type { CallOptions, Limiter } from '../../http/limits.ts';
import { Requests } from '../../http/request.ts';
import type { ServiceFacts } from '../facts.ts';
import type {
  Agent,
  AgentPorts,
  CheckFinding,
  CheckOrder,
  FollowUps,
  Found,
  FoundRepository,
  KeyRules,
  RequestIdentity,
  RunId,
  RunOrder,
  RunShown,
  Search,
  StopResponse,
  Turn,
  TurnPorts,
  TurnReader,
} from '../port.ts';

/** An opened service, as its own functions see it. */
export interface OpenedService<Client, Memory> extends Pick<
  AgentPorts,
  'baseUrl' | 'clock' | 'token'
> {
  readonly client: Client;
  /** What a step has found out, shared by the tasks of a fleet. */
  readonly memory: Memory;
  /** `owner/name` that the input names, else that of the workflow; null without one. */
  readonly repository: string | null;
  /** `GITHUB_SERVER_URL`, without a slash at its end. */
  readonly serverUrl: string;
  /** Milliseconds until the limits allow another read. */
  readonly readDelay: () => number;
}

/** What a new run is to do, and the key that it carries; null for none. */
export interface CreateRequest {
  readonly order: RunOrder;
  readonly identity: RequestIdentity | null;
}

/** With what a client is made. */
interface Opening<Memory> {
  readonly memory: Memory;
  readonly ports: AgentPorts;
}

export interface ServiceDefinition<Client, Memory> {
  readonly facts: ServiceFacts;
  /** How its create carries a key; where people look for a run stands in the facts. */
  readonly keys: Omit<KeyRules, 'runList'>;
  readonly pollMs: number;
  readonly createsAtOnce: number;
  readonly refusedMostMs: number;
  readonly turnIsRun: boolean;
  /** Sent with each request beside the usual ones; lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What its refusals mean. Absent: what HTTP says. */
  readonly judge?: Judge;
  readonly client: (requests: Requests, opening: Opening<Memory>) => Client;
  readonly memory: () => Memory;

  create(
    service: OpenedService<Client, Memory>,
    request: CreateRequest,
    call: CallOptions,
  ): Promise<RunShown>;
  find(service: OpenedService<Client, Memory>, search: Search, call: CallOptions): Promise<Found>;
  read(service: OpenedService<Client, Memory>, id: RunId, call: CallOptions): Promise<RunShown>;
  turn(service: OpenedService<Client, Memory>, turn: Turn, ports: TurnPorts): TurnReader;
  check(
    service: OpenedService<Client, Memory>,
    order: CheckOrder,
    call: CallOptions,
  ): Promise<readonly CheckFinding[]>;
  /** Absent where a run takes no message. */
  readonly followUps?: (service: OpenedService<Client, Memory>) => FollowUps;
  /** Absent where a run cannot be stopped. */
  readonly stop?: (
    service: OpenedService<Client, Memory>,
    id: RunId,
    call: CallOptions,
  ) => Promise<StopResponse>;
  /** Absent where the service is not GitHub (`Agent`). */
  readonly readGitHub?: (
    service: OpenedService<Client, Memory>,
    path: string,
    call: CallOptions,
  ) => Promise<unknown>;
  /** Absent where the name of a repository is enough (`Agent`). */
  readonly repository?: (
    service: OpenedService<Client, Memory>,
    wanted: Pick<CheckOrder, 'patiently' | 'repository' | 'repositoryId'>,
    call: CallOptions,
  ) => Promise<FoundRepository>;
  /** Absent where no list shows states. */
  readonly standings?: (
    service: OpenedService<Client, Memory>,
    ids: readonly RunId[],
    call: CallOptions,
  ) => Promise<ReadonlyMap<RunId, RunShown | null>>;
}

/** Opens the service. Sends nothing. */
export function openDefined<Client, Memory>(
  definition: ServiceDefinition<Client, Memory>,
  ports: AgentPorts,
): Agent {
  return agentOf(definition, { ports, memory: definition.memory() });
}

function agentOf<Client, Memory>(
  definition: ServiceDefinition<Client, Memory>,
  { ports, memory }: { readonly ports: AgentPorts; readonly memory: Memory },
): Agent {
  const { facts, keys, judge, headers, pollMs, createsAtOnce, refusedMostMs, turnIsRun } =
    definition;
  const { clock, baseUrl, token, http, userAgent, limiter } = ports;
  const requests = new Requests({
    http,
    clock,
    baseUrl,
    token,
    userAgent,
    limiter,
    auth: facts.auth,
    judge,
    headers,
  });
  const serverUrl = serverUrlOf(ports);
  const service: OpenedService<Client, Memory> = {
    baseUrl,
    clock,
    token,
    client: definition.client(requests, { memory, ports }),
    memory,
    repository: repositoryOf(ports),
    serverUrl,
    readDelay: () => requests.limiter.delay('standard'),
  };
  const { followUps, stop, standings, repository, readGitHub } = definition;
  return {
    facts,
    keys: { ...keys, runList: facts.runList(serverUrl) },
    pollMs,
    createsAtOnce,
    refusedMostMs,
    turnIsRun,

    create: (order, identity, call) => definition.create(service, { order, identity }, call),
    find: (search, call) => definition.find(service, search, call),
    read: (id, call) => definition.read(service, id, call),
    turn: (turn, turnPorts) => definition.turn(service, turn, turnPorts),
    followUps: followUps?.(service),
    stop: stop && ((id, call) => stop(service, id, call)),
    standings: standings && ((ids, call) => standings(service, ids, call)),
    repository: repository && ((wanted, call) => repository(service, wanted, call)),
    readGitHub: readGitHub && ((path, call) => readGitHub(service, path, call)),
    check: (order, call) => definition.check(service, order, call),

    under: (other: Limiter) => agentOf(definition, { ports: { ...ports, limiter: other }, memory }),
    spacing: () => requests.limiter.spacing(),
    readDelay: (reserve) => requests.limiter.delay('standard', reserve),
    askedDelay: () => requests.limiter.asked(),
    reached: () => http.reached(),
  };
}

function repositoryOf({ repository, env }: AgentPorts): string | null {
  const named = repository ?? env['GITHUB_REPOSITORY']?.trim() ?? '';
  return named === '' ? null : named;
}

export function serverUrlOf({ env }: Pick<AgentPorts, 'env'>): string {
  const given = env['GITHUB_SERVER_URL']?.trim() ?? '';
  return (given === '' ? 'https://github.com' : given).replace(/\/+$/, '');
}
