/** The post step of a fleet: says where each run stands after a kill (contract 7.3, 13). */
import type { Ports } from '../context.ts';
import { readEvent } from '../event/event.ts';
import { provenanceOf } from '../event/provenance.ts';
import { parseInputs, type Inputs } from '../inputs/parse.ts';
import { annotation, logInline } from '../report/sanitize/index.ts';
import { createClassifier, isTerminal, outcomeOf } from '../run/status.ts';
import { createClient } from '../service/client.ts';
import type { AgentRun } from '../service/schema.ts';
import { plainEnd } from '../session/ends.ts';
import { Step } from '../session/step.ts';
import { counted } from '../shared/format.ts';
import { readJournal, type JournalNote } from './journal.ts';
import { WINDOW } from './scheduling/listing.ts';
import { rowStart, type FleetRow } from './rows.ts';
import { fleetSummary } from './summary.ts';

/** The runner gives post steps little time when a job is cancelled. */
const BUDGET_MS = 5_000;
/** The killed step may have spent most of the rate limit. */
const PAGES_MOST = 10;
const READS_MOST = 20;

export async function tellAfterKill(ports: Ports, journalPath: string): Promise<void> {
  const { host, env, files, clock } = ports;
  const notes = readJournal(files.readText(journalPath));
  const parsed = parseInputs({ input: (name) => host.input(name), env, files });
  const open = notes.filter(({ phase, runId }) => phase === 'running' && (runId ?? null) !== null);
  const runs = parsed.ok ? await lookAtAll(ports, parsed.inputs, open) : new Map<number, AgentRun>();
  const rows = notes.map((note) => rowAfterwards(note, parsed.ok ? parsed.inputs : null, runs.get(note.runId ?? -1)));
  for (const row of rows) host.line(logInline(` ${row.key}: ${row.errorMessage ?? row.outcome}`));
  const message = `The step was killed while it followed ${counted(notes.length, 'task')}. ${sentence(notes, rows)}`;
  host.warning(annotation(message), { title: 'Agent runs: killed' });
  if (!parsed.ok || !parsed.inputs.summary) return;
  const step = new Step(
    { clock, host, requests: () => ports.http.reached() },
    provenanceOf(readEvent(env, ports.payload)),
  );
  step.dispatch({ type: 'ended', end: plainEnd('cancelled'), at: clock.now() });
  const summary = {
    rows,
    outcome: 'cancelled',
    view: step.view(),
    runsFile: null,
    reportFile: null,
    note: message,
  } as const;
  await host.summary(fleetSummary(summary));
}

/** What the service shows of the runs now, as far as a few requests tell: the list of runs, or the runs one by one. */
async function lookAtAll(ports: Ports, inputs: Inputs, open: readonly JournalNote[]): Promise<Map<number, AgentRun>> {
  const client = createClient({ ...ports, ...inputs });
  const call = { signal: ports.stop, deadline: ports.clock.now() + BUDGET_MS };
  const ids = new Set(open.flatMap(({ runId }) => runId ?? []));
  const found = new Map<number, AgentRun>();
  try {
    const published = await client.published();
    for (let page = 0; ids.size >= 3 && page < PAGES_MOST && found.size < ids.size; page += 1) {
      const { items, next } = await published.runs({ skip: page * WINDOW, limit: WINDOW }, call);
      for (const run of items) if (ids.has(run.id)) found.set(run.id, run);
      if (next === null) break;
    }
  } catch {
    // No list, or no answer: the runs themselves are asked.
  }
  const rest = [...ids].filter((id) => !found.has(id)).slice(0, READS_MOST);
  await Promise.allSettled(rest.map(async (id) => found.set(id, await client.run(id, call))));
  return found;
}

function rowAfterwards(note: JournalNote, inputs: Inputs | null, run: AgentRun | undefined): FleetRow {
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
  // One look cannot tell whether a resumed run shows its old end (contract 4.5).
  if (isTerminal(meaning) && note.resumed !== true)
    return {
      ...row,
      outcome: outcomeOf(meaning),
      errorMessage: `Has ended since (status ${String(run.status)}); read its result with its \`agent_run_id\`.`,
    };
  return { ...row, outcome: 'running', errorMessage: `Goes on (status ${String(run.status)}).` };
}

/** Where nothing shows that a run has ended. */
const OPEN: ReadonlySet<FleetRow['outcome'] | undefined> = new Set(['running', 'cancelled']);

function sentence(notes: readonly JournalNote[], rows: readonly FleetRow[]): string {
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
