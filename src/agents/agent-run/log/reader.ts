/**
 * The log of one turn, read page by page (contract 4.5, 4.7, 6.5). The order of the log decides the
 * way in which it is read; what comes is placed by position, and what belongs to the turn is told.
 */
import { ServiceError } from '../../../http/errors.ts';
import type { CallOptions } from '../../../http/limits.ts';
import type { Clock } from '../../../runner/port.ts';
import type {
  ClosedLog,
  LogPart,
  ReadOptions,
  RunId,
  RunShown,
  TurnEntry,
  TurnReader,
} from '../../port.ts';
import { MoreThanAsked, type Client } from '../client.ts';
import type { LogsPage } from '../schema.ts';
import { shownRun } from '../shown.ts';
import type { LogBefore } from './before.ts';
import { rawEntry, type RawEntry } from './entry.ts';
import { NewestFirst } from './newest-first.ts';
import { OldestFirst } from './oldest-first.ts';
import type { Order } from './order.ts';
import { PageSize, type Page, type LogPageRequest } from './pages.ts';
import { Positions } from './positions.ts';
import { TurnEntries, turnBegin, type FollowUpInLog } from './turn.ts';
import { OrderUnknown } from './order-unknown.ts';
import { NOTHING, type Taken, type ReadingOrder } from './reading-order.ts';

/** The turn whose log is read. */
export interface LogTurn {
  readonly runId: RunId;
  readonly before: LogBefore;
  /** Null if nothing was sent to a run that existed before. */
  readonly followUp: FollowUpInLog | null;
  /** When the turn was accepted, on the clock's `now`. */
  readonly acceptedAt: number;
}

interface LogPorts {
  readonly client: Pick<Client, 'logs' | 'run'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Told what the user should know of the log, once each. */
  readonly warn: (message: string) => void;
}

const CONTRADICTS =
  'The log of the run contradicts what was read of it before. ' +
  'It is read once more from its start, and what is new is added at the end.';
const UNKNOWN_BEGIN =
  'The log could not be read before the follow-up was sent, and it shows no echo of it: ' +
  'all its entries are kept, also those of earlier turns.';
const LEFT_OUT = 'An entry of the log is too large to be read and was left out.';

/**
 * Reads at the end of the run that brought nothing, although the count disagrees with `total_logs`.
 * Then the log is read once more (contract 4.7), well within the 30 seconds for that (4.4).
 */
const VAIN_READS = 5;

export class AgentRunLog implements TurnReader {
  readonly #ports: LogPorts;
  readonly #turn: LogTurn;
  readonly #size = new PageSize();
  readonly #positions: Positions;
  readonly #entries: TurnEntries;
  #way: ReadingOrder;
  readonly #warned = new Set<string>();
  #total: number | null = null;
  /** The log was read once more, because an answer contradicted it. */
  #wasContradicted = false;
  /** The log was read once more at the end of the run. */
  #wasReread = false;
  #vainReads = 0;
  /** The last request had no readable answer, and an entry was left out. */
  #hasOmitted = false;

