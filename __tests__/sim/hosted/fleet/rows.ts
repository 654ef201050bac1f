/**
 * The tasks of a fleet as the invariants of single runs see them (contract 13: "each run keeps all
 * that a single one has"): each task is a job, and its row what the outputs of a step are.
 */
import { readJournal, type SavedState } from '../../../../src/fleet/journal.ts';
import { MemoryHost } from '../../../support/memory-host.ts';
import type { PlayedProcess } from '../../engine/process.ts';
import type { Attempt as AnyAttempt } from '../../world/attempt.ts';
import type { Attempt, Seen as HostedSeen } from '../invariants/seen.ts';
import type { HostedConnection, HostedSend, HostedWorld } from '../world.ts';
import type { AttemptPlan, Plan, TaskPlan } from './plan.ts';

/** An attempt of the whole fleet. */
export interface FleetAttempt extends AnyAttempt<AttemptPlan, HostedConnection> {
  /** From 0. */
  readonly nth: number;
}

/** What happened to the tasks of a seed. */
export interface Seen extends HostedSeen {
  readonly plan: Plan;
  readonly attempts: readonly TaskAttempt[];
  readonly fleets: readonly FleetAttempt[];
}

/** An attempt of one task. */
export interface TaskAttempt extends Attempt {
  readonly task: TaskPlan;
  readonly fleet: FleetAttempt;
  /** Null after a kill. */
  readonly row: Row | null;
}

/** A line of `runs_file`. */
export interface Row {
  readonly key: string;
  readonly agent_run_id: number | string | null;
  readonly status: string | null;
  readonly outcome: string;
  readonly pull_requests: readonly string[];
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly result: string;
  readonly logs_file: string | null;
  readonly total_logs: number;
  readonly duration_seconds: number;
  readonly usage: object | null;
}

/** `duration_seconds` has one decimal place. */
const ROUNDING_MS = 50;

/** The name under which a task has sent something. */
export const nameOf = ({ key }: Pick<TaskPlan, 'key'>, nth: number): string => `${key}.${nth + 1}`;

/** None after a kill. */
export function rowsOf({ process: { files, host, end } }: FleetAttempt): readonly Row[] {
  if (end?.how !== 'ended') {
    return [];
  }
  return files.linesOf(host.outputs['runs_file'] ?? '').map((line) => JSON.parse(line) as Row);
}

/** What the post step is left, by the key of the task. */
function savedOf({ process: { files, host } }: FleetAttempt): ReadonlyMap<string, SavedState> {
  const path = host.saved['journal'] ?? '';
  return files.isFile(path) ? readJournal(files.readText(path)) : new Map();
}

/** @param old the runs that tasks name, by the key, as in the input `agent_run_id` */
export function taskAttempts(
  fleet: FleetAttempt,
  {
    plan,
    world,
    old,
    jobs,
  }: {
    readonly plan: Plan;
    readonly world: HostedWorld;
    readonly old: ReadonlyMap<string, OldRun>;
    /** One for each task, whichever its attempts. */
    readonly jobs: ReadonlyMap<string, Attempt['job']>;
  },
): readonly TaskAttempt[] {
  const rows = new Map(rowsOf(fleet).map((row) => [row.key, row]));
  const saved = savedOf(fleet);
  return plan.tasks.map((task) => {
    const { key, prompt } = task;
    const row = rows.get(key) ?? null;
    const given = old.get(key) ?? null;
    const sends = world.sends.filter(({ by }) => by === nameOf(task, fleet.nth));
    const of = { task, row, given, sends, saved: saved.get(key) ?? {} };
    return {
      plan: fleet.plan,
      task,
      fleet,
      row,
      process: processOf(fleet, of),
      timedFrom: timedFrom(fleet, of),
      connection: fleet.connection,
      post: postOf(fleet, of),
      postConnection: fleet.postConnection,
      job: jobs.get(key) ?? jobOf(plan, task),
      nth: fleet.nth,
      old: given?.id ?? null,
      prompt,
      mayFollowUp: given !== null && prompt !== null,
      isInThread: false,
    };
  });
}

export const jobOf = ({ inputs }: Plan, { key, prompt }: TaskPlan): Attempt['job'] => ({
  name: key,
  inputs: { ...inputs, prompt: prompt ?? '' },
});

/** A run that was there before: its id as the input has it, and as the service knows it. */
export interface OldRun {
  readonly id: string;
  readonly runId: string;
}

