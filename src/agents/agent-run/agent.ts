/** The service of the spec behind the port `Agent`. */
import type { Limiter } from '../../http/limits.ts';
import type { Agent, AgentPorts, Turn, TurnPorts, TurnReader } from '../port.ts';
import { checkService } from './check.ts';
import { createClient, KnownLogsAddress, type ServiceClient } from './client.ts';
import { createRun } from './create.ts';
import { findRun, SearchMemory } from './find.ts';
import { followUpsOf } from './follow-ups.ts';
import { AGENT_RUN_KEYS } from './key.ts';
import { AgentRunLog } from './log/reader.ts';
import { findRepository, RepositoryList } from './repositories.ts';
import { shownRun } from './shown.ts';
import { ListedRuns } from './standings.ts';

/** Contract 3.3. */
const POLL_MS = 10_000;

export function openAgentRun(ports: AgentPorts): Agent {
  const logsAddress = new KnownLogsAddress();
  const { orgId } = ports;
  const clientOf = (limiter: Limiter | undefined): ServiceClient =>
    createClient({ ...ports, orgId, logsAddress, limiter });
  return agentOver(clientOf(ports.limiter), {
    ...ports,
    orgId,
    clientUnder: clientOf,
    found: foundOut(ports),
  });
}

/** What was found out of the service and is shared by the runs of a step. */
interface FoundOut {
  readonly searched: SearchMemory;
  readonly repositories: RepositoryList;
  readonly listed: ListedRuns;
}

export function foundOut({ clock }: Pick<AgentPorts, 'clock'>): FoundOut {
  return {
    searched: new SearchMemory(),
    repositories: new RepositoryList(),
    listed: new ListedRuns(clock),
  };
}

export interface AgentParts extends Pick<AgentPorts, 'baseUrl' | 'clock'> {
  readonly orgId: string;
  readonly clientUnder: (limiter: Limiter) => ServiceClient;
  readonly found: FoundOut;
}

export function agentOver(client: ServiceClient, parts: AgentParts): Agent {
  const { baseUrl, clock, orgId, found } = parts;
  const lookUp = { client, list: found.repositories, orgId };
  return {
    keys: AGENT_RUN_KEYS,
    pollMs: POLL_MS,
    createsAtOnce: Infinity,
    turnIsRun: false,

    async create(order, identity, call) {
      const run = await createRun(client, { order, identity }, call);
      found.listed.created(run.id);
      return shownRun(run, run.id);
    },
    find: (search, call) => findRun({ client, memory: found.searched }, search, call),
    read: async (id, call) => shownRun(await client.run(id, call), id),
    turn: (turn, turnPorts) => readerOf(turn, { ...turnPorts, client, clock }),

    followUps: followUpsOf({ client, clock }),
    async stop(id, call) {
      await client.published.ban(id, call);
      return { kind: 'accepted', text: '' };
    },
    standings: (ids, call) => found.listed.read(client, ids, call),
    repository: (wanted, call) => findRepository(wanted, lookUp, call),
    check: (order, call) => checkService({ ...lookUp, client, baseUrl, order, call }),

    spacing: () => client.spacing(),
    readDelay: (reserve) => client.readDelay(reserve),
    serviceTime: () => client.serviceTime(),
    reached: () => client.reached(),
    under: (limiter) => agentOver(parts.clientUnder(limiter), parts),
  };
}

function readerOf(
  { runId, mode, runBefore, before, sent, acceptedAt }: Turn,
  ports: Pick<TurnPorts, 'warn'> & ConstructorParameters<typeof AgentRunLog>[1],
): TurnReader {
  const isResumed = mode === 'resumed';
  const entriesBefore = isResumed ? (before?.entries ?? null) : 0;
  const isCounted = entriesBefore !== null;
  return new AgentRunLog(
    {
      runId,
      entriesBefore,
      followUp:
        isResumed && sent !== null
          ? { text: sent.text, isCounted, resultBefore: runBefore?.result }
          : null,
      acceptedAt,
    },
    ports,
  );
}
