/**
 * What the action needs of a hosted coding agent, in the action's own words. Each service fills it
 * in a folder beside this file and knows nothing of the others; everything above speaks of runs,
 * entries and outcomes alone.
 */
import type { CallOptions } from '../http/limits.ts';
import type { EntryView } from './entry.ts';

/**
 * Identifies a run at its service. Never parsed above the adapters: a number with one service, a
 * UUID with another.
 */
export type RunId = string;

/** One log entry of this turn. */
export interface Entry {
  /** Position in this turn as received, from 0. */
  readonly index: number;
  /** The entry as one line of JSON, as received; what goes into `logs_file`. */
  readonly line: string;
  readonly view: EntryView;
  /** `created_at` as milliseconds since the epoch, null when absent or unreadable. */
  readonly time: number | null;
}

/** A new entry of this turn. */
export interface TurnEntry {
  readonly entry: Entry;
  /** It is the follow-up's own, so that the turn begins with it. */
  readonly isEcho: boolean;
}

/**
 * What one read of the log brought.
 *
 * @typeParam Run what an answer of the service tells of the run itself
 */
export interface LogPart<Run> {
  /** New entries of this turn, numbered, oldest first. */
  readonly entries: readonly TurnEntry[];
  /** Entries that were told before, in their later form: it is the same `index` (contract 4.7). */
  readonly amended: readonly Entry[];
  /**
   * Entries of this turn that are told later, because their order is not known yet. All of them in
   * each part, so that an answer among them can end the turn.
   */
  readonly untold: readonly EntryView[];
  /** Null if the answer tells nothing of the run. */
  readonly run: Run | null;
  /** Entries came that were not known, of this turn or not (yet). */
  readonly moved: boolean;
  /** More can be read at once. Never after a read that brought nothing (contract 4.7). */
  readonly more: boolean;
  /** All was read, as far as the service tells. */
  readonly complete: boolean;
  /** What the service may still fill in was read as it is now (contract 4.7). */
  readonly refreshed: boolean;
  /** Entries announced but not received; negative if more were received than announced. */
  readonly missing: number;
}

export interface ReadOptions {
  /**
   * The end of the run was seen: what may have been filled in meanwhile is read again, and entries
   * that the service announced but did not send are looked for.
   */
  readonly last?: boolean;
}

/**
 * The log of one turn, however the service gives it: pages by offset or by cursor, or a stream.
 * What belongs to the turn, in which order it stands and what is read next is decided in it; when
 * the turn is over, and when to read, above.
 */
export interface LogReader<Run> {
  /** Reads what is new. Rejects with `ServiceError`, or with `call.signal.reason` on abort. */
  read(call: CallOptions, options?: ReadOptions): Promise<LogPart<Run>>;
  /**
   * Entries that were held back until it is certain that they belong to the turn, and need wait no
   * longer. For a poll that could not read the log.
   */
  overdue(): readonly TurnEntry[];
  /** Nothing more is read. Returns what was received and not told yet; ends a stream. */
  close(): readonly TurnEntry[];
  /**
   * Resolves once entries can be read that came by themselves, so that the next poll need not be
   * waited for; rejects on abort. Absent where the service only answers.
   */
  readonly arrival?: ((signal: AbortSignal) => Promise<void>) | undefined;
}
