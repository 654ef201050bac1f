/**
 * The runs, whichever service the sandbox plays. The state of a run is a function of its scenario
 * and the time, without timers.
 */
import { fill, type Scenario, type Step, type Turn } from './scenario.ts';

export interface StoredRun {
  /** As the service writes it. */
  readonly id: string;
  readonly scenario: Scenario;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly turns: readonly StoredTurn[];
  /** The body that the run was created with. */
  readonly request: Fields;
  /** What the client gave it to be found by: an id, tags, a marker. */
  readonly keys: readonly string[];
  /** The web address of its repository, or empty. */
  readonly repository: string;
  readonly isArchived: boolean;
  /** Ended for ever: no further turn. */
  readonly isClosed: boolean;
  /** New turns end immediately. */
  readonly banned: boolean;
  /** `agent-run` alone, like the two below. */
  readonly repoId: number | null;
  readonly sourceType: SourceType;
  /** As in the create request. */
  readonly metadata: Fields | null;
}

type SourceType = 'API' | 'SETUP_COMMANDS';
type Fields = Readonly<Record<string, unknown>>;

export interface StoredTurn {
  readonly prompt: string;
  /** Scenario time at which its request arrived, milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** The same for its begin, which is later if it waits for the previous turn. */
  readonly startedAt: number;
  readonly script: Turn;
  /** Scenario time at which it was stopped, milliseconds since the epoch. */
  readonly stoppedAt: number;
  /** The same at which its run was put to sleep until the next turn. */
  readonly sleptAt: number;
  /** Whether it wakes a run that was asleep. */
  readonly isWoken: boolean;
  /** What the user said while it was at work. */
  readonly notes: readonly Note[];
}

export interface Note {
  readonly text: string;
  /** Scenario time, milliseconds since the epoch. */
  readonly at: number;
}

export interface PullRequest {
  readonly url: string;
  readonly number?: number;
  readonly title?: string;
  readonly head_branch_name?: string;
}

/** An entry of the log. Its value is made when it is called for. */
export interface LogItem {
  /** Scenario time, milliseconds since the epoch. */
  readonly at: number;
  /** The scenario says word for word what is sent. */
  readonly isRaw: boolean;
  /** The fields of the entry, or whatever a raw one is. */
  readonly value: () => unknown;
}

export interface RunFields {
  readonly status: string | null;
  readonly result: string | null;
  readonly summary: string | null;
  readonly webUrl: string | null;
  readonly pullRequests: readonly PullRequest[] | null;
}

export interface RunState extends RunFields {
  /** Oldest first. Of any shape if the scenario uses `raw`. */
  readonly entries: readonly unknown[];
}

/** What one turn of a run has shown so far, in the scenario's words. */
export interface TurnState {
  readonly index: number;
  readonly turn: StoredTurn;
  /** Whether it waits for the end of the turn before. */
  readonly isWaiting: boolean;
  readonly isStopped: boolean;
  /** The last word that the turn has set, or null. */
  readonly status: string | null;
  /** When it was set, or when the turn began. Scenario time, milliseconds since the epoch. */
  readonly statusAt: number;
  readonly result: string | null;
  /** The last list that the turn has set, or null. */
  readonly pullRequests: readonly PullRequest[] | null;
  readonly usage: Step['usage'] | null;
  readonly output: Fields | null;
  /** Oldest first, without the prompt and notes. */
  readonly log: readonly LogItem[];
  /** Oldest first. */
  readonly pushes: readonly Push[];
}

/** A commit that a run has pushed. */
export interface Push extends NonNullable<Step['push']> {
  /** Scenario time, milliseconds since the epoch. */
  readonly at: number;
}

interface StoreOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly speed: number;
  readonly webUrlRoot: string | null;
  /** The id of run number `nth`, from 1, where a create names none. */
  readonly idOf: (nth: number) => string;
}

export interface CreateOrder {
  readonly prompt: string;
  readonly scenario: Scenario;
  readonly request?: Fields;
  readonly keys?: readonly string[];
  readonly repository?: string;
  readonly repoId?: number | null;
  readonly sourceType?: SourceType;
  readonly metadata?: Fields | null;
  readonly id?: string;
  /** Scenario time since the run began, in milliseconds. */
  readonly elapsedMs?: number;
  /** Added by a test. Does not count as created. */
  readonly seeded?: boolean;
}

