/** A created run has to show its key, by which a later attempt finds it (contract 4.9). */
import type { Agent, KeyRules, RequestIdentity, RunId, RunShown } from '../../agents/port.ts';
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Emit, RunEvent } from '../events.ts';
import { serviceErrorOrThrow } from '../failure.ts';
import type { Started } from '../started-turn.ts';
import { warning } from './adopt.ts';

export function showsKey({ key }: Pick<RunShown, 'key'>, identity: RequestIdentity): boolean {
  return key?.key === identity.key && key.generation === identity.generation;
}

/** The created run does not show the key that it was given. */
export function lostKeyWarning(
  runId: RunId,
  { holder, lookedFor }: Pick<KeyRules, 'holder' | 'lookedFor'>,
): RunEvent {
  return warning(
    `The service did not give the ${holder} of run ${runId} back: if the job is run again, or is ` +
      `killed now, the run cannot be found ${lookedFor}. Follow it with \`agent_run_id\` then.`,
  );
}

interface KeyPorts {
  readonly agent: Pick<Agent, 'keys' | 'read'>;
  readonly call: CallOptions;
  readonly emit: Emit;
}

/**
 * Reads a created run once whose key the answer to the create did not show, after its id was told,
 * so that a step that is killed meanwhile has not lost it. Rejects with the reason of `call.signal`
 * on abort.
 */
export async function confirmKey(
  { agent, call, emit }: KeyPorts,
  { runId, unseenKey = null }: Pick<Started, 'runId' | 'unseenKey'>,
): Promise<void> {
  if (unseenKey === null) {
    return;
  }
  const run = await agent.read(runId, call).catch(serviceErrorOrThrow);
  if (run instanceof ServiceError || !showsKey(run, unseenKey)) {
    emit(lostKeyWarning(runId, agent.keys));
  }
}
