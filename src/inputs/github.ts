/** Input rows for comments, commit statuses, permission checks, idempotency and fleets. */
import { rows, type InputRow } from './reader.ts';

export const GITHUB = {
  comment: rows.boolean(
    false,
    'Whether to keep one comment up to date on the issue or pull request. Needs `issues: write` or `pull-requests: write`.',
  ),
  review: rows.choice(
    ['none', 'advise', 'gate'],
    '`none`; `advise` to post what the run finds in the pull request of this event as one review with inline comments; `gate` to let the verdict of that review decide the outcome as well. Needs `pull-requests: write`.',
  ),
  comment_key: rows.text(
    'Tells several comments of this action in one thread apart. Defaults to the workflow, the job, the matrix index and the step.',
  ),
  commit_status: rows.text('Name of a commit status to keep on the head commit. Needs `statuses: write`.', {
    pattern: /^\P{Cc}{1,255}$/u,
    accepted: 'a name on one line of at most 255 characters',
  }),
  github_token: {
    description: 'Token for comments, commit statuses, verification and permission checks.',
    default: '${{ github.token }}',
    read: ({ read }, name) => read.text(name),
  },
} satisfies Readonly<Record<string, InputRow>>;

export const PERMISSIONS = {
  trigger_phrase: rows.text(
    'On comment events, continue only if the comment contains this phrase as a separate word outside quotes and code, such as `@agent`. With `resume: thread`, the run gets every waiting comment that contains it.',
  ),
  require_permission: rows.choice(
    ['write', 'maintain', 'admin', 'none'],
    'Repository permission that the people behind an event need when outsiders can write its text: `write`, `maintain`, `admin` or `none`.',
  ),
  allowed_bots: rows.list(
    'Exact logins of bots that may trigger the action, separated by commas or new lines, such as `renovate[bot]`.',
  ),
};

export const EXACTLY_ONE = {
  idempotency: rows.choice(
    ['none', 'metadata'],
    '`none`, or `metadata` to mark each run in its metadata, so that a lost answer or a re-run finds it instead of starting another.',
  ),
  idempotency_key: rows.text(
    'Replaces the workflow run ID in the key, so that a key can span workflow runs. 1 to 200 characters.',
    { pattern: /^[\x21-\x7e]{1,200}$/, accepted: '1 to 200 visible ASCII characters without spaces' },
  ),
  max_turns: rows.integer('With `resume: thread`, the maximum number of follow-ups in this thread.'),
} satisfies Readonly<Record<string, InputRow>>;

export const FLEET = {
  tasks: rows.text(
    'Many runs in one step: a JSON array of tasks, or a `.json`, `.jsonl` or `.yaml` file in the workspace. Each task may set `key`, `prompt`, `prompt_file`, `repo`, `repo_id`, `agent_run_id`, `model`, `images` and `request_fields`.',
  ),
  max_parallel: rows.integer('With `tasks`, the maximum number of runs that are unfinished at the same time.'),
  fail_fast: rows.boolean(false, 'With `tasks`, whether to start no more runs after one has failed.'),
};