interface OfTask {
  readonly task: TaskPlan;
  readonly row: Row | null;
  readonly given: OldRun | null;
  /** The creates and follow-ups of this attempt. */
  readonly sends: readonly HostedSend[];
  readonly saved: SavedState;
}

/** The main process, as if it had followed this run alone. */
function processOf(fleet: FleetAttempt, of: OfTask): PlayedProcess {
  const { process } = fleet;
  const { task, row, saved } = of;
  const host = new MemoryHost(process.host.inputs, saved);
  Object.assign(host.outputs, outputsOf(of));
  host.printed.push(...process.host.printed);
  const startedAt = begunAt(fleet, of);
  const lastedMs = (row?.duration_seconds ?? 0) * 1000;
  // Of one that was only followed it is not told.
  const isTold = lastedMs > 0 && of.sends.length > 0;
  const toldEnd = isTold ? startedAt + lastedMs + ROUNDING_MS : Infinity;
  const endedAt = Math.min(toldEnd, process.end?.at ?? Infinity);
  return {
    name: nameOf(task, fleet.nth),
    host,
    files: process.files,
    startedAt,
    violations: [],
    end: row === null ? process.end : { at: endedAt, how: 'ended' },
    signalledAt: process.signalledAt,
    outcome: row?.outcome ?? '',
    code: row?.error_code ?? '',
    runText: host.outputs['agent_run_id'] ?? '',
  };
}

/**
 * It has its own begin (contract 13). A run that is there is read first, and the wait for one at
 * work, which takes no follow-up, belongs to the time of the follow-up (contract 18.4).
 */
function begunAt({ process, connection }: FleetAttempt, { sends, given }: OfTask): number {
  const [first] = sends;
  const asked = connection.firstAskedAt.get(given?.runId ?? '');
  return asked ?? first?.at ?? process.startedAt;
}

/**
 * The time of a run counts from its own creation, however long that was refused for now before
 * (contract 13). One that is only followed may wait for its first request: its row tells for how
 * long it was followed.
 */
function timedFrom(fleet: FleetAttempt, of: OfTask): number {
  const { row, sends } = of;
  const begun = begunAt(fleet, of);
  if (sends.length === 0) {
    const lastedMs = (row?.duration_seconds ?? 0) * 1000;
    return Math.min(begun, (fleet.process.end?.at ?? Infinity) - lastedMs);
  }
  const creates = sends.filter(({ kind }) => kind === 'create');
  const isKnown = (row?.agent_run_id ?? null) !== null;
  const isCreated = isKnown && creates.some(({ done }) => done !== null);
  return (isCreated ? creates.at(-1)?.at : undefined) ?? begun;
}

function outputsOf({ row, task, given, sends, saved }: OfTask): Readonly<Record<string, string>> {
  if (row === null) {
    return { agent_run_id: saved['runId'] ?? '' };
  }
  const { usage, pull_requests: pulls, total_logs: total, duration_seconds: seconds } = row;
  const hasSent = sends.some(({ done }) => done !== null);
  const isFound = given !== null && task.prompt !== null && row.error_code === null;
  return {
    agent_run_id: String(row.agent_run_id ?? ''),
    outcome: row.outcome,
    status: row.status ?? '',
    error_code: row.error_code ?? '',
    error_message: row.error_message ?? '',
    result: row.result,
    usage: usage === null ? '' : JSON.stringify(usage),
    pull_requests: JSON.stringify(pulls),
    logs_file: row.logs_file ?? '',
    total_logs: String(total),
    duration_seconds: String(seconds),
    // A follow-up of an earlier attempt that was found is a turn as well (contract 4.8).
    resumed: String(!hasSent && isFound),
  };
}

/** The post process, as far as it speaks of this task. */
function postOf({ post, nth }: FleetAttempt, { task }: OfTask): PlayedProcess | null {
  if (post === null) {
    return null;
  }
  const { startedAt, end, files } = post;
  const host = new MemoryHost(post.host.inputs, post.host.saved);
  host.failed = post.host.failed;
  host.printed.push(...linesOf(post, task));
  const rest = { signalledAt: null, violations: [], outcome: '', code: '', runText: '' };
  return { name: `${nameOf(task, nth)}.post`, host, files, startedAt, end, ...rest };
}

/** What the post step says of a task. */
export function linesOf({ host }: PlayedProcess, { key }: TaskPlan): readonly string[] {
  return host.printed.filter((line) => line.trim().startsWith(`${key}:`));
}
