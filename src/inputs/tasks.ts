/**
 * The tasks of a fleet (contract 13). Each field of a task is parsed by the row of the input with the same name, so both accept the same
 * values. Fields that a task does not set come from the inputs.
 */
import { extname } from 'node:path';
import { messageOf } from '../safe/format.ts';
import { isRecord, parseJson } from '../safe/json.ts';
import { TASK } from './basics.ts';
import { TASKS_BYTES, workspaceFile } from './files.ts';
import { InputReader, type InputSources, type Problem } from './reader.ts';
import type { Inputs } from './table.ts';

/** Fields of a task besides `key`, as the text of the corresponding inputs. */
const FIELDS = {
  prompt: text,
  prompt_file: text,
  repo: text,
  repo_id: integer,
  agent_run_id: integer,
  model: text,
  images: list,
  request_fields: object,
};
type Field = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Field[];

/** If a task sets the first field, the input of the second does not apply to it. */
const REPLACES: readonly (readonly [Field, Field])[] = [
  ['prompt', 'prompt_file'],
  ['prompt_file', 'prompt'],
  ['repo', 'repo_id'],
  ['repo_id', 'repo'],
  // A task with a run ID and no prompt is only followed.
  ['agent_run_id', 'prompt'],
  ['agent_run_id', 'prompt_file'],
];

export interface Task {
  /** Unique within the fleet. */
  readonly key: string;
  /** The inputs for this task. */
  readonly own: Pick<Inputs, (typeof TASK)[Field]['field']>;
}

export interface Tasks {
  readonly tasks: readonly Task[];
  readonly problems: readonly Problem[];
}

const MOST_TASKS = 1_000;
const KEY = /^[A-Za-z0-9._/-]{1,64}$/;
const KEY_ACCEPTED = '1 to 64 letters, digits, dots, hyphens, underscores and slashes, different for each task';
/** Problems beyond this number are only counted. */
const MOST_PROBLEMS = 50;

export interface TaskOptions {
  readonly format: TaskFormat;
  /** Problems of the inputs, which are not repeated for each task. */
  readonly known: readonly Problem[];
}

