/** The kinds of requests of `cursor`, and the faults that it alone has (sheet, section 12). */
import { habit, standsFor, type DeclaredFaults } from '../face.ts';
import { errorBody } from './errors.ts';

const CURSOR_KINDS = [
  'create',
  'agents',
  'agent',
  'delete',
  'resume',
  'runs',
  'read',
  'logs',
  'cancel',
  'usage',
  'archive',
  'unarchive',
  'artifacts',
  'artifact',
  'models',
  'repositories',
  'me',
  'conversation',
] as const;
export type CursorKind = (typeof CURSOR_KINDS)[number];

const SENDS = ['create', 'resume'];
const RECORDS = ['runs', 'read'];

export const CURSOR_FAULTS: DeclaredFaults = {
  kinds: CURSOR_KINDS,
  faults: {
    'slow-create': standsFor(['create'], {
      says: 'The answer comes late; the agent is made at once, also for a client that hangs up',
      stands: { delay: '60s' },
      forMs: 60_000,
    }),
    'error-before': standsFor(SENDS, {
      says: '500 `internal_error`, nothing was made',
      stands: { status: 500, body: errorBody('internal_error', 'Internal error.') },
    }),
    'error-after': standsFor(SENDS, {
      says: '500 `internal_error` after the agent or run was made',
      stands: { status: 500, after: true, body: errorBody('internal_error', 'Internal error.') },
    }),
    'usage-limit': standsFor(SENDS, {
      says: '400 `usage_limit_exceeded`',
      stands: {
        status: 400,
        body: errorBody('usage_limit_exceeded', 'Usage limit exceeded. Raise the hard limit.'),
      },
    }),
    'plan-required': standsFor(SENDS, {
      says: '400 `plan_required`',
      stands: { status: 400, body: errorBody('plan_required', 'A paid plan is required.') },
    }),
    'branch-unverified': standsFor(['create'], {
      says: '400 `validation_error`: the branch cannot be verified, mostly for want of access',
      stands: {
        status: 400,
        body: errorBody('validation_error', 'Cannot verify that branch main exists.'),
      },
    }),
    'rate-limited': standsFor(CURSOR_KINDS, {
      says: '429 `rate_limit_exceeded` with `Retry-After: 1` and the headers of the limit',
      stands: {
        status: 429,
        headers: {
          'retry-after': '1',
          'x-ratelimit-limit': '60',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': '1',
        },
        body: errorBody('rate_limit_exceeded', 'Too many requests.'),
      },
    }),
    'flat-error': habit(CURSOR_KINDS, {
      says: 'Refusals have the body `{code, message}`',
    }),
    'string-error': habit(CURSOR_KINDS, {
      says: 'Refusals have the body `{error: "<code>", message}`',
    }),
    conflict: standsFor(['create'], {
      says: '409 `agent_id_conflict` although there is no agent of this id to be read',
      stands: {
        status: 409,
        body: errorBody('agent_id_conflict', 'An agent with this id already exists.'),
      },
    }),
    'agent-busy': standsFor(['resume'], {
      says: '409 `agent_busy`, also where no run is at work',
      stands: { status: 409, body: errorBody('agent_busy', 'The agent has an active run.') },
    }),
    'plain-200': habit(SENDS, { says: '200 in the place of 201' }),
    'bare-run': habit(['resume'], { says: 'The run itself in the place of `{run}`' }),
    lag: habit(['agents', 'agent', 'runs', 'read', 'logs'], {
      says: 'What was made since is not there yet: 404, or missing in the list',
      forMs: 5_000,
    }),
    'foreign-run': habit(['agent', 'runs', 'read'], {
      says: "The newest run of each agent is somebody else's",
    }),
    'null-cursor': habit(['agents', 'runs'], {
      says: '`nextCursor` is null on the last page, instead of absent',
    }),
    'empty-cursor': habit(['agents', 'runs'], { says: 'The same with an empty text' }),
    'bare-list': habit(['runs'], { says: 'The items lack `result` and `durationMs`' }),
    'frozen-record': habit(RECORDS, {
      says: 'The record stays `RUNNING`, whatever the stream says',
    }),
    'no-result': habit([...RECORDS, 'logs'], { says: 'The result text is missing' }),
    'stale-git': habit([...RECORDS, 'logs'], {
      says: '`git` also lists a branch and a pull request of earlier work, first',
    }),
    'late-pull-request': habit([...RECORDS, 'logs'], {
      says: '`prUrl` comes only some time after the end of the run',
      forMs: 10_000,
    }),
    'cancel-fails': standsFor(['cancel'], {
      says: '500, and the run stays `RUNNING`',
      stands: { status: 500, body: errorBody('internal_error', 'Internal error.') },
    }),
    'cancel-empty': standsFor(['cancel'], {
      says: 'Carried out; 200 without a body',
      stands: 'empty',
    }),
    'usage-denied': standsFor(['usage'], {
      says: '403 `feature_unavailable`',
      stands: { status: 403, body: errorBody('feature_unavailable', 'Not in your plan.') },
    }),
    'late-usage': habit(['usage'], {
      says: 'Zeros and no cost until some time after the end of the run',
      forMs: 5_000,
    }),
    'stream-late': habit(['logs'], {
      says: 'At first a stream of `status`, `error` `stream_unavailable` and `done`',
      forMs: 2_000,
    }),
    'stream-409': habit(['logs'], { says: 'At first 409 `stream_unavailable`', forMs: 2_000 }),
    'stream-410': habit(['logs'], { says: 'At first 410 `stream_unavailable`', forMs: 2_000 }),
    'stream-expired': standsFor(['logs'], {
      says: '410 `stream_expired`',
      stands: { status: 410, body: errorBody('stream_expired', 'The stream has expired.') },
    }),
    'cut-stream': habit(['logs'], {
      says: 'The connection breaks in the middle of a frame, after `count` whole ones',
      count: 20,
    }),
    'cut-between-twins': habit(['logs'], {
      says: 'The connection breaks after the first frame of the `count`th pair with one id',
      count: 1,
    }),
    'stream-error': habit(['logs'], {
      says: 'After `count` frames an `error` frame that passes, and the end of the stream',
      count: 20,
    }),
    'silent-stream': habit(['logs'], { says: 'Headers, then nothing at all' }),
    'no-heartbeats': habit(['logs'], { says: 'No heartbeats' }),
    'finished-frame': habit(['logs'], {
      says: 'After `count` frames a `status` frame `FINISHED`, and the end of the stream',
      count: 20,
    }),
    'no-result-frame': habit(['logs'], { says: 'The stream ends without `result` and `done`' }),
    'open-stream': habit(['logs'], { says: 'The stream stays open when the run has ended' }),
    'open-call': habit(['logs'], { says: 'The last tool call never completes' }),
    'no-echo': habit(['logs', 'conversation'], { says: 'The prompt is not echoed' }),
  },
};
