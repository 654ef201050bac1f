/** The service Cursor, behind the port (contract 18; sheet, services/cursor.md). */
import type { CallOptions } from '../../http/limits.ts';
import type { Agent, AgentPorts, RequestIdentity, RunId, RunOrder, RunShown } from '../port.ts';
import { bodyError } from '../../http/errors.ts';
import { check } from './check.ts';
import { CursorClient } from './client.ts';
import { KnownAgents } from './known-agents.ts';
import { CursorFollowUps } from './follow-ups.ts';
import { isSameAgent, namedRunOf } from './ids.ts';
import { AgentSearch, type SearchPorts } from './find.ts';
import { agentIdOf, CURSOR_KEYS } from './key.ts';
import { createBody } from './create.ts';
import { noRun } from './refusals.ts';
import { shownOf, stateOf, type RunState } from './shown.ts';
import { StreamSlots } from './slots.ts';
import { stopRun } from './stop.ts';
import { CursorTurn, newestRun, POLL_MS, type TurnParts } from './turn.ts';

/** What a create tells of its run where it tells the id alone. */
const CREATED: RunState = {
  status: null,
  text: null,
  branches: null,
  cause: null,
  createdAt: null,
};

/** What the agents of a step share. */
interface Shared {
  readonly facts: KnownAgents;
  readonly slots: StreamSlots;
}

export function openCursor(ports: AgentPorts): Agent {
  return agentOf(ports, { facts: new KnownAgents(), slots: new StreamSlots() });
}

function agentOf(ports: AgentPorts, shared: Shared): Agent {
  const client = new CursorClient(ports);
  const serverUrl = serverUrlOf(ports);
  const { limiter } = client.requests;
  const readDelay = (reserve = 0): number => limiter.delay('standard', reserve);
  const parts: TurnParts = { ...shared, client, clock: ports.clock, readDelay };
  const agents = new AgentSearch({ ...parts, serverUrl });
  return {
    keys: { ...CURSOR_KEYS, idToBe: (identity) => agentIdOf(identity, serverUrl) },
    pollMs: POLL_MS,
    createsAtOnce: 4,
    turnIsRun: true,
    create: (order, identity, call) => create({ ...parts, serverUrl }, { order, identity }, call),
    find: (search, call) => agents.find(search, call),
    read: (id, call) => readShown(parts, id, call),
    turn: (turn, turnPorts) => new CursorTurn(turn, turnPorts, parts),
    followUps: new CursorFollowUps(parts),
    stop: (id, call) => stopRun(parts, id, call),
    standings: null,
    repository: null,
    check: (order, call) => check(client, order, call),
    under: (other) => agentOf({ ...ports, limiter: other }, shared),
    spacing: () => limiter.spacing(),
    readDelay,
    serviceTime: () => client.requests.serviceTime(),
    reached: () => ports.http.reached(),
  };
}

/**
 * Where the repositories are: the service works on those of any GitHub server it is connected to.
 */
function serverUrlOf({ env }: AgentPorts): string {
  return (env['GITHUB_SERVER_URL'] ?? 'https://github.com').replace(/\/+$/, '');
}

interface Creation {
  readonly order: RunOrder;
  readonly identity: RequestIdentity | null;
}

async function create(
  { client, facts, serverUrl }: SearchPorts,
  { order, identity }: Creation,
  call: CallOptions,
): Promise<RunShown> {
  const { agent, run } = await client.create(createBody(order, { identity, serverUrl }), call);
  if (identity !== null && !isSameAgent(agent.id, agentIdOf(identity, serverUrl))) {
    const response = { status: 201, headers: {}, body: '' };
    throw bodyError(response, `it is about another agent (${agent.id})`);
  }
  const runId = run?.id ?? agent.latestRunId;
  if (runId === null) {
    throw noRun(agent.id);
  }
  facts.take(agent);
  return shownOf({
    agentId: agent.id,
    runId,
    state: run === null ? CREATED : stateOf(run),
    facts: facts.of(agent.id),
    key: identity,
  });
}

async function readShown(parts: TurnParts, id: RunId, call: CallOptions): Promise<RunShown> {
  const { client, facts } = parts;
  const { agentId, runId } = namedRunOf(id);
  const ref = runId === null ? await newestRun(parts, agentId, call) : { agentId, runId };
  const run = await client.run(ref, call);
  const known = await facts.about({ client, agentId }, call);
  return shownOf({ ...ref, state: stateOf(run), facts: known });
}
