/** Hands each event to everyone who shows or keeps something of it. */
import { join } from 'node:path';
import type { Clock, Env, Files, Host } from '../ports.ts';
import { createJobLog, type JobLog } from '../report/job-log.ts';
import { LogFile } from '../report/log-file.ts';
import { fileNamePart } from '../report/sanitize/index.ts';
import type { Entry, RunEvent } from '../run/events.ts';
import type { Thread } from '../thread-comment/index.ts';
import type { Inputs } from '../inputs/parse.ts';
import { webUrlOutput } from '../runner/outputs.ts';
import { saveRunState } from '../runner/saved-state.ts';
import type { Step } from './state.ts';

export interface ReporterPorts {
  readonly host: Host;
  readonly files: Files;
  readonly clock: Clock;
  readonly env: Env;
  readonly uuid: () => string;
  readonly inputs: Inputs;
  readonly step: Step;
  readonly thread: Thread | null;
}

export interface Reporters {
  readonly log: JobLog;
  readonly emit: (event: RunEvent) => void;
  /** Puts the log file in order. */
  readonly finish: () => Promise<void>;
}

/** A file of this step in `RUNNER_TEMP`. */
export function temporaryFile(env: Env, name: string): string {
  return join(env['RUNNER_TEMP'] ?? '.', fileNamePart(name));
}

/** Where the whole result is written. */
export function resultPath(env: Env, runId: number): string {
  return temporaryFile(env, `agent-run-${runId}-result.txt`);
}

export function createReporters(ports: ReporterPorts): Reporters {
  const { host, files, clock, env, inputs, step, thread } = ports;
  const log = createJobLog({ host, mode: inputs.logs, stopToken: ports.uuid(), startedAt: clock.wall() });
  let logFile: LogFile | null = null;

  const openLogFile = (runId: number): void => {
    const path = inputs.logsFile ?? temporaryFile(env, `agent-run-${runId}.jsonl`);
    try {
      logFile ??= new LogFile(files, path);
      step.logsFile = path;
    } catch (error) {
      // A full disk must not lose the run.
      step.warn(`The log file ${path} cannot be written (${String(error)}); the log is only shown here.`);
    }
  };

  const keep = (entry: Entry, more: boolean): void => {
    try {
      logFile?.add(entry, more);
    } catch (error) {
      logFile = null;
      step.warn(`The log file could not be written to its end (${String(error)}); what follows is only shown here.`);
    }
  };

  const said = { runId: '', webUrl: '' };
  const announce = ({ runId, webUrl }: { readonly runId: number; readonly webUrl: string | null }): void => {
    saveRunState(host, { phase: 'running', runId, webUrl, mode: step.mode });
    // At once, so that they outlive a killed step (contract 1.2).
    if (said.runId !== String(runId)) host.output('agent_run_id', String(runId));
    if (said.webUrl !== webUrlOutput(webUrl)) host.output('web_url', webUrlOutput(webUrl));
    Object.assign(said, { runId: String(runId), webUrl: webUrlOutput(webUrl) });
  };

  const emit = (event: RunEvent): void => {
    switch (event.type) {
      case 'started':
        announce(event);
        if (inputs.wait) openLogFile(event.runId);
        break;
      case 'status':
        announce(event);
        break;
      case 'entry':
        keep(event.entry, event.more === true);
        step.addEntry(event.entry);
        break;
      case 'order':
        logFile?.reorder(event.places);
        break;
      case 'warning':
        step.noteWarning(event.message);
        break;
      default:
    }
    log.event(event);
    if (event.type === 'started' || event.type === 'waiting') thread?.update(step.view());
  };

  return { log, emit, finish: async () => logFile?.finish() };
}
