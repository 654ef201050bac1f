/**
 * The search for the run of a create by its key (contract 4.9, 18.4), in lists of runs. What is
 * read, how far back, what is remembered, and which run counts is decided here; a service brings
 * its lists and what carries the key. What to do about it, and how long a list that lags is waited
 * for, is decided in `run/once`.
 */
import type { CallOptions } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';
import { shortId } from '../../safe/text.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import type { Found, Match, RequestIdentity, RunId, RunShown, Search } from '../port.ts';
import { isSought, matchOf, newestOf, type Carrier } from './generations.ts';
import { KnownPages, readReachablePages, type Page, type PagesReached } from './pages.ts';

/** A list that goes on behind these leaves open what it holds (contract 4.9). */
const PAGES_MAX = 20;
/** Runs that are read themselves in one look (contract 18.4). */
const READS_MAX = 100;
/** The runs of earlier attempts were there before this step began, so that one list serves all. */
const EARLIER_LIST_MS = 60_000;
/** Several creates that were lost at once are looked for in one list. */
const LOST_LIST_MS = 1_000;

/** A run as an answer shows it, with what the search needs to know of it. */
export interface Listed<Item> {
  readonly item: Item;
  readonly id: RunId;
  /** ms since the epoch, null where not told. */
  readonly createdAt: number | null;
  /** What it carries; empty without a key of this action. */
  readonly identities: readonly RequestIdentity[];
  /** The answer does not show all that may carry a key: the run is read itself. Absent: it does. */
  readonly isUnseen?: boolean;
  /** Where there are several it is chosen last. Absent: no. */
  readonly isArchived?: boolean;
}

/** A list that may have the run. */
export interface ListToSearch<Item> {
  /** Tells it from others, for what is remembered. */
  readonly name: string;
  /** Newest first as far as is known; one that turns out to be oldest first is read to its end. */
  readonly read: (cursor: string | null, call: CallOptions) => Promise<Page<Listed<Item>>>;
}

/** How runs are read themselves where lists do not show what carries the key. */
interface OwnReads<Item> {
  /** Those that may be the one, in their order. */
  readonly candidates: (listed: readonly Listed<Item>[]) => readonly Listed<Item>[];
  /** Null: it is gone, or not there yet. */
  readonly read: (item: Item, call: CallOptions) => Promise<Listed<Item> | null>;
  /** What it comes to where none carries the key, by the candidates as they were read so far. */
  readonly unfound: (candidates: readonly Listed<Item>[]) => Found;
}

/** How the runs of a service carry a key, and where they are listed. */
export interface KeyCarrier<Item> {
  /** Lists that are read together; those of the next stage only where these have no such run. */
  readonly stages: readonly (readonly ListToSearch<Item>[])[];
  /** Absent: the lists show what carries the key. */
  readonly ownReads?: OwnReads<Item>;
  /**
   * Whether a run that carries the key can be the one: with a key of one's own it may be that of
   * other work. Absent: it can.
   */
  readonly mayBe?: (item: Item) => boolean;
  /**
   * Where several runs of one generation ask the same: nobody can tell which one to follow, or
   * everybody follows the same one, as the sheet says.
   */
  readonly several: 'all_choose_one' | 'ambiguous';
  readonly shown: (item: Item, identity: RequestIdentity) => RunShown;
  /** Runs, as people of this service call them: `sessions`. */
  readonly plural: string;
  /** How many runs a list gives at once. */
  readonly pageSize: number;
}

/** A list as it was read so far. */
interface KnownList<Item> {
  readonly list: ListToSearch<Item>;
  readonly pages: KnownPages<Listed<Item>>;
  /** None older was asked for (ms since the epoch). */
  readonly from: number;
  /** When it was asked for, on the clock's `now`. */
  readonly at: number;
}

/** What was read while looking for keys. Shared by the tasks of a fleet. */
export class SearchMemory<Item> {
  readonly #lists = new Map<string, KnownList<Item>>();
  /** Runs that were read themselves. */
  readonly #runs = new Map<RunId, Listed<Item>>();

