/** A list that only grows, as plain data: appending copies one chunk, not the whole list. */
export interface AppendList<T> {
  readonly chunks: readonly (readonly T[])[];
  readonly length: number;
}

const CHUNK = 256;

export const EMPTY_LIST: AppendList<never> = { chunks: [], length: 0 };

/** Chunks that are kept from the beginning and from the end of a list that has grown too long: some thousand items. */
const HEAD = 8;
const TAIL = 32;

/** Of a very long list the middle is let go, so that memory is bounded; `length` goes on counting, and places stay. */
export function appended<T>({ chunks, length }: AppendList<T>, item: T): AppendList<T> {
  const last = chunks.at(-1);
  if (last !== undefined && last.length < CHUNK)
    return { chunks: chunks.with(-1, [...last, item]), length: length + 1 };
  const gone = chunks.length - TAIL;
  const kept = gone >= HEAD ? chunks.with(gone, []) : chunks;
  return { chunks: [...kept, [item]], length: length + 1 };
}

/** The list with another item at `index`; the same list when it is not that long. */
export function replaceAt<T>(list: AppendList<T>, index: number, item: T): AppendList<T> {
  if (index < 0 || index >= list.length) return list;
  const at = Math.floor(index / CHUNK);
  const chunks = list.chunks.map((chunk, place) =>
    place === at && index % CHUNK < chunk.length ? chunk.with(index % CHUNK, item) : chunk,
  );
  return { ...list, chunks };
}

/** All items that are still there. */
export function itemsOf<T>({ chunks }: AppendList<T>): T[] {
  return chunks.flat();
}
