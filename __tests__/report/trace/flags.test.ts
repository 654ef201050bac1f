import { describe, expect, it } from '@jest/globals';
import { exitOf, ROW_ERROR, ROW_EXIT, rowFlags } from '../../../src/report/trace/data.ts';

describe('the flags of a row', () => {
  it.each([null, 0, 1, 2, 127, 255, -1, -9, 3221225477])(
    'hold the exit code %p, with and without an error',
    (exitCode) => {
      const kept = exitCode === null || exitCode === 0 ? null : Math.min(exitCode, 2 ** 31);
      for (const error of [true, false]) {
        const flags = rowFlags({ error, exitCode });
        expect([exitOf(flags), (flags & ROW_ERROR) !== 0]).toEqual([kept, error]);
      }
    },
  );

  it('of an older report record that there was an exit code, but not its value', () => {
    expect([exitOf(ROW_EXIT), exitOf(ROW_ERROR)]).toEqual([0, null]);
  });
});
