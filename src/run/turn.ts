/** The state of following one turn of a run. Decisions are made in `completion`, `drain`, `pacing` and `log`. */
import type { Clock, Random } from '../ports.ts';
import { PAGE_LIMIT, viewEntry } from '../service/entry.ts';
import { counted } from '../shared/format.ts';
import type { CallOptions, Client } from '../service/client.ts';
import type { AgentRun } from '../service/schema.ts';
import type { Emit, Entry, RunEvent } from './events.ts';
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

/** Milliseconds of emitting entries after which the event loop gets a turn. */
const SLICE_MS = 50;
/** UTF-16 units from which reading and showing an entry each take a slice of their own. */
const LARGE = 1024 * 1024;

export interface FollowContext {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly classify: (word: string | null) => StatusClass;
  readonly call: CallOptions;
  readonly pace: Parameters<typeof paceStart>[0];
  /**
   * Waits between two polls. Defaults to the clock's `sleep`; a fleet may end the wait earlier, because its list of runs shows a change,
   * or later, because other runs come first. Rejects with the signal's reason.
   */
  readonly wait?: ((delayMs: number, signal: AbortSignal) => Promise<void>) | undefined;
  readonly baseUrl: string;
  readonly orgId: number;
  /** Shared by all runs of the process. Entries stay in memory if absent. */
  readonly entryStore?: EntryStore | undefined;
}

export class Turn {
  readonly options: FollowContext;
  readonly started: Started;
  readonly startedAt: number;
  readonly cursor: LogCursor;
  readonly reader: Reader;
  #record: RunRecord;
  readonly #emit: Emit;
  readonly #said = new Set<string>();
  /** Fingerprints of the entries in the order in which they were emitted. */
  readonly #sequence: string[] = [];

  constructor(options: FollowContext, started: Started, emit: Emit) {
    const { client, clock } = options;
    this.options = options;
    this.started = started;
    this.#emit = emit;
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

  /** Emits an event of the turn and updates the record, so that it always matches what reporters have received. */
  tell(event: RunEvent): void {
    this.#record = reduceRun(this.#record, event);
    this.#emit(event);
  }

  /** Emits each warning once. */
  warn(message: string, subject = message): void {
    if (this.#said.has(subject)) return;
    this.#said.add(subject);
    this.tell({ type: 'warning', message });
  }

  /** Emits the run's data about its work, if it changed. */
  answer(run: AgentRun): void {
    const changed = changedAnswer(this.#record, run);
    if (changed !== null) this.tell({ type: 'answer', ...changed });
  }

  /** Emits status and address, if they changed. */
  facts(run: AgentRun): void {
    const changed = changedFacts(this.#record, run);
    if (changed !== null) this.tell({ type: 'status', ...changed });
  }

  /** Emits entries of this turn. Pauses regularly so that signals are handled (contract 6.5). */
  async entries(
    { fresh, order, amended = [] }: Pick<Taken, 'fresh' | 'order' | 'amended'>,
    onEntry: (entry: Entry) => void = () => undefined,
  ): Promise<void> {
    const { clock, call } = this.options;
    for (const { was, now } of amended) {
      const index = this.#sequence.lastIndexOf(was.fingerprint);
      if (index === -1) continue;
      this.#sequence[index] = now.fingerprint;
      this.tell({ type: 'amended', entry: toEntry(now, index) });
    }
    const { runId } = this.started;
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
      this.tell({ type: 'entry', entry, more: stack.length > 0 && !pause });
      onEntry(entry);
      if (pause) await letOthersRun();
    }
    if (order !== undefined) this.tell({ type: 'order', places: placesIn(order, this.#sequence) });
  }

  logsTrouble(): void {
    const problem = this.reader.logsProblem;
    if (problem === null) return;
    if (this.reader.logsNotOffered)
      this.warn(
        `The service offers no log of this run (${problem.message}): its status and result are followed without it.`,
        'logs',
      );
    this.warn(
      `The log of the run cannot be read at the moment (${problem.message}); the status is followed without it, and the log is tried again, for the last time when the run has ended.`,
      'logs',
    );
  }

  pageTrouble(): void {
    const { beyondLimit } = this.reader;
    if (beyondLimit === 0) return;
    this.warn(
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
