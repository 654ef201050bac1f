/** Simulates a single run: the real `main` on a virtual clock against the model, checked by the invariants. */
import type { Ports } from '../../../src/context.ts';
import { main } from '../../../src/main.ts';
import { post } from '../../../src/post.ts';
import { Cancelled } from '../../../src/runner/clock.ts';
import { seeded } from '../../support/random.ts';
import { SimClock } from '../engine/clock.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { MemoryHost } from '../../support/memory-host.ts';
import { stamp } from '../engine/network.ts';
import { takeRejections, type SimulateOptions, type Simulated } from '../engine/simulated.ts';
import { EPOCH } from './entries.ts';
import { violationsOf } from './invariants/index.ts';
import { violationsOfKilled } from './killed.ts';
import { marksOf, marksOfKilled } from './marks.ts';
import { planOf, type Plan } from './plan.ts';
import { planService, type PlannedService } from './service.ts';

const ENV = {
  RUNNER_TEMP: '/temp',
  GITHUB_WORKSPACE: '/workspace',
  GITHUB_EVENT_NAME: 'workflow_dispatch',
};

export async function simulateSingle(seed: number, { trace, tamper }: SimulateOptions = {}): Promise<Simulated> {
  takeRejections();
  const plan = planOf(seed);
  const clock = new SimClock(EPOCH);
  const service = planService(plan, clock, trace ?? null);
  const host = traced(new MemoryHost(plan.inputs), trace);
  const files = new MemoryFiles();
  tamper?.(host, files);
  const stop = new AbortController();
  if (trace !== undefined) describe(plan, trace);
  let signalledAt = null as number | null;
  let endedAt = null as number | null;
  if (plan.signalAt !== null) {
    clock.after(plan.signalAt, () => {
      if (endedAt !== null) return;
      signalledAt = clock.now();
      trace?.(`${stamp(clock.now())} SIGINT`);
      stop.abort(new Cancelled('SIGINT'));
    });
  }
  const crashed: string[] = [];
  const ports: Ports = {
    ...{ host, files, clock, env: ENV, payload: {}, http: service.network },
    random: seeded(seed ^ 0x2545f491),
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
      ...(await afterKill({ plan, service, host, files, killedAt }, { clock, ports, trace })),
    };
  const seen = { plan, service, host, files, endedAt: endedAt ?? 0, signalledAt, rejections: takeRejections() };
  const violations = over ? violationsOf(seen) : [`a hang at ${clock.now()}`];
  return {
    seed,
    violations: [...crashed, ...violations],
    marks: marksOf(seen),
    outcome: host.outputs['outcome'] ?? '',
    code: host.outputs['error_code'] ?? '',
    requests: service.network.reached(),
    lasted: endedAt ?? clock.now(),
  };
}

function traced(host: MemoryHost, trace: SimulateOptions['trace']): MemoryHost {
  if (trace !== undefined) host.onPrint = (text) => trace(`    | ${text}`);
  return host;
}

/** Simulates the post step after a kill, with the saved state. */
async function afterKill(
  main: { plan: Plan; service: PlannedService; host: MemoryHost; files: MemoryFiles; killedAt: number },
  { clock, ports, trace }: { clock: SimClock; ports: Ports; trace: SimulateOptions['trace'] },
): Promise<Omit<Simulated, 'seed'>> {
  const { service, host, killedAt } = main;
  trace?.(`${stamp(killedAt)} SIGKILL`);
  clock.clear();
  // The new process does not know about earlier refusals.
  service.network.floorUntil = 0;
  const postHost = traced(new MemoryHost(host.inputs, host.saved), trace);
  const kept = new MemoryHost(host.inputs, host.saved);
  Object.assign(kept.outputs, host.outputs);
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
  const seen = { ...main, host: kept, postHost, endedAt: endedAt ?? 0, rejections: takeRejections() };
  const phase = kept.saved['phase'] ?? 'before';
  return {
    violations: [...crashed, ...(over ? violationsOfKilled(seen) : [`a hang of the post step at ${clock.now()}`])],
    marks: marksOfKilled(seen),
    outcome: 'killed',
    code: phase,
    requests: service.network.reached(),
    lasted: endedAt ?? clock.now(),
  };
}

function describe(plan: Plan, trace: (line: string) => void): void {
  const { entries, before, tail, inputs, features, ...rest } = plan;
  trace(JSON.stringify({ features: [...features], ...rest, inputs: { ...inputs, token: '…' } }, null, 1));
  trace(`${before.length} entries before, ${tail.length} of that turn still to come, ${entries.length} in this turn:`);
  for (const { line, visibleAt } of [...tail, ...entries]) trace(`    shown at ${visibleAt}: ${line}`);
}
