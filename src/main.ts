/** The main step: inputs → permission check → session → reporters → outputs. */
import { admit } from './access/admission.ts';
import { guarded, type Ports } from './context.ts';
import { readEvent } from './event/event.ts';
import { provenanceOf, replyOf } from './event/provenance.ts';
import type { FleetOrder } from './fleet/step.ts';
import type { Inputs } from './inputs/parse.ts';
import type { SessionEnd } from './run/events.ts';
import { assemblePrompt, promptHash } from './prompt/prompt.ts';
import { runIdOf, webUrlOf } from './report/view-of-step.ts';
import { sturdyHost } from './runner/host.ts';
import { saveRunState } from './runner/saved-state.ts';
import { presetOutputs } from './runner/outputs.ts';
import { Cancelled, lateSignal } from './runner/signals.ts';
import { createClient } from './service/client.ts';
import { endOfCrash, failedEnd, plainEnd, skippedEnd } from './session/ends.ts';
import type { Scene } from './session/finish.ts';
import { followWithStatus } from './session/commit-status.ts';
import { stopLeftRun } from './session/leave.ts';
import { createReporters } from './session/reporters.ts';
import type { Review } from './session/review.ts';
import { repoIdFor } from './organization/repo-input.ts';
import { stepClient } from './organization/step-client.ts';
import type { OpenedTurn } from './session/turn/open.ts';
import { startOrderOf, type StartOrder } from './session/order.ts';
import { runSession } from './session/session.ts';
import { Step } from './session/step.ts';
import { verifyClaims } from './session/verify.ts';
import { messageOf } from './shared/format.ts';
import type { OutputSchema } from './structured-output/index.ts';
import { exactlyOnceOf } from './idempotency/index.ts';
import type { Thread } from './thread-comment/index.ts';
import { ThreadUnavailable, TurnTaken } from './thread-comment/patience.ts';

const WITHOUT_THREAD: OpenedTurn = { kind: 'open', thread: null, plan: null };
/** How long `task: check` retries temporary failures. */
const CHECK_MS = 120_000;

/** Runs the step. Never rejects: every failure ends with outputs, a summary and a log line. */
export async function main(given: Ports): Promise<void> {
  const guards = guarded(given);
  const unwritable = reasonWhyNot(() => guards.host.saveState('is_post', 'true'));
  const ports = { ...guards, host: sturdyHost(guards.host) };
  const { host, clock, http } = ports;
  const event = readEvent(ports.env, ports.payload);
  const step = new Step({ clock, host, requests: () => http.reached() }, provenanceOf(event));
  const scene: Scene = { ports, event, step, thread: null, startedAt: clock.now(), written: new Map() };
  const ended = (end: SessionEnd): void => step.dispatch({ type: 'ended', end, at: clock.now() });
  try {
    if (unwritable === null) {
      presetOutputs(host, { ...step.state, view: step.view() }, scene.written);
      await perform(scene, ended);
    } else ended(failedEnd('internal', cannotWrite(unwritable)));
  } catch (error) {
    if (error instanceof TurnTaken) ended(skippedEnd(error.message));
    else if (error instanceof ThreadUnavailable) ended(failedEnd('thread_unavailable', error.message));
    else ended(endOfCrash(error, { runId: runIdOf(step.state), webUrl: webUrlOf(step.state) }));
    const isBug = ![Cancelled, ThreadUnavailable, TurnTaken].some((expected) => error instanceof expected);
    // The stack is shown only with debug logging on.
    if (isBug && host.debugging() && error instanceof Error) host.debug(error.stack ?? String(error));
  }
  await stopLeftRun(scene);
  if (scene.conclude !== undefined) await scene.conclude();
  else await (await import('./session/finish.ts')).conclude(scene);
}

