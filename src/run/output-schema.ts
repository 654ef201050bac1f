import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, MissingRefError, type ValidateFunction } from 'ajv/dist/2020.js';

import { messageOf } from '../safe/format.ts';
import { compactJson, nameGivenTwice, parseAnswers } from './answer.ts';
import { errorLines, firstErrors, quoted } from './answer-messages.ts';
import { adaptSchema, danglingReference, dialectProblem, isObject, schemaProblem } from './schema-check.ts';
import type { SchemaObject } from './schema-check.ts';
import { withTimeLimit } from './time-limit.ts';

/**
 * Structured results (contract 8). Importing this module loads the schema validator, so import it dynamically and only if `output_schema`
 * is set.
 */

export type Reading =
  | { readonly ok: true; readonly value: unknown; /** Compact, on one line. */ readonly json: string }
  | {
      readonly ok: false;
      /** `at /a/b: must be …` each, by JSON pointer into the answer. */ readonly errors: readonly string[];
    };

export interface OutputSchema {
  /** Instructions on the answer's format, for the prompt: after the user's prompt and before untrusted context. */
  promptAddition(): string;
  /**
   * Parses and validates an answer: the whole text as JSON, or its last fenced block that is valid JSON. Another block that satisfies the
   * schema must say the same.
   */
  read(answer: string): Reading;
  /** The follow-up prompt after an answer that did not satisfy the schema. */
  repairPrompt(errors: readonly string[]): string;
}

export type CompiledSchema =
  | { readonly ok: true; readonly schema: OutputSchema }
  | { readonly ok: false; /** What is wrong, and at which JSON pointer of the schema. */ readonly problem: string };

type Compiled =
  { readonly ok: true; readonly validate: ValidateFunction } | { readonly ok: false; readonly problem: string };

const TOO_DEEP = 'the answer is nested too deeply to be checked';
/** A signal must be handled within two seconds (contract 7.3), and an answer is validated at most twice. */
const CHECK_LIMIT_MS = 500;
const TOO_SLOW =
  'the answer could not be checked within half a second: a `pattern` of the schema takes too long for a text in it, or `uniqueItems` for a list';

/** Compiles the text of a JSON Schema (2020-12). Unknown keywords and `format` are annotations. Never throws. */
export function compileSchema(text: string): CompiledSchema {
  let schema: unknown;
  try {
    schema = JSON.parse(text.trim());
  } catch (error) {
    return { ok: false, problem: `is not valid JSON: ${quoted(messageOf(error))}` };
  }
  if (typeof schema !== 'boolean' && !isObject(schema)) {
    return { ok: false, problem: 'is not a JSON Schema: must be an object or a boolean' };
  }
  try {
    // Must precede `compile`, which modifies the schema for the validator.
    const compact = JSON.stringify(schema);
    const compiled = compile(schema);
    return compiled.ok ? { ok: true, schema: outputSchema(compact, compiled.validate) } : compiled;
  } catch (error) {
    const problem =
      error instanceof RangeError
        ? 'it is nested too deeply, or a $ref leads back to itself'
        : quoted(messageOf(error));
    return { ok: false, problem: `is not a usable JSON Schema: ${problem}` };
  }
}

function compile(schema: SchemaObject | boolean): Compiled {
  // `ownProperties`: without it `required: ["toString"]` would hold for every object. No logger: standard output is the runner's.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateFormats: false,
    logger: false,
  });
  if (typeof schema === 'boolean') return { ok: true, validate: ajv.compile(schema) };
  const dialect = dialectProblem(schema, '');
  if (dialect !== null) return { ok: false, problem: dialect };
  if (ajv.validateSchema(schema) !== true) {
    return { ok: false, problem: `is not a JSON Schema: ${firstErrors(ajv.errors ?? [])}` };
  }
  const problem = schemaProblem(schema);
  if (problem !== null) return { ok: false, problem };
  adaptSchema(schema);
  try {
    const validate = ajv.compile(schema);
    // Validates an empty value to detect circular references before a run is created.
    const probed = withTimeLimit(CHECK_LIMIT_MS, () => [null, {}, []].map((probe) => validate(probe)));
    if (probed === null)
      return {
        ok: false,
        problem: 'takes too long to check even an empty answer: it refers to parts of itself too many times over',
      };
    return { ok: true, validate };
  } catch (error) {
    const dangling = error instanceof MissingRefError ? danglingReference(schema, error.message) : null;
    if (dangling === null) throw error;
    return { ok: false, problem: dangling };
  }
}

function outputSchema(compact: string, validate: ValidateFunction): OutputSchema {
  // On one line, a backtick in the schema cannot end the fence.
  const schemaBlock = `\`\`\`json-schema\n${compact}\n\`\`\``;
  const howToAnswer =
    'End your final answer with one fenced block (```json) that holds this JSON value and nothing else, or answer with the bare JSON alone.';
  return {
    promptAddition: () =>
      `Your final answer must contain a JSON value that satisfies this JSON Schema (2020-12):\n\n${schemaBlock}\n\n${howToAnswer}`,
    read: (answer) => read(answer, validate),
    repairPrompt: (errors) =>
      [
        'The JSON in your final answer does not satisfy the JSON Schema that was asked for:',
        errors.map((error) => `- ${error}`).join('\n'),
        'Do not repeat the work. Answer once more, with the whole corrected JSON value for this JSON Schema (2020-12):',
        schemaBlock,
        howToAnswer,
      ].join('\n\n'),
  };
}

const SEVERAL =
  'the answer has several JSON blocks that satisfy the schema and differ, so it is not clear which one is meant';

function read(answer: string, validate: ValidateFunction): Reading {
  try {
    const candidates = parseAnswers(answer);
    const last = candidates.at(-1);
    if (last === undefined) return { ok: false, errors: ['the answer is not JSON'] };
    const checked = withTimeLimit(CHECK_LIMIT_MS, () => {
      const others = candidates.filter(({ value }) => !isDeepStrictEqual(value, last.value) && validate(value));
      // Comes last, because the validator keeps only the errors of its last value.
      return { agree: others.length === 0, valid: validate(last.value) };
    });
    if (checked === null) return { ok: false, errors: [TOO_SLOW] };
    if (!checked.value.valid) return { ok: false, errors: errorLines(validate.errors ?? []) };
    if (!checked.value.agree) return { ok: false, errors: [SEVERAL] };
    const twice = nameGivenTwice(last.source);
    if (twice !== null) return { ok: false, errors: [`an object has the name ${quoted(JSON.stringify(twice))} twice`] };
    return { ok: true, value: last.value, json: compactJson(last) };
  } catch (error) {
    // The validator and JSON.stringify recurse, so a value that is too deep for the stack could not be returned anyway.
    if (error instanceof RangeError) return { ok: false, errors: [TOO_DEEP] };
    throw error;
  }
}
