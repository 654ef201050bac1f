/**
 * The tasks of a fleet (contract 13). Each field of a task is parsed by the row of the input with
 * the same name, so both accept the same values. Fields that a task does not set come from the
 * inputs.
 */
import { extname } from 'node:path';
import { messageOf } from '../safe/text.ts';
import { isRecord, nameGivenTwice, parseJson } from '../safe/json.ts';
import { NO_JSON, TASKS_BYTES, workspaceFile } from './files.ts';
import { didYouMean, nearest } from './meant.ts';
import {
  InputReader,
  quotable,
  type GivenInput,
  type InputSources,
  type Problem,
  type InputReading,
} from './reader.ts';
import { applyLimits, type Idle } from './limits.ts';
import { isTextOrInteger, NUMBER_IN_QUOTES, type FleetField } from './row.ts';
import { namesSecretField } from './secret-fields.ts';
import { chosenService } from './service.ts';
import {
  INPUT_NAMES,
  INPUT_ROWS,
  isSecretInput,
  valuesOf,
  type INPUT_TABLE,
  type InputName,
  type ValuesOf,
} from './table.ts';

const KEY: FleetField = {
  accepts: (value) => isTextOrInteger(value) && /^[A-Za-z0-9._/-]{1,64}$/.test(String(value)),
  accepted:
    '1 to 64 letters, digits, dots, hyphens, underscores and slashes, different for each task' +
    NUMBER_IN_QUOTES,
};

/** The inputs that a task may set. */
type Field = {
  [Name in InputName]: (typeof INPUT_TABLE)[Name]['inFleet'] extends null ? never : Name;
}[InputName];

function isField(name: InputName): name is Field {
  return INPUT_ROWS[name].inFleet !== null;
}
const NAMES = INPUT_NAMES.filter(isField);

/**
 * Inputs of the step that are checked again for each task, whose own fields may rule them out, as
 * `repo: none` does a pull request.
 */
export const OF_THE_STEP: readonly InputName[] = ['budget', 'expect'];

const FIELDS = new Map<string, FleetField>([['key', KEY]]);
for (const name of NAMES) {
  const { inFleet } = INPUT_ROWS[name];
  if (inFleet !== null) {
    FIELDS.set(name, inFleet);
  }
}

export interface FleetTask {
  /** Unique within the fleet. */
  readonly key: string;
  /** The inputs for this task. */
  readonly own: ValuesOf<Field>;
}

/** Contract 13. */
const MOST_TASKS = 1_000;

export interface ReadTasks {
  readonly tasks: readonly FleetTask[];
  readonly problems: readonly Problem[];
  /** The fields of tasks that do nothing. */
  readonly idle: readonly Idle[];
}

/**
 * Parses all tasks without sending a request. @param known problems of the inputs, which are not
 * repeated for each task
 */
export function readTasks(
  sources: InputSources,
  { format, known }: { readonly format: TaskFormat; readonly known: readonly Problem[] },
): ReadTasks {
  const all = new InputReader(sources.input, isSecretInput);
  const values = readTaskList({ ...sources, read: all }, format);
  const keys = values.map(keyOf);
  const identity = ({ name, given }: Problem): string => JSON.stringify([name, given]);
  const told = new Set(known.map(identity));
  const sameRun = chosenService(all)?.facts.runId.same ?? null;
  const tasks: FleetTask[] = [];
  /** By what tells runs apart: an ID may be written in several ways. */
  const byRun = new Map<string, FleetTask>();
  const idleFields: Idle[] = [];
  for (const [index, key] of keys.entries()) {
    const { own, read, idle } = readTask(sources, values[index]);
    idleFields.push(...idle.map((one) => ({ ...one, name: `tasks[${key}].${one.name}` })));
    const positions = positionsOf(key, keys);
    // Told once, at the second of them.
    if (positions[1] === index + 1) {
      read.problem('key', `"${key}", which tasks ${listed(positions)} have`, KEY.accepted);
    }
    const runId = own?.agentRunId ?? null;
    const run = runId === null ? null : (sameRun?.(runId) ?? null);
    // Two tasks with the same run would send two follow-ups at once and write the same files.
    const other = run === null ? undefined : byRun.get(run);
    if (other !== undefined) {
      read.problem(
        'agent_run_id',
        `${runId}, which the task "${other.key}" has`,
        'another run for each task',
      );
    }
    for (const problem of read.problems.filter((one) => !told.has(identity(one)))) {
      all.problems.push({
        ...problem,
        name: `tasks[${key}]${problem.name === '' ? '' : `.${problem.name}`}`,
      });
    }
    if (own !== null) {
      const task = { key, own };
      tasks.push(task);
      if (run !== null && other === undefined) {
        byRun.set(run, task);
      }
    }
  }
  return { tasks, problems: all.problems, idle: idleFields };
}

