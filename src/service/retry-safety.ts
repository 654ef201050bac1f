/**
 * The one table of what each failure proves (docs/faults.md shows it to people). `unsent`: the request was surely
 * not carried out, sending again is safe for every request. `ambiguous`: it may have been carried out, only reads
 * are sent again. `permanent`: it was refused, the same request would be refused again.
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

/** What an HTTP status other than 2xx proves. 1xx never arrives here. */
export function statusProof(status: number): Proof {
  if (status === 429) return 'unsent';
  if (status === 408 || status >= 500) return 'ambiguous';
  return 'permanent';
}
