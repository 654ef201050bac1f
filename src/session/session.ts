/**
 * The run's life in this step: create, resume or attach, follow, and with a schema one repair (contract 4 and 8). Events go
 * to whoever shows them; what is known is kept in the `Step`.
 */
import type { Clock, Random } from '../ports.ts';
import { jsonText } from '../report/entry-summary.ts';
import type { RunEvent } from '../run/events.ts';
import { follow, type FollowEnd } from '../run/follow.ts';
import type { Failure } from '../run/error-message.ts';
import { startDelay } from '../run/pacing/matrix-start.ts';
import { RunRecord } from '../run/record.ts';
import {
  attachTo,
  createRun,
  readRun,
  resumeRun,
  type Started,
  type StartPorts,
  type StartResult,
} from '../run/start.ts';
import { createClassifier } from '../run/status.ts';
import { counted } from '../shared/format.ts';
import type { CallOptions, Client } from '../service/client.ts';
import type { AgentRun } from '../service/schema.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { OutputSchema, Reading } from '../structured-output/index.ts';
import type { Step } from './state.ts';

export interface TurnPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly inputs: Inputs;
  readonly schema: OutputSchema | null;
  readonly step: Step;
  /** Every event, in order, as soon as it happens. */
  readonly emit: (event: RunEvent) => void;
  /** Aborts when the step is to end. */
  readonly stop: AbortSignal;
  /** Like `stop`, but a moment later: an answer in flight may still come, so that a run's id is not lost (7.3). */
  readonly lateStop: AbortSignal;
  readonly deadline: number;
  /** Before each try of a create or resume, which cannot be taken back, so that the post step knows. */
  readonly onSending: (runId: number | null) => void;
  /** The last try surely was not carried out. */
  readonly onUnsent: () => void;
  /** The run that is to be resumed, as it was before. */
  readonly onSeen: (run: AgentRun) => void;
}

export interface Order {
  /** Null: nothing is sent, the run is attached to. */
  readonly prompt: string | null;
  /** Null: a new run. */
  readonly runId: number | null;
  /** A recorded run that the service does not know any more leads to a new one (7.2). */
  readonly replaceIfGone: boolean;
  /** Called when that happens. */
  readonly onGone: () => void;
}

/** Does the whole job; the step's outcome is set when it resolves. Rejects with `stop.reason` when aborted. */
export async function runTurns(ports: TurnPorts, order: Order): Promise<void> {
  const { step, inputs } = ports;
  const result = await begin(ports, order);
  if (!result.ok) {
    // A 429 until the timeout has a code of its own where a follow-up was to be sent (contract 5).
    if (result.outOfTime && !result.error.throttled) timedOut(ports, 'could not be read', result.error.message);
    else step.fail(result.failure.code, result.failure.message);
    return;
  }
  if (!inputs.wait) return onlyStarted(ports, result.started);
  const end = await followTurn(ports, { started: result.started, repair: false });
  if (end.outcome === 'succeeded' && ports.schema !== null)
    return structured(ports, ports.schema, result.started.mode !== 'attached');
  conclude(ports, end);
}

async function begin(ports: TurnPorts, order: Order): Promise<StartResult> {
  const { step, clock, random, inputs, stop, deadline } = ports;
  const call: CallOptions = { signal: ports.lateStop, deadline };
  if (order.prompt === null && order.runId !== null) {
    step.callMade(order.runId);
    return { ok: true, started: attachTo(order.runId) };
  }
  const prompt = order.prompt ?? '';
  if (order.runId !== null) {
    step.callMade(order.runId);
    const resumed = await resumeRun(startPorts(ports, order.runId), { runId: order.runId, prompt }, call);
    if (resumed.ok || resumed.failure.code !== 'not_found' || !order.replaceIfGone) return resumed;
    order.onGone();
  }
  const spreadMs = startDelay({ siblings: inputs.siblings, index: inputs.siblingIndex, random });
  if (spreadMs > 0) await clock.sleep(Math.min(spreadMs, Math.max(0, deadline - clock.now())), stop);
  step.callMade(null);
  const repo = inputs.repoId === null ? {} : { repo_id: inputs.repoId };
  return createRun(startPorts(ports), { ...inputs.requestFields, prompt, ...repo }, call);
}

/** @param runId the run that is to be resumed */
function startPorts(ports: TurnPorts, runId: number | null = null): StartPorts {
  const { client, clock, random, stop, inputs, emit, onUnsent, onSeen } = ports;
  let outage = false;
  return {
    client,
    clock,
    random,
    stop,
    baseUrl: inputs.baseUrl,
    orgId: inputs.orgId,
    onWait: ({ throttled, waitMs, message }) => {
      if (throttled) emit({ type: 'throttled', waitMs });
      else if (!outage) emit({ type: 'outage', message, waitMs });
      outage ||= !throttled;
    },
    onSend: () => ports.onSending(runId),
    onUnsent,
    onSeen,
  };
}

