/** Short forms of times and durations. */

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** Time since the start: `0:07`, `1:02:03`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** `350ms`, `8.2s`, `12s`, `4m 05s`, `1h 02m`. */
export function length(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${two((seconds % 3600) / 60)}m`;
}

/** The shortest duration that is visible as a bar. */
const SHORTEST = 10;
/** The duration of a full bar, unless a step took longer. */
const FULL = 20 * 60_000;

/** Ticks of the logarithmic scale. */
export const SCALE_MARKS: readonly (readonly [number, string])[] = [
  [1000, '1s'],
  [60_000, '1m'],
  [3_600_000, '1h'],
];

/** Position on a logarithmic scale from 0 to 1, on which both 50 ms and 20 minutes are visible. */
export function scale(ms: number, longest: number): number {
  if (ms <= SHORTEST) return 0;
  return Math.min(1, Math.log(ms / SHORTEST) / Math.log(Math.max(longest, FULL) / SHORTEST));
}
