/**
 * The trace report (contract 9): one HTML file that needs nothing else. The entries stream through from the logs file;
 * only a short row of each is held, so that a long run costs little memory.
 */
import { counted, duration } from '../../shared/format.ts';
import { htmlText, safeHttpsUrl, scriptJson } from '../sanitize/index.ts';
import type { StepView } from '../step-view.ts';
import type { PageHead, TraceRow } from './data.ts';
import { traceEntry } from './entries.ts';
import { page } from './page.ts';

/** UTF-16 units after which entries are kept as rows only: a browser has to hold the whole file. */
const TOTAL_MAX = 120_000_000;
const RESULT_MAX = 500_000;
/** UTF-16 units collected before a write. */
const CHUNK = 256 * 1024;

export type TraceHead = Pick<
  StepView,
  | 'outcome'
  | 'errorCode'
  | 'errorMessage'
  | 'runId'
  | 'webUrl'
  | 'status'
  | 'durationMs'
  | 'requests'
  | 'result'
  | 'provenance'
>;

export interface TraceSource {
  readonly head: TraceHead;
  /** The lines of the logs file, without their ends, oldest first. */
  readonly entryLines: AsyncIterable<string> | Iterable<string>;
  /** Takes the file piece by piece, in order; pieces end at the end of a line. */
  readonly write: (chunk: string) => void | Promise<void>;
}

function pageHead(head: TraceHead): PageHead {
  const { provenance } = head;
  const error = head.errorCode === null ? '' : `${head.errorCode}: ${head.errorMessage ?? ''}`;
  const facts = [
    error,
    head.status === null ? '' : `status ${head.status}`,
    duration(head.durationMs),
    counted(head.requests, 'request'),
    provenance.repository,
    provenance.workflow,
    provenance.event === '' ? '' : `event ${provenance.event}`,
    provenance.actor === '' ? '' : `by ${provenance.actor}`,
  ];
  return {
    title: title(head),
    outcome: head.outcome,
    facts: facts.filter((fact) => fact !== ''),
    webUrl: head.webUrl === null ? null : safeHttpsUrl(head.webUrl),
    result:
      head.result.length <= RESULT_MAX
        ? head.result
        : `${head.result.slice(0, RESULT_MAX)}\n… (${head.result.length - RESULT_MAX} more characters in the result file)`,
  };
}

function title(head: TraceHead): string {
  return head.runId === null ? 'Agent run' : `Agent run ${head.runId}`;
}

/** Writes the report. Rejects only with what `entryLines` or `write` reject with. */
export async function writeTrace({ head, entryLines, write }: TraceSource): Promise<void> {
  const { opening, middle, beforeHead, closing } = page(htmlText(title(head)));
  const rows: TraceRow[] = [];
  let pending = opening;
  let total = 0;
  for await (const line of entryLines) {
    if (line === '') continue;
    const { row, json } = traceEntry(line, rows.length);
    rows.push(row);
    total += json.length;
    pending += total <= TOTAL_MAX ? `${json}\n` : 'null\n';
    if (pending.length < CHUNK) continue;
    await write(pending);
    pending = '';
  }
  // Row by row: the index of a very long run is no single string.
  pending += `${middle}[`;
  for (const [position, row] of rows.entries()) {
    pending += `${position === 0 ? '' : ','}\n${scriptJson(row)}`;
    if (pending.length < CHUNK) continue;
    await write(pending);
    pending = '';
  }
  await write(`${pending}]${beforeHead}${scriptJson(pageHead(head))}${closing}`);
}
