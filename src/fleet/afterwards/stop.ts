/**
 * `on_cancel: stop` in the post step of a fleet: makes the stop requests that the main step had no time for (contract
 * 1.1).
 */
import type { Ports } from '../../context.ts';
import type { Inputs } from '../../inputs/parse.ts';
import { stopRun, stopSentence, type StopAnswer } from '../../organization/stop-run.ts';
import type { CallOptions, ServiceClient } from '../../service/client.ts';
import { shownAddress } from '../../shared/format.ts';
import type { JournalNote } from '../journal.ts';
import type { FleetRow } from '../telling/rows.ts';

/** For all runs. Requests respect the rate limit, which the main step may have used up. */
const BUDGET_MS = 120_000;
const TRIES = 4;
const PAUSE_MS = 5_000;

export interface LeftRuns {
  readonly ports: Pick<Ports, 'clock' | 'stop'>;
  readonly client: ServiceClient;
  readonly inputs: Pick<Inputs, 'onCancel'>;
  readonly notes: readonly JournalNote[];
}

/** The rows, with the results of the stop requests. */
export async function stopAfterwards(left: LeftRuns, rows: readonly FleetRow[]): Promise<readonly FleetRow[]> {
  const { ports, inputs, notes } = left;
  if (inputs.onCancel !== 'stop') return rows;
  const call = { signal: ports.stop, deadline: ports.clock.now() + BUDGET_MS };
  const told: FleetRow[] = [];
  for (const [index, row] of rows.entries()) {
    const { phase, stop } = notes[index] ?? {};
    const isOpen = phase === 'running' && (row.outcome === 'running' || row.outcome === 'cancelled');
    const isDue = stop === 'pending' || (isOpen && stop !== 'done');
    told.push(row.runId === null || !isDue ? row : await stopped(left, { ...row, runId: row.runId }, call));
  }
  return told;
}

async function stopped(
  left: LeftRuns,
  row: FleetRow & { readonly runId: number },
  call: CallOptions,
): Promise<FleetRow> {
  const { runId, webUrl } = row;
  const answer = await patiently(left, runId, call);
  return { ...row, stopped: answer.kind, errorMessage: stopSentence(answer, { runId, address: shownAddress(webUrl) }) };
}

async function patiently({ ports, client }: LeftRuns, runId: number, call: CallOptions): Promise<StopAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await stopRun(client, runId, call);
    const over = attempt === TRIES || ports.clock.now() + PAUSE_MS >= call.deadline;
    if (answer.kind !== 'unknown' || over) return answer;
    await ports.clock.sleep(PAUSE_MS, call.signal);
  }
}
