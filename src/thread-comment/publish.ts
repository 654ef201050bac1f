/** Publishes views in the action's comment (contract 7.1), which is found or created once and then edited. */
import type { Clock } from '../ports.ts';
import { COMMENT_MAX, renderComment, type CommentOptions } from '../report/comment.ts';
import type { StepView } from '../report/step-view.ts';
import type { GitHub } from '../github/port.ts';
import { isRecordedBy, type MarkerPlace, type ThreadRecord, writeMarker } from './marker.ts';
import { explain, explainRace, judge, type ThreadAction, type ThreadKind } from './errors.ts';
import { Announcements } from './turns/announced.ts';
import { readThread, type FoundClaim } from './find.ts';
import type { ThreadMemory } from './memory.ts';

/** Identifies a comment for later edits. */
export interface CommentRef {
  readonly id: number;
  readonly htmlUrl: string;
}

export interface CommentWriterOptions extends MarkerPlace {
  readonly github: GitHub;
  readonly clock: Clock;
  readonly kind: ThreadKind;
  /** Whether to write the full report. If false, one line carries the marker (`resume: thread` without `comment`). */
  readonly full: boolean;
  /** The comment if it is known; if null, the thread is searched before one is created. */
  readonly known: CommentRef | null;
  /** Receives warnings for users, one per topic. They may quote GitHub. */
  readonly warn: (message: string) => void;
  /** Called once for each comment found or created, so that its address is known before the end. */
  readonly onComment?: (comment: CommentRef) => void;
  /** The marker's content besides the run. */
  readonly memory?: ThreadMemory;
  /** Renders the body, with the marker as its first line. Defaults to that of a single run. */
  readonly render?: (view: StepView, options: CommentOptions) => string;
  /** Other jobs may write the same comment, so their records are read before each edit. */
  readonly shared?: boolean;
  /** The run that the thread recorded when this job planned its turn, or null. Absent if the thread was not read. */
  readonly recorded?: number | null;
}

/** A view of a step with a run. Steps without one have no comment. */
export type RunView = StepView & { readonly runId: number };

const SHORT_MAX = 15_000; // Maximum length after GitHub rejected a comment as too long.
/** For this long after a claim was confirmed, no other job has overwritten it. */
const CLAIM_MS = 20_000;
const MAX_CALLS = 5; // Enough to find, edit, replace and shorten the comment.

export class CommentWriter {
  readonly #options: CommentWriterOptions;
  readonly #warned = new Set<string>();
  #comment: CommentRef | null;
  #searched: boolean;
  #told: number | null = null;
  /** The comment that could no longer be edited. It is replaced only once. */
  #refused: number | null = null;
  #maxLength = COMMENT_MAX;
  /** The body last seen in the thread. */
  #written = '';
  #blockedUntil = -Infinity;
  #stopped = false;
  readonly #announcements: Announcements;
  /** When the comment was taken (as `clock.now`), while it contains only this step's claim. -Infinity once an edit of it failed. */
  #claimedAt: number | null = null;

  constructor(options: CommentWriterOptions) {
    this.#options = options;
    this.#comment = options.known;
    this.#searched = options.known !== null;
    this.#announcements = new Announcements(options.clock);
  }

  /** Uses this comment from now on. */
  take(comment: CommentRef): void {
    this.#searched = true;
    this.#claimedAt = this.#options.clock.now();
    this.#comment = comment;
  }

  /** The comment's address, or null while no comment reports a run. */
  get url(): string | null {
    return this.#claimedAt === null ? (this.#comment?.htmlUrl ?? null) : null;
  }

  /** The earliest time for the next request (as `clock.now`), as GitHub asked. */
  get blockedUntil(): number {
    return this.#blockedUntil;
  }

