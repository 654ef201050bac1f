/** The end of a session for each way in which it can end (contract 1.2, 5, 7.3). */
import type { ErrorCode, SessionEnd } from './events.ts';
import type { FollowEnd } from './follow.ts';
import type { StartResult } from './start.ts';
import { Cancelled } from '../runner/clock.ts';
import { asSentence, counted, shownAddress } from '../safe/format.ts';

const NOTHING: SessionEnd = {
  outcome: 'succeeded',
  errorCode: null,
  errorMessage: null,
  skipReason: null,
  cutShort: null,
  resultJson: null,
};

/** An end that needs no message. */
export function plainEnd(outcome: SessionEnd['outcome']): SessionEnd {
  return { ...NOTHING, outcome };
}

export function succeededWith(resultJson: string): SessionEnd {
  return { ...NOTHING, resultJson };
}

export function failedEnd(errorCode: ErrorCode, errorMessage: string): SessionEnd {
  return { ...NOTHING, outcome: 'error', errorCode, errorMessage };
}

export function skippedEnd(skipReason: string): SessionEnd {
  return { ...NOTHING, outcome: 'skipped', skipReason };
}

/** @param what what the run did not do in time, as text */
function timedOutEnd(
  what: string,
  { obstacle, timeoutMs }: { obstacle: string | null; timeoutMs: number },
): SessionEnd {
  const why = obstacle === null ? '' : ` ${asSentence(`The last look failed: ${obstacle}`)}`;
  const cutShort = `The run ${what} within ${counted(timeoutMs / 60_000, 'minute')} (timeout_minutes).${why}`;
  return { ...NOTHING, outcome: 'timed_out', cutShort };
}

export function endOfFollow(end: FollowEnd, timeoutMs: number): SessionEnd {
  if (end.failure !== null) return failedEnd(end.failure.code, end.failure.message);
  if (end.outcome === 'timed_out') return timedOutEnd('did not end', { obstacle: end.obstacle, timeoutMs });
  return plainEnd(end.outcome);
}

type NotSent = Extract<StartResult, { readonly ok: false }>;

/** A request at the start, or a read in its place, that failed permanently. */
export function endOfRequest({ error, failure, outOfTime }: NotSent, timeoutMs: number): SessionEnd {
  if (outOfTime) return timedOutEnd('could not be read', { obstacle: error?.message ?? null, timeoutMs });
  return failedEnd(failure.code, failure.message);
}

/** A signal, or a bug in this action. `run` is what is known about the run at that moment. */
export function endOfCrash(
  error: unknown,
  { runId, webUrl }: { readonly runId: number | null; readonly webUrl: string | null },
): SessionEnd {
  if (error instanceof Cancelled) return { ...NOTHING, outcome: 'cancelled', cutShort: error.message };
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const address = shownAddress(webUrl);
  const goesOn = runId === null ? '' : ` The run ${runId} may go on${address === null ? '' : ` at ${address}`}.`;
  return failedEnd(
    'internal',
    `Something went wrong inside this action: ${what}.${goesOn} Run it again with debug logging (ACTIONS_STEP_DEBUG) and report what it says.`,
  );
}
