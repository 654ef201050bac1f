/** Looks for the run with a key in the list of runs (contract 4.9): after a lost answer, and before the create of a later attempt. */
import type { Clock } from '../ports.ts';
import type { CallOptions, Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Published } from '../service/published.ts';
import { answerFloor } from '../service/retry-after.ts';
import type { IdentifiedRun } from '../service/schema.ts';
import type { RequestIdentity } from './events.ts';
import { parseTime } from './entry.ts';
import { identityIn } from './once-key.ts';

export interface ListPorts {
  readonly clock: Clock;
  readonly client: Pick<Client, 'run'>;
  readonly published: Pick<Published, 'runs'>;
  /** The metadata of runs that were read themselves, by ID. Shared by the tasks of a fleet. */
  readonly metadata?: Map<number, unknown> | undefined;
}

export interface Search {
  readonly key: string;
  /** Only this generation. Null for the newest. */
  readonly generation: number | null;
  /** No run older than this is looked at (epoch, ms). */
  readonly from: number;
  /** When the first request with this key can have been sent (epoch, ms); null: unknown. */
  readonly began: number | null;
}

export type Found =
  | { readonly kind: 'one'; readonly run: IdentifiedRun; readonly identity: RequestIdentity }
  | { readonly kind: 'several'; readonly runs: readonly IdentifiedRun[]; readonly generation: number }
  | { readonly kind: 'none' }
  /** The list goes on behind its bound. `oldest` is when the oldest run that was read was created (epoch, ms). */
  | { readonly kind: 'bound'; readonly by: 'age' | 'pages'; readonly oldest: number | null }
  /** Neither the list nor the runs show metadata, so that any of these may be the one. */
  | { readonly kind: 'untold' }
  /** `permanent`: the service does not have the list or refuses access. */
  | { readonly kind: 'unreadable'; readonly error: ServiceError; readonly permanent: boolean };

/** How long a run may take to appear in the list (contract 4.9). */
export const SETTLE_MS = 120_000;
/** Maximum clock skew between service and runner. */
export const CLOCK_SKEW_MS = 5 * 60_000;
export const MAX_PAGES = 20;
const PAGE = 100;
/** Runs that are read themselves where the list shows no metadata: since the workflow run began, or the newest if that is unknown. */
const READS_MAX = { since: 100, newest: 20 };
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** The last look-up starts this long before the end, to leave time for its response. */
const LAST_LOOK_MS = 2_000;

/**
 * Looks for two minutes, or once without `again`; a list that cannot be read for now is read again in both. Rejects with the signal's reason
 * on abort.
 */
export async function lookFor(
  ports: ListPorts,
  search: Search,
  { call, again }: { readonly call: CallOptions; readonly again: boolean },
): Promise<Found> {
  const { clock } = ports;
  const end = Math.min(clock.now() + SETTLE_MS, call.deadline);
  const known = { ...ports, metadata: ports.metadata ?? new Map<number, unknown>() };
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const found = await lookOnce(known, search, { ...call, deadline: end }).catch(unreadable);
    const isOver = found.kind === 'unreadable' ? found.permanent : !again || isCertain(found);
    const floorMs = found.kind === 'unreadable' ? (answerFloor(found.error, clock.wall()) ?? 0) : 0;
    const leftMs = end - LAST_LOOK_MS - clock.now();
    if (isOver || leftMs <= 0 || floorMs > leftMs) return found;
    // A failed look-up is repeated soon: the list may show the run by now.
    const soonMs = found.kind === 'unreadable' ? FIRST_PAUSE_MS : pauseMs;
    await clock.sleep(Math.min(Math.max(soonMs, floorMs), leftMs), call.signal);
  }
}

function isCertain({ kind }: Found): boolean {
  return kind === 'one' || kind === 'several';
}

type Known = ListPorts & { readonly metadata: Map<number, unknown> };

