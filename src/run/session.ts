/**
 * One session: starts a turn of a run, follows it, and with a schema has the answer corrected once
 * (contract 4 and 8). Everything that happens is emitted. No state outside of the session, so that
 * one process can run many sessions over one client.
 */
import { asSentence, shortIds } from '../safe/text.ts';
import { jsonText } from '../agents/entry.ts';
import { OUTCOME_TABLE } from '../outcomes.ts';
import type { Emit, RunEvent, SessionEnd } from './events.ts';
import { asNotStarted, failedEnd, NotStarted, plainEnd, timedOutEnd } from './failure.ts';
import { follow, notTakenUp } from './follow.ts';
import type { OutputSchema, AnswerReading } from './output-schema.ts';
import { resumeRun } from './resume.ts';
import { readRun, type RunContext } from './send.ts';
import { startRun, type StartOrder } from './start.ts';
import type { Started } from './started-turn.ts';
import {
  answeredTurn,
  foldTurn,
  hasOldResult,
  resultSource,
  resultText,
  type EmitFolded,
  type TurnRecord,
} from './state.ts';

/** The timers of undici count in steps of half a second, and may end an exchange so much early. */
const EARLY_MS = 500;

export interface SessionOrder {
  readonly start: StartOrder;
  readonly schema: OutputSchema | null;
}

/** What a session works with. It folds the record of its turns itself, and hands it on. */
export interface SessionContext extends Omit<RunContext, 'emit' | 'turn'> {
  readonly emit: EmitFolded;
}

function folding(given: SessionContext): RunContext {
  let record: TurnRecord | null = null;
  return {
    ...given,
    emit: (event) => {
      record = foldTurn(record, event);
      given.emit(event, record);
    },
    // Asked for only after `started` was emitted, which sets it.
    turn: () => record as unknown as TurnRecord,
  };
}

/**
 * Emits every event of the run, with `ended` last. Rejects with the reason of `call.signal` on
 * abort (see `endOfCrash`).
 */
export async function runSession(given: SessionContext, order: SessionOrder): Promise<void> {
  const context = folding(given);
  const end = await toTheEnd(context, order);
  context.emit({ type: 'ended', end, at: context.clock.now() });
}

async function toTheEnd(context: RunContext, { start, schema }: SessionOrder): Promise<SessionEnd> {
  const { inputs, turn } = context;
  const started = await startRun(context, start).catch(asNotStarted);
  if (started instanceof NotStarted) {
    return started.end;
  }
  if (!inputs.wait) {
    return onlyStarted(context, started);
  }
  const end = await follow(context, started);
  if (end === null) {
    return notTakenUp(turn());
  }
  return schema !== null && mayAnswer(end) ? checked(context, schema) : end;
}

/** Also without the output that the service was asked for: the answer may stand in the text. */
function mayAnswer({ outcome }: SessionEnd): boolean {
  const { ending } = OUTCOME_TABLE[outcome];
  return ending === 'good' || ending === 'unproven';
}

/**
 * `wait: false`: the session ends as soon as the run exists. An attached run is read once to get
 * its address.
 */
async function onlyStarted(context: RunContext, started: Started): Promise<SessionEnd> {
  const { call, emit } = context;
  const { mode, runId, webUrl, status, meaning } = started;
  emit({ type: 'started', mode, runId, webUrl, status, meaning });
  // The signal arrived while the create was in flight: the run ID is reported, but the step is
  // still cancelled (7.3).
  call.signal.throwIfAborted();
  if (mode !== 'attached') {
    return plainEnd('started');
  }
  const run = await readRun(context, started).catch(asNotStarted);
  if (run instanceof NotStarted) {
    return run.end;
  }
  emit({ type: 'status', runId, webUrl: run.webUrl, status: run.status });
  return plainEnd('started');
}

/**
 * Reads the structured answer against the schema, and on a mismatch resumes the same run once to
 * correct it (contract 8).
 */
