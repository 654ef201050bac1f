/**
 * A run over a service in memory: inputs, what a session works with, and the result of a start as a
 * value.
 */
import { agentOver, foundOut } from '../../src/agents/agent-run/agent.ts';
import type { Client, ServiceClient } from '../../src/agents/agent-run/client.ts';
import type { Agent, RunOrder } from '../../src/agents/port.ts';
import type { Clock } from '../../src/runner/port.ts';
import { parseInputs, type Inputs, type InputSources } from '../../src/inputs/parse.ts';
import { asNotStarted, NotStarted } from '../../src/run/failure.ts';
import type { FollowUpMarks } from '../../src/run/once/key.ts';
import type { RunContext } from '../../src/run/send.ts';
import type { Started } from '../../src/run/started-turn.ts';
import { createClassifier } from '../../src/run/status.ts';
import { MemoryFiles } from './memory-files.ts';
import { INPUTS } from './memory-host.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A follow-up's marks: the first one is given, and nothing is looked for before it is sent. */
export function marksOf(mark: string): FollowUpMarks {
  return {
    of: (generation) => (generation === 1 ? mark : `${mark}-${generation}`),
    lookFirst: false,
    isRepeated: true,
  };
}

/** The inputs of a step that is given these, and otherwise only what it needs. */
export function inputsOf(
  given: Readonly<Record<string, string>> = {},
  { env = {}, files = new MemoryFiles() }: Partial<Pick<InputSources, 'env' | 'files'>> = {},
): Inputs {
  const all: Readonly<Record<string, string>> = { ...INPUTS, ...given };
  const { inputs, problems } = parseInputs({ input: (name) => all[name] ?? '', env, files });
  if (problems.length > 0) {
    throw new Error(JSON.stringify(problems));
  }
  return inputs;
}

interface Setting extends Partial<Omit<RunContext, 'agent'>> {
  /** Served through the adapter. */
  readonly client: Parameters<typeof agentOf>[0];
  readonly clock: VirtualClock;
  readonly timeoutMs?: number;
  readonly stop?: AbortSignal;
}

export function runContext({
  timeoutMs = 60 * 60_000,
  stop = new AbortController().signal,
  client,
  ...given
}: Setting): RunContext & { readonly clock: VirtualClock } {
  return {
    emit: () => undefined,
    turn: () => {
      throw new Error('The events of this run are not folded.');
    },
    random: () => 0.5,
    files: new MemoryFiles(),
    inputs: inputsOf(),
    classify: createClassifier({ successStatuses: [], failureStatuses: [] }),
    exactlyOnce: null,
    agent: agentOf(client, given),
    call: { signal: stop, deadline: given.clock.start + timeoutMs },
    lateStop: new AbortController().signal,
    ...given,
  };
}

/** The adapter of the service over a client in memory. */
export function agentOf(
  client: Client & { readonly published: Partial<ServiceClient['published']> },
  { clock }: Pick<RunContext, 'clock'>,
): Agent {
  const whole: ServiceClient = {
    create: (body, call) => client.create(body, call),
    resume: (body, call) => client.resume(body, call),
    run: (runId, call) => client.run(runId, call),
    logs: (page, call) => client.logs(page, call),
    spacing: () => client.spacing(),
    readDelay: (reserve) => client.readDelay(reserve),
    serviceTime: () => client.serviceTime(),
    reached: () => client.reached(),
    published: client.published as ServiceClient['published'],
  };
  return agentOver(whole, {
    baseUrl: 'https://agents.example.com',
    clock: clock as Clock,
    orgId: '1',
    clientUnder: () => whole,
    found: foundOut({ clock: clock as Clock }),
  });
}

/** What a new run is to do: nothing but these. */
export function orderOf(given: Partial<RunOrder> = {}): RunOrder {
  return {
    task: 'run',
    prompt: 'Fix it.',
    repository: null,
    repositoryId: null,
    sandboxId: null,
    ref: null,
    createPullRequest: true,
    model: null,
    images: [],
    fields: {},
    schema: null,
    ...given,
  };
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly error: NotStarted['error'];
      readonly failure: { readonly code: string | null; readonly message: string };
      readonly outOfTime: boolean;
    };

export async function resultOf<T = Started>(started: Promise<T>): Promise<Result<T>> {
  const value = await started.catch(asNotStarted);
  if (!(value instanceof NotStarted)) {
    return { ok: true, value };
  }
  const { error, end, message } = value;
  return {
    ok: false,
    error,
    failure: { code: end.errorCode, message },
    outOfTime: end.outcome === 'timed_out',
  };
}
