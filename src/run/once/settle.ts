/**
 * What became of a request whose answer is not known: a follow-up by its mark (contract 4.9), and
 * whatever a killed step had in flight (contract 7.3).
 */
import type { Before, KnownRun, RunId, RunShown } from '../../agents/port.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { SavedRunState } from '../../runner/saved-state.ts';
import { shortId } from '../../safe/text.ts';
import { ambiguous, type NotStarted } from '../failure.ts';
import { searchSince, type OncePorts } from './create.ts';
import { findEcho, lookUntilFound, type LookPorts } from './find.ts';
import { readIdentity } from './key.ts';
import { afterCreate, note } from './plan.ts';

/** How long a follow-up may take to appear in the log (contract 4.9). */
const FOLLOW_UP_SEARCH_MS = 120_000;

/**
 * Looks for a follow-up with a mark whose answer was lost. Returns the run that does it, or rejects
 * with `NotStarted`.
 */
export async function findFollowUp(
  ports: OncePorts,
  {
    run,
    mark,
    lost,
  }: { readonly run: KnownRun; readonly mark: string | null; readonly lost: NotStarted },
): Promise<RunShown> {
  const { call, clock, emit, exactlyOnce } = ports;
  if (lost.end.errorCode !== 'ambiguous_create' || exactlyOnce === null || mark === null) {
    throw lost;
  }
  emit(
    note('The answer to the follow-up was lost: looking for it in the log, for up to two minutes.'),
  );
  const look = { ...call, deadline: Math.min(clock.now() + FOLLOW_UP_SEARCH_MS, call.deadline) };
  const shown = await findEcho(ports, { run, mark }, look);
  if (shown === null) {
    const unsettled = 'Its log was read for two minutes and does not show the follow-up.';
    throw ambiguous(`${lost.message} ${unsettled}`, lost.error);
  }
  emit(note(`The follow-up has arrived: the log of run ${shortId(shown.id)} shows it.`));
  return shown;
}

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