/** Does the work. Returns the error message, or null on success. */
function reasonWhyNot(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function cannotWrite(reason: string): string {
  return `The files of the runner cannot be written (${reason}). Nothing was sent to the service, because the result could not have been reported. Free disk space on the runner and run the job again.`;
}

async function perform(scene: Scene, ended: (end: SessionEnd) => void): Promise<void> {
  const { ports, event } = scene;
  const { host, env, files, stop } = ports;
  const admission = await admit({
    input: (name) => host.input(name),
    env,
    files,
    event,
    github: (token) => ports.github({ token, event }),
    clock: ports.clock,
    signal: stop,
  });
  if (admission.kind !== 'invalid' && admission.inputs !== null) scene.inputs = admission.inputs;
  if (admission.kind === 'invalid') ended(failedEnd('invalid_input', admission.message));
  else if (admission.kind === 'skip') ended(skippedEnd(admission.reason));
  else {
    for (const hint of admission.hints) scene.step.warn(`Unknown input ${hint} The value was ignored.`);
    if (admission.tasks !== null) await workFleet(scene, { ...admission, tasks: admission.tasks });
    else if (admission.inputs.task === 'check') ended(await checked(scene, admission.inputs));
    else await work(scene, admission, ended);
  }
}

/** Many runs instead of one (contract 13). */
async function workFleet(scene: Scene, order: FleetOrder): Promise<void> {
  const { prepareFleet } = await import('./fleet/step.ts');
  const fleet = await prepareFleet(scene, order);
  scene.conclude = () => fleet.conclude();
  await fleet.run();
}

/** `task: check`: starts no run and writes none of a run's files. */
async function checked(scene: Scene, inputs: Inputs): Promise<SessionEnd> {
  const { ports, startedAt } = scene;
  const { check } = await import('./organization/check.ts');
  scene.inputs = { ...inputs, summary: false };
  const client = createClient({ ...ports, ...inputs });
  const call = { signal: ports.stop, deadline: startedAt + Math.min(CHECK_MS, inputs.timeoutMs) };
  const failure = await check({ ...ports, client, inputs, summary: inputs.summary }, call);
  return failure === null ? plainEnd('succeeded') : failedEnd(failure.code, failure.message);
}

async function work(
  scene: Scene,
  { inputs, schema }: { readonly inputs: Inputs; readonly schema: OutputSchema | null },
  ended: (end: SessionEnd) => void,
): Promise<void> {
  const { ports, event, step } = scene;
  const { clock, random, stop, entryStore } = ports;
  const deadline = scene.startedAt + inputs.timeoutMs;
  const warn = (message: string): void => step.warn(message);
  const client = stepClient(createClient({ ...ports, ...inputs }), { ...ports, inputs, warn });
  const usesThread = inputs.comment || inputs.resume === 'thread';
  const onThread = (thread: Thread): void => void (scene.thread = thread);
  const opened = usesThread
    ? await (await import('./session/turn/open.ts')).openTurn(scene, { inputs, client, deadline, onThread })
    : WITHOUT_THREAD;
  if (opened.kind === 'ended') {
    ended(opened.end);
    return;
  }
  const { thread, plan } = opened;
  const comments = plan?.kind === 'send' ? plan.comments : null;
  let review: Review | null = null;
  if (inputs.review !== 'none') {
    const openedReview = await (await import('./session/review.ts')).openReview(scene, { inputs, deadline });
    if (openedReview.kind === 'ended') {
      ended(openedReview.end);
      return;
    }
    review = openedReview.review;
  }
  const asked = review === null ? inputs : { ...inputs, prompt: isFollowedOnly(inputs) ? null : review.prompt };
  const wanted = review?.schema ?? schema;
  const prompt = await assemblePrompt({ inputs: asked, schema: wanted, event, marker: ports.uuid(), comments });
  scene.prompt = prompt;
  step.dispatch({
    type: 'asked',
    orgId: inputs.orgId,
    ...replyOf(event, inputs),
    ...(prompt !== null && { promptHash: promptHash(prompt) }),
  });
  const repo = await repoIdFor(
    inputs,
    { ...ports, client, warn, presumed: review === null ? null : event.repository },
    { signal: stop, deadline },
  );
  if (!repo.ok) {
    ended(failedEnd(repo.failure.code, repo.failure.message));
    return;
  }
  const exactlyOnce = await exactlyOnceOf({ ...ports, inputs, event }, () => client.published());
  const mark = (plan?.kind === 'send' ? plan.mark : null) ?? exactlyOnce?.followUpMark ?? null;
  const known = { ...inputs, repoId: repo.repoId };
  const start: StartOrder =
    plan?.kind === 'attach' ? plan : startOrderOf(known, { prompt, recordedRun: plan?.runId ?? null, mark });
  if (start.kind === 'resume') saveRunState(ports.host, { mark });
  const reporters = createReporters({ ...ports, inputs, step, thread });
  scene.reporters = reporters;
  scene.commitStatus = await followWithStatus({ ports, event, inputs, step });
  reporters.log.begin({
    mode: start.kind,
    orgId: inputs.orgId,
    runId: start.kind === 'create' ? null : start.runId,
    wait: inputs.wait,
    timeoutMs: inputs.timeoutMs,
  });
  const done = new AbortController();
  const lateStop = lateSignal(clock, { stop, done: done.signal });
  const order = { start, schema: wanted, exactlyOnce, inputs, deadline };
  const beforeSending = plan?.kind === 'send' ? plan.confirm : undefined;
  const context = { client, clock, random, stop, lateStop, beforeSending, entryStore };
  try {
    for await (const runEvent of runSession(context, order)) await step.dispatchInTurns(runEvent);
  } finally {
    done.abort();
  }
  await verifyClaims({ ports, event, inputs, step, deadline: order.deadline });
  await review?.conclude();
}

/** An existing run without a prompt: nothing is sent to it. */
const isFollowedOnly = ({ agentRunId, prompt }: Inputs): boolean => agentRunId !== null && prompt === null;
