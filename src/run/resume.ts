/**
 * Sends a follow-up to a run (contract 4.5, 4.9, 18.4): reads what was before, takes an earlier
 * stop back, sends it once, and settles what became of it.
 */
import { OUTCOME_TABLE } from '../outcomes.ts';
import {
  RunBusy,
  RunGone,
  type Before,
  type FollowUps,
  type KnownRun,
  type RunId,
  type RunShown,
} from '../agents/port.ts';
import { asServiceError, isMissing, NotOffered, ServiceError } from '../http/errors.ts';
import type { CallOptions } from '../http/limits.ts';
import { isTemporary, lookTwice, persistently } from '../http/retry.ts';
import { dataUrisOf } from '../inputs/files.ts';
import { joined, shortId, shortIds } from '../safe/text.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { note, warning } from './events.ts';
import { ambiguous, asNotStarted, failedEnd, notSent, NotStarted } from './failure.ts';
import { withMark, type FollowUpMarks } from './once/key.ts';
import { findFollowUp } from './once/follow-up.ts';
import { soughtFirst } from './once/sought-follow-up.ts';
import { readRun, send, type ResumeBegun, type RunContext, type RunToRead } from './send.ts';
import { NO_EARLIER_TURN, type Started } from './started-turn.ts';
import type { TurnRecord } from './state.ts';

export interface FollowUpOrder {
  readonly runId: RunId;
  readonly prompt: string;
  /**
   * One is appended to the prompt, so that its echo proves that it arrived (contract 4.9, 7.2).
   * Null for none.
   */
  readonly marks: FollowUpMarks | null;
  /** Why nothing is sent unless an earlier attempt has sent it. Null or absent: it may be sent. */
  readonly onlyFound?: string | null;
  /**
   * Why an earlier attempt may have brought this to another run, as sentences: nothing is sent
   * unless this run has got it. Null or absent: it has not.
   */
  readonly openElsewhere?: string | null;
  /** A step of its thread had asked to stop the run. Default: none has. */
  readonly wasStopped?: boolean;
  /** The thread of the step records the run, so that it was there. Default: it does not. */
  readonly isRecorded?: boolean;
  /** The turn of this step whose answer is to be corrected. The agent has its images already. */
  readonly corrects?: TurnRecord;
}

/**
 * Sends a follow-up. A run that is at work and takes none is waited for until the step's time.
 * Rejects with `NotStarted`.
 */
export async function resumeRun(context: RunContext, followUp: FollowUpOrder): Promise<Started> {
  const { agent, call, clock, emit } = context;
  let isTold = false;
  for (;;) {
    const resumed = await resumeOnce(context, followUp).catch(asRefusal);
    if (resumed instanceof RunGone) {
      throw goneFor(followUp, resumed);
    }
    if (!(resumed instanceof RunBusy)) {
      return resumed;
    }
    if (!isTold) {
      isTold = true;
      const { busy } = busyNames(followUp, resumed);
      emit(
        note(
          resumed.isStarting
            ? `Run ${busy} is starting: the follow-up waits until it has started.`
            : `Run ${busy} is at work: the follow-up waits until it has ended.`,
        ),
      );
    }
    if (clock.now() + agent.pollMs >= call.deadline) {
      throw new NotStarted(busyEnd(followUp, resumed), null);
    }
    await clock.sleep(agent.pollMs, call.signal);
  }
}

function asRefusal(error: unknown): RunBusy | RunGone {
  if (error instanceof RunBusy || error instanceof RunGone) {
    return error;
  }
  throw error;
}

function busyEnd(order: FollowUpOrder, refusal: RunBusy): NotStarted['end'] {
  const { asked, busy } = busyNames(order, refusal);
  const [was, over] = refusal.isStarting ? ['starting', 'started'] : ['at work', 'ended'];
  return failedEnd(
    'rejected',
    `Resuming the agent run ${asked} failed: run ${busy} was ${was} until the timeout, and no ` +
      'follow-up is taken meanwhile. The run did not receive it. Run this again once that has ' +
      `${over}, or raise \`timeout_minutes\`.`,
  );
}

/** The run that was asked and the one at work: two of one agent, or one and the same. */
function busyNames(
  { runId }: FollowUpOrder,
  refusal: RunBusy,
): { readonly asked: string; readonly busy: string } {
  const [busy] = shortIds(refusal.busy, runId);
  return { asked: shortId(runId), busy };
}