async function followTurn(
  ports: TurnPorts,
  { started, repair }: { readonly started: Started; readonly repair: boolean },
): Promise<FollowEnd> {
  const { client, clock, random, inputs, step, emit, stop, deadline } = ports;
  const record = new RunRecord(started);
  step.setRun(record, { repair });
  const events = follow(
    {
      client,
      clock,
      random,
      classify: createClassifier(inputs),
      call: { signal: stop, deadline },
      pace: { siblings: inputs.siblings, index: inputs.siblingIndex, fixedMs: inputs.pollIntervalMs },
      baseUrl: inputs.baseUrl,
      orgId: inputs.orgId,
    },
    { started, record },
  );
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
    const event = next.value;
    // Positions count on over a repair's turn.
    emit(event.type === 'entry' ? { ...event, entry: { ...event.entry, index: step.totalLogs } } : event);
  }
}

/** `wait: false`: the step ends as soon as the run exists. An attached run is read once, so that its address is known. */
async function onlyStarted(ports: TurnPorts, started: Started): Promise<void> {
  const { step, emit, stop, deadline } = ports;
  const record = new RunRecord(started);
  step.setRun(record, { repair: false });
  emit({ type: 'started', mode: started.mode, ...record.facts() });
  // The signal came while the create was in flight: the id is told, and the step was cancelled all the same (7.3).
  stop.throwIfAborted();
  step.outcome = 'started';
  if (started.mode !== 'attached') return;
  const read = await readRun(startPorts(ports), started.runId, { signal: stop, deadline });
  if (!read.ok) {
    if (read.outOfTime) timedOut(ports, 'could not be read', read.error.message);
    else step.fail(read.failure.code, read.failure.message);
    return;
  }
  if (record.takeRun(read.value)) emit({ type: 'status', ...record.facts() });
}

/** Reads the structured answer; one repair by resuming the same run (contract 8). */
async function structured(ports: TurnPorts, schema: OutputSchema, mayRepair: boolean): Promise<void> {
  const { step, deadline, emit } = ports;
  const first = answerOf(step, schema);
  if (first.ok) {
    accept(step, first.json);
    return;
  }
  const runId = step.runId;
  if (!mayRepair || runId === null) {
    step.fail('schema_mismatch', mismatch(first.errors, { asked: mayRepair }));
    return;
  }
  emit({ type: 'warning', message: 'The result does not satisfy the schema; the run is asked once to correct it.' });
  const call: CallOptions = { signal: ports.lateStop, deadline };
  // The run of this step stays the one that is known, whatever becomes of the repair.
  const still = { ...startPorts(ports), onSend: () => undefined, onUnsent: () => undefined, onSeen: () => undefined };
  const resumed = await resumeRun(still, { runId, prompt: schema.repairPrompt(first.errors) }, call);
  if (!resumed.ok) {
    if (resumed.outOfTime) timedOut(ports, 'could not be read', resumed.error.message);
    else failRepair(step, resumed.failure);
    return;
  }
  const end = await followTurn(ports, { started: resumed.started, repair: true });
  if (end.notTakenUp) {
    step.fail('schema_mismatch', mismatch(first.errors, { asked: true, note: 'the run did not take that up' }));
    return;
  }
  if (end.outcome !== 'succeeded') {
    conclude(ports, end);
    return;
  }
  const second = answerOf(step, schema);
  if (second.ok) {
    accept(step, second.json);
    return;
  }
  step.fail('schema_mismatch', mismatch(second.errors, { asked: true }));
}

function answerOf(step: Step, schema: OutputSchema): Reading {
  const { resultSource } = step;
  // An observation that is an object is an answer of its own before it is a wrapper around a text.
  const itself =
    typeof resultSource === 'object' && resultSource !== null ? schema.read(jsonText(resultSource, 0)) : null;
  return itself?.ok === true ? itself : schema.read(step.view().result);
}

function accept(step: Step, json: string): void {
  step.resultJson = json;
  step.outcome = 'succeeded';
}

function failRepair(step: Step, { code, message }: Failure): void {
  step.fail(code, `The result does not satisfy the schema, and asking the run to correct it failed. ${message}`);
}

function mismatch(
  errors: readonly string[],
  { asked, note = null }: { readonly asked: boolean; readonly note?: string | null },
): string {
  const tried = asked ? `, also after the run was asked once to correct it${note === null ? '' : ` (${note})`}` : '';
  const shown = errors.map((error) => `- ${error}`);
  return `The result does not satisfy \`output_schema\`${tried}:\n${shown.join('\n')}\nThe raw text is in \`result\`. State the form more plainly in the prompt, or loosen the schema.`;
}

function conclude(ports: TurnPorts, end: FollowEnd): void {
  const { step } = ports;
  if (end.failure !== null) return step.fail(end.failure.code, end.failure.message);
  if (end.outcome === 'timed_out') return timedOut(ports, 'did not end', end.obstacle);
  step.outcome = end.outcome;
}

/** @param what in words, what the run did not do in time */
function timedOut({ step, inputs }: TurnPorts, what: string, obstacle: string | null): void {
  const minutes = inputs.timeoutMs / 60_000;
  const why = obstacle === null ? '' : ` The last look failed: ${obstacle}.`;
  step.outcome = 'timed_out';
  step.cutShort = `The run ${what} within ${counted(minutes, 'minute')} (timeout_minutes).${why}`;
}
