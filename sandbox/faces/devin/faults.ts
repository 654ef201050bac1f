/** The kinds of requests of `devin`, and the faults that it alone has (sheet, section 11). */
import type { ScriptedAnswer } from '../../scenario.ts';
import { habit, standsFor, type DeclaredFaults } from '../face.ts';
import { problem, PROBLEM_TYPE } from './errors.ts';

const DEVIN_KINDS = [
  'create',
  'runs',
  'read',
  'logs',
  'resume',
  'stop',
  'archive',
  'unarchive',
  'tags',
  'upload',
  'attachments',
  'attachment',
  'signed',
  'self',
  'repositories',
  'consumption',
] as const;
export type DevinKind = (typeof DEVIN_KINDS)[number];

const SENDS = ['create', 'resume'];
const SHOWN = ['create', 'runs', 'read', 'resume', 'stop', 'archive', 'unarchive'];
const STATES = ['runs', 'read'];
const LISTS = ['runs', 'logs'];

function refusal(status: number, detail: string): ScriptedAnswer {
  return { status, body: problem(status, detail), headers: PROBLEM_TYPE };
}

export const DEVIN_FAULTS: DeclaredFaults = {
  kinds: DEVIN_KINDS,
  faults: {
    'slow-create': standsFor(['create'], {
      says: 'The answer comes late; the session is made at once, also for a client that hangs up',
      stands: { delay: '40s' },
      forMs: 40_000,
    }),
    'lost-answer': standsFor(SENDS, {
      says: 'Carried out, then the connection is reset',
      stands: 'reset-after',
    }),
    'error-before': standsFor(SENDS, {
      says: '502, nothing was made',
      stands: {
        status: 502,
        body: '<h1>Bad Gateway</h1>',
        headers: { 'content-type': 'text/html' },
      },
    }),
    'error-after': standsFor(SENDS, {
      says: '502 after the session was made or the message taken',
      stands: {
        status: 502,
        after: true,
        body: '<h1>Bad Gateway</h1>',
        headers: { 'content-type': 'text/html' },
      },
    }),
    'html-503': standsFor(DEVIN_KINDS, {
      says: '503 with a page of HTML',
      stands: {
        status: 503,
        body: '<h1>Service Unavailable</h1>',
        headers: { 'content-type': 'text/html' },
      },
    }),
    conflict: standsFor(SENDS, {
      says: '409, nothing was made',
      stands: refusal(409, 'The request conflicts with another one.'),
    }),
    'conflict-after': standsFor(SENDS, {
      says: '409 after the session was made or the message taken',
      stands: { ...refusal(409, 'The request conflicts with another one.'), after: true },
    }),
    'rate-limited': standsFor(DEVIN_KINDS, {
      says: '429 with `Retry-After: 1`',
      stands: {
        status: 429,
        body: problem(429, 'Too many requests.'),
        headers: { 'content-type': 'application/problem+json', 'retry-after': '1' },
      },
    }),
    'rate-limited-bare': standsFor(DEVIN_KINDS, {
      says: '429 without a time',
      stands: refusal(429, 'Too many requests.'),
    }),
    'session-cap': standsFor(['create'], {
      says: '429: too many sessions are running',
      stands: refusal(429, 'The organization has too many concurrent sessions.'),
    }),
    'out-of-credits': standsFor(['create'], {
      says: '403: the organization is out of credits',
      stands: refusal(403, 'The organization is out of credits.'),
    }),
    'list-forbidden': standsFor(['runs'], {
      says: '403: the key lacks ViewOrgSessions',
      stands: refusal(403, 'Missing permission: ViewOrgSessions.'),
    }),
    'unregistered-tag': standsFor(['create'], {
      says: '422 that names `tags`: the enterprise has a list of allowed ones',
      stands: {
        status: 422,
        body: problem(422, 'body invalid', [{ at: ['body', 'tags'], why: 'Tag is not allowed' }]),
        headers: PROBLEM_TYPE,
      },
    }),
    'unknown-repo': standsFor(['create'], {
      says: '422 that names `repos`',
      stands: {
        status: 422,
        body: problem(422, 'body invalid', [{ at: ['body', 'repos'], why: 'Unknown repository' }]),
        headers: PROBLEM_TYPE,
      },
    }),
    'earlier-error': habit(DEVIN_KINDS, {
      says: 'Refusals have the body `{detail}`, a list of `{loc, msg, type}` with 422',
    }),
    'prefixed-ids': habit(SHOWN, { says: '`session_id` begins with `devin-`' }),
    'bare-paths': habit(DEVIN_KINDS, { says: 'Paths take the bare id as well' }),
    'bare-paths-only': habit(DEVIN_KINDS, { says: 'Paths take the bare id, and not `devin-`' }),
    milliseconds: habit([...SHOWN, 'logs'], { says: 'Times are in milliseconds' }),
    'oldest-first': habit(['runs'], { says: 'Sessions are listed oldest first' }),
    'archived-hidden': habit(['runs'], {
      says: 'Archived sessions are listed only with `is_archived=true`',
    }),
    'list-lag': habit(['runs'], { says: 'Sessions made since are not listed yet', forMs: 5_000 }),
    'read-lag': habit(['read', 'logs'], { says: 'A session made since is 404', forMs: 5_000 }),
    'tags-any': habit(['runs'], { says: 'A session with any of the tags is listed' }),
    'tags-ignored': habit(['runs'], { says: 'The filter by tags does nothing' }),
    'tags-whole': habit(['runs'], {
      says: 'The filter compares with all tags of a session, joined by commas',
    }),
    'lost-tags': habit(SHOWN, { says: 'Sessions have no tags' }),
    'next-without-cursor': habit(LISTS, {
      says: 'The last page says `has_next_page` without a cursor',
    }),
    'repeated-cursor': habit(LISTS, {
      says: 'The last page says `has_next_page` with the cursor that led to it',
    }),
    finished: habit(STATES, { says: 'A turn that is done is `running/finished`' }),
    'falls-asleep': habit(STATES, {
      says: 'A session that waits is `suspended/inactivity` after this time, not after 30 minutes',
      forMs: 2_000,
    }),
    'stale-session': habit(STATES, {
      says: 'After a message the old status, output and pull requests for some time',
      forMs: 5_000,
    }),
    'message-lag': habit(['logs'], { says: 'Messages come late', forMs: 5_000 }),
    'no-output': habit(STATES, { says: 'There is no structured output' }),
    'exited-404': habit(['resume'], { says: 'A message to a session that has exited is 404' }),
    'exited-422': habit(['resume'], { says: 'The same with 422' }),
    exits: habit(['resume'], { says: 'Somebody terminates the session just before the message' }),
    'delete-refused': standsFor(['stop'], {
      says: '409, and nothing happens',
      stands: refusal(409, 'The session cannot be terminated.'),
    }),
    'delete-archives': habit(['stop'], {
      says: 'A deleted session is archived and suspended afterwards, not exited',
    }),
    'no-org': habit(['self'], { says: '`org_id` is null' }),
    'personal-key': habit(['self'], { says: 'The key is one of a person' }),
  },
};
