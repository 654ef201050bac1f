/** The ports of a step, and their wrapper that redacts secrets. */
import type { EventContext } from './event/event.ts';
import { redactingGitHub, type GitHub } from './github/port.ts';
import { otlpSecrets } from './report/otlp/settings.ts';
import type { EntryStore } from './run/log/entry-store.ts';
import type { Clock, Env, Files, Host, Random } from './ports.ts';
import { policedFiles, redactingFiles, redactingHost } from './runner/host.ts';
import { createRedactor, secretForms } from './safe/redaction.ts';
import { redactingBodies, redactingHttp, type Http } from './service/http/port.ts';
import { proxySecrets } from './service/http/proxy.ts';

export interface Ports {
  readonly host: Host;
  readonly files: Files;
  readonly clock: Clock;
  readonly random: Random;
  readonly env: Env;
  /** The parsed event payload, or an empty object. */
  readonly payload: unknown;
  readonly http: Http;
  /** Separate connections for traces, so that `requests` counts only those to the agent service. Defaults to `http`. */
  readonly otlpHttp?: () => Http;
  readonly github: (options: { readonly token: string; readonly event: EventContext }) => Promise<GitHub>;
  /** Aborts with `Cancelled` on SIGINT and SIGTERM. */
  readonly stop: AbortSignal;
  /** An unguessable random string. */
  readonly uuid: () => string;
  /** Stores the entries of long logs. Defaults to memory. */
  readonly entryStore?: () => Promise<EntryStore>;
  readonly userAgent: string;
}

/** Masks the secrets before anything else happens, and redacts them from everything that leaves the process. */
export function guarded(ports: Ports): Ports {
  const { host, files } = ports;
  const tokens = [host.input('token').trim(), host.input('github_token').trim()].filter((token) => token !== '');
  const secrets = [...new Set([...tokens, ...proxySecrets(ports.env), ...otlpSecrets(ports.env)])];
  // Must come first (contract 1.1). Short secrets have no encoded forms worth masking.
  for (const secret of secrets) for (const form of new Set([secret, ...secretForms(secret)])) host.mask(form);
  const redact = createRedactor(secrets);
  const { otlpHttp } = ports;
  return {
    ...ports,
    host: redactingHost(host, redact),
    files: policedFiles(redactingFiles(files, redact), ports.env),
    http: redactingHttp(ports.http, redact),
    ...(otlpHttp !== undefined && { otlpHttp: () => redactingBodies(redactingHttp(otlpHttp(), redact), redact) }),
    github: async (options) => redactingGitHub(await ports.github(options), redact),
  };
}
