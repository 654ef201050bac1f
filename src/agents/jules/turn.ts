/** Reads one turn of a session (contract 18.3). */
import { isMissing } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { foundTurnOf } from '../kit/found-turn.ts';
import { pullsBefore, readMemo } from '../kit/memo.ts';
import type { TurnLog } from '../kit/turn-log.ts';
import { turnReader } from '../kit/turn-reader.ts';
import type { RunShown, Turn, TurnPorts, TurnReader } from '../port.ts';
import { activityLog } from './activities.ts';
import type { Session } from './client.ts';
import { pieceOf, TURN_SIGNS } from './entries.ts';
import { memoSchema } from './memo.ts';
import type { Jules } from './memory.ts';
import { restOf } from './records.ts';
import { shownSession } from './shown.ts';
import { awaitsApproval, isPaused, meaningOf } from './words.ts';

const TOO_LARGE =
  'An activity of the session is larger than the 16 MB that are read at most: the log ends ' +
  'there, and the state of the session decides.';

export function turnOf(service: Jules, turn: Turn, ports: TurnPorts): TurnReader {
  const { client, clock, memory } = service;
  const before = readMemo(turn.before, memoSchema);
  const activities = activityLog(
    turn.runId,
    { client, habits: memory.habits, onTooLarge: () => ports.warn(TOO_LARGE) },
    turn.mode === 'resumed' ? before : null,
  );
  const found = foundTurnOf(turn, TURN_SIGNS);
  const facts = {
    mode: turn.mode,
    pullsBefore: pullsBefore(turn, before?.pulls ?? null),
    asksForPullRequest: memory.asksForPullRequest.get(turn.runId) ?? null,
    runBefore: turn.runBefore,
  };
  let hasWorked = false;
  const source = {
    async readRecord(call: CallOptions): Promise<Session> {
      const session = await client.session(turn.runId, call);
      hasWorked ||= meaningOf(session.state) === 'active';
      return session;
    },
    // The activities of a session that is there may not be there yet (sheet, section 3).
    readLog: async (call: CallOptions) => {
      const read = await activities.read(call).catch((error: unknown) => {
        throw isMissing(error) ? error.proving('ambiguous') : error;
      });
      const items = found?.take(read.items) ?? read.items;
      return { pieces: items.map(pieceOf), more: read.more, isPast: found?.isClosed ?? false };
    },
    shown: (session: Session, log: TurnLog): RunShown =>
      shownSession(session, { ...facts, log, hasWorked, restMs: restOf(service, session) }),
    hasEnd,
    // A session without any output may be COMPLETED (sheet, section 4).
    isEndLogged: false,
    digest: ({ state, updateTime, outputs }: Session) =>
      JSON.stringify([state, updateTime, outputs]),
  };
  return turnReader(source, { turn, ports, clock });
}

/** The activities have what the end of this session brings. */
function hasEnd({ state }: Session, log: TurnLog): boolean {
  if (isPaused(state) || awaitsApproval(state)) {
    return true;
  }
  return meaningOf(state) === 'needs_input' ? log.lastSaid !== null : log.end !== null;
}
