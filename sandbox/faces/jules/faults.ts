/** The kinds of requests of `jules`, and the faults that it alone has (sheet, section 12). */
import type { ScriptedAnswer } from '../../scenario.ts';
import { habit, standsFor, type DeclaredFaults } from '../face.ts';
import { badFields, errorBody, JulesRefused, type JulesStatus } from './errors.ts';

const JULES_KINDS = [
  'create',
  'runs',
  'read',
  'logs',
  'activity',
  'resume',
  'approve',
  'archive',
  'unarchive',
  'remove',
  'source',
  'sources',
] as const;
export type JulesKind = (typeof JULES_KINDS)[number];

const SENDS = ['create', 'resume'];
const STATES = ['runs', 'read'];
const SHOWN = ['create', ...STATES];
const LISTS = ['runs', 'logs', 'sources'];
const PAGE = { body: '<h1>502. That’s an error.</h1>', headers: { 'content-type': 'text/html' } };

function refusal(status: JulesStatus, message: string): ScriptedAnswer {
  const refused = new JulesRefused(status, message);
  return { status: refused.code, body: errorBody(refused) };
}

export const JULES_FAULTS: DeclaredFaults = {
  kinds: JULES_KINDS,
  faults: {
    'lost-answer': standsFor(SENDS, {
      says: 'Carried out, then the connection is reset',
      stands: 'reset-after',
    }),
    'error-before': standsFor(SENDS, {
      says: '502 with a page of HTML, nothing was made',
      stands: { status: 502, ...PAGE },
    }),
    'error-after': standsFor(SENDS, {
      says: '502 with a page of HTML after the session was made or the message taken',
      stands: { status: 502, after: true, ...PAGE },
    }),
    'html-503': standsFor(JULES_KINDS, {
      says: '503 with a page of HTML',
      stands: { status: 503, ...PAGE },
    }),
    'rate-limited-bare': standsFor(JULES_KINDS, {
      says: '429 without `Retry-After`',
      stands: refusal('RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
    }),
    'source-busy': standsFor(['create'], {
      says: '404 "Could not get source", as under load: nothing was made',
      stands: refusal('NOT_FOUND', 'Could not get source.'),
    }),
    'source-missing': standsFor(['source'], {
      says: '404: the GitHub app of Jules does not see the repository, or not for now',
      stands: refusal('NOT_FOUND', 'Requested entity was not found.'),
    }),
    'bad-field': standsFor(['create'], {
      says: '400 with `fieldViolations`',
      stands: {
        status: 400,
        body: errorBody(
          badFields([{ field: 'source_context', description: 'The branch does not exist.' }]),
        ),
      },
    }),
    'wrong-key': standsFor(JULES_KINDS, {
      says: '401, as for a key that was taken back',
      stands: refusal('UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
    }),
    'late-activities': habit(['logs'], {
      says: 'The activities of a session made since are 404',
      forMs: 5_000,
    }),
    'list-lag': habit(['runs'], { says: 'Sessions made since are not listed yet', forMs: 5_000 }),
    'oldest-first': habit(['runs'], { says: 'Sessions are listed oldest first' }),
    'newest-first': habit(['logs'], { says: 'Activities are listed newest first' }),
    'archive-refused': habit(['runs'], { says: '400 for the filter that lists archived sessions' }),
    'prompt-cut': habit(['runs'], { says: 'The list shows the first 200 characters of prompts' }),
    'title-rewritten': habit(SHOWN, { says: 'The title is one of the service’s own' }),
    'bare-names': habit(SHOWN, { says: '`name` is the id without `sessions/`' }),
    'input-only': habit(SHOWN, {
      says: 'Sessions show neither `automationMode` nor `requirePlanApproval`',
    }),
    'source-names': habit(['source', 'sources'], {
      says: 'A source is named `sources/github-owner-repo`, as in examples of the documentation',
    }),
    archived: habit(STATES, {
      says: 'Sessions are archived, and listed with `archived = true` alone',
    }),
    'equal-marker': habit(['runs', 'read', 'logs'], {
      says: 'Each session has a second one with the same prompt, made a second later',
    }),
    paused: habit(STATES, { says: 'A person has paused the session at work' }),
    'stays-queued': habit(STATES, { says: 'A session is QUEUED for ever' }),
    'end-untold': habit(STATES, {
      says: 'A session that is done stays IN_PROGRESS; its activities tell the end',
    }),
    'stale-session': habit(STATES, {
      says: 'After a message the old state and outputs for some time',
      forMs: 5_000,
    }),
    'no-output': habit(STATES, { says: 'There are no outputs' }),
    'late-pull-request': habit(STATES, {
      says: 'The pull request is there only some time after the end',
      forMs: 10_000,
    }),
    'no-reason': habit(['logs'], { says: 'A session that failed tells no reason' }),
    'activity-lag': habit(['logs'], { says: 'Activities come late', forMs: 3_000 }),
    'repeated-token': habit(LISTS, {
      says: 'The last page has a `nextPageToken`, which leads to an empty page with the same one',
    }),
    'equal-times': habit(['logs'], { says: 'Activities of ten seconds have one time' }),
    'nine-digits': habit([...SHOWN, 'logs'], { says: 'Times have nine digits of a second' }),
    'filter-refused': habit(['logs'], { says: '400 for a filter of activities' }),
    'filter-ignored': habit(['logs'], { says: 'The filter of activities does nothing' }),
    'unknown-activity': habit(['logs'], {
      says: 'Each turn begins with an activity of a kind that no document names',
    }),
    'huge-artifact': habit(['logs'], {
      says: 'Each activity has the same picture of so many kilobytes',
      count: 500,
    }),
  },
};