/** A message might be taken for the confirmation that the run waits for (contract 18.4). */
function unconfirmedEnd({ id, webUrl }: RunShown): NotStarted['end'] {
  const where = safeHttpsUrl(webUrl) ?? 'its page';
  return failedEnd(
    'rejected',
    `Resuming the agent run failed: run ${shortId(id)} waits until somebody confirms what it is ` +
      'about to do, and a message might be taken for that. The run did not receive it. Confirm or ' +
      `refuse it at ${where}, then run this again.`,
  );
}

function goneFor({ runId, corrects }: FollowUpOrder, { message }: RunGone): NotStarted {
  const what =
    `Resuming the agent run failed: ${message}, ` +
    `so run ${shortId(runId)} takes no follow-up any more.`;
  // What to do about work or an answer that stays as it is says who wanted it corrected.
  const next = corrects === undefined ? 'Start a new run without `agent_run_id`.' : '';
  const end = failedEnd('rejected', joined([what, next], ' '));
  return new NotStarted(end, null, { isGone: true });
}

/** Rejects also as the agent, with `RunBusy` and `RunGone`. */
async function resumeOnce(context: RunContext, followUp: FollowUpOrder): Promise<Started> {
  const { agent, emit } = context;
  const { corrects = null, isRecorded = false, wasStopped = false } = followUp;
  const { onlyFound = null, openElsewhere = null } = followUp;
  const { followUps } = agent;
  if (followUps === undefined) {
    const why = 'This service takes no message to a run that exists.';
    throw new NotStarted(failedEnd('rejected', why), null);
  }
  const ofResume = { reachedBefore: agent.reached() };
  const seen = corrects !== null || isRecorded;
  const toRead = { runId: followUp.runId, ofResume, seen };
  const run = isRecorded ? await readRecorded(context, toRead) : await readRun(context, toRead);
  const { webUrl, status } = run;
  emit({ type: 'found', runId: run.id, webUrl, status });
  const sought = await soughtFirst(context, { run, marks: followUp.marks, followUps });
  if (sought.kind === 'sent') {
    return foundTurn(context, { ...sought, followUp });
  }
  if (openElsewhere !== null) {
    throw ambiguous(openElsewhere);
  }
  if (onlyFound !== null) {
    throw notSent(onlyFound);
  }
  // Only now: what it waits for may be an approval of the turn that an earlier attempt has begun.
  if (run.waitsFor === 'approval') {
    throw new NotStarted(unconfirmedEnd(run), null);
  }
  // After the look, which may take minutes: what the run writes meanwhile is of no turn of ours.
  const before = await readBefore(context, { run, ofResume, followUps });
  // The first follow-up to a run has taken an earlier request to stop it back (contract 1.1).
  const mayBeStopped = context.inputs.onCancel === 'stop' || wasStopped;
  if (mayBeStopped && corrects?.mode !== 'resumed') {
    await takeStopBack(context, { runId: run.id, followUps });
  }
  const { mark } = sought;
  const text = withMark(followUp.prompt, mark);
  const images = corrects === null ? imagesOf(context) : [];
  const known: KnownRun = { id: run.id, before };
  const deliver = (call: CallOptions): Promise<RunShown | null> =>
    followUps.send(known, { text, mark, images }, call);
  const reply = await send(context, {
    name: 'resume',
    runId: run.id,
    webUrl,
    ofResume,
    before: agent.turnIsRun ? before : null,
    send: deliver,
  }).catch(asNotStarted);
  const turn = { run, before, sent: { text, mark, images: [] } };
  if (reply instanceof NotStarted) {
    const { id, shown } = await findFollowUp(context, { run: known, mark, lost: reply });
    // It was read later than an answer would have been: its state is no answer, but may show work.
    const isSeenAtWork = shown.some((each) => context.classify(each) === 'active');
    return { ...resumedTurn(context, { ...turn, runId: id, reply: null }), isSeenAtWork };
  }
  return resumedTurn(context, { ...turn, runId: reply?.id ?? run.id, reply });
}

/** A run that a thread records is gone once it was missing twice. */
async function readRecorded(context: RunContext, recorded: RunToRead): Promise<RunShown> {
  const { call, clock } = context;
  const read = await lookTwice(() => readRun(context, recorded).catch(asNotStarted), {
    isAbsent: (found) => found instanceof NotStarted && isMissing(found.error),
    clock,
    signal: call.signal,
  });
  if (read instanceof NotStarted) {
    throw read;
  }
  return read;
}

interface Resumed extends Pick<Started, 'before' | 'runId' | 'sent'> {
  /** Before the follow-up. */
  readonly run: RunShown;
  /** What the response to the follow-up shows, or null. */
  readonly reply: RunShown | null;
}

