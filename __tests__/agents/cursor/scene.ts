/** The adapter against its face in memory, in virtual time. */
import type {
  Agent,
  Entry,
  LogPart,
  RunOrder,
  RunShown,
  Turn,
  TurnReader,
} from '../../../src/agents/port.ts';
import type { CallOptions } from '../../../src/http/limits.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import type { StoredRun } from '../../../sandbox/store.ts';
import { createLibrary } from '../../../sandbox/library.ts';
import { MemoryHttp } from '../../support/memory-http.ts';
import type { MemorySandbox } from '../../support/memory-sandbox.ts';
import { withFaults } from '../../support/played-faults.ts';
import { sandboxOn } from '../../support/sandbox-scene.ts';
import { orderOf } from '../../support/start-of.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { agentOver, FIRST_IDENTITY } from '../scene.ts';

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

export const ORDER: RunOrder = orderOf({
  prompt: 'Fix the flaky test.',
  repository: 'acme/shop',
  ref: 'main',
});

export interface Scene {
  readonly service: MemorySandbox;
  readonly http: MemoryHttp;
  readonly clock: VirtualClock;
  readonly agent: Agent;
  readonly call: CallOptions;
  readonly said: string[];
}

export async function scene(
  faults: readonly FaultSource[] = [],
  source: ScenarioSource = SHORT,
): Promise<Scene> {
  const clock = new VirtualClock();
  const { choose } = await createLibrary([source]);
  const service = sandboxOn(clock, { service: 'cursor', choose });
  const http = new MemoryHttp(clock, withFaults(service, faults));
  const agent = await agentOver('cursor', { http, clock });
  const call = { signal: new AbortController().signal, deadline: Infinity };
  return { service, http, clock, agent, call, said: [] };
}

export const created = ({ agent, call }: Scene): Promise<RunShown> =>
  agent.create(ORDER, FIRST_IDENTITY, call);

/** Somebody archives the agent of a run. */
export function archive({ service }: Scene, { id }: RunShown): void {
  service.store.archive(agentIn(service, id), true);
}

/** Somebody deletes the agent of a run. */
export function remove({ service }: Scene, { id }: RunShown): void {
  service.store.remove(agentIn(service, id));
}

function agentIn({ store }: MemorySandbox, id: string): StoredRun {
  const agent = store.get(id.replace(/\/.*/, ''));
  if (agent === undefined) {
    throw new Error(`no agent of ${id}`);
  }
  return agent;
}

/** The turn of a run that is followed from now on. */
export function turnOf({ clock }: Scene, run: RunShown, fields: Partial<Turn> = {}): Turn {
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
  const { clock } = of;
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
