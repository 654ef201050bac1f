/**
 * One session: creates, resumes or attaches to a run, follows it, and with a schema has the answer corrected once (contract 4
 * and 8). Everything that happens is emitted. No state outside of the session, so that one process can run many sessions
 * over one client.
 */
import { dataUrisOf } from '../inputs/files.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Files } from '../ports.ts';
import { asSentence, counted } from '../safe/format.ts';
import type { CreateBody } from '../service/client.ts';
import { jsonText } from '../service/entry.ts';
import type { Emit, RunEvent, SessionEnd } from './events.ts';
import { failedEnd, plainEnd } from './failure.ts';
import { follow, type FollowEnd } from './follow.ts';
import { withMark } from './key.ts';
import { createOnce, resumeOnce, type ExactlyOnce } from './once.ts';
import type { OutputSchema, Reading } from './output-schema.ts';
import { startDelay } from './pacing.ts';
import {
  attachTo,
  createRun,
  readRun,
  resumeRun,
  type FollowUp,
  type NotStarted,
  type Started,
  type StartPorts,
  type StartResult,
} from './start.ts';
import {
  answeredTurn,
  changedBy,
  factsOf,
  hasOldResult,
  recordOf,
  resultSource,
  resultText,
  type RunRecord,
} from './state.ts';
import { createClassifier, type StatusClass } from './status.ts';
import type { FollowContext } from './turn.ts';

/** What to do with which run (contract 1.1, 7.2). */
export type StartOrder =
  | { readonly kind: 'create'; readonly body: CreateBody }
  | (MarkableFollowUp & {
      readonly kind: 'resume';
      /** The request to create a new run if the service no longer has this one (7.2). Null to fail instead. */
      readonly otherwise: CreateBody | null;
    })
  /** Nothing is sent. The run is only followed. */
  | { readonly kind: 'attach'; readonly runId: number };

interface MarkableFollowUp extends FollowUp {
  /** Appended to the prompt, so that its echo in the log proves that it arrived (contract 4.9, 7.2). Null for none. */
  readonly mark?: string | null;
}

export function startOrderOf(
  inputs: Pick<Inputs, 'agentRunId' | 'model' | 'repoId' | 'requestFields'>,
  asked: {
    /** Null if nothing is sent. */
    readonly prompt: string | null;
    /** The run recorded in the thread. `agent_run_id` takes precedence. */
    readonly recordedRun: number | null;
    readonly mark?: string | null;
  },
): StartOrder {
  const { agentRunId, model, repoId, requestFields } = inputs;
  const { prompt, recordedRun, mark = null } = asked;
  const runId = agentRunId ?? recordedRun;
  const body = {
    ...requestFields,
    prompt: prompt ?? '',
    ...(repoId !== null && { repo_id: repoId }),
    ...(model !== null && { model }),
  };
  if (runId === null) return { kind: 'create', body };
  if (prompt === null) return { kind: 'attach', runId };
  return { kind: 'resume', runId, prompt, mark, otherwise: agentRunId === null ? body : null };
}

/** What a session works with, and for how long. */
export interface SessionPorts extends StartPorts {
  readonly inputs: Pick<
    Inputs,
    | 'baseUrl'
    | 'failureStatuses'
    | 'images'
    | 'onCancel'
    | 'orgId'
    | 'outputSchema'
    | 'pollIntervalMs'
    | 'sandboxId'
    | 'siblingIndex'
    | 'siblings'
    | 'successStatuses'
    | 'task'
    | 'timeoutMs'
    | 'wait'
  >;
  readonly files: Pick<Files, 'readBytes'>;
  /** The state of the run as folded from the events emitted so far, null before `started`. */
  readonly turn: () => RunRecord | null;
  /** As in `FollowContext`. */
  readonly wait?: FollowContext['wait'];
}

export interface Order {
  readonly start: StartOrder;
  readonly schema: OutputSchema | null;
  /** Null without `idempotency: metadata` (contract 4.9). */
  readonly exactlyOnce: ExactlyOnce | null;
}

interface Session extends SessionPorts, Order {
  readonly classify: (word: string | null) => StatusClass;
}

/** Emits every event of the run, with `ended` last. Rejects with `stop.reason` on abort (see `endOfCrash`). */
export async function runSession(ports: SessionPorts, order: Order): Promise<void> {
  const { inputs, emit, clock } = ports;
  const session = { ...ports, ...order, classify: createClassifier(inputs) };
  const result = await begin(session);
  const end = result.ok ? await toTheEnd(session, result.started) : endOfStart(result, inputs.timeoutMs);
  emit({ type: 'ended', end, at: clock.now() });
}

