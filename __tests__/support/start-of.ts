/**
 * A run over a service in memory: inputs, what a session works with, and the result of a start as a
 * value.
 */
import { parseInputs, type Inputs, type InputSources } from '../../src/inputs/parse.ts';
import { asNotStarted, NotStarted } from '../../src/run/failure.ts';
import type { RunContext, Started } from '../../src/run/start.ts';
import { createClassifier } from '../../src/run/status.ts';
import { MemoryFiles } from './memory-files.ts';
import { INPUTS } from './memory-host.ts';
import type { VirtualClock } from './virtual-clock.ts';

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

interface Setting extends Partial<RunContext> {
  readonly client: RunContext['client'];
  readonly clock: VirtualClock;
  readonly timeoutMs?: number;
  readonly stop?: AbortSignal;
}

export function runContext({
  timeoutMs = 60 * 60_000,
  stop = new AbortController().signal,
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
    metadata: new Map(),
    call: { signal: stop, deadline: given.clock.start + timeoutMs },
    lateStop: new AbortController().signal,
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
