/** What status words mean (contract 4.2). */
import { OUTCOME_TABLE, type RunEnd } from '../outcomes.ts';
import type { Inputs } from '../inputs/parse.ts';
import { normalizeStatus } from '../agents/agent-run/schema.ts';

/** The outcome that a status word tells, or that the run is not over. */
export type StatusClass = RunEnd | 'active' | 'unknown';

/**
 * What status words mean (contract 4.2). The spec does not list them, so the table is an assumption
 * that inputs can extend.
 */
export const STATUS_TABLE: Readonly<Record<Exclude<StatusClass, 'unknown'>, readonly string[]>> = {
  succeeded: ['COMPLETE', 'COMPLETED', 'SUCCESS', 'SUCCEEDED', 'DONE', 'FINISHED'],
  failed: [
    'ERROR',
    'FAILED',
    'FAILURE',
    'TIMEOUT',
    'TIMED_OUT',
    'MAX_ITERATIONS_REACHED',
    'OUT_OF_TOKENS',
  ],
  cancelled: ['CANCELLED', 'CANCELED', 'STOPPED', 'ABORTED'],
  needs_input: ['PAUSED', 'WAITING_FOR_INPUT', 'REQUIRES_ACTION'],
  active: [
    'ACTIVE',
    'RUNNING',
    'PENDING',
    'QUEUED',
    'IN_PROGRESS',
    'EVALUATION',
    'CREATED',
    'STARTED',
  ],
};

export function isSameStatus(one: string, other: string): boolean {
  return normalizeStatus(one) === normalizeStatus(other);
}

/**
 * Creates the classifier. Words from the inputs take precedence over the built-in table. Null means
 * unrecognized.
 */
export function createClassifier({
  failureStatuses,
  successStatuses,
}: Pick<Inputs, 'failureStatuses' | 'successStatuses'>): (word: string | null) => StatusClass {
  const rows = [
    ...Object.entries(STATUS_TABLE),
    ['failed', failureStatuses],
    ['succeeded', successStatuses],
  ] as const;
  const known = new Map(
    rows.flatMap(([meaning, words]) =>
      words.map((word) => [normalizeStatus(word), meaning as StatusClass]),
    ),
  );
  return (word) => known.get(normalizeStatus(word ?? '')) ?? 'unknown';
}

export function isTerminal(meaning: StatusClass): meaning is RunEnd {
  return meaning !== 'active' && meaning !== 'unknown';
}

/** Whether a later attempt starts a new run after one of this meaning (contract 4.9). */
export function startsAnew(meaning: StatusClass): boolean {
  return isTerminal(meaning) && OUTCOME_TABLE[meaning].startsAnew;
}
