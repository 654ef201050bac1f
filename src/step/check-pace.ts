/**
 * When the checks of a head are asked for again, and when what they say counts (contract 19.2,
 * 19.3). Pure: a fold over what was read, with the clock's `now`.
 */
import type { HeadState } from '../github/head-checks.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Between two reads, at first and later (contract 19.3). */
const PAUSE_MS = 15 * SECOND_MS;
const LATER_PAUSE_MS = MINUTE_MS;
/** From when the head was first seen. */
const LATER_AFTER_MS = 10 * MINUTE_MS;
/** Green counts when it is read twice, so far apart (contract 19.2). */
const GREEN_TWICE_MS = 30 * SECOND_MS;
/** From when it was first seen so, a suite without a check run is waited for (contract 19.2). */
const QUEUED_MS = 10 * MINUTE_MS;
/** From when it was first seen, a head without any check is waited for (contract 19.2). */
export const NONE_MS = 2 * MINUTE_MS;

/** What is remembered of a head between two reads. */
export interface HeadWatch {
  readonly headSha: string;
  /** When the head was first seen, on the clock's `now`. */
  readonly since: number;
  /** Since when it has been green, or its suites queued. Null: it is not. */
  readonly greenSince: number | null;
  readonly queuedSince: number | null;
}

export function watchOf(headSha: string, now: number): HeadWatch {
  return { headSha, since: now, greenSince: null, queuedSince: null };
}

/** What follows from a read: another one after so long, or that what it says counts. */
type HeadVerdict =
  { readonly kind: 'wait'; readonly waitMs: number } | { readonly kind: 'settled' };

export function afterReading(
  watch: HeadWatch,
  { state, now }: { readonly state: HeadState; readonly now: number },
): { readonly watch: HeadWatch; readonly verdict: HeadVerdict } {
  const isGreen = state.kind === 'green';
  const isQueued = state.kind === 'queued';
  const seen: HeadWatch = {
    ...watch,
    greenSince: isGreen ? (watch.greenSince ?? now) : null,
    queuedSince: isQueued ? (watch.queuedSince ?? now) : null,
  };
  const waitMs = remainingMs(seen, { state, now });
  if (waitMs === 0) {
    return { watch: seen, verdict: { kind: 'settled' } };
  }
  const pauseMs = now - watch.since < LATER_AFTER_MS ? PAUSE_MS : LATER_PAUSE_MS;
  // Green is read again when that decides, and not before.
  const nextMs = isGreen ? waitMs : Math.min(waitMs, pauseMs);
  return { watch: seen, verdict: { kind: 'wait', waitMs: nextMs } };
}

/** How long until what was read counts, if it stays so. 0: it does now. */
function remainingMs(
  { since, greenSince, queuedSince }: HeadWatch,
  { state, now }: { readonly state: HeadState; readonly now: number },
): number {
  const until = (begin: number, ms: number): number => Math.max(0, begin + ms - now);
  switch (state.kind) {
    case 'running':
      return Infinity;
    case 'green':
      return until(greenSince ?? now, GREEN_TWICE_MS);
    case 'queued':
      return until(queuedSince ?? now, QUEUED_MS);
    case 'none':
      return until(since, NONE_MS);
    case 'person':
    case 'red':
      return 0;
  }
}
