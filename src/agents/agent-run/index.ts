/** The service of the spec behind the port `Agent` (contract 2.1, 18). */
import type { ServiceError } from '../../http/errors.ts';
import type { Clock } from '../../runner/port.ts';
import { openDefined, type OpenedService, type ServiceDefinition } from '../kit/define.ts';
import { insist } from '../kit/failures.ts';
import { foundTurnOf } from '../kit/found-turn.ts';
import { KnownPages } from '../kit/pages.ts';
import { searchByKey, SearchMemory } from '../kit/search.ts';
import type { Agent, AgentPorts, Turn, TurnPorts, TurnReader } from '../port.ts';
import { checkService } from './check.ts';
import { KnownLogsAddress } from './logs-read.ts';
import { createClient, type ServiceClient } from './client.ts';
import { createRun } from './create.ts';
import { AGENT_RUN } from './facts.ts';
import { carrierOf } from './find.ts';
import { followUpsOf } from './follow-ups.ts';
import { AGENT_RUN_KEYS } from './key.ts';
import { AgentRunLog } from './log/reader.ts';
import type { Repository } from './published.ts';
import { findRepository } from './repositories.ts';
import type { IdentifiedRun } from './schema.ts';
import { shownRun, TURN_SIGNS } from './shown.ts';
import { ListedRuns } from './standings.ts';

/** Before each further request to stop a run, where one is put off (429). */
const STOP_PAUSES_MS = [500, 500];

/** What a step has found out of the service. */
class AgentRunMemory {
  readonly logsAddress = new KnownLogsAddress();
  readonly searched = new SearchMemory<IdentifiedRun>();
  readonly repositories = new KnownPages<Repository>();
  readonly listed: ListedRuns;

  constructor(clock: Pick<Clock, 'now'>) {
    this.listed = new ListedRuns(clock);
  }
}

type AgentRun = OpenedService<ServiceClient, AgentRunMemory>;

export function openAgentRun(ports: AgentPorts): Agent {
  return openDefined(definitionOf(ports), ports);
}

export function definitionOf({
  orgId,
  clock,
}: Pick<AgentPorts, 'clock' | 'orgId'>): ServiceDefinition<ServiceClient, AgentRunMemory> {
  const lookUp = ({ client, memory }: AgentRun) => ({ client, list: memory.repositories, orgId });
  return {
    facts: AGENT_RUN,
    keys: AGENT_RUN_KEYS,
    // Contract 3.3.
    pollMs: 10_000,
    createsAtOnce: Infinity,
    // Thirty windows of the creation limit, in which a matrix of 300 jobs gets its turn.
    refusedMostMs: 30 * 60_000,
    turnIsRun: false,
    client: (requests, { memory: { logsAddress } }) =>
      createClient(requests, { orgId, logsAddress }),
    memory: () => new AgentRunMemory(clock),

    async create({ client, memory }, request, call) {
      const run = await createRun(client, request, call);
      memory.listed.created(run.id);
      return shownRun(run, run.id);
    },
    find: ({ client, memory }, search, call) =>
      searchByKey(carrierOf(client, search), { search, memory: memory.searched, clock }, call),
    read: async ({ client }, id, call) => shownRun(await client.run(id, call), id),
    turn: (service, turn, { warn }) => readerOf(service, turn, { warn }),
    followUps: ({ client }) => followUpsOf({ client, clock }),
    async stop({ client }, id, call) {
      // One that is put off is made again where the wait leaves time for it.
      const mayPass = ({ throttled, retryAfterMs }: ServiceError): boolean =>
        throttled && clock.now() + (retryAfterMs ?? 0) < call.deadline;
      const ask = (): Promise<void> => client.published.ban(id, call);
      await insist(ask, { clock, pausesMs: STOP_PAUSES_MS, mayPass }, call);
      return { kind: 'accepted', text: '' };
    },
    standings: ({ client, memory }, ids, call) => memory.listed.read(client, ids, call),
    repository: (service, wanted, call) => findRepository(wanted, lookUp(service), call),
    check: (service, order, call) => checkService({ ...lookUp(service), ...service, order, call }),
  };
}

function readerOf(
  { client, clock }: AgentRun,
  turn: Turn,
  { warn }: Pick<TurnPorts, 'warn'>,
): TurnReader {
  const { runId, mode, runBefore, before, sent, acceptedAt } = turn;
  const isResumed = mode === 'resumed';
  const entriesBefore = isResumed ? (before?.entries ?? null) : 0;
  const isCounted = entriesBefore !== null;
  return new AgentRunLog(
    {
      runId,
      entriesBefore,
      followUp:
        isResumed && sent !== null
          ? { text: sent.text, mark: sent.mark, isCounted, resultBefore: runBefore?.result }
          : null,
      found: foundTurnOf(turn, TURN_SIGNS),
      isPast: turn.isPast === true,
      acceptedAt,
    },
    { client, clock, warn },
  );
}
