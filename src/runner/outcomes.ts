/** How a step can end (contract 1.2 and 5), one row each. docs/reference.md and action.yml are generated from these tables. */

/** `outcome` → what it means. */
export const OUTCOME_TABLE = {
  succeeded: 'The run ended successfully.',
  failed: 'The run ended with a failure.',
  cancelled: 'The step was cancelled, or the run was stopped at the service.',
  needs_input: 'The run waits for an answer.',
  timed_out: 'The run did not end within `timeout_minutes`, or its end could not be seen in time.',
  started: 'The run exists and `wait` is `false`.',
  skipped: 'Nothing was sent; `skip_reason` says why.',
  error: 'The step could not do its work; `error_code` and `error_message` say why.',
  unverified: 'The run succeeded, but GitHub confirmed none of its pull requests, which `expect` asks for.',
} as const;

export type Outcome = keyof typeof OUTCOME_TABLE;
export const OUTCOMES = Object.keys(OUTCOME_TABLE) as readonly Outcome[];

/** `error_code` → what it means. */
export const ERROR_CODE_TABLE = {
  invalid_input: 'Inputs of the step are not valid. No request was sent.',
  unauthorized: 'The service answered 401: the token is wrong, expired or revoked.',
  quota_exceeded: "The service answered 402: the organization's quota is used up.",
  forbidden: 'The service answered 403: the token may not do this in this organization.',
  not_found:
    'The service answered 404: the organization, repository or run does not exist, or it does not offer the endpoint.',
  rejected: 'The service rejected the request (400, 409, 422 or another 4xx).',
  rate_limited: 'The service refused the create or resume with 429 until the timeout.',
  network: 'The service could not be reached for two minutes, or until the timeout if that is sooner.',
  bad_response: 'The service redirected the request, or a resumed run never acted on the follow-up.',
  ambiguous_create: 'It is unknown whether a create or resume was carried out, so it was not sent again.',
  schema_mismatch: 'The result does not satisfy `output_schema`.',
  thread_unavailable: 'The thread could not be read, so no run was started that it may already have.',
  internal: 'A bug in this action.',
} as const;

export type ErrorCode = keyof typeof ERROR_CODE_TABLE;
export const ERROR_CODES = Object.keys(ERROR_CODE_TABLE) as readonly ErrorCode[];
