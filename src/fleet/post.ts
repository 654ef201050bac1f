/**
 * The post step of a step with many runs (contract 7.3, 13): serves each run as that of a single step, and says where all of them stand.
 */
import { createContext, type Context, type Ports } from '../context.ts';
import type { Said } from '../github/commit-status.ts';
import { parseInputs, type Inputs } from '../inputs/parse.ts';
import { unreadInputs } from '../inputs/reader.ts';
import { standingText } from '../report/ending.ts';
import { LEFTOVERS, readRunState, type RunState } from '../runner/saved-state.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import { createClient, type ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { AgentRun } from '../service/schema.ts';
import { endLeftStatus } from '../report/step-commit-status.ts';
import { plainEnd } from '../run/failure.ts';
import { counted, joined } from '../safe/format.ts';
import { within } from '../runner/within.ts';
import { openThread, type OpenOptions } from '../thread/thread.ts';
import { quietHost, readJournal, type SavedState } from './journal.ts';
import { finalRow, fleetOutcome, rowOf, rowStart, statusOfRows, stopsText, type FleetRow } from './rows.ts';
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
const LOST =
  'What it had started could not be recorded, for example because the disk was full: look at the list of runs in the web interface of the service before you run it again.';
const PASSED: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Serves one run as the post step of a single run does. */
type Serve = (left: {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly client: ServiceClient;
  readonly state: RunState;
  readonly listed?: AgentRun | undefined;
}) => Promise<unknown>;

interface Fleet {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly state: RunState;
  /** The step was killed while it followed its runs. Otherwise it ended in order and left a list. */
  readonly isKilled: boolean;
  readonly left: ReadonlySet<string>;
}

/** How the sentence about all tasks counts one. */
const WORDS = {
  before: 'had ended before',
  since: 'ended since',
  open: 'may go on',
  unsure: 'may or may not have been sent',
  idle: 'not started',
} as const;

/** A task as the journal has it, and what is known of it after it was served. */
interface Served {
  readonly row: FleetRow;
  readonly standing: keyof typeof WORDS;
}

export async function postFleet(ports: Ports, state: RunState, serve: Serve): Promise<void> {
  const { host, files } = ports;
  const isKilled = state.phase === 'fleet';
  const path = state.journal ?? '';
  const states: ReadonlyMap<string, SavedState> = files.isFile(path) ? readJournal(files.readText(path)) : new Map();
  if (states.size === 0) {
    host.warning(annotation(`The step was killed. ${LOST}`), TITLE);
    return;
  }
  const recorded = [...states].map(([key, saved]) => unserved(key, saved));
  const parsed = parseInputs({ ...ports, input: (name) => host.input(name), afterwards: true });
  if (!parsed.ok) {
    const told = isKilled ? `${sentenceOf(recorded)} ` : '';
    host.warning(annotation(`${told}${unreadInputs(parsed.problems)}`), TITLE);
    return;
  }
  const { inputs } = parsed;
  const context = createContext(ports, { orgId: inputs.orgId });
  context.inputs = inputs;
  const left = new Set<string>(isKilled ? LEFTOVERS : (state.left ?? '').split(','));
  const fleet = { context, inputs, state, isKilled, left };
  const served = isKilled || left.has('stop') ? await serveAll(fleet, { states, serve }) : new Map<string, Served>();
  await tell(
    fleet,
    recorded.map((one) => served.get(one.row.key) ?? one),
  );
  context.close();
}

function runStateOf(saved: SavedState): RunState {
  return readRunState({ state: (name) => saved[name] ?? '' }) ?? { phase: 'idle' };
}

function standingOf({ phase }: RunState, { runId, outcome }: FleetRow): Served['standing'] {
  if (phase === 'idle') return 'idle';
  if (phase === 'done' || phase === 'ended') return 'before';
  if (phase === 'sending') return runId === null ? 'unsure' : 'open';
  return outcome === 'cancelled' ? 'open' : 'since';
}

/** A task as the journal tells it: one that had ended or was not started, or one that could not be read. */
function unserved(key: string, saved: SavedState): Served {
  const state = runStateOf(saved);
  const { phase, runId = null, webUrl = null, outcome = null, errorCode = null, errorMessage = null } = state;
  const known = { ...rowStart(key), runId, webUrl, errorCode, passed: PASSED[saved['passed'] ?? ''] ?? null };
  const isOver = phase === 'done' || (outcome !== null && outcome !== 'running');
  const row: FleetRow =
    phase === 'idle'
      ? finalRow(known, 'Not started.')
      : isOver
        ? { ...known, outcome: outcome ?? 'cancelled', message: errorMessage }
        : { ...known, outcome: 'cancelled', message: 'Where the run stands now could not be read.' };
  return { row, standing: standingOf(state, row) };
}

