/**
 * Uploads a file as an artifact of the workflow run (contract 1.1 `report: upload`), with GitHub's
 * own client. A thread of its own and a file of its own in `dist/`, started on demand
 * (docs/decisions/build.md): the client is large, cannot be interrupted and prints what it does.
 */
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { DefaultArtifactClient } from '@actions/artifact';
import type { UploadResult } from './runner/artifact.ts';

async function upload(path: string): Promise<UploadResult> {
  try {
    const client = new DefaultArtifactClient();
    // A file that is not archived names its artifact, and opens in the browser.
    const options = { skipArchive: true };
    const { id = 0 } = await client.uploadArtifact('', [path], dirname(path), options);
    return { kind: 'uploaded', id };
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await upload(String(workerData)));
