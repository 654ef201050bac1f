/** Never two runs for one request, and never two follow-ups (contract 18.4). */
import { parseTime, type FaultSource } from '../../../../sandbox/scenario.ts';
import { shortId } from '../../../../src/safe/text.ts';
import { isUnsent, statusOf } from '../../engine/faults.ts';
import type { Setting } from '../plan.ts';
import type { Subject } from '../subject.ts';
import type { HostedSend } from '../world.ts';
import {
  deadlineOf,
  isAttached,
  isExcused,
  placeOf,
  sendsOf,
  type Attempt,
  type Seen,
} from './seen.ts';

/** Follow-ups and creates of one attempt, which sends none after a signal (contract 7.3, 19.4). */
export function sentOnce(seen: Seen, attempt: Attempt): readonly string[] {
  const { process, post } = attempt;
  const { subject } = seen.plan;
  const sends = sendsOf(seen, process.name);
  const bad: string[] = [];
  for (const kind of ['create', 'followUp'] as const) {
    const ofKind = sends.filter((send) => send.kind === kind);
    const done = ofKind.filter((send) => send.done !== null).length;
    if (done > 1) {
      bad.push(`${done} ${kind}s were carried out`);
    }
    bad.push(...sentAgain(ofKind, subject));
  }
  const { signalledAt } = process;
  if (signalledAt !== null && sends.some(({ at }) => at > signalledAt)) {
    bad.push('something was sent after a signal');
  }
  if (isAttached(attempt) && sends.length > 0) {
    bad.push('something was sent to a run that was only to be followed');
  }
  if (post !== null && sendsOf(seen, post.name).length > 0) {
    bad.push('the post step sent something');
  }
  return bad;
}

function sentAgain(sends: readonly HostedSend[], subject: Subject): readonly string[] {
  const open = sends.filter((send) => !isSurelyNot(send, subject));
  return sends.slice(1).flatMap((again, index) => {
    const before = open.filter((send) => sends.indexOf(send) <= index);
    const mayBe = before.every((first) => subject.mayResend(first, again)) && before.length <= 1;
    const [first] = before;
    return mayBe || first === undefined
      ? []
      : [`a ${again.kind} was sent again after ${String(first.fault ?? first.status)}`];
  });
}

/** Whether it is certain that it was not carried out. */
export function isSurelyNot(send: HostedSend, { isRefusal }: Subject): boolean {
  const { fault, done, kind, status } = send;
  // A refusal proves something only where it has reached the client (contract 4.1).
  const isUndelivered = statusOf(fault) !== null && status === null;
  const isProvenUnsent = isUnsent(fault) && !isUndelivered;
  return isProvenUnsent || (done === null && status !== null && isRefusal(status, kind));
}

export function onePerKey(seen: Seen): readonly string[] {
  const { attempts, world } = seen;
  const { subject } = seen.plan;
  // What the service does not show, because it lost the key, is not found by it.
  const blind = attempts.filter((attempt) => isExcused(seen, attempt, 'found'));
  const lost = new Set(
    blind
      .flatMap(({ job }) => [...namesOf(seen, job.name)])
      .flatMap((name) => sendsOf(seen, name))
      .map(({ done }) => done?.runId),
  );
  const byKey = new Map<string, number>();
  // One that somebody has deleted is found by nobody.
  for (const run of world.runs().filter(({ id }) => !lost.has(id))) {
    const key = subject.keyIn(run);
    if (key !== null) {
      byKey.set(key, (byKey.get(key) ?? 0) + 1);
    }
  }
  return [...byKey]
    .filter(([, runs]) => runs > 1)
    .map(([key, runs]) => `${runs} runs of the key ${key}`);
}

/**
 * A step ends with a run of its own: created by it, by another attempt of its job, or the one it
 * was given.
 */
