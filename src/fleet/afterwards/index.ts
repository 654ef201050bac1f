/**
 * The post step of a fleet: reports the state of each run after a kill, and does what the main step had no time for
 * (contract 7.3, 13).
 */
import type { Ports } from '../../context.ts';
import { provenanceOf, readEvent, type EventContext } from '../../github/event.ts';
import { parseInputs, type Inputs } from '../../inputs/parse.ts';
import { unreadInputs } from '../../inputs/reader.ts';
import { annotation, logInline } from '../../safe/job-log.ts';
import type { RunState } from '../../runner/saved-state.ts';
import { createClient } from '../../service/client.ts';
import { endLeftStatus } from '../../session/commit-status.ts';
import { plainEnd } from '../../session/ends.ts';
import { Step } from '../../session/step.ts';
import { counted } from '../../shared/format.ts';
import { within } from '../../shared/within.ts';
import { openThread } from '../../thread/thread.ts';
import { lookAtAll, withAdopted } from './look.ts';
import { rowAfterwards, sentenceAfterwards, statusAfterwards } from './rows.ts';
import { stopAfterwards } from './stop.ts';
import { readJournal, type JournalNote } from '../journal.ts';
import { stopSummary } from '../stop.ts';
import { fleetComment } from '../telling/comment.ts';
import type { FleetRow } from '../telling/rows.ts';
import { fleetSummary } from '../telling/summary.ts';

/** For the comment and the commit status. */
const BUDGET_MS = 8_000;

interface Scene {
  readonly ports: Ports;
  readonly event: EventContext;
  readonly step: Step;
  readonly state: RunState;
  readonly notes: readonly JournalNote[];
}

export async function finishFleet(ports: Ports, state: RunState): Promise<void> {
  const { host, env, files, clock } = ports;
  const event = readEvent(env, ports.payload);
  const step = new Step({ clock, host, requests: () => ports.http.reached() }, provenanceOf(event));
  const notes = readJournal(files.readText(state.journal ?? ''));
  const parsed = parseInputs({ ...ports, input: (name) => host.input(name), afterwards: true });
  const scene = { ports, event, step, state, notes };
  const killed = state.phase === 'fleet';
  if (parsed.ok) return killed ? afterKill(scene, parsed.inputs) : afterSignal(scene, parsed.inputs);
  const unread = unreadInputs(parsed.problems);
  if (killed) say(scene, rowsOf(notes, null), unread);
  else host.warning(annotation(unread), { title: 'Agent runs: killed' });
}

/** The main step could not report its end. */
async function afterKill(given: Scene, inputs: Inputs): Promise<void> {
  const { ports, step } = given;
  const client = createClient({ ...ports, ...inputs });
  const notes = await withAdopted({ ports, client }, given.notes);
  const scene = { ...given, notes };
  const runs = await lookAtAll({ ports, client }, notes);
  const before = notes.map((note) => rowAfterwards(note, { inputs, run: runs.get(note.runId ?? -1) }));
  const rows = await stopAfterwards({ ports, client, inputs, notes }, before);
  const message = say(scene, rows, stopSummary(rows, { afterwards: true }));
  step.dispatch({ type: 'ended', end: { ...plainEnd('cancelled'), cutShort: message }, at: ports.clock.now() });
  if (inputs.summary) {
    const summary = { rows, outcome: 'cancelled', view: step.view(), runsFile: null, reportFile: null } as const;
    await ports.host.summary(fleetSummary({ ...summary, note: message }));
  }
  await tellOthers(scene, { inputs, rows });
}

/** The main step reported its end, but ran out of time for the rest. */
async function afterSignal(scene: Scene, inputs: Inputs): Promise<void> {
  const { ports, step, state, notes } = scene;
  const { outcome = 'cancelled', errorCode = null, errorMessage = null } = state;
  const end = plainEnd(outcome === null || outcome === 'running' ? 'cancelled' : outcome);
  step.dispatch({ type: 'ended', end: { ...end, errorCode, errorMessage }, at: ports.clock.now() });
  const before = rowsOf(notes, inputs);
  const client = createClient({ ...ports, ...inputs });
  const rows = await stopAfterwards({ ports, client, inputs, notes }, before);
  const stops = stopSummary(
    rows.filter((row, index) => row !== before[index]),
    { afterwards: true },
  );
  if (stops !== null) ports.host.notice(annotation(stops), { title: 'Agent runs: stop' });
  await tellOthers(scene, { inputs, rows });
}

function rowsOf(notes: readonly JournalNote[], inputs: Inputs | null): readonly FleetRow[] {
  return notes.map((note) => rowAfterwards(note, { inputs, run: undefined }));
}

/** Prints the state of all runs, and returns it as a message. `more` is a sentence for its end. */
function say({ ports: { host }, notes }: Scene, rows: readonly FleetRow[], more: string | null): string {
  for (const row of rows) host.line(logInline(` ${row.key}: ${row.errorMessage ?? row.outcome}`));
  const message = `The step was killed while it followed ${counted(notes.length, 'task')}. ${sentenceAfterwards(notes, rows)}${more === null ? '' : ` ${more}`}`;
  host.warning(annotation(message), { title: 'Agent runs: killed' });
  return message;
}

async function tellOthers(
  { ports, event, step, state, notes }: Scene,
  { inputs, rows }: { readonly inputs: Inputs; readonly rows: readonly FleetRow[] },
): Promise<void> {
  const note = step.state.cutShort;
  const thread = await openThread(
    { ...ports, inputs, event, warn: (message) => step.warn(message), onComment: () => undefined },
    { afterwards: true, render: (view, options) => fleetComment({ rows, view, note }, options) },
  );
  const runId = rows.find((row) => row.runId !== null)?.runId ?? null;
  const otherwise = (): ReturnType<typeof statusAfterwards> => statusAfterwards(notes, { rows, inputs });
  await within({ clock: ports.clock, ms: BUDGET_MS, signal: ports.stop }, (signal) =>
    Promise.all([
      thread?.finish({ ...step.view(), runId }, { budgetMs: BUDGET_MS }),
      endLeftStatus({ ...ports, event, step }, { inputs, state, otherwise, signal }),
    ]),
  );
}
