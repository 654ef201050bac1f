/** Short forms of times and durations. */

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** Time since the start: `0:07`, `1:02:03`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    return `${minutes}:${two(seconds % 60)}`;
  }
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** `350ms`, `8.2s`, `12s`, `4m 05s`, `1h 02m`. */
export function length(ms: number): string {
  if (ms < 1000) {
    return `${Math.round(ms)}ms`;
  }
  if (ms < 9950) {
    return `${(ms / 1000).toFixed(1)}s`;
  }
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) {
    return `${seconds}s`;
  }
  if (seconds < 3600) {
    return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  }
  return `${Math.floor(seconds / 3600)}h ${two((seconds % 3600) / 60)}m`;
}

/** Steps between two marks of the time axis, in ms. */
const MARK_STEPS: readonly number[] = [
  ...[50, 100, 250, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000],
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * 60_000),
];
/** Pixels that a character of a mark needs, and the room around it. */
const MARK = { character: 8, room: 20 } as const;

interface TimeMark {
  readonly ms: number;
  readonly label: string;
}

/**
 * Times along a period (ms) that is `width` pixels wide, none closer to the next than its label
 * needs; the last one is the end.
 */
export function timeMarks(
  [from, to]: readonly [number, number],
  width: number,
): readonly TimeMark[] {
  const label = (ms: number, isFine: boolean): string =>
    `${clock(ms)}${isFine ? `.${String(Math.round(ms % 1000)).padStart(3, '0')}` : ''}`;
  const isFineAt = (step: number): boolean => step < 1000;
  /** Milliseconds that a label takes, when the marks are `step` apart. */
  const room = (step: number): number =>
    ((to - from) * (label(to, isFineAt(step)).length * MARK.character + MARK.room)) /
    Math.max(width, 1);
  const step =
    MARK_STEPS.find((ms) => ms >= room(ms)) ??
    Math.max(1, Math.ceil(room(86_400_000) / 86_400_000)) * 86_400_000;
  const last = { ms: to, label: label(to, isFineAt(step)) };
  const marks: TimeMark[] = [];
  for (let at = Math.ceil(from / step) * step; at + 2 * room(step) <= to; at += step) {
    marks.push({ ms: at, label: label(at, isFineAt(step)) });
  }
  return [...marks, last];
}
