/** The state of each task of a fleet as plain data, their combined outcome, and how they are told in the job log (contract 13). Pure. */
import { statusOfMany, passOf, type Said } from '../github/commit-status.ts';
import type { StopAnswer } from '../run/stop.ts';
import { endMessage } from '../report/ending.ts';
import type { StepState } from '../report/step-state.ts';
import type { StepView } from '../report/step-view.ts';
import type { Outcome } from '../run/events.ts';
import { logJoined, logPiece } from '../safe/job-log.ts';
import { LIMITS } from '../service/limits.ts';
import { asSentence, clockTime, counted, duration, joined } from '../safe/format.ts';

/** What a step with many runs tells of a view. */
type Told = Pick<
  StepView,
  | ('checks' | 'durationMs' | 'errorCode' | 'logsFile' | 'pullRequests' | 'reportFile' | 'result' | 'resultFile')
  | ('resultJson' | 'resumed' | 'runId' | 'status' | 'totalLogs' | 'webUrl')
>;

export interface FleetRow extends Told {
  readonly key: string;
  /** `waiting`: not started yet. */
  readonly outcome: Outcome | 'waiting' | 'running';
  /** The cause, the agent's question or where the run stands, or null for good news. May quote agent text. */
  readonly message: string | null;
  /** Whether the validated result has `pass: true`. Null without such a field. */
  readonly passed: boolean | null;
  /** How the service answered the request to stop the run (`on_cancel: stop`), or null if there was none. */
  readonly stopped: StopAnswer | null;
}

export function rowStart(key: string): FleetRow {
  return {
    ...{ key, runId: null, webUrl: null, status: null, outcome: 'waiting', pullRequests: [], errorCode: null },
    ...{ message: null, result: '', passed: null, resultJson: null, resultFile: null, logsFile: null },
    ...{ reportFile: null, totalLogs: 0, resumed: false, durationMs: 0, checks: null, stopped: null },
  };
}

/** The answer to the task's create was not waited for. */
export function mayExist({ outcome, runId }: Pick<FleetRow, 'outcome' | 'runId'>): boolean {
  return outcome === 'cancelled' && runId === null;
}

export interface RowSources {
  readonly state: StepState;
  readonly view: StepView;
  /** `output_schema`, or null. */
  readonly schema: string | null;
  readonly missing?: string;
}

/** The row of a task whose run has this state. `missing`: what is not in its log, as a sentence, or empty. */
export function rowOf(key: string, { state, view, schema, missing = '' }: RowSources): FleetRow {
  const { runId, webUrl, status, outcome, pullRequests, errorCode, totalLogs, durationMs, checks } = view;
  const { result, resultJson, resultFile, logsFile, reportFile, resumed } = view;
  return {
    ...{ key, runId, webUrl, status, outcome, pullRequests, errorCode, totalLogs, durationMs, checks },
    ...{ result, resultJson, resultFile, logsFile, reportFile, resumed, stopped: state.stopped },
    passed: passOf(resultJson, schema),
    message: joined([endMessage(view) ?? view.skipReason ?? '', missing], ' ') || null,
  };
}

/** The row at the end of the step. `why`: why tasks that have not begun were not started. */
export function finalRow(row: FleetRow, why: string): FleetRow {
  if (row.outcome === 'waiting') return { ...row, outcome: 'skipped', message: why };
  return row.outcome === 'running' ? { ...row, outcome: 'cancelled' } : row;
}

/** Worst first. Unfinished runs count as cancelled, because the step ended before them. */
const ORDER: readonly Outcome[] = [
  ...(['error', 'failed', 'timed_out', 'cancelled', 'needs_input', 'unverified', 'started', 'skipped'] as const),
  'succeeded',
];

/** `succeeded` if all runs succeeded, otherwise the worst outcome. */
export function fleetOutcome(rows: readonly FleetRow[]): Outcome {
  return ORDER.find((outcome) => rows.some((row) => row.outcome === outcome)) ?? 'succeeded';
}

