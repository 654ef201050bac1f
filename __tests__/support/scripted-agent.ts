/**
 * An agent whose turns are runs of their own, scripted call by call, for the flow above the port.
 */
import { AGENT_RUN } from '../../src/agents/agent-run/facts.ts';
import type {
  Agent,
  Before,
  Found,
  FoundMark,
  KeyRules,
  KnownRun,
  LogPart,
  Message,
  RequestIdentity,
  RunShown,
  TurnReader,
} from '../../src/agents/port.ts';

export const SHOWN: RunShown = {
  id: 'bc-1/run-1',
  webUrl: 'https://agents.example.com/bc-1',
  status: 'FINISHED',
  meaning: 'succeeded',
  result: 'Done.',
  cause: null,
  isOutOfMoney: false,
  pullRequests: [],
  awaitsPullRequest: 'no',
  usage: null,
  createdAt: null,
  key: null,
};

const KEYS: KeyRules = {
  always: true,
  pausesMs: [2_000, 5_000],
  settleMs: 180_000,
  resends: true,
  lookedFor: 'at the service',
  searched: 'the agent of this key',
  runList: 'the list of agents in the web interface of the service',
};

const NOTHING_NEW: LogPart<RunShown> = {
  entries: [],
  untold: [],
  run: null,
  moved: false,
  more: false,
  complete: true,
  missing: 0,
};

/** What each call does, by its number from 1. A throw is its failure. */
export interface AgentScript {
  readonly keys?: Partial<KeyRules>;
  readonly turnIsRun?: boolean;
  readonly create?: (
    nth: number,
    identity: RequestIdentity | null,
    /** To be called when the create goes out, if that is later than the call. */
    onSending: () => void,
  ) => Promise<RunShown> | RunShown;
  readonly find?: (nth: number) => Found;
  readonly read?: (nth: number, id: string) => RunShown;
  readonly before?: () => Before;
  readonly send?: (nth: number, message: Message) => RunShown | null;
  /** The newest run; null: it was there before. Default: that which is asked about. */
  readonly newest?: string | null;
  /** See `TurnReader`. */
  readonly obstacle?: string;
  /** Null: it is not there. */
  readonly findFollowUp?: (run: KnownRun, mark: string) => FoundMark | RunShown | null;
}

interface ScriptedAgent {
  readonly agent: Agent;
  /** Names of the calls, in order, with what identifies them. */
  readonly calls: string[];
}

export function scriptedAgent(script: AgentScript): ScriptedAgent {
  const calls: string[] = [];
  const nth = (name: string): number => calls.filter((call) => call.startsWith(name)).length;
  const called = (name: string, about = ''): number => {
    calls.push(about === '' ? name : `${name} ${about}`);
    return nth(name);
  };
  const read = (id: string): RunShown => {
    const count = called('read', id);
    return script.read?.(count, id) ?? { ...SHOWN, id };
  };
  const agent: Agent = {
    facts: AGENT_RUN,
    keys: { ...KEYS, ...script.keys },
    pollMs: 10_000,
    createsAtOnce: 1,
    refusedMostMs: 30 * 60_000,
    turnIsRun: script.turnIsRun ?? true,
    // An async function, so that a throw of the script is a rejection.
    create: async (_, identity, { onSending = () => undefined }) =>
      Promise.resolve(
        script.create?.(called('create', identity?.key), identity, onSending) ?? SHOWN,
      ),
    find: async ({ kind }) =>
      Promise.resolve(script.find?.(called('find', kind)) ?? { kind: 'none' }),
    read: async (id) => Promise.resolve(read(id)),
    turn: ({ runId }) => ({ ...readerOf(runId, read), obstacle: script.obstacle ?? null }),
    followUps: {
      before: async () => Promise.resolve(script.before?.() ?? { entries: 0, memo: 'before' }),
      wake: async () => Promise.resolve(void called('wake')),
      send: async ({ id }, message) =>
        Promise.resolve(script.send?.(called('send', id), message) ?? null),
      find: async (run, mark) => {
        called('find-follow-up', run.before?.memo);
        return Promise.resolve(foundMark(script.findFollowUp?.(run, mark) ?? null));
      },
      newest: async ({ id }) => Promise.resolve(script.newest === undefined ? id : script.newest),
    },
    check: async () => Promise.resolve([]),
    under: () => agent,
    spacing: () => 0,
    readDelay: () => 0,
    askedDelay: () => 0,
    reached: () => calls.length,
  };
  return { agent, calls };
}

function foundMark(found: FoundMark | RunShown | null): FoundMark {
  if (found === null) {
    return { kind: 'none' };
  }
  return 'kind' in found ? found : { kind: 'found', run: found };
}

function readerOf(runId: string, read: (id: string) => RunShown): TurnReader {
  return {
    read: async () => Promise.resolve(NOTHING_NEW),
    run: async () => Promise.resolve(read(runId)),
    overdue: () => [],
    close: () => [],
  };
}
