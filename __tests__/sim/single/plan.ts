/**
 * The plan of one simulation, drawn completely from the seed before anything runs. Times are in
 * virtual milliseconds.
 */
import { Dice, swarm } from '../engine/dice.ts';
import {
  LOG_FAULTS,
  PAGE_FAULTS,
  PERMANENT_FAULTS,
  READ_FAULTS,
  REFUSED_LOOKS,
  SEND_FAULTS,
  SURELY_NOT_CARRIED_OUT,
  type ReadFault,
  type SendFault,
  type Window,
} from '../engine/faults.ts';
import {
  earlierEntries,
  echoEntry,
  plannedEntries,
  tailEntries,
  FINAL_ANSWER,
  type PlannedEntry,
  type Stamps,
} from './entries.ts';
import { CONNECTION } from '../world/service.ts';

export const PROMPT = 'Do the thing.';

/** What a seed may enable, besides a run that is created, resumed or attached to and ends. */
export const FEATURES = [
  // The network and the service's refusals.
  ...([
    'send_faults',
    'read_faults',
    'log_faults',
    'refused_looks',
    'permanent_faults',
    'other_run',
    'slow_network',
    'gateway_pages',
  ] as const),
  // The log.
  ...([
    'late',
    'ties',
    'unstamped',
    'long',
    'late_stamps',
    'alpha_log',
    'both_logs',
    'no_log',
  ] as const),
  // Service and runner differ by as much as the contract allows.
  'clock_apart',
  // How the run shows its end.
  ...([
    'no_status',
    'odd_status',
    'slow_result',
    'taken_back',
    'summary',
    'pull_requests',
    'never',
    'lagging_end',
  ] as const),
  // The follow-up.
  ...(['queued', 'silent_reply'] as const),
  // The step.
  ...([
    'signal',
    'kill',
    'stop_on_cancel',
    'fixed_interval',
    'short_timeout',
    'no_wait',
    'siblings',
    'reports',
  ] as const),
] as const;
export type Feature = (typeof FEATURES)[number];

export interface Plan {
  readonly seed: number;
  readonly features: ReadonlySet<Feature>;
  readonly mode: 'create' | 'resume' | 'attach';
  readonly timeoutMs: number;
  readonly fixedMs: number | null;
  readonly inputs: Readonly<Record<string, string>>;
  readonly stamps: Stamps;
  /** The log of the run before this turn was accepted. */
  readonly before: readonly PlannedEntry[];
  /** Entries that the previous turn writes after this one was accepted. */
  readonly tail: readonly PlannedEntry[];
  readonly entries: readonly PlannedEntry[];
  /** Whether the log shows the follow-up. */
  readonly echoes: boolean;
  readonly statuses: readonly { readonly at: number; readonly word: string | null }[];
  /** When the run's status becomes that of this turn. */
  readonly pickupAt: number;
  readonly endAt: number;
  /** The values of the run's `result` and when each one is set. */
  readonly results: readonly { readonly at: number; readonly text: string | null }[];
  readonly result: string | null;
  readonly resultBefore: string | null;
  readonly summary: string | null;
  readonly finalAnswer: string | null;
  readonly pullRequests: readonly string[];
  readonly logs: 'spec' | 'alpha' | 'both' | 'none';
  /** Whether the answer to a resume still shows the previous status. */
  readonly silentReply: boolean;
  readonly sends: readonly SendFault[];
  readonly windows: readonly Window[];
  /** The difference between the service's clock and this machine's. */
  readonly apartMs: number;
  /** For how long reads of the run alone do not show its end. */
  readonly endUnseenMs: number;
  readonly signalAt: number | null;
  /** When the step is killed; the post step then runs. */
  readonly killAt: number | null;
  readonly latencyMs: number;
}

const ACTIVE = ['PENDING', 'RUNNING', 'active', 'in-progress'] as const;
const ENDS = [
  'COMPLETE',
  'completed',
  'FAILED',
  'Timed Out',
  'CANCELLED',
  'PAUSED',
  'done',
  'ERROR',
] as const;
const GATEWAY_MS_MOST = 100_000;
/** How far the clocks of service and runner may differ (contract 4.9). */
const SKEW_MS = 5 * 60_000;

