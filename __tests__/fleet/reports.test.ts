/** What the report of a fleet keeps of the steps of a run. */
import { expect, it } from '@jest/globals';
import { headOf } from '../../src/fleet/task.ts';
import { stepDigest, stepView } from '../support/step-view.ts';

it('keeps only the first step with a time, and still counts the others and their errors', () => {
  const steps = [null, 1, 2, 3].map((seconds, index) => stepDigest(index, seconds, { error: index === 3 }));
  const head = headOf(stepView({ steps }));
  expect(head.steps).toEqual([steps[1]]);
  expect([head.totalLogs, head.errors]).toEqual([4, 1]);
});
