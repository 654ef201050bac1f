/**
 * A canary for each secret that a step can be given, by its row: `secrets.test.ts` looks for it
 * behind the ports, `dist/canary.test.ts` in all that leaves the bundle.
 */
import type { SecretInput } from '../../src/inputs/table.ts';
import { SECRET_INPUTS } from '../../src/secrets.ts';

/** With every sign that some encoder touches, and in the form that a reader of the input knows. */
const INPUT_FORMS: Readonly<Partial<Record<string, string>>> = {
  token: 'tok-A/b+c_d*e"f\\g&h<i>%20j~K9@l#1',
  github_token: 'ghs_Q2FuYXJ5/T2t+ZW4_9f8e7d6c5b4a',
};

/** Of every secret input, also of one that was added since. */
export const INPUT_CANARIES = Object.fromEntries(
  SECRET_INPUTS.map((name) => [name, INPUT_FORMS[name] ?? `c4nary/of+${name}-8b3d6f`]),
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