export function planOf(seed: number): Plan {
  const all = swarm(seed, FEATURES);
  const of = (matter: string): Dice => Dice.of(seed, matter);
  const dice = of('frame');
  const mode = modeOf(dice);
  const features = possible(all, mode);
  const has = (feature: Feature): boolean => features.has(feature);
  const timeoutMs = has('short_timeout') ? dice.int(1, 60) * 1000 : dice.int(150, 900) * 1000;
  const fixedMs = has('fixed_interval') ? dice.int(1, 20) * 1000 : null;
  const queued = has('queued');
  const never = has('never');
  const tailEndAt = queued ? dice.int(500, 60_000) : 0;
  let pickupAt = 0;
  if (mode === 'resume') {
    pickupAt = queued ? tailEndAt + dice.int(0, 15_000) : dice.int(0, 40_000);
  }
  const lasts = dice.chance(0.9) ? dice.int(200, 100_000) : dice.int(0, 1_200_000);
  let endAt = queued ? pickupAt + Math.min(lasts, 200_000) : Math.max(lasts, pickupAt);
  if (never) {
    endAt = Infinity;
  }
  let word: string | null = null;
  if (!has('no_status')) {
    word = has('odd_status') ? 'WEIRD' : dice.pick(ENDS);
  }
  const answered = has('queued') || dice.chance(0.7);
  const apartMs = has('clock_apart') ? of('apart').int(-SKEW_MS, SKEW_MS) : 0;
  let count = 0;
  if (!never) {
    count = has('long') ? dice.int(80, 330) : dice.int(0, 25);
  }
  let stamps: Stamps = 'distinct';
  if (has('unstamped')) {
    stamps = 'some_missing';
  } else if (has('ties')) {
    stamps = of('ties').pick(['ties', 'equal'] as const);
  }
  const sends = has('send_faults') ? sendFaults(of('sends')) : [];
  const drawn = plannedEntries(of('entries'), {
    features,
    count,
    startAt: queued ? pickupAt : 1,
    endAt: Math.min(endAt, 1e7),
    stamps,
    answered,
    failed: word === 'FAILED',
    clockMs: apartMs,
  });
  const echoes =
    mode === 'resume' && !never && stamps === 'distinct' && of('echo').chance(queued ? 0.7 : 0.3);
  const entries = echoes
    ? [echoEntry(queued ? pickupAt - 1 : 0, { prompt: PROMPT, clockMs: apartMs }), ...drawn]
    : drawn;
  let statusBefore: string | null = null;
  if (!has('no_status')) {
    statusBefore = queued ? 'RUNNING' : of('before').pick(ENDS);
  }
  const resultBefore =
    mode === 'resume' && of('result-before').chance(0.6) ? 'The result before.' : null;
  const finalAnswer = answered && count > 0 ? FINAL_ANSWER : null;
  const result = of('result').chance(0.6) || has('no_status') ? `Result of ${seed}.` : null;
  return {
    seed,
    features,
    mode,
    timeoutMs,
    fixedMs,
    stamps,
    entries,
    pickupAt,
    endAt,
    result,
    resultBefore,
    finalAnswer,
    apartMs,
    endUnseenMs: has('lagging_end') ? of('end-unseen').int(200, 8_000) : 0,
    echoes,
    inputs: inputsOf(of('inputs'), { mode, timeoutMs, fixedMs, features }),
    before: mode === 'resume' ? earlierEntries(of('earlier'), { clockMs: apartMs }) : [],
    tail: queued ? tailEntries(of('tail'), { endAt: tailEndAt, clockMs: apartMs }) : [],
    statuses: statusesOf(of('statuses'), {
      features,
      mode,
      pickupAt,
      tailEndAt,
      endAt,
      word,
      statusBefore,
    }),
    results: resultsOf(of('results'), {
      features,
      pickupAt,
      tailEndAt,
      endAt,
      result,
      resultBefore,
      seed,
    }),
    summary: has('summary') ? `Summary of ${seed}.` : null,
    pullRequests: has('pull_requests') ? ['https://github.com/octo/widgets/pull/12'] : [],
    logs: logsOf(features),
    // A run that never acts on the follow-up does not report that it is active.
    silentReply: has('silent_reply') || never,
    sends: !never ? sends : sends.filter((fault) => fault !== 'no_id' && fault !== 'empty'),
    windows: windowsOf(of('windows'), { features, timeoutMs }),
    signalAt: has('signal')
      ? of('signal').int(0, of('signal-soon').chance(0.5) ? 5_000 : timeoutMs)
      : null,
    latencyMs: of('latency').pick(has('slow_network') ? [150, 900, 2_000] : [1, 20, 20]),
    killAt:
      has('kill') && of('kill').chance(0.5)
        ? of('kill-at').int(0, of('kill-soon').chance(0.6) ? 10_000 : timeoutMs)
        : null,
  };
}

/** Removes features whose requirements are missing or that exclude each other. */
function modeOf(dice: Dice): Plan['mode'] {
  if (dice.chance(0.5)) {
    return 'create';
  }
  return dice.chance(0.75) ? 'resume' : 'attach';
}

function logsOf(features: ReadonlySet<Feature>): Plan['logs'] {
  if (features.has('no_log')) {
    return 'none';
  }
  if (features.has('alpha_log')) {
    return 'alpha';
  }
  return features.has('both_logs') ? 'both' : 'spec';
}

function possible(all: ReadonlySet<Feature>, mode: Plan['mode']): ReadonlySet<Feature> {
  const features = new Set(all);
  const drop = (...names: readonly Feature[]): void =>
    names.forEach((name) => features.delete(name));
  if (mode !== 'resume') {
    drop('queued', 'silent_reply', 'never');
  }
  if (features.has('no_status') || features.has('never')) {
    drop('taken_back');
  }
  if (features.has('queued')) {
    drop('no_status', 'odd_status', 'never', 'ties', 'unstamped');
  }
  if (features.has('no_log')) {
    drop('alpha_log', 'both_logs', 'log_faults');
  }
  return features;
}

