/** One way to read a log, depending on the order in which the service lists it. */
import type { ReadOptions } from '../../port.ts';
import type { Page, LogPageRequest } from './pages.ts';
import type { Received } from './positions.ts';

/** What a page brought. */
export interface Taken {
  /** The page shows another entry in the place of a known one. Nothing of it was taken in. */
  readonly contradicts: boolean;
  /** New entries that may belong to the turn, oldest first. */
  readonly fresh: readonly Received[];
  /** Known entries in their later form. */
  readonly filled: readonly Received[];
  /** Entries came that were not known, of this turn or not (yet). */
  readonly moved: boolean;
  /** More can be read at once. Never after a page that brought nothing. */
  readonly more: boolean;
  /** All was read, and the count agrees with `total_logs` (or the service sends none). */
  readonly complete: boolean;
  /** The last hundred entries, as many of them as a page has, were read as they are now. */
  readonly refreshed: boolean;
}

export const NOTHING: Taken = {
  contradicts: false,
  fresh: [],
  filled: [],
  moved: false,
  more: false,
  complete: false,
  refreshed: false,
};

export interface ReadingOrder {
  /** Entries that were received so far. */
  readonly received: number;
  next(options: ReadOptions): LogPageRequest;
  take(request: LogPageRequest, page: Page): Taken;
  /** The next entry cannot be read. Returns what stands for it, unless it has to wait. */
  omit(): readonly Received[];
  /** Begins to read the log once more. */
  restart(): void;
  /** Nothing more is read: takes in what was received and had no place yet. */
  close(): readonly Received[];
}
