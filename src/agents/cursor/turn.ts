/**
 * Reads one turn, which is a run of its own: its log from the live stream, and the record of the
 * run beside it (contract 18.3). A `result` event or a record that has ended decides, nothing else.
 */
import { ENTRY_TYPE } from '../../message-types.ts';
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';
import type {
  Entry,
  LogPart,
  ReadOptions,
  RunShown,
  Turn,
  TurnEntry,
  TurnPorts,
  TurnReader,
  Usage,
} from '../port.ts';
import type { CursorClient, RunRef } from './client.ts';
import { Entries, type Frame, type LogEnd } from './entries.ts';
import { asServiceError, isMissing, noRun, proving } from './refusals.ts';
import type { KnownAgents } from './known-agents.ts';
import type { GitBefore } from './git.ts';
import { namedRunOf, runIdOf } from './ids.ts';
import { memoOf } from './memo.ts';
import { parseResult, type ResultEvent } from './schema.ts';
import { shownOf, spoken, stateOf, toldCause, usageOf, type RunState } from './shown.ts';
import type { StreamSlots } from './slots.ts';
import { NOT_THERE_MS, RunStream, type StreamSink } from './stream.ts';
import { isFinal, meaningOf } from './words.ts';

/** Between two polls of the run beside its stream (sheet, section 10). */
export const POLL_MS = 10_000;
/**
 * After the event the record is read for so long for what it adds: up to 30 seconds in all
 * (contract 18.3), of which the last are those of the last read.
 */
const RECORD_MS = 25_000;
/** Between the end of a stream and the last read of the record, so that it is asked for at once. */
const CLOSED_MS = 2_000;
/** So long after the end zeros are read again: use is told late (sheet, section 3.3). */
const USAGE_MS = 3_000;
const USAGE_TRIES = 3;
/** Entries of one part, and UTF-16 units that wait to be told (contract 6.5). */
const PART_MAX = 200;
const ROOM = 4 * 1024 * 1024;

export interface TurnParts {
  readonly client: CursorClient;
  readonly clock: Clock;
  readonly facts: KnownAgents;
  readonly slots: StreamSlots;
}

export class CursorTurn implements TurnReader {
  readonly readsRun = true;
  readonly #parts: TurnParts;
  readonly #turn: Turn;
  readonly #ports: TurnPorts;
  readonly #before: GitBefore | null;
  readonly #entries: Entries;
  #ref: RunRef | null;
  #stream: RunStream | null = null;
  #isLogOver = false;
  /** Received and not told yet. */
  #waiting: TurnEntry[] = [];
  #size = 0;
  #hasMoved = false;
  #hasEcho = false;
  /** What was waited for is there: the next read need not ask for the run. */
  #isWoken = false;
  #hasMore = false;
  /** A stream has come to its end without that of the run, which the record may show. */
  #isClosedEarly = false;
  /** Above, the run counts as ended: its word is one of the inputs' own (contract 18.2). */
  #isOver = false;
  #wake = Promise.withResolvers<undefined>();
  #room: PromiseWithResolvers<undefined> | null = null;
  #event: ResultEvent | null = null;
  #eventAt = Infinity;
  /** As the record told it last. */
  #record: RunState | null = null;
  #recordAt = -Infinity;
  /** When it was asked for last, answered or not. */
  #askedAt = -Infinity;
  #endAt = Infinity;
  #usage: Usage | null = null;
  #usageTries = 0;
  #isClosed = false;

