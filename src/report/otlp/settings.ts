/** Trace settings from OpenTelemetry's environment variables (contract 16). Pure. */
import { unescape } from 'node:querystring';
import type { Env } from '../../runner/port.ts';

/** Those of traces alone come last, because they win. */
export const OTLP_HEADER_VARIABLES = [
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
] as const;
export const OTLP_ENDPOINT_VARIABLES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
] as const;

export type OtlpSettings = ReturnType<typeof otlpSettings>;

const value = (env: Env, name: string): string => env[name]?.trim() ?? '';

export function otlpSettings(env: Env) {
  const isExact = value(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== '';
  const variable = isExact ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const given = value(env, variable);
  const endpoint = endpointOf(given, isExact ? '' : '/v1/traces');
  const resource = Object.fromEntries(pairsIn(value(env, 'OTEL_RESOURCE_ATTRIBUTES')));
  return {
    /** Address for traces, or null if they are not sent. */
    endpoint: isSwitchedOff(env) ? null : endpoint,
    headers: Object.fromEntries(headerLists(env).flatMap(pairsIn).flatMap(headerOf)),
    parent: readTraceParent(value(env, 'TRACEPARENT')),
    /** Whether prompts, thoughts and outputs are recorded. */
    content:
      value(env, 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT').toLowerCase() === 'true',
    /** What the environment says of where the trace comes from, `service.name` included. */
    resource: {
      ...resource,
      'service.name':
        value(env, 'OTEL_SERVICE_NAME') || (resource['service.name'] ?? 'agent-run-action'),
    },
    /** The problem with the endpoint, or null. */
    problem: given !== '' && endpoint === null ? `${variable} is no http or https address` : null,
  };
}

/** By the variables that every SDK of OpenTelemetry knows; the file is written in any case. */
function isSwitchedOff(env: Env): boolean {
  const isDisabled = value(env, 'OTEL_SDK_DISABLED').toLowerCase() === 'true';
  return isDisabled || value(env, 'OTEL_TRACES_EXPORTER').toLowerCase() === 'none';
}

function headerLists(env: Env): readonly string[] {
  return OTLP_HEADER_VARIABLES.map((name) => value(env, name));
}

function endpointOf(given: string, path: string): string | null {
  const url = URL.parse(given);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    return null;
  }
  if (path !== '') {
    url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  }
  return url.href;
}

/** `name=value,name=value`, values percent-encoded as in W3C Baggage. */
function pairsIn(list: string): [name: string, text: string][] {
  return list.split(',').flatMap((item): [string, string][] => {
    const at = item.indexOf('=');
    const name = item.slice(0, Math.max(0, at)).trim();
    return name === '' ? [] : [[name, unescape(item.slice(at + 1).trim())]];
  });
}

/** Empty for what is no header of HTTP. */
function headerOf([given, text]: readonly [name: string, text: string]): [string, string][] {
  const name = given.toLowerCase();
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !/[\r\n\0]/.test(text) ? [[name, text]] : [];
}

/** Names of headers, and of parameters in an address, whose values are secrets (contract 16). */
const SECRET_NAME = /^x-honeycomb-team$|key|token|secret|password|auth/i;
/** Said in headers of such a name beside secrets, as in `x-auth-required=true`. */
const PLAIN = /^(?:true|false|none|\d{1,4})$/i;

/**
 * Secrets in the header values: raw, decoded, and the part after a scheme such as `Bearer`. For
 * `Basic` also what it decodes to, because the receiver may quote the user's password.
 */
export function headerSecrets(env: Env): readonly string[] {
  const items = headerLists(env).flatMap((list) => list.split(','));
  const raw = items.flatMap((item) => {
    const at = item.indexOf('=');
    const isSecret = SECRET_NAME.test(item.slice(0, Math.max(0, at)).trim());
    return isSecret ? [item.slice(at + 1).trim()] : [];
  });
  const parts = [...raw, ...raw.map((text) => unescape(text))].flatMap((text) => {
    const [, scheme = '', credentials = ''] = /^(\w+)\s+(\S+)$/.exec(text) ?? [];
    const pair =
      scheme.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString() : '';
    return [text, credentials, pair, pair.slice(pair.indexOf(':') + 1)];
  });
  return [...new Set(parts)].filter(mayBeSecret);
}

/** The password in the address that traces are sent to, and secrets among its parameters. */
export function endpointSecrets(env: Env): readonly string[] {
  const found = OTLP_ENDPOINT_VARIABLES.flatMap((name) => {
    const url = URL.parse(value(env, name));
    if (url === null) {
      return [];
    }
    const parameters = [...url.searchParams].filter(([given]) => SECRET_NAME.test(given));
    return [url.password, unescape(url.password), ...parameters.map(([, text]) => text)];
  });
  return [...new Set(found)].filter(mayBeSecret);
}

/** Hiding a shorter text, or a plain one, would hide it wherever else it stands as well. */
function mayBeSecret(text: string): boolean {
  return text.length >= 4 && !PLAIN.test(text);
}

/**
 * A version, an ID of the trace and one of the span, and flags (W3C Trace Context). Only versions
 * after 00 may add to it.
 */
const TRACE_PARENT =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;

/** Null if `TRACEPARENT` is absent or invalid. */
function readTraceParent(given: string) {
  const [, traceId, spanId] = TRACE_PARENT.exec(given) ?? [];
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId };
}
