/** The meaning of status words (contract 4.2). The spec does not list them, so the table is an assumption that inputs can extend. */

import { normalizeStatus } from '../service/schema.ts';

export type StatusClass = 'success' | 'failure' | 'cancelled' | 'needs_input' | 'active' | 'unknown';

export const STATUS_TABLE: Readonly<Record<Exclude<StatusClass, 'unknown'>, readonly string[]>> = {
  success: ['COMPLETE', 'COMPLETED', 'SUCCESS', 'SUCCEEDED', 'DONE', 'FINISHED'],
  failure: ['ERROR', 'FAILED', 'FAILURE', 'TIMEOUT', 'TIMED_OUT', 'MAX_ITERATIONS_REACHED', 'OUT_OF_TOKENS'],
  cancelled: ['CANCELLED', 'CANCELED', 'STOPPED', 'ABORTED'],
  needs_input: ['PAUSED', 'WAITING_FOR_INPUT', 'REQUIRES_ACTION'],
  active: ['ACTIVE', 'RUNNING', 'PENDING', 'QUEUED', 'IN_PROGRESS', 'EVALUATION', 'CREATED', 'STARTED'],
};

export interface StatusInputs {
  readonly successStatuses: readonly string[];
  readonly failureStatuses: readonly string[];
}

export function isSameStatus(one: string, other: string): boolean {
  return normalizeStatus(one) === normalizeStatus(other);
}

/** Creates the classifier. Words from the inputs take precedence over the built-in table. Null means unrecognized. */
export function createClassifier(inputs: StatusInputs): (word: string | null) => StatusClass {
  const known = new Map<string, StatusClass>();
  const add = (words: readonly string[], meaning: StatusClass): void => {
    for (const word of words) known.set(normalizeStatus(word), meaning);
  };
  for (const [meaning, words] of Object.entries(STATUS_TABLE)) add(words, meaning as StatusClass);
  add(inputs.failureStatuses, 'failure');
  add(inputs.successStatuses, 'success');
  return (word) => (word === null ? 'unknown' : (known.get(normalizeStatus(word)) ?? 'unknown'));
}

export type TerminalClass = Exclude<StatusClass, 'active' | 'unknown'>;

export function isTerminal(meaning: StatusClass): meaning is TerminalClass {
  return meaning !== 'active' && meaning !== 'unknown';
}

const OUTCOMES = {
  success: 'succeeded',
  failure: 'failed',
  cancelled: 'cancelled',
  needs_input: 'needs_input',
} as const;

/** The outcome of a terminal status. */
export function outcomeOf(meaning: TerminalClass): (typeof OUTCOMES)[TerminalClass] {
  return OUTCOMES[meaning];
}
