/**
 * A run in the browser: its steps with durations, sums, phases, and counts over time. Has no DOM,
 * so Node can test it.
 */
import { stepName } from '../../../src/agents/entry.ts';
import { messageType } from '../../../src/message-types.ts';
import type { TraceRow, TURN_NAMES } from '../../../src/report/page/data.ts';
import { categoryOf, type Category } from '../kinds.ts';

export type TurnWhy = keyof typeof TURN_NAMES;

export interface Step {
  readonly index: number;
  /** Its number in the log, from 1. */
  readonly number: number;
  /** Milliseconds since the epoch, or null if unknown. */
  readonly time: number | null;
  /** As received. `(no type)` if absent. */
  readonly kind: string;
  /** As received. Empty if absent. */
  readonly tool: string;
  readonly name: string;
  readonly category: Category;
  readonly headline: string;
  /** Why the turn began that begins with this step, or null. */
  readonly turn: TurnWhy | null;
  readonly error: boolean;
  /** The exit code of the tool, or 0. */
  readonly exit: number;
  /** Whether it reports an error, or its command ended with another exit code than 0. */
  readonly problem: boolean;
  /** The file that the tool used. */
  readonly target: string | null;
  /** When its entry came, in milliseconds from the first entry. */
  readonly at: number;
  /**
   * Milliseconds from the first entry. The time since the previous entry counts as the step's
   * duration; a state lasts until the next entry.
   */
  readonly start: number;
  readonly end: number;
}

export interface Sum {
  readonly name: string;
  readonly steps: number;
  readonly ms: number;
}

type PhaseName = 'Plan' | 'Work' | 'Pull request' | 'Checks';
const PHASE_KINDS: Readonly<Record<PhaseName, Category>> = {
  Plan: 'plan',
  Work: 'read',
  'Pull request': 'pull_request',
  Checks: 'checks',
};

export interface Phase {
  /** The state, where a run shows nothing but that. Agent text. */
  readonly name: string;
  /** Whose colour it has. */
  readonly kind: Category;
  /** Milliseconds from the first entry. */
  readonly start: number;
  readonly end: number;
}

export interface Run {
  /** Number of the step that made the run fail, or null. */
  readonly cause: number | null;
  readonly steps: readonly Step[];
  /** Milliseconds from the first entry to the last. */
  readonly total: number;
  readonly longest: number;
  /** Indexes of the steps with a problem. */
  readonly problems: readonly number[];
  readonly phases: readonly Phase[];
}

interface Kind {
  readonly name: string;
  readonly category: Category;
}

/**
 * Caches kinds, because a run has few of them and determining one takes a dozen regular
 * expressions.
 */
function remembered(): (kind: string | null, tool: string | null, error: boolean) => Kind {
  const known = new Map<string, Kind>();
  return (kind, tool, error) => {
    const key = `${kind ?? ''}\0${tool ?? ''}\0${error}`;
    const found = known.get(key) ?? {
      name: stepName({ kind, tool }),
      category: categoryOf(kind, tool, error),
    };
    known.set(key, found);
    return found;
  };
}

/** Rows that follow each other in the log. */
export interface RowBlock {
  /** Number of the first one in the log, from 0. */
  readonly first: number;
  readonly rows: readonly TraceRow[];
}

interface RunMarks {
  /** As in `Run`. */
  readonly cause?: number | null;
  /** By the number of the first step of each. */
  readonly turns?: ReadonlyMap<number, TurnWhy>;
}

