/**
 * The entries in the report's file: for each line of the logs file an index row, and the entry with
 * very long strings truncated. Rows and entries are written as alternating blocks, so that a long
 * run is never held in memory. The first entries are written as text, later ones compressed and
 * read by the browser on demand.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { EntryView } from '../../agents/entry.ts';
import { counted, cut, ellipsis, grouped } from '../../safe/text.ts';
import { scriptJson } from '../../safe/html.ts';
import type { MarkupNode } from '../../safe/markdown-document.ts';
import { readMarkup } from '../../safe/markdown.ts';
import { digest } from '../entry-summary.ts';
import { keptEntries, type KeptEntry, type Log } from '../kept-entries.ts';
import { filePath, isProse } from './data.ts';
import type { EntryMarkup, TraceRow } from './data.ts';
import { isWithheld, withoutText } from '../prompt-entries.ts';

/** Maximum UTF-16 length of a string in an entry. Longer ones are files or dumps. */
const STRING_MAX = 200_000;
/** UTF-16 units of one entry as JSON. */
const ENTRY_MAX = 2_000_000;
/** UTF-16 units of names, paths and first words in the index. */
const NAME_MAX = 200;
/** UTF-16 units of Markdown that are parsed. Later texts are shown as they were written. */
const MARKDOWN_MAX = 5_000_000;
/**
 * What plain sentences do not contain: marks of Markdown anywhere, at the start of a line, or at
 * its end. An indentation is blanks and tabs: `\s` would go on over line ends, which takes
 * quadratic time for many blank lines.
 */
const MARKDOWN = /[`*_~|<&[\\]|:\/\/|^[ \t]*(?:[#>+=-]|\d+[.)])|^ {4}|^\t| {2}$/m;

const LEFT_OUT = scriptJson(
  '… (too large or too deeply nested for this report, see the logs file)',
);

/** JSON on one line that is safe in a script element. */
function entryJson(value: unknown): string {
  try {
    const json = scriptJson(value, (_, part) =>
      typeof part === 'string' ? cut(part, STRING_MAX) : part,
    );
    return json.length <= ENTRY_MAX ? json : LEFT_OUT;
  } catch {
    // JSON.stringify fails for values that are nested thousands of levels deep.
    return LEFT_OUT;
  }
}

type TraceEntry = ReturnType<typeof traceEntry>;

export function traceEntry(entry: KeptEntry, { withMarkup = true } = {}) {
  const { time, value, view } = entry;
  const step = digest(entry);
  const name = (text: string | null): string | null =>
    text === null ? null : ellipsis(text, NAME_MAX);
  const row: TraceRow = [
    time === null ? null : Math.round(time),
    name(step.kind),
    name(step.tool),
    ellipsis(step.headline, NAME_MAX),
    step.error,
    step.exitCode ?? 0,
    name(filePath(view.tool_input)),
  ];
  return { row, json: entryJson(value), markup: withMarkup ? markupOfEntry(view, row) : null };
}

/** The text as elements. Undefined if it has no marks of Markdown, or cannot be parsed fast. */
function markupOfText(text: unknown): readonly MarkupNode[] | undefined {
  if (typeof text !== 'string' || !MARKDOWN.test(text)) {
    return undefined;
  }
  return readMarkup(text, () => null) ?? undefined;
}

/** The texts of an entry that the page shows as Markdown, or null if all are plain. */
function markupOfEntry(
  { thought, observation }: EntryView,
  [, kind, , , isError]: TraceRow,
): EntryMarkup | null {
  const markup = {
    thought: markupOfText(thought),
    observation: isProse(kind, isError) ? markupOfText(observation) : undefined,
  };
  return markup.thought === undefined && markup.observation === undefined ? null : markup;
}

/**
 * UTF-16 units of entries that are written as text. More would make a page of some thousand entries
 * slow to open.
 */
const PLAIN_MAX = 300_000;
/**
 * UTF-16 units of the entries in one block, which unpacks without a noticeable delay, and their
 * number.
 */
const BLOCK = { units: 256 * 1024, entries: 2000 } as const;

const compress = promisify(gzip);

/**
 * One block as HTML: the rows, the entries, one per line, and the elements of their Markdown, by
 * number of the line.
 *
 * @param options.first number of its first entry in the log, from 0
 */
async function blockHtml(
  block: readonly TraceEntry[],
  { first, isPacked }: { readonly first: number; readonly isPacked: boolean },
): Promise<string> {
  const data = async (name: string, text: string): Promise<string> => {
    const start = `<script type="text/plain" class="${name}"`;
    if (!isPacked) {
      return `${start}>\n${text}\n</script>\n`;
    }
    const packed = (await compress(text, { level: 4 })).toString('base64');
    return `${start} data-encoding="gzip">\n${packed}\n</script>\n`;
  };
  const json = block.map(({ row }) => scriptJson(row)).join(',\n');
  const rows =
    `<script type="application/json" class="rows" data-first="${first}">` + `[${json}]</script>\n`;
  const entries = await data('entries', block.map(({ json }) => json).join('\n'));
  const markup = block.flatMap(({ markup }, at) =>
    markup === null ? [] : [[at, markup] as const],
  );
  return `${rows}${entries}${await data('markup', scriptJson(Object.fromEntries(markup)))}`;
}

export interface EntriesSource {
  readonly log: Log;
  /** Number of entries in the log. */
  readonly total: number;
  /** `true`: compress from the first entry on. */
  readonly isPacked?: boolean;
  /** Whether entries that repeat the prompt show nothing (contract 1.1 `show_prompt`). */
  readonly hidesPrompt?: boolean;
  /** Asked between blocks. If it returns `false`, no more entries are read. Default: no limit. */
  readonly hasTime?: () => boolean;
}

/**
 * Yields the entries as HTML: blocks of data, and at the end what was left out. Each part ends at a
 * line end.
 */
export async function* entryBlocks(source: EntriesSource): AsyncGenerator<string> {
  const { log, total, hidesPrompt = false, isPacked = false, hasTime = () => true } = source;
  const notes: string[] = [];
  let block: TraceEntry[] = [];
  let [units, written, parsed, next] = [0, 0, 0, 0];
  const html = (): Promise<string> =>
    blockHtml(block, { first: next - block.length, isPacked: isPacked || written > PLAIN_MAX });
  for await (const kept of keptEntries(log)) {
    const { index, omittedBefore } = kept;
    if (
      block.length > 0 &&
      (units >= BLOCK.units || block.length >= BLOCK.entries || omittedBefore > 0)
    ) {
      yield await html();
      written += units;
      [block, units] = [[], 0];
      if (!hasTime()) {
        break;
      }
    }
    if (omittedBefore > 0) {
      notes.push(
        'Left out for the size of this report: ' +
          `${grouped(counted(omittedBefore, 'entry', 'entries'))} after ` +
          `step ${grouped(index - omittedBefore)}.`,
      );
    }
    const isHidden = isWithheld(kept.view.message_type, { hidesPrompt });
    const entry = traceEntry(isHidden ? withoutText(kept) : kept, {
      withMarkup: parsed < MARKDOWN_MAX,
    });
    if (entry.markup !== null) {
      parsed += kept.line.length;
    }
    block.push(entry);
    units += entry.json.length;
    next = index + 1;
  }
  if (block.length > 0) {
    yield await html();
  }
  if (next < total) {
    notes.push(
      'Left out because the step was stopped: ' +
        `${grouped(counted(total - next, 'later entry', 'later entries'))}.`,
    );
  }
  if (notes.length > 0) {
    yield `<p class="cut">${notes.join(' ')} The logs file has all of them.</p>\n`;
  }
}