  constructor(turn: Turn, ports: TurnPorts, parts: TurnParts) {
    const { agentId, runId } = namedRunOf(turn.runId);
    this.#turn = turn;
    this.#ports = ports;
    this.#parts = parts;
    this.#ref = runId === null ? null : { agentId, runId };
    this.#before = turn.mode === 'resumed' ? (memoOf(turn.before)?.git ?? null) : null;
    this.#entries = new Entries({
      runId: () => (this.#ref === null ? turn.runId : runIdOf(agentId, this.#ref.runId)),
      wall: () => parts.clock.wall(),
    });
  }

  async read(call: CallOptions, { last = false }: ReadOptions = {}): Promise<LogPart<RunShown>> {
    const ref = await this.#resolved(call);
    this.#open(ref);
    this.#heed();
    if (last) {
      this.#endAbove();
    }
    if (this.#isRecordDue(last)) {
      try {
        await this.#readRecord(ref, call);
      } catch (error) {
        // What the stream brought is told all the same; the next poll asks again.
        const hasNews = this.#waiting.length > 0 || this.#event !== null;
        if (!hasNews || call.signal.aborted) {
          throw error;
        }
      }
    }
    return this.#part(ref);
  }

  #endAbove(): void {
    if (!this.#hasEnd) {
      this.#isOver = true;
      this.#stream?.ended();
      this.#finishIfEnded();
    }
  }

  async run(call: CallOptions): Promise<RunShown> {
    const ref = await this.#resolved(call);
    try {
      await this.#readRecord(ref, call);
    } catch (error) {
      // The event told the end, and the record was asked for long enough for what it adds.
      const isFailure = error instanceof ServiceError;
      if (!isFailure || !this.#isRecordOverdue || call.signal.aborted) {
        throw error;
      }
    }
    return this.#shown(ref);
  }

  overdue(): readonly TurnEntry[] {
    return this.#take(Infinity);
  }

  close(): readonly TurnEntry[] {
    this.#isClosed = true;
    this.#stream?.stop();
    this.#finish();
    return this.#take(Infinity);
  }

  /** Handed on by itself, without the reader. */
  readonly arrival = async (signal: AbortSignal): Promise<void> => {
    // What comes before the first poll is told as it comes.
    if (this.#ref !== null) {
      this.#open(this.#ref);
    }
    if (this.#waiting.length === 0 && !this.#isWoken) {
      const aborted = Promise.withResolvers<never>();
      const onAbort = (): void => aborted.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        signal.throwIfAborted();
        await Promise.race([this.#wake.promise, aborted.promise]);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    }
    this.#isWoken = true;
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
    if (this.#stream !== null || this.#isClosed) {
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
        this.#rouse();
      },
      closed: () => {
        this.#isClosedEarly = true;
        this.#rouse();
      },
      room: () => this.#roomComes(),
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
    this.#event = event;
    this.#eventAt = this.#parts.clock.now();
    this.#endAt = Math.min(this.#endAt, this.#eventAt);
    this.#push(this.#entries.end(this.#logEnd(frame.id)));
    this.#rouse();
  }

  #push(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const isEcho = this.#isEcho(entry);
      this.#hasEcho ||= isEcho;
      this.#waiting.push({ entry, isEcho });
      this.#size += entry.line.length;
    }
    if (entries.length > 0) {
      this.#hasMoved = true;
      this.#rouse();
    }
  }

  #isEcho({ view }: Entry): boolean {
    const { mode, sent } = this.#turn;
    if (mode !== 'resumed' || this.#hasEcho || view.message_type !== ENTRY_TYPE.prompt) {
      return false;
    }
    const text = typeof view.observation === 'string' ? view.observation : '';
    return sent === null || text === sent.text || (sent.mark !== null && text.includes(sent.mark));
  }

  #rouse(): void {
    this.#wake.resolve(undefined);
  }

  /**
   * What was waited for is taken up by this read, also where it fails: the next wait is a new one.
   */
  #heed(): void {
    if (this.#waiting.length === 0) {
      this.#wake = Promise.withResolvers<undefined>();
    }
  }

  /** Null: there is room. */
  #roomComes(): Promise<void> | null {
    if (this.#size < ROOM || this.#isClosed) {
      return null;
    }
    this.#room ??= Promise.withResolvers<undefined>();
    return this.#room.promise;
  }

  #take(count: number): readonly TurnEntry[] {
    const taken = this.#waiting.splice(0, Math.min(count, this.#waiting.length));
    this.#size -= taken.reduce((sum, { entry }) => sum + entry.line.length, 0);
    if (this.#size < ROOM || this.#isClosed) {
      this.#room?.resolve(undefined);
      this.#room = null;
    }
    return taken;
  }

  /**
   * Whether this read asks for the run: polls do, and reads that come because entries have arrived
   * only where the record is old, or an end was told that it does not show yet.
   */
  #isRecordDue(isLast: boolean): boolean {
    const isWoken = this.#isWoken || this.#hasMore;
    this.#isWoken = false;
    const sinceMs = this.#parts.clock.now() - this.#askedAt;
    if (this.#isRecordFinal) {
      return this.#mayTellUsage && !isWoken;
    }
    // The event decides by itself: what the record adds is read once the end is known above, where
    // such reads go before the polls of other runs.
    if (this.#event !== null && this.#recordAt < this.#eventAt) {
      return isLast || !isWoken;
    }
    if (this.#isClosedEarly && sinceMs >= CLOSED_MS) {
      return true;
    }
    return !isWoken || (isLast && sinceMs >= 1_000) || sinceMs >= POLL_MS;
  }

  get #isRecordFinal(): boolean {
    return this.#record !== null && isFinal(this.#record.status);
  }

  get #mayTellUsage(): boolean {
    return (
      this.#usage === null &&
      this.#usageTries < USAGE_TRIES &&
      this.#parts.clock.now() - this.#endAt < USAGE_MS
    );
  }

  async #readRecord(ref: RunRef, call: CallOptions): Promise<void> {
    const { client, clock, facts } = this.#parts;
    this.#askedAt = clock.now();
    const run = await client.run(ref, call).catch((error: unknown) => {
      throw this.#isYoung && isMissing(error) ? proving(error, 'ambiguous') : error;
    });
    this.#recordAt = clock.now();
    this.#isClosedEarly = false;
    const state = stateOf(run);
    // A replica that lags behind the end tells nothing.
    if (!this.#isRecordFinal || isFinal(state.status)) {
      this.#record = state;
    }
    await facts.about({ client, agentId: ref.agentId }, call);
    if (isFinal(state.status)) {
      this.#endAt = Math.min(this.#endAt, clock.now());
      this.#stream?.ended();
      this.#finishIfEnded();
    }
    if (this.#hasEnd) {
      await this.#readUsage(ref, call);
    }
  }

  /** A run that was accepted a short time ago may not be there yet (contract 18.4). */
  get #isYoung(): boolean {
    const { mode, acceptedAt } = this.#turn;
    return mode !== 'attached' && this.#parts.clock.now() - acceptedAt < NOT_THERE_MS;
  }

  get #hasEnd(): boolean {
    return this.#event !== null || this.#isRecordFinal || this.#isOver;
  }

  /** Not every account may read it, and what it cost is told late (sheet, section 3.3). */
  async #readUsage(ref: RunRef, call: CallOptions): Promise<void> {
    const isTold = this.#usage !== null && this.#usage.costUsd !== null;
    if (isTold || this.#usageTries >= USAGE_TRIES) {
      return;
    }
    this.#usageTries += 1;
    const told = await this.#parts.client.usage(ref, call).catch(asServiceError);
    if (!(told instanceof Error)) {
      this.#usage = usageOf(told) ?? this.#usage;
    } else if (!told.passing) {
      this.#usageTries = USAGE_TRIES;
    }
  }

  /** The log is over, and so is the run: what is left of the log is told. */
  #finishIfEnded(): void {
    if (this.#isLogOver && this.#hasEnd) {
      this.#finish();
    }
  }

  #finish(): void {
    this.#push(this.#entries.end(this.#logEnd(null)));
  }

  #logEnd(sourceId: string | null): LogEnd {
    const { status, text, cause } = this.#state;
    const meaning = meaningOf(status);
    const isKnown = meaning === 'cancelled' || meaning === 'failed' || meaning === 'succeeded';
    // The last words of a run whose end the inputs name are its answer.
    const otherwise = this.#isOver ? 'succeeded' : 'unknown';
    return { kind: isKnown ? meaning : otherwise, text, cause, sourceId };
  }

  /** What event and record tell together. */
  get #state(): RunState {
    const record = this.#record ?? NOTHING_KNOWN;
    const event = this.#event;
    if (event === null) {
      return record;
    }
    const isAdded = this.#isRecordFinal;
    const spokenText = spoken(event.text);
    const text = isAdded ? (record.text ?? spokenText) : spokenText;
    const branches = isAdded ? (record.branches ?? event.git?.branches) : event.git?.branches;
    return {
      status: event.status,
      text,
      branches: branches ?? record.branches,
      cause: record.cause ?? toldCause(event),
      createdAt: record.createdAt,
    };
  }

  #shown({ agentId, runId }: RunRef): RunShown {
    const { facts } = this.#parts;
    const told = this.#state;
    // The last words of a run that failed without a cause (sheet, section 4).
    const { lastText } = this.#entries;
    const cause = told.cause ?? (lastText === '' ? null : lastText);
    return shownOf({
      agentId,
      runId,
      state: { ...told, cause },
      facts: facts.of(agentId),
      before: this.#before,
      usage: this.#usage,
    });
  }

  #part(ref: RunRef): LogPart<RunShown> {
    const entries = this.#take(PART_MAX);
    const more = this.#waiting.length > 0;
    const moved = this.#hasMoved;
    this.#hasMoved = false;
    this.#hasMore = more;
    if (!more) {
      this.#wake = Promise.withResolvers<undefined>();
    }
    return {
      entries,
      amended: [],
      untold: [],
      run: this.#record === null && this.#event === null ? null : this.#shown(ref),
      moved,
      more,
      complete: !more && this.#isComplete,
      refreshed: true,
      missing: 0,
    };
  }

  /** All was read: the log, the record, and what is told of the use. */
  get #isComplete(): boolean {
    if (!this.#isLogOver || !this.#hasEnd || this.#mayTellUsage) {
      return false;
    }
    return this.#isRecordFinal || this.#isOver || this.#isRecordOverdue;
  }

  /** After the event, the time in which the record may add something is over. */
  get #isRecordOverdue(): boolean {
    return this.#parts.clock.now() - this.#eventAt >= RECORD_MS;
  }
}

const NOTHING_KNOWN: RunState = {
  status: null,
  text: null,
  branches: null,
  cause: null,
  createdAt: null,
};

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
