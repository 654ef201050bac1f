/** Creates, resumes or attaches to a run (contract 4.1). */
import type { RequestIdentity, RunId, RunOrder, RunShown } from '../agents/port.ts';
import type { CallOptions } from '../http/limits.ts';
import type { Inputs } from '../inputs/parse.ts';
import { asNotStarted, NotStarted } from './failure.ts';
import { createdEarlier, createOnce, type CreateSending } from './once/create.ts';
import { startDelay } from './pacing.ts';
import { imagesOf, resumeRun, type FollowUpOrder } from './resume.ts';
import { readRun, send, type RunContext } from './send.ts';
import { attachTo, NO_EARLIER_TURN, type Started } from './started-turn.ts';

/**
 * Nothing is sent, and only what an earlier attempt has sent is followed: why, as sentences.
 * Null: it may be sent.
 */
type OnlyFound = string | null;

/** What to do with which run (contract 1.1, 7.2). */
export type StartOrder =
  | { readonly kind: 'create'; readonly order: RunOrder; readonly onlyFound?: OnlyFound }
  | (FollowUpOrder & {
      readonly kind: 'resume';
      /**
       * The run to create if the service no longer has this one (7.2). Null to fail instead.
       */
      readonly otherwise: RunOrder | null;
    })
  /** Nothing is sent. The run is only followed. */
  | { readonly kind: 'attach'; readonly runId: RunId };

/** What a new run is to work on. */
export interface RunRepository {
  /** `owner/name`, null for none. */
  readonly repository: string | null;
  /** For services that have such numbers. */
  readonly repositoryId: number | null;
}

/** A run that a thread records, and what its follow-up is found by. */
type RecordedRun = Pick<FollowUpOrder, 'marks' | 'onlyFound' | 'runId' | 'wasStopped'>;

interface Asked extends RunRepository {
  /** Null if nothing is sent. */
  readonly prompt: string | null;
  /** The run recorded in the thread, and its turn there. Null where `agent_run_id` names one. */
  readonly recordedRun: RecordedRun | null;
  /** The marks of a follow-up to the run of `agent_run_id`. */
  readonly marks: FollowUpOrder['marks'];
  /** See `RunOrder`. */
  readonly limit: number | null;
  /** The JSON Schema of the answer, null for none. */
  readonly schema: object | null;
  readonly onlyFound?: OnlyFound;
}

type OrderInputs = Pick<
  Inputs,
  'agentRunId' | 'createPullRequest' | 'model' | 'ref' | 'requestFields' | 'sandboxId' | 'task'
>;

/** A run that exists is named, and nothing is sent to it. */
export function isFollowedOnly({
  agentRunId,
  prompt,
}: Pick<Inputs, 'agentRunId' | 'prompt'>): boolean {
  return agentRunId !== null && prompt === null;
}

export function startOrderOf(inputs: OrderInputs, asked: Asked): StartOrder {
  const { agentRunId } = inputs;
  const { prompt, recordedRun, marks, onlyFound = null } = asked;
  const runId = agentRunId ?? recordedRun?.runId ?? null;
  if (runId !== null && prompt === null) {
    return { kind: 'attach', runId };
  }
  const order = runOrderOf(inputs, asked);
  if (runId === null) {
    return { kind: 'create', order, onlyFound };
  }
  const followUp = recordedRun ?? { runId, marks };
  const otherwise = agentRunId === null ? order : null;
  const why = onlyFound ?? recordedRun?.onlyFound ?? null;
  return { ...followUp, kind: 'resume', prompt: order.prompt, otherwise, onlyFound: why };
}

/** Without its images, which are read when they are sent. */
function runOrderOf(
  inputs: OrderInputs,
  { prompt, repository, repositoryId, limit, schema }: Asked,
): RunOrder {
  const { createPullRequest, model, ref, requestFields, sandboxId, task } = inputs;
  return {
    task: task === 'check' ? 'run' : task,
    prompt: prompt ?? '',
    repository,
    repositoryId,
    sandboxId,
    ref,
    createPullRequest,
    model,
    limit,
    images: [],
    fields: requestFields,
    schema,
  };
}