/** Where the built-in scenarios play if a run names no repository. */
export const SAMPLE_REPOSITORY = 'https://github.com/octo/shop';

export class Store {
  readonly #options: StoreOptions;
  #runs = new Map<string, StoredRun>();
  #creates = new Map<string, number>();
  #nextNth = 1;
  #created = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  create(order: CreateOrder): StoredRun {
    const { prompt, scenario, request = {}, keys = [], repository = '' } = order;
    const { sourceType = 'API', metadata = null, repoId = null } = order;
    const createdAt = this.#options.now() - (order.elapsedMs ?? 0) / this.#options.speed;
    const run = {
      id: order.id ?? this.#newId(),
      scenario,
      createdAt,
      turns: [
        {
          prompt,
          acceptedAt: createdAt,
          startedAt: createdAt,
          script: scriptOf(scenario, 0),
          stoppedAt: Infinity,
          sleptAt: Infinity,
          isWoken: false,
          notes: [],
        },
      ],
      request,
      keys,
      repository,
      isArchived: false,
      isClosed: false,
      banned: false,
      repoId,
      sourceType,
      metadata,
    };
    this.#put(run);
    if (order.seeded !== true) {
      this.#created++;
      for (const key of keys) {
        this.#creates.set(key, this.creates(key) + 1);
      }
    }
    return run;
  }

  #newId(): string {
    while (this.#runs.has(this.#options.idOf(this.#nextNth))) {
      this.#nextNth++;
    }
    return this.#options.idOf(this.#nextNth++);
  }

  /** Number of runs created since the start or the last `clear`. */
  get created(): number {
    return this.#created;
  }

  /** How many of them carry this key. */
  creates(key: string): number {
    return this.#creates.get(key) ?? 0;
  }

  get(id: string): StoredRun | undefined {
    const run = this.#runs.get(id);
    return run !== undefined && this.#knows(run) ? run : undefined;
  }

  /** In the order in which they were created. */
  all(): readonly StoredRun[] {
    return [...this.#runs.values()].filter((run) => this.#knows(run));
  }

  /** The same runs as a replica shows them that lags behind. */
  behind(lagMs: number): Store {
    const replica = new Store({ ...this.#options, now: () => this.#options.now() - lagMs });
    replica.#runs = this.#runs;
    replica.#creates = this.#creates;
    return replica;
  }

  #knows({ createdAt }: StoredRun): boolean {
    return createdAt <= this.#options.now();
  }

  clear(): void {
    this.#runs.clear();
    this.#creates.clear();
    this.#nextNth = 1;
    this.#created = 0;
  }

  /**
   * Begins the next turn of the scenario, or repeats the last one. Interrupts an active run unless
   * the turn is queued.
   */
  resume(
    run: StoredRun,
    prompt: string,
    { isWoken = false }: { readonly isWoken?: boolean } = {},
  ): StoredRun {
    const script = this.nextScript(run);
    const acceptedAt = this.scenarioNow(run);
    const startedAt = script.queued ? Math.max(acceptedAt, ...run.turns.map(endOf)) : acceptedAt;
    const stoppedAt = run.banned ? acceptedAt : Infinity;
    const times = { acceptedAt, startedAt, stoppedAt, sleptAt: Infinity };
    const turn = { prompt, script, ...times, isWoken, notes: [] };
    return this.#put({ ...run, turns: [...run.turns, turn] });
  }

  /** What the next turn would play. */
  nextScript(run: StoredRun): Turn {
    return scriptOf(run.scenario, run.turns.length);
  }

  /** The user says something to the turn at work, which goes on as it was. */
  note(run: StoredRun, text: string): StoredRun {
    const note = { text, at: this.scenarioNow(run) };
    return this.#changeLast(run, (turn) => ({ ...turn, notes: [...turn.notes, note] }));
  }

  #changeLast(run: StoredRun, change: (turn: StoredTurn) => StoredTurn): StoredRun {
    const last = run.turns.length - 1;
    const turns = run.turns.map((turn, index) => (index === last ? change(turn) : turn));
    return this.#put({ ...run, turns });
  }

  /** Stops the turns that have not ended. */
  stop(run: StoredRun): StoredRun {
    const now = this.scenarioNow(run);
    const turns = run.turns.map((turn, index) => {
      const isOver = Math.min(endOf(turn), run.turns[index + 1]?.startedAt ?? Infinity) <= now;
      return isOver ? turn : { ...turn, stoppedAt: Math.min(turn.stoppedAt, now) };
    });
    return this.#put({ ...run, turns });
  }

  /** The same, and all that begin before `unban`. */
  ban(run: StoredRun): void {
    this.#put({ ...this.stop(run), banned: true });
  }

  unban(run: StoredRun): void {
    this.#put({ ...run, banned: false });
  }

  /** Stops the run until its next turn. */
  sleep(run: StoredRun): StoredRun {
    const now = this.scenarioNow(run);
    return this.#changeLast(this.stop(run), (turn) => ({
      ...turn,
      sleptAt: Math.min(turn.sleptAt, now),
    }));
  }

  /** Gives it other keys. */
  rekey(run: StoredRun, keys: readonly string[]): StoredRun {
    return this.#put({ ...run, keys });
  }

  archive(run: StoredRun, isArchived: boolean): StoredRun {
    return this.#put({ ...run, isArchived });
  }

  /** Stops the run for ever. */
  close(run: StoredRun): StoredRun {
    return this.#put({ ...this.stop(run), isClosed: true });
  }

  /** Takes the run away. */
  remove(run: StoredRun): void {
    this.#runs.delete(run.id);
  }

  #put(run: StoredRun): StoredRun {
    this.#runs.set(run.id, run);
    return run;
  }

  /** The current state of the run. */
  state(run: StoredRun): RunState {
    const { log, ...fields } = this.now(run);
    return { ...fields, entries: log.map(({ value }) => value()) };
  }

  /**
   * The same, but entries are made when they are called for: a long log is mostly read in pages.
   */
  now(run: StoredRun): RunFields & { readonly log: readonly LogItem[] } {
    let status: string | null = 'ACTIVE';
    let result: string | null = null;
    let summary: string | null = null;
    const { webUrlRoot } = this.#options;
    let webUrl = webUrlRoot === null ? null : `${webUrlRoot}/${run.id}`;
    let pullRequests: readonly PullRequest[] | null = null;
    const log: LogItem[] = [];
    for (const { turn, index, until, steps, isStopped } of this.#views(run)) {
      const resumed = index > 0;
      const isStatusVisible = !resumed || until >= turn.script.statusLag;
      if (resumed && isStatusVisible) {
        status = 'ACTIVE';
      }
      if (resumed && turn.script.echo && until >= 0) {
        log.push({ at: turn.startedAt, isRaw: false, value: () => echo(turn) });
      }
      const values = valuesOf(run, turn);
      for (const step of steps) {
        if (step.status !== undefined && isStatusVisible) {
          status = step.status;
        }
        if (step.result !== undefined) {
          result = fill(step.result, values) as string | null;
        }
        if (step.summary !== undefined) {
          summary = fill(step.summary, values) as string | null;
        }
        if (step.web_url !== undefined) {
          webUrl = fill(step.web_url, values) as string | null;
        }
        if (step.github_pull_requests !== undefined) {
          pullRequests = fill(step.github_pull_requests, values) as readonly PullRequest[];
        }
        log.push(...itemsOf(step, { turn, values }));
      }
      if (isStopped) {
        status = 'CANCELLED';
      }
    }
    return { status, result, summary, webUrl, pullRequests, log };
  }

  /** Each turn by itself, for services that tell more of a turn than the state of its run. */
  turns(run: StoredRun): readonly TurnState[] {
    return this.#views(run).map((view) => turnState(run, view));
  }

  #views(run: StoredRun): readonly TurnView[] {
    const now = this.scenarioNow(run);
    return run.turns.map((turn, index) => {
      // A turn stops when the next one begins.
      const until =
        Math.min(now, run.turns[index + 1]?.startedAt ?? Infinity, turn.stoppedAt) - turn.startedAt;
      const { steps } = turn.script;
      const later = steps.findIndex(({ at }) => at > until);
      return {
        turn,
        index,
        until,
        steps: later === -1 ? steps : steps.slice(0, later),
        isStopped: turn.stoppedAt <= now,
      };
    });
  }

  /** When a time of the scenario is, on the real clock. Milliseconds since the epoch. */
  realTime(run: StoredRun, scenarioTime: number): number {
    return run.createdAt + (scenarioTime - run.createdAt) / this.#options.speed;
  }

  /** Scenario time is scaled by the speed. Milliseconds since the epoch. */
  scenarioNow(run: StoredRun): number {
    return this.scenarioTime(run, this.#options.now());
  }

  /** The same at a time of the real clock. */
  scenarioTime(run: StoredRun, realTime: number): number {
    return run.createdAt + (realTime - run.createdAt) * this.#options.speed;
  }
}

