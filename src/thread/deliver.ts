/**
 * Decides what a step in a thread does: attach to an earlier attempt's run, skip, or send certain comments to a run (contract 4.8, 7.2).
 * The jobs of a thread share a concurrency group, so that no other one delivers at the same time.
 */
import { hasTriggerPhrase } from '../github/trigger-phrase.ts';
import { checkAccount } from '../github/permissions.ts';
import { payloadText, type EventContext } from '../github/event.ts';
import { GitHubError } from '../github/port.ts';
import { isRateLimit, waitOut } from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Clock, Env } from '../ports.ts';
import { fittingComments } from '../run/prompt.ts';
import { attemptOf, commentMark, stepKey } from '../run/key.ts';
import { findEcho } from '../run/once.ts';
import { createClassifier } from '../run/status.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { counted } from '../safe/format.ts';
import type { Asks, FoundComment } from './find.ts';
import {
  delivered,
  isSettled,
  judgeAuthors,
  settle,
  waitingRequests,
  type AuthorVerdict,
  type Message,
} from './mailbox.ts';
import { isOwnComment } from '../github/own-comment.ts';
import { ownCommentId, type Thread } from './thread.ts';

export interface TurnPorts {
  readonly clock: Clock;
  readonly env: Env;
  readonly stop: AbortSignal;
  readonly inputs: Inputs;
  readonly event: EventContext;
  readonly thread: Thread;
  readonly client: ServiceClient;
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly note: (message: string) => void;
  readonly warn: (message: string) => void;
}

export type TurnPlan =
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'attach'; readonly runId: number }
  | {
      readonly kind: 'send';
      /** Null for a new run. */
      readonly runId: number | null;
      /** Null for the event's own text. */
      readonly comments: readonly Message[] | null;
      /** Appended to the follow-up. Null for none. */
      readonly mark: string | null;
    };

/** How long an author's permission is asked for while GitHub limits requests, and the log for an echo that it may show late. */
const AUTHORS_PATIENCE_MS = 60_000;
const ECHO_PATIENCE_MS = 15_000;
const ECHO_PAUSE_MS = 3_000;

/** @throws ThreadUnavailable */
export async function planTurn(ports: TurnPorts): Promise<TurnPlan> {
  const { inputs, thread, note, event } = ports;
  const record = thread.reading?.found?.record ?? null;
  // The mailbox needs a thread to resume, and a trigger phrase to distinguish requests from other comments.
  const hasMailbox = inputs.resume === 'thread' && inputs.agentRunId === null && inputs.triggerPhrase !== null;
  const own = hasMailbox ? ownMessage(event) : null;
  // With a custom key, steps for other comments may have the same key.
  const isNew = own !== null && record !== null && !isSettled(record.mailbox, own.id);
  const earlier = isNew ? 'none' : await earlierAttempt(ports, record);
  if (earlier === 'attach' && record !== null) {
    note(`Run ${record.runId} was started by an earlier attempt of this step: attaching to it.`);
    return { kind: 'attach', runId: record.runId };
  }
  // A run that an earlier attempt created without result is replaced. A run with a history is resumed again.
  const isAnew = earlier === 'again' && record?.writer?.mode === 'created';
  const runId = isAnew ? null : thread.recordedRun;
  const mark = inputs.resume === 'thread' ? commentMark(ports, own?.id ?? 0) : null;
  if (own !== null && record !== null && mark !== null)
    return followUp(ports, { own, record, mark, runId, isAgain: earlier === 'again' });
  if (hasMailbox && record === null && mark !== null) firstTurn(ports, { own, mark });
  const skip = runId === null ? null : overMaxTurns(ports, runId);
  return skip ?? { kind: 'send', runId, comments: own === null ? null : [own], mark: runId === null ? null : mark };
}

/** A first turn brings the event's own comment alone: older ones may have been done, whatever a thread without a valid marker looks like. */
function firstTurn(
  { thread, event }: Pick<TurnPorts, 'event' | 'thread'>,
  { own, mark }: { readonly own: Message | null; readonly mark: string },
): void {
  const at = Date.parse(payloadText(event, 'issue', 'updated_at') || payloadText(event, 'pull_request', 'updated_at'));
  const older = (thread.reading?.requests ?? []).filter(({ createdAt = null }) => !(Number(createdAt) >= at));
  const since = own?.id ?? Math.max(0, ...older.map(({ id }) => id));
  thread.mailbox = { ...thread.mailbox, since };
  thread.intend({ ids: own === null ? [] : [own.id], mark });
}

interface FollowUp {
  readonly own: Message;
  readonly record: FoundComment['record'];
  readonly mark: string;
  /** Null to replace the recorded run. */
  readonly runId: number | null;
  /** Deliver the own comment again, because an earlier attempt of this step delivered it to a run that ended badly. */
  readonly isAgain: boolean;
}

async function followUp(ports: TurnPorts, { own, record, mark, runId, isAgain }: FollowUp): Promise<TurnPlan> {
  const { thread, note, warn } = ports;
  const doubtful = await settleLeft(ports, record);
  if (!isAgain && isSettled(thread.mailbox, own.id)) return { kind: 'skip', reason: alreadySettled(record.runId) };
  const skip = runId === null ? null : overMaxTurns(ports, runId);
  if (skip !== null) return skip;
  const requests = thread.reading?.requests ?? [];
  const waiting = waitingRequests(requests, { mailbox: thread.mailbox, own, again: isAgain });
  const { admitted, refused, unknown } = await judgeAuthors(waiting, { own, ask: verdicts(ports) });
  const marked = admitted.map((message) => ({ ...message, mayRepeat: doubtful.includes(message.id) }));
  const comments = fittingComments(marked);
  const left = [...unknown, ...marked.slice(comments.length)].map(({ id }) => id);
  thread.mailbox = settle(
    thread.mailbox,
    refused.map(({ id }) => id),
    left,
  );
  thread.intend({ ids: comments.map(({ id }) => id), mark }, left);
  if (comments.length > 1)
    note(`This ${runId === null ? 'run' : 'follow-up'} brings ${comments.length} comments that were waiting.`);
  if (left.length > 0)
    warn(
      `${counted(left.length, 'comment')} of this thread could not be delivered with this turn and ${left.length === 1 ? 'waits' : 'wait'} for the next one. Write another comment with the trigger phrase once it has ended.`,
    );
  await thread.announce(record.runId);
  return { kind: 'send', runId, comments, mark: runId === null ? null : mark };
}

