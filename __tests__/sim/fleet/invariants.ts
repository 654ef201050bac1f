/**
 * Invariants of a fleet (contract 13):
 * - Every task has exactly one run, or its row says why not. Nothing is sent again after an
 *   ambiguous answer.
 * - Each row reports the end of its own run, and its log file contains each entry of the turn once.
 * - The rows are in the order of the tasks, and the counts add up.
 * - There are never more unfinished runs than `max_parallel`.
 * - There is no 429 if nobody else uses the token.
 * - After a signal, everything is reported within two seconds. After a kill, the post step reports
 *   the state of every run.
 *
 * Missing log entries are allowed after reported problems with reading the log, and if an older
 * snapshot showed the end of the run before its last entries.
 */
import type { Attempt } from '../world/attempt.ts';
import type { WorldRun } from '../world/run.ts';
import { sentAgain, type World, type WorldSend } from '../world/service.ts';
import type { Plan, TaskPlan } from './plan.ts';

export interface Seen extends Attempt<Plan> {
  readonly world: World;
  /** Runs that tasks name, by the task's key. */
  readonly old: ReadonlyMap<string, WorldRun>;
  readonly rejections: readonly string[];
}

/** A line of `runs_file`. */
export interface Row {
  readonly key: string;
  readonly agent_run_id: number | null;
  readonly outcome: string;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly logs_file: string | null;
  readonly total_logs: number;
  readonly result: string;
}

const SIGNAL_MS = 6_000;
const OUTCOMES: Readonly<Record<string, string>> = {
  COMPLETE: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  PAUSED: 'needs_input',
};

export function violationsOf(seen: Seen): string[] {
  const { process, post, connection, postConnection, rejections } = seen;
  const shared = [
    ...rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...connection.network.violations,
    ...process.violations,
    ...(post?.violations ?? []),
    ...postConnection.network.violations,
    ...sentOnce(seen),
    ...inParallel(seen),
    ...notRefused(seen),
  ];
  if (process.end?.how === 'killed') {
    return [...shared, ...toldAfterKill(seen)];
  }
  const rows = rowsOf(seen);
  return [
    ...shared,
    ...inTime(seen),
    ...addUp(seen, rows),
    ...rows.flatMap((row, index) => rightRow(seen, row, index)),
  ];
}

export function rowsOf({ process: { files, host } }: Seen): readonly Row[] {
  return files.linesOf(host.outputs['runs_file'] ?? '').map((line) => JSON.parse(line) as Row);
}

export function sendsOf({ world }: Seen, index: number): readonly WorldSend[] {
  return world.sends.filter(({ body }) => String(body['prompt']).includes(`[t${index}]`));
}

function sentOnce(seen: Seen): string[] {
  return seen.plan.tasks.flatMap(({ key, prompt }, index) => {
    const sends = sendsOf(seen, index);
    const done = sends.filter(({ runId }) => runId !== null).length;
    // Exceeding the service's limit, and refusals that may be caused by the metadata, prove it as
    // well.
    const bad = sentAgain(sends, key);
    if (done > 1) {
      bad.push(`${key}: ${done} runs`);
    }
    if (prompt === null && sends.length > 0) {
      bad.push(`${key}: something was sent to a run that was only to be followed`);
    }
    return bad;
  });
}

