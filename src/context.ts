/** What a step works with: its ports, and everything that is made of them on the way. */
import type { EventContext } from './event/event.ts';
import { redactingGitHub, type GitHub } from './github/port.ts';
import { otlpSecrets } from './report/otlp/settings.ts';
import type { EntryStore } from './run/log/entry-store.ts';
import type { Clock, Env, Files, Host, Random } from './ports.ts';
import { policedFiles, redactingFiles, redactingHost } from './runner/host.ts';
import { createRedactor } from './runner/redact.ts';
import { encodedForms } from './runner/secret-forms.ts';
import { redactingBodies, redactingHttp, type Http } from './service/http/port.ts';
import { proxySecrets } from './service/http/proxy.ts';

export interface Ports {
  readonly host: Host;
  readonly files: Files;
  readonly clock: Clock;
  readonly random: Random;
  readonly env: Env;
  /** The event payload as JSON; an empty object when there is none. */
  readonly payload: unknown;
  readonly http: Http;
  /** Connections of their own for traces, so that `requests` counts the agent service's alone; `http` when absent. */
  readonly otlpHttp?: () => Http;
  readonly github: (options: { readonly token: string; readonly event: EventContext }) => Promise<GitHub>;
  /** Aborts with `Cancelled` on SIGINT and SIGTERM. */
  readonly stop: AbortSignal;
  /** A random string nobody can guess. */
  readonly uuid: () => string;
  /** Where the entries of long logs are kept; in memory when absent. */
  readonly entryStore?: () => Promise<EntryStore>;
  readonly userAgent: string;
}

/** Masks the secrets before anything else happens, and lets nothing out that holds one. */
export function guarded(ports: Ports): Ports {
  const { host, files } = ports;
  const tokens = [host.input('token').trim(), host.input('github_token').trim()].filter((token) => token !== '');
  const secrets = [...new Set([...tokens, ...proxySecrets(ports.env), ...otlpSecrets(ports.env)])];
  // Before anything else happens (contract 1.1); short secrets have no encoded forms worth masking.
  for (const secret of secrets) for (const form of new Set([secret, ...encodedForms(secret)])) host.mask(form);
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
