/**
 * Writes the action's comment in a thread (contract 7.1): finds or creates it, edits it, and
 * judges what GitHub refuses. When it is written is decided by `ThreadComment`.
 */
import type { RunId } from '../agents/port.ts';
import { GitHubError, type GitHub, type GitHubComment } from '../github/port.ts';
import {
  githubFailure,
  isAmbiguous,
  isGoneAtGitHub,
  isPassing,
  pauseAfter,
  remedy,
} from '../github/wait-out.ts';
import type { Clock } from '../runner/port.ts';
import type { CommentWords } from '../report/comment.ts';
import { asSentence, joined, shortId } from '../safe/text.ts';
import type { FoundComment } from './find.ts';
import {
  isSameAttempt,
  writeMarker,
  type MarkerPlace,
  type RecordedTurn,
  type ThreadRecord,
  type Writer,
} from './record.ts';

/** A comment that can be edited. The body is the one last seen in the thread. */
type CommentRef = Pick<GitHubComment, 'body' | 'htmlUrl' | 'id'>;

/** What could not be done with the comment. */
type Doing = 'looked for' | 'written' | 'edited';

export interface ThreadCommentOptions {
  readonly github: GitHub;
  readonly clock: Clock;
  readonly place: MarkerPlace;
  /** This step. */
  readonly own: Writer;
  /** Reads the thread, and returns its comment with the latest valid marker, or null. */
  readonly find: (signal: AbortSignal) => Promise<FoundComment | null>;
  readonly kind: 'issue' | 'pull_request';
  /**
   * Whether to write the full report. If false, one line carries the marker (`resume: thread`
   * without `comment`).
   */
  readonly full: boolean;
  /** The comment if it is known; if null, the thread is searched before one is created. */
  readonly known: CommentRef | null;
  /** What the marker records beside the run. */
  readonly recordedTurn: () => RecordedTurn;
  /**
   * The run that the thread recorded when it was read, or null. Absent if it does not matter that
   * it records another one.
   */
  readonly recorded?: RunId | null | undefined;
  /** Receives warnings about what users should change, one per topic. They may quote GitHub. */
  readonly warn: (message: string) => void;
  /**
   * Receives lines for the job log about failures that are retried or worked around, one per topic.
   * They may quote GitHub.
   */
  readonly note: (message: string) => void;
  /** Receives the news that there is no such thread any more. It may quote GitHub. */
  readonly notice: (message: string) => void;
  /** Called once for each comment found or created, so that its address is known before the end. */
  readonly onComment?: (url: string) => void;
}

export class CommentWriter {
  readonly #options: ThreadCommentOptions;
  readonly #told = new Set<string>();
  #comment: CommentRef | null;
  /** The comment whose address was told last. */
  #toldOf: number | null = null;
  /**
   * The runs that the thread may record: the one it did when it was read, and this step's own. Null
   * if it does not matter.
   */
  readonly #expected: Set<RunId | null> | null;
  /**
   * The thread was read, so that the next edit need not look in it for the comment and for the runs
   * of other jobs.
   */
  #isThreadRead: boolean;
  /** Says that jobs without a concurrency group got into each other's way. */
  #collision: string | null = null;
  /** The comment that could no longer be edited. It is replaced only once. */
  #refused: number | null = null;
  /** GitHub has refused further writes for good. */
  #isStopped = false;
  /**
   * The last failure that passes, and until when GitHub wants no request after it (as `clock.now`).
   */
  #blocked: { readonly error: GitHubError; readonly until: number } | null = null;

  constructor(options: ThreadCommentOptions) {
    const { known, recorded } = options;
    this.#options = options;
    this.#comment = known;
    this.#expected = recorded === undefined ? null : new Set([recorded]);
    this.#isThreadRead = known !== null && this.#expected === null;
  }

  /** GitHub has refused further writes for good. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Until when GitHub wants no request, as `clock.now`. */
  get blockedUntil(): number {
    return this.#blocked?.until ?? -Infinity;
  }

  /** What GitHub wants no request after, with the rest of the time, or null. */
  stillBlocked(): GitHubError | null {
    const { error, until } = this.#blocked ?? { error: null, until: -Infinity };
    const retryAfterMs = until - this.#options.clock.now();
    if (error === null || retryAfterMs <= 0) {
      return null;
    }
    const { status, message } = error;
    return new GitHubError({ status, message, retryAfterMs }, { cause: error });
  }

  /** Rejects with a `GitHubError` that passes, and with the signal's reason. */
  show(words: CommentWords, signal: AbortSignal): Promise<void> {
    const { full, clock } = this.#options;
    // Reading a long thread takes many requests, so other jobs are looked for before the first and
    // the last edit alone.
    if (this.#expected !== null && words.outcome !== 'running') {
      this.#isThreadRead = false;
    }
    const now = clock.wall();
    const body = (marker: string): string =>
      words.render({ marker, full, now, collision: this.#collision });
    return this.#write(words.runId, body, signal);
  }

  /** Warns that the last edit may not have been made. */
  warnOfLateEnd(): void {
    const what =
      `The comment in #${this.#options.place.thread} could not be brought up to ` +
      'date; it may not show the end.';
    this.#say('late', joined([what, this.#lastRefusalText()], ' '));
  }

  /** What GitHub responded to the request that is still refused, as a sentence. May be empty. */
  #lastRefusalText(): string {
    if (this.#blocked === null) {
      return '';
    }
    return asSentence(`GitHub said last: ${this.#blocked.error.message}`);
  }

  async #write(
    runId: RunId | null,
    body: (marker: string) => string,
    signal: AbortSignal,
  ): Promise<void> {
    const { recordedTurn, place } = this.#options;
    while (!this.#isStopped) {
      const doing = this.#doing;
      try {
        if (doing === 'looked for') {
          await this.#find(runId, signal);
          continue;
        }
        const marker = writeMarker({ ...place, runId, ...recordedTurn() });
        await this.#put(body(marker), { runId, signal });
        return;
      } catch (failure) {
        // Whether it was created is not known, so the thread is searched before another one is.
        if (doing === 'written' && isAmbiguous(failure)) {
          this.#isThreadRead = false;
        }
        signal.throwIfAborted();
        this.#judge(failure, doing);
      }
    }
  }

