/** Simulates a fleet. */
import { SimClock } from '../engine/clock.ts';
import { takeRejections, type SimulateOptions, type Simulated } from '../engine/simulated.ts';
import { playAttempt } from '../world/attempt.ts';
import { turnShape, type WorldRun } from '../world/run.ts';
import { World } from '../world/service.ts';
import { violationsOf, type Seen } from './invariants.ts';
import { marksOf } from './marks.ts';
import { planOf, type Plan } from './plan.ts';

const EVENTS_MOST = 400_000;

export async function simulateFleet(
  seed: number,
  { trace, tamper }: SimulateOptions = {},
): Promise<Simulated> {
  takeRejections();
  const plan = planOf(seed);
  trace?.(JSON.stringify({ ...plan, features: [...plan.features] }, null, 1));
  const clock = new SimClock();
  const world = worldOf(plan, clock, trace ?? null);
  const old = oldRuns(plan, world);
  const tasks = plan.tasks.map(({ key, prompt }) => ({
    key,
    ...(prompt !== null && { prompt }),
    ...(old.has(key) && { agent_run_id: old.get(key)?.id }),
  }));
  let over = false;
  const attempt = playAttempt(world, {
    name: 'fleet',
    plan,
    seed,
    tamper,
    onEnd: () => (over = true),
    inputs: { ...plan.inputs, tasks: JSON.stringify(tasks) },
    env: {
      GITHUB_EVENT_NAME: 'workflow_dispatch',
      GITHUB_REPOSITORY: 'octo/widgets',
      GITHUB_RUN_ID: '9000',
      GITHUB_JOB: 'fleet',
      GITHUB_ACTION: '__self',
    },
  });
  if (plan.othersMs !== null) {
    others(world, { clock, everyMs: plan.othersMs, isOver: () => over });
  }
  const ended = await clock.drive(() => over, EVENTS_MOST);
  const { process, connection } = attempt;
  const seen: Seen = { ...attempt, world, old, rejections: takeRejections() };
  return {
    seed,
    violations: ended ? violationsOf(seen) : [`a hang at ${clock.now()}`],
    marks: marksOf(seen),
    outcome: process.end?.how === 'killed' ? 'killed' : process.outcome,
    code: process.code,
    requests: connection.network.reached(),
    lasted: clock.now(),
  };
}

function worldOf(plan: Plan, clock: SimClock, trace: ((line: string) => void) | null): World {
  const { seed, features } = plan;
  const has = (feature: Parameters<typeof features.has>[0]): boolean => features.has(feature);
  return new World({
    seed,
    clock,
    trace,
    metadata: 'keep',
    limited: true,
    list: {
      offered: !has('no_list'),
      lateMs: has('list_late') ? 30_000 : 0,
      staleMs: has('list_stale') ? 10_000 : 0,
      others: has('list_long') ? 250 : 5,
    },
    shape: (dice) => {
      const shape = turnShape(dice);
      const steps =
        has('long_logs') && dice.chance(0.4) ? dice.int(90, 220) : Math.min(shape.steps, 8);
      return {
        ...shape,
        steps,
        word: has('bad_ends') ? shape.word : 'COMPLETE',
        lastsMs: has('slow') ? shape.lastsMs * 3 : shape.lastsMs,
      };
    },
  });
}

/** Existing runs that tasks resume or follow, idle or active. */
function oldRuns({ tasks, features }: Plan, world: World): Map<string, WorldRun> {
  const old = new Map<string, WorldRun>();
  for (const [index, { key, resumes }] of tasks.entries()) {
    if (!resumes) {
      continue;
    }
    const busy = features.has('busy_runs') && index % 2 === 0;
    const first = {
      pickupMs: 0,
      lastsMs: busy ? 430_000 : 5_000,
      word: 'COMPLETE',
      steps: index % 5,
    };
    old.set(key, world.add(-400_000, first));
  }
  return old;
}

/** Simulates another user of the same token. */
function others(
  world: World,
  {
    clock,
    everyMs,
    isOver,
  }: { readonly clock: SimClock; readonly everyMs: number; readonly isOver: () => boolean },
): void {
  clock.after(everyMs, () => {
    if (isOver()) {
      return;
    }
    world.sendOther();
    others(world, { clock, everyMs, isOver });
  });
}
