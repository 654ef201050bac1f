/** A session as it is read: its record, with all that its log shows (sheet, sections 5 and 6). */
import { asServiceError, isMissing, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { TurnLog } from '../kit/turn-log.ts';
import type { RunId, RunShown } from '../port.ts';
import { activityLog } from './activities.ts';
import type { Session } from './client.ts';
import { pieceOf } from './entries.ts';
import type { Jules, WholeLog } from './memory.ts';
import { BY_ITSELF, shownSession } from './shown.ts';

/**
 * Where its log cannot be read now or in time, what the session says by itself counts (contract
 * 2.3): an end that it shows is one, whatever its log tells of that.
 */
export async function readShown(service: Jules, id: RunId, call: CallOptions): Promise<RunShown> {
  const session = await service.client.session(id, call);
  const whole = await wholeLog(service, id, call).catch(asServiceError);
  return whole instanceof ServiceError
    ? shownSession(session, { ...BY_ITSELF, restMs: restOf(service, session) })
    : shownWith(service, { session, whole });
}

/** Rejects where its log cannot be read. */
export async function readWithLog(service: Jules, id: RunId, call: CallOptions): Promise<RunShown> {
  const session = await service.client.session(id, call);
  return shownWith(service, { session, whole: await wholeLog(service, id, call) });
}

function shownWith(
  service: Jules,
  { session, whole }: { readonly session: Session; readonly whole: WholeLog },
): RunShown {
  const { log } = whole;
  const shown = shownSession(session, { ...BY_ITSELF, log, restMs: restOf(service, session) });
  whole.shown = shown;
  return shown;
}

/**
 * All of a session's log, as one that is only followed shows it, as far as it is there. What
 * this step has read of it before is not read again: activities can be large, and one that waits
 * for a session at work reads every few seconds.
 */
export async function wholeLog(service: Jules, id: RunId, call: CallOptions): Promise<WholeLog> {
  const { logs } = service.memory;
  const whole = logs.get(id) ?? unreadLog(service, id);
  logs.set(id, whole);
  const { log, reader } = whole;
  try {
    for await (const items of reader.all(call)) {
      log.take(items.map(pieceOf));
    }
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
  }
  return whole;
}

function unreadLog({ client, clock, memory: { habits } }: Jules, id: RunId): WholeLog {
  const log = new TurnLog(
    { mode: 'attached', runId: id, sent: null },
    { wall: () => clock.wall() },
  );
  return { log, reader: activityLog(id, { client, habits }), shown: null };
}

export function restOf({ memory, clock }: Jules, { id, state, updateTime }: Session): number {
  const shown = `${String(state)} ${String(updateTime)}`;
  return memory.rests.of(id, { shown, now: clock.now() });
}
