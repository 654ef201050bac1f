/** Reads the rest of the log (contract 4.4) and the final result (2.3, 4.6) after the end of the run was seen. */
import type { CallOptions } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { AgentRun } from '../service/schema.ts';
import { counted } from '../safe/format.ts';
import { viewEntry } from '../service/entry.ts';
import type { Turn } from './turn.ts';
import type { Taken } from './log.ts';
import { hasFinalAnswer, resultSource } from './state.ts';
import { isSameStatus, isTerminal, outcomeOf } from './status.ts';

type EndOutcome = ReturnType<typeof outcomeOf>;

/** Draining ends after this time without progress (contract 4.4). */
const NO_PROGRESS_MS = 30_000;
/** For a log that could never be read. */
const NEVER_READ_MS = 5_000;
/** Consecutive 429 responses that do not count as lack of progress: they say nothing about the log. */
const REFUSALS = 5;
/** If no final answer was seen, how long late entries may arrive (contract 4.4). */
const LATE_GRACE_MS = 2_000;
/** Kept free before the deadline for the final read of the run. */
const FINAL_READ_MS = 1_000;
/** The first pause before another attempt, and the longest: each is twice the one before. */
const PAUSE = { firstMs: 500, mostMs: 4_000 };
/** How long to repeat a read whose result is null (contract 2.3). A run that failed or was cancelled is not expected to have one. */
const NULL_RESULT_MS = { expected: 10_000, unlikely: 2_000 } as const;
/** How long to retry the final read if there is no other result, and if the log already contains one. */
const RESULT_PATIENCE_MS = 30_000;
const SURE_RESULT_PATIENCE_MS = 10_000;
/** Refusals (429) extend this by at most so much, because they say nothing about the run. */
const REFUSED_MS = 180_000;

/** What is known of the end of a log. */
export interface DrainState {
  readonly now: number;
  /** On the clock's `now`. Nothing is read after this time. */
  readonly deadline: number;
  /** How long late entries may arrive. */
  readonly graceUntil: number;
  readonly lastProgress: number;
  readonly pauseMs: number;
  /** As in `Taken`, of the last page. */
  readonly more: boolean;
  readonly agrees: boolean;
  readonly covers: boolean;
  /** A `FINAL_ANSWER` of this turn was seen. */
  readonly answered: boolean;
  /** The log could not be read for long before the run ended, and the one additional attempt failed. */
  readonly hopeless: boolean;
  /** Earliest time of the next request. */
  readonly notBefore: number;
}

/** Milliseconds until the next read of the log, or null if there is none to make. Pure. */
export function nextRead(state: DrainState): number | null {
  const { now, deadline, more, agrees, covers, pauseMs } = state;
  const lateMs = state.answered ? 0 : Math.max(0, state.graceUntil - now);
  if (!more && agrees && covers && lateMs === 0) return null;
  if (state.hopeless) return null;
  const leftMs = state.lastProgress + NO_PROGRESS_MS - now;
  if (leftMs <= 0) return null;
  const isComplete = agrees && !more;
  const usualMs = more || (isComplete && !covers && lateMs === 0) ? 0 : isComplete ? Math.min(lateMs, 1_000) : pauseMs;
  // The minimum wait after a 429 is kept even if it leaves no time for another read.
  const waitMs = Math.max(0, state.notBefore - now, Math.min(usualMs, leftMs));
  return now + waitMs >= deadline - FINAL_READ_MS ? null : waitMs;
}

