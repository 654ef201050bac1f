/** Finishes a fleet's step: outputs, files, summary, comment, the last log line and the exit status (contract 13). */
import type { CommitStatusKeeper, Said } from '../github/commit-status.ts';
import type { Context } from '../context.ts';
import type { EventContext } from '../github/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import type { StepView } from '../report/step-view.ts';
import type { SessionEnd } from '../run/events.ts';
import { OUTPUT_NAMES, type OutputName } from '../runner/outputs.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/signals.ts';
import { plainEnd } from '../session/ends.ts';
import { sendTraces } from '../session/otlp.ts';
import type { Step } from '../session/step.ts';
import { asSentence, counted, duration, joined, messageOf, shownAddress } from '../shared/format.ts';
import { within } from '../shared/within.ts';
import type { Thread } from '../thread/thread.ts';
import { stopSummary } from './stop.ts';
import { fileLine, fleetOutputs } from './telling/outputs.ts';
import { writeIndex, type IndexedRuns } from './telling/reports.ts';
import { countsText, fleetOutcome, worstFirst, type FleetRow } from './telling/rows.ts';
import { statusOfRows } from './telling/status.ts';
import { fleetSummary } from './telling/summary.ts';

/** For comment, commit status and traces. */
const BUDGET_MS = 20_000;

export interface FleetScene {
  readonly ports: Context;
  readonly event: EventContext;
  readonly step: Step;
  /** On the clock's `now`. */
  readonly startedAt: number;
}

export interface FleetConclusion extends FleetScene {
  readonly inputs: Inputs;
  readonly thread: Thread | null;
  readonly status: CommitStatusKeeper | null;
  /** The step as the comment shows it. */
  readonly view: () => StepView;
  readonly rows: readonly FleetRow[];
  readonly heads: IndexedRuns['heads'];
  readonly paths: { readonly runs: string; readonly report: string; readonly trace: string };
}

export async function concludeFleet(conclusion: FleetConclusion): Promise<void> {
  const { ports, step, inputs, rows, paths } = conclusion;
  const { host, clock } = ports;
  const { reason } = ports.stop as { readonly reason: unknown };
  const cancelled = reason instanceof Cancelled ? reason.message : null;
  // A bug in this action has its own outcome.
  if (step.state.errorCode !== 'internal')
    step.dispatch({ type: 'ended', end: endOf(rows, cancelled), at: clock.now() });
  const stops = stopSummary(rows);
  if (stops !== null) step.dispatch({ type: 'left', message: joined([step.state.errorMessage ?? '', stops], ' ') });
  const { outcome, errorCode, errorMessage } = step.state;
  const { outputSchema: schema } = inputs;
  const said = statusOfRows(rows, { outcome, durationMs: step.view().durationMs, schema });
  saveRunState(host, { outcome, errorCode, errorMessage, statusState: said.state, statusText: said.description });
  const written = new Map<OutputName, string>();
  const files: { runs: string | null } = { runs: null };
  const setAll = (): void => {
    const { resultJson, commentUrl, otlpFile } = step.state;
    const values = fleetOutputs({ view: step.view(), resultJson, commentUrl, otlpFile, rows, runsFile: files.runs });
    for (const name of OUTPUT_NAMES) {
      if (written.get(name) === values[name]) continue;
      written.set(name, values[name]);
      host.output(name, values[name]);
    }
  };
  if (inputs.otlp && ports.files.isFile(paths.trace)) step.dispatch({ type: 'wrote', otlpFile: paths.trace });
  await attempt(conclusion, 'runs file', () => {
    ports.files.write(paths.runs, rows.map((row) => `${fileLine(row)}\n`).join(''));
    files.runs = paths.runs;
  });
  setAll();
  // After a signal, two seconds remain for everything.
  if (inputs.report && cancelled === null)
    await attempt(conclusion, 'trace report', async () => {
      await writeIndex(ports, { path: paths.report, rows, heads: conclusion.heads });
      step.dispatch({ type: 'wrote', reportFile: paths.report });
    });
  if (inputs.summary) {
    const shown = outcome === 'running' ? 'error' : outcome;
    const { reportFile } = step.state;
    const summary = { rows, outcome: shown, view: step.view(), runsFile: files.runs, reportFile };
    const note = joined([cancelled ?? '', stops ?? ''], ' ') || null;
    await attempt(conclusion, 'job summary', () => host.summary(fleetSummary({ ...summary, note })));
  }
  saveRunState(host, { phase: 'fleet_end' });
  const late = await tellOthers(conclusion, said);
  setAll();
  tell(conclusion, cancelled);
  const asksAgain = rows.some(({ stopped }) => stopped === 'unknown');
  if (!late && !asksAgain) saveRunState(host, { phase: 'done' });
}

