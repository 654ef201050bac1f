/**
 * Reads one turn of a session (contract 4.5, 4.7, 18.3, 18.5): the session itself, and its messages
 * page by page. The last page has no cursor, so that the one that led to it is kept and the page is
 * read again (sheet, section 2).
 */
import type { CallOptions } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';
import { shortId } from '../../safe/text.ts';
import type {
  LogPart,
  OutputShown,
  ReadOptions,
  RunShown,
  Turn,
  TurnEntry,
  TurnPorts,
  TurnReader,
} from '../port.ts';
import { pullsBefore } from '../kit/memo.ts';
import { ALL_KEPT, lateUntil, UNREAD_BEGIN } from '../kit/turn-reader.ts';
import { isTerminal } from '../status-word.ts';
import type { DevinClient } from './client.ts';
import { SessionLog } from './entries.ts';
import { memoOf, outputDigest, type Memo } from './memo.ts';
import type { Session } from './schema.ts';
import type { KnownSessions } from './known-sessions.ts';
import { TurnBegin } from './turn-begin.ts';
import { newPulls, shownInTurn, type ShownInTurn, type TurnFacts } from './shown.ts';
import { stateOf, wordOf } from './words.ts';

/** Messages are read at least so often (sheet, section 10). */
const MESSAGES_MS = 60_000;
/** What a session and its last message say of the time may differ by so much: whole seconds. */
const WHOLE_SECOND_MS = 1_000;

const UNKNOWN_BEGIN =
  'The last message before the follow-up is not in the log any more, and the follow-up is not ' +
  'either: ' +
  ALL_KEPT;

/** What one page of messages brought. */
interface PageNews {
  readonly told: readonly TurnEntry[];
  /** There were messages that were not known, of this turn or not (yet). */
  readonly hasNew: boolean;
  /** Another page is said to follow it. */
  readonly announcesNext: boolean;
}

const NOTHING_NEW: PageNews = { told: [], hasNew: false, announcesNext: false };

interface Parts {
  readonly client: Pick<DevinClient, 'messages' | 'session'>;
  readonly clock: Pick<Clock, 'now' | 'wall'>;
  readonly seen: KnownSessions;
}

export class DevinTurn implements TurnReader {
  readonly #parts: Parts;
  readonly #turn: Turn;
  readonly #ports: TurnPorts;
  readonly #before: Memo | null;
  readonly #log: SessionLog;
  readonly #begin: TurnBegin;
  /** Leads to the page to read. */
  #cursor: string | null;
  /** The page that was read last is not the last one. */
  #hasNext = false;
  #session: Session | null = null;
  #hasWorked = false;
  /** When the messages were read to their end, on the clock's `now`. */
  #readAt = -Infinity;
  /** The last read came no further than the session. */
  #isOfSession = false;
  /** The session changed since the messages were read. */
  #isDue = true;
  /** When the last new message was read, on the clock's `now`. */
  #heardAt = -Infinity;
  #hasWarned = false;
  /** The time of the newest message, ms since the epoch. */
  #newestAt: number | null = null;
  /** When the end of the turn was seen above, on the clock's `now`. */
  #overAt: number | null = null;
  /** The session showed no end of this turn by then. */
  #isEndedAbove = false;
  /** The session shows an end of this turn. */
  #showsEnd = false;

  constructor(parts: Parts, { turn, ports }: { readonly turn: Turn; readonly ports: TurnPorts }) {
    this.#parts = parts;
    this.#turn = turn;
    this.#ports = ports;
    this.#before = memoOf(turn.before);
    this.#log = new SessionLog(turn, () => parts.clock.wall());
    this.#begin = new TurnBegin(this.#before, () => this.#warn(UNKNOWN_BEGIN));
    this.#cursor = this.#before?.cursor ?? null;
    if (this.#before?.isArchived === true) {
      const name = `Session ${shortId(turn.runId)}`;
      ports.notice(`${name} was archived, and was unarchived for the follow-up.`);
    }
  }

