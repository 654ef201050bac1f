/** The data that the action's comment stores (contract 7.2), merged with what other jobs write to the same comment. */
import type { ThreadRecord, Writer } from './marker.ts';
import {
  acknowledged,
  delivered,
  doubted,
  EMPTY_MAILBOX,
  intend,
  isSettled,
  merge,
  proven,
  settle,
  withdrawn,
  type Accepted,
  type Intent,
  type Mailbox,
} from './mailbox.ts';

export class ThreadMemory {
  /** Requests left to a later step; `high` of the mailbox stays below them. */
  #waiting: readonly number[] = [];
  #writer: Writer | null = null;
  #mailbox: Mailbox = EMPTY_MAILBOX;
  /** The mark of this step's own follow-up. What the thread says about it is older than what is known here. */
  #mark: string | null = null;
  /** The accepted request with `#mark`, until it is merged into what the thread records. */
  #sent: Accepted | null = null;
  #isOverwritten = false;

  /** Whether the thread, when last read, lacked comments that are settled here: another job has edited the comment without seeing them. */
  get isOverwritten(): boolean {
    return this.#isOverwritten;
  }

  get mark(): string | null {
    return this.#mark;
  }

  get mailbox(): Mailbox {
    return this.#mailbox;
  }

  /** Another step's announcement, as the thread shows it. */
  get announcedByOthers(): Intent | null {
    const { intended } = this.#mailbox;
    return intended?.mark === this.#mark ? null : intended;
  }

  /** The content for the marker, with this step as writer once its request was accepted. */
  content(): Pick<ThreadRecord, 'writer' | 'mailbox'> {
    return { writer: this.#writer, mailbox: this.#mailbox };
  }

  /** Merges a record read from the thread, except for this step's own announcement, which is known better here. */
  take({ writer, mailbox }: Pick<ThreadRecord, 'writer' | 'mailbox'>): void {
    this.#writer ??= writer;
    this.#isOverwritten = this.#mark !== null && lacks(mailbox, this.#mailbox) && mailbox.intended?.mark !== this.#mark;
    const ours = this.announcedByOthers === null ? this.#mailbox : withdrawn(this.#mailbox);
    this.#mailbox = merge(ours, this.#withoutOwn(mailbox));
  }

  #withoutOwn(mailbox: Mailbox): Mailbox {
    const sent = this.#sent;
    this.#sent = null;
    if (sent !== null) return acknowledged(mailbox, sent);
    return mailbox.intended?.mark === this.#mark ? withdrawn(mailbox) : mailbox;
  }

  /** Records the accepted request of a step that could not record it itself. */
  sent(mark: string, { writer, ids }: { readonly writer: Writer; readonly ids: readonly number[] }): void {
    this.#mark = mark;
    this.#sent = { mark, ids, isTurn: writer.mode === 'resumed' };
    this.#writer = writer;
    this.settle(ids);
  }

  /** Replaces the content with a record read from the thread. */
  restart(record: Pick<ThreadRecord, 'writer' | 'mailbox'> | null): void {
    this.#writer = record?.writer ?? null;
    this.#mailbox = record?.mailbox ?? EMPTY_MAILBOX;
  }

  settle(ids: readonly number[], waiting: readonly number[] = this.#waiting): void {
    this.#waiting = waiting;
    this.#mailbox = settle(this.#mailbox, ids, waiting);
  }

  intend(intent: Intent): void {
    this.#mark = intent.mark;
    this.#mailbox = intend(this.#mailbox, intent);
  }

  /** Records that the follow-up with this mark was accepted, with or without comments. Another step's announcement stays. */
  accepted(mark = this.#mark): void {
    const { intended } = this.#mailbox;
    const theirs = intended?.mark === mark ? null : intended;
    const ours = theirs === null ? this.#mailbox : withdrawn(this.#mailbox);
    this.#mailbox = { ...delivered(ours, this.#waiting), intended: theirs };
  }

  /** Removes the announcement with this mark. Another step's announcement stays. */
  withdraw(mark = this.#mark): void {
    if (this.#mailbox.intended?.mark === mark) this.#mailbox = withdrawn(this.#mailbox);
  }

  /** Takes over the comments of an announcement whose step was killed. */
  doubt(): void {
    this.#mailbox = doubted(this.#mailbox);
  }

  /** Settles the doubtful follow-up with this mark, which the run's log shows. */
  prove(mark: string): void {
    this.#mailbox = proven(this.#mailbox, mark);
  }

  wroteAs(writer: Writer): void {
    this.#writer = writer;
  }
}

function lacks(theirs: Mailbox, { settled }: Mailbox): boolean {
  return settled.some((id) => !isSettled(theirs, id));
}
