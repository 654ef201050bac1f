/**
 * Invariants of a fleet at a hosted agent (contract 13). Of each task those of a single run:
 * nothing sent twice, the row tells the end of its own run, each entry of its log once, no second
 * run in a later attempt. Of all together:
 * - The rows are in the order of the tasks, the counts add up, and the worst row is the outcome.
 * - There are never more unfinished runs than `max_parallel` or the service allows, and no more
 *   creates on their way than it bears.
 * - No request is over the limits, and the service refuses none where nobody else uses the token.
 * - After a failure `fail_fast` starts nothing more.
 * - After a signal, everything is told within six seconds. After a kill, the post step tells where
 *   each run stands, or that it is not known whether there is one.
 */
import { isUnsent } from '../../engine/faults.ts';
import { violationsOfAttempt } from '../../world/attempt.ts';
import { namesRun } from '../invariants/killed.ts';
import { rightLog } from '../invariants/log.ts';
import { foundAgain, onePerKey, onlyAfterBadEnds, ownRun, sentOnce } from '../invariants/once.ts';
import { rightEnd, SIGNAL_MS } from '../invariants/outcome.ts';
import { allSaid, counted, rightOutputs } from '../invariants/outputs.ts';
import { isExcused, saidBy, sendsOf } from '../invariants/seen.ts';
import { rightStops } from '../invariants/stops.ts';
import {
  linesOf,
  rowsOf,
  type FleetAttempt,
  type Row,
  type Seen,
  type TaskAttempt,
} from './rows.ts';

export type { Seen } from './rows.ts';

export function violationsOf(seen: Seen): string[] {
  const { world, fleets, attempts, rejections } = seen;
  return [
    ...rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...world.violations,
    ...fleets.flatMap((fleet) => ofFleet(seen, fleet)),
    ...attempts.flatMap((attempt) => ofTask(seen, attempt)),
    ...onePerKey(seen),
    ...onlyAfterBadEnds(seen),
  ];
}

/** Those of one attempt. */
export const tasksOf = ({ attempts }: Seen, fleet: FleetAttempt): readonly TaskAttempt[] =>
  attempts.filter((attempt) => attempt.fleet === fleet);

function ofFleet(seen: Seen, fleet: FleetAttempt): readonly string[] {
  const { process } = fleet;
  const all = [
    ...inParallel(seen, fleet),
    ...creating(seen, fleet),
    ...notRefused(seen, fleet),
    ...(process.end?.how === 'killed' ? toldByPost(seen, fleet) : atItsEnd(seen, fleet)),
  ];
  return [...violationsOfAttempt(fleet), ...all.map((problem) => `${process.name}: ${problem}`)];
}

function atItsEnd(seen: Seen, fleet: FleetAttempt): readonly string[] {
  return [
    ...counted(fleet),
    ...allSaid(fleet),
    ...atSignal(fleet),
    ...addUp(seen, fleet),
    ...failsFast(seen, fleet),
  ];
}

function ofTask(seen: Seen, attempt: TaskAttempt): readonly string[] {
  const own = [
    ...sentOnce(seen, attempt),
    ...ownRun(seen, attempt),
    ...rightStops(seen, attempt),
    ...ofItsRow(seen, attempt),
  ];
  return own.map((problem) => `${attempt.process.name}: ${problem}`);
}

function ofItsRow(seen: Seen, attempt: TaskAttempt): readonly string[] {
  const { process, post, row } = attempt;
  if (process.end?.how === 'killed') {
    return post === null ? [] : namesRun(seen, attempt, saidBy({ process: post }));
  }
  if (row === null) {
    return ['it has no row'];
  }
  if (row.outcome === 'skipped') {
    return rightlySkipped(seen, attempt);
  }
  return [
    ...idKept(seen, attempt),
    ...rightEnd(seen, attempt),
    ...foundAgain(seen, attempt),
    ...rightOutputs(seen, attempt),
    ...rightLog(seen, attempt),
  ];
}

/** An answer that the step has heard gives the row its run; a lost one is told as that. */
function idKept(seen: Seen, attempt: TaskAttempt): readonly string[] {
  const { process, row } = attempt;
  const sent = sendsOf(seen, process.name).findLast(({ done }) => done !== null);
  const run = seen.world.run(sent?.done?.runId ?? '', sent?.done?.at);
  if (sent === undefined || sent.done === null || run === undefined || row === null) {
    return [];
  }
  const { idOf, plainId = (given) => given } = seen.plan.subject;
  const id = idOf(run, sent.done.turn);
  if (sent.deliveredAt !== null && plainId(process.runText) !== id) {
    return [`the id of its run ${id} is lost: ${process.runText}`];
  }
  const isOpen = sent.deliveredAt === null && process.signalledAt === null;
  const isUnknown = isOpen && process.runText === '' && row.error_code !== 'ambiguous_create';
  return isUnknown ? [`${row.outcome}/${process.code} for a lost answer`] : [];
}

