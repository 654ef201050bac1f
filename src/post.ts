/**
 * The post step (contract 7.3): serves a killed step, and the list of what a step could not finish
 * in time. Does nothing else.
 */
import { SHOWN, OUTCOME_TABLE, type Outcome, type RunEnd } from './outcomes.ts';
import { createContext, guarded, openAgent, timesOf, type Context, type Ports } from './context.ts';
import type { LeftRun, PostFound } from './fleet/post-fleet.ts';
import { readEvent } from './github/event.ts';
import { namedBy, replyOf, subjectOf } from './github/provenance.ts';
import { settleKilled } from './run/once/after-kill.ts';
import { parseInputs, type Inputs } from './inputs/parse.ts';
import { unreadInputs, type Problem } from './inputs/reader.ts';
import { annotation, logInline } from './safe/job-log.ts';
import { endOfReview, gateVerdict, verdictIn, verdictText } from './report/review-words.ts';
import { standingText, STEP_KILLED } from './report/next-steps.ts';
import { readKeptWork } from './report/kept-work.ts';
import { provenPullRequest } from './report/pull-requests.ts';
import { tellingOfRun } from './report/telling.ts';
import { changedBy } from './run/state.ts';
import { createClassifier } from './run/status.ts';
import { isTerminal } from './agents/status-word.ts';
import {
  isLeft,
  isStoppedAtBudget,
  readRunState,
  type SavedRunState,
} from './runner/saved-state.ts';
import { Cancelled } from './runner/clock.ts';
import { ServiceError } from './http/errors.ts';
import type { Before, Meaning, RunShown } from './agents/port.ts';
import type { SessionEnd } from './run/events.ts';
import { budgetOf } from './run/budget.ts';
import { endOfRun, plainEnd } from './run/failure.ts';
import { readKeptReview } from './review/kept-review.ts';
import type { PostedReview } from './review/review.ts';
import { temporaryFile } from './report/step-files.ts';
import { joined } from './safe/text.ts';
import { FINISH_MS } from './step/finish.ts';
import { SINKS, type SinkRow } from './step/sinks.ts';
import { askToStop, isClearStop, latestRunOf, type StopAttempt } from './step/stop.ts';

/** For each request to the service. GitHub gets the time that it has in the main step. */
const POST_REQUEST_MS = 8_000;
const TITLE = { title: 'Agent run: killed' };
const SAVED_NOTHING =
  'The step ended before it had saved anything: nothing was sent to the ' +
  'service, and nothing is left to do.';
const WITHOUT_RUN = 'The step ended before it had a run: nothing is left to do.';

export async function post(given: Ports, rows: readonly SinkRow[] = SINKS): Promise<void> {
  const ports = guarded(given);
  const { host } = ports;
  const state = readRunState(host);
  if (state === null) {
    host.line(logInline(SAVED_NOTHING));
    return;
  }
  if (state.phase === 'idle') {
    host.line(logInline(WITHOUT_RUN));
    return;
  }
  if (!hasWorkLeft(state)) {
    return;
  }
  try {
    const report = await serve(ports, state);
    if (report === null) {
      return;
    }
    await tell(report, rows);
    report.context.close();
  } catch (error) {
    // Caught because Node would print it to standard error, which the runner scans for commands.
    if (error instanceof Cancelled) {
      return;
    }
    host.warning(annotation(`The post step could not be finished: ${String(error)}`), TITLE);
    if (host.debugging() && error instanceof Error) {
      host.debug(error.stack ?? '');
    }
  }
}

function hasWorkLeft({ phase, runId = null }: SavedRunState): boolean {
  return phase === 'running' ? runId !== null : phase !== 'done';
}

/** Null if nothing could be found out. Then all that is known was said. */
async function serve(ports: Ports, state: SavedRunState): Promise<PostFound | null> {
  if ((state.journal ?? null) !== null) {
    const { postFleet } = await import(/* webpackMode: "eager" */ './fleet/post-fleet.ts');
    return postFleet(ports, state, serveRun);
  }
  const { inputs, problems } = parseInputs({
    ...ports,
    input: (name) => ports.host.input(name),
    afterwards: true,
  });
  if (problems.length > 0) {
    tellUnread(ports, { state, problems });
    return null;
  }
  const event = readEvent(ports.env, ports.payload);
  const context = createContext(ports, {
    ...replyOf(event, inputs),
    ...namedBy(inputs),
    ...subjectOf(event, inputs),
  });
  const agent = await openAgent(ports, inputs);
  return serveRun({ context, inputs, agent, state });
}

