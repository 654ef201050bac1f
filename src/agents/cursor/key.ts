/** The key of a create: the id of its agent, which we choose (contract 18.4; sheet, section 8). */
import { uuidOf } from '../kit/search-by-id.ts';
import type { KeyRules, RequestIdentity } from '../port.ts';

const SECOND_MS = 1_000;

/** Sheet, section 8: a create may be under way for a minute, two at once are unproven. */
export const CURSOR_KEYS: Omit<KeyRules, 'runList'> = {
  always: true,
  pausesMs: [2, 5, 10, 20, 30, 60].map((seconds) => seconds * SECOND_MS),
  settleMs: 180 * SECOND_MS,
  resends: true,
  lookedFor: 'under the id that was sent with it',
  searched: 'the agent with the id of this request',
};

/**
 * The id of the agent that a request with this identity makes: another generation of the key, or
 * another request, is another agent.
 */
export function agentIdOf({ key, generation, asked }: RequestIdentity, serverUrl: string): string {
  return `bc-${uuidOf(['agent/2', serverUrl, key, generation, asked])}`;
}
