/**
 * The log of one turn of a run that takes messages (contract 4.5, 18.3): where the turn begins,
 * what is held until that is known, and which of the agent's words is its answer.
 */
import { ENTRY_TYPE } from '../../message-types.ts';
import { parseTime, type EntryView } from '../entry.ts';
import type { Turn, TurnEntry } from '../port.ts';
import { OWN_AFTER_MS } from '../values.ts';
import { EntryMaker, type EntryDraft } from './entries.ts';
import { Latest } from './latest.ts';

/** A piece of a service's log. */
export type LogPiece = Stamp &
  (
    | { readonly kind: 'prompt'; readonly text: string }
    /** Words of the agent: a thought, or the answer where the turn ends with them. */
    | { readonly kind: 'said'; readonly text: string }
    /** Anything else, which tells none, one or several entries. */
    | {
        readonly kind: 'other';
        readonly drafts: readonly UnstampedDraft[];
        /**
         * It shows no end, or its end alone came, so that it may be told behind words of the agent
         * that are newer. Absent: no.
         */
        readonly isUnfinished?: boolean;
      }
    /** The turn is over, by the log's own word; `reason` of a failure, empty without one. */
    | { readonly kind: 'end'; readonly end: 'succeeded' }
    | { readonly kind: 'end'; readonly end: 'failed'; readonly reason: string }
  );

interface Stamp {
  /** The service's own id. */
  readonly id: string | null;
  /** As the service writes it. */
  readonly at: string | null;
}

type Said = Extract<LogPiece, { readonly kind: 'said' }>;

export type UnstampedDraft = Omit<EntryDraft, 'at' | 'sourceId'>;

/** The end of a turn, as its log tells it. */
type LogEnd = Extract<LogPiece, { readonly kind: 'end' }>;

const NOTHING = 'The service gives no reason.';

interface TurnLogOptions {
  /** The time of receipt (ms since the epoch), for pieces without a time. */
  readonly wall: () => number;
  /**
   * What the agent said last in a turn of our own stays that when somebody else writes. Default: it
   * has to say something since.
   */
  readonly keepsLastSaid?: boolean;
}

/** Tells the entries of one turn in order and once. */
export class TurnLog {
  readonly #turn: Pick<Turn, 'mode' | 'sent'>;
  readonly #maker: EntryMaker;
  readonly #keepsLastSaid: boolean;
  /** Pieces from before the follow-up's own, which may be of the turn before. */
  #early: LogPiece[] = [];
  #isEchoed = false;
  /** All that comes is of this turn. */
  #isOpen: boolean;
  /** The agent's newest words, while they may be the answer. */
  #held: Said | null = null;
  /** A prompt takes back what is older of this and of `#end` (but see `keepsLastSaid`). */
  readonly #lastSaid = new Latest<string | null>(null);
  readonly #end = new Latest<LogEnd | null>(null);
  #isPast: boolean;

  constructor(
    turn: Pick<Turn, 'isPast' | 'mode' | 'runId' | 'sent'>,
    { wall, keepsLastSaid = false }: TurnLogOptions,
  ) {
    this.#turn = turn;
    this.#maker = new EntryMaker(turn.runId, wall);
    this.#isOpen = turn.mode !== 'resumed';
    this.#isPast = turn.isPast === true;
    this.#keepsLastSaid = keepsLastSaid && turn.mode !== 'attached';
  }

  /** The follow-up's own piece was there. */
  get isEchoed(): boolean {
    return this.#isEchoed;
  }

  /** It is known what belongs to the turn. */
  get hasBegun(): boolean {
    return this.#isOpen;
  }

  /** The run has gone on to a later turn, of which nothing is told here. */
  get isPast(): boolean {
    return this.#isPast;
  }

  /** Words are held that are the answer if the turn ends with them. */
  get isHolding(): boolean {
    return this.#held !== null;
  }

  /** What the agent said last in the turn. */
  get lastSaid(): string | null {
    return this.#lastSaid.value;
  }

