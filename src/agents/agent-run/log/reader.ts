/**
 * The log of one turn, read page by page (contract 4.5, 4.7, 6.5). It is append-only and ascending,
 * so that an entry is known by its place alone: the next page begins where the last one ended.
 */
import { ServiceError } from '../../../http/errors.ts';
import type { CallOptions } from '../../../http/limits.ts';
import type { Clock } from '../../../runner/port.ts';
import type { LogPart, RunId, RunShown, TurnEntry, TurnReader } from '../../port.ts';
import type { FoundTurn } from '../../kit/found-turn.ts';
import { UNREAD_BEGIN } from '../../kit/turn-reader.ts';
import { MoreThanAsked, PAGE_MAX, type LogsRequest } from '../logs-read.ts';
import type { Client } from '../client.ts';
import type { AgentRun, LogsPage } from '../schema.ts';
import { pastRun, shownRun, type LoggedEntry } from '../shown.ts';
import { omittedEntry, rawEntry, type RawEntry } from './entry.ts';
import { TurnEntries, type FollowUpInLog } from './turn.ts';

/** The turn whose log is read. */
interface LogTurn {
  readonly runId: RunId;
  /** Entries of earlier turns; null if they could not be counted. */
  readonly entriesBefore: number | null;
  /** Null if nothing was sent to a run that existed before. */
  readonly followUp: FollowUpInLog | null;
  /** Where the turn ends that an earlier attempt has begun. Null: it is followed to its end. */
  readonly found: FoundTurn<LoggedEntry> | null;
  /** As in `Turn`. */
  readonly isPast: boolean;
  /** When the turn was accepted, on the clock's `now`. */
  readonly acceptedAt: number;
}

interface LogPorts {
  readonly client: Pick<Client, 'logs' | 'run'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Told what the user should know of the log. The same text is shown once. */
  readonly warn: (message: string) => void;
}

type LogPageRequest = Pick<LogsRequest, 'limit' | 'skip'>;

/** What a page brought, as in `LogPart`. */
interface PageNews extends Pick<LogPart<RunShown>, 'complete' | 'more' | 'run'> {
  readonly entries: readonly RawEntry[];
}

const OTHER_MESSAGE =
  'The log shows another message since the follow-up was sent, and no echo of it: what came is ' +
  'kept, but may be of an earlier turn, and none of it counts.';
const LEFT_OUT =
  'An entry of the log was left out: the answer that holds it is too large to be read.';
/** How many entries to skip for a page that shows the run alone: more than any log has. */
const PAST_THE_END = 1_000_000_000;

export class AgentRunLog implements TurnReader {
  readonly #ports: LogPorts;
  readonly #turn: LogTurn;
  readonly #entries: TurnEntries;
  /** Entries received, those of earlier turns included: the place of the next one. */
  #received: number;
  /** `total_logs` of the last page, or null if the service does not tell it. */
  #total: number | null = null;
  /** Asked for next. Less than the spec allows after an answer that was too large. */
  #limit = PAGE_MAX;
  /** The last request had no readable answer, and an entry was left out. */
  #hasOmitted = false;

