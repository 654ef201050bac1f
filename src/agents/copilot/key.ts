/**
 * The key of a create (contract 18.4). GitHub has no field for it and shows of a task nothing but
 * its prompts, so that it stands there: a line of its own at the end, in plain text, because hidden
 * text may be taken out (sheet, section 7).
 */
import type { KeyRules } from '../port.ts';

export const COPILOT_KEYS: Omit<KeyRules, 'runList'> = {
  always: false,
  pausesMs: [5_000, 5_000, 10_000, 20_000, 20_000, 60_000],
  settleMs: 180_000,
  resends: false,
  lookedFor: 'among the tasks of the repository',
  searched: 'the list of tasks',
};
