/** The runs. What a run shows is a function of its scenario and the time; nothing happens by timers. */
import { fill, type Scenario, type Turn } from './scenario.ts';

export interface StoredRun {
  readonly id: number;
  readonly orgId: number;
  readonly repoId: number | null;
  readonly scenario: Scenario;
  readonly createdAt: number;
  readonly turns: readonly StoredTurn[];
}

export interface StoredTurn {
  readonly prompt: string;
  /** Scenario time at which the turn began, milliseconds since the epoch. */
  readonly startedAt: number;
  readonly script: Turn;
}

export interface RunState {
  readonly status: string | null;
  readonly result: string | null;
  readonly webUrl: string | null;
  readonly pullRequests: readonly unknown[] | null;
  /** Oldest first. */
  readonly entries: readonly Readonly<Record<string, unknown>>[];
}

export interface StoreOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly speed: number;
  readonly webUrlRoot: string;
}

export class Store {
  readonly #options: StoreOptions;
  readonly #runs = new Map<number, StoredRun>();
  #nextId = 1001;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  create(order: {
    readonly orgId: number;
    readonly repoId: number | null;
    readonly prompt: string;
    readonly scenario: Scenario;
    readonly id?: number;
    /** Scenario time the run has already been going, in milliseconds. */
    readonly elapsedMs?: number;
  }): StoredRun {
    const createdAt = this.#options.now();
    const id = order.id ?? this.#nextId++;
    const [script] = order.scenario.turns;
    if (script === undefined) throw new Error('a scenario has at least one turn');
    const turn = { prompt: order.prompt, startedAt: createdAt - (order.elapsedMs ?? 0), script };
    const { orgId, repoId, scenario } = order;
    const run = { id, orgId, repoId, scenario, createdAt, turns: [turn] };
    this.#runs.set(id, run);
    return run;
  }

  get(id: number): StoredRun | undefined {
    return this.#runs.get(id);
  }

  all(): readonly StoredRun[] {
    return [...this.#runs.values()];
  }

  clear(): void {
    this.#runs.clear();
  }

  /** Begins the next turn of the scenario; after the last one that is played again. */
  resume(run: StoredRun, prompt: string): StoredRun {
    const { turns } = run.scenario;
    const script = turns[Math.min(run.turns.length, turns.length - 1)];
    if (script === undefined) throw new Error('a scenario has at least one turn');
    const resumed = { ...run, turns: [...run.turns, { prompt, startedAt: this.#scenarioNow(run), script }] };
    this.#runs.set(run.id, resumed);
    return resumed;
  }

  /** What the run shows now. */
  state(run: StoredRun): RunState {
    const now = this.#scenarioNow(run);
    let status: string | null = 'ACTIVE';
    let result: string | null = null;
    let webUrl: string | null = `${this.#options.webUrlRoot}/${run.id}`;
    let pullRequests: readonly unknown[] | null = null;
    const entries: Readonly<Record<string, unknown>>[] = [];
    run.turns.forEach((turn, index) => {
      // A turn that was overtaken by the next one stops where it was.
      const until = Math.min(now, run.turns[index + 1]?.startedAt ?? Infinity) - turn.startedAt;
      const resumed = index > 0;
      if (resumed && until >= turn.script.statusLag) status = 'ACTIVE';
      if (resumed && turn.script.echo) entries.push(echo(run, turn));
      const values = { prompt: turn.prompt, run: String(run.id) };
      for (const step of turn.script.steps) {
        if (step.at > until) break;
        const statusVisible = !resumed || until >= turn.script.statusLag;
        if (step.status !== undefined && statusVisible) status = step.status;
        if (step.result !== undefined) result = step.result === null ? null : (fill(step.result, values) as string);
        if (step.web_url !== undefined) webUrl = step.web_url;
        if (step.github_pull_requests !== undefined) pullRequests = step.github_pull_requests;
        if (step.entry === undefined) continue;
        const created_at = new Date(turn.startedAt + step.at).toISOString();
        entries.push({ ...EMPTY_ENTRY, agent_run_id: run.id, created_at, ...(fill(step.entry, values) as object) });
      }
    });
    return { status, result, webUrl, pullRequests, entries };
  }

  /** Time inside the scenario runs faster by the speed. */
  #scenarioNow(run: StoredRun): number {
    return run.createdAt + (this.#options.now() - run.createdAt) * this.#options.speed;
  }
}

const EMPTY_ENTRY = {
  message_type: 'ACTION',
  thought: null,
  tool_name: null,
  tool_input: null,
  tool_output: null,
  observation: null,
};

function echo(run: StoredRun, turn: StoredTurn): Readonly<Record<string, unknown>> {
  const created_at = new Date(turn.startedAt).toISOString();
  return { ...EMPTY_ENTRY, agent_run_id: run.id, created_at, message_type: 'USER_MESSAGE', observation: turn.prompt };
}
