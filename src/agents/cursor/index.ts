/** The service Cursor behind the port `Agent` (contract 18; its sheet). */
import type { CallOptions } from '../../http/limits.ts';
import { openDefined, serverUrlOf, type CreateRequest, type OpenedService } from '../kit/define.ts';
import type { Agent, AgentPorts, RunId, RunShown } from '../port.ts';
import { check } from './check.ts';
import { CursorClient } from './client.ts';
import { createBody } from './create.ts';
import { CURSOR } from './facts.ts';
import { AgentSearch } from './find.ts';
import { CursorFollowUps } from './follow-ups.ts';
import { namedRunOf } from './ids.ts';
import { agentIdOf, CURSOR_KEYS } from './key.ts';
import { KnownAgents } from './known-agents.ts';
import { judge, noRun } from './refusals.ts';
import { NOTHING_KNOWN, shownOf, stateOf } from './shown.ts';
import { StreamSlots } from './slots.ts';
import { stopRun } from './stop.ts';
import { CursorTurn, newestRun, POLL_MS, type TurnParts } from './turn.ts';

/** What the agents of a step share. */
class CursorMemory {
  readonly facts = new KnownAgents();
  readonly slots = new StreamSlots();
}

type Cursor = OpenedService<CursorClient, CursorMemory>;

export function openCursor(ports: AgentPorts): Agent {
  const serverUrl = serverUrlOf(ports);
  return openDefined<CursorClient, CursorMemory>(
    {
      facts: CURSOR,
      keys: { ...CURSOR_KEYS, idToBe: (identity) => agentIdOf(identity, serverUrl) },
      pollMs: POLL_MS,
      createsAtOnce: 4,
      // Sheet, section 10.
      refusedMostMs: 60_000,
      turnIsRun: true,
      judge,
      client: (requests) => new CursorClient(requests),
      memory: () => new CursorMemory(),
      create,
      find: (service, search, call) =>
        new AgentSearch({ ...partsOf(service), serverUrl }).find(search, call),
      read: (service, id, call) => readShown(partsOf(service), id, call),
      turn: (service, turn, turnPorts) => new CursorTurn(turn, turnPorts, partsOf(service)),
      followUps: (service) => new CursorFollowUps(partsOf(service)),
      stop: (service, id, call) => stopRun(partsOf(service), id, call),
      check: ({ client }, order, call) => check(client, order, call),
    },
    ports,
  );
}

function partsOf({ client, clock, memory, readDelay }: Cursor): TurnParts {
  return { client, clock, readDelay, facts: memory.facts, slots: memory.slots };
}

async function create(
  { client, memory: { facts }, serverUrl }: Cursor,
  { order, identity }: CreateRequest,
  call: CallOptions,
): Promise<RunShown> {
  const { agent, run } = await client.create(createBody(order, { identity, serverUrl }), call);
  const runId = run?.id ?? agent.latestRunId;
  if (runId === null) {
    throw noRun(agent.id);
  }
  facts.take(agent);
  return shownOf({
    agentId: agent.id,
    runId,
    state: run === null ? NOTHING_KNOWN : stateOf(run),
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
