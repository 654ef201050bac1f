/** Simulates jobs with `idempotency: metadata` and consecutive attempts on one service. */
import { SimClock } from '../engine/clock.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { SimProcess } from '../engine/process.ts';
import { takeRejections, type SimulateOptions, type Simulated } from '../engine/simulated.ts';
import { World, type Connection } from '../world/service.ts';
import { marksOf, violationsOf, type Attempt, type Seen } from './invariants.ts';
import { planOf, type JobPlan, type Plan } from './plan.ts';

const EVENTS_MOST = 200_000;

export async function simulateReruns(seed: number, { trace, tamper }: SimulateOptions = {}): Promise<Simulated> {
  takeRejections();
  const plan = planOf(seed);
  const clock = new SimClock(0);
  const world = new World({ seed, clock, trace: trace ?? null, ...plan.service });
  trace?.(JSON.stringify({ ...plan, features: [...plan.features] }, null, 1));
  const player = new Player(plan, { clock, world, options: { ...(trace && { trace }), ...(tamper && { tamper }) } });
  for (const job of plan.jobs) clock.after(job.startAt, () => player.begin(job, 0));
  const over = await clock.drive(() => player.over, EVENTS_MOST);
  const seen: Seen = { plan, world, attempts: player.attempts, rejections: takeRejections() };
  return {
    seed,
    violations: over ? violationsOf(seen) : [`a hang at ${clock.now()}`],
    marks: marksOf(seen),
    outcome: [...new Set(player.attempts.map(({ process }) => process.outcome || 'killed'))].sort().join('+'),
    code: '',
    requests: player.attempts.reduce((sum, { connection }) => sum + connection.network.reached(), 0),
    lasted: clock.now(),
  };
}

class Player {
  readonly attempts: Attempt[] = [];
  readonly #plan: Plan;
  readonly #clock: SimClock;
  readonly #world: World;
  readonly #options: SimulateOptions;
  #left: number;

  constructor(
    plan: Plan,
    { clock, world, options }: { readonly clock: SimClock; readonly world: World; readonly options: SimulateOptions },
  ) {
    this.#plan = plan;
    this.#clock = clock;
    this.#world = world;
    this.#options = options;
    this.#left = plan.jobs.length;
  }

  get over(): boolean {
    return this.#left === 0;
  }

  begin(job: JobPlan, index: number): void {
    const attempt = job.attempts[index];
    if (attempt === undefined) {
      this.#left -= 1;
      return;
    }
    const name = `${job.name}.${index + 1}`;
    const connection = this.#world.connect(name, attempt.troubles);
    // The run that a later step resumes, if the first attempt of another job left one.
    const old = job.resumes ? (this.#resumed.get(job.name) ?? this.#oldRun(job)) : null;
    const inputs = { ...job.inputs, prompt: attempt.prompt, ...(old !== null && { agent_run_id: String(old) }) };
    const process = new SimProcess(this.#processOptions(job, { name, index, inputs, connection }), 'main', (ended) => {
      const entry = this.attempts.find((known) => known.process === ended);
      if (entry === undefined) throw new Error('a process is known before it ends');
      if (ended.end?.how === 'killed') this.#post(job, { index, entry });
      else this.#next(job, index);
    });
    this.attempts.push({
      job,
      index,
      plan: attempt,
      process,
      connection,
      post: null,
      postConnection: null,
      resumedRun: old,
    });
    if (attempt.killAfter !== null) this.#clock.after(attempt.killAfter, () => process.kill());
    if (attempt.signalAfter !== null) this.#clock.after(attempt.signalAfter, () => process.signal());
  }

  readonly #resumed = new Map<string, number>();

  #oldRun(job: JobPlan): number {
    const first = { pickupMs: 0, lastsMs: 1_000, word: 'COMPLETE', steps: 2 };
    const run = this.#world.add(this.#clock.now() - 300_000, first);
    this.#resumed.set(job.name, run.id);
    return run.id;
  }

  #processOptions(
    job: JobPlan,
    of: {
      readonly name: string;
      readonly index: number;
      readonly inputs: Readonly<Record<string, string>>;
      readonly connection: Connection;
    },
  ): ConstructorParameters<typeof SimProcess>[0] {
    return {
      name: of.name,
      clock: this.#clock,
      wallOffset: job.wallOffset,
      network: of.connection.network,
      files: new MemoryFiles(),
      inputs: of.inputs,
      env: { ...job.env, GITHUB_RUN_ATTEMPT: String(of.index + 1) },
      payload: {},
      github: null,
      seed: this.#plan.seed + of.index,
      trace: this.#options.trace ?? null,
      tamper: this.#options.tamper,
    };
  }

  #post(job: JobPlan, { index, entry }: { readonly index: number; readonly entry: Attempt }): void {
    const name = `${job.name}.${index + 1}.post`;
    const connection = this.#world.connect(name, entry.plan.postTroubles);
    const { inputs, saved } = entry.process.host;
    // Copied, because the state must stay as it was at the kill.
    const state = { ...saved };
    this.#clock.after(800, () => {
      const options = {
        ...this.#processOptions(job, { name, index, inputs, connection }),
        saved: state,
        files: entry.process.files,
      };
      const post = new SimProcess(options, 'post', () => this.#next(job, index));
      entry.post = post;
      entry.postConnection = connection;
    });
  }

  #next(job: JobPlan, index: number): void {
    this.#clock.after(job.attempts[index + 1]?.gapMs ?? 0, () => this.begin(job, index + 1));
  }
}
