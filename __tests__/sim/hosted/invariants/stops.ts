/** A stop is asked only for own runs that a step leaves at work (contract 1.1, 18.1). */
import { followedBy, saidBy, type Attempt, type Seen } from './seen.ts';

export function rightStops(seen: Seen, attempt: Attempt): readonly string[] {
  const { process, post, job } = attempt;
  const names = [process.name, post?.name];
  const stops = seen.world.stops.filter(({ by }) => names.includes(by));
  if (stops.length === 0) {
    return [];
  }
  const { outcome } = process;
  const bad: string[] = [];
  if (job.inputs['on_cancel'] !== 'stop' && !isWaking(seen, attempt)) {
    bad.push(`${stops.length} requests to stop a run, which was not asked for`);
  }
  const isLeft = ['timed_out', 'cancelled', ''].includes(outcome) || process.end?.how === 'killed';
  if (!isLeft && !isWaking(seen, attempt)) {
    bad.push(`${stops.length} requests to stop a run that ended as ${outcome}`);
  }
  const ownRun = followedBy(seen, attempt)?.run.id;
  for (const { runId, kind } of stops) {
    // One that turns out to have ended for good is replaced after it was brought back.
    const isWoken = kind === seen.plan.subject.kinds.wakes && isWaking(seen, attempt);
    if (runId !== ownRun && !isWoken) {
      bad.push(`a request to stop run ${String(runId)}, which is not its own`);
    }
  }
  // The step does not know of a stop that its post step asks for.
  const words = [
    { by: process.name, said: process.host.outputs['error_message'] ?? '' },
    { by: post?.name, said: saidBy({ process: post }) },
  ];
  for (const { by, said } of words) {
    const { wakes } = seen.plan.subject.kinds;
    const asked = stops.filter((stop) => stop.by === by && stop.kind !== wakes);
    const isDoubted = /refused to stop|was not stopped|not known whether .* was stopped/.test(said);
    if (isDoubted && asked.length > 0 && asked.every(({ isAccepted }) => isAccepted)) {
      bad.push(`a stop was accepted, but it says: ${said}`);
    }
  }
  return bad;
}

/** A follow-up may take an earlier stop back. */
function isWaking({ plan: { subject } }: Seen, attempt: Attempt): boolean {
  return subject.kinds.wakes !== undefined && attempt.mayFollowUp;
}
