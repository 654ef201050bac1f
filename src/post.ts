/**
 * The post step: finishes what a killed main step could not (contract 7.3). Does nothing when all was done. Longer than other
 * modules: each phase in which a step can be killed has a branch here.
 */
import type { Inputs } from './inputs/parse.ts';
import { Cancelled } from './runner/signals.ts';
import { temporaryFile } from './session/reporters.ts';
import { readRunState, type RunState } from './runner/saved-state.ts';
import type { Step } from './session/step.ts';
import { afterwards, settleAs, summarize, type Afterwards } from './session/afterwards.ts';
import { guarded, type Ports } from './context.ts';
import { annotation, logInline } from './report/sanitize/index.ts';
import type { ListedRun } from './idempotency/listing.ts';
import type { Outcome } from './run/events.ts';
import { changedAnswer, changedFacts } from './run/record.ts';
import { endLeftStatus } from './session/commit-status.ts';
import { plainEnd } from './session/ends.ts';
import { sendLeftTraces, traceAfterKill } from './session/otlp-after-kill.ts';
import { killedMessage, type LookedAt } from './session/killed-message.ts';
import { stopAfterwards } from './session/leave.ts';
import { hasArrived, settleAnnounced, threadAfterwards } from './session/turn/after-kill.ts';
import { createClassifier, isTerminal, outcomeOf } from './run/status.ts';
import { createClient } from './service/client.ts';
import { ServiceError } from './service/errors.ts';
import type { AgentRun } from './service/schema.ts';
import type { Fate } from './thread-comment/turns/release.ts';

/** The runner gives post steps little time when a job is cancelled. */
const BUDGET_MS = 8_000;
/** Outcomes with which the main step ended because it had seen the run end. */
const SEEN_ENDS: ReadonlySet<Outcome | 'running' | null> = new Set(['succeeded', 'failed', 'needs_input']);

export async function post(given: Ports): Promise<void> {
  const ports = guarded(given);
  const { host } = ports;
  const state = readRunState(host);
  if (state === null) return;
  const { phase, trace = null, stop } = state;
  try {
    if (phase.startsWith('fleet')) await (await import('./fleet/afterwards/index.ts')).finishFleet(ports, state);
    else if (phase === 'sending') await settleSending(ports, state);
    else if (phase === 'idle' || phase === 'done') await settleLeft(ports, state);
    if (phase === 'running' || phase === 'comment' || (phase === 'done' && stop === 'pending'))
      await finish(ports, state);
    if (trace !== null) await sendLeftTraces(ports, trace);
  } catch (error) {
    // The runner reads standard error for commands as well: nothing may get there by itself.
    if (error instanceof Cancelled) return;
    host.warning(annotation(`The post step could not be finished: ${String(error)}`), { title: 'Agent run: killed' });
    if (host.debugging() && error instanceof Error) host.debug(error.stack ?? '');
  }
}

/** What the main step announced in the thread, and ended without. */
async function settleLeft(ports: Ports, state: RunState, fate?: Fate): Promise<void> {
  const scene = (state.mark ?? null) === null ? null : afterwards(ports, state);
  if (scene !== null) await settleAnnounced(ports, { ...scene, state }, fate);
}

/** Killed while a create or resume was on its way: a create may be found by its key, and a follow-up by its mark. */
async function settleSending(ports: Ports, state: RunState): Promise<void> {
  const run = await leftRun(ports, state);
  if (run !== null) {
    ports.host.line(logInline(`Run ${run.id} carries the key of the create that the killed step had sent.`));
    return finish(ports, {
      ...state,
      phase: 'running',
      mode: 'created',
      runId: run.id,
      webUrl: run.webUrl,
      announced: 'sent',
    });
  }
  const scene = afterwards(ports, state);
  if (scene !== null && (await hasArrived(ports, { ...scene, state }))) {
    ports.host.line(
      logInline(`The log of run ${Number(state.runId)} shows the follow-up that the killed step had sent.`),
    );
    return finish(ports, { ...state, phase: 'running', mode: 'resumed', announced: 'sent' });
  }
  await sayDoubt(ports, state);
  await settleLeft(ports, state, 'unknown');
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

/** Says once more, where the main step could not, what is known of the run. Failures here are only said. */
async function finish(ports: Ports, state: RunState): Promise<void> {
  const { host } = ports;
  const runId = state.runId ?? null;
  const scene = afterwards(ports, state);
  if (scene === null) return;
  if (runId === null) return settleLeft(ports, state);
  const { inputs, step } = scene;
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
  const thread = await threadAfterwards(ports, { ...scene, state }, (message) => step.warn(message));
  await Promise.all([
    thread?.finish(step.view(), { budgetMs: BUDGET_MS }),
    endLeftStatus({ ports, ...scene }, { state, budgetMs: BUDGET_MS }),
    traceAfterKill({ ports, ...scene }, state),
  ]);
  if (state.announced !== 'sent') await settleLeft(ports, state);
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
