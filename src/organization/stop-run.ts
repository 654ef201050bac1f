/** Asks the service to stop the run of a cancelled step (`on_cancel: stop`, contract 1.1). */
import type { Clock } from '../ports.ts';
import { lateSignal } from '../runner/signals.ts';
import type { CallOptions, ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';

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
    const published = await service.published();
    await published.ban(runId, call);
    return { kind: 'accepted' };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.notOffered) return { kind: 'missing' };
    const isRefusal = error.status !== null && error.proof === 'permanent';
    return { kind: isRefusal ? 'refused' : 'unknown', why: error.message };
  }
}

export interface StopPatience {
  /** The step's own ports, whose clock measures the time left after a signal. */
  readonly ports: { readonly clock: Clock; readonly stop: AbortSignal };
  /** The client's clock. Defaults to the step's. */
  readonly clock?: Clock;
  /** Milliseconds for the request, of which at most `hurriedMs` remain after a signal. */
  readonly patienceMs: number;
  readonly hurriedMs: number;
}

/** Sends one request on behalf of a step whose own signal has ended everything else. Never rejects for a signal. */
export async function stopRunInTime(
  service: Pick<ServiceClient, 'published'>,
  runId: number,
  { ports, clock = ports.clock, patienceMs, hurriedMs }: StopPatience,
): Promise<StopAnswer> {
  const done = new AbortController();
  const signal = lateSignal(ports.clock, { stop: ports.stop, done: done.signal, lateMs: hurriedMs });
  try {
    return await stopRun(service, runId, { signal, deadline: clock.now() + patienceMs });
  } catch (error) {
    if (!signal.aborted) throw error;
    return { kind: 'unknown', why: 'the step was cancelled before the service answered' };
  } finally {
    done.abort();
  }
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
