/** Looks for the run of a create by its key, and for a follow-up by its mark (contract 4.9). */
import type {
  Agent,
  Found,
  FoundFollowUp,
  FoundMark,
  KnownRun,
  Search,
  UnreadFollowUp,
} from '../../agents/port.ts';
import { asServiceError, NotOffered, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { persistently, type RetryOptions } from '../../http/retry.ts';

export interface LookPorts extends Pick<RetryOptions, 'clock' | 'random'> {
  readonly agent: Pick<Agent, 'find' | 'followUps' | 'keys'>;
}

/** How long one look may be repeated because the service cannot be read for now (contract 4.8). */
export const LOOK_MS = 120_000;
/** The last look starts this long before the end, to leave time for its response. */
const LAST_LOOK_MS = 2_000;

/** What a search found, or why the service cannot be searched. */
export type Looked = Found | { readonly kind: 'failed'; readonly error: ServiceError };

/**
 * Looks once, waiting for a service that cannot be read for now. Rejects with the signal's reason
 * on abort.
 */
export function lookOnce(ports: LookPorts, search: Search, call: CallOptions): Promise<Looked> {
  const deadline = Math.min(ports.clock.now() + LOOK_MS, call.deadline);
  return look(ports, search, { ...call, deadline });
}

/** Looks for a run that may yet appear, until the time for that is over. Rejects as `lookOnce`. */
export async function lookUntilFound(
  ports: LookPorts,
  search: Search,
  call: CallOptions & { readonly settleMs?: number },
): Promise<Looked> {
  const { agent, clock } = ports;
  const { pausesMs } = agent.keys;
  const { settleMs = agent.keys.settleMs, ...within } = call;
  const deadline = Math.min(clock.now() + settleMs, call.deadline);
  for (let nth = 0; ; nth += 1) {
    const pauseMs = pausesMs[Math.min(nth, pausesMs.length - 1)] ?? 0;
    const remainingMs = deadline - LAST_LOOK_MS - clock.now();
    await clock.sleep(Math.max(0, Math.min(pauseMs, remainingMs)), call.signal);
    const looked = await look(ports, search, { ...within, deadline });
    if (isLookSettled(looked, search) || deadline - LAST_LOOK_MS - clock.now() <= 0) {
      return looked;
    }
  }
}

function isLookSettled(looked: Looked, { kind }: Search): boolean {
  if (kind === 'earlier') {
    return !mayClose(looked);
  }
  return looked.kind === 'failed' || looked.kind === 'found';
}

/** Whether a later look may tell what this one could not. */
export function mayClose(looked: Looked): boolean {
  return looked.kind === 'open' && looked.mayClose === true;
}

/**
 * Whether the service cannot be read for now, once that was waited out. The page of a gateway is by
 * then how a service says that it has no list of runs (contract 4.1, 4.9).
 */
export function isForNow(error: ServiceError): boolean {
  return error.mayPass && !(error instanceof NotOffered);
}

async function look(ports: LookPorts, search: Search, call: CallOptions): Promise<Looked> {
  const { agent, clock, random } = ports;
  const found = await persistently(
    () => agent.find(search, call),
    { clock, random, passes: (error) => error.mayPass },
    call,
  ).catch(asServiceError);
  return found instanceof ServiceError ? { kind: 'failed', error: found } : found;
}

/** A follow-up with a mark, whose echo proves that it arrived. */
interface SentMark {
  readonly run: KnownRun;
  readonly mark: string;
}

/** Between two looks for an echo. */
const ECHO_PAUSE_MS = 3_000;

/** What a search for a follow-up found, or why its log cannot be searched. */
export type LookedForMark = FoundMark | { readonly kind: 'failed'; readonly error: ServiceError };

/** Its run, or the log of that, shows the follow-up. */
export type Arrival = FoundFollowUp | UnreadFollowUp;

/** The echo alone proves that a follow-up has arrived (contract 4.9). */
export function hasArrived(looked: LookedForMark): looked is Arrival {
  return looked.kind === 'found' || looked.kind === 'unread';
}

/**
 * Looks for a follow-up until the service shows it. At the call's deadline, what was found last
 * where the log could be read.
 */
export async function findEcho(
  { agent: { followUps }, clock }: Pick<LookPorts, 'agent' | 'clock'>,
  { run, mark }: SentMark,
  call: CallOptions,
): Promise<LookedForMark> {
  if (followUps === undefined) {
    return { kind: 'none' };
  }
  let last: LookedForMark | null = null;
  for (;;) {
    const found = await followUps.find(run, mark, call).catch(asServiceError);
    last = found instanceof ServiceError ? (last ?? { kind: 'failed', error: found }) : found;
    if (hasArrived(last) || clock.now() + ECHO_PAUSE_MS >= call.deadline) {
      return last;
    }
    await clock.sleep(ECHO_PAUSE_MS, call.signal);
  }
}
