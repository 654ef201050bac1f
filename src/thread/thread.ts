/**
 * The thread of an issue or pull request: the run it records, and the action's comment in it
 * (contract 7.1, 7.2).
 */
import { SHOWN } from '../outcomes.ts';
import {
  isOnPullRequest,
  payloadNumber,
  threadNumber,
  type EventContext,
} from '../github/event.ts';
import { commentKeyOf, MARKER_START } from '../github/marker.ts';
import type { GitHub, OpenGitHub } from '../github/port.ts';
import { isGoneAtGitHub, waitOut } from '../github/wait-out.ts';
import type { Clock, Host } from '../runner/port.ts';
import type { CommentWords } from '../report/comment.ts';
import type { Step } from '../report/step.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import { asSentence, messageOf } from '../safe/text.ts';
import { ThreadComment, type FinishOptions } from './thread-comment.ts';
import { readThread, type ThreadReading } from './find.ts';
import {
  hasCounted,
  hasCountedStep,
  isSameAttempt,
  NEW_TURN,
  withTurn,
  writerAfterwards,
  type MarkerPlace,
  type RecordedTurn,
  type Writer,
  type WriterSources,
} from './record.ts';

export interface ThreadPorts extends WriterSources {
  readonly host: Host;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly github: OpenGitHub;
  readonly warn: (message: string) => void;
  /** Learns the comment's address once it exists. */
  readonly step: Pick<Step, 'dispatch'>;
}

export interface OpenOptions {
  /** In the post step: the main step has already said that there is no thread. */
  readonly afterwards?: boolean;
  /**
   * Calls `reading` to read the thread, and says what it records. By default the thread is not
   * read.
   */
  readonly read?: (
    reading: (signal: AbortSignal) => Promise<ThreadReading>,
  ) => Promise<ThreadReading | null>;
}

/**
 * Returns null if neither `comment` nor `resume: thread` is set, or the event has no thread.
 * Rejects as `read`.
 */
export async function openThread(
  ports: ThreadPorts,
  options: OpenOptions = {},
): Promise<Thread | null> {
  const { inputs, event, host } = ports;
  const { afterwards = false, read } = options;
  if (!inputs.comment && inputs.resume !== 'thread') {
    return null;
  }
  const thread = threadNumber(event);
  if (thread === null || event.repository === '') {
    const none =
      `The event ${event.name || '(none)'} belongs to no issue or pull request, so there is no ` +
      'thread to comment in or to resume from.';
    if (!afterwards) {
      host.notice(none, { title: 'Agent run: thread' });
    }
    return null;
  }
  const github = await ports.github({ token: inputs.githubToken, event });
  const place = {
    secret: inputs.token,
    repository: event.repository,
    thread,
    commentKey: commentKeyOf(inputs, event),
  };
  try {
    const reading = (await read?.((signal) => readThread(github, place, signal))) ?? null;
    return new Thread({ ...ports, github, place, reading });
  } catch (error) {
    if (!isGoneAtGitHub(error)) {
      throw error;
    }
    if (!afterwards) {
      noticeGone(
        host,
        `#${thread} is gone, so there is nothing to comment in or to resume from. ` +
          asSentence(`GitHub said: ${messageOf(error)}`),
      );
    }
    return null;
  }
}

/** The message may quote GitHub. */
function noticeGone(host: Host, message: string): void {
  host.notice(annotation(message), { title: 'Agent run: thread' });
}

interface ThreadOptions extends Omit<ThreadPorts, 'github'> {
  readonly github: GitHub;
  readonly place: MarkerPlace;
  readonly reading: ThreadReading | null;
}

export class Thread {
  readonly github: GitHub;
  /** Null if the thread was not read. */
  readonly reading: ThreadReading | null;
  readonly #options: ThreadOptions;
  readonly #comment: ThreadComment;
  /** What the marker says beside the run. */
  #recorded: RecordedTurn;

