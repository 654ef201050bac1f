/**
 * The action's comment in an issue or pull request (contract 7.1, 7.2): found again by its marker, written once, then
 * edited. Whatever GitHub answers, the run is neither held up nor failed by it: trouble is a warning.
 */
import type { Clock } from '../ports.ts';
import { COMMENT_MAX, renderComment } from '../report/comment.ts';
import type { StepView } from '../report/view.ts';
import type { GitHub, GitHubComment } from './github-port.ts';
import { type MarkerPlace, verifyMarker, writeMarker } from './marker.ts';
import { explain, judge, type ThreadAction, type ThreadKind } from './thread-faults.ts';

export interface FoundComment {
  readonly comment: GitHubComment;
  readonly runId: number;
}

/**
 * The latest comment with a valid marker of this place, and the run it records; null when there is none. Markers count
 * only by bot accounts and by the token's own login, which is asked for only when it matters. Rejects with
 * `GitHubError` when the thread cannot be read.
 */
export async function findThreadComment(
  github: Pick<GitHub, 'comments' | 'ownLogin'>,
  place: MarkerPlace,
  signal: AbortSignal,
): Promise<FoundComment | null> {
  let found: FoundComment | null = null;
  let own: string | null | undefined;
  for await (const page of github.comments(place.thread, signal)) {
    for (const comment of page) {
      const runId = verifyMarker(comment.body, place);
      if (runId === null) continue;
      if (!comment.authorIsBot) {
        if (own === undefined) own = await github.ownLogin(signal);
        if (own === null || own.toLowerCase() !== comment.author.toLowerCase()) continue;
      }
      found = { comment, runId };
    }
  }
  return found;
}

/** All it takes to edit a comment again, from the post step too. */
export interface CommentRef {
  readonly id: number;
  readonly htmlUrl: string;
}

export interface ThreadCommentOptions extends MarkerPlace {
  readonly github: GitHub;
  readonly clock: Clock;
  readonly kind: ThreadKind;
  /** The whole report; else one line, which only carries the marker (`resume: thread` without `comment`). */
  readonly full: boolean;
  /** The comment when it is known already; null: it is looked for before one is written. */
  readonly known: CommentRef | null;
  /** Takes what people should know, each kind once; may quote GitHub. */
  readonly warn: (message: string) => void;
  /** Told once for each comment that turns out to exist, so that the post step can go on with it. */
  readonly onComment?: (comment: CommentRef) => void;
}

export interface ThreadComment {
  /** Shows the view soon: at once the first time, then at most every 30 seconds, the latest view only. Never throws. */
  update(view: StepView): void;
  /**
   * The last edit, at once, in `budgetMs` milliseconds at most; later updates do nothing. Resolves to the comment's
   * address, null without a comment. Without a run nothing is written. Never rejects.
   */
  finish(view: StepView, options: { readonly budgetMs: number }): Promise<string | null>;
  /** The comment's address, null as long as there is none. */
  url(): string | null;
}

/** Milliseconds between edits while the run goes on (contract 7.1). */
export const EDIT_INTERVAL_MS = 30_000;
const SHORT_MAX = 15_000;
const FINAL_ATTEMPTS = 4;
const FINAL_BACKOFF_MS = 1_000;
/** Find, edit, replace, shorten: no honest exchange takes more. */
const MAX_CALLS = 5;

