/** `on_cancel: stop`: asks the service to stop a run that this step leaves while it goes on (contract 1.1). */
import { stopRunInTime, stopSentence } from '../organization/stop-run.ts';
import type { StepState } from '../report/step-state.ts';
import { webUrlOf } from '../report/view-of-step.ts';
import { saveRunState, type RunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/signals.ts';
import { createClient } from '../service/client.ts';
import { shownAddress } from '../shared/format.ts';
import type { Ports } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import { annotation } from '../report/sanitize/index.ts';
import type { Scene } from './finish.ts';
import type { Step } from './step.ts';

/** After a signal the process must be gone within two seconds; what is left is for the post step. */
const HURRIED_MS = 700;
const PATIENCE_MS = 3_000;
const POST_PATIENCE_MS = 6_000;

/** The run that the step leaves at work; null when there is none. */
export function leftRun({ outcome, cutShort, turn, sending, expected }: StepState): number | null {
  if ((outcome !== 'cancelled' && outcome !== 'timed_out') || cutShort === null) return null;
  if (turn !== null) return turn.ended ? null : turn.runId;
  return sending ? expected : null;
}

/** Never rejects. Whether the service accepted becomes part of what the step tells. */
export async function stopLeftRun({ ports, step, inputs }: Scene): Promise<void> {
  const runId = leftRun(step.state);
  if (inputs?.onCancel !== 'stop' || runId === null) return;
  saveRunState(ports.host, { stop: 'pending' });
  const patienceMs = ports.stop.reason instanceof Cancelled ? HURRIED_MS : PATIENCE_MS;
  const { settled } = await ask(ports, { inputs, step, runId, patienceMs });
  if (settled) saveRunState(ports.host, { stop: 'done' });
}

/** What the main step could not ask any more is asked in the post step. Gives what came of it in words, null when nothing was to be asked. */
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
  const client = createClient({ ...ports, ...inputs });
  const answer = await stopRunInTime(client, runId, { ports, patienceMs, hurriedMs: HURRIED_MS });
  const message = stopSentence(answer, { runId, address: shownAddress(webUrlOf(step.state)) });
  step.dispatch({ type: 'left', message });
  return { settled: answer.kind !== 'unknown', message };
}
