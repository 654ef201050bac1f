/**
 * The post step of a step with many runs (contract 7.3, 13): serves each run as that of a single
 * step, and says where all of them stand.
 */
import type { Agent, RunId, RunShown } from '../agents/port.ts';
import { createContext, openAgent, timesOf, type Context, type Ports } from '../context.ts';
import type { Provenance } from '../github/provenance.ts';
import { parseInputs, type Inputs, type InputSources } from '../inputs/parse.ts';
import { inputsToDrop } from '../inputs/named-run.ts';
import { unreadInputs } from '../inputs/reader.ts';
import { readTasks, taskFormat } from '../inputs/tasks.ts';
import { readKeptWork } from '../report/kept-work.ts';
import { standingText, STEP_KILLED } from '../report/next-steps.ts';
import { isStoppedAtBudget, readRunState, type SavedRunState } from '../runner/saved-state.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import { joined } from '../safe/text.ts';
import { ServiceError } from '../http/errors.ts';
import type { StepView } from '../report/step-view.ts';
import { passOf } from '../report/step-commit-status.ts';
import { plainEnd } from '../run/failure.ts';
import type { PostReport } from '../step/sinks.ts';
import { isClearStop } from '../step/stop.ts';
import { readJournal, type SavedState } from './journal.ts';
import { readKept, type KeptRow } from './kept-row.ts';
import * as Rows from './rows.ts';
import { fleetTelling } from './telling.ts';

/**
 * For all runs together. Requests respect the rate limit, which the killed step may have used up.
 */
const RUNS_MS = 180_000;
/** Before each round of requests. The main step may have used up the rate limit of a minute. */
const ROUND_PAUSES_MS = [0, 5_000, 30_000];
/** For the list of runs, from its first page on. */
const LIST_MS = 5_000;
const PAGES_MOST = 10;
/** So many runs are worth the requests for the list. */
const LISTED_LEAST = 3;
const TITLE = { title: 'Agent runs: killed' };
const LOST =
  'What it had started could not be recorded, for example because the disk was full: ' +
  'look in the web interface of the service which runs there are before you run it again.';

/** A task as the journal has it. */
interface Recorded {
  readonly key: string;
  readonly state: SavedRunState;
  /** Null if the task was not over, or what was kept of it cannot be read. */
  readonly kept: KeptRow | null;
}

interface Fleet {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly tasks: readonly Recorded[];
  /** What is known of each task, in their order. */
  readonly rows: Map<string, Rows.TaskRow>;
}

/** What a killed step left of one run, and the agent with which that is finished. */
export interface LeftRun {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly state: SavedRunState;
  readonly agent: Agent;
}

export interface PostFound extends PostReport {
  /** Where the run stands, or the runs, and what became of the request to stop it. */
  readonly standing: string;
  /** Whether the service was asked to stop a run. */
  readonly hasAsked: boolean;
}

/** Serves one run as the post step of a single run does. */
type Serve = (left: LeftRun) => Promise<Pick<PostFound, 'hasAsked'>>;

/** Null if nothing can be found out. Then all that is known was said. */
export async function postFleet(
  ports: Ports,
  state: SavedRunState,
  serve: Serve,
): Promise<PostFound | null> {
  const { host } = ports;
  const sources = { ...ports, input: (name: string) => host.input(name), afterwards: true };
  await keepSecretsOfTasks(sources);
  const isKilled = state.phase === 'fleet';
  const tasks = recordedTasks(ports, state.journal ?? '');
  if (tasks.length === 0) {
    host.warning(annotation(`${STEP_KILLED} ${LOST}`), TITLE);
    return null;
  }
  const context = createContext(ports);
  const { step } = context;
  const { inputs, problems } = parseInputs(sources);
  step.dispatch({ type: 'asked', ...ofEveryRun(inputs) });
  const known = new Map(tasks.map((task) => [task.key, unserved(task, step.view())]));
  const standingOf = (): string =>
    Rows.sentence([...known.values()], { isCut: true, isLast: true });
  if (problems.length > 0) {
    const told = isKilled ? `${STEP_KILLED} ${standingOf()} ` : '';
    host.warning(annotation(`${told}${unreadInputs(problems)}`), TITLE);
    return null;
  }
  const hasAsked = await serveAll({ context, inputs, tasks, rows: known }, serve);
  const rows = [...known.values()];
  const standing = standingOf();
  const cutShort = isKilled ? STEP_KILLED : (state.cutShort ?? null);
  const note = joined([cutShort ?? '', standing], ' ');
  replayEnd(context, { state, rows, cutShort });
  if (isKilled) {
    for (const { key, message, outcome: how } of rows) {
      host.line(logInline(` ${key}: ${message ?? how}`));
    }
  }
  const telling = fleetTelling({
    view: () => ({ rows, step: step.view(), runsFile: null, note }),
    files: [],
    leavesRuns: () => false,
  });
  return {
    context,
    inputs,
    state,
    standing,
    hasAsked,
    telling,
  };
}

