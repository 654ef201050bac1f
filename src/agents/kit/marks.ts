/**
 * Looks for a follow-up by its mark (contract 4.8, 4.9), in the log of the run. A service brings
 * that; how far back it goes follows from what is remembered.
 */
import { asServiceError, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { FoundMark, KnownRun, Message, RunId, RunShown } from '../port.ts';
import type { FoundTurn } from './found-turn.ts';

/** The log of a run that takes messages. */
export interface LogToSearch<Piece> {
  /**
   * Its pieces, page by page, oldest first: those since `before`, and all to the end of the log
   * where nothing is remembered.
   */
  readonly pages: (run: KnownRun, call: CallOptions) => AsyncIterable<readonly Piece[]>;
  /** The run as the page told it that was read last. Absent: pages tell nothing of it. */
  readonly told?: () => RunShown | undefined;
  /** The turn that began with the message that carries the mark. */
  readonly turn: (mark: string) => FoundTurn<Piece>;
  /** The run as it is now, in the turn of the message. */
  readonly read: (marked: MarkedTurn<Piece>, call: CallOptions) => Promise<RunShown>;
  /**
   * The run as a turn has left it that was over before a later one began. Absent: no log of the
   * service says that a turn is over.
   */
  readonly readPast?: (marked: MarkedTurn<Piece>, call: CallOptions) => Promise<RunShown>;
}

/** The turn that began with the message that carries the mark. */
interface MarkedTurn<Piece> {
  readonly id: RunId;
  /** The message, of which the mark alone is known. */
  readonly sent: Message;
  /** The log from the page of the message to the end of the turn, as far as it was read. */
  readonly pieces: readonly Piece[];
}

/** One look. Rejects with `ServiceError`. */
export async function findMark<Piece>(
  { pages, told, turn: turnOf, read, readPast }: LogToSearch<Piece>,
  { run, mark }: { readonly run: KnownRun; readonly mark: string },
  call: CallOptions,
): Promise<FoundMark> {
  const { id } = run;
  const turn = turnOf(mark);
  const pieces: Piece[] = [];
  try {
    for await (const page of pages(run, call)) {
      const ofTurn = turn.take(page);
      if (turn.hasBegun) {
        pieces.push(...ofTurn);
      }
      if (turn.isClosed) {
        break;
      }
    }
  } catch (error) {
    // That it was sent is certain, whatever follows it.
    if (!turn.hasBegun) {
      throw error;
    }
    asServiceError(error);
  }
  if (!turn.hasBegun) {
    return { kind: 'none' };
  }
  const marked = { id, sent: { text: mark, mark, images: [] }, pieces };
  const isPast = turn.isClosed && readPast !== undefined;
  const shown = await (isPast ? readPast : read)(marked, call).catch(asServiceError);
  const inLog = told?.();
  if (shown instanceof ServiceError) {
    return { kind: 'unread', id, inLog, error: shown };
  }
  const hasGoneOn = readPast === undefined && turn.hasLater;
  return { kind: 'found', run: shown, inLog, isPast, hasGoneOn };
}
