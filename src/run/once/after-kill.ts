/** What became of the create that a killed step had in flight (contract 7.3). */
import type { CallOptions } from '../../http/limits.ts';
import type { SavedRunState } from '../../runner/saved-state.ts';
import { shortId } from '../../safe/text.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import { afterCreate } from './adopt.ts';
import { searchSince } from './create.ts';
import { lookUntilFound, type LookPorts } from './find.ts';
import { readIdentity } from './key.ts';

interface SettlePorts extends LookPorts {
  /** Into the job log. */
  readonly say: (message: string) => void;
}

/**
 * Looks for the run of a create by its key. Returns the state of the step with what was found,
 * unchanged if nothing shows the run before the time is up or a signal comes. A follow-up is not
 * looked for: that it may have arrived is said, with its address.
 */
export async function settleKilled(
  ports: SettlePorts,
  state: SavedRunState,
  call: CallOptions,
): Promise<SavedRunState> {
  const identity = readIdentity(state.identity ?? '');
  if ((state.runId ?? null) !== null || identity === null) {
    return state;
  }
  const search = searchSince(state.startedAt ?? 0, { identity, order: null });
  const looked = await lookUntilFound(ports, search, call).catch((error: unknown) => {
    if (error !== call.signal.reason) {
      throw error;
    }
    return null;
  });
  const { keys } = ports.agent;
  // What it would advise is not told.
  const settled = looked === null ? null : afterCreate(looked, { keys, toDrop: [] });
  if (settled === null || settled.kind === 'unsettled') {
    return state;
  }
  const { id, webUrl } = settled.run;
  // The summary of a step that ended by itself is written, and knows of no run.
  const address = safeHttpsUrl(webUrl);
  const place = address === null ? '' : `: look at ${address}`;
  ports.say(
    `Run ${shortId(id)} carries the key of the create that the killed step had sent${place}.`,
  );
  return { ...state, phase: 'running', runId: id, webUrl, mode: 'created' };
}
