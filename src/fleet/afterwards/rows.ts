/** The state of each task after a kill, from the journal and one read of the service, and their combined outcome. Pure. */
import { statusOfMany, type Said } from '../../github/commit-status.ts';
import type { Inputs } from '../../inputs/parse.ts';
import { createClassifier, isTerminal, outcomeOf } from '../../run/status.ts';
import type { AgentRun } from '../../service/schema.ts';
import type { JournalNote } from '../journal.ts';
import { countsText, fleetOutcome, rowStart, type FleetRow } from '../telling/rows.ts';

/** @param how `inputs` is null if they could not be read; `run` is the run's current state, if it was read */
export function rowAfterwards(
  note: JournalNote,
  { inputs, run }: { readonly inputs: Inputs | null; readonly run: AgentRun | undefined },
): FleetRow {
  const { key, phase, runId = null, outcome = null } = note;
  const webUrl = run?.web_url ?? note.webUrl ?? null;
  const row = { ...rowStart(key), runId, webUrl, status: run?.status ?? null };
  if (phase === 'ended') return { ...row, outcome: outcome ?? 'cancelled' };
  if (phase === 'idle') return { ...row, outcome: 'skipped', errorMessage: 'Not started.' };
  if (phase === 'sending') {
    const what = runId === null ? 'created a run' : `sent the follow-up to run ${runId}`;
    const errorMessage = `Killed while it ${what}: whether that was carried out is not known. Look at the list of runs before you send it again.`;
    return { ...row, outcome: 'error', errorCode: runId === null ? 'ambiguous_create' : null, errorMessage };
  }
  if (run === undefined || inputs === null)
    return { ...row, outcome: 'cancelled', errorMessage: 'Where the run stands now could not be read.' };
  const meaning = createClassifier(inputs)(run.status);
  // One read cannot tell whether a resumed run still shows its previous end (contract 4.5).
  if (isTerminal(meaning) && note.resumed !== true)
    return {
      ...row,
      outcome: outcomeOf(meaning),
      errorMessage: `Has ended since (status ${String(run.status)}); read its result with its \`agent_run_id\`.`,
    };
  return { ...row, outcome: 'running', errorMessage: `Goes on (status ${String(run.status)}).` };
}

/** Outcomes for which nothing shows that the run has ended. */
const OPEN: ReadonlySet<FleetRow['outcome'] | undefined> = new Set(['running', 'cancelled']);

export function sentenceAfterwards(notes: readonly JournalNote[], rows: readonly FleetRow[]): string {
  const phase = (wanted: JournalNote['phase']): number => notes.filter((note) => note.phase === wanted).length;
  const since = notes.filter((note, index) => note.phase === 'running' && !OPEN.has(rows[index]?.outcome)).length;
  const parts = [
    [phase('ended'), 'had ended before'],
    [since, 'ended since'],
    [phase('running') - since, 'may go on'],
    [phase('sending'), 'may or may not have been sent'],
    [phase('idle'), 'not started'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  const collect =
    phase('running') === 0
      ? ''
      : ' Collect the runs with tasks of `key` and `agent_run_id` alone; the job summary lists them.';
  return `${said.join(', ')}.${collect}`;
}

/** The final commit status if the killed step had none. A success only if every run is known to have succeeded. */
export function statusAfterwards(
  notes: readonly JournalNote[],
  { rows, inputs }: { readonly rows: readonly FleetRow[]; readonly inputs: Pick<Inputs, 'expect' | 'outputSchema'> },
): Said {
  const open = rows.some((row, index) => notes[index]?.phase !== 'ended' && OPEN.has(row.outcome));
  const outcome = fleetOutcome(rows, { cancelled: open });
  const unchecked = notes.some(({ phase }) => phase !== 'ended');
  if (outcome === 'succeeded' && unchecked && (inputs.outputSchema !== null || inputs.expect !== 'none'))
    return { state: 'error', description: 'The runs ended, but the step was killed before all answers were checked' };
  const passes = notes.map(({ passed = null }) => passed);
  return statusOfMany({ outcome, passes, runs: rows.length, counts: countsText(rows), durationMs: 0 });
}