/** Settles what a killed step left announced, if the log shows it. Returns the comments that may be delivered a second time otherwise. */
async function settleLeft(
  { client, clock, stop, deadline, thread, note }: TurnPorts,
  { runId, mailbox: { intended } }: FoundComment['record'],
): Promise<readonly number[]> {
  if (intended === null) return [];
  const until = Math.min(clock.now() + ECHO_PATIENCE_MS, deadline);
  for (;;) {
    const isShown = await findEcho(client, { runId, mark: intended.mark }, { signal: stop, deadline: until });
    if (isShown === true) {
      thread.mailbox = delivered(thread.mailbox, { isTurn: true });
      return [];
    }
    if (isShown === null || clock.now() + ECHO_PAUSE_MS > until) break;
    await clock.sleep(ECHO_PAUSE_MS, stop);
  }
  thread.mailbox = { ...thread.mailbox, intended: null };
  note('A killed job left comments of which it is not known that they were delivered: they are delivered now.');
  return intended.ids;
}

/** What to do with the run that an earlier attempt of this step left in the marker (contract 4.8). */
async function earlierAttempt(
  ports: TurnPorts,
  record: FoundComment['record'] | null,
): Promise<'none' | 'attach' | 'again'> {
  const { client, env, inputs, stop, deadline } = ports;
  const writer = record?.writer ?? null;
  if (record === null || writer === null || inputs.agentRunId !== null) return 'none';
  if (writer.key !== stepKey(ports) || writer.attempt >= attemptOf(env)) return 'none';
  try {
    const { status } = await client.run(record.runId, { signal: stop, deadline });
    const meaning = createClassifier(inputs)(status);
    return meaning === 'failure' || meaning === 'cancelled' ? 'again' : 'attach';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // Following the run reports what is wrong, and waits if the service has temporary problems.
    return error.status === 404 ? 'again' : 'attach';
  }
}

/** Whether the text of a comment asks for the agent. Yields between long comments, so that signals are handled. */
export function asksFor({
  inputs: { triggerPhrase },
  clock,
  stop,
}: Pick<TurnPorts, 'inputs' | 'clock' | 'stop'>): Asks {
  return async ({ body }) => {
    if (triggerPhrase === null || isOwnComment(body)) return false;
    const since = clock.now();
    const asks = hasTriggerPhrase(body, triggerPhrase);
    if (clock.now() - since > 20) await clock.sleep(1, stop);
    return asks;
  };
}

/** Asks GitHub about authors. Its rate limits are waited out for a minute in all; then nobody else is asked about. */
function verdicts(ports: TurnPorts): (author: Message) => Promise<AuthorVerdict> {
  const { clock, stop, inputs, event, thread, deadline } = ports;
  let until: number | null = null;
  let refusal: GitHubError | null = null;
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    if (refusal !== null) throw refusal;
    until ??= Math.min(clock.now() + AUTHORS_PATIENCE_MS, deadline);
    try {
      return await waitOut(question, { clock, signal: stop, budgetMs: until - clock.now(), passes: isRateLimit });
    } catch (error) {
      if (error instanceof GitHubError && isRateLimit(error)) refusal = error;
      throw error;
    }
  };
  return async ({ author, authorIsBot }) => {
    const failures: unknown[] = [];
    const answered = <T>(question: () => Promise<T>): Promise<T> =>
      ask(question).catch((error: unknown) => {
        failures.push(error);
        throw error;
      });
    const { repository } = event;
    const { requirePermission, allowedBots } = inputs;
    const decision = await checkAccount(
      { login: author, type: authorIsBot ? 'Bot' : 'User' },
      {
        ...{ repository, requirePermission, allowedBots },
        permissionOf: (login) => answered(() => thread.github.permissionOf(login, stop)),
        accountType: (login) => answered(() => thread.github.accountType(login, stop)),
      },
    );
    stop.throwIfAborted();
    if (decision.go) return 'admitted';
    return failures.length === 0 ? 'refused' : 'unknown';
  };
}

function ownMessage(event: EventContext): Message | null {
  const id = ownCommentId(event);
  if (id === null) return null;
  const text = (...path: readonly string[]): string => payloadText(event, 'comment', ...path);
  return {
    id,
    body: text('body'),
    author: text('user', 'login'),
    authorIsBot: text('user', 'type') === 'Bot',
    htmlUrl: text('html_url'),
  };
}

function overMaxTurns({ inputs: { maxTurns }, thread }: TurnPorts, runId: number): TurnPlan | null {
  const { turns } = thread.mailbox;
  if (maxTurns === null || turns < maxTurns) return null;
  const reason = `Run ${runId} of this thread has had ${counted(turns, 'follow-up')}, and \`max_turns\` allows ${maxTurns}. Raise \`max_turns\`, or start a new run in another thread.`;
  return { kind: 'skip', reason };
}

function alreadySettled(runId: number): string {
  return `This comment was already delivered: the turn of another step brought it to run ${runId}. Edits of a delivered comment are not delivered again; write a new comment instead.`;
}
