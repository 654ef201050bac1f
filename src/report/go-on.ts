/**
 * How people go on with a run, in words: whether that works at all, in the thread or with this
 * action, and what the step has to change for it. Pure. Messages, as in `verdict.ts`.
 */
import { askingText, followingText } from '../inputs/named-run.ts';
import { isUsedUp } from '../run/budget.ts';
import { joined } from '../safe/text.ts';
import type { StepView } from './step-view.ts';

export interface Reader {
  /** Read by people who comment in the thread and may not know the workflow. */
  readonly inThread: boolean;
}

/** What is read of a run to say whether, and how, it can be gone on with. */
export type Resumable = Pick<
  StepView,
  'budget' | 'mode' | 'provenance' | 'runId' | 'threadTurns' | 'turn'
>;

/** Whether a run takes another message at its service (contract 18.1, 18.5). */
export function takesMessages({
  provenance: { service },
  turn,
}: Pick<StepView, 'provenance' | 'turn'>): boolean {
  return service.facts.can.followUp && turn?.takesNoMessage !== true;
}

/**
 * Whether a run has used up the limit that its create has set: that cannot be raised, and ends each
 * further turn at once (contract 20).
 */
export function isAtItsLimit({
  budget,
  mode,
  turn,
}: Pick<StepView, 'budget' | 'mode' | 'turn'>): boolean {
  if (turn === null) {
    return false;
  }
  // The limit of a run that was there before the step is not its budget.
  const isSent = budget?.kept === 'sent' && mode !== 'resumed';
  return turn.isAtLimit || (isSent && isUsedUp(turn, budget));
}

/** Whether a further message to a run can bring anything. */
export function canGoOn(view: Resumable): boolean {
  return takesMessages(view) && !isAtItsLimit(view);
}

/** Whether who reads this can send the run a message. */
export function canReply(view: Resumable, { inThread }: Reader): boolean {
  const isReachable = !inThread || view.provenance.reply !== undefined;
  return view.runId !== null && canGoOn(view) && isReachable;
}

/** What to do with a run that is at its limit, as a sentence. */
export function raiseLimit({
  budget,
  provenance: { reply },
}: Pick<StepView, 'budget' | 'provenance'>): string {
  const limit = budget === null ? 'its limit' : `what ${budget.setBy} allows`;
  const anew = reply === undefined ? 'start a new run' : 'start a new run in another thread';
  return (
    `It has used up ${limit}, so that a further message would bring nothing: ` +
    `raise the limit and ${anew}.`
  );
}

const REPLY_THERE = 'Answer it on its page: this service takes no message from here.';

/** How a run that asks is answered, as sentences. */
export function howToAnswer(view: Resumable, { inThread }: Reader): string {
  if (!takesMessages(view)) {
    return REPLY_THERE;
  }
  if (isAtItsLimit(view)) {
    return raiseLimit(view);
  }
  return `To answer, ${howToContinue(view, { what: 'your answer', inThread })}`;
}

/** How this action follows a run without sending it anything, as the end of a sentence. */
export function howToFollow({
  provenance: { toDrop = [] },
  runId,
}: Pick<Resumable, 'provenance' | 'runId'>): string {
  return followingText(String(runId), toDrop);
}

/** How to continue the same run. `what` is an answer or an instruction. */
export function howToContinue(
  { provenance: { reply, toDrop = [] }, runId, threadTurns }: Resumable,
  { what, inThread }: { readonly what: string; readonly inThread: boolean },
): string {
  const elsewhere = `run this action with ${askingText(String(runId), { what, toDrop })}`;
  if (reply === undefined) {
    return `${elsewhere}.`;
  }
  const where = inThread ? 'here' : `in #${reply.thread}`;
  const proviso = reply.isHandedOn ? '' : IF_HANDED_ON[inThread ? 'inThread' : 'elsewhere'];
  const inIt =
    reply.phrase === null
      ? `trigger this workflow again ${where} with ${what}`
      : `comment ${where} with \`${reply.phrase}\` and ${what}`;
  const told = (way: string): string => joined([`${way}.`, proviso], ' ');
  // The next follow-up of the thread would be skipped (contract 1.1).
  if (reply.turnsMost !== null && threadTurns >= reply.turnsMost) {
    const raise = 'raise `max_turns` in the workflow';
    return told(inThread ? `${raise}, then ${inIt}` : `${elsewhere}, or ${raise} and ${inIt}`);
  }
  const isElsewhereToo = !inThread && reply.phrase === null;
  return told(isElsewhereToo ? `${inIt}, or ${elsewhere}` : inIt);
}

/** Only the author of the workflow knows whether its prompt contains the comment. */
const IF_HANDED_ON = {
  inThread: 'A comment reaches the agent only if the workflow hands it on.',
  elsewhere:
    'A comment reaches the agent only if the workflow hands it on, by `context: event` or in its ' +
    '`prompt`.',
} as const;
