/**
 * Plans a job that waits for the checks of its pull request (contract 19), at a hosted agent that
 * takes follow-ups: its attempts, what GitHub has to do with it, and what goes wrong.
 */
import { Dice, swarm } from '../../engine/dice.ts';
import { troublesOf } from '../../engine/faults.ts';
import type { AttemptPlan as AnyAttemptPlan } from '../../world/attempt.ts';
import type { GitHubTrouble } from '../../world/github.ts';
import { CONNECTION } from '../../world/connection.ts';
import { settingOf, type Setting } from '../plan.ts';
import { githubTroubles } from '../thread/comments.ts';
import type { Subject } from '../subject.ts';

export const FEATURES = [
  // The network, the service and GitHub.
  ...(['send_faults', 'read_faults', 'github_faults', 'slow_github'] as const),
  // The job.
  ...(['kills', 'signals', 'stop_on_cancel', 'reruns', 'idempotency', 'tight'] as const),
  // The run.
  'bad_ends',
  // The pull request and its checks.
  ...(['slow_checks', 'staged_checks', 'stopped_checks', 'held_checks'] as const),
  ...(['no_checks', 'statuses', 'empty_mends', 'pushed_by_others', 'closed_pulls'] as const),
] as const;
export type Feature = (typeof FEATURES)[number];

export interface AttemptPlan extends AnyAttemptPlan {
  readonly github: readonly GitHubTrouble[];
  /** Milliseconds since the previous attempt. */
  readonly gapMs: number;
}

export interface Plan extends Setting {
  readonly features: ReadonlySet<Feature>;
  readonly attempts: readonly AttemptPlan[];
  readonly inputs: Readonly<Record<string, string>>;
  readonly maxFixes: number;
  /** How many checks fail. */
  readonly redRate: number;
  readonly githubLatencyMs: number;
}

/** Until a later attempt, everything that lags has come to light. */
const GAP_MS = 120_000;
/** A moment of the first turn, or of what comes after it. */
const SOON_MS = 20_000;
const LATER_MS = 240_000;

export function planOf(subject: Subject, seed: number): Plan {
  const features = swarm(seed, FEATURES);
  const has = (feature: Feature): boolean => features.has(feature);
  const of = (matter: string): Dice => Dice.of(seed, matter);
  const isStopped = has('stop_on_cancel') && subject.kinds.stops.length > 0;
  const timeoutMs = of('timeout').int(has('tight') ? 1 : 20, has('tight') ? 6 : 40) * 60_000;
  const maxFixes = of('fixes').pick([0, 1, 2, 2, 3]);
  const ofRuns = new Set(has('bad_ends') ? (['bad_ends'] as const) : []);
  const setting = settingOf(subject, { seed, features: ofRuns, timeoutMs });
  const [good = ''] = setting.shapes.words;
  const words = has('bad_ends') ? [good, good, good, ...setting.shapes.words] : [good];
  const count = has('reruns') ? of('attempts').int(2, 3) : 1;
  return {
    ...setting,
    features,
    shapes: { ...setting.shapes, words },
    redRate: of('red').pick([0, 0.2, 0.4, 0.6]),
    maxFixes,
    githubLatencyMs: has('slow_github') ? of('way').int(200, 1_500) : of('way').pick([5, 60, 150]),
    attempts: Array.from({ length: count }, (_, nth) =>
      attemptOf(of(`attempt/${nth}`), { nth, features }),
    ),
    inputs: {
      ...CONNECTION,
      logs: 'none',
      summary: 'false',
      report: 'false',
      service: subject.service,
      org_id: '',
      github_token: 'ghs-0123456789abcdef',
      prompt: 'Do thing 0.',
      timeout_minutes: String(timeoutMs / 60_000),
      idempotency: has('idempotency') ? 'on' : 'none',
      expect: 'checks',
      max_fixes: String(maxFixes),
      on_cancel: isStopped ? 'stop' : 'leave',
      ...subject.inputs(of('inputs')),
    },
  };
}

function attemptOf(
  dice: Dice,
  { nth, features }: { readonly nth: number; readonly features: ReadonlySet<Feature> },
): AttemptPlan {
  const has = (feature: Feature): boolean => features.has(feature);
  const at = nth * 400_000;
  const { sends, windows, latencyMs } = troublesOf(dice, {
    sends: has('send_faults') && dice.chance(0.8),
    reads: has('read_faults') && dice.chance(0.6),
    at,
  });
  // In most attempts the create is heard, so that a request to mend meets them.
  const first = dice.chance(0.75) ? [null] : [];
  const moment = (): number =>
    dice.chance(0.25) ? dice.int(1, SOON_MS) : dice.int(SOON_MS, LATER_MS);
  return {
    troubles: { sends: [...first, ...sends], windows, latencyMs },
    github: has('github_faults') && dice.chance(0.7) ? githubTroubles(dice, at) : [],
    killAfter: has('kills') && dice.chance(0.8) ? moment() : null,
    signalAfter: has('signals') && dice.chance(0.8) ? moment() : null,
    gapMs: GAP_MS + dice.int(0, 200_000),
  };
}