/** Being rate limited until the timeout has its own error code if a follow-up was to be sent (contract 5). */
function endOfStart(result: NotStarted, timeoutMs: number): SessionEnd {
  const outOfTime = result.outOfTime && result.error?.throttled !== true;
  return endOfRequest({ ...result, outOfTime }, timeoutMs);
}

async function toTheEnd(session: Session, started: Started): Promise<SessionEnd> {
  const { inputs, schema } = session;
  if (!inputs.wait) return onlyStarted(session, started);
  const { end, record } = await followTurn(session, started);
  if (end.outcome !== 'succeeded' || schema === null) return endOfFollow(end, inputs.timeoutMs);
  return checked(session, { schema, record, mayRepair: started.mode !== 'attached' });
}

async function begin(session: Session): Promise<StartResult> {
  const { start, exactlyOnce, clock, random, stop, inputs, deadline, emit } = session;
  if (start.kind !== 'create') {
    const { runId } = start;
    emit({ type: 'begin', runId, at: clock.now() });
    if (start.kind === 'attach') return { ok: true, started: attachTo(runId) };
    const resumed = await resume(session, { ...start, ...imagesOf(session) });
    if (resumed.ok || resumed.failure.code !== 'not_found' || start.otherwise === null) return resumed;
    emit({ type: 'gone', runId });
  }
  const body = start.kind === 'create' ? start.body : (start.otherwise as CreateBody);
  const spreadMs = startDelay({ siblings: inputs.siblings, index: inputs.siblingIndex, random });
  if (spreadMs > 0) await clock.sleep(Math.min(spreadMs, Math.max(0, deadline - clock.now())), stop);
  emit({ type: 'begin', runId: null, at: clock.now() });
  const whole = { ...body, ...imagesOf(session) };
  return exactlyOnce === null ? createRun(session, whole) : createOnce(session, { body: whole, once: exactlyOnce });
}

/** They are read when they are sent, because they may be large. The agent has them already when its answer is to be corrected. */
function imagesOf({ inputs: { images }, files }: Session): { readonly images?: readonly string[] } {
  return images.length === 0 ? {} : { images: dataUrisOf(images, files) };
}

function resume(session: Session, { mark = null, ...given }: MarkableFollowUp): Promise<StartResult> {
  const { inputs, exactlyOnce, turn } = session;
  // The run is unbanned before this step's first follow-up to it, not again before the second one.
  const followUp = { ...given, unban: inputs.onCancel === 'stop' && turn()?.mode !== 'resumed' };
  return mark !== null && exactlyOnce !== null
    ? resumeOnce(session, { ...followUp, mark })
    : resumeRun(session, { ...followUp, prompt: withMark(given.prompt, mark) });
}

/** One turn that was followed to its end. */
interface Followed {
  readonly end: FollowEnd;
  readonly record: RunRecord;
}

async function followTurn(session: Session, started: Started): Promise<Followed> {
  const { turn, stop, deadline, inputs, emit } = session;
  const call = { signal: stop, deadline };
  const pace = { siblings: inputs.siblings, fixedMs: inputs.pollIntervalMs };
  const end = await follow({ ...session, ...inputs, wait: session.wait, call, pace }, started, emit);
  return { end, record: turn() ?? recordOf(started) };
}

/** `wait: false`: the session ends as soon as the run exists. An attached run is read once to get its address. */
async function onlyStarted(session: Session, started: Started): Promise<SessionEnd> {
  const { stop, emit, inputs } = session;
  const record = recordOf(started);
  emit({ type: 'started', mode: started.mode, ...factsOf(record) });
  // The signal arrived while the create was in flight: the run ID is reported, but the step is still cancelled (7.3).
  stop.throwIfAborted();
  if (started.mode !== 'attached') return plainEnd('started');
  const read = await readRun(session, started.runId);
  if (!read.ok) return endOfRequest(read, inputs.timeoutMs);
  const changed = changedBy(read.value, record);
  if (changed !== null) emit({ type: 'status', ...factsOf(changed) });
  return plainEnd('started');
}

interface Answer {
  readonly schema: OutputSchema;
  /** The turn whose answer is checked. */
  readonly record: RunRecord;
  /** False for a run that is only followed, to which nothing is sent. */
  readonly mayRepair: boolean;
}

