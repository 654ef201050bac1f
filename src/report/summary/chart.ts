/** The chart in the summary: a Mermaid Gantt chart, which GitHub renders in its light or dark theme. Pure. */
import { counted } from '../../shared/format.ts';
import { phases, spansOf } from './timeline.ts';
import type { Phase } from './timeline.ts';
import type { StepDigest } from '../step-view.ts';

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
