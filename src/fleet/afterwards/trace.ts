/** Writes the traces of runs that a killed fleet was following, from the log files that it left (contract 16). */
import type { Ports } from '../../context.ts';
import type { Inputs } from '../../inputs/parse.ts';
import { annotation } from '../../safe/job-log.ts';
import type { Provenance } from '../../report/step-view.ts';
import { appendLeftTrace } from '../../session/after-kill/traces.ts';
import { messageOf } from '../../shared/format.ts';
import type { JournalNote } from '../journal.ts';

export interface LeftTraces {
  readonly ports: Ports;
  readonly inputs: Inputs;
  readonly provenance: Provenance;
  /** The file with the traces of the runs that had ended. */
  readonly path: string;
}

/** Never rejects: failures become warnings. */
export async function traceLeftRuns(
  { ports, inputs, provenance, path }: LeftTraces,
  notes: readonly JournalNote[],
): Promise<void> {
  for (const { phase, runId = null, webUrl = null, logsFile = null, before = 0 } of notes) {
    if (phase !== 'running' || runId === null) continue;
    const run = { runId, webUrl, provenance, logsFile, before };
    try {
      await appendLeftTrace({ ports, inputs, run }, path);
    } catch (error) {
      const why = `The trace of run ${runId} could not be written: ${messageOf(error)}.`;
      ports.host.warning(annotation(why));
      return;
    }
  }
}
