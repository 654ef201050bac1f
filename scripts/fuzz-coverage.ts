/** Which blocks of the code under test were reached: V8's own block coverage, asked over the inspector in this process. */
import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

interface Counted {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

export interface Coverage {
  /** Blocks reached since the last call that were never marked as reached; `mark` does that. */
  fresh(options: { readonly mark: boolean }): number;
  reached(): number;
  /** Blocks that V8 has told of so far, reached or not. */
  known(): number;
  close(): void;
}

/** Counts from now on; modules must be loaded after this. `wanted` says by its address whether a module is looked at. */
export function startCoverage(wanted: (url: string) => boolean): Coverage {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const blocks = new Map<string, Map<string, { readonly from: number; readonly to: number; reached: boolean }>>();

  const take = (): Profiler.ScriptCoverage[] => {
    let taken: Profiler.ScriptCoverage[] = [];
    // In the same thread the answer comes before the call returns.
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      taken = result;
    });
    return taken.filter(({ url }) => wanted(url));
  };

  /** V8 leaves out a block counted as often as the one around it: the innermost range tells. */
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
