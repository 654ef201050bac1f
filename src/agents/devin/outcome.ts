/**
 * The structured output that the action asks every session for (contract 18.5): without it a
 * closing remark and a question look alike.
 */
import { isRecord } from '../../safe/json.ts';
import type { Meaning } from '../port.ts';
import { toDraft7 } from './draft7.ts';

const TOLD_OUTCOMES = ['done', 'question', 'blocked'] as const;
/**
 * `done`: finished. `question`: it cannot go on without an answer. `blocked`: it cannot be done.
 */
type OutcomeWord = (typeof TOLD_OUTCOMES)[number];

/** Its word wins over that of the session. */
export const OUTCOME_MEANINGS: Readonly<Record<OutcomeWord, Meaning>> = {
  done: 'succeeded',
  question: 'needs_input',
  blocked: 'failed',
};

/** An output in the action's own form. */
export interface ToldOutcome {
  readonly outcome: OutcomeWord;
  /** Empty where it has none. */
  readonly message: string;
  /** The answer to an `output_schema`, as JSON; null without one. */
  readonly answer: string | null;
}

/** Of JSON (sheet, section 3.1). */
export const SCHEMA_BYTES_MAX = 65_536;
/** Where the answer's own schema stands in the whole. */
const ANSWER_AT = '#/properties/answer';

const OWN = {
  outcome: {
    type: 'string',
    enum: TOLD_OUTCOMES,
    description:
      '`done`: the task is finished. `question`: you cannot go on before the question in ' +
      '`message` is answered. `blocked`: the task cannot be done; `message` says why.',
  },
  message: {
    type: 'string',
    description:
      'For the person who gave the task: the result, the question, or what is in the way.',
  },
};

/**
 * The schema of the output, in draft 7.
 *
 * @param answer the JSON Schema (2020-12) of the answer, null for none
 */
export function outcomeSchema(answer: object | null): object {
  const whole = { type: 'object', required: ['outcome', 'message'] };
  if (answer === null) {
    return { ...whole, properties: OWN, additionalProperties: false };
  }
  const { schema, definitions } = toDraft7(answer, ANSWER_AT);
  return {
    ...whole,
    properties: { ...OWN, answer: schema },
    additionalProperties: false,
    if: { properties: { outcome: { const: 'done' } } },
    then: { required: ['answer'] },
    definitions: Object.keys(definitions).length === 0 ? undefined : definitions,
  };
}

/** Null for an output in another form. */
export function readOutcome(output: unknown): ToldOutcome | null {
  if (!isRecord(output)) {
    return null;
  }
  const { answer } = output;
  const outcome = TOLD_OUTCOMES.find((word) => word === output['outcome']);
  if (outcome === undefined) {
    return null;
  }
  const message = typeof output['message'] === 'string' ? output['message'] : '';
  return { outcome, message, answer: (answer ?? null) === null ? null : JSON.stringify(answer) };
}
