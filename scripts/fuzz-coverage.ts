/**
 * Reports which blocks of the code under test were reached, with V8's block coverage through the inspector of this
 * process.
 */
import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

interface Counted {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

export interface Coverage {
  /** Number of blocks reached since the last call and never marked before. With `mark`, marks them. */
  fresh(options: { readonly mark: boolean }): number;
  reached(): number;
  /** Number of blocks that V8 has reported so far, reached or not. */
  known(): number;
  close(): void;
}

/** Starts coverage. Load modules after this. `wanted` selects modules by their URL. */
export function startCoverage(wanted: (url: string) => boolean): Coverage {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const blocks = new Map<string, Map<string, { readonly from: number; readonly to: number; reached: boolean }>>();

  const take = (): Profiler.ScriptCoverage[] => {
    let taken: Profiler.ScriptCoverage[] = [];
    // In the same thread, the callback runs before the call returns.
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      taken = result;
    });
    return taken.filter(({ url }) => wanted(url));
  };

  /** V8 omits blocks with the same count as the enclosing one, so the innermost range applies. */
  const countAt = (ranges: readonly Counted[], from: number, to: number): number =>
    ranges.findLast(({ startOffset, endOffset }) => startOffset <= from && to <= endOffset)?.count ?? 0;

  return {
    fresh: ({ mark }) => {
      let fresh = 0;
      for (const { url, functions } of take())
        for (const { functionName, ranges } of functions) {
          const name = `${url} ${functionName} ${ranges[0]?.startOffset ?? 0}`;
          const own = blocks.get(name) ?? new Map<string, { from: number; to: number; reached: boolean }>();
          blocks.set(name, own);
          for (const { startOffset: from, endOffset: to } of ranges) {
            const key = `${from}-${to}`;
            if (!own.has(key)) own.set(key, { from, to, reached: false });
          }
          for (const block of own.values()) {
            if (block.reached || countAt(ranges, block.from, block.to) === 0) continue;
            block.reached = mark;
            fresh += 1;
          }
        }
      return fresh;
    },
    reached: () =>
      [...blocks.values()].reduce((sum, own) => sum + [...own.values()].filter((b) => b.reached).length, 0),
    known: () => [...blocks.values()].reduce((sum, own) => sum + own.size, 0),
    close: () => session.disconnect(),
  };
}
