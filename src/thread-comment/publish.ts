/** Brings one view after the other into the action's comment (contract 7.1): found or written once, then edited. */
import type { Clock } from '../ports.ts';
import { COMMENT_MAX, renderComment, type CommentOptions } from '../report/comment.ts';
import type { StepView } from '../report/step-view.ts';
import type { GitHub } from '../github/port.ts';
import { type MarkerPlace, type ThreadRecord, writeMarker } from './marker.ts';
import { explain, explainRace, judge, type ThreadAction, type ThreadKind } from './errors.ts';
import { Announcements } from './turns/announced.ts';
import { readThread, type FoundClaim } from './find.ts';
import type { ThreadMemory } from './memory.ts';

/** All it takes to edit a comment again. */
export interface CommentRef {
  readonly id: number;
  readonly htmlUrl: string;
}

export interface CommentWriterOptions extends MarkerPlace {
  readonly github: GitHub;
  readonly clock: Clock;
  readonly kind: ThreadKind;
  /** The whole report; else one line, which only carries the marker (`resume: thread` without `comment`). */
  readonly full: boolean;
  /** The comment when it is known already; null: it is looked for before one is written. */
  readonly known: CommentRef | null;
  /** Takes what people should know, each kind once; may quote GitHub. */
  readonly warn: (message: string) => void;
  /** Told once for each comment that turns out to exist, so that its address is known before the end. */
  readonly onComment?: (comment: CommentRef) => void;
  /** What the marker remembers beside the run. */
  readonly memory?: ThreadMemory;
  /** Draws the body, the marker as its first line; that of a single run unless told. */
  readonly render?: (view: StepView, options: CommentOptions) => string;
  /** Other jobs may write the comment: what they remember is read before each edit. */
  readonly shared?: boolean;
  /** The run that the thread recorded when this job planned its turn; null: none. Absent where it was not read. */
  readonly recorded?: number | null;
}

/** A view of a step that has a run: only such a one has a comment. */
export type RunView = StepView & { readonly runId: number };

/** For a comment that GitHub found too long. */
const SHORT_MAX = 15_000;
/** So soon after a claim was seen to stand, no other job has written over it. */
const CLAIM_MS = 20_000;
/** Find, edit, replace, shorten: no honest exchange takes more. */
const MAX_CALLS = 5;

export class CommentWriter {
  readonly #options: CommentWriterOptions;
  readonly #warned = new Set<string>();
  #comment: CommentRef | null;
  #searched: boolean;
  #told: number | null = null;
  /** The comment that could not be edited any more; one replacement is enough. */
  #refused: number | null = null;
  #maxLength = COMMENT_MAX;
  /** The body as it stands in the thread. */
  #written = '';
  #blockedUntil = -Infinity;
  #stopped = false;
  readonly #announcements: Announcements;
  /** When the comment was taken, on the clock's `now`, as long as it holds nothing but this step's claim. */
  #claimedAt: number | null = null;

  constructor(options: CommentWriterOptions) {
    this.#options = options;
    this.#comment = options.known;
    this.#searched = options.known !== null;
    this.#announcements = new Announcements(options.clock);
  }

  /** Edits this comment from now on. */
  take(comment: CommentRef): void {
    this.#searched = true;
    this.#claimedAt = this.#options.clock.now();
    this.#comment = comment;
  }

  /** The comment's address, null as long as there is none that tells of a run. */
  get url(): string | null {
    return this.#claimedAt === null ? (this.#comment?.htmlUrl ?? null) : null;
  }

  /** Before this, on the monotonic clock, GitHub wants to hear nothing. */
  get blockedUntil(): number {
    return this.#blockedUntil;
  }

  /** Nothing more will be written: GitHub said no for good. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Each topic once. */
  warn(topic: string, message: string): void {
    if (this.#warned.has(topic)) return;
    this.#warned.add(topic);
    this.#options.warn(message);
  }

  /** Brings the view into the thread. False: it may be tried again after `blockedUntil`. Never rejects. */
  async show(view: RunView, signal: AbortSignal): Promise<boolean> {
    for (let calls = 0; calls < MAX_CALLS && !this.#stopped; calls += 1) {
      const action: ThreadAction = this.#comment !== null ? 'edit' : this.#searched ? 'create' : 'find';
      try {
        if (await this.#call(view, action, signal)) return true;
      } catch (error) {
        if (signal.aborted) {
          if (action === 'create') this.#searched = false;
          return false;
        }
        if (this.#handle(error, action) === 'later') return false;
      }
    }
    return true;
  }

  /** One call. True: the view is in the thread. */
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
        // A job that was slow may have written over what this one has told of its turn.
        if (latest.comment.id === this.#comment.id) this.#written = latest.comment.body;
      }
    }
    const marker = writeMarker({ ...this.#options, runId: view.runId, ...memory?.content() });
    // While another step announces its request, it may at any moment write what it has delivered: an edit that was prepared before would
    // cover that. The next edit shows the progress, the last one is always written.
    const hasNews = view.outcome !== 'running' || !this.#written.startsWith(marker);
    if (!hasNews && this.#announcements.isInProgress(memory?.announcedByOthers ?? null)) return true;
    const body = render(view, { marker, full, maxLength: this.#maxLength, now: clock.wall() });
    if (this.#comment === null) this.#adopt(await github.createComment(thread, body, signal));
    else if (body !== this.#written) this.#adopt(await github.updateComment(this.#comment.id, body, signal));
    this.#written = body;
    return true;
  }

  /** The comment with the thread's run, or else this step's own claim to create one. */
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
        // A comment may have been written after all: the thread is searched before another one is.
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
