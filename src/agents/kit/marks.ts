/**
 * Looks for a follow-up by its mark (contract 4.8, 4.9), in what people have said to the run. A
 * service brings what was said; how far back that goes follows from what is remembered.
 */
import type { CallOptions } from '../../http/limits.ts';
import type { FoundMark, KnownRun, RunId, RunShown } from '../port.ts';

/** Where the messages of people stand that a run got. */
export interface SaidToRun {
  /**
   * The texts of messages, page by page, oldest first: those since `before`, and all to the end of
   * the log where nothing is remembered.
   */
  readonly said: (run: KnownRun, call: CallOptions) => AsyncIterable<readonly string[]>;
  readonly read: (id: RunId, call: CallOptions) => Promise<RunShown>;
}

/** One look. Rejects with `ServiceError`. */
export async function findMark(
  { said, read }: SaidToRun,
  { run, mark }: { readonly run: KnownRun; readonly mark: string },
  call: CallOptions,
): Promise<FoundMark> {
  for await (const texts of said(run, call)) {
    if (texts.some((text) => text.includes(mark))) {
      return { kind: 'found', run: await read(run.id, call) };
    }
  }
  return { kind: 'none' };
}
