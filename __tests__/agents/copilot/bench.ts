/** The adapter over real HTTP against its face in the sandbox, on clocks that tests move. */
import { openCopilot } from '../../../src/agents/copilot/index.ts';
import type {
  Agent,
  AgentPorts,
  RequestIdentity,
  Search,
  TurnReader,
} from '../../../src/agents/port.ts';
import type { ServiceError } from '../../../src/http/errors.ts';
import type { CallOptions } from '../../../src/http/limits.ts';
import { UndiciHttp } from '../../../src/http/undici.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { bench, NOON } from '../../sandbox/client.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { orderOf } from '../../support/start-of.ts';

export const ORDER = orderOf({ prompt: 'Fix the tax rounding.', repository: 'acme/shop' });
export const IDENTITY: RequestIdentity = {
  key: 'a1'.repeat(16),
  generation: 1,
  asked: 'b2'.repeat(16),
};
export const LOST: Search = {
  identity: IDENTITY,
  kind: 'lost',
  order: ORDER,
  from: NOON - 300_000,
  began: null,
};
export const TASKS = '/agents/repos/acme/shop/tasks';

/** Two seconds, with a pull request after one. */
const SHORT: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '1s',
          github_pull_requests: [{ url: '{{repository}}/pull/41', title: 'Round taxes' }],
        },
        { at: '2s', status: 'COMPLETE', result: 'Rounded.', usage: { ai_credits: 33.04 } },
      ],
    },
  ],
};

export interface Setting {
  readonly sandbox: Sandbox;
  readonly agent: Agent;
  readonly clock: ManualClock;
  readonly call: CallOptions;
  readonly notes: string[];
  readonly reader: (id: string, mode?: 'attached' | 'created') => TurnReader;
  /** "METHOD path?query status" of every request so far. */
  readonly asked: () => string[];
  /** Another agent of the same service, as of another step. */
  readonly anotherAgent: (ports?: Partial<AgentPorts>) => Agent;
}

export function copilotBench() {
  const faces = bench({ service: 'copilot' });
  const opened: UndiciHttp[] = [];

  return {
    advance: faces.advance,
    async close(): Promise<void> {
      await Promise.all(opened.splice(0).map((http) => http.close()));
      await faces.close();
    },
    async setUp(
      faults: readonly FaultSource[] = [],
      { scenario = SHORT, ...ports }: Partial<AgentPorts> & { scenario?: ScenarioSource } = {},
    ): Promise<Setting> {
      const sandbox = await faces.start({ scenario: { ...scenario, faults } });
      const http = new UndiciHttp({ httpProxy: undefined, httpsProxy: undefined, noProxy: '*' });
      opened.push(http);
      const clock = new ManualClock();
      const notes: string[] = [];
      const anotherAgent = (more: Partial<AgentPorts> = {}): Agent =>
        openCopilot({
          http,
          clock,
          env: { GITHUB_REPOSITORY: 'acme/ci', GITHUB_SERVER_URL: 'https://github.com' },
          userAgent: 'agent-run-action/1.2.3',
          baseUrl: sandbox.url,
          token: sandbox.token,
          orgId: '',
          ...ports,
          ...more,
        });
      const agent = anotherAgent();
      return {
        sandbox,
        agent,
        clock,
        call: { signal: new AbortController().signal, deadline: clock.now() + 3_600_000 },
        notes,
        anotherAgent,
        reader: (runId, mode = 'created') =>
          agent.turn(
            {
              runId,
              mode,
              runBefore: null,
              before: null,
              sent: null,
              acceptedAt: clock.now(),
            },
            {
              warn: (text) => notes.push(`warning: ${text}`),
              note: (text) => notes.push(text),
              notice: (text) => notes.push(`notice: ${text}`),
            },
          ),
        asked: () =>
          sandbox.requests.map(({ method, path, query, status }) => {
            const address = query.size === 0 ? path : `${path}?${query.toString()}`;
            return `${method} ${address} ${String(status)}`;
          }),
      };
    },
  };
}

/** The error of a call that must fail. */
export async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await promise.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error) || error.name !== 'ServiceError') {
    throw new Error(`not a ServiceError: ${String(error)}`);
  }
  return error as ServiceError;
}