  /** The list as it is known, or to be read anew where that was too long ago. */
  known(
    list: ListToSearch<Item>,
    { kind, from, now }: Pick<Search, 'from' | 'kind'> & { readonly now: number },
  ): KnownList<Item> {
    const known = this.#lists.get(list.name);
    const ageMs = kind === 'lost' ? LOST_LIST_MS : EARLIER_LIST_MS;
    if (known !== undefined && known.from <= from && now - known.at < ageMs) {
      return known;
    }
    const anew = { list, pages: new KnownPages<Listed<Item>>(), from, at: now };
    this.#lists.set(list.name, anew);
    return anew;
  }

  keep(run: Listed<Item>): void {
    this.#runs.set(run.id, run);
  }

  /** As it was read itself, else as it is listed. */
  best(listed: Listed<Item>): Listed<Item> {
    return this.#runs.get(listed.id) ?? listed;
  }
}

interface SearchParts<Item> {
  readonly search: Search;
  readonly memory: SearchMemory<Item>;
  readonly clock: Pick<Clock, 'now'>;
}

interface ListParts<Item> extends SearchParts<Item> {
  readonly carrier: KeyCarrier<Item>;
}

/** One look. Rejects with `ServiceError`; what was read until then is kept. */
export async function searchByKey<Item>(
  carrier: KeyCarrier<Item>,
  parts: SearchParts<Item>,
  call: CallOptions,
): Promise<Found> {
  const { search } = parts;
  let isWhole = true;
  let unfound: Found = { kind: 'none' };
  for (const lists of carrier.stages) {
    const listed = await readLists(lists, { ...parts, carrier }, call);
    isWhole &&= listed.isWhole;
    const read = await readThemselves(carrier, { ...parts, listed: listed.items }, call);
    const carriers = newestOf(read.items.flatMap((one) => carrying(one, { carrier, search })));
    if (carriers.length > 0) {
      return chosen(carrier, { carriers, search });
    }
    unfound = read.unfound;
  }
  // The run of a lost answer is not older than the request, so that the rest does not matter.
  if (!isWhole && search.kind === 'earlier') {
    const { plural, pageSize } = carrier;
    const read = `${PAGES_MAX} pages of ${pageSize} ${plural} each`;
    return { kind: 'open', why: `the list of ${plural} goes on behind the newest ${read}` };
  }
  return unfound;
}

interface ReadLists<Item> {
  /** Each once, none that is too old to be meant. */
  readonly items: readonly Listed<Item>[];
  /** All were read as far as it can matter. */
  readonly isWhole: boolean;
}

async function readLists<Item>(
  lists: readonly ListToSearch<Item>[],
  parts: ListParts<Item>,
  call: CallOptions,
): Promise<ReadLists<Item>> {
  const { from, kind } = parts.search;
  const items = new Map<RunId, Listed<Item>>();
  let isWhole = true;
  for (const list of lists) {
    const { failure, ...read } = await readList(list, parts, call);
    isWhole &&= read.isWhole;
    // Runs move while pages are read, and from one list to another.
    read.items.forEach((listed) => items.set(listed.id, listed));
    if (failure !== null) {
      // The generation of a lost create is known, so that its run counts whatever stands behind it.
      const isFound = [...items.values()].some((one) => carrying(one, parts).length > 0);
      if (kind === 'lost' && isFound) {
        break;
      }
      throw failure;
    }
  }
  const recent = [...items.values()].filter(({ createdAt }) => (createdAt ?? Infinity) >= from);
  return { items: recent, isWhole };
}

function readList<Item>(
  list: ListToSearch<Item>,
  { carrier, search, memory, clock }: ListParts<Item>,
  call: CallOptions,
): Promise<PagesReached<Listed<Item>>> {
  const { kind, from } = search;
  const known = memory.known(list, { kind, from, now: clock.now() });
  const found = new Set<RunId>();
  return readReachablePages({
    read: (cursor) => known.pages.page(cursor, () => known.list.read(cursor, call)),
    pagesMax: PAGES_MAX,
    isEnough: (page) => {
      const before = found.size;
      const carriers = page.flatMap((one) => carrying(one, { carrier, search }));
      carriers.forEach(({ id }) => found.add(id));
      // Two runs of one generation are about as old as each other, so that none is expected behind
      // a page without another one.
      const isBehind = kind === 'earlier' && before > 0 && found.size === before;
      return isNewestFirst(page) && (isBehind || isPast(page, from));
    },
  });
}

function timesOf(page: readonly Listed<unknown>[]): readonly number[] {
  return page.flatMap(({ createdAt }) => createdAt ?? []);
}

