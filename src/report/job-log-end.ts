/** The end of the job log, which says how the step ended (contract 1.2, 7.3). */
import type { Outcome } from '../outcomes.ts';
import { Cancelled } from '../runner/clock.ts';
import type { OutputName } from '../runner/output-table.ts';
import type { Host } from '../runner/port.ts';
import { annotation } from '../safe/job-log.ts';
import type { StepPorts } from './step.ts';
import type { Telling } from './telling.ts';
import { verdictOf } from './verdict.ts';

interface EndPorts extends Pick<StepPorts, 'step' | 'stop'> {
  readonly host: Pick<Host, 'line' | 'notice' | 'warning' | 'error' | 'fail'>;
  /** The outputs as last set. */
  readonly written: ReadonlyMap<OutputName, string>;
}

/**
 * The last lines of the log, and whether the step fails. The outcome is settled: a later signal
 * still fails the step, and the log says why.
 *
 * @param failOn null if the inputs could not be read
 */
export function tellEnd(
  { host, step, stop, written }: EndPorts,
  { telling, failOn }: { readonly telling: Telling; readonly failOn: ReadonlySet<Outcome> | null },
): void {
  const { resultJson, resultFile } = step.state;
  if (written.get('result_json') === '' && resultJson !== null) {
    step.warn(
      'The structured result is larger than step outputs may be; ' +
        `read it from ${String(resultFile)} (result_file).`,
    );
  }
  const { reason } = stop as { readonly reason: unknown };
  const cancelled = reason instanceof Cancelled ? reason.message : null;
  const failing = failOn === null ? null : telling.failOn(failOn);
  const verdict = verdictOf(step.view(), { failOn: failing, cancelled });
  for (const line of telling.lastLines()) {
    host.line(line);
  }
  // The runner prints an annotation in the log, so that it is the last line, and said once.
  if (verdict.message !== '') {
    host[verdict.level](annotation(verdict.message), { title: verdict.title });
  }
  if (verdict.red) {
    host.fail();
  }
}
