/** What happens in one simulation, all of it drawn from the seed before anything runs. Times in virtual milliseconds. */
import { Dice } from './random.ts';

/** Faults that a request to create or resume meets, one an attempt; afterwards the service behaves. */
export const POST_FAULTS = [
  ...(['dns', 'refused', 'connect_timeout', 'tls', 'proxy', '429'] as const),
  ...(['reset_before', 'reset_after', 'hang_before', 'hang_after', 'cut_body', 'protocol', 'too_large'] as const),
  ...(['http_500', 'http_503_done', 'http_408', 'bad_json', 'no_id', 'html', 'empty'] as const),
  ...(['http_401', 'http_402', 'http_403', 'http_404', 'http_422', 'redirect', 'certificate'] as const),
] as const;
export type PostFault = (typeof POST_FAULTS)[number];
const SURELY_NOT_CARRIED_OUT = POST_FAULTS.slice(0, 6);

/** Faults of reads that pass. */
export const READ_FAULTS = [
  ...(['dns', 'refused', 'connect_timeout', 'tls', 'proxy', '429', '429', '429'] as const),
  ...(['reset_before', 'reset_after', 'hang_before', 'hang_after', 'cut_body', 'protocol', 'too_large'] as const),
  ...(['http_500', 'http_502', 'http_503', 'http_408', 'bad_json', 'html', 'empty', 'array', 'null', 'slow'] as const),
] as const;
/** Faults of the logs endpoint alone. */
export const LOG_FAULTS = [
  ...(['logs_404', 'logs_500', 'logs_403', 'logs_400', 'logs_object', 'logs_missing'] as const),
  ...(['stale', 'shuffled', 'holed', 'wrong_total', 'statusless', 'bare_page', 'reversed'] as const),
] as const;
/** Answers that end a step early, each a code of contract 5. */
export const PERMANENT_FAULTS = [
  ...(['http_401', 'http_403', 'http_404', 'http_402', 'http_422', 'redirect', 'certificate'] as const),
] as const;
export type ReadFault =
  (typeof READ_FAULTS)[number] | (typeof LOG_FAULTS)[number] | (typeof PERMANENT_FAULTS)[number] | 'stale_run';

/** From `from` to `to`, reads meet one of `kinds` with probability `rate`. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly rate: number;
  readonly kinds: readonly ReadFault[];
}

export interface PlannedEntry {
  readonly value: Readonly<Record<string, unknown>>;
  readonly line: string;
  /** When it was written, by its own time stamp; from the moment the run was accepted. Null: without a time stamp. */
  readonly time: number | null;
  /** When the service shows it. */
  readonly visibleAt: number;
}

export interface Plan {
  readonly seed: number;
  readonly mode: 'create' | 'resume' | 'attach';
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly fixedMs: number | null;
  readonly inputs: Readonly<Record<string, string>>;
  readonly order: 'asc' | 'desc';
  /** Where a late entry stands: at its time, or behind what came before it. */
  readonly placed: 'time' | 'arrival';
  readonly stamps: 'distinct' | 'ties' | 'equal' | 'some_missing';
  readonly late: boolean;
  readonly before: readonly PlannedEntry[];
  readonly entries: readonly PlannedEntry[];
  readonly statuses: readonly { readonly at: number; readonly word: string | null }[];
  readonly statusBefore: string;
  readonly endAt: number;
  readonly result: string | null;
  readonly resultBefore: string | null;
  readonly finalAnswer: string | null;
  readonly totals: 'right' | 'absent';
  readonly posts: readonly PostFault[];
  readonly windows: readonly Window[];
  readonly jumps: readonly { readonly at: number; readonly by: number }[];
  readonly signalAt: number | null;
  /** When the step is killed without a word; the post step runs then. */
  readonly killAt: number | null;
  readonly latencyMs: number;
}

const ACTIVE = ['PENDING', 'RUNNING', 'active', 'in-progress'] as const;
const ENDS = ['COMPLETE', 'completed', 'FAILED', 'Timed Out', 'CANCELLED', 'PAUSED', 'done', 'ERROR'] as const;
/** Where the service's clock stands when the simulation begins. */
export const EPOCH = Date.UTC(2026, 3, 1, 12, 0, 0);

/** Time stamps of this turn count from here: later than any moment at which a run is accepted. */
const TURN_MS = 3_700_000;

