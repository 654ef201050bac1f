/** Uploads artifacts in a thread that can be ended at any time. */
import { Worker } from 'node:worker_threads';
import type { UploadArtifact } from './port.ts';

/** What the thread says, once. */
export type UploadResult =
  | { readonly kind: 'uploaded'; readonly id: number }
  | { readonly kind: 'failed'; readonly why: string };

/** @param entry the path of the thread's file: `src/artifact.ts`, as it is built */
export function artifactUploader(entry: string): UploadArtifact {
  return async (path, signal) => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    // Nothing it prints reaches the job log, where the runner would look for commands.
    const worker = new Worker(entry, { workerData: path, stdout: true, stderr: true });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.once('message', (result: UploadResult) => {
      if (result.kind === 'uploaded') {
        resolve(result.id);
      } else {
        reject(new Error(result.why));
      }
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the upload ended without an answer')));
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      await worker.terminate();
    }
  };
}
