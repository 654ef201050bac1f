/** The main step: inputs → may it start? → prompt → run → finish. */
import { admit } from './step/admission.ts';
import { createContext, guarded, type Context, type Ports } from './context.ts';
import { finish } from './step/finish.ts';
import type { FleetOrder } from './fleet/fleet.ts';
import type { Inputs } from './inputs/parse.ts';
import { check as checkSetup } from './run/preflight.ts';
import { performRun } from './step/perform.ts';
import type { SessionEnd } from './run/events.ts';
import { runnerFilesAdvice, sturdyHost } from './runner/host.ts';
import { presetOutputs } from './report/outputs.ts';
import type { Host } from './runner/port.ts';
import { saveRunState } from './runner/saved-state.ts';
import { Cancelled } from './runner/clock.ts';
import { createClient } from './agents/agent-run/client.ts';
import { endOfCrash, failedEnd, skippedEnd } from './run/failure.ts';
import type { OpenedReview } from './review/review.ts';
import { messageOf } from './safe/text.ts';
import type { OutputSchema } from './run/output-schema.ts';
import type { OpenedTurn, TurnOrder } from './thread/deliver.ts';

const WITHOUT_THREAD = { kind: 'open', plan: null } as const;
const WITHOUT_REVIEW = { kind: 'open', review: null } as const;
/** How long `task: check` retries temporary failures. */
const CHECK_MS = 120_000;

/** The oldest major version of Node that can run this code. `action.yml` requests 24. */
const OLDEST_NODE = 22;

/** Why the action cannot run with this version of Node (such as `22.1.0`), or null if it can. */
export function nodeTooOld(version: string): string | null {
  return Number.parseInt(version, 10) >= OLDEST_NODE
    ? null
    : `This is Node ${version}, and the action needs Node ${OLDEST_NODE} or later. ` +
        'Runners bring Node 24 for it; by hand, start it with a newer one ' +
        '(`npm exec -- node dist/index.js` in a clone).';
}

/** Runs the step. Never rejects: every failure ends with outputs, a summary and a log line. */
export async function main(given: Ports): Promise<void> {
  const ports = guarded(given);
  const unwritable = beginState(ports.host);
  const context = createContext({ ...ports, host: sturdyHost(ports.host) });
  const { clock, host, step } = context;
  const end = (ended: SessionEnd): void =>
    step.dispatch({ type: 'ended', end: ended, at: clock.now() });
  try {
    presetOutputs(host, step.view(), context.written);
    const ended = unwritable === null ? await perform(context) : failedEnd('internal', unwritable);
    if (ended !== null) {
      end(ended);
    }
  } catch (error) {
    end(endOfError(error, context));
  }
  await finish(context);
  context.close();
}

/**
 * Saves that nothing was sent yet. Returns null, or the message of a step that cannot write the
 * runner's files.
 */
function beginState(host: Host): string | null {
  try {
    saveRunState(host, { phase: 'idle' });
    return null;
  } catch (error) {
    const reason = messageOf(error);
    return (
      `The files of the runner cannot be written (${reason}). ` +
      'Nothing was sent to the service, because the result could not have been ' +
      `reported. ${runnerFilesAdvice(reason)}`
    );
  }
}

function endOfError(error: unknown, { host, step }: Context): SessionEnd {
  // The stack of a bug is shown only with debug logging on.
  if (!(error instanceof Cancelled) && host.debugging() && error instanceof Error) {
    host.debug(error.stack ?? String(error));
  }
  return endOfCrash(error, step.view());
}

/**
 * Returns the end of a step without a run of its own, or null: then the run's events, or the
 * fleet's rows, tell it.
 */
async function perform(context: Context): Promise<SessionEnd | null> {
  const { host, env, files, event, clock, stop } = context;
  const admission = await admit({
    env,
    files,
    event,
    clock,
    signal: stop,
    input: (name) => host.input(name),
    github: (token) => context.github({ token, event }),
  });
  if (admission.kind === 'invalid') {
    return failedEnd('invalid_input', admission.message);
  }
  context.inputs = admission.inputs;
  if (admission.kind === 'unavailable') {
    return failedEnd('thread_unavailable', admission.message);
  }
  if (admission.kind === 'skip') {
    if (admission.warns) {
      context.warn(admission.reason);
    }
    return skippedEnd(admission.reason);
  }
  for (const hint of admission.hints) {
    context.warn(`Unknown input ${hint} The value was ignored.`);
  }
  const { inputs, schema, tasks } = admission;
  if (tasks !== null) {
    return many(context, { inputs, schema, tasks, performRun, finish });
  }
  return inputs.task === 'check' ? check(context, inputs) : single(context, { inputs, schema });
}

/** Many runs instead of one (contract 13). */
async function many(context: Context, order: FleetOrder): Promise<null> {
  const { runFleet } = await import(/* webpackMode: "eager" */ './fleet/fleet.ts');
  // The timeout counts for each run of its own.
  context.inputs = { ...order.inputs, timeoutMs: Infinity };
  return runFleet(context, order);
}

/** `task: check`: starts no run and writes none of a run's files. */
async function check(context: Context, inputs: Inputs): Promise<SessionEnd> {
  context.inputs = { ...inputs, summary: false };
  const client = createClient({ ...context, ...inputs });
  const call = {
    signal: context.stop,
    deadline: context.startedAt + Math.min(CHECK_MS, inputs.timeoutMs),
  };
  return checkSetup({ ...context, client, inputs }, call);
}

/** One run: created, resumed or attached to, and followed to its end. */
async function single(
  context: Context,
  { inputs, schema }: { readonly inputs: Inputs; readonly schema: OutputSchema | null },
): Promise<SessionEnd | null> {
  const { event, startedAt } = context;
  const deadline = startedAt + inputs.timeoutMs;
  const client = createClient({ ...context, ...inputs });
  const opened = await openTurnIfWanted(context, { inputs, client, deadline });
  if (opened.kind === 'ended') {
    return opened.end;
  }
  const openedReview = await openReviewIfWanted(context, { inputs, deadline });
  if (openedReview.kind === 'ended') {
    return openedReview.end;
  }
  const { review } = openedReview;
  const order = { inputs, client, deadline: () => deadline, plan: opened.plan };
  if (review === null) {
    return performRun(context, { ...order, schema });
  }
  const prompt = isFollowedOnly(inputs) ? null : review.prompt;
  const ended = await performRun(context, {
    ...order,
    schema: review.schema,
    prompt,
    presumed: event.repository,
  });
  if (ended === null) {
    await review.conclude();
  }
  return ended;
}

/** An existing run without a prompt: nothing is sent to it. */
const isFollowedOnly = ({ agentRunId, prompt }: Inputs): boolean =>
  agentRunId !== null && prompt === null;

async function openTurnIfWanted(context: Context, order: TurnOrder): Promise<OpenedTurn> {
  if (!order.inputs.comment && order.inputs.resume !== 'thread') {
    return WITHOUT_THREAD;
  }
  const { openTurn } = await import(/* webpackMode: "eager" */ './thread/deliver.ts');
  return openTurn(context, order);
}

async function openReviewIfWanted(
  context: Context,
  order: Pick<TurnOrder, 'inputs' | 'deadline'>,
): Promise<OpenedReview | typeof WITHOUT_REVIEW> {
  if (order.inputs.review === 'none') {
    return WITHOUT_REVIEW;
  }
  const { openReview } = await import(/* webpackMode: "eager" */ './review/review.ts');
  return openReview(context, order);
}
