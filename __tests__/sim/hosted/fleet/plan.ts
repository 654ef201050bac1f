/**
 * Plans a fleet of 2 to 20 tasks at a hosted agent: each creates a run, follows one up, or only
 * follows it, in consecutive attempts of one job.
 */
import { Dice, swarm } from '../../engine/dice.ts';
import { troublesOf } from '../../engine/faults.ts';
import type { AttemptPlan as AnyAttemptPlan } from '../../world/attempt.ts';
import { CONNECTION } from '../../world/connection.ts';
import { othersOf, settingOf, type Setting } from '../plan.ts';
import type { Subject } from '../subject.ts';
import { turnShape, type TurnShape } from '../turn.ts';

export const FEATURES = [
  // The network, and another user of the token.
  ...(['send_faults', 'read_faults', 'others'] as const),
  // The step.
  ...(['max_parallel', 'fail_fast', 'no_wait', 'tight', 'stop_on_cancel'] as const),
  ...(['kills', 'signals', 'reruns', 'idempotency'] as const),
  // The tasks.
  ...(['own_runs', 'busy_runs', 'pull_requests'] as const),
  // The runs.
  ...(['bad_ends', 'long_logs', 'slow'] as const),
  // The service.
  'list_long',
] as const;
export type Feature = (typeof FEATURES)[number];

/** A fleet is dear, so that what makes the rare states comes more often. */
const COMMON: readonly Feature[] = ['idempotency', 'kills', 'reruns', 'send_faults', 'own_runs'];

export interface TaskPlan {
  readonly key: string;
  /** Null if its run is only followed. */
  readonly prompt: string | null;
  /** The run that was there before, and how long ago it was created. Null: the task creates one. */
  readonly old: { readonly agoMs: number; readonly shape: TurnShape } | null;
}

export interface AttemptPlan extends AnyAttemptPlan {
  /** Milliseconds since the previous attempt. */
  readonly gapMs: number;
}

export interface Plan extends Setting {
  readonly features: ReadonlySet<Feature>;
  readonly tasks: readonly TaskPlan[];
  readonly attempts: readonly AttemptPlan[];
  readonly inputs: Readonly<Record<string, string>>;
  readonly maxParallel: number | null;
  /** Milliseconds between the requests of another user of the token; null: nobody else uses it. */
  readonly othersMs: number | null;
  /** How many runs other people have made. */
  readonly others: number;
}

/** A run that was there before is older than any replica lags. */
const OLD_MS = 30_000;
/** Until a later attempt, everything that lags has come to light. */
const GAP_MS = 120_000;
/** Of a task in which little goes on. */
const STEPS_MOST = 8;

export function planOf(subject: Subject, seed: number): Plan {
  const common = Dice.of(seed, 'common').some(COMMON, Dice.of(seed, 'commons').int(0, 2));
  const features = possible(new Set([...swarm(seed, FEATURES), ...common]), subject);
  const has = (feature: Feature): boolean => features.has(feature);
  const of = (matter: string): Dice => Dice.of(seed, matter);
  const timeoutMs = has('tight') ? of('timeout').int(20, 200) * 1000 : 40 * 60_000;
  const ofRuns = (['bad_ends', 'long_logs', 'pull_requests'] as const).filter(has);
  const setting = settingOf(subject, { seed, features: new Set(ofRuns), timeoutMs });
  const [good = '', ...others] = setting.shapes.words;
  const words = has('bad_ends') ? [good, good, good, ...others] : [good];
  const shapes = { ...setting.shapes, words };
  const count = of('count').chance(0.9) ? of('count').int(2, 6) : of('count').int(7, 20);
  const maxParallel = has('max_parallel') ? of('parallel').int(1, 5) : null;
  const attempts = has('reruns') ? 2 : 1;
  return {
    ...setting,
    shapes,
    features,
    maxParallel,
    tasks: Array.from({ length: count }, (_, index) =>
      taskOf(of(`task/${index}`), { index, features, subject, shapes }),
    ),
    attempts: Array.from({ length: attempts }, (_, nth) =>
      attemptOf(of(`attempt/${nth}`), { nth, features }),
    ),
    othersMs: has('others') ? of('others').pick([2_000, 5_000, 20_000]) : null,
    others: subject.otherRun === undefined ? 0 : othersOf(of('runs'), { isLong: has('list_long') }),
    inputs: {
      token: CONNECTION.token,
      base_url: CONNECTION.base_url,
      service: subject.service,
      logs: 'none',
      summary: 'false',
      report: 'false',
      timeout_minutes: String(timeoutMs / 60_000),
      wait: String(!has('no_wait')),
      fail_fast: String(has('fail_fast')),
      idempotency: has('idempotency') ? 'on' : 'none',
      on_cancel: has('stop_on_cancel') ? 'stop' : 'leave',
      create_pull_request: String(has('pull_requests')),
      ...(maxParallel !== null && { max_parallel: String(maxParallel) }),
      ...subject.inputs(of('inputs')),
    },
  };
}