/** The inputs cannot be read, for example because an expression has another value by now. */
function tellUnread(
  ports: Ports,
  { state, problems }: { readonly state: SavedRunState; readonly problems: readonly Problem[] },
): void {
  const context = createContext(ports);
  replay(context, state);
  context.step.dispatch({ type: 'known', unclear: true });
  const standing =
    state.phase === 'ended' ? '' : `${killed(state)} ${standingText(context.step.view())} `;
  ports.host.warning(annotation(`${standing}${unreadInputs(problems)}`), TITLE);
}

/** Finds out where the run stands, and asks to stop it if that is due. */
async function serveRun(given: LeftRun): Promise<PostFound> {
  const { agent, context, inputs } = given;
  const { step } = context;
  step.dispatch({ type: 'known', budget: budgetOf(inputs, agent.facts) });
  const state = await settled(given);
  const left = { ...given, state };
  const run = await readLeftRun(left);
  replay(context, state, run);
  const hasEnded = settleOutcome(left, run);
  const asked = hasEnded ? null : await stopIfDue(left);
  const stopText = asked === null ? replayStop(left, { hasEnded }) : asked.message;

  const review = await postedReview(left);
  const { review: told } = step.state;
  const lost = told?.mayBePosted === true ? LOST_REVIEW[review.kind] : '';
  if (told !== null && review.kind === 'posted') {
    const found = { ...told, url: review.url, mayBePosted: false };
    step.dispatch({ type: 'known', review: found });
  }
  // The main step had not come to this outcome.
  const isNews = isSuccess(step.state.outcome) && !isSuccess(state.outcome);
  const unchecked = isNews ? uncheckedOf(left, review) : [];
  if (isNews) {
    const verdict = gateVerdict(step.state.review);
    const before = unchecked.length > 0 ? uncheckedEnd(unchecked) : plainEnd('succeeded');
    const end = endOfReview(verdict, before);
    step.dispatch({ type: 'overruled', end, at: context.clock.now() });
  }
  const posted = review.kind === 'posted' ? `The review stands at ${review.url}.` : '';
  if (posted !== '' && told === null) {
    step.dispatch({ type: 'noted', message: posted });
  }

  // A follow-up or a repair whose answer is not known is told beside the request to stop its run.
  const untold = stopText === '' || step.state.sending ? standingText(step.view()) : '';
  const unproven = unchecked.length > 0 ? (step.state.errorMessage ?? '') : '';
  const gate = verdictIn(step.state);
  const verdict = gate === null ? '' : `${verdictText(gate)}.`;
  return {
    context,
    inputs,
    state,
    hasAsked: asked !== null,
    standing: joined([untold, unproven, stopText, verdict, posted, lost], ' '),
    telling: tellingOfRun(step, inputs.outputSchema),
  };
}

/** Null where the request to stop the run is not left, not wanted or has no run. */
async function stopIfDue({ context, inputs, agent, state }: LeftRun): Promise<StopAttempt | null> {
  const isDue = isLeft(state, 'stop') && inputs.onCancel === 'stop';
  const { runId = null, stopped = null } = state;
  const isAnswered = isStoppedAtBudget(state) && stopped !== null && isClearStop(stopped);
  if (!isDue || isAnswered || runId === null) {
    return null;
  }
  const { clock, stop } = context;
  const known = workingRun(state);
  const call = { signal: stop, deadline: clock.now() + POST_REQUEST_MS };
  const before = memoBefore(state);
  const isInFlight = mayHaveArrived(state) || before !== null;
  const mayWork = isInFlight ? await latestRunOf(agent, { id: known, before }, call) : null;
  // The run that was there before the follow-up is none of this step, whoever works in it.
  if (before !== null && mayWork === null) {
    return null;
  }
  const why = isStoppedAtBudget(state) ? `${state.errorMessage ?? ''} It was asked again:` : '';
  return askToStop(context, {
    agent,
    runId: mayWork ?? known,
    ms: POST_REQUEST_MS,
    signal: stop,
    why,
  });
}

/**
 * Replays the answer to the main step's own request to stop the run, which the thread records.
 * Returns what is to be said of it: nothing where the run has ended since.
 */
function replayStop(
  { context: { step }, state }: LeftRun,
  { hasEnded }: { readonly hasEnded: boolean },
): string {
  const { errorMessage = null, stopped = null } = state;
  if (stopped === null) {
    return '';
  }
  if (isStoppedAtBudget(state)) {
    step.dispatch({ type: 'stopped', stopped, errorMessage });
    // A run that has come to an end of its own is told by that.
    return step.state.errorCode === 'budget_exceeded' ? (errorMessage ?? '') : '';
  }
  const told = hasEnded ? step.state.errorMessage : errorMessage;
  step.dispatch({ type: 'stop_requested', stopped, errorMessage: told });
  return hasEnded ? '' : (told ?? '');
}

