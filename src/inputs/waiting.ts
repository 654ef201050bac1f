/** Input rows for waiting, end conditions and the files that are kept. */
import { normalizeStatus } from '../run/status.ts';
import { OUTCOMES, type Outcome } from '../runner/outcomes.ts';
import { logsFile, outputSchema } from './files.ts';
import { POSITIVE_INTEGER, row, type InputReader } from './reader.ts';

const DEFAULT_FAIL_ON = 'failed,cancelled,needs_input,timed_out,error,unverified';

export const WAITING = {
  wait: row({
    field: 'wait',
    description: '`true` to wait until the run ends; `false` to end the step as soon as the run exists.',
    default: 'true',
    read: ({ read }) => read.boolean('wait', true),
  }),
  timeout_minutes: row({
    field: 'timeoutMs',
    description: 'How many minutes to wait; fractions are allowed. The run itself continues after a timeout.',
    default: '60',
    read: ({ read }) =>
      read.positive('timeout_minutes', { initial: 60, unitMs: 60_000, accepted: 'a positive number of minutes' }),
  }),
  poll_interval_seconds: row({
    field: 'pollIntervalMs',
    description: '`auto`, or a fixed number of seconds between polls. The rate limits of the service apply either way.',
    default: 'auto',
    read: ({ read }) =>
      ['', 'auto'].includes(read.text('poll_interval_seconds').toLowerCase())
        ? null
        : read.positive('poll_interval_seconds', {
            initial: 10,
            unitMs: 1000,
            accepted: '`auto`, or a positive number of seconds',
          }),
  }),
  on_cancel: row({
    field: 'onCancel',
    description: '`leave`, or `stop` to ask the service to stop the run when the step is cancelled or times out.',
    default: 'leave',
    read: ({ read }) => read.choice('on_cancel', ['leave', 'stop']),
  }),
  success_statuses: row({
    field: 'successStatuses',
    description: 'Additional status words that mean success, separated by commas or new lines.',
    read: ({ read }) => read.list('success_statuses'),
  }),
  failure_statuses: row({
    field: 'failureStatuses',
    description: 'Additional status words that mean failure, separated by commas or new lines.',
    read: ({ read }) => failureStatuses(read),
  }),
  fail_on: row({
    field: 'failOn',
    description:
      'Outcomes that fail the step, separated by commas or new lines. `none` never fails it, not even for an invalid token; check the output `outcome` then. Invalid inputs always fail the step.',
    default: DEFAULT_FAIL_ON,
    read: ({ read }) => failOn(read),
  }),
  siblings: row({
    field: 'siblings',
    description: 'Number of jobs in this matrix, which spread their requests. Keep the default.',
    default: '${{ strategy.job-total }}',
    read: ({ read }) => siblings(read),
  }),
  sibling_index: row({
    field: 'siblingIndex',
    description: 'Index of this job in its matrix, from 0. Keep the default.',
    default: '${{ strategy.job-index }}',
    read: ({ read }) => siblingIndex(read),
  }),
};

export const RESULTS = {
  output_schema: row({
    field: 'outputSchema',
    description:
      'JSON Schema (2020-12) that the result must satisfy, inline or as a file in the workspace. The validated value is in the output `result_json`.',
    read: outputSchema,
  }),
  expect: row({
    field: 'expect',
    description:
      '`none`, or `pull_request` to end with the outcome `unverified` unless GitHub confirms a pull request of this run.',
    default: 'none',
    read: ({ read }) => read.choice('expect', ['none', 'pull_request']),
  }),
  logs: row({
    field: 'logs',
    description:
      "How much of the agent's log to print: `full`, `compact`, `errors` or `none`. The log file has all of it.",
    default: 'compact',
    read: ({ read }) => read.choice('logs', ['compact', 'full', 'errors', 'none']),
  }),
  logs_file: row({
    field: 'logsFile',
    description:
      'File for the complete log, one JSON object per line, in the workspace or `RUNNER_TEMP`. Defaults to `agent-run-<id>.jsonl` in `RUNNER_TEMP`.',
    read: logsFile,
  }),
  summary: row({
    field: 'summary',
    description: 'Whether to write the job summary.',
    default: 'true',
    read: ({ read }) => read.boolean('summary', true),
  }),
  report: row({
    field: 'report',
    description: 'Whether to write the trace report, a single HTML file in `RUNNER_TEMP`.',
    default: 'true',
    read: ({ read }) => read.boolean('report', true),
  }),
  show_prompt: row({
    field: 'showPrompt',
    description:
      'Whether summary and report show the task: `prompt` or `prompt_file`, never the text of the event. Its first line is the title, also of the comment. `false` for private prompts; GitHub prints the inputs of a step in its log either way.',
    default: 'true',
    read: ({ read }) => read.boolean('show_prompt', true),
  }),
  otlp: row({
    field: 'otlp',
    description: 'Whether to write the run as an OpenTelemetry trace in OTLP/JSON.',
    default: 'false',
    read: ({ read }) => read.boolean('otlp', false),
  }),
};

function failureStatuses(read: InputReader): readonly string[] {
  const words = read.list('failure_statuses');
  const success = new Set(read.list('success_statuses').map(normalizeStatus));
  const both = words.filter((word) => success.has(normalizeStatus(word)));
  if (both.length > 0) {
    read.problem(
      'failure_statuses',
      `"${both.join(', ')}", named in \`success_statuses\` too`,
      'each word in one of the two',
    );
  }
  return words;
}

function failOn(read: InputReader): ReadonlySet<Outcome> {
  const given = read.text('fail_on') === '' ? DEFAULT_FAIL_ON : read.text('fail_on');
  const words = read.split(given).map((word) => word.toLowerCase());
  if (words.length === 1 && words[0] === 'none') return new Set();
  const known: readonly string[] = OUTCOMES;
  if (words.length === 0 || !words.every((word) => known.includes(word))) {
    read.problem(
      'fail_on',
      `"${given}"`,
      `any of ${OUTCOMES.map((outcome) => `\`${outcome}\``).join(', ')}; or \`none\` alone`,
    );
  }
  return new Set(words as Outcome[]);
}

function siblings(read: InputReader): number {
  return read.integer('siblings', { min: 1, accepted: `${POSITIVE_INTEGER}, or nothing` }) ?? 1;
}

function siblingIndex(read: InputReader): number {
  const index = read.integer('sibling_index', { min: 0, accepted: 'an integer from 0, or nothing' }) ?? 0;
  const total = Number(read.text('siblings'));
  if (Number.isInteger(total) && total >= 1 && index >= total)
    read.problem('sibling_index', `"${index}"`, `an integer from 0 to ${total - 1}, less than \`siblings\``);
  return Math.min(index, Math.max(0, (Number.isInteger(total) ? total : 1) - 1));
}
