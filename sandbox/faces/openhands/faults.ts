/** The kinds of requests of `openhands`, and the faults that it alone has (sheet, 10 and A12). */
import { habit, standsFor, type DeclaredFaults } from '../face.ts';

const OPENHANDS_KINDS = [
  'create',
  'runs',
  'count',
  'read',
  'start-tasks',
  'logs',
  'log-count',
  'log-entries',
  'resume',
  'pending',
  'wake',
  'sleep',
  'delete',
  'stop',
  'pause',
  'answer',
  'self',
  'me',
] as const;
export type OpenHandsKind = (typeof OPENHANDS_KINDS)[number];

const CONVERSATIONS = ['read', 'runs'];
const STARTS = ['start-tasks', ...CONVERSATIONS, 'logs', 'resume'];
const STATES = [...CONVERSATIONS, 'logs', 'resume', 'wake'];
const UNREACHED = { detail: 'Failed to reach agent server.' };

export const OPENHANDS_FAULTS: DeclaredFaults = {
  kinds: OPENHANDS_KINDS,
  faults: {
    'slow-start': habit(STARTS, {
      says: 'The start task becomes `READY` only some time after the create',
      forMs: 11_000,
    }),
    'start-fails': habit(STARTS, {
      says: 'The start task ends in `ERROR` with an empty `detail`, and there is no conversation',
    }),
    'start-fails-with-detail': habit(STARTS, {
      says: 'The same with a `detail`: the agent server did not start',
    }),
    'open-source': habit(OPENHANDS_KINDS, {
      says:
        'A `Bearer` key is refused, `X-Session-API-Key` is asked for, and `/api/keys/current` is a ' +
        'web page',
    }),
    'error-before': standsFor(['create', 'resume'], {
      says: '500 as plain text, nothing was made',
      stands: { status: 500, body: 'Internal Server Error' },
    }),
    'error-after': standsFor(['create', 'resume'], {
      says: '500 as plain text after the conversation or message was taken',
      stands: { status: 500, after: true, body: 'Internal Server Error' },
    }),
    'blocked-message': standsFor(['resume'], {
      says: '502 because a command runs; the message arrives all the same',
      stands: { status: 502, after: true, body: UNREACHED },
    }),
    unreached: standsFor(['resume'], {
      says: '502, and the message does not arrive',
      stands: { status: 502, body: UNREACHED },
    }),
    'rate-limited': standsFor(OPENHANDS_KINDS, {
      says: '429 `Too many requests` with `Retry-After: 1`',
      stands: {
        status: 429,
        headers: { 'retry-after': '1' },
        body: { message: 'Too many requests' },
      },
    }),
    'day-quota': standsFor(['create'], {
      says: '429 `daily_conversation_limit_reached` with `reset_at`, without `Retry-After`',
      stands: {
        status: 429,
        body: {
          detail: {
            code: 'daily_conversation_limit_reached',
            message: 'Daily conversation limit reached.',
            limit: 10,
            used: 10,
            reset_at: '2999-01-01T00:00:00Z',
          },
        },
      },
    }),
    'web-page': habit(['read', 'runs', 'logs', 'start-tasks'], {
      says: '200 with the web page, as for a path that the API does not have',
    }),
    'late-events': habit(['logs', 'log-count', 'log-entries'], {
      says: 'The last events of a turn come only some time after its final word',
      forMs: 30_000,
    }),
    'repeated-events': habit(['logs'], { says: 'The newest event stands twice' }),
    'shifted-page': habit(['logs'], {
      says: 'The second page begins one event too early, because another came in between',
    }),
    'unknown-events': habit(['logs'], { says: 'The log has an event of a kind nobody knows' }),
    'no-word': habit(CONVERSATIONS, {
      says: '`execution_status` is null for some time after the start',
      forMs: 5_000,
    }),
    'sandbox-error': habit(CONVERSATIONS, {
      says: 'The sandbox reads `ERROR` for some time after the start, and recovers',
      forMs: 2_000,
    }),
    'sandbox-lost': habit(CONVERSATIONS, { says: 'The sandbox reads `ERROR` and stays so' }),
    sleeps: habit(STATES, {
      says: 'The sandbox is put to sleep some time after the end of a turn, until it is resumed',
      forMs: 0,
    }),
    'sleeps-in-mid-turn': habit(STATES, {
      says: 'The same some time after a turn began, until it is resumed',
      forMs: 2_000,
    }),
    missing: habit(STATES, {
      says: 'The sandbox is gone after the end: `MISSING`, and a message is refused with 404',
    }),
    'missing-410': habit(STATES, { says: 'The same with 410' }),
    'stale-word': habit(CONVERSATIONS, {
      says: 'The final word of the turn before is shown for some time after a follow-up',
      forMs: 200,
    }),
    'no-metrics': habit(CONVERSATIONS, { says: 'Lists tell a cost of 0; the events tell it' }),
    'shell-pull-request': habit([...CONVERSATIONS, 'logs'], {
      says: '`pr_number` stays empty; the address stands in the output of a command',
    }),
    'earlier-pull-request': habit(CONVERSATIONS, {
      says: '`pr_number` also names 1, a pull request of earlier work',
    }),
    'interrupt-ignored': habit(['stop'], {
      says: 'Accepted, and the conversation goes on as it was',
    }),
  },
};
