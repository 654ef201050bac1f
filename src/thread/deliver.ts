/**
 * A step's turn in its thread (contract 4.8, 7.2): attach to an earlier attempt's run, skip, or
 * send certain comments to a run; and what the post step does about the turn of a killed one. The
 * jobs of a thread share a concurrency group, so that no other one delivers at the same time.
 */
import type { Agent, KnownRun, RunId } from '../agents/port.ts';
import { accountsOf, checkAccount } from '../github/permissions.ts';
import { eventTime, payloadText, type EventContext } from '../github/event.ts';
import { GitHubError } from '../github/port.ts';
import { waitOut } from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import { fittingComments } from '../run/untrusted-text.ts';
import { failedEnd, skippedEnd } from '../run/failure.ts';
import type { SessionEnd } from '../run/events.ts';
import { findEcho } from '../run/once/find.ts';
import { commentMark, stepKey } from '../run/once/key.ts';
import { knownRun } from '../run/once/after-kill.ts';
import { createClassifier, startsAnew } from '../run/status.ts';
import type { Listener, Step } from '../report/step.ts';
import { saveRunState, type SavedRunState } from '../runner/saved-state.ts';
import { counted, messageOf, shortId } from '../safe/text.ts';
import { ServiceError } from '../http/errors.ts';
import { readPatiently, ThreadUnavailable } from './find.ts';
import {
  delivered,
  isSettled,
  settle,
  waitingRequests,
  type RequestComment,
  type ThreadRecord,
} from './mailbox.ts';
import {
  openThread,
  ownCommentId,
  type OpenOptions,
  type Thread,
  type ThreadPorts,
} from './thread.ts';

/** Of the step's context. */
export interface TurnContext extends Omit<ThreadPorts, 'inputs'> {
  readonly step: Step;
}

type Skip = { readonly kind: 'skip'; readonly reason: string };
export type TurnPlan =
  | { readonly kind: 'attach'; readonly runId: RunId }
  | {
      readonly kind: 'send';
      /** Null for a new run. */
      readonly runId: RunId | null;
      /** Null for the event's own text. */
      readonly comments: readonly RequestComment[] | null;
      /** Appended to the follow-up. Null for none. */
      readonly mark: string | null;
    };

export type OpenedTurn =
  | { readonly kind: 'ended'; readonly end: SessionEnd }
  | {
      readonly kind: 'open';
      /** Null without a thread. */
      readonly plan: TurnPlan | null;
    };

export interface TurnOrder {
  readonly inputs: Inputs;
  readonly agent: Agent;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** Receives the thread before anything is announced in it. */
  readonly onThread: (thread: Thread) => void;
}

/** Opens the step's thread and plans the turn in it. Without a thread there is nothing to plan. */
export async function openTurn(context: TurnContext, order: TurnOrder): Promise<OpenedTurn> {
  try {
    return await open(context, order);
  } catch (error) {
    if (!(error instanceof ThreadUnavailable)) {
      throw error;
    }
    return { kind: 'ended', end: failedEnd('thread_unavailable', error.message) };
  }
}

/** @throws ThreadUnavailable */
async function open(
  context: TurnContext,
  { inputs, agent, deadline, onThread }: TurnOrder,
): Promise<OpenedTurn> {
  const { host, event, step, stop } = context;
  const given = { ...context, inputs, deadline };
  // An earlier attempt of this workflow run may have recorded its run in the comment.
  const isWanted = inputs.agentRunId === null && (inputs.resume === 'thread' || event.attempt > 1);
  const read: OpenOptions['read'] = (reading) => readPatiently(reading, given);
  const thread = await openThread(given, isWanted ? { read } : {});
  if (thread === null) {
    return { kind: 'open', plan: null };
  }
  onThread(thread);
  const plan = await planTurn({ ...given, thread, agent });
  if (plan.kind === 'skip') {
    return { kind: 'ended', end: skippedEnd(plan.reason) };
  }
  saveRunState(host, {
    mark: thread.mark ?? (plan.kind === 'send' ? plan.mark : null),
    since: thread.mailbox.since,
  });
  void thread.react('eyes', stop);
  step.listen(remembering(thread, { key: stepKey({ inputs, event }), attempt: event.attempt }));
  return { kind: 'open', plan };
}

