/** May this step run at all? In the order of contract 1.1: no-token skip, inputs, trigger phrase, permission. */
import { isOwnComment } from '../thread-comment/marker.ts';
import { noSecretsHere, type EventContext } from '../event/event.ts';
import { gate } from './permissions.ts';
import { describeProblems } from '../inputs/reader.ts';
import { parseInputs, type Inputs, type InputSources } from '../inputs/parse.ts';
import type { GitHub } from '../github/port.ts';
import type { OutputSchema } from '../structured-output/index.ts';

export interface AdmitPorts extends InputSources {
  readonly event: EventContext;
  /** The repository on GitHub, with the token of the input `github_token`. Called only when it is needed. */
  readonly github: (token: string) => Promise<GitHub>;
  readonly signal: AbortSignal;
}

export type Admission =
  | { readonly kind: 'go'; readonly inputs: Inputs; readonly schema: OutputSchema | null }
  /** The inputs are null where they were not looked at. */
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
    // A validator is heavy; nobody who does not use it shall wait for it.
    const { compileSchema } = await import('../structured-output/index.ts');
    const compiled = compileSchema(schemaText);
    if (compiled.ok) schema = compiled.schema;
    else {
      const accepted = 'a JSON Schema (2020-12) without references outside itself';
      problems.push({ name: 'output_schema', given: `a schema that ${compiled.problem}`, accepted });
    }
  }
  if (!parsed.ok || problems.length > 0) return { kind: 'invalid', message: describeProblems(problems) };
  const { inputs } = parsed;
  const allowed = await gate(event, {
    requirePermission: inputs.requirePermission,
    allowedBots: inputs.allowedBots,
    triggerPhrase: inputs.triggerPhrase ?? '',
    ownComment: isOwnComment,
    permissionOf: async (login) => (await ports.github(inputs.githubToken)).permissionOf(login, ports.signal),
  });
  // A signal that came while GitHub was asked is no refusal.
  ports.signal.throwIfAborted();
  return allowed.go ? { kind: 'go', inputs, schema } : { kind: 'skip', reason: allowed.reason, inputs };
}
