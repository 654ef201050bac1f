/** The key of a create in a line of its prompt (contract 18.4; sheet, section 7). */
import type { KeyRules } from '../port.ts';

export const JULES_KEYS: Omit<KeyRules, 'runList'> = {
  always: true,
  // After 2, 5, 10, 20, 40, 60 and 120 seconds (sheet, section 7).
  pausesMs: [2_000, 3_000, 5_000, 10_000, 20_000, 20_000, 60_000],
  settleMs: 120_000,
  resends: false,
  lookedFor: 'in the list of sessions',
  searched: 'the list of sessions',
};
