/** The kinds of requests of `agent-run`, and the faults that it alone has. */
import { habit, type DeclaredFaults } from '../face.ts';

/** The four of the specification, then those of the published API. */
const CALL_KINDS = [
  'create',
  'resume',
  'read',
  'logs',
  'runs',
  'ban',
  'unban',
  'remove-from-pr',
  'setup-commands',
  'analyze-logs',
  'me',
  'organizations',
  'users',
  'user',
  'repos',
  'integrations',
] as const;
export type CallKind = (typeof CALL_KINDS)[number];

export const AGENT_RUN_FAULTS: DeclaredFaults = {
  kinds: CALL_KINDS,
  faults: {
    stale: habit(['runs'], {
      says: 'The list of runs without its newest run, like a list that lags behind',
    }),
  },
};