  /** The session could not be read, so that nothing was asked of its messages. */
  get failedAtRun(): boolean {
    return this.#isOfSession;
  }

  runBeforeLog(): RunShown | null {
    return this.#session === null || this.#isOfSession ? null : this.#judge(this.#session);
  }

  async read(call: CallOptions, { last = false }: ReadOptions = {}): Promise<LogPart<RunShown>> {
    if (last && this.#overAt === null) {
      this.#overAt = this.#parts.clock.now();
      this.#isEndedAbove = !this.#showsEnd;
    }
    // A log of many pages is read at once, with the session as it was before. After the end the
    // session is read by itself once more.
    const isSessionDue = !this.#hasNext && (!last || this.#session === null);
    this.#isOfSession = isSessionDue;
    const hasMoved = isSessionDue ? await this.#readSession(call) : false;
    this.#isOfSession = false;
    const taken = this.#isReadDue ? await this.#readMessages(call) : NOTHING_NEW;
    return this.#part(taken, { hasMoved, call });
  }

  async run(call: CallOptions): Promise<RunShown> {
    const session = await this.#parts.client.session(this.#turn.runId, call);
    this.#takeSession(session);
    return this.#judge(session);
  }

  overdue(): readonly TurnEntry[] {
    const held = this.#log.overdue(this.#waitedMs);
    if (held.length > 0 && this.#before === null) {
      this.#warn(UNREAD_BEGIN);
    }
    return held;
  }

  close(): readonly TurnEntry[] {
    const isOver = this.#isOver || this.#showsEnd;
    const settled = isOver ? this.#log.settle() : [];
    return [...settled, ...this.#log.close(), ...this.#notePulls()];
  }

  get #isOver(): boolean {
    return this.#overAt !== null;
  }

