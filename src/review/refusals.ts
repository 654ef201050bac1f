/** What GitHub means when it refuses a review (contract 17.2). Pure. */
import type { GitHubError } from '../github/port.ts';
import { responseText, remedy } from '../github/wait-out.ts';
import { joined } from '../safe/text.ts';

type Refusal =
  /** A position, the body or the commit: another form of the review may be taken. */
  | 'form'
  /** The same login has a review that is not submitted yet. */
  | 'pending'
  /** Nothing that another form would change. */
  | 'other';

/** A 422 is a refusal of the form unless its words or its code say otherwise. */
export function refusalOf({ status, message, kind }: GitHubError): Refusal {
  if (status !== 422 || kind !== 'unknown') {
    return 'other';
  }
  return /\bpending review\b/i.test(message) ? 'pending' : 'form';
}

const PERMISSION = 'The job needs `permissions: pull-requests: write`.';
const PENDING =
  'A review by the same login is still pending: submit or delete that one, and run the job again.';
const NO_FORM = 'It took the review in no form: run the job again, and report what GitHub says.';

/** The warning about a review of which nobody knows whether GitHub has it. */
export const MAY_BE_POSTED =
  'GitHub had not answered to the review when this step stopped asking: it may stand on the pull ' +
  'request. The findings are in the job summary and in the output `findings`.';

/** What to do about it, as sentences; empty where nobody knows. */
function adviceFor(error: GitHubError): string {
  switch (refusalOf(error)) {
    case 'form':
      return NO_FORM;
    case 'pending':
      return PENDING;
    case 'other':
      return remedy(error, PERMISSION);
  }
}

/** The warning about a review that is not on the pull request. Null: the step ended first. */
export function notPosted(error: GitHubError | null): string {
  const why = error === null ? 'the step ended first' : responseText(error);
  return joined(
    [
      `The review could not be posted on the pull request (${why}).`,
      error === null ? '' : adviceFor(error),
      'The findings are in the job summary and in the output `findings`.',
    ],
    ' ',
  );
}
