/**
 * The post step: finishes what a killed main step could not (contract 7.3). Does nothing when all was done. Longer than other
 * modules: each phase in which a step can be killed has a branch here.
 */
import { parseInputs, type Inputs } from './inputs/parse.ts';
import { Cancelled } from './runner/signals.ts';
import { openThread } from './thread-comment/index.ts';
import { readEvent, type EventContext } from './event/event.ts';
import { provenanceOf, replyOf } from './event/provenance.ts';
import { temporaryFile } from './session/reporters.ts';
import { readRunState, type RunState } from './runner/saved-state.ts';
import { Step } from './session/step.ts';
import { guarded, type Ports } from './context.ts';
import { annotation, logInline } from './report/sanitize/index.ts';
import type { ListedRun } from './idempotency/listing.ts';
import type { Outcome, SessionEnd } from './run/events.ts';
import { changedAnswer, changedFacts } from './run/record.ts';
import { endLeftStatus } from './session/commit-status.ts';
import { rememberCreated } from './idempotency/killed-create.ts';
import { plainEnd } from './session/ends.ts';
import { sendLeftTraces, traceAfterKill } from './session/otlp-after-kill.ts';
import { killedMessage, type LookedAt } from './session/killed-message.ts';
import { stopAfterwards } from './session/leave.ts';
import { createClassifier, isTerminal, outcomeOf } from './run/status.ts';
import { createClient } from './service/client.ts';
import { ServiceError } from './service/errors.ts';
import type { AgentRun } from './service/schema.ts';

/** The runner gives post steps little time when a job is cancelled. */
const BUDGET_MS = 8_000;
/** Outcomes with which the main step ended because it had seen the run end. */
const SEEN_ENDS: ReadonlySet<Outcome | 'running' | null> = new Set(['succeeded', 'failed', 'needs_input']);

export async function post(given: Ports): Promise<void> {
  const ports = guarded(given);
  const { host } = ports;
  const state = readRunState(host);
  if (state === null || state.phase === 'idle') return;
  const { phase, trace = null, stop } = state;
  try {
    if (phase.startsWith('fleet')) await (await import('./fleet/afterwards/index.ts')).finishFleet(ports, state);
    else if (phase === 'sending') await settleSending(ports, state);
    else if (phase !== 'done' || stop === 'pending') await finish(ports, state);
    if (trace !== null) await sendLeftTraces(ports, trace);
  } catch (error) {
    // The runner reads standard error for commands as well: nothing may get there by itself.
    if (error instanceof Cancelled) return;
    host.warning(annotation(`The post step could not be finished: ${String(error)}`), { title: 'Agent run: killed' });
    if (host.debugging() && error instanceof Error) host.debug(error.stack ?? '');
  }
}

/** Killed while a create or resume was on its way: the run of a create that carried a key can be found by it. */
async function settleSending(ports: Ports, state: RunState): Promise<void> {
  const run = await leftRun(ports, state);
  if (run === null) return sayDoubt(ports, state);
  ports.host.line(logInline(`Run ${run.id} carries the key of the create that the killed step had sent.`));
  return finish(ports, { ...state, phase: 'running', mode: 'created', runId: run.id, webUrl: run.webUrl });
}

async function leftRun(ports: Ports, state: RunState): Promise<ListedRun | null> {
  const scene = afterwards(ports, state);
  if (scene === null || (state.identity ?? null) === null) return null;
  const { runLeftByCreate } = await import('./idempotency/after-kill.ts');
  const client = createClient({ ...ports, ...scene.inputs });
  const call = { signal: ports.stop, deadline: ports.clock.now() + BUDGET_MS };
  return runLeftByCreate({ clock: ports.clock, published: () => client.published() }, state, call);
}

/** Nobody knows whether the request was carried out. */
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
  step.dispatch({ type: 'begin', runId, at: ports.clock.now() });
  if (runId !== null) step.dispatch({ type: 'found', runId, webUrl: state.webUrl ?? null, status: null });
  step.dispatch({ type: 'sending', runId });
  settleAs(step, plainEnd('cancelled'), ports);
  await summarize(ports, { step, inputs });
  await endLeftStatus({ ports, ...scene }, { state, budgetMs: BUDGET_MS });
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
  const known = { orgId: inputs.orgId, promptHash: state.promptHash ?? null };
  const provenance = { ...provenanceOf(event), ...replyOf(event, inputs), ...known };
  const step = new Step({ clock, host, requests: () => http.reached() }, provenance);
  return { event, inputs, step };
}

async function summarize({ host }: Ports, { step, inputs }: Pick<Afterwards, 'step' | 'inputs'>): Promise<void> {
  if (!inputs.summary) return;
  const { renderSummary } = await import('./report/summary/index.ts');
  await host.summary(renderSummary(step.view()));
}

