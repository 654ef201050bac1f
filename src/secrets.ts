/**
 * Every secret that a step is given (contract 1.1, 5, 16): inputs whose rows say so, and what
 * variables of the environment bring. What is masked and redacted, docs/security.md and a test with
 * a canary for each walk these.
 */
import { PROXY_VARIABLES, proxySecrets } from './http/proxy.ts';
import { INPUT_NAMES, isSecretInput } from './inputs/table.ts';
import {
  endpointSecrets,
  headerSecrets,
  OTLP_ENDPOINT_VARIABLES,
  OTLP_HEADER_VARIABLES,
} from './report/otlp/settings.ts';
import type { Env, Host } from './runner/port.ts';

export const SECRET_INPUTS = INPUT_NAMES.filter(isSecretInput);

/** Variables of the environment whose values have something secret in them. */
interface SecretVariables {
  readonly names: readonly string[];
  /** What of them is secret, as docs/security.md says it. */
  readonly what: string;
  /** Without `otlp: true` nothing that is for traces is used, nor taken for a secret. */
  readonly isForTraces: boolean;
  readonly secretsIn: (env: Env) => readonly string[];
}

export const SECRET_VARIABLES: readonly SecretVariables[] = [
  {
    names: PROXY_VARIABLES,
    what: 'The password of the proxy, alone and behind the user name',
    isForTraces: false,
    secretsIn: proxySecrets,
  },
  {
    names: OTLP_HEADER_VARIABLES,
    what: 'The values of headers whose names say so, such as `authorization`',
    isForTraces: true,
    secretsIn: headerSecrets,
  },
  {
    names: OTLP_ENDPOINT_VARIABLES,
    what: 'The password, and the values of query parameters whose names say so',
    isForTraces: true,
    secretsIn: endpointSecrets,
  },
];

/** Each once. */
export function secretsGiven(host: Pick<Host, 'input'>, env: Env): readonly string[] {
  const ofInputs = SECRET_INPUTS.flatMap((name) => writingsOf(host.input(name).trim()));
  const sendsTraces = /^true$/i.test(host.input('otlp').trim());
  const used = SECRET_VARIABLES.filter(({ isForTraces }) => sendsTraces || !isForTraces);
  const ofVariables = used.flatMap(({ secretsIn }) => secretsIn(env));
  return [...new Set([...ofInputs, ...ofVariables])];
}

/** Shorter paths of an address stand in others as well. */
const PATH_MIN = 8;

/**
 * A secret as it is. An answer quotes an address that is one by its path as well: `Cannot POST
 * /hooks/T0/B0`.
 */
function writingsOf(secret: string): readonly string[] {
  if (secret === '') {
    return [];
  }
  const url = URL.parse(secret);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return [secret];
  }
  const paths = [`${url.pathname}${url.search}`, url.pathname];
  return [secret, url.href, ...paths.filter((path) => path.length >= PATH_MIN)];
}