/** A task that was not started has sent nothing, and says why it was not. */
function rightlySkipped(seen: Seen, attempt: TaskAttempt): readonly string[] {
  const { process, connection, fleet } = attempt;
  const message = process.host.outputs['error_message'] ?? '';
  const made = sendsOf(seen, process.name).filter(({ done }) => done !== null);
  const bad = made.map(({ done }) => `skipped, but run ${String(done?.runId)} was asked for it`);
  const isFast = seen.plan.features.has('fail_fast') && tasksOf(seen, fleet).some(isFailure);
  const isHopeless =
    connection.isRefused || isExcused(seen, attempt, 'refused') || connection.met.size > 0;
  const causes = [
    { words: '`fail_fast` is set', isRight: isFast },
    { words: 'creates in a row were refused', isRight: isHopeless },
    { words: 'the service takes no more runs for', isRight: connection.network.refused },
    { words: 'cancelled before', isRight: process.signalledAt !== null },
  ];
  const isExplained = causes.some(({ words, isRight }) => message.includes(words) && isRight);
  return isExplained ? bad : [...bad, `skipped without a cause: ${message}`];
}

/** After these nothing more is started (contract 13). */
const FAILURES = ['cancelled', 'error', 'failed', 'timed_out', 'unverified'];

const isFailure = ({ row }: TaskAttempt): boolean => FAILURES.includes(row?.outcome ?? '');

function atSignal({ process }: FleetAttempt): readonly string[] {
  const { end, signalledAt, outcome } = process;
  const endedAt = end?.at ?? 0;
  if (signalledAt === null || endedAt <= signalledAt) {
    return [];
  }
  const bad: string[] = [];
  if (endedAt > signalledAt + SIGNAL_MS) {
    bad.push(`ended ${endedAt - signalledAt} ms after the signal`);
  }
  if (outcome !== 'cancelled') {
    bad.push(`${outcome} after a signal`);
  }
  return bad;
}

/** Worst first (contract 13). */
const WORST = [
  'error',
  'failed',
  'timed_out',
  'cancelled',
  'needs_input',
  'unverified',
  'started',
  'skipped',
  'succeeded',
];

function addUp({ plan }: Seen, fleet: FleetAttempt): readonly string[] {
  const { process } = fleet;
  const { outputs } = process.host;
  const rows = rowsOf(fleet);
  const bad: string[] = [];
  if (rows.map(({ key }) => key).join() !== plan.tasks.map(({ key }) => key).join()) {
    bad.push(`the rows are ${rows.map(({ key }) => key).join()}`);
  }
  const told = JSON.parse(outputs['runs'] || '[]') as readonly Row[];
  if (told.length !== rows.length) {
    bad.push(`the output runs has ${told.length} of ${rows.length} rows`);
  }
  const counts = JSON.parse(outputs['counts'] || '{}') as Readonly<Record<string, number>>;
  for (const outcome of new Set([...Object.keys(counts), ...rows.map((row) => row.outcome)])) {
    const right = rows.filter((row) => row.outcome === outcome).length;
    if (counts[outcome] !== right) {
      bad.push(`${String(counts[outcome])} are counted as ${outcome}, not ${right}`);
    }
  }
  const worst = WORST.find((outcome) => rows.some((row) => row.outcome === outcome));
  if (process.signalledAt === null && process.outcome !== worst) {
    bad.push(`the outcome is ${process.outcome}, the worst row ${String(worst)}`);
  }
  const wordless = ['error', 'skipped', 'timed_out'];
  for (const { key, outcome, error_message: message } of rows) {
    if (wordless.includes(outcome) && (message ?? '') === '') {
      bad.push(`${key} ended as ${outcome} without a word`);
    }
    if (outcome === 'waiting' || outcome === 'running') {
      bad.push(`${key} is still ${outcome} at the end`);
    }
  }
  return bad;
}

/** A create that is about to be sent is not called back. */
const FAST_MS = 1_000;