  constructor(turn: LogTurn, ports: LogPorts) {
    const { before, followUp } = turn;
    const start = before.count ?? 0;
    this.#turn = turn;
    this.#ports = ports;
    this.#positions = new Positions(start, {
      count: before.order === null ? 0 : start,
      newest: before.newest,
    });
    this.#way = this.#wayOf(before.order);
    this.#entries = new TurnEntries({
      followUp,
      onUnknownBegin: () => {
        if (before.count === null) {
          this.#warn(UNKNOWN_BEGIN);
        }
      },
    });
  }

  #wayOf(order: Order | null): ReadingOrder {
    switch (order) {
      case 'asc':
        return new OldestFirst(this.#positions, this.#size);
      case 'desc':
        return new NewestFirst(this.#positions, this.#size);
      case null:
        return new OrderUnknown(this.#positions, this.#size);
    }
  }

  async read(call: CallOptions, options: ReadOptions = {}): Promise<LogPart<RunShown>> {
    for (;;) {
      if (options.last === true && this.#vainReads >= VAIN_READS && !this.#wasReread) {
        this.#wasReread = true;
        this.#way.restart();
      }
      const request = this.#way.next(options);
      try {
        const page = await this.#ask(request, call);
        return this.#take({ request, page, isLast: options.last === true });
      } catch (error) {
        if (!isTooLarge(error, request)) {
          throw error;
        }
      }
      if (request.limit === 1) {
        return this.#omit();
      }
      this.#size.halve();
    }
  }

  #ask({ skip, limit }: LogPageRequest, call: CallOptions): Promise<LogsPage> {
    return this.#ports.client.logs({ runId: this.#turn.runId, skip, limit }, call);
  }

  #take({ request, page, isLast }: ReceivedPage): LogPart<RunShown> {
    this.#size.restore();
    this.#hasOmitted = false;
    this.#total = page.total_logs;
    const taken = this.#takeIn(request, { entries: page.logs.map(rawEntry), total: this.#total });
    if (this.#positions.hasInsertion) {
      this.#warn(CONTRADICTS);
    }
    const isVain = isLast && !taken.moved && !taken.complete;
    this.#vainReads = isVain ? this.#vainReads + 1 : 0;
    return this.#part(shownRun(page, this.#turn.runId), taken);
  }

  #takeIn(request: LogPageRequest, page: Page): Taken {
    const taken = this.#way.take(request, page);
    if (taken.contradicts) {
      return this.#readOnceMore();
    }
    if (!(this.#way instanceof OrderUnknown) || this.#way.order === null) {
      return taken;
    }
    // The list is taken in again, in the order that shows now.
    const { list, order } = this.#way;
    this.#way = this.#wayOf(order);
    return this.#way.take({ skip: 0, limit: request.limit }, { entries: list, total: page.total });
  }

  /** At once the first time; otherwise what is contradicted waits for the end of the run. */
  #readOnceMore(): Taken {
    if (this.#wasContradicted) {
      return NOTHING;
    }
    this.#wasContradicted = true;
    this.#warn(CONTRADICTS);
    this.#way.restart();
    return { ...NOTHING, more: true };
  }

  /** A single entry is too large: what stands for it is told. */
  #omit(): LogPart<RunShown> {
    this.#warn(LEFT_OUT);
    const fresh = this.#way.omit();
    const isFirst = !this.#hasOmitted;
    this.#hasOmitted = true;
    const more = this.#total === null ? isFirst : this.#way.received < this.#total;
    return this.#part(null, { ...NOTHING, fresh, more });
  }

  #part(run: RunShown | null, taken: Taken): LogPart<RunShown> {
    const { fresh, filled, moved, more, complete, refreshed } = taken;
    const amended = this.#entries.amend(filled);
    const told = this.#entries.add(fresh);
    // The echo that counts is the last one, which may be on a page that follows.
    const settled = more ? [] : this.overdue();
    return {
      entries: [...settled, ...told],
      amended,
      untold: this.#untold.map(({ view }) => view),
      run,
      moved,
      more,
      complete,
      refreshed,
      missing: (this.#total ?? this.#way.received) - this.#way.received,
    };
  }

  #warn(message: string): void {
    if (!this.#warned.has(message)) {
      this.#warned.add(message);
      this.#ports.warn(message);
    }
  }

  get #untold(): readonly RawEntry[] {
    if (!(this.#way instanceof OrderUnknown)) {
      return [];
    }
    const { untold } = this.#way;
    const begin = turnBegin(untold, {
      followUp: this.#turn.followUp,
      waitedMs: this.#waitedMs,
    });
    return begin === null ? [] : untold.slice(begin.index);
  }

  get #waitedMs(): number {
    return this.#ports.clock.now() - this.#turn.acceptedAt;
  }

  async run(call: CallOptions): Promise<RunShown> {
    const { runId } = this.#turn;
    return shownRun(await this.#ports.client.run(runId, call), runId);
  }

  overdue(): readonly TurnEntry[] {
    return this.#entries.settle(this.#waitedMs);
  }

  close(): ClosedLog {
    const told = this.#entries.add(this.#way.close());
    return { entries: [...this.#entries.settle(Infinity), ...told], amended: [] };
  }
}

interface ReceivedPage {
  readonly request: LogPageRequest;
  readonly page: LogsPage;
  /** The end of the run was seen. */
  readonly isLast: boolean;
}

/**
 * Fewer entries may be asked for, or a single one left out (contract 6.5). A service that sends
 * more than the one that was asked for sends a log that makes no sense.
 */
function isTooLarge(error: unknown, { limit }: LogPageRequest): boolean {
  if (!(error instanceof ServiceError) || error.kind !== 'too_large') {
    return false;
  }
  return limit > 1 || !(error instanceof MoreThanAsked);
}
