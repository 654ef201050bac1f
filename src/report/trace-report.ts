/** The trace report of a run, one HTML file (contract 9). */
import { logOf } from './kept-entries.ts';
import { stepFile, type StepFilePorts } from './step-files.ts';

/** Writes nothing without a log. @param hasTime whether more of the log may be added */
export async function writeReport(ports: StepFilePorts, hasTime: () => boolean): Promise<void> {
  const { files, step } = ports;
  const { logsFile } = step.state;
  const path = logsFile === null ? null : stepFile(ports, '.html');
  if (path === null || logsFile === null) {
    return;
  }
  const { writeTrace } = await import(/* webpackMode: "eager" */ './page/index.ts');
  files.write(path, '');
  await writeTrace({
    hasTime,
    head: step.view(),
    log: logOf(files, logsFile),
    write: (chunk) => files.append(path, chunk),
  });
  step.dispatch({ type: 'known', reportFile: path });
}
