/**
 * Looks for the run of an earlier create by its key, in the metadata of the list of runs or of the
 * runs themselves (contract 4.9).
 */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { PAGE_LIMIT, parseTime } from '../entry.ts';
import { asServiceError } from '../kit/failures.ts';
import { isSought, matchOf, newestOf, type Carrier } from '../kit/generations.ts';
import type { Found, RunId, Search } from '../port.ts';
import type { ServiceClient } from './client.ts';
import { identityIn } from './key.ts';
import { KnownPages, type List } from './published.ts';
import type { IdentifiedRun } from './schema.ts';
import { shownRun } from './shown.ts';

/** A list that goes on behind these leaves open what it holds (contract 4.9). */
const PAGES_MAX = 20;
/**
 * Runs that are read themselves where the list shows no metadata: since the workflow run began, or
 * the newest if that is unknown.
 */
const READS_MAX = { since: 100, newest: 20 };

/** What was read for a search and need not be read again by the runs of a step. */
export class SearchMemory {
  /** The metadata of runs that were read themselves. */
  readonly metadata = new Map<RunId, unknown>();
  readonly pages = new KnownPages<IdentifiedRun>();
}

interface SearchPorts {
  readonly client: Pick<ServiceClient, 'published' | 'run'>;
  readonly memory: SearchMemory;
}

interface CarryingRun extends Carrier {
  readonly run: IdentifiedRun;
}

/** One look. Rejects with `ServiceError`, with `NotOffered` where there is no list. */
export async function findRun(
  ports: SearchPorts,
  search: Search,
  call: CallOptions,
): Promise<Found> {
  const { runs, isWhole } = await readList(ports, search, call);
  const read = runs.some(hasMetadata) ? runs : await readThemselves(ports, { runs, search }, call);
  const [first, ...others] = newestOf(carriersIn(read, search)).map((carrier) =>
    matchOf(shownRun(carrier.run, carrier.run.id), carrier, search),
  );
  if (first !== undefined) {
    return { kind: 'found', matches: [first, ...others] };
  }
  // The run of a lost answer is not older than the request, so there it does not matter that the
  // list goes on.
  if (!isWhole && search.kind === 'earlier') {
    const why = `the list goes on behind the newest ${PAGES_MAX} pages of ${PAGE_LIMIT} runs each`;
    return { kind: 'open', why };
  }
  if (read.length === 0 || read.some(hasMetadata)) {
    return { kind: 'none' };
  }
  return { kind: 'untold', why: 'neither the list of runs nor the runs themselves show metadata' };
}

interface ReadRuns {
  readonly runs: readonly IdentifiedRun[];
  /** Whether the list was read as far as it can matter. */
  readonly isWhole: boolean;
}

/**
 * The runs of the list, newest first, until they are too old to matter. Each once: new runs move
 * others to the next page.
 */
async function readList(
  { client: { published }, memory }: SearchPorts,
  search: Search,
  call: CallOptions,
): Promise<ReadRuns> {
  const known = new Map<RunId, IdentifiedRun>();
  const matches = (): number => carriersIn([...known.values()], search).length;
  let skip = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const before = matches();
    const at = skip;
    const read = (): Promise<List<IdentifiedRun>> =>
      published.runs({ skip: at, limit: PAGE_LIMIT }, call);
    // The run of a lost answer is in none of the pages that were read before.
    const asked = search.kind === 'earlier' ? memory.pages.page(at, read) : read();
    const { items, next } = await asked;
    for (const run of items) {
      known.set(run.id, run);
    }
    // Two runs of one generation are about as old as each other, so that none is expected behind a
    // page without another one.
    const isPast = search.kind === 'earlier' && before > 0 && matches() === before;
    const oldest = Math.min(...items.flatMap((run) => parseTime(run.created_at) ?? []));
    if (next === null || isPast || oldest < search.from) {
      return { runs: [...known.values()], isWhole: true };
    }
    skip = next;
  }
  return { runs: [...known.values()], isWhole: false };
}

/**
 * Where the list's items carry no metadata, the runs themselves may (published: null or absent in
 * either).
 */
async function readThemselves(
  { client, memory: { metadata } }: SearchPorts,
  { runs, search }: { readonly runs: readonly IdentifiedRun[]; readonly search: Search },
  call: CallOptions,
): Promise<readonly IdentifiedRun[]> {
  const { from, began, kind } = search;
  const possible = runs.filter(
    ({ source_type: source, created_at: at }) =>
      (source ?? 'API') === 'API' && (parseTime(at) ?? Infinity) >= from,
  );
  const most = began === null && kind === 'earlier' ? READS_MAX.newest : READS_MAX.since;
  const read: IdentifiedRun[] = [];
  for (const run of possible.slice(0, most)) {
    if (!metadata.has(run.id)) {
      const own = await client.run(run.id, call).catch(asServiceError);
      // A replica that lags may not know the run yet.
      if (!(own instanceof ServiceError)) {
        metadata.set(run.id, own.metadata);
      } else if (own.status !== 404) {
        throw own;
      }
    }
    read.push({ ...run, metadata: (metadata.get(run.id) ?? null) as IdentifiedRun['metadata'] });
  }
  return read;
}

function carriersIn(runs: readonly IdentifiedRun[], search: Search): readonly CarryingRun[] {
  return runs.flatMap((run) => {
    const identity = identityIn(run.metadata);
    const isTooOld = (parseTime(run.created_at) ?? Infinity) < search.from;
    return identity !== null && isSought(identity, search) && !isTooOld ? [{ run, identity }] : [];
  });
}

function hasMetadata({ metadata }: IdentifiedRun): boolean {
  return metadata !== null && Object.keys(metadata).length > 0;
}
