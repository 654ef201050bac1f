/**
 * Writes a run's entries as alternating blocks of index rows and entries, so that a long run is never held in memory. The first entries are
 * written as text, later ones compressed and read by the browser on demand.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { scriptJson } from '../sanitize/index.ts';
import { ROW_ERROR, type TraceRow } from './data.ts';
import { traceEntry } from './entries.ts';

/** UTF-16 units of entries that are written as text. More would make a page of some thousand entries slow to open. */
const PLAIN_MAX = 300_000;
/** UTF-16 units of the entries in one block before compression: unpacking a small one is not felt, and a very long run needs fewer large ones. */
const BLOCK = { early: 256 * 1024, late: 1024 * 1024 } as const;
const LATE = 8_000_000;
const BLOCK_ENTRIES = 2000;
/** UTF-16 limit of a page's written entries. Later entries get only an index row, because the browser loads the whole file. */
export const WRITTEN_MAX = 64_000_000;

const compress = promisify(gzip);

export interface BlockOptions {
  /** Maximum UTF-16 units to write. Default: `WRITTEN_MAX`. */
  readonly max?: number;
  /** `true`: compress from the first entry on. */
  readonly packed?: boolean;
}

export interface RunBlock {
  readonly html: string;
  readonly entries: number;
  readonly errors: number;
}

/** Yields script elements with data. Each block ends at a line end. */
export async function* runBlocks(
  lines: AsyncIterable<string> | Iterable<string>,
  { max = WRITTEN_MAX, packed = false }: BlockOptions = {},
): AsyncGenerator<RunBlock> {
  let index = 0;
  let read = 0;
  let written = 0;
  let rows: TraceRow[] = [];
  let texts: string[] = [];
  let size = 0;

  const flush = async (): Promise<RunBlock> => {
    const isPlain = !packed && read <= PLAIN_MAX;
    read += size;
    const text = texts.join('\n');
    const body = isPlain ? text : (await compress(text, { level: 4 })).toString('base64');
    written += body.length;
    const kept = written <= max ? body : texts.map(() => 'null').join('\n');
    const encoding = isPlain || written > max ? '' : ' data-encoding="gzip"';
    const index = `<script type="application/json" class="rows">[${rows.map((row) => scriptJson(row)).join(',\n')}]</script>\n`;
    const block = {
      html: `${index}<script type="text/plain" class="entries"${encoding}>\n${kept}\n</script>\n`,
      entries: rows.length,
      errors: rows.filter(([, , , , flags]) => (flags & ROW_ERROR) !== 0).length,
    };
    [rows, texts, size] = [[], [], 0];
    return block;
  };

  for await (const line of lines) {
    if (line === '') continue;
    const { row, json } = traceEntry(line, index);
    index += 1;
    rows.push(row);
    texts.push(json);
    size += json.length;
    const limit = read <= LATE ? BLOCK.early : BLOCK.late;
    if (size >= limit || rows.length >= BLOCK_ENTRIES) yield await flush();
  }
  if (rows.length > 0) yield await flush();
}