  /** The end of the turn that the log tells, null as long as it tells none. */
  get end(): LogEnd | null {
    return this.#end.value;
  }

  /** @param pieces new ones, oldest first */
  take(pieces: readonly LogPiece[]): readonly TurnEntry[] {
    const own = this.#fromEcho(pieces);
    return own.flatMap((piece, nth) => this.#takeOne(piece, { own, nth }));
  }

  /**
   * What stands before the follow-up's own piece is of before (contract 4.5), also in a log that is
   * read for the first time when it is overdue.
   */
  #fromEcho(pieces: readonly LogPiece[]): readonly LogPiece[] {
    const echo = this.#isEchoed ? -1 : pieces.findIndex((piece) => this.#isOwn(piece));
    return pieces.slice(Math.max(0, echo));
  }

  #takeOne(piece: LogPiece, place: PlaceInLog): readonly TurnEntry[] {
    const isEcho = !this.#isEchoed && this.#isOwn(piece);
    if (isEcho) {
      this.#isEchoed = true;
      this.#isOpen = true;
      this.#early = [];
      if (!this.#isOlderThanHeld(piece)) {
        // Words of the turn before.
        this.#held = null;
      }
    }
    if (!this.#isOpen) {
      this.#early.push(piece);
      return [];
    }
    return this.#tell(piece, { place, isEcho });
  }

  #isOwn(piece: LogPiece): boolean {
    const isPrompt = this.#turn.mode === 'resumed' && piece.kind === 'prompt';
    return isPrompt && isOwnPrompt(piece.text, this.#turn.sent);
  }

  #tell(
    piece: LogPiece,
    { place, isEcho }: { readonly place: PlaceInLog; readonly isEcho: boolean },
  ): readonly TurnEntry[] {
    const at = parseTime(piece.at);
    switch (piece.kind) {
      case 'prompt': {
        const before = this.#isOlderThanHeld(piece) ? [] : this.release();
        // What follows is of a further turn, where a run is only followed.
        if (isEcho || !this.#keepsLastSaid) {
          this.#lastSaid.tell(null, at);
          this.#end.tell(null, at);
        }
        const type = ENTRY_TYPE.prompt;
        return [...before, this.#entry(piece, { type, observation: piece.text }, isEcho)];
      }
      case 'said': {
        if (this.#lastSaid.isNewerThan(at)) {
          return [this.#thought(piece)];
        }
        const before = this.release();
        this.#lastSaid.tell(piece.text, at);
        if (isAnswer(place)) {
          return [...before, this.#answer(piece)];
        }
        this.#held = piece;
        return before;
      }
      case 'other': {
        const goesOn = isUnfinished(piece)
          ? this.#isBegunSince(piece, place)
          : piece.drafts.length > 0 && !this.#isOlderThanHeld(piece);
        const before = goesOn ? this.release() : [];
        return [...before, ...piece.drafts.map((draft) => this.#entry(piece, draft))];
      }
      case 'end': {
        // One that comes late is of a turn before.
        const before = this.#end.isNewerThan(at) ? [] : this.settle();
        this.#end.tell(piece, at);
        if (piece.end === 'succeeded') {
          return before;
        }
        const namesNoCause = piece.reason === '';
        const observation = namesNoCause ? NOTHING : piece.reason;
        const draft = { type: ENTRY_TYPE.error, observation, namesNoCause };
        return [...before, this.#entry(piece, draft)];
      }
    }
  }

  /** It comes late, so that the agent does not go on with it after its newest words. */
  #isOlderThanHeld({ at }: Stamp): boolean {
    const [own, held] = [parseTime(at), parseTime(this.#held?.at ?? null)];
    return own !== null && held !== null && own < held;
  }

  /** A call that stays open goes on behind the held words, unless the end has cut it off. */
  #isBegunSince({ at }: Stamp, place: PlaceInLog): boolean {
    const [own, held] = [parseTime(at), parseTime(this.#held?.at ?? null)];
    return own !== null && held !== null && own > held && !isEndedBehind(place);
  }

  /**
   * What is told only once it is known whether the turn ends with it.
   *
   * @param as a thought is a sign of work alone (contract 4.5), an answer may end the turn too
   */
  untold(as: 'answer' | 'thought'): readonly EntryView[] {
    if (this.#held === null) {
      return [];
    }
    const draft = as === 'answer' ? answerOf(this.#held) : thoughtOf(this.#held);
    return [this.#maker.view(draft)];
  }

  /** As a note of the action's own would be told. */
  viewOf(note: UnstampedDraft): EntryView {
    return this.#maker.view({ ...note, ...OWN });
  }

  /** Tells a note of the action's own, of what no piece tells. */
  note(draft: UnstampedDraft): TurnEntry {
    return { entry: this.#maker.make({ ...draft, ...OWN }), isEcho: false };
  }

  /** The agent goes on, or has failed: what it said was a thought. */
  release(): readonly TurnEntry[] {
    const held = this.#held;
    this.#held = null;
    return held === null ? [] : [this.#thought(held)];
  }

  /** The turn is over: what the agent said last is its answer. */
  settle(): readonly TurnEntry[] {
    const held = this.#held;
    this.#held = null;
    return held === null ? [] : [this.#answer(held)];
  }

  /** A later turn has begun, so that what was said last is the answer. */
  leave(): readonly TurnEntry[] {
    this.#isPast = true;
    return this.settle();
  }

  /** Without the follow-up's own piece, what came since is of this turn after a while. */
  overdue(waitedMs: number): readonly TurnEntry[] {
    if (this.#isOpen || waitedMs < OWN_AFTER_MS) {
      return [];
    }
    this.#isOpen = true;
    return this.take(this.#early.splice(0));
  }

  /** Nothing more is read, and it is not known whether the turn is over. */
  close(): readonly TurnEntry[] {
    return [...this.overdue(Infinity), ...this.release()];
  }

  #thought(piece: Said): TurnEntry {
    return { entry: this.#maker.make(thoughtOf(piece)), isEcho: false };
  }

  #answer(piece: Said): TurnEntry {
    return { entry: this.#maker.make(answerOf(piece)), isEcho: false };
  }

  #entry({ id, at }: Stamp, draft: UnstampedDraft, isEcho = false): TurnEntry {
    return { entry: this.#maker.make({ ...draft, at, sourceId: id }), isEcho };
  }
}

/** When a note of the action's own is made, is when it is told. */
const OWN = { at: null, sourceId: null, isNote: true } as const;

function answerOf({ id, at, text }: Said): EntryDraft {
  return { type: ENTRY_TYPE.answer, observation: text, at, sourceId: id };
}

function thoughtOf({ id, at, text }: Said): EntryDraft {
  return { type: ENTRY_TYPE.plan, thought: text, at, sourceId: id };
}

/** A piece among those that came with it. */
interface PlaceInLog {
  readonly own: readonly LogPiece[];
  readonly nth: number;
}

/** Whether the turn ends with what was said there, by what came with it. */
function isAnswer({ own, nth }: PlaceInLog): boolean {
  let isEnded = false;
  for (let later = nth + 1; later < own.length; later += 1) {
    const piece = own[later];
    if (piece === undefined || piece.kind === 'prompt') {
      break;
    }
    if (piece.kind === 'said' || isUnfinished(piece)) {
      return false;
    }
    isEnded ||= piece.kind === 'end';
  }
  return isEnded;
}

function isEndedBehind({ own, nth }: PlaceInLog): boolean {
  return own.slice(nth + 1).some(({ kind }) => kind === 'end');
}

/** What stands before the answer is told before it. */
function isUnfinished(piece: LogPiece): boolean {
  return piece.kind === 'other' && piece.isUnfinished === true;
}

/** Compared by the mark alone where there is one: the text may come back changed. */
export function isOwnPrompt(text: string, sent: Turn['sent']): boolean {
  if (sent === null) {
    return false;
  }
  return sent.mark === null ? plain(text) === plain(sent.text) : text.includes(sent.mark);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
