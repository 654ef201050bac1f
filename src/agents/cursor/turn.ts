/**
 * Reads one turn, which is a run of its own: its log from the live stream, and the record of the
 * run beside it (contract 18.3). A `result` event or a record that has ended decides, nothing else.
 */
import { isMissing, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { isCutOff } from '../../http/retry.ts';
import type { Clock } from '../../runner/port.ts';
import { messageOf } from '../../safe/text.ts';
import type {
  CloseOptions,
  Entry,
  LogPart,
  ReadOptions,
  RunShown,
  Turn,
  TurnEntry,
  TurnPorts,
  TurnReader,
} from '../port.ts';
import { Arrivals } from './arrivals.ts';
import type { CursorClient, RunRef } from './client.ts';
import { Entries, type Frame, type LogEnd } from './entries.ts';
import { noRun } from './refusals.ts';
import type { KnownAgents } from './known-agents.ts';
import { NOTHING_BEFORE, type GitBefore } from './git.ts';
import { namedRunOf, runIdOf } from './ids.ts';
import { memoOf } from './memo.ts';
import { parseResult } from './schema.ts';
import { shownOf, stateOf } from './shown.ts';
import type { StreamSlots } from './slots.ts';
import { NOT_THERE_MS, RunStream, type StreamSink } from './stream.ts';
import { ToldState } from './told-state.ts';
import { UsageReads } from './usage.ts';
import { isFinal } from './words.ts';

/** Between two polls of the run beside its stream (sheet, section 10). */
export const POLL_MS = 10_000;
/** Between the end of a stream and the last read of the record, so that it is asked for at once. */
const CLOSED_MS = 2_000;
/** Entries of one part (contract 6.5). */
const PART_MAX = 200;

/** How the log of a run ends that is left before it was read to its end. */
const LEFT_BEHIND: LogEnd = { kind: 'unknown', text: null, cause: null, sourceId: null };

export interface TurnParts {
  readonly client: CursorClient;
  readonly clock: Clock;
  readonly facts: KnownAgents;
  readonly slots: StreamSlots;
  /** Milliseconds until a read may be sent. */
  readonly readDelay: () => number;
}

export class CursorTurn implements TurnReader {
  readonly readsRun = true;
  readonly #parts: TurnParts;
  readonly #turn: Turn;
  readonly #ports: TurnPorts;
  /** Null: it is not known, of a follow-up that an earlier attempt has sent (contract 4.8). */
  readonly #before: GitBefore | null;
  readonly #entries: Entries;
  #ref: RunRef | null;
  #stream: RunStream | null = null;
  #isLogOver = false;
  readonly #arrivals: Arrivals;
  readonly #told: ToldState;
  readonly #usage: UsageReads;
  #obstacle: string | null = null;
  #hasMoved = false;
  #hasMore = false;
  /** A stream has come to its end without that of the run, which the record may show. */
  #isClosedEarly = false;
  /** When the record was asked for last, answered or not, on the clock's `now`. */
  #askedAt = -Infinity;

  constructor(turn: Turn, ports: TurnPorts, parts: TurnParts) {
    const { agentId, runId } = namedRunOf(turn.runId);
    this.#turn = turn;
    this.#ports = ports;
    this.#parts = parts;
    this.#ref = runId === null ? null : { agentId, runId };
    this.#before = turn.mode === 'resumed' ? (memoOf(turn.before)?.git ?? null) : NOTHING_BEFORE;
    this.#arrivals = new Arrivals(turn);
    this.#told = new ToldState(parts.clock);
    this.#usage = new UsageReads(parts.client);
    this.#entries = new Entries({
      runId: () => (this.#ref === null ? turn.runId : runIdOf(agentId, this.#ref.runId)),
      wall: () => parts.clock.wall(),
    });
  }

  get obstacle(): string | null {
    return this.#obstacle;
  }

  async read(call: CallOptions, { last = false }: ReadOptions = {}): Promise<LogPart<RunShown>> {
    const ref = await this.#resolved(call);
    this.#open(ref);
    this.#arrivals.heed();
    const isWoken = this.#arrivals.takeWake() || this.#hasMore;
    if (last) {
      this.#endAbove();
    }
    if (this.#isRecordDue({ isLast: last, isWoken })) {
      try {
        await this.#readRecord(ref, call);
      } catch (error) {
        // What the stream brought is told all the same; the next poll asks again.
        const hasNews = !this.#arrivals.isEmpty || this.#told.hasEvent;
        if (!hasNews || call.signal.aborted) {
          throw error;
        }
      }
    }
    return this.#part(ref);
  }

  #endAbove(): void {
    if (!this.#told.hasEnd) {
      this.#told.endAbove();
      this.#stream?.runEnded();
      this.#finishIfEnded();
    }
  }

  async run(call: CallOptions): Promise<RunShown> {
    const ref = await this.#resolved(call);
    // The event told the end, and the record was asked for long enough for what it adds. One that
    // has shown the end is read again for a pull request that comes late.
    const isRead = this.#told.isRecordFinal && this.#heldMs === 0;
    if (!isRead && this.#told.isRecordOverdue(this.#heldMs)) {
      return this.#shown(ref);
    }
    try {
      await this.#readRecord(ref, call);
    } catch (error) {
      const isFailure = error instanceof ServiceError;
      if (!isFailure || !this.#told.isRecordOverdue() || call.signal.aborted) {
        throw error;
      }
    }
    return this.#shown(ref);
  }

  overdue(): readonly TurnEntry[] {
    return this.#arrivals.take(Infinity);
  }

  close({ isCutOff = false }: CloseOptions = {}): readonly TurnEntry[] {
    this.#arrivals.close();
    this.#stream?.stop();
    if (isCutOff && !this.#isLogOver) {
      // Between what was read and the end that the record tells, entries may be missing.
      this.#push(this.#entries.end(LEFT_BEHIND));
    } else {
      this.#finish();
    }
    return this.#arrivals.take(Infinity);
  }

  /** Handed on by itself, without the reader. */
  readonly arrival = async (signal: AbortSignal): Promise<void> => {
    // What comes before the first poll is told as it comes.
    if (this.#ref !== null) {
      this.#open(this.#ref);
    }
    await this.#arrivals.next(signal);
  };

  /** An agent alone leads to its newest run (contract 18.2). */
  async #resolved(call: CallOptions): Promise<RunRef> {
    if (this.#ref !== null) {
      return this.#ref;
    }
    const { agentId } = namedRunOf(this.#turn.runId);
    this.#ref = await newestRun(this.#parts, agentId, call);
    return this.#ref;
  }

  #open(ref: RunRef): void {
    if (this.#stream !== null || this.#arrivals.isClosed) {
      return;
    }
    const { acceptedAt, mode } = this.#turn;
    const { client, clock, slots } = this.#parts;
    this.#stream = new RunStream(
      {
        client,
        clock,
        slots,
        ref,
        acceptedAt: mode === 'attached' ? null : acceptedAt,
        since: acceptedAt,
      },
      this.#sink(ref),
    );
    this.#stream.start();
  }

  #sink({ runId }: RunRef): StreamSink {
    return {
      frame: (frame) => this.#takeFrame(runId, frame),
      omitted: () => this.#push([this.#entries.omittedEntry()]),
      fatal: (cause) => this.#push([this.#entries.fatal(cause)]),
      over: () => {
        this.#isLogOver = true;
        this.#finishIfEnded();
        this.#arrivals.rouse();
      },
      closed: () => {
        this.#isClosedEarly = true;
        this.#arrivals.rouse();
      },
      room: () => this.#arrivals.room(),
      redacts: (redact) => {
        this.#entries.redact = redact;
      },
      warn: (message) => this.#ports.warn(message),
      note: (message) => this.#ports.note(message),
    };
  }

  #takeFrame(runId: string, frame: Frame): void {
    this.#hasMoved = true;
    if (frame.event !== 'result') {
      this.#push(this.#entries.take(frame));
      return;
    }
    const event = parseResult(frame.data);
    // About another run, or no end.
    if (event === null || (event.runId ?? runId) !== runId || !isFinal(event.status)) {
      return;
    }
    this.#told.takeEvent(event);
    this.#push(this.#entries.end(this.#told.logEnd(frame.id)));
    this.#arrivals.rouse();
  }

  #push(entries: readonly Entry[]): void {
    this.#arrivals.push(entries);
    this.#hasMoved ||= entries.length > 0;
  }

  /**
   * Whether this read asks for the run: polls do, and reads that come because entries have arrived
   * only where the record is old, or an end was told that it does not show yet.
   */
  #isRecordDue({ isLast, isWoken }: Record<'isLast' | 'isWoken', boolean>): boolean {
    // A wait that the service asks for is none for what the stream brings.
    if (this.#heldMs > 0) {
      return false;
    }
    const sinceMs = this.#parts.clock.now() - this.#askedAt;
    if (this.#told.isRecordFinal) {
      return this.#mayTellUsage && !isWoken;
    }
    // The event decides by itself: what the record adds is read once the end is known above, where
    // such reads go before the polls of other runs.
    if (this.#told.lacksRecord) {
      return isLast || !isWoken;
    }
    if (this.#isClosedEarly && sinceMs >= CLOSED_MS) {
      return true;
    }
    return !isWoken || (isLast && sinceMs >= 1_000) || sinceMs >= POLL_MS;
  }

  /** The service wants to be left alone for so long, or the limits do; 0 for what is usual. */
  get #heldMs(): number {
    const delayMs = this.#parts.readDelay();
    return delayMs > POLL_MS ? delayMs : 0;
  }

  get #mayTellUsage(): boolean {
    return this.#usage.mayBeTold(this.#told.sinceEndMs + this.#heldMs);
  }

  async #readRecord(ref: RunRef, options: CallOptions): Promise<void> {
    const { client, clock, facts } = this.#parts;
    const call = { ...options, deadline: Math.min(options.deadline, this.#told.readUntil) };
    this.#askedAt = clock.now();
    const run = await client.run(ref, call).catch((error: unknown) => {
      this.#noteObstacle(error, call.deadline);
      throw this.#isYoung && isMissing(error) ? error.proving('ambiguous') : error;
    });
    this.#isClosedEarly = false;
    this.#obstacle = null;
    const state = stateOf(run);
    this.#told.takeRecord(state);
    await facts.about({ client, agentId: ref.agentId }, call);
    if (isFinal(state.status)) {
      this.#told.showsEnd();
      this.#stream?.runEnded();
      this.#finishIfEnded();
    }
    if (this.#told.hasEnd) {
      await this.#usage.read(ref, call);
    }
  }

  #noteObstacle(error: unknown, deadline: number): void {
    const times = { deadline, now: this.#parts.clock.now() };
    const isCut = error instanceof ServiceError && isCutOff(error, times);
    const met = messageOf(error);
    this.#obstacle = isCut ? (this.#obstacle ?? met) : met;
  }

  /** A run that was accepted a short time ago may not be there yet (contract 18.4). */
  get #isYoung(): boolean {
    const { mode, acceptedAt } = this.#turn;
    return mode !== 'attached' && this.#parts.clock.now() - acceptedAt < NOT_THERE_MS;
  }

  /** The log is over, and so is the run: what is left of the log is told. */
  #finishIfEnded(): void {
    if (this.#isLogOver && this.#told.hasEnd) {
      this.#finish();
    }
  }

  #finish(): void {
    this.#push(this.#entries.end(this.#told.logEnd(null)));
  }

  #shown({ agentId, runId }: RunRef): RunShown {
    const { facts } = this.#parts;
    return shownOf({
      agentId,
      runId,
      state: this.#told.state,
      facts: facts.of(agentId),
      before: this.#before,
      usage: this.#usage.usage,
    });
  }

  #part(ref: RunRef): LogPart<RunShown> {
    const entries = this.#arrivals.take(PART_MAX);
    const more = !this.#arrivals.isEmpty;
    const moved = this.#hasMoved;
    this.#hasMoved = false;
    this.#hasMore = more;
    this.#arrivals.heed();
    return {
      entries,
      untold: [],
      run: this.#told.isKnown ? this.#shown(ref) : null,
      moved,
      more,
      complete: !more && this.#isComplete,
      missing: 0,
    };
  }

  /** All was read: the log, the record, and what is told of the use. */
  get #isComplete(): boolean {
    const isOver = this.#isLogOver && this.#told.hasEnd;
    return isOver && !this.#mayTellUsage && this.#told.isSettled(this.#heldMs);
  }
}

/** The newest run of an agent. */
export async function newestRun(
  { client, facts }: Pick<TurnParts, 'client' | 'facts'>,
  agentId: string,
  call: CallOptions,
): Promise<RunRef> {
  const agent = await client.agent(agentId, call);
  facts.take(agent);
  if (agent.latestRunId !== null) {
    return { agentId, runId: agent.latestRunId };
  }
  const [newest] = await client.newestRuns(agentId, call);
  if (newest === undefined) {
    throw noRun(agentId);
  }
  return { agentId, runId: newest.id };
}
