/** The trace report as an artifact of the workflow run (contract 1.1 `report: upload`). */
import type { Files, UploadArtifact } from '../runner/port.ts';
import { within } from '../runner/within.ts';
import { logInline } from '../safe/job-log.ts';
import { asSentence, messageOf, shortLine } from '../safe/text.ts';
import type { StepPorts } from './step.ts';

interface UploadPorts extends Pick<StepPorts, 'clock' | 'host' | 'step' | 'stop'> {
  readonly files: Pick<Files, 'readText' | 'write'>;
  readonly uploadArtifact: UploadArtifact;
  /** An unguessable random string. */
  readonly uuid: () => string;
}

const FAILURE_MAX = 300;
/** An artifact of this name exists: another job of the workflow run followed the same run. */
const IS_TAKEN = /\b409\b|already exists/i;

/** Tells the address, or warns once. A signal ends it, because the time is needed for the rest. */
export async function uploadReport(
  ports: UploadPorts,
  { path, budgetMs }: { readonly path: string; readonly budgetMs: number },
): Promise<void> {
  const { clock, host, step, stop } = ports;
  const { workflowRunUrl } = step.state.provenance;
  try {
    if (workflowRunUrl === null) {
      throw new Error('this is no workflow run');
    }
    const id = await within({ clock, ms: budgetMs, signal: stop }, (signal) =>
      uploadOnce(ports, { path, signal }),
    );
    // As the upload action of GitHub tells it.
    const reportUrl = `${workflowRunUrl}/artifacts/${id}`;
    step.dispatch({ type: 'known', reportUrl });
    host.line(logInline(`Trace report: ${reportUrl}`));
  } catch (error) {
    if (stop.aborted) {
      host.line('The trace report was not uploaded, because the step was cancelled.');
      return;
    }
    const why = asSentence(shortLine(messageOf(error), FAILURE_MAX));
    step.warn(
      `The trace report could not be uploaded (\`report: upload\`): ${why} ` +
        'It is in `report_file`, which a later step can upload.',
    );
  }
}

async function uploadOnce(
  { files, uploadArtifact, uuid }: UploadPorts,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
): Promise<number> {
  try {
    return await uploadArtifact(path, signal);
  } catch (error) {
    if (signal.aborted || !IS_TAKEN.test(messageOf(error))) {
      throw error;
    }
  }
  const other = path.replace(/\.html$/, `-${uuid().slice(0, 8)}.html`);
  files.write(other, files.readText(path));
  return uploadArtifact(other, signal);
}
