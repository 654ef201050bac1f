"use strict";
exports.id = 877;
exports.ids = [877];
exports.modules = {

/***/ 7877:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  compileSchema: () => (/* binding */ compileSchema)
});

// EXTERNAL MODULE: ./node_modules/ajv/dist/2020.js
var _2020 = __webpack_require__(2210);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
;// CONCATENATED MODULE: ./build/src/structured-output/answer.js
/** Parses JSON from an agent's answer (contract 8): the whole text, or its last fenced block that is valid JSON. */
// CommonMark's fenced code blocks: up to three spaces, at least three markers, and no backticks in the info string after backticks.
const OPENING = /^ {0,3}(?:(`{3,})[^`]*$|(~{3,}))/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
function opening(line) {
    const match = OPENING.exec(line);
    const run = match?.[1] ?? match?.[2];
    return run === undefined ? null : { mark: run.charAt(0), length: run.length };
}
function closes(line, fence) {
    const run = CLOSING.exec(line)?.[1];
    return run !== undefined && run.startsWith(fence.mark) && run.length >= fence.length;
}
/** The contents of the fenced blocks of a text, in order. An unclosed block extends to the end, as in CommonMark. */
function fencedBlocks(text) {
    const blocks = [];
    let fence = null;
    let content = [];
    for (const line of text.split(/\r\n|\n|\r/)) {
        if (fence === null) {
            fence = opening(line);
            content = [];
        }
        else if (closes(line, fence)) {
            blocks.push(content.join('\n'));
            fence = null;
        }
        else {
            content.push(line);
        }
    }
    if (fence !== null)
        blocks.push(content.join('\n'));
    return blocks;
}
function parse(text) {
    // `trim` also removes a byte order mark, which JSON.parse would reject.
    const source = text.trim();
    if (source === '')
        return null;
    try {
        return { value: JSON.parse(source), source };
    }
    catch {
        return null;
    }
}
/** The JSON value of an answer, or null if neither the whole text nor a fenced block is valid JSON. */
function parseAnswer(text) {
    const whole = parse(text);
    if (whole !== null)
        return whole;
    for (const block of fencedBlocks(text).toReversed()) {
        const parsed = parse(block);
        if (parsed !== null)
            return parsed;
    }
    return null;
}
/**
 * Compact JSON of a parsed answer. Numbers that a double cannot represent (such as 19-digit IDs) keep their original digits, so that other
 * tools do not read a different ID.
 */
