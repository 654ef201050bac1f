/**
 * A canary for each secret that a step can be given, by its row: `secrets.test.ts` looks for it
 * behind the ports, `dist/canary.test.ts` in all that leaves the bundle.
 */
import { InputReader } from '../../src/inputs/reader.ts';
import { INPUT_ROWS, type InputName, type SecretInput } from '../../src/inputs/table.ts';
import { SECRET_INPUTS } from '../../src/secrets.ts';
import { MemoryFiles } from './memory-files.ts';

/** Of the tokens, which the simulated services compare. */
const OWN_FORMS: Readonly<Partial<Record<string, string>>> = {
  token: 'tok-A/b+c_d*e"f\\g&h<i>%20j~K9@l#1',
  github_token: 'ghs_Q2FuYXJ5/T2t+ZW4_9f8e7d6c5b4a',
};

/**
 * What a secret may look like, from one with every sign that some encoder touches to what an input
 * asks for that is strict: the first that the row of an input takes is its canary.
 */
const FORMS: readonly ((name: string) => string)[] = [
  (name) => `c4n/of+${name}_d*e"f\\g&h<i>%20j~K9@l#1`,
  (name) => `c4nary/of+${name}-8b3d6f`,
  (name) => `https://hooks.example/services/c4nary+of/${name}-8b3d6f`,
  (name) => `c4nary-of-${name.replaceAll('_', '-')}-8b3d6f`,
  (name) => Buffer.from(`canary of ${name}`).toString('hex'),
];

/** Whether the row of an input reads the value without a word against it. */
export function isTaken(name: InputName, value: string): boolean {
  const read = new InputReader((asked) => (asked === name ? value : ''));
  INPUT_ROWS[name].value.read({ read, env: {}, files: new MemoryFiles() }, name);
  return read.problems.length === 0;
}

/** Throws for an input that takes none of the forms. */
export function inputCanary(name: InputName): string {
  const forms = FORMS.map((form) => form(name));
  const canary = OWN_FORMS[name] ?? forms.find((form) => isTaken(name, form));
  if (canary === undefined) {
    throw new Error(
      `The input ${name} takes none of the canaries in __tests__/support/canaries.ts: ` +
        'add one in the form that it asks for to FORMS.',
    );
  }
  return canary;
}

/** Of every secret input, also of one that was added since. */
export const INPUT_CANARIES = Object.fromEntries(
  SECRET_INPUTS.map((name) => [name, inputCanary(name)]),
) as Readonly<Record<SecretInput, string>>;

/** Part of a variable's value alone is secret. */
interface VariableCanary {
  /** @param address `http://host:port` of a server that the variable may name */
  readonly value: (address: string) => string;
  readonly secret: string;
}

/** An address with a password. */
function withPassword(secret: string): VariableCanary {
  return { value: (address) => address.replace('://', `://carol:${secret}@`), secret };
}

const HEADER: VariableCanary = {
  value: () => 'authorization=Bearer%20h3ader-c4nary-91,x-dataset=demo',
  secret: 'h3ader-c4nary-91',
};
const PROXY = withPassword('pr0xy-Pa55word-7c1e');
const ENDPOINT = withPassword('otlp-Pa55word-4e6f');

const VARIABLE_CANARIES: Readonly<Record<string, VariableCanary>> = {
  http_proxy: PROXY,
  HTTP_PROXY: PROXY,
  https_proxy: PROXY,
  HTTPS_PROXY: PROXY,
  OTEL_EXPORTER_OTLP_HEADERS: HEADER,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: HEADER,
  OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ENDPOINT,
};

/** Throws for a variable that has none. */
export function canaryOf(variable: string): VariableCanary {
  const canary = VARIABLE_CANARIES[variable];
  if (canary === undefined) {
    throw new Error(`The variable ${variable} has no canary in __tests__/support/canaries.ts.`);
  }
  return canary;
}