export function planOf(seed: number): Plan {
  const dice = new Dice(seed);
  const mode = dice.chance(0.6) ? 'create' : dice.chance(0.65) ? 'resume' : 'attach';
  const timeoutMs = dice.chance(0.85) ? dice.int(150, 900) * 1000 : dice.int(1, 60) * 1000;
  const fixedMs = dice.chance(0.3) ? dice.int(1, 20) * 1000 : null;
  const never = mode === 'resume' && dice.chance(0.04);
  const endAt = never ? Infinity : dice.chance(0.9) ? dice.int(200, 100_000) : dice.int(0, 1_200_000);
  const stamps = dice.chance(0.6) ? 'distinct' : dice.pick(['ties', 'equal', 'some_missing'] as const);
  const late = stamps !== 'some_missing' && dice.chance(0.25);
  const count = never ? 0 : dice.chance(0.85) ? dice.int(0, 25) : dice.int(80, 330);
  const word = dice.chance(0.95) ? dice.pick(ENDS) : dice.pick(['WEIRD', null] as const);
  const answered = dice.chance(0.7);
  const entries = plannedEntries(dice, {
    count,
    endAt: Math.min(endAt, 1e7),
    stamps,
    late,
    answered,
    failed: word === 'FAILED',
  });
  const finalAnswer = answered && count > 0 ? 'The final answer.' : null;
  const statusBefore = dice.pick(ENDS);
  const pickupAt = mode === 'resume' ? Math.min(endAt, dice.int(0, 40_000)) : 0;
  const calm = dice.chance(0.15);
  return {
    seed,
    mode,
    wait: dice.chance(0.97),
    timeoutMs,
    fixedMs,
    inputs: inputsOf(dice, { mode, timeoutMs, fixedMs }),
    order: dice.chance(0.6) ? 'asc' : 'desc',
    placed: dice.chance(0.6) ? 'time' : 'arrival',
    stamps,
    late,
    before: mode === 'resume' ? earlierEntries(dice) : [],
    entries,
    statuses: statusesOf(dice, { mode, never, pickupAt, endAt, word, statusBefore }),
    statusBefore,
    endAt,
    result: dice.chance(0.6) ? `Result of ${seed}.` : null,
    resultBefore: mode === 'resume' && dice.chance(0.6) ? 'The result before.' : null,
    finalAnswer,
    totals: dice.chance(0.85) ? 'right' : 'absent',
    posts: calm || dice.chance(0.5) ? [] : postFaults(dice),
    windows: calm ? [] : windowsOf(dice, timeoutMs),
    jumps: dice.chance(0.2) ? [{ at: dice.int(0, timeoutMs), by: dice.int(-7_200_000, 7_200_000) }] : [],
    signalAt: dice.chance(0.15) ? dice.int(0, dice.chance(0.5) ? 5_000 : timeoutMs) : null,
    latencyMs: dice.pick([1, 20, 20, 150, 900]),
    killAt: dice.chance(0.05) ? dice.int(0, dice.chance(0.6) ? 10_000 : timeoutMs) : null,
  };
}

function inputsOf(
  dice: Dice,
  { mode, timeoutMs, fixedMs }: Pick<Plan, 'mode' | 'timeoutMs' | 'fixedMs'>,
): Record<string, string> {
  return {
    token: 'tok-3f9a1c77d2e84b60',
    org_id: '42',
    base_url: 'https://agents.example.com/root',
    prompt: mode === 'attach' ? '' : 'Do the thing.',
    agent_run_id: mode === 'create' ? '' : '7001',
    timeout_minutes: String(timeoutMs / 60_000),
    poll_interval_seconds: fixedMs === null ? 'auto' : String(fixedMs / 1000),
    logs: dice.pick(['none', 'none', 'compact', 'errors', 'full']),
    summary: String(dice.chance(0.1)),
    report: String(dice.chance(0.01)),
    siblings: dice.chance(0.9) ? '' : '4',
    sibling_index: '',
  };
}

