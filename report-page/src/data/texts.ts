/** The entries, kept as the pieces of the file and read on demand. */
import type { EntryMarkup } from '../../../src/report/page/data.ts';

/** A text as it is stored in the file. Long runs have compressed ones to keep the file small and the page fast. */
export interface Packed {
  readonly read: () => string;
  readonly gzip: boolean;
}

export interface Piece {
  /** Index of its first entry. */
  readonly first: number;
  /** One entry per line. */
  readonly entries: Packed;
  /** The elements of Markdown, by number of the line. */
  readonly markup: Packed;
}

export interface Entry {
  /** As it was parsed. A string if the line was not JSON, null if it cannot be read. */
  readonly value: unknown;
  readonly markup: EntryMarkup;
}

export interface Texts {
  readonly pieces: readonly Piece[];
  readonly entry: (index: number) => Promise<Entry>;
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

/** The text of a packed one. One that cannot be read is empty. */
async function unpacked({ read, gzip }: Packed): Promise<string> {
  const text = gzip ? await unpack(read()).catch(() => '') : read();
  return text.replace(/^\n|\n$/g, '');
}

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

interface Content {
  readonly lines: readonly string[];
  readonly markup: Readonly<Record<number, EntryMarkup>>;
}

async function content({ entries, markup }: Piece): Promise<Content> {
  const [text, elements] = await Promise.all([unpacked(entries), unpacked(markup)]);
  return { lines: text.split('\n'), markup: (parse(elements) ?? {}) as Content['markup'] };
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
  const kept = new Map<Piece, Promise<Content>>();
  const searchable = new Map<number, Promise<string>>();
  let size = 0;

  const contentOf = (piece: Piece): Promise<Content> => {
    const known = kept.get(piece) ?? content(piece);
    // The most recently used one moves to the end.
    kept.delete(piece);
    kept.set(piece, known);
    for (const old of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(old);
    }
    return known;
  };

  return {
    pieces,
    entry: async (index) => {
      const piece = pieces.findLast(({ first }) => first <= index);
      if (piece === undefined) return { value: null, markup: {} };
      const { lines, markup } = await contentOf(piece);
      const line = index - piece.first;
      return { value: parse(lines[line]), markup: markup[line] ?? {} };
    },
    searchable: (at) => {
      const known = searchable.get(at);
      if (known !== undefined) return known;
      const piece = pieces[at];
      if (piece === undefined) return Promise.resolve('');
      const text = unpacked(piece.entries).then((whole) => {
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
