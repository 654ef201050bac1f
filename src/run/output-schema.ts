/**
 * The structured answer (contract 8): compiles `output_schema`, asks for JSON that satisfies it,
 * and reads the answer. Importing this module loads the schema validator, so it is opened on
 * demand.
 */
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import createMarkdownIt from 'markdown-it';
import { withTimeLimit } from '../runner/within.ts';
import { ellipsis, messageOf, visibleText } from '../safe/text.ts';
import { isRecord, jsonTokens, nameGivenTwice, sizeRefusal } from '../safe/json.ts';
import { namesProperty } from './schema-parts.ts';
import { holdsVerdict, SECOND_VERDICT } from './second-verdict.ts';

export type AnswerReading =
  /** Compact, on one line. */
  | { readonly ok: true; readonly json: string }
  /** `at /a/b: must be …` each, by JSON pointer into the answer. */
  | { readonly ok: false; readonly errors: readonly string[] };

export interface OutputSchema {
  /** The JSON Schema (2020-12) itself; null for one that is `true` or `false`. */
  readonly source: object | null;
  /**
   * Instructions on the answer's format, for the prompt: after the user's prompt and before
   * untrusted context.
   */
  readonly promptAddition: string;
  /**
   * Parses and validates an answer: the whole text as JSON, or its last fenced block that is valid
   * JSON. Another block that satisfies the schema must say the same.
   */
  read(answer: string): AnswerReading;
  /** The follow-up prompt after an answer that did not satisfy the schema. */
  repairPrompt(errors: readonly string[]): string;
}

/**
 * A signal must be handled within a second (contract 6.5), and an answer is validated at most
 * twice.
 */
const VALIDATION_MS = 500;
const TOO_DEEP = 'the answer is nested too deeply to be checked';
const TOO_SLOW =
  'the answer could not be checked within half a second: a `pattern` of the schema takes too ' +
  'long for a text in it, or `uniqueItems` for a list';
const SEVERAL =
  'the answer has several JSON blocks that satisfy the schema and differ, so it ' +
  'is not clear which one is meant';

type CompiledSchema =
  | { readonly kind: 'usable'; readonly schema: OutputSchema }
  /** `why` goes on after "a schema that". */
  | { readonly kind: 'unusable'; readonly why: string };

/**
 * Compiles the text of a JSON Schema (2020-12), or says what is wrong with it and where. Unknown
 * keywords and `format` are annotations.
 */
export function compileSchema(text: string): CompiledSchema {
  try {
    const schema: unknown = JSON.parse(text.trim());
    const validate = compile(schema);
    const usable = outputSchema(JSON.stringify(schema), {
      validate,
      hasVerdict: namesProperty(schema, 'pass'),
      source: isRecord(schema) ? schema : null,
    });
    return { kind: 'usable', schema: usable };
  } catch (error) {
    // The validator recurses.
    const isDeep = error instanceof RangeError;
    const why = isDeep
      ? 'it is nested too deeply, or a $ref leads back to itself'
      : oneLine(messageOf(error));
    return { kind: 'unusable', why: `is not a usable JSON Schema: ${why}` };
  }
}

/** @throws what is wrong with the schema */
function compile(schema: unknown): ValidateFunction {
  if (typeof schema !== 'boolean' && !isRecord(schema)) {
    throw new Error('must be an object or a boolean');
  }
  // The validator passes everything if the anchor lies elsewhere.
  if (JSON.stringify(schema).includes('"$dynamicRef":')) {
    throw new Error('$dynamicRef is not supported; use $ref');
  }
  // `ownProperties`: without it `required: ["toString"]` would hold for every object. No logger:
  // standard output is the runner's.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateFormats: false,
    logger: false,
    // Else a part is compiled as often as references lead to it.
    inlineRefs: false,
  });
  // The validator's own `$async` would make it answer later.
  const validate = ajv.compile(isRecord(schema) ? { ...schema, $async: false } : schema);
  // Shows references in a circle before a run is created.
  for (const probe of [null, {}, []]) {
    validate(probe);
  }
  return validate;
}

interface Compiled {
  readonly source: object | null;
  readonly validate: ValidateFunction;
  /** Whether the schema speaks of `pass` at its top level, so that the answer is a verdict. */
  readonly hasVerdict: boolean;
}

function outputSchema(compact: string, compiled: Compiled): OutputSchema {
  // On one line, a backtick in the schema cannot end the fence.
  const schemaBlock = `\`\`\`json-schema\n${compact}\n\`\`\``;
  const howToAnswer =
    'End your final answer with one fenced block ' +
    '(```json) that holds this JSON value and nothing else, or answer with the bare JSON alone.';
  return {
    source: compiled.source,
    promptAddition:
      'Your final answer must contain a JSON value that satisfies this JSON Schema ' +
      '(2020-12):\n\n' +
      `${schemaBlock}\n\n` +
      howToAnswer,
    read: (answer) => readAgainst(answer, compiled),
    repairPrompt: (errors) =>
      [
        'The JSON in your final answer does not satisfy the JSON Schema that was asked for:',
        errors.map((error) => `- ${error}`).join('\n'),
        'Do not repeat the work. Answer once more, with the whole corrected JSON value ' +
          'for this JSON Schema (2020-12):',
        schemaBlock,
        howToAnswer,
      ].join('\n\n'),
  };
}

