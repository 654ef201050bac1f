/** The thread of an issue or pull request: the run it records, and the action's comment in it (contract 7.1, 7.2). */
import { payloadNumber, threadNumber, type EventContext } from '../github/event.ts';
import type { GitHub } from '../github/port.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Clock, Host } from '../ports.ts';
import type { CommentOptions } from '../report/comment.ts';
import type { StepView } from '../report/step-view.ts';
import { logInline } from '../safe/job-log.ts';
import { within } from '../runner/within.ts';
import { CommentWriter } from './comment.ts';
import { PATIENCE_MS, readPatiently, readThread, ThreadUnavailable, type Asks, type ThreadReading } from './find.ts';
import { delivered, EMPTY_MAILBOX, type Intent, type Mailbox } from './mailbox.ts';
import type { ThreadRecord, Writer } from './marker.ts';
import { commentKeyOf, MARKER_START } from '../github/own-comment.ts';
import { scheduleEdits, type FinishOptions, type LastEdit, type ThreadComment } from './schedule.ts';

const NOTE_MAX = 1000;
const FIRST_PAUSE_MS = 2_000;

export interface ThreadPorts {
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
  /** Whether a comment asks for the agent, for the mailbox. */
  readonly asks?: Asks;
  /** Renders the comment's body. Defaults to that of a single run. */
  readonly render?: (view: StepView, options: CommentOptions) => string;
}

type Recorded = Pick<ThreadRecord, 'mailbox' | 'writer'>;

/**
 * Returns null if neither `comment` nor `resume: thread` is set, or the event has no thread.
 *
 * @throws ThreadUnavailable if the thread is needed and cannot be read for now
 */
export async function openThread(ports: ThreadPorts, options: OpenOptions = {}): Promise<Thread | null> {
  const { inputs, event, host, clock, stop } = ports;
  const { afterwards = false, rerun = false, asks } = options;
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
  const isWanted = !afterwards && inputs.agentRunId === null && (inputs.resume === 'thread' || rerun);
  const { deadline = clock.now() + inputs.timeoutMs } = options;
  const reading = isWanted
    ? await readPatiently(() => readThread(github, { place, ...(asks && { asks }) }, stop), { ...ports, deadline })
    : null;
  return new Thread({ ...ports, github, place, reading, deadline, ...(options.render && { render: options.render }) });
}

interface ThreadOptions extends Omit<ThreadPorts, 'github'>, Pick<OpenOptions, 'render'> {
  readonly github: GitHub;
  readonly place: {
    readonly secret: string;
    readonly repository: string;
    readonly thread: number;
    readonly commentKey: string;
  };
  readonly reading: ThreadReading | null;
  readonly deadline: number;
}

export class Thread {
  readonly github: GitHub;
  /** Null if the thread was not read. */
  readonly reading: ThreadReading | null;
  /** The mark of this step's turn, or null if it announced none. */
  mark: string | null = null;
  readonly #options: ThreadOptions;
  readonly #writer: CommentWriter;
  readonly #comment: ThreadComment;
  #recorded: Recorded;
  /** What this step adds to the record that is found in a thread which it has not read. */
  #addition: (recorded: Recorded) => Recorded = (recorded) => recorded;
  /** The run whose comment says what this step is about to send. */
  #announcedTo: number | null = null;
  /** Requests left to a later step. */
  #waiting: readonly number[] = [];