/** Emits `begin` first. Rejects with `NotStarted`, or with the reason of `call.signal` on abort. */
export async function startRun(context: RunContext, start: StartOrder): Promise<Started> {
  const { clock, emit } = context;
  if (start.kind === 'create') {
    return startCreated(context, start);
  }
  const { runId } = start;
  emit({ type: 'begin', runId, at: clock.now() });
  if (start.kind === 'attach') {
    return attach(context, runId);
  }
  const { otherwise } = start;
  if (otherwise === null) {
    return resumeRun(context, start);
  }
  return goOn(context, { ...start, otherwise });
}

type Resume = Extract<StartOrder, { readonly kind: 'resume' }>;

/** Goes on with the run that a thread records, or with another one where that is gone. */
async function goOn(
  context: RunContext,
  start: Resume & { readonly otherwise: RunOrder },
): Promise<Started> {
  const { emit } = context;
  const { runId, otherwise, onlyFound = null } = start;
  const earlier = await createdEarlier(context, otherwise);
  if (earlier.kind === 'attach') {
    // The thread has gone on with another run since.
    return attachTo(earlier.runId);
  }
  const openElsewhere = earlier.kind === 'open' ? earlier.why : null;
  const followUp = { ...start, isRecorded: true, openElsewhere };
  const resumed = await resumeRun(context, followUp).catch(asNotStarted);
  if (!(resumed instanceof NotStarted)) {
    return resumed;
  }
  // A gateway's page in its place says nothing of the run (contract 4.1).
  const isUnknown = resumed.end.errorCode === 'not_found' && resumed.error?.isGatewayPage !== true;
  const isGone = resumed.isGone || isUnknown;
  if (!isGone) {
    throw resumed;
  }
  emit({ type: 'gone', runId, isClosed: resumed.isGone });
  return startCreated(context, { order: otherwise, onlyFound });
}

/** An id may name an agent whose turns are runs of their own: its newest one is followed. */
async function attach(context: RunContext, runId: RunId): Promise<Started> {
  if (!context.agent.turnIsRun) {
    return attachTo(runId);
  }
  const run = await readRun(context, { runId });
  const { id, webUrl, status } = run;
  return { ...attachTo(id), webUrl, status, meaning: context.classify(run) };
}

type CreateStart = Pick<Extract<StartOrder, { readonly kind: 'create' }>, 'onlyFound' | 'order'>;

/**
 * Creates a run when it is the turn of this job among its siblings. With a key, attaches to the one
 * that an earlier attempt created.
 */
async function startCreated(
  context: RunContext,
  { order: given, onlyFound = null }: CreateStart,
): Promise<Started> {
  const { agent, call, classify, clock, emit, inputs, random } = context;
  const spreadMs = startDelay(inputs, random);
  if (spreadMs > 0) {
    await clock.sleep(Math.min(spreadMs, Math.max(0, call.deadline - clock.now())), call.signal);
  }
  emit({ type: 'begin', runId: null, at: clock.now() });
  const order = { ...given, images: imagesOf(context) };
  const created = await createOnce(context, {
    order,
    onlyFound,
    send: (
      identity: RequestIdentity | null,
      { onSending, isAgain }: CreateSending,
    ): Promise<RunShown> =>
      send(context, {
        name: 'create',
        isAgain,
        send: (late: CallOptions) => agent.create(order, identity, { ...late, onSending }),
      }),
  });
  if (created.kind === 'attach') {
    return attachTo(created.runId);
  }
  const { id: runId, webUrl, status } = created.run;
  const { unseenKey = null } = created;
  return {
    ...NO_EARLIER_TURN,
    mode: 'created',
    runId,
    webUrl,
    status,
    meaning: classify(created.run),
    sent: { text: order.prompt, mark: null, images: [] },
    unseenKey,
  };
}
