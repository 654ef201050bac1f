/**
 * How a run stands by what its stream and its record tell together (contract 18.3): a `result`
 * event or a record that has ended decides, and the record may add something to the event.
 */
import type { Clock } from '../../runner/port.ts';
import type { LogEnd } from './entries.ts';
import type { ResultEvent } from './schema.ts';
import { causeOf, NOTHING_KNOWN, spoken, toldCause, type RunState } from './shown.ts';
import { isFinal, meaningOf } from './words.ts';

/** After the event the record is read for so long for what it adds (contract 18.3). */
const ADDED_MS = 30_000;
/** The last of these reads begins by then. */
const RECORD_MS = 25_000;

export class ToldState {
  readonly #clock: Pick<Clock, 'now'>;
  #event: ResultEvent | null = null;
  #eventAt = Infinity;
  /** As the record told it last. */
  #record: RunState | null = null;
  #recordAt = -Infinity;
  /** Above, the run counts as ended: its word is one of the inputs' own (contract 18.2). */
  #isEndedAbove = false;
  #endAt = Infinity;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  takeEvent(event: ResultEvent): void {
    this.#event = event;
    this.#eventAt = this.#clock.now();
    this.showsEnd();
  }

  takeRecord(state: RunState): void {
    this.#recordAt = this.#clock.now();
    // A replica that lags behind the end tells nothing.
    if (!this.isRecordFinal || isFinal(state.status)) {
      this.#record = state;
    }
  }

  /** The end was seen now, or earlier. */
  showsEnd(): void {
    this.#endAt = Math.min(this.#endAt, this.#clock.now());
  }

  endAbove(): void {
    this.#isEndedAbove = true;
  }

  get isKnown(): boolean {
    return this.#record !== null || this.#event !== null;
  }

  get hasEvent(): boolean {
    return this.#event !== null;
  }

  get hasEnd(): boolean {
    return this.#event !== null || this.isRecordFinal || this.#isEndedAbove;
  }

  get isRecordFinal(): boolean {
    return this.#record !== null && isFinal(this.#record.status);
  }

  /** The record was not read since the event came. */
  get lacksRecord(): boolean {
    return this.#event !== null && this.#recordAt < this.#eventAt;
  }

  /**
   * After the event, the time in which the record may add something is over.
   *
   * @param delayMs before which it cannot be read
   */
  isRecordOverdue(delayMs = 0): boolean {
    return this.#clock.now() + delayMs - this.#eventAt >= RECORD_MS;
  }

  /** No read for what the record adds to the event takes longer, on the clock's `now`. */
  get readUntil(): number {
    return this.isRecordFinal ? Infinity : this.#eventAt + ADDED_MS;
  }

  /** The record adds nothing more, as in `isRecordOverdue`. */
  isSettled(delayMs: number): boolean {
    return this.isRecordFinal || this.#isEndedAbove || this.isRecordOverdue(delayMs);
  }

  /** Since the end was seen, in ms; `-Infinity` before. */
  get sinceEndMs(): number {
    return this.#clock.now() - this.#endAt;
  }

  /** What event and record tell together. */
  get state(): RunState {
    const record = this.#record ?? NOTHING_KNOWN;
    const event = this.#event;
    if (event === null) {
      return record;
    }
    const isAdded = this.isRecordFinal;
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

  /** The last entry of the log. `sourceId` is the event's that told the end, null without one. */
  logEnd(sourceId: string | null): LogEnd {
    const { status, text, cause } = this.state;
    const told = causeOf({ status, cause });
    const meaning = meaningOf(status);
    const isKnown = meaning === 'cancelled' || meaning === 'failed' || meaning === 'succeeded';
    // The last words of a run whose end the inputs name are its answer.
    const otherwise = this.#isEndedAbove ? 'succeeded' : 'unknown';
    return { kind: isKnown ? meaning : otherwise, text, cause: told, sourceId };
  }
}
