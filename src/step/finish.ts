/**
 * Finishes the main step, however it ended (contract 1.2, 7.3): outputs at once, then files,
 * summary, comment, commit status and traces. What is not done in time is saved as a list for the
 * post step.
 */
import { SHOWN } from '../outcomes.ts';
import type { RunId } from '../agents/port.ts';
import type { Said } from '../github/commit-status.ts';
import { GITHUB_PATIENCE_MS, LAST_TRY_MS } from '../github/wait-out.ts';
import { attempt, type Context } from '../context.ts';
import { verdictOf } from '../report/verdict.ts';
import { endLine } from '../report/job-log.ts';
import { annotation } from '../safe/job-log.ts';
import { renderSummary } from '../report/summary.ts';
import type { StepState, StopAnswer } from '../report/step-view.ts';
import { setOutputs, stepOutputs } from '../report/outputs.ts';
import { LEFTOVERS, saveRunState, type Leftover } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/clock.ts';
import { createClient, type ServiceClient } from '../agents/agent-run/client.ts';
import { ServiceError } from '../http/errors.ts';
import { statusOf } from '../report/step-commit-status.ts';
import { sendTraces, writeOtlpFile } from '../report/otlp/step.ts';
import { logOf } from '../report/kept-entries.ts';
import { isMissingRun, stepFile } from '../report/step-files.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { within, type Limit } from '../runner/within.ts';

/** For comment and commit status, unless a signal or the timeout leaves less. */
const FINISH_MS = GITHUB_PATIENCE_MS + LAST_TRY_MS;
/**
 * For the request to stop the run. Summary and comment wait for it, because they report the answer.
 */
const STOP_MS = 2_000;

/**
 * The outcome is settled when this begins. A later signal still fails the step, and the log says
 * why.
 */
export async function finish(context: Context): Promise<void> {
  const { clock, host, step, commitStatus, late, thread, timeLeft, many } = context;
  if (step.view().resultIsOld && step.state.outcome !== 'started') {
    step.warn(
      '`result` is what the run had said before the follow-up, ' +
        'because this turn produced no answer.',
    );
  }
  const isTold = commitStatus !== null && step.state.outcome !== 'skipped';
  const said = isTold
    ? (many?.status() ?? statusOf(step.view(), context.inputs?.outputSchema ?? null))
    : null;
  const { expected } = step.state;
  const toFind = isUnanswered(step.state) && expected === null ? RUN_TO_FIND : [];
  const left = new Set(
    LEFTOVERS.filter((item) => toFind.includes(item) || isDue(item, context, said)),
  );
  const { outcome, errorCode, errorMessage } = step.state;
  // If the step is killed from here on, the post step reports the same outcome and does what is
  // left.
  saveRunState(host, {
    phase: isUnanswered(step.state) ? 'sending' : 'ended',
    outcome,
    errorCode,
    errorMessage,
    left: [...left].join(),
    statusState: said?.state ?? null,
    statusText: said?.description ?? null,
    statusUrl: said?.targetUrl ?? null,
    durationMs: Math.round(step.view().durationMs),
  });
  /** Saves that an item is done, if the work says so. */
  const settle = async (item: Leftover, work: () => Promise<boolean>): Promise<void> => {
    if (!left.has(item) || !(await work()) || toFind.includes(item)) {
      return;
    }
    left.delete(item);
    saveRunState(host, { left: [...left].join() });
  };
  tellOutputs(context);
  await writeFiles(context);
  await settle('stop', () => stopLeftRun(context));
  const summarize = (): void => host.summary(many?.summary() ?? renderSummary(step.view()));
  await settle('summary', () => attempt(context, 'job summary', summarize));
  tellOutputs(context);
  const budgetMs = Math.min(FINISH_MS, timeLeft());
  await within({ clock, ms: budgetMs, signal: late }, (signal) =>
    Promise.all([
      settle(
        'comment',
        async () => thread === null || thread.finish(step.view(), { budgetMs, signal }),
      ),
      settle(
        'status',
        async () =>
          said !== null &&
          (await commitStatus?.finish(step.view(), { said, budgetMs, signal })) === true,
      ),
      attempt(context, 'OTLP trace', () =>
        sendTraces(context, { path: step.state.otlpFile, signal }),
      ),
    ]),
  );
  tellOutputs(context);
  tellVerdict(context);
  if (left.size === 0) {
    saveRunState(host, { phase: 'done' });
  }
}

function isDue(
  item: Leftover,
  { host, inputs, step, thread, many }: Context,
  said: Said | null,
): boolean {
  switch (item) {
    case 'stop':
      return many !== null
        ? many.isUnfinished()
        : inputs?.onCancel === 'stop' && runToStop(step.state) !== null;
    case 'summary':
      return inputs?.summary ?? host.input('summary').toLowerCase() !== 'false';
    case 'comment':
      return thread !== null;
    case 'status':
      return said !== null;
  }
}

/**
 * What the post step does about the run of a create whose answer the step did not wait for: it
 * looks for it by its key first.
 */
const RUN_TO_FIND: readonly Leftover[] = ['stop', 'comment'];

/** Whether the step was cut short while its create or follow-up was in flight (contract 7.3). */
function isUnanswered({ cutShort, turn, sending }: StepState): boolean {
  return cutShort !== null && turn === null && sending;
}

/** The run that is still working when the step ends, or null if there is none. */
function runToStop({ outcome, cutShort, turn, sending, expected }: StepState): RunId | null {
  if (!SHOWN[outcome].mayGoOn || cutShort === null) {
    return null;
  }
  // A follow-up or a repair of the answer that is on its way makes a run work again.
  if (turn !== null) {
    return turn.ended && !sending ? null : turn.runId;
  }
  return sending ? expected : null;
}

