/**
 * Reads a list page by page (contract 2.2). A cursor that was there before leads in a circle, so
 * that the list ends with it; pages may be empty, and then the next one is read all the same.
 */
import { asServiceError, ServiceError } from '../../http/errors.ts';
import { isRecord } from '../../safe/json.ts';
import { SharedReads } from './shared-reads.ts';

/** One page of a list, by a cursor or by the number of the next item. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Leads to the next page; null on the last one. */
  readonly next: string | null;
  /** Why a next page that is announced cannot be asked for. Null or absent: it can. */
  readonly unreachable?: ServiceError | null;
}

interface TokenPage<Item> {
  /** The name of the list in the body. */
  readonly list: string;
  /** The name of the token that leads to the next page: absent or empty on the last one. */
  readonly next: string;
  /** Null: the item is left out. */
  readonly read: (item: unknown) => Item | null;
}

/** The page in a body; null: it has no list. */
export function tokenPage<Item>(
  body: unknown,
  { list, next, read }: TokenPage<Item>,
): Page<Item> | null {
  if (!isRecord(body)) {
    return null;
  }
  const { [list]: items, [next]: token } = body;
  if (!Array.isArray(items)) {
    return null;
  }
  const isLast = typeof token !== 'string' || token === '';
  return {
    items: items.flatMap((item: unknown) => read(item) ?? []),
    next: isLast ? null : token,
  };
}

export interface PagesRead<Item> {
  readonly items: readonly Item[];
  /** The list was read to its end, or as far as it matters. */
  readonly isWhole: boolean;
  /** Leads to the page that was read last; null for the first one. */
  readonly last: string | null;
  /** Leads to the page that was not read; null where `isWhole`, or where nothing leads there. */
  readonly next: string | null;
}

/** As far as the list could be read. */
export interface PagesReached<Item> extends PagesRead<Item> {
  /** What the page behind these failed with; null: none has failed. */
  readonly failure: ServiceError | null;
}

interface PagesOrder<Item> {
  readonly read: (cursor: string | null) => Promise<Page<Item>>;
  /** Leads to the first page to read. Default: that of the list. */
  readonly from?: string | null;
  readonly pagesMax: number;
  /** Whether what follows this page cannot matter. Default: never. */
  readonly isEnough?: (page: readonly Item[]) => boolean;
}

/** Rejects where one of the pages cannot be read. */
export async function readPages<Item>(order: PagesOrder<Item>): Promise<PagesRead<Item>> {
  const { failure, ...pages } = await readReachablePages(order);
  if (failure !== null) {
    throw failure;
  }
  return pages;
}

/** Reads to the page that cannot be read, so that those before it are not lost. */
export async function readReachablePages<Item>(
  order: PagesOrder<Item>,
): Promise<PagesReached<Item>> {
  const { read, from = null, pagesMax, isEnough = () => false } = order;
  const items: Item[] = [];
  const visited = new Set<string | null>();
  let cursor = from;
  let last = from;
  for (let count = 0; count < pagesMax; count += 1) {
    const page = await read(cursor).catch(asServiceError);
    if (page instanceof ServiceError) {
      return { items, isWhole: false, last, next: cursor, failure: page };
    }
    items.push(...page.items);
    visited.add(cursor);
    // An empty page is no place to come back to: what is added later stands on the one before.
    if (page.items.length > 0) {
      last = cursor;
    }
    const { unreachable = null } = page;
    if (unreachable !== null && !isEnough(page.items)) {
      return { items, isWhole: false, last, next: null, failure: unreachable };
    }
    if (page.next === null || visited.has(page.next) || isEnough(page.items)) {
      return { items, isWhole: true, last, next: null, failure: null };
    }
    cursor = page.next;
  }
  return { items, isWhole: false, last, next: cursor, failure: null };
}

/** The pages of a list, each read once for all runs of a step. */
export class KnownPages<Item> {
  readonly #pages = new SharedReads<string | null, Page<Item>>();

  /** One that leads nowhere is read anew, as one is that could not be read. */
  async page(cursor: string | null, read: () => Promise<Page<Item>>): Promise<Page<Item>> {
    const page = await this.#pages.read(cursor, read);
    if ((page.unreachable ?? null) !== null) {
      this.#pages.forget(cursor);
    }
    return page;
  }
}
