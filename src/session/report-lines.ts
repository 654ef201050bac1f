/** Maximum entries in the trace report. */
const REPORT_LINES_MAX = 50_000;

/** The lines of the log file to include in the report, bounded by what memory and browsers can handle. */
export async function* reportLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count <= REPORT_LINES_MAX) {
      yield line;
      continue;
    }
    yield JSON.stringify({ message_type: 'REPORT_CUT', thought: 'This report ends here; the log file has the rest.' });
    return;
  }
}
