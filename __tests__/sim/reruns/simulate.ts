/** Simulates jobs with `idempotency: on` and consecutive attempts on one service. */
import { SimClock } from '../engine/clock.ts';
import {
  simulatedAttempts,
  takeRejections,
  type SimulateOptions,
  type Simulated,
} from '../engine/simulated.ts';
import { playAttempt } from '../world/attempt.ts';
import { World } from '../world/service.ts';
import { marksOf, violationsOf, type Attempt, type Seen } from './invariants.ts';
import { planOf, type JobPlan } from './plan.ts';

const EVENTS_MOST = 200_000;

export async function simulateReruns(
  seed: number,
  { trace, tamper }: SimulateOptions = {},
): Promise<Simulated> {
  takeRejections();
  const plan = planOf(seed);
  const clock = new SimClock();
  const world = new World({ seed, clock, trace: trace ?? null, ...plan.service });
  trace?.(JSON.stringify({ ...plan, features: [...plan.features] }, null, 1));
  const attempts: Attempt[] = [];
  let left = plan.jobs.length;
  const begin = (
    job: JobPlan,
    { index, resumedRun }: { index: number; resumedRun: number | null },
  ): void => {
    const attempt = job.attempts[index]!;
    const { prompt } = attempt;
    const played = playAttempt(world, {
      name: `${job.name}.${index + 1}`,
      plan: attempt,
      tamper,
      seed: seed + index,
      aheadMs: job.aheadMs,
      inputs: {
        ...job.inputs,
        prompt,
        ...(resumedRun !== null && { agent_run_id: String(resumedRun) }),
      },
      env: { ...job.env, GITHUB_RUN_ATTEMPT: String(index + 1) },
      onEnd: () => {
        const again = job.attempts[index + 1];
        if (again === undefined) {
          left -= 1;
        } else {
          clock.after(again.gapMs, () => begin(job, { index: index + 1, resumedRun }));
        }
      },
    });
    attempts.push(Object.assign(played, { job, resumedRun }));
  };
  for (const job of plan.jobs) {
    clock.after(job.startAt, () =>
      begin(job, { index: 0, resumedRun: job.resumes ? oldRun(world) : null }),
    );
  }
  const isOver = await clock.drive(() => left === 0, EVENTS_MOST);
  const seen: Seen = { plan, world, attempts, rejections: takeRejections() };
  return simulatedAttempts({
    seed,
    clock,
    isOver,
    attempts,
    violations: () => violationsOf(seen),
    marks: marksOf(seen),
  });
}

/** A run that has ended, which a job resumes. */
function oldRun(world: World): number {
  const first = { pickupMs: 0, lastsMs: 1_000, word: 'COMPLETE', steps: 2 };
  return world.add(world.options.clock.now() - 300_000, first).id;
}