/** Reads the rest of the log and warns about missing entries. Returns a redirect, which fails the turn (contract 5), otherwise null. */
export async function drainLog(turn: Turn, known: Taken | null): Promise<ServiceError | null> {
  const { log, poller, context } = turn;
  const { clock, call, client } = context;
  if (poller.logsNotOffered) return null;
  const startedAt = clock.now();
  const failingSince = turn.started.before.count === null ? -Infinity : poller.logsFailingSince;
  const patienceMs = poller.logsRead || failingSince === null ? NO_PROGRESS_MS : NEVER_READ_MS;
  // A log that failed for longer than that, or for good, is tried once more (contract 2.3).
  const lastChance = failingSince !== null && poller.logsProblem !== null && startedAt - failingSince >= patienceMs;
  let { more, agrees, covers } = known ?? { more: true, agrees: false, covers: false };
  // The time counts from the first failure.
  let lastProgress = lastChance ? startedAt : (poller.logsFailingSince ?? startedAt) + patienceMs - NO_PROGRESS_MS;
  let pauseMs = lastChance ? 0 : PAUSE.firstMs;
  let refusals = 0;
  let hopeless = false;
  let reread = false;
  for (;;) {
    // One request is left for the final read. Waiting for this client's own rate limit is no lack of progress.
    const heldMs = client.readDelay(1);
    lastProgress += heldMs;
    const now = clock.now();
    const waitMs = nextRead({
      ...{ now, lastProgress, pauseMs, more, agrees, covers, hopeless, deadline: call.deadline },
      graceUntil: Math.min(startedAt + LATE_GRACE_MS, call.deadline - FINAL_READ_MS),
      answered: isAnswered(turn),
      notBefore: Math.max(poller.notBefore, now + heldMs),
    });
    if (waitMs === null) {
      const contradicts = !agrees && !more && log.missing !== 0 && poller.logsProblem === null;
      if (!contradicts || reread || call.deadline - now <= FINAL_READ_MS) break;
      // The count disagrees with the total at the end, so the log is read once more (contract 4.7).
      reread = true;
      log.rescan();
      ({ more, agrees, covers } = { more: true, agrees: false, covers: false });
      lastProgress = now;
      continue;
    }
    if (waitMs > 0) await clock.sleep(waitMs, call.signal);
    const polled = await poller.poll(call, { logs: 'only', last: true });
    if (polled.kind === 'fatal') return polled.error;
    if (polled.kind === 'page') {
      const { taken } = polled;
      turn.answer(endedOnly(turn, polled.run));
      await turn.entries(taken);
      turn.facts(endedOnly(turn, polled.run));
      covers ||= taken.covers;
      ({ more, agrees } = taken);
      if (reread && !more) break;
      // A log that has more than was announced never agrees.
      const isProgress = taken.moved && log.missing >= 0;
      if (isProgress) [lastProgress, refusals] = [clock.now(), 0];
      pauseMs = isProgress ? PAUSE.firstMs : Math.min(PAUSE.mostMs, Math.max(PAUSE.firstMs, pauseMs * 2));
      continue;
    }
    if (polled.kind === 'run') continue;
    poller.refused(polled.error);
    [more, agrees] = [false, false];
    pauseMs = Math.min(PAUSE.mostMs, Math.max(PAUSE.firstMs, pauseMs * 2));
    const { throttled } = polled.error;
    if (throttled) refusals += 1;
    else hopeless = lastChance;
    if (throttled && refusals <= REFUSALS) lastProgress = Math.max(clock.now(), poller.notBefore);
  }
  await turn.entries({ fresh: log.finish(), amended: [] });
  // An unreadable log is reported once (2.3). Missing entries of a partially read log are a separate warning.
  if ((!agrees || more) && !turn.saidToHaveNoLog) turn.warn(incomplete(turn));
  return null;
}

/** A final answer whose text the service has yet to fill in is a late entry, unless something else tells the result. */
function isAnswered({ log, record }: Turn): boolean {
  if (hasFinalAnswer(record)) return resultSource(record) !== null;
  return log.waiting.some(({ value }) => {
    const { message_type: kind, observation } = viewEntry(value);
    return kind === 'FINAL_ANSWER' && (observation ?? null) !== null;
  });
}

