/** The view of a step for tests of what is shown of it. */
import { provenanceOf, readEvent } from '../../src/github/event.ts';
import { NO_FAILURES, withStep } from '../../src/report/cause.ts';
import { stepStart, viewOf } from '../../src/report/step-state.ts';
import type { Failures, StepDigest, StepView } from '../../src/report/step-view.ts';

const NOTHING = viewOf(stepStart(provenanceOf(readEvent({}, {}))), { now: 0, requests: 0 });

/** What a whole log says about a failure. */
export function failuresOf(steps: readonly StepDigest[]): Failures {
  return steps.reduce(withStep, NO_FAILURES);
}

/** A step of which nothing is known, but for `change` and what its `steps` say about a failure. */
export function stepView(change: Partial<StepView> = {}): StepView {
  return { ...NOTHING, failures: failuresOf(change.steps ?? []), totalLogs: change.steps?.length ?? 0, ...change };
}

/** @param seconds since an arbitrary moment */
export function stepDigest(index: number, seconds: number | null, change: Partial<StepDigest> = {}): StepDigest {
  const time = seconds === null ? null : 1_700_000_000_000 + seconds * 1000;
  return {
    index,
    time,
    kind: 'ACTION',
    tool: 'bash',
    headline: `step ${index}`,
    error: false,
    detail: null,
    ...change,
  };
}
