/**
 * What the action needs of a hosted coding agent, in the action's own words. Each service fills it
 * in a folder beside this file and knows nothing of the others; everything above speaks of runs,
 * entries and outcomes alone.
 *
 * A method makes one attempt of what it says, and rejects with `ServiceError`, or with
 * `call.signal.reason` on abort. What may be sent again is decided above, by what the error proves.
 */
import type { ServiceError } from '../http/errors.ts';
import type { CallOptions, Limiter } from '../http/limits.ts';
import type { Http } from '../http/port.ts';
import type { RunEnd } from '../outcomes.ts';
import type { ErrorCode } from '../runner/output-table.ts';
import type { Clock, Env } from '../runner/port.ts';
import type { EntryView } from './entry.ts';
import type { ServiceFacts } from './facts.ts';
import type { RunId, UsageUnit } from './values.ts';

export type { RunId } from './values.ts';

/** What the service's word for the state of a run means (contract 4.2, 18.2). */
export type Meaning = RunEnd | 'active' | 'unknown';

/** What the service tells of the use of a run (contract 1.2, `usage`). Never guessed. */
export interface Usage {
  readonly unit: UsageUnit;
  readonly amount: number;
  /** US dollars, null where not told. */
  readonly costUsd: number | null;
  /**
   * Nothing was charged for it: a plan, a key of one's own or a grant bears it (contract 18.6).
   * Absent: not told.
   */
  readonly isInPlan?: boolean;
}

/**
 * A pull request, or what leads to it; `github/` looks the rest up.
 *
 * `isEarlier`: it was there before this turn, so that it counts only if its head was committed to
 * since then, as GitHub tells (contract 18.1).
 */
export type PullRequestLead =
  | { readonly kind: 'address'; readonly url: string; readonly isEarlier: boolean }
  /**
   * The tools of this turn have shown it, as they show those of others, or it is not known whether
   * it was there before: it counts only if it was opened, or its head committed to, since the run
   * began, as GitHub tells.
   */
  | { readonly kind: 'seen'; readonly url: string }
  /** By the database id of GitHub's API. */
  | {
      readonly kind: 'database_id';
      /** `owner/name`. Null: that of the run. */
      readonly repository: string | null;
      readonly id: number;
      readonly nodeId: string | null;
      /** The head branch, null where not told. */
      readonly branch: string | null;
    };

/** A branch with work of a run that the service names, which nobody has looked up. */
export interface WorkBranch {
  /** `owner/name`. Null: the repository in which the run works. */
  readonly repository: string | null;
  readonly name: string;
}

/**
 * Whether a run that has ended may yet name a pull request (contract 18.5, 18.8): `yes` where one
 * was asked for; `perhaps` where it is not known whether one was.
 */
export type AwaitedPullRequest = 'no' | 'perhaps' | 'yes';

/** The output of a run, as opaque text. */
export interface OutputShown {
  /** Null: the run had none. */
  readonly digest: string | null;
}

/** See `RunShown.waitsFor`. */
export type RunWait = 'approval' | 'paused' | 'waking';

