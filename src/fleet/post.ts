/**
 * The post step of a step with many runs (contract 7.3, 13): serves each run as that of a single step, and says where all of them stand.
 */
import { createContext, timesOf, type Context, type Ports } from '../context.ts';
import type { Said } from '../github/commit-status.ts';
import { parseInputs, type Inputs } from '../inputs/parse.ts';
import { unreadInputs } from '../inputs/reader.ts';
import { standingText } from '../report/ending.ts';
import { LEFTOVERS, readRunState, type RunState } from '../runner/saved-state.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import { createClient, type ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { AgentRun } from '../service/schema.ts';
import type { StepView } from '../report/step-view.ts';
import { endLeftStatus, passOf, statusOfMany } from '../report/step-commit-status.ts';
import { plainEnd } from '../run/failure.ts';
import { within } from '../runner/within.ts';
import { openThread, type OpenOptions } from '../thread/thread.ts';
import { quietHost, readJournal, type SavedState } from './journal.ts';
import * as Rows from './rows.ts';
import type { FleetRow } from './rows.ts';
import { fleetComment, fleetSummary } from './summary.ts';

/** For the comment and the commit status. */
const TELL_MS = 8_000;
/** For all runs together. Requests respect the rate limit, which the killed step may have used up. */
const RUNS_MS = 180_000;
/** Before each round of requests. The main step may have used up the rate limit of a minute. */
const PAUSES_MS = [0, 5_000, 30_000];
const LIST_MS = 5_000;
const PAGE = 100;
const PAGES_MOST = 10;
const TITLE = { title: 'Agent runs: killed' };
const LOST =
  'What it had started could not be recorded, for example because the disk was full: look at the list of runs in the web interface of the service before you run it again.';

/** A task as the journal has it. */
interface Recorded {
  readonly key: string;
  readonly saved: SavedState;
  readonly state: RunState;
}

interface Fleet {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly state: RunState;
  readonly tasks: readonly Recorded[];
  /** What is known of each task, in their order. */
  readonly rows: Map<string, FleetRow>;
  /** The step was killed while it followed its runs. Otherwise it ended in order and left a list. */
  readonly isKilled: boolean;
  readonly left: ReadonlySet<string>;
}

/** What a killed step left of one run, and the client with which that is finished. */
export interface Left extends Pick<Fleet, 'context' | 'inputs' | 'state'> {
  readonly client: ServiceClient;
  /** The run, if a list of runs has shown it already. */
  readonly listed?: AgentRun | undefined;
}

/** Serves one run as the post step of a single run does. */
type Serve = (left: Left) => Promise<unknown>;

export async function postFleet(ports: Ports, state: RunState, serve: Serve): Promise<void> {
  const { host, files } = ports;
  const isKilled = state.phase === 'fleet';
  const path = state.journal ?? '';
  const tasks = files.isFile(path) ? [...readJournal(files.readText(path))].map(recordedOf) : [];
  if (tasks.length === 0) {
    host.warning(annotation(`The step was killed. ${LOST}`), TITLE);
    return;
  }
  const context = createContext(ports);
  const rows = new Map(tasks.map((task) => [task.key, unserved(task, context.step.view())]));
  const parsed = parseInputs({ ...ports, input: (name) => host.input(name), afterwards: true });
  if (!parsed.ok) {
    const told = isKilled ? `${killed([...rows.values()])} ` : '';
    host.warning(annotation(`${told}${unreadInputs(parsed.problems)}`), TITLE);
    return;
  }
  const { inputs } = parsed;
  context.inputs = inputs;
  context.step.dispatch({ type: 'asked', orgId: inputs.orgId });
  const left = new Set<string>(isKilled ? LEFTOVERS : (state.left ?? '').split(','));
  const fleet = { context, inputs, state, tasks, rows, isKilled, left };
  if (isKilled || left.has('stop')) await serveAll(fleet, serve);
  await tell(fleet);
  context.close();
}

function recordedOf([key, saved]: readonly [string, SavedState]): Recorded {
  return { key, saved, state: readRunState({ state: (name) => saved[name] ?? '' }) ?? { phase: 'idle' } };
}

/** A task as the journal tells it: one that had ended or was not started, or one that could not be read. */
function unserved({ key, saved, state }: Recorded, view: StepView): FleetRow {
  const { phase, runId = null, webUrl = null, outcome = null, errorCode = null, errorMessage = null } = state;
  const { passed: pass = '' } = saved;
  const passed = pass === '' ? null : pass === 'true';
  const row: FleetRow = {
    ...Rows.rowStart(key, view),
    ...{ runId, webUrl, standing: 'not_known', errorCode, passed, durationMs: state.durationMs ?? 0 },
  };
  if (phase === 'idle') return Rows.finalRow(row, 'Not started.');
  const isOver = phase === 'done' || (outcome !== null && outcome !== 'running');
  return isOver
    ? { ...row, outcome: outcome ?? 'cancelled', message: errorMessage }
    : { ...row, outcome: 'cancelled', message: 'Where the run stands now could not be read.' };
}

