/**
 * Plans jobs at a hosted agent: one to three of them on one service, each with consecutive attempts
 * that start a run, follow one up, or only follow it.
 */
import type { FaultSource } from '../../../sandbox/scenario.ts';
import { Dice, swarm } from '../engine/dice.ts';
import {
  PAGE_FAULTS,
  troublesOf,
  type ReadFault,
  type Troubles,
  type Window,
} from '../engine/faults.ts';
import type { AttemptPlan as AnyAttemptPlan } from '../world/attempt.ts';
import { CONNECTION } from '../world/connection.ts';
import type { HostedFault, Subject } from './subject.ts';
import { turnShape, type ShapeOptions, type TurnShape } from './turn.ts';
import type { StreamTroubles } from './world.ts';

export const FEATURES = [
  // The network, and what the service refuses.
  ...(['send_faults', 'read_faults', 'gateway_pages', 'slow_network'] as const),
  ...(['stream_cuts', 'stream_silences', 'odd_reads'] as const),
  // The jobs.
  ...(['kills', 'signals', 'reruns', 'idempotency', 'own_key', 'prompt_changed'] as const),
  ...(['resumes', 'busy_runs', 'attaches'] as const),
  // The step.
  ...(['stop_on_cancel', 'tight', 'no_wait', 'reports', 'pull_requests', 'expect_result'] as const),
  ...(['fixed_interval', 'siblings'] as const),
  // The run.
  ...(['long_logs', 'odd_status', 'bad_ends'] as const),
  // The service.
  ...(['clocks_apart', 'list_long'] as const),
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
  /** The run that was there before, and how long ago it was created. Null: the job creates one. */
  readonly old: { readonly agoMs: number; readonly shape: TurnShape } | null;
}

/** What every scenario with a hosted agent has: the service, its faults, and what its runs do. */
export interface Setting {
  readonly seed: number;
  readonly subject: Subject;
  readonly faults: readonly HostedFault[];
  readonly rules: readonly FaultSource[];
  readonly streams: StreamTroubles;
  readonly shapes: ShapeOptions;
  readonly timeoutMs: number;
}

export interface Plan extends Setting {
  readonly features: ReadonlySet<Feature>;
  /** How far the service's clock is ahead, in milliseconds. */
  readonly aheadMs: number;
  /** How many runs other people have made. */
  readonly others: number;
  readonly jobs: readonly JobPlan[];
}

/**
 * Polled sooner, a replica that lags shows the end of the turn before once more after the run was
 * seen at work, and such an end counts at once (contract 4.5).
 */
const LAG_SECONDS = 9;
/** A word that no table knows: the run is followed until the step's own time. */
const ODD = 'WEIRD';
/** A run that was there before is older than any replica lags. */
const OLD_MS = 30_000;
/** Until a later attempt, everything that lags has come to light. */
const GAP_MS = 120_000;

export function planOf(subject: Subject, seed: number): Plan {
  const features = possible(swarm(seed, FEATURES), subject);
  const has = (feature: Feature): boolean => features.has(feature);
  const of = (matter: string): Dice => Dice.of(seed, matter);
  const timeoutMs = has('tight')
    ? of('timeout').int(5, 300) * 1000
    : of('timeout').int(15, 30) * 60_000;
  const setting = settingOf(subject, { seed, features, timeoutMs });
  const count = of('jobs').pick([1, 1, 1, 2, 3]);
  const everySeconds = of('poll').int(subject.tellsLastTurn === true ? LAG_SECONDS : 1, 20);
  const shared = { subject, features, timeoutMs, everySeconds, shapes: setting.shapes };
  return {
    ...setting,
    features,
    aheadMs: has('clocks_apart') ? of('apart').int(-200_000, 200_000) : 0,
    others:
      subject.otherRun === undefined ? 0 : othersOf(of('others'), { isLong: has('list_long') }),
    jobs: Array.from({ length: count }, (_, index) =>
      jobOf(of(`job/${index}`), {
        index,
        aheadMs: has('clocks_apart') ? of(`clock/${index}`).int(-90_000, 90_000) : 0,
        ...shared,
      }),
    ),
  };
}