/** What a task brings for its run is a secret here too. Nothing else of the tasks is needed. */
async function keepSecretsOfTasks(sources: InputSources): Promise<void> {
  const format = await taskFormat(sources.input('tasks'));
  if (format !== null) {
    readTasks(sources, { format, known: [] });
  }
}

/** The step's own end, as far as the saved state tells it. Of a killed step that of its runs. */
function replayEnd(
  { step, clock }: Context,
  {
    state,
    rows,
    cutShort,
  }: {
    readonly state: SavedRunState;
    readonly rows: readonly Rows.TaskRow[];
    readonly cutShort: string | null;
  },
): void {
  const { outcome = null, errorCode = null, errorMessage = null } = state;
  const isOpen = outcome === null || outcome === 'running';
  const ended = plainEnd(isOpen ? Rows.fleetOutcome(rows) : outcome);
  const { beganAt, endedAt } = timesOf(clock, state);
  step.dispatch({ type: 'begin', runId: null, at: beganAt });
  step.dispatch({
    type: 'ended',
    end: { ...ended, cutShort, errorCode, errorMessage },
    at: endedAt,
  });
}

/** None if the journal is not there. */
function recordedTasks({ files }: Ports, path: string): readonly Recorded[] {
  return files.isFile(path) ? [...readJournal(files.readText(path))].map(recordedOf) : [];
}

function recordedOf([key, saved]: readonly [string, SavedState]): Recorded {
  return {
    key,
    state: readRunState({ state: (name) => saved[name] ?? '' }) ?? { phase: 'idle' },
    kept: readKept(saved['row'] ?? ''),
  };
}

/**
 * A task as the journal tells it: one that had ended or was not started, or one that could not be
 * read.
 */
function unserved({ key, state, kept }: Recorded, view: StepView): Rows.TaskRow {
  const {
    phase,
    runId = null,
    webUrl = null,
    outcome = null,
    errorCode = null,
    errorMessage = null,
  } = state;
  const row: Rows.TaskRow = {
    ...Rows.rowStart(key, view),
    ...readKeptWork(state.work ?? null),
    runId,
    webUrl,
    standing: 'not_known',
    errorCode,
    stopped: state.stopped ?? null,
    stoppedAtBudget: isStoppedAtBudget(state),
    durationMs: state.durationMs ?? 0,
  };
  if (phase === 'idle') {
    return Rows.finalRow(row, 'Not started.');
  }
  const isOver = phase === 'done' || outcome !== null;
  const unread = runId === null ? 'Where the run stands now could not be read.' : standingText(row);
  const message = isOver ? errorMessage : unread;
  const provenance = { ...row.provenance, ...kept?.about };
  return { ...row, outcome: outcome ?? 'cancelled', message, ...kept?.row, provenance };
}

/** What the inputs say of the origin of each run. */
function ofEveryRun(inputs: Inputs): Pick<Provenance, 'service' | 'toDrop'> {
  return { service: inputs.service, toDrop: inputsToDrop(inputs) };
}

