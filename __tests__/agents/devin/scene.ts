/** Devin's adapter over real HTTP against the sandbox's face, on a clock that moves on request. */
import { openDevin } from '../../../src/agents/devin/index.ts';
import type {
  Agent,
  RequestIdentity,
  RunOrder,
  RunShown,
  Search,
  Turn,
  TurnReader,
} from '../../../src/agents/port.ts';
import type { CallOptions } from '../../../src/http/limits.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.ts';
import { closeAfter, openHttp } from '../../support/http-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** Two seconds of work, and what is said. */
export const WORK: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'A plan.' } },
        {
          at: '2s',
          status: 'COMPLETE',
          result: 'Fixed in {{repository}}/pull/812.',
          github_pull_requests: [{ url: '{{repository}}/pull/812' }],
          usage: { acu: 1.5 },
          entry: { message_type: 'FINAL_ANSWER', observation: 'Fixed.' },
        },
      ],
    },
    {
      steps: [
        { at: '1s', entry: { message_type: 'PLAN_EVALUATION', thought: 'Once more.' } },
        { at: '2s', status: 'COMPLETE', result: 'Done again.' },
      ],
    },
  ],
};

export const ORDER: RunOrder = {
  task: 'run',
  prompt: 'Fix it.',
  repository: 'acme/shop',
  repositoryId: null,
  sandboxId: null,
  ref: null,
  createPullRequest: true,
  model: null,
  limit: null,
  images: [],
  fields: {},
  schema: null,
};

export const IDENTITY: RequestIdentity = {
  key: '0123456789abcdef0123456789abcdef',
  generation: 2,
  asked: 'fedcba9876543210fedcba9876543210',
};

export interface Scene {
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  readonly agent: Agent;
  readonly call: CallOptions;
  /** What the turns warned and noted. */
  readonly said: string[];
  readonly create: (order?: Partial<RunOrder>) => Promise<RunShown>;
  readonly follow: (turn: Partial<Turn> & Pick<Turn, 'runId'>) => TurnReader;
  readonly search: (search?: Partial<Search>) => Search;
}

export async function sceneOf(
  faults: readonly FaultSource[] = [],
  given: {
    readonly orgId?: string;
    readonly token?: string;
    readonly options?: SandboxOptions;
  } = {},
): Promise<Scene> {
  const clock = new ManualClock();
  const sandbox = await startSandbox({
    service: 'devin',
    now: () => clock.wall(),
    scenario: { ...WORK, faults },
    ...given.options,
  });
  closeAfter(() => sandbox.close());
  const agent = openDevin({
    http: openHttp(),
    clock,
    env: {},
    userAgent: 'agent-run-action/0.0.0',
    baseUrl: sandbox.url.replace(/\/$/, ''),
    token: given.token ?? sandbox.token,
    orgId: given.orgId ?? '',
  });
  const call = { signal: new AbortController().signal, deadline: 1e12 };
  const said: string[] = [];
  return {
    sandbox,
    clock,
    agent,
    call,
    said,
    create: (order = {}) => agent.create({ ...ORDER, ...order }, IDENTITY, call),
    follow: (turn) =>
      agent.turn(
        {
          mode: 'created',
          runBefore: null,
          before: null,
          sent: null,
          acceptedAt: clock.now(),
          ...turn,
        },
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
