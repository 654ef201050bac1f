/** A request to stop a run, and what became of it (contract 1.1 `on_cancel`, 7.3, 20). */
import type { Agent, RunId } from '../agents/port.ts';
import { NotOffered, ServiceError } from '../http/errors.ts';
import type { CallOptions } from '../http/limits.ts';
import type { StopResult } from '../runner/saved-state.ts';
import { shortId } from '../safe/text.ts';
import { safeHttpsUrl } from '../safe/url.ts';

export interface StopReading {
  readonly result: StopResult;
  /** The service's words, or what went wrong. May be empty. */
  readonly why: string;
}

/** Asks once. Rejects only with `call.signal.reason` on abort, and for bugs. */
export async function requestStop(
  agent: Pick<Agent, 'stop'>,
  runId: RunId,
  call: CallOptions,
): Promise<StopReading> {
  if (agent.stop === undefined) {
    return { result: 'missing', why: '' };
  }
  try {
    const { kind, text } = await agent.stop(runId, call);
    return { result: kind, why: text };
  } catch (error) {
    if (error instanceof ServiceError) {
      return stopResultOf(error);
    }
    throw error;
  }
}

function stopResultOf(error: ServiceError): StopReading {
  // The page of a gateway says nothing of the service.
  if (error.isGatewayPage) {
    return { result: 'unsent', why: error.message };
  }
  if (error instanceof NotOffered) {
    return { result: 'missing', why: '' };
  }
  return { result: resultProven(error), why: error.message };
}

/** Without a status a refusal is one before anything was sent. */
function resultProven({ proof, status }: ServiceError): StopResult {
  switch (proof) {
    case 'ambiguous':
      return 'unknown';
    case 'unsent':
      return 'unsent';
    case 'permanent':
      return status === null ? 'unsent' : 'refused';
  }
}

interface StopWords extends StopReading {
  readonly runId: RunId;
  readonly webUrl: string | null;
  /** The input that wants it, as people find it in the workflow: `on_cancel: stop`. */
  readonly wantedBy: string;
}

/** Whether the service accepted the request, and what to do next, as sentences. */
export function stopText({ result, why, runId, webUrl, wantedBy }: StopWords): string {
  const address = safeHttpsUrl(webUrl);
  const where = address === null ? 'in the web interface of the service' : `at ${address}`;
  const run = shortId(runId);
  switch (result) {
    case 'accepted':
      if (why === '') {
        return `The service accepted the request to stop run ${run} (${wantedBy}); look ${where}.`;
      }
      return `The request to stop it (${wantedBy}) was accepted. ${why} Look ${where}.`;
    case 'over':
      return `Nothing was left to stop (${wantedBy}). ${why} Look ${where}.`;
    case 'missing':
      return (
        `Run ${run} could not be stopped: this service has no endpoint for it (${wantedBy}). ` +
        `It goes on; stop it ${where}.`
      );
    case 'refused':
      return `The service refused to stop run ${run} (${why}). It goes on; stop it ${where}.`;
    case 'unsent':
      return (
        `Run ${run} was not stopped: the request to stop it (${wantedBy}) ` +
        `was not sent, or not taken for now (${why}). It goes on; stop it ${where}.`
      );
    case 'unknown':
      return (
        `It is not known whether run ${run} was stopped: the request to stop it ` +
        `(${wantedBy}) had no clear answer (${why}). Look ${where}.`
      );
  }
}
