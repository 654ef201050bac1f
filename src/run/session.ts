/**
 * One session: creates, resumes or attaches to a run, follows it, and with a schema repairs the answer once (contract 4
 * and 8). Everything that happens is emitted. No state outside of the session, so that one process can run many sessions
 * over one client.
 */
import type { Clock, Random } from '../ports.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Emit, RunEvent, SessionEnd } from './events.ts';
import { follow, type FollowContext } from './follow.ts';
import { startDelay } from './pacing.ts';
import { changedFacts, factsOf, recordOf, type RunRecord } from './state.ts';
import { withMark } from './once-key.ts';
import { resumeOnce } from './once-resume.ts';
import { createOnce, type ExactlyOnce } from './once.ts';
import { attachTo, createRun, readRun, resumeRun, type Started, type StartPorts, type StartResult } from './start.ts';
import { createClassifier, type StatusClass } from './status.ts';
import type { CallOptions, Client, CreateBody } from '../service/client.ts';
import type { OutputSchema } from './output-schema.ts';
import { endOfFollow, endOfRequest, plainEnd } from './ends.ts';
import type { StartOrder } from './order.ts';
import { checkAndRepairOnce, type Followed, type FollowUp, type RepairPorts } from './repair.ts';

export interface SessionContext {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts when the session must end. */
  readonly stop: AbortSignal;
  /**
   * Like `stop`, but slightly later, so that the response to a request in flight can still arrive and a new run's ID is
   * not lost (7.3).
   */
  readonly lateStop: AbortSignal;
  /** The state of the run as folded from the events emitted so far, null before `started`. */
  readonly turn: () => RunRecord | null;
  /** Called before each create or resume. If it throws, the session ends without sending. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
  /** As in `FollowContext`. */
  readonly wait?: FollowContext['wait'];
}

export interface Order {
  readonly start: StartOrder;
  readonly schema: OutputSchema | null;
  /** Absent or null without `idempotency: metadata` (contract 4.9). */
  readonly exactlyOnce?: ExactlyOnce | null;
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly inputs: Pick<
    Inputs,
    | 'baseUrl'
    | 'failureStatuses'
    | 'orgId'
    | 'pollIntervalMs'
    | 'siblingIndex'
    | 'siblings'
    | 'successStatuses'
    | 'timeoutMs'
    | 'wait'
  >;
}

/** Emits every event of the run, with `ended` last. Rejects with `stop.reason` on abort (see `endOfCrash`). */
export async function runSession(context: SessionContext, order: Order, emit: Emit): Promise<void> {
  const end = await new Session(context, order, emit).run();
  emit({ type: 'ended', end, at: context.clock.now() });
}

class Session implements RepairPorts {
  readonly #context: SessionContext;
  readonly #order: Order;
  readonly emit: Emit;

  constructor(context: SessionContext, order: Order, emit: Emit) {
    this.#context = context;
    this.#order = order;
    this.emit = emit;
  }

  async run(): Promise<SessionEnd> {
    const { schema, inputs } = this.#order;
    const result = await this.#start();
    if (!result.ok) {
      // Being rate limited until the timeout has its own error code if a follow-up was to be sent (contract 5).
      const outOfTime = result.outOfTime && result.error?.throttled !== true;
      return endOfRequest({ ...result, outOfTime }, inputs.timeoutMs);
    }
    const { started } = result;
    if (!inputs.wait) return await this.#onlyStarted(started);
    const { end, record } = await this.follow(started);
    if (end.outcome !== 'succeeded' || schema === null) return endOfFollow(end, inputs.timeoutMs);
    return await checkAndRepairOnce(this, { schema, record, mayRepair: started.mode !== 'attached' });
  }

  get timeoutMs(): number {
    return this.#order.inputs.timeoutMs;
  }

