/** Reads the rest of the log (contract 4.4) and the final result (2.3, 4.6) after the end of the run was seen. */
import { counted } from '../safe/format.ts';
import { viewEntry } from '../service/entry.ts';
import { ServiceError } from '../service/errors.ts';
import { hasFinalAnswer, resultSource } from './state.ts';
import { isTerminal, outcomeOf } from './status.ts';
import type { Turn } from './turn.ts';

type EndOutcome = ReturnType<typeof outcomeOf>;

/** Reading ends after this time without progress (contract 4.4). */
const NO_PROGRESS_MS = 30_000;
/** How long late entries may arrive if no final answer was seen (contract 4.4). */
const LATE_MS = 2_000;
/** Kept free before the deadline for the last read of the run. */
const LAST_READ_MS = 1_000;
/** How long a read whose result is null is repeated (contract 2.3). A run that failed or was cancelled is not expected to have one. */
const NULL_RESULT_MS = { expected: 10_000, unlikely: 2_000 } as const;
/** The first pause before another attempt, and the longest: each is twice the one before, so that ten fit into the time without progress. */
const PAUSE = { firstMs: 500, mostMs: 4_000 };

/** The time for attempts that bring nothing. What the service or this client's own limit makes wait takes none of it. */
class Patience {
  readonly #turn: Turn;
  readonly #deadline: number;
  /** Requests that must be possible after the next one. */
  readonly #reserve: number;
  #until: number;
  #pauseMs: number = PAUSE.firstMs;

  constructor(
    turn: Turn,
    { until, deadline, reserve }: { readonly until: number; readonly deadline: number; readonly reserve: number },
  ) {
    this.#turn = turn;
    this.#until = until;
    this.#deadline = deadline;
    this.#reserve = reserve;
  }

  /** Waits until the next attempt, at least `ms`. Returns false without waiting if the time ends before that. */
  async wait(ms: number): Promise<boolean> {
    const { notBefore, context } = this.#turn;
    const { clock, call, client } = context;
    const now = clock.now();
    const heldMs = Math.max(0, client.readDelay(this.#reserve), notBefore - now);
    this.#until += heldMs;
    const waitMs = Math.max(ms, heldMs);
    if (now + waitMs >= Math.min(this.#until, this.#deadline)) return false;
    if (waitMs > 0) await clock.sleep(waitMs, call.signal);
    return true;
  }

  /** The pause after an attempt that brought nothing. */
  pause(): number {
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(PAUSE.mostMs, pauseMs * 2);
    return pauseMs;
  }

  progress(): void {
    this.#until = this.#turn.context.clock.now() + NO_PROGRESS_MS;
    this.#pauseMs = PAUSE.firstMs;
  }
}

/**
 * Reads the rest of the log, and its last hundred entries again, which may have been filled in. Warns about missing entries.
 *
 * @param isRead the poll that saw the end has read all that
 */
export async function drainLog(turn: Turn, isRead: boolean): Promise<void> {
  const { log, context } = turn;
  const { clock, call } = context;
  if (turn.logsNotOffered) return;
  const now = clock.now();
  const lateUntil = now + LATE_MS;
  // The time counts from the first failure, but a log that failed for long is tried once more (contract 2.3).
  const until = Math.max((turn.logsFailingSince ?? now) + NO_PROGRESS_MS, now + 1);
  const patience = new Patience(turn, { until, deadline: call.deadline - LAST_READ_MS, reserve: 1 });
  let [isComplete, isReread] = [isRead, false];
  for (let waitMs = 0; ;) {
    const lateMs = isAnswered(turn) ? 0 : lateUntil - clock.now();
    if (isComplete && lateMs <= 0) break;
    if (!(await patience.wait(isComplete ? lateMs : waitMs))) {
      if (isReread || log.missing === 0 || turn.logsFailingSince !== null) break;
      // The count disagrees with the total at the end, so the log is read once more (contract 4.7).
      patience.progress();
      if (!(await patience.wait(0))) break;
      isReread = true;
      log.rescan();
    }
    const polled = await turn.pollLogs();
    const seen = polled instanceof ServiceError ? null : polled;
    // Each of these reads begins with the last hundred entries.
    isComplete = seen !== null && log.agrees;
    if (seen !== null && (seen.moved || seen.more)) patience.progress();
    waitMs = seen?.more === true ? 0 : patience.pause();
    // A refusal of long standing would only be repeated.
    if (turn.logsProblem?.passing === false || (isReread && seen?.more === false)) break;
  }
  const isWhole = isComplete || (log.agrees && turn.logsFailingSince === null);
  turn.flush();
  // An unreadable log is reported once (2.3). Missing entries of a partially read log are a separate warning.
  if (!isWhole && !turn.saidToHaveNoLog) turn.warn(incomplete(turn));
}

/** A final answer whose text the service has yet to fill in is a late entry, unless something else tells the result. */
function isAnswered({ log, record }: Turn): boolean {
  if (hasFinalAnswer(record)) return resultSource(record) !== null;
  return [...log.held, ...log.unordered].some(({ value }) => {
    const { message_type: kind, observation } = viewEntry(value);
    return kind === 'FINAL_ANSWER' && (observation ?? null) !== null;
  });
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
 * source.
 */
export async function readFinal(turn: Turn, outcome: EndOutcome): Promise<void> {
  const { clock, call } = turn.context;
  const nullMs =
    outcome === 'succeeded' || outcome === 'needs_input' ? NULL_RESULT_MS.expected : NULL_RESULT_MS.unlikely;
  const patience = new Patience(turn, { until: clock.now() + NO_PROGRESS_MS, deadline: call.deadline, reserve: 0 });
  let nullUntil = Infinity;
  for (let waitMs = 0; await patience.wait(waitMs); waitMs = Math.min(patience.pause(), nullUntil - clock.now())) {
    try {
      const run = await turn.readRun();
      turn.answer(run);
      turn.facts(run);
      nullUntil = Math.min(nullUntil, clock.now() + nullMs, call.deadline - LAST_READ_MS);
      if (resultSource(turn.record) !== null) return;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.redirect) throw error;
      // A replica that lags behind may not know a new run yet.
      if (!error.passing && error.status !== 404) break;
    }
    if (clock.now() >= nullUntil) return;
  }
  if (nullUntil === Infinity && resultSource(turn.record) === null)
    turn.warn('The final result could not be read from the service; the log has everything that was received.');
}

/**
 * Reads the rest of the log, unless the poll that saw the end has, and the final result. Returns the outcome, which follows another
 * terminal status if one is shown by then.
 */
export async function readToTheEnd(
  turn: Turn,
  { isRead, outcome }: { readonly isRead: boolean; readonly outcome: EndOutcome },
): Promise<EndOutcome> {
  await drainLog(turn, isRead);
  await readFinal(turn, outcome);
  const meaning = turn.context.classify(turn.record.status);
  return isTerminal(meaning) ? outcomeOf(meaning) : outcome;
}
