/**
 * One step in virtual time with real files: `node fleet-step.ts <runs> <entries> <bytes> <folder>`.
 * Prints its peak resident memory in KiB and the step's result.
 */
import { VirtualClock } from '../../__tests__/support/virtual-clock.ts';
import { MemoryHost } from '../../__tests__/support/memory-host.ts';
import { TOKEN } from '../../__tests__/support/memory-scene.ts';
import { RunsService } from '../../__tests__/support/runs-service.ts';
import { main } from '../../src/main.ts';
import { realFiles } from '../../src/runner/files.ts';
import type { Http, HttpResponse } from '../../src/http/port.ts';
import { sampleEntry } from '../entries.ts';

const [runs = 1, entries = 1, bytes = 1] = process.argv.slice(2, 5).map(Number);
const folder = process.argv[5] ?? '.';
const clock = new VirtualClock();
const service = new RunsService({
  clock,
  entries,
  durationMs: () => 480_000,
  entry: (index) => {
    const {
      agent_run_id: _run,
      created_at: _stamp,
      ...fields
    } = sampleEntry(index, index === entries - 1 ? 100 : bytes);
    return fields;
  },
});

let reached = 0;
const http: Http = {
  reached: () => reached,
  close: () => Promise.resolve(),
  open: () => Promise.reject(new Error('no streams here')),
  send: async (request): Promise<HttpResponse> => {
    reached += 1;
    await clock.sleep(150);
    const { body, ...answer } = service.answer(request);
    return { ...answer, body: JSON.stringify(body) };
  },
};
const tasks = Array.from({ length: runs }, (_, index) => ({
  key: `task-${index}`,
  prompt: `Task ${index}.`,
}));
const host = new MemoryHost({
  token: TOKEN,
  org_id: '1',
  base_url: 'http://127.0.0.1:9',
  timeout_minutes: '600',
  ...(runs === 1 ? { prompt: 'Task.' } : { tasks: JSON.stringify(tasks) }),
});
await main({
  host,
  files: realFiles,
  clock,
  random: Math.random,
  payload: {},
  http,
  otlpHttp: () => http,
  env: { RUNNER_TEMP: folder, GITHUB_WORKSPACE: folder, GITHUB_REPOSITORY: 'octo/bench' },
  github: () => Promise.reject(new Error('there is no GitHub here')),
  stop: new AbortController().signal,
  uuid: () => crypto.randomUUID(),
  userAgent: 'bench',
  uploadArtifact: () => Promise.reject(new Error('there is no artifact here')),
});
const outcome = host.outputs['outcome'] ?? '';
const totalLogs = Number(host.outputs['total_logs']);
process.stdout.write(
  JSON.stringify({
    peakKiB: process.resourceUsage().maxRSS,
    outcome,
    totalLogs,
    requests: reached,
  }),
);
