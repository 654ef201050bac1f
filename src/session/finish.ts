/** The end of the main step: outputs, files, summary, comment, the last line, and whether the step is red. */
import type { CommitStatusKeeper, Said } from '../commit-status/index.ts';
import type { Ports } from '../context.ts';
import type { EventContext } from '../event/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import { ownPullRequests } from '../report/pull-request-text.ts';
import { logInline, annotation } from '../report/sanitize/index.ts';
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
import type { Step } from './step.ts';
import { leaveThread } from './turn/leave.ts';

/** Entries of the trace report, and milliseconds for writing it when the time was up, and after a signal. */
const REPORT_LINES_MAX = 50_000;
const LATE_REPORT_MS = 3_000;
const HURRIED_REPORT_MS = 400;
const COMMENT_BUDGET_MS = 20_000;
/** After a signal the process must be gone within two seconds; the post step has more time for the comment. */
const HURRIED_COMMENT_BUDGET_MS = 400;

export interface Scene {
  readonly ports: Ports;
  readonly event: EventContext;
  readonly step: Step;
  thread: Thread | null;
  /** On the clock's `now`. */
  readonly startedAt: number;
  /** Outputs as they were set last. */
  readonly written: Map<OutputName, string>;
  inputs?: Inputs;
  reporters?: Reporters;
  /** In place of `conclude`, where the step is not about one run. */
  conclude?: () => Promise<void>;
  /** What was sent; null when nothing was. */
  prompt?: string | null;
  commitStatus?: CommitStatusKeeper | null;
}

/**
 * The outcome is settled when this begins: outputs, summary, comment and files all tell the one that the work ended with. A
 * signal that comes later makes the step red, as any signal does, and the log says that this is why.
 */
export async function conclude(scene: Scene): Promise<void> {
  const { step, ports, inputs, reporters } = scene;
  const { host } = ports;
  const hurried = ports.stop.reason instanceof Cancelled;
  if (showsOldResult(step.state) && step.state.outcome !== 'started')
    step.warn('`result` is what the run had said before the follow-up: this turn brought no answer of its own.');
  // Files of megabytes take a while: a kill from here on must not make the post step tell another story.
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
  // What is known now must not wait for the files: after a signal, or before one, every moment counts.
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
  // The summary names the files; where time is short it comes first, since it costs less and is read more.
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

/** What the commit status says at last; null where there is none to end. */
async function lastStatus({ step, commitStatus = null }: Scene): Promise<Said | null> {
  return commitStatus === null || step.state.outcome === 'skipped' ? null : lastWord(step);
}

/** Comment, commit status and trace, all at once. True: comment or status is left to the post step, which has more time. */
async function tellOthers(
  scene: Scene,
  { said, hurried }: { readonly said: Said | null; readonly hurried: boolean },
): Promise<boolean> {
  const { step, ports, thread, commitStatus = null } = scene;
  const { host, clock, stop } = ports;
  // A kill from here on leaves only these to the post step.
  if (thread !== null || said !== null || step.state.otlpFile !== null) saveRunState(host, { phase: 'comment' });
  const done = new AbortController();
  const signal = lateSignal(clock, { stop, done: done.signal, lateMs: HURRIED_COMMENT_BUDGET_MS });
  const budgetMs = hurried ? HURRIED_COMMENT_BUDGET_MS : COMMENT_BUDGET_MS;
  const [late, ended] = await Promise.all([
    leaveThread({ step, host, thread }, { budgetMs, signal }),
    said === null ? true : commitStatus?.finish(step.view(), { budgetMs, said, signal }),
    attempt(scene, 'OTLP trace', () => sendTraces({ ports, step, path: step.state.otlpFile })),
  ]).finally(() => done.abort());
  return late || ended === false;
}

/** Nothing at the end may keep the rest from being written: a failure is said and passed over. */
async function attempt({ step, ports }: Scene, what: string, work: () => unknown): Promise<void> {
  // Each is a slice of its own, so that a signal is heard in between (contract 6.5).
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

/** @param how `hurried`: after a signal, when there is time for little of it */
async function writeReport({ step, ports }: Scene, { hurried }: { readonly hurried: boolean }): Promise<void> {
  const runId = runIdOf(step.state);
  const { logsFile } = step.state;
  if (runId === null || logsFile === null) return;
  const path = `${step.state.fileStem ?? fileStem(ports, runId)}.html`;
  const { writeTrace } = await import('../report/trace/index.ts');
  ports.files.write(path, '');
  // After a signal there are two seconds for everything, and after a timeout five.
  const budgetMs = hurried ? HURRIED_REPORT_MS : step.state.outcome === 'timed_out' ? LATE_REPORT_MS : Infinity;
  const until = ports.clock.now() + budgetMs;
  await writeTrace({
    hasTime: () => ports.clock.now() < until,
    head: step.view(),
    entryLines: reportLines(ports.files.lines(logsFile)),
    write: (chunk) => ports.files.append(path, chunk),
  });
  step.dispatch({ type: 'wrote', reportFile: path });
}

/** The lines of the log file that the report holds: as many as memory and a browser take. */
async function* reportLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count <= REPORT_LINES_MAX) {
      yield line;
      continue;
    }
    yield JSON.stringify({ message_type: 'REPORT_CUT', thought: 'This report ends here; the log file has the rest.' });
    return;
  }
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
