/** One simulation: the real `main` on a virtual clock against the model, judged by the invariants. */
import { Cancelled } from '../../src/action/signals.ts';
import { main, type Ports } from '../../src/main.ts';
import { VirtualClock } from './clock.ts';
import { violationsOf } from './invariants.ts';
import { memoryFiles, MemoryHost } from './machine.ts';
import { EPOCH, planOf, type Plan } from './plan.ts';
import { mulberry32 } from './random.ts';
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
  await Promise.all([import('../../src/report/summary.ts'), import('../../src/report/trace/index.ts')]);
}

export async function simulate(seed: number, { trace }: SimulateOptions = {}): Promise<Simulated> {
  listen();
  rejections.length = 0;
  const plan = planOf(seed);
  const clock = new VirtualClock(EPOCH);
  const service = new ModelService(plan, clock, trace ?? null);
  const host = new MemoryHost(plan.wait ? plan.inputs : { ...plan.inputs, wait: 'false' }, trace ?? null);
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
    random: mulberry32(seed ^ 0x2545f491),
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
  const over = await clock.drive(() => endedAt !== null);
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

function describe(plan: Plan, trace: (line: string) => void): void {
  const { entries, before, inputs, ...rest } = plan;
  trace(JSON.stringify({ ...rest, inputs: { ...inputs, token: '…' } }, null, 1));
  trace(`${before.length} entries before, ${entries.length} in this turn:`);
  for (const { line, visibleAt } of entries) trace(`    shown at ${visibleAt}: ${line}`);
}