async function checked(context: RunContext, schema: OutputSchema): Promise<SessionEnd> {
  const { emit, exactlyOnce, inputs, turn } = context;
  const record = turn();
  const wrong = (errors: readonly string[], tried: string): SessionEnd =>
    mismatch(errors, { tried, isReview: inputs.outputSchema === null });
  const first = readAnswer(record, schema);
  if (first.ok) {
    return { ...plainEnd('succeeded'), resultJson: first.json };
  }
  // Nothing is sent to a run that is only followed.
  if (record.mode === 'attached') {
    return wrong(first.errors, '');
  }
  emit({
    type: 'note',
    message: 'The result does not match the schema; asking the run once to correct it.',
  });
  const repair = {
    runId: record.followed,
    prompt: schema.repairPrompt(first.errors),
    mark: exactlyOnce?.repairMark ?? null,
  };
  const again = {
    ...context,
    emit: (event: RunEvent) => emitRepair(event, { emit, record }),
  };
  const started = await resumeRun(again, { ...repair, corrects: record }).catch(asNotStarted);
  if (started instanceof NotStarted) {
    return uncorrected(context, started);
  }
  const end = await follow(again, started);
  const tried = ', also after the run was asked once to correct it';
  if (end === null) {
    return wrong(first.errors, `${tried} (the run never acted on that request)`);
  }
  if (!mayAnswer(end)) {
    return end;
  }
  const reading = readAnswer(answeredTurn(turn(), record), schema);
  if (reading.ok) {
    return { ...plainEnd('succeeded'), resultJson: reading.json };
  }
  return wrong(reading.errors, tried);
}

/** The run could not be asked to correct its answer. */
function uncorrected({ call, clock, inputs }: RunContext, { end, error }: NotStarted): SessionEnd {
  // The time ran out while the answer to the request was waited for.
  if (end.errorCode === 'ambiguous_create' && call.deadline - clock.now() <= EARLY_MS) {
    return timedOutEnd('did not correct its answer', {
      obstacle: error?.message ?? null,
      timeoutMs: inputs.timeoutMs,
    });
  }
  if (end.errorCode === null) {
    return end;
  }
  const asking = 'The result does not satisfy the schema, and asking the run to correct it failed.';
  return { ...end, errorMessage: `${asking} ${end.errorMessage ?? ''}` };
}

interface RepairedTurn {
  readonly emit: Emit;
  /** The first turn. */
  readonly record: TurnRecord;
}

/** Emits an event of the second turn. Positions of entries continue from the first. */
function emitRepair(event: RunEvent, { emit, record }: RepairedTurn): void {
  // The run of the first turn stays the known one whatever happens to the repair.
  const { runId } = record;
  switch (event.type) {
    case 'started':
      if (event.runId !== runId) {
        const [last, first] = shortIds(event.runId, runId);
        emit({ type: 'note', message: `Run ${last} corrects the answer of run ${first}.` });
      }
      emit({ ...event, runId, followed: event.runId, repair: true });
      return;
    case 'entry':
      emit({ ...event, entry: { ...event.entry, index: record.entries + event.entry.index } });
      return;
    case 'found':
      emit({ type: 'repairing', mark: event.mark, memo: event.memo });
      return;
    case 'sending':
      emit({ ...event, runId });
      return;
    default:
      emit(event);
  }
}

/**
 * An observation that is an object is first read as the answer itself, then as a wrapper around a
 * text.
 */
function readAnswer(record: TurnRecord, schema: OutputSchema): AnswerReading {
  // What the service gives apart from the text is meant as the answer (contract 18.5).
  const apart = record.structured === null ? null : schema.read(record.structured);
  if (apart?.ok === true) {
    return apart;
  }
  // The run's previous result answers another question (contract 4.6).
  if (hasOldResult(record)) {
    return apart ?? { ok: false, errors: ['this turn produced no answer of its own'] };
  }
  const source = resultSource(record);
  const itself =
    typeof source === 'object' && source !== null ? schema.read(jsonText(source, 0)) : null;
  if (itself?.ok === true) {
    return itself;
  }
  const text = schema.read(resultText(source));
  return text.ok ? text : (apart ?? text);
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
  return failedEnd(
    'schema_mismatch',
    `${what}${tried}:\n${shown}\nThe raw text is in \`result\`. ${next}`,
  );
}
