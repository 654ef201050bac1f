/** Cancels a run, and reads what became of it (sheet, sections 3.3 and 8). */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { RunId, StopResponse } from '../port.ts';
import type { RunRef } from './client.ts';
import { asServiceError } from '../kit/failures.ts';
import { shortId } from '../../safe/text.ts';
import { namedRunOf, runIdOf } from './ids.ts';
import type { Run } from './schema.ts';
import { newestRun, type TurnParts } from './turn.ts';
import { isFinal, meaningOf } from './words.ts';

/**
 * A cancel may fail and be carried out all the same, or not: it is tried again (sheet, section 8).
 */
const RETRIES = 3;
/** Of the record, until it shows what became of the request. */
const READS = 15;
/** A step that is cancelled leaves two seconds for all of it. */
const CANCEL_PAUSE_MS = 300;
/** Kept before the deadline for the answer of a request. */
const RESPONSE_RESERVE_MS = 500;
/** Kept before the deadline to say what became of it. */
const SAY_MS = 100;

export async function stopRun(
  parts: TurnParts,
  id: RunId,
  call: CallOptions,
): Promise<StopResponse> {
  const { agentId, runId } = namedRunOf(id);
  const ref = runId === null ? await newestRun(parts, agentId, call) : { agentId, runId };
  return new Stopping(parts, ref, call).run();
}

class Stopping {
  readonly #parts: TurnParts;
  readonly #ref: RunRef;
  readonly #call: CallOptions;

  constructor(...[parts, ref, call]: readonly [TurnParts, RunRef, CallOptions]) {
    this.#parts = parts;
    this.#ref = ref;
    this.#call = call;
  }

  async run(): Promise<StopResponse> {
    for (let tries = RETRIES; ; tries -= 1) {
      const refusal = await this.#cancel();
      if (refusal === null) {
        return this.#readBack();
      }
      const run = await this.#read();
      if (run !== null && isFinal(run.status)) {
        return this.#responseOf(run, { isRefused: refusal.status === 409 });
      }
      if (tries === 0 || !mayPass(refusal) || !(await this.#pause())) {
        throw run === null ? refusal : withState(refusal, run);
      }
    }
  }

  /** The refusal, or null where it was accepted. */
  async #cancel(): Promise<ServiceError | null> {
    const accepted = this.#parts.client.cancel(this.#ref, this.#call).then(() => null);
    return accepted.catch(asServiceError);
  }

  async #read(): Promise<Run | null> {
    const soon = { ...this.#call, deadline: this.#call.deadline - SAY_MS };
    const run = await this.#parts.client.run(this.#ref, soon).catch(asServiceError);
    return run instanceof ServiceError ? null : run;
  }

  async #readBack(): Promise<StopResponse> {
    for (let reads = 0; reads < READS; reads += 1) {
      const run = await this.#read();
      if (run !== null && isFinal(run.status)) {
        return this.#responseOf(run, { isRefused: false });
      }
      if (!(await this.#pause())) {
        break;
      }
    }
    const text =
      `The service accepted the request to cancel run ${this.#name}, ` +
      'but did not show yet that it has ended.';
    return { kind: 'accepted', text };
  }

  #responseOf({ status }: Run, { isRefused }: { readonly isRefused: boolean }): StopResponse {
    if (isRefused || meaningOf(status) !== 'cancelled') {
      return { kind: 'over', text: `Run ${this.#name} had ended already (${String(status)}).` };
    }
    const text = `The service cancelled run ${this.#name}; it shows ${String(status)}.`;
    return { kind: 'accepted', text };
  }

  /** As people read it. */
  get #name(): string {
    const { agentId, runId } = this.#ref;
    return shortId(runIdOf(agentId, runId));
  }

  /** False: no time is left for another request. */
  async #pause(): Promise<boolean> {
    const { clock } = this.#parts;
    if (clock.now() + CANCEL_PAUSE_MS + RESPONSE_RESERVE_MS > this.#call.deadline) {
      return false;
    }
    await clock.sleep(CANCEL_PAUSE_MS, this.#call.signal);
    return true;
  }
}

/** With what the run showed after it: it goes on. */
function withState(refusal: ServiceError, { status }: Run): ServiceError {
  const text = `${refusal.message}; the run shows ${String(status)}`;
  return new ServiceError(text, refusal, { cause: refusal });
}

function mayPass({ status, proof, throttled }: ServiceError): boolean {
  return status === 409 || throttled || proof !== 'permanent';
}
