/** The main step: inputs → may it start? → prompt → run → finish. */
import { admit, type Admission } from './step/admission.ts';
import { createContext, guarded, openAgent, type Context, type Ports } from './context.ts';
import { branchesOf } from './step/event-branches.ts';
import { Sinks } from './step/finish.ts';
import type { FleetOrder } from './fleet/fleet.ts';
import type { Inputs } from './inputs/parse.ts';
import { InputReader } from './inputs/reader.ts';
import { chosenService } from './inputs/service.ts';
import { checkSetup } from './run/preflight.ts';
import { isFollowedOnly } from './run/start.ts';
import { performRun } from './step/perform.ts';
import { tellPerformed, TOLD, untold, type Performed } from './step/performed.ts';
import { SINKS, type SinkRow } from './step/sinks.ts';
import type { SessionEnd } from './run/events.ts';
import type { ErrorCode } from './runner/output-table.ts';
import { runnerFilesAdvice, sturdyHost } from './runner/host.ts';
import { firstLine } from './report/first-line.ts';
import { presetOutputs } from './report/outputs.ts';
import type { Host } from './runner/port.ts';
import { saveRunState } from './runner/saved-state.ts';
import { Cancelled } from './runner/clock.ts';
import { endOfCrash, failedEnd, skippedEnd } from './run/failure.ts';
import type { OpenedReview } from './review/review.ts';
import { annotation, logInline } from './safe/job-log.ts';
import { messageOf } from './safe/text.ts';
import type { OutputSchema } from './run/output-schema.ts';
import type { OpenedTurn, TurnOrder } from './thread/turn.ts';

const WITHOUT_THREAD = { kind: 'open', plan: null } as const;
const WITHOUT_REVIEW = { kind: 'open', review: null } as const;
/** How long `task: check` retries temporary failures. */
const SETUP_CHECK_MS = 120_000;

/** The oldest major version of Node that can run this code. `action.yml` requests 24. */
const OLDEST_NODE = 22;

/** Why the action cannot run with this version of Node (such as `22.1.0`), or null if it can. */
export function nodeTooOld(version: string): string | null {
  if (Number.parseInt(version, 10) >= OLDEST_NODE) {
    return null;
  }
  return (
    `This is Node ${version}, and the action needs Node ${OLDEST_NODE} or later. ` +
    'Runners bring Node 24 for it; by hand, start it with a newer one ' +
    '(`npm exec -- node dist/index.js` in a clone).'
  );
}

interface PerformedStep {
  readonly performed: Performed;
  /** As far as they count for finishing the step. Null if they could not be read. */
  readonly inputs: Inputs | null;
}

