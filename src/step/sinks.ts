/**
 * Every place where a step tells what happens, one row each: on the way, at the end, and after a
 * kill (contract 1.2, 7.3, 13). `Sinks` and the post step walk the list. A step with one run has
 * both halves of a sink; with many runs each has the halves for a run, and the step those for the
 * step.
 */
import { SHOWN } from '../outcomes.ts';
import { attempt, type Context } from '../context.ts';
import type { CommitStatusKeeper, ToldStatus } from '../github/commit-status.ts';
import { LAST_TRY_MS } from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import { tellEnd } from '../report/job-log-end.ts';
import { JobLog } from '../report/job-log.ts';
import { earlyOutputs, setOutputs } from '../report/outputs.ts';
import { sendTraces, writeOtlpFile } from '../report/otlp/step.ts';
import { warnOfOldResult, writeResult } from '../report/result-file.ts';
import { runSaver } from '../report/saved-run.ts';
import { endLeftStatus, openCommitStatus, savedStatus } from '../report/step-commit-status.ts';
import { LogFile } from '../report/step-files.ts';
import type { Listener, StepEvent } from '../report/step.ts';
import type { Telling } from '../report/telling.ts';
import { writeReport } from '../report/trace-report.ts';
import { uploadReport } from '../report/upload.ts';
import type { SavedRunState } from '../runner/saved-state.ts';
import { within } from '../runner/within.ts';
import type { Thread } from '../thread/thread.ts';
import { isToBeFound, mayHaveStopped, runToStop, stopAbandonedRun } from './stop.ts';

/** What is known when the run is about to be started, or those of a fleet. */
export interface Beginning {
  readonly inputs: Inputs;
  /** The whole text that is sent to the run, or null if nothing is. */
  readonly prompt: string | null;
  readonly telling: Telling;
}

/** What is known when the outcome is settled. */
export interface Finishing {
  /** Null if they could not be read. */
  readonly inputs: Inputs | null;
  readonly telling: Telling;
  /** The file in which a fleet collects the traces of its runs. Null for a run of its own. */
  readonly sharedTrace: string | null;
  /** Milliseconds until the step must be over. */
  readonly remainingMs: () => number;
}

