/** Passes each event to all reporters. */
import { JobLog } from './job-log.ts';
import type { Inputs } from '../inputs/parse.ts';
import { setOutputs, stepOutputs, type OutputName } from './outputs.ts';
import { identityText } from '../run/idempotency.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { LogFile } from './step-files.ts';
import type { StepView } from './step-view.ts';
import type { Listener, StepPorts } from './step.ts';

interface ReporterPorts extends Pick<StepPorts, 'clock' | 'env' | 'files' | 'host' | 'step'> {
  readonly uuid: () => string;
  readonly inputs: Inputs;
  readonly thread: { update(view: StepView): void } | null;
  /** The outputs as last set. */
  readonly written: Map<OutputName, string>;
}

/**
 * Creates all reporters of the step's events, in the order in which they receive them. Returns the
 * one that has to be finished.
 */
export function createReporters(ports: ReporterPorts): LogFile {
  const { host, clock, inputs, step, thread } = ports;
  const log = new JobLog({
    host,
    clock,
    mode: inputs.logs,
    stopToken: ports.uuid(),
    isSandbox: () => step.isSandbox,
  });
  const logFile = new LogFile(ports);
  step.listen(announcer(ports));
  step.listen((event) => logFile.take(event));
  step.listen((event, state) => log.event(event, state));
  step.listen(({ type }) => {
    if (type === 'started' || type === 'waiting') {
      thread?.update(step.view());
    }
  });
  return logFile;
}

/** Immediately tells the runner what must survive if the step is killed (contract 1.2, 7.3). */
function announcer({ host, clock, step, written }: ReporterPorts): Listener {
  const tellRun = (): void => {
    const { agent_run_id, web_url } = stepOutputs(step.view());
    setOutputs(host, { agent_run_id, web_url }, written);
  };
  return (event, { mode, seen, turn }) => {
    // The run of a schema repair stays the known one, whatever becomes of it.
    if (turn !== null && event.type === 'sending') {
      saveRunState(host, { repair: 'sent' });
      return;
    }
    if (turn !== null && event.type === 'unsent') {
      saveRunState(host, { repair: null });
      return;
    }
    if (event.type === 'started' && event.repair === true) {
      saveRunState(host, { repair: 'accepted' });
    }
    switch (event.type) {
      case 'begin':
        saveRunState(host, { startedAt: clock.wall() });
        tellRun();
        return;
      case 'found':
        tellRun();
        return;
      case 'sending':
        saveRunState(host, { phase: 'sending', runId: event.runId, webUrl: seen?.webUrl ?? null });
        return;
      case 'keyed':
        saveRunState(host, { identity: identityText(event.identity) });
        return;
      case 'unsent':
        saveRunState(host, { phase: 'idle' });
        return;
      case 'known':
        if (event.fileStem !== undefined) {
          saveRunState(host, { fileStem: event.fileStem });
        }
        return;
      case 'started':
      case 'status': {
        const { runId, webUrl } = event;
        saveRunState(host, { phase: 'running', runId, webUrl, mode });
        tellRun();
        return;
      }
      default:
    }
  };
}
