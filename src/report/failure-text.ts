/** Why a run failed, as Markdown for the summary and comment: the cause and the agent's last message (contract 9). Pure. */
import { joined } from '../shared/format.ts';
import { causeOf, lastWords } from './cause.ts';
import { markdownFence, markdownText } from '../safe/markdown.ts';
import { errorLabel } from './step-words.ts';
import type { StepDigest, StepView } from './step-view.ts';

const WORDS_MAX = 300;

/** Outcomes for which the log may contain the reason. */
const FAILED: ReadonlySet<StepView['outcome']> = new Set(['failed', 'unverified']);

/** Empty if the run did not fail or its log contains no reason. */
export function causeSection(view: StepView, detailMax: number): string {
  if (!FAILED.has(view.outcome)) return '';
  const cause = causeOf(view.steps);
  const words = lastWords(view.steps);
  return joined([
    cause === null ? '' : `**Cause:** ${failure(cause.error, detailMax)}`,
    cause === null || cause.then === null ? '' : `**Then:** ${failure(cause.then, detailMax)}`,
    // The text is already shown as the result.
    words === null || isInResult(words.headline, view.result)
      ? ''
      : `**Last words:** ${markdownText(words.headline, WORDS_MAX)}`,
  ]);
}

/** A long line in a code block would have to be scrolled, so a single line is quoted. */
function failure(error: StepDigest, detailMax: number): string {
  const detail = detailOf(error).trim();
  const quoted = detail.includes('\n')
    ? markdownFence(detail, 'text', detailMax)
    : `> ${markdownText(detail, detailMax)}`;
  return `${errorLabel(error)}, step ${error.index + 1}\n\n${quoted}`;
}

function detailOf({ detail, headline }: { readonly detail: string | null; readonly headline: string }): string {
  return [detail, headline].find((text) => text !== null && text.trim() !== '') ?? 'No details were given.';
}

function isInResult(words: string, result: string): boolean {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  return plain(result.slice(0, 4_000)).startsWith(plain(words.replace(/…$/, '')).slice(0, 100));
}
