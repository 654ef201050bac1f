/**
 * The state of each task of a fleet as plain data, their combined outcome, and how they are told in
 * the job log (contract 13). Pure.
 */
import { butNo } from '../inputs/named-run.ts';
import { shownPullRequests } from '../report/pull-requests.ts';
import { pauseOf, runListOf } from '../report/next-steps.ts';
import { endMessage, whyInRow } from '../report/verdict.ts';
import type { ManyRuns } from '../report/step-commit-status.ts';
import type { StepView } from '../report/step-view.ts';
import { usageText } from '../report/usage.ts';
import type { StopResult } from '../runner/saved-state.ts';
import {
  outcomeWords,
  SHOWN,
  worstFirst,
  type Outcome,
  type ShownTable,
  type TaskState,
} from '../outcomes.ts';
import { logJoined } from '../safe/job-log.ts';
import { asSentence, counted, duration, joined, shortId, shortLine } from '../safe/text.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { taskTitles } from './titles.ts';

/** UTF-16 units of `why`, and of the words in a table: what a service or command says fits. */
export const WHY_MAX = 240;

/** What is known of a run as of any step, and what a table of many says of it. */
export interface TaskRow extends Omit<StepView, 'outcome'> {
  readonly key: string;
  /** `waiting`: not started yet. */
  readonly outcome: TaskState;
  /**
   * The cause, the agent's question or where the run stands, or null for good news. May quote agent
   * text.
   */
  readonly message: string | null;
  /** The same in fewer words, where the outcome is shown beside it, or empty. */
  readonly why: string;
  /** The value of `passOf` for the validated result. */
  readonly passed: boolean | null;
}

/** The row of a task for which nothing was sent yet. */
export function rowStart(key: string, view: StepView): TaskRow {
  return { ...view, key, outcome: 'waiting', message: null, why: '', passed: null };
}

/** The answer to the task's create was not waited for. */
export function mayExist({ outcome, runId }: Pick<TaskRow, 'outcome' | 'runId'>): boolean {
  return SHOWN[outcome].cutBy === 'signal' && runId === null;
}

/** The row of a task whose run has this state. */
export function rowOf(key: string, view: StepView): TaskRow {
  const message = endMessage(view) ?? view.skipReason;
  return { ...view, key, message, why: whyInRow(view, { maxLength: WHY_MAX }), passed: null };
}

/** The row at the end of the step. `why`: why tasks that have not begun were not started. */
export function finalRow(row: TaskRow, why: string): TaskRow {
  if (row.outcome === 'waiting') {
    return { ...row, outcome: 'skipped', message: why, why };
  }
  if (row.outcome !== 'running') {
    return row;
  }
  return { ...row, outcome: 'cancelled', why: row.why || 'The step ended before the run did.' };
}

/**
 * `succeeded` if all runs succeeded, otherwise the worst outcome. The rows are those at the end.
 */
export function fleetOutcome(
  rows: readonly Pick<TaskRow, 'outcome'>[],
  table: ShownTable = SHOWN,
): Outcome {
  return (worstFirst(rows, table)[0]?.outcome ?? 'succeeded') as Outcome;
}

/**
 * The code of the fleet's end (contract 1.2): that of the first error. A failure may have none, so
 * that of failed runs it is only the one that all of them have. The rows are those at the end.
 */
export function fleetErrorCode(
  rows: readonly Pick<TaskRow, 'errorCode' | 'outcome'>[],
  table: ShownTable = SHOWN,
): TaskRow['errorCode'] {
  const [worst] = worstFirst(rows, table);
  if (worst === undefined) {
    return null;
  }
  const { errorCode, outcome } = worst;
  const alike = rows.filter((row) => row.outcome === outcome);
  const isOfAll = alike.every((row) => row.errorCode === errorCode);
  return isOfAll || table[outcome].ending === 'error' ? errorCode : null;
}

/** Whether `fail_on` names the outcome of any run. The rows are those at the end. */
export function someFails(
  rows: readonly Pick<TaskRow, 'outcome'>[],
  named: ReadonlySet<Outcome>,
): boolean {
  return rows.some(({ outcome }) => named.has(outcome as Outcome));
}

