/**
 * What a conversation and its events tell of a run (contract 18.2, 18.10; sheet, sections 4 and 5).
 * A final word may come long before the last events, and is lost when the sandbox sleeps: then the
 * events have it. Pure.
 */
import { parseTime } from '../entry.ts';
import { leadsTo, leadsToSeen, shortDigest } from '../kit/memo.ts';
import type { TurnLog } from '../kit/turn-log.ts';
import type { Meaning, RunId, RunShown, RunWait, Turn, Usage } from '../port.ts';
import { isTerminal } from '../status-word.ts';
import { withZone, type Conversation, type StartTask } from './client.ts';
import { largerUse, NO_USE, useIn, type ToldByEvents, type Use } from './entries.ts';
import { bareId } from './facts.ts';
import {
  awaitsConfirmation,
  isFinal,
  isPaused,
  isStuck,
  meaningOf,
  sandboxState,
  bothWords,
  hasStartFailed,
} from './words.ts';

/** What is read of a run: its conversation, or how far its start has come. */
export type KnownRecord =
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  | { readonly kind: 'start'; readonly id: RunId; readonly task: StartTask };

/** The same, also of a conversation that has started and is not there any more. */
export type OpenHandsRecord =
  KnownRecord | { readonly kind: 'deleted'; readonly id: RunId; readonly task: StartTask };

export interface ConversationFacts {
  readonly mode: Turn['mode'];
  /** `https://app.all-hands.dev` */
  readonly baseUrl: string;
  readonly serverUrl: string;
  /** What the events of the turn told; null: they were not read. */
  readonly events: EventsSeen | null;
  /** How long the record shows what it shows, in ms. */
  readonly restMs: number;
  /** This step has stopped it. */
  readonly isStopped: boolean;
  /** Numbers of the pull requests that the create itself has named, where that is known. */
  readonly pullsPreset: readonly number[];
  /** Digests of the pull requests from before the turn; null: everything counts. */
  readonly pullsBefore: readonly string[] | null;
  /** The most that the record has shown in this turn: the numbers of a list can fall (18.10). */
  readonly useSeen: Use;
  /** What the conversation had used before the turn; null: it is not known. */
  readonly useBefore: Use | null;
  /** The run before a follow-up, null without one. */
  readonly runBefore: RunShown | null;
  /** It sleeps without having told an end, and this step does not wake it (any more). */
  readonly isLeftAsleep: boolean;
  /** The events cannot be read for now. */
  readonly isLogOut: boolean;
  /** In this turn the record has shown something other than an end. */
  readonly hasWorked: boolean;
}

interface EventsSeen {
  readonly log: Pick<TurnLog, 'hasBegun' | 'isPast' | 'lastSaid'>;
  readonly told: ToldByEvents;
}

/** The events of a final word may come so long after it (contract 18.10). */
export const LATE_EVENTS_MS = 40_000;
/** A sandbox that fails for so long is lost (contract 18.10), and tells no word any more. */
const FAILING_MS = 60_000;

/** Events that tell nothing of one that sleeps may be there by then. */
const UNTOLD_MS = 120_000;

const SANDBOX_LOST =
  'The sandbox of the conversation is gone, and nothing tells how its turn ended.';
const LOST_PAUSED =
  'The conversation was paused, and its sandbox is gone, so that it does not go on.';
const LOST_WAITING =
  'The conversation waited for a confirmation, and its sandbox is gone, so that it does not go on.';
const STUCK = 'The agent went round in a loop, which the service calls "stuck".';
const DELETED = 'The conversation was deleted.';
const NO_ACCESS =
  'Check that the account behind the API key may read the repository; on a server of your own, ' +
  'that a git token is stored in its settings.';

function webUrlOf(baseUrl: string, id: RunId): string {
  return `${baseUrl}/conversations/${id}`;
}

export function shownRecord(record: OpenHandsRecord, facts: ConversationFacts): RunShown {
  return record.kind === 'conversation'
    ? shownConversation(record, facts)
    : shownStart(record, facts);
}

function shownStart(
  { id, task, kind }: Exclude<OpenHandsRecord, { readonly kind: 'conversation' }>,
  { baseUrl }: Pick<ConversationFacts, 'baseUrl'>,
): RunShown {
  const isDeleted = kind === 'deleted';
  const isOver = isDeleted || hasStartFailed(task.status);
  const overWith = isDeleted ? DELETED : startCause(task);
  return {
    id,
    webUrl: webUrlOf(baseUrl, id),
    status: isOver ? 'ERROR' : 'STARTING',
    meaning: isOver ? 'failed' : 'active',
    cause: isOver ? overWith : null,
    // Nothing is there that could take one.
    takesNoMessage: isOver,
    isOutOfMoney: false,
    pullRequests: [],
    awaitsPullRequest: 'no',
    usage: null,
    createdAt: parseTime(withZone(task.created_at)),
    key: null,
  };
}

