/** Input rows for comments, commit statuses, permission checks, idempotency and fleets. */
import { POSITIVE_INTEGER, row, type InputReader } from './reader.ts';

export const GITHUB = {
  comment: row({
    field: 'comment',
    description:
      'Whether to keep one comment up to date on the issue or pull request. Needs `issues: write` or `pull-requests: write`.',
    default: 'false',
    read: ({ read }) => read.boolean('comment', false),
  }),
  review: row({
    field: 'review',
    description:
      '`none`; `advise` to post what the run finds in the pull request of this event as one review with inline comments; `gate` to let the verdict of that review decide the outcome as well. Needs `pull-requests: write`.',
    default: 'none',
    read: ({ read }) => read.choice('review', ['none', 'advise', 'gate']),
  }),
  comment_key: row({
    field: 'commentKey',
    description:
      'Tells several comments of this action in one thread apart. Defaults to the workflow, the job, the matrix index and the step.',
    read: ({ read }) => read.optional('comment_key'),
  }),
  commit_status: row({
    field: 'commitStatus',
    description: 'Name of a commit status to keep on the head commit. Needs `statuses: write`.',
    read: ({ read }) => commitStatus(read),
  }),
  github_token: row({
    field: 'githubToken',
    description: 'Token for comments, commit statuses, verification and permission checks.',
    default: '${{ github.token }}',
    read: ({ read }) => read.text('github_token'),
  }),
};

export const PERMISSIONS = {
  trigger_phrase: row({
    field: 'triggerPhrase',
    description:
      'On comment events, continue only if the comment contains this phrase as a separate word outside quotes and code, such as `@agent`. With `resume: thread`, the run gets every waiting comment that contains it.',
    read: ({ read }) => read.optional('trigger_phrase'),
  }),
  require_permission: row({
    field: 'requirePermission',
    description:
      'Repository permission that the people behind an event need when outsiders can write its text: `write`, `maintain`, `admin` or `none`.',
    default: 'write',
    read: ({ read }) => read.choice('require_permission', ['write', 'maintain', 'admin', 'none']),
  }),
  allowed_bots: row({
    field: 'allowedBots',
    description:
      'Exact logins of bots that may trigger the action, separated by commas or new lines, such as `renovate[bot]`.',
    read: ({ read }) => read.list('allowed_bots'),
  }),
};

export const EXACTLY_ONE = {
  idempotency: row({
    field: 'idempotency',
    description:
      '`none`, or `metadata` to mark each run in its metadata, so that a lost answer or a re-run finds it instead of starting another.',
    default: 'none',
    read: ({ read }) => read.choice('idempotency', ['none', 'metadata']),
  }),
  idempotency_key: row({
    field: 'idempotencyKey',
    description: 'Replaces the workflow run ID in the key, so that a key can span workflow runs. 1 to 200 characters.',
    read: ({ read }) => idempotencyKey(read),
  }),
  max_turns: row({
    field: 'maxTurns',
    description: 'With `resume: thread`, the maximum number of follow-ups in this thread.',
    read: ({ read }) => read.integer('max_turns', { min: 1, accepted: POSITIVE_INTEGER }),
  }),
};

export const FLEET = {
  tasks: row({
    field: 'tasks',
    description:
      'Many runs in one step: a JSON array of tasks, or a `.json`, `.jsonl` or `.yaml` file in the workspace. Each task may set `key`, `prompt`, `prompt_file`, `repo`, `repo_id`, `agent_run_id`, `model`, `images` and `request_fields`.',
    read: ({ read }) => read.optional('tasks'),
  }),
  max_parallel: row({
    field: 'maxParallel',
    description: 'With `tasks`, the maximum number of runs that are unfinished at the same time.',
    read: ({ read }) => read.integer('max_parallel', { min: 1, accepted: POSITIVE_INTEGER }),
  }),
  fail_fast: row({
    field: 'failFast',
    description: 'With `tasks`, whether to start no more runs after one has failed.',
    default: 'false',
    read: ({ read }) => read.boolean('fail_fast', false),
  }),
};

function commitStatus(read: InputReader): string | null {
  const given = read.optional('commit_status');
  if (given !== null && (given.length > 255 || /\p{Cc}/u.test(given)))
    read.problem('commit_status', `"${given}"`, 'a name on one line of at most 255 characters');
  return given;
}

function idempotencyKey(read: InputReader): string | null {
  const given = read.optional('idempotency_key');
  if (given !== null && !/^[\x21-\x7e]{1,200}$/.test(given))
    read.problem('idempotency_key', `"${given}"`, '1 to 200 visible ASCII characters without spaces');
  return given;
}