function compactJson(answer) {
    const exact = JSON;
    const value = /\d{16}|\d[eE]/.test(answer.source)
        ? exact.parse(answer.source, (_key, part, { source }) => typeof part === 'number' && source !== undefined && isInexact(part) ? exact.rawJSON(source) : part)
        : answer.value;
    return JSON.stringify(value);
}
function isInexact(value) {
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

;// CONCATENATED MODULE: ./build/src/structured-output/messages.js
/** Validation errors as lines for people and for the agent: `at /a/b: must be string`. */
const MOST_ERRORS = 20;
const LONGEST_ERROR = 400;
/** A JSON pointer (RFC 6901) as it appears in messages; the empty pointer is the whole value. */
function place(pointer) {
    return pointer === '' ? 'at the root' : `at ${oneLine(pointer)}`;
}
/** Appends a key to a JSON pointer. */
function child(pointer, key) {
    return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
/** Escapes control characters and line breaks as in JSON, so that a key chosen by the agent cannot start a new line. */
function oneLine(text) {
    return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
        return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
}
function shown(value) {
    return JSON.stringify(value);
}
function listed(values) {
    return Array.isArray(values) ? values.map(shown).join(', ') : shown(values);
}
/** The validator's message, with the detail that is needed to fix the error. */
function sentence(error) {
    const params = error.params;
    const said = error.message ?? `fails ${error.keyword}`;
    switch (error.keyword) {
        case 'additionalProperties':
            return `must not have the property ${shown(params['additionalProperty'])}`;
        case 'unevaluatedProperties':
            return `must not have the property ${shown(params['unevaluatedProperty'])}`;
        case 'enum':
            return `must be one of ${listed(params['allowedValues'])}`;
        case 'const':
            return `must be ${shown(params['allowedValue'])}`;
        case 'type':
            return `must be ${Array.isArray(params['type']) ? params['type'].join(' or ') : String(params['type'])}`;
        case 'false schema':
            return 'must not be there';
        case 'propertyNames':
            return `must not have a property named ${shown(params['propertyName'])}`;
        default:
            return error.propertyName === undefined ? said : `the property name ${shown(error.propertyName)} ${said}`;
    }
}
function cut(text) {
    const line = oneLine(text);
    return line.length <= LONGEST_ERROR ? line : `${line.slice(0, LONGEST_ERROR).toWellFormed()}…`;
}
/** Unique errors, one per line. After 20, the last line gives the number of the others. */
function errorLines(errors) {
    const lines = [...new Set(errors.map((error) => cut(`${place(error.instancePath)}: ${sentence(error)}`)))];
    if (lines.length <= MOST_ERRORS)
        return lines;
    return [...lines.slice(0, MOST_ERRORS), `and ${lines.length - MOST_ERRORS} more`];
}
/** The first error at each place, at most three, because a broken schema causes many follow-on errors. */
function firstErrors(errors) {
    const byPlace = new Map();
    for (const error of errors) {
        if (!byPlace.has(error.instancePath))
            byPlace.set(error.instancePath, cut(`${place(error.instancePath)}: ${sentence(error)}`));
    }
    return [...byPlace.values()].slice(0, 3).join('; ');
}
/** Untrusted text, such as a parser's message, for use in a sentence. */
function quoted(text) {
    return cut(text.replace(/\s+/g, ' '));
}

;// CONCATENATED MODULE: ./build/src/structured-output/schema-check.js


/**
 * Checks what JSON Schema 2020-12 leaves to the implementation: which references are followed, and which keywords exist. Only subschemas
 * are visited, so a property named `$ref` or an example that contains one is ignored.
 */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
// Used only to resolve relative references. Never fetched.
const BASE = 'schema:///output-schema';
const HOLDS_SCHEMA = [
    'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not', 'propertyNames', 'then',
    'unevaluatedItems', 'unevaluatedProperties',
]; // prettier-ignore
const HOLDS_LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const HOLDS_MAP = [
    '$defs',
    'definitions',
    'dependencies',
    'dependentSchemas',
    'patternProperties',
    'properties',
];
/** Keywords that the validator supports from other dialects. In 2020-12 they are annotations, like any unknown keyword. */
const FOREIGN = ['$async', 'id', 'nullable', '$recursiveRef', '$recursiveAnchor'];
/** Like `isRecord`, but for schemas that are modified in place. */
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function resource(reference, base) {
    const url = URL.parse(reference, base ?? undefined);
    if (url === null)
        return null;
    url.hash = '';
    return url.href;
}
function* places(root) {
    const waiting = [{ schema: root, pointer: '', base: BASE }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { schema, pointer } = next;
        const base = typeof schema['$id'] === 'string' ? resource(schema['$id'], next.base) : next.base;
        yield { schema, pointer, base };
        const push = (value, at) => {
            if (isObject(value))
                waiting.push({ schema: value, pointer: at, base });
        };
        for (const key of HOLDS_SCHEMA)
            push(schema[key], child(pointer, key));
        for (const key of HOLDS_LIST) {
            const list = schema[key];
            if (Array.isArray(list))
                list.forEach((value, index) => push(value, child(child(pointer, key), index)));
        }
        for (const key of HOLDS_MAP) {
            const map = schema[key];
            if (isObject(map))
                for (const [name, value] of Object.entries(map))
                    push(value, child(child(pointer, key), name));
        }
    }
}
function patternProblem(pattern, pointer) {
    try {
        new RegExp(pattern, 'u');
        return null;
    }
    catch (error) {
        return `${place(pointer)}: is not a regular expression (${quoted((0,format/* messageOf */.bD)(error))})`;
    }
}
function patternsOf({ schema, pointer }) {
    const own = typeof schema['pattern'] === 'string' ? [[schema['pattern'], child(pointer, 'pattern')]] : [];
    const map = schema['patternProperties'];
    const keys = isObject(map) ? Object.keys(map) : [];
    return [...own, ...keys.map((key) => [key, child(child(pointer, 'patternProperties'), key)])];
}
/** `$schema` must be absent or name this dialect. Embedded resources must not switch to another one. */
function dialectProblem(schema, pointer) {
    const dialect = schema['$schema'];
    if (dialect === undefined || dialect === DIALECT || dialect === `${DIALECT}#`)
        return null;
    return `${place(child(pointer, '$schema'))}: is ${quoted(JSON.stringify(dialect))}; accepted is "${DIALECT}", or no $schema at all`;
}
/** The first problem that the meta-schema does not detect (dialects, patterns and references), or null. */
function schemaProblem(root) {
    const all = [...places(root)];
    const resources = new Set(all.map(({ base }) => base));
    for (const { schema, pointer, base } of all) {
        const dialect = dialectProblem(schema, pointer);
        if (dialect !== null)
            return dialect;
        for (const keyword of ['$ref', '$dynamicRef']) {
            const reference = schema[keyword];
            if (typeof reference !== 'string')
                continue;
            const target = resource(reference, base);
            if (target !== null && resources.has(target))
                continue;
            return `${place(child(pointer, keyword))}: refers to ${quoted(JSON.stringify(reference))} outside the schema; only references inside it, such as "#/$defs/name", are followed`;
        }
        if (schema['$dynamicRef'] !== undefined && resources.size > 1) {
            return `${place(child(pointer, '$dynamicRef'))}: is not supported in a schema with several $id; use $ref`;
        }
    }
    for (const [pattern, pointer] of all.flatMap(patternsOf)) {
        const problem = patternProblem(pattern, pointer);
        if (problem !== null)
            return problem;
    }
    return null;
}
/**
 * Modifies a checked schema in place so that the validator follows 2020-12. With a single resource, `$dynamicRef` is equivalent to `$ref`.
 * It is replaced, because the validator's implementation of `$dynamicRef` can loop.
 */
function adaptSchema(root) {
    for (const { schema } of [...places(root)]) {
        for (const keyword of FOREIGN)
            Reflect.deleteProperty(schema, keyword);
        if (schema['$dynamicRef'] === undefined)
            continue;
        const others = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
        schema['allOf'] = [...others, { $ref: schema['$dynamicRef'] }];
        Reflect.deleteProperty(schema, '$dynamicRef');
    }
}
/** The place of an unresolvable reference: the first one that the validator's message contains. */
function danglingReference(root, message) {
    for (const { schema, pointer } of places(root)) {
        const reference = schema['$ref'];
        if (typeof reference === 'string' && message.includes(`reference ${reference} from`)) {
            return `${place(child(pointer, '$ref'))}: refers to ${quoted(JSON.stringify(reference))}, which is not in the schema`;
        }
    }
    return null;
}

// EXTERNAL MODULE: external "node:vm"
var external_node_vm_ = __webpack_require__(714);
// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __webpack_require__(618);
;// CONCATENATED MODULE: ./build/src/structured-output/time-limit.js


/**
 * Returns the result of `work`, or null if it takes longer than `limitMs` milliseconds. Catastrophic backtracking blocks the whole process,
 * including signals and timers. Node can interrupt it only in a script with a timeout.
 */
function withTimeLimit(limitMs, work) {
    try {
        return { value: new external_node_vm_.Script('work()').runInContext((0,external_node_vm_.createContext)({ work }), { timeout: limitMs }) };
    }
    catch (error) {
        if ((0,json/* isRecord */.u4)(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
            return null;
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/src/structured-output/index.js






const TOO_DEEP = 'the answer is nested too deeply to be checked';
/** A signal must be handled within two seconds (contract 7.3), and an answer is validated at most twice. */
const CHECK_LIMIT_MS = 500;
const TOO_SLOW = 'the answer could not be checked within half a second: a `pattern` of the schema takes too long for a text in it, or `uniqueItems` for a list';
/** Compiles the text of a JSON Schema (2020-12). Unknown keywords and `format` are annotations. Never throws. */
function compileSchema(text) {
    let schema;
    try {
        schema = JSON.parse(text.trim());
    }
    catch (error) {
        return { ok: false, problem: `is not valid JSON: ${quoted((0,format/* messageOf */.bD)(error))}` };
    }
    if (typeof schema !== 'boolean' && !isObject(schema)) {
        return { ok: false, problem: 'is not a JSON Schema: must be an object or a boolean' };
    }
    try {
        // Must precede `compile`, which modifies the schema for the validator.
        const compact = JSON.stringify(schema);
        const compiled = compile(schema);
        return compiled.ok ? { ok: true, schema: outputSchema(compact, compiled.validate) } : compiled;
    }
    catch (error) {
        const problem = error instanceof RangeError
            ? 'it is nested too deeply, or a $ref leads back to itself'
            : quoted((0,format/* messageOf */.bD)(error));
        return { ok: false, problem: `is not a usable JSON Schema: ${problem}` };
    }
}
function compile(schema) {
    // `ownProperties`: without it `required: ["toString"]` would hold for every object. No logger: standard output is the runner's.
    const ajv = new _2020.Ajv2020({
        strict: false,
        allErrors: true,
        ownProperties: true,
        validateFormats: false,
        logger: false,
    });
    if (typeof schema === 'boolean')
        return { ok: true, validate: ajv.compile(schema) };
    const dialect = dialectProblem(schema, '');
    if (dialect !== null)
        return { ok: false, problem: dialect };
    if (ajv.validateSchema(schema) !== true) {
        return { ok: false, problem: `is not a JSON Schema: ${firstErrors(ajv.errors ?? [])}` };
    }
    const problem = schemaProblem(schema);
    if (problem !== null)
        return { ok: false, problem };
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
    }
    catch (error) {
        const dangling = error instanceof _2020.MissingRefError ? danglingReference(schema, error.message) : null;
        if (dangling === null)
            throw error;
        return { ok: false, problem: dangling };
    }
}
function outputSchema(compact, validate) {
    // On one line, a backtick in the schema cannot end the fence.
    const schemaBlock = `\`\`\`json-schema\n${compact}\n\`\`\``;
    const howToAnswer = 'End your final answer with one fenced block (```json) that holds this JSON value and nothing else, or answer with the bare JSON alone.';
    return {
        promptAddition: () => `Your final answer must contain a JSON value that satisfies this JSON Schema (2020-12):\n\n${schemaBlock}\n\n${howToAnswer}`,
        read: (answer) => read(answer, validate),
        repairPrompt: (errors) => [
            'The JSON in your final answer does not satisfy the JSON Schema that was asked for:',
            errors.map((error) => `- ${error}`).join('\n'),
            'Do not repeat the work. Answer once more, with the whole corrected JSON value for this JSON Schema (2020-12):',
            schemaBlock,
            howToAnswer,
        ].join('\n\n'),
    };
}
function read(answer, validate) {
    try {
        const parsed = parseAnswer(answer);
        if (parsed === null)
            return { ok: false, errors: ['the answer is not JSON'] };
        const checked = withTimeLimit(CHECK_LIMIT_MS, () => validate(parsed.value));
        if (checked === null)
            return { ok: false, errors: [TOO_SLOW] };
        if (!checked.value)
            return { ok: false, errors: errorLines(validate.errors ?? []) };
        return { ok: true, value: parsed.value, json: compactJson(parsed) };
    }
    catch (error) {
        // The validator and JSON.stringify recurse, so a value that is too deep for the stack could not be returned anyway.
        if (error instanceof RangeError)
            return { ok: false, errors: [TOO_DEEP] };
        throw error;
    }
}


/***/ })

};
;