/** Writes the trace of a run whose step was killed, from the log file that the step left (contract 7.3, 16). */
import type { Ports } from '../../context.ts';
import { readEvent } from '../../event/event.ts';
import { provenanceOf } from '../../event/provenance.ts';
import type { Inputs } from '../../inputs/parse.ts';
import type { Provenance } from '../../report/step-view.ts';
import type { RunState } from '../../runner/saved-state.ts';
import { messageOf } from '../../shared/format.ts';
import { plainEnd } from '../ends.ts';
import { appendTrace, sendTraces } from '../otlp.ts';
import { Step } from '../step.ts';

export interface LeftRun {
  readonly runId: number;
  readonly webUrl: string | null;
  readonly provenance: Provenance;
  /** Null if the step had none. */
  readonly logsFile: string | null;
  /** Number of entries of the run before this turn. */
  readonly before: number;
}

/** Adds the run to a file of traces, as far as its log file goes. */
export async function appendLeftTrace(
  { ports, inputs, run }: { readonly ports: Ports; readonly inputs: Inputs; readonly run: LeftRun },
  path: string,
): Promise<void> {
  const { clock, host, files } = ports;
  const { provenance, logsFile, before, ...known } = run;
  const step = new Step({ clock, host }, provenance);
  // The trace does not show how the step got its run.
  step.dispatch({ type: 'started', ...known, mode: 'attached', status: null, entriesBefore: before });
  if (logsFile !== null && files.isFile(logsFile)) step.dispatch({ type: 'wrote', logsFile });
  step.dispatch({ type: 'ended', end: plainEnd('cancelled'), at: clock.now() });
  await appendTrace({ ports, inputs, step, prompt: null }, path);
}

/** Writes and sends the trace of a killed step that followed a run. Never rejects: failures become warnings. */
export async function traceAfterKill(
  { ports, inputs, step }: { readonly ports: Ports; readonly inputs: Inputs; readonly step: Step },
  { phase, runId = null, webUrl = null, fileStem = null, before = null }: RunState,
): Promise<void> {
  if (!inputs.otlp || phase !== 'running' || runId === null || fileStem === null) return;
  const path = `${fileStem}-otlp.jsonl`;
  const logsFile = inputs.logsFile ?? `${fileStem}.jsonl`;
  const { provenance } = step.state;
  const run = { runId, webUrl, provenance, logsFile, before: before ?? 0 };
  try {
    ports.files.write(path, '');
    await appendLeftTrace({ ports, inputs, run }, path);
    await sendTraces({ ports, step, path });
  } catch (error) {
    step.warn(`The OTLP trace could not be written: ${messageOf(error)}.`);
  }
}

/** Sends traces that the main step had no time to send after a signal. */
export async function sendLeftTraces(ports: Ports, path: string): Promise<void> {
  const { clock, host, env, payload } = ports;
  const step = new Step({ clock, host }, provenanceOf(readEvent(env, payload)));
  await sendTraces({ ports, step, path });
}
