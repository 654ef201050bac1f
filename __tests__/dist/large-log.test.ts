/** A log larger than memory (contract 6.5, 4.7). */
import { afterEach, expect, it } from '@jest/globals';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { TOKEN } from '../support/fake-run.ts';
import { listen } from '../support/loopback.ts';
import { runAction } from '../support/run-action.ts';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

/** 117 MB, twice the heap; a log of 1.1 GB with a heap of 512 MB takes ten times as long. */
const ENTRIES = 1_950;
const TEXT = 'x'.repeat(60_000);
const HEAP_MB = 64;

function entryAt(index: number): string {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
  const kind = index === ENTRIES - 1 ? 'FINAL_ANSWER' : 'ACTION';
  return `{"agent_run_id":7,"created_at":"${createdAt}","message_type":"${kind}","tool_name":"n${index}","observation":"${TEXT}"}`;
}

async function serveLog(): Promise<string> {
  const made = createServer((incoming, response) => {
    incoming.resume();
    const url = new URL(incoming.url ?? '', 'http://localhost');
    const run = '"id":7,"status":"COMPLETE","result":"done"';
    if (!url.pathname.endsWith('/logs')) {
      return void response.end(`{${run}}`);
    }
    const skip = Number(url.searchParams.get('skip'));
    const count = Math.max(0, Math.min(100, ENTRIES - skip));
    const logs = Array.from({ length: count }, (_, at) => entryAt(skip + at));
    response.end(`{${run},"logs":[${logs.join(',')}],"total_logs":${ENTRIES}}`);
  });
  const listening = await listen(made);
  close = listening.close;
  return `http://${listening.host}`;
}

it('is read completely', async () => {
  const url = await serveLog();
  const run = await runAction({
    inputs: { token: TOKEN, org_id: '1', base_url: url, prompt: 'x', logs: 'none' },
    env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
  });
  expect(run.outputs).toMatchObject({ outcome: 'succeeded', total_logs: String(ENTRIES) });
  const kept: string[] = [];
  for await (const line of createInterface(createReadStream(run.outputs['logs_file'] ?? ''))) {
    kept.push(/"tool_name":"n(\d+)"/.exec(line.slice(0, 200))?.[1] ?? line.slice(0, 200));
  }
  expect(kept).toEqual(Array.from({ length: ENTRIES }, (_, at) => String(at)));
});
