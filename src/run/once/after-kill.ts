/** What became of the request that a killed step had in flight (contract 7.3). */
import type { Before, KnownRun, RunId } from '../../agents/port.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { SavedRunState } from '../../runner/saved-state.ts';
import { shortId } from '../../safe/text.ts';
import { afterCreate } from './adopt.ts';
import { searchSince } from './create.ts';
import { findEcho, lookUntilFound, type LookPorts } from './find.ts';
import { readIdentity } from './key.ts';

/** A run as the saved state knows it. */
export function knownRun(id: RunId, memo: string | null): KnownRun {
  const before: Before | null = memo === null ? null : { entries: null, memo };
  return { id, before };
}

export interface SettlePorts extends LookPorts {
  /** Into the job log. */
  readonly say: (message: string) => void;
}

/**
 * Finds out what became of the request that a step had in flight when it was killed (contract 7.3):
 * a create by its key, a follow-up by its mark. Returns the state of the step with what was found,
 * unchanged if nothing shows the request before the time is up or a signal comes.
 */
export async function settleKilled(
  ports: SettlePorts,
  state: SavedRunState,
  call: CallOptions,
): Promise<SavedRunState> {
  const { runId = null, mark = null, before = null } = state;
  try {
    if (runId === null) {
      return await settledCreate(ports, state, call);
    }
    // A key that is there too belongs to the run's create, which was answered.
    const run = knownRun(runId, before);
    const shown = mark === null ? null : await findEcho(ports, { run, mark }, call);
    if (shown === null) {
      return state;
    }
    ports.say(
      `The log of run ${shortId(shown.id)} shows the follow-up that the killed step had sent.`,
    );
    return { ...state, phase: 'running', runId: shown.id, mode: 'resumed' };
  } catch (error) {
    if (error !== call.signal.reason) {
      throw error;
    }
    return state;
  }
}

async function settledCreate(
  ports: SettlePorts,
  state: SavedRunState,
  call: CallOptions,
): Promise<SavedRunState> {
  const identity = readIdentity(state.identity ?? '');
  if (identity === null) {
    return state;
  }
  const search = searchSince(state.startedAt ?? 0, { identity, order: null });
  const looked = await lookUntilFound(ports, search, call);
  const settled = afterCreate(looked, ports.agent);
  if (settled.kind === 'unsettled') {
    return state;
  }
  const { id, webUrl } = settled.run;
  ports.say(`Run ${shortId(id)} carries the key of the create that the killed step had sent.`);
  return { ...state, phase: 'running', runId: id, webUrl, mode: 'created' };
}
