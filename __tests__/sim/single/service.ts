/**
 * The one run of a plan, as a scenario of the sandbox: its log grows and its status changes in
 * virtual time.
 */
import type { Step } from '../../../sandbox/scenario.ts';
import { scenarioOf } from '../../support/memory-sandbox.ts';
import type { SimClock } from '../engine/clock.ts';
import { Dice } from '../engine/dice.ts';
import { World, type Connection } from '../world/service.ts';
import { RUN_ID, type PlannedEntry } from './entries.ts';
import type { Plan } from './plan.ts';

/** The way of the step to its service, and the run. */
export interface PlannedService extends Connection {
  /** When the turn was accepted, the origin of the plan's times for log and status, or null. */
  readonly acceptedAt: number | null;
}

/** Long before the step. */
const BEFORE_MS = 1e9;

export function planService(
  plan: Plan,
  clock: SimClock,
  trace: ((line: string) => void) | null,
): PlannedService {
  const [own, earlier] = [{ steps: stepsOf(plan) }, { steps: earlierSteps(plan) }];
  const index = plan.mode === 'resume' ? 1 : 0;
  const world = new World({
    seed: plan.seed,
    dice: Dice.of(plan.seed, 'service'),
    clock,
    trace,
    logs: plan.logs,
    aheadMs: plan.apartMs,
    list: { offered: false, lateMs: 0, staleMs: 0, others: 0 },
    metadata: 'keep',
    // Without either of these, a service of the spec alone: its runs have no such fields, and it
    // has no other endpoints.
    api: plan.features.has('summary') || plan.features.has('pull_requests') ? 'published' : 'spec',
    scenario: scenarioOf(index === 0 ? [own] : [earlier, own]),
    isEndUnseen: (now) => {
      const from = (acceptedAt() ?? Infinity) + plan.endAt;
      return now >= from && now < from + plan.endUnseenMs;
    },
    lagging: (now, dice) => {
      const end = (acceptedAt() ?? Infinity) + plan.endAt;
      if (now >= end && now < end + plan.endUnseenMs) {
        return end - dice.int(1, 3_000);
      }
      // Once the turn was seen active, an older snapshot never shows a time before it.
      const from = index === 0 ? null : acceptedAt();
      const floor = from === null ? -BEFORE_MS : from + plan.pickupAt;
      return Math.max(Math.min(now, floor), now - dice.int(500, 20_000));
    },
  });
  if (plan.mode !== 'create') {
    world.add(plan.mode === 'attach' ? 0 : -BEFORE_MS);
  }
  const acceptedAt = (): number | null => world.run(RUN_ID)?.turns[index]?.acceptedAt ?? null;
  const connection = world.connect('', plan);
  return Object.defineProperty(connection, 'acceptedAt', { get: acceptedAt }) as PlannedService;
}

const stepOf = ({ value, visibleAt }: PlannedEntry): Step => ({ at: visibleAt, raw: value });

/** What the run shows before the turn of the plan. */
function earlierSteps({ before, statuses, results }: Plan): Step[] {
  const status = statuses[0]?.word ?? null;
  return [
    { at: 0, status, result: results[0]?.text ?? null },
    ...before.map((entry) => ({ ...stepOf(entry), at: 0 })),
  ];
}

function stepsOf(plan: Plan): Step[] {
  const { statuses, results, tail, entries, endAt, summary, pullRequests, silentReply } = plan;
  const [first, ...words] = statuses;
  const steps: Step[] = [
    ...[...tail, ...entries].map(stepOf),
    ...words.map(({ at, word }) => ({ at, status: word })),
    ...results.slice(1).map(({ at, text }) => ({ at, result: text })),
    { at: endAt, summary },
    ...pullRequests.map((url) => ({ at: endAt, github_pull_requests: [{ url }] })),
  ];
  // A reply that is silent about the follow-up shows the state before it.
  const from = silentReply ? 1 : 0;
  const shown = steps
    .filter(({ at }) => at < Infinity)
    .map((step) => ({ ...step, at: Math.max(from, step.at) }));
  return [{ at: 0, status: first?.word ?? null }, ...shown.sort((a, b) => a.at - b.at)];
}
