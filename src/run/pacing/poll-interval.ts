/**
 * Decides when to poll a run next (contract 3.2 and 3.3). Pure: computes a delay from the observations, the time and a random number.
 *
 * Without refusals a job follows `aloneInterval`. A refusal shows that other jobs use the token. From then on the job keeps an interval
 * between polls as its share of the limit. Refusals lengthen it (multiplicatively), and responses shorten it (additively in the rate, and
 * faster the longer there was no refusal) until the job is alone again. A refused poll is retried much sooner than the interval, so that
 * jobs that have waited get through. Repeated retries become less frequent, because a service may count refused requests. The constants
 * were found with `bench/fleet`; see bench/README.md.
 */
import { startedBy } from './matrix-start.ts';
import type { PaceContext, PaceOptions, PaceSeen, PaceState, PaceStep } from './pace-state.ts';

type Answered = Extract<PaceSeen, { kind: 'ok' }>;

/** Without refusals: the first poll, the growth of the waits, and their final value. */
const ALONE = { firstMs: 2500, growth: 1.4, earlyMs: 20_000, earlyEndsMs: 150_000, lateMs: 9600 };
const JITTER = 0.06;

/**
 * Shares in ms. `pull` and `creep` are what one response adds to the rate and takes off the share; `gain` accelerates
 * both.
 */
const SHARE = {
  firstMs: 40_000,
  leastMs: 6600,
  youngRefusal: 1.2,
  youngAgain: 1.16,
  refusal: 1.12,
  again: 1.04,
  pull: 0.00053,
  creep: 0.014,
  gain: 0.22,
};
/** Feedback for a job that knew its share from the start. */
const INFORMED = { refusal: 1.21, pull: 0.00015 };
/** The wait after a refusal, as a fraction of the share, and its growth: slow at first, then fast. */
const RETRY = {
  youngFor: 4,
  young: [0.3, 0.5],
  old: [0.15, 0.31],
  shareMost: 40_000,
  slow: 1.1,
  slowFor: 5,
  fast: 1.32,
  matrix: [0.3, 0.8],
  matrixGrowth: 1.3,
} as const;
const FIXED_GROWTH = 1.5;
/**
 * How the jitter above a floor grows with consecutive refusals, and its maximum (unless the floor is longer). Jobs that are told to retry
 * after a second must become rare too, and a long series of such refusals must not look like a thousand other jobs.
 */
const ABOVE_FLOOR = { leastMs: 1000, growth: 1.3, mostMs: 420_000 };
/** Runs end while a matrix is still starting, so no more than this many are active at once. */
const MATRIX = { perJobMs: 1400, mostJobs: 82 };
/** What the time in the queue for a create (`refusedMs`) indicates about the number of other jobs. */
const QUEUE = { leastMs: 10_000, part: 0.59, mostMs: 69_100, informsMs: 87_700 };
/** Consecutive faults, with full jitter. */
const FAULT = { baseMs: 1000, mostMs: 60_000 };
/** Polls since the end came into sight. */
const SETTLE = { firstMs: 1000, growth: 1.6 };

export function paceStart(options: PaceOptions): PaceState {
  return {
    options,
    startedAt: null,
    shareMs: 0,
    matrixMs: 0,
    informed: options.siblings > 1,
    refusals: 0,
    felt: 0,
    answers: 0,
    settled: 0,
    unsettled: 0,
  };
}

export function paceNext(state: PaceState, seen: PaceSeen, context: PaceContext): PaceStep {
  const startedAt = state.startedAt ?? context.now;
  const matrixMs = matrixShare(state.options, context.now - startedAt);
  // While a matrix is still starting, its load grows predictably, and the share grows with it.
  const grown = state.matrixMs > 0 ? Math.max(1, matrixMs / state.matrixMs) : 1;
  const here = { ...state, startedAt, matrixMs, shareMs: state.shareMs * grown };
  switch (seen.kind) {
    case 'started':
      return started(here, seen.refusedMs, context);
    case 'ok':
      return answered(here, seen, context);
    case 'refused':
      return refused(here, seen.floorMs, context);
    case 'fault':
      return { state: here, delayMs: context.random() * Math.min(FAULT.mostMs, FAULT.baseMs * 2 ** seen.attempt) };
  }
}

/**
 * Milliseconds until the next poll of a run of this age that does not share its token. Few runs end in their first
 * minutes, and those that do end almost immediately. So there is an early poll, then longer waits than later on. The
 * end of a two-second run is seen within two more seconds, and an eight-minute run costs fewer than 50 polls.
 */
export function aloneInterval(ageMs: number): number {
  if (ageMs < ALONE.firstMs / 2) return ALONE.firstMs;
  return Math.min(ageMs < ALONE.earlyEndsMs ? ALONE.earlyMs : ALONE.lateMs, ageMs * ALONE.growth);
}

function started(state: PaceState, refusedMs: number, context: PaceContext): PaceStep {
  // A single short refusal is not a queue.
  const queued =
    refusedMs < QUEUE.leastMs ? 0 : Math.max(SHARE.firstMs, Math.min(QUEUE.mostMs, refusedMs * QUEUE.part));
  const shareMs = state.informed ? state.matrixMs : queued;
  const informed = state.informed || refusedMs > QUEUE.informsMs;
  return look({ ...state, shareMs, informed }, context);
}

