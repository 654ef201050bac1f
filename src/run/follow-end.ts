/** How following a run can end, and the messages that explain it (contract 4.3, 4.5). */
import { shownAddress } from '../safe/format.ts';
import type { Failure } from './error-message.ts';
import type { Outcome, RunFacts } from './events.ts';

export interface FollowEnd {
  readonly outcome: Extract<Outcome, 'succeeded' | 'failed' | 'cancelled' | 'needs_input' | 'timed_out' | 'error'>;
  readonly failure: Failure | null;
  /** For `timed_out`, the reason as text, or null. */
  readonly obstacle: string | null;
  /** The failure is that the resumed run shows no sign of work (contract 4.5). */
  readonly notTakenUp: boolean;
}

export function ended(outcome: FollowEnd['outcome']): FollowEnd {
  return { outcome, failure: null, obstacle: null, notTakenUp: false };
}

/** The status never changed, although the answer arrived long ago. */
export function forgotten(word: string | null): string {
  return `The status stays "${String(word)}", but the final answer came ten minutes ago and nothing has moved since: taken as succeeded. If the word means the end, name it in the input \`success_statuses\` or \`failure_statuses\`.`;
}

export function unknownStatus(word: string | null): string {
  const what = word === null ? 'The service sends no status' : `Unrecognized status "${word}"`;
  return `${what}; still waiting for the run. If the word means the end, name it in the input \`success_statuses\` or \`failure_statuses\`.`;
}

export function notTakenUp({ runId, webUrl, status }: RunFacts): FollowEnd {
  const where = shownAddress(webUrl) ?? `run ${runId} at the service`;
  const word = status === null ? 'no status' : `status "${status}"`;
  const message = `The service accepted the follow-up, but the run never acted on it: run ${runId} still shows ${word} and no new work. Look at ${where}; if nothing happens there, start a new run without \`agent_run_id\`.`;
  return { ...ended('error'), failure: { code: 'bad_response', message }, notTakenUp: true };
}
