/**
 * What makes a request of a step recognizable (contract 4.9, 18.4): the key of its create, and the
 * marks of its follow-ups.
 */
import { createHash, createHmac } from 'node:crypto';
import type { KeyRules, RequestIdentity } from '../../agents/port.ts';
import { sectionsOf } from '../../github/event-sections.ts';
import { askingComment, eventTime, threadNumber, type EventContext } from '../../github/event.ts';
import { commentKeyOf } from '../../github/marker.ts';
import type { Inputs } from '../../inputs/parse.ts';

/**
 * Two calls of one reusable workflow, or a matrix that calls it, look the same to GitHub's
 * variables (contract 4.9).
 */
export const TELL_APART =
  'Where several calls of one reusable workflow, or a matrix that calls it, run this step, give ' +
  'each its own `comment_key`: their variables are the same, so that they share a key otherwise.';

interface KeySources {
  readonly inputs: Inputs;
  readonly event: EventContext;
  /** The task's `key` with `tasks`. */
  readonly task?: string | null;
  /** The commit that a review is about; null for none. */
  readonly headSha?: string | null;
}

/** What follows from the step alone. */
type StepSources = Pick<KeySources, 'event' | 'inputs'>;

/**
 * 32 hex digits for the step or one of its tasks, as an HMAC under the API token, so that nobody
 * else can give a run this key. `requestIndex` counts its requests to one run.
 */
export function stepKey(sources: KeySources, requestIndex = 0): string {
  const { inputs, event, task = null } = sources;
  const { idempotencyKey, siblingIndex, token } = inputs;
  const { repository, workflowRunId, job, step } = event;
  const scope = idempotencyKey === null ? ['run', workflowRunId] : ['own', idempotencyKey];
  const origin = [
    repository.toLowerCase(),
    ...scope,
    job,
    siblingIndex,
    step,
    commentKeyOf(inputs, event),
  ];
  const text = JSON.stringify(['key/2', ...origin, ...askedBy(sources), requestIndex, task]);
  return hmacDigits(token, text);
}

/**
 * What makes another request of the same step, also under a key of one's own (contract 4.9): the
 * head of a review, and who asked in a thread or for a review.
 */
function askedBy({ inputs, event, headSha = null }: KeySources): readonly unknown[] {
  const comment = askingComment(event);
  const thread = threadNumber(event);
  if (inputs.resume === 'thread' && thread !== null) {
    const asked = comment === null ? [thread, event.workflowRunId] : [comment.id];
    return ['thread', headSha, ...asked];
  }
  if (inputs.review !== 'none') {
    return ['review', headSha, thread, comment?.id ?? null];
  }
  return [];
}

/**
 * The identity of a request of the step, of the first generation: how many have ended badly is what
 * the service shows (contract 4.9). `requestIndex` is 0 for the create, 1 for a follow-up.
 */
export function identityOf(sources: KeySources, requestIndex = 0): RequestIdentity {
  const { inputs, event } = sources;
  return { key: stepKey(sources, requestIndex), generation: 1, asked: askedOf(inputs, event) };
}

/**
 * What the author asked: prompt, schema and the event's own text, before framing, because the frame
 * has a random fence. The same with other line ends is the same (contract 4.9).
 */
function askedOf({ prompt, outputSchema, context }: Inputs, event: EventContext): string {
  const sections = context === 'event' ? sectionsOf(event) : [];
  const parts = ['asked/2', prompt ?? '', outputSchema ?? '', sections];
  return digestOfText(JSON.stringify(parts, withLineFeeds)).slice(0, 32);
}

/**
 * The same as 32 hex digits that may stand in public: without the API token nobody can try out
 * which text they belong to.
 */
export function askedInPublic({ inputs, event }: StepSources): string {
  return hmacDigits(inputs.token, `asked/public ${askedOf(inputs, event)}`);
}

/** For `JSON.stringify`. */
function withLineFeeds(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n') : value;
}

/**
 * The mark of a turn in a thread (contract 7.2): made of the thread, the workflow run and the
 * comment that the turn brings, so that it is the same in each attempt of a job, whatever the
 * prompt says by then, and another one for each comment, even with the same key.
 */
export function threadMark(sources: KeySources, generation: number): string {
  const { event } = sources;
  const comment = askingComment(event);
  const brings = [threadNumber(event), event.workflowRunId, comment?.id, comment?.editedAt];
  const asked = JSON.stringify(['thread/1', ...brings]);
  return followUpMark({ key: stepKey(sources, 1), generation, asked });
}

/** `ara-` and 16 hex digits, different for each key, generation and request of the step. */
export function followUpMark({ key, generation, asked }: RequestIdentity): string {
  return markOf(['mark/1', key, generation, asked]);
}

function markOf(parts: readonly unknown[]): string {
  return `ara-${digestOfParts(parts).slice(0, 16)}`;
}

/** Appends the mark, if any, to the prompt on a line of its own. */
export function withMark(prompt: string, mark: string | null): string {
  return mark === null ? prompt : `${prompt}\n\n(Reference of this message: ${mark})`;
}

