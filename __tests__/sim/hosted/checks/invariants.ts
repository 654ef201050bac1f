/**
 * Invariants of a job that waits for the checks of its pull request (contract 19): how the step
 * ends agrees with what is true of the last head, and a run is asked to mend a head once at most,
 * only when all of its checks are done and one is red.
 */
import { violationsOfAttempt } from '../../world/attempt.ts';
import type { GitHubWay } from '../../world/github.ts';
import { onePerKey, ownRun } from '../invariants/once.ts';
import {
  deadlineOf,
  placeOf,
  sendsOf,
  type Attempt as HostedAttempt,
  type Seen as HostedSeen,
} from '../invariants/seen.ts';
import type { HostedSend } from '../world.ts';
import type { Head, Heads, HeadTruth, Pull } from './heads.ts';
import type { AttemptPlan, Plan } from './plan.ts';

export interface Attempt extends HostedAttempt {
  readonly plan: AttemptPlan;
  readonly way: GitHubWay;
}

export interface Seen extends HostedSeen {
  readonly plan: Plan;
  readonly heads: Heads;
  readonly attempts: readonly Attempt[];
}

/** A request to mend a head. */
export interface Mend {
  readonly send: HostedSend;
  readonly number: number;
  /** The begin of the head's name. */
  readonly head: string;
}

/** One look reads four answers one after the other, each of which may be slow. */
const LOOK_MS = 60_000;
/** Contract 6.5. */
const LATE_MS = 10_000;
const SIGNAL_MS = 6_000;
/** After the turn of a mend a new head is looked for so long (contract 19.4). */
const NEW_HEAD_MS = 29_000;
/** Once all is done, the end is seen within this, in a step that nothing troubles. */
const SETTLED_MS = 240_000;

export function violationsOf(seen: Seen): string[] {
  const { world, attempts, rejections } = seen;
  return [
    ...rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...world.violations,
    ...attempts.flatMap((attempt) => violationsOfOne(seen, attempt)),
    ...onePerKey(seen),
    ...mendsOnce(seen),
  ];
}

function violationsOfOne(seen: Seen, attempt: Attempt): readonly string[] {
  const own = [
    ...ownRun(seen, attempt),
    ...mendsInTime(seen, attempt),
    ...stopsNothingEnded(seen, attempt),
    ...(attempt.process.end?.how === 'killed' ? [] : rightEnd(seen, attempt)),
  ];
  return [
    ...violationsOfAttempt(attempt),
    ...own.map((problem) => `${attempt.process.name}: ${problem}`),
  ];
}

const MARK = /ara-[0-9a-f]{16}-fix(\d+)-([0-9a-f]{12})\)/;

/** Of all attempts, in the order in which they were sent. */
export function mendsOf({ world }: Pick<Seen, 'world'>): readonly Mend[] {
  return world.sends.flatMap((send) => {
    const [, number = '', head = ''] = MARK.exec(JSON.stringify(send.body)) ?? [];
    return head === '' ? [] : [{ send, number: Number(number), head }];
  });
}

/** Never more than `max_fixes`, and one for each head (contract 19.4), in all attempts together. */
function mendsOnce(seen: Seen): readonly string[] {
  const { plan } = seen;
  const done = mendsOf(seen).filter(({ send }) => send.done !== null);
  const bad: string[] = [];
  const runs = new Set(done.map(({ send }) => send.done?.runId));
  for (const run of runs) {
    const ofRun = done.filter(({ send }) => send.done?.runId === run);
    if (ofRun.length > plan.maxFixes) {
      bad.push(`${ofRun.length} mends of run ${String(run)}, of ${plan.maxFixes} at most`);
    }
    if (new Set(ofRun.map(({ head }) => head)).size < ofRun.length) {
      bad.push(`a head was mended twice: ${ofRun.map(({ head }) => head).join()}`);
    }
    const numbers = ofRun.map(({ number }) => number);
    if (numbers.some((number, at) => number !== at + 1)) {
      bad.push(`the mends of run ${String(run)} have the numbers ${numbers.join()}`);
    }
  }
  return bad;
}

/** Never while a check runs, never after a signal, never of a head that is none any more. */
function mendsInTime(seen: Seen, { process, post }: Attempt): readonly string[] {
  const { heads } = seen;
  const { signalledAt } = process;
  const bad: string[] = [];
  if (post !== null && sendsOf(seen, post.name).length > 0) {
    bad.push('the post step sent something');
  }
  const own = mendsOf(seen).filter(({ send }) => send.by === process.name);
  for (const { send, head: short } of own) {
    const pull = heads.pulls().find((each) => each.heads.some(({ sha }) => sha.startsWith(short)));
    const head = pull?.heads.find(({ sha }) => sha.startsWith(short));
    if (pull === undefined || head === undefined) {
      bad.push(`a mend of ${short}, which is no head`);
      continue;
    }
    const truth = heads.truth(head, send.at);
    if (truth !== 'red') {
      bad.push(`a mend of ${short}, which was ${truth}`);
    }
    const newest = headAt(pull, send.at - LOOK_MS);
    if (newest !== undefined && newest.at > head.at) {
      bad.push(`a mend of ${short} after ${newest.sha.slice(0, 12)} was pushed`);
    }
    if (signalledAt !== null && send.at > signalledAt) {
      bad.push('a mend was sent after a signal');
    }
  }
  return bad;
}

