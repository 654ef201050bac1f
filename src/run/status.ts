/** What the status of a run means (contract 4.2): the words of the inputs win. */
import type { Meaning, RunShown } from '../agents/port.ts';
import { isTerminal, normalizeStatus } from '../agents/status-word.ts';
import type { Inputs } from '../inputs/parse.ts';
import { OUTCOME_TABLE } from '../outcomes.ts';

/** What an answer of the service means that shows a run. */
export type Classifier = (shown: Pick<RunShown, 'meaning' | 'status'>) => Meaning;

/** Words from the inputs take precedence over what the service's adapter makes of an answer. */
export function createClassifier({
  failureStatuses,
  successStatuses,
}: Pick<Inputs, 'failureStatuses' | 'successStatuses'>): Classifier {
  const named = new Map<string, Meaning>([
    ...failureStatuses.map((word) => [normalizeStatus(word), 'failed'] as const),
    ...successStatuses.map((word) => [normalizeStatus(word), 'succeeded'] as const),
  ]);
  return ({ status, meaning }) =>
    status === null ? meaning : (named.get(normalizeStatus(status)) ?? meaning);
}

/** Whether a later attempt starts a new run after one of this meaning (contract 4.9). */
export function startsAnew(meaning: Meaning): boolean {
  return isTerminal(meaning) && OUTCOME_TABLE[meaning].startsAnew;
}