/** For the saved state. */
export function identityText({ key, generation, asked }: RequestIdentity): string {
  return `${key}.${generation}.${asked}`;
}

export function readIdentity(text: string): RequestIdentity | null {
  const [, key = '', generation, asked = ''] =
    /^([0-9a-f]{32})\.(\d{1,9})\.([0-9a-f]{32})$/.exec(text) ?? [];
  return key === '' ? null : { key, generation: Number(generation), asked };
}

function digestOfParts(parts: readonly unknown[]): string {
  return digestOfText(JSON.stringify(parts));
}

function digestOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** 32 hex digits of a text, which only a holder of the API token can compute. */
function hmacDigits(token: string, text: string): string {
  return createHmac('sha256', token).update(text).digest('hex').slice(0, 32);
}

/** What requests need to be found again. */
export interface ExactlyOnce {
  /** The identity of the create. */
  readonly identity: RequestIdentity;
  /** The key is a random one, which nothing else can have. */
  readonly isRandom: boolean;
  /** An earlier request with this key may have created a run, which is looked for first. */
  readonly lookFirst: boolean;
  /**
   * When the workflow run began, at the earliest (epoch, ms); null: unknown, or an earlier one may
   * have used the key.
   */
  readonly began: number | null;
  /** The marks of the follow-up to a run that is named (contract 4.8). */
  readonly followUp: FollowUpMarks;
  /** An earlier attempt of this workflow run may have done the same. */
  readonly isLaterAttempt: boolean;
}

/** The marks of a follow-up, by which it is found again (contract 4.8, 4.9). */
export interface FollowUpMarks {
  /** The mark of a generation, from 1. */
  readonly of: (generation: number) => string;
  /** An earlier attempt may have sent it, so that it is looked for before it is sent. */
  readonly lookFirst: boolean;
  /**
   * It is sent as the next generation where its turn has ended badly, and again where nothing
   * tells whether it was sent.
   */
  readonly isRepeated: boolean;
}

/**
 * The marks of the request to correct an answer (contract 8). They follow from what is corrected,
 * so that each attempt knows them.
 *
 * @param corrects the mark of the follow-up whose answer it was, or the identity of the create
 */
export function repairMarks(
  corrects: RequestIdentity | string,
  { lookFirst }: Pick<FollowUpMarks, 'lookFirst'>,
): FollowUpMarks {
  const { key, asked } = typeof corrects === 'string' ? { key: corrects, asked: '' } : corrects;
  const of = (generation: number): string => markOf(['repair/1', key, asked, generation]);
  return { of, lookFirst, isRepeated: true };
}

/**
 * What requests to correct the answer of the run that this step or an earlier attempt has created
 * get their marks from: the identity of the create, the same in every attempt, by whatever the run
 * is found again, its key or the marker of its thread (contract 4.8). Null: it is found by nothing,
 * and they carry no mark.
 */
export function repairIdentityOf(
  sources: KeySources,
  {
    exactlyOnce,
    isInThread,
  }: { readonly exactlyOnce: ExactlyOnce | null; readonly isInThread: boolean },
): RequestIdentity | null {
  return isInThread || exactlyOnce !== null ? identityOf(sources) : null;
}

/**
 * Whether an earlier attempt may have made the same request: one of this workflow run, or, with a
 * key of one's own, another workflow run (contract 4.8, 4.9).
 */
export function mayBeMadeBefore({ inputs, event }: StepSources): boolean {
  return event.attempt > 1 || inputs.idempotencyKey !== null;
}

interface KeyWish {
  readonly keys: KeyRules;
  /** What the run is asked: the input `prompt`, or the words of a review. Null: nothing is sent. */
  readonly request: string | null;
  /** An unguessable random string. */
  readonly uuid: () => string;
}

/**
 * Null without `idempotency`, unless the service's creates always carry a key. Then it is a random
 * one, by which nothing but this very create is found (contract 18.4).
 */
export function exactlyOnceOf(
  sources: KeySources,
  { keys, request, uuid }: KeyWish,
): ExactlyOnce | null {
  const { inputs, event } = sources;
  const isWanted = inputs.idempotency !== 'none';
  if (request === null || !(isWanted || keys.always)) {
    return null;
  }
  const random = isWanted ? {} : { key: randomKey(sources, uuid) };
  const followUp = { ...identityOf(sources, 1), ...random };
  const lookFirst = isWanted && mayBeMadeBefore(sources);
  return {
    identity: { ...identityOf(sources), ...random },
    isRandom: !isWanted,
    lookFirst,
    began: inputs.idempotencyKey === null ? eventTime(event) : null,
    followUp: {
      of: (generation) => followUpMark({ ...followUp, generation }),
      lookFirst,
      isRepeated: true,
    },
    isLaterAttempt: event.attempt > 1,
  };
}

function randomKey({ inputs }: StepSources, uuid: () => string): string {
  return hmacDigits(inputs.token, `key/random ${uuid()}`);
}
