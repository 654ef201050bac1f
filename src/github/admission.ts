/** Decides whether the step may run, in the order of contract 1.1: skip without token, inputs, trigger phrase, permission. */
import { isOwnComment } from '../thread/own-comment.ts';
import { noSecretsHere, type EventContext } from './event.ts';
import { checkPermission } from './permissions.ts';
import { describeProblems } from '../inputs/reader.ts';
import { parseInputs, type Inputs, type InputSources } from '../inputs/parse.ts';
import { mistypedInputs, suggestionText } from '../inputs/suggestions.ts';
import { INPUT_TABLE } from '../inputs/table.ts';
import { readTasks, type Task } from '../inputs/tasks.ts';
import type { Clock } from '../ports.ts';
import { isRateLimit, waitOut } from './wait-out.ts';
import type { GitHub } from './port.ts';
import type { OutputSchema } from '../structured-output/index.ts';

/** How long to wait for GitHub's rate limit before access is denied (contract 6.1). */
const RATE_LIMIT_PATIENCE_MS = 60_000;

export interface AdmitPorts extends InputSources {
  readonly event: EventContext;
  /** The repository on GitHub, with the token of the input `github_token`. Called on demand. */
  readonly github: (token: string) => Promise<GitHub>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type Admission =
  | {
      readonly kind: 'go';
      readonly inputs: Inputs;
      readonly schema: OutputSchema | null;
      /** Null for a single run. */
      readonly tasks: readonly Task[] | null;
      /** Problems with the step's `with:` block that do not prevent it from running. */
      readonly hints: readonly string[];
    }
  /** The inputs are null if they were not parsed. */
  | { readonly kind: 'skip'; readonly reason: string; readonly inputs: Inputs | null }
  | { readonly kind: 'invalid'; readonly message: string };

const NO_TOKEN =
  'The input `token` is empty: workflows started by a pull request from a fork or by Dependabot get no secrets. Nothing was sent to the agent service.';

export async function admit(ports: AdmitPorts): Promise<Admission> {
  const { event, input } = ports;
  if (input('token').trim() === '' && noSecretsHere(event)) return { kind: 'skip', reason: NO_TOKEN, inputs: null };
  const parsed = parseInputs(ports);
  const problems = parsed.ok ? [] : [...parsed.problems];
  let schema: OutputSchema | null = null;
  const schemaText = parsed.ok ? parsed.inputs.outputSchema : parsed.outputSchema;
  if (schemaText !== null) {
    // The validator is large, so it is evaluated only if it is used.
    const { compileSchema } = await import(/* webpackMode: "eager" */ '../structured-output/index.ts');
    const compiled = compileSchema(schemaText);
    if (compiled.ok) schema = compiled.schema;
    else {
      const accepted = 'a JSON Schema (2020-12) without references outside itself';
      problems.push({ name: 'output_schema', given: `a schema that ${compiled.problem}`, accepted });
    }
  }
  let tasks: readonly Task[] | null = null;
  if (input('tasks').trim() !== '') {
    const read = await readTasks(ports, problems);
    tasks = read.tasks;
    problems.push(...read.problems);
  }
  const hints = mistypedInputs(ports.env, Object.keys(INPUT_TABLE)).map(suggestionText);
  if (!parsed.ok || problems.length > 0) return { kind: 'invalid', message: describeProblems(problems, hints) };
  const { inputs } = parsed;
  const { clock, signal } = ports;
  const until = clock.now() + RATE_LIMIT_PATIENCE_MS;
  const asked = <T>(ask: (github: GitHub) => Promise<T>): Promise<T> =>
    waitOut(async () => ask(await ports.github(inputs.githubToken)), {
      clock,
      signal,
      budgetMs: until - clock.now(),
      passes: isRateLimit,
    });
  const allowed = await checkPermission(event, {
    requirePermission: inputs.requirePermission,
    allowedBots: inputs.allowedBots,
    triggerPhrase: inputs.triggerPhrase ?? '',
    usesText: inputs.context === 'event',
    ownComment: isOwnComment,
    permissionOf: (login) => asked((github) => github.permissionOf(login, signal)),
    accountType: (login) => asked((github) => github.accountType(login, signal)),
  });
  // A signal during the permission check is not a denial.
  signal.throwIfAborted();
  return allowed.go ? { kind: 'go', inputs, schema, tasks, hints } : { kind: 'skip', reason: allowed.reason, inputs };
}
