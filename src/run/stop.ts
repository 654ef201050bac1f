/** `on_cancel: stop` (contract 1.1): asks the service to stop the run of a cancelled step, and takes that back before the next follow-up. */
import type { Clock } from '../ports.ts';
import type { CallOptions } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Published } from '../service/published.ts';
import { shownAddress } from '../safe/format.ts';
import { within, type Limit } from '../runner/within.ts';

/** The result: `unknown` if there was no response in time or an inconclusive one. */
export type StopAnswer = 'accepted' | 'missing' | 'refused' | 'unknown';

export interface Stopped {
  readonly answer: StopAnswer;
  /** Whether the service accepted the request, and what to do next, for `error_message`. */
  readonly message: string;
}

/** Sends one request within a time limit. Never rejects for its end. */
export async function stopRun(
  service: { readonly published: Pick<Published, 'ban'> },
  run: { readonly runId: number; readonly webUrl: string | null },
  limit: Limit & { readonly clock: Pick<Clock, 'now' | 'sleep'> },
): Promise<Stopped> {
  const { answer, why } = await within(limit, async (signal) => {
    try {
      await service.published.ban(run.runId, { signal, deadline: limit.clock.now() + limit.ms });
      return { answer: 'accepted', why: '' } as const;
    } catch (error) {
      if (error instanceof ServiceError) return answerOf(error);
      if (!signal.aborted) throw error;
      return { answer: 'unknown', why: 'there was no time left' } as const;
    }
  });
  return { answer, message: sentence(answer, { ...run, why }) };
}

function answerOf(error: ServiceError): { readonly answer: StopAnswer; readonly why: string } {
  if (error.notOffered) return { answer: 'missing', why: '' };
  const isRefusal = error.status !== null && error.proof === 'permanent';
  return { answer: isRefusal ? 'refused' : 'unknown', why: error.message };
}

function sentence(
  answer: StopAnswer,
  { runId, webUrl, why }: { readonly runId: number; readonly webUrl: string | null; readonly why: string },
): string {
  const address = shownAddress(webUrl);
  const where = address === null ? 'in the web interface of the service' : `at ${address}`;
  switch (answer) {
    case 'accepted':
      return `The service accepted the request to stop run ${runId} (\`on_cancel: stop\`); look ${where}.`;
    case 'missing':
      return `Run ${runId} could not be stopped: this service has no endpoint for it (\`on_cancel: stop\`). It goes on; stop it ${where}.`;
    case 'refused':
      return `The service refused to stop run ${runId} (${why}). It goes on; stop it ${where}.`;
    case 'unknown':
      return `It is not known whether run ${runId} was stopped: the request to stop it (\`on_cancel: stop\`) had no clear answer (${why}). Look ${where}.`;
  }
}

/** How long a follow-up may be delayed to unban its run. */
const UNBAN_PATIENCE_MS = 10_000;

/** Takes an earlier stop back, because it also blocks the pull request. Returns what went wrong, or null. */
export async function unbanRun(
  service: { readonly published: Pick<Published, 'unban'> },
  runId: number,
  call: CallOptions,
): Promise<string | null> {
  try {
    await service.published.unban(runId, { ...call, patienceMs: UNBAN_PATIENCE_MS });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // A service without `ban` has nothing to unban.
    if (!error.notOffered) return `Run ${runId} could not be unblocked before the follow-up (${error.message}).`;
  }
  return null;
}