/** Parses all tasks without sending a request. */
export function readTasks(sources: InputSources, { format, known }: TaskOptions): Tasks {
  const read = new InputReader(sources.input);
  const values = readTaskList(sources, { read, format });
  if (values === null) return { tasks: [], problems: read.problems };
  if (values.length === 0 || values.length > MOST_TASKS)
    read.problem('tasks', `${values.length} tasks`, `1 to ${MOST_TASKS} tasks; split more over the jobs of a matrix`);
  const seen = { keys: new Set<string>(), runs: new Map<number, string>() };
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

function identity({ name, given }: Problem): string {
  return JSON.stringify([name, given]);
}

function nameIn(key: string, field: string): string {
  return field === '' ? `tasks[${key}]` : `tasks[${key}].${field}`;
}

/** The given key if it is valid, otherwise the index. */
function keyOf(value: unknown, index: number): string {
  const key = isRecord(value) ? value['key'] : undefined;
  return (typeof key === 'string' || typeof key === 'number') && KEY.test(String(key)) ? String(key) : String(index);
}

interface Reading {
  readonly value: unknown;
  readonly place: { readonly index: number; readonly key: string };
  readonly seen: { readonly keys: Set<string>; readonly runs: Map<number, string> };
}

function readTask(
  sources: InputSources,
  { value, place, seen }: Reading,
): { readonly task: Task | null; readonly problems: readonly Problem[] } {
  if (!isRecord(value)) {
    const given = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
    return { task: null, problems: [{ name: '', given, accepted: 'an object with the fields of a task' }] };
  }
  const fields = new Map<Field, string>();
  const lists = new Map<string, readonly string[]>();
  const read = new InputReader((name) => inputFor(sources, fields, name), lists);
  checkKey(read, { value, place, seen });
  for (const name of Object.keys(value).filter((one) => one !== 'key' && !Object.hasOwn(FIELDS, one)))
    read.problem(name, 'a field that tasks do not have', `\`key\`, ${NAMES.map((one) => `\`${one}\``).join(', ')}`);
  for (const name of NAMES) {
    const given = value[name] ?? null;
    if (given === null) continue;
    const textOf = FIELDS[name];
    const known = textOf(given);
    if (known.ok) fields.set(name, known.text);
    else read.problem(name, shown(given), known.accepted);
    // The name of a file may contain a comma.
    if (known.ok && Array.isArray(given)) lists.set(name, given as readonly string[]);
  }
  if (read.problems.length > 0) {
    // A field of the wrong type must not fall back to the input of the same name, so only the others are checked.
    for (const name of fields.keys()) TASK[name].read({ env: sources.env, files: sources.files, read });
    return { task: null, problems: read.problems };
  }
  const own = Object.fromEntries(
    NAMES.map((name) => [TASK[name].field, TASK[name].read({ env: sources.env, files: sources.files, read })]),
  ) as Task['own'];
  checkRun(read, { runId: own.agentRunId, key: place.key, seen });
  return { task: { key: place.key, own }, problems: read.problems };
}

/** The value that a row reads: the task's field, or else the input. */
function inputFor({ input }: InputSources, fields: ReadonlyMap<string, string>, name: string): string {
  const own = fields.get(name);
  if (own !== undefined) return own;
  const replaced = REPLACES.some(([by, what]) => what === name && fields.has(by));
  // A task uses the rows of a single run.
  return replaced || name === 'tasks' || name === 'task' ? '' : input(name);
}

function checkKey(read: InputReader, { value, place: { key }, seen }: Reading): void {
  const given = isRecord(value) ? (value['key'] ?? null) : null;
  if (given !== key && given !== null && given !== Number(key)) read.problem('key', shown(given), KEY_ACCEPTED);
  else if (seen.keys.has(key)) read.problem('key', `"${key}", which another task has`, KEY_ACCEPTED);
  seen.keys.add(key);
}

/** Two tasks with the same run would send two follow-ups at once and write the same files. */
function checkRun(
  read: InputReader,
  { runId, key, seen }: { readonly runId: number | null; readonly key: string } & Pick<Reading, 'seen'>,
): void {
  if (runId === null) return;
  const other = seen.runs.get(runId);
  if (other !== undefined)
    read.problem('agent_run_id', `${runId}, which the task "${other}" has`, 'another run for each task');
  else seen.runs.set(runId, key);
}

type Known = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly accepted: string };

function text(value: unknown): Known {
  return typeof value === 'string' && value.trim() !== ''
    ? { ok: true, text: value }
    : { ok: false, accepted: 'a text that is not empty' };
}

function integer(value: unknown): Known {
  const ok =
    (typeof value === 'number' && Number.isSafeInteger(value)) || (typeof value === 'string' && /^\d+$/.test(value));
  return ok ? { ok, text: String(value) } : { ok, accepted: 'a positive integer' };
}

function list(value: unknown): Known {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ok = values.every((one) => typeof one === 'string');
  return ok ? { ok, text: values.join('\n') } : { ok, accepted: 'a list of paths' };
}

function object(value: unknown): Known {
  return isRecord(value) ? { ok: true, text: JSON.stringify(value) } : { ok: false, accepted: 'an object' };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
}

/** How the input `tasks` is parsed. */
export interface TaskFormat {
  /** Null if it is neither a JSON array nor the path of such a file. */
  readonly name: 'JSON' | 'JSON lines' | 'YAML' | null;
  readonly parse: (text: string) => unknown;
}

const ACCEPTED =
  'a JSON array of tasks, or the path of a `.json`, `.jsonl` or `.yaml` file in the workspace that holds one, of at most 1 MB';
const MOST_ANCHORS = 100;

/** The format of `tasks`, or null if it is empty. YAML's parser is evaluated only for a YAML file. */
export async function taskFormat(given: string): Promise<TaskFormat | null> {
  const text = given.trim();
  if (text === '') return null;
  switch (isInline(text) ? '.json' : extname(text).toLowerCase()) {
    case '.json':
      return { name: 'JSON', parse: parseJson };
    case '.jsonl':
      return { name: 'JSON lines', parse: jsonLines };
    case '.yaml':
    case '.yml': {
      const { Lexer, parse } = await import(/* webpackMode: "eager" */ 'yaml');
      return {
        name: 'YAML',
        parse(source) {
          // Each token of an anchor begins with its sign, and no other token does.
          const anchors = [...new Lexer().lex(source)].filter((token) => token.startsWith('&')).length;
          if (anchors > MOST_ANCHORS) throw new RangeError(`${anchors} anchors; at most ${MOST_ANCHORS} are accepted`);
          // Its warnings quote the file on standard error, where the runner would execute a command in it.
          const value: unknown = parse(source, { logLevel: 'error' });
          // Rejects a value that contains itself.
          JSON.stringify(value);
          return value;
        },
      };
    }
    default:
      return { name: null, parse: parseJson };
  }
}

function isInline(given: string): boolean {
  return /^[[{]/.test(given);
}

/** Returns the unvalidated values. Returns null and reports a problem if there is no list. */
function readTaskList(
  { env, files }: InputSources,
  { read, format }: { readonly read: InputReader; readonly format: TaskFormat },
): readonly unknown[] | null {
  const given = read.text('tasks');
  const refuse = (why: string): null => {
    read.problem('tasks', why, ACCEPTED);
    return null;
  };
  if (format.name === null) return refuse(`"${given}"`);
  const inline = isInline(given);
  const place = { name: 'tasks', path: given, most: TASKS_BYTES, env, files };
  const source = inline ? given : workspaceFile(read, place);
  if (source === null) return null;
  const what = inline ? 'a text' : `"${given}"`;
  try {
    const found = format.parse(source);
    return Array.isArray(found) ? (found as unknown[]) : refuse(`${what}, which holds no list`);
  } catch (error) {
    return refuse(`${what}, which is not ${format.name} (${messageOf(error)})`);
  }
}

function jsonLines(source: string): unknown {
  return source.split(/\r?\n/).flatMap((line, index) => (line.trim() === '' ? [] : [jsonLine(line, index + 1)]));
}

function jsonLine(line: string, number: number): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    // The parser sees one line at a time and calls each of them line 1.
    const said = messageOf(error).replace(/ \(line 1 column \d+\)$/, '');
    throw new SyntaxError(`line ${number}: ${said}`, { cause: error });
  }
}
