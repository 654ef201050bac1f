/** The one run of a plan: its log grows and its status changes in virtual time. */
import type { SimClock } from '../engine/clock.ts';
import { Dice } from '../engine/dice.ts';
import type { ServedRun } from '../world/run.ts';
import { World, type Connection } from '../world/service.ts';
import { EPOCH, RUN_ID } from './entries.ts';
import type { Plan } from './plan.ts';

/** The way of the step to its service, and the run. */
export interface PlannedService extends Connection<PlannedRun> {
  readonly run: PlannedRun;
}

export function planService(plan: Plan, clock: SimClock, trace: ((line: string) => void) | null): PlannedService {
  const run = new PlannedRun(plan);
  const world = new World<PlannedRun>({
    ...{ seed: plan.seed, dice: Dice.of(plan.seed, 'service'), clock, trace, logs: plan.logs, metadata: 'kept' },
    ...{ wallOffset: EPOCH + plan.apartMs, list: { offered: false, lateMs: 0, staleMs: 0, others: 0 } },
    runOf: () => run,
  });
  if (plan.mode !== 'create') world.runs.set(run.id, run);
  return Object.assign(world.connect('', plan), { run });
}

export class PlannedRun implements ServedRun {
  readonly id = RUN_ID;
  readonly createdAt = 0;
  /** When the turn was accepted, the origin of the plan's times for log and status. */
  acceptedAt: number | null;
  readonly #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.acceptedAt = plan.mode === 'attach' ? 0 : null;
  }

  accept(_prompt: string, at: number, name: 'create' | 'resume'): Readonly<Record<string, unknown>> {
    this.acceptedAt ??= at;
    return this.body(this.#plan.silentReply && name === 'resume' ? at - 1e9 : at);
  }

  lagging(now: number, dice: Dice): number {
    // Once the turn was seen active, an older snapshot never shows a time before it.
    const { mode, pickupAt } = this.#plan;
    const floor = mode === 'resume' && this.acceptedAt !== null ? this.acceptedAt + pickupAt : -1e9;
    return Math.max(Math.min(now, floor), now - dice.int(500, 20_000));
  }

  /** Converts a time of the clock to a time of the plan. */
  #turnTime(at: number): number {
    return this.acceptedAt === null ? -1e8 : at - this.acceptedAt;
  }

  body(shows: number, of: 'run' | 'page' = 'run'): Readonly<Record<string, unknown>> {
    const plan = this.#plan;
    const time = this.#turnTime(shows);
    const status = plan.statuses.findLast(({ at }) => at <= time)?.word ?? null;
    const ended = time >= plan.endAt;
    const more = plan.features.has('summary') || plan.features.has('pull_requests');
    return {
      id: RUN_ID,
      organization_id: 42,
      status,
      created_at: new Date(EPOCH + plan.apartMs).toISOString(),
      web_url: `https://agents.example.com/runs/${RUN_ID}`,
      result: plan.results.findLast(({ at }) => at <= time)?.text ?? null,
      ...(more &&
        of === 'run' && {
          summary: ended ? plan.summary : null,
          github_pull_requests: ended ? plan.pullRequests.map((url) => ({ id: 3, created_at: null, url })) : [],
        }),
    };
  }

  log(shows: number): readonly Readonly<Record<string, unknown>>[] {
    const { before, tail, entries, order } = this.#plan;
    const time = this.#turnTime(shows);
    const visible = [...tail, ...entries].filter(({ visibleAt }) => visibleAt <= time);
    const forms = [...before, ...visible].map((entry) =>
      entry.filled !== undefined && entry.filled.at <= time ? entry.filled.value : entry.value,
    );
    return order === 'desc' ? forms.reverse() : forms;
  }
}
