/**
 * What a step with a thread does in it: attach to an earlier attempt's run, skip, or send which comments to which run (contract 4.8,
 * 7.2). Longer than other modules: each way a turn can begin reads the same record of the thread.
 */
import { checkAccount } from '../access/permissions.ts';
import { hasTriggerPhrase } from '../access/trigger-phrase.ts';
import { payloadText, type EventContext } from '../event/event.ts';
import type { GitHub } from '../github/port.ts';
import { isRateLimit, waitOut } from '../github/wait-out.ts';
import { findEcho } from '../idempotency/find-echo.ts';
import { markOf, stepKey } from '../idempotency/index.ts';
import { attemptOf } from '../idempotency/key.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Clock, Env } from '../ports.ts';
import { createClassifier } from '../run/status.ts';
import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Thread } from '../thread-comment/index.ts';
import { ownCommentId } from '../thread-comment/index.ts';
import type { ThreadReading } from '../thread-comment/find.ts';
import { readPatiently, ThreadUnavailable } from '../thread-comment/patience.ts';
import type { AuthorVerdict, Message } from '../thread-comment/mailbox.ts';
import { isOwnComment, type ThreadRecord } from '../thread-comment/marker.ts';
import type { Listener } from './step.ts';

export interface TurnPorts {
  readonly clock: Clock;
  readonly env: Env;
  readonly stop: AbortSignal;
  readonly inputs: Inputs;
  readonly event: EventContext;
  readonly thread: Thread;
  readonly client: Client;
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly note: (message: string) => void;
}

export type TurnPlan =
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'attach'; readonly runId: number }
  | {
      readonly kind: 'send';
      /** Null: a new run. */
      readonly runId: number | null;
      /** Null: the event's own text. */
      readonly comments: readonly Message[] | null;
      /** Ends the follow-up; null: none. */
      readonly mark: string | null;
    };

/** Whether a comment of the thread asks for the agent, as far as its text tells. Signals are heard between comments that take long to read. */
export function asksFor({
  inputs: { triggerPhrase },
  clock,
  stop,
}: Pick<TurnPorts, 'inputs' | 'clock' | 'stop'>): (comment: { readonly body: string }) => Promise<boolean> {
  return async ({ body }) => {
    if (triggerPhrase === null || isOwnComment(body)) return false;
    const since = clock.now();
    const asks = await hasTriggerPhrase(body, triggerPhrase);
    if (clock.now() - since > 20) await clock.sleep(1, stop);
    return asks;
  };
}

/** @throws ThreadUnavailable when it cannot be told what other jobs of the thread have delivered */
export async function planTurn(ports: TurnPorts): Promise<TurnPlan> {
  const { inputs, thread, note } = ports;
  const record = thread.reading?.found?.record ?? null;
  const earlier = await earlierAttempt(ports, record);
  if (earlier === 'attach' && record !== null) {
    note(`Run ${record.runId} was started by an earlier attempt of this step: attaching to it.`);
    return { kind: 'attach', runId: record.runId };
  }
  // What an earlier attempt created and what came to nothing is replaced; a run with a history is resumed once more.
  const anew = earlier === 'again' && record?.writer?.mode === 'created';
  const runId = anew ? null : thread.recordedRun;
  const { turns } = thread.memory.mailbox;
  if (runId !== null && inputs.maxTurns !== null && turns >= inputs.maxTurns)
    return { kind: 'skip', reason: tooManyTurns(turns, { runId, max: inputs.maxTurns }) };
  const own = ownMessage(ports.event);
  if (own === null || thread.reading === null || !hasMailbox(inputs))
    return { kind: 'send', runId, comments: null, mark: null };
  return deliver(ports, { own, again: earlier === 'again', anew });
}

/** The mailbox needs a thread to resume and a phrase that tells requests from talk (contract 7.2). */
function hasMailbox({ resume, agentRunId, triggerPhrase }: Inputs): boolean {
  return resume === 'thread' && agentRunId === null && triggerPhrase !== null;
}

