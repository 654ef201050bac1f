/**
 * One run from prompt to verified pull requests, for a step with a single run and for each task of
 * a fleet (contract 4, 13).
 */
import { SERVICE_TABLE } from '../agents/service-table.ts';
import type { Context } from '../context.ts';
import { namedBy, replyOf, subjectOf } from '../github/event.ts';
import { sectionsOf } from '../github/event-sections.ts';
import type { Sinks } from './finish.ts';
import { verifyClaims } from './verify.ts';
import { readWork } from './work.ts';
import type { Inputs } from '../inputs/parse.ts';
import { planLine } from '../report/job-log.ts';
import { tellingOfRun } from '../report/telling.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { lateSignal } from '../runner/clock.ts';
import { annotation } from '../safe/job-log.ts';
import { grouped } from '../safe/text.ts';
import type { Agent } from '../agents/port.ts';
import { withoutRepository } from '../agents/repository.ts';
import type { TurnPlan } from '../thread/deliver.ts';
import type { SessionEnd } from '../run/events.ts';
import { exactlyOnceOf } from '../run/once/key.ts';
import type { OutputSchema } from '../run/output-schema.ts';
import { assemblePrompt } from '../run/prompt.ts';
import { lookUpRepository } from '../run/repository.ts';
import { runSession, type SessionContext } from '../run/session.ts';
import type { RunContext } from '../run/send.ts';
import { startOrderOf, type StartOrder } from '../run/start.ts';
import { createClassifier } from '../run/status.ts';

export interface PerformOrder {
  readonly inputs: Inputs;
  /**
   * What the run is asked, before what is added for its answer and from the event: the input
   * `prompt`, or the words of a review. Null if nothing is sent.
   */
  readonly request: string | null;
  readonly schema: OutputSchema | null;
  readonly sinks: Pick<Sinks, 'begin'>;
  readonly agent: Agent;
  /**
   * When the time is over, on the clock's `now`. Asked before the look-ups, and again before the
   * run is started.
   */
  readonly deadline: () => number;
  /** What the thread makes of this step, or null without a thread. */
  readonly plan?: Exclude<TurnPlan, { readonly kind: 'skip' }> | null;
  /** The repository to look up if the inputs name none. */
  readonly presumed?: string | null;
  /** The key of the task in a fleet. */
  readonly task?: string;
  readonly session?: Pick<RunContext, 'beforeSending' | 'wait'>;
}

export type PerformRun = typeof performRun;

/**
 * Returns the end of a run that was not started, or null if the run's events tell it. Rejects as
 * `runSession`.
 */
export async function performRun(
  context: Context,
  order: PerformOrder,
): Promise<SessionEnd | null> {
  const { event, files, step, host, clock, random, stop, warn } = context;
  const { inputs, request, schema, agent, plan = null, presumed = null } = order;
  const sending = plan?.kind === 'send' ? plan : null;
  const { promptMax } = SERVICE_TABLE[inputs.service].can;
  const marker = context.uuid();
  const prompt = await assemblePrompt({
    request,
    context: inputs.context,
    schema,
    event,
    marker,
    comments: sending?.comments ?? null,
    most: promptMax,
  });
  const isFull = promptMax !== null && prompt !== null && !prompt.includes(marker);
  if (isFull && inputs.context === 'event' && sectionsOf(event).length > 0) {
    warn(
      'What the event says was left out: `prompt` leaves no room for it in the ' +
        `${grouped(String(promptMax))} characters that the service takes. Shorten it.`,
    );
  }
  // The tasks of a fleet differ by their own words, and have the event in common.
  const subject = order.task === undefined ? subjectOf(event, inputs) : {};
  step.dispatch({ type: 'asked', ...replyOf(event, inputs), ...namedBy(inputs), ...subject });
  const call = { signal: stop, deadline: order.deadline() };
  const lookUp = await lookUpRepository(inputs, { ...context, agent, warn, presumed }, call);
  if (lookUp.kind === 'ended') {
    return lookUp.end;
  }
  const { repository, repositoryId } = lookUp;
  const sources = { ...context, inputs, task: order.task ?? null };
  const exactlyOnce = exactlyOnceOf(sources, { keys: agent.keys, uuid: context.uuid });
  const mark = sending?.mark ?? exactlyOnce?.followUpMark ?? null;
  let start: StartOrder;
  if (plan?.kind === 'attach') {
    start = plan;
  } else {
    start = startOrderOf(inputs, {
      prompt,
      recordedRun: sending?.runId ?? null,
      mark,
      repository,
      repositoryId,
      schema: schema?.source ?? null,
    });
  }
  const deadline = order.deadline();
  if (start.kind === 'resume') {
    saveRunState(host, { mark });
  }
  const isBare = repository === null && repositoryId === null && presumed === null;
  if (start.kind === 'create' && isBare && inputs.task === 'run') {
    host.notice(annotation(withoutRepository()), { title: 'Agent run: repository' });
  }
  order.sinks.begin({ inputs, prompt, telling: tellingOfRun(step, inputs.outputSchema) });
  host.line(planLine(start, inputs));
  const done = new AbortController();
  const lateStop = lateSignal(clock, { stop, done: done.signal });
  const run: SessionContext = {
    clock,
    random,
    files,
    agent,
    inputs,
    exactlyOnce,
    lateStop,
    call: { signal: stop, deadline },
    classify: createClassifier(inputs),
    emit: (runEvent, record) => step.dispatch(runEvent, record),
    ...order.session,
  };
  try {
    await runSession(run, { start, schema });
  } finally {
    done.abort();
  }
  await verifyClaims(context, { agent, inputs, deadline });
  await readWork(context, inputs);
  return null;
}
