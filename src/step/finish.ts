/**
 * The sinks of a step, or of one run of a fleet, at work: they receive its events, and finish in
 * the order of the list, however it ended (contract 1.2, 7.3). What is not done in time is saved as
 * a list for the post step.
 */
import { attempt, type Context } from '../context.ts';
import { GITHUB_PATIENCE_MS, LAST_TRY_MS } from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Step } from '../report/step.ts';
import { tellingOfRun, type Telling } from '../report/telling.ts';
import { saveRunState, type SavedRunState } from '../runner/saved-state.ts';
import { within } from '../runner/within.ts';
import type { Thread } from '../thread/thread.ts';
import {
  SINKS,
  type Beginning,
  type Finished,
  type Finishing,
  type Limit,
  type Sink,
  type SinkRow,
} from './sinks.ts';
import { isUnanswered } from './stop.ts';

/** For what needs other services, unless a signal or the timeout leaves less (contract 6.1). */
export const FINISH_MS = GITHUB_PATIENCE_MS + LAST_TRY_MS;

/** A half of a sink at its place in the list. */
interface OpenSink {
  readonly row: SinkRow;
  readonly sink: Sink;
}

/** The sinks that finish one after the other. */
interface FinishProgress {
  readonly finishing: Finishing;
  /** What is owed and not done yet. The post step does what remains. */
  readonly left: Set<OpenSink>;
}

export class Sinks {
  readonly #context: Context;
  readonly #rows: readonly SinkRow[];
  /** In the order of the list. */
  #opened: readonly OpenSink[] = [];
  #telling: Telling;

  constructor(context: Context, rows: readonly SinkRow[] = SINKS) {
    this.#context = context;
    this.#rows = rows;
    this.#telling = tellingOfRun(context.step, null);
  }

  /** Those for one run of a fleet, whose step has these. */
  forRun(context: Context): Sinks {
    const sinks = new Sinks(context, this.#rows);
    sinks.open('run');
    return sinks;
  }

  /** Opens the halves for a run, or those for the step. Must come before `begin`. */
  open(half: 'run' | 'step'): void {
    const opened = this.#rows.flatMap((row) => {
      const openHalf = row[half];
      return openHalf === undefined ? [] : [{ row, sink: openHalf(this.#context) }];
    });
    const position = ({ row }: OpenSink): number => this.#rows.indexOf(row);
    this.#opened = [...this.#opened, ...opened].toSorted((a, b) => position(a) - position(b));
  }

  useThread(thread: Thread): void {
    for (const { sink } of this.#opened) {
      sink.useThread?.(thread);
    }
  }

  /** The run is about to be started, or those of a fleet. */
  begin(beginning: Beginning): void {
    this.#telling = beginning.telling;
    for (const { sink } of this.#opened) {
      sink.begin?.(beginning);
    }
    this.#context.step.listen((event, state) => {
      for (const { sink } of this.#opened) {
        sink.take?.(event, state);
      }
    });
  }

  /** The outcome is settled. A later signal still fails the step, and the log says why. */
  async finish({
    inputs,
    sharedTrace = null,
  }: {
    /** Null if they could not be read. */
    readonly inputs: Inputs | null;
    /** As in `Finishing`. */
    readonly sharedTrace?: string | null;
  }): Promise<void> {
    const { host, step } = this.#context;
    const remainingMs = (): number => this.#context.remainingMs(inputs?.timeoutMs ?? Infinity);
    const finishing: Finishing = { inputs, sharedTrace, remainingMs, telling: this.#telling };
    // A sink without `isOwed` always finishes, one with it where it says so.
    const due = this.#opened.filter(({ sink }) => sink.isOwed?.(finishing) ?? true);
    const left = new Set(due.filter(({ sink }) => sink.isOwed !== undefined));
    // If the step is killed from here on, the post step reports the same outcome and does what is
    // left.
    for (const { sink } of this.#opened) {
      saveRunState(host, sink.saves?.(finishing) ?? {});
    }
    saveRunState(host, { left: namesOf(left), ...settledState(step) });
    for (const group of groupsOf(due)) {
      await this.#finishGroup(group, { finishing, left });
    }
    if (left.size === 0) {
      saveRunState(host, { phase: 'done' });
    }
  }

  async #finishGroup(group: readonly OpenSink[], progress: FinishProgress): Promise<void> {
    const { clock, finishStop } = this.#context;
    const budgetMs = Math.min(FINISH_MS, progress.finishing.remainingMs());
    const finishAll = async (signal: AbortSignal): Promise<void> => {
      const limit = { budgetMs, signal };
      await Promise.all(group.map((open) => this.#finishOne(open, { ...progress, limit })));
    };
    if (group.every(isTogether)) {
      await within({ clock, ms: budgetMs, signal: finishStop }, finishAll);
    } else {
      await finishAll(finishStop);
    }
  }

  async #finishOne(
    open: OpenSink,
    { finishing, left, limit }: FinishProgress & { readonly limit: Limit },
  ): Promise<void> {
    const finished = await this.#attemptOne(open, { finishing, limit });
    if (finished === 'done' && left.delete(open)) {
      saveRunState(this.#context.host, { left: namesOf(left) });
    }
  }

  /** One that crashed counts as done: a warning tells of it. */
  async #attemptOne(
    { row, sink }: OpenSink,
    { finishing, limit }: { readonly finishing: Finishing; readonly limit: Limit },
  ): Promise<Finished> {
    let finished: Finished = 'done';
    await attempt(this.#context, row.words, async () => {
      finished = (await sink.finish?.(finishing, limit)) ?? 'done';
    });
    return finished;
  }
}

/** What the post step needs to report the same end. */
function settledState(step: Step): Partial<SavedRunState> {
  const { state } = step;
  const { outcome, errorCode, errorMessage, cutShort, lacks } = state;
  return {
    phase: isUnanswered(state) ? 'sending' : 'ended',
    errorCode,
    errorMessage,
    cutShort,
    lacks,
    durationMs: Math.round(step.view().durationMs),
    outcome,
  };
}

function namesOf(open: ReadonlySet<OpenSink>): string {
  return [...new Set([...open].map(({ row }) => row.name))].join();
}

/** Neighbours that finish together, and each of the others alone. */
function groupsOf(due: readonly OpenSink[]): readonly (readonly OpenSink[])[] {
  const groups: OpenSink[][] = [];
  for (const open of due) {
    const last = groups.at(-1);
    if (last !== undefined && isTogether(open) && last.every(isTogether)) {
      last.push(open);
    } else {
      groups.push([open]);
    }
  }
  return groups;
}

function isTogether({ row }: OpenSink): boolean {
  return row.together === true;
}