/** What one answer of the service tells of a run. */
export interface RunShown {
  /**
   * The run to follow from now on: after a follow-up it may be another one, and an id that names no
   * single run leads to one.
   */
  readonly id: RunId;
  readonly webUrl: string | null;
  /** The state as the service calls it (output `status`), or null if this answer tells none. */
  readonly status: string | null;
  /** What this answer as a whole means. The inputs' own status words win over it (contract 4.2). */
  readonly meaning: Meaning;
  /** Absent: this answer tells nothing of it. Null: the run has none (any more). */
  readonly result?: string | null | undefined;
  /** The result is this turn's, also where it says the same as before. Absent: not known. */
  readonly isOwnResult?: boolean;
  /** A short text beside the result, as `result`. */
  readonly summary?: string | null | undefined;
  /** The answer to an `output_schema`, as JSON, where the service gives it apart from the text. */
  readonly structured?: string | null | undefined;
  /**
   * What the agent said last, where `result` may be another text: the answer to an `output_schema`
   * may stand in it (contract 18.5). As `result`.
   */
  readonly lastWords?: string | null | undefined;
  /** Tells the run's output from a later one. Absent: this answer tells nothing of it. */
  readonly output?: OutputShown;
  /**
   * It does nothing, and shows nothing of what it was asked: ten minutes of that end the turn
   * (contract 18.5). Absent: no.
   */
  readonly isUnbegun?: boolean;
  /**
   * The log says that this very turn has ended as it is shown, so that the end is not that of an
   * earlier turn. Absent: not known.
   */
  readonly isOwnEnd?: boolean;
  /** Why the run failed, or what it asks, in the service's or the agent's words. Null: not told. */
  readonly cause: string | null;
  /**
   * What a run waits for that has asked nothing (contract 18.5): that somebody approves what it is
   * about to do, that the person who has paused it goes on with it, or that a message wakes it. It
   * may count as at work meanwhile. Null or absent: it asks, or does not wait.
   */
  readonly waitsFor?: RunWait | null | undefined;
  /** It takes no message any more: one would be refused. Absent: not known. */
  readonly takesNoMessage?: boolean;
  /** It failed because there was no money left (contract 18.5). */
  readonly isOutOfMoney: boolean;
  /** It failed because it reached the limit of its create (contract 18.5). Absent: no. */
  readonly isAtLimit?: boolean;
  readonly pullRequests: readonly PullRequestLead[];
  /**
   * Branches of this turn that have no pull request, oldest first (contract 1.2 `head_branch`).
   * Absent: this answer tells nothing of it.
   */
  readonly branches?: readonly WorkBranch[] | undefined;
  readonly awaitsPullRequest: AwaitedPullRequest;
  /** Null where not told. */
  readonly usage: Usage | null;
  /** When the service created the run, in ms since the epoch, or null. */
  readonly createdAt: number | null;
  /** The key that the run carries, or null if this answer shows none. */
  readonly key: CarriedKey | null;
}

/** The key of a create as a run carries it. */
export interface CarriedKey {
  readonly key: string;
  /** From 1: the number of requests under this key that ended badly, plus one. */
  readonly generation: number;
}

/** Identifies a create request (contract 4.9). */
export interface RequestIdentity extends CarriedKey {
  /** 32 hex digits: hash of the request. */
  readonly asked: string;
}

/** What a new run is to do. A field that the service cannot be told is null or empty. */
export interface RunOrder {
  /** `run`, or another task of the published API (contract 1.1, `task`). */
  readonly task: 'analyze-logs' | 'run' | 'setup-commands';
  readonly prompt: string;
  /** `owner/name`, null for none. */
  readonly repository: string | null;
  /** The repository's number at the service, for services that have such numbers. */
  readonly repositoryId: number | null;
  readonly sandboxId: number | null;
  /** Branch, by its short name, or commit to start from. */
  readonly ref: string | null;
  readonly createPullRequest: boolean;
  readonly model: string | null;
  /**
   * What it may use, in the unit of the service's budget, where the service keeps that itself
   * (contract 20).
   */
  readonly limit: number | null;
  /** Data URIs. */
  readonly images: readonly string[];
  /** `request_fields`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The JSON Schema (2020-12) of the answer, null for none. */
  readonly schema: object | null;
}

/** A follow-up, which a run gets as its next message. */
export interface Message {
  /** With the mark in its last line, if there is one. */
  readonly text: string;
  /** By which the follow-up is found again (contract 4.9), null for none. */
  readonly mark: string | null;
  /** Data URIs. */
  readonly images: readonly string[];
}

/**
 * What the adapter wants to remember of a run before a follow-up, to tell this turn from earlier
 * ones.
 */
export interface Before {
  /** Entries of earlier turns, or null if they could not be counted. */
  readonly entries: number | null;
  /** Opaque above the adapters, at most 2 kB, so that it can be saved for the post step. */
  readonly memo: string;
}

/** A turn of a run that exists: what it does on a request, from its begin to its end. */
export interface Turn {
  readonly runId: RunId;
  /** `attached`: nothing was sent, and everything that the run shows counts. */
  readonly mode: 'attached' | 'created' | 'resumed';
  /** The run before the follow-up; null without one. */
  readonly runBefore: RunShown | null;
  /** Null: nothing was before the turn, or what was could not be read (`resumed`). */
  readonly before: Before | null;
  /** The message as sent (`resumed`) or the prompt of the run (`created`); null if not known. */
  readonly sent: Message | null;
  /** When the create or follow-up was accepted, on the clock's `now`. */
  readonly acceptedAt: number;
  /**
   * An earlier attempt has sent the follow-up: behind it in the log later turns may stand, which
   * are of other jobs (contract 4.8). Absent: no.
   */
  readonly isFound?: boolean | undefined;
  /** As in `FoundFollowUp`: what the run itself shows is of a later turn. Absent: not known. */
  readonly isPast?: boolean | undefined;
}

