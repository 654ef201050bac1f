/** Converts a line of the logs file for the report: an index row, and the entry with very long strings truncated. Pure. */
import { parseTime } from '../../run/log/entry.ts';
import { viewEntry } from '../../service/entry.ts';
import { digest, exitCodeOf } from '../entry-summary.ts';
import { scriptJson } from '../../safe/html.ts';
import { ellipsis } from '../../safe/text.ts';
import { rowFlags } from './data.ts';
import type { TraceRow } from './data.ts';
import { filePath } from './file-path.ts';

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