/**
 * Once the run has ended, nothing is stopped (contract 19.7): a step that has read checks has seen
 * the end, and so its post step knows of it, unless a mend may be on its way. At the timeout they
 * are read to be told, whether the end was seen or not.
 */
function stopsNothingEnded(seen: Seen, attempt: Attempt): readonly string[] {
  const { world, plan } = seen;
  const { process, post, way } = attempt;
  const { wakes } = plan.subject.kinds;
  const deadline = deadlineOf(seen, attempt);
  const reads = way.asked.filter(({ path, at }) => path.endsWith('/check-runs') && at < deadline);
  const readAt = reads.at(-1)?.at ?? -Infinity;
  const mayMend =
    process.host.saved['repair'] === 'sent' ||
    world.sends.some(({ by, at }) => by === process.name && at > readAt);
  const hasEnded = (runId: string | null): boolean =>
    (world.turns(runId ?? '').at(-1)?.endAt ?? Infinity) <= readAt;
  const isOfStep = (by: string): boolean => by === process.name || by === post?.name;
  const stops = world.stops.filter(
    ({ by, kind, runId }) => isOfStep(by) && kind !== wakes && hasEnded(runId),
  );
  return mayMend
    ? []
    : stops.map(({ runId }) => `a request to stop run ${String(runId)}, whose end was seen`);
}

/** The head that is the newest at some time. */
function headAt({ heads }: Pull, at: number): Head | undefined {
  return heads.findLast((head) => head.at <= at);
}

function rightEnd(seen: Seen, attempt: Attempt): readonly string[] {
  const { process } = attempt;
  const { outcome, signalledAt } = process;
  const at = process.end?.at ?? 0;
  const late = at - deadlineOf(seen, attempt);
  const bad: string[] = [];
  if (late > LATE_MS) {
    bad.push(`ended ${late} ms after the deadline`);
  }
  if (signalledAt !== null && at > signalledAt + SIGNAL_MS) {
    bad.push(`ended ${at - signalledAt} ms after the signal`);
  }
  const fixes = Number(process.host.outputs['fixes'] ?? '0');
  if (fixes > seen.plan.maxFixes) {
    bad.push(`fixes is ${fixes}, of ${seen.plan.maxFixes} at most`);
  }
  switch (outcome) {
    case 'succeeded':
      return [...bad, ...rightSuccess(seen, attempt)];
    case 'unverified':
      return [...bad, ...rightRefusal(seen, attempt)];
    case 'timed_out':
      return [...bad, ...rightTimeout(seen, attempt)];
    case 'error':
      return isCalm(seen, attempt) ? [...bad, `an error in calm: ${saidOf(attempt)}`] : bad;
    default:
      return bad;
  }
}

const saidOf = ({ process }: Attempt): string => process.host.outputs['error_message'] ?? '';

/** The head that the outputs name, and its pull request. */
function toldHead(
  { heads }: Seen,
  { process }: Attempt,
): { readonly pull: Pull; readonly head: Head } | null {
  const { head_sha: sha = '' } = process.host.outputs;
  const pull = heads.pullOfHead(sha);
  const head = pull?.heads.find((each) => each.sha === sha);
  return pull === null || head === undefined ? null : { pull, head };
}

/** Green, or merged meanwhile; and no newer head had been there to be seen. */
function rightSuccess(seen: Seen, attempt: Attempt): readonly string[] {
  const { heads } = seen;
  const { process } = attempt;
  const at = process.end?.at ?? 0;
  const told = toldHead(seen, attempt);
  if (told === null) {
    return ['succeeded without a head'];
  }
  const { pull, head } = told;
  const bad: string[] = [];
  if (pull.closedAt <= at) {
    return pull.isMerged || at - pull.closedAt < LOOK_MS ? [] : ['succeeded, but it was closed'];
  }
  const truth = heads.truth(head, at);
  if (truth !== 'green') {
    bad.push(`succeeded, but its head is ${truth}`);
  }
  const newest = headAt(pull, at - LOOK_MS);
  if (newest !== undefined && newest.at > head.at) {
    bad.push(`succeeded with an old head: ${newest.sha.slice(0, 7)} was pushed`);
  }
  const done = mendsOf(seen).filter(
    ({ send }) => send.done !== null && send.done.runId === pull.runId && send.at < at,
  );
  const fixes = Number(process.host.outputs['fixes']);
  if (isCalm(seen, attempt) && fixes !== done.length) {
    bad.push(`fixes is ${fixes}, but there were ${done.length}`);
  }
  return bad;
}