/** The tasks with this key, counted from 1. */
function positionsOf(key: string, keys: readonly string[]): readonly number[] {
  return keys.flatMap((one, index) => (one === key ? [index + 1] : []));
}

/** Places that a message names. */
const POSITIONS_MOST = 10;

/** `3 and 7`. */
function listed(positions: readonly number[]): string {
  const named = positions.slice(0, POSITIONS_MOST).map(String);
  const rest = positions.length - named.length;
  const last = rest > 0 ? `${rest} more` : (named.pop() ?? '');
  return `${named.join(', ')} and ${last}`;
}

/** The given key if it is valid, otherwise the index. */
function keyOf(value: unknown, index: number): string {
  const key = isRecord(value) ? value['key'] : undefined;
  return KEY.accepts(key) ? String(key) : String(index);
}

interface ReadTask {
  /** Null with problems. */
  readonly own: ValuesOf<Field> | null;
  readonly read: InputReader;
  readonly idle: readonly Idle[];
}

/** The inputs of one task. */
function readTask(sources: InputSources, value: unknown): ReadTask {
  const fields = new Map<string, GivenInput>();
  const read = new InputReader((name) => inputFor(sources, fields, name), isSecretInput);
  if (!isRecord(value)) {
    read.problem('', quotable(JSON.stringify(value)), 'an object with the fields of a task');
    return { own: null, read, idle: [] };
  }
  for (const name of Object.keys(value).filter((one) => !FIELDS.has(one))) {
    const names = [...FIELDS.keys()];
    const hint = didYouMean(nearest(name, names));
    read.problem(
      name,
      'a field that tasks do not have',
      `${names.map((one) => `\`${one}\``).join(', ')}${hint}`,
    );
  }
  for (const [name, { accepts, accepted }] of FIELDS) {
    const given = value[name] ?? null;
    if (given === null) {
      continue;
    }
    if (accepts(given)) {
      fields.set(name, inputOf(given));
    } else {
      read.problem(name, quotable(JSON.stringify(given)), accepted);
    }
  }
  // A field of the wrong type must not fall back to the input of the same name, so then only the
  // others are checked.
  const isWhole = read.problems.length === 0;
  const names = NAMES.filter((name) => isWhole || fields.has(name));
  const own = valuesOf(names, { ...sources, read });
  if (!isWhole) {
    return { own: null, read, idle: [] };
  }
  const idle = applyLimits(
    read,
    [...names, ...OF_THE_STEP].map((name) => [name, INPUT_ROWS[name]]),
  );
  // What comes from the inputs may be of use to other tasks.
  return { own, read, idle: idle.filter(({ name }) => fields.has(name)) };
}

/** The value that a row reads: the task's field, or else the input. */
function inputFor(
  { input }: InputSources,
  fields: ReadonlyMap<string, GivenInput>,
  name: string,
): GivenInput {
  const replaced = FIELDS.get(name)?.replacedBy?.some((by) => fields.has(by)) ?? false;
  // A task uses the rows of a single run.
  return fields.get(name) ?? (replaced || name === 'tasks' || name === 'task' ? '' : input(name));
}

/** What the input of the same name would have. */
function inputOf(value: unknown): GivenInput {
  if (Array.isArray(value)) {
    return value as string[];
  }
  return isRecord(value) ? JSON.stringify(value) : String(value);
}

/** How the input `tasks` is parsed. */
interface TaskFormat {
  readonly name: 'JSON' | 'JSON lines' | 'YAML';
  readonly parse: (text: string) => unknown;
}

const ACCEPTED =
  'a JSON array of tasks, or the path of a `.json`, `.jsonl` or `.yaml` file in the ' +
  'workspace that holds one, of at most 1 MB';
/** Contract 1.1. */
const MOST_ANCHORS = 100;

/**
 * The format of `tasks`, or null if it is empty. YAML's parser is evaluated only for a YAML file.
 */
export async function taskFormat(given: string): Promise<TaskFormat | null> {
  const source = given.trim();
  if (source === '') {
    return null;
  }
  const extension = isInline(source) ? '' : extname(source).toLowerCase();
  if (extension === '.jsonl') {
    return { name: 'JSON lines', parse: jsonLines };
  }
  if (/^\.ya?ml$/.test(extension)) {
    return { name: 'YAML', parse: await yamlParser() };
  }
  return { name: 'JSON', parse: parseOnce };
}

async function yamlParser(): Promise<TaskFormat['parse']> {
  const { Lexer, parse } = await import(/* webpackMode: "eager" */ 'yaml');
  return (source) => {
    // Each token of an anchor begins with its sign, and no other token does.
    const anchors = [...new Lexer().lex(source)].filter((token) => token.startsWith('&')).length;
    if (anchors > MOST_ANCHORS) {
      throw new RangeError(`${anchors} anchors; at most ${MOST_ANCHORS} are accepted`);
    }
    // Its warnings quote the file on standard error, where the runner would execute a command in
    // it.
    const value: unknown = parse(source, { logLevel: 'error', merge: true });
    // Throws for a value that contains itself.
    JSON.stringify(value);
    // Each scalar as the text that stands in the file.
    const texts: unknown = parse(source, { logLevel: 'error', merge: true, schema: 'failsafe' });
    return withNumbersAsWritten(value, texts);
  };
}

/**
 * The tasks of a YAML file, with the text of each field that is a number. Nobody puts an ID or a
 * version into quotes there, and numbers round the one and shorten the other.
 */
function withNumbersAsWritten(tasks: unknown, texts: unknown): unknown {
  if (!Array.isArray(tasks) || !Array.isArray(texts)) {
    return tasks;
  }
  return tasks.map((task: unknown, index) => {
    const written: unknown = texts[index];
    if (!isRecord(task) || !isRecord(written)) {
      return task;
    }
    const fields = Object.entries(task).map(([name, value]) => [
      name,
      typeof value === 'number' ? (written[name] ?? value) : value,
    ]);
    return Object.fromEntries(fields) as unknown;
  });
}

function isInline(given: string): boolean {
  return /^[[{]/.test(given);
}

/** Returns the unvalidated values. Returns none and reports a problem if there is no list. */
function readTaskList(reading: InputReading, format: TaskFormat): readonly unknown[] {
  const { read } = reading;
  const given = read.text('tasks');
  const refuse = (why: string): [] => {
    read.problem('tasks', why, ACCEPTED);
    return [];
  };
  const inline = isInline(given);
  const severalLines = [
    NO_JSON,
    `${ACCEPTED}. YAML is read from a file alone: put these lines into one and give ` +
      'its path, or write them as JSON',
  ] as const;
  const file = { name: 'tasks', path: given, most: TASKS_BYTES, accepted: ACCEPTED, severalLines };
  const source = inline ? given : workspaceFile(reading, file);
  if (source === null) {
    return [];
  }
  const what = inline ? 'a text' : `"${given}"`;
  try {
    const found = format.parse(source);
    if (!Array.isArray(found)) {
      return refuse(`${what}, which holds no list`);
    }
    if (found.length === 0 || found.length > MOST_TASKS) {
      read.problem(
        'tasks',
        `${found.length} tasks`,
        `1 to ${MOST_TASKS} tasks; split more over the jobs of a matrix`,
      );
    }
    return found.slice(0, MOST_TASKS) as unknown[];
  } catch (error) {
    return refuse(`${what}, which is not ${format.name} (${whereWrong(source, error)})`);
  }
}

/**
 * Parsers quote what stands where they stop, which is not for secrets, and that of YAML on lines of
 * their own, which could begin as the items of a message do.
 */
function whereWrong(source: string, error: unknown): string {
  const [problem = ''] = messageOf(error).split(':\n\n');
  const [line = 'its text is not shown'] = /\bline \d+(?:,? column \d+)?/.exec(problem) ?? [];
  return namesSecretField(source) ? line : problem;
}

/**
 * JSON in which no object has a name twice, as YAML refuses it too: one of the two values would be
 * ignored in silence.
 */
function parseOnce(source: string): unknown {
  const value = parseJson(source);
  const twice = nameGivenTwice(source);
  if (twice !== null) {
    throw new SyntaxError(`an object has the name ${JSON.stringify(twice)} twice`);
  }
  return value;
}

function jsonLines(source: string): unknown {
  return source.split(/\r?\n/).flatMap((line, index) => {
    try {
      return line.trim() === '' ? [] : [parseOnce(line)];
    } catch (error) {
      // The parser sees one line at a time and calls each of them line 1.
      const problem = messageOf(error).replace(/ \(line 1 column \d+\)$/, '');
      throw new SyntaxError(`line ${index + 1}: ${problem}`, { cause: error });
    }
  });
}
