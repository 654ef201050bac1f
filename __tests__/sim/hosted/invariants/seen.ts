/** What happened to the jobs of a seed, and what the invariants ask of it. */
import type { StoredRun } from '../../../../sandbox/store.ts';
import type { PlayedProcess } from '../../engine/process.ts';
import type { Attempt as AnyAttempt, AttemptPlan as AnyAttemptPlan } from '../../world/attempt.ts';
import type { JobPlan, Setting } from '../plan.ts';
import type { Excuse, FollowedAs } from '../subject.ts';
import type { HostedTurn } from '../turn.ts';
import type { HostedConnection, HostedSend, HostedWorld } from '../world.ts';

/** What the way of a process met. */
type Met = Pick<HostedConnection, 'isRefused' | 'met' | 'network' | 'shown' | 'troubleUntil'>;

export interface Attempt extends AnyAttempt<AnyAttemptPlan, Met> {
  readonly job: Pick<JobPlan, 'inputs' | 'name'>;
  /** From 0. */
  readonly nth: number;
  /** When its time began. Absent: when its process did. */
  readonly timedFrom?: number;
  /** The run that the step was given, as in the input `agent_run_id`; null: none. */
  readonly old: string | null;
  /** The input of that name; null in a thread, where the event decides what is asked. */
  readonly prompt: string | null;
  /** Whether the step may follow up a run that was there before. */
  readonly mayFollowUp: boolean;
  readonly isInThread: boolean;
}

export interface Seen {
  readonly plan: Setting;
  readonly world: HostedWorld;
  readonly attempts: readonly Attempt[];
  readonly rejections: readonly string[];
}

export function sendsOf({ world }: Pick<Seen, 'world'>, by: string): readonly HostedSend[] {
  return world.sends.filter((send) => send.by === by);
}

/** Whether the step only follows a run. */
export function isAttached({ job }: Pick<Attempt, 'job'>): boolean {
  return job.inputs['prompt'] === '';
}

/** A run and one of its turns. */
export interface Place {
  readonly run: StoredRun;
  readonly turn: HostedTurn;
  /** When the step's own message came into the turn, which was at work; null: it began the turn. */
  readonly since: number | null;
}

/**
 * Of an id as the outputs give it; null where the service has no such run.
 *
 * @param until later turns do not count. Default: all do
 */
export function placeOf(
  { world, plan: { subject } }: Seen,
  id: string,
  until = Infinity,
): Place | null {
  const { idOf, plainId = (given) => given } = subject;
  for (const runId of world.ids()) {
    const run = world.run(runId, until);
    const turns = world.turns(runId, until).filter(({ acceptedAt }) => acceptedAt <= until);
    // Where all turns have one id, the last one counts.
    const turn = turns.findLast(
      ({ index }) => run !== undefined && idOf(run, index) === plainId(id),
    );
    if (run !== undefined && turn !== undefined) {
      return { run, turn, since: null };
    }
  }
  return null;
}

/** The turn that the step ought to follow: its own last one, or that of the run it took up. */
export function followedBy(seen: Seen, attempt: Attempt): Place | null {
  const { world } = seen;
  const { process, old } = attempt;
  const own = sendsOf(seen, process.name).findLast(({ done }) => done !== null)?.done ?? null;
  if (own !== null) {
    const run = world.run(own.runId, own.at);
    const turn = world.turns(own.runId, own.at)[own.turn];
    if (run === undefined || turn === undefined) {
      return null;
    }
    return { run, turn, since: own.note };
  }
  const past = pastTurn(seen, attempt);
  if (past !== null) {
    return past;
  }
  const { agent_run_id: id = '' } = process.host.outputs;
  return placeOf(seen, id === '' ? (old ?? '') : id, process.end?.at);
}

/**
 * The turn of an earlier attempt's follow-up, where the step has found it and the run has gone on
 * to a later one: nothing but that turn is told (contract 4.8). One of which the log does not say
 * that it is over goes on to the next end. Null otherwise.
 */
function pastTurn(seen: Seen, attempt: Attempt): Place | null {
  const found = foundFollowUp(seen, attempt);
  const run = found === null ? undefined : seen.world.run(found.runId, found.at);
  if (found === null || run === undefined) {
    return null;
  }
  const turns = seen.world.turns(found.runId, found.at);
  const endedAt = attempt.process.end?.at ?? 0;
  const isBegun = (index: number): boolean => (turns[index]?.acceptedAt ?? Infinity) <= endedAt;
  const { showsEnd = () => false } = seen.plan.subject;
  const turn = turns.slice(found.turn).find((each) => showsEnd(each) && isBegun(each.index + 1));
  return turn === undefined ? null : { run, turn, since: found.note };
}

/**
 * Where the follow-up of an earlier attempt went that the step has found by its mark (contract
 * 4.8). Null: it has found none.
 */
export function foundFollowUp(seen: Seen, { process, prompt }: Attempt): HostedSend['done'] {
  const isOwn = sendsOf(seen, process.name).some(({ done }) => done !== null);
  if (isOwn || process.host.outputs['resumed'] !== 'true') {
    return null;
  }
  // `job0.` of `job0.2`
  const ofJob = process.name.replace(/\d+$/, '');
  const earlier = seen.world.sends.filter(
    ({ kind, by, at, done }) =>
      kind === 'followUp' && done !== null && at < process.startedAt && by.startsWith(ofJob),
  );
  // The mark has the hash of what was asked in it (contract 4.9).
  const asked = (name: string): string | null | undefined =>
    seen.attempts.find((each) => each.process.name === name)?.prompt;
  const sent = earlier.findLast(({ by }) => asked(by) === prompt);
  return sent?.done ?? null;
}

/** Whether nothing tells the step the end of the turn that it ought to follow. */
export function isUntold(seen: Seen, attempt: Attempt, { turn }: Place): boolean {
  const look = { at: attempt.process.end?.at ?? Infinity, as: followedAs(seen, attempt) };
  return seen.plan.subject.isUntold?.(turn, look) === true;
}

function followedAs(seen: Seen, attempt: Attempt): FollowedAs {
  if (foundFollowUp(seen, attempt) !== null) {
    return 'found';
  }
  const isOwn = sendsOf(seen, attempt.process.name).some(({ done }) => done !== null);
  return isOwn ? 'own' : 'newest';
}

/** Whether the step tells a turn of which the service shows the state of a later one alone. */
export function isGoneOn(seen: Seen, { process }: Attempt, { run, turn }: Place): boolean {
  const later = seen.world.turnsOf(run)[turn.index + 1];
  const isLater = later !== undefined && later.acceptedAt <= (process.end?.at ?? 0);
  return isLater && seen.plan.subject.tellsLastTurn === true;
}

/** Whether a fault that the attempt met lets something go otherwise. */
export function isExcused({ plan }: Seen, { connection }: Attempt, excuse: Excuse): boolean {
  const { met } = connection;
  return plan.faults
    .filter(({ name }) => met.has(name))
    .some(({ excuses, excusesWith }) => {
      const others = Object.entries(excusesWith).filter(([name]) => met.has(name));
      return [excuses, ...others.map(([, more]) => more)].some((all) => all.includes(excuse));
    });
}

/** Everything that a process has said. */
export function saidBy({ process }: { readonly process: PlayedProcess | null }): string {
  return process?.host.printed.join('\n') ?? '';
}

export const deadlineOf = ({ plan }: Seen, { process, timedFrom }: Attempt): number =>
  (timedFrom ?? process.startedAt) + plan.timeoutMs;