/** An empty detail after a repository was sent is about access to it (contract 18.10). */
function startCause({ detail, request }: StartTask): string {
  if (typeof detail === 'string' && detail !== '') {
    return `The conversation could not be started: ${detail}`;
  }
  const { selected_repository: repository } = request;
  if (repository === null) {
    return 'The conversation could not be started, and the service gives no reason.';
  }
  return (
    `The conversation could not be started, and the service gives no reason; it was asked to ` +
    `work in ${repository}. ${NO_ACCESS}`
  );
}

function shownConversation(
  record: Extract<OpenHandsRecord, { readonly kind: 'conversation' }>,
  facts: ConversationFacts,
): RunShown {
  const conversation = inTurn(record.conversation, facts);
  const id = bareId(conversation.id);
  const { baseUrl, events, runBefore } = facts;
  const word = wordOf(conversation, facts);
  const meaning = meaningIn(conversation, { word, facts });
  const shown = {
    id,
    webUrl: webUrlOf(baseUrl, id),
    status: bothWords(conversation.sandbox_status, word),
    meaning,
    cause: causeOf(conversation, { word, meaning, facts }),
    waitsFor: waitOf(word, { meaning, facts }),
    takesNoMessage: isSandboxGone(conversation, facts),
    isOutOfMoney: false,
    pullRequests: pullsOf(conversation, facts),
    awaitsPullRequest: 'no',
    usage: usageOf(conversation, facts),
    createdAt: parseTime(conversation.created_at),
    key: null,
  } as const;
  if (runBefore !== null && isFromBefore(facts, word)) {
    const { status, meaning: earlier } = runBefore;
    return { ...shown, status, meaning: earlier, cause: null, waitsFor: null };
  }
  if (!isTerminal(meaning)) {
    return shown;
  }
  return { ...shown, result: resultOf(meaning, events), isOwnEnd: isOwnEnd(facts, word) };
}

/**
 * What it waits for without having asked anything (contract 18.5). One that a person or a limit has
 * paused counts as at work until the step's time is up (sheet, section 4).
 */
function waitOf(
  word: string | null,
  {
    meaning,
    facts: { isLeftAsleep },
  }: { readonly meaning: Meaning; readonly facts: ConversationFacts },
): RunWait | null {
  if (meaning === 'needs_input' && awaitsConfirmation(word)) {
    return 'approval';
  }
  if (isPaused(word)) {
    return meaning === 'active' ? 'paused' : null;
  }
  return isLeftAsleep ? 'waking' : null;
}

/** Once a later turn has begun, word and use are those with which the events ended this one. */
function inTurn(
  conversation: Conversation,
  { events }: Pick<ConversationFacts, 'events'>,
): Conversation {
  if (events === null || !events.log.isPast) {
    return conversation;
  }
  return { ...conversation, execution_status: events.told.word, metrics: null };
}

/**
 * The list's, or that of the events: where the sandbox sleeps or is gone, and an end where it is
 * awake and does not know the conversation (sheet, section 4), which one read may show in mid-turn.
 */
function wordOf(
  { sandbox_status: sandbox, execution_status: execution }: Conversation,
  { events, restMs }: Pick<ConversationFacts, 'events' | 'restMs'>,
): string | null {
  const told = events?.log.hasBegun === true ? events.told.word : null;
  if (execution !== null || told === null) {
    return execution;
  }
  switch (sandboxState(sandbox)) {
    case 'asleep':
    case 'failing':
    case 'lost':
      return told;
    case 'awake':
      return isFinal(told) && restMs >= FAILING_MS ? told : null;
    default:
      return null;
  }
}

/** It does not come back: the service has it no more, or it fails for so long. */
export function isSandboxGone(
  { sandbox_status: sandbox }: Pick<Conversation, 'sandbox_status'>,
  { restMs }: Pick<ConversationFacts, 'restMs'>,
): boolean {
  const state = sandboxState(sandbox);
  return state === 'lost' || (state === 'failing' && restMs >= FAILING_MS);
}

