/** The time that the last tasks of a step share (contract 6.5). */
import type { Clock } from '../ports.ts';

/** A step ends within five seconds of its timeout. The rest is for starting and ending the process. */
const OVERRUN_MS = 4_000;
/** Something short can be done even if earlier tasks used up the time. */
const LEAST_MS = 400;

/** Milliseconds until a step must end whose timeout is at `deadline` (on the clock's `now`). */
export function timeLeft(deadline: number, clock: Pick<Clock, 'now'>): number {
  return Math.max(LEAST_MS, deadline + OVERRUN_MS - clock.now());
}

/** The same for a step that may have failed before its timeout was known. */
export function stepTimeLeft({
  startedAt,
  inputs,
  ports,
}: {
  readonly startedAt: number;
  readonly inputs?: { readonly timeoutMs: number };
  readonly ports: { readonly clock: Pick<Clock, 'now'> };
}): number {
  return timeLeft(startedAt + (inputs?.timeoutMs ?? Infinity), ports.clock);
}
