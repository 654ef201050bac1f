/** The runs. The state of a run is a function of its scenario and the time, without timers. */
import { fill, type Scenario, type Turn } from './scenario.ts';

export interface StoredRun {
  readonly id: number;
  readonly orgId: number;
  readonly repoId: number | null;
  readonly scenario: Scenario;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly turns: readonly StoredTurn[];
  readonly sourceType: SourceType;
  /** As in the create request. */
  readonly metadata: Fields | null;
  /** The body that the run was created with. */
  readonly request: Fields;
  /** New turns end immediately. */
  readonly banned: boolean;
}

export type SourceType = 'API' | 'SETUP_COMMANDS';
type Fields = Readonly<Record<string, unknown>>;

export interface StoredTurn {
  readonly prompt: string;
  /** Scenario time at which its request arrived, milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** The same for its begin, which is later if it waits for the previous turn. */
  readonly startedAt: number;
  readonly script: Turn;
  /** Scenario time at which a ban stopped it, milliseconds since the epoch. */
  readonly stoppedAt: number;
}

export interface RunFields {
  readonly status: string | null;
  readonly result: string | null;
  readonly summary: string | null;
  readonly webUrl: string | null;
  readonly pullRequests: readonly unknown[] | null;
}

export interface RunState extends RunFields {
  /** Oldest first, as sent. Of any shape if the scenario uses `raw`. */
  readonly entries: readonly unknown[];
}

export interface StoreOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly speed: number;
  readonly webUrlRoot: string | null;
}

const FIRST_ID = 1001;

