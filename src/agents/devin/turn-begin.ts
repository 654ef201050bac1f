/** Tells the messages of a turn from those before it (contract 4.5; sheet, section 2). */
import { OWN_AFTER_MS } from '../values.ts';
import { lastDigest, type Memo } from './memo.ts';
import { messageKey } from './message-pages.ts';
import type { DevinPage, SessionMessage } from './schema.ts';

/** What one page of messages brought. */
interface FreshMessages {
  /** New, and not certainly of earlier turns. */
  readonly ofTurn: readonly SessionMessage[];
  /** Not read before, of this turn or not (yet). */
  readonly unread: readonly SessionMessage[];
  /** The next page may bring more. */
  readonly goesOn: boolean;
}

export class TurnBegin {
  /** The last message before the turn, null where there was none. */
  readonly #last: string | null;
  /** The keys of the messages that were read. */
  readonly #known = new Set<string>();
  /** Messages from before it was known where the turn begins. */
  #undecided: SessionMessage[] = [];
  /** The last message before the turn was read, or there was none. */
  #isKnown: boolean;
  /** Called once, where the last message before the turn is not in the log any more. */
  readonly #onLost: () => void;

  /** @param before what was remembered before the follow-up, null for a new session */
  constructor(before: Memo | null, onLost: () => void) {
    this.#last = before?.last ?? null;
    this.#isKnown = this.#last === null;
    this.#onLost = onLost;
  }

  /** @param waitedMs since the turn was accepted: a replica may lag for so long */
  take({ items, hasNext }: DevinPage<SessionMessage>, waitedMs: number): FreshMessages {
    const unread = items.filter((message) => !this.#known.has(messageKey(message)));
    for (const message of unread) {
      this.#known.add(messageKey(message));
    }
    // A page that brings nothing is the last for now, whatever it announces (contract 4.7).
    const goesOn = hasNext && unread.length > 0;
    return { unread, goesOn, ofTurn: this.#ofTurn(unread, { goesOn, waitedMs }) };
  }

  #ofTurn(
    unread: readonly SessionMessage[],
    { goesOn, waitedMs }: { readonly goesOn: boolean; readonly waitedMs: number },
  ): readonly SessionMessage[] {
    if (this.#isKnown) {
      return unread;
    }
    this.#undecided.push(...unread);
    const lastBefore = this.#undecided.findLastIndex(
      (message) => lastDigest(message) === this.#last,
    );
    if (lastBefore !== -1) {
      this.#isKnown = true;
      return this.#undecided.splice(0).slice(lastBefore + 1);
    }
    // A replica that lags may not have it yet.
    if (goesOn || waitedMs < OWN_AFTER_MS) {
      return [];
    }
    this.#isKnown = true;
    this.#onLost();
    return this.#undecided.splice(0);
  }
}
