/** What the report of a fleet keeps of the steps of a run. */
import { expect, it } from '@jest/globals';
import { headOf } from '../../src/fleet/outputs.ts';
import type { StepDigest, StepView } from '../../src/report/step-view.ts';

const stepsForIndex = (steps: readonly StepDigest[]) => headOf({ steps } as StepView).steps;

it('the steps of a run take no room but for errors and the first one', () => {
  const step = { time: 0, kind: 'ACTION', tool: 'bash', headline: 'words', error: false, detail: null };
  const steps = Array.from({ length: 500 }, (_, index) => ({ ...step, index, error: index === 7 }));
  const kept = stepsForIndex(steps);
  expect(kept).toHaveLength(500);
  expect([kept[0], kept[7]]).toEqual([steps[0], steps[7]]);
  expect(new Set(kept).size).toBe(3);
});