/** Keeps the thread's record up to date with what happens to the request. */
function remembering(
  thread: Thread,
  writer: { readonly key: string; readonly attempt: number },
): Listener {
  return (happened, { sending, turn }) => {
    const isAccepted = happened.type === 'started' && happened.again === undefined;
    // A run that was found by its key was created by an earlier attempt of this very step.
    if (isAccepted && (happened.mode !== 'attached' || thread.hasIntended)) {
      thread.accepted({ ...writer, mode: happened.mode === 'resumed' ? 'resumed' : 'created' });
    }
    // Nothing was carried out. If that is unknown, the announcement stays until the log settles it.
    if (happened.type === 'ended' && turn === null && !sending) {
      thread.withdraw();
    }
  };
}

export interface TurnPlanPorts
  extends Pick<TurnContext, 'clock' | 'event' | 'stop' | 'warn'>, Omit<TurnOrder, 'onThread'> {
  readonly thread: Thread;
}

/** What a comment records that is about one run. */
interface RecordedRun extends ThreadRecord {
  readonly runId: RunId;
}

function recordedRun({ reading }: Thread): RecordedRun | null {
  const { record } = reading?.found ?? {};
  return record === undefined || record.runId === null ? null : { ...record, runId: record.runId };
}

/**
 * Decides what this step does in its thread, and records there what it is about to send.
 *
 * @throws ThreadUnavailable
 */
export async function planTurn(ports: TurnPlanPorts): Promise<Skip | TurnPlan> {
  const { inputs, thread, event } = ports;
  const record = recordedRun(thread);
  const own = deliversComments(inputs) ? ownMessage(event) : null;
  const earlier = await earlierAttempt(ports, { record, own });
  if (earlier.kind === 'attach') {
    const { runId } = earlier;
    thread.note(
      `Run ${shortId(runId)} was started by an earlier attempt of this step: attaching to it.`,
    );
    return { kind: 'attach', runId };
  }
  if (inputs.resume !== 'thread') {
    return newRun(null);
  }
  const mark = commentMark(ports, own?.id ?? 0);
  if (record === null) {
    if (deliversComments(inputs)) {
      intendFirstTurn(ports, { own, mark });
    }
    return newRun(own === null ? null : [own]);
  }
  const isAgain = earlier.kind === 'again';
  // A run that an earlier attempt created without result is replaced. A run with a history is
  // resumed again.
  const isReplaced = isAgain && record.writer?.mode === 'created';
  const runId = isReplaced ? null : record.runId;
  if (own !== null) {
    return followUp(ports, { own, record, mark, runId, isAgain });
  }
  return overMaxTurns(ports, runId) ?? messageTo(runId, { comments: null, mark });
}

type SentPlan = Extract<TurnPlan, { readonly kind: 'send' }>;

function newRun(comments: SentPlan['comments']): SentPlan {
  return { kind: 'send', runId: null, comments, mark: null };
}

/** Only a follow-up has a mark: a new run, which replaces the recorded one, is found by its key. */
function messageTo(
  runId: RunId | null,
  { comments, mark }: Pick<SentPlan, 'comments' | 'mark'>,
): SentPlan {
  return runId === null ? newRun(comments) : { kind: 'send', runId, comments, mark };
}

/**
 * Comments wait for their turn in a thread that is resumed, and a trigger phrase distinguishes
 * those that are requests.
 */
function deliversComments({ resume, agentRunId, triggerPhrase }: Inputs): boolean {
  return resume === 'thread' && agentRunId === null && triggerPhrase !== null;
}

/**
 * A first turn brings the event's own comment alone: older ones may have been done, whatever a
 * thread without a valid marker looks like.
 */
function intendFirstTurn(
  { thread, event }: Pick<TurnPlanPorts, 'event' | 'thread'>,
  { own, mark }: { readonly own: RequestComment | null; readonly mark: string },
): void {
  const at = eventTime(event) ?? Infinity;
  const requests = thread.reading?.requests ?? [];
  // One whose time is unknown counts as older.
  const older = requests.filter(({ createdAt }) => (createdAt ?? 0) < at);
  const since = own?.id ?? Math.max(0, ...older.map(({ id }) => id));
  thread.mailbox = { ...thread.mailbox, since };
  thread.intend({ ids: own === null ? [] : [own.id], mark });
}

