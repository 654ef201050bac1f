/** The data for the invariants: the plan, the service's records, and the step's results. */
import { createClassifier, isTerminal } from '../../../../src/run/status.ts';
import { LIMITS } from '../../../../src/service/rate-limit.ts';
import { isLie } from '../../engine/faults.ts';
import type { SimFiles, SimHost } from '../../engine/machine.ts';
import type { Plan } from '../plan.ts';
import type { ModelService } from '../service.ts';

export interface Finished {
  readonly plan: Plan;
  readonly service: ModelService;
  readonly host: SimHost;
  readonly files: SimFiles;
  readonly endedAt: number;
  /** When the signal was sent; null if the step ended before or none was planned. */
  readonly signalledAt: number | null;
  readonly rejections: readonly string[];
}

export const classify = createClassifier({ successStatuses: [], failureStatuses: [] });

export function endOf(host: SimHost): { readonly outcome: string; readonly code: string } {
  return { outcome: host.outputs.get('outcome') ?? '', code: host.outputs.get('error_code') ?? '' };
}

/** Whether the step ended because it saw the run end. */
export function sawEnd({ host, signalledAt }: Finished): boolean {
  return ['succeeded', 'failed', 'cancelled', 'needs_input'].includes(endOf(host).outcome) && signalledAt === null;
}

/**
 * Whether the client's own limit of 60 requests per 60 seconds (contract 3.1) allowed no further request before the deadline, so that what the
 * service showed after the last one cannot be known.
 */
export function outOfBudget({ plan, service: { network } }: Pick<Finished, 'plan' | 'service'>): boolean {
  const { requests, windowMs } = LIMITS.shared;
  const leaves = network.sentAt.at(-requests);
  return leaves !== undefined && leaves + windowMs >= plan.timeoutMs;
}

/**
 * If the end of the log was not read before a resume, turns are distinguished by the service's clock, or by this machine's if answers are not
 * dated. It must be correct. With a wrong log they cannot be distinguished.
 */
export function isTurnUnclear(seen: Finished): boolean {
  const { plan, service } = seen;
  if (plan.mode !== 'resume' || plan.elsewhere !== null) return false;
  if (liedAboutTurn(seen)) return true;
  // In a descending log of one entry, an entry dated before it may also be a late one of the previous turn.
  if (plan.order === 'desc' && plan.before.length === 1 && plan.features.has('clock_back')) return true;
  const wasRead = service.delivered.some(({ at, showsEnd }) => showsEnd && at <= (service.acceptedAt ?? Infinity));
  const clocksAgree =
    (plan.features.has('dated') || (plan.jumps.length === 0 && !plan.features.has('clock_apart'))) &&
    !plan.features.has('clock_back') &&
    !plan.features.has('clock_stumbles') &&
    !plan.features.has('clock_stumbled_before');
  return !wasRead && !clocksAgree;
}

/** An end counts after two quiet polls over this long if there is a sign of work (contract 4.5). */
const QUIET_AFTER_SIGN_MS = 5_000;

/**
 * Whether the step had to take the end of the previous turn for that of this one: the answer to the follow-up said that the run is active, the
 * log could not be read after it, and the run still showed the previous end. By contract 4.5 that answer is then the sign of work that is
 * needed for an end to count.
 */
export function tookPreviousEnd({ plan, service: { acceptedAt, posts, delivered } }: Finished): boolean {
  if (plan.mode !== 'resume' || acceptedAt === null || posts.at(-1)?.fault !== 'no_id') return false;
  const ofTurn = delivered.filter(({ at }) => at >= acceptedAt);
  const end = ofTurn.find(({ status, at }) => isTerminal(classify(status)) && at >= acceptedAt + QUIET_AFTER_SIGN_MS);
  if (end === undefined || end.shows >= acceptedAt + plan.pickupAt) return false;
  return !ofTurn.some(({ kind, status, at }) => kind === 'page' || (at < end.at && classify(status) === 'active'));
}

/** Whether the page that shows the start of this turn was wrong. */
export function liedAboutTurn({ plan, service }: Finished): boolean {
  if (plan.mode !== 'resume') return false;
  const before = service.delivered.filter(({ at }) => at <= (service.acceptedAt ?? Infinity));
  // The log has several pages, and the newest entry before the turn was not on the page that was read.
  const unseen = plan.before.length > plan.cap && plan.order === 'asc';
  return (unseen ? service.delivered : before).some(({ fault }) => isLie(fault));
}

/**
 * Whether entries cannot be counted reliably, because a page shows only itself and the total:
 * - several pages, one of which was in the wrong order or had a hole;
 * - equal time stamps, if a late entry moves equal entries across the position that was read;
 * - several pages in descending order with equal time stamps: equal entries at a page border hide the growth;
 * - several pages in descending order without a total: a late entry on a later page is not visible.
 */
export function uncountable({ plan, service }: Pick<Finished, 'plan' | 'service'>): boolean {
  const { late, placed, order, stamps, before, tail, entries, totals, cap } = plan;
  if (late && placed === 'time' && stamps !== 'distinct') return true;
  if (before.length + tail.length + entries.length < cap) return false;
  const disordered = service.delivered.some(
    ({ fault }) => fault === 'reversed' || fault === 'shuffled' || fault === 'holed',
  );
  if (order === 'asc' || disordered) return disordered;
  return stamps === 'distinct' ? late && totals === 'absent' : true;
}
