/** What a failed exchange proves about the request (contract 5): whether it may be sent again. */

/**
 * What a failure proves about the request (shown to users in docs/faults.md). `unsent`: it was
 * certainly not carried out, so every request may be sent again. `ambiguous`: it may have been
 * carried out, so only reads are sent again. `permanent`: it was refused and would be refused
 * again.
 */
export type Proof = 'unsent' | 'ambiguous' | 'permanent';

/** What an HTTP status other than 2xx proves. undici never passes on 1xx. */
export function statusProof(status: number): Proof {
  if (status === 429) {
    return 'unsent';
  }
  if (status === 408 || status >= 500) {
    return 'ambiguous';
  }
  return 'permanent';
}

/**
 * Every fault of an exchange, by the phase in which it occurs: what it proves, and what is said of
 * it.
 */
export const TRANSPORT_FAULTS = {
  dns: { proof: 'unsent', text: 'the name of the service could not be resolved' },
  /** Nothing listens at the address, or there is no route to it. */
  refused: { proof: 'unsent', text: 'no connection to the service could be made' },
  no_time: { proof: 'unsent', text: 'the time was up before the request could be sent' },
  /** Including the TLS handshake. */
  connect_timeout: { proof: 'unsent', text: 'connecting to the service took too long' },
  /** For a reason other than the certificate. */
  tls: { proof: 'unsent', text: 'the TLS handshake with the service failed' },
  proxy: { proof: 'unsent', text: 'the proxy did not open a connection to the service' },
  certificate: { proof: 'permanent', text: "the service's TLS certificate is not trusted" },
  /** After the request was sent. */
  reset: { proof: 'ambiguous', text: 'the connection was lost before the answer was complete' },
  headers_timeout: { proof: 'ambiguous', text: 'the service did not answer in time' },
  body_timeout: { proof: 'ambiguous', text: "the service's answer was not complete in time" },
  /** Or its headers are too large. */
  protocol: { proof: 'ambiguous', text: 'what came back is not valid HTTP' },
  too_large: { proof: 'ambiguous', text: 'the answer is too large' },
} satisfies Readonly<Record<string, { readonly proof: Proof; readonly text: string }>>;
export type TransportKind = keyof typeof TRANSPORT_FAULTS;

export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly kind: TransportKind;

  constructor(kind: TransportKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
