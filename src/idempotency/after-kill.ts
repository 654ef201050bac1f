/** The run of a create that a killed step did not see the answer of (contract 4.9, 7.3). */
import { readIdentity, type RunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/signals.ts';
import type { CallOptions } from '../service/client.ts';
import { lookupPorts, type OncePorts } from './create-once.ts';
import type { ListedRun } from './listing.ts';
import { lookForCreated, lookForEarlier } from './lookup.ts';

/**
 * The one run in the list of runs with the key and generation of the create; null when there is none, when it is not certain, or
 * when the step was killed over another request.
 */
export async function runLeftByCreate(
  ports: Pick<OncePorts, 'clock' | 'published'>,
  { identity, runId }: Pick<RunState, 'identity' | 'runId'>,
  call: CallOptions,
): Promise<ListedRun | null> {
  const sent = readIdentity(identity ?? '');
  // A run that is known was being resumed: the key is that of its create, which was answered.
  if (sent === null || (runId ?? null) !== null) return null;
  try {
    const found = await lookForCreated(lookupPorts(ports), { ...sent, call });
    return found.kind === 'one' ? found.run : null;
  } catch (error) {
    if (error instanceof Cancelled) return null;
    throw error;
  }
}

/** The run that a create with this key and attempt made; null when it is not certain that there is one, and which. */
export async function runOfKey(
  ports: Pick<OncePorts, 'clock' | 'published'>,
  { key, attempt }: { readonly key: string; readonly attempt: number },
  call: CallOptions,
): Promise<number | null> {
  const identity = { key, generation: attempt, asked: '' };
  const found = await lookForEarlier(lookupPorts(ports), { identity, call });
  // What was asked is not known here, so that the one run of the key counts whatever it was.
  if (found.kind !== 'ambiguous' || found.why !== 'other_request' || found.generation !== attempt) return null;
  return found.runs[0]?.id ?? null;
}