function plannedEntries(
  dice: Dice,
  of: { count: number; endAt: number; stamps: Plan['stamps']; late: boolean; answered: boolean; failed: boolean },
): PlannedEntry[] {
  const times = Array.from({ length: of.count }, () => Math.floor(dice.next() * of.endAt)).sort((a, b) => a - b);
  const entries: PlannedEntry[] = [];
  let previous = -1;
  for (const [index, drawn] of times.entries()) {
    const last = index === of.count - 1;
    const twin = entries.at(-1);
    if (twin !== undefined && !last && of.stamps !== 'distinct' && dice.chance(0.3)) {
      entries.push({ ...twin, visibleAt: Math.max(twin.visibleAt, drawn) });
      continue;
    }
    const closing = last && (of.answered || of.failed);
    const exact = Math.max(drawn, closing ? of.endAt - 2_000 : 0, previous + 1);
    previous = exact;
    const time = of.stamps === 'equal' ? 0 : of.stamps === 'ties' ? Math.floor(exact / 5_000) * 5_000 : exact;
    const stampless = of.stamps === 'some_missing' && dice.chance(0.3);
    const kind = last && of.answered ? 'FINAL_ANSWER' : last && of.failed ? 'ERROR' : dice.pick(KINDS);
    const value = {
      agent_run_id: 7001,
      ...(stampless ? {} : { created_at: new Date(EPOCH + TURN_MS + time).toISOString() }),
      message_type: kind,
      observation: kind === 'FINAL_ANSWER' ? 'The final answer.' : `Step ${dice.chance(0.2) ? 'same' : index}`,
    };
    const delay = of.late && dice.chance(0.3) ? dice.int(500, 20_000) : 0;
    entries.push({ value, line: JSON.stringify(value), time: stampless ? null : time, visibleAt: exact + delay });
  }
  return entries;
}

const KINDS = ['ACTION', 'ACTION', 'PLAN_EVALUATION', 'NEW_KIND', 'PR_EVALUATION'] as const;

function earlierEntries(dice: Dice): PlannedEntry[] {
  const count = dice.pick([0, 1, 3, 12, 99, 100, 101, 230]);
  return Array.from({ length: count }, (_, index) => {
    const time = -400_000 + index * 1000;
    const kind = index === count - 1 ? 'FINAL_ANSWER' : 'ACTION';
    const stamp = new Date(EPOCH + time).toISOString();
    const value = { agent_run_id: 7001, created_at: stamp, message_type: kind, observation: `Before ${index}` };
    return { value, line: JSON.stringify(value), time, visibleAt: -1e9 };
  });
}

function statusesOf(
  dice: Dice,
  of: {
    mode: Plan['mode'];
    never: boolean;
    pickupAt: number;
    endAt: number;
    word: string | null;
    statusBefore: string;
  },
): Plan['statuses'] {
  const first = { at: -1e9, word: of.mode === 'resume' ? of.statusBefore : dice.pick(ACTIVE) };
  if (of.never) return [first];
  const blip = of.endAt > 20_000 && dice.chance(0.03) ? dice.int(1_000, of.endAt - 5_000) : null;
  return [
    first,
    ...(of.mode === 'resume' ? [{ at: of.pickupAt, word: dice.pick(ACTIVE) }] : []),
    ...(blip === null || blip < of.pickupAt
      ? []
      : [
          { at: blip, word: dice.pick(ENDS) },
          { at: blip + 3_000, word: 'RUNNING' },
        ]),
    { at: of.endAt, word: of.word },
  ];
}

function postFaults(dice: Dice): PostFault[] {
  const faults: PostFault[] = [];
  while (faults.length < 12 && dice.chance(0.6)) faults.push(dice.pick(SURELY_NOT_CARRIED_OUT));
  if (dice.chance(0.5)) faults.push(dice.pick(POST_FAULTS));
  return faults;
}

function windowsOf(dice: Dice, timeoutMs: number): Window[] {
  return Array.from({ length: dice.int(0, 3) }, () => {
    const from = dice.int(0, dice.chance(0.7) ? 120_000 : timeoutMs);
    const to = from + dice.int(100, dice.chance(0.7) ? 60_000 : timeoutMs);
    const kind = dice.next();
    const kinds: ReadFault[] =
      kind < 0.04
        ? [dice.pick(PERMANENT_FAULTS)]
        : kind < 0.35
          ? dice.some([...LOG_FAULTS, 'stale_run'] as const, dice.int(1, 3))
          : dice.some(dice.chance(0.5) ? READ_FAULTS : [...READ_FAULTS, ...LOG_FAULTS], dice.int(1, 6));
    return { from, to, rate: dice.pick([0.1, 0.3, 0.6, 1]), kinds };
  });
}
