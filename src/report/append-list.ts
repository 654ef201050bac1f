/** A persistent append-only list as plain data: appending copies one chunk, not the whole list. */
export interface AppendList<T> {
  readonly chunks: readonly (readonly T[])[];
  readonly length: number;
}

const CHUNK = 256;

export const EMPTY_LIST: AppendList<never> = { chunks: [], length: 0 };

/** Chunks kept from the beginning and the end of an oversized list (a few thousand items). */
const HEAD = 8;
const TAIL = 32;

/** The middle of a very long list is dropped to limit memory. `length` still counts all items, and indexes do not change. */
export function appended<T>({ chunks, length }: AppendList<T>, item: T): AppendList<T> {
  const last = chunks.at(-1);
  if (last !== undefined && last.length < CHUNK)
    return { chunks: chunks.with(-1, [...last, item]), length: length + 1 };
  const gone = chunks.length - TAIL;
  const kept = gone >= HEAD ? chunks.with(gone, []) : chunks;
  return { chunks: [...kept, [item]], length: length + 1 };
}

/** Returns the list with the item at `index` replaced, or the same list if it is shorter. */
export function replaceAt<T>(list: AppendList<T>, index: number, item: T): AppendList<T> {
  if (index < 0 || index >= list.length) return list;
  const at = Math.floor(index / CHUNK);
  const chunks = list.chunks.map((chunk, place) =>
    place === at && index % CHUNK < chunk.length ? chunk.with(index % CHUNK, item) : chunk,
  );
  return { ...list, chunks };
}

/** All items that were not dropped. */
export function itemsOf<T>({ chunks }: AppendList<T>): T[] {
  return chunks.flat();
}
