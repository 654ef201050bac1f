/** The agent of one task of a fleet: as the step's, and it tells what became of its requests. */
import type { Agent, RunShown, TurnReader } from '../agents/port.ts';

interface AgentHooks {
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
  return {
    ...agent,
    create: (order, identity, call) => hooks.create(() => agent.create(order, identity, call)),
    read: async (id, call) => {
      const run = await agent.read(id, call);
      hooks.onRead();
      return run;
    },
    turn: (turn, ports) => hookedReader(agent.turn(turn, ports), hooks),
    under: (limiter) => hookedAgent(agent.under(limiter), hooks),
  };
}

function hookedReader(reader: TurnReader, hooks: AgentHooks): TurnReader {
  const { arrival, readsRun = false } = reader;
  return {
    readsRun,
    get failedAtRun() {
      return reader.failedAtRun === true;
    },
    get obstacle() {
      return reader.obstacle ?? null;
    },
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
    runBeforeLog: () => reader.runBeforeLog?.() ?? null,
    overdue: () => reader.overdue(),
    close: (options) => reader.close(options),
    arrival: arrival === undefined ? undefined : (signal) => arrival.call(reader, signal),
  };
}
