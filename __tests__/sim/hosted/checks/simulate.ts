/** Simulates a job that waits for the checks of its pull request, at a hosted agent. */
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
import { turnShape } from '../turn.ts';
import { HostedWorld } from '../world.ts';
import { Heads } from './heads.ts';
import { violationsOf, type Attempt, type Seen } from './invariants.ts';
import { marksOf } from './marks.ts';
import { planOf, type AttemptPlan, type Plan } from './plan.ts';

const EVENTS_MOST = 400_000;
const JOB = 'job0';

export async function simulateChecks(
  subject: Subject,
  seed: number,
  options: SimulateOptions & TamperService = {},
): Promise<Simulated> {
  const plan = planOf(subject, seed);
  const { seen, clock, isOver } = await playJob(plan, options);
  return simulatedAttempts({
    seed,
    clock,
    isOver,
    attempts: seen.attempts,
    violations: () => violationsOf(seen),
    marks: marksOf(seen),
  });
}

interface PlayedJob {
  readonly seen: Seen;
  readonly clock: SimClock;
  /** Whether every process came to its end. */
  readonly isOver: boolean;
}

/** Plays the attempts of one job, with what GitHub shows of its pull requests. */
export async function playJob(
  plan: Plan,
  options: SimulateOptions & TamperService = {},
): Promise<PlayedJob> {
  takeRejections();
  const { subject, seed } = plan;
  const trace = options.trace ?? null;
  trace?.(told(plan));
  const { attempts: planned, inputs, rules: faults, streams, shapes, timeoutMs } = plan;
  const clock = new SimClock();
  const world = new HostedWorld({
    seed,
    subject,
    clock,
    trace,
    faults,
    streams,
    timeoutMs,
    shape: (dice, turn) => ({
      ...turnShape(dice, shapes),
      opensPull: turn === 0 && dice.chance(0.95),
    }),
  });
  options.tamperService?.(world);
  const heads = new Heads(world, plan);
  const github = memoryGitHub();
  github.faults.push({ times: Infinity, meanwhile: () => heads.show(github, clock.now()) });
  options.tamperGitHub?.(github);

  const attempts: Attempt[] = [];
  let isDone = false;
  const connect = (by: string, { github: troubles }: Pick<AttemptPlan, 'github'>): GitHubWay => {
    const { githubLatencyMs: latencyMs } = plan;
    return new GitHubWay(github, { by, seed, clock, troubles, latencyMs, trace });
  };
  const begin = (nth: number): void => {
    const attempt = planned[nth];
    if (attempt === undefined) {
      isDone = true;
      return;
    }
    const name = `${JOB}.${nth + 1}`;
    const way = connect(name, attempt);
    const played = playAttempt(world, {
      name,
      plan: attempt,
      github: way,
      post: { github: connect(`${name}.post`, { github: [] }) },
      tamper: options.tamper,
      seed: Dice.of(seed, `process/${nth}`).int(0, 1e9),
      inputs,
      env: envOf(nth),
      onEnd: () => clock.after(planned[nth + 1]?.gapMs ?? 0, () => begin(nth + 1)),
    });
    const job = { name: JOB, inputs };
    const of = { job, nth, old: null, prompt: inputs['prompt'] ?? '' };
    const more = { ...of, way, mayFollowUp: true, isInThread: false };
    attempts.push(Object.assign(played, more));
  };
  begin(0);
  const isOver = await clock.drive(() => isDone, EVENTS_MOST);
  const seen: Seen = { plan, world, heads, attempts, rejections: takeRejections() };
  return { seen, clock, isOver };
}

const envOf = (nth: number): Readonly<Record<string, string>> => ({
  GITHUB_EVENT_NAME: 'workflow_dispatch',
  GITHUB_REPOSITORY: 'octo/widgets',
  GITHUB_ACTOR: 'mona',
  GITHUB_WORKFLOW: 'Agent',
  GITHUB_JOB: 'fix',
  GITHUB_RUN_ID: '9000',
  GITHUB_ACTION: '__self',
  GITHUB_RUN_ATTEMPT: String(nth + 1),
});

function told({ subject, features, faults, ...rest }: Plan): string {
  const named = { service: subject.service, features: [...features], ...rest };
  return JSON.stringify({ ...named, faults: faults.map(({ name }) => name) }, null, 1);
}