function settleAs(step: Step, end: SessionEnd, { clock }: Pick<Ports, 'clock'>): void {
  step.dispatch({ type: 'ended', end, at: clock.now() });
}

/** Says once more, where the main step could not, what is known of the run. Failures here are only said. */
async function finish(ports: Ports, state: RunState): Promise<void> {
  const { host } = ports;
  const runId = state.runId ?? null;
  const scene = afterwards(ports, state);
  if (scene === null || runId === null) return;
  const { event, inputs, step } = scene;
  step.dispatch({ type: 'started', runId, mode: state.mode ?? 'created', webUrl: state.webUrl ?? null, status: null });
  const run = await lookOnce(ports, inputs, runId);
  const look = settle(ports, { step, inputs, run }, state);
  const stopped = look === 'ended' ? null : await stopAfterwards(ports, { inputs, step, state });
  if (state.phase === 'done') return;
  if (state.phase === 'running') {
    if (look === 'ended' && state.outcome === null && inputs.outputSchema !== null)
      step.dispatch({
        type: 'noted',
        message: 'The answer was not checked against `output_schema`: the step was killed before.',
      });
    host.warning(annotation(killedMessage(step, { look, stopped }, state)), { title: 'Agent run: killed' });
    await summarize(ports, { step, inputs });
  }
  const thread = await openThread(
    { ...ports, inputs, event, warn: (message) => step.warn(message), onComment: () => undefined },
    { afterwards: true },
  );
  if (thread !== null) rememberCreated(thread, state, { inputs, event, env: ports.env });
  await Promise.all([
    thread?.finish(step.view(), { budgetMs: BUDGET_MS }),
    endLeftStatus({ ports, ...scene }, { state, budgetMs: BUDGET_MS }),
    traceAfterKill({ ports, ...scene }, state),
  ]);
}

/** The run as the service shows it now; null when it cannot be read. */
async function lookOnce(ports: Ports, inputs: Inputs, runId: number): Promise<AgentRun | null> {
  const client = createClient({ ...ports, ...inputs });
  try {
    return await client.run(runId, { signal: ports.stop, deadline: ports.clock.now() + BUDGET_MS / 2 });
  } catch (error) {
    if (error instanceof ServiceError || error instanceof Cancelled) return null;
    throw error;
  }
}

function settle(
  ports: Ports,
  { step, inputs, run }: Pick<Afterwards, 'step' | 'inputs'> & { readonly run: AgentRun | null },
  state: RunState,
): LookedAt {
  const { turn } = step.state;
  if (run !== null && turn !== null) {
    const answer = changedAnswer(turn, { ...run, result: resultOf(ports, state, run) });
    const facts = changedFacts(turn, run);
    if (answer !== null) step.dispatch({ type: 'answer', ...answer });
    if (facts !== null) step.dispatch({ type: 'status', ...facts });
  }
  const meaning = createClassifier(inputs)(run?.status ?? null);
  const seenEnd = SEEN_ENDS.has(state.outcome ?? null);
  const counts = isTerminal(meaning) && (seenEnd || state.mode !== 'resumed');
  if (seenEnd || counts) step.dispatch({ type: 'finished' });
  settleAs(step, counts ? plainEnd(outcomeOf(meaning)) : plainEnd('cancelled'), ports);
  keepOutcome(ports, step, state);
  if (seenEnd || counts) return 'ended';
  if (run === null || isTerminal(meaning)) step.dispatch({ type: 'unclear' });
  if (run === null) return 'unread';
  return isTerminal(meaning) ? 'unclear' : 'at_work';
}

/**
 * What the run itself shows as its result, but for a resumed one, which may still show the old one: there it is what the main step
 * wrote down, once it had.
 */
function resultOf({ env, files }: Ports, { mode, phase, runId, fileStem }: RunState, run: AgentRun): string | null {
  if (mode !== 'resumed') return run.result ?? null;
  if (phase !== 'comment') return null;
  try {
    return files.readText(`${fileStem ?? temporaryFile(env, `agent-run-${Number(runId)}`)}-result.txt`);
  } catch {
    return null;
  }
}

/** What the main step had ended with stands in its outputs and summary. A cancelled step leaves the run's own end open. */
function keepOutcome(
  ports: Ports,
  step: Step,
  { outcome = null, errorCode = null, errorMessage = null }: RunState,
): void {
  if (outcome === null || outcome === 'cancelled' || outcome === 'running') return;
  settleAs(step, { ...plainEnd(outcome), errorCode, errorMessage }, ports);
}
