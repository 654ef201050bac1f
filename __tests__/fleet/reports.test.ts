/** The overview of a run in the report of a fleet is that of the run's own report. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stepsForIndex } from '../../src/fleet/telling/reports.ts';
import { causeOf, lastWords } from '../../src/report/cause.ts';
import type { StepDigest } from '../../src/report/step-view.ts';

const kinds = fc.constantFrom('ACTION', 'ERROR', 'PLAN_EVALUATION', 'PR_CREATION_FAILED', 'INITIAL_PR_GENERATION');
const runs = fc
  .array(
    fc.record({ kind: kinds, tool: fc.constantFrom('bash', 'edit', null), headline: fc.constantFrom('', 'words') }),
  )
  .map((steps) =>
    steps.map((step, index): StepDigest => {
      const error = step.kind === 'ERROR' || step.kind === 'PR_CREATION_FAILED';
      return { ...step, index, time: index, error, detail: error ? step.headline : null };
    }),
  );

describe('the steps of a run in the report of a fleet', () => {
  it('tell the same cause, what led to it, and the last words', () => {
    fc.assert(
      fc.property(runs, (steps) => {
        const kept = stepsForIndex(steps);
        expect(causeOf(kept)).toEqual(causeOf(steps));
        expect(lastWords(kept)).toEqual(lastWords(steps));
        expect(kept).toHaveLength(steps.length);
      }),
    );
  });

  it('take no room for what is not shown', () => {
    const step = { time: 0, kind: 'ACTION', tool: 'bash', headline: 'words', error: false, detail: null };
    const steps = Array.from({ length: 500 }, (_, index) => ({ ...step, index }));
    expect(new Set(stepsForIndex(steps)).size).toBe(2);
  });
});
