/** The trace reports of a fleet: one for each run, and one with an index of all (contract 9, 13). */
import { basename } from 'node:path';
import type { Ports } from '../../context.ts';
import { failuresOf, NO_FAILURES } from '../../report/cause.ts';
import { digest } from '../../report/entry-summary.ts';
import { fileNamePart } from '../../safe/outputs.ts';
import type { StepDigest } from '../../report/step-view.ts';
import { writeFleetTrace } from '../../report/page/fleet.ts';
import type { TraceHead } from '../../report/page/header.ts';
import { writeTrace } from '../../report/page/index.ts';
import { rawEntry, toEntry } from '../../run/entry.ts';
import { fileStem } from '../../session/reporters.ts';
import type { Step } from '../../session/step.ts';
import { counted } from '../../shared/format.ts';
import { parseJson } from '../../shared/json.ts';
import type { FleetRow } from './rows.ts';

/**
 * The steps without their words, but for errors: a fleet may have a thousand runs, and the index shows only how many steps and errors each
 * of them had, and since when. Equal steps are one object.
 */
export function stepsForIndex(steps: readonly StepDigest[]): readonly StepDigest[] {
  const first = steps.find(({ time }) => time !== null);
  const plain: StepDigest = { index: 0, time: null, kind: null, tool: null, headline: '', error: false, detail: null };
  return steps.map((step) => (step.error || step === first ? step : plain));
}

/**
 * Writes the run's own report from its log file, because sessions of a fleet keep no steps. Returns what the index
 * shows about it.
 */
export async function writeRunReport({ files, env }: Ports, step: Step): Promise<TraceHead> {
  const { logsFile } = step.state;
  const view = step.view();
  const steps: StepDigest[] = [];
  let { failures = NO_FAILURES } = view;
  if (logsFile !== null && view.runId !== null) {
    for await (const line of files.lines(logsFile))
      if (line !== '') steps.push(digest(toEntry(rawEntry(parseJson(line)), steps.length)));
    failures = failuresOf(steps);
    const path = `${step.state.fileStem ?? fileStem({ files, env }, view.runId)}.html`;
    files.write(path, '');
    await writeTrace({
      // In the order of the file, which may be another one than that of arrival.
      head: { ...view, steps, failures },
      entryLines: files.lines(logsFile),
      write: (chunk) => files.append(path, chunk),
    });
    step.dispatch({ type: 'wrote', reportFile: path });
  }
  return { ...view, warnings: [], failures, steps: stepsForIndex(steps) } as TraceHead;
}

export interface IndexedRuns {
  readonly path: string;
  readonly rows: readonly FleetRow[];
  readonly heads: ReadonlyMap<number, TraceHead>;
}

/** Writes one file with the index and the runs' reports, as far as their size allows. */
export async function writeIndex({ files }: Ports, { path, rows, heads }: IndexedRuns): Promise<void> {
  files.write(path, '');
  const runs = rows.flatMap(({ key, logsFile, reportFile }, index) => {
    const head = heads.get(index);
    if (head === undefined) return [];
    const entryLines = logsFile === null ? null : () => files.lines(logsFile);
    return [{ key, head, entryLines, reportFile: reportFile === null ? null : fileNamePart(basename(reportFile)) }];
  });
  await writeFleetTrace({
    title: counted(rows.length, 'agent run'),
    runs,
    write: (chunk) => files.append(path, chunk),
  });
}
