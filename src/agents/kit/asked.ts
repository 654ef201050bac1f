/** What a run is asked and how it is called, where the service has no field of its own for it. */
import { shortLine } from '../../safe/text.ts';

/** UTF-16 units. */
const TITLE_MAX = 80;

/** The first line with words of a prompt. */
export function promptTitle(prompt: string): string {
  const [first = ''] = prompt.trim().split('\n');
  return shortLine(first, TITLE_MAX);
}

/** The sentence of a prompt that asks for a pull request, or for none. */
export function pullRequestSentence(createPullRequest: boolean): string {
  return createPullRequest
    ? 'Open a pull request with your changes.'
    : 'Do not open a pull request.';
}
