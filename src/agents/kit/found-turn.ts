/**
 * Where the turn of a follow-up ends that an earlier attempt has sent (contract 4.8): before the
 * next message of somebody else, which begins a turn of its own. What follows is told by the job
 * that sent that one. Pure.
 */

import type { Turn } from '../port.ts';

/** What a piece of a log says of the turn that it stands in. */
export type TurnSign =
  /** The turn is over. */
  | 'ended'
  /** The agent has answered: the turn is over unless it goes on. */
  | 'answered'
  /** The agent goes on. */
  | 'works'
  | 'none';

/** How the pieces of a service's log are read. */
export interface LogSigns<Piece> {
  /** What somebody has said to the run; null for any other piece. */
  readonly promptOf: (piece: Piece) => string | null;
  readonly signOf: (piece: Piece) => TurnSign;
}

/** Null for a turn that this step has begun: whatever comes while it is followed may be its own. */
export function foundTurnOf<Piece>(
  { isFound, sent }: Pick<Turn, 'isFound' | 'sent'>,
  signs: LogSigns<Piece>,
): FoundTurn<Piece> | null {
  const mark = sent?.mark ?? null;
  return isFound === true && mark !== null ? new FoundTurn(signs, mark) : null;
}

export class FoundTurn<Piece> {
  readonly #signs: LogSigns<Piece>;
  readonly #mark: string;
  #hasBegun = false;
  #sign: TurnSign = 'none';
  #isClosed = false;
  #hasLater = false;

  /** @param mark of the follow-up, which its message carries */
  constructor(signs: LogSigns<Piece>, mark: string) {
    this.#signs = signs;
    this.#mark = mark;
  }

  /** The follow-up's own message was there. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** The turn is over, and a later one has begun. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Somebody else has said something to the run since. */
  get hasLater(): boolean {
    return this.#hasLater;
  }

  /** Those that are not of a later turn; also what stands before the follow-up. */
  take<Given extends Piece>(pieces: readonly Given[]): readonly Given[] {
    return pieces.filter((piece) => {
      this.#heed(piece);
      return !this.#isClosed;
    });
  }

  #heed(piece: Piece): void {
    const prompt = this.#signs.promptOf(piece);
    if (prompt === null) {
      this.#follow(this.#signs.signOf(piece));
      return;
    }
    // Nobody knows the mark before that, and whoever writes later may quote it.
    if (!this.#hasBegun && prompt.includes(this.#mark)) {
      this.#hasBegun = true;
      this.#sign = 'none';
      return;
    }
    this.#hasLater ||= this.#hasBegun;
    // One that came while the turn was at work was taken in by it.
    const isOver = this.#sign === 'ended' || this.#sign === 'answered';
    this.#isClosed ||= this.#hasBegun && isOver;
  }

  #follow(sign: TurnSign): void {
    const isKept = sign === 'none' || this.#sign === 'ended';
    this.#sign = isKept ? this.#sign : sign;
  }
}
