/** `on_cancel: stop`: asks the service to stop a run that is still working when the step ends (contract 1.1). */
import type { StepState } from '../report/step-state.ts';
import { webUrlOf } from '../report/view-of-step.ts';
import { saveRunState, type RunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/signals.ts';
import { createClient } from '../service/client.ts';
import { shownAddress } from '../shared/format.ts';
import type { Ports } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import { annotation } from '../safe/job-log.ts';
import type { Scene } from './finish.ts';
import type { Step } from './step.ts';
import { stepTimeLeft } from './time-left.ts';

/** After a signal the process must exit within two seconds. What is left undone is left to the post step. */
const HURRIED_MS = 700;
const PATIENCE_MS = 3_000;
const POST_PATIENCE_MS = 6_000;

/** The run that is still working when the step ends, or null if there is none. */
export function leftRun({ outcome, cutShort, turn, sending, expected }: StepState): number | null {
  if ((outcome !== 'cancelled' && outcome !== 'timed_out') || cutShort === null) return null;
  if (turn !== null) return turn.ended ? null : turn.runId;
  return sending ? expected : null;
}

/** Never rejects. The step reports whether the service accepted the request. */
export async function stopLeftRun(scene: Scene): Promise<void> {
  const { ports, step, inputs } = scene;
  const runId = leftRun(step.state);
  if (inputs?.onCancel !== 'stop' || runId === null) return;
  saveRunState(ports.host, { stop: 'pending' });
  const patienceMs = ports.stop.reason instanceof Cancelled ? HURRIED_MS : Math.min(PATIENCE_MS, stepTimeLeft(scene));
  const { settled } = await ask(ports, { inputs, step, runId, patienceMs });
  if (settled) saveRunState(ports.host, { stop: 'done' });
}

/**
 * Makes the stop request that the main step had no time for. Returns its result as text, or null if there was nothing
 * to stop.
 */
export async function stopAfterwards(
  ports: Ports,
  { inputs, step, state }: { readonly inputs: Inputs; readonly step: Step; readonly state: RunState },
): Promise<string | null> {
  const wasKilled = state.phase === 'running' && (state.outcome ?? null) === null;
  const runId = state.runId ?? null;
  if (runId === null || inputs.onCancel !== 'stop' || (state.stop !== 'pending' && !wasKilled)) return null;
  const { message } = await ask(ports, { inputs, step, runId, patienceMs: POST_PATIENCE_MS });
  if (!wasKilled) ports.host.notice(annotation(message), { title: 'Agent run: stop' });
  return message;
}

async function ask(
  ports: Ports,
  {
    inputs,
    step,
    runId,
    patienceMs,
  }: { readonly inputs: Inputs; readonly step: Step; readonly runId: number; readonly patienceMs: number },
): Promise<{ readonly settled: boolean; readonly message: string }> {
  const { stopRunInTime, stopSentence } = await import('../organization/stop-run.ts');
  const client = createClient({ ...ports, ...inputs });
  const answer = await stopRunInTime(client, runId, { ports, patienceMs, hurriedMs: HURRIED_MS });
  const message = stopSentence(answer, { runId, address: shownAddress(webUrlOf(step.state)) });
  step.dispatch({ type: 'left', message });
  return { settled: answer.kind !== 'unknown', message };
}
