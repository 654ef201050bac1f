/**
 * Every input of the action (contract 1.1), in the order of action.yml. action.yml, README and the
 * type `Inputs` are generated from these rows, so a new input needs only a row here and its use.
 */
import { images, logsFile, outputSchema, prompt } from './files.ts';
import { rows, type InputRow, type InputReading } from './reader.ts';
import { SERVICE_ROW } from './service.ts';
import {
  agentRunId,
  baseUrl,
  CREATE_PULL_REQUEST_ROW,
  failingOutcomes,
  failOn,
  failureStatuses,
  IDEMPOTENCY_ROW,
  maxFixes,
  orgId,
  ref,
  REPORT_ROW,
  repo,
  requestFields,
  token,
} from './values.ts';

export const INPUT_TABLE = {
  token: {
    description:
      'API token of the agent service, of the kind that docs/services.md names. ' +
      'Store it as a secret. Pull requests from forks and by Dependabot get no secrets; ' +
      'the step is then skipped.',
    required: true,
    read: token,
  },
  service: SERVICE_ROW,
  org_id: {
    description:
      'ID of your organization at the agent service: a number, required, with ' +
      '`service: agent-run`; a text (`org-…`) with `devin`; nothing with the others.',
    read: orgId,
  },
  base_url: {
    description:
      'Root URL of the agent service, such as `https://agents.example.com`. ' +
      'Required with `service: agent-run`; the others have a default. ' +
      'Must use `https:`, except for loopback addresses.',
    read: baseUrl,
  },
  prompt: {
    description:
      'Task for the agent, or the follow-up when a run is resumed. ' +
      'With `agent_run_id` and no prompt, the run is only followed.',
    read: prompt,
  },
  prompt_file: rows.text(
    'File in the workspace that contains the prompt, in UTF-8. Cannot be combined with `prompt`.',
  ),
  repo: {
    description:
      'Repository that the agent works on, as `owner/name`. Cannot be combined with `repo_id`. ' +
      'Defaults to that of the workflow, but to none with `service: agent-run`. ' +
      '`none` for a run without a repository, where the service can work without one.',
    read: repo,
  },
  repo_id: {
    description:
      'Numeric ID of the repository, with `service: agent-run` alone. ' +
      'Sent only when a run is created.',
    read: ({ read }, name) =>
      read.integer(name, { more: ', or the input `repo` with `owner/name` instead' }),
  },
  ref: {
    description:
      'Branch or commit that a new run starts from, where the service can be told. ' +
      'Defaults to the default branch.',
    read: ref,
  },
  create_pull_request: CREATE_PULL_REQUEST_ROW,
  agent_run_id: {
    description:
      "ID of an existing run to resume instead of creating a new one, or the run's address. " +
      'Takes precedence over `resume`.',
    read: agentRunId,
  },
  resume: rows.choice(
    ['never', 'thread'],
    '`never`, or `thread` to resume the run recorded in this issue or pull request, in a job with ' +
      'a `concurrency` group for each of them: without one, two jobs may create two runs. ' +
      'Creates a run if none is recorded. Needs a `github_token` that can write comments.',
    { true: 'thread', yes: 'thread', always: 'thread', false: 'never', no: 'never', none: 'never' },
  ),
  context: rows.choice(
    ['none', 'event'],
    '`none`, or `event` to append the issue, comment or pull request that triggered the ' +
      'workflow to the prompt, fenced as untrusted text.',
    { true: 'event', issue: 'event', all: 'event', false: 'none', no: 'none' },
  ),
  model: rows.text(
    'Model for a new run. Pass other fields, such as `agent_type`, in `request_fields`.',
  ),
  images: {
    description:
      'Images in the workspace to send with the prompt (PNG, JPEG, GIF or WebP), separated ' +
      'by commas or new lines. Globs are allowed; at most 10 files of 5 MB each.',
    read: images,
  },
  request_fields: {
    description:
      'JSON object with additional fields for the create request, such as `metadata`. ' +
      'Must not contain `prompt`, `repo_id` or another field that the action sets itself.',
    read: requestFields,
  },
  task: rows.choice(
    ['run', 'check', 'setup-commands', 'analyze-logs'],
    '`run`, `check` to test the configuration without spending a run, `setup-commands` ' +
      '(needs `repo` or `repo_id`) or `analyze-logs` (needs `sandbox_id`).',
    { doctor: 'check', test: 'check', validate: 'check', logs: 'analyze-logs' },
  ),
  sandbox_id: rows.integer('ID of the sandbox whose logs `task: analyze-logs` looks at.'),
  wait: rows.boolean(
    true,
    '`true` to wait until the run ends; `false` to end the step as soon as the run exists.',
  ),
  timeout_minutes: {
    field: 'timeoutMs' as const,
    description:
      'How many minutes to wait; fractions are allowed. The run itself continues after a timeout.',
    default: '60',
    read: ({ read }, name) =>
      (read.positive(name, { accepted: 'a positive number of minutes', unitSeconds: 60 }) ?? 60) *
      60_000,
  },
  poll_interval_seconds: {
    field: 'pollIntervalMs' as const,
    description:
      '`auto`, or a fixed number of seconds between polls. ' +
      'The rate limits of the service apply either way.',
    default: 'auto',
    read: ({ read }, name) => {
      if (read.text(name).toLowerCase() === 'auto') {
        return null;
      }
      const accepted = '`auto`, or a positive number of seconds';
      const seconds = read.positive(name, { accepted, unitSeconds: 1 });
      return seconds === null ? null : seconds * 1000;
    },
  },
  on_cancel: rows.choice(
    ['leave', 'stop'],
    '`leave`, or `stop` to ask the service to stop the run when the ' +
      'step is cancelled or times out.',
    {
      cancel: 'stop',
      kill: 'stop',
      ban: 'stop',
      terminate: 'stop',
      true: 'stop',
      none: 'leave',
      keep: 'leave',
      continue: 'leave',
      ignore: 'leave',
      false: 'leave',
    },
  ),
  success_statuses: rows.list(
    'Additional status words that mean success, separated by commas or new lines.',
  ),
  failure_statuses: {
    description: 'Additional status words that mean failure, separated by commas or new lines.',
    read: failureStatuses,
  },
  fail_on: {
    description:
      'Outcomes that fail the step, separated by commas or new lines. ' +
      '`none` never fails it, not even for an invalid token; ' +
      'check the output `outcome` then. Invalid inputs always fail the step.',
    default: failingOutcomes().join(),
    read: failOn,
  },
  siblings: {
    description: 'Number of jobs in this matrix, which spread their requests. Keep the default.',
    default: '${{ strategy.job-total }}',
    read: ({ read }, name) => read.integer(name, { more: ', or nothing' }) ?? 1,
  },
  sibling_index: {
    description: 'Index of this job in its matrix, from 0. Keep the default.',
    default: '${{ strategy.job-index }}',
    read: ({ read }, name) => read.integer(name, { min: 0, more: ', or nothing' }) ?? 0,
  },
  output_schema: {
    description:
      'JSON Schema (2020-12) that the result must satisfy, inline or as a file in the ' +
      'workspace. The validated value is in the output `result_json`.',
    read: outputSchema,
  },
  expect: rows.choice(
    ['none', 'pull_request', 'checks', 'result'],
    '`none`, `pull_request` to end with the outcome `unverified` unless GitHub ' +
      'confirms a pull request of this run, `checks` to wait until its checks are green as well, ' +
      'or `result` to end so without a result text.',
    {
      pr: 'pull_request',
      true: 'pull_request',
      check: 'checks',
      ci: 'checks',
      green: 'checks',
      status: 'checks',
      tests: 'checks',
      answer: 'result',
      text: 'result',
      output: 'result',
      false: 'none',
      nothing: 'none',
    },
  ),
  max_fixes: {
    description:
      'With `expect: checks`, how often the run is asked to mend checks that failed: 0 to 10, ' +
      '2 when not given.',
    read: maxFixes,
  },
  ignore_checks: {
    description:
      'With `expect: checks`, names of checks that do not count, one a line. `*` stands for any ' +
      'text.',
    read: ({ read }, name) => read.lines(name),
  },
  logs: rows.choice(
    ['compact', 'full', 'errors', 'none'],
    "How much of the agent's log to print: `full`, `compact`, `errors` or " +
      '`none`. The log file has all of it.',
    {
      all: 'full',
      everything: 'full',
      verbose: 'full',
      debug: 'full',
      true: 'full',
      summary: 'compact',
      short: 'compact',
      info: 'compact',
      failures: 'errors',
      false: 'none',
      off: 'none',
      quiet: 'none',
      silent: 'none',
    },
  ),
  logs_file: {
    description:
      'File for the complete log, one JSON object per line, in the workspace or ' +
      '`RUNNER_TEMP`. Defaults to `agent-run-<id>.jsonl` in `RUNNER_TEMP`.',
    read: logsFile,
  },
  summary: rows.boolean(true, 'Whether to write the job summary.'),
  report: REPORT_ROW,
  show_prompt: rows.boolean(
    true,
    'Whether summary and report show the task: `prompt` or `prompt_file`, never the text of ' +
      'the event. Its first line is the title, also of the comment; ' +
      'with `context: event`, number and title of the issue or pull request are. ' +
      '`false` for private prompts; GitHub prints the inputs of a step in its log either way.',
  ),
  otlp: rows.boolean(false, 'Whether to write the run as an OpenTelemetry trace in OTLP/JSON.'),
  comment: rows.boolean(
    false,
    'Whether to keep one comment up to date on the issue or pull request. ' +
      'Needs `issues: write` or `pull-requests: write`.',
  ),
  review: rows.choice(
    ['none', 'advise', 'gate'],
    '`none`; `advise` to post what the run finds in the pull request of this event as one ' +
      'review with inline comments; `gate` to let the verdict of that review decide the ' +
      'outcome as well. Needs `pull-requests: write`.',
    {
      comment: 'advise',
      suggest: 'advise',
      true: 'advise',
      block: 'gate',
      enforce: 'gate',
      required: 'gate',
      strict: 'gate',
      false: 'none',
      off: 'none',
    },
  ),
  comment_key: rows.text(
    'Tells several comments of this action in one thread apart. ' +
      'Defaults to the workflow, the job, the matrix index and the step.',
  ),
  commit_status: rows.text(
    'Name of a commit status to keep on the head commit. Needs `statuses: write`.',
    {
      pattern: /^\P{Cc}{1,255}$/u,
      accepted: 'a name on one line of at most 255 characters',
    },
  ),
  github_token: {
    description: 'Token for comments, commit statuses, verification and permission checks.',
    default: '${{ github.token }}',
    read: ({ read }, name) => read.text(name),
  },
  trigger_phrase: rows.text(
    'On comment events, continue only if the comment contains this phrase as a separate word ' +
      'outside quotes and code, such as `@agent`.',
  ),
  require_permission: rows.choice(
    ['write', 'maintain', 'admin', 'none'],
    'Repository permission that the people behind an event need when outsiders can write its ' +
      'text: `write`, `maintain`, `admin` or `none`.',
    { push: 'write', developer: 'write', owner: 'admin', administrator: 'admin' },
  ),
  allowed_bots: rows.list(
    'Exact logins of bots that may trigger the action, separated by commas or new ' +
      'lines, such as `renovate[bot]`.',
  ),
  idempotency: IDEMPOTENCY_ROW,
  idempotency_key: rows.text(
    'Replaces the workflow run ID in the key, so that a key can span ' +
      'workflow runs. 1 to 200 characters.',
    {
      pattern: /^[\x21-\x7e]{1,200}$/,
      accepted: '1 to 200 visible ASCII characters without spaces',
    },
  ),
  max_turns: rows.integer(
    'With `resume: thread`, the maximum number of follow-ups in this thread.',
  ),
  tasks: rows.text(
    'Many runs in one step: a JSON array of tasks, or a `.json`, `.jsonl` or `.yaml` file in ' +
      'the workspace. Each task may set `key`, `prompt`, `prompt_file`, `repo`, `repo_id`, ' +
      '`ref`, `create_pull_request`, `agent_run_id`, `model`, `images` and `request_fields`.',
  ),
  max_parallel: rows.integer(
    'With `tasks`, the maximum number of runs that are unfinished at the same time.',
  ),
  fail_fast: rows.boolean(
    false,
    'With `tasks`, whether to start no more runs after one has failed.',
  ),
} satisfies Readonly<Record<string, InputRow>>;

type Rows = typeof INPUT_TABLE;
export type InputName = keyof Rows;
export const INPUT_NAMES = Object.keys(INPUT_TABLE) as InputName[];

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** The property of an input in `Inputs`. */
type FieldOf<Name extends InputName> = Rows[Name] extends {
  readonly field: infer Field extends string;
}
  ? Field
  : Camel<Name>;

export type ValuesOf<Names extends InputName> = {
  readonly [Name in Names as FieldOf<Name>]: ReturnType<Rows[Name]['read']>;
};
/** The validated value of every input. */
export type Inputs = ValuesOf<InputName>;

/** Reads these inputs, each by its row. */
export function valuesOf<Name extends InputName>(
  names: readonly Name[],
  reading: InputReading,
): ValuesOf<Name> {
  const values = names.map((name) => {
    const row: InputRow = INPUT_TABLE[name];
    const field = row.field ?? name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return [field, row.read(reading, name)] as const;
  });
  return Object.fromEntries(values) as ValuesOf<Name>;
}
