/** The entries of a turn between the stream, which brings them, and the polls, which tell them. */
import { ENTRY_TYPE } from '../../message-types.ts';
import type { Entry, Turn, TurnEntry } from '../port.ts';

/** UTF-16 units that wait to be told (contract 6.5). */
const ROOM = 4 * 1024 * 1024;

/** Whoever polls may wait for the next entry; the stream waits while there is no room for more. */
export class Arrivals {
  readonly #turn: Pick<Turn, 'mode' | 'sent'>;
  /** Received and not told yet. */
  #waiting: TurnEntry[] = [];
  #size = 0;
  #hasEcho = false;
  #isClosed = false;
  /** What was waited for is there: the next read need not ask for the run. */
  #isWoken = false;
  #wake = Promise.withResolvers<undefined>();
  #room: PromiseWithResolvers<undefined> | null = null;

  constructor(turn: Pick<Turn, 'mode' | 'sent'>) {
    this.#turn = turn;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  push(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const isEcho = this.#isEcho(entry);
      this.#hasEcho ||= isEcho;
      this.#waiting.push({ entry, isEcho });
      this.#size += entry.line.length;
    }
    if (entries.length > 0) {
      this.rouse();
    }
  }

  #isEcho({ view }: Entry): boolean {
    const { mode, sent } = this.#turn;
    if (mode !== 'resumed' || this.#hasEcho || view.message_type !== ENTRY_TYPE.prompt) {
      return false;
    }
    const text = typeof view.observation === 'string' ? view.observation : '';
    return sent === null || text === sent.text || (sent.mark !== null && text.includes(sent.mark));
  }

  /** The oldest ones, at most `count`. */
  take(count: number): readonly TurnEntry[] {
    const taken = this.#waiting.splice(0, Math.min(count, this.#waiting.length));
    this.#size -= taken.reduce((sum, { entry }) => sum + entry.line.length, 0);
    if (this.#hasRoom) {
      this.#room?.resolve(undefined);
      this.#room = null;
    }
    return taken;
  }

  /** Resolves once there is room for more. Null: there is. */
  room(): Promise<void> | null {
    if (this.#hasRoom) {
      return null;
    }
    this.#room ??= Promise.withResolvers<undefined>();
    return this.#room.promise;
  }

  get #hasRoom(): boolean {
    return this.#size < ROOM || this.#isClosed;
  }

  /** Nothing more is waited for: there is room for all that still comes. */
  close(): void {
    this.#isClosed = true;
  }

  /** Ends the wait for the next entry, also where something else has come. */
  rouse(): void {
    this.#wake.resolve(undefined);
  }

  /** Resolves once something has come. Rejects with `signal.reason` on abort. */
  async next(signal: AbortSignal): Promise<void> {
    if (this.isEmpty && !this.#isWoken) {
      const aborted = Promise.withResolvers<never>();
      const onAbort = (): void => aborted.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        signal.throwIfAborted();
        await Promise.race([this.#wake.promise, aborted.promise]);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    }
    this.#isWoken = true;
  }

  /** What was waited for is taken up: unless entries are left, the next wait is a new one. */
  heed(): void {
    if (this.isEmpty) {
      this.#wake = Promise.withResolvers<undefined>();
    }
  }

  /** Whether a wait has ended since this was asked last. */
  takeWake(): boolean {
    const isWoken = this.#isWoken;
    this.#isWoken = false;
    return isWoken;
  }
}