function readAgainst(answer: string, { validate, hasVerdict }: Compiled): AnswerReading {
  try {
    const candidates = parseAnswers(answer);
    const last = candidates.at(-1);
    if (last === undefined) {
      return { ok: false, errors: [`the answer ${amountRefusal(answer) ?? 'is not JSON'}`] };
    }
    const checked = withTimeLimit(VALIDATION_MS, () => {
      const others = candidates.filter(
        ({ value }) => !isDeepStrictEqual(value, last.value) && validate(value),
      );
      // Comes last, because the validator keeps only the errors of its last value.
      return { agree: others.length === 0, valid: validate(last.value) };
    });
    if (checked === null) {
      return { ok: false, errors: [TOO_SLOW] };
    }
    if (!checked.value.valid) {
      return { ok: false, errors: errorLines(validate.errors ?? []) };
    }
    if (!checked.value.agree) {
      return { ok: false, errors: [SEVERAL] };
    }
    if (hasVerdict && holdsVerdict(last.outside())) {
      return { ok: false, errors: [SECOND_VERDICT] };
    }
    const twice = nameGivenTwice(last.source);
    if (twice !== null) {
      return {
        ok: false,
        errors: [`an object has the name ${oneLine(JSON.stringify(twice))} twice`],
      };
    }
    return { ok: true, json: compacted(last.source) };
  } catch (error) {
    // The validator recurses.
    if (error instanceof RangeError) {
      return { ok: false, errors: [TOO_DEEP] };
    }
    throw error;
  }
}

/** A JSON value in the text of an answer. */
export interface ParsedAnswer {
  readonly value: unknown;
  /** The JSON as the agent wrote it. */
  readonly source: string;
  /** The rest of the text. */
  readonly outside: () => string;
}

const FENCES = createMarkdownIt('zero').enable('fence');
// What stands between the fences is of no interest.
FENCES.core.ruler.enableOnly(['normalize', 'block']);

/**
 * The JSON value of the whole text, or else that of each fenced block that is valid JSON, in order.
 */
export function parseAnswers(text: string): readonly ParsedAnswer[] {
  const whole = parse(text, () => '');
  if (whole !== null) {
    return [whole];
  }
  const lines = text.split(/\r\n|[\r\n]/);
  return FENCES.parse(text, {}).flatMap(({ type, content, map }) => {
    if (type !== 'fence' || map === null) {
      return [];
    }
    const [begin, end] = map;
    const outside = (): string => [...lines.slice(0, begin), ...lines.slice(end)].join('\n');
    return parse(content, outside) ?? [];
  });
}

/** As `sizeRefusal`, by the number of values alone: of depth, `readAgainst` has its own message. */
function amountRefusal(answer: string): string | null {
  return sizeRefusal(answer, { levels: Infinity });
}

/** Null for what is no JSON, or has so many values that it is not parsed (contract 6.5). */
function parse(text: string, outside: () => string): ParsedAnswer | null {
  // `trim` also removes a byte order mark, which JSON.parse would reject.
  const source = text.trim();
  if (amountRefusal(source) !== null) {
    return null;
  }
  try {
    return { value: JSON.parse(source) as unknown, source, outside };
  } catch {
    return null;
  }
}

/** Without white space, and with every digit of long numbers. @param source valid JSON */
function compacted(source: string): string {
  const parts: string[] = [];
  let done = 0;
  const addTo = (end: number): number => parts.push(source.slice(done, end).replace(/\s+/g, ''));
  for (const token of jsonTokens(source)) {
    addTo(token.begin);
    parts.push(token.source);
    done = token.end;
  }
  addTo(source.length);
  return parts.join('');
}

const ERRORS_MAX = 20;
const ERROR_MAX = 400;

/** What the validator's own message leaves out, by keyword. */
const DETAILS: Readonly<Record<string, string>> = {
  additionalProperties: 'additionalProperty',
  unevaluatedProperties: 'unevaluatedProperty',
  propertyNames: 'propertyName',
  enum: 'allowedValues',
  const: 'allowedValue',
};

/**
 * Unique errors, one per line, as `at /a/b: must be string`. After 20, the last line gives the
 * number of the others.
 */
function errorLines(errors: readonly ErrorObject[]): readonly string[] {
  const lines = [...new Set(errors.map(errorLine))];
  if (lines.length <= ERRORS_MAX) {
    return lines;
  }
  return [...lines.slice(0, ERRORS_MAX), `and ${lines.length - ERRORS_MAX} more`];
}

function errorLine({ instancePath, keyword, message, params, propertyName }: ErrorObject): string {
  const where = instancePath === '' ? 'at the root' : `at ${instancePath}`;
  const subject =
    propertyName === undefined ? '' : `the property name ${JSON.stringify(propertyName)} `;
  const detail: unknown = (params as Readonly<Record<string, unknown>>)[DETAILS[keyword] ?? ''];
  const shown = detail === undefined ? '' : ` (${JSON.stringify(detail)})`;
  return oneLine(`${where}: ${subject}${message ?? `fails ${keyword}`}${shown}`);
}

/** Cut, because the agent chooses the keys. */
function oneLine(text: string): string {
  return ellipsis(visibleText(text).replaceAll('\n', ' '), ERROR_MAX);
}