function inputsOf(
  dice: Dice,
  { mode, timeoutMs, fixedMs, features }: Pick<Plan, 'mode' | 'timeoutMs' | 'fixedMs' | 'features'>,
): Record<string, string> {
  const reports = features.has('reports');
  return {
    ...CONNECTION,
    prompt: mode === 'attach' ? '' : PROMPT,
    agent_run_id: mode === 'create' ? '' : '1001',
    timeout_minutes: String(timeoutMs / 60_000),
    poll_interval_seconds: fixedMs === null ? 'auto' : String(fixedMs / 1000),
    logs: reports ? dice.pick(['compact', 'errors', 'full']) : 'none',
    summary: String(reports),
    report: String(reports && dice.chance(0.1)),
    siblings: features.has('siblings') ? '4' : '',
    sibling_index: '',
    on_cancel: features.has('stop_on_cancel') ? 'stop' : 'leave',
    wait: features.has('no_wait') ? 'false' : 'true',
  };
}

function statusesOf(
  dice: Dice,
  of: Pick<Plan, 'features' | 'mode' | 'pickupAt' | 'endAt'> & {
    readonly statusBefore: string | null;
    readonly tailEndAt: number;
    readonly word: string | null;
  },
): Plan['statuses'] {
  const { features, mode, pickupAt, endAt, word } = of;
  const active = (): string | null => (features.has('no_status') ? null : dice.pick(ACTIVE));
  const first = { at: -1e9, word: mode === 'resume' ? of.statusBefore : active() };
  if (features.has('never')) {
    return [first];
  }
  const between = features.has('queued') ? [{ at: of.tailEndAt, word: 'COMPLETE' }] : [];
  return [
    first,
    ...between,
    ...(mode === 'resume' ? [{ at: pickupAt, word: active() }] : []),
    { at: endAt, word },
  ];
}

function resultsOf(
  dice: Dice,
  of: Pick<Plan, 'features' | 'pickupAt' | 'endAt' | 'result' | 'resultBefore' | 'seed'> & {
    readonly tailEndAt: number;
  },
): Plan['results'] {
  const { features, endAt, result, resultBefore } = of;
  const results: { readonly at: number; readonly text: string | null }[] = [
    { at: -1e9, text: resultBefore },
  ];
  const latest = Math.min(endAt, 1e7);
  if (features.has('queued') && dice.chance(0.5)) {
    results.push({ at: of.tailEndAt, text: 'The result of the turn before.' });
  }
  // A draft result that the service withdraws before the end.
  if (features.has('taken_back') && latest > of.pickupAt + 5_000) {
    const at = dice.int(of.pickupAt + 1_000, latest - 2_000);
    results.push(
      { at, text: `Draft of ${of.seed}.` },
      { at: dice.int(at + 500, latest - 1_000), text: null },
    );
  }
  const delay = features.has('slow_result') ? dice.int(500, 6_000) : 0;
  if (result !== null && Number.isFinite(endAt)) {
    results.push({ at: endAt + delay, text: result });
  }
  return results;
}

function sendFaults(dice: Dice): SendFault[] {
  const faults: SendFault[] = [];
  while (faults.length < 12 && dice.chance(0.6)) {
    faults.push(dice.pick(SURELY_NOT_CARRIED_OUT));
  }
  if (dice.chance(0.5)) {
    faults.push(dice.pick(SEND_FAULTS));
  }
  return faults;
}

function windowsOf(
  dice: Dice,
  { features, timeoutMs }: Pick<Plan, 'features' | 'timeoutMs'>,
): Window[] {
  const kinds: (() => readonly ReadFault[])[] = [];
  if (features.has('read_faults')) {
    kinds.push(() => dice.some(READ_FAULTS, dice.int(1, 6)));
  }
  if (features.has('log_faults')) {
    kinds.push(() => dice.some([...LOG_FAULTS, 'stale_run'] as const, dice.int(1, 3)));
  }
  if (features.has('refused_looks')) {
    kinds.push(() => dice.some(REFUSED_LOOKS, dice.int(1, 4)));
  }
  if (features.has('permanent_faults')) {
    kinds.push(() => [dice.pick(PERMANENT_FAULTS)]);
  }
  if (features.has('other_run')) {
    kinds.push(() => ['other_run']);
  }
  const windows = kinds.map((draw) => {
    const from = dice.int(0, dice.chance(0.7) ? 120_000 : timeoutMs);
    const to = from + dice.int(100, dice.chance(0.7) ? 60_000 : timeoutMs);
    return { from, to, rate: dice.pick([0.1, 0.3, 0.6, 1]), kinds: draw() };
  });
  if (features.has('gateway_pages')) {
    // A restart takes less than the two minutes for which such a page is waited out.
    const from = dice.int(0, 120_000);
    const to = from + dice.int(100, GATEWAY_MS_MOST);
    windows.push({ from, to, rate: dice.pick([0.3, 1]), kinds: [dice.pick(PAGE_FAULTS)] });
  }
  return windows;
}
