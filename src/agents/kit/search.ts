/**
 * The search for the run of a create by its key (contract 4.9, 18.4), in lists that show what
 * carries it. What is read, how far back, and which run counts is decided here; what to do about
 * it, and how long a list that lags is waited for, in `run/once`.
 */
import type { CallOptions } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';
import { shortId } from '../../safe/text.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import type { Found, Match, RequestIdentity, RunId, RunShown, Search } from '../port.ts';
import { isSought, matchOf, newestOf, type Carrier } from './generations.ts';
import { readPages, type Page } from './pages.ts';

/** A list that goes on behind these leaves open what it holds (contract 4.9). */
const PAGES_MAX = 20;
/** The runs of earlier attempts were there before this step began, so that one list serves all. */
const EARLIER_LIST_MS = 60_000;
/** Several creates that were lost at once are looked for in one list. */
const LOST_LIST_MS = 3_000;

/** A run as a list shows it, with what the search needs to know of it. */
export interface Listed<Item> {
  readonly item: Item;
  readonly id: RunId;
  /** ms since the epoch, null where not told. */
  readonly createdAt: number | null;
  /** What it carries, null without a key of this action. */
  readonly identity: RequestIdentity | null;
}

/** A list that may have the run. */
interface ListToSearch<Item> {
  /** Tells it from others, for what is remembered. */
  readonly name: string;
  /** Newest first as far as is known; one that turns out to be oldest first is read to its end. */
  readonly read: (cursor: string | null, call: CallOptions) => Promise<Page<Listed<Item>>>;
}

/** How the runs of a service carry a key, and where they are listed. */
export interface KeyCarrier<Item> {
  readonly lists: readonly ListToSearch<Item>[];
  readonly shown: (item: Item) => RunShown;
  /** As people read it: `the list of sessions`. */
  readonly listed: string;
}

interface ReadList<Item> {
  readonly items: readonly Listed<Item>[];
  readonly isWhole: boolean;
  /** None older was asked for (ms since the epoch). */
  readonly from: number;
  /** When it was asked for, on the clock's `now`. */
  readonly at: number;
}

/** What was read while looking for keys. Shared by the tasks of a fleet. */
export class SearchMemory<Item> {
  readonly #lists = new Map<string, ReadList<Item>>();

  async read(
    list: ListToSearch<Item>,
    { kind, from, clock }: Pick<Search, 'from' | 'kind'> & { readonly clock: Pick<Clock, 'now'> },
    call: CallOptions,
  ): Promise<ReadList<Item>> {
    const known = this.#lists.get(list.name);
    const ageMs = kind === 'lost' ? LOST_LIST_MS : EARLIER_LIST_MS;
    if (known !== undefined && known.from <= from && clock.now() - known.at < ageMs) {
      return known;
    }
    const at = clock.now();
    const pages = await readPages({
      read: (cursor) => list.read(cursor, call),
      pagesMax: PAGES_MAX,
      isEnough: (page) => isPast(page, from),
    });
    const read = { items: pages.items, isWhole: pages.isWhole, from, at };
    this.#lists.set(list.name, read);
    return read;
  }
}

/** What follows a page is too old to matter. A page whose times rise says nothing of that. */
function isPast(page: readonly Listed<unknown>[], from: number): boolean {
  const times = page.flatMap(({ createdAt }) => createdAt ?? []);
  const [first, last] = [times.at(0), times.at(-1)];
  return first !== undefined && last !== undefined && first >= last && last < from;
}

/** One look. Rejects with `ServiceError`; what was read until then is kept. */
export async function searchByKey<Item>(
  carrier: KeyCarrier<Item>,
  {
    search,
    memory,
    clock,
  }: {
    readonly search: Search;
    readonly memory: SearchMemory<Item>;
    readonly clock: Pick<Clock, 'now'>;
  },
  call: CallOptions,
): Promise<Found> {
  const { kind, from } = search;
  const items = new Map<RunId, Listed<Item>>();
  let isWhole = true;
  for (const list of carrier.lists) {
    const read = await memory.read(list, { kind, from, clock }, call);
    isWhole &&= read.isWhole;
    // Runs move while pages are read, and from one list to another.
    read.items.forEach((listed) => items.set(listed.id, listed));
  }
  const carriers = [...items.values()].flatMap((listed) => carrying(listed, search));
  const found = newestOf(carriers).toSorted(inOrder);
  if (found.length > 0) {
    return chosen(carrier, { found, search });
  }
  // The run of a lost answer is not older than the request, so that the rest does not matter.
  if (!isWhole && kind === 'earlier') {
    return { kind: 'open', why: `${carrier.listed} goes on behind the newest ${PAGES_MAX} pages` };
  }
  return { kind: 'none' };
}

/** A run of the list that carries a key. */
type Carrying<Item> = Carrier & Listed<Item>;

/** The run, if it carries the key that is looked for, and is not too old to be meant. */
function carrying<Item>(listed: Listed<Item>, search: Search): readonly Carrying<Item>[] {
  const { identity, createdAt } = listed;
  const isTooOld = (createdAt ?? Infinity) < search.from;
  return identity === null || isTooOld || !isSought(identity, search)
    ? []
    : [{ ...listed, identity }];
}

/** Oldest first. */
function inOrder(one: Listed<unknown>, other: Listed<unknown>): number {
  const [a, b] = [one.createdAt ?? Infinity, other.createdAt ?? Infinity];
  if (a !== b) {
    return a < b ? -1 : 1;
  }
  return one.id < other.id ? -1 : 1;
}

/**
 * The run that is followed: the oldest of several of one generation that ask the same, whose others
 * are named, because everybody of the key does so.
 */
function chosen<Item>(
  { shown }: KeyCarrier<Item>,
  { found, search }: { readonly found: readonly Carrying<Item>[]; readonly search: Search },
): Found {
  const [first, ...others] = found.map((listed) => matchOf(shown(listed.item), listed, search));
  if (first === undefined) {
    return { kind: 'none' };
  }
  const isOfOneMind = [first, ...others].every(({ asks }) => asks === 'same');
  if (others.length === 0 || !isOfOneMind) {
    return { kind: 'found', matches: [first, ...others] };
  }
  return { kind: 'found', matches: [first], warning: severalText(first, others) };
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