/** Removes what the service cannot do, and what the action refuses. */
function possible(all: ReadonlySet<Feature>, subject: Subject): ReadonlySet<Feature> {
  const { kinds, otherRun, countsRequests = false } = subject;
  const features = new Set(all);
  if (!countsRequests) {
    features.delete('others');
  }
  if (otherRun === undefined) {
    features.delete('list_long');
  }
  if (kinds.stops.length === 0) {
    features.delete('stop_on_cancel');
  }
  // Without waiting, nothing tells when the next run may start (contract 13).
  if (features.has('no_wait')) {
    features.delete('max_parallel');
  }
  return features;
}

interface TaskOptions extends Pick<Plan, 'features' | 'shapes' | 'subject'> {
  readonly index: number;
}

function taskOf(dice: Dice, { index, features, subject, shapes }: TaskOptions): TaskPlan {
  const has = (feature: Feature): boolean => features.has(feature);
  const isOld = has('own_runs') && dice.chance(0.5);
  const isFollowed = isOld && (subject.kinds.followUp === null || dice.chance(0.5));
  const drawn = shapeOf(dice, { features, shapes });
  const isBusy = has('busy_runs') && dice.chance(0.5);
  const shape = isBusy ? { ...drawn, lastsMs: drawn.lastsMs + OLD_MS } : drawn;
  const lastsMs = shape.pickupMs + shape.lastsMs;
  const agoMs = isBusy ? dice.int(OLD_MS, lastsMs) : lastsMs + dice.int(OLD_MS, 300_000);
  return {
    key: `k${index}`,
    prompt: isFollowed ? null : `Do thing [t${index}].`,
    old: isOld ? { agoMs, shape } : null,
  };
}

/** What a turn of a task does. */
export function shapeOf(
  dice: Dice,
  { features, shapes }: Pick<Plan, 'features' | 'shapes'>,
): TurnShape {
  const shape = turnShape(dice, shapes);
  const isLong = features.has('long_logs') && dice.chance(0.4);
  return {
    ...shape,
    steps: isLong ? dice.int(60, 160) : Math.min(shape.steps, STEPS_MOST),
    lastsMs: features.has('slow') ? shape.lastsMs * 3 : shape.lastsMs,
  };
}

function attemptOf(
  dice: Dice,
  { nth, features }: Pick<Plan, 'features'> & { readonly nth: number },
): AttemptPlan {
  const has = (feature: Feature): boolean => features.has(feature);
  const moment = (): number => dice.int(1, dice.chance(0.5) ? 20_000 : 200_000);
  return {
    troubles: troublesOf(dice, {
      sends: has('send_faults'),
      reads: has('read_faults'),
      at: nth * 300_000,
    }),
    killAfter: has('kills') && dice.chance(0.8) ? moment() : null,
    signalAfter: has('signals') && dice.chance(0.8) ? moment() : null,
    gapMs: GAP_MS + dice.int(0, 200_000),
  };
}
