/**
 * Which events are of one turn (contract 4.5; sheet, section 6): they come late and out of order,
 * the message that begins the turn among them, and their times tell what is older than that.
 */
import { isOwnPrompt, type LogPiece } from '../kit/turn-log.ts';
import type { Turn } from '../port.ts';
import { OWN_AFTER_MS } from '../values.ts';
import { timeOf, type RawEvent } from './client.ts';
import { EventReader, TURN_SIGNS, type ToldByEvents, type Use } from './entries.ts';

export class TurnEvents {
  readonly #turn: Pick<Turn, 'acceptedAt' | 'mode' | 'sent'>;
  #own = new EventReader();
  readonly #past = new EventReader();
  /** What came before the follow-up's own message, which may have come late itself. */
  #early: readonly RawEvent[] = [];
  /** That message has come. */
  #hasBegun: boolean;
  /** It did not in time: all that comes counts. */
  #isOverdue = false;
  /** When the follow-up's own message came, by the sandbox's clock (ms since the epoch). */
  #begunAt = -Infinity;

  constructor(turn: Pick<Turn, 'acceptedAt' | 'mode' | 'sent'>) {
    this.#turn = turn;
    this.#hasBegun = turn.mode !== 'resumed';
  }

  get told(): ToldByEvents {
    return this.#own.told;
  }

  /** What the conversation has used before; null: the events do not tell where the turn began. */
  get usedBefore(): Use | null {
    return this.#hasBegun ? this.#past.told.use : null;
  }

  /**
   * @param items new ones, oldest first
   * @param now on the clock's `now`
   */
  take(items: readonly RawEvent[], now: number): readonly LogPiece[] {
    const pieces = this.#fromOwnMessage(items).flatMap((event) => this.#takeOne(event));
    this.#isOverdue = !this.#hasBegun && now - this.#turn.acceptedAt >= OWN_AFTER_MS;
    const isKept = !this.#hasBegun && !this.#isOverdue;
    this.#early = isKept ? [...this.#early, ...items] : [];
    return pieces;
  }

  /** As `EventReader.end`. */
  end(): readonly LogPiece[] {
    return this.#own.end();
  }

  /** What comes late of the turn before is older. */
  #takeOne(event: RawEvent): readonly LogPiece[] {
    if (timeFrom(event) >= this.#begunAt) {
      return this.#own.take(event);
    }
    this.#past.take(event);
    return [];
  }

  /** Once that message is there: all in order of time, also what came before it. */
  #fromOwnMessage(items: readonly RawEvent[]): readonly RawEvent[] {
    const nth = this.#hasBegun ? -1 : items.findIndex((event) => this.#isOwnMessage(event));
    const message = items[nth];
    if (message === undefined) {
      return items;
    }
    this.#hasBegun = true;
    if (this.#isOverdue) {
      return items;
    }
    this.#begunAt = timeOf(message) ?? this.#begunAt;
    this.#own = new EventReader();
    const older = items.slice(0, nth);
    const later = [...this.#early, ...items.slice(nth + 1)];
    const inOrder = later.toSorted((one, other) => timeFrom(one) - timeFrom(other));
    older.forEach((event) => this.#past.take(event));
    return [message, ...inOrder];
  }

  #isOwnMessage(event: RawEvent): boolean {
    const text = TURN_SIGNS.promptOf(event);
    return text !== null && isOwnPrompt(text, this.#turn.sent);
  }
}

/** One that tells none is new. */
function timeFrom(event: RawEvent): number {
  return timeOf(event) ?? Infinity;
}
