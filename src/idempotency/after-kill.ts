/** Finds the run of a create whose response a killed step did not receive (contract 4.9, 7.3). */
import { readIdentity, type RunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/signals.ts';
import type { CallOptions } from '../service/client.ts';
import { lookupPorts, type OncePorts } from './create-once.ts';
import type { ListedRun } from './listing.ts';
import { lookForCreated, lookForEarlier } from './lookup.ts';

/**
 * The only listed run with the key and generation of the create, or null if there is none, if that is uncertain, or if
 * the step was killed during another request.
 */
export async function runLeftByCreate(
  ports: Pick<OncePorts, 'clock' | 'published'>,
  { identity, runId }: Pick<RunState, 'identity' | 'runId'>,
  call: CallOptions,
): Promise<ListedRun | null> {
  const sent = readIdentity(identity ?? '');
  // A known run was being resumed: the key belongs to its create, which was answered.
  if (sent === null || (runId ?? null) !== null) return null;
  try {
    const found = await lookForCreated(lookupPorts(ports), { ...sent, call });
    return found.kind === 'one' ? found.run : null;
  } catch (error) {
    if (error instanceof Cancelled) return null;
    throw error;
  }
}

/** The run of a create with this key and generation, or null if it cannot be determined with certainty. */
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
