/** Asks the service to stop the run of a cancelled step (`on_cancel: stop`, contract 1.1). */
import type { Clock } from '../ports.ts';
import type { CallOptions, ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { within, type Limit } from '../runner/within.ts';

/** The result: `unknown` if there was no response in time or an inconclusive one. */
export type StopAnswer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** Sends one request. Rejects with `signal.reason` if aborted. */
export async function stopRun(
  service: Pick<ServiceClient, 'published'>,
  runId: number,
  call: CallOptions,
): Promise<StopAnswer> {
  try {
    await service.published.ban(runId, call);
    return { kind: 'accepted' };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.notOffered) return { kind: 'missing' };
    const isRefusal = error.status !== null && error.proof === 'permanent';
    return { kind: isRefusal ? 'refused' : 'unknown', why: error.message };
  }
}

export interface StopLimit extends Limit {
  /** The client's clock. Defaults to the step's. */
  readonly callClock?: Pick<Clock, 'now'>;
  readonly clock: Clock;
}

/** Sends one request within a time limit. Never rejects for its end. */
export async function stopRunInTime(
  service: Pick<ServiceClient, 'published'>,
  runId: number,
  limit: StopLimit,
): Promise<StopAnswer> {
  return within(limit, async (signal) => {
    const deadline = (limit.callClock ?? limit.clock).now() + limit.ms;
    try {
      return await stopRun(service, runId, { signal, deadline });
    } catch (error) {
      if (!signal.aborted) throw error;
      return { kind: 'unknown', why: 'there was no time left' };
    }
  });
}

/** The text for `error_message`: whether the service accepted the request, and what to do next. */
export function stopSentence(
  answer: StopAnswer,
  { runId, address }: { readonly runId: number; readonly address: string | null },
): string {
  const where = address === null ? 'in the web interface of the service' : `at ${address}`;
  switch (answer.kind) {
    case 'accepted':
      return `The service accepted the request to stop run ${runId} (\`on_cancel: stop\`); look ${where}.`;
    case 'missing':
      return `Run ${runId} could not be stopped: this service has no endpoint for it (\`on_cancel: stop\`). It goes on; stop it ${where}.`;
    case 'refused':
      return `The service refused to stop run ${runId} (${answer.why}). It goes on; stop it ${where}.`;
    case 'unknown':
      return `It is not known whether run ${runId} was stopped: the request to stop it (\`on_cancel: stop\`) had no clear answer (${answer.why}). Look ${where}.`;
  }
}