/** Looks for the run of a create whose answer is not known (contract 4.8, 4.9, 18.4). */
export interface Search {
  readonly identity: RequestIdentity;
  /**
   * `lost`: the create was sent under this very identity. `earlier`: an earlier attempt of the
   * workflow run may have sent one under its key, or with a key of one's own any other run of the
   * workflow. All generations are looked for, and the newest one that has a run counts.
   */
  readonly kind: 'earlier' | 'lost';
  /** The order whose run is looked for. */
  readonly order: RunOrder | null;
  /** No run older than this is looked at (epoch, ms). */
  readonly from: number;
  /** When the first request with this key can have been sent (epoch, ms); null: unknown. */
  readonly began: number | null;
}

/** A run that carries the key that was looked for. */
export interface Match {
  readonly run: RunShown;
  readonly generation: number;
  /** Whether it was asked the same. */
  readonly asks: 'other' | 'same';
}

/** What one look found. */
export type Found =
  /** The runs of the newest generation that has one; several where they cannot be told apart. */
  | {
      readonly kind: 'found';
      readonly matches: readonly [Match, ...Match[]];
      /** What users should know of it, as sentences: that one of several was chosen. */
      readonly warning?: string;
    }
  | { readonly kind: 'none' }
  /**
   * The search came to no end: a run may exist behind what was read. `why` is a clause. `mayClose`:
   * a later look may tell, so that it goes on as for a lost create.
   */
  | { readonly kind: 'open'; readonly why: string; readonly mayClose?: boolean }
  /** The service shows no keys at all, so that nothing can be told. `why` is a clause. */
  | { readonly kind: 'untold'; readonly why: string };

/** How a create carries a key, and how a lost one is looked for. */
export interface KeyRules {
  /** A create carries a key also with `idempotency: none`, then a random one (contract 18.4). */
  readonly always: boolean;
  /** Waits before each look for a lost create, in ms; the last is repeated until `settleMs`. */
  readonly pausesMs: readonly number[];
  readonly settleMs: number;
  /**
   * A create that was not found `settleMs` after it was sent is sent once more under the same key,
   * which makes no second run. Otherwise that time begins when its answer is lost.
   */
  readonly resends: boolean;
  /**
   * How a created run shows its key. One that does not is told in a warning. Absent: not at all.
   */
  readonly shown?: {
    /** In the answer to the create, or at least in the run itself, where that may lack it. */
    readonly where: 'in_answer' | 'in_run';
    /** What holds it, as people read it: `metadata`, `tags`. */
    readonly holder: string;
  };
  /** Where a run is looked for by its key, as people read it: `in the list`. */
  readonly lookedFor: string;
  /** What is read to look for it, as people read it: `the list of runs`. */
  readonly searched: string;
  /** Where people look for it: `the list of runs in the web interface of the service`. */
  readonly runList: string;
  /** The id of the run that a create makes, where the key decides it. Absent: it does not. */
  readonly idToBe?: (identity: RequestIdentity) => RunId;
}

/** The run is at work, or starts, and takes no follow-up until that is over (contract 18.4). */
export class RunBusy extends Error {
  override readonly name = 'RunBusy';
  /** The run at work, as people find it. */
  readonly busy: RunId;
  /** It has not started yet. */
  readonly isStarting: boolean;

  constructor(
    busy: RunId,
    cause: ServiceError | null,
    { isStarting = false }: { readonly isStarting?: boolean } = {},
  ) {
    super(`run ${busy} ${isStarting ? 'is starting' : 'is at work'}`, { cause });
    this.busy = busy;
    this.isStarting = isStarting;
  }
}

/** The run will never take a follow-up again: archived, expired, exited or deleted (18.4). */
export class RunGone extends Error {
  override readonly name = 'RunGone';

  /** @param why a clause: `the agent is archived` */
  constructor(why: string, cause: ServiceError | null) {
    super(why, { cause });
  }
}

