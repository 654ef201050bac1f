/**
 * A step's turn in its thread (contract 4.8, 7.2): attach to an earlier attempt's run, skip, or
 * send the event's own text to a run, a new one or the one that the thread records. The jobs of a
 * thread share a concurrency group, in which GitHub lets the others wait.
 */
import type { Agent, RunId, RunShown } from '../agents/port.ts';
import { GitHubError } from '../github/port.ts';
import { waitOut } from '../github/wait-out.ts';
import { asServiceError, GATEWAY_PATIENCE_MS, isMissing, ServiceError } from '../http/errors.ts';
import { lookTwice, persistently, type RetryOptions } from '../http/retry.ts';
import { inputsToDrop } from '../inputs/named-run.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Listener, Step } from '../report/step.ts';
import { askedOtherwise } from '../run/once/adopt.ts';
import { TELL_APART, threadMark, type FollowUpMarks } from '../run/once/key.ts';
import type { SessionEnd } from '../run/events.ts';
import { failedEnd, skippedEnd } from '../run/failure.ts';
import { createClassifier, startsAnew } from '../run/status.ts';
import type { SavedRunState } from '../runner/saved-state.ts';
import { asSentence, counted, messageOf, shortId } from '../safe/text.ts';
import { readPatiently, ThreadUnavailable } from './find.ts';
import {
  asksOther,
  isAsCreated,
  isSameAttempt,
  isSameStep,
  writerAfterwards,
  writerOf,
  type ThreadRecord,
  type Writer,
} from './record.ts';
import { openThread, type OpenOptions, type Thread, type ThreadPorts } from './thread.ts';

/** What of the step's context a turn in a thread needs. */
interface TurnContext
  extends Omit<ThreadPorts, 'headSha' | 'inputs'>, Pick<RetryOptions, 'random'> {
  readonly step: Step;
}

/** A turn that is not taken. */
type Untaken =
  | { readonly kind: 'skip'; readonly reason: string }
  /** Another prompt's run stands where this step's may be. `why` says so as sentences. */
  | { readonly kind: 'refused'; readonly why: string };
export type TurnPlan =
  | { readonly kind: 'attach'; readonly runId: RunId }
  | { readonly kind: 'create' }
  | {
      readonly kind: 'resume';
      readonly runId: RunId;
      /** One is appended to the follow-up, so that it is found again. */
      readonly marks: FollowUpMarks;
      /** A step of the thread had asked to stop the run. */
      readonly wasStopped: boolean;
      /** Why nothing is sent unless an earlier attempt has sent it; null: it may be sent. */
      readonly onlyFound: string | null;
    };

export type OpenedTurn =
  | { readonly kind: 'ended'; readonly end: SessionEnd }
  | {
      readonly kind: 'open';
      /** Null without a thread. */
      readonly plan: TurnPlan | null;
    };

export interface TurnOrder extends Pick<ThreadPorts, 'headSha' | 'inputs'> {
  readonly agent: Agent;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** Receives the thread once it was read. */
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
  { inputs, agent, headSha, deadline, onThread }: TurnOrder,
): Promise<OpenedTurn> {
  const { event, step, stop } = context;
  const given = { ...context, inputs, headSha, deadline };
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
  if (plan.kind === 'refused') {
    return { kind: 'ended', end: failedEnd('ambiguous_create', plan.why) };
  }
  void thread.react('eyes', stop);
  step.listen(remembering(thread, writerOf(given)));
  return { kind: 'open', plan };
}

/** Keeps the thread's record up to date with what happens to the request. */
function remembering(thread: Thread, writer: Writer): Listener {
  return (happened) => {
    // A run that is only followed was recorded by the step that started it.
    if (
      happened.type !== 'started' ||
      happened.again !== undefined ||
      happened.mode === 'attached'
    ) {
      return;
    }
    if (happened.isFound === true) {
      thread.acceptedEarlier(writer);
    } else {
      thread.accepted(writer, happened.mode);
    }
  };
}

