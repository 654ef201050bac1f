/**
 * A session's log of one turn (contract 18.3, 18.5; sheet, section 6): its messages, and the
 * action's own notes of what no message tells.
 */
import { ENTRY_TYPE } from '../../message-types.ts';
import type { EntryView } from '../entry.ts';
import { TurnLog, type LogPiece, type UnstampedDraft } from '../kit/turn-log.ts';
import type { Turn, TurnEntry } from '../port.ts';
import type { SessionMessage } from './schema.ts';

export class SessionLog {
  readonly #log: TurnLog;
  /** The session's word for its failure, null as long as it has not failed. */
  #error: string | null = null;
  #isErrorTold = false;
  #hasAnswer = true;
  readonly #pulls = new Set<string>();

  /** @param wall the time of receipt, for messages without a time */
  constructor(turn: Pick<Turn, 'mode' | 'runId' | 'sent'>, wall: () => number) {
    this.#log = new TurnLog(turn, { wall, keepsLastSaid: true });
  }

  get isEchoed(): boolean {
    return this.#log.isEchoed;
  }

  /** The agent's last message of the turn. */
  get lastMessage(): string | null {
    return this.#log.lastSaid;
  }

  /** What is told, or is known to be the answer, only when it is known how the turn goes on. */
  untold(): readonly EntryView[] {
    return [
      ...this.#log.untold('answer'),
      ...this.#untoldError().map((note) => this.#log.viewOf(note)),
    ];
  }

  take(messages: readonly SessionMessage[]): readonly TurnEntry[] {
    return this.#log.take(messages.map(pieceOf));
  }

  overdue(waitedMs: number): readonly TurnEntry[] {
    return this.#log.overdue(waitedMs);
  }

  /** Notes pull requests that are new in the turn, once each. */
  notePulls(urls: readonly string[]): readonly TurnEntry[] {
    const fresh = urls.filter((url) => !this.#pulls.has(url));
    return fresh.map((url) => {
      this.#pulls.add(url);
      return this.#log.note({ type: ENTRY_TYPE.pullRequest, observation: url });
    });
  }

  /**
   * How the turn ended, as far as is known.
   *
   * @param error the session's word, if it failed
   * @param hasAnswer what was said last is the answer, if the turn is over with it
   */
  noteEnd({
    error,
    hasAnswer,
  }: {
    readonly error: string | null;
    readonly hasAnswer: boolean;
  }): void {
    this.#error = error;
    this.#hasAnswer = hasAnswer;
  }

  /** The turn is over: what was kept back is told. */
  settle(): readonly TurnEntry[] {
    const last = this.#hasAnswer ? this.#log.settle() : this.#log.release();
    const error = this.#untoldError().map((note) => this.#log.note(note));
    this.#isErrorTold ||= error.length > 0;
    return [...last, ...error];
  }

  /** Nothing more comes, and it is not known whether the turn is over. */
  close(): readonly TurnEntry[] {
    return this.#log.close();
  }

  #untoldError(): readonly UnstampedDraft[] {
    if (this.#error === null || this.#isErrorTold) {
      return [];
    }
    // The session's word: what it means is told beside the log.
    return [{ type: ENTRY_TYPE.error, observation: this.#error, namesNoCause: true }];
  }
}

function pieceOf({ id, isAgent, text, createdAt }: SessionMessage): LogPiece {
  const at = createdAt === null ? null : new Date(createdAt).toISOString();
  return { kind: isAgent ? 'said' : 'prompt', id, at, text };
}
