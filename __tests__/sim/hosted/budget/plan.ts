/**
 * Plans a job with a budget (contract 20), on what a job that waits for checks meets: one turn, an
 * answer that never fits its schema and is asked for once more, or checks that are mended.
 */
import { Dice } from '../../engine/dice.ts';
import { planOf as checksOf, type Plan as ChecksPlan } from '../checks/plan.ts';
import type { Subject, SubjectBudget } from '../subject.ts';

export interface Plan extends ChecksPlan {
  readonly work: 'checks' | 'schema' | 'turn';
  readonly budget: SubjectBudget;
  readonly amount: number;
}

/** Nothing that the scenario's runs say has this. */
const SCHEMA = '{"type":"object","required":["pass"]}';
/** Most heads are red, so that the run is asked to mend them. */
const RED: Pick<ChecksPlan, 'features' | 'maxFixes' | 'redRate'> = {
  features: new Set(),
  maxFixes: 3,
  redRate: 0.8,
};
/** What most turns use once or twice, by the unit. */
const MOST_QUARTERS = 12;
const MOST_ACU = 6;

export function planOf(subject: Subject, seed: number): Plan {
  const { budget } = subject;
  if (budget === undefined) {
    throw new Error(`${subject.service} keeps no budget`);
  }
  const dice = Dice.of(seed, 'budget');
  const work = dice.pick(['checks', 'checks', 'schema', 'turn'] as const);
  const drawn = checksOf(subject, seed);
  const plan = work === 'checks' ? { ...drawn, ...RED } : drawn;
  const amount = budget.unit === 'usd' ? dice.int(1, MOST_QUARTERS) / 4 : dice.int(1, MOST_ACU);
  const [first] = plan.attempts;
  // A kill ends what is judged here, and so does an attempt after it.
  const attempts = first === undefined ? [] : [{ ...first, killAfter: null }];
  return {
    ...plan,
    work,
    budget,
    amount,
    attempts,
    inputs: {
      ...plan.inputs,
      budget: `${amount} ${budget.unit}`,
      on_cancel: 'leave',
      max_fixes: String(plan.maxFixes),
      ...(work !== 'checks' && { expect: 'none', max_fixes: '' }),
      ...(work === 'schema' && { output_schema: SCHEMA }),
    },
  };
}
