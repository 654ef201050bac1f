/**
 * What is read of a conversation: its record, or how far its start has come, its events, and what
 * is remembered of both (sheet, sections 3 to 6).
 */
import * as z from 'zod/mini';
import { asServiceError, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { parseTime } from '../entry.ts';
import type { OpenedService } from '../kit/define.ts';
import { missing } from '../kit/failures.ts';
import { readPages } from '../kit/pages.ts';
import { Rests } from '../kit/rests.ts';
import { ListPlace } from '../kit/standings.ts';
import { TimedLog, type FilterHabits, type LogPlace } from '../kit/timed-log.ts';
import { TurnLog } from '../kit/turn-log.ts';
import type { RunId, RunShown } from '../port.ts';
import {
  PAGE_MAX,
  timeOf,
  withZone,
  type Conversation,
  type OpenHandsClient,
  type RawEvent,
  type StartTask,
} from './client.ts';
import { EventReader, NO_USE, type Use } from './entries.ts';
import { bareId } from './facts.ts';
import {
  shownRecord,
  type ConversationFacts,
  type KnownRecord,
  type OpenHandsRecord,
} from './shown.ts';
import { hasStarted, hasStartFailed, isFinal, sandboxState } from './words.ts';

/** What a step has found out of the service. */
export class OpenHandsMemory {
  /** The start task of each conversation that this step has created or found. */
  readonly startTasks = new Map<RunId, StartTask>();
  /** Conversations that this step has stopped. */
  readonly stopped = new Set<RunId>();
  /** Those that it has asked to stop, whatever came of that. */
  readonly askedToStop = new Set<RunId>();
  /** Those that a message was sent to of which it is not known that it has arrived. */
  readonly messageOnItsWay = new Set<RunId>();
  /** What a conversation had used before its first turn of this step. */
  readonly usedBefore = new Map<RunId, Use>();
  readonly listed = new ListPlace();
  /** Conversations as they were listed or read last. */
  readonly seen = new Map<RunId, SeenConversation>();
  readonly habits: FilterHabits = { isRefused: false };
  readonly rests = new Rests();
  /** The events that were read with what is shown of a run. */
  readonly logs = new WeakMap<RunShown, WholeLog>();
}

interface SeenConversation {
  readonly conversation: Conversation;
  /** On the clock's `now`. */
  readonly at: number;
}

export type OpenHands = OpenedService<OpenHandsClient, OpenHandsMemory>;

/** A list of start tasks that goes on behind these is read no further. */
const START_PAGES_MAX = 20;

/**
 * The conversation, or as long as it is not there how far its start has come; null without either.
 * One that has started and is not there any more was deleted (sheet, 3.6).
 *
 * @param from no start task older than this is looked at (ms since the epoch)
 */
export async function recordThere(
  service: OpenHands,
  { id, from }: { readonly id: RunId; readonly from: number },
  call: CallOptions,
): Promise<OpenHandsRecord | null> {
  const conversation = await conversationOf(service, id, call);
  if (conversation !== null) {
    return conversation;
  }
  const task = await startTaskOf(service, { id, from }, call);
  if (task === null) {
    return null;
  }
  if (!hasStarted(task.status)) {
    return { kind: 'start', id, task };
  }
  // It may have come to be between the two reads.
  return (await conversationOf(service, id, call)) ?? { kind: 'deleted', id, task };
}

async function conversationOf(
  service: OpenHands,
  id: RunId,
  call: CallOptions,
): Promise<OpenHandsRecord | null> {
  const conversation = await service.client.conversation(id, call);
  if (conversation === null) {
    return null;
  }
  noteSeen(service, conversation);
  return { kind: 'conversation', conversation };
}

export function noteSeen({ memory, clock }: OpenHands, conversation: Conversation): void {
  memory.seen.set(bareId(conversation.id), { conversation, at: clock.now() });
}

/** A conversation that was seen within so many milliseconds is not read again for its end. */
const FRESH_MS = 1_000;

/** The conversation as it was seen just now, where it has ended; null: it is to be read. */
export function endSeenJustNow({ memory, clock }: OpenHands, id: RunId): KnownRecord | null {
  const seen = memory.seen.get(id);
  if (seen === undefined || clock.now() - seen.at >= FRESH_MS) {
    return null;
  }
  const { conversation } = seen;
  return isFinal(conversation.execution_status) ? { kind: 'conversation', conversation } : null;
}

/** A row in ERROR beside one that is not is of a second create, and means nothing (sheet, 7). */
async function startTaskOf(
  { client, memory }: OpenHands,
  { id, from }: { readonly id: RunId; readonly from: number },
  call: CallOptions,
): Promise<StartTask | null> {
  const known = memory.startTasks.get(id);
  if (known !== undefined) {
    return client.startTask(known.id, call);
  }
  const isPast = (tasks: readonly StartTask[]): boolean => {
    const oldest = parseTime(withZone(tasks.at(-1)?.created_at ?? null));
    return oldest !== null && oldest < from;
  };
  const { items } = await readPages({
    read: (cursor) => client.startTasks(cursor, call),
    pagesMax: START_PAGES_MAX,
    isEnough: isPast,
  });
  const own = items.filter(({ request }) => bareId(request.conversation_id ?? '') === id);
  const task = own.find(({ status }) => !hasStartFailed(status)) ?? own[0];
  if (task === undefined) {
    return null;
  }
  memory.startTasks.set(id, task);
  return task;
}

export async function knownRecord(
  service: OpenHands,
  id: RunId,
  call: CallOptions,
): Promise<KnownRecord> {
  const record = await recordThere(service, { id, from: -Infinity }, call);
  if (record === null || record.kind === 'deleted') {
    throw missing(`the service knows no conversation ${id}`);
  }
  return record;
}

export function factsOf(
  service: OpenHands,
  given: Partial<ConversationFacts> = {},
): ConversationFacts {
  const { baseUrl, serverUrl } = service;
  return {
    mode: 'attached',
    baseUrl,
    serverUrl,
    events: null,
    restMs: 0,
    isStopped: false,
    pullsPreset: [],
    pullsBefore: null,
    useSeen: NO_USE,
    useBefore: NO_USE,
    runBefore: null,
    isLeftAsleep: false,
    isLogOut: false,
    hasWorked: false,
    ...given,
  };
}

/** What a change of the record changes. */
export function digestOf(record: KnownRecord): string {
  if (record.kind === 'start') {
    return JSON.stringify([record.task.status, record.task.detail]);
  }
  const { sandbox_status: sandbox, execution_status: word } = record.conversation;
  return JSON.stringify([sandbox, word, record.conversation.pr_number]);
}

export function restOf({ memory, clock }: OpenHands, id: RunId, record: KnownRecord): number {
  return memory.rests.of(id, { shown: digestOf(record), now: clock.now() });
}

/** Events reach the app server late, and out of order (sheet, section 6). */
const OVERLAP_MS = 30_000;

export function eventLog(
  { client, memory }: OpenHands,
  id: RunId,
  {
    onTooLarge = () => undefined,
    before = null,
  }: { readonly onTooLarge?: () => void; readonly before?: LogPlace | null } = {},
): TimedLog<RawEvent> {
  return new TimedLog(
    {
      // The bound is compared as a text, so that it has no zone (sheet, section 2).
      read: ({ since, cursor, size }, call) => {
        const bound = since === null ? null : new Date(since).toISOString().replace('Z', '000');
        return client.events(id, { since: bound, cursor, size }, call);
      },
      idOf: (event) => event.id,
      timeOf,
      overlapMs: OVERLAP_MS,
      pageMax: PAGE_MAX,
      habits: memory.habits,
      onTooLarge,
    },
    before,
  );
}

interface WholeLog {
  readonly log: TurnLog;
  readonly events: EventReader;
  readonly place: LogPlace;
  readonly count: number;
}

/** All events of a conversation, as one that is only followed shows them. */
export async function wholeLog(
  service: OpenHands,
  id: RunId,
  call: CallOptions,
): Promise<WholeLog> {
  const log = new TurnLog(
    { mode: 'attached', runId: id, sent: null },
    { wall: () => service.clock.wall() },
  );
  const events = new EventReader();
  const reader = eventLog(service, id);
  for await (const items of reader.all(call)) {
    log.take(items.flatMap((event) => events.take(event)));
  }
  log.take(events.end());
  return { log, events, place: reader.place, count: reader.count };
}

/** A conversation as it is now. */
export async function readShown(
  service: OpenHands,
  id: RunId,
  call: CallOptions,
): Promise<RunShown> {
  const record = await knownRecord(service, id, call);
  return shownAsRead(service, { id, record }, call);
}

interface ShownOrder {
  readonly id: RunId;
  readonly record: KnownRecord;
  /** An earlier attempt, or another step, may have stopped it. Absent: that is not asked. */
  readonly isSearch?: boolean;
}

/**
 * By its record and its events. Where these cannot be read now or in time, by its record alone
 * (contract 2.3), as far as that tells. Rejects where the events alone do.
 */
export async function shownAsRead(
  service: OpenHands,
  order: ShownOrder,
  call: CallOptions,
): Promise<RunShown> {
  const shown = await shownWithEvents(service, order, call).catch(asServiceError);
  if (!(shown instanceof ServiceError)) {
    return shown;
  }
  const alone = shownAlone(service, order.record);
  // Whether somebody has stopped the one that is paused, the events tell.
  const isOpen = order.isSearch === true && alone?.waitsFor === 'paused';
  if (alone === null || isOpen) {
    throw shown;
  }
  return alone;
}

/**
 * By its record alone. Null: only its events tell, because its sandbox sleeps, is gone or does not
 * know its word.
 */
export function shownAlone(service: OpenHands, record: KnownRecord): RunShown | null {
  if (record.kind === 'start') {
    return shownRecord(record, factsOf(service));
  }
  const { id, sandbox_status: sandbox, execution_status: word } = record.conversation;
  if (word === null || sandboxState(sandbox) !== 'awake') {
    return null;
  }
  const isStopped = service.memory.stopped.has(bareId(id));
  return shownRecord(record, factsOf(service, { isStopped }));
}

/**
 * What a record by itself does not tell, the events do: the last word of a lost sandbox. Rejects
 * where they cannot be read.
 */
export async function shownWithEvents(
  service: OpenHands,
  { id, record, isSearch = false }: ShownOrder,
  call: CallOptions,
): Promise<RunShown> {
  const whole = await wholeLog(service, id, call);
  const { log, events } = whole;
  // An earlier attempt has stopped it, or a person: it works no more by itself (contract 4.8).
  const wasStopped = isSearch && events.told.isInterrupted;
  const facts = {
    events: { log, told: events.told },
    restMs: restOf(service, id, record),
    isStopped: service.memory.stopped.has(id) || wasStopped,
  };
  const shown = shownRecord(record, factsOf(service, facts));
  service.memory.logs.set(shown, whole);
  return shown;
}

/** Known of a conversation before a follow-up (contract 18.1; sheet, sections 5 and 6). */
export const memoSchema = z.object({
  newest: z.nullable(z.number()),
  ids: z.array(z.string()),
  pulls: z.array(z.string()),
  use: z.object({ tokens: z.number(), costUsd: z.number() }),
});
