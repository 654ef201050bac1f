/** The state of following one turn of a run. What it decides is in `completion`, `drain`, `pacing` and `log`. */
import type { Clock, Random } from '../ports.ts';
import { PAGE_LIMIT, viewEntry } from '../service/entry.ts';
import { counted } from '../shared/format.ts';
import type { CallOptions, Client } from '../service/client.ts';
import type { AgentRun } from '../service/schema.ts';
import type { RunEvent } from './events.ts';
import { LogCursor } from './log/cursor.ts';
import type { EntryStore } from './log/entry-store.ts';
import { isEcho } from './log/echo.ts';
import { toEntry, type RawEntry } from './log/entry.ts';
import type { Taken } from './log/page.ts';
import { placesIn } from './log/places.ts';
import { Reader } from './log/poller.ts';
import type { paceStart } from './pacing/poll-interval.ts';
import { changedAnswer, changedFacts, recordOf, reduceRun, type RunRecord } from './record.ts';
import type { Started } from './start.ts';
import type { StatusClass } from './status.ts';

/** Milliseconds of handing out entries after which others get their turn. */
const SLICE_MS = 50;
/** UTF-16 units of an entry whose reading and whose showing are a slice each. */
const LARGE = 1024 * 1024;

export interface FollowOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly classify: (word: string | null) => StatusClass;
  readonly call: CallOptions;
  readonly pace: Parameters<typeof paceStart>[0];
  readonly baseUrl: string;
  readonly orgId: number;
  /** Shared by all runs of the process; in memory when absent. */
  readonly entryStore?: EntryStore | undefined;
}

export class Turn {
  readonly options: FollowOptions;
  readonly started: Started;
  readonly startedAt: number;
  readonly cursor: LogCursor;
  readonly reader: Reader;
  #record: RunRecord;
  readonly #said = new Set<string>();
  /** Fingerprints of the entries in the order they were handed out. */
  readonly #sequence: string[] = [];

  constructor(options: FollowOptions, started: Started) {
    const { client, clock } = options;
    this.options = options;
    this.started = started;
    this.startedAt = clock.now();
    this.#record = recordOf(started);
    this.cursor = new LogCursor(started.baseline, {
      isEcho: ({ value }) => isEcho(viewEntry(value), started.prompt),
      store: options.entryStore,
    });
    const acceptedAt = started.mode === 'attached' ? null : this.startedAt;
    const tells = (word: string | null): boolean => options.classify(word) !== 'unknown';
    this.reader = new Reader({ client, clock, cursor: this.cursor, runId: started.runId, tells, acceptedAt });
  }

  get record(): RunRecord {
    return this.#record;
  }

  /** Every event of the turn goes out through here, so that the record knows what reporters know. */
  *tell(event: RunEvent): Generator<RunEvent> {
    this.#record = reduceRun(this.#record, event);
    yield event;
  }

  /** Says a warning once. */
  *warn(message: string, subject = message): Generator<RunEvent> {
    if (this.#said.has(subject)) return;
    this.#said.add(subject);
    yield* this.tell({ type: 'warning', message });
  }

  /** What the run shows of its work, where that changed. */
  *answer(run: AgentRun): Generator<RunEvent> {
    const changed = changedAnswer(this.#record, run);
    if (changed !== null) yield* this.tell({ type: 'answer', ...changed });
  }

  /** Status and address, where they changed. */
  *facts(run: AgentRun): Generator<RunEvent> {
    const changed = changedFacts(this.#record, run);
    if (changed !== null) yield* this.tell({ type: 'status', ...changed });
  }

  /** Hands out entries of this turn, and lets others run meanwhile: a signal is to be heard (contract 6.5). */
  async *entries({
    fresh,
    order,
    amended = [],
  }: Pick<Taken, 'fresh' | 'order' | 'amended'>): AsyncGenerator<RunEvent, void> {
    const { clock, call } = this.options;
    for (const { was, now } of amended) {
      const index = this.#sequence.lastIndexOf(was.fingerprint);
      if (index === -1) continue;
      this.#sequence[index] = now.fingerprint;
      const usageTold = viewEntry(was.value).usage !== undefined;
      yield* this.tell({ type: 'amended', entry: toEntry(now, index), usageTold });
    }
    const { runId } = this.started;
    // Node keeps what the variables of a generator held at its last `yield` until they are set anew, at every level of the way
    // here: a list that empties keeps nothing, one that is walked through would keep a page more.
    const stack = fresh
      .splice(0)
      .filter((raw) => isOfRun(raw, runId))
      .reverse();
    let begun = clock.now();
    const letOthersRun = async (): Promise<void> => {
      await clock.sleep(1, call.signal);
      begun = clock.now();
    };
    for (let raw = stack.pop(); raw !== undefined; raw = stack.pop()) {
      const entry = toEntry(raw, this.#record.entries);
      this.#sequence.push(raw.fingerprint);
      const isLarge = entry.line.length >= LARGE;
      if (isLarge) await letOthersRun();
      const pause = isLarge || clock.now() - begun >= SLICE_MS;
      yield* this.tell({ type: 'entry', entry, more: stack.length > 0 && !pause });
      if (pause) await letOthersRun();
    }
    if (order !== undefined) yield* this.tell({ type: 'order', places: placesIn(order, this.#sequence) });
  }

  *logsTrouble(): Generator<RunEvent> {
    const problem = this.reader.logsProblem;
    if (problem === null) return;
    if (this.reader.logsNotOffered)
      yield* this.warn(
        `The service offers no log of this run (${problem.message}): its status and result are followed without it.`,
        'logs',
      );
    yield* this.warn(
      `The log of the run cannot be read at the moment (${problem.message}); the status is followed without it, and the log is tried again, for the last time when the run has ended.`,
      'logs',
    );
  }

  *pageTrouble(): Generator<RunEvent> {
    const { beyondLimit } = this.reader;
    if (beyondLimit === 0) return;
    yield* this.warn(
      `The service sent ${counted(beyondLimit, 'log entry', 'log entries')} more on one page than the ${PAGE_LIMIT} that were asked for; they were left out of that page.`,
      'page',
    );
  }

  /** A warning said that the log cannot be read, and it never could. */
  get saidToHaveNoLog(): boolean {
    return this.#said.has('logs') && !this.reader.logsRead;
  }
}

/** An entry that names another run is not of this one; most services name the run in each. */
function isOfRun(entry: RawEntry, runId: number): boolean {
  return entry.runId === null || entry.runId === runId;
}
