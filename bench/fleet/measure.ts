/**
 * A scenario with the code of the action in virtual time: a whole step with `tasks`, or for jobs
 * that arrive one by one its task runs on one queue.
 */
import { MemoryFiles } from '../../__tests__/support/memory-files.ts';
import { MemoryHost } from '../../__tests__/support/memory-host.ts';
import { TOKEN } from '../../__tests__/support/memory-scene.ts';
import { seeded } from '../../__tests__/support/random.ts';
import { FIRST_ID, RunsService } from '../../__tests__/support/runs-service.ts';
import { VirtualClock } from '../../__tests__/support/virtual-clock.ts';
import { createContext, openAgent, type Ports } from '../../src/context.ts';
import { Journal } from '../../src/fleet/journal.ts';
import { TaskRun, taskScope } from '../../src/fleet/task.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import { main } from '../../src/main.ts';
import { Sinks } from '../../src/step/finish.ts';
import { performRun } from '../../src/step/perform.ts';
import type { Http } from '../../src/http/port.ts';
import { serviceLimiter, type LimiterKind } from './limiter.ts';
import { ROUND_TRIP_MS, type JobOutcome } from './oracle.ts';
import type { Scenario } from './scenarios.ts';

export interface Measured {
  readonly jobs: readonly JobOutcome[];
  readonly requests: number;
  readonly refused: number;
  /** Runs whose end was not noticed. */
  readonly unnoticed: number;
}

export interface Setting {
  readonly limiter: LimiterKind;
  readonly seed: number;
  /** Whether the service has the list of runs. */
  readonly listed: boolean;
  /** Log entries of each run. */
  readonly entries: number;
}

const REFUSAL = { status: 429, headers: {}, body: '{"message":"Rate limit exceeded."}' };

export async function measure(
  { jobs }: Scenario,
  { limiter, seed, listed, entries }: Setting,
): Promise<Measured> {
  const clock = new VirtualClock();
  const random = seeded(seed * 104_729 + 5);
  const admit = serviceLimiter(limiter);
  const service = new RunsService({
    clock,
    listed,
    entries,
    durationMs: (nth) => jobs[nth]?.durationMs ?? 0,
  });
  const seenAt = new Map<number, number>();
  let requests = 0;
  let refused = 0;
  const http: Http = {
    reached: () => requests,
    close: () => Promise.resolve(),
    open: () => Promise.reject(new Error('no streams here')),
    send: async (request) => {
      const latencyMs = ROUND_TRIP_MS * (0.5 + random());
      await clock.sleep(latencyMs / 2);
      requests += 1;
      const isCreate = request.method === 'POST' && request.url.endsWith('/agent/run');
      const isAdmitted = admit(isCreate ? 'creation' : 'standard', clock.now());
      if (!isAdmitted) {
        refused += 1;
      }
      const { status = 200, body } = isAdmitted ? service.answer(request) : REFUSAL;
      await clock.sleep(latencyMs / 2);
      const id = Number(/\/run\/(\d+)/.exec(request.url)?.[1]);
      const run = service.runs[id - FIRST_ID];
      if (
        isAdmitted &&
        run !== undefined &&
        clock.now() - latencyMs / 2 >= run.endAt &&
        !seenAt.has(id)
      ) {
        seenAt.set(id, clock.now());
      }
      return { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) };
    },
  };
  const startedAt = clock.now();
  const tasks = jobs.map((_, index) => ({ key: `k${index}`, prompt: 'Go.' }));
  const ports = portsOf({ clock, http, random }, tasks);
  if (jobs.every(({ at }) => at === 0)) {
    await main(ports);
  } else {
    await arriving(ports, jobs);
  }
  const arrivals = jobs.map(({ at }) => startedAt + at).toSorted((a, b) => a - b);
  return {
    requests,
    refused,
    unnoticed: jobs.length - seenAt.size,
    jobs: service.runs.map(({ id, createdAt, endAt }, nth) => ({
      createdMs: createdAt - (arrivals[nth] ?? 0),
      delayMs: (seenAt.get(id) ?? Infinity) - endAt,
    })),
  };
}

function portsOf(
  { clock, http, random }: Pick<Ports, 'clock' | 'http' | 'random'>,
  tasks: readonly object[],
): Ports {
  const inputs = {
    token: TOKEN,
    org_id: '1',
    base_url: 'http://127.0.0.1:9',
    timeout_minutes: '600',
  };
  const files = { report: 'false', summary: 'false' };
  return {
    clock,
    http,
    otlpHttp: () => http,
    random,
    files: new MemoryFiles(),
    payload: {},
    userAgent: 'bench',
    uploadArtifact: () => Promise.reject(new Error('there is no artifact here')),
    host: new MemoryHost({ ...inputs, ...files, prompt: 'Go.', tasks: JSON.stringify(tasks) }),
    env: { RUNNER_TEMP: '/temp', GITHUB_WORKSPACE: '/workspace', GITHUB_REPOSITORY: 'octo/bench' },
    github: () => Promise.reject(new Error('there is no GitHub here')),
    stop: new AbortController().signal,
    uuid: () => crypto.randomUUID(),
  };
}

async function arriving(ports: Ports, jobs: Scenario['jobs']): Promise<void> {
  const context = createContext(ports);
  const input = (name: string): string => (name === 'tasks' ? '' : ports.host.input(name));
  const { inputs, problems } = parseInputs({ ...ports, input });
  if (problems.length > 0) {
    throw new Error(JSON.stringify(problems));
  }
  const nothing = (): void => undefined;
  const journal = new Journal(ports.files, '/temp/journal', nothing);
  const own = {
    over: ports.stop,
    tracePath: null,
    logsFiles: new Map(),
    warn: nothing,
    notice: nothing,
    tell: nothing,
    onStarted: nothing,
    onChecking: nothing,
    mostAtOnce: Infinity,
    untilPlace: () => Promise.resolve(true),
    onCreateVerdict: nothing,
    sharesRepository: true,
    journal,
  };
  const sinks = new Sinks(context);
  const agent = await openAgent(context, inputs);
  const scope = taskScope(
    context,
    { inputs, schema: null, agent, branches: null, headBranch: null, performRun, sinks },
    own,
  );
  await Promise.all(
    jobs.map(async ({ at }, index) => {
      await ports.clock.sleep(at);
      const task = { key: `k${index}`, own: { ...inputs, prompt: 'Go.' } };
      await new TaskRun(scope, task).run();
    }),
  );
}