  constructor(options: ThreadOptions) {
    const { reading, inputs, event, clock, place, github, warn, step } = options;
    const { comment = null, record } = reading?.found ?? {};
    const isRecordRead = inputs.resume === 'thread' && reading !== null;
    this.#options = options;
    this.github = github;
    this.reading = reading;
    this.#recorded = record ?? NEW_TURN;
    if (record !== undefined) {
      this.#tellTurns();
    }
    this.#comment = new ThreadComment({
      github,
      clock,
      place,
      own: writerAfterwards(options),
      warn,
      find: async (signal) => (await readThread(github, place, signal)).found,
      kind: isOnPullRequest(event) ? 'pull_request' : 'issue',
      full: inputs.comment,
      known: comment,
      recordedTurn: () => this.#recorded,
      recorded: isRecordRead ? (record?.runId ?? null) : undefined,
      note: (message) => this.note(message),
      notice: (message) => noticeGone(options.host, message),
      onComment: (commentUrl) => step.dispatch({ type: 'known', commentUrl }),
    });
  }

  /** Tells the job log. The message may quote GitHub. */
  note(message: string): void {
    this.#options.host.line(logInline(message));
  }

  /** Records that the service accepted this step's request, which makes the run work again. */
  accepted(writer: Writer, mode: 'created' | 'resumed'): void {
    const { creator, turns, counted, createdRunId } = this.#recorded;
    if (mode === 'created') {
      this.#recorded = { ...NEW_TURN, creator: writer, writer, turns, counted };
    } else {
      this.#recorded = {
        creator,
        createdRunId: createdRunId ?? this.reading?.found?.record.runId ?? null,
        writer,
        ...withTurn({ turns, counted }, writer),
        isStopped: false,
      };
    }
    this.#tellTurns();
  }

  #tellTurns(): void {
    this.#options.step.dispatch({ type: 'known', threadTurns: this.#recorded.turns });
  }

  /** Records a follow-up that an earlier attempt has sent, unless the thread says it already. */
  acceptedEarlier(writer: Writer): void {
    if (!hasCountedStep(this.#recorded, writer)) {
      this.accepted(writer, 'resumed');
    }
  }

  /** Records what a killed step had sent, unless the thread says it already. */
  acceptedBefore(writer: Writer, mode: 'created' | 'resumed'): void {
    const { creator } = this.#recorded;
    const isRecorded =
      mode === 'created'
        ? creator !== null && isSameAttempt(creator, writer)
        : hasCounted(this.#recorded, writer);
    if (!isRecorded) {
      this.accepted(writer, mode);
    }
  }

  /** Records that the service was asked to stop the run, and may have done so. */
  stopped(): void {
    this.#recorded = { ...this.#recorded, isStopped: true };
  }

  update(words: CommentWords): void {
    this.#comment.update(words);
  }

  /** The last edit. Returns false if it is left to the post step. Never rejects. */
  async finish(words: CommentWords, { budgetMs, signal }: FinishOptions): Promise<boolean> {
    // Another step tells of the run that the thread records.
    const { ending } = SHOWN[words.outcome];
    if (ending === 'not_begun') {
      return true;
    }
    const done = ending === 'good' ? this.react('rocket', signal) : null;
    const [edit] = await Promise.all([this.#comment.finish(words, { budgetMs, signal }), done]);
    return edit;
  }

  /**
   * Says that a step was killed while its create was in flight (contract 7.3). After a lost answer
   * it is said again: twice is better than never. Never rejects.
   */
  async sayMayExist(limit: FinishOptions): Promise<void> {
    const { clock, event, inputs, place } = this.#options;
    const text = mayExistText(inputs.service.facts.runList(event.serverUrl));
    await waitOut((signal) => this.github.createComment(place.thread, text, signal), {
      ...limit,
      clock,
    }).catch(() => undefined);
  }

  /**
   * Adds a reaction to the comment that started this step. A token without the permission is no
   * reason for a warning.
   */
  async react(reaction: 'eyes' | 'rocket', signal: AbortSignal): Promise<void> {
    const { event, inputs } = this.#options;
    const id = ownCommentId(event);
    if (id !== null && inputs.triggerPhrase !== null) {
      await this.github.react(id, reaction, signal).catch(() => undefined);
    }
  }
}

/** The issue comment that started this step, or null. */
function ownCommentId(event: EventContext): number | null {
  return event.name === 'issue_comment' ? payloadNumber(event, 'comment', 'id') : null;
}

/** @param lookAt where people see all runs of the service */
function mayExistText(lookAt: string): string {
  const what = '**⚠️ An agent run may have been started:**';
  const why = "the workflow's step was killed before the service answered.";
  return `${MARKER_START}note -->\n${what} ${why} Look at ${lookAt} before you ask again.`;
}
