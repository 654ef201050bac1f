/** Simulates jobs at a hosted agent, which is played by its face. */
import { SimClock } from '../engine/clock.ts';
import { Dice } from '../engine/dice.ts';
import {
  simulatedAttempts,
  takeRejections,
  type SimulateOptions,
  type Simulated,
} from '../engine/simulated.ts';
import { memoryGitHub } from '../../support/memory-scene.ts';
import { GitHubWay } from '../world/github.ts';
import { playAttempt } from '../world/attempt.ts';
import { violationsOf, type Attempt, type Seen } from './invariants/index.ts';
import { isAttached } from './invariants/seen.ts';
import { marksOf } from './marks.ts';
import { planOf, type JobPlan } from './plan.ts';
import { showPulls } from './pulls.ts';
import type { Subject } from './subject.ts';
import { turnShape } from './turn.ts';
import { HostedWorld } from './world.ts';

const EVENTS_MOST = 200_000;

export async function simulateJobs(
  subject: Subject,
  seed: number,
  { trace, tamper, tamperService }: SimulateOptions & TamperService = {},
): Promise<Simulated> {
  takeRejections();
  const plan = planOf(subject, seed);
  const clock = new SimClock();
  const { rules: faults, streams, shapes, timeoutMs, aheadMs, others } = plan;
  const world = new HostedWorld({
    seed,
    subject,
    clock,
    trace: trace ?? null,
    faults,
    streams,
    timeoutMs,
    aheadMs,
    others,
    shape: (dice) => turnShape(dice, shapes),
  });
  tamperService?.(world);
  trace?.(told(plan));
  const github = memoryGitHub();
  showPulls(github, world);
  const connect = (by: string): GitHubWay =>
    new GitHubWay(github, { by, seed, clock, troubles: [], latencyMs: 20, trace: trace ?? null });
  const attempts: Attempt[] = [];
  let left = plan.jobs.length;
  const begin = ({ job, nth, old }: Beginning): void => {
    const attempt = job.attempts[nth];
    if (attempt === undefined) {
      left -= 1;
      return;
    }
    const name = `${job.name}.${nth + 1}`;
    const played = playAttempt(world, {
      name,
      plan: attempt,
      github: connect(name),
      post: { github: connect(`${name}.post`) },
      aheadMs: job.aheadMs,
      tamper,
      seed: Dice.of(seed, `process/${job.name}.${nth}`).int(0, 1e9),
      inputs: {
        prompt: attempt.prompt,
        ...job.inputs,
        ...(old !== null && { agent_run_id: old }),
      },
      env: { ...job.env, GITHUB_RUN_ATTEMPT: String(nth + 1) },
      onEnd: () => {
        const again = job.attempts[nth + 1];
        clock.after(again?.gapMs ?? 0, () => begin({ job, nth: nth + 1, old }));
      },
    });
    const mayFollowUp = old !== null && !isAttached({ job });
    const { prompt } = attempt;
    attempts.push(Object.assign(played, { job, nth, old, prompt, mayFollowUp, isInThread: false }));
  };
  for (const job of plan.jobs) {
    clock.after(job.startAt, () => {
      const { old } = job;
      const run = old === null ? null : world.add(old.agoMs, old.shape);
      begin({ job, nth: 0, old: run === null ? null : subject.idOf(run, 0) });
    });
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

interface Beginning extends Pick<Attempt, 'nth' | 'old'> {
  readonly job: JobPlan;
}

/** Deliberately breaks a part of the service. */
export interface TamperService {
  readonly tamperService?: (world: HostedWorld) => void;
}

function told({ subject, features, faults, ...rest }: ReturnType<typeof planOf>): string {
  const named = { service: subject.service, features: [...features], ...rest };
  return JSON.stringify({ ...named, faults: faults.map(({ name }) => name) }, null, 1);
}
