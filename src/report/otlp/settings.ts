/** Trace settings from OpenTelemetry's environment variables (contract 16). Pure. */
import type { Env } from '../../ports.ts';

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
}

export interface OtlpSettings {
  /** Address for traces, or null if they are not sent. */
  readonly endpoint: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly parent: TraceParent | null;
  readonly content: boolean;
  readonly serviceName: string;
  /** The problem with the endpoint, or null. */
  readonly problem: string | null;
}

export function otlpSettings(env: Env): OtlpSettings {
  const value = (name: string): string => env[name]?.trim() ?? '';
  const own = value('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const shared = value('OTEL_EXPORTER_OTLP_ENDPOINT');
  const given = own === '' ? shared : own;
  const endpoint = given === '' ? null : endpointOf(given, { path: own === '' ? 'v1/traces' : null });
  const variable = own === '' ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  return {
    endpoint,
    headers: {
      ...headersOf(value('OTEL_EXPORTER_OTLP_HEADERS')),
      ...headersOf(value('OTEL_EXPORTER_OTLP_TRACES_HEADERS')),
    },
    parent: readTraceParent(env['TRACEPARENT']),
    content: value('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT').toLowerCase() === 'true',
    serviceName: value('OTEL_SERVICE_NAME') || 'agent-run-action',
    problem: given !== '' && endpoint === null ? `${variable} is no http or https address` : null,
  };
}

function endpointOf(given: string, { path }: { readonly path: string | null }): string | null {
  if (!URL.canParse(given)) return null;
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (path !== null) url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url.href;
}

/** `name=value,name=value`, values percent-encoded as in W3C Baggage. */
function headersOf(list: string): Readonly<Record<string, string>> {
  const pairs = list.split(',').flatMap((item): [string, string][] => {
    const at = item.indexOf('=');
    const name = item.slice(0, Math.max(0, at)).trim().toLowerCase();
    const value = decoded(item.slice(at + 1).trim());
    return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !/[\r\n\0]/.test(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Header values that are never secret. */
const PLAIN = /^(?:true|false|gzip|none|application\/[\w.+-]+|\d{1,4})$/i;

/**
 * Secrets in the header values: raw, decoded, and the part after a scheme such as `Bearer`. For `Basic` also what it decodes to, because the
 * receiver may quote the user's password.
 */
export function otlpSecrets(env: Env): readonly string[] {
  const given = [env['OTEL_EXPORTER_OTLP_HEADERS'], env['OTEL_EXPORTER_OTLP_TRACES_HEADERS']].map(
    (list) => list?.trim() ?? '',
  );
  const raw = given.flatMap((list) => list.split(',').map((item) => item.slice(item.indexOf('=') + 1).trim()));
  const values = [...raw, ...given.flatMap((list) => Object.values(headersOf(list)))];
  const bare = values.flatMap((value) => /^\w+\s+(\S{4,})$/.exec(value)?.[1] ?? []);
  const basic = values.flatMap((value) => {
    const pair = Buffer.from(/^basic\s+(\S+)$/i.exec(value)?.[1] ?? '', 'base64').toString();
    return [pair, pair.slice(pair.indexOf(':') + 1)];
  });
  return [...new Set([...values, ...bare, ...basic])].filter((value) => value.length >= 4 && !PLAIN.test(value));
}

/** Parses `TRACEPARENT` (W3C Trace Context). Null if invalid. */
export function readTraceParent(value: string | undefined): TraceParent | null {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec((value ?? '').trim());
  const [, version = '', traceId = '', spanId = '', more = ''] = match ?? [];
  const odd = version === 'ff' || (version === '00' && more !== '') || /^0+$/.test(traceId) || /^0+$/.test(spanId);
  return match === null || odd ? null : { traceId, spanId };
}
