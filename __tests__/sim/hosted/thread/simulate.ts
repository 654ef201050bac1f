/** Simulates the jobs of a thread at a hosted agent. */
import type { StoredRun } from '../../../../sandbox/store.ts';
import type { GitHubModel } from '../../../support/fake-github.ts';
import { SimClock } from '../../engine/clock.ts';
import { Dice } from '../../engine/dice.ts';
import {
  simulatedAttempts,
  takeRejections,
  type SimulateOptions,
  type Simulated,
} from '../../engine/simulated.ts';
import { showPulls } from '../pulls.ts';
import type { TamperService } from '../simulate.ts';
import type { Subject } from '../subject.ts';
import { turnShape } from '../turn.ts';
import { HostedWorld } from '../world.ts';
import { violationsOf, type LostRun, type Seen } from './invariants.ts';
import { marksOf } from './marks.ts';
import { planOf, type Gone, type Plan } from './plan.ts';
import { ThreadPlayer } from './player.ts';

export async function simulateThread(
  subject: Subject,
  seed: number,
  options: SimulateOptions & TamperService = {},
): Promise<Simulated> {
  takeRejections();
  const plan = planOf(subject, seed);
  const { comments, inputs, rules: faults, streams, shapes, gone, timeoutMs } = plan;
  const trace = options.trace ?? null;
  trace?.(told(plan));
  const clock = new SimClock();
  const world = new HostedWorld({
    seed,
    subject,
    clock,
    trace,
    faults,
    streams,
    timeoutMs,
    shape: (dice) => turnShape(dice, shapes),
  });
  options.tamperService?.(world);
  const seedOf = (name: string): number => Dice.of(seed, `process/${name}`).int(0, 1e9);
  const lost: LostRun[] = [];
  const onBegin = (name: string): void => {
    const how = gone.get(name);
    const run = world.store.all().at(-1);
    if (how !== undefined && run !== undefined) {
      lose(world, run, how);
      lost.push({ runId: run.id, at: clock.now() });
    }
  };
  const player = new ThreadPlayer(world, { seed, comments, inputs, seedOf, onBegin, options });
  const { github } = player;
  showPulls(github, world);
  options.tamperGitHub?.(github);
  const isOver = await player.play();
  const seen = seenOf(plan, { world, github, player, lost });
  const { attempts } = seen;
  return simulatedAttempts({
    seed,
    clock,
    isOver,
    attempts,
    violations: () => violationsOf(seen),
    marks: marksOf(seen),
  });
}

/** Somebody puts an end to a run, as the service allows it. */
function lose(world: HostedWorld, run: StoredRun, how: Gone): void {
  const { store } = world;
  switch (how) {
    case 'archived':
      store.archive(run, true);
      return;
    case 'closed':
      store.close(run);
      return;
    case 'removed':
      world.remove(run);
      return;
  }
}

interface Played {
  readonly world: HostedWorld;
  readonly github: GitHubModel;
  readonly player: ThreadPlayer<ReturnType<HostedWorld['connect']>>;
  readonly lost: readonly LostRun[];
}

/** All jobs of the thread share their runs. */
function seenOf(plan: Plan, { world, github, player, lost }: Played): Seen {
  const shared = { name: 'thread', inputs: plan.inputs };
  const attempts = player.attempts.map((attempt) => ({
    ...attempt,
    thread: attempt,
    job: shared,
    nth: attempt.index,
    old: null,
    mayFollowUp: true,
    prompt: null,
    isInThread: true,
  }));
  return { plan, world, github, attempts, lost, rejections: takeRejections() };
}

function told({ subject, features, faults, gone, ...rest }: Plan): string {
  const named = { service: subject.service, features: [...features], gone: [...gone], ...rest };
  return JSON.stringify({ ...named, faults: faults.map(({ name }) => name) }, null, 1);
}
