/** A step with `tasks`: many runs instead of one, from the first request to the outputs (contract 13). */
import { dirname } from 'node:path';
import type { Inputs } from '../inputs/parse.ts';
import type { Task } from '../inputs/tasks.ts';
import { logInline } from '../report/sanitize/index.ts';
import type { StepView } from '../report/step-view.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { LIMITS } from '../service/rate-limit.ts';
import { temporaryFile } from '../session/reporters.ts';
import { counted } from '../shared/format.ts';
import type { OutputSchema } from '../structured-output/index.ts';
import { openThread, type Thread } from '../thread-comment/index.ts';
import { concludeFleet, type FleetScene } from './conclude.ts';
import { Fleet } from './fleet.ts';
import { Journal } from './journal.ts';
import { countsLine, endLine } from './progress.ts';
import { fleetTable } from './summary.ts';

export interface FleetOrder {
  readonly inputs: Inputs;
  readonly schema: OutputSchema | null;
  readonly tasks: readonly Task[];
}

const PROGRESS_MS = 30_000;
/** Rows in a comment, which holds 65,536 characters. */
const COMMENT_ROWS = 50;

/** The work of the step, and what is to be done at its end, whatever that is. */
export interface FleetStep {
  run(): Promise<void>;
  conclude(): Promise<void>;
}

export async function prepareFleet(scene: FleetScene, order: FleetOrder): Promise<FleetStep> {
  const { ports, event, step } = scene;
  const { inputs, schema, tasks } = order;
  const { host, clock, env } = ports;
  // Other steps of the job may be fleets as well.
  const name = `agent-runs-${ports.uuid().slice(0, 8)}`;
  const paths = {
    journal: temporaryFile(env, `${name}-state.jsonl`),
    runs: temporaryFile(env, `${name}.jsonl`),
    report: temporaryFile(env, `${name}.html`),
  };
  ports.files.makeDirectory(dirname(paths.journal));
  step.dispatch({ type: 'asked', orgId: inputs.orgId });
  step.dispatch({ type: 'begin', runId: null, at: scene.startedAt });
  const journal = new Journal(
    ports.files,
    paths.journal,
    tasks.map(({ key }) => key),
  );
  saveRunState(host, { phase: 'fleet', journal: paths.journal });
  const thread = await openThread({
    ...ports,
    inputs,
    event,
    warn: (message) => step.warn(message),
    onComment: (commentUrl) => step.dispatch({ type: 'wrote', commentUrl }),
  });
  const elapsedMs = (): number => clock.now() - scene.startedAt;
  const fleet = new Fleet({
    ...{ ports, event, inputs, schema, tasks, journal },
    provenance: step.state.provenance,
    onEnd: (row) => host.line(endLine(row, fleet.rows(), elapsedMs())),
  });
  const view = (): StepView => ({ ...step.view(), result: fleetTable(fleet.rows(), COMMENT_ROWS) });
  return {
    run: async () => {
      host.line(logInline(openingLine(order)));
      const done = new AbortController();
      const progress = tell(scene, { fleet, thread, view, done: done.signal, elapsedMs });
      try {
        await fleet.run();
      } finally {
        done.abort();
        await progress;
      }
    },
    conclude: () => concludeFleet({ ...scene, inputs, thread, view, rows: fleet.rows(), heads: fleet.heads(), paths }),
  };
}

function openingLine({ tasks, inputs }: FleetOrder): string {
  const { maxParallel, wait, orgId } = inputs;
  const parallel = maxParallel === null ? '' : `, ${counted(maxParallel, 'run')} at a time`;
  const until = wait ? 'until all have ended' : 'until all are started (wait: false)';
  return `${counted(tasks.length, 'task')} in organization ${orgId}${parallel}, ${until}. Each run's log is in a file of its own.`;
}

interface Telling {
  readonly fleet: Fleet;
  readonly thread: Thread | null;
  readonly view: () => StepView;
  readonly done: AbortSignal;
  readonly elapsedMs: () => number;
}

/** Counts now and then, in the job log and the comment. */
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
