/**
 * The entries in the report's file: for each line of the logs file an index row, and the entry with very long strings truncated. Rows and
 * entries are written as alternating blocks, so that a long run is never held in memory. The first entries are written as text, later ones
 * compressed and read by the browser on demand.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { EntryView } from '../../service/entry.ts';
import { counted, ellipsis, grouped } from '../../safe/text.ts';
import { scriptJson } from '../../safe/html.ts';
import type { MarkupNode } from '../../safe/markdown-document.ts';
import { readMarkup } from '../../safe/markdown.ts';
import { digest } from '../entry-summary.ts';
import { keptEntries, type Log, type ReadEntry } from '../step-files.ts';
import { filePath, isProse } from './data.ts';
import type { EntryMarkup, TraceRow } from './data.ts';

/** Maximum UTF-16 length of a string in an entry. Longer ones are files or dumps. */
const STRING_MAX = 200_000;
/** UTF-16 units of one entry as JSON. */
const ENTRY_MAX = 2_000_000;
/** UTF-16 units of names, paths and first words in the index. */
const NAME_MAX = 200;
/** Maximum nesting depth, more than a reader would unfold. */
const DEPTH_MAX = 60;
/** UTF-16 units of Markdown that are parsed. Later texts are shown as they were written. */
const MARKDOWN_MAX = 5_000_000;
/** What plain sentences do not contain: marks of Markdown anywhere, at the start of a line, or at its end. */
const MARKDOWN = /[`*_~|<&[\\]|:\/\/|^\s*(?:[#>+=-]|\d+[.)])|^ {4}|^\t| {2}$/m;

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

export function traceEntry(entry: ReadEntry): TraceEntry {
  const { time, value, view } = entry;
  const step = digest(entry);
  const name = (text: string | null): string | null => (text === null ? null : ellipsis(text, NAME_MAX));
  const json = scriptJson(shortened(value, 0));
  return {
    row: [
      time === null ? null : Math.round(time),
      name(step.kind),
      name(step.tool),
      ellipsis(step.headline, NAME_MAX),
      step.error,
      step.exitCode ?? 0,
      name(filePath(view.tool_input)),
    ],
    json: json.length <= ENTRY_MAX ? json : scriptJson('… (too large for this report, see the logs file)'),
  };
}

/** The text as elements. Undefined if it has no marks of Markdown, or cannot be parsed fast. */
function markupOfText(text: unknown): readonly MarkupNode[] | undefined {
  if (typeof text !== 'string' || !MARKDOWN.test(text)) return undefined;
  return readMarkup(text, () => null) ?? undefined;
}

/** The texts of an entry that the page shows as Markdown, or null if all are plain. */
function markupOfEntry({ thought, observation }: EntryView, [, kind, , , isError]: TraceRow): EntryMarkup | null {
  const markup = {
    thought: markupOfText(thought),
    observation: isProse(kind, isError) ? markupOfText(observation) : undefined,
  };
  return markup.thought === undefined && markup.observation === undefined ? null : markup;
}

/** UTF-16 units of entries that are written as text. More would make a page of some thousand entries slow to open. */
const PLAIN_MAX = 300_000;
/** UTF-16 units of the entries in one block, which unpacks without a noticeable delay, and their number. */
const BLOCK = { units: 256 * 1024, entries: 2000 } as const;

const compress = promisify(gzip);

/** One block as HTML: the rows, the entries, one per line, and the elements of their Markdown, by number of the line. */
class Block {
  readonly #rows: string[] = [];
  readonly #entries: string[] = [];
  readonly #markup: Record<string, EntryMarkup> = {};
  readonly #first: number;
  units = 0;

  /** @param first number of its first entry in the log, from 0 */
  constructor(first: number) {
    this.#first = first;
  }

  get isFull(): boolean {
    return this.units >= BLOCK.units || this.#rows.length >= BLOCK.entries;
  }

  add({ row, json }: TraceEntry, markup: EntryMarkup | null): void {
    if (markup !== null) this.#markup[this.#rows.length] = markup;
    this.#rows.push(scriptJson(row));
    this.#entries.push(json);
    this.units += json.length;
  }

  async html(isPacked: boolean): Promise<string> {
    const data = async (name: string, text: string): Promise<string> => {
      const [mark, body] = isPacked
        ? [' data-encoding="gzip"', (await compress(text, { level: 4 })).toString('base64')]
        : ['', text];
      return `<script type="text/plain" class="${name}"${mark}>\n${body}\n</script>\n`;
    };
    const rows = `<script type="application/json" class="rows" data-first="${this.#first}">[${this.#rows.join(',\n')}]</script>\n`;
    const entries = await data('entries', this.#entries.join('\n'));
    return `${rows}${entries}${await data('markup', scriptJson(this.#markup))}`;
  }
}

export interface EntriesSource {
  readonly log: Log;
  /** Number of entries in the log. */
  readonly total: number;
  /** `true`: compress from the first entry on. */
  readonly isPacked?: boolean;
  /** Asked between blocks. If it returns `false`, no more entries are read. Default: no limit. */
  readonly hasTime?: () => boolean;
}

/** Yields the entries as HTML: blocks of data, and at the end what was left out. Each part ends at a line end. */
export async function* entryBlocks(source: EntriesSource): AsyncGenerator<string> {
  const { log, total, isPacked = false, hasTime = () => true } = source;
  const notes: string[] = [];
  let block: Block | null = null;
  let next = 0;
  let written = 0;
  let parsed = 0;
  for await (const kept of keptEntries(log)) {
    const { index, leftOut } = kept;
    if (block !== null && (block.isFull || leftOut > 0)) {
      yield await block.html(isPacked || written > PLAIN_MAX);
      written += block.units;
      block = null;
      if (!hasTime()) break;
    }
    if (leftOut > 0)
      notes.push(
        `Left out for the size of this report: ${grouped(counted(leftOut, 'entry', 'entries'))} after step ${grouped(index - leftOut)}.`,
      );
    block ??= new Block(index);
    const entry = traceEntry(kept);
    const markup = parsed < MARKDOWN_MAX ? markupOfEntry(kept.view, entry.row) : null;
    if (markup !== null) parsed += kept.line.length;
    block.add(entry, markup);
    next = index + 1;
  }
  if (block !== null) yield await block.html(isPacked || written > PLAIN_MAX);
  if (next < total)
    notes.push(
      `Left out because the step was stopped: ${grouped(counted(total - next, 'later entry', 'later entries'))}.`,
    );
  if (notes.length > 0) yield `<p class="cut">${notes.join(' ')} The logs file has all of them.</p>\n`;
}