export function createRun(
  blocks: readonly RowBlock[],
  { cause = null, turns = new Map() }: RunMarks = {},
): Run {
  const kindOf = remembered();
  const origin = blocks.flatMap(({ rows }) => rows).find(([time]) => time !== null)?.[0] ?? 0;
  const steps: Step[] = [];
  let now = 0;
  let longest = 0;
  for (const { first, rows } of blocks) {
    for (const [at, [time, kind, tool, headline, error, exit, target]] of rows.entries()) {
      const number = first + at + 1;
      // Clocks may go backwards, but the axis must not.
      const end = Math.max(now, (time ?? origin) - origin);
      // After steps that were left out, nothing tells how long this one took.
      const start = number === (steps.at(-1)?.number ?? 0) + 1 ? now : end;
      now = end;
      longest = Math.max(longest, end - start);
      steps.push({
        index: steps.length,
        number,
        time,
        kind: kind ?? '(no type)',
        tool: tool ?? '',
        ...kindOf(kind, tool, error),
        headline,
        turn: turns.get(number) ?? null,
        error,
        exit,
        problem: error || exit !== 0,
        target,
        at: end,
        start,
        end,
      });
    }
  }
  const lasting = steps.some(isState) ? steps.map(untilNext) : steps;
  const problems = steps.filter((step) => step.problem).map((step) => step.index);
  return { cause, steps: lasting, total: now, longest, problems, phases: phasesOf(lasting) };
}

function isState({ category }: Step): boolean {
  return category === 'state';
}

/** What comes after a state took no time of its own. */
function untilNext(step: Step, index: number, steps: readonly Step[]): Step {
  const before = steps[index - 1];
  const start = isState(step) || (before !== undefined && isState(before)) ? step.at : step.start;
  const end = isState(step) ? (steps[index + 1]?.at ?? step.at) : step.at;
  return { ...step, start, end };
}

/** By which its time is summed up. */
export function sumName(step: Step): string {
  if (step.error) {
    return 'Errors';
  }
  return isState(step) ? stateName(step) : step.name;
}

/** `failed` of "failed: Out of memory". */
function stateName({ headline }: Step): string {
  return /^[^\s:]+/.exec(headline)?.[0] ?? 'State';
}

/** The step with this number in the log, if the report has it. */
export function stepNumbered({ steps }: Run, number: number): Step | undefined {
  // Only steps in the middle are left out.
  const near = steps[number - 1];
  return near?.number === number ? near : steps.findLast((step) => step.number === number);
}

/** The steps of a period (ms from the first entry), with the time that each took in it. */
export function stepsIn(
  steps: readonly Step[],
  [from, to]: readonly [number, number],
): readonly Step[] {
  return steps
    .filter(({ start, end }) => end >= from && start <= to)
    .map((step) => ({
      ...step,
      start: Math.max(step.start, from),
      end: Math.min(step.end, to),
    }));
}

/** Durations summed by name, longest first. */
export function sumsBy(steps: readonly Step[], nameOf: (step: Step) => string): readonly Sum[] {
  const sums = new Map<string, { name: string; steps: number; ms: number }>();
  for (const step of steps) {
    const name = nameOf(step);
    const sum = sums.get(name) ?? { name, steps: 0, ms: 0 };
    sum.steps += 1;
    sum.ms += step.end - step.start;
    sums.set(name, sum);
  }
  return [...sums.values()].sort((a, b) => b.ms - a.ms || b.steps - a.steps);
}

/**
 * A step without a phase of its own belongs to the current one. Fixing what checks found is part of
 * the checks.
 */
function phaseOf(step: Step, current: PhaseName): PhaseName {
  switch (messageType(step.kind)?.phase) {
    case 'pull_request':
      return 'Pull request';
    case 'checks':
      return 'Checks';
    case 'plan':
    case 'state':
    case 'talk':
      return current;
    default:
      return current === 'Checks' || step.error ? current : 'Work';
  }
}

function phasesOf(steps: readonly Step[]): readonly Phase[] {
  if (steps.every(isState)) {
    const kind = 'state' as const;
    return steps.map((step) => ({ name: stateName(step), kind, start: step.start, end: step.end }));
  }
  const phases: { name: PhaseName; kind: Category; start: number; end: number }[] = [];
  let current: PhaseName = 'Plan';
  for (const step of steps) {
    current = phaseOf(step, current);
    const last = phases.at(-1);
    if (last?.name === current) {
      last.end = step.end;
    } else {
      const kind = PHASE_KINDS[current];
      phases.push({ name: current, kind, start: step.start, end: step.end });
    }
  }
  return phases;
}

/** Index of the first step that ends at or after a time. */
export function stepAt(steps: readonly Step[], ms: number): number {
  const at = steps.findIndex(({ end }) => end >= ms);
  return at < 0 ? steps.length : at;
}
