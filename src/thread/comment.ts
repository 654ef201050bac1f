/** The action's comment in a thread (contract 7.1, 7.2), which is found or created once and then edited. */
import type { GitHub } from '../github/port.ts';
import type { Clock } from '../ports.ts';
import { COMMENT_MAX, renderComment, type CommentOptions } from '../report/comment.ts';
import type { StepView } from '../report/step-view.ts';
import { messageOf } from '../safe/format.ts';
import { anotherRun, explain, judge, type ThreadAction, type ThreadKind } from './errors.ts';
import { readThread } from './find.ts';
import { withMarker, writeMarker, type MarkerPlace, type ThreadRecord } from './marker.ts';

/** A comment that can be edited. The body is the one last seen in the thread. */
export interface CommentRef {
  readonly id: number;
  readonly htmlUrl: string;
  readonly body: string;
}

export interface CommentWriterOptions {
  readonly github: GitHub;
  readonly clock: Clock;
  readonly place: MarkerPlace;
  readonly kind: ThreadKind;
  /** Whether to write the full report. If false, one line carries the marker (`resume: thread` without `comment`). */
  readonly full: boolean;
  /** The comment if it is known; if null, the thread is searched before one is created. */
  readonly known: CommentRef | null;
  /** What the marker records beside the run. */
  readonly content: () => Partial<ThreadRecord>;
  /** The run that the thread recorded when it was read, or null. Absent if it does not matter that it records another one. */
  readonly recorded?: number | null;
  /** Renders the body, with the marker as its first line. Defaults to that of a single run. */
  readonly render?: (view: StepView, options: CommentOptions) => string;
  /** Receives warnings about what users should change, one per topic. They may quote GitHub. */
  readonly warn: (message: string) => void;
  /** Receives lines for the job log about failures that are retried or worked around, one per topic. They may quote GitHub. */
  readonly note: (message: string) => void;
  /** Called once for each comment found or created, so that its address is known before the end. */
  readonly onComment?: (url: string) => void;
  /** Called with what the comment records, when it is found in a thread. */
  readonly onFound?: (record: ThreadRecord) => void;
}

/** A view of a step with a run. Steps without one have no comment. */
export type RunView = StepView & { readonly runId: number };

const SHORT_MAX = 15_000; // Maximum length after GitHub rejected a comment as too long.
/** The text of a new comment in place of one that could not be edited, until the run is there to report. */
const GOING_ON = '**⏳ Going on with an agent run**';
const MAX_CALLS = 6; // Enough to check, find, edit, replace and shorten the comment.

export class CommentWriter {
  readonly #options: CommentWriterOptions;
  readonly #told = new Set<string>();
  #failure: string | null = null;
  #comment: CommentRef | null;
  #isSearched: boolean;
  #toldOf: number | null = null;
  /** The comment that could no longer be edited. It is replaced only once. */
  #refused: number | null = null;
  #maxLength = COMMENT_MAX;
  #blockedUntil = -Infinity;
  #isStopped = false;
  /** The runs that the thread may record: the one it did when it was read, and this step's own. Null if it does not matter. */
  readonly #expected: Set<number | null> | null;
  #isChecked = false;
  /** Says that jobs without a concurrency group got into each other's way. */
  #collision: string | null = null;

  constructor(options: CommentWriterOptions) {
    this.#options = options;
    this.#comment = options.known;
    this.#isSearched = options.known !== null;
    this.#expected = options.recorded === undefined ? null : new Set([options.recorded]);
  }

  /** The comment's address, or null without one. */
  get url(): string | null {
    return this.#comment?.htmlUrl ?? null;
  }

  /** The earliest time for the next request (as `clock.now`), as GitHub asked. */
  get blockedUntil(): number {
    return this.#blockedUntil;
  }

