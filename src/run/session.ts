/**
 * One session: starts a turn of a run, follows it, and with a schema has the answer corrected once (contract 4 and 8). Everything that
 * happens is emitted. No state outside of the session, so that one process can run many sessions over one client.
 */
import type { Inputs } from '../inputs/parse.ts';
import { asSentence, counted } from '../safe/text.ts';
import { jsonText } from '../service/entry.ts';
import type { Emit, RunEvent, SessionEnd } from './events.ts';
import { failedEnd, plainEnd } from './failure.ts';
import { follow, type FollowEnd } from './follow.ts';
import type { OutputSchema, Reading } from './output-schema.ts';
import {
  asNotStarted,
  NotStarted,
  readRun,
  resumeRun,
  startRun,
  type Started,
  type StartOrder,
  type StartPorts,
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
import { createClassifier } from './status.ts';
import type { FollowContext } from './turn.ts';

/** What a session works with, and for how long. */
export interface SessionPorts extends Omit<StartPorts, 'classify'>, Pick<FollowContext, 'turn' | 'wait'> {
  readonly inputs: Inputs;
}

export interface Order {
  readonly start: StartOrder;
  readonly schema: OutputSchema | null;
}

interface Session extends SessionPorts, Pick<StartPorts, 'classify'> {
  readonly schema: OutputSchema | null;
}

/** Emits every event of the run, with `ended` last. Rejects with `stop.reason` on abort (see `endOfCrash`). */
export async function runSession(ports: SessionPorts, { start, schema }: Order): Promise<void> {
  const { inputs, emit, clock } = ports;
  const session = { ...ports, schema, classify: createClassifier(inputs) };
  const started = await startRun(session, start).catch(asNotStarted);
  const end = started instanceof NotStarted ? endOfStart(started, inputs) : await toTheEnd(session, started);
  emit({ type: 'ended', end, at: clock.now() });
}

async function toTheEnd(session: Session, started: Started): Promise<SessionEnd> {
  const { inputs, schema } = session;
  if (!inputs.wait) return onlyStarted(session, started);
  const { end, record } = await followTurn(session, started);
  if (end.outcome !== 'succeeded' || schema === null) return endOfFollow(end, inputs);
  return checked(session, { schema, record });
}

/** One turn that was followed to its end. */
interface Followed {
  readonly end: FollowEnd;
  readonly record: RunRecord;
}

async function followTurn(session: Session, started: Started): Promise<Followed> {
  const { turn, stop, deadline, inputs, emit } = session;
  const { baseUrl, orgId, siblings, pollIntervalMs: fixedMs } = inputs;
  const call = { signal: stop, deadline };
  const end = await follow({ ...session, baseUrl, orgId, call, pace: { siblings, fixedMs } }, started, emit);
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
  const run = await readRun(session, started.runId).catch(asNotStarted);
  if (run instanceof NotStarted) return endOfRequest(run, inputs);
  const changed = changedBy(run, record);
  if (changed !== null) emit({ type: 'status', ...factsOf(changed) });
  return plainEnd('started');
}

/** Reads the structured answer against the schema, and on a mismatch resumes the same run once to correct it (contract 8). */
async function checked(
  session: Session,
  { schema, record }: { readonly schema: OutputSchema; readonly record: RunRecord },
): Promise<SessionEnd> {
  const { emit, exactlyOnce, inputs } = session;
  const wrong = (errors: readonly string[], tried: string): SessionEnd =>
    mismatch(errors, { tried, isReview: inputs.outputSchema === null });
  const first = answerOf(record, schema);
  if (first.ok) return { ...plainEnd('succeeded'), resultJson: first.json };
  // Nothing is sent to a run that is only followed.
  if (record.mode === 'attached') return wrong(first.errors, '');
  emit({ type: 'note', message: 'The result does not match the schema; asking the run once to correct it.' });
  const { runId } = record;
  const followUp = { runId, prompt: schema.repairPrompt(first.errors), mark: exactlyOnce?.repairMark ?? null };
  // The first follow-up to the run has taken back an earlier request to stop it.
  const unban = inputs.onCancel === 'stop' && record.mode !== 'resumed';
  const started = await resumeRun({ ...session, emit: waitsOf(emit) }, { ...followUp, unban }).catch(asNotStarted);
  if (started instanceof NotStarted) {
    const end = endOfRequest(started, inputs);
    const asking = 'The result does not satisfy the schema, and asking the run to correct it failed.';
    return end.errorCode === null ? end : { ...end, errorMessage: `${asking} ${end.errorMessage ?? ''}` };
  }
  const again = { ...session, emit: (event: RunEvent) => emit(asRepair(event, record)) };
  const second = await followTurn(again, started);
  const tried = ', also after the run was asked once to correct it';
  if (second.end.notTakenUp) return wrong(first.errors, `${tried} (the run never acted on that request)`);
  if (second.end.outcome !== 'succeeded') return endOfFollow(second.end, inputs);
  const reading = answerOf(answeredTurn(second.record, record), schema);
  return reading.ok ? { ...plainEnd('succeeded'), resultJson: reading.json } : wrong(reading.errors, tried);
}

/** Only waits, messages and whether the follow-up was sent are reported: the run of the first turn stays the known one whatever happens to the repair. */
function waitsOf(emit: Emit): Emit {
  return (event) => {
    if (['throttled', 'outage', 'note', 'warning', 'sending', 'unsent'].includes(event.type)) emit(event);
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

type TimeLimit = Pick<Inputs, 'timeoutMs'>;

/** @param what what the run did not do in time, as text */
function timedOutEnd(
  what: string,
  { obstacle, timeoutMs }: TimeLimit & { readonly obstacle: string | null },
): SessionEnd {
  const why = obstacle === null ? '' : ` ${asSentence(`The last look failed: ${obstacle}`)}`;
  const cutShort = `The run ${what} within ${counted(timeoutMs / 60_000, 'minute')} (timeout_minutes).${why}`;
  return { ...plainEnd('timed_out'), cutShort };
}

function endOfFollow(end: FollowEnd, { timeoutMs }: TimeLimit): SessionEnd {
  if (end.failure !== null) return failedEnd(end.failure.code, end.failure.message);
  if (end.outcome === 'timed_out') return timedOutEnd('did not end', { obstacle: end.obstacle, timeoutMs });
  return plainEnd(end.outcome);
}

/** Being rate limited until the timeout has its own error code if a follow-up was to be sent (contract 5). */
function endOfStart(met: NotStarted, limit: TimeLimit): SessionEnd {
  const { failure, error } = met;
  return error?.throttled === true ? failedEnd(failure.code, failure.message) : endOfRequest(met, limit);
}

/** A request at the start, or a read in its place, that failed permanently. */
function endOfRequest({ error, failure, outOfTime }: NotStarted, { timeoutMs }: TimeLimit): SessionEnd {
  if (outOfTime) return timedOutEnd('could not be read', { obstacle: error?.message ?? null, timeoutMs });
  return failedEnd(failure.code, failure.message);
}