/** What became of a request to stop a run. */
export type StopResponse =
  /** `text` says as a sentence what the service did or will do; empty: that it was accepted. */
  | { readonly kind: 'accepted'; readonly text: string }
  /** The run had ended already. */
  | { readonly kind: 'over'; readonly text: string };

/** Sends a read until it is answered or fails for good. Rejects with the last `ServiceError`. */
export type Patiently = <T>(read: () => Promise<T>) => Promise<T>;

/** What `task: check` asks about, by the inputs (contract 12). */
export interface CheckOrder {
  /** `owner/name`, null for none. */
  readonly repository: string | null;
  readonly repositoryId: number | null;
  /** The run of `agent_run_id`, null for none. */
  readonly runId: RunId | null;
  readonly patiently: Patiently;
}

/** A finding of `task: check` (contract 12). */
export type CheckFinding =
  /** `note`: could not be determined, or is for information. */
  | { readonly kind: 'note' | 'ok'; readonly message: string }
  | { readonly kind: 'problem'; readonly code: ErrorCode; readonly message: string }
  /** A question that the service did not answer. The step says why, by the error. */
  | { readonly kind: 'failed'; readonly error: ServiceError };

/** A repository that was looked up at the service. */
export type FoundRepository =
  | {
      readonly kind: 'found';
      readonly id: number;
      /** `owner/name` */
      readonly fullName: string;
      /** What users should know of it, as a sentence. */
      readonly warning: string | null;
    }
  /** `why` says as sentences that it is not there, and what to do. */
  | { readonly kind: 'none'; readonly why: string };

/** Further messages to a run (contract 7.2, 8, 18.4). */
export interface FollowUps {
  /** What is remembered of a run before a follow-up to it. */
  before(run: RunShown, call: CallOptions): Promise<Before>;
  /** Takes an earlier request to stop the run back. */
  wake(id: RunId, call: CallOptions): Promise<void>;
  /**
   * Sends a follow-up. Null: it was accepted, and nothing was said of the run. Rejects with
   * `RunBusy` where the run is at work and takes none meanwhile, with `RunGone` where it will never
   * take one again.
   */
  send(run: KnownRun, message: Message, call: CallOptions): Promise<RunShown | null>;
  /**
   * The run that was begun last by a message to this one, or null where that was there before the
   * follow-up already. Absent where a follow-up brings no run of its own.
   */
  newest?(run: KnownRun, call: CallOptions): Promise<RunId | null>;
  /** One look for a follow-up by its mark, in all that was said since `run.before`. */
  find(run: KnownRun, mark: string, call: CallOptions): Promise<FoundMark>;
}

/** A run that gets a follow-up, and what is remembered of it. */
export interface KnownRun {
  readonly id: RunId;
  /** Null: nothing is remembered, so that all that was ever said to the run counts. */
  readonly before: Before | null;
}

/** A follow-up that was found. */
export interface FoundFollowUp {
  readonly kind: 'found';
  /** The run that does it, as that turn has it. */
  readonly run: RunShown;
  /** The same as its log told it just before. Absent: the log tells nothing of the run. */
  readonly inLog?: RunShown | undefined;
  /** The turn is over, and the run has gone on to a later one. Absent: no. */
  readonly isPast?: boolean;
  /**
   * It was given another message since, and no log says when a turn is over, so that the run may be
   * shown as a later turn has left it. Absent: no.
   */
  readonly hasGoneOn?: boolean;
}

/** A follow-up that has arrived, and whose run cannot be read for now. */
export interface UnreadFollowUp extends Pick<FoundFollowUp, 'inLog'> {
  readonly kind: 'unread';
  readonly id: RunId;
  readonly error: ServiceError;
}

/** What one look for a follow-up found. */
export type FoundMark =
  | FoundFollowUp
  | UnreadFollowUp
  | { readonly kind: 'none' }
  /** It was sent, and which run does it cannot be told. `why` is a clause. */
  | { readonly kind: 'open'; readonly why: string }
  /** The service does not show what was said, so that nothing can be told. `why` is a clause. */
  | { readonly kind: 'untold'; readonly why: string };