/** What the message says of the head that was read last is true of it. */
const REFUSALS: readonly (readonly [words: RegExp, truths: readonly HeadTruth[]])[] = [
  [/is not green: .* Nothing is wrong that could be mended/s, ['stopped']],
  [/is not green: /, ['red']],
  [/has checks that wait for a person/, ['person']],
  [/no check ran on the head/i, ['none']],
];

function rightRefusal(seen: Seen, attempt: Attempt): readonly string[] {
  const { heads, plan } = seen;
  const at = attempt.process.end?.at ?? 0;
  const said = saidOf(attempt);
  const told = toldHead(seen, attempt);
  const refusal = REFUSALS.find(([words]) => words.test(said));
  if (told === null || refusal === undefined) {
    const isExplained = !isCalm(seen, attempt) || !hasOpenPull(seen, attempt);
    return isExplained ? [] : [`unverified in calm: ${said}`];
  }
  const { head, pull } = told;
  const [, truths] = refusal;
  const bad: string[] = [];
  // The last look was some time before the end.
  const truth = truths.includes('none')
    ? heads.truth(head, Math.max(head.at, at - LOOK_MS))
    : heads.truth(head, at);
  if (!truths.includes(truth)) {
    bad.push(`unverified, but its head is ${truth}: ${said}`);
  }
  const isMended = /changed nothing/.test(said);
  if (isMended) {
    const mend = mendsOf(seen).findLast(({ head: short }) => head.sha.startsWith(short));
    const turn = seen.world.turns(pull.runId)[mend?.send.done?.turn ?? -1];
    const next = pull.heads.find((each) => each.at > head.at);
    const until = (turn?.endAt ?? Infinity) + NEW_HEAD_MS;
    if (next !== undefined && next.at < until) {
      bad.push(`"changed nothing", but ${next.sha.slice(0, 7)} was pushed`);
    }
  }
  if (/is not asked to mend (?:it|them) again after/.test(said)) {
    const done = mendsOf(seen).filter(({ send }) => send.at < at).length;
    if (done < plan.maxFixes) {
      bad.push(`it was given up after ${done} mends of ${plan.maxFixes}`);
    }
  }
  return bad;
}

/** Whether the run has a pull request that nobody has closed without a merge. */
function hasOpenPull(seen: Seen, { process }: Attempt): boolean {
  const at = process.end?.at ?? 0;
  const place = placeOf(seen, process.host.outputs['agent_run_id'] ?? '', at);
  return seen.heads
    .pulls()
    .some(
      ({ runId, closedAt, isMerged }) => runId === place?.run.id && (isMerged || closedAt > at),
    );
}

/**
 * Not long before the deadline without need, and not where everything had been done long before.
 */
function rightTimeout(seen: Seen, attempt: Attempt): readonly string[] {
  const { process } = attempt;
  const deadline = deadlineOf(seen, attempt);
  const at = process.end?.at ?? 0;
  // A limit of GitHub that lasts longer is not waited for.
  const isFutile = /allows the next request after the time of the step/.test(saidOf(attempt));
  const isEarly = at < deadline - 30_000 && !isFutile;
  const bad = isEarly ? [`timed_out ${deadline - at} ms before the deadline`] : [];
  if (!isCalm(seen, attempt)) {
    return bad;
  }
  const place = placeOf(seen, process.host.outputs['agent_run_id'] ?? '', at);
  const since = deadline - SETTLED_MS;
  const turns = place === null ? [] : seen.world.turns(place.run.id);
  const last = turns.at(-1);
  const pull = seen.heads.pulls().find(({ runId }) => runId === place?.run.id);
  const head = pull === undefined ? undefined : headAt(pull, at);
  if (last === undefined || last.endAt > since || process.startedAt > since) {
    return bad;
  }
  if (head === undefined || head.at > since) {
    return bad;
  }
  // The checks of one that has none yet may begin within two minutes (contract 19.2).
  if (!seen.heads.isSettled(head, since)) {
    return bad;
  }
  return [...bad, `timed_out, but its head was ${seen.heads.truth(head, since)} long before`];
}

/** Whether nothing went wrong with the service, the network, GitHub or the job. */
export function isCalm({ plan, attempts }: Seen, { process }: Attempt): boolean {
  const before = attempts.filter((each) => each.process.startedAt <= process.startedAt);
  return (
    plan.faults.length === 0 &&
    process.signalledAt === null &&
    before.every(
      ({ connection, way, process: { end, signalledAt } }) =>
        connection.met.size === 0 &&
        way.met.size === 0 &&
        end?.how !== 'killed' &&
        signalledAt === null,
    )
  );
}
