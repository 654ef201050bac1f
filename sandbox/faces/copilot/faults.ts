/** The kinds of requests of `copilot`, and the faults that it alone has (sheet, section 11). */
import type { ScriptedAnswer } from '../../scenario.ts';
import { habit, standsFor, type DeclaredFaults } from '../face.ts';
import { refusalBody } from './errors.ts';

const COPILOT_KINDS = [
  'create',
  'runs',
  'my-runs',
  'read',
  'me',
  'repository',
  'pulls',
  'pull',
  'commits',
  'commit',
  'checks',
] as const;
export type CopilotKind = (typeof COPILOT_KINDS)[number];

const TASKS = ['create', 'runs', 'my-runs', 'read'];
const LISTS = ['runs', 'my-runs'];
const SHOWN = ['runs', 'my-runs', 'read'];
const PAGE = { body: '<h1>Bad Gateway</h1>', headers: { 'content-type': 'text/html' } };

function refusal(status: number, message: string): ScriptedAnswer {
  return { status, body: refusalBody(message) };
}

export const COPILOT_FAULTS: DeclaredFaults = {
  kinds: COPILOT_KINDS,
  faults: {
    'error-before': standsFor(['create'], {
      says: '502 with a page of HTML, nothing was made',
      stands: { status: 502, body: PAGE.body, headers: PAGE.headers },
    }),
    'error-after': standsFor(['create'], {
      says: '502 with a page of HTML after the task was made',
      stands: { status: 502, after: true, body: PAGE.body, headers: PAGE.headers },
    }),
    'cut-answer': standsFor(['create'], {
      says: 'Carried out; half of the 201, then the connection breaks',
      stands: 'cut-body',
    }),
    'html-502': standsFor(COPILOT_KINDS, {
      says: '502 with a page of HTML',
      stands: { status: 502, body: PAGE.body, headers: PAGE.headers },
    }),
    'secondary-limit': standsFor(COPILOT_KINDS, {
      says: '403 that names a secondary limit, with `Retry-After: 1`',
      stands: {
        status: 403,
        body: refusalBody('You have exceeded a secondary rate limit. Please wait.'),
        headers: { 'retry-after': '1' },
      },
    }),
    'secondary-limit-bare': standsFor(COPILOT_KINDS, {
      says: 'The same without a time',
      stands: refusal(403, 'You have exceeded a secondary rate limit. Please wait.'),
    }),
    'primary-limit': standsFor(COPILOT_KINDS, {
      says: '403 with `X-RateLimit-Remaining: 0` and a time that has passed',
      stands: {
        status: 403,
        body: refusalBody('API rate limit exceeded.'),
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
      },
    }),
    refused: standsFor(TASKS, {
      says: '403 without any sign of a limit',
      stands: refusal(403, 'Resource not accessible by personal access token'),
    }),
    'installation-token': standsFor(TASKS, {
      says: '403: the token is one of an app installation',
      stands: refusal(403, 'Resource not accessible by integration'),
    }),
    hidden: standsFor([...TASKS, 'repository', 'pulls', 'pull', 'commits', 'commit', 'checks'], {
      says: '404: the repository cannot be seen, or the feature is off',
      stands: refusal(404, 'Not Found'),
    }),
    unprocessable: standsFor(['create'], {
      says: '422 with an error of the code `custom`',
      stands: {
        status: 422,
        body: refusalBody('Validation Failed', [
          { code: 'custom', message: 'The model is not available.' },
        ]),
      },
    }),
    'list-lag': habit(LISTS, { says: 'Tasks made since are not listed yet', forMs: 5_000 }),
    'link-only': habit(LISTS, { says: 'No totals: the header `Link` alone tells of pages' }),
    'foreign-tasks': habit(SHOWN, {
      says: "Before each task two of somebody else's and one of an automation",
    }),
    'equal-marker': habit(SHOWN, { says: 'Each task has a second one with the same prompt' }),
    archived: habit(SHOWN, {
      says: 'Tasks are archived, and listed with `is_archived=true` alone',
    }),
    'no-sessions': habit(['read'], { says: 'A task has no sessions' }),
    'late-sessions': habit(['read'], {
      says: 'A task has no sessions for some time',
      forMs: 5_000,
    }),
    'no-prompt': habit(['read'], { says: 'Sessions have no prompt' }),
    renamed: habit([...SHOWN, 'create'], { says: 'The name has nothing of the prompt' }),
    reopened: habit(SHOWN, {
      says: 'Some time after its end a person starts a further session',
      forMs: 0,
    }),
    'late-pull-request': habit([...SHOWN, 'pulls', 'pull'], {
      says: 'The pull request is there only some time after the end',
      forMs: 10_000,
    }),
    'no-pull-request': habit([...SHOWN, 'pulls', 'pull'], { says: 'There is no pull request' }),
    'no-commit': habit(['pulls', 'pull', 'commits', 'commit', 'checks'], {
      says: 'The pull request has the empty first commit alone',
    }),
    'head-ref-ignored': habit(['create', ...SHOWN], {
      says: '`head_ref` is ignored, also with an open pull request',
    }),
    'error-text': habit(['read'], { says: '`error` of a session is a text' }),
    'bare-numbers': habit([...SHOWN, 'create'], {
      says: '`creator`, `owner` and `repository` are numbers',
    }),
    credits: habit(['read'], { says: '`usage` has `credits` in the place of `amount`' }),
    'no-usage': habit(['read'], { says: 'There is no `usage`' }),
    'no-address': habit([...SHOWN, 'create'], { says: 'There is no `html_url`' }),
  },
};
