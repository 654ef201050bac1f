/**
 * Follows one turn of a run to its end (contract 4.2 to 4.7, 2.3): one loop that asks `next` what
 * to do, does it, and says what people should know. What was read is taken in by `turn-reads`.
 */
import { wantsPullRequest } from '../inputs/expect.ts';
import { shortId } from '../safe/text.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { ServiceError } from '../http/errors.ts';
import { isOver, persistently } from '../http/retry.ts';
import type { RunEvent, SessionEnd } from './events.ts';
import { toldInputs } from './advice.ts';
import { isExceeded, isUsedUp, usedText } from './budget.ts';
import {
  endOfRequest,
  endOfRun,
  failedEnd,
  goesOnInThread,
  overBudgetEnd,
  timedOutEnd,
} from './failure.ts';
import { eventOf } from './follow-words.ts';
import { sleepUnlessWoken } from './interruptible-sleep.ts';
import {
  FINAL_FAILING_MS,
  LAST_READ_MS,
  next,
  paceOf,
  pollWait,
  reading,
  timeIsUp,
  type Following,
  type Moment,
  type Reading,
  type Seen,
  type NextStep,
  type Tell,
  type TurnEnd,
} from './next.ts';
import { confirmKey } from './once/confirm-key.ts';
import { isFatal, isThere } from './reads.ts';
import { waitTeller, type RunContext } from './send.ts';
import type { Started } from './started-turn.ts';
import type { TurnRecord } from './state.ts';
import { isTerminal } from '../agents/status-word.ts';
import { requestStop, stopText, type StopReading } from './stop-request.ts';
import { showsNoSign, turnStart, type Observation } from './turn-end.ts';
import { asNothing, TurnReads } from './turn-reads.ts';

type StepBeforeEnd = Exclude<NextStep, { readonly do: 'end' }>;

/** For a request to stop the run and what is read back of it, from when it is sent. */
const STOP_MS = 20_000;
/** A run that has not moved for less is not said to stand still. */
const STILL_MS = 5_000;

/** How following a turn ended. */
export type FollowedEnd =
  | { readonly kind: 'ended'; readonly end: SessionEnd }
  /** The run shows no sign of work for what it was asked (contract 4.5, 18.5). */
  | { readonly kind: 'not_taken_up' };

/** Follows one turn. Rejects with the reason of `call.signal` on abort. */
export async function follow(context: RunContext, started: Started): Promise<FollowedEnd> {
  context.emit(startedEvent(started));
  await confirmKey(context, started);
  const turn = new FollowedTurn(new TurnReads(context, started));
  try {
    return await turn.run();
  } catch (error) {
    if (error instanceof ServiceError) {
      return turn.unread(error);
    }
    throw error;
  } finally {
    turn.close();
  }
}

function startedEvent({
  before,
  busyBefore,
  isSeenAtWork,
  runBefore,
  sent,
  statusBefore,
  unseenKey,
  ...shown
}: Started): RunEvent {
  return {
    ...shown,
    type: 'started',
    entriesBefore: before?.entries ?? 0,
    usageBefore: runBefore?.usage ?? null,
    isBusyBefore: busyBefore,
  };
}

/** A turn that is followed, step by step. */
export class FollowedTurn {
  readonly #reads: TurnReads;
  readonly #context: RunContext;
  /** Requests that had reached the service when following began. */
  readonly #reachedBefore: number;
  #state: Following;
  #seen: Seen = { kind: 'begun' };
  /** The log was read to its end, as far as that could be done. */
  #isDrained = false;

  /** @param state where following begins. Default: with the first poll */
  constructor(reads: TurnReads, state?: Following) {
    const { context, started } = reads;
    const { startedAt } = reads.reads;
    this.#reads = reads;
    this.#context = context;
    this.#reachedBefore = context.agent.reached();
    // What is told of a turn that is past is its own end, as that of a run is which is a turn.
    const isOwnRun = context.agent.turnIsRun || started.isPast === true;
    this.#state = state ?? reading(turnStart(started, { startedAt, isOwnRun }));
  }

