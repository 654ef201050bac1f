/**
 * Messages to a conversation: the next turn begins with each (contract 18.4, 18.10; sheet, section
 * 3.5).
 */
import { isMissing, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { beforehand, insist, refusal } from '../kit/failures.ts';
import { FoundTurn } from '../kit/found-turn.ts';
import { findMark, type LogToSearch } from '../kit/marks.ts';
import { memoText, pullDigests, readMemo } from '../kit/memo.ts';
import { TurnLog } from '../kit/turn-log.ts';
import {
  RunBusy,
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
import { bareId } from './facts.ts';
import {
  eventLog,
  factsOf,
  knownRecord,
  memoSchema,
  recordThere,
  restOf,
  shownWithEvents,
  wholeLog,
  type OpenHands,
} from './records.ts';
import { isSandboxGone, shownRecord } from './shown.ts';
import { awaitsConfirmation, hasStartFailed, isRunning, sandboxState } from './words.ts';

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
      const { clock, memory } = service;
      const until = Math.min(clock.now() + READY_MS, call.deadline);
      const attempt = async (): Promise<RunShown | null> => {
        await makeReady(service, { id: run.id, until }, call);
        return say(service, { run, message }, call);
      };
      // Refused because the sandbox is not awake, so that it was not sent (sheet, 3.5).
      const mayPass = ({ status }: ServiceError): boolean => status === 409;
      const shown = await insist(attempt, { clock, pausesMs: [READY_PAUSE_MS], mayPass }, call);
      memory.stopped.delete(run.id);
      return shown;
    },
    async find(run, mark, call) {
      const found = await findMark(logToSearch(service), { run, mark }, call);
      const hasArrived = found.kind === 'found' || found.kind === 'unread';
      if (hasArrived) {
        service.memory.messageOnItsWay.delete(run.id);
      }
      return found;
    },
  };
}

const NOT_THERE = 'the service does not have the conversation any more';
const NEVER_STARTED = 'the conversation could not be started';
const SANDBOX_GONE = 'the sandbox of the conversation is gone';
/** What a message needs is there by then, or the service refuses the message. */
const READY_MS = 60_000;
const READY_PAUSE_MS = 2_000;

/**
 * One that sleeps is woken first. One that waits for a confirmation gets no message, which would
 * carry the action out (contract 18.4): its own word counts, which the events tell late, and which
 * is known only once the sandbox is awake.
 */
async function makeReady(
  service: OpenHands,
  { id, until }: { readonly id: RunId; readonly until: number },
  call: CallOptions,
): Promise<void> {
  const { clock } = service;
  let conversation = await knownConversation(service, id, call);
  refuseUnconfirmed(await wordOf(service, conversation, call));
  let isWoken = false;
  // One that fails comes back, or is known to be gone in a while.
  const isOpen = ({ sandbox_status: sandbox }: Conversation): boolean =>
    clock.now() < (sandboxState(sandbox) === 'failing' ? call.deadline : until);
  while (!isReady(conversation) && isOpen(conversation)) {
    if (sandboxState(conversation.sandbox_status) === 'asleep' && !isWoken) {
      isWoken = true;
      await wake(service, conversation, call);
    } else {
      await clock.sleep(READY_PAUSE_MS, call.signal);
    }
    conversation = await knownConversation(service, id, call);
  }
  refuseUnconfirmed(await wordOf(service, conversation, call));
}

function isReady({ sandbox_status: sandbox, execution_status: word }: Conversation): boolean {
  const state = sandboxState(sandbox);
  return state === 'strange' || (state === 'awake' && word !== null);
}

function refuseUnconfirmed(word: string | null): void {
  if (awaitsConfirmation(word)) {
    throw refusal('the conversation waits for the confirmation of an action', {
      code: 'rejected',
      advice:
        'It is confirmed or refused on its page in the web interface. No message is sent to it ' +
        'until then, because any message would carry the action out.',
    });
  }
}

async function wake(
  { client }: OpenHands,
  { id, sandbox_id: sandboxId }: Conversation,
  call: CallOptions,
): Promise<void> {
  try {
    await client.wake(sandboxId ?? bareId(id), call);
  } catch (error) {
    throw isMissing(error) ? new RunGone(SANDBOX_GONE, error) : beforehand(error);
  }
}