/** The state of the step with the run of a create whose answer it did not get, if it is found. */
async function settled({ context, agent, state }: LeftRun): Promise<SavedRunState> {
  const { clock, host, stop } = context;
  if (state.phase !== 'sending') {
    return state;
  }
  const say = (message: string): void => host.line(logInline(message));
  const call = { signal: stop, deadline: clock.now() + POST_REQUEST_MS };
  return settleKilled({ ...context, agent, say }, state, call);
}

/** A follow-up or a repair was on its way: the run may work on it (contract 7.3). */
function mayHaveArrived({ phase, repair = null }: SavedRunState): boolean {
  return phase === 'sending' || repair === 'sent';
}

/** The run before a follow-up or repair in flight, where that brings a run of its own. */
function memoBefore({ before: memo = null }: SavedRunState): Before | null {
  return memo === null ? null : { entries: null, memo };
}

/** The run that works: a repair may be another one than the run of the step. */
function workingRun({ followed = null, runId }: SavedRunState): string {
  return followed ?? String(runId);
}

/** Says where the run stands, or the runs, wherever the step itself could not. */
async function tell(found: PostFound, rows: readonly SinkRow[]): Promise<void> {
  const { context, state, standing } = found;
  const { host, stop } = context;
  if (isLeft(state, 'summary')) {
    host.warning(annotation(`${killed(state)} ${standing}`), TITLE);
  } else if (found.hasAsked) {
    host.notice(annotation(standing), { title: 'Agent run: stop' });
  } else {
    host.line(logInline(standing));
  }
  // GitHub may keep it waiting for two minutes, and the runner may not: all else was told before.
  const limit = { budgetMs: FINISH_MS, signal: stop };
  const due = rows.filter(({ name }) => isLeft(state, name));
  await Promise.all(
    due.map(async (row) => {
      await row.afterwards?.(found, limit);
    }),
  );
}

/** @param what sentences */
function uncheckedEnd(what: readonly string[]): SessionEnd {
  const before = 'The step ended before the answer of the run was checked.';
  return { ...plainEnd('unverified'), errorMessage: joined([before, ...what], ' ') };
}

/** What of `expect` only the main step looks at. */
const UNPROVEN: Readonly<Record<Inputs['expect'], readonly string[]>> = {
  none: [],
  pull_request: ['The pull request was not verified.'],
  checks: ['The checks of its pull request were not waited for.'],
  result: ['Whether there is a result text was not checked.'],
};

/**
 * What was not done with the answer of a run that succeeded, because only the main step does it: a
 * sentence each.
 */
function uncheckedOf(
  { context: { step }, inputs: { outputSchema, expect, review } }: LeftRun,
  posted: PostedReview,
): readonly string[] {
  const isProven = expect === 'pull_request' && provenPullRequest(step.state) !== null;
  // What is saved of a review has its verdict, and was saved once nothing was left to post.
  const isReviewed = review === 'none' || step.state.review !== null;
  const isUntold = review === 'gate' && posted.kind === 'posted';
  return [
    ...(outputSchema === null ? [] : ['The answer was not checked against `output_schema`.']),
    ...(isProven ? [] : UNPROVEN[expect]),
    ...(isReviewed ? [] : UNPOSTED[posted.kind]),
    ...(isUntold && !isReviewed ? ['The verdict of the review was not told.'] : []),
  ];
}

const UNPOSTED: Readonly<Record<PostedReview['kind'], readonly string[]>> = {
  posted: [],
  none: ['The findings were not posted.'],
  unread: ['Whether the findings were posted could not be read from GitHub.'],
};

/** What became of a review that GitHub had not answered to when the step ended. */
const LOST_REVIEW: Readonly<Record<PostedReview['kind'], string>> = {
  posted: '',
  none: 'The review is not on the pull request.',
  unread: 'The review may stand on the pull request: GitHub could not be asked.',
};

