/** The entries, kept as the pieces of the file and read on demand. */

/** One piece with one entry per line. Long runs have compressed pieces to keep the file small and the page fast. */
export interface Piece {
  readonly first: number;
  readonly count: number;
  /** The text as stored in the file. */
  readonly read: () => string;
  readonly gzip: boolean;
}

export interface Texts {
  readonly pieces: readonly Piece[];
  /** The parsed entry. A string if the line was not JSON, null if it was left out of the report. */
  readonly entry: (index: number) => Promise<unknown>;
  /** The same lines for searching: one text without the entries' field names. */
  readonly searchable: (piece: number) => Promise<string>;
}

/** Number of pieces whose lines are cached. */
const KEPT = 12;
/** Deeper values are not part of an excerpt. */
const DEPTH_MAX = 20;
/** Maximum UTF-16 units of searchable text to cache. Beyond that it is rebuilt for each search. */
const KEPT_TEXT = 220_000_000;

/** In JSON, only a key can have unescaped quotes around it, because quotes inside strings are escaped. */
const FIELD_NAMES =
  /"(?:agent_run_id|created_at|message_type|thought|tool_name|tool_input|tool_output|observation)":(?:null,?)?/g;

/** Reads the stream itself: a `Response` takes three times as long, because its chunks go through another thread. */
async function unpack(base64: string): Promise<string> {
  const binary = atob(base64.trim());
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const written = Promise.all([writer.write(bytes), writer.close()]);
  const reader = readable.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read())
    parts.push(decoder.decode(next.value, { stream: true }));
  await written;
  parts.push(decoder.decode());
  return parts.join('');
}

function parse(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? 'null');
  } catch {
    return null;
  }
}

/** All texts in an entry, for an excerpt: strings as they are, without field names. */
export function plainText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (depth > DEPTH_MAX) return '';
  return Object.values(value)
    .map((field) => plainText(field, depth + 1))
    .filter((text) => text !== '')
    .join('\n');
}

export function createTexts(pieces: readonly Piece[]): Texts {
  const kept = new Map<number, Promise<readonly string[]>>();
  const searchable = new Map<number, Promise<string>>();
  let size = 0;

  const read = async (at: number): Promise<string> => {
    const piece = pieces[at];
    if (piece === undefined) return '';
    // An unreadable piece is shown as left out.
    const text = piece.gzip ? await unpack(piece.read()).catch(() => '') : piece.read();
    return text.replace(/^\n|\n$/g, '');
  };
  const lines = (at: number): Promise<readonly string[]> => {
    const known = kept.get(at) ?? read(at).then((text) => text.split('\n'));
    // The most recently used one moves to the end.
    kept.delete(at);
    kept.set(at, known);
    for (const old of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(old);
    }
    return known;
  };
  const pieceOf = (index: number): number => {
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pieces[middle]?.first ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  return {
    pieces,
    entry: async (index) => {
      const at = pieceOf(index);
      return parse((await lines(at))[index - (pieces[at]?.first ?? 0)]);
    },
    searchable: (at) => {
      const known = searchable.get(at);
      if (known !== undefined) return known;
      const text = read(at).then((whole) => {
        const words = whole.replace(FIELD_NAMES, '');
        size += words.length;
        if (size > KEPT_TEXT) {
          size -= words.length;
          searchable.delete(at);
        }
        return words;
      });
      searchable.set(at, text);
      return text;
    },
  };
}
