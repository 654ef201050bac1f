/** The entries themselves, kept as the pieces of the file that they came in and read when they are asked for. */

/** One piece: entries one a line. Long runs have theirs compressed, so that the file stays small and the page quick. */
export interface Piece {
  readonly first: number;
  readonly count: number;
  /** The text as it stands in the file. */
  readonly read: () => string;
  readonly gzip: boolean;
}

export interface Texts {
  /** The entry, parsed; a string when the line was no JSON, null when it was left out of the report. */
  readonly entry: (index: number) => Promise<unknown>;
  /** What is searched of each entry of a piece. */
  readonly searchTexts: (piece: number) => Promise<readonly SearchText[]>;
  readonly pieces: readonly Piece[];
}

export interface SearchText {
  readonly text: string;
  readonly lower: string;
}

/** Pieces whose lines are kept at hand. */
const KEPT = 12;
/** UTF-16 units of search texts that are kept; a longer run is read again for each search. */
const KEPT_TEXT = 60_000_000;

async function unpack(base64: string): Promise<string> {
  const binary = atob(base64.trim());
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

function parse(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? 'null');
  } catch {
    return null;
  }
}

/** Strings as they are, all else as JSON; the names of the entry's own fields are not searched. */
export function searchText(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return entry === null ? '' : JSON.stringify(entry);
  return Object.values(entry)
    .filter((field) => field !== null)
    .map((field) => (typeof field === 'string' ? field : JSON.stringify(field)))
    .join('\n');
}

export function createTexts(pieces: readonly Piece[]): Texts {
  const lines = new Map<number, Promise<readonly string[]>>();
  const texts = new Map<number, Promise<readonly SearchText[]>>();
  let kept = 0;

  const read = async (at: number): Promise<readonly string[]> => {
    const piece = pieces[at];
    if (piece === undefined) return [];
    const text = piece.gzip ? await unpack(piece.read()).catch(() => '') : piece.read();
    return text.replace(/^\n|\n$/g, '').split('\n');
  };
  const linesOf = (at: number): Promise<readonly string[]> => {
    const known = lines.get(at) ?? read(at);
    // The one asked for last goes last.
    lines.delete(at);
    lines.set(at, known);
    for (const old of lines.keys()) {
      if (lines.size <= KEPT) break;
      lines.delete(old);
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
  const makeTexts = async (at: number): Promise<readonly SearchText[]> => {
    const made = (await linesOf(at)).map((line): SearchText => {
      const text = searchText(parse(line));
      return { text, lower: text.toLowerCase() };
    });
    kept += made.reduce((sum, { text }) => sum + 2 * text.length, 0);
    if (kept > KEPT_TEXT) texts.delete(at);
    return made;
  };

  return {
    pieces,
    entry: async (index) => {
      const at = pieceOf(index);
      const line = (await linesOf(at))[index - (pieces[at]?.first ?? 0)];
      return parse(line);
    },
    searchTexts: (at) => {
      const known = texts.get(at) ?? makeTexts(at);
      if (kept <= KEPT_TEXT) texts.set(at, known);
      return known;
    },
  };
}
