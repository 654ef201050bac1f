/** Finishes the main step: outputs, files, summary, comment, the last log line and the exit status. */
import type { CommitStatusKeeper, Said } from '../commit-status/index.ts';
import type { Ports } from '../context.ts';
import type { EventContext } from '../event/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import { ownPullRequests } from '../report/pull-request-text.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import { runIdOf, showsOldResult } from '../report/view-of-step.ts';
import { messageOf } from '../shared/format.ts';
import type { Thread } from '../thread-comment/index.ts';
import { setOutputs, type OutputName } from '../runner/outputs.ts';
import { fileStem, type Reporters } from './reporters.ts';
import { Cancelled, lateSignal } from '../runner/signals.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { lastWord } from './commit-status.ts';
import { verdictOf } from './exit-status.ts';
import { sendTraces, writeOtlpFile } from './otlp.ts';
import { reportLines } from './report-lines.ts';
import type { Step } from './step.ts';
import { stepTimeLeft } from './time-left.ts';
import { leaveThread } from './turn/leave.ts';

/** Milliseconds for writing the trace report after a timeout and after a signal. */
const LATE_REPORT_MS = 3_000;
const HURRIED_REPORT_MS = 400;
/** The post step has more time for the comment. */
const COMMENT_BUDGET_MS = 20_000;
/** After a signal the process must exit within two seconds. The post step has more time for the comment. */
const HURRIED_COMMENT_BUDGET_MS = 400;

export interface Scene {
  readonly ports: Ports;
  readonly event: EventContext;
  readonly step: Step;
  thread: Thread | null;
  /** On the clock's `now`. */
  readonly startedAt: number;
  /** The outputs as last set. */
  readonly written: Map<OutputName, string>;
  inputs?: Inputs;
  reporters?: Reporters;
  /** Replaces `conclude` if the step is not about a single run. */
  conclude?: () => Promise<void>;
  /** The prompt that was sent, or null if none was. */
  prompt?: string | null;
  commitStatus?: CommitStatusKeeper | null;
}

/** The outcome is settled when this begins. A later signal still fails the step, and the log says why. */
export async function conclude(scene: Scene): Promise<void> {
  const { step, ports, inputs, reporters } = scene;
  const { host } = ports;
  const hurried = ports.stop.reason instanceof Cancelled;
  if (showsOldResult(step.state) && step.state.outcome !== 'started')
    step.warn('`result` is what the run had said before the follow-up, because this turn produced no answer.');
  // Writing files of megabytes takes a while. If the step is killed from here on, the post step must report the same
  // outcome.
  const { outcome, errorCode, errorMessage } = step.state;
  const said = await lastStatus(scene);
  saveRunState(host, {
    outcome,
    errorCode,
    errorMessage,
    statusState: said?.state ?? null,
    statusText: said?.description ?? null,
  });
  const { written } = scene;
  // Outputs are set before the files are written, because after a signal little time is left.
  const setAll = (): void => setOutputs(host, { ...step.state, view: step.view() }, written);
  setAll();
  await attempt(scene, 'log file', async () => reporters?.finish({ hurried }));
  await attempt(scene, 'result file', () => writeResult(scene));
  const report = async (): Promise<void> => {
    if (inputs?.report === true) await attempt(scene, 'trace report', () => writeReport(scene, { hurried }));
  };
  const otlp = async (): Promise<void> => {
    if (inputs?.otlp === true)
      await attempt(scene, 'OTLP trace', () => writeOtlpFile({ ports, inputs, step, prompt: scene.prompt ?? null }));
  };
  const summary = async (): Promise<void> => {
    if (wantsSummary(scene)) await attempt(scene, 'job summary', () => writeSummary(scene));
  };
  // The summary links to the files. If time is short it is written first, because it is cheaper and read more often.
  for (const write of hurried ? [summary, report, otlp] : [report, otlp, summary]) await write();
  setAll();
  const late = await tellOthers(scene, { said, hurried });
  setAll();
  if (written.get('result_json') === '' && step.state.resultJson !== null)
    step.warn(
      `The structured result is larger than step outputs may be; read it from ${String(step.state.resultFile)} (result_file).`,
    );
  tell(scene);
  saveRunState(host, { phase: late ? 'comment' : 'done' });
}

/** The final commit status, or null if there is none to finish. */
async function lastStatus({ step, commitStatus = null }: Scene): Promise<Said | null> {
  return commitStatus === null || step.state.outcome === 'skipped' ? null : lastWord(step);
}