export class Store {
  readonly #options: StoreOptions;
  #runs = new Map<number, StoredRun>();
  #nextId = FIRST_ID;
  #created = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  create(order: {
    readonly orgId: number;
    readonly repoId: number | null;
    readonly prompt: string;
    readonly scenario: Scenario;
    readonly sourceType?: SourceType;
    readonly metadata?: Fields | null;
    readonly request?: Fields;
    readonly id?: number;
    /** Scenario time since the run began, in milliseconds. */
    readonly elapsedMs?: number;
    /** Added by a test. Does not count as created. */
    readonly seeded?: boolean;
  }): StoredRun {
    const createdAt = this.#options.now() - (order.elapsedMs ?? 0) / this.#options.speed;
    while (this.#runs.has(this.#nextId)) {
      this.#nextId++;
    }
    const id = order.id ?? this.#nextId++;
    const script = scriptOf(order.scenario, 0);
    const { prompt } = order;
    const turn = {
      prompt,
      acceptedAt: createdAt,
      startedAt: createdAt,
      script,
      stoppedAt: Infinity,
    };
    const { orgId, repoId, scenario, sourceType = 'API', metadata = null, request = {} } = order;
    const about = { orgId, repoId, scenario, sourceType, metadata, request };
    const run = { id, ...about, createdAt, turns: [turn], banned: false };
    this.#runs.set(id, run);
    if (order.seeded !== true) {
      this.#created++;
    }
    return run;
  }

  /** Number of runs created since the start or the last `clear`. */
  get created(): number {
    return this.#created;
  }

  get(id: number): StoredRun | undefined {
    const run = this.#runs.get(id);
    return run !== undefined && this.#knows(run) ? run : undefined;
  }

  all(): readonly StoredRun[] {
    return [...this.#runs.values()].filter((run) => this.#knows(run));
  }

  /** The same runs as a replica shows them that lags behind. */
  behind(lagMs: number): Store {
    const replica = new Store({ ...this.#options, now: () => this.#options.now() - lagMs });
    replica.#runs = this.#runs;
    return replica;
  }

  #knows({ createdAt }: StoredRun): boolean {
    return createdAt <= this.#options.now();
  }

  clear(): void {
    this.#runs.clear();
    this.#nextId = FIRST_ID;
    this.#created = 0;
  }

  /**
   * Begins the next turn of the scenario, or repeats the last one. Interrupts an active run unless
   * the turn is queued.
   */
  resume(run: StoredRun, prompt: string): StoredRun {
    const script = scriptOf(run.scenario, run.turns.length);
    const acceptedAt = this.#scenarioNow(run);
    const startedAt = script.queued ? Math.max(acceptedAt, ...run.turns.map(endOf)) : acceptedAt;
    const turn = {
      prompt,
      acceptedAt,
      startedAt,
      script,
      stoppedAt: run.banned ? acceptedAt : Infinity,
    };
    const resumed = { ...run, turns: [...run.turns, turn] };
    this.#runs.set(run.id, resumed);
    return resumed;
  }

  /** Stops the turns that have not ended, and all that begin before `unban`. */
  ban(run: StoredRun): void {
    const now = this.#scenarioNow(run);
    const turns = run.turns.map((turn, index) => {
      const isOver = Math.min(endOf(turn), run.turns[index + 1]?.startedAt ?? Infinity) <= now;
      return isOver ? turn : { ...turn, stoppedAt: Math.min(turn.stoppedAt, now) };
    });
    this.#runs.set(run.id, { ...run, turns, banned: true });
  }

  unban(run: StoredRun): void {
    this.#runs.set(run.id, { ...run, banned: false });
  }

  /** The current state of the run. */
  state(run: StoredRun): RunState {
    const { log, ...fields } = this.now(run);
    return { ...fields, entries: log.map((entry) => entry()) };
  }

  /**
   * The same, but entries are made when they are called for: a long log is mostly read in pages.
   */
  now(run: StoredRun): RunFields & { readonly log: readonly (() => unknown)[] } {
    const now = this.#scenarioNow(run);
    let status: string | null = 'ACTIVE';
    let result: string | null = null;
    let summary: string | null = null;
    const { webUrlRoot } = this.#options;
    let webUrl = webUrlRoot === null ? null : `${webUrlRoot}/${run.id}`;
    let pullRequests: readonly unknown[] | null = null;
    const log: (() => unknown)[] = [];
    run.turns.forEach((turn, index) => {
      // A turn stops when the next one begins.
      const until =
        Math.min(now, run.turns[index + 1]?.startedAt ?? Infinity, turn.stoppedAt) - turn.startedAt;
      const resumed = index > 0;
      if (resumed && until >= turn.script.statusLag) {
        status = 'ACTIVE';
      }
      if (resumed && turn.script.echo && until >= 0) {
        log.push(() => echo(run, turn));
      }
      const values = { prompt: turn.prompt, run: String(run.id) };
      for (const step of turn.script.steps) {
        if (step.at > until) {
          break;
        }
        const statusVisible = !resumed || until >= turn.script.statusLag;
        if (step.status !== undefined && statusVisible) {
          status = step.status;
        }
        if (step.result !== undefined) {
          result = step.result === null ? null : (fill(step.result, values) as string);
        }
        if (step.summary !== undefined) {
          summary = fill(step.summary, values) as string | null;
        }
        if (step.web_url !== undefined) {
          webUrl = fill(step.web_url, values) as string | null;
        }
        if (step.github_pull_requests !== undefined) {
          pullRequests = fill(step.github_pull_requests, values) as readonly unknown[];
        }
        const { raw, entry } =
          step.later !== undefined && step.later.at <= until ? step.later : step;
        if (raw !== undefined) {
          log.push(() => raw);
        }
        if (entry !== undefined) {
          log.push(() => entryOf(run, { entry, at: turn.startedAt + step.at, values }));
        }
      }
      if (turn.stoppedAt <= now) {
        status = 'CANCELLED';
      }
    });
    return { status, result, summary, webUrl, pullRequests, log };
  }

  /** Scenario time is scaled by the speed. */
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

function scriptOf({ turns }: Scenario, index: number): Turn {
  const script = turns[Math.min(index, turns.length - 1)];
  if (script === undefined) {
    throw new Error('a scenario has at least one turn');
  }
  return script;
}

/** When the turn ends if nothing interrupts it, milliseconds since the epoch. */
function endOf({ startedAt, script, stoppedAt }: StoredTurn): number {
  return Math.min(stoppedAt, startedAt + (script.steps.at(-1)?.at ?? 0));
}

function entryOf(
  run: StoredRun,
  {
    entry,
    at,
    values,
  }: {
    readonly entry: Fields;
    readonly at: number;
    readonly values: Readonly<Record<string, string>>;
  },
): unknown {
  const created_at = new Date(at).toISOString();
  return { ...EMPTY_ENTRY, agent_run_id: run.id, created_at, ...(fill(entry, values) as object) };
}

function echo(run: StoredRun, turn: StoredTurn): unknown {
  const created_at = new Date(turn.startedAt).toISOString();
  return {
    ...EMPTY_ENTRY,
    agent_run_id: run.id,
    created_at,
    message_type: 'USER_MESSAGE',
    observation: turn.prompt,
  };
}
