/** Parses and checks all inputs (contract 1.1). Reports all problems together and sends no request. */
import { distance } from 'fastest-levenshtein';
import type { Env } from '../ports.ts';
import { PROXY_VARIABLES, proxyUrl } from '../service/http/proxy.ts';
import { InputReader, type InputSources, type Problem } from './reader.ts';
import { INPUT_TABLE, type Inputs } from './table.ts';

export type { Inputs, InputSources, Problem };

export type ParsedInputs =
  | { readonly ok: true; readonly inputs: Inputs }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** Parsed even if unused, so that its problems are reported with the others. */
      readonly outputSchema: string | null;
    };

export function parseInputs(sources: InputSources): ParsedInputs {
  const read = new InputReader(sources.input);
  for (const name of PROXY_VARIABLES)
    // The value may contain a password, so it is not repeated.
    if (proxyUrl(sources.env[name]) === null)
      read.problem(name, 'something that is not an address', 'the address of a proxy, `http://host:port`');
  const rows = Object.values(INPUT_TABLE).map((row) => [row.field, row.read({ ...sources, read })] as const);
  const inputs = Object.fromEntries(rows) as unknown as Inputs;
  checkCombinations(read, inputs);
  if (read.problems.length === 0) return { ok: true, inputs };
  return { ok: false, problems: read.problems, outputSchema: inputs.outputSchema };
}

/** Inputs that a task does not use. Ignoring one in silence would leave a step green that did not do what was asked. */
const UNUSED: Readonly<Partial<Record<Inputs['task'], readonly string[]>>> = {
  'setup-commands': ['agent_run_id', 'model', 'images', 'request_fields'],
  'analyze-logs': ['agent_run_id', 'prompt', 'prompt_file', 'model', 'images', 'request_fields'],
};

/** Checks combinations: inputs that require or exclude each other. An input that is wrong in itself is not reported again. */
function checkCombinations(read: InputReader, inputs: Inputs): void {
  const { task, review, outputSchema, tasks } = inputs;
  const wrong = new Set(read.problems.map(({ name }) => name));
  const startsOnly = !inputs.wait && !wrong.has('wait');
  const refuse = (applies: boolean, name: string, [given, accepted]: readonly [string, string]): void => {
    if (applies && !wrong.has(name)) read.problem(name, given, accepted);
  };
  const waits = 'only with `wait: true`: ';
  refuse(outputSchema !== null && startsOnly, 'output_schema', [
    'a schema together with `wait: false`',
    `${waits}without waiting there is no result to check`,
  ]);
  refuse(inputs.maxParallel !== null && startsOnly, 'max_parallel', [
    'together with `wait: false`',
    `${waits}without waiting it is not known when a run ends`,
  ]);
  refuse(task === 'setup-commands' && inputs.repo === null && inputs.repoId === null, 'task', [
    '"setup-commands" without a repository',
    '`setup-commands` together with `repo` or `repo_id`',
  ]);
  refuse(task === 'analyze-logs' && inputs.sandboxId === null && !wrong.has('sandbox_id'), 'task', [
    '"analyze-logs" without a sandbox',
    '`analyze-logs` together with `sandbox_id`',
  ]);
  refuse(task !== 'analyze-logs' && inputs.sandboxId !== null && !wrong.has('task'), 'sandbox_id', [
    `a sandbox together with \`task: ${task}\``,
    'a sandbox only together with `task: analyze-logs`',
  ]);
  const unused = UNUSED[task] ?? [];
  const together = `together with \`task: ${task}\``;
  for (const name of unused)
    refuse(read.text(name) !== '', name, [`a value ${together}`, 'nothing, because this task does not use it']);
  refuse(unused.length > 0 && inputs.resume === 'thread', 'resume', [`"thread" ${together}`, '`never`']);
  refuse(unused.length > 0 && inputs.idempotency === 'metadata', 'idempotency', [
    `"metadata" ${together}`,
    '`none`, because the service takes no metadata for this task',
  ]);
  refuse(
    inputs.idempotencyKey !== null && inputs.idempotency === 'none' && !wrong.has('idempotency'),
    'idempotency_key',
    ['a key without `idempotency: metadata`', 'a key only together with `idempotency: metadata`'],
  );
  if (review !== 'none') {
    const without = (name: string): readonly [string, string] => [
      `"${review}" together with \`${name}\``,
      `only without \`${name}\``,
    ];
    refuse(outputSchema !== null, 'review', without('output_schema'));
    refuse(tasks !== null, 'review', without('tasks'));
    refuse(startsOnly, 'review', without('wait: false'));
    refuse(task !== 'run', 'review', without(`task: ${task}`));
  }
  refuse(tasks !== null && task !== 'run', 'tasks', [together, 'only with `task: run`']);
  refuse(tasks !== null && inputs.resume === 'thread', 'tasks', [
    'together with `resume: thread`',
    'only with `resume: never`: a thread records one run',
  ]);
}

/** Mistyped names of inputs. The runner passes every key of `with:` as `INPUT_<NAME>`, known or not. */
const DISTANCE_MAX = 2;

/** Ignores case and separators, which are common mistakes. */
const plain = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '');

export interface Suggestion {
  /** The given name in lower case. */
  readonly given: string;
  readonly meant: string;
}

/** Given names that are similar to an input. Other unknown names are ignored, because they may belong to another tool. */
export function mistypedInputs(env: Env, known: readonly string[]): readonly Suggestion[] {
  const given = Object.keys(env)
    .filter((name) => /^INPUT_./i.test(name) && name.length < 60 && (env[name] ?? '') !== '')
    .map((name) => name.slice('INPUT_'.length).toLowerCase())
    .filter((name) => !known.includes(name));
  return given.flatMap((name) => {
    const near = known
      .map((meant) => ({ meant, edits: distance(plain(name), plain(meant)) }))
      .filter(({ meant, edits }) => edits <= Math.min(DISTANCE_MAX, Math.round(plain(meant).length / 3)))
      .sort((a, b) => a.edits - b.edits)[0];
    return near === undefined ? [] : [{ given: name, meant: near.meant }];
  });
}

/** `` `promt`: did you mean `prompt`? `` */
export function suggestionText({ given, meant }: Suggestion): string {
  return `\`${given.replace(/[^\w .-]/g, '')}\`: did you mean \`${meant}\`?`;
}
