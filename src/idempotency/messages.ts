/** Messages about keys and lookups: what happened, and what to do next. Pure. */
import type { ServiceError } from '../service/errors.ts';
import type { Found, ListedRun } from './listing.ts';
import type { Lookup } from './lookup.ts';
import { shownAddress } from '../shared/format.ts';

export const METADATA_REFUSED =
  'The service refused the request with metadata and accepted it without, so `idempotency: metadata` is off for this run: a lost answer or a re-run cannot find it. Remove the input, or use a service that keeps metadata.';

export const METADATA_DROPPED =
  'The service did not give the metadata of the created run back, so `idempotency: metadata` is off: a lost answer or a re-run cannot find the run. Remove the input, or use a service that keeps metadata.';

/** The service has no list of runs, or this token may not read it. */
export function noList(error: ServiceError): string {
  return `The list of runs cannot be read (${error.message}), so \`idempotency: metadata\` is off: it is not known whether an earlier attempt started a run, and a new one is created. Remove the input, or give the token access to the list of runs.`;
}

export function whyAmbiguous({ why, runs }: Extract<Found, { readonly kind: 'ambiguous' }>): string {
  const named = runs.map(nameOf).join(', ');
  return why === 'several'
    ? `More than one run carries the key of this step: ${named}. Nothing was sent. Follow the right one with \`agent_run_id\` and no \`prompt\`, or set another \`idempotency_key\`.`
    : `A run with the key of this step was asked something else: ${named}. Nothing was sent. Follow it with \`agent_run_id\` and no \`prompt\`, or set another \`idempotency_key\` to start a new run.`;
}

/** No run is created, because an earlier one may exist. */
export function notChecked(found: Extract<Lookup, { readonly kind: 'bound' | 'unreadable' }>): string {
  const why =
    found.kind === 'bound' ? whereItEnded(found) : `the list of runs could not be read (${found.error.message})`;
  return `An earlier attempt of this step may have started a run, and that could not be checked: ${why}. Nothing was created. Look at the list of runs in the web interface of the service: if the run is there, follow it with \`agent_run_id\` and no \`prompt\`; if not, start the workflow anew.`;
}

function whereItEnded({ by, oldest }: Extract<Found, { readonly kind: 'bound' }>): string {
  if (by === 'age') return 'the list of runs was read back to 30 days and goes on behind that';
  const reach = oldest === null ? '' : `, which reach back to ${new Date(oldest).toISOString().slice(0, 10)}`;
  return `the list of runs is longer than 20 pages of 100${reach}`;
}

/** An ambiguous create that the list of runs did not settle. @param failure the error message of the create */
export function notSettled(failure: string, found: Exclude<Lookup, { readonly kind: 'one' }>): string {
  switch (found.kind) {
    case 'ambiguous': {
      const named = found.runs.map(nameOf).join(', ');
      return found.why === 'several'
        ? `${failure} More than one run carries the key of this request: ${named}. Follow the right one with \`agent_run_id\` and no \`prompt\`.`
        : `${failure} The run that carries the key of this request was asked something else: ${named}.`;
    }
    case 'unreadable':
      return `${failure} The list of runs could not be read to find out (${found.error.message}).`;
    case 'none':
    case 'bound':
      return `${failure} No run in the list carries the key of this request; it was looked for until two minutes or the time of this step were over.`;
  }
}

function nameOf({ id, webUrl }: ListedRun): string {
  const address = shownAddress(webUrl);
  return address === null ? `run ${id}` : `run ${id} (${address})`;
}