interface TurnPlanPorts
  extends
    Pick<TurnContext, 'clock' | 'event' | 'random' | 'stop' | 'warn'>,
    Omit<TurnOrder, 'onThread'> {
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

/** Decides what this step does in its thread. */
export async function planTurn(ports: TurnPlanPorts): Promise<Untaken | TurnPlan> {
  const { inputs, thread, event } = ports;
  const record = recordedRun(thread);
  const earlier = await earlierAttempt(ports, record);
  if (earlier.kind === 'refused') {
    return earlier;
  }
  if (earlier.kind === 'attach') {
    const { runId } = earlier;
    thread.note(
      `Run ${shortId(runId)} was started by an earlier attempt of this step: attaching to it.`,
    );
    return { kind: 'attach', runId };
  }
  // A run that an earlier attempt created without result is replaced. A run with a history is
  // resumed again.
  const isReplaced = earlier.kind === 'again' && record !== null && isAsCreated(record);
  if (inputs.resume !== 'thread' || record === null || isReplaced) {
    return { kind: 'create' };
  }
  const { runId, isStopped, writer } = record;
  const own = writerOf(ports);
  if (writer !== null && isSameAttempt(writer, own) && asksOther(writer, own)) {
    ports.warn(
      `Run ${shortId(runId)} of this thread was sent another prompt, schema or event text by a ` +
        `step of this very workflow run: this one goes on with it. ${TELL_APART}`,
    );
  }
  const isLaterAttempt = event.attempt > 1;
  const reason = overMaxTurns(ports, record);
  if (reason !== null && !isLaterAttempt) {
    return { kind: 'skip', reason };
  }
  return {
    kind: 'resume',
    runId,
    marks: {
      of: (generation) => threadMark(ports, generation),
      lookFirst: isLaterAttempt,
      isRepeated: true,
    },
    wasStopped: isStopped,
    // What an earlier attempt has sent is counted, and is followed (contract 4.8).
    onlyFound: reason,
  };
}

/** What an earlier attempt of this step left in the marker (contract 4.8). */
type EarlierAttempt =
  | { readonly kind: 'none' }
  /** Its run goes on or succeeded. */
  | { readonly kind: 'attach'; readonly runId: RunId }
  /** Its run ended badly or is gone. */
  | { readonly kind: 'again' }
  /** Its run was asked something else, and no key tells of this step's own. */
  | Extract<Untaken, { readonly kind: 'refused' }>;

async function earlierAttempt(
  ports: TurnPlanPorts,
  record: RecordedRun | null,
): Promise<EarlierAttempt> {
  const { inputs } = ports;
  if (record === null || inputs.agentRunId !== null) {
    return { kind: 'none' };
  }
  const { creator, writer } = record;
  const runId = record.createdRunId ?? record.runId;
  const own = writerOf(ports);
  // A create has no mark in the log: it is known by the marker, whoever went on with the run since.
  // A follow-up is looked for by its mark, so that no answer of an earlier turn passes for its own.
  const isOwn = creator !== null && isSameStep(creator, own) && creator.attempt < own.attempt;
  if (!isOwn) {
    return { kind: 'none' };
  }
  const isOfOther = asksOther(creator, own);
  // A twin that has gone on with the run finds its follow-up by the mark.
  if (isOfOther && writer !== null && isSameStep(writer, own) && !asksOther(writer, own)) {
    return { kind: 'none' };
  }
  const run = await readEarlier(ports, runId);
  if (isMissing(run)) {
    return { kind: 'again' };
  }
  // Following the run reports what is wrong, and waits if the service has temporary problems.
  if (!(run instanceof ServiceError) && isOver(run, { inputs, record })) {
    return { kind: 'again' };
  }
  if (!isOfOther) {
    return { kind: 'attach', runId };
  }
  // Two calls of one reusable workflow share the marker (contract 4.9). A key still tells.
  if (inputs.idempotency !== 'none') {
    return { kind: 'none' };
  }
  const named = { id: runId, webUrl: run instanceof ServiceError ? null : run.webUrl };
  const toStartAnew = 'start the workflow anew';
  const why = askedOtherwise(named, { toDrop: inputsToDrop(inputs), toStartAnew });
  return { kind: 'refused', why };
}

/**
 * It ended badly, or the thread's own stop has paused it (contract 4.8): one that somebody else has
 * paused counts as at work.
 */
function isOver(
  run: RunShown,
  { inputs, record }: { readonly inputs: Inputs; readonly record: RecordedRun },
): boolean {
  const meaning = createClassifier(inputs)(run);
  return (
    startsAnew(meaning) || (record.isStopped && meaning === 'active' && run.waitsFor === 'paused')
  );
}

/**
 * The run that an earlier attempt has recorded, so that it was there: the page of a gateway says
 * nothing of it, and it is gone once it was missing twice (contract 4.1).
 */
async function readEarlier(
  { agent, clock, deadline, random, stop }: TurnPlanPorts,
  runId: RunId,
): Promise<RunShown | ServiceError> {
  const call = { signal: stop, deadline: Math.min(clock.now() + GATEWAY_PATIENCE_MS, deadline) };
  const look = (): Promise<RunShown | ServiceError> =>
    persistently(
      () => agent.read(runId, call),
      { clock, random, passes: ({ isGatewayPage }) => isGatewayPage },
      call,
    ).catch(asServiceError);
  return lookTwice(look, { isAbsent: isMissing, clock, signal: stop });
}

/** Why the thread's run gets no further follow-up, as sentences, or null. */
function overMaxTurns(
  { inputs: { maxTurns } }: TurnPlanPorts,
  { turns }: RecordedRun,
): string | null {
  if (maxTurns === null || turns < maxTurns) {
    return null;
  }
  // They count over all its runs: one that was gone may have been replaced.
  return (
    `This thread has had ${counted(turns, 'follow-up')}, and \`max_turns\` allows ${maxTurns}. ` +
    'Raise `max_turns`, or start a new run in another thread.'
  );
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
  const { clock, stop, warn } = context;
  const given = { ...context, inputs, headSha: state.reviewedHead ?? null };
  let thread: Thread | null;
  try {
    thread = await openThread(given, {
      afterwards: true,
      read: (reading) => waitOut(reading, { clock, signal: stop, budgetMs }),
    });
  } catch (error) {
    if (!(error instanceof GitHubError) && !stop.aborted) {
      throw error;
    }
    warn(
      'The comment of this thread could not be read, so it may not show the end. ' +
        asSentence(stop.aborted ? messageOf(error) : `GitHub said: ${messageOf(error)}`),
    );
    return null;
  }
  const { mode, sentBy } = state;
  const writer = writerAfterwards(given);
  if (sentBy === 'earlier_attempt') {
    thread?.acceptedEarlier(writer);
  } else if (mode === 'created' || mode === 'resumed') {
    thread?.acceptedBefore(writer, mode);
  }
  return thread;
}