/** A list that goes on behind the pages that are read, one of a few pages, or a short one. */
export function othersOf(dice: Dice, { isLong }: { readonly isLong: boolean }): number {
  if (!isLong) {
    return dice.int(0, 20);
  }
  return dice.pick(dice.chance(0.4) ? [1_200, 2_600] : [90, 150, 350]);
}

/** What the service does, as far as the features of its seed allow. */
export function settingOf(
  subject: Subject,
  { seed, features, timeoutMs }: Pick<Plan, 'features' | 'seed' | 'timeoutMs'>,
): Setting {
  const has = (feature: Feature): boolean => features.has(feature);
  const of = (matter: string): Dice => Dice.of(seed, matter);
  const faults = faultsOf(of('faults'), subject);
  return {
    seed,
    subject,
    timeoutMs,
    faults,
    rules: faults.map((fault) => ruleOf(fault, of(`fault/${fault.name}`))),
    streams: {
      cuts: has('stream_cuts') ? of('cuts').pick([0.3, 0.7, 0.9]) : 0,
      silences: has('stream_silences') ? of('silences').pick([0.2, 0.5]) : 0,
    },
    shapes: {
      words: wordsOf(subject, features),
      answered: subject.ends
        .filter(({ entry }) => entry === 'FINAL_ANSWER')
        .map(({ word }) => word),
      long: has('long_logs'),
      pulls: has('pull_requests'),
    },
  };
}

/** Removes what the service cannot do. */
function possible(all: ReadonlySet<Feature>, subject: Subject): ReadonlySet<Feature> {
  const { hasText, kinds, otherRun, hasOwnClock, oddReads } = subject;
  const features = new Set(all);
  if (oddReads === undefined) {
    features.delete('odd_reads');
  }
  if (otherRun === undefined) {
    features.delete('list_long');
  }
  if (hasOwnClock !== true) {
    features.delete('clocks_apart');
  }
  if (kinds.followUp === null) {
    features.delete('resumes');
    features.delete('busy_runs');
  }
  if (!hasText) {
    features.delete('expect_result');
  }
  if (kinds.stops.length === 0) {
    features.delete('stop_on_cancel');
  }
  if (!features.has('idempotency')) {
    features.delete('own_key');
  }
  return features;
}

/** A few at once, so that one seldom hides another. */
function faultsOf(dice: Dice, { faults }: Subject): readonly HostedFault[] {
  return dice.some(faults, dice.pick([0, 0, 0, 0, 1, 1, 1, 2, 2, 3]));
}

function ruleOf({ name, draw }: HostedFault, dice: Dice): FaultSource {
  const { for: forTime, count, ...rule } = draw(dice);
  const action = {
    fault: name,
    ...(forTime !== undefined && { for: forTime }),
    ...(count !== undefined && { count }),
  };
  return { ...rule, do: action };
}

function wordsOf({ ends }: Subject, features: ReadonlySet<Feature>): readonly string[] {
  const [good = ''] = ends.map(({ word }) => word);
  if (features.has('odd_status')) {
    return [good, ODD];
  }
  const goods = Array.from({ length: ends.length * 2 }, () => good);
  return features.has('bad_ends')
    ? ends.map(({ word }) => word)
    : [...goods, ...ends.map(({ word }) => word)];
}

interface JobOptions extends Pick<Plan, 'features' | 'shapes' | 'subject' | 'timeoutMs'> {
  readonly index: number;
  readonly aheadMs: number;
  /** Of a fixed poll interval. */
  readonly everySeconds: number;
}