/** When a task was started: what may have been carried out is sent again. */
const startedAt = (seen: Seen, { process }: TaskAttempt): number =>
  sendsOf(seen, process.name)[0]?.at ?? -Infinity;

/** Nothing is started once a task has failed. */
function failsFast(seen: Seen, fleet: FleetAttempt): readonly string[] {
  if (!seen.plan.features.has('fail_fast')) {
    return [];
  }
  const tasks = tasksOf(seen, fleet);
  const failedAt = Math.min(
    Infinity,
    ...tasks.filter(isFailure).map(({ process }) => process.end?.at ?? Infinity),
  );
  const late = tasks.filter((attempt) => startedAt(seen, attempt) > failedAt + FAST_MS);
  return late.map(({ process }) => `${process.name} was started after a failure at ${failedAt}`);
}

/** From when to when something was the case. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** How many were the case at once. */
function mostAtOnce(spans: readonly Span[]): number {
  const counts = spans.map(
    ({ from }) => spans.filter((span) => span.from <= from && span.to > from).length,
  );
  return Math.max(0, ...counts);
}

/** Of the runs that the step knows, from their acceptance to their end at the service. */
function inParallel(seen: Seen, fleet: FleetAttempt): readonly string[] {
  const { plan, world } = seen;
  const most = plan.maxParallel ?? plan.subject.fleetMost ?? Infinity;
  // A run that was left by its task goes on, and one whose create was never answered is unknown.
  const leaves = ['error', 'timed_out', 'started'];
  const isLeft = rowsOf(fleet).some(({ outcome }) => leaves.includes(outcome));
  const isFree = plan.features.has('no_wait') || plan.features.has('tight');
  if (most === Infinity || isLeft || isFree) {
    return [];
  }
  const sends = tasksOf(seen, fleet).flatMap(({ process }) => sendsOf(seen, process.name));
  const spans = sends.flatMap(({ done, deliveredAt }): readonly Span[] => {
    const turn = done === null ? undefined : world.turns(done.runId, done.at)[done.turn];
    const isKnown = done !== null && deliveredAt !== null && turn !== undefined;
    return isKnown ? [{ from: done.at, to: turn.endAt }] : [];
  });
  const unfinished = mostAtOnce(spans);
  return unfinished > most ? [`${unfinished} unfinished runs, of ${most} at most`] : [];
}

/** Contract 3.1, 13. */
const CREATES_MOST = 10;
const MINUTE_MS = 60_000;

/** How many creates are on their way at once, and how many there are in a minute. */
function creating(seen: Seen, fleet: FleetAttempt): readonly string[] {
  const { createsAtOnce = Infinity } = seen.plan.subject;
  const creates = tasksOf(seen, fleet)
    .flatMap(({ process }) => sendsOf(seen, process.name))
    .filter(({ kind, fault }) => kind === 'create' && !isUnsent(fault));
  const answered = creates.flatMap(({ at, deliveredAt }) =>
    deliveredAt === null ? [] : [{ from: at, to: deliveredAt }],
  );
  const atOnce = mostAtOnce(answered);
  const aMinute = mostAtOnce(creates.map(({ at }) => ({ from: at, to: at + MINUTE_MS })));
  return [
    ...(atOnce > createsAtOnce ? [`${atOnce} creates at once, of ${createsAtOnce}`] : []),
    ...(aMinute > CREATES_MOST ? [`${aMinute} creates within a minute`] : []),
  ];
}

function notRefused({ plan }: Seen, { connection }: FleetAttempt): readonly string[] {
  const { overLimit } = connection;
  return plan.othersMs === null && overLimit > 0
    ? [`${overLimit} requests were over the limit of the service`]
    : [];
}

/** For all runs together (contract 7.3), and what is in flight then. */
const POST_MS = 190_000;

function toldByPost(seen: Seen, { post, process }: FleetAttempt): readonly string[] {
  if (post === null || process.host.saved['phase'] !== 'fleet') {
    return [];
  }
  const bad = seen.plan.tasks
    .filter((task) => linesOf(post, task).length === 0)
    .map(({ key }) => `the post step has no word for ${key}`);
  const { host, startedAt, end } = post;
  const lasted = (end?.at ?? 0) - startedAt;
  if (host.failed) {
    bad.push('the post step is red');
  }
  if (lasted > POST_MS) {
    bad.push(`the post step took ${lasted} ms`);
  }
  if (host.printed.join('\n').includes(host.input('token'))) {
    bad.push('the post step tells the token');
  }
  return bad;
}
