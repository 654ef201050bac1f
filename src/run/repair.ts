/**
 * Reads the structured answer against the schema, and on a mismatch resumes the same run once to repair it (contract
 * 8).
 */
import { jsonText, resultText } from '../report/entry-summary.ts';
import type { Emit, RunEvent, SessionEnd } from './events.ts';
import type { FollowEnd } from './follow.ts';
import { answeredTurn, hasOldResult, resultSource, type RunRecord } from './state.ts';
import type { Started, StartResult } from './start.ts';
import type { OutputSchema, Reading } from './output-schema.ts';
import { endOfFollow, endOfRequest, failedEnd, succeededWith } from './ends.ts';

export interface FollowUp {
  readonly runId: number;
  readonly prompt: string;
  readonly mark?: string | null;
}

/** One turn that was followed to its end. */
export interface Followed {
  readonly end: FollowEnd;
  readonly record: RunRecord;
}

/** The parts of the session that a repair needs. */
export interface RepairPorts {
  readonly timeoutMs: number;
  readonly emit: Emit;
  /** Sends the follow-up to the session's own run. */
  repair(followUp: FollowUp, emit: Emit): Promise<StartResult>;
  /** @param after the turn to repair. Positions of entries continue from it */
  follow(started: Started, after: RunRecord): Promise<Followed>;
}

interface Checked {
  readonly schema: OutputSchema;
  /** The turn whose answer is checked. */
  readonly record: RunRecord;
  /** False for a run that is only followed, to which nothing is sent. */
  readonly mayRepair: boolean;
}

export async function checkAndRepairOnce(
  session: RepairPorts,
  { schema, record, mayRepair }: Checked,
): Promise<SessionEnd> {
  const { timeoutMs, emit } = session;
  const first = answerOf(record, schema);
  if (first.ok) return succeededWith(first.json);
  if (!mayRepair) return mismatch(first.errors, { asked: false });
  emit({ type: 'note', message: 'The result does not match the schema; asking the run once to correct it.' });
  const { runId } = record;
  const prompt = schema.repairPrompt(first.errors);
  const resumed = await session.repair({ runId, prompt }, waitsOf(emit));
  if (!resumed.ok) {
    const end = endOfRequest(resumed, timeoutMs);
    return end.errorCode === null ? end : { ...end, errorMessage: notAsked(end.errorMessage) };
  }
  const second = await session.follow(resumed.started, record);
  if (second.end.notTakenUp)
    return mismatch(first.errors, { asked: true, note: 'the run never acted on that request' });
  if (second.end.outcome !== 'succeeded') return endOfFollow(second.end, timeoutMs);
  const reading = answerOf(answeredTurn(second.record, record), schema);
  return reading.ok ? succeededWith(reading.json) : mismatch(reading.errors, { asked: true });
}

/** Only waits are reported, because the run of the first turn stays the known one whatever happens to the repair. */
function waitsOf(emit: Emit): Emit {
  return (event: RunEvent) => {
    if (event.type === 'throttled' || event.type === 'outage' || event.type === 'note') emit(event);
  };
}

/** An observation that is an object is first read as the answer itself, then as a wrapper around a text. */
function answerOf(record: RunRecord, schema: OutputSchema): Reading {
  // The run's previous result answers another question (contract 4.6).
  if (hasOldResult(record)) return { ok: false, errors: ['this turn produced no answer of its own'] };
  const source = resultSource(record);
  const itself = typeof source === 'object' && source !== null ? schema.read(jsonText(source, 0)) : null;
  return itself?.ok === true ? itself : schema.read(resultText(source));
}

function notAsked(message: string | null): string {
  return `The result does not satisfy the schema, and asking the run to correct it failed. ${message ?? ''}`;
}

function mismatch(
  errors: readonly string[],
  { asked, note = null }: { readonly asked: boolean; readonly note?: string | null },
): SessionEnd {
  const tried = asked ? `, also after the run was asked once to correct it${note === null ? '' : ` (${note})`}` : '';
  const shown = errors.map((error) => `- ${error}`);
  return failedEnd(
    'schema_mismatch',
    `The result does not satisfy \`output_schema\`${tried}:\n${shown.join('\n')}\nThe raw text is in \`result\`. Describe the expected format more precisely in the prompt, or loosen the schema.`,
  );
}
