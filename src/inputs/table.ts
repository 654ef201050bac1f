/**
 * Every input of the action (contract 1.1). action.yml, the tables in README and the reference, the
 * type `Inputs`, what is masked and redacted and what is refused are made from these rows, so a new
 * input needs only a row here and its use.
 */
import type { ServiceFacts } from '../agents/facts.ts';
import { isRecord } from '../safe/json.ts';
import { budget } from './budget.ts';
import { images, logsFile, outputSchema, prompt } from './files.ts';
import type { InputReading } from './reader.ts';
import {
  boolean,
  choice,
  integer,
  isTextOrInteger,
  list,
  freeText,
  NUMBER_IN_QUOTES,
  TASKS,
  type AskedInput,
  type FleetField,
  type InputRow,
} from './row.ts';
import { SERVICE_DESCRIPTION, SERVICE_VALUE } from './service.ts';
import {
  agentRunId,
  baseUrl,
  CREATE_PULL_REQUEST_VALUE,
  failingOutcomes,
  failOn,
  failureStatuses,
  maxFixes,
  orgId,
  namesNoBot,
  ref,
  REPORT_VALUE,
  repo,
  requestFields,
  token,
  whyNoBot,
} from './values.ts';

/** Clauses about a service. */
const NO_TEXT = 'which gives no text as result';
const NO_FOLLOW_UP = 'which takes no message to a run that exists';

const UNUSED = 'nothing: this task does not use it';
/** What `setup-commands` takes too; an analysis of logs is about a sandbox alone. */
const OF_A_REPOSITORY = {
  by: 'task',
  takenBy: ['run', 'check', 'setup-commands'],
  accepted: UNUSED,
} as const;
const OF_AN_ORDINARY_RUN = { by: 'task', takenBy: ['run', 'check'], accepted: UNUSED } as const;

/** Fields of tasks. */
const TEXT_FIELD: FleetField = {
  accepts: (value) => typeof value === 'string' && /\S/.test(value),
  accepted: 'a text that is not empty',
};
const ID_FIELD: FleetField = {
  accepts: (value) => isTextOrInteger(value) && /^\d+$/.test(String(value)),
  accepted: 'a positive integer',
};

/** A full commit ID. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const startsOnly = ({ given }: AskedInput): boolean => given.says('wait', 'false');
const hasNoTasks = ({ given }: AskedInput): boolean => !given.has('tasks');
const isRunNamed = ({ given }: AskedInput): boolean => given.has('agent_run_id');
const isReview = ({ given }: AskedInput): boolean => given.says('review', 'advise', 'gate');
const awaitsNoChecks = ({ given }: AskedInput): boolean => given.lacks('expect', 'checks');
const hasNoRepository = ({ given }: AskedInput): boolean => given.says('repo', 'none');
/** Nothing is sent to the run. */
const isOnlyFollowed = ({ given }: AskedInput): boolean =>
  given.has('agent_run_id') && !given.has('prompt') && !given.has('prompt_file');
/** The task has no text of the author's that the event's could follow. */
const asksInNoWords = ({ given }: AskedInput): boolean =>
  given.says('task', 'setup-commands', 'analyze-logs') &&
  !given.has('prompt') &&
  !given.has('prompt_file');

/** What is asked of a run that exists, of a service that takes no message to one. */
const OF_NO_FOLLOW_UP = {
  by: 'service',
  denies: ({ can }: ServiceFacts) => !can.followUp,
  asks: isRunNamed,
  beside: ' together with `agent_run_id`',
  accepted: 'nothing',
  why:
    `${NO_FOLLOW_UP}; leave it out to follow the run, or leave \`agent_run_id\` out to start ` +
    'another',
} as const;
/** An input of the create request alone. */
const OF_A_NEW_RUN = {
  by: 'idle',
  when: isRunNamed,
  why: 'it goes into the request that creates a run, and `agent_run_id` names one that exists',
} as const;
const OF_A_PROMPT = {
  by: 'idle',
  when: isOnlyFollowed,
  why: 'it is sent with a `prompt`, and without one the run is only followed',
} as const;
/** An input about what happens until the run ends. */
const OF_A_STEP_THAT_WAITS = {
  by: 'idle',
  when: startsOnly,
  why: 'with `wait: false` the step ends when the run exists',
} as const;
/** An input about a run. */
const OF_A_RUN = {
  by: 'idle',
  when: ({ given }: AskedInput) => given.says('task', 'check'),
  why: 'with `task: check` there is no run',
} as const;
const ONLY_FOLLOWED =
  'a run that is only followed (`agent_run_id` without a `prompt`) is asked for nothing';
