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
import { saveRunState, type RunState } from '../runner/saved-state.ts';
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

/** For what needs other services, unless a signal or the timeout leaves less. */
const FINISH_MS = GITHUB_PATIENCE_MS + LAST_TRY_MS;

/** A half of a sink at its place in the list. */
interface Open {
  readonly row: SinkRow;
  readonly sink: Sink;
}

interface FinishOrder {
  /** Null if they could not be read. */
  readonly inputs: Inputs | null;
  /** As in `Finishing`. */
  readonly sharedTrace?: string | null;
}

export class Sinks {
  readonly #context: Context;
  readonly #rows: readonly SinkRow[];
  /** In the order of the list. */
  #open: readonly Open[] = [];
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
      const open = row[half];
      return open === undefined ? [] : [{ row, sink: open(this.#context) }];
    });
    const place = ({ row }: Open): number => this.#rows.indexOf(row);
    this.#open = [...this.#open, ...opened].toSorted((a, b) => place(a) - place(b));
  }

  useThread(thread: Thread): void {
    for (const { sink } of this.#open) {
      sink.useThread?.(thread);
    }
  }

  /** The run is about to be started, or those of a fleet. */
  begin(beginning: Beginning): void {
    this.#telling = beginning.telling;
    for (const { sink } of this.#open) {
      sink.begin?.(beginning);
    }
    this.#context.step.listen((event, state) => {
      for (const { sink } of this.#open) {
        sink.take?.(event, state);
      }
    });
  }

  /** The outcome is settled. A later signal still fails the step, and the log says why. */
  async finish({ inputs, sharedTrace = null }: FinishOrder): Promise<void> {
    const context = this.#context;
    const { clock, host, late, step } = context;
    const timeLeft = (): number => context.timeLeft(inputs?.timeoutMs ?? Infinity);
    const finishing: Finishing = { inputs, sharedTrace, timeLeft, telling: this.#telling };
    const owed = this.#open.filter(({ sink }) => sink.isOwed?.(finishing) === true);
    const due = this.#open.filter((open) => open.sink.isOwed === undefined || owed.includes(open));
    const left = new Set(owed);
    // If the step is killed from here on, the post step reports the same outcome and does what is
    // left.
    for (const { sink } of this.#open) {
      saveRunState(host, sink.saves?.(finishing) ?? {});
    }
    saveRunState(host, { ...settledState(step), left: namesOf(left) });
    const settle = async (open: Open, limit: Limit): Promise<void> => {
      const finished = await this.#finishOne(open, { finishing, limit });
      if (finished === 'done' && left.delete(open)) {
        saveRunState(host, { left: namesOf(left) });
      }
    };
    for (const group of groupsOf(due)) {
      const budgetMs = Math.min(FINISH_MS, timeLeft());
      const together = (signal: AbortSignal): Promise<unknown> =>
        Promise.all(group.map((open) => settle(open, { budgetMs, signal })));
      if (group.every(isTogether)) {
        await within({ clock, ms: budgetMs, signal: late }, together);
      } else {
        await together(late);
      }
    }
    if (left.size === 0) {
      saveRunState(host, { phase: 'done' });
    }
  }

  async #finishOne(
    { row, sink }: Open,
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
function settledState(step: Step): Partial<RunState> {
  const { state } = step;
  const { outcome, errorCode, errorMessage } = state;
  return {
    phase: isUnanswered(state) ? 'sending' : 'ended',
    outcome,
    errorCode,
    errorMessage,
    durationMs: Math.round(step.view().durationMs),
  };
}

function namesOf(open: ReadonlySet<Open>): string {
  return [...new Set([...open].map(({ row }) => row.name))].join();
}

/** Neighbours that finish together, and each of the others alone. */
function groupsOf(due: readonly Open[]): readonly (readonly Open[])[] {
  const groups: Open[][] = [];
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

function isTogether({ row }: Open): boolean {
  return row.together === true;
}