function answered(state: PaceState, seen: Answered, context: PaceContext): PaceStep {
  const rule = state.informed ? INFORMED : SHARE;
  const shrink = 1 + (SHARE.creep + (rule.pull * state.shareMs) / 1000) * (1 + SHARE.gain * state.answers);
  const share = Math.max(state.shareMs / 2, state.shareMs / shrink);
  const next: PaceState = {
    ...state,
    shareMs: share < SHARE.leastMs ? 0 : share,
    answers: state.answers + 1,
    refusals: 0,
  };
  // Another page costs one request. If other jobs are waiting, pages alternate with them.
  if (seen.full) return { state: next, delayMs: Math.min(next.shareMs / 10, 5000) };
  if (seen.finalAnswer) return { state: { ...next, settled: 1 }, delayMs: 500 + 500 * context.random() };
  if (!seen.settling && state.settled === 0) {
    return seen.active ? look(next, context) : { state: next, delayMs: regularWait(next, context) };
  }
  // News set the count back, each time less: a run that goes on after an apparent end would be polled every second.
  const unsettled = state.unsettled + (seen.news ? 1 : 0);
  const settled = seen.news ? unsettled : state.settled + 1;
  const soon = SETTLE.firstMs * SETTLE.growth ** (settled - 1) * Math.max(1, Math.min(3, next.shareMs / 10_000));
  const delayMs = Math.min(regularWait(next, context), soon * jitter(context));
  return { state: { ...next, settled, unsettled }, delayMs };
}

function refused(state: PaceState, floorMs: number | null, context: PaceContext): PaceStep {
  const again = state.refusals > 0;
  const young = isYoung(state);
  const rule = state.informed ? INFORMED : SHARE;
  const factor = again ? (young ? SHARE.youngAgain : SHARE.again) : young ? SHARE.youngRefusal : rule.refusal;
  // If the service says when to retry, that determines the share. Otherwise the guess is more careful.
  const first = Math.min(SHARE.firstMs, Math.max(SHARE.leastMs, floorMs ?? SHARE.firstMs));
  const shareMs = state.shareMs === 0 ? first : state.shareMs * factor;
  const next: PaceState = { ...state, shareMs, answers: 0, refusals: state.refusals + 1, felt: state.felt + 1 };
  if (floorMs === null) return { state: next, delayMs: retryWait(state, shareMs, context) };
  // Jitter above the floor, because all refused jobs got the same retry time.
  const scatter = Math.max(ABOVE_FLOOR.leastMs, floorMs / 2) * ABOVE_FLOOR.growth ** state.refusals;
  const most = Math.max(ABOVE_FLOOR.mostMs, floorMs);
  return { state: next, delayMs: floorMs + context.random() * Math.min(scatter, most) };
}

/** The wait after a refusal without a retry time, given the resulting share. */
function retryWait(state: PaceState, shareMs: number, { random }: PaceContext): number {
  const { fixedMs } = state.options;
  if (fixedMs !== null) return fixedMs * (0.5 + random()) * FIXED_GROWTH ** Math.min(state.refusals, 15);
  // If the share is known from the matrix, a refusal is coincidence and there is no hurry.
  if (state.options.siblings > 1)
    return shareMs * within(RETRY.matrix, random()) * RETRY.matrixGrowth ** state.refusals;
  const slow = RETRY.slow ** Math.min(state.refusals, RETRY.slowFor);
  const fast = RETRY.fast ** Math.max(0, state.refusals - RETRY.slowFor);
  const base = Math.min(shareMs, RETRY.shareMost);
  return base * slow * fast * within(isYoung(state) ? RETRY.young : RETRY.old, random());
}

function within([least, most]: readonly [number, number], dice: number): number {
  return least + (most - least) * dice;
}

/** A job without experience adapts faster. */
function isYoung(state: PaceState): boolean {
  return !state.informed && state.felt < RETRY.youngFor;
}

/** The next regular poll, which the client of a fleet spaces itself. */
function look(state: PaceState, context: PaceContext): PaceStep {
  const { scheduled = false, fixedMs } = state.options;
  return { state, delayMs: scheduled && fixedMs === null ? 0 : regularWait(state, context) };
}

function regularWait(state: PaceState, context: PaceContext): number {
  const { fixedMs } = state.options;
  if (fixedMs !== null) return fixedMs * (0.9 + 0.2 * context.random());
  const alone = aloneInterval(context.now - (state.startedAt ?? context.now));
  return Math.max(alone, state.shareMs) * jitter(context);
}

function jitter(context: PaceContext): number {
  return 1 + JITTER * (2 * context.random() - 1);
}

/** The share of each job once this many jobs of the matrix have started. 0 without siblings. */
function matrixShare({ siblings, index }: PaceOptions, ageMs: number): number {
  if (siblings <= 1) return 0;
  return MATRIX.perJobMs * Math.min(siblings, startedBy(index, ageMs), MATRIX.mostJobs);
}
