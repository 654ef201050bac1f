/** Classifies faults that occur before a status line arrives, and describes them. Pure. */
import { TRANSPORT_FAULTS, TransportError, type TransportKind } from './proof.ts';

/** The state of the exchange when the fault occurred. */
interface FaultMoment {
  /** The request's headers were written. */
  readonly sent: boolean;
  /** The response headers had arrived. */
  readonly responded: boolean;
  /** The total time limit was exceeded. */
  readonly timedOut: boolean;
}

export function transportFault(error: unknown, at: FaultMoment): TransportError {
  if (error instanceof TransportError) {
    return error;
  }
  return faultOf(transportKind(errorCode(error), at), error);
}

/** The connection to the proxy was lost before the proxy opened a tunnel. */
export function proxyFault(error: Error): TransportError {
  return faultOf('proxy', error);
}

function faultOf(kind: TransportKind, error: unknown): TransportError {
  return new TransportError(
    kind,
    `${TRANSPORT_FAULTS[kind].text}${detail(error, errorCode(error))}`,
    { cause: error },
  );
}

/**
 * Classifies a fault by the error code of undici, Node or OpenSSL and by the moment it occurred.
 * Pure.
 */
export function transportKind(code: string, at: FaultMoment): TransportKind {
  if (
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|UNTRUSTED/.test(
      code,
    )
  ) {
    return 'certificate';
  }
  if (!at.sent) {
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code.startsWith('EAI_')) {
      return 'dns';
    }
    if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' || at.timedOut) {
      return 'connect_timeout';
    }
    if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code)) {
      return 'tls';
    }
    if (/^(UND_ERR_ABORTED|UND_ERR_PRX|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY|HPE_)/.test(code)) {
      return 'proxy';
    }
    return 'refused';
  }
  if (at.timedOut) {
    return at.responded ? 'body_timeout' : 'headers_timeout';
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') {
    return 'headers_timeout';
  }
  if (code === 'UND_ERR_BODY_TIMEOUT') {
    return 'body_timeout';
  }
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return 'protocol';
  }
  return 'reset';
}

function detail(error: unknown, code: string): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  const firstLine = message.split('\n', 1)[0] ?? '';
  const parts = [code, firstLine === code ? '' : firstLine].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join(': ')})`;
}

/**
 * The error code of Node, OpenSSL or undici: the first found on the error, on the errors it bundles
 * (several addresses were tried) or on its causes. Checks by shape, because Node's own errors
 * belong to another realm's `Error` when this module is loaded in a VM context.
 */
export function errorCode(error: unknown): string {
  let at = error;
  for (let depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    if ('code' in at && typeof at.code === 'string') {
      return at.code;
    }
    // undici's parser errors do not always have a code.
    if ('name' in at && at.name === 'HTTPParserError') {
      return 'HPE_INVALID';
    }
    if ('errors' in at && Array.isArray(at.errors) && at.errors.length > 0) {
      return errorCode(at.errors[0]);
    }
    at = 'cause' in at ? at.cause : null;
  }
  return '';
}