/** Runs the step. Never rejects: every failure ends with outputs, a summary and a log line. */
export async function main(given: Ports, rows: readonly SinkRow[] = SINKS): Promise<void> {
  const ports = guarded(given);
  const unwritable = beginState(ports.host);
  const context = createContext({ ...ports, host: sturdyHost(ports.host) });
  const { step } = context;
  const sinks = new Sinks(context, rows);
  sinks.open('step');
  presetOutputs(context.host, step.view(), context.written);
  const { performed, inputs } =
    unwritable === null ? await perform(context, sinks) : notPerformed('internal', unwritable);
  tellPerformed(performed, context);
  await sinks.finish({ inputs });
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

/** Never rejects. */
async function perform(context: Context, sinks: Sinks): Promise<PerformedStep> {
  const crashed = (error: unknown): Performed => untold(endOfError(error, context));
  const admission = await admitStep(context).catch((error: unknown) => ({
    kind: 'crashed' as const,
    performed: crashed(error),
  }));
  switch (admission.kind) {
    case 'crashed':
      return { performed: admission.performed, inputs: null };
    case 'invalid':
      return notPerformed('invalid_input', admission.message);
    case 'unavailable':
      return {
        ...notPerformed('thread_unavailable', admission.message),
        inputs: admission.inputs,
      };
    case 'skip':
      if (admission.warns) {
        context.warn(admission.reason);
      }
      return { performed: untold(skippedEnd(admission.reason)), inputs: admission.inputs };
    case 'go':
  }
  const { inputs, schema, tasks, notice } = admission;
  introduce(context, { inputs, tasks: tasks?.length ?? null });
  for (const hint of admission.hints) {
    context.warn(`Unknown input ${hint} The value was ignored.`);
  }
  if (notice !== null) {
    context.host.notice(annotation(notice), { title: 'Agent run: inputs' });
  }
  if (tasks !== null) {
    const order = { inputs, schema, tasks, sinks, performRun };
    const performed = await many(context, order).catch(crashed);
    // The timeout counts for each run of its own.
    return { performed, inputs: { ...inputs, timeoutMs: Infinity } };
  }
  if (inputs.task === 'check') {
    // Starts no run and writes none of a run's files.
    const performed = await runSetupCheck(context, inputs).catch(crashed);
    return { performed, inputs: { ...inputs, summary: false } };
  }
  const performed = await single(context, { inputs, schema, sinks }).catch(crashed);
  return { performed, inputs };
}

/** The step cannot begin its work. */
function notPerformed(code: ErrorCode, message: string): PerformedStep {
  return { performed: untold(failedEnd(code, message)), inputs: null };
}

/** Before the first request to the service. */
function introduce(
  { clock, event, host, step }: Context,
  { inputs, tasks }: { readonly inputs: Inputs; readonly tasks: number | null },
): void {
  step.dispatch({ type: 'asked', startedAt: clock.wall() });
  const workflowRepository = event.repository;
  host.line(logInline(firstLine(inputs, { workflowRepository, tasks })));
}

async function admitStep(context: Context): Promise<Admission> {
  const { host, env, files, event, clock, step, stop, keepGivenSecret } = context;
  // First, so that a step that is skipped or refused says whose it was.
  const service = chosenService(new InputReader((name) => host.input(name)));
  step.dispatch(
    service === null ? { type: 'asked', namesNoService: true } : { type: 'asked', service },
  );
  return admit({
    env,
    files,
    event,
    clock,
    signal: stop,
    keepGivenSecret,
    input: (name) => host.input(name),
    github: (token) => context.github({ token, event }),
  });
}

/** Many runs instead of one (contract 13). */
async function many(
  context: Context,
  order: Omit<FleetOrder, 'agent' | 'branches' | 'headBranch'>,
): Promise<Performed> {
  const { runFleet } = await import(/* webpackMode: "eager" */ './fleet/fleet.ts');
  const { inputs } = order;
  const agent = await openAgent(context, inputs);
  const known = await branchesOf(context, { inputs, can: agent.facts.can });
  await runFleet(context, { ...order, ...known, agent });
  return TOLD;
}

/** `task: check`. */
async function runSetupCheck(context: Context, inputs: Inputs): Promise<Performed> {
  const agent = await openAgent(context, inputs);
  const call = {
    signal: context.stop,
    deadline: context.startedAt + Math.min(SETUP_CHECK_MS, inputs.timeoutMs),
  };
  return untold(await checkSetup({ ...context, agent, inputs }, call));
}

/** One run: created, resumed or attached to, and followed to its end. */
async function single(
  context: Context,
  {
    inputs,
    schema,
    sinks,
  }: {
    readonly inputs: Inputs;
    readonly schema: OutputSchema | null;
    readonly sinks: Sinks;
  },
): Promise<Performed> {
  sinks.open('run');
  const { event, startedAt } = context;
  const deadline = startedAt + inputs.timeoutMs;
  const agent = await openAgent(context, inputs);
  // The head first, because another one makes another request in the thread (contract 4.9).
  const openedReview = await openReviewIfWanted(context, { inputs, deadline });
  if (openedReview.kind === 'ended') {
    return untold(openedReview.end);
  }
  const { review } = openedReview;
  const opened = await openTurnIfWanted(context, {
    inputs,
    agent,
    headSha: review?.headSha ?? null,
    deadline,
    onThread: (thread) => sinks.useThread(thread),
  });
  if (opened.kind === 'ended') {
    return untold(opened.end);
  }
  const known = await branchesOf(context, { inputs, can: agent.facts.can, plan: opened.plan });
  // The time of a single run is the step's.
  const beginTime = (): number => deadline;
  const order = { ...known, inputs, agent, sinks, beginTime, plan: opened.plan };
  if (review === null) {
    return performRun(context, { ...order, schema, request: inputs.prompt });
  }
  const request = isFollowedOnly(inputs) ? null : review.request;
  const performed = await performRun(context, {
    ...order,
    headBranch: review.headBranch,
    schema: review.schema,
    reviewed: review,
    request,
    presumed: agent.facts.repository === 'none' ? event.repository : null,
  });
  if (performed.kind === 'told') {
    await review.conclude();
  }
  return performed;
}

async function openTurnIfWanted(context: Context, order: TurnOrder): Promise<OpenedTurn> {
  if (!order.inputs.comment && order.inputs.resume !== 'thread') {
    return WITHOUT_THREAD;
  }
  const { openTurn } = await import(/* webpackMode: "eager" */ './thread/turn.ts');
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
