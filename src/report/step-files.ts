/**
 * The files of a step in `RUNNER_TEMP`, and `logs_file`: every entry of this turn as a line of
 * JSON, in the order in which the entries come, which is that of the log (contract 4.7).
 */
import { dirname, join } from 'node:path';
import type { Inputs } from '../inputs/parse.ts';
import type { Env, Files } from '../runner/port.ts';
import { fileNamePart } from '../safe/text.ts';
import type { StepEvent, StepPorts } from './step.ts';
import type { StepState } from './step-view.ts';

/** A file of this step in `RUNNER_TEMP`. */
export function temporaryFile(env: Env, name: string): string {
  return join(env['RUNNER_TEMP'] ?? '.', fileNamePart(name));
}

const SUFFIXES = ['.jsonl', '-result.txt', '.html', '-otlp.jsonl'] as const;

export type StepFilePorts = Pick<StepPorts, 'env' | 'files' | 'step'>;

/**
 * The path of this step's file with that ending about its run: `agent-run-<id>`, or
 * `agent-run-<id>-2` and so on if an earlier step of the job wrote files for the same run. Creates
 * the folder. Null before there is a run.
 */
export function stepFile({ env, files, step }: StepFilePorts, ending: string): string | null {
  const { runId } = step.view();
  if (runId === null) {
    return null;
  }
  if (step.state.fileStem === null) {
    step.dispatch({
      type: 'known',
      fileStem: freeStem(files, temporaryFile(env, `agent-run-${runId}`)),
    });
  }
  return `${String(step.state.fileStem)}${ending}`;
}

function freeStem(files: Files, first: string): string {
  try {
    files.makeDirectory(dirname(first));
  } catch {
    // A write that fails later is reported with the name of its file.
  }
  const isTaken = (path: string): boolean => files.isFile(path) || files.isLink(path);
  for (let number = 1; ; number += 1) {
    const stem = number === 1 ? first : `${first}-${number}`;
    if (!SUFFIXES.some((suffix) => isTaken(`${stem}${suffix}`))) {
      return stem;
    }
  }
}

/** Whether the service does not know the run, so that there is nothing to write files about. */
export function isMissingRun({ errorCode, steps }: StepState): boolean {
  return errorCode === 'not_found' && steps.length === 0;
}

interface LogFilePorts extends StepFilePorts {
  readonly inputs: Pick<Inputs, 'logsFile' | 'wait'>;
}

/** Writes `logs_file` as entries arrive. */
export class LogFile {
  readonly #ports: LogFilePorts;
  /**
   * Undefined before it is needed: only an entry shows that an attached run exists. Null if it
   * cannot be written.
   */
  #path: string | null | undefined;

  constructor(ports: LogFilePorts) {
    this.#ports = ports;
  }

  take(event: StepEvent): void {
    if (event.type !== 'entry') {
      return;
    }
    const path = this.#opened();
    if (path === null) {
      return;
    }
    try {
      this.#ports.files.append(path, `${event.entry.line}\n`);
    } catch (error) {
      this.#path = null;
      this.#ports.step.warn(
        `The log file could not be written to its end (${String(error)}); ` +
          'what follows is only shown here.',
      );
    }
  }

  /** The file of a run without entries is empty. */
  finish(): void {
    if (!isMissingRun(this.#ports.step.state)) {
      this.#opened();
    }
  }

  /** Creates the file when it is needed first. Null if there is none. */
  #opened(): string | null {
    const { files, inputs, step } = this.#ports;
    if (this.#path !== undefined || step.state.turn === null || !inputs.wait) {
      return this.#path ?? null;
    }
    const path = inputs.logsFile ?? String(stepFile(this.#ports, '.jsonl'));
    try {
      files.makeDirectory(dirname(path));
      files.write(path, '');
      this.#path = path;
      step.dispatch({ type: 'known', logsFile: path });
    } catch (error) {
      this.#path = null;
      // A full disk must not fail the run.
      step.warn(
        `The log file ${path} cannot be written (${String(error)}); the log is only shown here.`,
      );
    }
    return this.#path;
  }
}