/** Where the times of a page rise, nothing follows for the next one. */
function isNewestFirst(page: readonly Listed<unknown>[]): boolean {
  const times = timesOf(page);
  return (times.at(0) ?? -Infinity) >= (times.at(-1) ?? Infinity);
}

/** What follows the page is too old to matter. */
function isPast(page: readonly Listed<unknown>[], from: number): boolean {
  return Math.min(...timesOf(page)) < from;
}

interface ReadRuns<Item> {
  readonly items: readonly Listed<Item>[];
  /** What it comes to where none of them carries the key. */
  readonly unfound: Found;
}

/** Runs of which the list does not show what may carry a key, until it was seen once. */
async function readThemselves<Item>(
  { ownReads, plural }: KeyCarrier<Item>,
  { listed, memory }: SearchParts<Item> & { readonly listed: readonly Listed<Item>[] },
  call: CallOptions,
): Promise<ReadRuns<Item>> {
  if (ownReads === undefined) {
    return { items: listed, unfound: { kind: 'none' } };
  }
  const candidates = ownReads.candidates(listed);
  const unseen = candidates.filter((one) => memory.best(one).isUnseen === true);
  for (const { item } of unseen.slice(0, READS_MAX)) {
    const read = await ownReads.read(item, call);
    if (read !== null) {
      memory.keep(read);
    }
  }
  const best = (one: Listed<Item>): Listed<Item> => memory.best(one);
  const items = listed.map(best);
  if (unseen.length > READS_MAX) {
    const why = `${unseen.length} ${plural} may be the one, and no more than ${READS_MAX} are read`;
    return { items, unfound: { kind: 'open', why } };
  }
  return { items, unfound: ownReads.unfound(candidates.map(best)) };
}

/** A run that carries a key. */
type Carrying<Item> = Carrier & Listed<Item>;

/** The run, if it carries the key that is looked for, and is not too old to be meant. */
function carrying<Item>(
  listed: Listed<Item>,
  { carrier: { mayBe = () => true }, search }: Pick<ListParts<Item>, 'carrier' | 'search'>,
): readonly Carrying<Item>[] {
  const { identities, createdAt, item } = listed;
  const identity = identities.find((one) => isSought(one, search));
  const isTooOld = (createdAt ?? Infinity) < search.from;
  return identity === undefined || isTooOld || !mayBe(item) ? [] : [{ ...listed, identity }];
}

/** The run that is followed: where all choose one of several, the oldest. The others are named. */
function chosen<Item>(
  { shown, several }: KeyCarrier<Item>,
  { carriers, search }: { readonly carriers: readonly Carrying<Item>[]; readonly search: Search },
): Found {
  const isOneChosen = several === 'all_choose_one';
  const ordered = isOneChosen ? carriers.toSorted(inOrder) : carriers;
  const [first, ...others] = ordered.map((carrier) =>
    matchOf(shown(carrier.item, carrier.identity), carrier, search),
  );
  if (first === undefined) {
    return { kind: 'none' };
  }
  const isOfOneMind = [first, ...others].every(({ asks }) => asks === 'same');
  if (others.length === 0 || !isOneChosen || !isOfOneMind) {
    return { kind: 'found', matches: [first, ...others] };
  }
  return { kind: 'found', matches: [first], warning: severalText(first, others) };
}

/** Not archived first, then the oldest, then by id. */
function inOrder(one: Listed<unknown>, other: Listed<unknown>): number {
  const archived = Number(one.isArchived ?? false) - Number(other.isArchived ?? false);
  const [a, b] = [one.createdAt ?? Infinity, other.createdAt ?? Infinity];
  if (archived !== 0) {
    return archived;
  }
  if (a !== b) {
    return a < b ? -1 : 1;
  }
  return one.id < other.id ? -1 : 1;
}

function severalText({ run }: Match, others: readonly Match[]): string {
  const names = others.map((other) => safeHttpsUrl(other.run.webUrl) ?? other.run.id);
  return (
    'More than one run carries the key of this request. ' +
    `${shortId(run.id)} is followed, as every job of this key does; ` +
    `look after the others yourself: ${names.join(', ')}. ` +
    'To keep jobs from racing, use a `concurrency` group in the workflow.'
  );
}
