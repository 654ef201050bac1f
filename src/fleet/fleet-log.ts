/** What the job log says of a step with many runs. */
import { RUN_NOUNS } from '../agents/service-table.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Clock, Host } from '../runner/port.ts';
import { annotation } from '../safe/job-log.ts';
import { asSentence } from '../safe/text.ts';
import {
  noteLine,
  progressLine,
  rowLine,
  type Progress,
  type TaskRow,
  type Waits,
} from './rows.ts';
import type { TaskMessage } from './task.ts';

/** Warnings of runs, and notices: the runner shows at most ten of each per step. */
const SHOWN_MOST = 5;
/** A run as a message names it, by an address or by its id, which has a digit. */
const NAMED_RUN = new RegExp(`(/run/|\\b(?:${RUN_NOUNS.join('|')}) )(?=\\S*\\d)[\\w-]+`, 'g');
/** What is said of single runs in the log. */
const NOTES_MOST = 100;
/**
 * How long the log is silent at most while runs are at work: at first people watch, later a line a
 * minute is enough.
 */
const SILENCE = { early: 10_000, late: 60_000, earlyUntil: 180_000 } as const;

interface FleetLogOptions {
  readonly clock: Clock;
  readonly host: Pick<Host, 'line' | 'notice'>;
  /** When the step began, on the clock's `now`. */
  readonly startedAt: number;
  /** `none` leaves out the notes of single runs. It and `errors` leave out how far they are. */
  readonly logs: Inputs['logs'];
  readonly warn: (message: string) => void;
  readonly progress: () => Progress;
  readonly waits: () => Waits;
}

export class FleetLog {
  readonly #options: FleetLogOptions;
  /** What was printed of each, without the names of runs. */
  readonly #printed = { warnings: new Set<string>(), notices: new Set<string>() };
  /** How much was said of single runs. */
  #notes = 0;
  /** When something was said of the runs last, on the clock's `now`. */
  #toldAt: number;

  constructor(options: FleetLogOptions) {
    this.#options = options;
    this.#toldAt = options.clock.now();
  }

  warn({ key, message }: TaskMessage): void {
    once(this.#printed.warnings, message, (text) =>
      this.#options.warn(`${asSentence(text)} The task "${key}" met it first.`),
    );
  }

  notice(message: string): void {
    once(this.#printed.notices, message, (text) =>
      this.#options.host.notice(annotation(text), { title: 'Agent runs' }),
    );
  }

  /** A log of many runs is no log of each. */
  note(message: TaskMessage): void {
    const { host, logs, progress } = this.#options;
    this.#notes += 1;
    if (this.#notes <= NOTES_MOST && logs !== 'none') {
      host.line(noteLine(message, progress()));
    }
  }

  /** That a run was started, or has ended. @param about as for `rowLine` */
  row(row: TaskRow, about: string): void {
    const { host, clock, progress } = this.#options;
    host.line(rowLine(row, progress(), about));
    this.#toldAt = clock.now();
  }

  /** Says how far the runs are while nothing else is said of them, until `over` aborts. */
  async tellProgress(rows: () => readonly TaskRow[], over: AbortSignal): Promise<void> {
    const { clock, host, startedAt, logs, progress, waits } = this.#options;
    const isQuiet = logs === 'none' || logs === 'errors';
    while (!isQuiet && !over.aborted) {
      const isEarly = clock.now() - startedAt < SILENCE.earlyUntil;
      const due = this.#toldAt + (isEarly ? SILENCE.early : SILENCE.late);
      if (clock.now() >= due) {
        host.line(progressLine(rows(), progress(), waits()));
        this.#toldAt = clock.now();
      } else {
        await clock.sleep(due - clock.now(), over).catch(() => undefined);
      }
    }
  }
}

/**
 * What is common to several runs is printed once, also if it names each run. The reports of the
 * runs contain each of the warnings.
 */
function once(printed: Set<string>, message: string, print: (message: string) => void): void {
  const common = message.replace(NAMED_RUN, '$1');
  if (printed.has(common) || printed.size >= SHOWN_MOST) {
    return;
  }
  printed.add(common);
  print(message);
}