export function ownRun(seen: Seen, attempt: Attempt): readonly string[] {
  const { process, job, old } = attempt;
  const given = old === null ? null : placeOf(seen, old, process.end?.at);
  const names = namesOf(seen, job.name);
  const isOwn = (runId: string): boolean =>
    runId === given?.run.id ||
    seen.world.sends.some(({ by, done }) => names.has(by) && done?.runId === runId);
  const bad = seen.world
    .ids()
    .filter((runId) => !isOwn(runId) && isWarnedOf(attempt, runId))
    .map((runId) => `the post step names run ${runId}, which is not its own`);
  const { agent_run_id: id = '' } = process.host.outputs;
  if (id === '') {
    return bad;
  }
  const place = placeOf(seen, id, process.end?.at);
  if (place === null) {
    return [...bad, `there is no run ${id}`];
  }
  return isOwn(place.run.id) ? bad : [...bad, `run ${id} is not its own`];
}

/** Whether the post step names a run, as people read its id. */
function isWarnedOf({ post }: Attempt, runId: string): boolean {
  const said = post?.host.messages('warning').join('\n') ?? '';
  return said.split(/[^\w-]+/).includes(shortId(runId));
}

/** Of the main processes of a job. */
function namesOf({ attempts }: Seen, job: string): ReadonlySet<string> {
  return new Set(
    attempts.filter((attempt) => attempt.job.name === job).map(({ process }) => process.name),
  );
}

/**
 * With `idempotency: on` no attempt may create a run while one of an earlier attempt is at work,
 * asks, or has succeeded (contract 4.8).
 */
export function onlyAfterBadEnds(seen: Seen): readonly string[] {
  const {
    world,
    attempts,
    plan: { subject },
  } = seen;
  return [...new Set(attempts.map(({ job }) => job))].flatMap((job) => {
    const names = namesOf(seen, job.name);
    const isExcusedJob = attempts.some(
      (attempt) => attempt.job === job && isExcused(seen, attempt, 'found'),
    );
    if (job.inputs['idempotency'] !== 'on' || isExcusedJob) {
      return [];
    }
    const creates = world.sends.filter(
      ({ by, kind, done }) => names.has(by) && kind === 'create' && done !== null,
    );
    const promptOf = ({ by }: HostedSend): string | null =>
      attempts.find(({ process }) => process.name === by)?.prompt ?? null;
    return creates.flatMap((create, index) =>
      creates
        .slice(0, index)
        .filter(
          (earlier) => subject.isKeyedByPrompt !== true || promptOf(earlier) === promptOf(create),
        )
        .filter(({ done }) => !isBadEnd(seen, done, create))
        .map(
          ({ done }) =>
            `${create.by}: a run was created although run ${String(done?.runId)} had not ended badly`,
        ),
    );
  });
}

/** @param next the create that has followed it */
function isBadEnd(
  seen: Seen,
  done: HostedSend['done'],
  { at, by }: Pick<HostedSend, 'at' | 'by'>,
): boolean {
  const {
    world,
    attempts,
    plan: { subject },
  } = seen;
  const run = world.run(done?.runId ?? '', done?.at);
  const turn = run === undefined ? undefined : world.turnsOf(run).at(-1);
  if (run === undefined || turn === undefined || turn.endAt > at) {
    return false;
  }
  // One that was stopped has failed where its sandbox is gone too (sheet of OpenHands, 4).
  if (turn.isStopped || subject.isUntold?.(turn, { at, as: 'own' }) === true) {
    return true;
  }
  const attempt = attempts.find(({ process }) => process.name === by);
  if (attempt !== undefined && isExcused(seen, attempt, 'lost')) {
    return true;
  }
  const end = subject.ends.find(({ word }) => word === turn.word);
  return end !== undefined && ['failed', 'cancelled'].includes(end.outcome);
}

/** Longest search for a lost create, with the wait for its answer (contract 18.4). */
const SEARCH_MS = 320_000;

