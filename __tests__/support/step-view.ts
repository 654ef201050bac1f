/** The view of a step, and its job log, for tests of what is shown of it. */
import { readEvent } from '../../src/github/event.ts';
import { provenanceOf } from '../../src/github/provenance.ts';
import { isFailedCommand, reasonIn } from '../../src/report/cause.ts';
import { JobLog, type JobLogOptions } from '../../src/report/job-log.ts';
import { Step, stepStart, viewOf, type StepEvent } from '../../src/report/step.ts';
import type { StepDigest, StepView } from '../../src/report/step-view.ts';

const NOTHING = viewOf(stepStart(provenanceOf(readEvent({}, {}))), { now: 0, requests: 0 });

/** A step of which nothing is known, but for `change` and what follows from it and its `steps`. */
export function stepView(change: Partial<StepView> = {}): StepView {
  const { steps = [], turnStarts = [], opening = null } = change;
  const errors = steps.filter(({ error }) => error).length;
  const failedCommands = steps.filter(isFailedCommand).length;
  return {
    ...NOTHING,
    errors,
    failedCommands,
    inLog: reasonIn({ steps, turnStarts, opening }),
    totalLogs: steps.length,
    ...change,
  };
}

/** Prints the events that it is told as a job log. */
export function jobLogOf(options: JobLogOptions): (event: StepEvent) => void {
  const log = new JobLog(options);
  const step = new Step(options, NOTHING.provenance);
  step.listen((event, state) => log.event(event, state));
  return (event) => step.dispatch(event);
}

/** @param seconds since an arbitrary moment */
export function stepDigest(
  index: number,
  seconds: number | null,
  change: Partial<StepDigest> = {},
): StepDigest {
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
