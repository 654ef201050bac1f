/** The agent of one task of a fleet: as the step's, and it tells what became of its requests. */
import type { Agent, RunShown, TurnReader } from '../agents/port.ts';

/** The agent with some members in the place of its own. */
export function agentWith(
  agent: Agent,
  own: Partial<Pick<Agent, 'create' | 'read' | 'turn' | 'under'>>,
): Agent {
  return {
    keys: agent.keys,
    pollMs: agent.pollMs,
    createsAtOnce: agent.createsAtOnce,
    turnIsRun: agent.turnIsRun,
    followUps: agent.followUps,
    stop: agent.stop,
    standings: agent.standings,
    repository: agent.repository,
    create: own.create ?? ((order, identity, call) => agent.create(order, identity, call)),
    find: (search, call) => agent.find(search, call),
    read: own.read ?? ((id, call) => agent.read(id, call)),
    turn: own.turn ?? ((turn, ports) => agent.turn(turn, ports)),
    check: (order, call) => agent.check(order, call),
    spacing: () => agent.spacing(),
    readDelay: (reserve) => agent.readDelay(reserve),
    askedDelay: () => agent.askedDelay(),
    serviceTime: () => agent.serviceTime(),
    reached: () => agent.reached(),
    readGitHub: agent.readGitHub,
    under: own.under ?? ((limiter) => agent.under(limiter)),
  };
}

export interface AgentHooks {
  /** Wraps a create. */
  readonly create: (create: () => Promise<RunShown>) => Promise<RunShown>;
  /** Called after each answer that tells something of the run. */
  readonly onRead: () => void;
  /** Called before each read of the log, unless that asks for the run itself. */
  readonly onLog: () => void;
  /** Called with the number of entries that were announced and not received, after each read. */
  readonly onMissing: (entries: number) => void;
}

export function hookedAgent(agent: Agent, hooks: AgentHooks): Agent {
  return agentWith(agent, {
    create: (order, identity, call) => hooks.create(() => agent.create(order, identity, call)),
    read: async (id, call) => {
      const run = await agent.read(id, call);
      hooks.onRead();
      return run;
    },
    turn: (turn, ports) => hookedReader(agent.turn(turn, ports), hooks),
    under: (limiter) => hookedAgent(agent.under(limiter), hooks),
  });
}

function hookedReader(reader: TurnReader, hooks: AgentHooks): TurnReader {
  const { arrival, readsRun = false } = reader;
  return {
    readsRun,
    async read(call, options) {
      if (!readsRun) {
        hooks.onLog();
      }
      const part = await reader.read(call, options);
      hooks.onRead();
      hooks.onMissing(part.missing);
      return part;
    },
    async run(call) {
      const run = await reader.run(call);
      hooks.onRead();
      return run;
    },
    overdue: () => reader.overdue(),
    close: () => reader.close(),
    arrival: arrival === undefined ? undefined : (signal) => arrival.call(reader, signal),
  };
}
