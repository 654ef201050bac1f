/** Opens the step's thread and plans the turn in it. Without a thread there is nothing to plan. */
import type { EventContext } from '../../github/event.ts';
import { attemptOf } from '../../idempotency/key.ts';
import { commentsText } from './comments-state.ts';
import type { Inputs } from '../../inputs/parse.ts';
import { logInline } from '../../safe/job-log.ts';
import type { SessionEnd } from '../../run/events.ts';
import { saveRunState } from '../../runner/saved-state.ts';
import type { ServiceClient } from '../../service/client.ts';
import { openThread, type Thread } from '../../thread-comment/index.ts';
import type { Ports } from '../../context.ts';
import { skippedEnd } from '../ends.ts';
import type { Step } from '../step.ts';
import { planTurn, type TurnPlan } from './plan.ts';
import { asksFor } from './ports.ts';
import { remembering } from './memory.ts';

export interface TurnScene {
  readonly ports: Ports;
  readonly event: EventContext;
  readonly step: Step;
}

export type OpenedTurn =
  | { readonly kind: 'ended'; readonly end: SessionEnd }
  | {
      readonly kind: 'open';
      readonly thread: Thread | null;
      /** Null without a thread. */
      readonly plan: Exclude<TurnPlan, { readonly kind: 'skip' }> | null;
    };

const NOTE_MAX = 1000;

/** @throws ThreadUnavailable */
export async function openTurn(
  { ports, event, step }: TurnScene,
  {
    inputs,
    client,
    deadline,
    onThread,
  }: {
    readonly inputs: Inputs;
    readonly client: ServiceClient;
    readonly deadline: number;
    /** Called with the thread before anything is announced in it. */
    readonly onThread: (thread: Thread) => void;
  },
): Promise<OpenedTurn> {
  const thread = await openThread(
    {
      ...ports,
      inputs,
      event,
      warn: (message) => step.warn(message),
      onComment: (commentUrl) => step.dispatch({ type: 'wrote', commentUrl }),
    },
    { deadline, rerun: attemptOf(ports.env) > 1, asks: asksFor({ ...ports, inputs }) },
  );
  if (thread === null) return { kind: 'open', thread, plan: null };
  onThread(thread);
  const note = (message: string): void => ports.host.line(logInline(message, NOTE_MAX));
  const warn = (message: string): void => step.warn(message);
  const plan = await planTurn({ ...ports, inputs, event, thread, client, deadline, note, warn });
  if (plan.kind === 'skip') return { kind: 'ended', end: skippedEnd(plan.reason) };
  saveRunState(ports.host, { comments: commentsText(plan) });
  thread.pickedUp();
  step.listen(remembering({ ...ports, inputs, event, thread }, plan));
  return { kind: 'open', thread, plan };
}
