/** The data for the invariants: the plan, the service's records, and the step's results. */
import { statusMeaning } from '../../../../src/agents/agent-run/words.ts';
import { isTerminal } from '../../../../src/run/status.ts';
import { LIMITS } from '../../../../src/http/limits.ts';
import { isStale } from '../../engine/faults.ts';
import { ENDS_RUN } from '../../outcomes.ts';
import type { MemoryFiles } from '../../../support/memory-files.ts';
import type { MemoryHost } from '../../../support/memory-host.ts';
import type { Plan } from '../plan.ts';
import type { PlannedService } from '../service.ts';

export interface Finished {
  readonly plan: Plan;
  readonly service: PlannedService;
  readonly host: MemoryHost;
  readonly files: MemoryFiles;
  readonly endedAt: number;
  /** When the signal was sent; null if the step ended before or none was planned. */
  readonly signalledAt: number | null;
  readonly rejections: readonly string[];
}

export const classify = statusMeaning;

export function endOf(host: MemoryHost): { readonly outcome: string; readonly code: string } {
  return { outcome: host.outputs['outcome'] ?? '', code: host.outputs['error_code'] ?? '' };
}

/** Whether the step ended because it saw the run end. */
export function sawEnd({ host, signalledAt }: Finished): boolean {
  return ENDS_RUN.has(endOf(host).outcome) && signalledAt === null;
}

/**
 * Whether the client's own limit of 60 requests per 60 seconds (contract 3.1) allowed no further
 * request before the deadline, so that what the service showed after the last one cannot be known.
 */
export function outOfBudget({
  plan,
  service: { network },
}: Pick<Finished, 'plan' | 'service'>): boolean {
  const { requests, windowMs } = LIMITS.shared;
  const leaves = network.sentAt.at(-requests);
  return leaves !== undefined && leaves + windowMs >= plan.timeoutMs;
}

/** Reading what an end leaves to be read takes a second before the timeout (`follow`). */
const AFTER_END_MS = 1_000;

/**
 * Whether no time was left after the end. The ten seconds for a result that is null (contract 2.3)
 * end with the timeout, which holds whatever comes later (6.5): the end itself is told, with what
 * is known.
 */
export function isOutOfTime({ plan, endedAt }: Finished): boolean {
  return endedAt >= plan.timeoutMs - AFTER_END_MS;
}

/** A replica lags behind for less than this, and an echo is shown by then (contract 4.5). */
const LAG_MS = 30_000;

/** Entries on one page of the log. */
const PAGE = 100;

/**
 * Whether nothing tells where this turn begins: the number of entries was not read before the
 * follow-up, or a replica told too small a one, and no page shows the follow-up for as long as a
 * replica may lag: all entries are kept, and a warning says so (contract 4.5).
 */
export function isTurnUnclear(seen: Finished): boolean {
  const { plan, service } = seen;
  if (plan.mode !== 'resume') {
    return false;
  }
  const { acceptedAt, delivered } = service;
  const accepted = acceptedAt ?? Infinity;
  const pages = delivered.filter(({ kind }) => kind === 'page');
  const [echo] = plan.echoes ? plan.entries : [];
  const seenAt =
    pages.find(({ shows }) => echo !== undefined && shows >= accepted + echo.visibleAt)?.at ??
    Infinity;
  if (seenAt < accepted + LAG_MS) {
    return false;
  }
  const before = pages.filter(({ at }) => at <= accepted);
  // A log whose first page is full is counted by reading it to its end.
  const isLong = plan.before.length >= PAGE;
  const needed = isLong ? 2 : 1;
  return before.length < needed || before.some(({ fault }) => isStale(fault));
}

/** An end counts after two quiet polls over this long if there is a sign of work (contract 4.5). */
const QUIET_AFTER_SIGN_MS = 5_000;

/**
 * Whether the step had to take the end of the previous turn for that of this one: the answer to the
 * follow-up said that the run is active, the log could not be read after it, and the run still
 * showed the previous end. By contract 4.5 that answer is then the sign of work that is needed for
 * an end to count.
 */
export function tookPreviousEnd({
  plan,
  service: { acceptedAt, posts, delivered },
}: Finished): boolean {
  if (plan.mode !== 'resume' || acceptedAt === null || posts.at(-1)?.fault !== 'no_id') {
    return false;
  }
  const ofTurn = delivered.filter(({ at }) => at >= acceptedAt);
  const end = ofTurn.find(
    ({ status, at }) => isTerminal(classify(status)) && at >= acceptedAt + QUIET_AFTER_SIGN_MS,
  );
  if (end === undefined || end.shows >= acceptedAt + plan.pickupAt) {
    return false;
  }
  return !ofTurn.some(
    ({ kind, status, at }) => kind === 'page' || (at < end.at && classify(status) === 'active'),
  );
}
