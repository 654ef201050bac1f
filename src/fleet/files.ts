/** Writes the files of one run in a fleet: log, result, report, and its part of the fleet's trace. */
import type { Ports } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Task } from '../inputs/tasks.ts';
import type { TraceHead } from '../report/page/header.ts';
import { Cancelled } from '../runner/signals.ts';
import { writeResult } from '../finish.ts';
import { appendTrace } from '../session/otlp.ts';
import type { LogKeeper } from '../session/reporters.ts';
import type { Step } from '../session/step.ts';
import { messageOf } from '../shared/format.ts';
import { writeRunReport } from './telling/reports.ts';

export interface RunFiles {
  /** With the clock of the run. */
  readonly ports: Ports;
  readonly inputs: Inputs;
  readonly step: Step;
  readonly keeper: LogKeeper;
  /** The prompt that was sent, or null if none was. */
  readonly prompt: string | null;
  /** When the create, resume or first read was sent, in ms since the epoch, or null if none was. */
  readonly calledAt: number | null;
  /** Null without `otlp`. */
  readonly tracePath: string | null;
}

/**
 * Returns what the index of the reports shows about the run, or null without a report. Failures are recorded in the
 * run's row.
 */
export async function keepFiles({
  keeper,
  prompt,
  calledAt,
  tracePath,
  ...scene
}: RunFiles): Promise<TraceHead | null> {
  const { ports, inputs, step } = scene;
  // After a signal, two seconds remain for all runs.
  const hurried = ports.stop.reason instanceof Cancelled;
  let head: TraceHead | null = null;
  const attempt = async (what: string, work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      step.warn(`The ${what} could not be written: ${messageOf(error)}.`);
    }
  };
  await attempt('log file', () => keeper.finish());
  await attempt('result file', () => writeResult({ ...ports, inputs, step }));
  if (tracePath !== null)
    await attempt('OTLP trace', () => appendTrace({ ...ports, inputs, step, prompt, calledAt }, tracePath));
  if (inputs.report && !hurried)
    await attempt('trace report', async () => {
      head = await writeRunReport(ports, step);
    });
  return head;
}

/**
 * The log file of each key: each task has its own, even if `logs_file` names one for all. The names also differ if the file system ignores
 * case, as those of Windows and macOS do.
 */
export function logsFilesOf(
  { logsFile }: Pick<Inputs, 'logsFile'>,
  tasks: readonly Pick<Task, 'key'>[],
): ReadonlyMap<string, string | null> {
  const taken = new Set<string>();
  const nameOf = (key: string): string => {
    let name = key;
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1) name = `${key}-${nth}`;
    taken.add(name.toLowerCase());
    return name;
  };
  const fileOf = (key: string): string | null => logsFile?.replace(/(\.[^./\\]*)?$/, `-${nameOf(key)}$1`) ?? null;
  return new Map(tasks.map(({ key }) => [key, fileOf(key)]));
}
