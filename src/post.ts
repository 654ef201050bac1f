/**
 * The post step (contract 7.3): serves a killed step, and the list of what a step could not finish in time. Does nothing
 * else.
 */
import { createContext, guarded, timesOf, type Context, type Ports } from './context.ts';
import type { Left } from './fleet/post.ts';
import { namedBy, readEvent, replyOf } from './github/event.ts';
import { settleKilled } from './run/once.ts';
import { parseInputs, type Inputs, type Problem } from './inputs/parse.ts';
import { unreadInputs } from './inputs/reader.ts';
import { annotation, logInline } from './safe/job-log.ts';
import { standingText } from './report/ending.ts';
import { renderSummary } from './report/summary.ts';
import { changedBy } from './run/state.ts';
import { createClassifier, isTerminal } from './run/ending.ts';
import { LEFTOVERS, readRunState, type Leftover, type RunState } from './runner/saved-state.ts';
import { Cancelled } from './runner/clock.ts';
import { createClient } from './service/client.ts';
import { ServiceError } from './service/errors.ts';
import type { AgentRun } from './service/schema.ts';
import { endLeftStatus, lastWord } from './report/step-commit-status.ts';
import { plainEnd } from './run/failure.ts';
import { temporaryFile } from './report/step-files.ts';
import { within } from './runner/within.ts';
import { askToStop } from './step/finish.ts';

/** For each request of this step: the runner gives post steps little time when a job is cancelled. */
const POST_MS = 8_000;
const TITLE = { title: 'Agent run: killed' };

export async function post(given: Ports): Promise<void> {
  const ports = guarded(given);
  const { host } = ports;
  const state = readRunState(host);
  if (state === null || state.phase === 'idle' || state.phase === 'done') return;
  try {
    if ((state.journal ?? null) === null) await serve(ports, state);
    else {
      const { postFleet } = await import(/* webpackMode: "eager" */ './fleet/fleet.ts');
      await postFleet(ports, state, serveRun);
    }
  } catch (error) {
    // Caught because Node would print it to standard error, which the runner scans for commands.
    if (error instanceof Cancelled) return;
    host.warning(annotation(`The post step could not be finished: ${String(error)}`), TITLE);
    if (host.debugging() && error instanceof Error) host.debug(error.stack ?? '');
  }
}

async function serve(ports: Ports, saved: RunState): Promise<void> {
  const parsed = parseInputs({ ...ports, input: (name) => ports.host.input(name), afterwards: true });
  const known = { promptHash: saved.promptHash ?? null };
  if (!parsed.ok) {
    sayUnread(createContext(ports, known), { state: saved, problems: parsed.problems });
    return;
  }
  const { inputs } = parsed;
  const reply = replyOf(readEvent(ports.env, ports.payload), inputs);
  const context = createContext(ports, { ...known, ...reply, ...namedBy(inputs), orgId: inputs.orgId });
  context.inputs = inputs;
  const client = createClient({ ...ports, ...inputs });
  await serveRun({ context, inputs, client, state: saved });
  context.close();
}

/** Finds out where the run stands, and does what is left. Returns what is known of it then. */
async function serveRun(left: Left): Promise<RunState> {
  const { client } = left;
  const { clock, host, stop } = left.context;
  const say = (message: string): void => host.line(logInline(message));
  const ports = { ...left.context, client, metadata: new Map(), say };
  const call = { signal: stop, deadline: clock.now() + POST_MS };
  const state = left.state.phase === 'sending' ? await settleKilled(ports, left.state, call) : left.state;
  if (['sending', 'running', 'ended'].includes(state.phase)) await finish({ ...left, state });
  return state;
}

/** Reports where the run stands, and does what is left. */
async function finish(left: Left): Promise<void> {
  const { context, inputs, client, state } = left;
  const { host, step, stop, clock } = context;
  const { left: list = null } = state;
  const wasKilled = state.phase !== 'ended' && list === null;
  const due = new Set<Leftover>(LEFTOVERS.filter((item) => wasKilled || (list ?? '').split(',').includes(item)));
  replay(context, state);
  const hasRun = step.state.turn !== null;
  if (state.phase === 'running' && !hasRun) return;
  const seenEnd = await look(left);
  const mustStop = due.has('stop') && inputs.onCancel === 'stop' && hasRun && !seenEnd;
  const order = { client, runId: Number(state.runId), ms: POST_MS, signal: stop };
  const stopped = mustStop ? (await askToStop(context, order)).message : null;
  // The main step had not come to this outcome.
  const isNews = step.state.outcome === 'succeeded' && state.outcome !== 'succeeded';
  const unchecked = isNews ? checksOf(inputs) : [];
  for (const what of unchecked) step.dispatch({ type: 'noted', message: `${what}: the step ended before.` });
  if (due.has('summary')) {
    host.warning(annotation(`${killed(state)} ${stopped ?? standingText(step.view())}`), TITLE);
    if (inputs.summary) host.summary(renderSummary(step.view()));
  } else if (stopped !== null) host.notice(annotation(stopped), { title: 'Agent run: stop' });
  else host.line(logInline(standingText(step.view())));
  const { threadAfterwards } = await import(/* webpackMode: "eager" */ './thread/deliver.ts');
  const thread = due.has('comment') ? await threadAfterwards(context, { inputs, state, budgetMs: POST_MS }) : null;
  const mayExist = state.phase === 'sending' && (state.runId ?? null) === null;
  const otherwise: Parameters<typeof endLeftStatus>[1]['otherwise'] = () =>
    unchecked.length > 0
      ? { state: 'error', description: 'The run ended, but the step was killed before its answer was checked' }
      : lastWord(step, inputs.outputSchema);
  await within({ clock, ms: POST_MS, signal: stop }, (signal) =>
    Promise.all([
      mayExist ? thread?.sayMayExist(signal) : thread?.finish(step.view(), { budgetMs: POST_MS }),
      due.has('status') ? endLeftStatus(context, { inputs, state, otherwise, signal }) : null,
    ]),
  );
}

