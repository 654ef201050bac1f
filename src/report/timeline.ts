/**
 * How a run spent its time, and the chart of it in the summary: a Mermaid Gantt chart, which GitHub renders in its light or dark theme. Pure. An entry has only the time stamp of its creation, and a tool's entry already contains the output. The
 * duration of an entry is therefore the time since the previous one.
 */
import { counted } from '../safe/format.ts';
import { stepLabel } from './entry-summary.ts';
import type { StepDigest } from './step-view.ts';

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

/** The number of bars that fit on a screen. More steps are merged. */
const BARS_MAX = 16;
/** Minimum share of errors among a bar's steps to show it in red. */
const RED_SHARE = 0.25;
/** With fewer steps or less time a chart is not useful. */
const SPAN_MIN_MS = 2000;

/** An arbitrary day. Dates are parsed and shown in the viewer's time zone, and only the time since midnight is displayed. */
const MIDNIGHT = Date.UTC(2001, 0, 1);

function stamp(ms: number): string {
  return new Date(MIDNIGHT + ms).toISOString().slice(0, 23).replace('T', ' ');
}

/** Agent text as a Mermaid label: only letters, digits, spaces and `_.-`. */
export function mermaidLabel(text: string): string {
  const words = text
    .slice(0, 400)
    .replace(/[^A-Za-z0-9 _.-]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return words === '' ? 'step' : words.slice(0, 32).trim();
}

function bar(phase: Phase): string {
  const from = phase.first.index + 1;
  const to = phase.last.index + 1;
  // A leading number prevents a tool named `section` or `title` from being parsed as a keyword.
  const label =
    from === to ? `${from} ${mermaidLabel(phase.name)}` : `${from} to ${to} mostly ${mermaidLabel(phase.name)}`;
  const errors = phase.errors > 0 ? ` - ${counted(phase.errors, 'error')}` : '';
  // In a long run most bars contain an error, so only bars with a large share of errors are red.
  const failed = phase.errors > 0 && phase.errors >= phase.steps * RED_SHARE;
  return `  ${label}${errors} :${failed ? 'crit, ' : ''}${stamp(phase.start)}, ${stamp(phase.end)}`;
}

/** A fenced Mermaid chart with a sentence on how to read it, or an empty string if there is nothing to show. */
export function timeChart(steps: readonly StepDigest[]): string {
  const spans = spansOf(steps);
  const total = spans.at(-1)?.end ?? 0;
  if (total < SPAN_MIN_MS) return '';
  const bars = phases(spans, BARS_MAX);
  const joined =
    bars.length < spans.length ? `${counted(spans.length, 'step')} in ${counted(bars.length, 'bar')}. ` : '';
  const lines = [
    '```mermaid',
    'gantt',
    '  dateFormat YYYY-MM-DD HH:mm:ss.SSS',
    `  axisFormat ${total < 3_600_000 ? '%M:%S' : '%H:%M'}`,
    '  todayMarker off',
    ...bars.map(bar),
    '```',
    `${joined}A bar begins where the step before ended. It is red if at least a quarter of its steps are errors.`,
  ];
  return lines.join('\n');
}
