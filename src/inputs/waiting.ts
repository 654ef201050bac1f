/** Input rows for waiting, end conditions and the files that are kept. */
import { OUTCOMES, type Outcome } from '../runner/output-table.ts';
import { integerOf } from '../safe/json.ts';
import { normalizeStatus } from '../service/schema.ts';
import { logsFile, outputSchema } from './files.ts';
import { rows, type InputReader, type InputRow } from './reader.ts';

const DEFAULT_FAIL_ON = 'failed,cancelled,needs_input,timed_out,error,unverified';
const MINUTES = { initial: 60, unitMs: 60_000, accepted: 'a positive number of minutes' };
const SECONDS = { initial: 10, unitMs: 1000, accepted: '`auto`, or a positive number of seconds' };

export const WAITING = {
  wait: rows.boolean(true, '`true` to wait until the run ends; `false` to end the step as soon as the run exists.'),
  timeout_minutes: {
    field: 'timeoutMs' as const,
    description: 'How many minutes to wait; fractions are allowed. The run itself continues after a timeout.',
    default: '60',
    read: ({ read }, name) => read.positive(name, MINUTES),
  },
  poll_interval_seconds: {
    field: 'pollIntervalMs' as const,
    description: '`auto`, or a fixed number of seconds between polls. The rate limits of the service apply either way.',
    default: 'auto',
    read: ({ read }, name) =>
      ['', 'auto'].includes(read.text(name).toLowerCase()) ? null : read.positive(name, SECONDS),
  },
  on_cancel: rows.choice(
    ['leave', 'stop'],
    '`leave`, or `stop` to ask the service to stop the run when the step is cancelled or times out.',
  ),
  success_statuses: rows.list('Additional status words that mean success, separated by commas or new lines.'),
  failure_statuses: {
    description: 'Additional status words that mean failure, separated by commas or new lines.',
    read: ({ read }) => failureStatuses(read),
  },
  fail_on: {
    description:
      'Outcomes that fail the step, separated by commas or new lines. `none` never fails it, not even for an invalid token; check the output `outcome` then. Invalid inputs always fail the step.',
    default: DEFAULT_FAIL_ON,
    read: ({ read }) => failOn(read),
  },
  siblings: {
    description: 'Number of jobs in this matrix, which spread their requests. Keep the default.',
    default: '${{ strategy.job-total }}',
    read: ({ read }, name) => read.integer(name, { more: ', or nothing' }) ?? 1,
  },
  sibling_index: {
    description: 'Index of this job in its matrix, from 0. Keep the default.',
    default: '${{ strategy.job-index }}',
    read: ({ read }, name) => {
      const index = read.integer(name, { min: 0, more: ', or nothing' }) ?? 0;
      if (index >= integerOf(read.text('siblings')))
        read.refuse(name, 'an integer from 0 that is less than `siblings`');
      return index;
    },
  },
} satisfies Readonly<Record<string, InputRow>>;

export const RESULTS = {
  output_schema: {
    description:
      'JSON Schema (2020-12) that the result must satisfy, inline or as a file in the workspace. The validated value is in the output `result_json`.',
    read: outputSchema,
  },
  expect: rows.choice(
    ['none', 'pull_request'],
    '`none`, or `pull_request` to end with the outcome `unverified` unless GitHub confirms a pull request of this run.',
  ),
  logs: rows.choice(
    ['compact', 'full', 'errors', 'none'],
    "How much of the agent's log to print: `full`, `compact`, `errors` or `none`. The log file has all of it.",
  ),
  logs_file: {
    description:
      'File for the complete log, one JSON object per line, in the workspace or `RUNNER_TEMP`. Defaults to `agent-run-<id>.jsonl` in `RUNNER_TEMP`.',
    read: logsFile,
  },
  summary: rows.boolean(true, 'Whether to write the job summary.'),
  report: rows.boolean(true, 'Whether to write the trace report, a single HTML file in `RUNNER_TEMP`.'),
  show_prompt: rows.boolean(
    true,
    'Whether summary and report show the task: `prompt` or `prompt_file`, never the text of the event. Its first line is the title, also of the comment. `false` for private prompts; GitHub prints the inputs of a step in its log either way.',
  ),
  otlp: rows.boolean(false, 'Whether to write the run as an OpenTelemetry trace in OTLP/JSON.'),
} satisfies Readonly<Record<string, InputRow>>;

function failureStatuses(read: InputReader): readonly string[] {
  const words = read.list('failure_statuses');
  const success = new Set(read.list('success_statuses').map(normalizeStatus));
  const both = words.filter((word) => success.has(normalizeStatus(word)));
  if (both.length > 0) {
    const given = `"${both.join(', ')}", named in \`success_statuses\` too`;
    read.problem('failure_statuses', given, 'each word in one of the two');
  }
  return words;
}

function failOn(read: InputReader): ReadonlySet<Outcome> {
  const given = read.text('fail_on') === '' ? DEFAULT_FAIL_ON.split(',') : read.list('fail_on');
  const words = given.map((word) => word.toLowerCase());
  if (words.length === 1 && words[0] === 'none') return new Set();
  const known: readonly string[] = OUTCOMES;
  if (words.length === 0 || !words.every((word) => known.includes(word)))
    read.refuse('fail_on', `any of ${OUTCOMES.map((outcome) => `\`${outcome}\``).join(', ')}; or \`none\` alone`);
  return new Set(words as Outcome[]);
}
