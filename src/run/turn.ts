/** The state of following one turn of a run. Decisions are made in `completion`, `drain`, `pacing` and `log`. */
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
import { placesIn } from './places.ts';
import { Reader } from './log/poller.ts';
import type { paceStart } from './pacing/poll-interval.ts';
import { changedAnswer, changedFacts, recordOf, reduceRun, type RunRecord } from './record.ts';
import type { Started } from './start.ts';
import type { StatusClass } from './status.ts';

/** Milliseconds of yielding entries after which the event loop gets a turn. */
const SLICE_MS = 50;
/** UTF-16 units from which reading and showing an entry each take a slice of their own. */
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
  /** Shared by all runs of the process. Entries stay in memory if absent. */
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
  /** Fingerprints of the entries in the order in which they were yielded. */
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

  /** Yields an event of the turn and updates the record, so that it always matches what reporters have received. */
  *tell(event: RunEvent): Generator<RunEvent> {
    this.#record = reduceRun(this.#record, event);
    yield event;
  }

  /** Yields each warning once. */
  *warn(message: string, subject = message): Generator<RunEvent> {
    if (this.#said.has(subject)) return;
    this.#said.add(subject);
    yield* this.tell({ type: 'warning', message });
  }

  /** Yields the run's data about its work, if it changed. */
  *answer(run: AgentRun): Generator<RunEvent> {
    const changed = changedAnswer(this.#record, run);
    if (changed !== null) yield* this.tell({ type: 'answer', ...changed });
  }

  /** Yields status and address, if they changed. */
  *facts(run: AgentRun): Generator<RunEvent> {
    const changed = changedFacts(this.#record, run);
    if (changed !== null) yield* this.tell({ type: 'status', ...changed });
  }

  /** Yields entries of this turn. Pauses regularly so that signals are handled (contract 6.5). */
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
      yield* this.tell({ type: 'amended', entry: toEntry(now, index) });
    }
    const { runId } = this.started;
    // Node keeps the values of a generator's variables at its last `yield` until they are reassigned, at every level.
    // Emptying this list as it is read avoids keeping a whole page in memory.
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

  /** A warning said that the log cannot be read, and no attempt succeeded since. */
  get saidToHaveNoLog(): boolean {
    return this.#said.has('logs') && !this.reader.logsRead;
  }
}

/** Services usually name the run in each entry. One that names another run does not belong here. */
function isOfRun(entry: RawEntry, runId: number): boolean {
  return entry.runId === null || entry.runId === runId;
}