export function createThreadComment(options: ThreadCommentOptions): ThreadComment {
  const { github, clock, thread, kind } = options;
  const closing = new AbortController();
  /** Ends what is in flight. */
  let current = new AbortController();
  const warned = new Set<string>();
  let comment = options.known;
  let searched = comment !== null;
  let told: number | null = null;
  /** The comment that could not be edited any more; one replacement is enough. */
  let refused: number | null = null;
  let stopped = false;
  let maxLength = COMMENT_MAX;
  let written = '';
  /** Before this GitHub wants to hear nothing. */
  let blockedUntil = -Infinity;
  let pending: RunView | null = null;
  let working = false;
  let task: Promise<void> = Promise.resolve();

  function warn(topic: string, message: string): void {
    if (warned.has(topic)) return;
    warned.add(topic);
    options.warn(message);
  }

  function adopt(next: CommentRef): void {
    comment = { id: next.id, htmlUrl: next.htmlUrl };
    if (told !== next.id) options.onComment?.(comment);
    told = next.id;
  }

  function handle(error: unknown, action: ThreadAction): 'again' | 'later' | 'stop' {
    let verdict = judge(error, action);
    if (verdict.kind === 'replace' && refused !== null) verdict = { kind: 'stop' };
    if (verdict.kind === 'shorten' && maxLength === SHORT_MAX) verdict = { kind: 'stop' };
    warn(verdict.kind, explain({ error, action, verdict: verdict.kind, thread, kind }));
    switch (verdict.kind) {
      case 'later':
        // A comment may have been written after all: the thread is searched before another one is.
        if (action === 'create' && verdict.ambiguous) searched = false;
        blockedUntil = clock.now() + verdict.waitMs;
        return 'later';
      case 'replace':
        refused = comment?.id ?? null;
        comment = null;
        written = '';
        return 'again';
      case 'shorten':
        maxLength = SHORT_MAX;
        return 'again';
      case 'stop':
        stopped = true;
        return 'stop';
    }
  }

  /** One call. True: the view is in the thread. */
  async function step(view: RunView, action: ThreadAction, signal: AbortSignal): Promise<boolean> {
    if (action === 'find') {
      const found = await findThreadComment(github, options, signal);
      searched = true;
      if (found !== null && found.comment.id !== refused) adopt(found.comment);
      return false;
    }
    const marker = writeMarker({ ...options, runId: view.runId });
    const body = renderComment(view, { marker, full: options.full, maxLength, now: clock.wall() });
    if (comment === null) adopt(await github.createComment(thread, body, signal));
    else if (body !== written) adopt(await github.updateComment(comment.id, body, signal));
    written = body;
    return true;
  }

  /** Brings the view into the thread. False: it may be tried again after `blockedUntil`. Never rejects. */
  async function write(view: RunView, signal: AbortSignal): Promise<boolean> {
    for (let calls = 0; calls < MAX_CALLS && !stopped; calls++) {
      const action: ThreadAction = comment !== null ? 'edit' : searched ? 'create' : 'find';
      try {
        if (await step(view, action, signal)) return true;
      } catch (error) {
        if (signal.aborted) {
          if (action === 'create') searched = false;
          return false;
        }
        if (handle(error, action) === 'later') return false;
      }
    }
    return true;
  }

  async function work(): Promise<void> {
    let nextEdit = -Infinity;
    for (;;) {
      const wait = Math.max(nextEdit, blockedUntil) - clock.now();
      if (wait > 0) await clock.sleep(wait, closing.signal).catch(quiet);
      if (closing.signal.aborted || stopped || pending === null) break;
      const view = pending;
      pending = null;
      await write(view, current.signal);
      nextEdit = clock.now() + EDIT_INTERVAL_MS;
    }
    working = false;
  }

  async function writeLast(view: RunView, deadline: number, signal: AbortSignal): Promise<void> {
    for (let attempt = 0; attempt < FINAL_ATTEMPTS && !stopped; attempt++) {
      const backoff = attempt === 0 ? 0 : FINAL_BACKOFF_MS * 2 ** (attempt - 1);
      const wait = Math.max(backoff, blockedUntil - clock.now());
      if (signal.aborted || clock.now() + wait >= deadline) break;
      if (wait > 0) await clock.sleep(wait, signal).catch(quiet);
      if (await write(view, signal)) return;
    }
    if (!stopped) warn('late', `The comment in #${thread} could not be brought up to date; it may not show the end.`);
  }

  async function finish(view: StepView, budgetMs: number): Promise<void> {
    const deadline = clock.now() + budgetMs;
    const timers = new AbortController();
    const after = (ms: number, controller: AbortController) => {
      clock.sleep(ms, timers.signal).then(() => controller.abort(), quiet);
    };
    closing.abort();
    // What is in flight may use half of the budget: cut off at once, an edit could still overtake the last one.
    after(budgetMs / 2, current);
    const previous = task;
    current = new AbortController();
    after(budgetMs, current);
    const { signal } = current;
    task = previous.then(() => (hasRun(view) ? writeLast(view, deadline, signal) : undefined));
    await task.finally(() => timers.abort());
  }

  return {
    update(view) {
      if (!hasRun(view) || stopped || closing.signal.aborted) return;
      pending = view;
      if (working) return;
      working = true;
      task = work();
    },
    async finish(view, { budgetMs }) {
      await finish(view, budgetMs);
      return comment?.htmlUrl ?? null;
    },
    url: () => comment?.htmlUrl ?? null,
  };
}

type RunView = StepView & { readonly runId: number };

function hasRun(view: StepView): view is RunView {
  return view.runId !== null;
}

const quiet = () => undefined;
