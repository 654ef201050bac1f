/** One simulation: the real `main` on a virtual clock against the model, judged by the invariants. */
import { Cancelled } from '../../src/runner/signals.ts';
import type { Ports } from '../../src/context.ts';
import { main } from '../../src/main.ts';
import { post } from '../../src/post.ts';
import { SimClock } from './clock.ts';
import { violationsOf } from './invariants.ts';
import { violationsOfKilled } from './killed.ts';
import { memoryFiles, SimHost, type SimFiles } from './machine.ts';
import { EPOCH, planOf, type Plan } from './plan.ts';
import { seeded } from '../support/random.ts';
import { ModelService } from './service.ts';

export interface Simulated {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly outcome: string;
  readonly code: string;
  readonly requests: number;
  /** Virtual milliseconds. */
  readonly lasted: number;
}

export interface SimulateOptions {
  /** Called with each step; slows everything down. */
  readonly trace?: (line: string) => void;
  /** Breaks something of the runner on purpose. */
  readonly tamper?: (host: SimHost) => void;
}

/** What promises rejected without anyone listening. One collector for the process; a simulation takes what is its own. */
const rejections: string[] = [];
let listening = false;

function listen(): void {
  if (listening) return;
  listening = true;
  process.on('unhandledRejection', (reason) => rejections.push(String(reason)));
}

/** Loads what the step loads when it needs it, so that no simulation waits for it in real time. */
export async function warmUp(): Promise<void> {
  await Promise.all([import('../../src/report/summary/index.ts'), import('../../src/report/trace/index.ts')]);
}

export async function simulate(seed: number, { trace, tamper }: SimulateOptions = {}): Promise<Simulated> {
  listen();
  rejections.length = 0;
  const plan = planOf(seed);
  const clock = new SimClock(EPOCH);
  const service = new ModelService(plan, clock, trace ?? null);
  const host = new SimHost(plan.wait ? plan.inputs : { ...plan.inputs, wait: 'false' }, trace ?? null);
  tamper?.(host);
  const files = memoryFiles();
  const stop = new AbortController();
  if (trace !== undefined) describe(plan, trace);
  for (const { at, by } of plan.jumps) clock.after(at, () => (clock.wallOffset += by));
  let signalledAt = null as number | null;
  let endedAt = null as number | null;
  if (plan.signalAt !== null) {
    clock.after(plan.signalAt, () => {
      if (endedAt !== null) return;
      signalledAt = clock.now();
      trace?.(`${(clock.now() / 1000).toFixed(3).padStart(10)}s SIGINT`);
      stop.abort(new Cancelled('SIGINT'));
    });
  }
  const crashed: string[] = [];
  const ports: Ports = {
    host,
    files,
    clock,
    random: seeded(seed ^ 0x2545f491),
    env: { RUNNER_TEMP: '/temp', GITHUB_WORKSPACE: '/workspace', GITHUB_EVENT_NAME: 'workflow_dispatch' },
    payload: {},
    http: service,
    github: () => Promise.reject(new Error('no GitHub in this simulation')),
    stop: stop.signal,
    uuid: () => '6f1c0f52-5c1e-4c55-9d8a-0d4b8f7f6a11',
    userAgent: 'simulation',
  };
  main(ports).then(
    () => (endedAt = clock.now()),
    (error: unknown) => {
      endedAt = clock.now();
      crashed.push(`main rejected: ${String(error)}`);
    },
  );
  let killedAt = null as number | null;
  if (plan.killAt !== null) clock.after(plan.killAt, () => (killedAt = endedAt === null ? clock.now() : null));
  const over = await clock.drive(() => endedAt !== null || killedAt !== null);
  if (over && endedAt === null && killedAt !== null)
    return {
      seed,
      ...(await afterKill({ plan, service, host, files, killedAt }, { clock, ports, trace: trace ?? null })),
    };
  const violations = over
    ? violationsOf({ plan, service, host, files, endedAt: endedAt ?? 0, signalledAt, rejections: [...rejections] })
    : [`a hang at ${clock.now()}`];
  return {
    seed,
    violations: [...crashed, ...violations],
    outcome: host.outputs.get('outcome') ?? '',
    code: host.outputs.get('error_code') ?? '',
    requests: service.reached(),
    lasted: endedAt ?? clock.now(),
  };
}

/** The process is gone; the runner starts the post step with what was saved. */
async function afterKill(
  main: { plan: Plan; service: ModelService; host: SimHost; files: SimFiles; killedAt: number },
  { clock, ports, trace }: { clock: SimClock; ports: Ports; trace: ((line: string) => void) | null },
): Promise<Omit<Simulated, 'seed'>> {
  const { service, host, killedAt } = main;
  trace?.(`${(killedAt / 1000).toFixed(3).padStart(10)}s SIGKILL`);
  clock.clear();
  // The new process knows of no refusal.
  service.floorUntil = 0;
  const postHost = new SimHost(host.inputs, trace);
  for (const [name, value] of host.saved) postHost.saved.set(name, value);
  const kept = new SimHost(host.inputs, null);
  for (const [name, value] of host.outputs) kept.outputs.set(name, value);
  for (const [name, value] of host.saved) kept.saved.set(name, value);
  let endedAt = null as number | null;
  const crashed: string[] = [];
  post({ ...ports, host: postHost, stop: new AbortController().signal }).then(
    () => (endedAt = clock.now()),
    (error: unknown) => {
      endedAt = clock.now();
      crashed.push(`post rejected: ${String(error)}`);
    },
  );
  const over = await clock.drive(() => endedAt !== null);
  const seen = { ...main, host: kept, postHost, endedAt: endedAt ?? 0, rejections: [...rejections] };
  return {
    violations: [...crashed, ...(over ? violationsOfKilled(seen) : [`a hang of the post step at ${clock.now()}`])],
    outcome: 'killed',
    code: kept.saved.get('phase') ?? 'before',
    requests: service.reached(),
    lasted: endedAt ?? clock.now(),
  };
}

function describe(plan: Plan, trace: (line: string) => void): void {
  const { entries, before, inputs, ...rest } = plan;
  trace(JSON.stringify({ ...rest, inputs: { ...inputs, token: '…' } }, null, 1));
  trace(`${before.length} entries before, ${entries.length} in this turn:`);
  for (const { line, visibleAt } of entries) trace(`    shown at ${visibleAt}: ${line}`);
}
