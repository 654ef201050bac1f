/**
 * How a run spent its time. Pure. An entry has only the time stamp of its creation, and a tool's entry already contains the output. The
 * duration of an entry is therefore the time since the previous one.
 */
import { stepLabel } from '../step-words.ts';
import type { StepDigest } from '../step-view.ts';

/** A step on the time axis, in milliseconds from the first known time. */
export interface Span {
  readonly step: StepDigest;
  readonly start: number;
  readonly end: number;
}

/** Several neighbouring steps shown as one bar. */
export interface Phase {
  readonly first: StepDigest;
  readonly last: StepDigest;
  readonly start: number;
  readonly end: number;
  readonly steps: number;
  readonly errors: number;
  /** The `stepName` that took the most time. Agent text. */
  readonly name: string;
}

export interface ToolUse {
  /** The `stepName`. Agent text. */
  readonly name: string;
  readonly steps: number;
  readonly ms: number;
  readonly errors: number;
}

/** The tool, or the kind of a step without a tool. Agent text. */
function stepName(step: StepDigest): string {
  return step.tool !== null && step.tool.trim() !== '' ? step.tool : stepLabel(step);
}

/** The steps on the time axis. Times never decrease. An entry without a usable time takes no time. */
export function spansOf(steps: readonly StepDigest[]): readonly Span[] {
  const origin = steps.find((step) => step.time !== null)?.time ?? 0;
  let now = 0;
  return steps.map((step) => {
    const start = now;
    now = Math.max(now, (step.time ?? 0) - origin);
    return { step, start, end: now };
  });
}

/** Steps, time and errors per tool, longest first. */
export function toolUse(spans: readonly Span[]): readonly ToolUse[] {
  const uses = new Map<string, ToolUse>();
  for (const { step, start, end } of spans) {
    const name = stepName(step);
    const use = uses.get(name);
    uses.set(name, {
      name,
      steps: (use?.steps ?? 0) + 1,
      ms: (use?.ms ?? 0) + end - start,
      errors: (use?.errors ?? 0) + (step.error ? 1 : 0),
    });
  }
  return [...uses.values()].sort((a, b) => b.ms - a.ms || b.steps - a.steps);
}

interface Draft extends Phase {
  readonly nameMs: number;
}

function join(a: Draft, b: Draft): Draft {
  const main = b.nameMs > a.nameMs ? b : a;
  return {
    first: a.first,
    last: b.last,
    start: a.start,
    end: b.end,
    steps: a.steps + b.steps,
    errors: a.errors + b.errors,
    name: main.name,
    nameMs: a.name === b.name ? a.nameMs + b.nameMs : main.nameMs,
  };
}

/** Index of the adjacent pair with the shortest total duration. */
function shortestPair(drafts: readonly Draft[]): number {
  let best = 0;
  let bestMs = Infinity;
  for (const [index, draft] of drafts.entries()) {
    const next = drafts[index + 1];
    if (next === undefined || next.end - draft.start >= bestMs) continue;
    bestMs = next.end - draft.start;
    best = index;
  }
  return best;
}

/** Searching for the shortest pair is quadratic, so beyond this number bars are first merged by position. */
const COMPARED_MAX = 2000;

function coarsened(drafts: readonly Draft[]): Draft[] {
  const together = Math.ceil(drafts.length / COMPARED_MAX);
  return drafts.reduce<Draft[]>((joined, draft, index) => {
    const before = joined.at(-1);
    if (before === undefined || index % together === 0) joined.push(draft);
    else joined.splice(-1, 1, join(before, draft));
    return joined;
  }, []);
}

/** At most `max` bars that cover all steps. Merges neighbours with the same name first, then the shortest neighbours. */
export function phases(spans: readonly Span[], max: number): readonly Phase[] {
  const single: Draft[] = [];
  for (const { step, start, end } of spans) {
    const errors = step.error ? 1 : 0;
    const draft: Draft = {
      first: step,
      last: step,
      start,
      end,
      steps: 1,
      errors,
      name: stepName(step),
      nameMs: end - start,
    };
    const before = single.at(-1);
    if (before?.name === draft.name && spans.length > max) single.splice(-1, 1, join(before, draft));
    else single.push(draft);
  }
  const drafts = single.length > max ? coarsened(single) : single;
  while (drafts.length > Math.max(1, max)) {
    const at = shortestPair(drafts);
    const [a, b] = drafts.slice(at, at + 2);
    if (a === undefined || b === undefined) break;
    drafts.splice(at, 2, join(a, b));
  }
  return drafts;
}