/** A hosted coding agent. Opened once for a step, and shared by the tasks of a fleet. */
export interface Agent {
  /** What the service needs and can, is called and is limited to. */
  readonly facts: ServiceFacts;
  readonly keys: KeyRules;
  /** Milliseconds between two polls of a run that is alone (contract 3.3, 18.6). */
  readonly pollMs: number;
  /**
   * Creates of a step that may be on their way at once (contract 18.6). Infinity: as many as the
   * limits allow.
   */
  readonly createsAtOnce: number;
  /**
   * The most milliseconds between two sendings of a create or follow-up that is refused for now,
   * beyond what the refusals ask for (contract 3.2).
   */
  readonly refusedMostMs: number;
  /**
   * Whether each turn is a run of its own, whose end is no other's. Otherwise a run goes on through
   * several turns, and `run/turn-end` decides which end is this turn's (contract 4.3, 4.5).
   */
  readonly turnIsRun: boolean;

  /** Creates a run; with an identity, one that carries its key. */
  create(order: RunOrder, identity: RequestIdentity | null, call: CallOptions): Promise<RunShown>;
  /** One look for the run of an earlier create. */
  find(search: Search, call: CallOptions): Promise<Found>;
  read(id: RunId, call: CallOptions): Promise<RunShown>;
  /** The reader of one turn. Sends nothing by itself. */
  turn(turn: Turn, ports: TurnPorts): TurnReader;

  /** Absent: a run takes no follow-up. */
  readonly followUps?: FollowUps | undefined;
  /** Asks to stop a run, and reads what became of it. Absent: a run cannot be stopped. */
  readonly stop?: ((id: RunId, call: CallOptions) => Promise<StopResponse>) | undefined;
  /**
   * One request for the states of these runs: the page of the list of runs of which least is known.
   * Tells what it shows, of other runs as well, and null for those of `ids` that it should show and
   * does not. Absent: the service has no list that shows states.
   */
  readonly standings?:
    | ((ids: readonly RunId[], call: CallOptions) => Promise<ReadonlyMap<RunId, RunShown | null>>)
    | undefined;
  /**
   * Looks a repository up, by its name or else its number, for services whose runs take its number.
   * What was read is kept. Rejects with `ServiceError`. Absent: its name is enough.
   */
  readonly repository?:
    | ((
        wanted: Pick<CheckOrder, 'patiently' | 'repository' | 'repositoryId'>,
        call: CallOptions,
      ) => Promise<FoundRepository>)
    | undefined;
  /**
   * Whether token, organization and repository fit together (contract 12). Ends early where the
   * questions that follow could not be answered.
   */
  check(order: CheckOrder, call: CallOptions): Promise<readonly CheckFinding[]>;

  /**
   * This agent for one of many runs of a step: its requests pass another limiter, and what was
   * found out of the service is shared.
   */
  under(limiter: Limiter): Agent;
  /**
   * Reads GitHub's API at the service's own address with its own token, which may see repositories
   * that the job's token does not (contract 18.8). Resolves with the JSON of the answer. Absent:
   * the service is not GitHub.
   */
  readonly readGitHub?: ((path: string, call: CallOptions) => Promise<unknown>) | undefined;

  /**
   * Minimum milliseconds between two polls that keep the token within its budget (contract 3.1).
   */
  spacing(): number;
  /** Milliseconds until the budget allows another read and `reserve` more, 0 if it does now. */
  readDelay(reserve?: number): number;
  /** As `Limiter.asked`: milliseconds until the time that the service asked to wait for. */
  askedDelay(): number;
  /** Requests that reached the service so far. */
  reached(): number;
}

/** What an agent is opened with. */
export interface AgentPorts {
  readonly http: Http;
  readonly clock: Clock;
  readonly env: Env;
  /** Absent: its own. */
  readonly limiter?: Limiter | undefined;
  readonly userAgent: string;
  /** The service's root address without a trailing slash; it may have a path. */
  readonly baseUrl: string;
  readonly token: string;
  /** As the input gives it, empty without one. */
  readonly orgId: string;
  /** `owner/name` that the input names. Absent or null: none. */
  readonly repository?: string | null;
  /** Told every secret that an answer brings, so that nobody reads it. Absent: nobody is. */
  readonly keepSecret?: ((secret: string) => void) | undefined;
}

export interface TurnPorts {
  /** Told what the user should know of the log. The same text is shown once. */
  readonly warn: (message: string) => void;
  /** Told what happens, for the job log alone. */
  readonly note: (message: string) => void;
  /** Told what people should see that the action did to the run. */
  readonly notice: (message: string) => void;
}

