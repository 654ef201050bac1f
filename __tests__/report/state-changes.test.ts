/** The states of a run without a log, as the summary shows them. */
import { describe, expect, it } from '@jest/globals';
import { statesLine } from '../../src/report/state-changes.ts';
import { stepDigest } from '../support/step-view.ts';

const state = (headline: string, seconds: number | null) =>
  stepDigest(0, seconds, { kind: 'STATE', headline });

describe('the states of a run', () => {
  it('stand in one line, each with the time since the first', () => {
    const steps = [
      state('queued', 1),
      state('in_progress', 5),
      state('failed: *Out* of memory', 311),
      state('idle', null),
    ];
    expect(statesLine({ steps })).toBe(
      '**States:** queued · in_progress (after 4s) · ' +
        'failed: &#42;Out&#42; of memory (after 5m 10s) · idle',
    );
  });

  it.each([[[]], [[state('queued', 0), stepDigest(1, 2)]]])(
    'are left out where there are none, or a log',
    (steps) => {
      expect(statesLine({ steps })).toBe('');
    },
  );
});