/** The number of rows per outcome that occurs, worst first. */
export function countsOf(
  rows: readonly Pick<TaskRow, 'outcome'>[],
  table: ShownTable = SHOWN,
): Readonly<Partial<Record<TaskState, number>>> {
  const counts: Partial<Record<TaskState, number>> = {};
  for (const { outcome } of worstFirst(rows, table)) {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Its result says so itself, which the outcome does not (contract 15). */
export function didNotPass(
  { outcome, passed = null }: JudgedRow,
  table: ShownTable = SHOWN,
): boolean {
  return passed === false && table[outcome].ending === 'good';
}

type JudgedRow = Pick<TaskRow, 'outcome'> & Partial<Pick<TaskRow, 'passed'>>;

/**
 * `2 failed, 18 succeeded (1 did not pass)`. Not `1 error`, which the job log has to break up: a
 * severity after a number.
 */
export function outcomeCounts(rows: readonly JudgedRow[], table: ShownTable = SHOWN): string {
  const counts = Object.entries(countsOf(rows, table)) as [TaskState, number][];
  const failed = rows.filter((row) => didNotPass(row, table)).length;
  const verdict = failed === 0 ? '' : ` (${failed} did not pass)`;
  const told = counts.map(([outcome, count]) => {
    const isGood = table[outcome].ending === 'good';
    return `${count} ${table[outcome].tally}${isGood ? verdict : ''}`;
  });
  return told.join(', ');
}

/** Runs that a sentence names. */
const NAMED_MOST = 5;
/** Failures that a sentence names. */
const FAILURES_MOST = 10;
/** UTF-16 units of the worst one's message beside those of others, which fit an annotation. */
const FAILURE_MAX = 600;
const OTHER_MAX = 240;

/**
 * How many requests to stop runs were accepted (`on_cancel: stop`). Empty if none was made.
 * `isLast`: no later step repeats them, and no table names the runs.
 */
export function stopsText(
  all: readonly Pick<TaskRow, 'runId' | 'stopped' | 'stoppedAtBudget'>[],
  { isLast = false } = {},
): string {
  // What became of one that had used up its budget, its own message says.
  const rows = all.filter(({ stoppedAtBudget }) => !stoppedAtBudget);
  const ids = rows.flatMap(({ runId, stopped }) =>
    isLast && stopped === 'accepted' ? [shortId(String(runId))] : [],
  );
  const more = ids.length > NAMED_MOST ? ` and ${ids.length - NAMED_MOST} more` : '';
  const named = ids.length === 0 ? '' : `: ${ids.slice(0, NAMED_MOST).join(', ')}${more}`;
  const results = rows.flatMap(({ stopped }) => stopped ?? []);
  if (results.length === 0) {
    return '';
  }
  const count = (kind: StopResult): number => results.filter((result) => result === kind).length;
  const rest = isLast ? ', so look at the service' : ' in time; the post step asks again';
  const told = (kind: StopResult, words: (runs: string) => string): string =>
    count(kind) === 0 ? '' : words(counted(count(kind), 'run'));
  return joined(
    [
      `The service accepted the request to stop ${count('accepted')} of ` +
        `${counted(results.length, 'unfinished run')} (\`on_cancel: stop\`)${named}.`,
      told('over', (runs) => `For ${runs} nothing was left to stop.`),
      told('missing', (runs) => `It has no endpoint that stops runs: ${runs} may go on.`),
      told('refused', (runs) => `It refused to stop ${runs}, which may go on.`),
      told('unsent', (runs) => `For ${runs} the request could not be made${rest}.`),
      told('unknown', (runs) => `For ${runs} there was no clear answer${rest}.`),
    ],
    ' ',
  );
}

/** What the commit status tells of all runs (contract 15). */
export function tallyOf(rows: readonly TaskRow[]): Pick<ManyRuns, 'counts' | 'passes'> {
  return { counts: outcomeCounts(rows), passes: rows.map(({ passed }) => passed) };
}

/** How far the fleet is. */
export interface Progress {
  readonly ended: number;
  readonly tasks: number;
  readonly elapsedMs: number;
}

/** What a fleet waits for while nothing begins or ends. */
export interface Waits {
  /** What those wait for that have not begun: `the creation limit, next in 40s`, or empty. */
  readonly toBegin: string;
  /** Tasks that have not begun, and will not: no more are started. */
  readonly halted: number;
  /** Runs that have ended and wait for their checks. */
  readonly checking: number;
}

/** Failures that the end of the log lists. */
const LISTED_MOST = 50;

/** The runs that failed, the worst last: ` lint  failed  npm test exited with 1.  https://…`. */
export function failureLines(rows: readonly TaskRow[]): readonly string[] {
  const { own } = taskTitles(rows);
  const failed = worstFirst(rows).filter(({ outcome }) => SHOWN[outcome].fails);
  const listed = failed.slice(0, LISTED_MOST).toReversed();
  const width = Math.max(...listed.map(({ key }) => key.length));
  const lines = listed.map(({ key, outcome, message, webUrl }) => {
    const told = shortLine(message ?? '', FAILURE_MAX);
    const address = safeHttpsUrl(webUrl);
    const where = address === null || told.includes(address) ? '' : address;
    const about = shortLine(own.get(key) ?? '', FAILURE_MAX);
    const words = joined([outcomeWords(outcome), about, told, where], '  ');
    return logJoined(' ', `${key.padEnd(width)}  ${words}`);
  });
  const rest = failed.length - listed.length;
  return rest > 0 ? [` ${counted(rest, 'more failure')}, named in runs_file`, ...lines] : lines;
}

function lineStart({ ended, tasks, elapsedMs }: Progress): string {
  return ` ${duration(elapsedMs).padStart(7)}  ${`${ended}/${tasks}`.padStart(9)}  `;
}

/**
 * A run that was started or has ended: ` 12:45  3/20  lint             failed       4m 05s  run 812
 *  The run failed …`, with its pull requests in the step's repositories, and what it used.
 *
 * @param about what tells it from the others, beside its key
 */
export function rowLine(row: TaskRow, at: Progress, about = ''): string {
  const { key, outcome, runId, message, durationMs, usage } = row;
  const time = durationMs > 0 ? duration(durationMs) : '';
  const run = runId === null ? '' : `run ${shortId(runId)}`;
  const why = message === null ? '' : shortLine(message.split('\n')[0] ?? '', 160);
  const pulls = shownPullRequests(row).flatMap(({ link, isMissing }) =>
    link === null || isMissing ? [] : [link.url],
  );
  const name = shortLine(key, 64).padEnd(20);
  const verdict = didNotPass(row) ? 'did not pass' : '';
  const facts = joined([run, verdict, about, pulls.join(' '), usageText(usage), why], '  ');
  return logJoined(
    lineStart(at),
    `${name}  ${outcome.padEnd(11)}  ${time.padStart(7)}  ${facts}`.trimEnd(),
  );
}

/** What happens to one run, beside its beginning and its end. */
export function noteLine(
  { key, message }: { readonly key: string; readonly message: string },
  at: Progress,
): string {
  const name = shortLine(key, 64).padEnd(20);
  return logJoined(lineStart(at), `${name}  ${shortLine(message, 400)}`);
}

/** What goes on while no run begins or ends. */
export function progressLine(
  rows: readonly TaskRow[],
  at: Progress,
  { toBegin, halted, checking }: Waits,
): string {
  const running = rows.filter(({ outcome }) => outcome === 'running');
  const waiting = rows.filter(({ outcome }) => outcome === 'waiting').length;
  // Those that have ended count too: the number never falls.
  const steps = rows.reduce((sum, { totalLogs }) => sum + totalLogs, 0);
  const paused = running.filter((row) => pauseOf(row) !== null).length;
  const parts = [
    `${running.length - checking} running, with ${counted(steps, 'step')} so far`,
    paused === 0 ? '' : `${paused} of them paused`,
    waitingText(checking, 'checks'),
    waitingText(waiting - halted, toBegin),
    halted === 0 ? '' : `${halted} will not be started`,
  ];
  return `${lineStart(at)}${joined(parts, ', ')}`;
}

/** `1 waits for checks`, or `2 wait` for what is not known. Empty if none waits. */
function waitingText(count: number, what: string): string {
  if (count === 0) {
    return '';
  }
  const verb = count === 1 ? 'waits' : 'wait';
  return what === '' ? `${count} ${verb}` : `${count} ${verb} for ${what}`;
}

/**
 * What happened, in one line: the counts, the worst task, and what goes on.
 *
 * @param options.isCut the step ended before the runs. `isLast`: as for `stopsText`
 */
export function sentence(rows: readonly TaskRow[], { isCut = false, isLast = false } = {}): string {
  const counts = `${counted(rows.length, 'agent run')}: ${outcomeCounts(rows)}.`;
  const stops = stopsText(rows, { isLast });
  if (!isCut) {
    return joined([counts, failuresText(rows), stops], ' ');
  }
  const open = rows.filter(
    ({ runId, outcome, standing, stopped }) =>
      runId !== null && SHOWN[outcome].mayGoOn && standing !== 'ended' && stopped === null,
  );
  const sent = rows.filter(mayExist);
  const from = isLast ? 'the job summary' : '`runs`';
  const toDrop = open[0]?.provenance.toDrop ?? [];
  const collect =
    `${counted(open.length, 'run')} may still be going on; ` +
    `collect them with tasks of \`key\` and \`agent_run_id\` from ${from}${butNo(toDrop)}.`;
  return joined([counts, stops, open.length > 0 ? collect : '', whereToLook(sent)], ' ');
}

/** For runs of which it is not known whether they exist. Empty without one. */
function whereToLook(sent: readonly TaskRow[]): string {
  const [first] = sent;
  if (first === undefined) {
    return '';
  }
  return (
    `Whether a run was created for ${counted(sent.length, 'task')} is not known: ` +
    `look at ${runListOf(first.provenance)}.`
  );
}

/** The worst with its message, and the others in a few words. */
function failuresText(rows: readonly TaskRow[]): string {
  const [worst, ...others] = worstFirst(rows);
  if (worst === undefined || SHOWN[worst.outcome].ending === 'good') {
    return '';
  }
  const failed = others.filter(({ outcome }) => SHOWN[outcome].fails);
  const message = worst.message ?? '';
  const told = failed.length === 0 ? message : shortLine(message, FAILURE_MAX);
  const first = joined([`The task "${worst.key}" ended as ${worst.outcome}`, told], ': ');
  return joined([asSentence(first), othersText(failed)], ' ');
}

/** `Also "lint" failed: The agent run 7 failed: …; "docs" timed out: …; and 3 more.` */
function othersText(failed: readonly TaskRow[]): string {
  if (failed.length === 0) {
    return '';
  }
  const named = failed.slice(0, FAILURES_MOST - 1).map(({ key, outcome, message }) => {
    const told = shortLine(message ?? '', OTHER_MAX).replace(/\.$/, '');
    return joined([`"${key}" ${outcomeWords(outcome)}`, told], ': ');
  });
  const rest = failed.length - named.length;
  return `Also ${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`;
}
