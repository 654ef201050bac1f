/** The entries, kept as the pieces of the file and read on demand. */
import type { EntryMarkup } from '../../../src/report/page/data.ts';
import type { Run } from './run.ts';

/**
 * A text as it is stored in the file. Long runs have compressed ones to keep the file small and the
 * page fast.
 */
export interface Packed {
  readonly read: () => string;
  readonly gzip: boolean;
}

export interface EntriesPiece {
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
  readonly pieces: readonly EntriesPiece[];
  readonly entry: (index: number) => Promise<Entry>;
  /** The same lines for searching: one text in lower case, without the entries' field names. */
  readonly searchable: (piece: number) => Promise<string>;
}

/** A run of the page. */
export interface PageRun {
  readonly run: Run;
  readonly texts: Texts;
}

/** For long work, so that the page stays responsive. */
export interface Breaks {
  /** Lets the page handle what has happened meanwhile. */
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Deeper values are not part of an excerpt. */
const DEPTH_MAX = 20;
/**
 * In JSON, only a key can have unescaped quotes around it, because quotes inside strings are
 * escaped.
 */
const FIELD_NAMES =
  /"(?:agent_run_id|created_at|message_type|thought|tool_name|tool_input|tool_output|observation)":(?:null,?)?/g;

/** The text of a packed one. One that cannot be read is empty. */
async function unpacked({ read, gzip }: Packed): Promise<string> {
  const text = gzip ? await unpack(read()).catch(() => '') : read();
  return text.replace(/^\n|\n$/g, '');
}

/**
 * Reads the stream itself: a `Response` takes three times as long, because its chunks go through
 * another thread.
 */
async function unpack(base64: string): Promise<string> {
  const binary = atob(base64.trim());
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) {
    bytes[at] = binary.charCodeAt(at);
  }
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const written = Promise.all([writer.write(bytes), writer.close()]);
  const reader = readable.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(decoder.decode(next.value, { stream: true }));
  }
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

async function content({ entries, markup }: EntriesPiece): Promise<Content> {
  const [text, elements] = await Promise.all([unpacked(entries), unpacked(markup)]);
  return { lines: text.split('\n'), markup: (parse(elements) ?? {}) as Content['markup'] };
}

/** All texts in an entry, for an excerpt: strings as they are, without field names. */
export function plainText(value: unknown, depth = 0): string {
  if (typeof value === 'string') {
    return value;
  }
  if (value === null || value === undefined) {
    return '';
  }
  if (typeof value !== 'object') {
    return JSON.stringify(value);
  }
  if (depth > DEPTH_MAX) {
    return '';
  }
  return Object.values(value)
    .map((field) => plainText(field, depth + 1))
    .filter((text) => text !== '')
    .join('\n');
}

/** What was read is kept: a report has at most 50 MB of entries. */
export function createTexts(pieces: readonly EntriesPiece[]): Texts {
  const contents = new Map<EntriesPiece, Promise<Content>>();
  const searchable = new Map<number, Promise<string>>();
  return {
    pieces,
    entry: async (index) => {
      const piece = pieces.findLast(({ first }) => first <= index);
      if (piece === undefined) {
        return { value: null, markup: {} };
      }
      const known = contents.get(piece) ?? content(piece);
      contents.set(piece, known);
      const { lines, markup } = await known;
      const line = index - piece.first;
      return { value: parse(lines[line]), markup: markup[line] ?? {} };
    },
    searchable: (at) => {
      const piece = pieces[at];
      const text =
        searchable.get(at) ?? (piece === undefined ? Promise.resolve('') : searchableText(piece));
      searchable.set(at, text);
      return text;
    },
  };
}

async function searchableText({ entries }: EntriesPiece): Promise<string> {
  return (await unpacked(entries)).replace(FIELD_NAMES, '').toLowerCase();
}
