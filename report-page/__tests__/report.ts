/** A trace report of these entries, as one text. */
import { writeTrace } from '../../src/report/page/index.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { linesOf, logOf, sampleView } from './sample-run.ts';
import type { RawEntry } from './sample-run.ts';

export async function report(
  entries: readonly RawEntry[],
  head: Partial<StepView> = {},
): Promise<string> {
  const chunks: string[] = [];
  const write = (chunk: string): void => void chunks.push(chunk);
  await writeTrace({
    head: { ...sampleView(entries), ...head },
    log: logOf(linesOf(entries)),
    write,
  });
  return chunks.join('');
}
