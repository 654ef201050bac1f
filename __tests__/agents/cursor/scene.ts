/** The adapter against its face over HTTP, on a clock that runs faster than the world's. */
import { afterEach } from '@jest/globals';
import { openCursor } from '../../../src/agents/cursor/index.ts';
import type {
  Agent,
  Entry,
  LogPart,
  RequestIdentity,
  RunOrder,
  RunShown,
  Turn,
  TurnReader,
} from '../../../src/agents/port.ts';
import type { CallOptions } from '../../../src/http/limits.ts';
import type { Clock } from '../../../src/runner/port.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { bench, NOON } from '../../sandbox/client.ts';
import { openHttp } from '../../support/http-port.ts';

/** A second of the clock is so much of a real one. */
const SPEED = 40;

const started = performance.now();
const now = (): number => (performance.now() - started) * SPEED;
const { start, close } = bench({ service: 'cursor', now: () => NOON + now() });
afterEach(close);

export const clock: Clock = {
  now,
  wall: () => NOON + now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms / SPEED);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** A run of two seconds with a pull request. */
export const SHORT: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'A plan.' } },
        {
          at: '1s',
          entry: {
            thought: 'I look around.',
            tool_name: 'read_file',
            tool_input: { path: 'a.ts' },
            tool_output: { content: 'x' },
          },
        },
        {
          at: '2s',
          status: 'COMPLETE',
          result: 'Fixed; see {{repository}}/pull/41.',
          github_pull_requests: [{ url: '{{repository}}/pull/41' }],
          usage: { tokens: 5_000, cost_usd: 0.42 },
          entry: { message_type: 'FINAL_ANSWER', thought: 'Sum up.', observation: 'Fixed it.' },
        },
      ],
    },
  ],
};

/** A run of ten minutes. */
export const LONG: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'A plan.' } },
        { at: '10m', status: 'COMPLETE', result: 'Done.' },
      ],
    },
  ],
};

export const IDENTITY: RequestIdentity = {
  key: '0123456789abcdef0123456789abcdef',
  generation: 1,
  asked: 'fedcba9876543210fedcba9876543210',
};

export const ORDER: RunOrder = {
  task: 'run',
  prompt: 'Fix the flaky test.',
  repository: 'acme/shop',
  repositoryId: null,
  sandboxId: null,
  ref: 'main',
  createPullRequest: true,
  model: null,
  limit: null,
  images: [],
  fields: {},
  schema: null,
};

export interface Scene {
  readonly sandbox: Sandbox;
  readonly agent: Agent;
  readonly call: CallOptions;
  readonly said: string[];
  readonly stop: AbortController;
}

export async function scene(
  faults: readonly FaultSource[] = [],
  source: ScenarioSource = SHORT,
): Promise<Scene> {
  const sandbox = await start({ scenario: { ...source, faults } });
  const stop = new AbortController();
  const agent = openCursor({
    http: openHttp(),
    clock,
    env: { GITHUB_SERVER_URL: 'https://github.com' },
    userAgent: 'test',
    baseUrl: sandbox.url.replace(/\/$/, ''),
    token: sandbox.token,
    orgId: '',
  });
  const call = { signal: stop.signal, deadline: Infinity };
  return { sandbox, agent, call, said: [], stop };
}

export const created = ({ agent, call }: Scene): Promise<RunShown> =>
  agent.create(ORDER, IDENTITY, call);

export function turnOf(run: RunShown, fields: Partial<Turn> = {}): Turn {
  return {
    runId: run.id,
    mode: 'created',
    runBefore: null,
    before: null,
    sent: { text: ORDER.prompt, mark: null, images: [] },
    acceptedAt: clock.now(),
    ...fields,
  };
}

export function readerOf({ agent, said }: Scene, turn: Turn): TurnReader {
  const tell = (message: string): void => void said.push(message);
  const note = (message: string): void => void said.push(`note: ${message}`);
  return agent.turn(turn, { warn: tell, note, notice: note });
}

export interface Followed {
  readonly entries: readonly Entry[];
  readonly echoes: readonly number[];
  readonly run: RunShown;
  readonly parts: readonly LogPart<RunShown>[];
}

/** Polls as the step does, until the run has ended and its log is complete. */
export async function follow(of: Scene, reader: TurnReader, mostMs = 200_000): Promise<Followed> {
  const entries: Entry[] = [];
  const echoes: number[] = [];
  const parts: LogPart<RunShown>[] = [];
  let run: RunShown | null = null;
  const until = clock.now() + mostMs;
  const endedAt: number[] = [];
  for (;;) {
    const isEnd = run !== null && run.meaning !== 'active' && run.meaning !== 'unknown';
    const part: LogPart<RunShown> = await reader.read(of.call, { last: isEnd });
    parts.push(part);
    for (const { entry, isEcho } of part.entries) {
      entries.push(entry);
      if (isEcho) {
        echoes.push(entry.index);
      }
    }
    run = part.run ?? run;
    const isOver = run !== null && run.meaning !== 'active' && run.meaning !== 'unknown';
    if (isOver) {
      endedAt.push(clock.now());
    }
    const isGivenUp = clock.now() - (endedAt[0] ?? Infinity) > 60_000;
    if ((isOver && part.complete) || isGivenUp || clock.now() > until) {
      break;
    }
    if (!part.more) {
      const done = new AbortController();
      const woken = isOver ? [] : [reader.arrival?.(done.signal).catch(() => undefined)];
      await Promise.race([clock.sleep(isOver ? 2_000 : 10_000, done.signal), ...woken]);
      done.abort();
    }
  }
  entries.push(...reader.close().map(({ entry }) => entry));
  if (run === null) {
    throw new Error('nothing was read');
  }
  return { entries, echoes, run, parts };
}

/** What tests compare of entries. */
export function plain(entries: readonly Entry[]): readonly unknown[] {
  return entries.map(({ view }) => [
    view.message_type,
    view.thought,
    view.tool_name,
    view.observation,
  ]);
}