  get lateCall(): CallOptions {
    return { signal: this.#context.lateStop, deadline: this.#order.deadline };
  }

  get #startPorts(): StartPorts & { readonly classify: (word: string | null) => StatusClass } {
    const { client, clock, random, stop, beforeSending } = this.#context;
    const { baseUrl, orgId } = this.#order.inputs;
    const classify = createClassifier(this.#order.inputs);
    return { emit: this.emit, client, clock, random, stop, beforeSending, baseUrl, orgId, classify };
  }

  async #start(): Promise<StartResult> {
    const { start } = this.#order;
    if (start.kind === 'create') return await this.#create(start.body);
    const { runId } = start;
    this.emit({ type: 'begin', runId, at: this.#context.clock.now() });
    if (start.kind === 'attach') return { ok: true, started: attachTo(runId) };
    const resumed = await this.#resume(start);
    if (resumed.ok || resumed.failure.code !== 'not_found' || start.otherwise === null) return resumed;
    this.emit({ type: 'gone', runId });
    return await this.#create(start.otherwise);
  }

  async #create(body: CreateBody): Promise<StartResult> {
    const { clock, random, stop } = this.#context;
    const { inputs, deadline } = this.#order;
    const spreadMs = startDelay({ siblings: inputs.siblings, index: inputs.siblingIndex, random });
    if (spreadMs > 0) await clock.sleep(Math.min(spreadMs, Math.max(0, deadline - clock.now())), stop);
    this.emit({ type: 'begin', runId: null, at: clock.now() });
    const { exactlyOnce: once = null } = this.#order;
    if (once === null) return await createRun(this.#startPorts, body, this.lateCall);
    return await createOnce(this.#startPorts, { body, once }, this.lateCall);
  }

  repair(followUp: FollowUp, emit: Emit): Promise<StartResult> {
    return this.#resume({ ...followUp, mark: this.#order.exactlyOnce?.repairMark ?? null }, emit);
  }

  async #resume({ runId, prompt, mark = null }: FollowUp, emit = this.emit): Promise<StartResult> {
    const ports = { ...this.#startPorts, emit };
    if (mark !== null && (this.#order.exactlyOnce ?? null) !== null) {
      return await resumeOnce(ports, { runId, prompt, mark }, this.lateCall);
    }
    return await resumeRun(ports, { runId, prompt: withMark(prompt, mark) }, this.lateCall);
  }

  async follow(started: Started, after: RunRecord | null = null): Promise<Followed> {
    const { client, clock, random, stop, wait, turn } = this.#context;
    const { inputs, deadline } = this.#order;
    const { baseUrl, orgId, siblings, pollIntervalMs } = inputs;
    const end = await follow(
      {
        ...{ client, clock, random, baseUrl, orgId, wait, turn },
        classify: createClassifier(inputs),
        call: { signal: stop, deadline },
        pace: { siblings, fixedMs: pollIntervalMs },
      },
      started,
      (event) => this.emit(after === null ? event : asRepair(event, after)),
    );
    return { end, record: turn() ?? recordOf(started) };
  }

  /** `wait: false`: the session ends as soon as the run exists. An attached run is read once to get its address. */
  async #onlyStarted(started: Started): Promise<SessionEnd> {
    const { stop } = this.#context;
    const { inputs, deadline } = this.#order;
    const record = recordOf(started);
    this.emit({ type: 'started', mode: started.mode, ...factsOf(record) });
    // The signal arrived while the create was in flight: the run ID is reported, but the step is still cancelled (7.3).
    stop.throwIfAborted();
    if (started.mode !== 'attached') return plainEnd('started');
    const read = await readRun(this.#startPorts, started.runId, { signal: stop, deadline });
    if (!read.ok) return endOfRequest(read, inputs.timeoutMs);
    const changed = changedFacts(record, read.value);
    if (changed !== null) this.emit({ type: 'status', ...changed });
    return plainEnd('started');
  }
}

function asRepair(event: RunEvent, { entries }: RunRecord): RunEvent {
  if (event.type === 'started') return { ...event, repair: true };
  if (event.type === 'entry' || event.type === 'amended')
    return { ...event, entry: { ...event.entry, index: entries + event.entry.index } };
  return event;
}