  get #waitedMs(): number {
    return this.#parts.clock.now() - this.#turn.acceptedAt;
  }

  /** Before the messages: what ends a turn is said by then. */
  async #readSession(call: CallOptions): Promise<boolean> {
    return this.#takeSession(await this.#parts.client.session(this.#turn.runId, call));
  }

  /** @returns whether anything changed, so that the session is alive */
  #takeSession(session: Session): boolean {
    const earlier = this.#session;
    this.#session = session;
    this.#parts.seen.see(session);
    this.#hasWorked ||= stateOf(session) === 'working';
    const isChanged = earlier === null || isOther(session, earlier);
    this.#isDue ||= isChanged;
    return isChanged;
  }

  get #isReadDue(): boolean {
    const isLate = this.#parts.clock.now() - this.#readAt >= MESSAGES_MS;
    const state = this.#session === null ? 'queued' : stateOf(this.#session);
    const isAtWork = state === 'queued' || state === 'working';
    return this.#hasNext || this.#isDue || this.#isOver || isLate || !isAtWork;
  }

  async #readMessages(call: CallOptions): Promise<PageNews> {
    const first = await this.#readPage(call);
    if (first.hasNew || !first.announcesNext) {
      return first;
    }
    // The page that was the last one may have got a next one since it was read.
    const second = await this.#readPage(call);
    return { ...second, told: [...first.told, ...second.told] };
  }

  async #readPage(call: CallOptions): Promise<PageNews> {
    const page = await this.#parts.client.messages(this.#turn.runId, this.#cursor, call);
    const { ofTurn, unread, goesOn } = this.#begin.take(page, this.#waitedMs);
    for (const { createdAt } of unread) {
      this.#heardAt = this.#parts.clock.now();
      this.#newestAt = createdAt ?? this.#newestAt;
    }
    // One that is empty may be filled yet.
    if (page.hasNext && page.items.length > 0) {
      this.#cursor = page.cursor;
    }
    this.#hasNext = goesOn;
    if (!goesOn) {
      this.#readAt = this.#parts.clock.now();
      // What follows may be read the next time.
      this.#isDue = page.problem !== null;
    }
    return {
      told: this.#log.take(ofTurn),
      hasNew: unread.length > 0,
      announcesNext: page.hasNext && page.items.length > 0,
    };
  }

  #part(
    { told, hasNew }: PageNews,
    { hasMoved, call }: { readonly hasMoved: boolean; readonly call: CallOptions },
  ): LogPart<RunShown> {
    const held = this.overdue();
    const { run, notes } = this.#tellSession();
    // After the end it is read once more: more may be said by then, and the last word is told.
    const isComplete = this.#isOver && !this.#hasNext && !this.#isDue && !this.#mayBeLate(call);
    const settled = isComplete ? this.#log.settle() : [];
    return {
      entries: [...told, ...held, ...notes, ...settled],
      untold: this.#log.untold(),
      run,
      moved: hasMoved || hasNew || held.length > 0,
      more: this.#hasNext && hasNew,
      complete: isComplete,
      missing: 0,
    };
  }

  /** What the session tells now, with the action's own notes of it. */
  #tellSession(): { readonly run: RunShown | null; readonly notes: readonly TurnEntry[] } {
    const session = this.#session;
    if (session === null) {
      return { run: null, notes: [] };
    }
    return { run: this.#judge(session), notes: this.#notePulls() };
  }

  /** Keeps whether the turn is over, and the error that it ended with. */
  #judge(session: Session): RunShown {
    const { shown, isOwn } = this.#shownBy(session);
    this.#showsEnd = isOwn && isTerminal(shown.meaning);
    const state = stateOf(session);
    const isFailure = state === 'failed' || state === 'out_of_money';
    const error = isFailure && isOwn ? wordOf(session) : null;
    // One that waits without having asked, or was put to sleep, was in the middle of its work.
    const isAmidWork = (shown.waitsFor ?? null) !== null || shown.meaning === 'cancelled';
    this.#log.noteEnd({ error, hasAnswer: error === null && !isAmidWork });
    return shown;
  }

  #notePulls(): readonly TurnEntry[] {
    const pulls = this.#session === null ? [] : newPulls(this.#session, this.#facts);
    return this.#log.notePulls(pulls);
  }

  /** The session moved on after the last message that was read, so that one may be missing. */
  #mayBeLate({ deadline }: CallOptions): boolean {
    if (this.#overAt === null || this.#parts.clock.now() >= lateUntil(this.#overAt, deadline)) {
      return false;
    }
    const movedAt = this.#session?.updatedAt ?? null;
    const isBehind =
      movedAt !== null && this.#newestAt !== null && movedAt > this.#newestAt + WHOLE_SECOND_MS;
    return isBehind || this.#log.lastMessage === null;
  }

  get #facts(): TurnFacts {
    return {
      mode: this.#turn.mode,
      isFound: this.#turn.isFound === true,
      before: this.#before,
      pullsBefore: pullsBefore(this.#turn, this.#before?.pulls ?? null),
      outputBefore: this.#outputBefore,
      lastMessage: this.#log.lastMessage,
      mark: this.#turn.sent?.mark ?? null,
      isEchoed: this.#log.isEchoed,
      hasWorked: this.#hasWorked,
      waitedMs: this.#waitedMs,
      quietMs: this.#parts.clock.now() - this.#heardAt,
      isEndedAbove: this.#isEndedAbove,
    };
  }

  /** The later of the two reads before the follow-up counts. */
  get #outputBefore(): OutputShown | null {
    if (this.#before !== null) {
      return { digest: this.#before.output };
    }
    return this.#turn.runBefore?.output ?? null;
  }

  #shownBy(session: Session): ShownInTurn {
    return shownInTurn(session, { facts: this.#facts, runBefore: this.#turn.runBefore });
  }

  #warn(message: string): void {
    if (!this.#hasWarned) {
      this.#hasWarned = true;
      this.#ports.warn(message);
    }
  }
}

function isOther(session: Session, earlier: Session): boolean {
  return (
    session.updatedAt !== earlier.updatedAt ||
    wordOf(session) !== wordOf(earlier) ||
    outputDigest(session) !== outputDigest(earlier) ||
    session.pullRequests.length !== earlier.pullRequests.length
  );
}
