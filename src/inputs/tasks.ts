/**
 * The tasks of a fleet (contract 13). Each field of a task is parsed by the row of the input with the same name, so both accept the same
 * values. Fields that a task does not set come from the inputs.
 */
import { extname } from 'node:path';
import { messageOf } from '../safe/text.ts';
import { isRecord, nameGivenTwice, parseJson } from '../safe/json.ts';
import { TASKS_BYTES, workspaceFile } from './files.ts';
import { nearest } from './parse.ts';
import { InputReader, type InputSources, type Problem, type Reading } from './reader.ts';
import { fieldOf, INPUT_TABLE, type FieldOf, type Inputs } from './table.ts';

type FieldRule = readonly [accepts: (value: unknown) => boolean, accepted: string];

const TEXT: FieldRule = [(value) => typeof value === 'string' && /\S/.test(value), 'a text that is not empty'];
const ID: FieldRule = [
  (value) => (typeof value === 'string' ? /^\d+$/.test(value) : Number.isSafeInteger(value)),
  'a positive integer',
];
/** Fields of a task besides `key`. */
const FIELDS = {
  prompt: TEXT,
  prompt_file: TEXT,
  repo: TEXT,
  repo_id: ID,
  agent_run_id: ID,
  model: TEXT,
  images: [(value) => [value].flat().every((one) => typeof one === 'string'), 'a list of paths'],
  request_fields: [isRecord, 'an object'],
} satisfies Readonly<Record<string, FieldRule>>;
type Field = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Field[];
const ALL_NAMES = ['key', ...NAMES];

/** Inputs that do not apply to a task that sets one of these fields. A task with a run ID and no prompt is only followed. */
const REPLACED_BY: Readonly<Record<string, readonly Field[]>> = {
  prompt: ['prompt_file', 'agent_run_id'],
  prompt_file: ['prompt', 'agent_run_id'],
  repo: ['repo_id'],
  repo_id: ['repo'],
};

export interface Task {
  /** Unique within the fleet. */
  readonly key: string;
  /** The inputs for this task. */
  readonly own: Pick<Inputs, FieldOf<Field>>;
}

export interface Tasks {
  readonly tasks: readonly Task[];
  readonly problems: readonly Problem[];
}

const MOST_TASKS = 1_000;
const KEY = /^[A-Za-z0-9._/-]{1,64}$/;
const KEY_ACCEPTED = '1 to 64 letters, digits, dots, hyphens, underscores and slashes, different for each task';

/** Parses all tasks without sending a request. @param known problems of the inputs, which are not repeated for each task */
export function readTasks(
  sources: InputSources,
  { format, known }: { readonly format: TaskFormat; readonly known: readonly Problem[] },
): Tasks {
  const read = new InputReader(sources.input);
  const values = readTaskList({ ...sources, read }, format);
  if (values === null) return { tasks: [], problems: read.problems };
  if (values.length === 0 || values.length > MOST_TASKS)
    read.problem('tasks', `${values.length} tasks`, `1 to ${MOST_TASKS} tasks; split more over the jobs of a matrix`);
  const identity = ({ name, given }: Problem): string => JSON.stringify([name, given]);
  const said = new Set(known.map(identity));
  const seen: Seen = { keys: new Set(), runs: new Map() };
  const tasks = values.slice(0, MOST_TASKS).flatMap((value, index) => {
    const key = keyOf(value, index);
    const { own, problems } = readTask(sources, { value, key, seen });
    for (const problem of problems.filter((one) => !said.has(identity(one))))
      read.problems.push({ ...problem, name: `tasks[${key}]${problem.name === '' ? '' : `.${problem.name}`}` });
    return own === null ? [] : [{ key, own }];
  });
  return { tasks, problems: read.problems };
}

/** The given key if it is valid, otherwise the index. */
function keyOf(value: unknown, index: number): string {
  const key = isRecord(value) ? value['key'] : undefined;
  return (typeof key === 'string' || typeof key === 'number') && KEY.test(String(key)) ? String(key) : String(index);
}

interface Seen {
  readonly keys: Set<string>;
  /** Run → the key of its task. */
  readonly runs: Map<number, string>;
}

