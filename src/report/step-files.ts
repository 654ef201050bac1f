/**
 * The files of a step in `RUNNER_TEMP`, and `logs_file`: every entry of this turn as a line of JSON, in the order in which the entries come,
 * which is that of the log (contract 4.7). Entries that arrive together are written together, because each append is expensive.
 */
import { dirname, join } from 'node:path';
import type { Inputs } from '../inputs/parse.ts';
import type { Env, Files } from '../ports.ts';
import type { Entry } from '../run/events.ts';
import { fileNamePart } from '../safe/outputs.ts';
import { runIdOf, type Step, type StepEvent } from './step.ts';
import type { StepState } from './step-view.ts';

/** A file of this step in `RUNNER_TEMP`. */
export function temporaryFile(env: Env, name: string): string {
  return join(env['RUNNER_TEMP'] ?? '.', fileNamePart(name));
}

const SUFFIXES = ['.jsonl', '-result.txt', '.html', '-otlp.jsonl'] as const;

interface StepFilePorts {
  readonly env: Env;
  readonly files: Files;
  readonly step: Step;
}

/**
 * The path of this step's file with that ending about its run: `agent-run-<id>`, or `agent-run-<id>-2` and so on if an earlier step of the
 * job wrote files for the same run. Creates the folder. Null before there is a run.
 */
export function stepFile({ env, files, step }: StepFilePorts, ending: string): string | null {
  const runId = runIdOf(step.state);
  if (runId === null) return null;
  if (step.state.fileStem === null)
    step.dispatch({ type: 'wrote', fileStem: freeStem(files, temporaryFile(env, `agent-run-${runId}`)) });
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
    if (!SUFFIXES.some((suffix) => isTaken(`${stem}${suffix}`))) return stem;
  }
}

/** Whether the service does not know the run, so that there is nothing to write files about. */
export function isMissingRun({ errorCode, steps }: StepState): boolean {
  return errorCode === 'not_found' && steps.length === 0;
}

/** UTF-16 units collected before a write. Larger pieces need more memory and save no time. */
const CHUNK = 32 * 1024;

export class LogFile {
  readonly path: string;
  readonly #files: Files;
  #pending = '';
  /** Entries that the service filled in later, by the number of their line. */
  readonly #replaced = new Map<number, string>();

  /** Creates the empty file and its parent folders. */
  constructor(files: Files, path: string) {
    this.#files = files;
    this.path = path;
    files.makeDirectory(dirname(path));
    files.write(path, '');
  }

  /** Writes the entry together with buffered ones. With `more`, other entries follow immediately, so it may be buffered. */
  add({ line }: Pick<Entry, 'line'>, more = false): void {
    this.#pending += `${line}\n`;
    if (!more || this.#pending.length >= CHUNK) this.#flush();
  }

  /** Replaces entry `index` with its later form. The file contains it once it is finished. */
  replace(index: number, { line }: Pick<Entry, 'line'>): void {
    this.#replaced.set(index, line);
  }

  /** Writes what is buffered, and the later forms of entries in the place of the earlier ones. */
  async finish(): Promise<void> {
    this.#flush();
    if (this.#replaced.size === 0) return;
    const made = `${this.path}.new`;
    this.#files.write(made, '');
    let index = 0;
    let text = '';
    for await (const line of this.#files.lines(this.path)) {
      text += `${this.#replaced.get(index) ?? line}\n`;
      index += 1;
      if (text.length < CHUNK) continue;
      this.#files.append(made, text);
      text = '';
    }
    this.#files.append(made, text);
    this.#files.rename(made, this.path);
    this.#replaced.clear();
  }

  #flush(): void {
    if (this.#pending === '') return;
    const text = this.#pending;
    this.#pending = '';
    this.#files.append(this.path, text);
  }
}

/** Writes the log file as entries arrive. */
export class LogKeeper {
  readonly #ports: StepFilePorts & { readonly inputs: Pick<Inputs, 'logsFile' | 'wait'> };
  /** Undefined before it is needed: only an entry shows that an attached run exists. Null if it cannot be written. */
  #file: LogFile | null | undefined;

  constructor(ports: StepFilePorts & { readonly inputs: Pick<Inputs, 'logsFile' | 'wait'> }) {
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
    const { files, inputs, step } = this.#ports;
    if (this.#file !== undefined || step.state.turn === null || !inputs.wait) return;
    const own = stepFile(this.#ports, '.jsonl');
    const path = inputs.logsFile ?? String(own);
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
