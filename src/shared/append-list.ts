/** A list that only grows, as plain data: appending copies one chunk, not the whole list. */
export interface AppendList<T> {
  readonly chunks: readonly (readonly T[])[];
  readonly length: number;
}

const CHUNK = 256;

export const EMPTY_LIST: AppendList<never> = { chunks: [], length: 0 };

export function appended<T>({ chunks, length }: AppendList<T>, item: T): AppendList<T> {
  const last = chunks.at(-1);
  const grown =
    last === undefined || last.length >= CHUNK ? [...chunks, [item]] : [...chunks.slice(0, -1), [...last, item]];
  return { chunks: grown, length: length + 1 };
}

/** The list with another item at `index`; the same list when it is not that long. */
export function replaceAt<T>(list: AppendList<T>, index: number, item: T): AppendList<T> {
  if (index < 0 || index >= list.length) return list;
  const at = Math.floor(index / CHUNK);
  const chunks = list.chunks.map((chunk, place) => (place === at ? chunk.with(index % CHUNK, item) : chunk));
  return { ...list, chunks };
}

export function itemsOf<T>({ chunks }: AppendList<T>): T[] {
  return chunks.flat();
}