  constructor(options: ThreadOptions) {
    const { reading, inputs, event, clock, place, github, warn, host, render } = options;
    const found = reading?.found ?? null;
    this.#options = options;
    this.github = github;
    this.reading = reading;
    this.#recorded = found?.record ?? { writer: null, mailbox: { ...EMPTY_MAILBOX, since: ownCommentId(event) ?? 0 } };
    this.#writer = new CommentWriter({
      ...{ github, clock, place, warn, ...(render && { render }) },
      kind: kindOf(event),
      full: inputs.comment,
      known: found?.comment ?? null,
      content: () => this.#addition(this.#recorded),
      ...(inputs.resume === 'thread' && reading !== null && { recorded: found?.record.runId ?? null }),
      note: (message) => host.line(logInline(message, NOTE_MAX)),
      onComment: options.onComment,
      onFound: (record) => {
        if (reading === null) this.#recorded = record;
      },
    });
    this.#comment = scheduleEdits(this.#writer, { clock, thread: place.thread });
  }

  /** The run that `resume: thread` goes on with; null if there is none. */
  get recordedRun(): number | null {
    return this.#options.inputs.resume === 'thread' ? (this.reading?.found?.record.runId ?? null) : null;
  }

  get mailbox(): Mailbox {
    return this.#recorded.mailbox;
  }

  set mailbox(mailbox: Mailbox) {
    this.#recorded = { ...this.#recorded, mailbox };
  }

  /** Keeps these comments for the time when the request that brings them is accepted. `waiting`: requests left to a later step. */
  intend(intended: Intent, waiting: readonly number[] = []): void {
    this.mark = intended.mark;
    this.#waiting = waiting;
    this.mailbox = { ...this.mailbox, intended };
  }

  /**
   * Writes in the thread's comment what this step is about to send to the run. If GitHub refuses that for good, the step goes on with a
   * warning.
   *
   * @throws ThreadUnavailable if GitHub cannot be reached for two minutes
   */
  async announce(runId: number): Promise<void> {
    const { clock, stop, deadline } = this.#options;
    const writer = this.#writer;
    this.#announcedTo = runId;
    const until = Math.min(clock.now() + PATIENCE_MS, deadline);
    for (let pauseMs = FIRST_PAUSE_MS; !(await writer.mark(runId, stop)); pauseMs *= 2) {
      stop.throwIfAborted();
      const waitMs = Math.max(pauseMs, writer.blockedUntil - clock.now());
      if (clock.now() + waitMs > until) throw new ThreadUnavailable(notAnnounced(writer.failure));
      await clock.sleep(waitMs, stop);
    }
  }

  /** Records that the service accepted this step's request, which brings the intended comments. What a killed step announced stays. */
  accepted(writer: Writer): void {
    const { intended } = this.mailbox;
    const foreign = this.hasIntended ? null : intended;
    const known = { ...this.mailbox, intended: foreign === null ? intended : null };
    const mailbox = delivered(known, { isTurn: writer.mode === 'resumed', waiting: this.#waiting });
    this.#recorded = { writer, mailbox: { ...mailbox, intended: foreign } };
  }

  /** Whether comments are intended for this step's own request. */
  get hasIntended(): boolean {
    return this.mark !== null && this.mailbox.intended?.mark === this.mark;
  }

  /** Records what a killed step had sent, on top of what is found in the thread. */
  acceptedBefore(writer: Writer, intended: Intent & { readonly since: number }): void {
    this.#addition = (recorded) => (isSame(recorded.writer, writer) ? recorded : afterKill(recorded, writer, intended));
  }

  /** Forgets the announcement of a request that was certainly not carried out. */
  withdraw(): void {
    if (this.hasIntended) this.mailbox = { ...this.mailbox, intended: null };
  }

  /** Adds a reaction to the comment that started this step. */
  pickedUp(): void {
    void this.#react('eyes', this.#options.stop);
  }

  update(view: StepView): void {
    this.#comment.update(view);
  }

  /** The last edit. Never rejects. */
  async finish(view: StepView, { budgetMs, signal }: FinishOptions): Promise<LastEdit> {
    // The step whose turn delivers this comment reports about it.
    if (view.outcome === 'skipped') return { url: null, late: false };
    const limit = { clock: this.#options.clock, ms: budgetMs, signal: signal ?? this.#options.stop };
    const announcedTo = this.#announcedTo;
    if (view.runId === null && announcedTo !== null)
      await within(limit, (inTime) => this.#writer.mark(announcedTo, inTime));
    const done = view.outcome === 'succeeded' ? within(limit, (inTime) => this.#react('rocket', inTime)) : null;
    const [edit] = await Promise.all([this.#comment.finish(view, { budgetMs, ...(signal && { signal }) }), done]);
    return edit;
  }

  /** Says that a step was killed while its create was in flight (contract 7.3). Rejects with `GitHubError`. */
  async sayMayExist(signal: AbortSignal): Promise<void> {
    await this.github.createComment(this.#options.place.thread, MAY_EXIST, signal);
  }

  /** A token without the permission is no reason for a warning. */
  async #react(reaction: 'eyes' | 'rocket', signal: AbortSignal): Promise<void> {
    const { event, inputs } = this.#options;
    const id = ownCommentId(event);
    if (id !== null && inputs.triggerPhrase !== null)
      await this.github.react(id, reaction, signal).catch(() => undefined);
  }
}

/** The issue comment that started this step, or null. */
export function ownCommentId(event: EventContext): number | null {
  return event.name === 'issue_comment' ? payloadNumber(event, 'comment', 'id') : null;
}

/** `issue_comment` events also cover pull requests, which their `issue` indicates. */
function kindOf({ payload }: EventContext): 'issue' | 'pull_request' {
  const { issue } = payload;
  const marked = issue !== null && typeof issue === 'object' && 'pull_request' in issue;
  return 'pull_request' in payload || marked ? 'pull_request' : 'issue';
}

/** A killed step announced its follow-up in the thread; the comments of a create are those with which it was started. */
function afterKill(
  { mailbox }: Recorded,
  writer: Writer,
  { since, ...intended }: Intent & { readonly since: number },
): Recorded {
  const isTurn = writer.mode === 'resumed';
  const announced = mailbox.intended?.mark === intended.mark ? mailbox.intended : isTurn ? null : intended;
  const known = { ...mailbox, since: Math.max(mailbox.since, since), intended: announced };
  return { writer, mailbox: delivered(known, { isTurn }) };
}

function isSame(a: Writer | null, b: Writer): boolean {
  return a !== null && a.key === b.key && a.attempt === b.attempt && a.mode === b.mode;
}

const MAY_EXIST = `${MARKER_START}note -->
**⚠️ An agent run may have been started:** the workflow's step was killed before the service answered. Check the list of runs at the service before you ask again.`;

function notAnnounced(failure: string | null): string {
  return `The comment of this thread could not be edited on GitHub for now (${failure ?? 'no answer'}), so it could not be recorded which comments the run is about to get. Nothing was sent to the service. Run this again later.`;
}
