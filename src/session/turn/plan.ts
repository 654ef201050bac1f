/**
 * Plans a step in a thread: attach to an earlier attempt's run, skip, or send certain comments to a run (contract 4.8,
 * 7.2).
 */
import { payloadText, type EventContext } from '../../github/event.ts';
import { stepKey } from '../../idempotency/index.ts';
import { attemptOf } from '../../idempotency/key.ts';
import type { Inputs } from '../../inputs/parse.ts';
import { createClassifier } from '../../run/status.ts';
import { ServiceError } from '../../service/errors.ts';
import { counted } from '../../shared/format.ts';
import { ownCommentId } from '../../thread-comment/index.ts';
import { isSettled } from '../../thread-comment/mailbox.ts';
import type { Message } from '../../thread-comment/waiting.ts';
import type { FoundComment } from '../../thread-comment/find.ts';
import { deliver, type Delivering } from './delivery.ts';
import type { TurnPorts } from './ports.ts';

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
      /** Called immediately before the request is sent. @throws TurnTaken, ThreadUnavailable */
      readonly confirm?: () => Promise<void>;
    };

/** @throws ThreadUnavailable if it is unknown what other jobs of the thread have delivered */
export async function planTurn(ports: TurnPorts): Promise<TurnPlan> {
  const { inputs, thread, note } = ports;
  const record = thread.reading?.found?.record ?? null;
  const own = hasMailbox(inputs) ? ownMessage(ports.event) : null;
  // With a custom key, steps for other comments may have the same key.
  const isNew = own !== null && record !== null && !isSettled(record.mailbox, own.id);
  const earlier = isNew ? 'none' : await earlierAttempt(ports, record);
  if (earlier === 'attach' && record !== null) {
    note(`Run ${record.runId} was started by an earlier attempt of this step: attaching to it.`);
    return { kind: 'attach', runId: record.runId };
  }
  // A run that an earlier attempt created without result is replaced. A run with a history is resumed again.
  const anew = earlier === 'again' && record?.writer?.mode === 'created';
  const runId = anew ? null : thread.recordedRun;
  if (own !== null && thread.reading !== null) return delivered(ports, { own, again: earlier === 'again', anew });
  const { turns } = thread.memory.mailbox;
  if (runId !== null && inputs.maxTurns !== null && turns >= inputs.maxTurns)
    return { kind: 'skip', reason: tooManyTurns(turns, { runId, max: inputs.maxTurns }) };
  return { kind: 'send', runId, comments: null, mark: null };
}

/**
 * The mailbox needs a thread to resume, and a trigger phrase to distinguish requests from other comments (contract
 * 7.2).
 */
function hasMailbox({ resume, agentRunId, triggerPhrase }: Inputs): boolean {
  return resume === 'thread' && agentRunId === null && triggerPhrase !== null;
}

async function delivered(ports: TurnPorts, order: Delivering): Promise<TurnPlan> {
  const { inputs, thread, note } = ports;
  const { delivery, mark } = await deliver(ports, order);
  if (delivery.kind === 'settled') return { kind: 'skip', reason: alreadySettled(delivery.runId) };
  if (delivery.kind === 'max_turns')
    return { kind: 'skip', reason: tooManyTurns(delivery.turns, { runId: delivery.runId, max: inputs.maxTurns ?? 0 }) };
  const { comments, runId, claim, confirm } = delivery;
  if (claim !== null) thread.take(claim);
  if (comments.length > 1)
    note(`This ${runId === null ? 'run' : 'follow-up'} brings ${comments.length} comments that were waiting.`);
  return { kind: 'send', runId, comments, mark: runId === null ? null : mark, confirm };
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
  return `Run ${runId} of this thread has had ${counted(turns, 'follow-up')}, and \`max_turns\` allows ${max}. Raise \`max_turns\`, or start a new run in another thread.`;
}

function alreadySettled(runId: number | null): string {
  const run = runId === null ? 'the run of this thread' : `run ${runId}`;
  return `This comment was already delivered: the turn of another step brought it to ${run}. Edits of a delivered comment are not delivered again; write a new comment instead.`;
}
