/**
 * The post step of a step with many runs (contract 7.3, 13): serves each run as that of a single step, and says where all of them stand.
 */
import { createContext, type Context, type Ports } from '../context.ts';
import type { Said } from '../github/commit-status.ts';
import { parseInputs, type Inputs } from '../inputs/parse.ts';
import { unreadInputs } from '../inputs/reader.ts';
import { standingText } from '../report/ending.ts';
import { LEFTOVERS, readRunState, type Leftover, type RunState } from '../runner/saved-state.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import { createClient, type ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { AgentRun } from '../service/schema.ts';
import { endLeftStatus } from '../report/step-commit-status.ts';
import { plainEnd } from '../run/failure.ts';
import { counted, joined } from '../safe/format.ts';
import { within } from '../runner/within.ts';
import { openThread } from '../thread/thread.ts';
import { quietHost, readJournal, type SavedState } from './journal.ts';
import { fleetOutcome, rowOf, rowStart, statusOfRows, stopsText, type FleetRow } from './rows.ts';
import { fleetComment, fleetSummary } from './summary.ts';

/** For the comment and the commit status. */
const TELL_MS = 8_000;
/** For all runs together. Requests respect the rate limit, which the killed step may have used up. */
const RUNS_MS = 180_000;
const PAUSES_MS = [0, 5_000, 30_000];
const LIST_MS = 5_000;
const PAGE = 100;
const PAGES_MOST = 10;
const TITLE = { title: 'Agent runs: killed' };

/** Serves one run as the post step of a single run does, and returns what is known of it then. */
type Serve = (left: {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly client: ServiceClient;
  readonly state: RunState;
}) => Promise<RunState>;

/** A task as the journal has it, and what is known of it after it was served. */
interface Served {
  readonly before: RunState;
  readonly row: FleetRow;
}

export async function postFleet(ports: Ports, state: RunState, serve: Serve): Promise<void> {
  const { host } = ports;
  const isKilled = state.phase === 'fleet';
  const states = journalOf(ports, state);
  const parsed = parseInputs({ ...ports, input: (name) => host.input(name), afterwards: true });
  if (states.size === 0) {
    const lost =
      'What it had started could not be recorded, for example because the disk was full: look at the list of runs in the web interface of the service before you run it again.';
    host.warning(annotation(`The step was killed. ${lost}`), TITLE);
    return;
  }
  if (!parsed.ok) {
    const told = isKilled ? `${sentenceOf([...states].map(([key, saved]) => unserved(key, saved)))} ` : '';
    host.warning(annotation(`${told}${unreadInputs(parsed.problems)}`), TITLE);
    return;
  }
  const { inputs } = parsed;
  const context = createContext(ports, { orgId: inputs.orgId });
  context.inputs = inputs;
  const left = new Set<string>(isKilled ? LEFTOVERS : (state.left ?? '').split(','));
  const served = await serveAll({ context, inputs, serve }, isKilled || left.has('stop') ? states : new Map());
  const all = [...states].map(([key, saved]) => served.get(key) ?? unserved(key, saved));
  await tell({ context, inputs, state, left: left as ReadonlySet<Leftover>, isKilled }, all);
  context.close();
}

function journalOf({ files }: Ports, { journal }: RunState): ReadonlyMap<string, SavedState> {
  const path = journal ?? '';
  return files.isFile(path) ? readJournal(files.readText(path)) : new Map();
}

function runStateOf(saved: SavedState): RunState {
  return readRunState({ state: (name) => saved[name] ?? '' }) ?? { phase: 'idle' };
}

interface Serving {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly serve: Serve;
}

/** One after the other, as the rate limit allows. Those whose stop request had no clear answer are asked again after a pause. */
async function serveAll(
  serving: Serving,
  states: ReadonlyMap<string, SavedState>,
): Promise<ReadonlyMap<string, Served>> {
  const { context, inputs } = serving;
  const { clock, stop } = context;
  const service = createClient({ ...context, ...inputs });
  const open = [...states].filter(([, saved]) => !['idle', 'done'].includes(runStateOf(saved).phase));
  const ids = open.flatMap(([, saved]) => runStateOf(saved).runId ?? []);
  const client = knowing(await listed(service, context, ids), service);
  const deadline = clock.now() + RUNS_MS;
  const served = new Map<string, Served>();
  for (const pauseMs of PAUSES_MS) {
    const due = open.filter(([key]) => !served.has(key) || served.get(key)?.row.stopped === 'unknown');
    if (due.length > 0) await clock.sleep(pauseMs, stop);
    for (const [key, saved] of due) {
      const waitMs = client.readDelay(2);
      if (clock.now() + waitMs >= deadline) break;
      if (waitMs > 0) await clock.sleep(waitMs, stop);
      served.set(key, await serveOne(serving, { key, saved, client }));
    }
  }
  return served;
}

async function serveOne(
  { context, inputs, serve }: Serving,
  { key, saved, client }: { readonly key: string; readonly saved: SavedState; readonly client: ServiceClient },
): Promise<Served> {
  const before = runStateOf(saved);
  const host = quietHost({ state: (name) => saved[name] ?? '', saveState: () => undefined });
  const own = createContext({ ...context, host });
  // The step itself has the summary, the comment and the commit status of all runs.
  const alone: Inputs = { ...inputs, summary: false, comment: false, commitStatus: null };
  own.inputs = alone;
  await serve({ context: own, inputs: alone, client, state: before });
  own.close();
  const view = own.step.view();
  const row = rowOf(key, { state: own.step.state, view, schema: inputs.outputSchema });
  return { before, row: { ...row, message: own.step.state.errorMessage ?? standingText(view) } };
}