/** A stale response may show the run as active again, or the end of the turn before. It is ignored, because the end was seen. */
function endedOnly({ started, record, context }: Turn, run: AgentRun): AgentRun {
  const { status } = run;
  const { mode, statusBefore } = started;
  if (status === null || status === record.status) return run;
  const isOld = mode === 'resumed' && statusBefore !== null && isSameStatus(status, statusBefore);
  return isOld || !isTerminal(context.classify(status)) ? { ...run, status: null } : run;
}

function incomplete({ log, record }: Turn): string {
  const { missing } = log;
  const entries = (count: number): string => counted(count, 'entry', 'entries');
  const received = entries(record.entries);
  if (missing > 0) return `The log is incomplete: ${received} of this turn received, ${missing} more announced.`;
  if (missing < 0)
    return `The log has ${entries(-missing)} more than the service announced; what was received (${received}) is kept.`;
  return `The end of the log could not be read; ${received} of this turn received.`;
}

/**
 * Reads the run once more for its final result. Retries for a while on temporary failures, and if the result is null and there is no other
 * source. Returns a redirect, otherwise null.
 */
export async function readFinal(turn: Turn, outcome: EndOutcome): Promise<ServiceError | null> {
  const { poller, context } = turn;
  const { clock, call, client } = context;
  const startedAt = clock.now();
  const expected = outcome === 'succeeded' || outcome === 'needs_input';
  const nullMs = expected ? NULL_RESULT_MS.expected : NULL_RESULT_MS.unlikely;
  const sure = resultSource(turn.record) !== null;
  const patienceMs = sure ? SURE_RESULT_PATIENCE_MS : RESULT_PATIENCE_MS;
  // Waiting for this client's own rate limit takes nothing from the time for the service.
  let heldMs = 0;
  let refusedMs = 0;
  const until = (ms: number): number => Math.min(call.deadline, startedAt + heldMs + ms);
  let pauseMs = PAUSE.firstMs;
  for (;;) {
    const ownMs = client.readDelay();
    heldMs += ownMs;
    const deadline = until(patienceMs);
    const waitMs = Math.max(0, ownMs, poller.notBefore - clock.now());
    if (clock.now() + waitMs >= deadline) break;
    try {
      if (waitMs > 0) await clock.sleep(waitMs, call.signal);
      const limited: CallOptions = { signal: call.signal, deadline };
      const run = endedOnly(turn, await poller.readRun(limited));
      turn.answer(run);
      turn.facts(run);
      const nullUntil = until(nullMs);
      if (resultSource(turn.record) !== null || clock.now() >= nullUntil) return null;
      await clock.sleep(Math.min(pauseMs, nullUntil - clock.now()), call.signal);
      pauseMs *= 2;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.redirect) return error;
      // A replica that lags behind may not know a new run yet.
      if (error.proof === 'permanent' && !error.passing && error.status !== 404) break;
      poller.refused(error);
      pauseMs *= 2;
      if (error.throttled) {
        const pause = Math.max(pauseMs, poller.notBefore - clock.now());
        refusedMs += pause;
        if (refusedMs <= REFUSED_MS) heldMs += pause;
      }
      if (clock.now() + pauseMs >= until(patienceMs)) break;
      await clock.sleep(pauseMs, call.signal);
    }
  }
  if (!sure)
    turn.warn('The final result could not be read from the service; the log has everything that was received.');
  return null;
}

/**
 * Reads the rest of the log, of which `taken` was read at the end, and the final result. Returns the outcome, which follows another
 * terminal status if one is shown by then, or a redirect that prevented the reading.
 */
export async function readToTheEnd(
  turn: Turn,
  { taken, outcome }: { readonly taken: Taken | null; readonly outcome: EndOutcome },
): Promise<EndOutcome | ServiceError> {
  const redirect = (await drainLog(turn, taken)) ?? (await readFinal(turn, outcome));
  if (redirect !== null) return redirect;
  const meaning = turn.context.classify(turn.record.status);
  return isTerminal(meaning) ? outcomeOf(meaning) : outcome;
}
