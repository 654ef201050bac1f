/** Parses the input `tasks` into a list of values (contract 13): a JSON array, or a file that contains a list. */
import { extname } from 'node:path';
import { parseJson } from '../shared/json.ts';
import { messageOf } from '../shared/format.ts';
import { workspaceFile } from './files.ts';
import type { Reading } from './row.ts';

const ACCEPTED =
  'a JSON array of tasks, or the path of a `.json`, `.jsonl` or `.yaml` file in the workspace that holds one';

/** Returns the unvalidated values. Returns null and reports a problem if there is no list. */
export async function readTaskList({ read, ...place }: Reading): Promise<readonly unknown[] | null> {
  const given = read.text('tasks');
  const refuse = (why: string): null => {
    read.problem('tasks', why, ACCEPTED);
    return null;
  };
  const inline = /^[[{]/.test(given);
  const kind = inline ? '.json' : extname(given).toLowerCase();
  const parse = PARSERS[kind];
  if (parse === undefined) return refuse(`"${given}"`);
  const text = inline ? given : workspaceFile(read, { name: 'tasks', path: given, ...place });
  if (text === null) return null;
  const what = inline ? 'a text' : `"${given}"`;
  try {
    const list: unknown = await parse(text);
    return Array.isArray(list) ? (list as unknown[]) : refuse(`${what}, which holds no list`);
  } catch (error) {
    const format = { '.jsonl': 'JSON lines', '.json': 'JSON' }[kind] ?? 'YAML';
    return refuse(`${what}, which is not ${format} (${messageOf(error)})`);
  }
}

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  '.json': parseJson,
  '.jsonl': (text) =>
    text.split(/\r?\n/).flatMap((line, index) => (line.trim() === '' ? [] : [jsonLine(line, index + 1)])),
  '.yaml': yaml,
  '.yml': yaml,
};

function jsonLine(line: string, number: number): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    // The parser sees one line at a time and calls each of them line 1.
    const said = messageOf(error).replace(/ \(line 1 column \d+\)$/, '');
    throw new SyntaxError(`line ${number}: ${said}`, { cause: error });
  }
}

async function yaml(text: string): Promise<unknown> {
  const { parse } = await import(/* webpackMode: "eager" */ 'yaml');
  // Its warnings quote the file on standard error, where the runner would execute a command in it.
  const value: unknown = parse(text, { logLevel: 'error' });
  // Rejects a value that contains itself.
  JSON.stringify(value);
  return value;
}
