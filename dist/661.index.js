"use strict";
exports.id = 661;
exports.ids = [661];
exports.modules = {

/***/ 2661:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  readTasks: () => (/* binding */ readTasks)
});

// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __webpack_require__(618);
// EXTERNAL MODULE: ./build/src/inputs/basics.js + 1 modules
var basics = __webpack_require__(9423);
// EXTERNAL MODULE: ./build/src/inputs/reader.js
var reader = __webpack_require__(8279);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/src/shared/format.js
var shared_format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/inputs/files.js
var files = __webpack_require__(433);
;// CONCATENATED MODULE: ./build/src/inputs/task-list.js
/** Parses the input `tasks` into a list of values (contract 13): a JSON array, or a file that contains a list. */




const ACCEPTED = 'a JSON array of tasks, or the path of a `.json`, `.jsonl` or `.yaml` file in the workspace that holds one';
/** Returns the unvalidated values. Returns null and reports a problem if there is no list. */
async function readTaskList({ read, ...place }) {
    const given = read.text('tasks');
    const refuse = (why) => {
        read.problem('tasks', why, ACCEPTED);
        return null;
    };
    const inline = /^[[{]/.test(given);
    const kind = inline ? '.json' : (0,external_node_path_.extname)(given).toLowerCase();
    const parse = PARSERS[kind];
    if (parse === undefined)
        return refuse(`"${given}"`);
    const text = inline ? given : (0,files/* workspaceFile */.EJ)(read, { name: 'tasks', path: given, ...place });
    if (text === null)
        return null;
    const what = inline ? 'a text' : `"${given}"`;
    try {
        const list = await parse(text);
        return Array.isArray(list) ? list : refuse(`${what}, which holds no list`);
    }
    catch (error) {
        const format = { '.jsonl': 'JSON lines', '.json': 'JSON' }[kind] ?? 'YAML';
        return refuse(`${what}, which is not ${format} (${(0,shared_format/* messageOf */.bD)(error)})`);
    }
}
const PARSERS = {
    '.json': json/* parseJson */.qF,
    '.jsonl': (text) => text.split(/\r?\n/).flatMap((line, index) => (line.trim() === '' ? [] : [jsonLine(line, index + 1)])),
    '.yaml': yaml,
    '.yml': yaml,
};
function jsonLine(line, number) {
    try {
        return (0,json/* parseJson */.qF)(line);
    }
    catch (error) {
        // The parser sees one line at a time and calls each of them line 1.
        const said = (0,shared_format/* messageOf */.bD)(error).replace(/ \(line 1 column \d+\)$/, '');
        throw new SyntaxError(`line ${number}: ${said}`, { cause: error });
    }
}
async function yaml(text) {
    const { parse } = await __webpack_require__.e(/* import() */ 815).then(__webpack_require__.t.bind(__webpack_require__, 8815, 19));
    // Its warnings quote the file on standard error, where the runner would execute a command in it.
    const value = parse(text, { logLevel: 'error' });
    // Rejects a value that contains itself.
    JSON.stringify(value);
    return value;
}

;// CONCATENATED MODULE: ./build/src/inputs/tasks.js
/**
 * The tasks of a fleet (contract 13). Each field of a task is parsed by the row of the input with the same name, so both accept the same
 * values. Fields that a task does not set come from the inputs.
 */




/** Fields of a task besides `key`, as the text of the corresponding inputs. */
const FIELDS = {
    prompt: tasks_text,
    prompt_file: tasks_text,
    repo: tasks_text,
    repo_id: integer,
    agent_run_id: integer,
    model: tasks_text,
    images: list,
    request_fields: object,
};
const NAMES = Object.keys(FIELDS);
/** If a task sets the first field, the input of the second does not apply to it. */
const REPLACES = [
    ['prompt', 'prompt_file'],
    ['prompt_file', 'prompt'],
    ['repo', 'repo_id'],
    ['repo_id', 'repo'],
    // A task with a run ID and no prompt is only followed.
    ['agent_run_id', 'prompt'],
    ['agent_run_id', 'prompt_file'],
];
const MOST_TASKS = 1_000;
const KEY = /^[A-Za-z0-9._-]{1,64}$/;
const KEY_ACCEPTED = '1 to 64 letters, digits, dots, hyphens and underscores, different for each task';
/** Problems beyond this number are only counted. */
const MOST_PROBLEMS = 50;
/** Parses all tasks without sending a request. `known` are problems of the inputs, which are not repeated for each task. */
async function readTasks(sources, known) {
    const read = new reader/* InputReader */.i_(sources.input);
    const values = await readTaskList({ ...sources, read });
    if (values === null)
        return { tasks: [], problems: read.problems };
    if (values.length === 0 || values.length > MOST_TASKS)
        read.problem('tasks', `${values.length} tasks`, `1 to ${MOST_TASKS} tasks; split more over the jobs of a matrix`);
    const seen = { keys: new Set(), runs: new Map() };
    const said = new Set(known.map(identity));
    const tasks = values.slice(0, MOST_TASKS).flatMap((value, index) => {
        const place = { index, key: keyOf(value, index) };
        const mine = readTask(sources, { value, place, seen });
        for (const problem of mine.problems.filter((one) => !said.has(identity(one))))
            read.problems.push({ ...problem, name: nameIn(place.key, problem.name) });
        return mine.task === null ? [] : [mine.task];
    });
    const more = read.problems.length - MOST_PROBLEMS;
    const rest = more <= 0 ? [] : [{ name: 'tasks', given: `${more} problems more like these`, accepted: 'none' }];
    return { tasks, problems: [...read.problems.slice(0, MOST_PROBLEMS), ...rest] };
}
function identity({ name, given }) {
    return JSON.stringify([name, given]);
}
function nameIn(key, field) {
    return field === '' ? `tasks[${key}]` : `tasks[${key}].${field}`;
}
/** The given key if it is valid, otherwise the index. */
function keyOf(value, index) {
    const key = (0,json/* isRecord */.u4)(value) ? value['key'] : undefined;
    return (typeof key === 'string' || typeof key === 'number') && KEY.test(String(key)) ? String(key) : String(index);
}
function readTask(sources, { value, place, seen }) {
    if (!(0,json/* isRecord */.u4)(value)) {
        const given = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
        return { task: null, problems: [{ name: '', given, accepted: 'an object with the fields of a task' }] };
    }
    const fields = new Map();
    const read = new reader/* InputReader */.i_((name) => inputFor(sources, fields, name));
    checkKey(read, { value, place, seen });
    for (const name of Object.keys(value).filter((one) => one !== 'key' && !Object.hasOwn(FIELDS, one)))
        read.problem(name, 'a field that tasks do not have', `\`key\`, ${NAMES.map((one) => `\`${one}\``).join(', ')}`);
    for (const name of NAMES) {
        const given = value[name] ?? null;
        if (given === null)
            continue;
        const textOf = FIELDS[name];
        const known = textOf(given);
        if (known.ok)
            fields.set(name, known.text);
        else
            read.problem(name, shown(given), known.accepted);
    }
    if (read.problems.length > 0) {
        // A field of the wrong type must not fall back to the input of the same name, so only the others are checked.
        for (const name of fields.keys())
            basics/* TASK */.w[name].read({ env: sources.env, files: sources.files, read });
        return { task: null, problems: read.problems };
    }
    const own = Object.fromEntries(NAMES.map((name) => [basics/* TASK */.w[name].field, basics/* TASK */.w[name].read({ env: sources.env, files: sources.files, read })]));
    checkRun(read, { runId: own.agentRunId, key: place.key, seen });
    return { task: { key: place.key, own }, problems: read.problems };
}
/** The value that a row reads: the task's field, or else the input. */
function inputFor({ input }, fields, name) {
    const own = fields.get(name);
    if (own !== undefined)
        return own;
    const replaced = REPLACES.some(([by, what]) => what === name && fields.has(by));
    // A task uses the rows of a single run.
    return replaced || name === 'tasks' || name === 'task' ? '' : input(name);
}
function checkKey(read, { value, place: { key }, seen }) {
    const given = (0,json/* isRecord */.u4)(value) ? (value['key'] ?? null) : null;
    if (given !== key && given !== null && given !== Number(key))
        read.problem('key', shown(given), KEY_ACCEPTED);
    else if (seen.keys.has(key))
        read.problem('key', `"${key}", which another task has`, KEY_ACCEPTED);
    seen.keys.add(key);
}
/** Two tasks with the same run would send two follow-ups at once and write the same files. */
function checkRun(read, { runId, key, seen }) {
    if (runId === null)
        return;
    const other = seen.runs.get(runId);
    if (other !== undefined)
        read.problem('agent_run_id', `${runId}, which the task "${other}" has`, 'another run for each task');
    else
        seen.runs.set(runId, key);
}
function tasks_text(value) {
    return typeof value === 'string' && value.trim() !== ''
        ? { ok: true, text: value }
        : { ok: false, accepted: 'a text that is not empty' };
}
function integer(value) {
    const ok = (typeof value === 'number' && Number.isSafeInteger(value)) || (typeof value === 'string' && /^\d+$/.test(value));
    return ok ? { ok, text: String(value) } : { ok, accepted: 'a positive integer' };
}
function list(value) {
    const values = Array.isArray(value) ? value : [value];
    const ok = values.every((one) => typeof one === 'string');
    return ok ? { ok, text: values.join('\n') } : { ok, accepted: 'a list of paths' };
}
function object(value) {
    return (0,json/* isRecord */.u4)(value) ? { ok: true, text: JSON.stringify(value) } : { ok: false, accepted: 'an object' };
}
function shown(value) {
    return typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
}


/***/ })

};
;