const OF_CHECKS = {
  by: 'combination',
  when: awaitsNoChecks,
  beside: ' without `expect: checks`',
  accepted: 'a value only with `expect: checks`',
} as const;

export const INPUT_TABLE = {
  token: {
    group: 'Connection',
    description:
      'API token of the agent service, of the kind that docs/services.md names. ' +
      'Store it as a secret. Pull requests from forks and by Dependabot get no secrets; ' +
      'the step is then skipped.',
    required: true,
    secret: true,
    limits: [],
    inFleet: null,
    value: { read: token },
  },
  service: {
    group: 'Connection',
    description: SERVICE_DESCRIPTION,
    secret: false,
    limits: [],
    inFleet: null,
    value: SERVICE_VALUE,
  },
  org_id: {
    group: 'Connection',
    description:
      'ID of your organization at the agent service: a number, required, with ' +
      '`service: agent-run`; optional with `devin` (`org-…`) and `openhands`; ' +
      'nothing with the others.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ orgId: kind }) => kind === 'none',
        accepted: 'nothing',
        why: 'where the token alone says whose agent it is; leave it out',
      },
    ],
    inFleet: null,
    value: { read: orgId },
  },
  base_url: {
    group: 'Connection',
    description:
      'Root URL of the agent service, such as `https://agents.example.com`. ' +
      'Required with `service: agent-run`; the others have a default. ' +
      'Must use `https:`, except for loopback addresses.',
    secret: false,
    limits: [],
    contacted: 'After inputs, trigger phrase and permissions were checked',
    inFleet: null,
    value: { read: baseUrl },
  },
  prompt: {
    group: 'Task',
    description:
      'Task for the agent, or the follow-up when a run is resumed. ' +
      'With `agent_run_id` and no prompt, the run is only followed.',
    secret: false,
    limits: [OF_NO_FOLLOW_UP, OF_A_REPOSITORY],
    inFleet: { ...TEXT_FIELD, replacedBy: ['prompt_file', 'agent_run_id'] },
    value: { read: prompt },
  },
  prompt_file: {
    group: 'Task',
    description:
      'File in the workspace that contains the prompt, in UTF-8. Cannot be combined with `prompt`.',
    secret: false,
    limits: [OF_NO_FOLLOW_UP, OF_A_REPOSITORY],
    inFleet: { ...TEXT_FIELD, replacedBy: ['prompt', 'agent_run_id'] },
    value: freeText(),
  },
  repo: {
    group: 'Task',
    description:
      'Repository that the agent works on, as `owner/name`. Cannot be combined with `repo_id`. ' +
      'Defaults to that of the workflow, but to none with `service: agent-run`. ' +
      '`none` for a run without a repository, where the service can work without one.',
    secret: false,
    limits: [
      OF_A_REPOSITORY,
      {
        by: 'combination',
        when: ({ given }) => given.has('repo_id'),
        beside: ' together with `repo_id`',
        accepted: 'one of the two',
      },
    ],
    inFleet: { ...TEXT_FIELD, replacedBy: ['repo_id'] },
    value: { read: repo },
  },
  repo_id: {
    group: 'Task',
    description:
      'Numeric ID of the repository, with `service: agent-run` alone. ' +
      'Sent only when a run is created.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.ownTasks,
        accepted: 'nothing',
        why: 'which knows repositories by their names; use `repo` with `owner/name`',
      },
      OF_A_REPOSITORY,
      OF_A_NEW_RUN,
    ],
    inFleet: { ...ID_FIELD, replacedBy: ['repo'] },
    value: integer(', or the input `repo` with `owner/name` instead'),
  },
  ref: {
    group: 'Task',
    description:
      'Branch or commit that a new run starts from, where the service can be told. ' +
      'Defaults to the head branch of the pull request that a review, or the comment or review ' +
      'of the event, is about (not with `devin`); otherwise to the default branch.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => can.ref === 'none',
        accepted: 'nothing',
        why: 'which cannot be told where to start; name the branch or commit in the prompt',
      },
      {
        by: 'service',
        denies: ({ can }) => can.ref === 'branch',
        asks: ({ value }) => COMMIT.test(value),
        beside: ', which is a commit',
        accepted: 'the name of a branch',
        why: 'which starts from branches alone; push a branch at this commit and name it',
      },
      {
        by: 'combination',
        when: hasNoRepository,
        beside: ' together with `repo: none`',
        accepted: 'nothing: there is no branch to start from',
      },
      OF_A_NEW_RUN,
    ],
    inFleet: TEXT_FIELD,
    value: { read: ref },
  },
  create_pull_request: {
    group: 'Task',
    description:
      'Whether the service is asked to open a pull request: `true`, `false`, or `auto` for yes, ' +
      'unless the step wants an answer alone (`review`, `output_schema`).',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.createPullRequest,
        accepted: '`auto`',
        why: 'which cannot be told; say in the prompt whether it is to open a pull request',
      },
      {
        by: 'combination',
        when: ({ value, given }) => value === 'false' && given.says('expect', 'pull_request'),
        beside: ' together with `expect: pull_request`',
        accepted: '`auto` or `true`',
      },
      {
        by: 'combination',
        when: ({ value, given }) => value === 'false' && given.says('expect', 'checks'),
        beside: ' together with `expect: checks`',
        accepted: '`auto` or `true`',
      },
      {
        by: 'combination',
        when: (asked) => asked.value === 'true' && hasNoRepository(asked),
        beside: ' together with `repo: none`',
        accepted: '`auto` or `false`',
      },
      OF_A_NEW_RUN,
    ],
    inFleet: {
      accepts: (value) => typeof value === 'boolean' || typeof value === 'string',
      accepted: '`auto`, `true` or `false`',
    },
    value: CREATE_PULL_REQUEST_VALUE,
  },
  agent_run_id: {
    group: 'Task',
    description:
      "ID of an existing run to resume instead of creating a new one, or the run's address. " +
      'Takes precedence over `resume`.',
    secret: false,
    limits: [OF_AN_ORDINARY_RUN],
    inFleet: {
      accepts: isTextOrInteger,
      accepted: `the ID or the address of a run${NUMBER_IN_QUOTES}`,
    },
    value: { read: agentRunId },
  },
  resume: {
    group: 'Task',
    description:
      '`never`, or `thread` to resume the run recorded in this issue or pull request, in a job ' +
      'with a `concurrency` group for each of them: without one, two jobs may create two runs. ' +
      'Creates a run if none is recorded. Needs a `github_token` that can write comments.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.followUp,
        accepted: '`never`',
        why: `${NO_FOLLOW_UP}; each comment can start a run of its own`,
      },
      { by: 'task', takenBy: ['run', 'check'], accepted: '`never`' },
    ],
    inFleet: null,
    value: choice(['never', 'thread'], {
      true: 'thread',
      yes: 'thread',
      always: 'thread',
      false: 'never',
      no: 'never',
      none: 'never',
    }),
  },
  context: {
    group: 'Task',
    description:
      '`none`, or `event` to append the issue, comment or pull request that triggered the ' +
      'workflow to the prompt, fenced as untrusted text.',
    secret: false,
    limits: [
      OF_A_PROMPT,
      { by: 'idle', when: asksInNoWords, why: 'it follows a `prompt`, and this task has none' },
    ],
    inFleet: null,
    value: choice(['none', 'event'], {
      true: 'event',
      issue: 'event',
      all: 'event',
      false: 'none',
      no: 'none',
    }),
  },
  model: {
    group: 'Task',
    description:
      'Model for a new run. Pass other fields, such as `agent_type`, in `request_fields`.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.model,
        accepted: 'nothing',
        why: 'which cannot be told its model; leave it out',
      },
      OF_AN_ORDINARY_RUN,
      OF_A_NEW_RUN,
    ],
    inFleet: TEXT_FIELD,
    value: freeText(),
  },
  images: {
    group: 'Task',
    description:
      'Images in the workspace to send with the prompt (PNG, JPEG, GIF or WebP), separated ' +
      'by commas or new lines. Globs are allowed; at most 10 files of 5 MB each.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => can.images === 0,
        accepted: 'nothing',
        why: 'which takes no images; commit them and name their paths in the prompt',
      },
      OF_AN_ORDINARY_RUN,
      OF_A_PROMPT,
    ],
    inFleet: {
      accepts: (value) => [value].flat().every((one) => typeof one === 'string'),
      accepted: 'a list of paths',
    },
    value: { read: images },
  },
  request_fields: {
    group: 'Task',
    description:
      'JSON object with additional fields for the create request, such as `metadata`. ' +
      'Must not contain `prompt`, `repo_id` or another field that the action sets itself.',
    secret: false,
    limits: [OF_AN_ORDINARY_RUN, OF_A_NEW_RUN],
    inFleet: { accepts: isRecord, accepted: 'an object' },
    value: { read: requestFields },
  },
  task: {
    group: 'Task',
    description:
      '`run`, `check` to test the configuration without spending a run, `setup-commands` ' +
      '(needs `repo` or `repo_id`) or `analyze-logs` (needs `sandbox_id`).',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.ownTasks,
        asks: ({ value }) => value !== 'check',
        accepted: '`run` or `check`',
        why: 'which has no other tasks; ask for it in the prompt',
      },
      {
        by: 'combination',
        when: ({ value, given }) =>
          value === 'setup-commands' && !given.has('repo') && !given.has('repo_id'),
        beside: ' without a repository',
        accepted: '`setup-commands` together with `repo` or `repo_id`',
      },
      {
        by: 'combination',
        when: ({ value, given }) => value === 'analyze-logs' && !given.has('sandbox_id'),
        beside: ' without a sandbox',
        accepted: '`analyze-logs` together with `sandbox_id`',
      },
    ],
    inFleet: null,
    value: choice(TASKS, {
      doctor: 'check',
      test: 'check',
      validate: 'check',
      logs: 'analyze-logs',
    }),
  },
  sandbox_id: {
    group: 'Task',
    description: 'ID of the sandbox whose logs `task: analyze-logs` looks at.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.ownTasks,
        accepted: 'nothing',
        why: 'which has no sandboxes to look at; leave it out',
      },
      { by: 'task', takenBy: ['analyze-logs'], accepted: 'only with `task: analyze-logs`' },
    ],
    inFleet: null,
    value: integer(),
  },
  wait: {
    group: 'Waiting',
    description:
      '`true` to wait until the run ends; `false` to end the step as soon as the run exists.',
    secret: false,
    limits: [],
    inFleet: null,
    value: boolean(true),
  },
  timeout_minutes: {
    group: 'Waiting',
    description:
      'How many minutes to wait; fractions are allowed. The run itself continues after a timeout.',
    field: 'timeoutMs' as const,
    secret: false,
    limits: [],
    inFleet: null,
    value: {
      default: '60',
      read: ({ read }: InputReading, name: string) =>
        (read.positive(name, { accepted: 'a positive number of minutes', unitSeconds: 60 }) ?? 60) *
        60_000,
    },
  },
  budget: {
    group: 'Waiting',
    description:
      'What each run of the step may use at most: `10 acu` with `service: devin`, which ends a ' +
      'run at it itself, or `5 usd` with `openhands`, whose run the step then stops. ' +
      'See docs/services.md.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: (facts) => facts.budget?.kept === 'sent',
        asks: isRunNamed,
        beside: ' together with `agent_run_id`',
        accepted: 'nothing',
        why: 'which sets the limit of a run when it creates it; leave it out, or start another run',
      },
      {
        by: 'service',
        denies: (facts) => facts.budget?.kept === 'watched',
        asks: startsOnly,
        beside: ' together with `wait: false`',
        accepted: 'nothing',
        why: 'whose runs are kept to it only while the step waits; leave `wait` at `true`',
      },
    ],
    inFleet: null,
    value: { read: budget },
  },
  poll_interval_seconds: {
    group: 'Waiting',
    description:
      '`auto`, or a fixed number of seconds between polls. ' +
      'The rate limits of the service apply either way.',
    field: 'pollIntervalMs' as const,
    secret: false,
    limits: [OF_A_STEP_THAT_WAITS],
    inFleet: null,
    value: {
      default: 'auto',
      read: ({ read }: InputReading, name: string) => {
        if (read.text(name).toLowerCase() === 'auto') {
          return null;
        }
        const accepted = '`auto`, or a positive number of seconds';
        const seconds = read.positive(name, { accepted, unitSeconds: 1 });
        return seconds === null ? null : seconds * 1000;
      },
    },
  },
  on_cancel: {
    group: 'Waiting',
    description:
      '`leave`, or `stop` to ask the service to stop the run when the ' +
      'step is cancelled or times out.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.stop,
        accepted: '`leave`',
        why: 'whose runs cannot be stopped from here; stop one on its page, the output `web_url`',
      },
    ],
    inFleet: null,
    value: choice(['leave', 'stop'], {
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
    }),
  },
  success_statuses: {
    group: 'Waiting',
    description: 'Additional status words that mean success, separated by commas or new lines.',
    secret: false,
    limits: [OF_A_STEP_THAT_WAITS],
    inFleet: null,
    value: list(),
  },
  failure_statuses: {
    group: 'Waiting',
    description: 'Additional status words that mean failure, separated by commas or new lines.',
    secret: false,
    limits: [OF_A_STEP_THAT_WAITS],
    inFleet: null,
    value: { read: failureStatuses },
  },
  fail_on: {
    group: 'Waiting',
    description:
      'Outcomes that fail the step, separated by commas or new lines. ' +
      '`none` never fails it, not even for an invalid token; ' +
      'check the output `outcome` then. Invalid inputs always fail the step.',
    secret: false,
    limits: [],
    inFleet: null,
    value: { default: failingOutcomes().join(), read: failOn },
  },
  siblings: {
    group: 'Waiting',
    description: 'Number of jobs in this matrix, which spread their requests. Keep the default.',
    secret: false,
    limits: [],
    inFleet: null,
    value: {
      default: '${{ strategy.job-total }}',
      read: ({ read }: InputReading, name: string) =>
        read.integer(name, { more: ', or nothing' }) ?? 1,
    },
  },
  sibling_index: {
    group: 'Waiting',
    description: 'Index of this job in its matrix, from 0. Keep the default.',
    secret: false,
    limits: [],
    inFleet: null,
    value: {
      default: '${{ strategy.job-index }}',
      read: ({ read }: InputReading, name: string) =>
        read.integer(name, { min: 0, more: ', or nothing' }) ?? 0,
    },
  },
  output_schema: {
    group: 'Results',
    description:
      'JSON Schema (2020-12) that the result must satisfy, inline or as a file in the ' +
      'workspace. The validated value is in the output `result_json`.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.text,
        accepted: 'nothing',
        why: `${NO_TEXT}; ask for a file in the pull request instead`,
      },
      {
        by: 'combination',
        when: startsOnly,
        beside: ' together with `wait: false`',
        accepted: 'only with `wait: true`: without waiting there is no result to check',
      },
    ],
    inFleet: null,
    value: { read: outputSchema },
  },
  expect: {
    group: 'Results',
    description:
      '`none`, `pull_request` to end with the outcome `unverified` unless GitHub ' +
      'confirms a pull request of this run, `checks` to wait until its checks are green as well, ' +
      'or `result` to end so without a result text.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.text,
        asks: ({ value }) => value === 'result',
        accepted: '`none`, `pull_request` or `checks`',
        why: `${NO_TEXT}; its work is a pull request`,
      },
      {
        by: 'task',
        takenBy: ['run'],
        asks: ({ value }) => value === 'checks',
        accepted: '`checks` only with `task: run`',
      },
      {
        by: 'combination',
        when: (asked) => asked.value === 'checks' && startsOnly(asked),
        beside: ' together with `wait: false`',
        accepted: '`checks` only without `wait: false`',
      },
      {
        by: 'combination',
        when: (asked) => asked.value === 'checks' && isReview(asked),
        beside: ' together with `review`',
        accepted: '`checks` only without `review`',
      },
      {
        by: 'combination',
        when: (asked) => asked.value !== 'result' && hasNoRepository(asked),
        beside: ' together with `repo: none`',
        accepted: '`none` or `result`',
      },
      OF_A_RUN,
      OF_A_STEP_THAT_WAITS,
    ],
    inFleet: null,
    value: choice(['none', 'pull_request', 'checks', 'result'], {
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
    }),
  },
  max_fixes: {
    group: 'Results',
    description:
      'With `expect: checks`, how often the run is asked to mend checks that failed: 0 to 10, ' +
      '2 when not given.',
    secret: false,
    limits: [
      OF_CHECKS,
      {
        by: 'idle',
        when: (asked) => asked.value !== '0' && isOnlyFollowed(asked),
        why: ONLY_FOLLOWED,
      },
      {
        by: 'idle',
        when: ({ value, given }) => value !== '0' && given.facts?.can.followUp === false,
        why: 'the service takes no message to a run that exists, so that it is asked for nothing',
      },
    ],
    inFleet: null,
    value: { read: maxFixes },
  },
  ignore_checks: {
    group: 'Results',
    description:
      'With `expect: checks`, names of checks that do not count, one a line. `*` stands for any ' +
      'text.',
    secret: false,
    limits: [OF_CHECKS],
    inFleet: null,
    value: { read: ({ read }: InputReading, name: string) => read.lines(name) },
  },
  logs: {
    group: 'Results',
    description:
      "How much of the agent's log to print: `full`, `compact`, `errors` or " +
      '`none`. The log file has all of it.',
    secret: false,
    limits: [
      { ...OF_A_STEP_THAT_WAITS, when: (asked) => asked.value !== 'none' && startsOnly(asked) },
    ],
    inFleet: null,
    value: choice(['compact', 'full', 'errors', 'none'], {
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
    }),
  },
  logs_file: {
    group: 'Results',
    description:
      'File for the complete log, one JSON object per line, in the workspace or ' +
      '`RUNNER_TEMP`. Defaults to `agent-run-<id>.jsonl` in `RUNNER_TEMP`.',
    secret: false,
    limits: [OF_A_STEP_THAT_WAITS],
    inFleet: null,
    value: { read: logsFile },
  },
  summary: {
    group: 'Results',
    description: 'Whether to write the job summary.',
    secret: false,
    limits: [],
    inFleet: null,
    value: boolean(true),
  },
  report: {
    group: 'Results',
    description:
      'Whether to write the trace report, a single HTML file in `RUNNER_TEMP`. ' +
      '`upload`: also upload it as an artifact of the workflow run that opens in the browser, ' +
      'linked first in summary and comment.',
    secret: false,
    limits: [
      { ...OF_A_STEP_THAT_WAITS, when: (asked) => asked.value === 'upload' && startsOnly(asked) },
    ],
    inFleet: null,
    value: REPORT_VALUE,
  },
  show_prompt: {
    group: 'Results',
    description:
      'Whether summary and report show the task: `prompt` or `prompt_file`, never the text of ' +
      'the event. Its first line is the title, also of the comment; ' +
      'with `context: event`, number and title of the issue or pull request are. ' +
      '`false` for private prompts; GitHub prints the inputs of a step in its log either way.',
    secret: false,
    limits: [],
    inFleet: null,
    value: boolean(true),
  },
  otlp: {
    group: 'Results',
    description: 'Whether to write the run as an OpenTelemetry trace in OTLP/JSON.',
    secret: false,
    limits: [],
    inFleet: null,
    value: boolean(false),
  },
  comment: {
    group: 'Comments and statuses',
    description:
      'Whether to keep one comment up to date on the issue or pull request. ' +
      'Needs `issues: write` or `pull-requests: write`.',
    secret: false,
    limits: [OF_A_RUN],
    inFleet: null,
    value: boolean(false),
  },
  review: {
    group: 'Comments and statuses',
    description:
      '`none`; `advise` to post what the run finds in the pull request of this event as one ' +
      'review with inline comments; `gate` to let the verdict of that review decide the ' +
      'outcome as well. Needs `pull-requests: write`.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.text,
        accepted: '`none`',
        why: `${NO_TEXT}; review with another service`,
      },
      { by: 'task', takenBy: ['run'], accepted: 'a review only with `task: run`' },
      {
        by: 'combination',
        when: ({ given }) => given.has('output_schema'),
        beside: ' together with `output_schema`',
        accepted: 'only without `output_schema`',
      },
      {
        by: 'combination',
        when: ({ given }) => given.has('tasks'),
        beside: ' together with `tasks`',
        accepted: 'only without `tasks`',
      },
      {
        by: 'combination',
        when: startsOnly,
        beside: ' together with `wait: false`',
        accepted: 'only without `wait: false`',
      },
    ],
    inFleet: null,
    value: choice(['none', 'advise', 'gate'], {
      comment: 'advise',
      suggest: 'advise',
      true: 'advise',
      block: 'gate',
      enforce: 'gate',
      required: 'gate',
      strict: 'gate',
      false: 'none',
      off: 'none',
    }),
  },
  comment_key: {
    group: 'Comments and statuses',
    description:
      'Tells several comments of this action in one thread apart. ' +
      'Defaults to the workflow, the job, the matrix index and the step. ' +
      'Set it in each call of a reusable workflow that one workflow run calls twice.',
    secret: false,
    limits: [
      {
        by: 'idle',
        when: ({ given }) =>
          given.lacks('comment', 'true') &&
          given.lacks('resume', 'thread') &&
          given.lacks('review', 'advise', 'gate') &&
          given.lacks('idempotency', 'on'),
        why:
          'it tells comments, reviews and keys of runs apart, and the step has none of them; ' +
          'is `comment: true` missing?',
      },
    ],
    inFleet: null,
    value: freeText(),
  },
  commit_status: {
    group: 'Comments and statuses',
    description: 'Name of a commit status to keep on the head commit. Needs `statuses: write`.',
    secret: false,
    limits: [
      OF_A_RUN,
      {
        by: 'idle',
        when: startsOnly,
        why:
          'with `wait: false` no step would be left to update it; set it on the step that waits ' +
          'for the run',
      },
    ],
    inFleet: null,
    value: freeText({
      pattern: /^\P{Cc}{1,255}$/u,
      accepted: 'a name on one line of at most 255 characters',
    }),
  },
  github_token: {
    group: 'Comments and statuses',
    description: 'Token for comments, commit statuses, verification and permission checks.',
    secret: true,
    limits: [],
    inFleet: null,
    value: {
      default: '${{ github.token }}',
      read: ({ read }: InputReading, name: string) => read.text(name),
    },
  },
  trigger_phrase: {
    group: 'Permissions',
    description:
      'On comment events, continue only if the comment contains this phrase as a separate word ' +
      'outside quotes and code, such as `@agent`.',
    secret: false,
    limits: [],
    inFleet: null,
    value: freeText(),
  },
  require_permission: {
    group: 'Permissions',
    description:
      'Repository permission that the people behind an event need when outsiders can write its ' +
      'text: `write`, `maintain`, `admin` or `none`.',
    secret: false,
    limits: [],
    inFleet: null,
    value: choice(['write', 'maintain', 'admin', 'none'], {
      push: 'write',
      developer: 'write',
      owner: 'admin',
      administrator: 'admin',
    }),
  },
  allowed_bots: {
    group: 'Permissions',
    description:
      'Exact logins of bots that may trigger the action, separated by commas or new ' +
      'lines, such as `renovate[bot]`.',
    secret: false,
    limits: [{ by: 'idle', when: (asked) => namesNoBot(asked).length > 0, why: whyNoBot }],
    inFleet: null,
    value: list(),
  },
  idempotency: {
    group: 'Exactly one run',
    description:
      '`none`, or `on` to mark each run with a key, so that a lost answer or a re-run finds it ' +
      'instead of starting another.',
    secret: false,
    limits: [
      {
        by: 'task',
        takenBy: ['run', 'check'],
        accepted: '`none`, because a run of this task carries no key',
      },
      { by: 'idle', when: isOnlyFollowed, why: ONLY_FOLLOWED },
    ],
    inFleet: null,
    value: choice(['none', 'on'], { true: 'on', yes: 'on', false: 'none', off: 'none' }),
  },
  idempotency_key: {
    group: 'Exactly one run',
    description:
      'Replaces the workflow run ID in the key, so that a key can span ' +
      'workflow runs. 1 to 200 characters.',
    secret: false,
    limits: [
      {
        by: 'combination',
        when: ({ given }) => given.lacks('idempotency', 'on'),
        beside: ' without `idempotency: on`',
        accepted: 'a key only with `idempotency: on`',
      },
    ],
    inFleet: null,
    value: freeText({
      pattern: /^[\x21-\x7e]{1,200}$/,
      accepted: '1 to 200 visible ASCII characters without spaces',
    }),
  },
  max_turns: {
    group: 'Exactly one run',
    description: 'With `resume: thread`, the maximum number of follow-ups in this thread.',
    secret: false,
    limits: [
      {
        by: 'service',
        denies: ({ can }) => !can.followUp,
        accepted: 'nothing',
        why: `${NO_FOLLOW_UP}, so that a thread has no turns to count; leave it out`,
      },
      {
        by: 'combination',
        when: ({ given }) => given.lacks('resume', 'thread'),
        beside: ' without `resume: thread`',
        accepted: 'a number only with `resume: thread`, whose follow-ups it counts',
      },
      {
        by: 'idle',
        when: isRunNamed,
        why:
          'it counts follow-ups to the run that a thread records, and `agent_run_id`, which wins ' +
          'over `resume: thread`, names the run',
      },
    ],
    inFleet: null,
    value: integer(),
  },
  tasks: {
    group: 'Fleets',
    description:
      'Many runs in one step: a JSON array of tasks, or a `.json`, `.jsonl` or `.yaml` file in ' +
      'the workspace. Each task may set `key`, `prompt`, `prompt_file`, `repo`, `repo_id`, ' +
      '`ref`, `create_pull_request`, `agent_run_id`, `model`, `images` and `request_fields`.',
    secret: false,
    limits: [
      { by: 'task', takenBy: ['run'], accepted: 'only with `task: run`' },
      {
        by: 'combination',
        when: ({ given }) => given.says('resume', 'thread'),
        beside: ' together with `resume: thread`',
        accepted: 'only with `resume: never`: a thread records one run',
      },
    ],
    inFleet: null,
    value: freeText(),
  },
  max_parallel: {
    group: 'Fleets',
    description: 'With `tasks`, the maximum number of runs that are unfinished at the same time.',
    secret: false,
    limits: [
      {
        by: 'combination',
        when: startsOnly,
        beside: ' together with `wait: false`',
        accepted: 'only with `wait: true`: without waiting it is not known when a run ends',
      },
      {
        by: 'combination',
        when: hasNoTasks,
        beside: ' without `tasks`',
        accepted: 'a number only with `tasks`',
      },
    ],
    inFleet: null,
    value: integer(),
  },
  fail_fast: {
    group: 'Fleets',
    description: 'With `tasks`, whether to start no more runs after one has failed.',
    secret: false,
    limits: [
      {
        by: 'combination',
        when: hasNoTasks,
        beside: ' without `tasks`',
        accepted: '`true` only with `tasks`',
      },
    ],
    inFleet: null,
    value: boolean(false),
  },
} satisfies Readonly<Record<string, InputRow>>;

type Rows = typeof INPUT_TABLE;
export type InputName = keyof Rows;
export const INPUT_NAMES = Object.keys(INPUT_TABLE) as InputName[];
/** The same rows, for who walks them all. */
export const INPUT_ROWS: Readonly<Record<InputName, InputRow>> = INPUT_TABLE;

/** The names of inputs whose values are secrets. */
export type SecretInput = {
  [Name in InputName]: Rows[Name]['secret'] extends true ? Name : never;
}[InputName];

export function isSecretInput(name: string): name is SecretInput {
  return INPUT_NAMES.some((one) => one === name && INPUT_ROWS[one].secret);
}

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
  readonly [Name in Names as FieldOf<Name>]: ReturnType<Rows[Name]['value']['read']>;
};
/** The validated value of every input. */
export type Inputs = ValuesOf<InputName>;

/** Reads these inputs, each by its row. */
export function valuesOf<Name extends InputName>(
  names: readonly Name[],
  reading: InputReading,
): ValuesOf<Name> {
  const values = names.map((name) => {
    const row = INPUT_ROWS[name];
    const field = row.field ?? name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return [field, row.value.read(reading, name)] as const;
  });
  return Object.fromEntries(values) as ValuesOf<Name>;
}