/** Whether the main step may have left a run at work, whose end it did not see. */
function isOpen({ state }: Pick<Recorded, 'state'>): boolean {
  const { phase, runId = null, cutShort = null } = state;
  return isDone({ state }) ? runId !== null && cutShort !== null : phase !== 'idle';
}

/** Whether nothing is left but to read where the run stands. */
function isDone({ state: { phase } }: Pick<Recorded, 'state'>): boolean {
  return phase === 'done';
}

/**
 * One after the other, as the rate limit allows. Those whose stop request had no clear answer are
 * asked again after a pause. Returns whether the service was asked to stop a run.
 */
async function serveAll({ context, inputs, tasks, rows }: Fleet, serve: Serve): Promise<boolean> {
  const { clock, stop } = context;
  const left = tasks.filter(isOpen);
  // A read takes no request from what is still to be done.
  const open = left.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)));
  if (open.length === 0) {
    return false;
  }
  const opened = await openAgent(context, inputs);
  let hasAsked = false;
  const listed = await listedRuns(opened, { context, tasks: open });
  const deadline = clock.now() + RUNS_MS;
  const serveOne = async ({ key, state, kept }: Recorded, agent: Agent): Promise<Rows.TaskRow> => {
    const own = createContext(context);
    own.step.dispatch({ type: 'asked', ...ofEveryRun(inputs), ...kept?.about });
    const served = await serve({ context: own, inputs, agent, state });
    hasAsked ||= served.hasAsked;
    own.close();
    const view = own.step.view();
    const told = view.errorMessage === null || view.sending ? standingText(view) : '';
    const message = joined([told, view.errorMessage ?? ''], ' ');
    return {
      ...Rows.rowOf(key, view),
      message,
      passed: passOf(view.resultJson, inputs.outputSchema),
    };
  };
  let due = open;
  for (const [round, pauseMs] of ROUND_PAUSES_MS.entries()) {
    // What the list told is from before the first request to stop a run.
    const agent = round === 0 ? agentWithListed(opened, listed) : opened;
    if (due.length > 0) {
      await clock.sleep(pauseMs, stop);
    }
    for (const task of due) {
      const waitMs = agent.readDelay(2);
      if (clock.now() + waitMs >= deadline) {
        return hasAsked;
      }
      if (waitMs > 0) {
        await clock.sleep(waitMs, stop);
      }
      rows.set(task.key, await serveOne(task, agent));
    }
    due = due.filter(({ key }) => {
      const { stopped = null, standing } = rows.get(key) ?? {};
      const isUnclear = stopped !== null && !isClearStop(stopped) && standing !== 'ended';
      return isUnclear && inputs.onCancel === 'stop';
    });
  }
  return hasAsked;
}

/** What the list of runs tells of the tasks' runs, in a few requests. */
async function listedRuns(
  { standings }: Pick<Agent, 'standings'>,
  { context: { clock, stop }, tasks }: Pick<Fleet, 'context' | 'tasks'>,
): Promise<ReadonlyMap<RunId, RunShown>> {
  const wanted = new Set(tasks.flatMap(({ state }) => state.followed ?? state.runId ?? []));
  const found = new Map<RunId, RunShown>();
  const call = { signal: stop, deadline: clock.now() + LIST_MS };
  if (standings === undefined || wanted.size < LISTED_LEAST) {
    return found;
  }
  try {
    let isNews = true;
    for (let page = 0; isNews && page < PAGES_MOST && wanted.size > 0; page += 1) {
      const before = found.size;
      for (const [id, shown] of await standings([...wanted], call)) {
        if (shown !== null && wanted.delete(id)) {
          found.set(id, shown);
        }
      }
      isNews = found.size > before;
    }
  } catch (error) {
    // Without a list, the runs are read one by one.
    if (!(error instanceof ServiceError)) {
      throw error;
    }
  }
  return found;
}

/** The agent, which tells a run as the list has it. */
function agentWithListed(agent: Agent, listed: ReadonlyMap<RunId, RunShown>): Agent {
  return {
    ...agent,
    read: (id, call) => {
      const known = listed.get(id);
      return known === undefined ? agent.read(id, call) : Promise.resolve(known);
    },
  };
}