function jobOf(dice: Dice, options: JobOptions): JobPlan {
  const { index, aheadMs, features, subject, shapes, timeoutMs, everySeconds } = options;
  const has = (feature: Feature): boolean => features.has(feature);
  const prompt = `Do thing ${index}.`;
  const resumes = has('resumes') && dice.chance(0.6);
  const attaches = !resumes && has('attaches') && dice.chance(0.5);
  const count = has('reruns') ? dice.int(1, 3) : 1;
  const attempts = Array.from({ length: count }, (_, nth) =>
    attemptOf(dice, { nth, prompt, ...options }),
  );
  const isBusy = attaches || (has('busy_runs') && dice.chance(0.7));
  const drawn = turnShape(dice, shapes);
  const shape = isBusy ? { ...drawn, lastsMs: drawn.lastsMs + OLD_MS } : drawn;
  const lastsMs = shape.pickupMs + shape.lastsMs;
  const agoMs = isBusy ? dice.int(OLD_MS, lastsMs) : lastsMs + dice.int(OLD_MS, 300_000);
  return {
    name: `job${index}`,
    attempts,
    old: resumes || attaches ? { agoMs, shape } : null,
    startAt: dice.int(0, 20_000),
    aheadMs,
    inputs: {
      token: CONNECTION.token,
      base_url: CONNECTION.base_url,
      service: subject.service,
      ...(has('reports') ? {} : { logs: 'none', summary: 'false', report: 'false' }),
      ...(attaches && { prompt: '' }),
      timeout_minutes: String(timeoutMs / 60_000),
      idempotency: has('idempotency') && !attaches ? 'on' : 'none',
      create_pull_request: has('pull_requests') ? 'true' : 'false',
      on_cancel: has('stop_on_cancel') ? 'stop' : 'leave',
      wait: has('no_wait') && dice.chance(0.3) ? 'false' : 'true',
      expect: has('expect_result') ? 'result' : 'none',
      ...(has('fixed_interval') && { poll_interval_seconds: String(everySeconds) }),
      ...(has('siblings') && { siblings: '4' }),
      ...(has('own_key') && !attaches && { idempotency_key: `release-${index}` }),
      ...subject.inputs(dice),
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

function attemptOf(
  dice: Dice,
  {
    nth,
    prompt,
    features,
    subject,
  }: JobOptions & { readonly nth: number; readonly prompt: string },
): AttemptPlan {
  const has = (feature: Feature): boolean => features.has(feature);
  const isChanged = nth > 0 && has('prompt_changed') && dice.chance(0.5);
  return {
    troubles: attemptTroubles(dice, { nth, features, subject }),
    postTroubles: troublesOf(dice, {
      sends: false,
      reads: has('read_faults') && dice.chance(0.3),
      at: nth * 200_000,
    }),
    killAfter:
      has('kills') && dice.chance(0.6) ? dice.int(1, dice.chance(0.6) ? 3_000 : 200_000) : null,
    signalAfter:
      (has('signals') || has('stop_on_cancel')) && dice.chance(0.5)
        ? dice.int(1, dice.chance(0.5) ? 3_000 : 100_000)
        : null,
    prompt: isChanged ? `${prompt} Or another.` : prompt,
    gapMs: GAP_MS + dice.int(0, 200_000),
  };
}

function attemptTroubles(
  dice: Dice,
  {
    nth,
    features,
    subject: { oddReads },
  }: Pick<JobOptions, 'features' | 'subject'> & { readonly nth: number },
): Troubles {
  const has = (feature: Feature): boolean => features.has(feature);
  const { sends, windows, latencyMs } = troublesOf(dice, {
    sends: has('send_faults'),
    reads: has('read_faults'),
    at: nth * 200_000,
  });
  const from = nth * 200_000 + dice.int(0, 60_000);
  const page = { from, to: from + dice.int(100, 100_000), rate: dice.pick([0.3, 1]) };
  const kinds = [dice.pick(PAGE_FAULTS)];
  const odd =
    oddReads !== undefined && has('odd_reads') ? [oddWindow(dice, { from, ...oddReads })] : [];
  return {
    sends,
    windows: [...windows, ...(has('gateway_pages') ? [{ ...page, kinds }] : []), ...odd],
    latencyMs: has('slow_network') ? latencyMs : Math.min(latencyMs, 150),
  };
}

/** Some of the other answers to reads, for a while. */
function oddWindow(
  dice: Dice,
  { from, faults }: { readonly from: number; readonly faults: readonly ReadFault[] },
): Window {
  const rate = dice.pick([0.1, 0.3, 0.6, 1]);
  const to = from + dice.int(100, 60_000);
  return { from, to, rate, kinds: dice.some(faults, dice.int(1, 3)) };
}