function resumedTurn(
  { agent, classify }: RunContext,
  { runId, run, before, reply, sent }: Resumed,
): Started {
  const shown = reply === null || reply.status === null ? run : reply;
  const turn = { mode: 'resumed', runId, runBefore: run, before, sent } as const;
  const webUrl = reply?.webUrl ?? run.webUrl;
  // The state of the run before says nothing of another run.
  if (agent.turnIsRun) {
    const meaning = reply === null ? 'unknown' : classify(reply);
    return { ...NO_EARLIER_TURN, ...turn, webUrl, status: reply?.status ?? null, meaning };
  }
  // A run that goes on with the follow-up shows the result of the turn before, which may come late.
  const isAtWork = reply !== null && classify(reply) === 'active';
  const lateResult = isAtWork ? reply.result : null;
  return {
    ...turn,
    statusBefore: run.status,
    busyBefore: classify(run) === 'active',
    resultBefore: lateResult ?? run.result,
    summaryBefore: run.summary,
    webUrl,
    status: shown.status,
    meaning: classify(shown),
  };
}

/**
 * The turn of a follow-up that an earlier attempt has sent. Nothing is known of what was before:
 * what the run shows may be of this very turn, unless it is still at work.
 */
function foundTurn(
  { agent, classify, emit }: RunContext,
  {
    shown,
    isPast,
    mark,
    followUp,
  }: {
    readonly shown: RunShown;
    readonly isPast: boolean;
    readonly mark: string;
    readonly followUp: FollowUpOrder;
  },
): Started {
  const { id: runId, webUrl, status } = shown;
  emit(note(`The log of run ${shortId(runId)} shows the follow-up of an earlier attempt.`));
  const meaning = classify(shown);
  const found: Started = {
    ...NO_EARLIER_TURN,
    mode: 'resumed',
    isFound: true,
    isPast,
    runId,
    webUrl,
    status,
    meaning,
    sent: { text: withMark(followUp.prompt, mark), mark, images: [] },
  };
  if (agent.turnIsRun) {
    return found;
  }
  // An end counts after its answer, or once nothing has come for a while (contract 4.5): the turn
  // may have ended without a word, and then nothing more comes.
  const followed: Started = { ...found, busyBefore: true };
  if (meaning !== 'active') {
    return followed;
  }
  const { result = null, summary } = shown;
  return { ...followed, statusBefore: status, resultBefore: result, summaryBefore: summary };
}

/** They are read when they are sent, because they may be large. */
export function imagesOf({ inputs: { images }, files }: RunContext): readonly string[] {
  return dataUrisOf(images, files);
}

/** How long a follow-up may be delayed to take a stop back. */
const WAKE_PATIENCE_MS = 10_000;

/**
 * Takes back an earlier request to stop the run, which may also block its pull request (contract
 * 1.1).
 */
async function takeStopBack(
  { call, clock, emit, random }: RunContext,
  { runId, followUps }: { readonly runId: RunId; readonly followUps: FollowUps },
): Promise<void> {
  const deadline = Math.min(call.deadline, clock.now() + WAKE_PATIENCE_MS);
  const patiently = { ...call, deadline };
  const error = await persistently(
    () => followUps.wake(runId, patiently),
    { clock, random, passes: (failure) => isTemporary(failure) || failure.isGatewayPage },
    patiently,
  ).catch(asServiceError);
  // A service that cannot stop a run has nothing to take back.
  if (error instanceof ServiceError && !(error instanceof NotOffered)) {
    emit(
      warning(
        `Run ${shortId(runId)} could not be unblocked before the follow-up (${error.message}).`,
      ),
    );
  }
}

/**
 * Lost responses to reads of the log after which a resume proceeds without it: its endpoint may
 * fail (contract 2.3).
 */
const LOST_LOGS_MAX = 3;

/** Reads what tells the entries of this turn from those before it (contract 4.5). */
async function readBefore(
  context: RunContext,
  {
    run,
    ofResume,
    followUps,
  }: {
    readonly run: RunShown;
    readonly ofResume: ResumeBegun;
    readonly followUps: FollowUps;
  },
): Promise<Before | null> {
  const read = await send(context, {
    name: 'read',
    runId: run.id,
    ofResume,
    // The run was read a moment ago.
    seen: true,
    lostResponsesMax: LOST_LOGS_MAX,
    send: (call) => followUps.before(run, call),
  }).catch(asNotStarted);
  if (!(read instanceof NotStarted)) {
    return read;
  }
  const isTimeUp = OUTCOME_TABLE[read.end.outcome].cutBy === 'time';
  const { error: failure } = read;
  if (isTimeUp || failure === null || failure.redirect || failure.proof === 'unsent') {
    throw read;
  }
  return null;
}
