/** Pages of lists by an opaque cursor, which names the last item of the page before. */

interface CursorPage<Item> {
  readonly items: readonly Item[];
  /** Of the next page; empty on the last one. */
  readonly next: string;
}

type Paged<Item> = { readonly kind: 'page'; readonly page: CursorPage<Item> } | NoCursor;

interface NoCursor {
  readonly kind: 'no-cursor';
}

/** @param cursor empty for the first page */
export function cursorPage<Item extends { readonly id: string }>(
  all: readonly Item[],
  { limit, cursor }: { readonly limit: number; readonly cursor: string },
): Paged<Item> {
  let from = 0;
  if (cursor !== '') {
    const id = Buffer.from(cursor, 'base64url').toString('utf8');
    const last = all.findIndex((item) => item.id === id);
    if (last === -1) {
      return { kind: 'no-cursor' };
    }
    from = last + 1;
  }
  const items = all.slice(from, from + limit);
  const last = items.at(-1);
  const isEnd = last === undefined || from + limit >= all.length;
  const next = isEnd ? '' : Buffer.from(last.id, 'utf8').toString('base64url');
  return { kind: 'page', page: { items, next } };
}
