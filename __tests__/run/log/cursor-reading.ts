/** A log that a test lets grow, change and lie, and somebody who reads it with the cursor. */
import type { Baseline } from '../../../src/run/log/baseline.ts';
import { LogCursor } from '../../../src/run/log/cursor.ts';
import { detectOrder, rawEntry, type Order } from '../../../src/run/log/entry.ts';
import type { PageRequest, Taken } from '../../../src/run/log/page.ts';

export class Log {
  order: Order = 'asc';
  entries: readonly unknown[];
  sendsTotal = true;
  /** What the total is too high by. */
  lie = 0;

  constructor(entries: readonly unknown[], fields: Partial<Pick<Log, 'order' | 'sendsTotal' | 'lie'>> = {}) {
    this.entries = entries;
    Object.assign(this, fields);
  }

  page({ skip, limit }: PageRequest): { readonly logs: unknown[]; readonly total_logs: number | null } {
    const ordered = this.order === 'asc' ? this.entries : this.entries.toReversed();
    return {
      logs: ordered.slice(skip, skip + limit),
      total_logs: this.sendsTotal ? this.entries.length + this.lie : null,
    };
  }
}

export class Reading {
  readonly cursor: LogCursor;
  readonly log: Log;
  readonly got: unknown[] = [];
  /** `skip` of each request, in order. */
  readonly asked: number[] = [];
  last: Taken = { fresh: [], more: true, agrees: false, nonsense: false };

  constructor(log: Log, from?: Baseline | LogCursor) {
    this.log = log;
    this.cursor = from instanceof LogCursor ? from : new LogCursor(from);
  }

  get reads(): number {
    return this.asked.length;
  }

  read(page: (asked: PageRequest) => ReturnType<Log['page']> = (asked) => this.log.page(asked)): this {
    const asked = this.cursor.next();
    this.last = this.cursor.take(asked, page(asked));
    this.got.push(...this.last.fresh.map(({ value }) => value));
    this.asked.push(asked.skip);
    return this;
  }

  /** Reads until the service has no more for now. */
  all(): this {
    for (let reads = 0; reads < 60; reads += 1) if (!this.read().last.more) return this;
    throw new Error('the cursor never comes to an end');
  }

  /** As `all()`; gives `skip` of each request that it took. */
  poll(): number[] {
    const before = this.asked.length;
    return this.all().asked.slice(before);
  }
}

/** The baseline of a log that was read to its end before a resume. */
export function baselineOf(entries: readonly unknown[], fields: Partial<Baseline> = {}): Baseline {
  const raw = entries.map(rawEntry);
  return { count: raw.length, last: raw.at(-1) ?? null, order: detectOrder(raw), ...fields };
}
