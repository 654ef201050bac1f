/** What an invariant looks at: the plan, what the service saw, and what the step left. */
import { createClassifier } from '../../../../src/run/status.ts';
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
  /** When the signal came, null when the step ended before it or none was planned. */
  readonly signalledAt: number | null;
  readonly rejections: readonly string[];
}

export const classify = createClassifier({ successStatuses: [], failureStatuses: [] });

export function endOf(host: SimHost): { readonly outcome: string; readonly code: string } {
  return { outcome: host.outputs.get('outcome') ?? '', code: host.outputs.get('error_code') ?? '' };
}

/** The step ended because it saw the run end. */
export function sawEnd({ host, signalledAt }: Finished): boolean {
  return ['succeeded', 'failed', 'cancelled', 'needs_input'].includes(endOf(host).outcome) && signalledAt === null;
}

/**
 * The client's own limit of 60 requests in 60 seconds (contract 3.1) left no room for another one before the deadline: what the service showed
 * after the last request cannot be read by anyone who keeps that limit.
 */
export function outOfBudget({ plan, service: { network } }: Pick<Finished, 'plan' | 'service'>): boolean {
  const { requests, windowMs } = LIMITS.shared;
  const leaves = network.sentAt.at(-requests);
  return leaves !== undefined && leaves + windowMs >= plan.timeoutMs;
}

/** Without the log before a resume, entries are told apart by this machine's clock, which must be right; with a lie about it, by nothing. */
export function isTurnUnclear(seen: Finished): boolean {
  const { plan, service } = seen;
  if (plan.mode !== 'resume' || plan.elsewhere !== null) return false;
  if (liedAboutTurn(seen)) return true;
  // In a descending log of one entry, one that is dated before it may as well be a late one of the turn before.
  if (plan.order === 'desc' && plan.before.length === 1 && plan.features.has('clock_back')) return true;
  const wasRead = service.delivered.some(({ at, kind }) => kind === 'page' && at <= (service.acceptedAt ?? Infinity));
  const clocksAgree =
    plan.jumps.length === 0 &&
    !plan.features.has('clock_apart') &&
    !plan.features.has('clock_back') &&
    !plan.features.has('clock_stumbles') &&
    !plan.features.has('clock_stumbled_before');
  return !wasRead && !clocksAgree;
}

/** Whether the page that shows where this turn begins was a lie. */
export function liedAboutTurn({ plan, service }: Finished): boolean {
  if (plan.mode !== 'resume') return false;
  const before = service.delivered.filter(({ at }) => at <= (service.acceptedAt ?? Infinity));
  // More than a page, and the newest entry before the turn was not on the one that was read.
  const unseen = plan.before.length > plan.cap && plan.order === 'asc';
  return (unseen ? service.delivered : before).some(({ fault }) => isLie(fault));
}

/**
 * Logs in which not every entry can be counted for sure, because a page shows only itself and the total:
 * - of several pages, one of which came in the wrong order or with a hole;
 * - with equal time stamps, where a late entry pushes equal entries over the place we had read to;
 * - descending, of several pages, with equal time stamps: equal entries at the border of two pages hide how far it grew;
 * - descending, of several pages, without a total: a late entry on a later page shows nowhere.
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