interface CommentsTurn {
  readonly own: RequestComment;
  readonly record: RecordedRun;
  readonly mark: string;
  /** Null to replace the recorded run. */
  readonly runId: RunId | null;
  /**
   * Deliver the own comment again, because an earlier attempt of this step delivered it to a run
   * that ended badly.
   */
  readonly isAgain: boolean;
}

/** Brings the waiting comments to the recorded run, or to the one that replaces it. */
async function followUp(ports: TurnPlanPorts, turn: CommentsTurn): Promise<Skip | TurnPlan> {
  const { record, mark, runId } = turn;
  const doubtful = await settleAnnounced(ports, record);
  const skip = alreadyDelivered(ports, turn) ?? overMaxTurns(ports, runId);
  if (skip !== null) {
    return skip;
  }
  const sorted = await sortWaiting(ports, turn, { doubtful });
  await announce(ports, turn, sorted);
  return messageTo(runId, { comments: sorted.comments, mark });
}

function alreadyDelivered(
  { thread }: TurnPlanPorts,
  { own, record, isAgain }: CommentsTurn,
): Skip | null {
  if (isAgain || !isSettled(thread.mailbox, own.id)) {
    return null;
  }
  const reason =
    'This comment was already delivered: the turn of another step brought it ' +
    `to run ${shortId(record.runId)}. Edits of a delivered comment are not delivered ` +
    'again; write a new comment instead.';
  return { kind: 'skip', reason };
}

/** What becomes of the comments that wait. */
interface SortedComments {
  /** Delivered with this turn. */
  readonly comments: readonly DeliveredRequest[];
  /** Ids of those whose authors may not ask: settled undelivered. */
  readonly refused: readonly number[];
  /** Ids of those that find no room, or whose authors are not known yet. */
  readonly stillWaiting: readonly number[];
}

interface DeliveredRequest extends RequestComment {
  readonly mayRepeat: boolean;
}

async function sortWaiting(
  ports: TurnPlanPorts,
  { own, isAgain }: CommentsTurn,
  /** `doubtful`: ids of comments that may have been delivered before. */
  { doubtful }: { readonly doubtful: readonly number[] },
): Promise<SortedComments> {
  const { thread } = ports;
  const requests = thread.reading?.requests ?? [];
  const waiting = waitingRequests(requests, { mailbox: thread.mailbox, own, again: isAgain });
  const { admitted, refused, unknown } = await judgeAuthors(ports, { waiting, own });
  const marked = admitted.map((comment) => ({
    ...comment,
    mayRepeat: doubtful.includes(comment.id),
  }));
  const comments = fittingComments(marked);
  const stillWaiting = idsOf([...unknown, ...marked.slice(comments.length)]);
  return { comments, refused: idsOf(refused), stillWaiting };
}

function idsOf(comments: readonly RequestComment[]): readonly number[] {
  return comments.map(({ id }) => id);
}

/**
 * Records in the thread what is about to be sent, so that a kill leaves a trace, and says what is
 * not sent with it.
 *
 * @throws ThreadUnavailable
 */
async function announce(
  ports: TurnPlanPorts,
  { record, mark, runId }: CommentsTurn,
  { comments, refused, stillWaiting }: SortedComments,
): Promise<void> {
  const { thread, warn, deadline } = ports;
  thread.mailbox = settle(thread.mailbox, refused, stillWaiting);
  const before = runId === null ? null : await memoBefore(ports, runId);
  const intended = { ids: idsOf(comments), mark };
  thread.intend(before === null ? intended : { ...intended, before }, stillWaiting);
  if (comments.length > 1) {
    thread.note(
      `This ${runId === null ? 'run' : 'follow-up'} brings ` +
        `${comments.length} comments that were waiting.`,
    );
  }
  if (stillWaiting.length > 0) {
    warn(
      `${counted(stillWaiting.length, 'comment')} of this thread could not be delivered with ` +
        `this turn and ${stillWaiting.length === 1 ? 'waits' : 'wait'} for the next one. ` +
        'Write another comment with the trigger phrase once it has ended.',
    );
  }
  await thread.announce(record.runId, deadline);
}