async function lookOnce(ports: Known, search: Search, call: CallOptions): Promise<Found> {
  const { runs, end } = await readList(ports, search, call);
  const isListed = runs.some(({ metadata }) => hasContent(metadata));
  const read = isListed ? { runs, isTold: true } : await readThemselves(ports, { runs, search }, call);
  const matches = matchesIn(read.runs, search);
  const newest = Math.max(0, ...matches.map(({ identity }) => identity.generation));
  const [first, ...others] = matches.filter(({ identity }) => identity.generation === newest);
  if (first !== undefined && others.length > 0)
    return { kind: 'several', generation: newest, runs: [first, ...others].map(({ run }) => run) };
  if (first !== undefined) return { kind: 'one', ...first };
  if (end !== 'complete') return { kind: 'bound', by: end, oldest: oldestOf(runs) };
  return { kind: read.isTold ? 'none' : 'untold' };
}

/** The runs of the list, newest first, until they are too old to matter. Each once: new runs move others to the next page. */
async function readList(
  { published }: Known,
  search: Search,
  call: CallOptions,
): Promise<{ readonly runs: readonly IdentifiedRun[]; readonly end: 'complete' | 'age' | 'pages' }> {
  const runs = new Map<number, IdentifiedRun>();
  let skip = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next } = await published.runs({ skip, limit: PAGE }, call);
    for (const run of items) runs.set(run.id, run);
    const all = [...runs.values()];
    const oldest = oldestOf(items) ?? Infinity;
    if (next === null) return { runs: all, end: 'complete' };
    // A second run of the same request can only be about as old as the first.
    const times = matchesIn(all, search).flatMap(({ run }) => createdAt(run) ?? []);
    if (times.length > 0 && oldest < Math.min(...times) - CLOCK_SKEW_MS) return { runs: all, end: 'complete' };
    if (oldest < search.from) return { runs: all, end: search.generation === null ? 'age' : 'complete' };
    skip = next;
  }
  return { runs: [...runs.values()], end: 'pages' };
}

/** Where the list's items carry no metadata, the runs themselves may (published: null or absent in either). */
async function readThemselves(
  { client, metadata }: Known,
  { runs, search }: { readonly runs: readonly IdentifiedRun[]; readonly search: Search },
  call: CallOptions,
): Promise<{ readonly runs: readonly IdentifiedRun[]; readonly isTold: boolean }> {
  const since = Math.max(search.from, (search.began ?? -Infinity) - CLOCK_SKEW_MS);
  const possible = runs.filter((run) => (run.source_type ?? 'API') === 'API' && (createdAt(run) ?? Infinity) >= since);
  const isBounded = search.began !== null || search.generation !== null;
  const most = isBounded ? READS_MAX.since : READS_MAX.newest;
  const read: IdentifiedRun[] = [];
  for (const run of possible.slice(0, most)) {
    if (!metadata.has(run.id)) metadata.set(run.id, await metadataOf(client, run.id, call));
    read.push({ ...run, metadata: metadata.get(run.id) as IdentifiedRun['metadata'] });
    if (search.generation !== null && matchesIn(read, search).length > 1) break;
  }
  const isTold = possible.length === 0 || read.some((run) => hasContent(run.metadata));
  return { runs: read, isTold };
}

/** Null for a run that is gone. */
async function metadataOf(client: ListPorts['client'], runId: number, call: CallOptions): Promise<unknown> {
  try {
    return (await client.run(runId, call)).metadata;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

function matchesIn(
  runs: readonly IdentifiedRun[],
  { key, generation }: Search,
): readonly { readonly run: IdentifiedRun; readonly identity: RequestIdentity }[] {
  return runs.flatMap((run) => {
    const identity = identityIn(run.metadata);
    const isOurs = identity?.key === key && (generation === null || identity.generation === generation);
    return isOurs ? [{ run, identity }] : [];
  });
}

function hasContent(metadata: IdentifiedRun['metadata']): boolean {
  return metadata !== null && Object.keys(metadata).length > 0;
}

function createdAt({ created_at: text }: IdentifiedRun): number | null {
  return parseTime(text);
}

function oldestOf(runs: readonly IdentifiedRun[]): number | null {
  const times = runs.flatMap((run) => createdAt(run) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

function unreadable(error: unknown): Found {
  if (!(error instanceof ServiceError)) throw error;
  const { status } = error;
  const permanent = error.redirect || (status !== null && [401, 403, 404, 405, 410, 501].includes(status));
  return { kind: 'unreadable', error, permanent };
}
