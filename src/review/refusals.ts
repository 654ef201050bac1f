/** What GitHub means when it refuses a review (contract 17.2). Pure. */
import type { GitHubError } from '../github/port.ts';
import { responseText, remedy } from '../github/wait-out.ts';

export type Refusal =
  /** A position, the body or the commit: another form of the review may be taken. */
  | 'form'
  /** The same login has a review that is not submitted yet. */
  | 'pending'
  /** Whoever asks may not review here. */
  | 'forbidden'
  /** Nothing that another form would change. */
  | 'other';

/** A 422 is a refusal of the form unless its words say otherwise. */
export function refusalOf(error: GitHubError): Refusal {
  const { status, message, isRateLimit } = error;
  if (isRateLimit) {
    return 'other';
  }
  if (/\blocked\b|\block prevents\b/i.test(message) || status === 403 || status === 404) {
    return 'forbidden';
  }
  if (status !== 422) {
    return 'other';
  }
  return /\bpending review\b/i.test(message) ? 'pending' : 'form';
}

const PERMISSION =
  'The job needs `permissions: pull-requests: write`, and the conversation must not be locked.';
const PENDING =
  'A review by the same login is still pending: submit or delete that one, and run the job again.';
const NO_FORM = 'It took the review in no form: run the job again, and report what GitHub says.';

/** What to do about it, as a sentence. */
export function adviceFor(error: GitHubError): string {
  switch (refusalOf(error)) {
    case 'form':
      return NO_FORM;
    case 'pending':
      return PENDING;
    case 'forbidden':
      return PERMISSION;
    case 'other':
      return remedy(error, PERMISSION);
  }
}

/** The warning about a review that is not on the pull request. Null: the step ended first. */
export function notPosted(error: GitHubError | null): string {
  const why = error === null ? 'the step ended first' : responseText(error);
  const advice = error === null ? '' : ` ${adviceFor(error)}`;
  return (
    `The review could not be posted on the pull request (${why}).${advice} ` +
    'The findings are in the job summary and in the output `findings`.'
  );
}
