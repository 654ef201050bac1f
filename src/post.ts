/** The post step: finishes what a killed main step could not (contract 7.3). Does nothing when all was done. */
import { parseInputs, type Inputs } from './inputs/parse.ts';
import { Cancelled } from './runner/signals.ts';
import { openThread } from './thread-comment/index.ts';
import { readEvent, type EventContext } from './event/event.ts';
import { provenanceOf } from './event/provenance.ts';
import { resultPath } from './session/reporters.ts';
import { readRunState, type RunState } from './runner/saved-state.ts';
import { Step } from './session/state.ts';
import { guarded, type Ports } from './main.ts';
import { annotation } from './report/sanitize/index.ts';
import { attachTo } from './run/start.ts';
import { RunRecord } from './run/record.ts';
import type { Outcome } from './run/events.ts';
import { createClassifier, isTerminal, outcomeOf } from './run/status.ts';
import { createClient } from './service/client.ts';
import { ServiceError } from './service/errors.ts';
import type { AgentRun } from './service/schema.ts';
import { shownAddress } from './shared/format.ts';

/** The runner gives post steps little time when a job is cancelled. */
const BUDGET_MS = 8_000;
/** Outcomes with which the main step ended because it had seen the run end. */
const SEEN_ENDS: ReadonlySet<Outcome | 'running' | null> = new Set(['succeeded', 'failed', 'needs_input']);

export async function post(given: Ports): Promise<void> {
  const ports = guarded(given);
  const { host } = ports;
  const state = readRunState(host);
  if (state === null || state.phase === 'done' || state.phase === 'idle') return;
  try {
    await (state.phase === 'sending' ? sayDoubt(ports, state) : finish(ports, state));
  } catch (error) {
    // The runner reads standard error for commands as well: nothing may get there by itself.
    if (error instanceof Cancelled) return;
    host.warning(annotation(`The post step could not be finished: ${String(error)}`), { title: 'Agent run: killed' });
    if (host.debugging() && error instanceof Error) host.debug(error.stack ?? '');
  }
}

/** Killed while a create or resume was on its way: nobody knows more, and asking the service would not tell. */
async function sayDoubt(ports: Ports, state: RunState): Promise<void> {
  const { host } = ports;
  const runId = state.runId ?? null;
  const doubt =
    runId === null
      ? 'created an agent run, so it is not known whether there is one. Look at the list of runs'
      : `resumed the agent run ${runId}, so it is not known whether the run took the follow-up. Look at the run`;
  const message = `The step was killed while it ${doubt} in the web interface of the service before you run this again.`;
  host.warning(annotation(message), { title: 'Agent run: killed' });
  const scene = afterwards(ports, state);
  if (scene === null) return;
  const { step, inputs } = scene;
  step.callMade(runId);
  step.seen({ web_url: state.webUrl ?? null, status: null });
  step.sending = true;
  await summarize(ports, { step, inputs });
}

interface Afterwards {
  readonly event: EventContext;
  readonly inputs: Inputs;
  readonly step: Step;
}

/** The step as far as it can be told from what was saved; null when the inputs are not valid. */
function afterwards({ host, clock, http, env, files, payload }: Ports, state: RunState): Afterwards | null {
  const event = readEvent(env, payload);
  const parsed = parseInputs({ input: (name) => host.input(name), env, files });
  if (!parsed.ok) return null;
  const { inputs } = parsed;
  const provenance = { ...provenanceOf(event), orgId: inputs.orgId, promptHash: state.promptHash ?? null };
  const step = new Step({ clock, host, requests: () => http.reached() }, provenance);
  step.outcome = 'cancelled';
  return { event, inputs, step };
}

async function summarize({ host }: Ports, { step, inputs }: Pick<Afterwards, 'step' | 'inputs'>): Promise<void> {
  if (!inputs.summary) return;
  const { renderSummary } = await import('./report/summary/index.ts');
  await host.summary(renderSummary(step.view()));
}

