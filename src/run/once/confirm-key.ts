/** A created run has to show its key, by which a later attempt finds it (contract 4.9). */
import type { Agent, KeyRules, RequestIdentity, RunId, RunShown } from '../../agents/port.ts';
import { asServiceError, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { isTemporary, persistently, type RetryOptions } from '../../http/retry.ts';
import { followingText, inputsToDrop, type DroppableInputs } from '../../inputs/named-run.ts';
import { warning, type Emit, type RunEvent } from '../events.ts';
import { NOT_FOUND_MS } from '../reads.ts';
import type { Started } from '../started-turn.ts';

export function showsKey({ key }: Pick<RunShown, 'key'>, identity: RequestIdentity): boolean {
  return key?.key === identity.key && key.generation === identity.generation;
}

/** The created run does not show the key that it was given. */
export function lostKeyWarning(
  runId: RunId,
  {
    holder,
    lookedFor,
    toDrop,
  }: Pick<KeyRules, 'lookedFor'> & {
    /** What holds the key, as people read it. */
    readonly holder: string;
    /** See `inputsToDrop`. */
    readonly toDrop: readonly string[];
  },
): RunEvent {
  return warning(
    `The service did not give the ${holder} of run ${runId} back: if the job is run again, or is ` +
      `killed now, the run cannot be found ${lookedFor}. ` +
      `In that case, follow it with ${followingText(null, toDrop)}.`,
  );
}

interface KeyPorts extends Pick<RetryOptions, 'clock' | 'random'> {
  readonly agent: Pick<Agent, 'keys' | 'read'>;
  readonly call: CallOptions;
  readonly emit: Emit;
  readonly inputs: DroppableInputs;
}

/**
 * Reads a created run whose key the answer to the create did not show, after its id was told, so
 * that a step that is killed meanwhile has not lost it. Where it cannot be read for as long as a
 * new run may be missing (contract 4.1), nothing is known of its key. Rejects with the reason of
 * `call.signal` on abort.
 */
export async function confirmKey(
  { agent, call, clock, emit, inputs, random }: KeyPorts,
  { runId, unseenKey = null }: Pick<Started, 'runId' | 'unseenKey'>,
): Promise<void> {
  const { shown, lookedFor } = agent.keys;
  if (unseenKey === null || shown === undefined) {
    return;
  }
  const within = { ...call, deadline: Math.min(clock.now() + NOT_FOUND_MS, call.deadline) };
  const run = await persistently(
    () => agent.read(runId, within),
    { clock, random, passes: (error) => isTemporary(error) || error.status === 404 },
    within,
  ).catch(asServiceError);
  if (!(run instanceof ServiceError) && !showsKey(run, unseenKey)) {
    const { holder } = shown;
    emit(lostKeyWarning(runId, { holder, lookedFor, toDrop: inputsToDrop(inputs) }));
  }
}