/** A task as the journal tells it: one that had ended or was not started, or one that could not be read. */
function unserved(key: string, saved: SavedState): Served {
  const before = runStateOf(saved);
  const { phase, runId = null, webUrl = null, outcome = null, errorCode = null, errorMessage = null } = before;
  const row = { ...rowStart(key), runId, webUrl, errorCode };
  if (phase === 'idle') return { before, row: { ...row, outcome: 'skipped', message: 'Not started.' } };
  const passed = saved['passed'] === 'true' ? true : saved['passed'] === 'false' ? false : null;
  if (phase === 'done' || (outcome !== null && outcome !== 'running'))
    return { before, row: { ...row, passed, outcome: outcome ?? 'cancelled', message: errorMessage } };
  return { before, row: { ...row, outcome: 'cancelled', message: 'Where the run stands now could not be read.' } };
}

/** What the list of runs tells of these runs, in a few requests. */
async function listed(
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

function knowing(runs: ReadonlyMap<number, AgentRun>, service: ServiceClient): ServiceClient {
  return {
    ...service,
    run: (runId, call) => {
      const known = runs.get(runId);
      return known === undefined ? service.run(runId, call) : Promise.resolve(known);
    },
  };
}

interface Telling {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly state: RunState;
  readonly left: ReadonlySet<Leftover>;
  readonly isKilled: boolean;
}

/** Says where the runs stand, wherever the killed step could not. */
async function tell({ context, inputs, state, left, isKilled }: Telling, all: readonly Served[]): Promise<void> {
  const { host, step, clock, stop, event } = context;
  const rows = all.map(({ row }) => row);
  const stops = stopsText(rows, { isLast: true });
  const message = isKilled ? joined([sentenceOf(all), stops], ' ') : stops;
  const { outcome = 'cancelled', errorCode = null, errorMessage = null } = state;
  const known = outcome === null || outcome === 'running' || isKilled ? plainEnd('cancelled') : plainEnd(outcome);
  const end = isKilled ? { ...known, cutShort: message } : { ...known, errorCode, errorMessage };
  step.dispatch({ type: 'ended', end, at: clock.now() });
  if (isKilled) {
    for (const row of rows) host.line(logInline(` ${row.key}: ${row.message ?? row.outcome}`));
    host.warning(annotation(message), TITLE);
  } else if (stops !== '') host.notice(annotation(stops), { title: 'Agent runs: stop' });
  if (left.has('summary') && inputs.summary)
    await host.summary(fleetSummary({ rows, view: step.view(), runsFile: null, note: message }));
  const onComment = (): void => undefined;
  const thread = left.has('comment')
    ? await openThread(
        { ...context, inputs, event, onComment },
        {
          afterwards: true,
          render: (view, options) => fleetComment({ rows, view, note: step.state.cutShort }, options),
        },
      )
    : null;
  const runId = rows.find((row) => row.runId !== null)?.runId ?? null;
  const otherwise = (): Said => statusAfterwards(inputs, all);
  await within({ clock, ms: TELL_MS, signal: stop }, (signal) =>
    Promise.all([
      thread?.finish({ ...step.view(), runId }, { budgetMs: TELL_MS }),
      left.has('status') ? endLeftStatus(context, { inputs, state, otherwise, signal }) : null,
    ]),
  );
}

const isOpen = ({ before, row }: Served): boolean =>
  before.phase === 'sending' || (before.phase === 'running' && row.outcome === 'cancelled');

function sentenceOf(all: readonly Served[]): string {
  const count = (is: (served: Served) => boolean): number => all.filter(is).length;
  const hadEnded = ({ before }: Served): boolean => before.phase === 'done' || before.phase === 'ended';
  const idle = ({ before }: Served): boolean => before.phase === 'idle';
  const unsure = ({ before, row }: Served): boolean => before.phase === 'sending' && row.runId === null;
  const open = count((one) => isOpen(one) && !unsure(one));
  const parts = [
    [count(hadEnded), 'had ended before'],
    [count((one) => !hadEnded(one) && !idle(one) && !isOpen(one)), 'ended since'],
    [open, 'may go on'],
    [count(unsure), 'may or may not have been sent'],
    [count(idle), 'not started'],
  ] as const;
  const said = parts.flatMap(([number, words]) => (number > 0 ? [`${number} ${words}`] : []));
  const collect =
    open === 0 ? '' : ' Collect the runs with tasks of `key` and `agent_run_id` alone; the job summary lists them.';
  return `The step was killed while it followed ${counted(all.length, 'task')}. ${said.join(', ')}.${collect}`;
}

/** The final commit status if the killed step had none. A success only if every run is known to have succeeded. */
function statusAfterwards({ outputSchema, expect }: Inputs, all: readonly Served[]): Said {
  const rows = all.map(({ row }) => row);
  const outcome = all.some(isOpen) ? 'cancelled' : fleetOutcome(rows);
  const isUnchecked = all.some(({ before }) => before.phase !== 'done' && before.phase !== 'ended');
  if (outcome === 'succeeded' && isUnchecked && (outputSchema !== null || expect !== 'none'))
    return { state: 'error', description: 'The runs ended, but the step was killed before all answers were checked' };
  return statusOfRows(rows, { outcome, durationMs: 0 });
}
