/** Interrupts a conversation, and reads what became of it (contract 18.1; sheet, section 3.6). */
import type { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { isLoopback } from '../../http/proxy.ts';
import { missing, refusal } from '../kit/failures.ts';
import { stopAndReadBack, type Stopped } from '../kit/stop.ts';
import type { RunId, StopResponse } from '../port.ts';
import type { Conversation } from './client.ts';
import { knownRecord, restOf, type OpenHands } from './records.ts';
import { isSandboxGone, type KnownRecord } from './shown.ts';
import { hasStartFailed, isFinal, isPaused, sandboxState } from './words.ts';

/** An interrupted conversation reads `paused` by then. */
const STOP_MS = 3_000;
const STOP_PAUSE_MS = 500;
/** Between two reads of what cannot be stopped yet. */
const NOT_YET_PAUSE_MS = 1_000;
/**
 * From the first interrupt to the second one: a message that was held up may arrive later, but a
 * signal leaves no more time.
 */
const SECOND_INTERRUPT_MS = 1_000;
/** An interrupt, which stops a conversation at once (sheet, section 3.6), and the read after it. */
const INTERRUPT_MS = 500;

const NOT_STARTED = 'The conversation could not be started, so that it does nothing.';
const PAUSED = 'The conversation is paused; a further message resumes it.';
const PAUSED_BEFORE = 'The conversation was paused already.';
const ASLEEP = 'The sandbox of the conversation sleeps, so that it does nothing.';
const GONE = 'The sandbox of the conversation is gone, so that it does nothing.';
const NOT_SHOWN = 'The service accepted it, and does not show it as paused yet.';
const MAY_GO_ON = 'A message that was on its way to it may still set it to work again.';

export async function stop(
  service: OpenHands,
  id: RunId,
  call: CallOptions,
): Promise<StopResponse> {
  const record = await recordToStop(service, id, call);
  if (record.kind === 'start') {
    return over(NOT_STARTED);
  }
  const { conversation } = record;
  const { execution_status: word, conversation_url: url, session_api_key: key } = conversation;
  if (isFinal(word)) {
    return over(`The conversation was ${String(word)} already.`);
  }
  const { memory } = service;
  if (isPaused(word)) {
    // By a person or a limit, unless the answer to an earlier request was lost.
    return memory.askedToStop.has(id) ? stoppedHere(service, id, PAUSED) : over(PAUSED_BEFORE);
  }
  if (url === null || key === null) {
    return over(isAsleep(conversation) ? ASLEEP : GONE);
  }
  return interrupt(service, { id, url, key }, call);
}

interface StopPlace {
  readonly id: RunId;
  readonly url: string;
  readonly key: string;
}

async function interrupt(
  service: OpenHands,
  { id, url, key }: StopPlace,
  call: CallOptions,
): Promise<StopResponse> {
  requireSafePlace(url, service.baseUrl);
  service.memory.askedToStop.add(id);
  const { refusal: refused, after } = await interruptWithMessage(service, { id, url, key }, call);
  const told = after.kind === 'shown' ? after.state : null;
  if (isFinal(told) || (isPaused(told) && isForGood(refused))) {
    return over(`The conversation was ${String(told)} before it was stopped.`);
  }
  // One whose answer was lost has paused it: it was at work a moment ago.
  if (refused !== null && !isPaused(told)) {
    throw refused;
  }
  return stoppedHere(service, id, isPaused(told) ? PAUSED : NOT_SHOWN);
}

/**
 * A command holds a message up, which arrives when the interrupt has ended that, and begins a new
 * turn (sheet, section 3.5): that one is interrupted too, as far as there is time.
 */
async function interruptWithMessage(
  service: OpenHands,
  place: StopPlace,
  call: CallOptions,
): Promise<Stopped<string | null>> {
  const { clock, memory } = service;
  const stopped = await interruptOnce(service, place, call);
  const isExpected = memory.messageOnItsWay.has(place.id) && stopped.refusal === null;
  if (!isExpected || clock.now() + SECOND_INTERRUPT_MS + INTERRUPT_MS > call.deadline) {
    return stopped;
  }
  await clock.sleep(SECOND_INTERRUPT_MS, call.signal);
  // One that is paused already stays so.
  const { after } = await interruptOnce(service, place, call);
  return { ...stopped, after };
}

function interruptOnce(
  { client, clock }: OpenHands,
  { id, url, key }: StopPlace,
  call: CallOptions,
): Promise<Stopped<string | null>> {
  return stopAndReadBack<string | null>(
    {
      ask: (asked) => client.interrupt({ url, key }, asked),
      read: async (read) => (await client.conversation(id, read))?.execution_status ?? null,
      isSettled: (told) => isFinal(told) || isPaused(told),
      patienceMs: STOP_MS,
      pauseMs: STOP_PAUSE_MS,
    },
    clock,
    call,
  );
}

/** It was refused, so that somebody else has paused the conversation. */
function isForGood(refused: ServiceError | null): boolean {
  return refused !== null && refused.proof !== 'ambiguous';
}

/** Nothing was left to stop. */
function over(text: string): StopResponse {
  return { kind: 'over', text };
}

function stoppedHere({ memory }: OpenHands, id: RunId, shown: string): StopResponse {
  memory.stopped.add(id);
  const text = memory.messageOnItsWay.has(id) ? `${shown} ${MAY_GO_ON}` : shown;
  return { kind: 'accepted', text };
}

/** What has not started, or has a sandbox that does not answer, is waited for. */
async function recordToStop(
  service: OpenHands,
  id: RunId,
  call: CallOptions,
): Promise<KnownRecord> {
  const { clock } = service;
  for (;;) {
    const record = await knownRecord(service, id, call);
    const hindrance = hindranceIn(service, id, record);
    if (hindrance === null) {
      return record;
    }
    if (clock.now() + NOT_YET_PAUSE_MS >= call.deadline) {
      throw missing(hindrance).proving('unsent');
    }
    await clock.sleep(NOT_YET_PAUSE_MS, call.signal);
  }
}

/**
 * Why it cannot be stopped yet; null: it can be, or there is nothing to stop. A sandbox that is
 * busy may not answer for a moment, and then shows neither its address nor a word (sheet, 4).
 */
function hindranceIn(service: OpenHands, id: RunId, record: KnownRecord): string | null {
  if (record.kind === 'start') {
    return hasStartFailed(record.task.status) ? null : `the conversation ${id} is still starting`;
  }
  const { conversation } = record;
  const { execution_status: word, conversation_url: url, session_api_key: key } = conversation;
  const isReached = url !== null && key !== null;
  const isOver = isFinal(word) || isPaused(word) || isAsleep(conversation);
  const isGone = isSandboxGone(conversation, { restMs: restOf(service, id, record) });
  return isReached || isOver || isGone
    ? null
    : `the sandbox of the conversation ${id} does not answer`;
}

function isAsleep({ sandbox_status: sandbox }: Conversation): boolean {
  return sandboxState(sandbox) === 'asleep';
}

/** The sandbox's key goes over https, or to loopback where the service is there too (18.10). */
function requireSafePlace(url: string, baseUrl: string): void {
  const place = URL.parse(url);
  const isSafe =
    place?.protocol === 'https:' ||
    (place !== null && isLoopback(place.hostname) && isLoopback(new URL(baseUrl).hostname));
  if (!isSafe) {
    throw refusal('the address of the sandbox is neither https nor on this machine', {
      code: 'rejected',
      advice: 'Stop the conversation on its page in the web interface. Nothing was sent.',
    });
  }
}
