/** Many streams of the adapter at once, from a sandbox in a process of its own. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { openCursor } from '../../src/agents/cursor/index.ts';
import { UndiciHttp } from '../../src/http/undici.ts';
import { realClock } from '../../src/runner/clock.ts';
import type { Agent, RunShown } from '../../src/agents/port.ts';

interface StreamsMeasured {
  readonly cpuMs: number;
  readonly memoryMb: number;
  readonly requests: number;
  readonly entries: number;
}

interface Served {
  readonly url: string;
  readonly token: string;
}

const never = { signal: new AbortController().signal, deadline: Infinity };

/** No limit, so that the streams and nothing else is measured. */
const NO_LIMIT = {
  acquire: () => Promise.resolve({ done: () => undefined }),
  spacing: () => 0,
  delay: () => 0,
  asked: () => 0,
};

export async function measureStreams(count: number): Promise<StreamsMeasured> {
  const server = fork(join(import.meta.dirname, 'server.ts'), { execArgv: [] });
  const { url, token } = await new Promise<Served>((done) => {
    server.once('message', (served) => done(served as Served));
  });
  const http = new UndiciHttp({ httpProxy: undefined, httpsProxy: undefined, noProxy: undefined });
  const base = { http, clock: realClock, env: {}, userAgent: 'bench', baseUrl: url, token };
  const open = (): Agent => openCursor({ ...base, orgId: '', limiter: NO_LIMIT });
  // Each of its own, because a step has a bound for all of its streams.
  const agents = Array.from({ length: count }, open);
  const runs = await Promise.all(agents.map((agent, nth) => create(agent, nth)));
  const before = { cpu: process.cpuUsage(), requests: http.reached() };
  const read = await Promise.all(agents.map((agent, nth) => follow(agent, runs[nth])));
  const { user, system } = process.cpuUsage(before.cpu);
  const memoryMb = process.memoryUsage().rss / 1024 / 1024;
  await http.close();
  server.kill();
  return {
    cpuMs: (user + system) / 1000,
    memoryMb,
    requests: http.reached() - before.requests,
    entries: read.reduce((sum, entries) => sum + entries, 0),
  };
}

function create(agent: Agent, nth: number): Promise<RunShown> {
  const order = {
    task: 'run',
    prompt: 'Go.',
    repository: null,
    repositoryId: null,
    sandboxId: null,
    ref: null,
    createPullRequest: false,
    model: null,
    limit: null,
    images: [],
    fields: {},
    schema: null,
  } as const;
  const key = `${nth}`.padStart(32, '0');
  return agent.create(order, { key, generation: 1, asked: key }, never);
}

/** The number of entries. */
async function follow(agent: Agent, run: RunShown | undefined): Promise<number> {
  if (run === undefined) {
    return 0;
  }
  const turn = {
    runId: run.id,
    mode: 'created',
    runBefore: null,
    before: null,
    sent: null,
    acceptedAt: realClock.now(),
  } as const;
  const reader = agent.turn(turn, {
    warn: () => undefined,
    note: () => undefined,
    notice: () => undefined,
  });
  let entries = 0;
  for (;;) {
    const part = await reader.read(never);
    entries += part.entries.length;
    if (part.complete) {
      reader.close();
      return entries;
    }
    const done = new AbortController();
    const woken = reader.arrival?.(done.signal).catch(() => undefined);
    await Promise.race([woken, realClock.sleep(10_000, done.signal).catch(() => undefined)]);
    done.abort();
  }
}
