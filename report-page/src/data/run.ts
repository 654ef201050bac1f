/**
 * A run in the browser: its steps with durations, sums, phases, and counts over time. Has no DOM,
 * so Node can test it.
 */
import { stepName } from '../../../src/agents/entry.ts';
import { messageType } from '../../../src/message-types.ts';
import type { TraceRow } from '../../../src/report/page/data.ts';
import { categoryOf, type Category } from '../kinds.ts';

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
  readonly error: boolean;
  /** The exit code of the tool, or 0. */
  readonly exit: number;
  /** Whether it reports an error, or its command ended with another exit code than 0. */
  readonly problem: boolean;
  /** The file that the tool used. */
  readonly target: string | null;
  /**
   * Milliseconds from the first entry. The time since the previous entry counts as the step's
   * duration.
   */
  readonly start: number;
  readonly end: number;
}

export interface Sum {
  readonly name: string;
  readonly steps: number;
  readonly ms: number;
}

export type PhaseName = 'Plan' | 'Work' | 'Pull request' | 'Checks';

export interface Phase {
  readonly name: PhaseName;
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

export function createRun(blocks: readonly RowBlock[], cause: number | null = null): Run {
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
        error,
        exit,
        problem: error || exit !== 0,
        target,
        start,
        end,
      });
    }
  }
  const problems = steps.filter((step) => step.problem).map((step) => step.index);
  return { cause, steps, total: now, longest, problems, phases: phasesOf(steps) };
}

/** The step with this number in the log, if the report has it. */
export function stepNumbered({ steps }: Run, number: number): Step | undefined {
  // Only steps in the middle are left out.
  const near = steps[number - 1];
  return near?.number === number ? near : steps.findLast((step) => step.number === number);
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
    case 'talk':
      return current;
    default:
      return current === 'Checks' || step.error ? current : 'Work';
  }
}

function phasesOf(steps: readonly Step[]): readonly Phase[] {
  const phases: { name: PhaseName; start: number; end: number }[] = [];
  let current: PhaseName = 'Plan';
  for (const step of steps) {
    current = phaseOf(step, current);
    const last = phases.at(-1);
    if (last?.name === current) {
      last.end = step.end;
    } else {
      phases.push({ name: current, start: step.start, end: step.end });
    }
  }
  return phases;
}

/** Index of the first step that ends at or after a time. */
export function stepAt(steps: readonly Step[], ms: number): number {
  const at = steps.findIndex(({ end }) => end >= ms);
  return at < 0 ? steps.length : at;
}