function readTask(
  sources: InputSources,
  { value, key, seen }: { readonly value: unknown; readonly key: string; readonly seen: Seen },
): { readonly own: Task['own'] | null; readonly problems: readonly Problem[] } {
  const fields = new Map<Field, string>();
  const lists = new Map<string, readonly string[]>();
  const read = new InputReader((name) => inputFor(sources, fields, name), lists);
  if (!isRecord(value)) {
    read.problem('', JSON.stringify(value), 'an object with the fields of a task');
    return { own: null, problems: read.problems };
  }
  const named = value['key'] ?? null;
  if (named !== null && inputText(named) !== key) read.problem('key', JSON.stringify(named), KEY_ACCEPTED);
  else if (seen.keys.has(key)) read.problem('key', `"${key}", which another task has`, KEY_ACCEPTED);
  seen.keys.add(key);
  for (const name of Object.keys(value).filter((one) => !ALL_NAMES.includes(one))) {
    const meant = nearest(name, ALL_NAMES);
    const hint = meant === null ? '' : `. Did you mean \`${meant}\`?`;
    read.problem(name, 'a field that tasks do not have', `${ALL_NAMES.map((one) => `\`${one}\``).join(', ')}${hint}`);
  }
  for (const name of NAMES) {
    const given = value[name] ?? null;
    if (given === null) continue;
    const [accepts, accepted]: FieldRule = FIELDS[name];
    if (accepts(given)) fields.set(name, inputText(given));
    else read.problem(name, JSON.stringify(given), accepted);
    // The name of a file may contain a comma.
    if (accepts(given) && Array.isArray(given)) lists.set(name, given as readonly string[]);
  }
  const parsed = (name: Field): unknown => INPUT_TABLE[name].read({ ...sources, read }, name);
  if (read.problems.length > 0) {
    // A field of the wrong type must not fall back to the input of the same name, so only the others are checked.
    for (const name of fields.keys()) parsed(name);
    return { own: null, problems: read.problems };
  }
  const own = Object.fromEntries(NAMES.map((name) => [fieldOf(name, INPUT_TABLE[name]), parsed(name)])) as Task['own'];
  // Two tasks with the same run would send two follow-ups at once and write the same files.
  const other = own.agentRunId === null ? undefined : seen.runs.get(own.agentRunId);
  if (other !== undefined) {
    const given = `${own.agentRunId}, which the task "${other}" has`;
    read.problem('agent_run_id', given, 'another run for each task');
  } else if (own.agentRunId !== null) seen.runs.set(own.agentRunId, key);
  return { own, problems: read.problems };
}

/** The value that a row reads: the task's field, or else the input. */
function inputFor({ input }: InputSources, fields: ReadonlyMap<string, string>, name: string): string {
  const replaced = REPLACED_BY[name]?.some((by) => fields.has(by)) ?? false;
  // A task uses the rows of a single run.
  return fields.get(name) ?? (replaced || name === 'tasks' || name === 'task' ? '' : input(name));
}

/** The text that the input of the same name would have. */
function inputText(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  return isRecord(value) ? JSON.stringify(value) : String(value);
}

/** How the input `tasks` is parsed. */
export interface TaskFormat {
  readonly name: 'JSON' | 'JSON lines' | 'YAML';
  readonly parse: (text: string) => unknown;
}

const ACCEPTED =
  'a JSON array of tasks, or the path of a `.json`, `.jsonl` or `.yaml` file in the workspace that holds one, of at most 1 MB';
const MOST_ANCHORS = 100;

/** The format of `tasks`, or null if it is empty. YAML's parser is evaluated only for a YAML file. */
export async function taskFormat(given: string): Promise<TaskFormat | null> {
  const source = given.trim();
  if (source === '') return null;
  const extension = isInline(source) ? '' : extname(source).toLowerCase();
  if (extension === '.jsonl') return { name: 'JSON lines', parse: jsonLines };
  if (/^\.ya?ml$/.test(extension)) return { name: 'YAML', parse: await yamlParser() };
  return { name: 'JSON', parse: parseOnce };
}

async function yamlParser(): Promise<TaskFormat['parse']> {
  const { Lexer, parse } = await import(/* webpackMode: "eager" */ 'yaml');
  return (source) => {
    // Each token of an anchor begins with its sign, and no other token does.
    const anchors = [...new Lexer().lex(source)].filter((token) => token.startsWith('&')).length;
    if (anchors > MOST_ANCHORS) throw new RangeError(`${anchors} anchors; at most ${MOST_ANCHORS} are accepted`);
    // Its warnings quote the file on standard error, where the runner would execute a command in it.
    const value: unknown = parse(source, { logLevel: 'error' });
    // Rejects a value that contains itself.
    JSON.stringify(value);
    return value;
  };
}

function isInline(given: string): boolean {
  return /^[[{]/.test(given);
}

/** Returns the unvalidated values. Returns null and reports a problem if there is no list. */
function readTaskList(reading: Reading, format: TaskFormat): readonly unknown[] | null {
  const { read } = reading;
  const given = read.text('tasks');
  const refuse = (why: string): null => {
    read.problem('tasks', why, ACCEPTED);
    return null;
  };
  const inline = isInline(given);
  const file = { name: 'tasks', path: given, most: TASKS_BYTES, accepted: ACCEPTED };
  const source = inline ? given : workspaceFile(reading, file);
  if (source === null) return null;
  const what = inline ? 'a text' : `"${given}"`;
  try {
    const found = format.parse(source);
    return Array.isArray(found) ? (found as unknown[]) : refuse(`${what}, which holds no list`);
  } catch (error) {
    return refuse(`${what}, which is not ${format.name} (${messageOf(error)})`);
  }
}

/** JSON in which no object has a name twice, as YAML refuses it too: one of the two values would be ignored in silence. */
function parseOnce(source: string): unknown {
  const value = parseJson(source);
  const twice = nameGivenTwice(source);
  if (twice !== null) throw new SyntaxError(`an object has the name ${JSON.stringify(twice)} twice`);
  return value;
}

function jsonLines(source: string): unknown {
  return source.split(/\r?\n/).flatMap((line, index) => {
    try {
      return line.trim() === '' ? [] : [parseOnce(line)];
    } catch (error) {
      // The parser sees one line at a time and calls each of them line 1.
      const said = messageOf(error).replace(/ \(line 1 column \d+\)$/, '');
      throw new SyntaxError(`line ${index + 1}: ${said}`, { cause: error });
    }
  });
}
