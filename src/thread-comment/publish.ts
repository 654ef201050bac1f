/** Publishes views in the action's comment (contract 7.1), which is found or created once and then edited. */
import { COMMENT_MAX, renderComment } from '../report/comment.ts';
import { messageOf } from '../shared/format.ts';
import { LatestRecord } from './latest.ts';
import { isRecordedBy, type ThreadRecord, writeMarker } from './marker.ts';
import { explain, explainRace, judge, type ThreadAction } from './errors.ts';
import { Announcements } from './turns/announced.ts';
import type { CommentRef, CommentWriterOptions, RunView } from './options.ts';

const SHORT_MAX = 15_000; // Maximum length after GitHub rejected a comment as too long.
/** For this long after a claim was confirmed, no other job has overwritten it. */
const CLAIM_MS = 20_000;
const MAX_CALLS = 5; // Enough to find, edit, replace and shorten the comment.

export class CommentWriter {
  readonly #options: CommentWriterOptions;
  readonly #told = new Set<string>();
  readonly #latest: LatestRecord;
  #failure: string | null = null;
  #comment: CommentRef | null;
  #searched: boolean;
  #toldOf: number | null = null;
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
    this.#latest = new LatestRecord(options);
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

  /** The last failure, in GitHub's words, or null. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Warns once per topic. */
  warn(topic: string, message: string): void {
    if (this.#isNew(topic)) this.#options.warn(message);
  }

  #isNew(topic: string): boolean {
    if (this.#told.has(topic)) return false;
    this.#told.add(topic);
    return true;
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
      const found = await this.#latest.find(signal);
      this.#searched = true;
      if (found !== null && found.comment.id !== this.#refused) {
        this.#adopt(found.comment);
        this.#remember(found.record, view);
      }
      return false;
    }
    const isFreshClaim = this.#claimedAt !== null && clock.now() - this.#claimedAt < CLAIM_MS;
    if (shared && this.#comment !== null && !isFreshClaim) {
      const isProgress = view.outcome === 'running' && this.#claimedAt === null;
      const latest = await (isProgress ? this.#latest.reread(this.#comment.id, signal) : this.#latest.find(signal));
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

  #remember(record: ThreadRecord, { runId }: RunView): void {
    const { memory, shared = false, isNamed = false, recorded } = this.#options;
    memory?.take(record);
    const message = shared && !isNamed ? explainRace({ theirs: record.runId, ours: runId, recorded }) : null;
    if (message !== null) this.warn('raced', message);
  }

  #adopt({ id, htmlUrl }: CommentRef): void {
    this.#comment = { id, htmlUrl };
    this.#claimedAt = null;
    if (this.#toldOf !== id) this.#options.onComment?.(this.#comment);
    this.#toldOf = id;
  }

  #handle(error: unknown, action: ThreadAction): 'again' | 'later' | 'stop' {
    const { thread, kind, clock } = this.#options;
    let verdict = judge(error, action);
    if (verdict.kind === 'replace' && this.#refused !== null) verdict = { kind: 'stop' };
    if (verdict.kind === 'shorten' && this.#maxLength === SHORT_MAX) verdict = { kind: 'stop' };
    const message = explain({ error, action, verdict: verdict.kind, thread, kind });
    if (verdict.kind === 'stop') this.warn('stop', message);
    else if (this.#isNew(verdict.kind)) this.#options.note(message);
    this.#failure = messageOf(error);
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
