/**
 * Every output of the action (contract 1.2), and the values of `error_code` (contract 5), one row
 * each with its description. action.yml and docs/reference.md are generated from these tables.
 */
import { OUTCOMES } from '../outcomes.ts';

/** `error_code` → what it means. */
export const ERROR_CODE_TABLE = {
  invalid_input: 'Inputs of the step are not valid. No request was sent.',
  unauthorized: 'The service answered 401: the token is wrong, expired or revoked.',
  quota_exceeded:
    "The organization's quota or credit is used up: a request was refused for it, " +
    'or the run stopped.',
  forbidden: 'The service answered 403: the token may not do this in this organization.',
  not_found:
    'The service answered 404: the organization, repository or run does not exist, or ' +
    'it does not offer the endpoint.',
  rejected: 'The service rejected the request (400, 409, 422 or another 4xx).',
  rate_limited: 'The service refused the create or resume with 429 until the timeout.',
  network:
    'The service could not be reached for two minutes (20 seconds where the name of its host ' +
    'does not exist, one minute where the host refuses every connection), or until the timeout ' +
    'if that is sooner.',
  bad_response:
    'The service redirected the request, a resumed run never acted on the follow-up, or what has ' +
    'to be read before a request took until the timeout.',
  ambiguous_create:
    'It is unknown whether a create or resume was carried out, so it was not sent again.',
  schema_mismatch: 'The result does not satisfy `output_schema`.',
  budget_exceeded: 'The run has used up its budget, and was stopped for that.',
  thread_unavailable:
    'The thread could not be read, so no run was started that it may already have.',
  internal: 'A bug in this action.',
} as const;

export type ErrorCode = keyof typeof ERROR_CODE_TABLE;
export const ERROR_CODES = Object.keys(ERROR_CODE_TABLE) as readonly ErrorCode[];

const codeList = (words: readonly string[]): string =>
  words.map((word) => `\`${word}\``).join(', ');

export const OUTPUT_TABLE = {
  agent_run_id: 'ID of the run. Set as soon as it is known, before any waiting.',
  web_url: "URL of the run's page at the agent service. Set as soon as it is known.",
  status: "The service's last status word, as received.",
  outcome: `One of ${codeList(OUTCOMES)}.`,
  result:
    'Result text of the run, written by the agent: ' +
    'treat it as data. Truncated with a visible mark if it exceeds the limit for ' +
    'outputs; `result_file` has all of it.',
  result_file: 'Path of a file with the complete result text.',
  logs_file: 'Path of the file with every log entry of this turn, one JSON object per line.',
  report_file: 'Path of the trace report, a single HTML file.',
  report_url: 'Address of the uploaded trace report, with `report: upload`.',
  result_json: 'With `output_schema`, the validated value as compact JSON for `fromJSON`.',
  total_logs: 'Number of log entries received for this turn.',
  resumed: '`true` if this step continued an earlier run, otherwise `false`.',
  duration_seconds: 'Seconds from the create or resume request to the end.',
  requests: 'Number of requests that reached the agent service.',
  pull_requests: "JSON array with the URLs of the run's pull requests; `[]` if there are none.",
  comment_url: 'URL of the comment that this step keeps up to date.',
  usage:
    'What the run used as the service tells it, as JSON with `unit` (`tokens`, `acu`, ' +
    '`ai_credits`, `premium_requests`), `amount` and `cost_usd` (null where not told). ' +
    'Empty if it tells nothing. With `tasks`, the sum over the runs that tell it, with `runs` ' +
    '(how many do) and `of` (all); empty where they tell several units.',
  run_summary: "The run's short summary, where the service provides one.",
  pull_request_number:
    'Number of the pull request in this repository that the run opened or ' +
    'changed last, as confirmed by GitHub.',
  head_branch:
    'Head branch of that pull request. Without one, the last new branch of this repository that ' +
    "the service names for the run's work, which nobody has checked.",
  head_sha: 'Head commit of that pull request.',
  checks:
    'With `expect: checks`, JSON array with the checks of that head commit: `name`, ' +
    '`conclusion` (null while running) and `url`.',
  fixes: 'With `expect: checks`, how often the run was asked to mend what failed.',
  otlp_file: 'With `otlp`, path of the trace in OTLP/JSON.',
  runs: 'With `tasks`, JSON array with the outcome of each run, in the order of the tasks.',
  runs_file: 'With `tasks`, path of a file with the complete results, one JSON object per line.',
  counts: 'With `tasks`, JSON object with the number of runs per outcome.',
  findings:
    'With `review`, JSON array with the findings; `placed` says where each one is: ' +
    '`inline`, `body` or `known`; null for one that is not in a review, but in the summary. ' +
    'As many as fit into 150,000 characters; `sarif_file` has all.',
  review_url: "With `review`, URL of the pull request's review.",
  sarif_file: 'With `review`, path of the findings as SARIF 2.1.0 for code scanning.',
  error_code:
    `With outcome \`error\`, one of ${codeList(ERROR_CODES)}; ` +
    'with `failed`, `quota_exceeded` where the run stopped for want of money, and ' +
    '`budget_exceeded` where it has used up its budget; ' +
    'with `tasks`, if that is so of each run that failed.',
  error_message:
    "Unless the outcome is good news: what happened, the cause or the agent's question, " +
    'and what to do next, in one line.',
  skip_reason: 'With outcome `skipped`, the reason.',
} as const;

export type OutputName = keyof typeof OUTPUT_TABLE;
export const OUTPUT_NAMES = Object.keys(OUTPUT_TABLE) as OutputName[];
