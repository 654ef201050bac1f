/**
 * One step in virtual time with real files: `node fleet-step.ts <runs> <entries> <bytes> <folder>`. Prints its peak
 * resident memory in KiB and the step's result.
 */
import { VirtualClock } from '../../__tests__/support/virtual-clock.ts';
import { MemoryHost } from '../../__tests__/support/memory-host.ts';
import { main } from '../../src/main.ts';
import { realFiles } from '../../src/runner/files.ts';
import type { Http, HttpAnswer, HttpRequest } from '../../src/service/http/port.ts';
import { finalAnswer, sampleEntry } from '../entries.ts';

const [runs = 1, entries = 1, bytes = 1] = process.argv.slice(2, 5).map(Number);
const folder = process.argv[5] ?? '.';
const clock = new VirtualClock();
const RUN_MS = 480_000;
const FIRST_ID = 1001;
const createdAt: number[] = [];

function runFields(id: number): Record<string, unknown> {
  const ended = clock.elapsed - (createdAt[id - FIRST_ID] ?? 0) >= RUN_MS;
  const web_url = `https://agents.example/runs/${id}`;
  return { id, organization_id: 1, web_url, status: ended ? 'COMPLETE' : 'ACTIVE', result: ended ? 'Done.' : null };
}

function answer({ method, url }: HttpRequest): unknown {
  const { pathname, searchParams } = new URL(url);
  const number = (name: string): number => Number(searchParams.get(name) ?? 0);
  if (method === 'POST') {
    createdAt.push(clock.elapsed);
    return runFields(FIRST_ID + createdAt.length - 1);
  }
  if (pathname.endsWith('/agent/runs')) {
    const newest = createdAt.map((_, index) => FIRST_ID + index).toReversed();
    const items = newest.slice(number('skip'), number('skip') + number('limit')).map(runFields);
    return { items, total: newest.length, page: 1, size: items.length, pages: 1 };
  }
  const id = Number(/\/run\/(\d+)/.exec(pathname)?.[1]);
  if (!pathname.endsWith('/logs')) return runFields(id);
  const age = clock.elapsed - (createdAt[id - FIRST_ID] ?? 0);
  const there = Math.floor(entries * Math.min(1, age / RUN_MS));
  const size = Math.max(0, Math.min(number('limit'), there - number('skip')));
  const logs = Array.from({ length: size }, (_, at) => {
    const index = number('skip') + at;
    const entry = index === entries - 1 ? finalAnswer(index) : sampleEntry(index, bytes);
    return { ...entry, agent_run_id: id };
  });
  return { ...runFields(id), logs, total_logs: there, page: 1, size, pages: 1 };
}

let reached = 0;
const http: Http = {
  reached: () => reached,
  close: () => Promise.resolve(),
  send: async (request): Promise<HttpAnswer> => {
    reached += 1;
    await clock.sleep(150);
    return { status: 200, headers: {}, body: JSON.stringify(answer(request)) };
  },
};
const tasks = Array.from({ length: runs }, (_, index) => ({ key: `task-${index}`, prompt: `Task ${index}.` }));
const host = new MemoryHost({
  ...{ token: 'bench-token', org_id: '1', base_url: 'http://127.0.0.1:9', timeout_minutes: '600' },
  ...(runs === 1 ? { prompt: 'Task.' } : { tasks: JSON.stringify(tasks) }),
});
await main({
  ...{ host, files: realFiles, clock, random: Math.random, payload: {} },
  http,
  env: { RUNNER_TEMP: folder, GITHUB_WORKSPACE: folder, GITHUB_REPOSITORY: 'octo/bench' },
  github: () => Promise.reject(new Error('there is no GitHub here')),
  stop: new AbortController().signal,
  uuid: () => crypto.randomUUID(),
  userAgent: 'bench',
});
const outcome = host.outputs['outcome'] ?? '';
const totalLogs = Number(host.outputs['total_logs']);
process.stdout.write(
  JSON.stringify({ peakKiB: process.resourceUsage().maxRSS, outcome, totalLogs, requests: reached }),
);
