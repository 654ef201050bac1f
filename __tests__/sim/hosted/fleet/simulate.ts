/** Simulates a fleet, at a hosted agent. */
import { memoryGitHub } from '../../../support/memory-scene.ts';
import { SimClock } from '../../engine/clock.ts';
import { Dice } from '../../engine/dice.ts';
import {
  simulatedAttempts,
  takeRejections,
  type SimulateOptions,
  type Simulated,
} from '../../engine/simulated.ts';
import { playAttempt } from '../../world/attempt.ts';
import { GitHubWay } from '../../world/github.ts';
import type { TamperService } from '../simulate.ts';
import type { Subject } from '../subject.ts';
import { HostedWorld } from '../world.ts';
import { violationsOf } from './invariants.ts';
import { marksOf } from './marks.ts';
import { planOf, shapeOf, type Plan, type TaskPlan } from './plan.ts';
import { jobOf, nameOf, taskAttempts, type FleetAttempt, type OldRun, type Seen } from './rows.ts';

const EVENTS_MOST = 400_000;

export async function simulateFleet(
  subject: Subject,
  seed: number,
  { trace, tamper, tamperService }: SimulateOptions & TamperService = {},
): Promise<Simulated> {
  takeRejections();
  const plan = planOf(subject, seed);
  trace?.(told(plan));
  const clock = new SimClock();
  const old = new Map<string, OldRun>();
  const world = worldOf(plan, { clock, old, trace: trace ?? null });
  tamperService?.(world);
  for (const task of plan.tasks) {
    if (task.old !== null) {
      const run = world.add(task.old.agoMs, task.old.shape);
      old.set(task.key, { id: subject.idOf(run, 0), runId: run.id });
    }
  }
  const github = memoryGitHub();
  const connect = (by: string): GitHubWay =>
    new GitHubWay(github, { by, seed, clock, troubles: [], latencyMs: 20, trace: trace ?? null });
  const fleets: FleetAttempt[] = [];
  let isDone = false;
  const begin = (nth: number): void => {
    const attempt = plan.attempts[nth];
    if (attempt === undefined) {
      isDone = true;
      return;
    }
    const name = `${FLEET}.${nth + 1}`;
    const played = playAttempt(world, {
      name,
      plan: attempt,
      github: connect(name),
      post: { github: connect(`${name}.post`) },
      tamper,
      seed: Dice.of(seed, `process/${nth}`).int(0, 1e9),
      inputs: { ...plan.inputs, tasks: JSON.stringify(tasksOf(plan, old)) },
      env: envOf(nth),
      onEnd: () => clock.after(plan.attempts[nth + 1]?.gapMs ?? 0, () => begin(nth + 1)),
    });
    fleets.push(Object.assign(played, { nth }));
  };
  begin(0);
  if (plan.othersMs !== null) {
    useByOthers(world, { everyMs: plan.othersMs, isOver: () => isDone });
  }
  const isOver = await clock.drive(() => isDone, EVENTS_MOST);
  const jobs = new Map(plan.tasks.map((task) => [task.key, jobOf(plan, task)]));
  const attempts = fleets.flatMap((fleet) => taskAttempts(fleet, { plan, world, old, jobs }));
  const seen: Seen = { plan, world, attempts, fleets, rejections: takeRejections() };
  return simulatedAttempts({
    seed,
    clock,
    isOver,
    attempts: fleets,
    violations: () => violationsOf(seen),
    marks: marksOf(seen),
  });
}

const FLEET = 'fleet';

function worldOf(
  plan: Plan,
  {
    clock,
    old,
    trace,
  }: {
    readonly clock: SimClock;
    readonly old: ReadonlyMap<string, OldRun>;
    readonly trace: ((line: string) => void) | null;
  },
): HostedWorld {
  const { seed, subject, rules: faults, streams, timeoutMs, others } = plan;
  const world: HostedWorld = new HostedWorld({
    seed,
    subject,
    clock,
    trace,
    faults,
    streams,
    timeoutMs,
    others,
    shape: (dice) => shapeOf(dice, plan),
    fleet: {
      senderOf: ({ by, runId, body }) => {
        const task = plan.tasks.find(
          (each) => isAbout(each, body) || isOwn(world, { task: each, runId, old }),
        );
        const [, attempt = '', post = ''] = /^fleet\.(\d+)(\.post)?$/.exec(by) ?? [];
        return task === undefined ? by : `${nameOf(task, Number(attempt) - 1)}${post}`;
      },
    },
  });
  return world;
}

/** Whether what is sent has the prompt of this task. */
const isAbout = ({ prompt }: TaskPlan, body: string): boolean =>
  prompt !== null && body.includes(prompt);

function isOwn(
  { sends }: HostedWorld,
  {
    task: { key },
    runId,
    old,
  }: {
    readonly task: TaskPlan;
    readonly runId: string | null;
    readonly old: ReadonlyMap<string, OldRun>;
  },
): boolean {
  const isMade = sends.some(
    ({ by, done }) => by.startsWith(`${key}.`) && done !== null && done.runId === runId,
  );
  return runId !== null && (isMade || old.get(key)?.runId === runId);
}

function tasksOf(
  { tasks }: Plan,
  old: ReadonlyMap<string, OldRun>,
): readonly Readonly<Record<string, string>>[] {
  return tasks.map(({ key, prompt }) => {
    const given = old.get(key);
    return {
      key,
      ...(prompt !== null && { prompt }),
      ...(given !== undefined && { agent_run_id: given.id }),
    };
  });
}

const envOf = (nth: number): Readonly<Record<string, string>> => ({
  GITHUB_EVENT_NAME: 'workflow_dispatch',
  GITHUB_REPOSITORY: 'octo/widgets',
  GITHUB_ACTOR: 'mona',
  GITHUB_WORKFLOW: 'Agent',
  GITHUB_JOB: FLEET,
  GITHUB_RUN_ID: '9000',
  GITHUB_ACTION: '__self',
  GITHUB_RUN_ATTEMPT: String(nth + 1),
});

/** Another user of the same token. */
function useByOthers(
  world: HostedWorld,
  { everyMs, isOver }: { readonly everyMs: number; readonly isOver: () => boolean },
): void {
  world.options.clock.after(everyMs, () => {
    if (!isOver()) {
      world.sendOther();
      useByOthers(world, { everyMs, isOver });
    }
  });
}

function told({ subject, features, faults, ...rest }: Plan): string {
  const named = { service: subject.service, features: [...features], ...rest };
  return JSON.stringify({ ...named, faults: faults.map(({ name }) => name) }, null, 1);
}