/** One log entry of this turn. */
export interface Entry {
  /** Position in this turn as received, from 0. */
  readonly index: number;
  /** The entry as one line of JSON, as received; what goes into `logs_file`. */
  readonly line: string;
  readonly view: EntryView;
  /** `created_at` as milliseconds since the epoch, null when absent or unreadable. */
  readonly time: number | null;
  /**
   * It reports that the run failed and not why, so that it is no cause. Absent: no.
   */
  readonly namesNoCause?: boolean;
  /**
   * A note of the action's own, of a change that the service's log does not tell. It stands in the
   * log, and does not count in `total_logs` (contract 18.5).
   */
  readonly isNote?: boolean;
}

/** A new entry of this turn. */
export interface TurnEntry {
  readonly entry: Entry;
  /** It is the follow-up's own, so that the turn begins with it. */
  readonly isEcho: boolean;
  /**
   * It may be of an earlier turn: it is kept, and counts for nothing (contract 4.5). Absent: no.
   */
  readonly isUncertain?: boolean;
}

/**
 * What one read of the log brought.
 *
 * @typeParam Run what an answer of the service tells of the run itself
 */
export interface LogPart<Run> {
  /** New entries of this turn, numbered, oldest first. */
  readonly entries: readonly TurnEntry[];
  /**
   * Entries of this turn that are told later: one that is the answer if the turn ends with it. All
   * of them in each part, so that they count as work, and an answer among them can end the turn.
   */
  readonly untold: readonly EntryView[];
  /** Null if the answer tells nothing of the run. */
  readonly run: Run | null;
  /** Entries came that were not known, of this turn or not (yet). */
  readonly moved: boolean;
  /** More can be read at once. Never after a read that brought nothing (contract 4.7). */
  readonly more: boolean;
  /** All was read, as far as the service tells. */
  readonly complete: boolean;
  /**
   * What belongs to the end of the run is not there, and is not waited for any longer. Absent: no.
   */
  readonly lacksEnd?: boolean;
  /** Entries announced but not received; negative if more were received than announced. */
  readonly missing: number;
}

export interface ReadOptions {
  /** The end of the run was seen above. */
  readonly last?: boolean;
}

export interface CloseOptions {
  /**
   * The step leaves before the log was read to its end: entries may be missing before the last one,
   * so that it is not told (contract 4.7).
   */
  readonly isCutOff?: boolean;
}

/**
 * The log of one turn, however the service gives it: pages by offset or by cursor, or a stream.
 * What belongs to the turn, in which order it stands and what is read next is decided in it; when
 * the turn is over, and when to read, above.
 */
interface LogReader<Run> {
  /** Reads what is new. Rejects with `ServiceError`, or with `call.signal.reason` on abort. */
  read(call: CallOptions, options?: ReadOptions): Promise<LogPart<Run>>;
  /**
   * Entries that were held back until it is certain that they belong to the turn, and need wait no
   * longer. For a poll that could not read the log.
   */
  overdue(): readonly TurnEntry[];
  /** Nothing more is read. Returns what was received and not told yet; ends a stream. */
  close(options?: CloseOptions): readonly TurnEntry[];
  /**
   * Resolves once entries can be read that came by themselves, so that the next poll need not be
   * waited for; rejects on abort. Absent where the service only answers.
   */
  readonly arrival?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /**
   * `read` asks for the run itself, so that its failure says nothing of the log. What a stream
   * meets is told by `TurnPorts` instead. Absent: no.
   */
  readonly readsRun?: boolean;
  /**
   * Whether the last `read` came no further than the run itself, which it asks for before the log,
   * so that its failure says nothing of the log. Absent: no.
   */
  readonly failedAtRun?: boolean;
}

/** Reads one turn: its log, with what each answer tells of the run, and the run itself. */
export interface TurnReader extends LogReader<RunShown> {
  /** Reads the run itself: where the log cannot be read, and for its final result. */
  run(call: CallOptions): Promise<RunShown>;
  /**
   * The run as `read` found it before it failed at the log, where it asks for the run first. Null
   * or absent: it did not find it.
   */
  runBeforeLog?(): RunShown | null;
  /**
   * What the last request for the run itself failed with, as text, where `read` can go on without
   * one. Null or absent: it was answered.
   */
  readonly obstacle?: string | null;
}

/** How a service is opened: what it is and can stands in `facts.ts` of its folder. */
export type OpenAgent = (ports: AgentPorts) => Promise<Agent>;
