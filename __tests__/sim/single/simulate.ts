/**
 * Simulates a single run: the real `main` on a virtual clock against the model, checked by the
 * invariants.
 */
import { MemoryFiles } from '../../support/memory-files.ts';
import { MemoryHost } from '../../support/memory-host.ts';
import { SimClock } from '../engine/clock.ts';
import { SimProcess, type ProcessOptions } from '../engine/process.ts';
import { takeRejections, type SimulateOptions, type Simulated } from '../engine/simulated.ts';
import { violationsOf } from './invariants/index.ts';
import { violationsOfKilled } from './killed.ts';
import { marksOf, marksOfKilled } from './marks.ts';
import { planOf, type Plan } from './plan.ts';
import { planService, type PlannedService } from './service.ts';

export async function simulateSingle(
  seed: number,
  { trace, tamper }: SimulateOptions = {},
): Promise<Simulated> {
  takeRejections();
  const plan = planOf(seed);
  const clock = new SimClock();
  const service = planService(plan, clock, trace ?? null);
  if (trace !== undefined) {
    describe(plan, trace);
  }
  const options: ProcessOptions = {
    name: 'main',
    clock,
    network: service.network,
    files: new MemoryFiles(),
    inputs: plan.inputs,
    env: { GITHUB_EVENT_NAME: 'workflow_dispatch' },
    seed,
    trace: trace ?? null,
    tamper,
  };
  const process = new SimProcess(options, 'main', () => undefined);
  if (plan.signalAt !== null) {
    clock.after(plan.signalAt, () => process.signal());
  }
  if (plan.killAt !== null) {
    clock.after(plan.killAt, () => process.kill());
  }
  const over = await clock.drive(() => process.end !== null);
  const { host, files, signalledAt, end } = process;
  if (end?.how === 'killed') {
    return {
      seed,
      ...(await afterKill({ plan, service, host, files, killedAt: end.at }, options)),
    };
  }
  const seen = {
    plan,
    service,
    host,
    files,
    endedAt: end?.at ?? 0,
    signalledAt,
    rejections: takeRejections(),
  };
  return {
    seed,
    violations: [
      ...process.violations,
      ...(over ? violationsOf(seen) : [`a hang at ${clock.now()}`]),
    ],
    marks: marksOf(seen),
    outcome: process.outcome,
    code: process.code,
    requests: service.network.reached(),
    lasted: end?.at ?? clock.now(),
  };
}

/** Simulates the post step after a kill, with the saved state. */
async function afterKill(
  main: {
    plan: Plan;
    service: PlannedService;
    host: MemoryHost;
    files: MemoryFiles;
    killedAt: number;
  },
  options: ProcessOptions,
): Promise<Omit<Simulated, 'seed'>> {
  const { service, host } = main;
  const { clock } = options;
  clock.clear();
  // The new process does not know about earlier refusals.
  service.network.gone = false;
  service.network.floorUntil = 0;
  const kept = new MemoryHost(host.inputs, host.saved);
  Object.assign(kept.outputs, host.outputs);
  const post = new SimProcess(
    { ...options, name: 'post', saved: host.saved, tamper: undefined },
    'post',
    () => undefined,
  );
  const over = await clock.drive(() => post.end !== null);
  const endedAt = post.end?.at ?? 0;
  const seen = { ...main, host: kept, postHost: post.host, endedAt, rejections: takeRejections() };
  const violations = over
    ? violationsOfKilled(seen)
    : [`a hang of the post step at ${clock.now()}`];
  return {
    violations: [...post.violations, ...violations],
    marks: marksOfKilled(seen),
    outcome: 'killed',
    code: kept.saved['phase'] ?? 'before',
    requests: service.network.reached(),
    lasted: post.end?.at ?? clock.now(),
  };
}

function describe(plan: Plan, trace: (line: string) => void): void {
  const { entries, before, tail, inputs, features, ...rest } = plan;
  trace(
    JSON.stringify(
      { features: [...features], ...rest, inputs: { ...inputs, token: '…' } },
      null,
      1,
    ),
  );
  trace(
    `${before.length} entries before, ${tail.length} of that turn still to come, ${entries.length} in this turn:`,
  );
  for (const { line, visibleAt } of [...tail, ...entries]) {
    trace(`    shown at ${visibleAt}: ${line}`);
  }
}
