/** Reads the list of runs for a key: after an ambiguous create, and before the create of a later attempt (contract 4.9). */
import type { Clock } from '../ports.ts';
import type { CallOptions } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { answerFloor } from '../service/retry-after.ts';
import type { Identity } from './key.ts';
import {
  CLOCK_SKEW_MS,
  foundIn,
  scanPage,
  scanStart,
  type Found,
  type ListPage,
  type Scan,
  type Search,
} from './listing.ts';

export interface LookupPorts {
  readonly clock: Clock;
  /** One page of the organization's runs, newest first. Rejects with `ServiceError`. */
  readonly list: (page: { readonly skip: number }, call: CallOptions) => Promise<ListPage>;
}

/** `unreadable`: the list could not be read, with the last error. `permanent`: the service does not have the list or refuses access. */
export type Lookup = Found | { readonly kind: 'unreadable'; readonly error: ServiceError; readonly permanent: boolean };

/** How long a run may take to appear in the list (contract 4.9). */
export const SETTLE_MS = 120_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** How far back the runs of earlier attempts are looked for (contract 4.9). */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;
/** The last look-up starts this long before the end, to leave time for its response. If it fails, one more starts closer to the end. */
const LAST_LOOK_MS = { usual: 3_000, repeated: 1_000 };

/**
 * Searches repeatedly, for two minutes, for the run of an ambiguous create.
 *
 * @param options `sentAt`: when the create was sent, on the wall clock of this machine
 */
export async function lookForCreated(
  ports: LookupPorts,
  { identity, sentAt, call }: { readonly identity: Identity; readonly sentAt: number; readonly call: CallOptions },
): Promise<Lookup> {
  const { key, generation, asked } = identity;
  const search = { key, generation, notBefore: sentAt - CLOCK_SKEW_MS, readBackTo: null };
  return repeatedly(ports, { search, asked, call, until: ({ kind }) => kind !== 'none' && kind !== 'bound' });
}

/** Searches once for the newest run with the key, back to 30 days. Retries only if the list cannot be read. */
export async function lookForEarlier(
  ports: LookupPorts,
  { identity, call }: { readonly identity: Identity; readonly call: CallOptions },
): Promise<Lookup> {
  const search = {
    key: identity.key,
    generation: null,
    notBefore: null,
    readBackTo: ports.clock.wall() - LOOK_BACK_MS,
  };
  return repeatedly(ports, { search, asked: identity.asked, call, until: () => true });
}

interface Repeated {
  readonly search: Search;
  readonly asked: string;
  readonly call: CallOptions;
  readonly until: (found: Found) => boolean;
}

async function repeatedly({ clock, list }: LookupPorts, { search, asked, call, until }: Repeated): Promise<Lookup> {
  const end = Math.min(clock.now() + SETTLE_MS, call.deadline);
  let failures = 0;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const result = await scan(list, search, { signal: call.signal, deadline: end });
    const lookup: Lookup = result instanceof ServiceError ? unreadable(result) : foundIn(result, asked);
    if (lookup.kind === 'unreadable' ? lookup.permanent : until(lookup)) return lookup;
    const floorMs = lookup.kind === 'unreadable' ? (answerFloor(lookup.error, clock.wall()) ?? 0) : 0;
    const reserveMs = lookup.kind === 'unreadable' ? LAST_LOOK_MS.repeated : LAST_LOOK_MS.usual;
    const leftMs = end - reserveMs - clock.now();
    if (leftMs <= 0 || floorMs > leftMs) return lookup;
    failures = lookup.kind === 'unreadable' && lookup.error.status !== 429 ? failures + 1 : 0;
    // A failed look-up is repeated soon: the list may show the run by now.
    const soonMs = failures === 0 ? pauseMs : Math.min(pauseMs, FIRST_PAUSE_MS * 2 ** (failures - 1));
    await clock.sleep(Math.min(Math.max(soonMs, floorMs), leftMs), call.signal);
  }
}

async function scan(list: LookupPorts['list'], search: Search, call: CallOptions): Promise<Scan | ServiceError> {
  let known = scanStart(search);
  try {
    while (known.state === 'more') known = scanPage(known, await list({ skip: known.next }, call));
    return known;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function unreadable(error: ServiceError): Lookup {
  const { status } = error;
  const permanent = error.redirect || (status !== null && [401, 403, 404, 405, 410, 501].includes(status));
  return { kind: 'unreadable', error, permanent };
}
