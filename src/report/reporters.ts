/** Passes each event to all reporters. */
import type { StepState } from './step-state.ts';
import { dirname, join } from 'node:path';
import type { Clock, Env, Files, Host } from '../ports.ts';
import { JobLog } from './job-log.ts';
import { LogFile } from './log-file.ts';
import { fileNamePart } from '../safe/outputs.ts';
import type { StepEvent } from './step-state.ts';
import type { Entry } from '../run/events.ts';
import type { Inputs } from '../inputs/parse.ts';
import { webUrlOutput } from './outputs.ts';
import { identityText, saveRunState } from '../runner/saved-state.ts';
import type { StepView } from './step-view.ts';
import type { Listener, Step } from './step.ts';

export interface ReporterPorts {
  readonly host: Host;
  readonly files: Files;
  readonly clock: Clock;
  readonly env: Env;
  readonly uuid: () => string;
  readonly inputs: Inputs;
  readonly step: Step;
  readonly thread: { update(view: StepView): void } | null;
}

export interface Reporters {
  readonly log: JobLog;
  /** Completes the log file. */
  readonly finish: () => Promise<void>;
}

/** A file of this step in `RUNNER_TEMP`. */
export function temporaryFile(env: Env, name: string): string {
  return join(env['RUNNER_TEMP'] ?? '.', fileNamePart(name));
}

const SUFFIXES = ['.jsonl', '-result.txt', '.html', '-otlp.jsonl'] as const;

/**
 * The path prefix of this step's files in `RUNNER_TEMP`: `agent-run-<id>`, or `agent-run-<id>-2` and so on if an
 * earlier step of the job wrote files for the same run. Creates the folder.
 */
export function fileStem({ files, env }: { readonly files: Files; readonly env: Env }, runId: number): string {
  const first = temporaryFile(env, `agent-run-${runId}`);
  try {
    files.makeDirectory(dirname(first));
  } catch {
    // A write that fails later is reported with the name of its file.
  }
  const isTaken = (path: string): boolean => files.isFile(path) || files.isLink(path);
  for (let number = 1; ; number += 1) {
    const stem = number === 1 ? first : `${first}-${number}`;
    if (!SUFFIXES.some((suffix) => isTaken(`${stem}${suffix}`))) return stem;
  }
}

/** Creates all reporters of the step's events, in the order in which they receive them. */
export function createReporters(ports: ReporterPorts): Reporters {
  const { host, clock, env, inputs, step, thread } = ports;
  // https://no-color.org
  const colour = (env['NO_COLOR'] ?? '') === '';
  const log = new JobLog({ host, clock, colour, mode: inputs.logs, stopToken: ports.uuid() });
  const keeper = new LogKeeper(ports);
  step.listen(announcer(host));
  step.listen((event) => keeper.take(event));
  step.listen((event) => log.event(event));
  step.listen(({ type }) => {
    if (type === 'started' || type === 'waiting') thread?.update(step.view());
  });
  return { log, finish: () => keeper.finish() };
}

/** Immediately tells the runner what must survive if the step is killed (contract 1.2, 7.3). */
function announcer(host: Host): Listener {
  const told = new Map<string, string>();
  const output = (name: 'agent_run_id' | 'web_url', value: string): void => {
    if (value === '' || told.get(name) === value) return;
    told.set(name, value);
    host.output(name, value);
  };
  return (event, { mode, provenance: { promptHash }, seen, entriesBefore }) => {
    switch (event.type) {
      case 'begin':
        if (event.runId !== null) output('agent_run_id', String(event.runId));
        return;
      case 'found':
        output('web_url', webUrlOutput(event.webUrl));
        return;
      case 'sending':
        saveRunState(host, { phase: 'sending', runId: event.runId, webUrl: seen?.webUrl ?? null, promptHash });
        return;
      case 'keyed':
        saveRunState(host, { identity: identityText(event) });
        return;
      case 'unsent':
        saveRunState(host, { phase: 'idle' });
        return;
      case 'wrote':
        if (event.fileStem !== undefined) saveRunState(host, { fileStem: event.fileStem });
        return;
      case 'started':
      case 'status': {
        const { runId, webUrl } = event;
        saveRunState(host, { phase: 'running', runId, webUrl, mode });
        if (entriesBefore > 0) saveRunState(host, { before: entriesBefore });
        output('agent_run_id', String(runId));
        output('web_url', webUrlOutput(webUrl));
        return;
      }
      default:
    }
  };
}

/** Whether the service does not know the run, so that there is nothing to write files about. */
export function isMissingRun({ errorCode, steps }: StepState): boolean {
  return errorCode === 'not_found' && steps.length === 0;
}

/** Writes the log file as entries arrive. */
export class LogKeeper {
  readonly #ports: Pick<ReporterPorts, 'files' | 'env' | 'inputs' | 'step'>;
  /** Undefined before it is needed: only an entry shows that an attached run exists. Null if it cannot be written. */
  #file: LogFile | null | undefined;

  constructor(ports: Pick<ReporterPorts, 'files' | 'env' | 'inputs' | 'step'>) {
    this.#ports = ports;
  }

  take(event: StepEvent): void {
    if (event.type === 'entry') this.#keep(event.entry, event.more === true);
    else if (event.type === 'amended') this.#file?.replace(event.entry.index, event.entry);
  }

  /** The file of a run without entries is empty. */
  async finish(): Promise<void> {
    if (!isMissingRun(this.#ports.step.state)) this.#open();
    await this.#file?.finish();
  }

  #open(): void {
    const { files, env, inputs, step } = this.#ports;
    const { turn, fileStem: known } = step.state;
    if (this.#file !== undefined || turn === null || !inputs.wait) return;
    const stem = known ?? fileStem({ files, env }, turn.runId);
    step.dispatch({ type: 'wrote', fileStem: stem });
    const path = inputs.logsFile ?? `${stem}.jsonl`;
    this.#file = null;
    try {
      this.#file = new LogFile(files, path);
      step.dispatch({ type: 'wrote', logsFile: path });
    } catch (error) {
      // A full disk must not fail the run.
      step.warn(`The log file ${path} cannot be written (${String(error)}); the log is only shown here.`);
    }
  }

  #keep(entry: Entry, more: boolean): void {
    this.#open();
    try {
      this.#file?.add(entry, more);
    } catch (error) {
      this.#file = null;
      this.#ports.step.warn(
        `The log file could not be written to its end (${String(error)}); what follows is only shown here.`,
      );
    }
  }
}
