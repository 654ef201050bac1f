/** The file with the whole result text (contract 1.2 `result_file`). */
import { SHOWN } from '../outcomes.ts';
import { isMissingRun, stepFile, type StepFilePorts } from './step-files.ts';

/** Writes nothing of a run that was not waited for, or that the service does not know. */
export function writeResult(ports: StepFilePorts, { wait }: { readonly wait: boolean }): void {
  const { files, step } = ports;
  const path = !wait || isMissingRun(step.state) ? null : stepFile(ports, '-result.txt');
  if (path === null) {
    return;
  }
  files.write(path, step.view().result);
  step.dispatch({ type: 'known', resultFile: path });
}

/** Says that the result is none of this turn, if so (contract 4.6). */
export function warnOfOldResult({ step }: Pick<StepFilePorts, 'step'>): void {
  const isWaitedFor = SHOWN[step.state.outcome].ending !== 'handed_on';
  if (step.view().resultIsOld && isWaitedFor) {
    step.warn(
      '`result` is what the run had said before the follow-up, ' +
        'because this turn produced no answer.',
    );
  }
}
