/**
 * An adapter against its face of the sandbox, over real HTTP or with answers in memory, on a clock
 * that moves on request.
 */
import type { ServiceName } from '../../src/agents/service-table.ts';
import { SERVICES } from '../../src/agents/services.ts';
import type {
  Agent,
  AgentPorts,
  RequestIdentity,
  RunOrder,
  RunShown,
  Search,
  Turn,
  TurnReader,
} from '../../src/agents/port.ts';
import type { CallOptions } from '../../src/http/limits.ts';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { closeAfter, openHttp } from '../support/http-port.ts';
import type { MemoryHttp } from '../support/memory-http.ts';
import { TOKEN } from '../support/memory-host.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { orderOf } from '../support/start-of.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';

export const ORDER = orderOf({ repository: 'acme/shop' });

export const FIRST_IDENTITY: RequestIdentity = {
  key: '0123456789abcdef0123456789abcdef',
  generation: 1,
  asked: 'fedcba9876543210fedcba9876543210',
};
/** Of a create before which there was one. */
export const IDENTITY: RequestIdentity = { ...FIRST_IDENTITY, generation: 2 };

export interface Scene {
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  readonly agent: Agent;
  /** One that has seen nothing yet, as that of a later step. */
  readonly anew: (ports?: Partial<AgentPorts>) => Agent;
  readonly call: CallOptions;
  /** What the turns warned, noted and noticed. */
  readonly said: string[];
  readonly create: (order?: Partial<RunOrder>) => Promise<RunShown>;
  readonly follow: (turn: Partial<Turn> & Pick<Turn, 'runId'>) => TurnReader;
  readonly search: (search?: Partial<Search>) => Search;
}

export interface SceneOrder extends Partial<Omit<AgentPorts, 'clock'>> {
  readonly scenario: ScenarioSource;
  readonly service: ServiceName;
  readonly open: (ports: AgentPorts) => Agent;
}

export async function openScene({ service, open, scenario, ...given }: SceneOrder): Promise<Scene> {
  const clock = new ManualClock();
  const sandbox = await startSandbox({ service, now: () => clock.wall(), scenario });
  closeAfter(() => sandbox.close());
  const ports = {
    http: openHttp(),
    clock,
    env: {},
    userAgent: 'agent-run-action/0.0.0',
    baseUrl: sandbox.url.replace(/\/$/, ''),
    token: sandbox.token,
    orgId: '',
    ...given,
  };
  const agent = open(ports);
  const call = { signal: new AbortController().signal, deadline: 1e12 };
  const said: string[] = [];
  const nothingBefore = { mode: 'created', runBefore: null, before: null, sent: null } as const;
  return {
    sandbox,
    clock,
    agent,
    anew: (more = {}) => open({ ...ports, ...more }),
    call,
    said,
    create: (order = {}) => agent.create({ ...ORDER, ...order }, IDENTITY, call),
    follow: (turn) =>
      agent.turn(
        { ...nothingBefore, acceptedAt: clock.now(), ...turn },
        {
          warn: (text) => void said.push(text),
          note: (text) => void said.push(text),
          notice: (text) => void said.push(`notice: ${text}`),
        },
      ),
    search: (search = {}) => ({
      identity: IDENTITY,
      kind: 'lost',
      order: null,
      // Clocks may differ by so much (contract 4.9).
      from: clock.wall() - 5 * 60_000,
      began: null,
      ...search,
    }),
  };
}

/** An adapter whose requests are answered in memory. */
export function agentOver(
  service: ServiceName,
  ports: { readonly http: MemoryHttp; readonly clock: VirtualClock },
): Promise<Agent> {
  return SERVICES[service]({
    ...ports,
    env: {},
    userAgent: 'agent-run-action/0.0.0',
    baseUrl: 'https://service.example',
    token: TOKEN,
    orgId: '7',
  });
}
