/** The trace reports of a fleet: one for each run, and one with an index of all (contract 9, 13). */
import { basename } from 'node:path';
import type { Ports } from '../../context.ts';
import { causeOf, lastWords } from '../../report/cause.ts';
import { digest } from '../../report/entry-summary.ts';
import { fileNamePart } from '../../safe/outputs.ts';
import type { StepDigest } from '../../report/step-view.ts';
import type { TraceHead } from '../../report/page/header.ts';
import { rawEntry, toEntry } from '../../run/log/entry.ts';
import { fileStem } from '../../session/reporters.ts';
import type { Step } from '../../session/step.ts';
import { counted } from '../../shared/format.ts';
import { parseJson } from '../../shared/json.ts';
import type { FleetRow } from './rows.ts';

/**
 * The steps without the words that the run's overview in the index does not show: a fleet may have a thousand runs. Equal steps are one
 * object. Kinds and tools stay, because they tell which errors were overcome.
 */
export function stepsForIndex(steps: readonly StepDigest[]): readonly StepDigest[] {
  const shown = [steps.find(({ time }) => time !== null), lastWords(steps), ...(causeOf(steps)?.before ?? [])];
  const plain = new Map<string, StepDigest>();
  return steps.map((step) => {
    if (step.error || shown.includes(step)) return step;
    const { kind, tool } = step;
    const key = JSON.stringify([kind, tool]);
    const known = plain.get(key) ?? { index: 0, time: null, kind, tool, headline: '', error: false, detail: null };
    plain.set(key, known);
    return known;
  });
}

/**
 * Writes the run's own report from its log file, because sessions of a fleet keep no steps. Returns what the index
 * shows about it.
 */
export async function writeRunReport({ files, env }: Ports, step: Step): Promise<TraceHead> {
  const { logsFile } = step.state;
  const view = step.view();
  const steps: StepDigest[] = [];
  if (logsFile !== null && view.runId !== null) {
    for await (const line of files.lines(logsFile))
      if (line !== '') steps.push(digest(toEntry(rawEntry(parseJson(line)), steps.length)));
    const path = `${step.state.fileStem ?? fileStem({ files, env }, view.runId)}.html`;
    const { writeTrace } = await import('../../report/page/index.ts');
    files.write(path, '');
    await writeTrace({
      head: { ...view, steps },
      entryLines: files.lines(logsFile),
      write: (chunk) => files.append(path, chunk),
    });
    step.dispatch({ type: 'wrote', reportFile: path });
  }
  return { ...view, warnings: [], steps: stepsForIndex(steps) } as TraceHead;
}

export interface IndexedRuns {
  readonly path: string;
  readonly rows: readonly FleetRow[];
  readonly heads: ReadonlyMap<number, TraceHead>;
}

/** Writes one file with the index and the runs' reports, as far as their size allows. */
export async function writeIndex({ files }: Ports, { path, rows, heads }: IndexedRuns): Promise<void> {
  const { writeFleetTrace } = await import('../../report/page/fleet.ts');
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