/** `on_cancel: stop` (contract 1.1). Returns false if the answer is not known. */
async function stopLeftRun(context: Context): Promise<boolean> {
  const { inputs, late, step, many } = context;
  const runId = runToStop(step.state);
  if (inputs === null || runId === null) {
    return many?.isUnfinished() !== true;
  }
  const client = createClient({ ...context, ...inputs });
  const { answer } = await askToStop(context, { client, runId, ms: STOP_MS, signal: late });
  return answer !== 'unknown';
}

interface StopOrder extends Pick<Limit, 'ms' | 'signal'> {
  readonly client: { readonly published: Pick<ServiceClient['published'], 'ban'> };
  readonly runId: RunId;
}

/**
 * Asks the service once, within a time limit, to stop the run, and reports the answer. Never
 * rejects for its end. The message, for `error_message`, says whether the service accepted the
 * request, and what to do next.
 */
export async function askToStop(
  { clock, step }: Pick<Context, 'clock' | 'step'>,
  { client, runId, ms, signal }: StopOrder,
): Promise<{ readonly answer: StopAnswer; readonly message: string }> {
  const { answer, why } = await within({ clock, ms, signal }, async (ends) => {
    try {
      await client.published.ban(runId, { signal: ends, deadline: clock.now() + ms });
      return { answer: 'accepted', why: '' } as const;
    } catch (error) {
      if (error instanceof ServiceError) {
        return answerOf(error);
      }
      if (!ends.aborted) {
        throw error;
      }
      return { answer: 'unknown', why: 'there was no time left' } as const;
    }
  });
  const message = stopText(answer, { runId, webUrl: step.view().webUrl, why });
  step.dispatch({ type: 'left', errorMessage: message, stopped: answer });
  return { answer, message };
}

function answerOf(error: ServiceError): { readonly answer: StopAnswer; readonly why: string } {
  if (error.notOffered) {
    return { answer: 'missing', why: '' };
  }
  const isRefusal = error.status !== null && error.proof === 'permanent';
  return { answer: isRefusal ? 'refused' : 'unknown', why: error.message };
}

function stopText(
  answer: StopAnswer,
  {
    runId,
    webUrl,
    why,
  }: { readonly runId: RunId; readonly webUrl: string | null; readonly why: string },
): string {
  const address = safeHttpsUrl(webUrl);
  const where = address === null ? 'in the web interface of the service' : `at ${address}`;
  switch (answer) {
    case 'accepted':
      return (
        `The service accepted the request to stop run ${runId} ` +
        `(\`on_cancel: stop\`); look ${where}.`
      );
    case 'missing':
      return (
        `Run ${runId} could not be stopped: this service has no endpoint for it ` +
        `(\`on_cancel: stop\`). It goes on; stop it ${where}.`
      );
    case 'refused':
      return `The service refused to stop run ${runId} (${why}). It goes on; stop it ${where}.`;
    case 'unknown':
      return (
        `It is not known whether run ${runId} was stopped: the request to stop it ` +
        `(\`on_cancel: stop\`) had no clear answer (${why}). Look ${where}.`
      );
  }
}

async function writeFiles(context: Context): Promise<void> {
  const { inputs, logFile, many } = context;
  if (many !== null) {
    return many.writeFiles();
  }
  await attempt(context, 'log file', () => logFile?.finish());
  await attempt(context, 'result file', () => writeResult(context));
  if (inputs?.report === true) {
    await attempt(context, 'trace report', () => writeReport(context));
  }
  if (inputs?.otlp === true) {
    await attempt(context, 'OTLP trace', () => writeOtlpFile({ ...context, inputs }));
  }
}

function writeResult({ env, files, inputs, step }: Context): void {
  if (inputs?.wait !== true || isMissingRun(step.state)) {
    return;
  }
  const path = stepFile({ env, files, step }, '-result.txt');
  if (path === null) {
    return;
  }
  files.write(path, step.view().result);
  step.dispatch({ type: 'known', resultFile: path });
}

async function writeReport({ env, files, step, timeLeft }: Context): Promise<void> {
  const { logsFile } = step.state;
  const path = logsFile === null ? null : stepFile({ env, files, step }, '.html');
  if (path === null || logsFile === null) {
    return;
  }
  const { writeTrace } = await import(/* webpackMode: "eager" */ '../report/page/index.ts');
  files.write(path, '');
  await writeTrace({
    hasTime: () => timeLeft() > 0,
    head: step.view(),
    log: logOf(files, logsFile),
    write: (chunk) => files.append(path, chunk),
  });
  step.dispatch({ type: 'known', reportFile: path });
}

function tellOutputs({ host, step, written, many }: Context): void {
  setOutputs(host, many?.outputs() ?? stepOutputs(step.view()), written);
}

function tellVerdict({ host, inputs, step, stop, written, many }: Context): void {
  const { resultJson, resultFile } = step.state;
  if (written.get('result_json') === '' && resultJson !== null) {
    step.warn(
      'The structured result is larger than step outputs may be; ' +
        `read it from ${String(resultFile)} (result_file).`,
    );
  }
  const { reason } = stop as { readonly reason: unknown };
  const view = step.view();
  const cancelled = reason instanceof Cancelled ? reason.message : null;
  const verdict = verdictOf(view, { failOn: inputs?.failOn ?? null, cancelled });
  host.line(many === null ? endLine(view) : many.lastLine());
  // The runner prints an annotation in the log, so that it is the last line, and said once.
  if (verdict.message !== '') {
    host[verdict.level](annotation(verdict.message), { title: verdict.title });
  }
  if (verdict.red) {
    host.fail();
  }
}
