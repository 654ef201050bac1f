/** The run of a create that a killed step did not see the answer of (contract 4.9, 7.3). */
import { readIdentity, type RunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/signals.ts';
import type { CallOptions } from '../service/client.ts';
import { lookupPorts, type OncePorts } from './create-once.ts';
import type { ListedRun } from './listing.ts';
import { lookForCreated } from './lookup.ts';

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