/** A turn with the part of its script that has happened. */
interface TurnView {
  readonly turn: StoredTurn;
  readonly index: number;
  /** How far it has come, in milliseconds. Negative before it begins. */
  readonly until: number;
  readonly steps: readonly Step[];
  readonly isStopped: boolean;
}

type Values = Readonly<Record<string, string>>;

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

/** Somebody has put it to sleep, and its next turn has not begun. */
export function isPutToSleep({ turns }: Pick<StoredRun, 'turns'>): boolean {
  return (turns.at(-1)?.sleptAt ?? Infinity) < Infinity;
}

/** When the turn ends if nothing interrupts it, milliseconds since the epoch. */
function endOf({ startedAt, script, stoppedAt }: StoredTurn): number {
  return Math.min(stoppedAt, startedAt + (script.steps.at(-1)?.at ?? 0));
}

function turnState(run: StoredRun, { turn, index, until, steps, isStopped }: TurnView): TurnState {
  let status: string | null = null;
  let statusAt = turn.startedAt;
  let result: string | null = null;
  let pullRequests: readonly PullRequest[] | null = null;
  let usage: TurnState['usage'] = null;
  let output: Fields | null = null;
  const log: LogItem[] = [];
  const pushes: Push[] = [];
  const values = valuesOf(run, turn);
  for (const step of steps) {
    if (step.push !== undefined) {
      pushes.push({ ...step.push, at: turn.startedAt + step.at });
    }
    if (step.status !== undefined) {
      status = step.status;
      statusAt = turn.startedAt + step.at;
    }
    if (step.result !== undefined) {
      result = fill(step.result, values) as string | null;
    }
    if (step.github_pull_requests !== undefined) {
      pullRequests = fill(step.github_pull_requests, values) as readonly PullRequest[];
    }
    usage = step.usage ?? usage;
    if (step.output !== undefined) {
      output = fill(step.output, values) as Fields | null;
    }
    log.push(...itemsOf(step, { turn, values }));
  }
  if (isStopped) {
    status = 'CANCELLED';
    statusAt = turn.stoppedAt;
  }
  const isWaiting = until < 0;
  return {
    index,
    turn,
    isWaiting,
    isStopped,
    status,
    statusAt,
    result,
    pullRequests,
    usage,
    output,
    log,
    pushes,
  };
}