/** Updates comment, commit status and traces in parallel. Returns true if the rest is left to the post step. */
async function tellOthers(
  scene: Scene,
  { said, hurried }: { readonly said: Said | null; readonly hurried: boolean },
): Promise<boolean> {
  const { step, ports, thread, commitStatus = null } = scene;
  const { host, clock, stop } = ports;
  // If the step is killed from here on, only these are left to the post step.
  if (thread !== null || said !== null || step.state.otlpFile !== null) saveRunState(host, { phase: 'comment' });
  const done = new AbortController();
  const signal = lateSignal(clock, { stop, done: done.signal, lateMs: HURRIED_COMMENT_BUDGET_MS });
  const budgetMs = hurried ? HURRIED_COMMENT_BUDGET_MS : Math.min(COMMENT_BUDGET_MS, stepTimeLeft(scene));
  const [late, ended] = await Promise.all([
    leaveThread({ step, host, thread }, { budgetMs, signal }),
    said === null ? true : commitStatus?.finish(step.view(), { budgetMs, said, signal }),
    attempt(scene, 'OTLP trace', () =>
      sendTraces({ ports, step, path: step.state.otlpFile, timeLeftMs: stepTimeLeft(scene) }),
    ),
  ]).finally(() => done.abort());
  return late || ended === false;
}

/** A failure in one of the last tasks is reported and does not prevent the others. */
async function attempt({ step, ports }: Scene, what: string, work: () => unknown): Promise<void> {
  // Yields before each task, so that a signal is handled in between (contract 6.5).
  await ports.clock.sleep(0);
  try {
    await work();
  } catch (error) {
    step.warn(`The ${what} could not be written: ${messageOf(error)}.`);
  }
}

function wantsSummary({ inputs, ports }: Scene): boolean {
  return inputs?.summary ?? ports.host.input('summary').toLowerCase() !== 'false';
}

export function writeResult({ step, ports, inputs }: Pick<Scene, 'step' | 'ports' | 'inputs'>): void {
  const runId = runIdOf(step.state);
  if (runId === null || inputs?.wait !== true) return;
  const path = `${step.state.fileStem ?? fileStem(ports, runId)}-result.txt`;
  ports.files.write(path, step.view().result);
  step.dispatch({ type: 'wrote', resultFile: path });
}

/** @param how `hurried`: after a signal, when only part of it can be written in time */
async function writeReport(scene: Scene, { hurried }: { readonly hurried: boolean }): Promise<void> {
  const { step, ports } = scene;
  const runId = runIdOf(step.state);
  const { logsFile } = step.state;
  if (runId === null || logsFile === null) return;
  const path = `${step.state.fileStem ?? fileStem(ports, runId)}.html`;
  const { writeTrace } = await import('../report/trace/index.ts');
  ports.files.write(path, '');
  // After a signal two seconds remain for everything, after a timeout five.
  const lateMs = step.state.outcome === 'timed_out' ? Math.min(LATE_REPORT_MS, stepTimeLeft(scene)) : Infinity;
  const budgetMs = hurried ? HURRIED_REPORT_MS : lateMs;
  const until = ports.clock.now() + budgetMs;
  await writeTrace({
    hasTime: () => ports.clock.now() < until,
    head: step.view(),
    entryLines: reportLines(ports.files.lines(logsFile)),
    write: (chunk) => ports.files.append(path, chunk),
  });
  step.dispatch({ type: 'wrote', reportFile: path });
}

async function writeSummary({ step, ports }: Scene): Promise<void> {
  const { renderSummary } = await import('../report/summary/index.ts');
  await ports.host.summary(renderSummary(step.view()));
}

function tell(scene: Scene): void {
  const { step, ports, inputs, reporters } = scene;
  const { host } = ports;
  const { reason } = ports.stop as { readonly reason: unknown };
  const verdict = verdictOf({
    view: step.view(),
    failOn: inputs?.failOn ?? null,
    cancelled: reason instanceof Cancelled ? reason.message : null,
  });
  if (verdict.message !== '') host[verdict.level](annotation(verdict.message), { title: verdict.title });
  const view = step.view();
  const { outcome } = view;
  if (reporters !== undefined && outcome !== 'running') {
    const { durationMs, requests, webUrl } = view;
    reporters.log.end({ outcome, durationMs, requests, webUrl, pullRequests: ownPullRequests(view) });
  } else host.line(logInline(`Agent run: ${outcome}.`));
  if (verdict.red) host.fail();
}
