/**
 * Invariants of jobs at a hosted agent (contract 18.9), counted at the service:
 * - Never two runs for one request, and never two follow-ups (`once.ts`).
 * - The outcome is that of the run; a step that could not see its end says so (`outcome.ts`).
 * - Each entry of the turn once, in order (`log.ts`).
 * - Result, usage and pull requests as last told (`outputs.ts`).
 * - After a kill the post step names the run, or says that it is not known whether there is one; a
 *   later attempt takes it up (`once.ts`, `killed.ts`).
 * - A stop is asked only for own runs that are left at work (`stops.ts`).
 * - No request over the limits, before a time that a refusal named, or of a kind that the service
 *   does not have (the network and the world record those).
 *
 * What excuses a breach: a fault that the attempt met, where the subject's table names it.
 */
import { violationsOfAttempt } from '../../world/attempt.ts';
import { toldAfterKill } from './killed.ts';
import { rightLog } from './log.ts';
import { foundAgain, onePerKey, onlyAfterBadEnds, ownRun, sentOnce, toldOfKey } from './once.ts';
import { rightOutcome } from './outcome.ts';
import { allSaid, counted, rightOutputs } from './outputs.ts';
import type { Attempt, Seen } from './seen.ts';
import { rightStops } from './stops.ts';

export type { Attempt, Seen } from './seen.ts';

export function violationsOf(seen: Seen): string[] {
  const { world, attempts, rejections } = seen;
  return [
    ...rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...world.violations,
    ...attempts.flatMap((attempt) => violationsOfOne(seen, attempt)),
    ...onePerKey(seen),
    ...onlyAfterBadEnds(seen),
  ];
}

/** What holds for each attempt by itself, in every scenario. */
export function violationsOfOne(seen: Seen, attempt: Attempt): readonly string[] {
  const own = [
    ...sentOnce(seen, attempt),
    ...ownRun(seen, attempt),
    ...toldOfKey(seen, attempt),
    ...rightStops(seen, attempt),
    ...ofItsEnd(seen, attempt),
  ];
  return [
    ...violationsOfAttempt(attempt),
    ...own.map((problem) => `${attempt.process.name}: ${problem}`),
  ];
}

function ofItsEnd(seen: Seen, attempt: Attempt): readonly string[] {
  if (attempt.process.end?.how === 'killed') {
    return toldAfterKill(seen, attempt);
  }
  const always = [...counted(attempt), ...allSaid(attempt)];
  // A step that never began for want of its thread, or because it has nothing to do there.
  const { outcome, code } = attempt.process;
  if (outcome === 'skipped' || code === 'thread_unavailable') {
    return always;
  }
  return [
    ...always,
    ...rightOutcome(seen, attempt),
    ...foundAgain(seen, attempt),
    ...rightOutputs(seen, attempt),
    ...rightLog(seen, attempt),
  ];
}
