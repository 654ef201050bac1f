/**
 * A session's messages as entries of a turn, in the form of the spec (contract 18.3; sheet, section
 * 6), with the action's own notes of what no message tells.
 */
import { ENTRY_TYPE } from '../../message-types.ts';
import { OWN_AFTER_MS, viewEntry, type EntryView } from '../entry.ts';
import type { RunId, Turn, TurnEntry } from '../port.ts';
import type { SessionMessage } from './schema.ts';

type Kind = (typeof ENTRY_TYPE)[keyof typeof ENTRY_TYPE];

interface MessageWords {
  readonly kind: Kind;
  readonly text: string;
  /** ms since the epoch. */
  readonly time: number;
  /** The service's id of the event; null for a note. */
  readonly sourceId: string | null;
  readonly isNote: boolean;
  /** See `Entry`. */
  readonly namesNoCause?: boolean;
}

/** What is said while the agent works is a thought, everything else an observation. */
function entryOf(runId: RunId, { kind, text, time, sourceId }: MessageWords): object {
  const isThought = kind === ENTRY_TYPE.plan;
  return {
    agent_run_id: runId,
    created_at: new Date(time).toISOString(),
    message_type: kind,
    thought: isThought ? text : null,
    tool_name: null,
    tool_input: null,
    tool_output: null,
    observation: isThought ? null : text,
    source_id: sourceId ?? undefined,
  };
}

/** The entries of one turn, told in order and once. */
export class TurnLog {
  readonly #turn: Turn;
  #index = 0;
  /** Messages from before the follow-up's own, which may be of the turn before. */
  #early: SessionMessage[] = [];
  #isEchoed = false;
  /** All that comes is of this turn. */
  #isOpen: boolean;
  /**
   * The agent's newest message, held until the next one or the end (contract 4.7): it is the answer
   * if the turn ends with it, a thought if the agent goes on.
   */
  #last: SessionMessage | null = null;
  #lastMessage: string | null = null;
  #error: string | null = null;
  #isErrorTold = false;
  readonly #pulls = new Set<string>();

  constructor(turn: Turn) {
    this.#turn = turn;
    this.#isOpen = turn.mode !== 'resumed';
  }

  get isEchoed(): boolean {
    return this.#isEchoed;
  }

  /** The agent's last message of the turn. */
  get lastMessage(): string | null {
    return this.#lastMessage;
  }

  /** What is told, or is known to be the answer, only when it is known how the turn goes on. */
  untold(wall: number): readonly EntryView[] {
    const answer = this.#last === null ? [] : [messageWords(this.#last, ENTRY_TYPE.answer, wall)];
    const error = this.#untoldError(wall);
    return [...answer, ...error].map((words) => viewEntry(entryOf(this.#turn.runId, words)));
  }

  /** @param wall the time of receipt, for messages without a time */
  take(messages: readonly SessionMessage[], wall: number): readonly TurnEntry[] {
    // What stands before the follow-up's own message is of before (contract 4.5), also in a log
    // that is read for the first time when that is overdue.
    const echo = this.#isEchoed ? -1 : messages.findIndex((message) => this.#isOwn(message));
    const own = messages.slice(Math.max(0, echo));
    return own.flatMap((message) => this.#takeOne(message, wall));
  }

  #takeOne(message: SessionMessage, wall: number): readonly TurnEntry[] {
    const isEcho = !this.#isEchoed && this.#isOwn(message);
    if (isEcho) {
      this.#isEchoed = true;
      this.#isOpen = true;
      this.#early = [];
      this.#last = null;
      this.#lastMessage = null;
    }
    if (!this.#isOpen) {
      this.#early.push(message);
      return [];
    }
    return this.#tell(message, { wall, isEcho });
  }

  /** Compared by the mark alone where there is one: the text may come back changed. */
  #isOwn({ isAgent, text }: SessionMessage): boolean {
    const { mode, sent } = this.#turn;
    if (isAgent || mode !== 'resumed' || sent === null) {
      return false;
    }
    return sent.mark === null ? plain(text) === plain(sent.text) : text.includes(sent.mark);
  }

  #tell(
    message: SessionMessage,
    { wall, isEcho }: { readonly wall: number; readonly isEcho: boolean },
  ): readonly TurnEntry[] {
    const before = this.#think(wall);
    if (message.isAgent) {
      this.#last = message;
      this.#lastMessage = message.text;
      return before;
    }
    if (this.#turn.mode === 'attached') {
      this.#lastMessage = null;
    }
    return [...before, this.#entry(messageWords(message, ENTRY_TYPE.prompt, wall), isEcho)];
  }

  /** The agent's newest message is a thought, because it goes on or because nobody knows. */
  #think(wall: number): readonly TurnEntry[] {
    return this.#tellLast(ENTRY_TYPE.plan, wall);
  }

  #tellLast(kind: Kind, wall: number): readonly TurnEntry[] {
    const last = this.#last;
    this.#last = null;
    return last === null ? [] : [this.#entry(messageWords(last, kind, wall))];
  }

  /** Without the follow-up's own message, what came since is of this turn after a while. */
  overdue(waitedMs: number, wall: number): readonly TurnEntry[] {
    if (this.#isOpen || waitedMs < OWN_AFTER_MS) {
      return [];
    }
    this.#isOpen = true;
    return this.#early.splice(0).flatMap((message) => this.#tell(message, { wall, isEcho: false }));
  }

  /** Notes pull requests that are new in the turn, once each. */
  notePulls(urls: readonly string[], wall: number): readonly TurnEntry[] {
    const fresh = urls.filter((url) => !this.#pulls.has(url));
    return fresh.map((url) => {
      this.#pulls.add(url);
      return this.#entry(noteOf(ENTRY_TYPE.pullRequest, url, wall));
    });
  }

  /** The turn failed, as the session's word says. Null: it did not, or not yet. */
  noteError(word: string | null): void {
    this.#error = word;
  }

  /** The turn is over: what was kept back is told. A session that failed has no answer. */
  settle(wall: number): readonly TurnEntry[] {
    const isAnswer = this.#error === null;
    const answer = isAnswer ? this.#tellLast(ENTRY_TYPE.answer, wall) : this.#think(wall);
    const error = this.#untoldError(wall).map((words) => this.#entry(words));
    this.#isErrorTold ||= error.length > 0;
    return [...answer, ...error];
  }

  /** Nothing more comes, and it is not known whether the turn is over. */
  close(wall: number): readonly TurnEntry[] {
    return [...this.overdue(Infinity, wall), ...this.#think(wall)];
  }

  #untoldError(wall: number): readonly MessageWords[] {
    if (this.#error === null || this.#isErrorTold) {
      return [];
    }
    // The session's word: what it means is told beside the log.
    return [{ ...noteOf(ENTRY_TYPE.error, this.#error, wall), namesNoCause: true }];
  }

  #entry(words: MessageWords, isEcho = false): TurnEntry {
    const value = entryOf(this.#turn.runId, words);
    const entry = {
      index: this.#index,
      line: JSON.stringify(value),
      view: viewEntry(value),
      time: words.time,
      isNote: words.isNote,
      namesNoCause: words.namesNoCause ?? false,
    };
    this.#index += 1;
    return { entry, isEcho };
  }
}

function messageWords(
  { id, text, createdAt }: SessionMessage,
  kind: Kind,
  wall: number,
): MessageWords {
  return { kind, text, time: createdAt ?? wall, sourceId: id, isNote: false };
}

function noteOf(kind: Kind, text: string, wall: number): MessageWords {
  return { kind, text, time: wall, sourceId: null, isNote: true };
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