  /** Whether GitHub has permanently refused further writes. */
  get stopped(): boolean {
    return this.#isStopped;
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
  show(view: RunView, signal: AbortSignal): Promise<boolean> {
    const { full, clock, render = renderComment } = this.#options;
    // Other jobs are only looked for before the first and the last edit, since reading a long thread takes many requests.
    if (view.outcome !== 'running') this.#isChecked = false;
    return this.#write(
      view.runId,
      (marker) =>
        render(view, { marker, full, maxLength: this.#maxLength, now: clock.wall(), collision: this.#collision }),
      signal,
    );
  }

  /** Writes the marker alone, above what the comment says. As `show`. */
  mark(runId: number, signal: AbortSignal): Promise<boolean> {
    this.#isChecked = true;
    return this.#write(runId, (marker) => withMarker(this.#comment?.body ?? GOING_ON, marker), signal);
  }

  async #write(runId: number, body: (marker: string) => string, signal: AbortSignal): Promise<boolean> {
    for (let calls = 0; calls < MAX_CALLS && !this.#isStopped; calls += 1) {
      const isKnown = this.#isSearched && (this.#isChecked || this.#expected === null);
      const action: ThreadAction = !isKnown ? 'find' : this.#comment !== null ? 'edit' : 'create';
      try {
        if (action === 'find') await this.#find(runId, signal);
        else {
          await this.#put(body(writeMarker({ ...this.#options.place, ...this.#options.content(), runId })), signal);
          this.#expected?.add(runId);
          return true;
        }
      } catch (error) {
        if (signal.aborted) {
          if (action === 'create') this.#isSearched = false;
          return false;
        }
        if (this.#handle(error, action) === 'later') return false;
      }
    }
    return true;
  }

  /** Looks for the comment, and whether another job has recorded a run of its own since this one read the thread. */
  async #find(runId: number, signal: AbortSignal): Promise<void> {
    const { github, place } = this.#options;
    const { found } = await readThread(github, { place }, signal);
    this.#isSearched = true;
    this.#isChecked = true;
    if (found === null || found.comment.id === this.#refused) return;
    this.#options.onFound?.(found.record);
    const theirs = found.record.runId;
    if (this.#expected?.has(theirs) === false && theirs !== runId) {
      this.#collision = anotherRun({ theirs, ours: runId });
      this.warn('collision', this.#collision);
    }
    if (this.#comment === null || this.#comment.id === found.comment.id) this.#adopt(found.comment);
  }

  async #put(body: string, signal: AbortSignal): Promise<void> {
    const { github, place } = this.#options;
    const known = this.#comment;
    if (known === null) this.#adopt(await github.createComment(place.thread, body, signal));
    else if (body !== known.body) this.#adopt(await github.updateComment(known.id, body, signal));
    else this.#adopt(known);
    this.#comment = { ...(this.#comment as CommentRef), body };
  }

  #adopt({ id, htmlUrl, body }: CommentRef): void {
    this.#comment = { id, htmlUrl, body };
    if (this.#toldOf !== id) this.#options.onComment?.(htmlUrl);
    this.#toldOf = id;
  }

  #handle(error: unknown, action: ThreadAction): 'again' | 'later' | 'stop' {
    const { place, kind, clock } = this.#options;
    let verdict = judge(error, action);
    if (verdict.kind === 'replace' && this.#refused !== null) verdict = { kind: 'stop' };
    if (verdict.kind === 'shorten' && this.#maxLength === SHORT_MAX) verdict = { kind: 'stop' };
    const message = explain({ error, action, verdict: verdict.kind, thread: place.thread, kind });
    if (verdict.kind === 'stop') this.warn('stop', message);
    else if (this.#isNew(verdict.kind)) this.#options.note(message);
    this.#failure = messageOf(error);
    switch (verdict.kind) {
      case 'later':
        // The comment may exist after all, so the thread is searched before creating another one.
        if (action === 'create' && verdict.ambiguous) this.#isSearched = false;
        this.#blockedUntil = clock.now() + verdict.waitMs;
        return 'later';
      case 'replace':
        this.#refused = this.#comment?.id ?? null;
        this.#comment = null;
        return 'again';
      case 'shorten':
        this.#maxLength = SHORT_MAX;
        return 'again';
      case 'stop':
        this.#isStopped = true;
        return 'stop';
    }
  }
}
