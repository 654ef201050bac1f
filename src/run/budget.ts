/**
 * What a run may use in a step, and what it has used of it (contract 20). Pure: when that ends a
 * turn is decided in `next`, when it withholds a follow-up in `session`.
 */
import type { BudgetRule, ServiceFacts } from '../agents/facts.ts';
import type { Usage } from '../agents/port.ts';
import type { Budget } from '../inputs/budget.ts';
import type { Inputs } from '../inputs/parse.ts';
import { amountText } from './amounts.ts';
import type { TurnRecord } from './state.ts';

/** A budget that is kept for the run of a session. */
export interface KeptBudget extends Budget, Pick<BudgetRule, 'kept' | 'usageOf'> {
  /** What sets it, as people find it in the workflow: `budget`. */
  readonly setBy: string;
}

/**
 * The budget that the inputs set. A limit that `request_fields` sends is one too (18.5): with the
 * request that creates a run, and to none that exists.
 */
export function budgetOf(
  { agentRunId, budget, requestFields }: Pick<Inputs, 'agentRunId' | 'budget' | 'requestFields'>,
  { budget: rule, inputFields }: Pick<ServiceFacts, 'budget' | 'inputFields'>,
): KeptBudget | null {
  if (rule === null) {
    return null;
  }
  const { kept, usageOf, unit } = rule;
  if (budget !== null) {
    return { ...budget, kept, usageOf, setBy: '`budget`' };
  }
  const field = inputFields.budget;
  const amount = field === undefined || agentRunId !== null ? null : requestFields[field];
  if (typeof amount !== 'number' || amount <= 0) {
    return null;
  }
  return { amount, unit, kept, usageOf, setBy: `\`${String(field)}\`` };
}

/** What a create is sent of the budget; null for nothing. */
export function limitToSend(budget: Budget | null, rule: BudgetRule | null): number | null {
  return budget !== null && rule?.kept === 'sent' ? budget.amount : null;
}

type UsageRecord = Pick<TurnRecord, 'usage' | 'usageBeforeStep'>;

/** What the run has used in all turns of this step; null: nothing is told of it. */
function usedOf(
  { usage, usageBeforeStep }: UsageRecord,
  { unit, usageOf }: KeptBudget,
): number | null {
  const now = inUnit(usage, unit);
  if (now === null || usageOf === 'step') {
    return now;
  }
  return Math.max(0, now - (inUnit(usageBeforeStep, unit) ?? 0));
}

function inUnit(usage: Usage | null, unit: Budget['unit']): number | null {
  if (usage === null) {
    return null;
  }
  if (unit === 'usd') {
    return usage.costUsd;
  }
  return usage.unit === unit ? usage.amount : null;
}

export function isUsedUp(record: UsageRecord, budget: KeptBudget): boolean {
  return (usedOf(record, budget) ?? 0) >= budget.amount;
}

/** More was used than is allowed, not just all of it. */
export function isExceeded(record: UsageRecord, budget: KeptBudget): boolean {
  return (usedOf(record, budget) ?? 0) > budget.amount;
}

/** `5.12 USD of the 5.00 USD that `budget` allows` */
export function usedText(record: UsageRecord, budget: KeptBudget): string {
  const { amount, unit, setBy } = budget;
  const used = usedOf(record, budget);
  const allowed = `${amountText(amount, unit)} that ${setBy} allows`;
  return used === null ? `all of the ${allowed}` : `${amountText(used, unit)} of the ${allowed}`;
}