async function deliver(
  ports: TurnPorts,
  { own, again, anew }: { readonly own: Message; readonly again: boolean; readonly anew: boolean },
): Promise<TurnPlan> {
  const { clock, stop, thread, client, deadline, note } = ports;
  const { github, place, memory, reading } = thread;
  const asks = asksFor(ports);
  const [{ prepareDelivery }, { readThread }] = await Promise.all([
    import('../thread-comment/deliver.ts'),
    import('../thread-comment/find.ts'),
  ]);
  const mark = await markOf(ports, 1);
  const delivery = await prepareDelivery(
    {
      ...{ github, clock, stop, place, memory, note },
      read: () => readAgain(ports, (asked) => readThread(asked, { place, asks }, stop)),
      verdictOf: (author) => verdictOf(ports, author),
      arrived: (runId, of) => {
        const call = { signal: stop, deadline: Math.min(deadline, clock.now() + ECHO_PATIENCE_MS) };
        return findEcho(client, { runId, mark: of }, call);
      },
    },
    { own, mark, again, anew },
    reading ?? { found: null, requests: [] },
  );
  if (delivery.kind === 'settled') return { kind: 'skip', reason: alreadySettled(delivery.runId) };
  const { comments, runId } = delivery;
  if (comments.length > 1)
    note(`This ${runId === null ? 'run' : 'follow-up'} brings ${comments.length} comments that were waiting.`);
  return { kind: 'send', runId, comments, mark: runId === null ? null : mark };
}

/** The log is waited for so long before it counts as unreadable for now. */
const ECHO_PATIENCE_MS = 30_000;
/** GitHub's rate limits are waited out for so long before an author is left for a later step. */
const PATIENCE_MS = 60_000;

async function readAgain(
  { clock, stop, thread: { github }, inputs: { timeoutMs } }: TurnPorts,
  read: (github: Pick<GitHub, 'comments' | 'ownLogin'>) => Promise<ThreadReading>,
): Promise<ThreadReading> {
  const reading = await readPatiently(read, { github, clock, stop, timeoutMs, warn: () => undefined });
  if (reading === null)
    throw new ThreadUnavailable('The comments of this thread can no longer be read. Nothing was sent.');
  return reading;
}

async function verdictOf(ports: TurnPorts, { author, authorIsBot }: Message): Promise<AuthorVerdict> {
  const { clock, stop, inputs, event, thread } = ports;
  const unanswered = new Set<string>();
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      return await waitOut(question, { clock, signal: stop, budgetMs: PATIENCE_MS, passes: isRateLimit });
    } catch (error) {
      unanswered.add(author);
      throw error;
    }
  };
  const decision = await checkAccount(
    { login: author, type: authorIsBot ? 'Bot' : 'User' },
    {
      ...{ repository: event.repository, requirePermission: inputs.requirePermission, allowedBots: inputs.allowedBots },
      permissionOf: (login) => ask(() => thread.github.permissionOf(login, stop)),
      accountType: (login) => ask(() => thread.github.accountType(login, stop)),
    },
  );
  stop.throwIfAborted();
  if (decision.go) return 'admitted';
  return unanswered.size > 0 ? 'unknown' : 'refused';
}

/** What to do about the run that an earlier attempt of this very step left in the marker (contract 4.8). */
async function earlierAttempt(ports: TurnPorts, record: ThreadRecord | null): Promise<'none' | 'attach' | 'again'> {
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
    // Following it finds out what is wrong, and waits for a service that has a bad moment.
    return error.status === 404 ? 'again' : 'attach';
  }
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

function tooManyTurns(turns: number, { runId, max }: { readonly runId: number; readonly max: number }): string {
  return `Run ${runId} of this thread has had ${turns} follow-ups, and \`max_turns\` allows ${max}. Raise \`max_turns\`, or start a new run in another thread.`;
}

function alreadySettled(runId: number | null): string {
  const run = runId === null ? 'the run of this thread' : `run ${runId}`;
  return `This comment was already delivered: the turn of another step brought it to ${run}. Edits of a delivered comment are not delivered again; write a new comment instead.`;
}

/** Keeps the thread's memory in step with what happens to the follow-up. */
export function remembering(
  { thread, env, inputs, event }: Pick<TurnPorts, 'thread' | 'env' | 'inputs' | 'event'>,
  plan: Extract<TurnPlan, { readonly kind: 'attach' | 'send' }>,
): Listener {
  const { memory } = thread;
  const key = stepKey({ inputs, event, env });
  const attempt = attemptOf(env);
  const ids = plan.kind === 'send' ? (plan.comments ?? []).map(({ id }) => id) : [];
  return (happened, { sending, turn }) => {
    if (happened.type === 'started' && happened.repair !== true) {
      if (happened.mode === 'resumed') memory.accepted();
      else memory.withdraw();
      // A run of an earlier attempt that was found by its key has this step's comment and no other.
      const own = happened.mode === 'attached' ? ids.filter((id) => id === ownCommentId(event)) : ids;
      memory.settle(own);
      if (happened.mode !== 'attached') memory.wroteAs({ key, attempt, mode: happened.mode });
    }
    // Nothing was carried out: the comments wait for another step. In doubt the intent stays, for the log to settle.
    if (happened.type === 'ended' && turn === null && !sending) memory.withdraw();
  };
}