/** One after the other, as the rate limit allows. Those whose stop request had no clear answer are asked again after a pause. */
async function serveAll({ context, inputs, tasks, rows }: Fleet, serve: Serve): Promise<void> {
  const { clock, stop } = context;
  const client = createClient({ ...context, ...inputs });
  const open = tasks.filter(({ state }) => !['idle', 'done'].includes(state.phase));
  const listed = await listedRuns(
    client,
    context,
    open.flatMap(({ state }) => state.runId ?? []),
  );
  const deadline = clock.now() + RUNS_MS;
  // The step itself has the summary, the comment and the commit status of all runs.
  const alone: Inputs = { ...inputs, summary: false, comment: false, commitStatus: null };
  const serveOne = async ({ key, saved, state }: Recorded): Promise<FleetRow> => {
    const host = quietHost({ state: (name) => saved[name] ?? '', saveState: () => undefined });
    const own = createContext({ ...context, host });
    own.inputs = alone;
    await serve({ context: own, inputs: alone, client, state, listed: listed.get(state.runId ?? Number.NaN) });
    own.close();
    const view = own.step.view();
    const message = view.errorMessage ?? standingText(view);
    return { ...Rows.rowOf(key, { view, passed: passOf(view.resultJson, inputs.outputSchema) }), message };
  };
  let due = open;
  for (const pauseMs of PAUSES_MS) {
    if (due.length > 0) await clock.sleep(pauseMs, stop);
    for (const task of due) {
      const waitMs = client.readDelay(2);
      if (clock.now() + waitMs >= deadline) return;
      if (waitMs > 0) await clock.sleep(waitMs, stop);
      rows.set(task.key, await serveOne(task));
    }
    due = due.filter(({ key }) => rows.get(key)?.stopped === 'unknown');
  }
}

/** What the list of runs tells of these runs, in a few requests. */
async function listedRuns(
  service: ServiceClient,
  { clock, stop }: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AgentRun>> {
  const found = new Map<number, AgentRun>();
  const call = { signal: stop, deadline: clock.now() + LIST_MS };
  try {
    for (let page = 0; ids.length > 2 && page < PAGES_MOST && found.size < ids.length; page += 1) {
      const { items, next } = await service.published.runs({ skip: page * PAGE, limit: PAGE }, call);
      for (const run of items) if (ids.includes(run.id)) found.set(run.id, run);
      if (next === null) break;
    }
  } catch (error) {
    // Without a list, the runs are read one by one.
    if (!(error instanceof ServiceError)) throw error;
  }
  return found;
}

const killed = (rows: readonly FleetRow[]): string =>
  `The step was killed. ${Rows.sentence(rows, { isCut: true, isLast: true })}`;

/** Says where the runs stand, wherever the killed step could not. */
async function tell({ context, inputs, state, tasks, left, isKilled, ...fleet }: Fleet): Promise<void> {
  const { host, step, clock, stop } = context;
  const rows = [...fleet.rows.values()];
  const message = isKilled ? killed(rows) : Rows.stopsText(rows, { isLast: true });
  const { outcome = null, errorCode = null, errorMessage = null } = state;
  const end = isKilled
    ? { ...plainEnd('cancelled'), cutShort: message }
    : { ...plainEnd(outcome === null || outcome === 'running' ? 'cancelled' : outcome), errorCode, errorMessage };
  const { beganAt, endedAt } = timesOf(clock, state);
  step.dispatch({ type: 'begin', runId: null, at: beganAt });
  step.dispatch({ type: 'ended', end, at: endedAt });
  if (isKilled) {
    for (const row of rows) host.line(logInline(` ${row.key}: ${row.message ?? row.outcome}`));
    host.warning(annotation(message), TITLE);
  } else if (message !== '') host.notice(annotation(message), { title: 'Agent runs: stop' });
  if (left.has('summary') && inputs.summary)
    host.summary(fleetSummary({ rows, view: step.view(), runsFile: null, note: message }));
  const render: OpenOptions['render'] = (view, options) => fleetComment({ rows, view }, options);
  const thread = left.has('comment') ? await openThread({ ...context, inputs }, { afterwards: true, render }) : null;
  const runId = rows.find((row) => row.runId !== null)?.runId ?? null;
  const isUnsure = runId === null && rows.some(Rows.mayExist);
  const otherwise = (): Said => finalStatus(inputs, { rows, tasks });
  await within({ clock, ms: TELL_MS, signal: stop }, (signal) =>
    Promise.all([
      isUnsure ? thread?.sayMayExist(signal) : thread?.finish({ ...step.view(), runId }, { budgetMs: TELL_MS }),
      left.has('status') ? endLeftStatus(context, { inputs, state, otherwise, signal }) : null,
    ]),
  );
}

/** The final commit status if the killed step had none. A success only if every run is known to have succeeded. */
function finalStatus(
  { outputSchema, expect }: Inputs,
  { rows, tasks }: { readonly rows: readonly FleetRow[]; readonly tasks: readonly Recorded[] },
): Said {
  const outcome = Rows.fleetOutcome(rows);
  const isUnchecked = tasks.some(({ state }) => (state.outcome ?? null) === null);
  if (outcome === 'succeeded' && isUnchecked && (outputSchema !== null || expect !== 'none'))
    return { state: 'error', description: 'The runs ended, but the step was killed before all answers were checked' };
  return statusOfMany({ ...Rows.tallyOf(rows), outcome, durationMs: 0 });
}