/** Updates comment, commit status and traces in parallel. Returns true if comment or status is left to the post step. */
async function tellOthers({ ports, step, thread, status, view }: FleetConclusion, said: Said): Promise<boolean> {
  const { clock, late, timeLeft } = ports;
  const budgetMs = Math.min(BUDGET_MS, timeLeft());
  const [edit, ended] = await within({ clock, ms: budgetMs, signal: late }, (signal) =>
    Promise.all([
      thread?.finish(view(), { budgetMs, signal }),
      status?.finish(step.view(), { said, signal }),
      attempt({ step }, 'OTLP trace', () => sendTraces({ ...ports, step }, { path: step.state.otlpFile, signal })),
    ]),
  );
  if (edit !== undefined && edit.url !== null) step.dispatch({ type: 'wrote', commentUrl: edit.url });
  return edit?.late === true || ended === false;
}

function endOf(rows: readonly FleetRow[], cancelled: string | null): SessionEnd {
  const outcome = fleetOutcome(rows, { cancelled: cancelled !== null });
  const end = { ...plainEnd(outcome), cutShort: cancelled };
  const errors = rows.filter((row) => row.outcome === 'error');
  const [first] = errors;
  if (outcome !== 'error' || first === undefined) return end;
  const many =
    errors.length === 1
      ? `The task "${first.key}" ended with an error`
      : `${errors.length} of ${counted(rows.length, 'task')} ended with an error; the first, "${first.key}"`;
  return { ...end, errorCode: first.errorCode, errorMessage: `${many}: ${first.errorMessage ?? ''}` };
}

async function attempt({ step }: Pick<FleetScene, 'step'>, what: string, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    step.warn(`The ${what} could not be written: ${messageOf(error)}.`);
  }
}

function tell({ ports, step, inputs, rows, startedAt }: FleetConclusion, cancelled: string | null): void {
  const { host, clock } = ports;
  const { outcome, errorCode } = step.state;
  const failed = rows.some((row) => inputs.failOn.has(row.outcome as SessionEnd['outcome']));
  const red =
    failed || cancelled !== null || errorCode === 'internal' || inputs.failOn.has(outcome as SessionEnd['outcome']);
  const message = sentenceOf(rows, { cancelled, crash: errorCode === 'internal' ? step.state.errorMessage : null });
  const level = red
    ? 'error'
    : outcome === 'succeeded' || outcome === 'started' || outcome === 'skipped'
      ? 'notice'
      : 'warning';
  if (red || level === 'warning')
    host[level](annotation(message), { title: `Agent runs: ${outcome.replace('_', ' ')}` });
  const { requests } = step.view();
  const took = duration(clock.now() - startedAt);
  host.line(logInline(`Agent runs: ${outcome} after ${took} (${countsText(rows)}; ${counted(requests, 'request')}).`));
  if (red) host.fail();
}

function sentenceOf(
  rows: readonly FleetRow[],
  { cancelled, crash }: { readonly cancelled: string | null; readonly crash: string | null },
): string {
  if (crash !== null) return crash;
  const [worst] = worstFirst(rows);
  const open = rows.filter((row) => row.runId !== null && row.outcome === 'cancelled' && row.stopped === null).length;
  const stops = stopSummary(rows) ?? '';
  const goOn =
    cancelled === null || open === 0
      ? ''
      : `${counted(open, 'run')} may still be going on; collect them with tasks of \`key\` and \`agent_run_id\` from \`runs\`.`;
  const first = worst === undefined || cancelled !== null ? '' : explained(worst);
  const counts = `${counted(rows.length, 'agent run')}: ${countsText(rows)}.`;
  return joined([cancelled ?? '', counts, first, stops, goOn], ' ');
}

function explained({ key, outcome, errorMessage, webUrl }: FleetRow): string {
  const what = `The task "${key}" ended as ${outcome}`;
  if (errorMessage !== null) return asSentence(`${what}: ${errorMessage}`);
  const address = shownAddress(webUrl);
  return address === null ? `${what}.` : `${what}. Look at ${address}.`;
}