  get state(): Following {
    return this.#state;
  }

  /** Rejects with a `ServiceError` that ends the turn, see `unread`. */
  async run(): Promise<FollowedEnd> {
    for (;;) {
      const step = this.decide();
      if (step.do === 'end') {
        return this.#endOf(step.end);
      }
      await this.take(step);
    }
  }

  /** Decides what to do next, and says what people should know of it. */
  decide(): NextStep {
    const { state, tells, step } = next(this.#state, this.#seen, this.moment());
    this.#state = state;
    for (const tell of tells) {
      this.#say(tell);
    }
    return step;
  }

  async take(step: StepBeforeEnd): Promise<void> {
    this.#seen = await this.#seenBy(step);
  }

  /** What is known now. */
  moment(): Moment {
    const { agent, call, clock, inputs, random } = this.#context;
    return {
      now: clock.now(),
      deadline: call.deadline,
      random,
      reads: this.#reads.reads,
      record: this.#reads.record,
      spacingMs: agent.spacing(),
      readDelayMs: agent.readDelay(1),
      askedMs: agent.askedDelay(),
      service: { pollMs: agent.pollMs, givesText: agent.facts.can.text },
      inputs,
      isOverBudget: this.#isOverBudget,
      expectsPullRequest: wantsPullRequest(inputs.expect),
    };
  }

  get #isOverBudget(): boolean {
    const { budget } = this.#context;
    return budget?.kept === 'watched' && isUsedUp(this.#reads.record, budget);
  }

  async #seenBy(step: StepBeforeEnd): Promise<Seen> {
    const { call, clock } = this.#context;
    switch (step.do) {
      case 'wait':
        await (step.forPoll ? this.#waitForPoll(step.ms) : clock.sleep(step.ms, call.signal));
        return { kind: 'waited' };
      case 'poll':
        return { kind: 'polled', observation: await this.#poll() };
      case 'read_log':
        return { kind: 'log', observation: await this.#reads.pollLog().catch(asNothing) };
      case 'read_run':
        return this.#readRun(step);
      case 'read_final':
        return this.#readFinal(step);
      case 'stop':
        return { kind: 'stop', reading: await this.#stop() };
      case 'close':
        this.#isDrained = true;
        this.close();
        return { kind: 'closed' };
    }
  }

  /** Polls until the service answers. */
  #poll(): Promise<Observation> {
    const { call, clock, emit, random } = this.#context;
    const options = {
      clock: {
        now: () => clock.now(),
        sleep: (ms: number) => this.#waitForPoll(pollWait(ms, this.moment())),
      },
      random,
      passes: (error: ServiceError) => !isFatal(this.#reads.reads, error, clock.now()),
      patienceMs: (error: ServiceError) => (this.#isUnknown ? error.patienceMs : Infinity),
      isRead: true,
      throttledMs: ({ floorMs }: { readonly floorMs: number | null }) => this.#slowDown(floorMs),
      onWait: waitTeller(emit, () => !this.#isUnknown),
    };
    return persistently(() => this.#reads.poll(), options, call);
  }

  /** The wait after a refusal, which makes later ones longer too (contract 3.2). */
  #slowDown(floorMs: number | null): number {
    const paced = paceOf(this.#state as Reading, { kind: 'refused', floorMs }, this.moment());
    this.#state = paced.state;
    return paced.delayMs;
  }

  /**
   * Without a connection it is unknown whether a run that is only attached to exists (contract 5,
   * `network`).
   */
  get #isUnknown(): boolean {
    const { mode } = this.#reads.started;
    return mode === 'attached' && this.#context.agent.reached() === this.#reachedBefore;
  }

  /** Waits for the next poll, or until the log has new entries. */
  async #waitForPoll(waitMs: number): Promise<void> {
    if (waitMs <= 0) {
      return;
    }
    const { call, clock, emit, wait } = this.#context;
    emit({ type: 'waiting', waitMs });
    const sleep = (signal: AbortSignal): Promise<void> =>
      wait?.(waitMs, signal) ?? clock.sleep(waitMs, signal);
    await sleepUnlessWoken({ sleep, arrival: this.#reads.log.arrival }, call.signal);
  }

  async #readRun({
    until,
    isTooLate,
  }: Extract<NextStep, { readonly do: 'read_run' }>): Promise<Seen> {
    const run = await this.#reads.readRun(until).catch(asNothing);
    if (run === null) {
      return { kind: 'run', taken: 'unread' };
    }
    const counted = isTooLate ? { ...run, status: null, meaning: 'unknown' as const } : run;
    return { kind: 'run', taken: this.#reads.takeRun(counted) };
  }

  /** Reads the run until it is answered, or until the time for that is over. */
  async #readFinal({
    until,
    heldMs,
  }: Extract<NextStep, { readonly do: 'read_final' }>): Promise<Seen> {
    const { clock, call, random } = this.#context;
    const deadline = Math.min(call.deadline, until + LAST_READ_MS);
    const options = {
      clock,
      random,
      passes: (error: ServiceError) => (error.retryAfterMs ?? 0) <= heldMs && mayStillAnswer(error),
      patienceMs: () => Math.min(FINAL_FAILING_MS, until - clock.now()),
    };
    const read = () => this.#reads.readRun(deadline);
    const run = await persistently(read, options, { ...call, deadline }).catch(asNothing);
    return { kind: 'run', taken: run === null ? 'unread' : this.#reads.takeRun(run) };
  }

  /** Asks the service to stop the run that works in this turn. */
  async #stop(): Promise<StopReading> {
    const { agent, call, clock, emit } = this.#context;
    const deadline = Math.min(call.deadline, clock.now() + STOP_MS);
    const answer = await requestStop(agent, this.#reads.record.followed, { ...call, deadline });
    const { errorMessage } = this.#overBudget({ stop: answer, isSeen: false });
    emit({ type: 'stopped', stopped: answer.result, errorMessage });
    return answer;
  }

  /** What was received is told however the turn ends. */
  close(): void {
    this.#reads.close({ isCutOff: !this.#isDrained });
  }

  #say(tell: Tell): void {
    const { reads, record, hasToldNoLog } = this.#reads;
    // More than was announced is no part that is missing.
    const isCut = tell.kind === 'log_incomplete' && (reads.log.last?.missing ?? 0) >= 0;
    if (isCut || tell.kind === 'result_unread') {
      this.#context.emit({ type: 'unread' });
    }
    // An unreadable log is reported once (contract 2.3).
    if (tell.kind === 'log_incomplete' && hasToldNoLog) {
      return;
    }
    const event = eventOf(tell, { reads, record });
    if (event.type === 'warning') {
      this.#reads.warn(event.message);
    } else {
      this.#context.emit(event);
    }
  }

  #endOf(end: TurnEnd): FollowedEnd {
    switch (end.kind) {
      case 'not_taken_up':
        return { kind: 'not_taken_up' };
      case 'out_of_time':
        return this.#outOfTime(null);
      case 'over_budget':
        return ended(this.#overBudget(end));
      case 'ended': {
        // Another word for the end may have been shown by then.
        const { record } = this.#reads;
        const outcome = isTerminal(record.meaning) ? record.meaning : end.outcome;
        const ofRun = endOfRun(outcome, { ...this.#context, record });
        this.#warnOfBudget(ofRun);
        return ended(ofRun);
      }
    }
  }

  /**
   * A run that ended by itself keeps its outcome (contract 20.4), also where its service keeps the
   * limit: what was used may be told late.
   */
  #warnOfBudget(end: SessionEnd): void {
    const { budget } = this.#context;
    const { record } = this.#reads;
    if (budget === null || end.errorCode === 'budget_exceeded') {
      return;
    }
    if (isExceeded(record, budget)) {
      const used = usedText(record, budget);
      this.#reads.warn(`The run ended by itself, and had used ${used} by then.`);
    }
  }

  /** @param isSeen whether the end of the run was seen since */
  #overBudget({
    stop,
    isSeen,
  }: {
    readonly stop: StopReading;
    readonly isSeen: boolean;
  }): SessionEnd {
    const { budget } = this.#context;
    const { record } = this.#reads;
    if (budget === null) {
      throw new Error('a run without a budget has used it up');
    }
    const { followed: runId, webUrl } = record;
    const became = isSeen
      ? 'This step has stopped it.'
      : stopText({ ...stop, runId, webUrl, wantedBy: budget.setBy });
    const inThread = goesOnInThread(this.#context);
    return overBudgetEnd(usedText(record, budget), { ...budget, became, runId, inThread });
  }

  /** @param failure what the last polls failed with, as text */
  #outOfTime(failure: string | null): FollowedEnd {
    const obstacle = failure ?? this.#reads.log.obstacle ?? null;
    const state = this.#state;
    if (obstacle === null && state.name === 'reading' && showsNoSign(state.turn)) {
      return { kind: 'not_taken_up' };
    }
    const { timeoutMs } = this.#context.inputs;
    const stillSince = this.#stillSince;
    return ended(timedOutEnd('did not end', { timeoutMs, obstacle, stillSince }));
  }

  /** Since when nothing has moved, where the record of a run may be frozen (contract 18.3). */
  get #stillSince(): string | null {
    const { agent, clock } = this.#context;
    if (this.#state.name !== 'reading' || !agent.turnIsRun) {
      return null;
    }
    const stillMs = clock.now() - this.#state.movedAt;
    if (stillMs < STILL_MS) {
      return null;
    }
    return new Date(clock.wall() - stillMs).toISOString().replace(/\.\d+/, '');
  }

  /** The end of a turn whose run cannot be read, or not in time. */
  unread(error: ServiceError): FollowedEnd {
    // A wrong address is told as such, whatever else is known.
    if (error.redirect) {
      return ended(this.#refused(error));
    }
    const state = this.#state;
    const end = state.name === 'reading' ? timeIsUp(state) : null;
    if (end?.kind === 'over_budget') {
      return ended(this.#overBudget(end));
    }
    // A request that came too late to be sent says nothing about the service.
    const isLate = error.kind === 'no_time';
    if (isOver(this.moment()) && (isLate || !this.#isUnknown)) {
      return this.#outOfTime(isLate ? null : error.message);
    }
    return ended(this.#refused(error));
  }

  /** The end of a turn whose run could be read no more. */
  #refused(error: ServiceError): SessionEnd {
    const { agent, inputs } = this.#context;
    const { reads, record } = this.#reads;
    const { runId, webUrl } = record;
    const { runList } = agent.keys;
    const isKnownToExist = isThere(reads);
    const told = toldInputs(inputs);
    const request = { ...told, call: 'read', runId, webUrl, runList, isKnownToExist } as const;
    return endOfRequest(error, request);
  }
}

/** Whether a run that has ended may be read later. A replica that lags may not know it yet: 404. */
function mayStillAnswer(error: ServiceError): boolean {
  return error.mayPass || error.status === 404;
}

function ended(end: SessionEnd): FollowedEnd {
  return { kind: 'ended', end };
}

/** The end of a run that shows no sign of work on what it was sent last. */
export function notTakenUp({ runId, webUrl, status, mode }: TurnRecord): SessionEnd {
  const where = safeHttpsUrl(webUrl) ?? `run ${runId} at the service`;
  const word = status === null ? 'no status' : `status "${status}"`;
  const name = `run ${shortId(runId)}`;
  if (mode === 'created') {
    return failedEnd(
      'bad_response',
      `The service accepted the request, but nothing came of it: ${name} has shown ${word} and ` +
        `nothing else for ten minutes. Look at ${where}; if nothing happens there, run this step ` +
        'again.',
    );
  }
  return failedEnd(
    'bad_response',
    `The service accepted the follow-up, but the run never acted on it: ${name} still shows ` +
      `${word} and no new work. Look at ${where}; if nothing happens there, start a new run ` +
      'without `agent_run_id`.',
  );
}
