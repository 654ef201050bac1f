/** Plans a fleet of 2 to 20 tasks on a service with rate limits, with its faults. */
import { Dice, swarm } from '../engine/dice.ts';
import { troublesOf } from '../engine/faults.ts';
import type { AttemptPlan } from '../world/attempt.ts';
import { QUIET } from '../world/service.ts';

export const FEATURES = [
  ...([
    'send_faults',
    'read_faults',
    'kill',
    'signal',
    'max_parallel',
    'fail_fast',
    'no_wait',
    'no_list',
    'list_late',
  ] as const),
  ...([
    'list_stale',
    'list_long',
    'metadata',
    'own_runs',
    'busy_runs',
    'tight',
    'others',
    'slow',
    'bad_ends',
    'long_logs',
  ] as const),
] as const;
export type Feature = (typeof FEATURES)[number];

export interface TaskPlan {
  readonly key: string;
  /** Null if the run is only followed. */
  readonly prompt: string | null;
  /** Whether the task uses an existing run. */
  readonly resumes: boolean;
}

export interface Plan extends AttemptPlan {
  readonly seed: number;
  readonly features: ReadonlySet<Feature>;
  readonly tasks: readonly TaskPlan[];
  readonly inputs: Readonly<Record<string, string>>;
  readonly maxParallel: number | null;
  /** Milliseconds between the requests of another user of the token, or null. */
  readonly othersMs: number | null;
}

export function planOf(seed: number): Plan {
  const features = swarm(seed, FEATURES);
  const has = (feature: Feature): boolean => features.has(feature);
  const of = (matter: string): Dice => Dice.of(seed, matter);
  const count = of('count').chance(0.8) ? of('count').int(2, 8) : of('count').int(9, 20);
  const tasks = Array.from({ length: count }, (_, index): TaskPlan => {
    const dice = of(`task/${index}`);
    const own = has('own_runs') && dice.chance(0.5);
    return {
      key: `k${index}`,
      prompt: own && dice.chance(0.5) ? null : `Do thing [t${index}].`,
      resumes: own,
    };
  });
  const timeoutMs = has('tight') ? of('timeout').int(20, 200) * 1000 : 40 * 60_000;
  // Without waiting, nothing tells when the next run may start.
  const maxParallel = has('max_parallel') && !has('no_wait') ? of('parallel').int(1, 5) : null;
  return {
    seed,
    features,
    tasks,
    maxParallel,
    troubles: troublesOf(of('troubles'), {
      sends: has('send_faults'),
      reads: has('read_faults'),
      at: 0,
    }),
    killAfter: has('kill')
      ? of('kill').int(1, of('kill-soon').chance(0.5) ? 20_000 : 200_000)
      : null,
    signalAfter: has('signal')
      ? of('signal').int(1, of('signal-soon').chance(0.5) ? 20_000 : 200_000)
      : null,
    othersMs: has('others') ? of('others').pick([2_000, 5_000, 20_000]) : null,
    inputs: {
      ...QUIET,
      timeout_minutes: String(timeoutMs / 60_000),
      wait: String(!has('no_wait')),
      fail_fast: String(has('fail_fast')),
      ...(maxParallel !== null && { max_parallel: String(maxParallel) }),
      ...(has('metadata') && { idempotency: 'on' }),
    },
  };
}
