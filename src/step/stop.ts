/**
 * The request to stop a run that goes on without its step (`on_cancel: stop`, contract 1.1, 7.3).
 */
import { SHOWN } from '../outcomes.ts';
import type { Agent, KnownRun, RunId } from '../agents/port.ts';
import { openAgent, type Context } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { StepState } from '../report/step-view.ts';
import { requestStop, stopText, type StopReading } from '../run/stop-request.ts';
import type { StopResult } from '../runner/saved-state.ts';
import { ServiceError } from '../http/errors.ts';
import type { CallOptions } from '../http/limits.ts';
import { ClientLimiter } from '../http/limits.ts';
import { within, type TimeLimit } from '../runner/within.ts';
import { joined } from '../safe/text.ts';

/**
 * Summary and comment wait for the request to stop the run, because they report the answer
 * (contract 7.3).
 */
const STOP_MS = 2_000;
/**
 * At a timeout it may have half of the time that is left, up to this: enough to make a request
 * again that the service put off for a second or two.
 */
const STOP_AT_TIMEOUT_MS = 4_000;
/** Kept short: the request to stop the run comes after it, within the time of a signal. */
const FIND_MS = 1_000;

/**
 * Whether the step was cut short while its create or follow-up was in flight (contract 7.3), so
 * that a run may exist, or work, of which it knows nothing.
 */
export function isUnanswered({ cutShort, turn, sending }: StepState): boolean {
  return cutShort !== null && turn === null && sending;
}

/** Whether the post step looks for the run of a create, by its key, before it does anything. */
export function isToBeFound(state: StepState): boolean {
  return isUnanswered(state) && state.expected === null;
}

/** The run that is still working when the step ends, or null if there is none. */
export function runToStop({ outcome, cutShort, turn, sending, expected }: StepState): RunId | null {
  if (!SHOWN[outcome].mayGoOn || cutShort === null) {
    return null;
  }
  // A follow-up or a repair of the answer that is on its way makes a run work again.
  if (turn !== null) {
    return turn.ended && !sending ? null : turn.followed;
  }
  return sending ? expected : null;
}

/**
 * Returns whether the service gave a clear answer, or nothing is to be stopped. Otherwise the post
 * step asks.
 */
export async function stopAbandonedRun(context: Context, inputs: Inputs): Promise<boolean> {
  const { finishStop, step } = context;
  const known = runToStop(step.state);
  if (known === null) {
    return true;
  }
  const agent = await agentToStop(context, inputs);
  const runId = agent.turnIsRun ? await runAtWork(context, { agent, known }) : known;
  if (runId === null) {
    return false;
  }
  const ms = stopTime(context, inputs);
  const { result } = await askToStop(context, { agent, runId, ms, signal: finishStop });
  return isClearStop(result);
}

function stopTime({ remainingMs, stop }: Context, { timeoutMs }: Inputs): number {
  const halfMs = stop.aborted ? 0 : remainingMs(timeoutMs) / 2;
  return Math.max(STOP_MS, Math.min(STOP_AT_TIMEOUT_MS, halfMs));
}

/**
 * Whether the run may have been stopped: an answer that was lost may have accepted, and where the
 * request was not taken the post step asks again.
 */
export function mayHaveStopped(result: StopResult | null): boolean {
  return result === 'accepted' || result === 'unknown' || result === 'unsent';
}

/** Otherwise asking again may stop the run. */
export function isClearStop(result: StopResult): boolean {
  return result !== 'unknown' && result !== 'unsent';
}

/**
 * Where each turn is a run of its own, that of a follow-up or repair in flight has an ID that the
 * step does not know yet: it is the newest one (contract 7.3). Null if it is not there in time.
 */
async function runAtWork(
  { clock, finishStop, step }: Context,
  { agent, known }: { readonly agent: Agent; readonly known: RunId },
): Promise<RunId | null> {
  if (!step.state.sending) {
    return known;
  }
  const run = { id: known, before: step.state.before };
  const newest = await within({ clock, ms: FIND_MS, signal: finishStop }, async (signal) => {
    try {
      return await latestRunOf(agent, run, { signal, deadline: clock.now() + FIND_MS });
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
      return null;
    }
  });
  if (newest === null || newest === known) {
    return null;
  }
  step.dispatch({ type: 'known', arrived: true });
  return newest;
}

/**
 * Null where a run goes on through its turns, where the newest one was there before, or where the
 * service does not tell it now.
 */
export async function latestRunOf(
  { followUps }: Pick<Agent, 'followUps'>,
  run: KnownRun,
  call: CallOptions,
): Promise<RunId | null> {
  try {
    return (await followUps?.newest?.(run, call)) ?? null;
  } catch (error) {
    if (error instanceof ServiceError) {
      return null;
    }
    throw error;
  }
}

/** With a limit of its own: the polls of the run may have used theirs up. */
async function agentToStop(context: Context, inputs: Inputs): Promise<Agent> {
  const { clock, limiter = new ClientLimiter(clock), opened } = context;
  const known = opened.get(inputs.service.name);
  return known === undefined ? openAgent(context, inputs) : known.under(limiter);
}

interface StopOrder extends Pick<TimeLimit, 'ms' | 'signal'> {
  readonly agent: Pick<Agent, 'stop'>;
  readonly runId: RunId;
  /** Sentences that `error_message` begins with. Default: none. */
  readonly why?: string;
}

export interface StopAttempt {
  readonly result: StopResult;
  /** For `error_message`: whether the service accepted the request, and what to do next. */
  readonly message: string;
}

/**
 * Asks the service once, within a time limit, to stop the run, and reports the answer. Never
 * rejects for its end.
 */
export async function askToStop(
  { clock, step }: Pick<Context, 'clock' | 'step'>,
  { agent, runId, ms, signal, why = '' }: StopOrder,
): Promise<StopAttempt> {
  let isSent = false;
  const onSending = (): void => void (isSent = true);
  const ask = async (ends: AbortSignal): Promise<StopReading> => {
    try {
      return await requestStop(agent, runId, {
        signal: ends,
        deadline: clock.now() + ms,
        onSending,
      });
    } catch (error) {
      if (!ends.aborted) {
        throw error;
      }
      return { result: isSent ? 'unknown' : 'unsent', why: 'there was no time left' };
    }
  };
  const reading = await within({ clock, ms, signal }, ask);
  const { result } = reading;
  const { webUrl } = step.view();
  const told = stopText({ ...reading, runId, webUrl, wantedBy: '`on_cancel: stop`' });
  const message = joined([why, told], ' ');
  step.dispatch({ type: 'stop_requested', errorMessage: message, stopped: result });
  return { result, message };
}
