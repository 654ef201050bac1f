/** A step's turn in its thread, from the plan to the last edit, and what the post step does about a killed one (contract 7.1, 7.2, 7.3). */
import type { Ports } from '../context.ts';
import type { EventContext } from '../github/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { SessionEnd } from '../run/events.ts';
import { attemptOf, stepKey } from '../run/key.ts';
import { findEcho } from '../run/once.ts';
import { saveRunState, type RunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/clock.ts';
import { logInline } from '../safe/job-log.ts';
import type { ServiceClient } from '../service/client.ts';
import { skippedEnd } from '../run/failure.ts';
import type { Listener, Step } from '../report/step.ts';
import { within } from '../runner/within.ts';
import { asksFor, planTurn, type TurnPlan } from './deliver.ts';
import type { FinishOptions } from './schedule.ts';
import { openThread, ownCommentId, type Thread } from './thread.ts';

export type OpenedTurn =
  | { readonly kind: 'ended'; readonly end: SessionEnd }
  | {
      readonly kind: 'open';
      readonly thread: Thread | null;
      /** Null without a thread. */
      readonly plan: Exclude<TurnPlan, { readonly kind: 'skip' }> | null;
    };

export interface TurnOrder {
  readonly inputs: Inputs;
  readonly client: ServiceClient;
  readonly deadline: number;
  /** Called with the thread before anything is announced in it. */
  readonly onThread: (thread: Thread) => void;
}

const NOTE_MAX = 1000;

/** Opens the step's thread and plans the turn in it. Without a thread there is nothing to plan. @throws ThreadUnavailable */
export async function openTurn(
  { ports, event, step }: { readonly ports: Ports; readonly event: EventContext; readonly step: Step },
  { inputs, client, deadline, onThread }: TurnOrder,
): Promise<OpenedTurn> {
  const { host, env } = ports;
  const note = (message: string): void => host.line(logInline(message, NOTE_MAX));
  const warn = (message: string): void => step.warn(message);
  const onComment = (commentUrl: string): void => step.dispatch({ type: 'wrote', commentUrl });
  const thread = await openThread(
    { ...ports, inputs, event, warn, onComment },
    { deadline, rerun: attemptOf(env) > 1, asks: asksFor({ ...ports, inputs }) },
  );
  if (thread === null) return { kind: 'open', thread, plan: null };
  onThread(thread);
  const plan = await planTurn({ ...ports, inputs, event, thread, client, deadline, note, warn });
  if (plan.kind === 'skip') return { kind: 'ended', end: skippedEnd(plan.reason) };
  saveRunState(host, { mark: thread.mark ?? (plan.kind === 'send' ? plan.mark : null), since: thread.mailbox.since });
  thread.pickedUp();
  step.listen(remembering(thread, { key: stepKey({ inputs, event }), attempt: attemptOf(env) }));
  return { kind: 'open', thread, plan };
}

/** Keeps the thread's record up to date with what happens to the request. */
function remembering(thread: Thread, writer: { readonly key: string; readonly attempt: number }): Listener {
  return (happened, { sending, turn }) => {
    if (happened.type === 'started' && happened.repair !== true) {
      // A run that was found by its key was created by an earlier attempt of this very step.
      if (happened.mode !== 'attached' || thread.hasIntended)
        thread.accepted({ ...writer, mode: happened.mode === 'resumed' ? 'resumed' : 'created' });
    }
    // Nothing was carried out. If that is unknown, the announcement stays until the log settles it.
    if (happened.type === 'ended' && turn === null && !sending) thread.withdraw();
  };
}

/** The last edit. Never rejects. Returns true if it is left to the post step. */
export async function leaveThread(
  { step, thread }: { readonly step: Step; readonly thread: Thread | null },
  options: FinishOptions,
): Promise<boolean> {
  if (thread === null) return false;
  const { url, late } = await thread.finish(step.view(), options);
  if (url !== null) step.dispatch({ type: 'wrote', commentUrl: url });
  return late;
}

interface Left {
  readonly event: EventContext;
  readonly inputs: Inputs;
  readonly state: RunState;
}

const BUDGET_MS = 8_000;
const PAUSE_MS = 1_500;

/** Whether the log shows the follow-up that was in flight. False if it does not, or cannot be read, for some seconds. */
export async function hasArrived(
  { clock, stop }: Pick<Ports, 'clock' | 'stop'>,
  { client, state }: { readonly client: ServiceClient; readonly state: RunState },
): Promise<boolean> {
  const { runId = null, mark = null } = state;
  if (runId === null || mark === null) return false;
  const deadline = clock.now() + BUDGET_MS;
  try {
    while (clock.now() + PAUSE_MS < deadline) {
      if ((await findEcho(client, { runId, mark }, { signal: stop, deadline })) === true) return true;
      await clock.sleep(PAUSE_MS, stop);
    }
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
  }
  return false;
}

/** The thread for its last edit, including what the killed step had sent. */
export async function threadAfterwards(
  ports: Ports,
  { event, inputs, state }: Left,
  warn: (message: string) => void,
): Promise<Thread | null> {
  const thread = await openThread({ ...ports, inputs, event, warn, onComment: () => undefined }, { afterwards: true });
  const { mode, since, mark } = state;
  if (thread === null || (mode !== 'created' && mode !== 'resumed') || inputs.resume !== 'thread') return thread;
  const own = inputs.triggerPhrase === null ? null : ownCommentId(event);
  const intended = { ids: own === null ? [] : [own], mark: mark ?? '', since: since ?? 0 };
  thread.acceptedBefore({ key: stepKey({ inputs, event }), attempt: attemptOf(ports.env), mode }, intended);
  return thread;
}

/** Says in the thread that a run may exist, after a kill during its create (contract 7.3). Never rejects. */
export async function sayMayExist(thread: Thread, { clock, stop }: Pick<Ports, 'clock' | 'stop'>): Promise<void> {
  await within({ clock, ms: BUDGET_MS, signal: stop }, (signal) => thread.sayMayExist(signal)).catch(() => undefined);
}
