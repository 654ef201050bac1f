/**
 * What each failure proves about the request (shown to users in docs/faults.md). `unsent`: it was certainly not carried
 * out, so every request may be sent again. `ambiguous`: it may have been carried out, so only reads are sent again.
 * `permanent`: it was refused and would be refused again.
 */
import type { TransportKind } from './http/port.ts';

export type Proof = 'unsent' | 'ambiguous' | 'permanent';

export const TRANSPORT_PROOF: Readonly<Record<TransportKind, Proof>> = {
  dns: 'unsent',
  refused: 'unsent',
  no_time: 'unsent',
  connect_timeout: 'unsent',
  tls: 'unsent',
  proxy: 'unsent',
  certificate: 'permanent',
  reset: 'ambiguous',
  headers_timeout: 'ambiguous',
  body_timeout: 'ambiguous',
  protocol: 'ambiguous',
  too_large: 'ambiguous',
};

/** What an HTTP status other than 2xx proves. undici never passes on 1xx. */
export function statusProof(status: number): Proof {
  if (status === 429) return 'unsent';
  if (status === 408 || status >= 500) return 'ambiguous';
  return 'permanent';
}
