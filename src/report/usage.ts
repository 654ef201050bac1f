/** What a run used, as people and workflows read it (contract 1.2, `usage`). */
import type { Usage } from '../agents/port.ts';
import { amountText } from '../run/amounts.ts';
import { counted } from '../safe/text.ts';
import type { StepView } from './step-view.ts';

/** `81,234 tokens (0.42 USD)`, `81,234 tokens (in the plan)`, or empty if nothing is told. */
export function usageText(usage: Usage | null): string {
  if (usage === null) {
    return '';
  }
  const { unit, amount, costUsd, isInPlan = false } = usage;
  const used = amountText(amount, unit);
  if (costUsd !== null) {
    return `${used} (${amountText(costUsd, 'usd')})`;
  }
  return isInPlan ? `${used} (in the plan)` : used;
}

/** `budget 5.00 USD`, or empty without one. */
export function budgetText({ budget }: Pick<StepView, 'budget'>): string {
  return budget === null ? '' : `budget ${amountText(budget.amount, budget.unit)}`;
}

/** The value of the output, of which `runs_file` has one for each run. */
export function usageValue(usage: Usage | null): object | null {
  if (usage === null) {
    return null;
  }
  const { unit, amount, costUsd } = usage;
  return { unit, amount, cost_usd: costUsd };
}

/** What the runs of a fleet used together, as far as they tell it in this unit. */
interface UsageSum extends Usage {
  /** How many runs tell it. */
  readonly runs: number;
  /** All runs. */
  readonly of: number;
}

/** Sums of fractions show no digits that no summand has. */
const SUM_DIGITS = 12;

function sumOf(numbers: readonly number[]): number {
  const sum = numbers.reduce((total, number) => total + number, 0);
  return Number(sum.toPrecision(SUM_DIGITS));
}

/**
 * One sum for each unit that is told, in the order in which they occur (contract 1.2). The cost is
 * null unless each run that tells its use tells its cost.
 */
export function usageSums(runs: readonly Pick<StepView, 'usage'>[]): readonly UsageSum[] {
  const told = runs.flatMap(({ usage }) => usage ?? []);
  const units = [...new Set(told.map(({ unit }) => unit))];
  return units.map((unit) => {
    const ofUnit = told.filter((usage) => usage.unit === unit);
    const costs = ofUnit.flatMap(({ costUsd }) => costUsd ?? []);
    return {
      unit,
      amount: sumOf(ofUnit.map(({ amount }) => amount)),
      costUsd: costs.length === ofUnit.length ? sumOf(costs) : null,
      runs: ofUnit.length,
      of: runs.length,
    };
  });
}

/** `81,234 tokens (0.42 USD) by 18 of 20 runs`, one after the other if there are several units. */
export function usageSumsText(sums: readonly UsageSum[]): string {
  const told = sums.map((sum) => {
    const share = sum.runs === sum.of ? '' : ` by ${sum.runs} of ${counted(sum.of, 'run')}`;
    return `${usageText(sum)}${share}`;
  });
  return told.join(' and ');
}

/** The value of the output of a fleet. Null without a sum, and with several. */
export function usageSumValue(sums: readonly UsageSum[]): object | null {
  const [sum = null, another] = sums;
  if (sum === null || another !== undefined) {
    return null;
  }
  return { ...usageValue(sum), runs: sum.runs, of: sum.of };
}