/** What was not done with the answer of a run that succeeded, because only the main step does it. */
function checksOf({ outputSchema, expect, review }: Inputs): readonly string[] {
  return [
    ...(outputSchema === null ? [] : ['The answer was not checked against `output_schema`']),
    ...(expect === 'none' ? [] : ['The pull request was not verified']),
    ...(review === 'none' ? [] : ['The findings were not posted']),
  ];
}

/** The step as far as the saved state tells it. */
function replay({ step, clock }: Context, state: RunState): void {
  const { phase, runId = null, webUrl = null, mode } = state;
  step.dispatch({ type: 'begin', runId, at: timesOf(clock, state).beganAt });
  if (phase === 'sending') {
    if (runId !== null) step.dispatch({ type: 'found', runId, webUrl, status: null });
    step.dispatch({ type: 'sending', runId });
  } else if (runId !== null) step.dispatch({ type: 'started', runId, mode: mode ?? 'created', webUrl, status: null });
}

/** Outcomes that the main step reports only after it saw the run end. */
const SEEN_ENDS: readonly RunState['outcome'][] = ['succeeded', 'failed', 'needs_input'];

/**
 * Reads the run once and settles the outcome: the main step's, if it had one that was final, else the run's own. One
 * read cannot tell whether a resumed run still shows its previous end (contract 4.5). Returns whether the run has ended.
 */
async function look(left: Left): Promise<boolean> {
  const { context, inputs, state } = left;
  const { clock, step } = context;
  const { outcome = null, errorCode = null, errorMessage = null, mode } = state;
  const { turn } = step.state;
  const run = turn === null ? null : await readRun(left);
  if (run !== null && turn !== null) {
    const changed = changedBy({ ...run, ...answerOf(context, { state, run }) }, turn);
    if (changed !== null) step.dispatch({ type: 'status', ...changed });
  }
  const meaning = createClassifier(inputs)(run?.status ?? null);
  const counts = isTerminal(meaning) && (SEEN_ENDS.includes(outcome) || mode !== 'resumed');
  const ended = counts || SEEN_ENDS.includes(outcome);
  if (ended) step.dispatch({ type: 'finished' });
  else if (run === null || isTerminal(meaning)) step.dispatch({ type: 'unclear' });
  const isFinal = outcome !== null && outcome !== 'cancelled' && outcome !== 'running';
  const end = plainEnd(isFinal ? outcome : counts ? meaning : 'cancelled');
  // If the main step came to the same end, it is known when.
  const at = end.outcome === outcome ? timesOf(clock, state).endedAt : clock.now();
  step.dispatch({ type: 'ended', end: isFinal ? { ...end, errorCode, errorMessage } : end, at });
  return turn !== null && ended;
}

/** Null if the run cannot be read. */
async function readRun({ context: { clock, stop }, client, state, listed }: Left): Promise<AgentRun | null> {
  try {
    return listed ?? (await client.run(Number(state.runId), { signal: stop, deadline: clock.now() + POST_MS / 2 }));
  } catch (error) {
    if (error instanceof ServiceError || error instanceof Cancelled) return null;
    throw error;
  }
}

/** A resumed run may still show the answer of the turn before, so there it is the result that the main step wrote, if it got that far. */
function answerOf(
  { env, files }: Context,
  { state, run }: { readonly state: RunState; readonly run: AgentRun },
): Pick<AgentRun, 'result' | 'summary'> {
  if (state.mode !== 'resumed') return run;
  const stem = state.fileStem ?? temporaryFile(env, `agent-run-${Number(state.runId)}`);
  const path = `${stem}-result.txt`;
  const result = state.phase === 'ended' && files.isFile(path) ? files.readText(path) : null;
  return { result, summary: null };
}

function killed({ phase, outcome = null }: RunState): string {
  return phase === 'ended'
    ? `The step was killed while it wrote its files (outcome ${String(outcome)}), so some may be missing.`
    : 'The step was killed.';
}

/** For inputs that cannot be read here, for example because an expression in them has another value by now. */
function sayUnread(
  context: Context,
  { state, problems }: { readonly state: RunState; readonly problems: readonly Problem[] },
): void {
  replay(context, state);
  context.step.dispatch({ type: 'unclear' });
  const isKilled = state.phase === 'sending' || (state.phase === 'running' && (state.runId ?? null) !== null);
  const standing = isKilled ? `${killed(state)} ${standingText(context.step.view())} ` : '';
  context.host.warning(annotation(`${standing}${unreadInputs(problems)}`), TITLE);
}
