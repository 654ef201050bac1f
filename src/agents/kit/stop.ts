/** Stops a run, and reads back what became of that (contract 7.3, 18.4). */
import { asServiceError, type ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';

/** Kept before the deadline for the answer of another request. */
const RESPONSE_RESERVE_MS = 500;
/** Kept before the deadline to say what became of it. */
const SAY_MS = 100;

interface StopOrder<State> {
  readonly ask: (call: CallOptions) => Promise<void>;
  readonly read: (call: CallOptions) => Promise<State>;
  /** Whether it shows what became of the request, so that it need not be read again. */
  readonly isSettled: (state: State) => boolean;
  /** How long it is read again until then. */
  readonly patienceMs: number;
  /** Before each further request. */
  readonly pauseMs: number;
  /** Whether to ask once more after this refusal. Default: where it was put off (429). */
  readonly mayPass?: (refusal: ServiceError) => boolean;
}

/** A request that was refused is sent again so many times, if that may pass. */
const RETRIES = 3;

const isPutOff = ({ throttled }: ServiceError): boolean => throttled;

/** What the run shows after the request. */
type ReadBack<State> =
  | { readonly kind: 'shown'; readonly state: State }
  | { readonly kind: 'unread'; readonly why: ServiceError };

/** What became of a request to stop. */
export interface Stopped<State> {
  /** Null: it was accepted. */
  readonly refusal: ServiceError | null;
  readonly after: ReadBack<State>;
}

/** Rejects with `call.signal.reason` on abort. Every failure of the service is a value. */
export async function stopAndReadBack<State>(
  order: StopOrder<State>,
  clock: Pick<Clock, 'now' | 'sleep'>,
  call: CallOptions,
): Promise<Stopped<State>> {
  const { ask, pauseMs, isSettled, mayPass = isPutOff } = order;
  for (let retries = RETRIES; ; retries -= 1) {
    const refusal = await ask(call).then(() => null, asServiceError);
    if (refusal === null) {
      return { refusal, after: await readUntilSettled(order, clock, call) };
    }
    const after = await readOnce(order, call);
    const isOver = after.kind === 'shown' && isSettled(after.state);
    const isLast = retries === 0 || !mayPass(refusal) || !hasTime(pauseMs, clock, call);
    if (isOver || isLast) {
      return { refusal, after };
    }
    await clock.sleep(pauseMs, call.signal);
  }
}

async function readUntilSettled<State>(
  order: StopOrder<State>,
  clock: Pick<Clock, 'now' | 'sleep'>,
  call: CallOptions,
): Promise<ReadBack<State>> {
  const { pauseMs, patienceMs, isSettled } = order;
  const until = clock.now() + patienceMs;
  for (;;) {
    const after = await readOnce(order, call);
    const isOver = after.kind === 'shown' && isSettled(after.state);
    if (isOver || clock.now() + pauseMs >= until || !hasTime(pauseMs, clock, call)) {
      return after;
    }
    await clock.sleep(pauseMs, call.signal);
  }
}

async function readOnce<State>(
  { read }: StopOrder<State>,
  call: CallOptions,
): Promise<ReadBack<State>> {
  try {
    return { kind: 'shown', state: await read({ ...call, deadline: call.deadline - SAY_MS }) };
  } catch (error) {
    return { kind: 'unread', why: asServiceError(error) };
  }
}

/** Whether there is time for a pause, another request, and its answer. */
function hasTime(pauseMs: number, clock: Pick<Clock, 'now'>, { deadline }: CallOptions): boolean {
  return clock.now() + pauseMs + RESPONSE_RESERVE_MS <= deadline;
}
