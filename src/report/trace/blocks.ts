/**
 * Writes a run's entries as alternating blocks of index rows and entries, so that a long run is never held in memory. The first entries are
 * written as text, later ones compressed and read by the browser on demand.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { scriptJson } from '../../safe/html.ts';
import { traceEntry } from './entries.ts';

/** UTF-16 units of entries that are written as text. More would make a page of some thousand entries slow to open. */
const PLAIN_MAX = 300_000;
/** UTF-16 units of the entries in one block before compression. Small blocks unpack without a noticeable delay; a very long run uses larger ones. */
const BLOCK = { early: 256 * 1024, late: 1024 * 1024 } as const;
const LATE = 8_000_000;
const BLOCK_ENTRIES = 2000;
/** UTF-16 limit of a page's written entries. Later entries get only an index row, because the browser loads the whole file. */
export const WRITTEN_MAX = 64_000_000;

/** Maximum bytes of a UTF-16 unit. */
const UTF8_MAX = 3;
const LINE_FEED = 0x0a;

const compress = promisify(gzip);
const encoder = new TextEncoder();

export interface BlockOptions {
  /** Maximum UTF-16 units to write. Default: `WRITTEN_MAX`. */
  readonly max?: number;
  /** `true`: compress from the first entry on. */
  readonly packed?: boolean;
}

export interface RunBlock {
  /** The index and the entries. Each part ends at a line end. */
  readonly parts: readonly string[];
  readonly entries: number;
}

/** Entries as UTF-8, one per line, outside the heap: as strings they would outlive collections until their block is written. */
class EntryText {
  #buffer = Buffer.allocUnsafeSlow(BLOCK.early);
  #bytes = 0;

  /** @param json has no line feed */
  add(json: string): void {
    const room = this.#bytes + json.length * UTF8_MAX + 1;
    if (room > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(room, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#bytes);
      this.#buffer = larger;
    }
    if (this.#bytes > 0) this.#buffer[this.#bytes++] = LINE_FEED;
    this.#bytes += encoder.encodeInto(json, this.#buffer.subarray(this.#bytes)).written;
  }

  /** The bytes so far, which the next `add` overwrites. */
  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#bytes);
    this.#bytes = 0;
    return taken;
  }
}

/** Yields script elements with data. */
export async function* runBlocks(
  lines: AsyncIterable<string> | Iterable<string>,
  { max = WRITTEN_MAX, packed = false }: BlockOptions = {},
): AsyncGenerator<RunBlock> {
  const texts = new EntryText();
  let index = 0;
  let read = 0;
  let written = 0;
  let rows: string[] = [];
  let size = 0;

  const flush = async (): Promise<RunBlock> => {
    const isPlain = !packed && read <= PLAIN_MAX;
    read += size;
    const bytes = texts.take();
    const body = isPlain ? bytes.toString() : (await compress(bytes, { level: 4 })).toString('base64');
    written += body.length;
    const kept = written <= max ? body : rows.map(() => 'null').join('\n');
    const encoding = isPlain || written > max ? '' : ' data-encoding="gzip"';
    const block = {
      parts: [
        `<script type="application/json" class="rows">[${rows.join(',\n')}]</script>\n`,
        `<script type="text/plain" class="entries"${encoding}>\n${kept}\n</script>\n`,
      ],
      entries: rows.length,
    };
    [rows, size] = [[], 0];
    return block;
  };

  for await (const line of lines) {
    if (line === '') continue;
    const { row, json } = traceEntry(line, index);
    index += 1;
    rows.push(scriptJson(row));
    texts.add(json);
    size += json.length;
    const limit = read <= LATE ? BLOCK.early : BLOCK.late;
    if (size >= limit || rows.length >= BLOCK_ENTRIES) yield await flush();
  }
  if (rows.length > 0) yield await flush();
}
