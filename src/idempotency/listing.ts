/**
 * Searches the pages of the list of runs for a key, newest first (contract 4.9). Pure: takes pages and returns what is
 * known so far. Entries may appear twice, because new runs move others to the next page.
 */
import { identityIn } from './metadata.ts';
import type { Identity } from './key.ts';

/** A run as shown in the list. */
export interface ListedRun {
  readonly id: number;
  readonly status: string | null;
  readonly webUrl: string | null;
  /** Milliseconds since the epoch, or null if absent or unreadable. */
  readonly createdAt: number | null;
  readonly metadata: unknown;
}

/** A run with the key. */
export interface Match {
  readonly run: ListedRun;
  readonly identity: Identity;
}

export interface Search {
  readonly key: string;
  /** Only this generation. Null for any. */
  readonly generation: number | null;
  /** Nothing of the key can have been created before this (epoch, ms); null: unknown. */
  readonly notBefore: number | null;
  /** How far back the search reads (epoch, ms); unlike `notBefore`, nothing is known of older runs. Null: no limit. */
  readonly readBackTo: number | null;
}

export interface Scan {
  readonly search: Search;
  readonly matches: readonly Match[];
  readonly pages: number;
  /** `skip` of the next page. */
  readonly next: number;
  /** Creation time of the oldest run seen so far, or null if none was dated. */
  readonly oldest: number | null;
  /** `more`: another page is to be read; `complete`: whatever there is was seen; `age`, `bound`: older runs or more pages were not read. */
  readonly state: 'more' | 'complete' | 'age' | 'bound';
}

/** Pages of at most 100 runs. */
export const MAX_PAGES = 20;
/** Maximum clock skew between service and runner. */
export const CLOCK_SKEW_MS = 5 * 60_000;

export function scanStart(search: Search): Scan {
  return { search, matches: [], pages: 0, next: 0, oldest: null, state: 'more' };
}

/** A page of the list. */
export interface ListPage {
  readonly runs: readonly ListedRun[];
  /** `skip` of the next page, or null if there is none. */
  readonly next: number | null;
}

export function scanPage(scan: Scan, page: ListPage): Scan {
  const { search } = scan;
  const known = new Set(scan.matches.map(({ run }) => run.id));
  const found = page.runs.flatMap((run): Match[] => {
    const identity = identityIn(run.metadata);
    if (identity === null || identity.key !== search.key || known.has(run.id)) return [];
    if (search.generation !== null && identity.generation !== search.generation) return [];
    known.add(run.id);
    return [{ run, identity }];
  });
  const matches = [...scan.matches, ...found];
  const pages = scan.pages + 1;
  const dated = page.runs.flatMap(({ createdAt }) => createdAt ?? []);
  const oldest = Math.min(scan.oldest ?? Infinity, ...dated);
  const seen = { search, matches, pages, next: page.next ?? scan.next, oldest: oldest === Infinity ? null : oldest };
  if (page.next === null || isBeyond(dated, floorOf(search, matches))) return { ...seen, state: 'complete' };
  if (isBeyond(dated, search.readBackTo ?? -Infinity)) return { ...seen, state: 'age' };
  return { ...seen, state: pages >= MAX_PAGES ? 'bound' : 'more' };
}

/**
 * Once a run with the key was found, only runs of about the same time matter: a second one of the same generation would
 * make it ambiguous.
 */
function floorOf({ notBefore }: Search, matches: readonly Match[]): number {
  const times = matches.flatMap(({ run }) => run.createdAt ?? []);
  return Math.max(notBefore ?? -Infinity, times.length === 0 ? -Infinity : Math.min(...times) - CLOCK_SKEW_MS);
}

/** An old run proves that all later ones are older only if the list is sorted by age, newest first. */
function isBeyond(dated: readonly number[], floor: number): boolean {
  const [first = 0, last = 0] = [dated[0], dated.at(-1)];
  return first >= last && dated.some((createdAt) => createdAt < floor);
}

export type Found =
  | { readonly kind: 'none' }
  /** The list goes on behind its bound; `oldest` is when the oldest run that was read was created (epoch, ms). */
  | { readonly kind: 'bound'; readonly by: 'age' | 'pages'; readonly oldest: number | null }
  | { readonly kind: 'one'; readonly run: ListedRun; readonly identity: Identity }
  /** Nobody can say which run is meant, or whether it is what was asked. */
  | {
      readonly kind: 'ambiguous';
      readonly why: 'several' | 'other_request';
      readonly generation: number;
      readonly runs: readonly ListedRun[];
    };

/**
 * The result of a finished scan: the run of the newest generation. For runs that ended badly, the caller decides about
 * `other_request`.
 */
export function foundIn({ matches, state, oldest }: Pick<Scan, 'matches' | 'oldest' | 'state'>, asked: string): Found {
  const newest = Math.max(0, ...matches.map(({ identity }) => identity.generation));
  const [first, ...others] = matches.filter(({ identity }) => identity.generation === newest);
  if (first === undefined && (state === 'age' || state === 'bound'))
    return { kind: 'bound', by: state === 'age' ? 'age' : 'pages', oldest };
  if (first === undefined) return { kind: 'none' };
  if (others.length > 0)
    return { kind: 'ambiguous', why: 'several', generation: newest, runs: [first, ...others].map(({ run }) => run) };
  if (first.identity.asked !== asked)
    return { kind: 'ambiguous', why: 'other_request', generation: newest, runs: [first.run] };
  return { kind: 'one', ...first };
}
