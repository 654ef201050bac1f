/** A step with `tasks`: many runs instead of one, from the first request to the outputs (contract 13). */
import { dirname } from 'node:path';
import type { Inputs } from '../inputs/parse.ts';
import type { Task } from '../inputs/tasks.ts';
import { withoutRepository } from '../organization/wording.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import type { StepView } from '../report/step-view.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { LIMITS } from '../service/rate-limit.ts';
import { openCommitStatus } from '../session/commit-status.ts';
import { temporaryFile } from '../session/reporters.ts';
import { counted } from '../shared/format.ts';
import type { OutputSchema } from '../structured-output/index.ts';
import { openThread, type Thread } from '../thread/thread.ts';
import type { Ports } from '../context.ts';
import { concludeFleet, type FleetScene } from './conclude.ts';
import { Fleet } from './fleet.ts';
import { Journal } from './journal.ts';
import { fleetComment } from './telling/comment.ts';
import { countsLine, endLine } from './telling/progress.ts';
import { statusOfRows } from './telling/status.ts';

export interface FleetOrder {
  readonly inputs: Inputs;
  readonly schema: OutputSchema | null;
  readonly tasks: readonly Task[];
}

const PROGRESS_MS = 30_000;
/** The runner shows at most ten annotations per step. */
const WARNINGS_MOST = 5;

/** The work of the step, and how to finish it however it ends. */
export interface FleetStep {
  run(): Promise<void>;
  conclude(): Promise<void>;
}

export async function prepareFleet(scene: FleetScene, order: FleetOrder): Promise<FleetStep> {
  const { ports, event, step } = scene;
  const { inputs, schema, tasks } = order;
  const { host, clock } = ports;
  const paths = pathsOf(scene);
  ports.files.makeDirectory(dirname(paths.journal));
  const repositories = [inputs.repo, ...tasks.map(({ own }) => own.repo ?? null)].filter((name) => name !== null);
  step.dispatch({ type: 'asked', orgId: inputs.orgId, repositories: [...new Set(repositories)] });
  step.dispatch({ type: 'begin', runId: null, at: scene.startedAt });
  const keys = tasks.map(({ key }) => key);
  const journal = new Journal(ports.files, paths.journal, keys);
  saveRunState(host, { phase: 'fleet', journal: paths.journal });
  const view = (): StepView => ({
    ...step.view(),
    runId: fleet.rows().find(({ runId }) => runId !== null)?.runId ?? null,
  });
  const warn = (message: string): void => step.warn(message);
  const onComment = (commentUrl: string): void => step.dispatch({ type: 'wrote', commentUrl });
  const thread = await openThread(
    { ...ports, inputs, event, warn, onComment },
    { render: (shown, options) => fleetComment({ rows: fleet.rows(), view: shown, note: shown.cutShort }, options) },
  );
  const status = openCommitStatus({ ...ports, event, step }, inputs);
  const elapsedMs = (): number => clock.now() - scene.startedAt;
  let started = false;
  const fleet: Fleet = new Fleet({
    ...{ ports, event, inputs, schema, tasks, journal },
    provenance: step.state.provenance,
    tracePath: inputs.otlp ? paths.trace : null,
    warn: warnOnce(scene),
    onStarted: () => {
      if (started) return;
      started = true;
      thread?.update(view());
      status?.begin(view(), statusOfRows(fleet.rows(), { outcome: 'running', durationMs: elapsedMs(), schema: null }));
    },
    onEnd: (row, ended) => host.line(endLine(row, { ended, tasks: tasks.length, elapsedMs: elapsedMs() })),
  });
  return {
    run: async () => {
      host.line(logInline(openingLine(order)));
      sayWithoutRepository(host, tasks);
      const done = new AbortController();
      const progress = tell(scene, { fleet, thread, view, done: done.signal, elapsedMs });
      try {
        await fleet.run();
      } finally {
        done.abort();
        await progress;
      }
    },
    conclude: () => {
      const rows = fleet.rows();
      return concludeFleet({ ...scene, inputs, thread, status, view, rows, heads: fleet.heads(), paths });
    },
  };
}

function sayWithoutRepository(host: Ports['host'], tasks: FleetOrder['tasks']): void {
  const some = tasks.filter(({ own }) => own.repo === null && own.repoId === null && own.agentRunId === null).length;
  if (some === 0) return;
  const message = withoutRepository({ some, all: tasks.length });
  host.notice(annotation(message), { title: 'Agent runs: repository' });
}

/**
 * A warning common to several runs is printed once, also if it names the address of each run's endpoint. The reports of
 * the runs contain each of them.
 */
function warnOnce({ step }: FleetScene): (message: string) => void {
  const said = new Set<string>();
  return (message) => {
    const common = message.replace(/\/run\/\d+/g, '/run');
    if (said.has(common) || said.size >= WARNINGS_MOST) return;
    said.add(common);
    step.warn(message);
  };
}

/** Other steps of the job may be fleets as well. */
function pathsOf({ ports }: FleetScene): Record<'journal' | 'runs' | 'report' | 'trace', string> {
  const name = `agent-runs-${ports.uuid().slice(0, 8)}`;
  const path = (ending: string): string => temporaryFile(ports.env, `${name}${ending}`);
  return {
    journal: path('-state.jsonl'),
    runs: path('.jsonl'),
    report: path('.html'),
    trace: path('-otlp.jsonl'),
  };
}

function openingLine({ tasks, inputs }: FleetOrder): string {
  const { maxParallel, wait, orgId } = inputs;
  const parallel = maxParallel === null ? '' : `, ${counted(maxParallel, 'run')} at a time`;
  const until = wait ? 'until all have ended' : 'until all are started (wait: false)';
  return `${counted(tasks.length, 'task')} in organization ${orgId}${parallel}, ${until}. Each run has its own log file.`;
}

interface Telling {
  readonly fleet: Fleet;
  readonly thread: Thread | null;
  readonly view: () => StepView;
  readonly done: AbortSignal;
  readonly elapsedMs: () => number;
}

/** Regularly reports counts in the job log and the comment. */
async function tell({ ports }: FleetScene, { fleet, thread, view, done, elapsedMs }: Telling): Promise<void> {
  let said = '';
  while (!done.aborted) {
    try {
      await ports.clock.sleep(PROGRESS_MS, done);
    } catch {
      return;
    }
    const rows = fleet.rows();
    const outcomes = rows.map(({ outcome }) => outcome).join();
    if (outcomes === said) continue;
    said = outcomes;
    ports.host.line(countsLine(rows, { elapsedMs: elapsedMs(), perMinute: LIMITS.creation.requests }));
    thread?.update(view());
  }
}
