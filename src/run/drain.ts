/** After the end: the rest of the log (contract 4.4) and the final result (2.3). */
import type { CallOptions } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { AgentRun } from '../service/schema.ts';
import type { RunEvent } from './events.ts';
import type { Turn } from './follow.ts';
import { counted } from '../shared/format.ts';

/** Draining ends after so long without progress. */
const NO_PROGRESS_MS = 30_000;
/** So many refusals (429) in a row do not count as that. */
const REFUSALS = 5;
/** Where no final answer was seen, late entries get so long, as far as it leaves so much for the final read. */
const LATE_GRACE_MS = 2_000;
const FINAL_READ_MS = 1_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;
/** The final result is worth so much patience when nothing else tells it, and so much when the log already did. */
const RESULT_PATIENCE_MS = 30_000;
const SURE_RESULT_PATIENCE_MS = 10_000;

interface Known {
  /** More entries can be read right now. */
  readonly more: boolean;
  readonly agrees: boolean;
}

/**
 * Reads what is left of the log. What could not be read is said in a warning; only a redirect fails the turn (contract 5)
 * and is given back, else null.
 */
export async function* drain(turn: Turn, known: Known): AsyncGenerator<RunEvent, ServiceError | null> {
  const { clock, call } = turn.options;
  let { more, agrees } = known;
  let lastProgress = clock.now();
  let leftBefore = isLeft(turn);
  const graceUntil = Math.min(clock.now() + LATE_GRACE_MS, call.deadline - FINAL_READ_MS);
  let pauseMs = FIRST_PAUSE_MS;
  let refusals = 0;
  for (;;) {
    const now = clock.now();
    const late = turn.record.hasFinalAnswer ? 0 : Math.max(0, graceUntil - now);
    if (!more && agrees && late === 0) return null;
    const left = Math.min(call.deadline - now, lastProgress + NO_PROGRESS_MS - now);
    // A full reading that goes on is finished; one that is disturbed is not begun anew.
    if (left <= 0 && !(more && turn.cursor.midway)) break;
    const floorMs = Math.max(0, turn.reader.notBefore - now);
    // The floor of a refusal is kept, also where it leaves no time for another look.
    if (floorMs >= call.deadline - now) break;
    const usualMs = more ? 0 : Math.min(left, agrees ? Math.min(late, LATE_GRACE_MS / 2) : pauseMs);
    const waitMs = Math.max(floorMs, usualMs);
    if (waitMs > 0) await clock.sleep(waitMs, call.signal);
    // A last look exactly when the patience ends would begin a request that may outlive it.
    if (clock.now() >= call.deadline) break;
    const look = await turn.reader.look(call, { logs: 'only' });
    if (look.kind === 'page') {
      leftBefore = false;
      turn.record.takeRun(endedOnly(turn, look.run));
      const progress = look.taken.fresh.length > 0;
      yield* turn.entries(look.taken);
      if (progress) {
        lastProgress = clock.now();
        refusals = 0;
      }
      pauseMs = progress ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      ({ more, agrees } = look.taken);
      continue;
    }
    more = false;
    agrees = false;
    if (look.kind === 'fatal') return look.error;
    // The log was left before the end and is still not there: one more try was all it gets, and a refusal is none.
    if (look.kind !== 'throttled' && leftBefore && isLeft(turn)) break;
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    if (look.kind === 'throttled' || look.kind === 'fault') turn.reader.refused(look.error);
    if (look.kind !== 'throttled') continue;
    // Being told to wait says nothing about the log: the patience begins anew behind the floor, a few times.
    refusals += 1;
    if (refusals <= REFUSALS) lastProgress = Math.max(clock.now(), turn.reader.notBefore);
  }
  // Only late entries were waited for.
  if (agrees && !more) return null;
  // That the log cannot be read is said once (2.3); where some of it was, it is another matter that the rest is missing.
  if (!turn.saidToHaveNoLog) yield* turn.warn(incomplete(turn));
  return null;
}

/** A stale answer may show the run at work again; the end has been seen, so such a status does not count. */
function endedOnly({ options }: Turn, run: AgentRun): AgentRun {
  const meaning = options.classify(run.status);
  return meaning === 'active' || meaning === 'unknown' ? { ...run, status: null } : run;
}

/** The log was answered with an error, or not at all. Pages that contradict each other are an answer all the same. */
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

/** Reads the run once more for its final result; passing trouble is waited out for a while. A redirect is given back, else null. */
export async function* readFinal(
  turn: Turn,
  { fresh }: { readonly fresh: boolean },
): AsyncGenerator<RunEvent, ServiceError | null> {
  if (fresh) return null;
  const { clock, call } = turn.options;
  const sure = turn.record.resultSource() !== null;
  const until = Math.min(call.deadline, clock.now() + (sure ? SURE_RESULT_PATIENCE_MS : RESULT_PATIENCE_MS));
  const limited: CallOptions = { signal: call.signal, deadline: until };
  let pauseMs = FIRST_PAUSE_MS;
  while (Math.max(clock.now(), turn.reader.notBefore) < until) {
    try {
      await clock.sleep(Math.max(0, turn.reader.notBefore - clock.now()), call.signal);
      const run = await turn.reader.readRun(limited);
      if (turn.record.takeRun(endedOnly(turn, run))) yield { type: 'status', ...turn.record.facts() };
      return null;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.redirect) return error;
      if (error.proof === 'permanent') break;
      turn.reader.refused(error);
      pauseMs *= 2;
      if (clock.now() + pauseMs >= until) break;
      await clock.sleep(pauseMs, call.signal);
    }
  }
  if (!sure)
    yield* turn.warn('The final result could not be read from the service; the log has everything that was received.');
  return null;
}