/** The run of a lost answer must be found if the service could be read. */
export function foundAgain(seen: Seen, attempt: Attempt): readonly string[] {
  const { process, connection } = attempt;
  if (process.code !== 'ambiguous_create' || process.signalledAt !== null) {
    return [];
  }
  const last = sendsOf(seen, process.name).at(-1);
  if (last === undefined || last.done === null) {
    return [];
  }
  // Without a key nothing is looked for, and a follow-up is found by its mark alone.
  const isKeyed = last.kind === 'create' && seen.plan.subject.isAlwaysKeyed;
  const isKept = isKeyed || attempt.job.inputs['idempotency'] === 'on';
  const hasTime = last.at + SEARCH_MS < deadlineOf(seen, attempt);
  const isCalm = connection.troubleUntil <= last.at + 60_000;
  const isSure = (hasTime && isCalm) || isSoonFound(seen, attempt, last);
  if (!isKept || !isSure || isBehind(seen, last) || isExcused(seen, attempt, 'found')) {
    return [];
  }
  return [`run ${last.done.runId} was not found: ${process.host.outputs['error_message'] ?? ''}`];
}

/** A follow-up that is queued behind a turn at work stands in the log when its own turn begins. */
function isBehind({ world }: Seen, { at, done }: HostedSend): boolean {
  const turn = done === null ? undefined : world.turns(done.runId, done.at)[done.turn];
  return turn !== undefined && turn.startAt > at + SETTLE_MS;
}

/** An answer that does not come is waited for this long. */
const ANSWER_MS = 122_000;
/** A run that the list does not show is looked for so long (contract 4.9). */
const SETTLE_MS = 120_000;
/** The search is over by then, and the last trouble with it. */
const SETTLED_MS = 125_000;

/** The list shows it in time, and nothing but its lag and the lost answer was in the way. */
function isSoonFound(seen: Seen, attempt: Attempt, { at, fault, kind }: HostedSend): boolean {
  const { met, troubleUntil } = attempt.connection;
  const { foundWithin } = seen.plan.subject;
  if (foundWithin === undefined || kind !== 'create') {
    return false;
  }
  const { ms, lags } = foundWithin;
  const isAlone = [...met].every((name) => name === fault || lags.includes(name));
  const lagMs = listLagOf(seen.plan);
  const answerMs = fault?.startsWith('hang') === true ? ANSWER_MS : 0;
  const isInTime = at + Math.max(lagMs, answerMs) + ms < deadlineOf(seen, attempt);
  return isAlone && isInTime && lagMs + ms < SETTLE_MS && troubleUntil <= at + SETTLED_MS;
}

/** How long a list of runs lags behind at most. */
export function listLagOf({ rules, subject }: Setting): number {
  const lags = subject.foundWithin?.lags ?? [];
  return rules.reduce((sum, rule) => sum + lagOf(rule, lags), 0);
}

function lagOf({ do: action }: FaultSource, lags: readonly string[]): number {
  const isLag = typeof action === 'object' && 'fault' in action && lags.includes(action.fault);
  return isLag ? parseTime(action.for ?? 0, 'for') : 0;
}

/** A service that gives no key back is told of once (contract 4.9). */
export function toldOfKey(seen: Seen, { process, connection, job }: Attempt): readonly string[] {
  const { dropsKey } = seen.plan.subject;
  if (dropsKey === undefined) {
    return [];
  }
  const heard = sendsOf(seen, process.name).filter(
    ({ kind, deliveredAt }) => kind === 'create' && deliveredAt !== null,
  );
  const warnings = process.host.printed.filter((line) => line.includes(dropsKey.says)).length;
  const isDropped = connection.met.has(dropsKey.fault) && job.inputs['idempotency'] === 'on';
  const isHeard = heard.length > 0 && process.end?.how === 'ended';
  const most = isDropped ? 1 : 0;
  const least = isDropped && isHeard ? 1 : 0;
  const isRight = warnings >= least && warnings <= most;
  return isRight ? [] : [`${warnings} warnings that the key is dropped`];
}
