/**
 * The structured output that the action asks every session for (contract 18.5): without it a
 * closing remark and a question look alike.
 */
import { isRecord } from '../../safe/json.ts';
import type { Meaning } from '../port.ts';

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
  /** The mark of the message that it answers; empty where it names none. */
  readonly reference: string;
  /** The answer to an `output_schema`, as JSON; null without one. */
  readonly answer: string | null;
}

/** The most bytes of a schema as JSON (contract 18.5; sheet, section 3.1). */
const SCHEMA_BYTES_MAX = 65_536;

/** Draft 7 has other words for them, or none, and elsewhere a reference leads to another place. */
const NOT_AS_IT_IS: ReadonlySet<string> = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  '$defs',
  'definitions',
  '$id',
]);

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
  reference: {
    type: 'string',
    description:
      'The reference at the end of the message that you answer, such as `ara-0123456789abcdef`; ' +
      'empty if it has none.',
  },
};

const WHOLE = { type: 'object', required: ['outcome', 'message'], additionalProperties: false };

/**
 * The schema of the output. A schema of the answer that cannot go as it is stands in the prompt
 * alone: the answer is read from what the agent says (contract 18.5).
 *
 * @param answer the JSON Schema (2020-12) of the answer, null for none
 */
export function outcomeSchema(answer: object | null): object {
  const plain = { ...WHOLE, properties: OWN };
  if (!isRecord(answer) || hasKeyOf(answer, NOT_AS_IT_IS)) {
    return plain;
  }
  const { $schema: _, ...schema } = answer;
  const withAnswer = {
    ...WHOLE,
    properties: { ...OWN, answer: schema },
    if: { properties: { outcome: { const: 'done' } } },
    then: { required: ['answer'] },
  };
  return Buffer.byteLength(JSON.stringify(withAnswer)) > SCHEMA_BYTES_MAX ? plain : withAnswer;
}

/** Whether an object anywhere in the value has one of the keys. Inputs are not deep. */
function hasKeyOf(value: unknown, keys: ReadonlySet<string>): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const isKeyed = !Array.isArray(value) && Object.keys(value).some((key) => keys.has(key));
  return isKeyed || Object.values(value).some((part) => hasKeyOf(part, keys));
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
  return {
    outcome,
    message: textOf(output['message']),
    reference: textOf(output['reference']).trim(),
    answer: (answer ?? null) === null ? null : JSON.stringify(answer),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
