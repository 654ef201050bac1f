/** Reads one turn of a conversation (contract 4.5, 18.10; sheet, sections 4 to 6). */
import { asServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { foundTurnOf } from '../kit/found-turn.ts';
import { pullsBefore, readMemo } from '../kit/memo.ts';
import type { TurnLog } from '../kit/turn-log.ts';
import { LATE_MS, turnReader } from '../kit/turn-reader.ts';
import type { Turn, TurnPorts, TurnReader } from '../port.ts';
import { largerUse, NO_USE, TURN_SIGNS, useIn, type Use } from './entries.ts';
import {
  digestOf,
  endSeenJustNow,
  eventLog,
  factsOf,
  knownRecord,
  memoSchema,
  restOf,
  type OpenHands,
} from './records.ts';
import { LATE_EVENTS_MS, shownRecord, type KnownRecord, type ConversationFacts } from './shown.ts';
import { TurnEvents } from './turn-events.ts';
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
  const isBegunHere = turn.mode !== 'attached' && turn.isFound !== true;
  const events = new TurnEvents(turn);
  const reader = eventLog(service, runId, {
    onTooLarge: () => ports.warn(TOO_LARGE),
    before: isResumed ? before : null,
  });
  let wake: 'due' | 'done' | 'refused' = 'due';
  let useSeen: Use = NO_USE;
  // A further turn of the step, such as a mend, adds to what the first one has used.
  const isFirst = !memory.usedBefore.has(runId);
  const noteUseBefore = (use: Use | undefined): void => {
    if (isFirst && use !== undefined) {
      memory.usedBefore.set(runId, use);
    }
  };
  noteUseBefore(isResumed ? before?.use : NO_USE);
  let hasWorked = false;
  /** The events cannot be read for now, and may still tell an end. */
  let isLogOut = false;
  /** On the clock's `now`. */
  let endToldAt = Infinity;

  const found = foundTurnOf(turn, TURN_SIGNS);
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
      useBefore: memory.usedBefore.get(runId) ?? null,
      runBefore: turn.runBefore,
      isLeftAsleep: sleepsOn(record) && !isToBeWoken(),
      isLogOut,
      hasWorked,
    });

  // Its end may stand in events that are read after the record, or come later (sheet, section 6).
  const sleepsOn = (record: KnownRecord): boolean =>
    isAsleep(record) &&
    !isFinal(events.told.word) &&
    restOf(service, runId, record) >= LATE_EVENTS_MS;

  // Events are sent some seconds late (sheet, section 6), so that a turn which this step has begun
  // may sleep before its first ones are there; of another one nobody knows then.
  const isToBeWoken = (): boolean => wake === 'due' && (isBegunHere || events.told.word !== null);

  /** The event of the final word is there, and the log was read once more since. */
  const isEndThere = (): boolean => clock.now() - endToldAt >= ONCE_MORE_MS;

  const readEvents = async (call: CallOptions) => {
    try {
      const read = await reader.read(call);
      isLogOut = false;
      return read;
    } catch (error) {
      isLogOut = asServiceError(error).mayPass;
      throw error;
    }
  };

  const source = {
    async readRecord(call: CallOptions): Promise<KnownRecord> {
      // After a follow-up, an end that was just seen may be that of before.
      const seen = isResumed ? null : endSeenJustNow(service, runId);
      const record = seen ?? (await knownRecord(service, runId, call));
      if (record.kind === 'conversation') {
        const { metrics, execution_status: word } = record.conversation;
        useSeen = largerUse(useSeen, useIn(metrics));
        hasWorked ||= !isFinal(word);
      }
      if (sleepsOn(record) && isToBeWoken()) {
        wake = await wakeSandbox(service, record, call);
        if (wake === 'done') {
          ports.notice(WOKEN);
          memory.rests.forget(runId);
        }
      }
      return record;
    },
    async readLog(call: CallOptions) {
      const { items, more } = await readEvents(call);
      const pieces = [...events.take(found?.take(items) ?? items, clock.now())];
      const { usedBefore } = events;
      if (isResumed && usedBefore !== null) {
        noteUseBefore(largerUse(memory.usedBefore.get(runId) ?? NO_USE, usedBefore));
      }
      const isOver = isFinal(events.told.word);
      endToldAt = isOver ? Math.min(endToldAt, clock.now()) : Infinity;
      const isPast = found?.isClosed ?? false;
      // Nothing more is waited for then that may belong to the turn.
      const isTimeUp = call.deadline - clock.now() < LATE_MS;
      if (isPast || isEndThere() || (isOver && isTimeUp)) {
        pieces.push(...events.end());
      }
      return { pieces, more, isPast };
    },
    rest: () => events.end(),
    shown: (record: KnownRecord, log: TurnLog) => shownRecord(record, factsNow(record, log)),
    hasEnd: isEndThere,
    // Sheet, section 6.
    isEndLogged: true,
    digest: digestOf,
  };
  return turnReader(source, { turn, ports, clock });
}

function isAsleep(record: KnownRecord): boolean {
  return (
    record.kind === 'conversation' && sandboxState(record.conversation.sandbox_status) === 'asleep'
  );
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
    return asServiceError(error).mayPass ? 'due' : 'refused';
  }
}
