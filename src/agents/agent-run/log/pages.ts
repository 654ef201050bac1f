/**
 * How many entries a request asks for, and how many of them the service gives (contract 4.7, 6.5).
 */
import { PAGE_LIMIT } from '../../entry.ts';
import type { LogsRequest } from '../client.ts';
import type { RawEntry } from './entry.ts';

export type LogPageRequest = Pick<LogsRequest, 'skip' | 'limit'>;

/** An answer, as the service lists it. */
export interface Page {
  readonly entries: readonly RawEntry[];
  /** `total_logs`, or null if the service does not tell it. */
  readonly total: number | null;
}

export class PageSize {
  /** Asked for next. Less than the spec allows after an answer that was too large. */
  limit = PAGE_LIMIT;
  #given = PAGE_LIMIT;

  /** As many as a page may be expected to have. */
  get expected(): number {
    return Math.min(this.limit, this.#given);
  }

  /** The answer was too large: half as many are asked for. */
  halve(): void {
    this.limit = Math.max(1, Math.floor(this.limit / 2));
  }

  /** The answer could be read: twice as many are asked for again. */
  restore(): void {
    this.limit = Math.min(PAGE_LIMIT, this.limit * 2);
  }

  /** A page had only so many entries although more were there: the service gives no more. */
  learn(entries: number): void {
    this.#given = Math.max(1, entries);
  }

  /** A page had more than the service was thought to give. */
  unlearn(entries: number): void {
    this.#given = Math.max(this.#given, entries);
  }
}
