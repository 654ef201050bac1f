/** The picture of the summary: a Mermaid Gantt chart, which GitHub draws in its own light or dark theme. Pure. */
import { counted } from '../../shared/format.ts';
import { phases, spansOf } from './timeline.ts';
import type { Phase } from './timeline.ts';
import type { StepDigest } from '../step-view.ts';

/** So many bars fit on a screen; more steps than that are joined into phases. */
const BARS_MAX = 16;
/** Share of a bar's steps that are errors from which it is red. */
const RED_SHARE = 0.25;
/** Below this a picture of the time says nothing. */
const SPAN_MIN_MS = 2000;

/** Any day does: dates are read and drawn in the viewer's own zone, and only the time since midnight is shown. */
const MIDNIGHT = Date.UTC(2001, 0, 1);

function stamp(ms: number): string {
  return new Date(MIDNIGHT + ms).toISOString().slice(0, 23).replace('T', ' ');
}

/** Agent text as a Mermaid label: letters, digits, space and `_.-` are the whole alphabet. */
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
  // A leading number keeps a tool called `section` or `title` from being read as a keyword.
  const label =
    from === to ? `${from} ${mermaidLabel(phase.name)}` : `${from} to ${to} mostly ${mermaidLabel(phase.name)}`;
  const errors = phase.errors > 0 ? ` - ${counted(phase.errors, 'error')}` : '';
  // In a long run most bars hold some error; red is for those where it is what happened.
  const failed = phase.errors > 0 && phase.errors >= phase.steps * RED_SHARE;
  return `  ${label}${errors} :${failed ? 'crit, ' : ''}${stamp(phase.start)}, ${stamp(phase.end)}`;
}

/** A fenced Mermaid chart with a sentence on how to read it, or an empty string when there is nothing to see. */
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
    `${joined}A bar lasts from the step before; red means that a quarter of its steps or more are errors.`,
  ];
  return lines.join('\n');
}