/** The review that the step posted. GitHub is asked only where the step may not know of it. */
async function postedReview({ context, inputs, state }: LeftRun): Promise<PostedReview> {
  const { host, step } = context;
  const { url = null, mayBePosted = false } = step.state.review ?? {};
  if (url !== null) {
    return { kind: 'posted', url };
  }
  // A review that was told without an address was refused, or had nothing new to say.
  const mayBeThere = step.state.review === null ? isLeft(state, 'summary') : mayBePosted;
  if (inputs.review === 'none' || !mayBeThere) {
    return { kind: 'none' };
  }
  const { reviewAfterwards } = await import(/* webpackMode: "eager" */ './review/review.ts');
  // The runner may not wait for as long as GitHub wants: what is known is told before.
  const wasKilled = isLeft(state, 'summary') ? killed(state) : '';
  const onTrouble = (trouble: string): void =>
    host.line(logInline(joined([wasKilled, standingText(step.view()), trouble], ' ')));
  return reviewAfterwards(context, { inputs, state, onTrouble });
}

/** The step as far as the saved state tells it, and the service's word for a run in between. */
function replay({ step, clock }: Context, state: SavedRunState, run: RunShown | null = null): void {
  const { phase, runId = null, webUrl = null, mode, repair = null } = state;
  const work = readKeptWork(state.work ?? null);
  const { claims, earlier, fixes, headChecks, mentions, pullRequests, usage } = work;
  step.dispatch({ type: 'begin', runId, at: timesOf(clock, state).beganAt });
  if (phase === 'sending') {
    if (runId !== null) {
      const status = run?.status ?? null;
      step.dispatch({ type: 'found', runId, webUrl, status });
    }
    step.dispatch({ type: 'sending', runId });
  } else if (runId !== null) {
    step.dispatch({ type: 'started', runId, mode: mode ?? 'created', webUrl, status: null });
    step.dispatch({ type: 'status', runId, webUrl, status: null, usage });
    if (repair === 'sent') {
      step.dispatch({ type: 'sending', runId });
    }
  }
  if (work.isUnread) {
    step.dispatch({ type: 'unread' });
  }
  const review = readKeptReview(state.review ?? null);
  const found = { claims, earlier, fixes, mentions, led: pullRequests, review };
  step.dispatch({ type: 'known', ...found, isReplayed: true });
  if (headChecks !== null) {
    step.dispatch({ type: 'checks', head: headChecks });
  }
}

/**
 * Settles the outcome: the main step's, if it had one that was final, else the run's own, as the
 * one read of it shows. Returns whether the run has ended.
 */
function settleOutcome(left: LeftRun, read: RunShown | null): boolean {
  const { context, state } = left;
  const { clock, step } = context;
  // With a follow-up in flight the run may still show its previous end.
  const run = step.state.turn === null ? null : read;
  const meaning = run === null ? 'unknown' : takeRead(left, run);
  const reached = finalOutcome(state);
  const isOfEnd = reached !== null && OUTCOME_TABLE[reached].endSeen;
  const hasSeenEnd = isOfEnd || (state.turnSeen === 'ended' && !mayHaveArrived(state));
  const isOwnEnd = isTerminal(meaning) && (hasSeenEnd || !mayShowEarlierEnd(left));
  const hasEnded = hasSeenEnd || isOwnEnd;
  if (hasEnded) {
    step.dispatch({ type: 'finished' });
  } else if (run === null || isTerminal(meaning)) {
    step.dispatch({ type: 'known', unclear: true });
  }
  const own = isOwnEnd ? ownEnd(left, meaning) : null;
  const end = mainEnd(state) ?? budgetEnd(state, meaning) ?? own ?? cancelledEnd(state);
  // If the main step came to the same end, it is known when.
  const at = end.outcome === state.outcome ? timesOf(clock, state).endedAt : clock.now();
  step.dispatch({ type: 'ended', end, at });
  return step.state.turn !== null && hasEnded;
}

/**
 * The end of the run as the step would have told it, null where nothing is known of the run. Also
 * null for a further turn that failed: the work or answer that it was to better is there, and what
 * the step would have said of that is not known here (contract 19.4).
 */
function ownEnd({ agent, context, inputs, state }: LeftRun, meaning: RunEnd): SessionEnd | null {
  const record = context.step.state.turn;
  const isFurther = (state.repair ?? null) !== null;
  if (record === null || (isFurther && OUTCOME_TABLE[meaning].ending === 'failure')) {
    return null;
  }
  // The limit of a run that was there before the step is not its budget (contract 20).
  const budget = state.mode === 'resumed' ? null : budgetOf(inputs, agent.facts);
  return endOfRun(meaning, { record, budget, inputs });
}

/** The end that the main step came to, or null. */
function mainEnd(state: SavedRunState): SessionEnd | null {
  const outcome = finalOutcome(state);
  if (outcome === null) {
    return null;
  }
  const { errorCode = null, errorMessage = null, lacks = null } = state;
  return { ...cutEnd(outcome, state), errorCode, errorMessage, lacks };
}