function inTime({ process, plan, connection }: Seen): string[] {
  const { host, end, signalledAt, outcome, code } = process;
  const bad: string[] = [];
  if (signalledAt !== null && (end?.at ?? 0) > signalledAt + SIGNAL_MS) {
    bad.push(`ended ${(end?.at ?? 0) - signalledAt} ms after the signal`);
  }
  if (signalledAt !== null && outcome !== 'cancelled' && (end?.at ?? 0) > signalledAt) {
    bad.push(`${outcome} after a signal`);
  }
  if (code === 'internal') {
    bad.push(`internal error: ${host.outputs['error_message'] ?? ''}`);
  }
  if (
    plan.signalAfter === null &&
    host.outputs['requests'] !== String(connection.network.reached())
  ) {
    bad.push(`requests is ${String(host.outputs['requests'])} of ${connection.network.reached()}`);
  }
  // The post step looks for a run whose create was on its way at the signal, and tells the thread
  // if no run is known.
  const isLeft =
    ['stop', 'stop,comment'].includes(host.saved['left'] ?? '') &&
    host.outputs['runs']?.includes('Whether a run was created') === true;
  if (host.saved['phase'] !== 'done' && !isLeft) {
    bad.push(`the saved phase is ${String(host.saved['phase'])}`);
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

function addUp({ plan, process }: Seen, rows: readonly Row[]): string[] {
  const { outputs } = process.host;
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
  for (const { key, outcome, error_message: message } of rows) {
    if (['error', 'skipped', 'timed_out'].includes(outcome) && (message ?? '') === '') {
      bad.push(`${key} ended as ${outcome} without a word`);
    }
  }
  const requested = process.host.printed.join('\n');
  if (requested.includes(process.host.input('token'))) {
    bad.push('the token is told');
  }
  return bad;
}

function rightRow(seen: Seen, row: Row, index: number): string[] {
  const { plan, world, old, process, connection } = seen;
  const task: TaskPlan | undefined = plan.tasks[index];
  if (task === undefined) {
    return [];
  }
  const { key, outcome } = row;
  const carried = sendsOf(seen, index).find(({ runId }) => runId !== null);
  const run = world.run(row.agent_run_id);
  const expected = carried?.runId ?? (task.prompt === null ? old.get(key)?.id : undefined);
  const bad: string[] = [];
  if (
    row.agent_run_id !== null &&
    row.agent_run_id !== expected &&
    row.agent_run_id !== old.get(key)?.id
  ) {
    bad.push(`${key}: run ${row.agent_run_id} is not its own`);
  }
  if (carried !== undefined && carried.deliveredAt !== null && row.agent_run_id !== carried.runId) {
    bad.push(`${key}: the id of its run is lost`);
  }
  const isOpen =
    carried !== undefined && carried.deliveredAt === null && process.signalledAt === null;
  if (isOpen && row.agent_run_id === null && row.error_code !== 'ambiguous_create') {
    bad.push(`${key}: ${outcome}/${String(row.error_code)} for a lost answer`);
  }
  if (outcome === 'waiting' || outcome === 'running') {
    bad.push(`${key}: still ${outcome} at the end`);
  }
  const hasEnded =
    ['succeeded', 'failed', 'needs_input'].includes(outcome) ||
    (outcome === 'cancelled' && process.signalledAt === null);
  const turn = run?.turns.at(-1);
  if (
    hasEnded &&
    (turn === undefined ||
      OUTCOMES[turn.word ?? ''] !== outcome ||
      turn.endAt > (process.end?.at ?? 0))
  ) {
    bad.push(`${key}: ${outcome}, but the run is ${String(run?.status(process.end?.at ?? 0))}`);
  }
  const troubled = connection.met.size > 0 || plan.features.has('others');
  const isLong = plan.features.has('tight') || process.signalledAt !== null;
  if (outcome === 'timed_out' && !troubled && !isLong) {
    bad.push(`${key}: timed out without trouble`);
  }
  if (outcome === 'error' && !troubled && process.signalledAt === null) {
    bad.push(`${key}: error without trouble: ${String(row.error_message)}`);
  }
  if (run !== undefined && row.logs_file !== null && process.files.isFile(row.logs_file)) {
    bad.push(...rightLog(seen, { row, run, task, hasEnded }));
  }
  return bad;
}

function rightLog(
  { process, connection, plan }: Seen,
  {
    row,
    run,
    task,
    hasEnded,
  }: {
    readonly row: Row;
    readonly run: WorldRun;
    readonly task: TaskPlan;
    readonly hasEnded: boolean;
  },
): string[] {
  const lines = process.files.linesOf(String(row.logs_file));
  const ofTurn = task.resumes && task.prompt !== null ? run.turns.slice(1) : run.turns;
  // Entries that the previous turn wrote after the follow-up cannot be distinguished from those of
  // this turn.
  const before =
    task.resumes && task.prompt !== null
      ? run.turns.slice(0, 1).flatMap(({ entries }) => entries.filter(({ at }) => at >= 0))
      : [];
  const left = new Map<string, number>();
  for (const { value } of ofTurn.flatMap(({ entries }) => entries)) {
    left.set(JSON.stringify(value), (left.get(JSON.stringify(value)) ?? 0) + 1);
  }
  const optional = new Set(before.map(({ value }) => JSON.stringify(value)));
  const bad: string[] = [];
  for (const line of lines) {
    const times = left.get(line) ?? 0;
    if (times > 0) {
      left.set(line, times - 1);
    } else if (!optional.delete(line)) {
      bad.push(`${row.key}: an entry too many: ${line.slice(0, 160)}`);
    }
  }
  if (row.total_logs !== lines.length) {
    bad.push(`${row.key}: total_logs is ${row.total_logs} of ${lines.length}`);
  }
  const lost = [...left.values()].reduce((sum, times) => sum + times, 0);
  // The run may time out before the last pages of its log are read. The step then reports how many
  // entries the service has announced beyond those received, or that the end could not be read. It
  // may have written more since.
  const said = new RegExp(
    `\\b${lines.length} entr(?:y|ies) of this turn received, (\\d+) more announced`,
  );
  const unread = new RegExp(
    `end of the log could not be read; ${lines.length} entr(?:y|ies) of this turn received`,
  );
  const isSaid = process.host.printed.some((text) => {
    if (unread.test(text)) {
      return true;
    }
    const announced = Number(said.exec(text)?.[1] ?? 0);
    return announced > 0 && announced <= lost;
  });
  const isExcused =
    connection.met.size > 0 ||
    plan.features.has('others') ||
    (plan.features.has('tight') && isSaid);
  if (hasEnded && lost > 0 && !isExcused) {
    bad.push(`${row.key}: ${lost} entries are lost`);
  }
  return bad;
}

/** Counts runs as unfinished from their acceptance to their end at the service. */
function inParallel(seen: Seen): string[] {
  const { plan, world, process } = seen;
  const { maxParallel } = plan;
  if (maxParallel === null || plan.features.has('no_wait') || plan.features.has('tight')) {
    return [];
  }
  // A task that timed out leaves its run unfinished.
  const rows = process.end?.how === 'killed' ? [] : rowsOf(seen);
  if (rows.some(({ outcome }) => outcome === 'error' || outcome === 'timed_out')) {
    return [];
  }
  const spans = world.sends.flatMap(({ runId, body, deliveredAt }) => {
    // A run whose create was never answered is unknown to the step.
    if (deliveredAt === null) {
      return [];
    }
    const turn = world.run(runId)?.turns.find(({ prompt }) => prompt === body['prompt']);
    return turn === undefined ? [] : [{ from: turn.acceptedAt, to: turn.endAt }];
  });
  const most = Math.max(
    0,
    ...spans.map(({ from }) => spans.filter((span) => span.from <= from && span.to > from).length),
  );
  return most > maxParallel ? [`${most} unfinished runs, and max_parallel is ${maxParallel}`] : [];
}

function notRefused({ world, plan, post }: Seen): string[] {
  if (plan.features.has('others') || post !== null) {
    return [];
  }
  return world.overLimit > 0
    ? [`${world.overLimit} requests were over the limit of the service`]
    : [];
}

function toldAfterKill(seen: Seen): string[] {
  const { process, post, plan } = seen;
  if (post === null || process.host.saved['phase'] !== 'fleet') {
    return [];
  }
  const said = post.host.printed.join('\n');
  const killedAt = process.end?.at ?? 0;
  return plan.tasks.flatMap(({ key }, index) => {
    const line = post.host.printed.find((printed) => printed.trim().startsWith(`${key}:`));
    if (line === undefined) {
      return said.includes('killed') ? [`${key}: the post step has no word for it`] : [];
    }
    const carried = sendsOf(seen, index).find(({ runId, at }) => runId !== null && at < killedAt);
    return carried !== undefined && line.includes('Not started')
      ? [`${key}: run ${String(carried.runId)} is said not to be started`]
      : [];
  });
}