function meaningIn(
  conversation: Conversation,
  { word, facts }: { readonly word: string | null; readonly facts: ConversationFacts },
): Meaning {
  const { sandbox_status: sandbox, execution_status: execution } = conversation;
  const { events, restMs, isStopped, isLeftAsleep, isLogOut } = facts;
  if (isPaused(word) && isStopped) {
    return 'cancelled';
  }
  if (execution === null) {
    const isTold = isFinal(word);
    // Nothing carries out any more what was to be confirmed.
    const isToldForGood = isTold && !awaitsConfirmation(word);
    if (isSandboxGone(conversation, facts)) {
      return isToldForGood ? meaningOf(word) : 'failed';
    }
    // Nothing tells that it was at work, so that there is nothing to follow.
    if (isLeftAsleep && word === null && !isLogOut && restMs >= UNTOLD_MS) {
      return 'needs_input';
    }
    const state = sandboxState(sandbox);
    return isTold && (state === 'asleep' || state === 'awake') ? meaningOf(word) : 'active';
  }
  // A word that is told before its events, or is still that of the turn before.
  const isAhead = events !== null && !isOwnEnd(facts, word) && restMs < LATE_EVENTS_MS;
  return isFinal(word) && isAhead ? 'active' : meaningOf(word);
}

/**
 * After a follow-up, an end that is shown is that of before as long as the conversation was not
 * seen at work since, of which the events may come late: before the follow-up stands in the log,
 * and behind it where that one was over and nothing has come of a new one.
 */
function isFromBefore(
  { mode, events, runBefore, hasWorked }: ConversationFacts,
  word: string | null,
): boolean {
  if (mode !== 'resumed' || events === null || !isFinal(word)) {
    return false;
  }
  const wasOver = runBefore !== null && isTerminal(runBefore.meaning);
  if (!events.log.hasBegun) {
    return !(hasWorked && wasOver);
  }
  return wasOver && !hasWorked && events.told.isSilent;
}

/** The events tell it after the message that began the turn. */
function isOwnEnd({ events }: ConversationFacts, word: string | null): boolean {
  return events !== null && events.log.hasBegun && isFinal(word) && events.told.word === word;
}

function causeOf(
  { sandbox_status: sandbox }: Conversation,
  {
    word,
    meaning,
    facts: { events },
  }: { readonly word: string | null; readonly meaning: Meaning; readonly facts: ConversationFacts },
): string | null {
  if (meaning !== 'failed') {
    return null;
  }
  const told = events?.told.failure ?? '';
  if (told !== '') {
    return told;
  }
  const state = sandboxState(sandbox);
  const isLost = state === 'lost' || state === 'failing';
  if (isLost && awaitsConfirmation(word)) {
    return LOST_WAITING;
  }
  if (isLost && !isFinal(word)) {
    return isPaused(word) ? LOST_PAUSED : SANDBOX_LOST;
  }
  if (isStuck(word)) {
    return STUCK;
  }
  // Without a reason the log may have the cause: a command that failed.
  return null;
}

/** Undefined: only its events tell. */
function resultOf(meaning: Meaning, events: EventsSeen | null): string | null | undefined {
  if (events === null) {
    return undefined;
  }
  return meaning === 'succeeded' ? events.log.lastSaid : null;
}

/**
 * Addresses that tools have shown, the last ones: GitHub is asked about a few of them, and a tool
 * may show thousands (contract 6.5).
 */
const SEEN_MAX = 100;

/**
 * Numbers are of the repository that was selected. What tools showed may be anybody's, and counts
 * in that repository alone (sheet, annex A5), or where none was selected in any of this server.
 */
function pullsOf(
  { pr_number: numbers, selected_repository: repository }: Conversation,
  { serverUrl, events, pullsPreset, pullsBefore }: ConversationFacts,
): RunShown['pullRequests'] {
  const place = repository === null ? `${serverUrl}/` : `${serverUrl}/${repository}/pull/`;
  const addressesOf = (some: readonly number[]): readonly string[] =>
    repository === null ? [] : some.map((number) => `${place}${number}`);
  const listed = addressesOf(numbers);
  const before = [...(pullsBefore ?? []), ...addressesOf(pullsPreset).map(shortDigest)];
  const begin = place.toLowerCase();
  const seen = (events?.told.pulls ?? [])
    .filter((url) => url.toLowerCase().startsWith(begin) && !listed.includes(url))
    .slice(-SEEN_MAX);
  return [...leadsTo(listed, before), ...leadsToSeen(seen, before)];
}

/** What the turn used: the conversation tells a running total. 0 is not told. */
function usageOf(
  { metrics }: Conversation,
  { events, useSeen, useBefore }: ConversationFacts,
): Usage | null {
  if (useBefore === null) {
    return null;
  }
  const whole = [useIn(metrics), useSeen].reduce(largerUse, events?.told.use ?? NO_USE);
  const amount = Math.max(0, whole.tokens - useBefore.tokens);
  const costUsd = Math.max(0, roundedCost(whole.costUsd - useBefore.costUsd));
  if (amount === 0 && costUsd === 0) {
    return null;
  }
  return { unit: 'tokens', amount, costUsd: costUsd === 0 ? null : costUsd };
}

/** To a millionth of a dollar: a difference of two numbers may have many more digits. */
function roundedCost(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}