export interface Limit {
  /** The signal aborts by then. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

/** `left`: the post step has to do it. */
export type Finished = 'done' | 'left';

/** A half of a sink at work. What it needs to keep until its end is its own. */
export interface Sink {
  /** Receives the thread once it was read. */
  readonly useThread?: (thread: Thread) => void;
  /** Called once, and not at all if the step ends before. */
  readonly begin?: (beginning: Beginning) => void;
  /** Receives each event from then on. A fleet has events of its own. */
  readonly take?: Listener;
  /** Whether it is the post step's to do if this one is killed or has no time. Default: no. */
  readonly isOwed?: (finishing: Finishing) => boolean;
  /** What the post step needs for it. */
  readonly saves?: (finishing: Finishing) => Partial<SavedRunState>;
  /**
   * A sink that could be owed and is not is not finished. One that rejects is told in a warning and
   * counts as done.
   */
  readonly finish?: (finishing: Finishing, limit: Limit) => Finished | Promise<Finished>;
}

/** What the post step found out about the run, or the runs, of its step. */
export interface PostReport {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly state: SavedRunState;
  readonly telling: Telling;
}

export interface SinkRow {
  /** In the saved list of what is left. */
  readonly name: string;
  /** For a warning: "The … could not be written". */
  readonly words: string;
  /** Its half for each run. */
  readonly run?: (context: Context) => Sink;
  /** Its half for the step, whatever that runs. */
  readonly step?: (context: Context) => Sink;
  /** Finishes at the same time as the rows beside it that do, in the time that is left. */
  readonly together?: boolean;
  /** What the post step does for it where it is owed. May reject. */
  readonly afterwards?: (report: PostReport, limit: Limit) => void | Promise<void>;
}

/** In the order in which they receive events, and in which they finish. */
export const SINKS: readonly SinkRow[] = [
  {
    name: 'state',
    words: 'state for the post step',
    run: (context) => ({ take: runSaver(context) }),
  },
  // At once, because the step may be killed soon.
  { name: 'outputs', words: 'outputs', step: outputs },
  { name: 'log', words: 'log file', run: logFile },
  { name: 'result', words: 'result file', run: resultFile },
  { name: 'report', words: 'trace report', run: traceReport },
  { name: 'files', words: 'files of the step', step: ownFiles },
  // Before what reports its answer.
  { name: 'stop', words: 'request to stop the run', run: stopRequest, step: stopRequests },
  { name: 'traces', words: 'OTLP trace', run: otlpFile },
  // Before what links it.
  { name: 'upload', words: 'upload of the trace report', step: upload },
  { name: 'outputs', words: 'outputs', step: finalOutputs },
  {
    name: 'summary',
    words: 'job summary',
    step: summary,
    afterwards: ({ context, inputs, telling }) => {
      if (inputs.summary) {
        context.host.summary(telling.summary());
      }
    },
  },
  // What needs other services.
  {
    name: 'comment',
    words: 'comment',
    together: true,
    step: comment,
    afterwards: commentAfterwards,
  },
  {
    name: 'status',
    words: 'commit status',
    together: true,
    step: commitStatus,
    afterwards: ({ context, inputs, state, telling }, limit) =>
      endLeftStatus(context, { ...limit, inputs, state, otherwise: telling.status }),
  },
  { name: 'export', words: 'OTLP trace', together: true, step: otlpExport },
  { name: 'outputs', words: 'outputs', step: finalOutputs },
  { name: 'end', words: 'end of the job log', step: jobLog },
];

function outputs(context: Context): Sink {
  const { host, written } = context;
  const early = earlyOutputs(context, written);
  const last = finalOutputs(context);
  let telling: Telling | null = null;
  return {
    begin: (beginning) => {
      ({ telling } = beginning);
    },
    take: (event, state) => {
      early(event, state);
      const isEnd = event.type === 'ended' || event.type === 'overruled';
      // At once, because the step may be killed soon.
      if (isEnd && event.end.cutShort !== null && telling !== null) {
        setOutputs(host, telling.outputs(), written);
      }
    },
    finish: last.finish,
  };
}

function finalOutputs({ host, written }: Context): Required<Pick<Sink, 'finish'>> {
  return {
    finish: ({ telling }) => {
      setOutputs(host, telling.outputs(), written);
      return 'done';
    },
  };
}

function logFile(context: Context): Sink {
  let file: LogFile | null = null;
  return {
    begin: ({ inputs }) => {
      file = new LogFile({ ...context, inputs });
    },
    take: (event) => file?.take(event),
    finish: () => {
      file?.finish();
      return 'done';
    },
  };
}

function resultFile(context: Context): Sink {
  return {
    finish: ({ inputs }) => {
      warnOfOldResult(context);
      writeResult(context, { wait: inputs?.wait === true });
      return 'done';
    },
  };
}

function traceReport(context: Context): Sink {
  return {
    finish: async ({ inputs, remainingMs }): Promise<Finished> => {
      if (inputs !== null && inputs.report !== 'none') {
        await writeReport(context, () => remainingMs() > 0);
      }
      return 'done';
    },
  };
}

/** A file that cannot be written does not prevent the others. */
function ownFiles(context: Context): Sink {
  return {
    finish: async ({ telling }): Promise<Finished> => {
      for (const { name, write } of telling.files) {
        await attempt(context, name, write);
      }
      return 'done';
    },
  };
}

function stopRequest(context: Context): Sink {
  const { step } = context;
  return {
    isOwed: ({ inputs }) =>
      isToBeFound(step.state) || (inputs?.onCancel === 'stop' && runToStop(step.state) !== null),
    finish: async ({ inputs }): Promise<Finished> => {
      const isClear = inputs === null || (await stopAbandonedRun(context, inputs));
      return isClear && !isToBeFound(step.state) ? 'done' : 'left';
    },
  };
}

/** The runs of a fleet ask for themselves. What they owe is owed by the step. */
function stopRequests(): Sink {
  return {
    isOwed: ({ telling }) => telling.leavesRuns(),
    finish: ({ telling }) => (telling.leavesRuns() ? 'left' : 'done'),
  };
}

function otlpFile(context: Context): Sink {
  let prompt: string | null = null;
  return {
    begin: (beginning) => {
      ({ prompt } = beginning);
    },
    finish: async ({ inputs, sharedTrace }): Promise<Finished> => {
      if (inputs?.otlp === true) {
        await writeOtlpFile({ ...context, inputs, prompt }, sharedTrace);
      }
      return 'done';
    },
  };
}

function otlpExport(context: Context): Sink {
  return {
    finish: async (_, { signal }): Promise<Finished> => {
      await sendTraces(context, { path: context.step.state.otlpFile, signal });
      return 'done';
    },
  };
}

/** Whatever the upload takes, half of the time is left for what comes after it. */
const UPLOAD_MS = 60_000;

function upload(context: Context): Sink {
  return {
    finish: async ({ inputs, remainingMs }): Promise<Finished> => {
      const { reportFile } = context.step.state;
      if (inputs?.report === 'upload' && reportFile !== null) {
        const budgetMs = Math.min(UPLOAD_MS, remainingMs() / 2);
        await uploadReport(context, { path: reportFile, budgetMs });
      }
      return 'done';
    },
  };
}

function summary({ host }: Context): Sink {
  return {
    isOwed: ({ inputs }) => inputs?.summary ?? host.input('summary').toLowerCase() !== 'false',
    finish: ({ telling }) => {
      host.summary(telling.summary());
      return 'done';
    },
  };
}

/** Events after which the live comment is written anew. */
const LIVE: ReadonlySet<StepEvent['type']> = new Set([
  'checks',
  'entry',
  'runs',
  'started',
  'waiting',
]);

function comment({ step }: Context): Sink {
  let thread: Thread | null = null;
  let telling: Telling | null = null;
  // The post step looks for such a run before it tells of it.
  const isLater = ({ telling: told }: Finishing): boolean =>
    told.comment().mayExist && step.state.cutShort !== null;
  return {
    useThread: (opened) => {
      thread = opened;
    },
    begin: (beginning) => {
      ({ telling } = beginning);
    },
    take: (event) => {
      const isStop = event.type === 'stop_requested' || event.type === 'stopped';
      if (isStop && mayHaveStopped(event.stopped)) {
        thread?.stopped();
      }
      if (telling !== null && LIVE.has(event.type)) {
        thread?.update(telling.comment());
      }
    },
    isOwed: (finishing) => thread !== null || isLater(finishing),
    finish: async (finishing, limit): Promise<Finished> => {
      const words = finishing.telling.comment();
      const isDone = thread === null || (await thread.finish(words, limit));
      return isDone && !isLater(finishing) ? 'done' : 'left';
    },
  };
}

async function commentAfterwards(
  { context, inputs, state, telling }: PostReport,
  { budgetMs }: Limit,
): Promise<void> {
  const { clock, stop } = context;
  const until = clock.now() + budgetMs;
  const { threadAfterwards } = await import(/* webpackMode: "eager" */ '../thread/turn.ts');
  const readMs = budgetMs - LAST_TRY_MS;
  const thread = await threadAfterwards(context, { inputs, state, budgetMs: readMs });
  if (mayHaveStopped(context.step.state.stopped)) {
    thread?.stopped();
  }
  const words = telling.comment();
  // Also where the last try to read the thread was the first to work, one is left to write.
  const editMs = Math.max(LAST_TRY_MS, until - clock.now());
  await within({ clock, ms: editMs, signal: stop }, async (signal) => {
    const limit = { budgetMs: editMs, signal };
    if (words.mayExist) {
      await thread?.sayMayExist(limit);
    } else {
      await thread?.finish(words, limit);
    }
  });
}

function commitStatus(context: Context): Sink {
  const { step } = context;
  let keeper: CommitStatusKeeper | null = null;
  let telling: Telling | null = null;
  const toldStatus = (finishing: Finishing): ToldStatus | null => {
    const isSkipped = SHOWN[step.state.outcome].ending === 'not_begun';
    return keeper === null || isSkipped ? null : finishing.telling.status();
  };
  return {
    begin: (beginning) => {
      ({ telling } = beginning);
      keeper = openCommitStatus(context, { inputs: beginning.inputs });
    },
    take: ({ type }) => {
      if (telling !== null && (type === 'started' || type === 'runs')) {
        keeper?.begin(step.view(), telling.status());
      }
    },
    isOwed: (finishing) => toldStatus(finishing) !== null,
    // If the step is killed from here on, the post step tells the same.
    saves: (finishing) => savedStatus(toldStatus(finishing)),
    finish: async (finishing, limit): Promise<Finished> => {
      const last = toldStatus(finishing);
      const isDone =
        keeper === null ||
        last === null ||
        (await keeper.finish(step.view(), { told: last, ...limit }));
      return isDone ? 'done' : 'left';
    },
  };
}

function jobLog(context: Context): Sink {
  const { host, clock } = context;
  let log: JobLog | null = null;
  return {
    begin: ({ inputs }) => {
      log = new JobLog({
        host,
        clock,
        mode: inputs.logs,
        stopToken: context.uuid(),
        isSandbox: () => context.step.isSandbox,
      });
    },
    take: (event, state) => log?.event(event, state),
    finish: ({ inputs, telling }) => {
      tellEnd(context, { telling, failOn: inputs?.failOn ?? null });
      return 'done';
    },
  };
}