  /** Whether GitHub has permanently refused further writes. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Warns once per topic. */
  warn(topic: string, message: string): void {
    if (this.#warned.has(topic)) return;
    this.#warned.add(topic);
    this.#options.warn(message);
  }

  /** Publishes the view. Returns false if it may be retried after `blockedUntil`. Never rejects. */
  async show(view: RunView, signal: AbortSignal): Promise<boolean> {
    for (let calls = 0; calls < MAX_CALLS && !this.#stopped; calls += 1) {
      const action: ThreadAction = this.#comment !== null ? 'edit' : this.#searched ? 'create' : 'find';
      try {
        if (await this.#call(view, action, signal)) return true;
      } catch (error) {
        // The edit may have been carried out and followed by another job's, so the thread is read before the next attempt.
        if (this.#claimedAt !== null) this.#claimedAt = -Infinity;
        if (signal.aborted) {
          if (action === 'create') this.#searched = false;
          return false;
        }
        if (this.#handle(error, action) === 'later') return false;
      }
    }
    return true;
  }

  /** Makes one call. Returns true once the view is published. */
  async #call(view: RunView, action: ThreadAction, signal: AbortSignal): Promise<boolean> {
    const { github, thread, full, clock, memory, shared = false, render = renderComment } = this.#options;
    if (action === 'find') {
      const found = await this.#find(signal);
      this.#searched = true;
      if (found !== null && found.comment.id !== this.#refused) {
        this.#adopt(found.comment);
        this.#remember(found.record, view);
      }
      return false;
    }
    const isFreshClaim = this.#claimedAt !== null && clock.now() - this.#claimedAt < CLAIM_MS;
    if (shared && this.#comment !== null && !isFreshClaim) {
      const latest = await this.#find(signal);
      if (latest !== null) {
        this.#remember(latest.record, view);
        // A slow job may have overwritten what this one recorded about its turn.
        if (latest.comment.id === this.#comment.id) this.#written = latest.comment.body;
      }
    }
    const content = { ...this.#options, runId: view.runId, ...memory?.content() };
    // A step that has announced a request may record its delivery at any moment, and an edit prepared before that would overwrite the
    // record. Only progress is skipped here, whichever step wrote last; the final edit is always written.
    const hasNews = view.outcome !== 'running' || !isRecordedBy(this.#written, content);
    if (!hasNews && this.#announcements.isInProgress(memory?.announcedByOthers ?? null)) return true;
    const body = render(view, { marker: writeMarker(content), full, maxLength: this.#maxLength, now: clock.wall() });
    if (this.#comment === null) this.#adopt(await github.createComment(thread, body, signal));
    else if (body !== this.#written) this.#adopt(await github.updateComment(this.#comment.id, body, signal));
    this.#written = body;
    return true;
  }

  /** The comment with the thread's run, otherwise this step's own claim to create one. */
  async #find(signal: AbortSignal): Promise<Pick<FoundClaim, 'comment' | 'record'> | null> {
    const { github, memory } = this.#options;
    const asks = (): Promise<boolean> => Promise.resolve(false);
    const { found, claims } = await readThread(github, { place: this.#options, asks }, signal);
    return found ?? claims.find(({ intent }) => intent.mark === memory?.mark) ?? null;
  }

  #remember(record: ThreadRecord, { runId }: RunView): void {
    const { memory, shared = false, recorded } = this.#options;
    memory?.take(record);
    const message = shared ? explainRace({ theirs: record.runId, ours: runId, recorded }) : null;
    if (message !== null) this.warn('raced', message);
  }

  #adopt({ id, htmlUrl }: CommentRef): void {
    this.#comment = { id, htmlUrl };
    this.#claimedAt = null;
    if (this.#told !== id) this.#options.onComment?.(this.#comment);
    this.#told = id;
  }

  #handle(error: unknown, action: ThreadAction): 'again' | 'later' | 'stop' {
    const { thread, kind, clock } = this.#options;
    let verdict = judge(error, action);
    if (verdict.kind === 'replace' && this.#refused !== null) verdict = { kind: 'stop' };
    if (verdict.kind === 'shorten' && this.#maxLength === SHORT_MAX) verdict = { kind: 'stop' };
    this.warn(verdict.kind, explain({ error, action, verdict: verdict.kind, thread, kind }));
    switch (verdict.kind) {
      case 'later':
        // The comment may exist after all, so the thread is searched before creating another one.
        if (action === 'create' && verdict.ambiguous) this.#searched = false;
        this.#blockedUntil = clock.now() + verdict.waitMs;
        return 'later';
      case 'replace':
        this.#refused = this.#comment?.id ?? null;
        this.#comment = null;
        this.#written = '';
        return 'again';
      case 'shorten':
        this.#maxLength = SHORT_MAX;
        return 'again';
      case 'stop':
        this.#stopped = true;
        return 'stop';
    }
  }
}