interface Serving {
  readonly states: ReadonlyMap<string, SavedState>;
  readonly serve: Serve;
}

/** One after the other, as the rate limit allows. Those whose stop request had no clear answer are asked again after a pause. */
async function serveAll({ context, inputs }: Fleet, { states, serve }: Serving): Promise<ReadonlyMap<string, Served>> {
  const { clock, stop } = context;
  const client = createClient({ ...context, ...inputs });
  const open = [...states].filter(([, saved]) => !['idle', 'done'].includes(runStateOf(saved).phase));
  const ids = open.flatMap(([, saved]) => runStateOf(saved).runId ?? []);
  const listed = await listedRuns(client, context, ids);
  const deadline = clock.now() + RUNS_MS;
  const served = new Map<string, Served>();
  // The step itself has the summary, the comment and the commit status of all runs.
  const alone: Inputs = { ...inputs, summary: false, comment: false, commitStatus: null };
  const serveOne = async (key: string, saved: SavedState): Promise<Served> => {
    const state = runStateOf(saved);
    const host = quietHost({ state: (name) => saved[name] ?? '', saveState: () => undefined });
    const own = createContext({ ...context, host });
    own.inputs = alone;
    await serve({ context: own, inputs: alone, client, state, listed: listed.get(state.runId ?? Number.NaN) });
    own.close();
    const view = own.step.view();
    const row = rowOf(key, { state: own.step.state, view, schema: inputs.outputSchema });
    const message = own.step.state.errorMessage ?? standingText(view);
    return { row: { ...row, message }, standing: standingOf(state, row) };
  };
  for (const pauseMs of PAUSES_MS) {
    const due = open.filter(([key]) => !served.has(key) || served.get(key)?.row.stopped === 'unknown');
    if (due.length > 0) await clock.sleep(pauseMs, stop);
    for (const [key, saved] of due) {
      const waitMs = client.readDelay(2);
      if (clock.now() + waitMs >= deadline) break;
      if (waitMs > 0) await clock.sleep(waitMs, stop);
      served.set(key, await serveOne(key, saved));
    }
  }
  return served;
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

/** Says where the runs stand, wherever the killed step could not. */
async function tell({ context, inputs, state, left, isKilled }: Fleet, all: readonly Served[]): Promise<void> {
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
  const render: OpenOptions['render'] = (view, options) =>
    fleetComment({ rows, view, note: step.state.cutShort }, options);
  const ports = { ...context, inputs, event, onComment: () => undefined };
  const thread = left.has('comment') ? await openThread(ports, { afterwards: true, render }) : null;
  const runId = rows.find((row) => row.runId !== null)?.runId ?? null;
  const isUnsure = runId === null && all.some(({ standing }) => standing === 'unsure');
  const budget = { budgetMs: TELL_MS };
  const otherwise = (): Said => statusAfterwards(inputs, all);
  await within({ clock, ms: TELL_MS, signal: stop }, (signal) =>
    Promise.all([
      isUnsure ? thread?.sayMayExist(signal) : thread?.finish({ ...step.view(), runId }, budget),
      left.has('status') ? endLeftStatus(context, { inputs, state, otherwise, signal }) : null,
    ]),
  );
}

function sentenceOf(all: readonly Served[]): string {
  const count = (wanted: string): number => all.filter(({ standing }) => standing === wanted).length;
  const said = Object.entries(WORDS).flatMap(([standing, words]) =>
    count(standing) > 0 ? [`${count(standing)} ${words}`] : [],
  );
  const collect =
    count('open') === 0
      ? ''
      : ' Collect the runs with tasks of `key` and `agent_run_id` alone; the job summary lists them.';
  return `The step was killed while it followed ${counted(all.length, 'task')}. ${said.join(', ')}.${collect}`;
}

/** The final commit status if the killed step had none. A success only if every run is known to have succeeded. */
function statusAfterwards({ outputSchema, expect }: Inputs, all: readonly Served[]): Said {
  const rows = all.map(({ row }) => row);
  const isOpen = all.some(({ standing }) => standing === 'open' || standing === 'unsure');
  const outcome = isOpen ? 'cancelled' : fleetOutcome(rows);
  const isUnchecked = all.some(({ standing }) => standing !== 'before');
  if (outcome === 'succeeded' && isUnchecked && (outputSchema !== null || expect !== 'none'))
    return { state: 'error', description: 'The runs ended, but the step was killed before all answers were checked' };
  return statusOfRows(rows, { outcome, durationMs: 0 });
}
