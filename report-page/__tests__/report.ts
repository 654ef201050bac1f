/** A trace report of these entries, as one text. */
import { writeTrace } from '../../src/report/page/index.ts';
import type { TraceHead } from '../../src/report/page/index.ts';
import { linesOf, sampleView } from './sample-run.ts';
import type { RawEntry } from './sample-run.ts';

export async function report(entries: readonly RawEntry[], head: Partial<TraceHead> = {}): Promise<string> {
  const chunks: string[] = [];
  const source = { head: { ...sampleView(entries), ...head }, entryLines: linesOf(entries) };
  await writeTrace({ ...source, write: (chunk) => void chunks.push(chunk) });
  return chunks.join('');
}
