/**
 * Messages to a conversation: the next turn begins with each (contract 18.4, 18.10; sheet, section
 * 3.5).
 */
import { isMissing, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { beforehand, refusal } from '../kit/failures.ts';
import { FoundTurn } from '../kit/found-turn.ts';
import { findMark, type LogToSearch } from '../kit/marks.ts';
import { memoText, pullDigests, readMemo } from '../kit/memo.ts';
import { TurnLog } from '../kit/turn-log.ts';
import {
  RunGone,
  type Before,
  type FollowUps,
  type KnownRun,
  type Message,
  type RunId,
  type RunShown,
} from '../port.ts';
import { NO_SANDBOX, type Conversation, type RawEvent } from './client.ts';
import { EventReader, largerUse, TURN_SIGNS } from './entries.ts';
import {
  eventLog,
  factsOf,
  knownRecord,
  memoSchema,
  shownWithEvents,
  wholeLog,
  type OpenHands,
} from './records.ts';
import { shownRecord } from './shown.ts';
import { awaitsConfirmation, meaningOf, sandboxState } from './words.ts';

export function followUpsOf(service: OpenHands): FollowUps {
  return {
    async before(run, call): Promise<Before> {
      const { events, place, count } =
        service.memory.logs.get(run) ?? (await wholeLog(service, run.id, call));
      const { newest, ids } = place;
      const { amount = 0, costUsd } = run.usage ?? {};
      const use = largerUse({ tokens: amount, costUsd: costUsd ?? 0 }, events.told.use);
      const memo = memoText({ newest, use }, { ids, pulls: pullDigests(run.pullRequests) });
      return { entries: count, memo };
    },
    // A message begins a new turn of a conversation that was stopped.
    wake: () => Promise.resolve(),
    async send(run, message, call) {
      await makeReady(service, run.id, call);
      try {
        await service.client.say(run.id, message.text, call);
      } catch (error) {
        return await settleMessage(service, { run, message, error }, call);
      }
      service.memory.stopped.delete(run.id);
      return null;
    },
    find: (run, mark, call) => findMark(logToSearch(service), { run, mark }, call),
  };
}

const NOT_THERE = 'the service does not have the conversation any more';
const SANDBOX_GONE = 'the sandbox of the conversation is gone';
/** A sandbox that sleeps is awake by then, or the message is refused. */
const WAKE_MS = 60_000;
const WAKE_PAUSE_MS = 2_000;

/**
 * One that sleeps is woken first. One that waits for a confirmation gets no message, which would
 * carry the action out (contract 18.4).
 */
async function makeReady(service: OpenHands, id: RunId, call: CallOptions): Promise<void> {
  const { client, clock } = service;
  const conversation = await knownConversation(service, id, call);
  const word = conversation.execution_status ?? (await lastWord(service, id, call));
  if (awaitsConfirmation(word)) {
    throw refusal('the conversation waits for the confirmation of an action', {
      code: 'rejected',
      advice:
        'It is confirmed or refused on its page in the web interface. No message is sent to it ' +
        'until then, because any message would carry the action out.',
    });
  }
  if (sandboxState(conversation.sandbox_status) !== 'asleep') {
    return;
  }
  try {
    await client.wake(conversation.sandbox_id ?? id, call);
  } catch (error) {
    throw isMissing(error) ? new RunGone(SANDBOX_GONE, error) : beforehand(error);
  }
  const until = Math.min(clock.now() + WAKE_MS, call.deadline);
  while (clock.now() < until) {
    const { sandbox_status: sandbox } = await knownConversation(service, id, call);
    if (sandboxState(sandbox) === 'awake') {
      return;
    }
    await clock.sleep(WAKE_PAUSE_MS, call.signal);
  }
}

/** Where the sandbox sleeps the events alone have it. */
async function lastWord(service: OpenHands, id: RunId, call: CallOptions): Promise<string | null> {
  const { events } = await wholeLog(service, id, call).catch((error: unknown) => {
    throw beforehand(error);
  });
  return events.told.word;
}

async function knownConversation(
  { client }: OpenHands,
  id: RunId,
  call: CallOptions,
): Promise<Conversation> {
  const conversation = await client.conversation(id, call).catch((error: unknown) => {
    throw beforehand(error);
  });
  if (conversation === null) {
    throw new RunGone(NOT_THERE, null);
  }
  if (sandboxState(conversation.sandbox_status) === 'lost') {
    throw new RunGone(SANDBOX_GONE, null);
  }
  return conversation;
}

/** After the command has ended, a message that was held up arrives within so long. */
const ARRIVAL_MS = 10_000;
const ARRIVAL_PAUSE_MS = 3_000;

/**
 * A 502 says that a command held the message up, and it arrives when that ends: its mark is looked
 * for as long as the conversation works (contract 18.10). Otherwise the failure stands.
 */
async function settleMessage(
  service: OpenHands,
  {
    run,
    message,
    error,
  }: { readonly run: KnownRun; readonly message: Message; readonly error: unknown },
  call: CallOptions,
): Promise<RunShown | null> {
  if (!(error instanceof ServiceError)) {
    throw error;
  }
  const isUnknown: boolean = isMissing(error);
  if (error.status === 410 || (isUnknown && NO_SANDBOX.test(error.said))) {
    throw new RunGone(SANDBOX_GONE, error);
  }
  if (isUnknown) {
    throw new RunGone(NOT_THERE, error);
  }
  const { mark } = message;
  if (error.status !== 502 || mark === null) {
    throw error;
  }
  const { clock } = service;
  let quietSince: number | null = null;
  while (clock.now() < call.deadline) {
    const look = await lookForMessage(service, { run, mark }, call);
    if (look.kind === 'found') {
      return look.shown;
    }
    if (look.kind === 'none') {
      quietSince = look.isAtWork ? null : (quietSince ?? clock.now());
    }
    if (quietSince !== null && clock.now() - quietSince >= ARRIVAL_MS) {
      throw error;
    }
    await clock.sleep(ARRIVAL_PAUSE_MS, call.signal);
  }
  throw error;
}

function logToSearch(service: OpenHands): LogToSearch<RawEvent> {
  const { clock } = service;
  return {
    pages: ({ id, before }, call) =>
      eventLog(service, id, { before: readMemo(before, memoSchema) }).all(call),
    turn: (mark) => new FoundTurn(TURN_SIGNS, mark),
    async read({ id }, call) {
      const record = await knownRecord(service, id, call);
      return shownWithEvents(service, { id, record, isSearch: true }, call);
    },
    async readPast({ id, sent, pieces }, call) {
      const log = new TurnLog({ mode: 'resumed', runId: id, sent }, { wall: () => clock.wall() });
      const events = new EventReader();
      log.take(pieces.flatMap((event) => events.take(event)));
      log.leave();
      const record = await knownRecord(service, id, call);
      const facts = { mode: 'resumed', events: { log, told: events.told } } as const;
      return shownRecord(record, factsOf(service, facts));
    },
  };
}

type MessageLook =
  | { readonly kind: 'found'; readonly shown: RunShown }
  | { readonly kind: 'none'; readonly isAtWork: boolean }
  /** It could not be read, which says nothing of the message: that is not sent again for it. */
  | { readonly kind: 'unread' };

async function lookForMessage(
  service: OpenHands,
  order: { readonly run: KnownRun; readonly mark: string },
  call: CallOptions,
): Promise<MessageLook> {
  try {
    const found = await findMark(logToSearch(service), order, call);
    if (found.kind === 'found') {
      return { kind: 'found', shown: found.run };
    }
    const conversation = await service.client.conversation(order.run.id, call);
    const isAtWork = meaningOf(conversation?.execution_status ?? null) === 'active';
    return { kind: 'none', isAtWork };
  } catch (error) {
    if (error instanceof ServiceError) {
      return { kind: 'unread' };
    }
    throw error;
  }
}