/** Where the conversation does not tell it, the last one that the events do. */
async function wordOf(
  service: OpenHands,
  { id, execution_status: word }: Conversation,
  call: CallOptions,
): Promise<string | null> {
  if (word !== null) {
    return word;
  }
  const { events } = await wholeLog(service, bareId(id), call).catch((error: unknown) => {
    throw beforehand(error);
  });
  return events.told.word;
}

/** One that is still starting takes no message yet, and is there in a while (sheet, 3.5). */
async function knownConversation(
  service: OpenHands,
  id: RunId,
  call: CallOptions,
): Promise<Conversation> {
  const record = await recordThere(service, { id, from: -Infinity }, call).catch(
    (error: unknown) => {
      throw beforehand(error);
    },
  );
  if (record === null || record.kind === 'deleted') {
    throw new RunGone(NOT_THERE, null);
  }
  if (record.kind === 'start') {
    throw hasStartFailed(record.task.status)
      ? new RunGone(NEVER_STARTED, null)
      : new RunBusy(id, null, { isStarting: true });
  }
  const { conversation } = record;
  if (isSandboxGone(conversation, { restMs: restOf(service, id, record) })) {
    throw new RunGone(SANDBOX_GONE, null);
  }
  return conversation;
}

/** The message is on its way until it is known to have arrived, or not to have been sent. */
async function say(
  service: OpenHands,
  given: { readonly run: KnownRun; readonly message: Message },
  call: CallOptions,
): Promise<RunShown | null> {
  const { messageOnItsWay } = service.memory;
  const { id } = given.run;
  messageOnItsWay.add(id);
  try {
    const shown = await deliver(service, given, call);
    messageOnItsWay.delete(id);
    return shown;
  } catch (error) {
    if (error instanceof ServiceError && error.proof !== 'ambiguous') {
      messageOnItsWay.delete(id);
    }
    throw error;
  }
}

async function deliver(
  service: OpenHands,
  { run, message }: { readonly run: KnownRun; readonly message: Message },
  call: CallOptions,
): Promise<RunShown | null> {
  try {
    await service.client.say(run.id, message.text, call);
    return null;
  } catch (error) {
    return settleMessage(service, { run, message, error }, call);
  }
}

/** After the command has ended, a message that was held up arrives within so long. */
const ARRIVAL_MS = 10_000;
const ARRIVAL_PAUSE_MS = 3_000;

/**
 * A 502 says that a command held the message up, and it arrives when that ends: its mark is looked
 * for as long as the conversation is running (contract 18.10). Otherwise the failure stands.
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
      quietSince = look.isRunning ? null : (quietSince ?? clock.now());
    }
    if (quietSince !== null && clock.now() - quietSince >= ARRIVAL_MS) {
      throw error.with({ wasLookedFor: true });
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
    // What ended badly is sent again (contract 4.8), so that its events have a say in that.
    async read({ id }, call) {
      const record = await knownRecord(service, id, call);
      return shownWithEvents(service, { id, record, isSearch: true }, call);
    },
    async readPast({ id, sent, pieces }, call) {
      const log = new TurnLog({ mode: 'resumed', runId: id, sent }, { wall: () => clock.wall() });
      const events = new EventReader();
      log.take([...pieces.flatMap((event) => events.take(event)), ...events.end()]);
      log.leave();
      const record = await knownRecord(service, id, call);
      const facts = { mode: 'resumed', events: { log, told: events.told } } as const;
      return shownRecord(record, factsOf(service, facts));
    },
  };
}

type MessageLook =
  | { readonly kind: 'found'; readonly shown: RunShown }
  | { readonly kind: 'none'; readonly isRunning: boolean }
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
    if (found.kind === 'unread') {
      return { kind: 'unread' };
    }
    const conversation = await service.client.conversation(order.run.id, call);
    return { kind: 'none', isRunning: isRunning(conversation?.execution_status ?? null) };
  } catch (error) {
    if (error instanceof ServiceError) {
      return { kind: 'unread' };
    }
    throw error;
  }
}
