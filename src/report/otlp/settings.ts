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
  /** Whether prompts, thoughts and outputs are recorded. */
  readonly content: boolean;
  readonly serviceName: string;
  /** The problem with the endpoint, or null. */
  readonly problem: string | null;
}

const value = (env: Env, name: string): string => env[name]?.trim() ?? '';

export function otlpSettings(env: Env): OtlpSettings {
  const isExact = value(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== '';
  const variable = isExact ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const given = value(env, variable);
  const endpoint = endpointOf(given, isExact ? '' : '/v1/traces');
  return {
    endpoint,
    headers: Object.fromEntries(headerLists(env).flatMap(headersOf)),
    parent: readTraceParent(value(env, 'TRACEPARENT')),
    content: value(env, 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT').toLowerCase() === 'true',
    serviceName: value(env, 'OTEL_SERVICE_NAME') || 'agent-run-action',
    problem: given !== '' && endpoint === null ? `${variable} is no http or https address` : null,
  };
}

/** Those of traces alone come last, because they win. */
function headerLists(env: Env): readonly string[] {
  return ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'].map((name) => value(env, name));
}

function endpointOf(given: string, path: string): string | null {
  const url = URL.parse(given);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null;
  if (path !== '') url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url.href;
}

/** `name=value,name=value`, values percent-encoded as in W3C Baggage. */
function headersOf(list: string): [name: string, text: string][] {
  return list.split(',').flatMap((item): [string, string][] => {
    const at = item.indexOf('=');
    const name = item.slice(0, Math.max(0, at)).trim().toLowerCase();
    const text = decoded(item.slice(at + 1).trim());
    return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !/[\r\n\0]/.test(text) ? [[name, text]] : [];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Header values that are never secret. */
const PLAIN = /^(?:true|false|gzip|none|application\/[\w.+-]+|\d{1,4})$/i;

/**
 * Secrets in the header values: raw, decoded, and the part after a scheme such as `Bearer`. For `Basic` also what it decodes to, because the
 * receiver may quote the user's password.
 */
export function otlpSecrets(env: Env): readonly string[] {
  const lists = headerLists(env);
  const raw = lists.flatMap((list) => list.split(',')).map((item) => item.slice(item.indexOf('=') + 1).trim());
  const values = [...raw, ...lists.flatMap(headersOf).map(([, text]) => text)];
  const bare = values.flatMap((text) => /^\w+\s+(\S{4,})$/.exec(text)?.[1] ?? []);
  const basic = values.flatMap((text) => {
    const pair = Buffer.from(/^basic\s+(\S+)$/i.exec(text)?.[1] ?? '', 'base64').toString();
    return [pair, pair.slice(pair.indexOf(':') + 1)];
  });
  return [...new Set([...values, ...bare, ...basic])].filter((text) => text.length >= 4 && !PLAIN.test(text));
}

/** Parses `TRACEPARENT` (W3C Trace Context). Null if invalid. */
function readTraceParent(given: string): TraceParent | null {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(given);
  const [, version = '', traceId = '', spanId = '', more = ''] = match ?? [];
  const odd = version === 'ff' || (version === '00' && more !== '') || /^0+$/.test(traceId) || /^0+$/.test(spanId);
  return match === null || odd ? null : { traceId, spanId };
}
