/** The post step: finishes what a killed main step could not (contract 7.3). Does nothing when all was done. */
import { guarded, type Ports } from './context.ts';
import type { ListedRun } from './idempotency/listing.ts';
import { annotation, logInline } from './safe/job-log.ts';
import { readRunState, type RunState } from './runner/saved-state.ts';
import { Cancelled } from './runner/signals.ts';
import { createClient } from './service/client.ts';
import { lookAfterKill } from './session/after-kill/look.ts';
import { doubtMessage, killedMessage, unreadMessage } from './session/after-kill/message.ts';
import {
  afterwards,
  inputsAfterwards,
  POST_BUDGET_MS,
  settleAs,
  summarize,
  type Left,
} from './session/after-kill/scene.ts';
import { sendLeftTraces, traceAfterKill } from './session/after-kill/traces.ts';
import { endLeftStatus } from './session/commit-status.ts';
import { plainEnd } from './session/ends.ts';
import { stopAfterwards } from './session/leave.ts';
import { hasArrived, settleAnnounced, threadAfterwards } from './session/turn/after-kill.ts';
import type { Fate } from './thread-comment/turns/release.ts';

export async function post(given: Ports): Promise<void> {
  const ports = guarded(given);
  const { host } = ports;
  const state = readRunState(host);
  if (state === null) return;
  const { phase, trace = null } = state;
  try {
    if (phase.startsWith('fleet')) await (await import('./fleet/afterwards/index.ts')).finishFleet(ports, state);
    else if (isUnfinished(state)) await finishStep(ports, state);
    if (trace !== null) await sendLeftTraces(ports, trace);
  } catch (error) {
    // Caught because Node would print it to standard error, which the runner scans for commands.
    if (error instanceof Cancelled) return;
    host.warning(annotation(`The post step could not be finished: ${String(error)}`), { title: 'Agent run: killed' });
    if (host.debugging() && error instanceof Error) host.debug(error.stack ?? '');
  }
}

/** Whether the main step left something to do. */
function isUnfinished({ phase, mark = null, announced = null, stop }: RunState): boolean {
  if (phase !== 'idle' && phase !== 'done') return true;
  return (mark !== null && announced !== null) || (phase === 'done' && stop === 'pending');
}

async function finishStep(ports: Ports, state: RunState): Promise<void> {
  const parsed = inputsAfterwards(ports);
  if (!parsed.ok) {
    ports.host.warning(annotation(unreadMessage(state, parsed.problems)), { title: 'Agent run: killed' });
    return;
  }
  const { phase, stop } = state;
  const left = { inputs: parsed.inputs, state };
  if (phase === 'sending') await settleSending(ports, left);
  else if (phase === 'idle' || phase === 'done') await settleLeft(ports, left);
  if (phase === 'running' || phase === 'comment' || (phase === 'done' && stop === 'pending')) await finish(ports, left);
}

/** Settles what the main step announced in the thread before it ended. */
async function settleLeft(ports: Ports, left: Left, fate?: Fate): Promise<void> {
  if ((left.state.mark ?? null) !== null) await settleAnnounced(ports, { ...afterwards(ports, left), ...left }, fate);
}

/** Handles a kill during a create or resume: the create may be found by its key, and the follow-up by its mark. */
async function settleSending(ports: Ports, left: Left): Promise<void> {
  const { inputs, state } = left;
  const run = await leftRun(ports, left);
  if (run !== null) {
    ports.host.line(logInline(`Run ${run.id} carries the key of the create that the killed step had sent.`));
    const found = { runId: run.id, webUrl: run.webUrl, mode: 'created', announced: 'sent' } as const;
    return finish(ports, { inputs, state: { ...state, ...found, phase: 'running' } });
  }
  if (await hasArrived(ports, left)) {
    ports.host.line(
      logInline(`The log of run ${Number(state.runId)} shows the follow-up that the killed step had sent.`),
    );
    return finish(ports, { inputs, state: { ...state, phase: 'running', mode: 'resumed', announced: 'sent' } });
  }
  await sayDoubt(ports, left);
  await settleLeft(ports, left, 'unknown');
}

async function leftRun(ports: Ports, { inputs, state }: Left): Promise<ListedRun | null> {
  if ((state.identity ?? null) === null) return null;
  const { runLeftByCreate } = await import('./idempotency/after-kill.ts');
  const client = createClient({ ...ports, ...inputs });
  const call = { signal: ports.stop, deadline: ports.clock.now() + POST_BUDGET_MS };
  return runLeftByCreate({ clock: ports.clock, published: () => client.published() }, state, call);
}

/** Reports that it is unknown whether the request was carried out. */
async function sayDoubt(ports: Ports, left: Left): Promise<void> {
  const { state } = left;
  const runId = state.runId ?? null;
  ports.host.warning(annotation(doubtMessage(state)), { title: 'Agent run: killed' });
  const scene = afterwards(ports, left);
  const { step, inputs } = scene;
  step.dispatch({ type: 'begin', runId, at: ports.clock.now() });
  if (runId !== null) step.dispatch({ type: 'found', runId, webUrl: state.webUrl ?? null, status: null });
  step.dispatch({ type: 'sending', runId });
  settleAs(step, plainEnd('cancelled'), ports);
  await summarize(ports, { step, inputs });
  await endLeftStatus({ ports, ...scene }, { state, budgetMs: POST_BUDGET_MS });
}

/** Reports what is known about the run, if the main step could not. Failures are only printed. */
async function finish(ports: Ports, left: Left): Promise<void> {
  const { host } = ports;
  const { inputs, state } = left;
  const runId = state.runId ?? null;
  const scene = afterwards(ports, left);
  const { step } = scene;
  const endStatus = (): Promise<void> => endLeftStatus({ ports, ...scene }, { state, budgetMs: POST_BUDGET_MS });
  if (runId === null) {
    await settleLeft(ports, left);
    if (state.phase === 'comment') await endStatus();
    return;
  }
  step.dispatch({ type: 'started', runId, mode: state.mode ?? 'created', webUrl: state.webUrl ?? null, status: null });
  const look = await lookAfterKill(ports, { step, inputs }, { ...state, runId });
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
    thread?.finish(step.view(), { budgetMs: POST_BUDGET_MS }),
    endStatus(),
    traceAfterKill({ ports, ...scene }, state),
  ]);
  if (state.announced !== 'sent') await settleLeft(ports, left);
}
