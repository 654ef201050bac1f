/** The kinds of requests of `agent-run`, and the faults that it alone has. */
import { habit, standsFor, type DeclaredFaults } from '../face.ts';

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

/** The answer of an endpoint that the service does not have. */
const notFound = () => ({ status: 404, body: { detail: 'Not Found' } });

export const AGENT_RUN_FAULTS: DeclaredFaults = {
  kinds: CALL_KINDS,
  faults: {
    stale: habit(['runs'], {
      says: 'The list of runs without its newest run, like a list that lags behind',
    }),
    'list-lag': habit(['runs'], { says: 'The list as it was some time ago', forMs: 5_000 }),
    'uneven-list': habit(['runs'], {
      says: 'Each page of the list is as it was at another time',
      forMs: 5_000,
    }),
    'read-lag': habit(['read'], { says: 'The run as it was some time ago', forMs: 5_000 }),
    'log-lag': habit(['logs'], { says: 'The log as it was some time ago', forMs: 5_000 }),
    'foreign-run': habit(['read', 'logs'], { says: "The answer is another run's" }),
    'no-list': standsFor(['runs'], { says: 'There is no list of runs', stands: notFound() }),
    'no-log': standsFor(['logs'], { says: 'There is no log', stands: notFound() }),
    'no-result': habit(['create', 'resume', 'read', 'logs'], {
      says: 'The run shows no `result`; its log has it',
    }),
    'late-result': habit(['read', 'logs'], {
      says: 'The `result` of the run as it was some time ago',
      forMs: 5_000,
    }),
    'silent-reply': habit(['resume'], { says: 'The answer shows the run as it was before' }),
    'lost-metadata': habit(['create'], { says: 'The `metadata` is neither kept nor given back' }),
  },
};
