/**
 * Plans steps with `idempotency: on` with lost answers, kills and re-runs: several jobs on
 * one service, each with consecutive attempts.
 */
import { Dice, swarm } from '../engine/dice.ts';
import { troublesOf } from '../engine/faults.ts';
import type { AttemptPlan as AnyAttemptPlan } from '../world/attempt.ts';
import { QUIET, type WorldOptions } from '../world/service.ts';

export const FEATURES = [
  ...([
    'send_faults',
    'read_faults',
    'kills',
    'signals',
    'list_late',
    'list_stale',
    'list_long',
  ] as const),
  ...([
    'list_missing',
    'dropped',
    'clocks_apart',
    'own_key',
    'prompt_changed',
    'tight',
    'resumes',
  ] as const),
] as const;
export type Feature = (typeof FEATURES)[number];

export interface AttemptPlan extends AnyAttemptPlan {
  readonly prompt: string;
  /** Milliseconds since the previous attempt. */
  readonly gapMs: number;
}

export interface JobPlan {
  readonly name: string;
  readonly startAt: number;
  readonly attempts: readonly AttemptPlan[];
  readonly inputs: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** How far its own clock is ahead, in milliseconds. */
  readonly aheadMs: number;
  readonly resumes: boolean;
}

export interface Plan {
  readonly features: ReadonlySet<Feature>;
  readonly jobs: readonly JobPlan[];
  readonly service: Pick<WorldOptions, 'metadata' | 'list' | 'aheadMs'>;
  readonly timeoutMs: number;
}

/** Maximum delay until a run appears in the list. */
const LATE_MS = 100_000;

export function planOf(seed: number): Plan {
  const features = swarm(seed, FEATURES);
  const has = (feature: Feature): boolean => features.has(feature);
  const of = (matter: string): Dice => Dice.of(seed, matter);
  const lateMs = has('list_late') ? of('late').int(1_000, LATE_MS) : 0;
  const staleMs = has('list_stale') ? of('stale').int(500, 15_000) : 0;
  const timeoutMs = has('tight')
    ? of('timeout').int(5, 200) * 1000
    : of('timeout').int(12, 30) * 60_000;
  const count = of('jobs').int(1, 3);
  return {
    features,
    timeoutMs,
    service: {
      metadata: has('dropped') ? 'drop' : 'keep',
      aheadMs: has('clocks_apart') ? of('apart').int(-200_000, 200_000) : 0,
      list: {
        offered: !has('list_missing'),
        lateMs,
        staleMs,
        others: has('list_long')
          ? of('others').pick(of('huge').chance(0.4) ? [1_200, 2_600] : [90, 150, 350])
          : of('others').int(0, 20),
      },
    },
    jobs: Array.from({ length: count }, (_, index) =>
      jobOf(of(`job/${index}`), { index, features, timeoutMs }),
    ),
  };
}

function jobOf(
  dice: Dice,
  {
    index,
    features,
    timeoutMs,
  }: {
    readonly index: number;
    readonly features: ReadonlySet<Feature>;
    readonly timeoutMs: number;
  },
): JobPlan {
  const has = (feature: Feature): boolean => features.has(feature);
  const name = `job${index}`;
  const prompt = `Do thing ${index}.`;
  const resumes = has('resumes') && dice.chance(0.6);
  const attempts = Array.from({ length: dice.int(1, 3) }, (_, attempt): AttemptPlan => {
    const gapMs = LATE_MS + 20_000 + dice.int(0, 200_000);
    return {
      troubles: troublesOf(dice, {
        sends: has('send_faults'),
        reads: has('read_faults'),
        at: attempt * 200_000,
      }),
      postTroubles: troublesOf(dice, {
        sends: false,
        reads: has('read_faults') && dice.chance(0.3),
        at: attempt * 200_000,
      }),
      killAfter:
        has('kills') && dice.chance(0.6) ? dice.int(1, dice.chance(0.6) ? 3_000 : 200_000) : null,
      signalAfter:
        has('signals') && dice.chance(0.5) ? dice.int(1, dice.chance(0.5) ? 3_000 : 100_000) : null,
      prompt:
        attempt > 0 && has('prompt_changed') && dice.chance(0.5) ? `${prompt} Or another.` : prompt,
      gapMs,
    };
  });
  return {
    name,
    attempts,
    resumes,
    startAt: dice.int(0, 20_000),
    aheadMs: has('clocks_apart') ? dice.int(-90_000, 90_000) : 0,
    inputs: {
      ...QUIET,
      timeout_minutes: String(timeoutMs / 60_000),
      idempotency: 'on',
      ...(has('own_key') && { idempotency_key: `release-${index}` }),
    },
    env: {
      GITHUB_EVENT_NAME: 'workflow_dispatch',
      GITHUB_REPOSITORY: 'octo/widgets',
      GITHUB_ACTOR: 'mona',
      GITHUB_WORKFLOW: 'Agent',
      // Jobs of the same or of several workflow runs.
      GITHUB_JOB: dice.chance(0.5) ? `fix-${index}` : 'fix',
      GITHUB_RUN_ID: String(9000 + index),
      GITHUB_ACTION: '__self',
    },
  };
}
