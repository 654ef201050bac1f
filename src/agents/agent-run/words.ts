/**
 * What status words mean (contract 4.2). The spec does not list them, so the table is an assumption
 * that inputs can extend.
 */
import { statusWords } from '../kit/words.ts';
import type { Meaning } from '../port.ts';

export const STATUS_TABLE = {
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
} as const satisfies Readonly<
  Record<Exclude<Meaning, 'unknown' | 'unverified'>, readonly string[]>
>;

const WORDS = Object.entries(STATUS_TABLE).flatMap(([meaning, words]) =>
  words.map((word) => [word, meaning as Meaning] as const),
);

export const { meaningOf: statusMeaning } = statusWords(Object.fromEntries(WORDS));