/** Says once more, where the main step could not, what is known of the run. Failures here are only said. */
async function finish(ports: Ports, state: RunState): Promise<void> {
  const { host } = ports;
  const runId = state.runId ?? null;
  const scene = afterwards(ports, state);
  if (scene === null || runId === null) return;
  const { event, inputs, step } = scene;
  const record = new RunRecord({
    ...attachTo(runId),
    mode: state.mode ?? 'created',
    webUrl: state.webUrl ?? null,
  });
  step.setRun(record, { repair: false });
  await lookOnce(ports, { record, inputs, state });
  const showsEnd = settle({ step, record, inputs }, state);
  if (state.phase === 'running') {
    if (record.ended && state.outcome === null && inputs.outputSchema !== null)
      step.noteWarning('The answer was not checked against `output_schema`: the step was killed before.');
    const message = killedMessage({ record, showsEnd }, state);
    host.warning(annotation(message), { title: 'Agent run: killed' });
    await summarize(ports, { step, inputs });
  }
  const thread = await openThread({ ...ports, inputs, event, step }, { afterwards: true });
  await thread?.finish(step.view(), { budgetMs: BUDGET_MS });
}

interface Followed extends Pick<Afterwards, 'inputs' | 'step'> {
  readonly record: RunRecord;
}

async function lookOnce(
  ports: Ports,
  { record, inputs, state }: Pick<Followed, 'record' | 'inputs'> & { readonly state: RunState },
): Promise<void> {
  const client = createClient({ ...ports, baseUrl: inputs.baseUrl, orgId: inputs.orgId, token: inputs.token });
  try {
    const run = await client.run(record.runId, { signal: ports.stop, deadline: ports.clock.now() + BUDGET_MS / 2 });
    record.takeRun({ ...run, result: resultOf(ports, state, run) });
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof Cancelled)) throw error;
  }
}

/**
 * What of that look counts; true when it showed an end. A resumed run may show its old end for a while, and one look cannot tell
 * (contract 4.5), unless the main step had seen the new one.
 */
function settle({ step, record, inputs }: Followed, state: RunState): boolean {
  const meaning = createClassifier(inputs)(record.status);
  const seenEnd = SEEN_ENDS.has(state.outcome ?? null);
  const showsEnd = isTerminal(meaning);
  const counts = showsEnd && (seenEnd || state.mode !== 'resumed');
  if (seenEnd || counts) record.end();
  if (counts) step.outcome = outcomeOf(meaning);
  keepOutcome(step, state);
  return showsEnd;
}

function killedMessage(
  { record, showsEnd }: { readonly record: RunRecord; readonly showsEnd: boolean },
  { outcome = null }: RunState,
): string {
  const { runId } = record;
  const when =
    outcome === null
      ? `before it saw the agent run ${runId} end.`
      : `while it wrote down what it knew of the agent run ${runId} (outcome ${outcome}), so outputs and files may be missing.`;
  return `The step was killed ${when} ${standing(record, showsEnd)} with \`agent_run_id: ${runId}\` and no \`prompt\`.`;
}

/**
 * What the run itself shows as its result, but for a resumed one, which may still show the old one: there it is what the main step
 * wrote down, once it had.
 */
function resultOf({ env, files }: Ports, { mode, phase, runId }: RunState, run: AgentRun): string | null {
  if (mode !== 'resumed') return run.result;
  if (phase !== 'comment') return null;
  try {
    return files.readText(resultPath(env, Number(runId)));
  } catch {
    return null;
  }
}

function standing({ ended, status, webUrl }: RunRecord, showsEnd: boolean): string {
  const address = shownAddress(webUrl);
  const where = address === null ? '' : ` at ${address}`;
  if (ended) return `The run has ended since (status ${status ?? 'not known'})${where}; read its result`;
  return showsEnd
    ? `The run${where} shows the status ${String(status)}, which may be from before the follow-up; follow it`
    : `The run goes on${where}; follow it`;
}

/** What the main step had ended with stands in its outputs and summary. A cancelled step leaves the run's own end open. */
function keepOutcome(step: Step, { outcome = null, errorCode = null, errorMessage = null }: RunState): void {
  if (outcome === null || outcome === 'cancelled') return;
  step.outcome = outcome;
  step.errorCode = errorCode;
  step.errorMessage = errorMessage;
}
