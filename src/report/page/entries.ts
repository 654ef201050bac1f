/**
 * The entries in the report's file: for each line of the logs file an index row, and the entry with very long strings truncated. Rows and
 * entries are written as alternating blocks, so that a long run is never held in memory. The first entries are written as text, later ones
 * compressed and read by the browser on demand.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseTime } from '../../run/entry.ts';
import { viewEntry } from '../../service/entry.ts';
import { digest, exitCodeOf } from '../entry-summary.ts';
import { scriptJson } from '../../safe/html.ts';
import { ellipsis } from '../../safe/text.ts';
import { filePath, rowFlags } from './data.ts';
import type { TraceRow } from './data.ts';

/** Maximum UTF-16 length of a string in an entry. Longer ones are files or dumps. */
const STRING_MAX = 200_000;
/** UTF-16 units of one entry as JSON. */
const ENTRY_MAX = 2_000_000;
/** UTF-16 units of names, paths and first words in the index. */
const NAME_MAX = 200;
const HEADLINE_MAX = 200;
/** Maximum nesting depth, more than a reader would unfold. */
const DEPTH_MAX = 60;

export interface TraceEntry {
  readonly row: TraceRow;
  /** JSON on one line that is safe in a script element. */
  readonly json: string;
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.length <= STRING_MAX
      ? value
      : `${value.slice(0, STRING_MAX)}\n… (${value.length - STRING_MAX} more characters in the logs file)`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return '… (nested too deeply, see the logs file)';
  if (Array.isArray(value)) return value.map((item) => shortened(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, depth + 1)]));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // An incomplete last line or invalid JSON is shown as text.
    return line;
  }
}

/** Parses a line of the logs file. A line that is not JSON is kept as text. */
export function traceEntry(line: string, index: number): TraceEntry {
  const value = parsed(line);
  const view = viewEntry(value);
  const time = parseTime(view.created_at);
  const step = digest({ index, line, view, time });
  const path = filePath(view.tool_input);
  const json = scriptJson(shortened(value, 0));
  return {
    row: [
      time === null ? null : Math.round(time),
      step.kind === null ? null : ellipsis(step.kind, NAME_MAX),
      step.tool === null ? null : ellipsis(step.tool, NAME_MAX),
      ellipsis(step.headline, HEADLINE_MAX),
      rowFlags({ error: step.error, exitCode: exitCodeOf(view.tool_output) }),
      path === null ? null : ellipsis(path, NAME_MAX),
    ],
    json: json.length <= ENTRY_MAX ? json : scriptJson('… (too large for this report, see the logs file)'),
  };
}

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