/** The number of rows per outcome that occurs, worst first. */
export function countsOf(rows: readonly FleetRow[]): Readonly<Partial<Record<FleetRow['outcome'], number>>> {
  const all = [...ORDER.slice(0, -1), 'running', 'waiting', 'succeeded'] as const;
  const counts = all.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** `2 failed, 18 succeeded` */
export function countsText(rows: readonly FleetRow[]): string {
  return Object.entries(countsOf(rows))
    .map(([outcome, count]) => `${count} ${outcome.replace('_', ' ')}`)
    .join(', ');
}

/** Worst first, then in the order of the tasks. */
export function worstFirst(rows: readonly FleetRow[]): FleetRow[] {
  const rank = ({ outcome }: FleetRow): number => {
    const place = ORDER.indexOf(outcome as Outcome);
    return place === -1 ? ORDER.length - 1.5 : place;
  };
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** Runs that a sentence names. */
const NAMED_MOST = 5;

/**
 * How many requests to stop runs were accepted (`on_cancel: stop`). Empty if none was made. `isLast`: no later step repeats them, and no
 * table names the runs.
 */
export function stopsText(rows: readonly Pick<FleetRow, 'runId' | 'stopped'>[], { isLast = false } = {}): string {
  const ids = rows.flatMap(({ runId, stopped }) => (isLast && stopped === 'accepted' ? [String(runId)] : []));
  const more = ids.length > NAMED_MOST ? ` and ${ids.length - NAMED_MOST} more` : '';
  const named = ids.length === 0 ? '' : `: ${ids.slice(0, NAMED_MOST).join(', ')}${more}`;
  const asked = rows.filter(({ stopped }) => stopped !== null).length;
  if (asked === 0) return '';
  const count = (kind: StopAnswer): number => rows.filter(({ stopped }) => stopped === kind).length;
  const rest = isLast ? ', so look at the service' : ' in time; the post step asks again';
  const told = (kind: StopAnswer, words: (runs: string) => string): string =>
    count(kind) === 0 ? '' : words(counted(count(kind), 'run'));
  return joined(
    [
      `The service accepted the request to stop ${count('accepted')} of ${counted(asked, 'unfinished run')} (\`on_cancel: stop\`)${named}.`,
      told('missing', (runs) => `It has no endpoint that stops runs: ${runs} may go on.`),
      told('refused', (runs) => `It refused to stop ${runs}, which may go on.`),
      told('unknown', (runs) => `For ${runs} there was no clear answer${rest}.`),
    ],
    ' ',
  );
}

/** The commit status of all runs (contract 15). */
export function statusOfRows(
  rows: readonly FleetRow[],
  { outcome, durationMs }: { readonly outcome: StepView['outcome']; readonly durationMs: number },
): Said {
  const passes = rows.map(({ passed }) => passed);
  return statusOfMany({ outcome, durationMs, passes, runs: rows.length, counts: countsText(rows) });
}

/** ` 12:45  3/20  lint             failed       4m 05s  run 812  The run failed …` */
export function endLine(
  row: FleetRow,
  at: { readonly ended: number; readonly tasks: number; readonly elapsedMs: number },
): string {
  const { key, outcome, runId, message, durationMs } = row;
  const time = durationMs > 0 ? duration(durationMs) : '';
  const run = runId === null ? '' : `run ${runId}`;
  const why = message === null ? '' : `  ${logPiece(message.split('\n')[0] ?? '', 160)}`;
  const head = ` ${clockTime(at.elapsedMs).padStart(6)}  ${`${at.ended}/${at.tasks}`.padStart(9)}  `;
  const name = logPiece(key, 64).padEnd(20);
  return logJoined(head, `${name}  ${outcome.padEnd(11)}  ${time.padStart(7)}  ${run}${why}`.trimEnd());
}

/** `18 of 20 ended (2 failed, 16 succeeded), 2 at work, 0 to start, about 3m left` */
export function progressLine(rows: readonly FleetRow[], elapsedMs: number): string {
  const over = rows.filter(({ outcome }) => outcome !== 'waiting' && outcome !== 'running');
  const counts = over.length === 0 ? '' : ` (${countsText(over)})`;
  const { running: atWork = 0, waiting: toStart = 0 } = countsOf(rows);
  const left = leftMs(rows, toStart);
  const eta = left === null ? '' : `, about ${duration(left)} left`;
  const words = `${over.length} of ${rows.length} ended${counts}, ${atWork} at work, ${toStart} to start${eta}`;
  return logJoined(` ${clockTime(elapsedMs).padStart(6)}  `, words);
}

/** From the average duration of finished runs, after the last run has started. Null before three have ended. */
function leftMs(rows: readonly FleetRow[], toStart: number): number | null {
  const took = rows.flatMap(({ outcome, durationMs }) =>
    outcome === 'succeeded' || outcome === 'failed' ? [durationMs] : [],
  );
  if (took.length < 3) return null;
  const mean = took.reduce((sum, ms) => sum + ms, 0) / took.length;
  if (toStart > 0) return (toStart / LIMITS.creation.requests) * LIMITS.creation.windowMs + mean;
  const running = rows.flatMap(({ outcome, durationMs }) => (outcome === 'running' ? [durationMs] : []));
  return Math.max(1000, mean - Math.min(mean, ...running));
}

/** What happened, in one line: the counts, the worst task, and what goes on. `cutShort`: why the step ended before the runs, or null. */
export function sentence(rows: readonly FleetRow[], cutShort: string | null): string {
  const counts = `${counted(rows.length, 'agent run')}: ${countsText(rows)}.`;
  if (cutShort === null) return joined([counts, worstText(rows), stopsText(rows)], ' ');
  const open = rows.filter((row) => row.runId !== null && row.outcome === 'cancelled' && row.stopped === null);
  const runs = counted(open.length, 'run');
  const collect = `${runs} may still be going on; collect them with tasks of \`key\` and \`agent_run_id\` from \`runs\`.`;
  const sent = counted(rows.filter(mayExist).length, 'task');
  const look = `Whether a run was created for ${sent} is not known: look at the list of runs in the web interface of the service.`;
  return joined([counts, stopsText(rows), open.length > 0 ? collect : '', rows.some(mayExist) ? look : ''], ' ');
}

function worstText(rows: readonly FleetRow[]): string {
  const [worst] = worstFirst(rows);
  if (worst === undefined || worst.outcome === 'succeeded') return '';
  const { key, outcome, message } = worst;
  return asSentence(`The task "${key}" ended as ${outcome}${message === null ? '' : `: ${message}`}`);
}