/**
 * What is remembered of the run before a follow-up that brings a new one (contract 7.2), for the
 * marker. Null where the follow-up is found without it, or where it cannot be read.
 */
async function memoBefore(
  { agent, stop, deadline }: TurnPlanPorts,
  runId: RunId,
): Promise<string | null> {
  const { followUps, turnIsRun } = agent;
  if (followUps === null || !turnIsRun) {
    return null;
  }
  const call = { signal: stop, deadline };
  try {
    const { memo } = await followUps.before(await agent.read(runId, call), call);
    return Buffer.from(memo).toString('base64url');
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    // Whoever sends the follow-up meets what is wrong, and waits if that passes.
    return null;
  }
}

/** How long the log is read for an echo that it may show late. */
const ECHO_PATIENCE_MS = 15_000;

/**
 * Settles what a killed step left announced, if the log shows it. Returns the comments that may be
 * delivered a second time otherwise.
 */
async function settleAnnounced(
  { agent, clock, stop, deadline, thread }: TurnPlanPorts,
  { runId, mailbox: { intended } }: RecordedRun,
): Promise<readonly number[]> {
  if (intended === null) {
    return [];
  }
  const { mark, ids, before } = intended;
  const until = Math.min(clock.now() + ECHO_PATIENCE_MS, deadline);
  const memo = before === undefined ? null : Buffer.from(before, 'base64url').toString();
  const sent = { run: knownRun(runId, memo), mark };
  const shown = await findEcho({ agent, clock }, sent, { signal: stop, deadline: until });
  if (shown !== null) {
    thread.mailbox = delivered(thread.mailbox, { mark, isTurn: true });
    return [];
  }
  if (await hasUnread({ agent, clock, stop, deadline }, sent.run)) {
    thread.mailbox = delivered(thread.mailbox, { mark, isTurn: true });
    thread.note(
      'A killed job left comments, and a run has begun since whose request cannot be read: ' +
        'they count as delivered to it.',
    );
    return [];
  }
  thread.mailbox = { ...thread.mailbox, intended: null };
  thread.note(
    'A killed job left comments of which it is not known that they were ' +
      'delivered: they are delivered now.',
  );
  return ids;
}

/** Whether a run has begun that may do the follow-up. False where that cannot be asked for now. */
async function hasUnread(
  { agent, clock, stop, deadline }: Pick<TurnPlanPorts, 'agent' | 'clock' | 'deadline' | 'stop'>,
  run: KnownRun,
): Promise<boolean> {
  const until = Math.min(clock.now() + ECHO_PATIENCE_MS, deadline);
  try {
    return (await agent.followUps?.hasUnread?.(run, { signal: stop, deadline: until })) ?? false;
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    return false;
  }
}

/** What an earlier attempt of this step left in the marker (contract 4.8). */
type EarlierAttempt =
  | { readonly kind: 'none' }
  /** Its run goes on or succeeded. */
  | { readonly kind: 'attach'; readonly runId: RunId }
  /** Its run ended badly or is gone. */
  | { readonly kind: 'again' };

async function earlierAttempt(
  ports: TurnPlanPorts,
  { record, own }: { readonly record: RecordedRun | null; readonly own: RequestComment | null },
): Promise<EarlierAttempt> {
  const { agent, event, inputs, stop, deadline } = ports;
  if (record === null || record.writer === null || inputs.agentRunId !== null) {
    return { kind: 'none' };
  }
  // With a custom key, steps for other comments may have the same key.
  if (own !== null && !isSettled(record.mailbox, own.id)) {
    return { kind: 'none' };
  }
  const { writer, runId } = record;
  if (writer.key !== stepKey(ports) || writer.attempt >= event.attempt) {
    return { kind: 'none' };
  }
  try {
    const run = await agent.read(runId, { signal: stop, deadline });
    const isAnew = startsAnew(createClassifier(inputs)(run));
    return isAnew ? { kind: 'again' } : { kind: 'attach', runId };
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    // Following the run reports what is wrong, and waits if the service has temporary problems.
    return error.status === 404 ? { kind: 'again' } : { kind: 'attach', runId };
  }
}

/** Maximum number of authors whose permission is asked for one follow-up (contract 7.2). */
const AUTHORS_MAX = 20;

