/** Reads one turn of a conversation (contract 4.5, 18.10; sheet, sections 4 to 6). */
import type { CallOptions } from '../../http/limits.ts';
import { asServiceError } from '../kit/failures.ts';
import { foundTurnOf } from '../kit/found-turn.ts';
import { pullsBefore, readMemo } from '../kit/memo.ts';
import { isOwnPrompt, type LogPiece, type TurnLog } from '../kit/turn-log.ts';
import { turnReader } from '../kit/turn-reader.ts';
import type { Turn, TurnPorts, TurnReader } from '../port.ts';
import { EventReader, largerUse, NO_USE, TURN_SIGNS, useIn, type Use } from './entries.ts';
import {
  digestOf,
  eventLog,
  factsOf,
  knownRecord,
  memoSchema,
  restOf,
  timeOf,
  type OpenHands,
} from './records.ts';
import { LATE_EVENTS_MS, shownRecord, type KnownRecord, type ConversationFacts } from './shown.ts';
import { isFinal, sandboxState } from './words.ts';

const TOO_LARGE =
  'An event of the conversation is larger than the 16 MB that are read at most: the log ends ' +
  'there, and the state of the conversation decides.';
const WOKEN =
  'The sandbox of the conversation was put to sleep in the middle of its turn, so this step has ' +
  'woken it.';
/** After the event of the final word the log is read once more (contract 18.10). */
const ONCE_MORE_MS = 2_000;

export function turnOf(service: OpenHands, turn: Turn, ports: TurnPorts): TurnReader {
  const { clock, memory } = service;
  const { runId } = turn;
  const before = readMemo(turn.before, memoSchema);
  const isResumed = turn.mode === 'resumed';
  const events = new EventReader();
  const reader = eventLog(service, runId, {
    onTooLarge: () => ports.warn(TOO_LARGE),
    before: isResumed ? before : null,
  });
  let wake: 'due' | 'done' | 'refused' = 'due';
  let useSeen: Use = NO_USE;
  /** Null until it is known. */
  let useBefore: Use | null = isResumed ? (before?.use ?? null) : NO_USE;
  let hasWorked = false;
  /** On the clock's `now`. */
  let endToldAt = Infinity;

  const found = foundTurnOf(turn, TURN_SIGNS);
  const past = new EventReader();
  /** When the follow-up's own message came, by the sandbox's clock (ms since the epoch). */
  let begunAt = -Infinity;

  const factsNow = (record: KnownRecord, log: TurnLog): ConversationFacts =>
    factsOf(service, {
      mode: turn.mode,
      events: { log, told: events.told },
      restMs: restOf(service, runId, record),
      // An earlier attempt has stopped the one that is found: it works no more by itself.
      isStopped: memory.stopped.has(runId) || (found !== null && events.told.isInterrupted),
      pullsPreset: memory.startTasks.get(runId)?.request.pr_number ?? [],
      pullsBefore: pullsBefore(turn, before?.pulls ?? null),
      // Once a later turn has begun, the events alone tell what this one used.
      useSeen: log.isPast ? NO_USE : useSeen,
      useBefore,
      runBefore: turn.runBefore,
      hasWorked,
    });

  const source = {
    async readRecord(call: CallOptions): Promise<KnownRecord> {
      const record = await knownRecord(service, runId, call);
      if (record.kind === 'conversation') {
        const { metrics, execution_status: word } = record.conversation;
        useSeen = largerUse(useSeen, useIn(metrics));
        hasWorked ||= !isFinal(word);
      }
      // Its end may stand in events that are read after this, or come later (sheet, section 6).
      const isLate = restOf(service, runId, record) >= LATE_EVENTS_MS;
      if (sleepsInMidTurn(record, events) && isLate && wake === 'due') {
        wake = await wakeSandbox(service, record, call);
        if (wake === 'done') {
          ports.notice(WOKEN);
        }
      }
      return record;
    },
    async readLog(call: CallOptions) {
      const { items, more } = await reader.read(call);
      const pieces: LogPiece[] = [];
      for (const item of found?.take(items) ?? items) {
        const at = timeOf(item) ?? Infinity;
        // The log is in order of time, and what comes late is of the turn before (sheet, 6).
        if (at < begunAt) {
          past.take(item);
          useBefore = largerUse(useBefore ?? NO_USE, past.told.use);
          continue;
        }
        const { use } = events.told;
        const taken = events.take(item);
        pieces.push(...taken);
        // What the turn before went on to use until the follow-up arrived, and all that was used
        // before one of an earlier attempt, stands before it in the log.
        if (isResumed && taken.some((piece) => isOwnPrompt(piece, turn.sent))) {
          begunAt = timeOf(item) ?? begunAt;
          useBefore = largerUse(useBefore ?? NO_USE, use);
        }
      }
      if (isFinal(events.told.word)) {
        endToldAt = Math.min(endToldAt, clock.now());
      }
      return { pieces, more, isPast: found?.isClosed ?? false };
    },
    rest: () => events.rest(),
    shown: (record: KnownRecord, log: TurnLog) => shownRecord(record, factsNow(record, log)),
    /** The event of the final word is there, and the log was read once more since. */
    hasEnd: () => clock.now() - endToldAt >= ONCE_MORE_MS,
    digest: digestOf,
  };
  return turnReader(source, { turn, ports, clock });
}

/** It sleeps although the turn has not come to its end. */
function sleepsInMidTurn(record: KnownRecord, { told }: EventReader): boolean {
  if (record.kind === 'start' || isFinal(told.word) || told.word === null) {
    return false;
  }
  return sandboxState(record.conversation.sandbox_status) === 'asleep';
}

/** What cannot be carried out for now is due again with the next read, and hides no record. */
async function wakeSandbox(
  { client }: OpenHands,
  record: KnownRecord,
  call: CallOptions,
): Promise<'done' | 'due' | 'refused'> {
  const sandboxId = record.kind === 'start' ? null : record.conversation.sandbox_id;
  if (sandboxId === null) {
    return 'refused';
  }
  try {
    await client.wake(sandboxId, call);
    return 'done';
  } catch (error) {
    const { passing, isGatewayPage } = asServiceError(error);
    return passing || isGatewayPage ? 'due' : 'refused';
  }
}