  /** What the next request is for. */
  get #doing(): Doing {
    if (!this.#isThreadRead) {
      return 'looked for';
    }
    return this.#comment === null ? 'written' : 'edited';
  }

  /**
   * Looks for the comment, and whether another job has recorded a run of its own since this one
   * read the thread.
   */
  async #find(runId: RunId | null, signal: AbortSignal): Promise<void> {
    const found = await this.#options.find(signal);
    this.#isThreadRead = true;
    if (found === null || found.comment.id === this.#refused) {
      return;
    }
    const collision = this.#collisionWith(found.record, runId);
    if (collision !== null) {
      this.#collision = collision;
      this.#say('collision', collision);
    }
    if (this.#comment === null || this.#comment.id === found.comment.id) {
      this.#adopt(found.comment);
    }
  }

  /** What to say of another job that records a run in this thread too, or null. */
  #collisionWith(record: ThreadRecord, runId: RunId | null): string | null {
    const { runId: theirs } = record;
    if (isOfTwin(record, { runId, own: this.#options.own })) {
      return (
        `This comment had told of run ${shortId(String(theirs))}, which another job of this very ` +
        'workflow run has started. Two calls of one reusable workflow, or a matrix that calls ' +
        'it, look the same to this action: give each its own `comment_key`.'
      );
    }
    if (this.#expected?.has(theirs) === false && theirs !== runId) {
      return (
        `Another job recorded run ${shortId(String(theirs))} in this thread ` +
        `while this one worked with run ${shortId(String(runId))}: ` +
        'the thread goes on with one of them. Give the job a `concurrency` group for each ' +
        'thread, with `queue: max`.'
      );
    }
    return null;
  }

  async #put(
    body: string,
    { runId, signal }: { readonly runId: RunId | null; readonly signal: AbortSignal },
  ): Promise<void> {
    // GitHub may give the body back in another form.
    this.#adopt({ ...(await this.#sent(body, signal)), body });
    this.#expected?.add(runId);
  }

  /** The comment with this body. Sends nothing if it has it already. */
  async #sent(body: string, signal: AbortSignal): Promise<CommentRef> {
    const { github, place } = this.#options;
    const known = this.#comment;
    if (known === null) {
      return github.createComment(place.thread, body, signal);
    }
    return body === known.body ? known : github.updateComment(known.id, body, signal);
  }

  #adopt({ id, htmlUrl, body }: CommentRef): void {
    this.#comment = { id, htmlUrl, body };
    if (this.#toldOf !== id) {
      this.#options.onComment?.(htmlUrl);
    }
    this.#toldOf = id;
  }

  /** Throws the error if it passes. Otherwise the comment is replaced once, or given up. */
  #judge(error: unknown, doing: Doing): void {
    const { clock, kind, note, notice, place } = this.#options;
    const { status } = error instanceof GitHubError ? error : { status: undefined };
    const what =
      `The comment in ${kind.replace('_', ' ')} #${place.thread} could not ` +
      `be ${doing}${githubFailure(error)}`;
    const trouble = asSentence(what);
    if (error instanceof GitHubError && isPassing(error)) {
      const isToldWhen = error.isRateLimit || error.retryAfterMs !== null;
      const blockedMs = isToldWhen ? pauseAfter(error) : 0;
      this.#blocked = { error, until: clock.now() + blockedMs };
      this.#say('again', `${trouble} It is tried again later.`, note);
      throw error;
    }
    if (doing === 'edited' && (status === 403 || status === 404) && this.#refused === null) {
      this.#refused = this.#comment?.id ?? null;
      this.#comment = null;
      this.#say('new', `${trouble} A new one is written.`, note);
      return;
    }
    this.#isStopped = true;
    if (isGoneAtGitHub(error)) {
      this.#say('stop', `${trouble} ${remedy(error, '')} Nothing is written there.`, notice);
    } else {
      this.#say('stop', `${trouble} ${advice(error, { kind, doing })}`);
    }
  }

  /** Says something once per topic, by default as a warning. */
  #say(topic: string, message: string, say = this.#options.warn): void {
    if (this.#told.has(topic)) {
      return;
    }
    this.#told.add(topic);
    say(message);
  }
}

/**
 * Whether a job whose variables are those of this one has written it (contract 4.9): the same step
 * and attempt, about another run.
 */
function isOfTwin(
  { runId: theirs, writer }: ThreadRecord,
  { runId, own }: { readonly runId: RunId | null; readonly own: Writer },
): boolean {
  const isOther = theirs !== null && runId !== null && theirs !== runId;
  return isOther && writer !== null && isSameAttempt(writer, own);
}

function advice(
  error: unknown,
  { kind, doing }: { readonly kind: ThreadCommentOptions['kind']; readonly doing: Doing },
): string {
  const line = kind === 'issue' ? 'issues: write' : 'pull-requests: write';
  const fork =
    kind === 'issue'
      ? ''
      : ' On pull requests from forks the token may only read, whatever the file says.';
  const permission =
    'The job lacks a permission: ' +
    `add "${line}" under "permissions:" of the job in the workflow file.${fork}`;
  const asked = doing === 'looked for' ? 'read' : 'change';
  return joined([remedy(error, permission, { asked }), 'Nothing more is written there.'], ' ');
}