function valuesOf(run: StoredRun, turn: StoredTurn): Values {
  const repository = run.repository === '' ? SAMPLE_REPOSITORY : run.repository;
  return { prompt: turn.prompt, run: run.id, repository };
}

/** What the step adds to the log: nothing, an entry, a raw one, or both. */
function itemsOf(
  step: Step,
  { turn, values }: { readonly turn: StoredTurn; readonly values: Values },
): readonly LogItem[] {
  const { raw, entry } = step;
  const at = turn.startedAt + step.at;
  const items: LogItem[] = [];
  if (raw !== undefined) {
    items.push({ at, isRaw: true, value: () => raw });
  }
  if (entry !== undefined) {
    items.push({ at, isRaw: false, value: () => entryOf(entry, { at, values }) });
  }
  return items;
}

function entryOf(
  entry: Fields,
  { at, values }: { readonly at: number; readonly values: Values },
): unknown {
  const created_at = new Date(at).toISOString();
  return { ...EMPTY_ENTRY, created_at, ...(fill(entry, values) as object) };
}

function echo(turn: StoredTurn): unknown {
  const created_at = new Date(turn.startedAt).toISOString();
  return { ...EMPTY_ENTRY, created_at, message_type: 'USER_MESSAGE', observation: turn.prompt };
}
