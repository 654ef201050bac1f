/** The thread of an issue or pull request: the run it records, and the action's comment in it (contract 7.1, 7.2). */
import type { Clock, Host } from '../ports.ts';
import type { CommentOptions } from '../report/comment.ts';
import { logInline } from '../safe/job-log.ts';
import type { StepView } from '../report/step-view.ts';
import { payloadNumber, threadNumber, type EventContext } from '../github/event.ts';
import type { GitHub, GitHubComment } from '../github/port.ts';
import type { Inputs } from '../inputs/parse.ts';
import { commentKeyOf } from './identity.ts';
import { createThreadComment, readThread, type FinishOptions, type LastEdit } from './schedule.ts';
import type { ThreadReading } from './find.ts';
import type { MarkerPlace } from './marker.ts';
import { ThreadMemory } from './memory.ts';
import { readPatiently } from './patience.ts';
import type { CommentRef } from './options.ts';
import { releaseTurn, type Announced, type Fate } from './turns/release.ts';

const NOTE_MAX = 1000;

export interface ConversationPorts {
  readonly host: Host;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly github: (options: { readonly token: string; readonly event: EventContext }) => Promise<GitHub>;
  readonly inputs: Inputs;
  readonly event: EventContext;
  readonly warn: (message: string) => void;
  /** Called with the comment's address once it exists. */
  readonly onComment: (url: string) => void;
}

export interface OpenOptions {
  /** When the step times out (as `clock.now`). Defaults to `timeout_minutes` from now. */
  readonly deadline?: number;
  /** Only the last edit is made: skips the search for a recorded run and the notices that the main step has already printed. */
  readonly afterwards?: boolean;
  /** An earlier attempt of this workflow run may have recorded its run in the comment. */
  readonly rerun?: boolean;
  /** Whether a comment addresses the agent, for the mailbox. */
  readonly asks?: (comment: GitHubComment) => Promise<boolean>;
  /** Renders the comment's body. Defaults to that of a single run. */
  readonly render?: (view: StepView, options: CommentOptions) => string;
}

export interface Thread {
  /** The run that `resume: thread` found; null if there is none or it is not set. */
  readonly recordedRun: number | null;
  /** Null if the thread was not read. */
  readonly reading: ThreadReading | null;
  /** Start of the reading (as `clock.now`). */
  readonly readAt: number;
  readonly memory: ThreadMemory;
  readonly github: GitHub;
  readonly place: MarkerPlace;
  /** Adds a reaction to the comment that started this step. */
  pickedUp(): void;
  update(view: StepView): void;
  /** Uses an existing comment, written for the run about to be created. */
  take(comment: CommentRef): void;
  /** Settles this step's announcement if no last edit reports its result. Returns false if that failed. Never rejects. */
  release(announced: Announced, options: FinishOptions & { readonly fate: Fate }): Promise<boolean>;
  /** The last edit. Never rejects. */
  finish(view: StepView, options: FinishOptions): Promise<LastEdit>;
}

/** `issue_comment` events also cover pull requests, which their `issue` indicates. */
function kindOf({ payload }: EventContext): 'issue' | 'pull_request' {
  const { issue } = payload;
  const marked = issue !== null && typeof issue === 'object' && 'pull_request' in issue;
  return 'pull_request' in payload || marked ? 'pull_request' : 'issue';
}

/**
 * Returns null if neither `comment` nor `resume: thread` is set, or the event has no thread.
 *
 * @throws ThreadUnavailable if the thread is needed and cannot be read for now
 */
export async function openThread(ports: ConversationPorts, options: OpenOptions = {}): Promise<Thread | null> {
  const { inputs, event, host, clock, warn, stop } = ports;
  const { afterwards = false, rerun = false, asks = () => Promise.resolve(false), render } = options;
  if (!inputs.comment && inputs.resume !== 'thread') return null;
  const thread = threadNumber(event);
  if (thread === null || event.repository === '') {
    if (afterwards) return null;
    host.notice(
      `The event ${event.name === '' ? '(none)' : event.name} belongs to no issue or pull request, so there is no thread to comment in or to resume from.`,
    );
    return null;
  }
  const github = await ports.github({ token: inputs.githubToken, event });
  const place = { secret: inputs.token, repository: event.repository, thread, commentKey: commentKeyOf(inputs, event) };
  const resuming = inputs.resume === 'thread' && inputs.agentRunId === null;
  const wanted = !afterwards && inputs.agentRunId === null && (resuming || rerun);
  const readAt = clock.now();
  const { deadline = readAt + inputs.timeoutMs } = options;
  const reading = wanted
    ? await readPatiently((asked) => readThread(asked, { place, asks }, stop), {
        github,
        clock,
        stop,
        warn,
        deadline,
      })
    : null;
  const memory = new ThreadMemory();
  const note = (message: string): void => host.line(logInline(message, NOTE_MAX));
  memory.restart(reading?.found?.record ?? null);
  const comment = createThreadComment({
    ...place,
    github,
    clock,
    kind: kindOf(event),
    full: inputs.comment,
    ...(render !== undefined && { render }),
    known: reading?.found?.comment ?? null,
    memory,
    shared: inputs.resume === 'thread',
    ...(reading !== null && { recorded: reading.found?.record.runId ?? null }),
    isNamed: inputs.agentRunId !== null,
    warn,
    note,
    onComment: ({ htmlUrl }) => ports.onComment(htmlUrl),
  });
  /** A token without the permission is no reason for a warning. */
  const react = async (reaction: 'eyes' | 'rocket', signal: AbortSignal): Promise<void> => {
    const id = ownCommentId(event);
    if (id !== null && inputs.triggerPhrase !== null) await github.react(id, reaction, signal).catch(() => undefined);
  };
  /** Runs the work with a signal that also aborts when the budget is used up. */
  const inTime = async <T>(
    { budgetMs, signal = stop }: FinishOptions,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const limit = new AbortController();
    const done = new AbortController();
    clock.sleep(budgetMs, done.signal).then(
      () => limit.abort(),
      () => undefined,
    );
    return run(AbortSignal.any([signal, limit.signal])).finally(() => done.abort());
  };
  return {
    pickedUp: () => void react('eyes', stop),
    recordedRun: resuming ? (reading?.found?.record.runId ?? null) : null,
    reading,
    readAt,
    memory,
    github,
    place,
    update: (view) => comment.update(view),
    take: (ref) => comment.take(ref),
    release: (announced, { fate, ...within }) =>
      inTime(within, async (signal) => {
        return releaseTurn({ github, place }, { ...announced, fate }, signal).then(
          () => true,
          () => false,
        );
      }),
    finish: async (view, finishOptions) => {
      // The step whose turn delivers this comment reports about it.
      if (view.outcome === 'skipped') return { url: null, late: false };
      const done = view.outcome === 'succeeded' ? inTime(finishOptions, (signal) => react('rocket', signal)) : null;
      const [edit] = await Promise.all([comment.finish(view, finishOptions), done]);
      return edit;
    },
  };
}

/** The issue comment that started this step, or null. */
export function ownCommentId(event: EventContext): number | null {
  return event.name === 'issue_comment' ? payloadNumber(event, 'comment', 'id') : null;
}