  constructor(turn: LogTurn, ports: LogPorts) {
    const { entriesBefore, followUp } = turn;
    this.#turn = turn;
    this.#ports = ports;
    this.#received = entriesBefore ?? 0;
    this.#entries = new TurnEntries({
      followUp,
      onUnknownBegin: () => {
        if (entriesBefore === null) {
          ports.warn(UNREAD_BEGIN);
        }
      },
      onOtherMessage: () => ports.warn(OTHER_MESSAGE),
    });
  }

  async read(call: CallOptions): Promise<LogPart<RunShown>> {
    let met: ServiceError | null = null;
    try {
      for (;;) {
        const request = { skip: this.#received, limit: this.#limit };
        const page = await this.#ask(request, call).catch((error: unknown) =>
          tooLargeOrThrow(error, request),
        );
        if (!(page instanceof ServiceError)) {
          return this.#take(request, page);
        }
        met = page;
        if (request.limit === 1) {
          // Rejects where the run alone is too large: there may be no entry then.
          return this.#omit(await this.#ask({ skip: PAST_THE_END, limit: 1 }, call));
        }
        this.#limit = Math.floor(request.limit / 2);
      }
    } catch (error) {
      // Answers that were too large may have taken the time that was left: that says more.
      if (met !== null && error instanceof ServiceError && isOutOfTime(error)) {
        throw met;
      }
      throw error;
    }
  }

  #ask({ skip, limit }: LogPageRequest, call: CallOptions): Promise<LogsPage> {
    return this.#ports.client.logs({ runId: this.#turn.runId, skip, limit }, call);
  }

  #take({ limit }: LogPageRequest, page: LogsPage): LogPart<RunShown> {
    const entries = page.logs.map(rawEntry);
    const total = page.total_logs;
    this.#limit = Math.min(PAGE_MAX, limit * 2);
    this.#hasOmitted = false;
    this.#received += entries.length;
    this.#total = total;
    const isFull = entries.length >= limit;
    const agrees = total === null ? !isFull : this.#received === total;
    // A total that is less than what was received tells nothing.
    const goesOn = total === null || this.#received > total ? isFull : this.#received < total;
    const ofTurn = this.#turn.found?.take(entries) ?? entries;
    const more = entries.length > 0 && goesOn && !this.#isClosed;
    const run = this.#shown(page);
    return this.#part({
      entries: ofTurn,
      run,
      more,
      complete: this.#isClosed || (!more && agrees),
    });
  }

  /** The log was read to where a later turn begins. */
  get #isClosed(): boolean {
    return this.#turn.found?.isClosed ?? false;
  }

  #shown(run: AgentRun): RunShown {
    const shown = shownRun(run, this.#turn.runId);
    const isOfLater = this.#isClosed || this.#turn.isPast;
    return isOfLater ? pastRun(shown, { isRead: this.#isClosed }) : shown;
  }

  /**
   * The answer with a single entry is too large: what stands for it is told.
   *
   * @param page shows the run alone, which can be read
   */
  #omit(page: LogsPage): LogPart<RunShown> {
    this.#ports.warn(LEFT_OUT);
    const isFirst = !this.#hasOmitted;
    this.#hasOmitted = true;
    this.#received += 1;
    this.#total = page.total_logs;
    const more = this.#total === null ? isFirst : this.#received < this.#total;
    const run = this.#shown(page);
    return this.#part({ entries: [omittedEntry()], run, more, complete: false });
  }

  #part({ entries, run, more, complete }: PageNews): LogPart<RunShown> {
    const told = this.#entries.add(entries);
    // The echo that counts is the last one, which may be on a page that follows.
    const settled = more ? [] : this.overdue();
    return {
      entries: [...settled, ...told],
      untold: [],
      run,
      moved: entries.length > 0,
      more,
      complete,
      missing: this.#isClosed ? 0 : (this.#total ?? this.#received) - this.#received,
    };
  }

  async run(call: CallOptions): Promise<RunShown> {
    const { runId } = this.#turn;
    return this.#shown(await this.#ports.client.run(runId, call));
  }

  overdue(): readonly TurnEntry[] {
    return this.#entries.settle(this.#ports.clock.now() - this.#turn.acceptedAt);
  }

  close(): readonly TurnEntry[] {
    return this.#entries.close();
  }
}

/**
 * An answer that is too large: fewer entries may be asked for, or a single one left out (contract
 * 6.5). A service that sends more than the one that was asked for sends a log that makes no sense.
 */
function tooLargeOrThrow(error: unknown, { limit }: LogPageRequest): ServiceError {
  const isTooLarge = error instanceof ServiceError && error.kind === 'too_large';
  if (isTooLarge && (limit > 1 || !(error instanceof MoreThanAsked))) {
    return error;
  }
  throw error;
}

function isOutOfTime({ kind, timedOut }: ServiceError): boolean {
  return timedOut || kind === 'no_time';
}