/**
 * The end of a run that the main step was stopping at its budget when it was killed, or null. One
 * that has ended by itself keeps its outcome (contract 20.4).
 */
function budgetEnd(state: SavedRunState, meaning: Meaning): SessionEnd | null {
  const isOwn = isTerminal(meaning) && OUTCOME_TABLE[meaning].ending !== 'cut';
  if (!isStoppedAtBudget(state) || isOwn) {
    return null;
  }
  const { errorCode = null, errorMessage = null } = state;
  return { ...plainEnd('failed'), errorCode, errorMessage };
}

/**
 * That of a step that had come to none, or was cancelled. Of a run that the main step had seen
 * cancelled at the service it says nothing else: nothing had cut that step short.
 */
function cancelledEnd(state: SavedRunState): SessionEnd {
  const end = cutEnd('cancelled', state);
  return (state.outcome ?? null) === null ? { ...end, cutShort: STEP_KILLED } : end;
}

function cutEnd(outcome: Outcome, { cutShort = null }: SavedRunState): SessionEnd {
  return { ...plainEnd(outcome), cutShort };
}

/** Takes in what a read of the run shows, and returns what its status means. */
function takeRead(left: LeftRun, run: RunShown): Meaning {
  const { context, inputs } = left;
  const { step } = context;
  const meaning = createClassifier(inputs)(run);
  const { turn } = step.state;
  if (turn === null) {
    return meaning;
  }
  const shown = { ...run, ...shownOfTurn(left, run), meaning };
  const changed = changedBy(shown, turn);
  if (changed !== null) {
    step.dispatch({ type: 'status', ...changed });
  }
  return meaning;
}

function isSuccess(outcome: SavedRunState['outcome']): boolean {
  return outcome !== null && outcome !== undefined && SHOWN[outcome].ending === 'good';
}

/** The outcome that the main step came to, if it is one. */
function finalOutcome({ outcome = null }: SavedRunState): Outcome | null {
  if (outcome === null || outcome === 'running' || SHOWN[outcome].cutBy === 'signal') {
    return null;
  }
  return outcome;
}

/**
 * Whether a run that shows an end may show that of the turn before: one read cannot tell
 * (contract 4.5).
 */
function mayShowEarlierEnd({ agent, state }: Pick<LeftRun, 'agent' | 'state'>): boolean {
  const { mode, repair = null, followed = null, turnSeen = null } = state;
  if (repair === 'sent') {
    return true;
  }
  if (turnSeen !== null) {
    return false;
  }
  if (agent.turnIsRun) {
    // The run that was read is the turn's own, unless that of the repair is not known.
    return repair !== null && followed === null;
  }
  return mode === 'resumed' || repair !== null;
}

/** Null if there is no run, or it cannot be read. */
async function readLeftRun({
  context: { clock, stop },
  agent,
  state,
}: LeftRun): Promise<RunShown | null> {
  if ((state.runId ?? null) === null) {
    return null;
  }
  try {
    return await agent.read(workingRun(state), {
      signal: stop,
      deadline: clock.now() + POST_REQUEST_MS / 2,
    });
  } catch (error) {
    if (error instanceof ServiceError || error instanceof Cancelled) {
      return null;
    }
    throw error;
  }
}

/**
 * What a read shows of the turn. A resumed run may still show the answer of the turn before, so
 * there it is the result that the main step wrote, if it got that far; and it may show pull
 * requests and usage of all its turns, so there those count that were saved of this one.
 */
function shownOfTurn(
  { context: { env, files }, agent, state }: LeftRun,
  run: RunShown,
): Pick<RunShown, 'isOwnResult' | 'pullRequests' | 'result' | 'summary' | 'usage'> {
  if (agent.turnIsRun) {
    return { ...run, isOwnResult: !mayShowEarlierEnd({ agent, state }) };
  }
  if (state.mode !== 'resumed') {
    return run;
  }
  const stem = state.fileStem ?? temporaryFile(env, `agent-run-${String(state.runId)}`);
  const path = `${stem}-result.txt`;
  const result = state.phase === 'ended' && files.isFile(path) ? files.readText(path) : null;
  return {
    result,
    summary: null,
    pullRequests: [],
    usage: agent.facts.budget?.usageOf === 'step' ? null : run.usage,
  };
}

function killed({ phase, outcome = null }: SavedRunState): string {
  if (phase === 'ended') {
    return (
      'The step was killed while it wrote its files (outcome ' +
      `${String(outcome)}), so some may be missing.`
    );
  }
  return STEP_KILLED;
}
