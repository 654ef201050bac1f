/**
 * Reads one turn of a run whose record and log are read apart (contract 4.4, 4.5, 18.3): the record
 * first, so that what it ended with is said by then, and then what is new in the log.
 */
import { asServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';
import type {
  LogPart,
  ReadOptions,
  RunShown,
  Turn,
  TurnEntry,
  TurnPorts,
  TurnReader,
} from '../port.ts';
import { isTerminal } from '../status-word.ts';
import { OWN_AFTER_MS } from '../values.ts';
import { TurnLog, type LogPiece } from './turn-log.ts';

/** What a read of the log brought. */
interface NewPieces {
  /** Oldest first. */
  readonly pieces: readonly LogPiece[];
  /** More can be read at once. */
  readonly more: boolean;
  /** A later turn has begun (`FoundTurn`), and nothing of it is among the pieces. Absent: no. */
  readonly isPast?: boolean;
}

/** What a service's record and log are, and what they mean together. */
interface TurnSource<Record> {
  readRecord(call: CallOptions): Promise<Record>;
  readLog(call: CallOptions): Promise<NewPieces>;
  /** What is held back for what belongs to it, and comes no more. Absent: nothing is. */
  rest?(): readonly LogPiece[];
  /** Keeps nothing. */
  shown(record: Record, log: TurnLog): RunShown;
  /** Whether the log has what the end of this record brings, such as its last words. */
  hasEnd(record: Record, log: TurnLog): boolean;
  /** The log has a word for each end that is a success: without it, it lacks what was said last. */
  readonly isEndLogged: boolean;
  /** What a change of the record changes. */
  digest(record: Record): string;
}

/** After the end, what the log does not show yet is waited for so long. */
export const LATE_MS = 5_000;
/** Kept free before the time of the step is up. */
const END_RESERVE_MS = 3_000;

/**
 * Until when the log may bring what the end of the turn is known to have (on the clock's `now`).
 *
 * @param overAt when that end was seen
 * @param deadline of the step
 */
export function lateUntil(overAt: number, deadline: number): number {
  return Math.min(overAt + LATE_MS, deadline - END_RESERVE_MS);
}

/** What is kept where it is not known with which entry the turn begins. */
export const ALL_KEPT = 'all its entries are kept, also those of earlier turns.';
export const UNREAD_BEGIN =
  'The log could not be read before the follow-up, and the follow-up is not in it: ' + ALL_KEPT;

interface ReaderParts {
  readonly turn: Turn;
  readonly ports: Pick<TurnPorts, 'warn'>;
  readonly clock: Pick<Clock, 'now' | 'wall'>;
}

export function turnReader<Record>(source: TurnSource<Record>, parts: ReaderParts): TurnReader {
  return new RecordAndLog(source, parts);
}

class RecordAndLog<Record> implements TurnReader {
  readonly #source: TurnSource<Record>;
  readonly #turn: Turn;
  readonly #ports: Pick<TurnPorts, 'warn'>;
  readonly #clock: Pick<Clock, 'now' | 'wall'>;
  readonly #log: TurnLog;
  #record: Record | null = null;
  /** Received, and not told yet. */
  readonly #late: TurnEntry[] = [];
  /** The last read came no further than the record. */
  #isOfRecord = false;
  /** The last page that was read was not the last one, and the next is read at once. */
  #hasMore = false;
  /** When the log brought something last, on the clock's `now`. */
  #heardAt: number;
  /** When the end of the turn was seen above, on the clock's `now`. */
  #overAt: number | null = null;

  constructor(source: TurnSource<Record>, { turn, ports, clock }: ReaderParts) {
    this.#source = source;
    this.#turn = turn;
    this.#ports = ports;
    this.#clock = clock;
    this.#log = new TurnLog(turn, { wall: () => clock.wall() });
    this.#heardAt = clock.now();
  }

  /** The record could not be read, so that nothing was asked of the log. */
  get failedAtRun(): boolean {
    return this.#isOfRecord;
  }

  runBeforeLog(): RunShown | null {
    return this.#isOfRecord ? null : this.#shown;
  }

  async read(call: CallOptions, { last = false }: ReadOptions = {}): Promise<LogPart<RunShown>> {
    if (last) {
      this.#overAt ??= this.#clock.now();
    }
    // A log of many pages is read at once, with the record as it was before.
    this.#isOfRecord = true;
    const hasMoved = this.#hasMore ? false : await this.#readRecord(call);
    this.#isOfRecord = false;
    const { pieces, more: goesOn, isPast = false } = await this.#source.readLog(call);
    const more = goesOn && !isPast;
    this.#hasMore = more && pieces.length > 0;
    if (pieces.length > 0) {
      this.#heardAt = this.#clock.now();
    }
    const isEndKnown = this.#log.end !== null;
    this.#late.push(...this.#log.take(pieces), ...this.overdue());
    if (isPast) {
      this.#late.push(...this.#log.leave());
    }
    if (this.#log.end !== null && !isEndKnown && !isPast) {
      // It may have come between the two reads.
      await this.#readRecord(call).catch(asServiceError);
    }
    if (!more && this.#isOver) {
      this.#late.push(...this.#log.settle());
    }
    const told = this.#late.splice(0);
    return {
      entries: told,
      // The record tells the end, so that what was said last is a sign of work and no more.
      untold: this.#log.untold('thought'),
      run: this.#shown,
      // What moves in the record then is of the later turn.
      moved: (hasMoved && !isPast) || pieces.length > 0 || told.length > 0,
      more: this.#hasMore,
      complete: !more && !this.#log.isHolding && !this.#mayBeLate(call),
      lacksEnd: this.#isEndMissing(call),
      missing: 0,
    };
  }

  async run(call: CallOptions): Promise<RunShown> {
    const record = await this.#source.readRecord(call);
    this.#record = record;
    if (isEnd(this.#source.shown(record, this.#log)) && !this.#source.hasEnd(record, this.#log)) {
      // The last words stand in the log alone. What else it brings is told with the next part.
      const { pieces } = await this.#source.readLog(call).catch(nothingNew);
      this.#late.push(...this.#log.take(pieces));
    }
    return this.#source.shown(record, this.#log);
  }

  overdue(): readonly TurnEntry[] {
    const held = this.#log.overdue(this.#clock.now() - this.#turn.acceptedAt);
    if (held.length > 0 && this.#turn.before === null) {
      this.#ports.warn(UNREAD_BEGIN);
    }
    return held;
  }

  close(): readonly TurnEntry[] {
    this.#late.push(...this.#log.take(this.#source.rest?.() ?? []));
    const shown = this.#shown;
    const isEnded = this.#log.hasBegun && shown !== null && isEnd(shown);
    const settled = this.#isOver || isEnded ? this.#log.settle() : [];
    return [...this.#late.splice(0), ...settled, ...this.#log.close()];
  }

  /** Whether anything changed. */
  async #readRecord(call: CallOptions): Promise<boolean> {
    const earlier = this.#record;
    const record = await this.#source.readRecord(call);
    this.#record = record;
    return earlier === null || this.#source.digest(record) !== this.#source.digest(earlier);
  }

  get #shown(): RunShown | null {
    return this.#record === null ? null : this.#source.shown(this.#record, this.#log);
  }

  /**
   * The agent says nothing more. Without a word of the log for that, or of the step, the record's
   * is believed once nothing has come for a while: it may be that of the turn before.
   */
  get #isOver(): boolean {
    const isTold = this.#overAt !== null || this.#log.end !== null;
    const shown = this.#shown;
    const showsEnd = shown !== null && isEnd(shown);
    const isQuiet = this.#clock.now() - this.#heardAt >= OWN_AFTER_MS;
    return isTold || (showsEnd && this.#log.hasBegun && isQuiet);
  }

  /** It is read again for what belongs to the end, unless the time of the step is up before. */
  #mayBeLate({ deadline }: CallOptions): boolean {
    const isInTime = this.#clock.now() < lateUntil(this.#overAt ?? -Infinity, deadline);
    return isInTime && this.#isWaitedFor && this.#lacksEnd;
  }

  /** Not even its own word for the end is there, nor is it waited for any longer. */
  #isEndMissing({ deadline }: CallOptions): boolean {
    if (!this.#lacksEnd || this.#log.end !== null) {
      return false;
    }
    if (this.#isWaitedFor) {
      return deadline - this.#clock.now() < LATE_MS;
    }
    // What goes wrong may also take the log's last words with it.
    return this.#source.isEndLogged && this.#shown?.meaning === 'succeeded';
  }

  /** What belongs to the end may still come. */
  get #isWaitedFor(): boolean {
    return this.#overAt === null || this.#clock.now() - this.#overAt < LATE_MS;
  }

  /** The turn is over, and the log does not have what belongs to its end. */
  get #lacksEnd(): boolean {
    const shown = this.#shown;
    if (this.#record === null || shown === null || this.#log.isPast) {
      return false;
    }
    const isOver = this.#overAt !== null || isEnd(shown);
    return isOver && !this.#source.hasEnd(this.#record, this.#log);
  }
}

function isEnd({ meaning }: RunShown): boolean {
  return isTerminal(meaning);
}

/** A log that cannot be read for now. @throws what is no failure of the service */
function nothingNew(error: unknown): NewPieces {
  asServiceError(error);
  return { pieces: [], more: false };
}