/** `unknown`: the permission could not be read for now, and the comment waits for a later step. */
type AuthorVerdict = 'admitted' | 'refused' | 'unknown';

/**
 * Asks GitHub about each author once, and about at most 20, until a permission cannot be read.
 *
 * @param comments.own the comment whose author was admitted before
 */
async function judgeAuthors(
  { clock, stop, inputs, event, thread, deadline }: TurnPlanPorts,
  { waiting, own }: { readonly waiting: readonly RequestComment[]; readonly own: RequestComment },
): Promise<Readonly<Record<AuthorVerdict, readonly RequestComment[]>>> {
  const accounts = accountsOf(() => Promise.resolve(thread.github), {
    clock,
    signal: stop,
    deadline,
  });
  const { requirePermission, allowedBots } = inputs;
  const rules = { ...accounts, requirePermission, allowedBots, repository: event.repository };
  const verdicts = new Map<string, AuthorVerdict>();
  const judged: Record<AuthorVerdict, RequestComment[]> = {
    admitted: [],
    refused: [],
    unknown: [],
  };
  const verdictOn = async ({ author, authorIsBot }: RequestComment): Promise<AuthorVerdict> => {
    const type = authorIsBot ? 'Bot' : 'User';
    const decision = await checkAccount({ login: author, type }, rules);
    stop.throwIfAborted();
    if (decision.go) {
      return 'admitted';
    }
    return decision.unread === true ? 'unknown' : 'refused';
  };
  let mayAsk = true;
  for (const comment of waiting) {
    if (comment.id === own.id) {
      judged.admitted.push(comment);
      continue;
    }
    const login = comment.author.toLowerCase();
    if (mayAsk && !verdicts.has(login)) {
      const verdict = await verdictOn(comment);
      verdicts.set(login, verdict);
      mayAsk = verdict !== 'unknown' && verdicts.size < AUTHORS_MAX;
    }
    judged[verdicts.get(login) ?? 'unknown'].push(comment);
  }
  return judged;
}

function ownMessage(event: EventContext): RequestComment | null {
  const id = ownCommentId(event);
  if (id === null) {
    return null;
  }
  const text = (...path: readonly string[]): string => payloadText(event, 'comment', ...path);
  return {
    id,
    body: text('body'),
    author: text('user', 'login'),
    authorIsBot: text('user', 'type') === 'Bot',
    htmlUrl: text('html_url'),
  };
}

function overMaxTurns(
  { inputs: { maxTurns }, thread }: TurnPlanPorts,
  runId: RunId | null,
): Skip | null {
  const { turns } = thread.mailbox;
  if (runId === null || maxTurns === null || turns < maxTurns) {
    return null;
  }
  const reason =
    `Run ${shortId(runId)} of this thread has had ${counted(turns, 'follow-up')}, ` +
    `and \`max_turns\` allows ${maxTurns}. ` +
    'Raise `max_turns`, or start a new run in another thread.';
  return { kind: 'skip', reason };
}

interface LeftThread {
  readonly inputs: Inputs;
  readonly state: SavedRunState;
  readonly budgetMs: number;
}

/**
 * The thread for the last edit of the post step, including what the killed step had sent. Null with
 * a warning if it cannot be read.
 */
export async function threadAfterwards(
  context: TurnContext,
  { inputs, state, budgetMs }: LeftThread,
): Promise<Thread | null> {
  const { clock, event, stop, warn } = context;
  let thread: Thread | null;
  try {
    thread = await openThread(
      { ...context, inputs },
      {
        afterwards: true,
        read: (reading) => waitOut(reading, { clock, signal: stop, budgetMs }),
      },
    );
  } catch (error) {
    if (!(error instanceof GitHubError) && !stop.aborted) {
      throw error;
    }
    warn(
      'The comment of this thread could not be read, so it may not show the end. ' +
        `GitHub said: ${messageOf(error)}.`,
    );
    return null;
  }
  const { mode, since, mark } = state;
  if (mode === 'created' || mode === 'resumed') {
    thread?.acceptedBefore(
      { key: stepKey({ inputs, event }), attempt: event.attempt, mode },
      { mark: mark ?? '', since: since ?? 0 },
    );
  }
  return thread;
}
