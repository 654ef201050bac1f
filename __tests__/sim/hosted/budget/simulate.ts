/** Simulates a job with a budget, at a hosted agent where one can be kept. */
import { simulatedAttempts, type SimulateOptions, type Simulated } from '../../engine/simulated.ts';
import { playJob } from '../checks/simulate.ts';
import type { TamperService } from '../simulate.ts';
import type { Subject } from '../subject.ts';
import { violationsOf } from './invariants.ts';
import { marksOf } from './marks.ts';
import { planOf } from './plan.ts';

export async function simulateBudget(
  subject: Subject,
  seed: number,
  options: SimulateOptions & TamperService = {},
): Promise<Simulated> {
  const plan = planOf(subject, seed);
  const { seen: played, clock, isOver } = await playJob(plan, options);
  const seen = { ...played, plan };
  return simulatedAttempts({
    seed,
    clock,
    isOver,
    attempts: seen.attempts,
    violations: () => violationsOf(seen),
    marks: marksOf(seen),
  });
}
