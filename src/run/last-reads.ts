/** Reads the rest of the log (contract 4.4) and the final result (2.3) after the end. `drain` makes the decisions. */
import type { CallOptions } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { AgentRun } from '../service/schema.ts';
import { counted } from '../shared/format.ts';
import { drainHeld, drainNext, drainSaw, drainStart } from './drain.ts';
import type { Taken } from './log/page.ts';
import { hasFinalAnswer, resultSource } from './record.ts';
import { isSameStatus, isTerminal, outcomeOf } from './status.ts';
import type { Turn } from './turn.ts';

type EndOutcome = ReturnType<typeof outcomeOf>;

/** What a page showed of the end of the log. */
export type LogRead = Pick<Taken, 'more' | 'agrees'>;

const JUST_NOW_MS = 5_000;
/** How long to retry a null result. A run that failed or was cancelled is not expected to have one. */
const NULL_RESULT_MS = { expected: 10_000, unlikely: 2_000 } as const;
/** How long to retry the final read if there is no other result, and if the log already contains one. */
const RESULT_PATIENCE_MS = 30_000;
const SURE_RESULT_PATIENCE_MS = 10_000;
/** Waits for the rate limit extend this by at most so much, because a 429 says nothing about the run. */
const REFUSED_MS = 180_000;
const FIRST_PAUSE_MS = 500;

/**
 * Reads the rest of the log and warns about missing entries. Returns a redirect, which fails the turn (contract 5), otherwise null.
 */
export async function drainLog(turn: Turn, known: LogRead): Promise<ServiceError | null> {
  const { reader, cursor } = turn;
  const { clock, call, client } = turn.options;
  // Both log addresses were just tried. There is no log, so the end is reported immediately.
  if (reader.logsNotOffered && clock.now() - reader.triedLogsAt < JUST_NOW_MS) return null;
  let state = drainStart({ now: clock.now(), deadline: call.deadline, left: isLeft(turn), ...known });
  for (;;) {
    // One request is left for the final read, which may have no time to wait for the rate limit.
    const heldMs = client.readDelay(1);
    state = drainHeld(state, heldMs);
    const notBefore = Math.max(reader.notBefore, clock.now() + heldMs);
    // A final answer whose text the service has yet to fill in is a late entry, unless something else tells the result.
    const finalAnswer = hasFinalAnswer(turn.record) && resultSource(turn.record) !== null;
    const step = drainNext(state, { now: clock.now(), finalAnswer, midway: cursor.midway, notBefore });
    if (step.kind === 'done') {
      // An unreadable log is reported once (2.3). Missing entries of a partially read log are a separate warning.
      if (step.incomplete && !turn.saidToHaveNoLog) turn.warn(incomplete(turn));
      return null;
    }
    if (step.waitMs > 0) await clock.sleep(step.waitMs, call.signal);
    const look = await reader.look(call, { logs: 'only' });
    if (look.kind === 'fatal') return look.error;
    if (look.kind === 'page' || look.kind === 'run') turn.answer(endedOnly(turn, look.run));
    if (look.kind === 'page') {
      const { more, agrees, fresh } = look.taken;
      const seen = { kind: 'page', fresh: fresh.length, more, agrees } as const;
      await turn.entries(look.taken);
      turn.facts(endedOnly(turn, look.run));
      state = drainSaw(state, seen, { now: clock.now(), notBefore: reader.notBefore });
      continue;
    }
    if (look.kind !== 'run') reader.refused(look.error);
    const seen = { kind: 'trouble', throttled: look.kind === 'throttled', left: isLeft(turn) } as const;
    state = drainSaw(state, seen, { now: clock.now(), notBefore: reader.notBefore });
  }
}

/** A stale response may show the run as active again, or the end of the turn before. It is ignored, because the end was seen. */
function endedOnly({ options, started, record }: Turn, run: AgentRun): AgentRun {
  const { status } = run;
  const { mode, statusBefore } = started;
  if (status === null || status === record.status) return run;
  const isOld = mode === 'resumed' && statusBefore !== null && isSameStatus(status, statusBefore);
  return isOld || !isTerminal(options.classify(status)) ? { ...run, status: null } : run;
}

/** The log request failed. Contradictory pages do not count as a failed request. */
function isLeft({ reader }: Turn): boolean {
  const problem = reader.logsProblem;
  return problem !== null && (problem.status !== null || problem.timedOut);
}

function incomplete(turn: Turn): string {
  const { missing } = turn.cursor;
  const entries = (count: number): string => counted(count, 'entry', 'entries');
  const received = entries(turn.record.entries);
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
  const { clock, call, client } = turn.options;
  const startedAt = clock.now();
  const expected = outcome === 'succeeded' || outcome === 'needs_input';
  const nullMs = expected ? NULL_RESULT_MS.expected : NULL_RESULT_MS.unlikely;
  const sure = resultSource(turn.record) !== null;
  const patienceMs = sure ? SURE_RESULT_PATIENCE_MS : RESULT_PATIENCE_MS;
  // Waiting for this client's own rate limit takes nothing from the time for the service.
  let heldMs = 0;
  let refusedMs = 0;
  const within = (ms: number): number => Math.min(call.deadline, startedAt + heldMs + ms);
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const ownMs = client.readDelay();
    heldMs += ownMs;
    const until = within(patienceMs);
    const waitMs = Math.max(ownMs, turn.reader.notBefore - clock.now());
    if (clock.now() + Math.max(0, waitMs) >= until) break;
    try {
      if (waitMs > 0) await clock.sleep(waitMs, call.signal);
      const limited: CallOptions = { signal: call.signal, deadline: until };
      const run = endedOnly(turn, await turn.reader.readRun(limited));
      turn.answer(run);
      turn.facts(run);
      const nullUntil = within(nullMs);
      if (resultSource(turn.record) !== null || clock.now() >= nullUntil) return null;
      await clock.sleep(Math.min(pauseMs, nullUntil - clock.now()), call.signal);
      pauseMs *= 2;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.redirect) return error;
      // A replica that lags behind may not know a new run yet.
      if (error.proof === 'permanent' && !error.passing && error.status !== 404) break;
      turn.reader.refused(error);
      pauseMs *= 2;
      if (error.throttled) {
        const pause = Math.max(pauseMs, turn.reader.notBefore - clock.now());
        refusedMs += pause;
        if (refusedMs <= REFUSED_MS) heldMs += pause;
      }
      if (clock.now() + pauseMs >= within(patienceMs)) break;
      await clock.sleep(pauseMs, call.signal);
    }
  }
  if (!sure)
    turn.warn('The final result could not be read from the service; the log has everything that was received.');
  return null;
}

/**
 * Reads the rest of the log, of which `logRead` was read at the end, and the final result. Returns the outcome, which follows another
 * terminal status if one is shown by then, or a redirect that prevented the reading.
 */
export async function readToTheEnd(
  turn: Turn,
  { logRead, outcome }: { readonly logRead: LogRead | null; readonly outcome: EndOutcome },
): Promise<EndOutcome | ServiceError> {
  // A log that was not read at the end may have more, and there may be no time to wait.
  const { more, agrees } = logRead ?? { more: true, agrees: false };
  const redirect = (await drainLog(turn, { more, agrees })) ?? (await readFinal(turn, outcome));
  const meaning = turn.options.classify(turn.record.status);
  return redirect ?? (isTerminal(meaning) ? outcomeOf(meaning) : outcome);
}