/** Reads the structured answer against the schema, and on a mismatch resumes the same run once to correct it (contract 8). */
async function checked(session: Session, { schema, record, mayRepair }: Answer): Promise<SessionEnd> {
  const { emit, exactlyOnce, inputs } = session;
  const wrong = (errors: readonly string[], tried: string): SessionEnd =>
    mismatch(errors, { tried, isReview: inputs.outputSchema === null });
  const first = answerOf(record, schema);
  if (first.ok) return { ...plainEnd('succeeded'), resultJson: first.json };
  if (!mayRepair) return wrong(first.errors, '');
  emit({ type: 'note', message: 'The result does not match the schema; asking the run once to correct it.' });
  const { runId } = record;
  const followUp = { runId, prompt: schema.repairPrompt(first.errors), mark: exactlyOnce?.repairMark ?? null };
  const resumed = await resume({ ...session, emit: waitsOf(emit) }, followUp);
  if (!resumed.ok) {
    const end = endOfRequest(resumed, inputs.timeoutMs);
    const asking = 'The result does not satisfy the schema, and asking the run to correct it failed.';
    return end.errorCode === null ? end : { ...end, errorMessage: `${asking} ${end.errorMessage ?? ''}` };
  }
  const again = { ...session, emit: (event: RunEvent) => emit(asRepair(event, record)) };
  const second = await followTurn(again, resumed.started);
  const tried = ', also after the run was asked once to correct it';
  if (second.end.notTakenUp) return wrong(first.errors, `${tried} (the run never acted on that request)`);
  if (second.end.outcome !== 'succeeded') return endOfFollow(second.end, inputs.timeoutMs);
  const reading = answerOf(answeredTurn(second.record, record), schema);
  return reading.ok ? { ...plainEnd('succeeded'), resultJson: reading.json } : wrong(reading.errors, tried);
}

/** Only waits and messages are reported: the run of the first turn stays the known one whatever happens to the repair. */
function waitsOf(emit: Emit): Emit {
  return (event) => {
    if (['throttled', 'outage', 'note', 'warning'].includes(event.type)) emit(event);
  };
}

/** An event of the second turn. Positions of entries continue from the first. */
function asRepair(event: RunEvent, { entries }: RunRecord): RunEvent {
  if (event.type === 'started') return { ...event, repair: true };
  if (event.type === 'entry' || event.type === 'amended')
    return { ...event, entry: { ...event.entry, index: entries + event.entry.index } };
  return event;
}

/** An observation that is an object is first read as the answer itself, then as a wrapper around a text. */
function answerOf(record: RunRecord, schema: OutputSchema): Reading {
  // The run's previous result answers another question (contract 4.6).
  if (hasOldResult(record)) return { ok: false, errors: ['this turn produced no answer of its own'] };
  const source = resultSource(record);
  const itself = typeof source === 'object' && source !== null ? schema.read(jsonText(source, 0)) : null;
  return itself?.ok === true ? itself : schema.read(resultText(source));
}

function mismatch(
  errors: readonly string[],
  { tried, isReview }: { readonly tried: string; readonly isReview: boolean },
): SessionEnd {
  const what = isReview
    ? 'The answer is not a review in the form that was asked for'
    : 'The result does not satisfy `output_schema`';
  const next = isReview
    ? 'Run the step again, or ask for less in the prompt.'
    : 'Describe the expected format more precisely in the prompt, or loosen the schema.';
  const shown = errors.map((error) => asSentence(`- ${error}`)).join('\n');
  return failedEnd('schema_mismatch', `${what}${tried}:\n${shown}\nThe raw text is in \`result\`. ${next}`);
}

/** @param what what the run did not do in time, as text */
function timedOutEnd(
  what: string,
  { obstacle, timeoutMs }: { readonly obstacle: string | null; readonly timeoutMs: number },
): SessionEnd {
  const why = obstacle === null ? '' : ` ${asSentence(`The last look failed: ${obstacle}`)}`;
  const cutShort = `The run ${what} within ${counted(timeoutMs / 60_000, 'minute')} (timeout_minutes).${why}`;
  return { ...plainEnd('timed_out'), cutShort };
}

function endOfFollow(end: FollowEnd, timeoutMs: number): SessionEnd {
  if (end.failure !== null) return failedEnd(end.failure.code, end.failure.message);
  if (end.outcome === 'timed_out') return timedOutEnd('did not end', { obstacle: end.obstacle, timeoutMs });
  return plainEnd(end.outcome);
}

/** A request at the start, or a read in its place, that failed permanently. */
function endOfRequest({ error, failure, outOfTime }: NotStarted, timeoutMs: number): SessionEnd {
  if (outOfTime) return timedOutEnd('could not be read', { obstacle: error?.message ?? null, timeoutMs });
  return failedEnd(failure.code, failure.message);
}
