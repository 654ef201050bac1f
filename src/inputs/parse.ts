/** Parses and checks all inputs (contract 1.1). Reports all problems together and sends no request. */
import { PROXY_VARIABLES, proxyUrl } from '../service/http/proxy.ts';
import { InputReader, type Problem } from './reader.ts';
import type { InputSources } from './row.ts';
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

/** Checks combinations: inputs that require or exclude each other. */
function checkCombinations(read: InputReader, inputs: Inputs): void {
  const { task } = inputs;
  // An invalid `wait` is reported as such and says nothing about waiting.
  const startsOnly = !inputs.wait && !read.problems.some(({ name }) => name === 'wait');
  if (inputs.outputSchema !== null && startsOnly)
    read.problem(
      'output_schema',
      'a schema together with `wait: false`',
      'only with `wait: true`: without waiting there is no result to check',
    );
  if (task === 'setup-commands' && inputs.repo === null && inputs.repoId === null)
    read.problem('task', '"setup-commands" without a repository', '`setup-commands` together with `repo` or `repo_id`');
  if (task === 'analyze-logs' && inputs.sandboxId === null)
    read.problem('task', '"analyze-logs" without a sandbox', '`analyze-logs` together with `sandbox_id`');
  if (inputs.review !== 'none') {
    const together = (name: string, given: string): void =>
      read.problem('review', `"${inputs.review}" together with ${given}`, `only without \`${name}\``);
    if (inputs.outputSchema !== null) together('output_schema', '`output_schema`');
    if (inputs.tasks !== null) together('tasks', '`tasks`');
    if (startsOnly) together('wait: false', '`wait: false`');
    if (task !== 'run') together(`task: ${task}`, `\`task: ${task}\``);
  }
  if (inputs.tasks !== null && task !== 'run')
    read.problem('tasks', `together with \`task: ${task}\``, 'only with `task: run`');
  if (inputs.tasks !== null && inputs.resume === 'thread')
    read.problem('tasks', 'together with `resume: thread`', 'only with `resume: never`: a thread records one run');
}
