/** Runs the bundle with one response and measures its longest work between two turns of the event loop. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { exited, inTemporary, serve, startStep } from '../step.ts';

export interface Stretch {
  /** Milliseconds of the main thread's CPU, without the longest `JSON.parse`. */
  readonly worstMs: number;
  readonly outcome: string;
}

export async function longestStretch(body: string, logs: 'full' | 'compact'): Promise<Stretch> {
  const packed = gzipSync(body, { level: 1 });
  const server = await serve((request, response) => {
    if (request.method === 'POST') response.end('{"id":7,"status":"ACTIVE"}');
    else response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  });
  try {
    return await inTemporary(async (directory) => {
      const log = join(directory, 'stretch');
      const limits = { timeout_minutes: '0.1', poll_interval_seconds: '1' };
      const child = startStep(
        { base_url: server.baseUrl, bench_stretch_file: log, logs, ...limits },
        { directory, node: ['--import', join(import.meta.dirname, 'loop-probe.mjs')] },
      );
      await exited(child);
      const outcome = /^outcome<<(.*)\n(.*)\n\1$/m;
      const outputs =
        readFileSync(join(directory, 'output'), 'utf8')
          .split(/(?=^outcome<<)/m)
          .at(-1) ?? '';
      return { worstMs: Number(readFileSync(log, 'utf8')), outcome: outcome.exec(outputs)?.[2] ?? '' };
    });
  } finally {
    server.close();
  }
}
