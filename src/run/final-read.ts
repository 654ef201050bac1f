/** Reads the run a last time, for its final result (contract 2.3). */
import type { RunShown } from '../agents/port.ts';
import { SERVICE_TABLE } from '../agents/service-table.ts';
import type { ServiceError } from '../http/errors.ts';
import { persistently } from '../http/retry.ts';
import { OUTCOME_TABLE, type Outcome } from '../outcomes.ts';
import { asNothing, type Poller } from './poller.ts';
import { hasOldResult, resultSource, type TurnRecord } from './state.ts';

/** How long reads may fail. */
const FAILING_MS = 30_000;
/** How long a read is repeated that comes from a replica which lags behind (contract 2.3). */
const LAGGING_MS = 10_000;
/** How long one is repeated that does not tell a result, where one is expected (contract 2.3). */
const RESULT_MS = 10_000;
/** The same for a run that need not have one. */
const NO_RESULT_MS = 2_000;
/** Between two reads after the end of a run, of which the first brought nothing new. */
export const READ_PAUSE_MS = 2_000;
/** Kept free before the deadline for the last read of a run. */
export const LAST_READ_MS = 1_000;

export async function readFinal(poller: Poller, outcome: Outcome): Promise<void> {
  const { clock, call } = poller.context;
  const patience = patienceFor(poller, outcome);
  let readFirst: number | null = null;
  let until = clock.now() + patience.heldMs;
  for (;;) {
    const run = await readRunPatiently(poller, { until, heldMs: patience.heldMs });
    if (run === null) {
      break;
    }
    const isLagging = poller.takeRun(run) === 'lags';
    if (!isLagging && tellsResult(poller.record)) {
      return;
    }
    readFirst ??= clock.now();
    const patienceMs = isLagging ? LAGGING_MS : patience.resultMs;
    until = Math.min(readFirst + patienceMs, call.deadline - LAST_READ_MS);
    if (clock.now() >= until) {
      return;
    }
    await clock.sleep(Math.min(READ_PAUSE_MS, until - clock.now()), call.signal);
  }
  if (readFirst === null) {
    poller.warn(
      'The final result could not be read from the service; ' +
        'the log has everything that was received.',
    );
  }
}

interface Patience {
  /** For a result that an answer does not tell. */
  readonly resultMs: number;
  /**
   * For a service that asks to wait: an end is not held up for what only adds to it (contract
   * 18.3). Infinity: until the deadline.
   */
  readonly heldMs: number;
}

/** A service that gives no text is not waited for. */
function patienceFor({ context, record }: Poller, outcome: Outcome): Patience {
  const givesText = SERVICE_TABLE[context.inputs.service].can.text;
  const isExpected = givesText && OUTCOME_TABLE[outcome].hasAnswer;
  const resultMs = isExpected ? RESULT_MS : NO_RESULT_MS;
  return {
    resultMs: givesText ? resultMs : 0,
    heldMs: isExpected && !tellsResult(record) ? Infinity : FAILING_MS,
  };
}

/** A result from before the follow-up may come from a replica that lags behind. */
function tellsResult(record: TurnRecord): boolean {
  return resultSource(record) !== null && !hasOldResult(record);
}

/**
 * Returns null if the run cannot be read.
 *
 * @param until the clock's `now` at which reading ends
 */
async function readRunPatiently(
  poller: Poller,
  { until, heldMs }: Pick<Patience, 'heldMs'> & { readonly until: number },
): Promise<RunShown | null> {
  const { context, notBefore } = poller;
  const { clock, call, random } = context;
  if (notBefore - clock.now() > heldMs) {
    return null;
  }
  const deadline = Math.min(call.deadline, until + LAST_READ_MS);
  // A replica that lags behind may not know a new run yet.
  const passes = (error: ServiceError): boolean =>
    (error.retryAfterMs ?? 0) <= heldMs &&
    (error.passing || error.isGatewayPage || error.status === 404);
  const patienceMs = (): number => Math.min(FAILING_MS, until - clock.now());
  const options = { clock, random, passes, patienceMs };
  const read = (): Promise<RunShown> => poller.readRun(deadline);
  return persistently(read, options, { ...call, deadline }).catch(asNothing);
}
