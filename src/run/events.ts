/** The events of a run. Reporters receive them and do not depend on their source. */
import type {
  AwaitedPullRequest,
  Before,
  Entry,
  Meaning,
  PullRequestLead,
  RequestIdentity,
  RunId,
  RunWait,
  Usage,
  WorkBranch,
} from '../agents/port.ts';
import type { Outcome } from '../outcomes.ts';
import type { ErrorCode } from '../runner/output-table.ts';
import type { Lacked, RunMode, StopResult } from '../runner/saved-state.ts';

/** Why a run works on: `repair` of its answer (contract 8), or `mend` of its work (19). */
export type FurtherTurn = 'mend' | 'repair';

/** The known state of a run. */
export interface RunFacts {
  readonly runId: RunId;
  readonly webUrl: string | null;
  /** The last status word as received, or null. */
  readonly status: string | null;
}

/** What the service has shown of a run so far. */
export interface RunSeen extends RunFacts {
  /** What its status means, by the inputs' words too. */
  readonly meaning: Meaning;
  /** Null when it shows none. */
  readonly result: string | null;
  /** See `RunShown`. */
  readonly isOwnResult: boolean;
  /** A short text beyond the spec, or null. */
  readonly summary: string | null;
  /** The answer to an `output_schema` as JSON, where the service gives it apart from the text. */
  readonly structured: string | null;
  /** What the agent said last, or null. */
  readonly lastWords: string | null;
  /** Why the run failed, or what it asks, as far as the service says it beside the log. */
  readonly cause: string | null;
  /** See `RunShown`. */
  readonly waitsFor: RunWait | null;
  /** See `RunShown`. */
  readonly takesNoMessage: boolean;
  /** It failed because there was no money left (contract 18.5). */
  readonly isOutOfMoney: boolean;
  /** It failed because it reached the limit of its create (contract 18.5). */
  readonly isAtLimit: boolean;
  /** Unique addresses of pull requests. */
  readonly pullRequests: readonly string[];
  /** See `RunShown`. */
  readonly branches: readonly WorkBranch[];
  /** What leads to further ones, to be looked up on GitHub. */
  readonly leads: readonly PullRequestLead[];
  readonly awaitsPullRequest: AwaitedPullRequest;
  /** Null where the service does not tell it. */
  readonly usage: Usage | null;
  /** When the service created the run, in ms since the epoch, or null. */
  readonly createdAt: number | null;
}

/** The end of a session (contract 1.2). */
export interface SessionEnd {
  readonly outcome: Outcome;
  readonly errorCode: ErrorCode | null;
  readonly errorMessage: string | null;
  readonly skipReason: string | null;
  /** Why the session ended before the run (timeout or signal), as text. */
  readonly cutShort: string | null;
  /** The validated value as JSON, or null without a schema. */
  readonly resultJson: string | null;
  /** What `expect` asks for and the run did not bring, or null (contract 1.1). */
  readonly lacks: Lacked | null;
}

/**
 * Everything that happens to a run, from before it is created to its end. Times are on the clock's
 * `now`.
 */
export type RunEvent =
  /**
   * Comes first: the create, resume or first read is about to be made. `runId` is null when a run
   * is to be created, `at` if it is not known.
   */
  | { readonly type: 'begin'; readonly runId: RunId | null; readonly at: number | null }
  /** The run to resume, as it was before the follow-up. */
  | ({ readonly type: 'found' } & RunFacts)
  /** The run to resume no longer exists, so a new one is created (contract 7.2). */
  | {
      readonly type: 'gone';
      readonly runId: RunId;
      /** It exists, and takes no follow-up any more (contract 18.4). */
      readonly isClosed: boolean;
    }
  /** Precedes each attempt of a create or resume. From here on it may have been carried out. */
  | {
      readonly type: 'sending';
      readonly runId: RunId | null;
      /** The run before the follow-up, which brings a run of its own. Absent: it brings none. */
      readonly before?: Before | null | undefined;
    }
  /** The last attempt was certainly not carried out. */
  | { readonly type: 'unsent' }
  /**
   * The run exists. `again`: a further turn begins, which corrects the answer of the one before, or
   * mends what was checked of its work. `followed`: the run that does it, where that is another one
   * than the run of this step.
   */
  | ({
      readonly type: 'started';
      readonly mode: RunMode;
      /** What the status means. Absent: not known. */
      readonly meaning?: Meaning;
      readonly followed?: RunId;
      /** The run's result before this turn. Absent if unknown. */
      readonly resultBefore?: string | null | undefined;
      /** Entries of the run before this turn. */
      readonly entriesBefore?: number;
      /** The run's summary before this turn. Absent if it had none. */
      readonly summaryBefore?: string | null | undefined;
      /** What the run had used before this turn. Absent: nothing, or nothing is told of it. */
      readonly usageBefore?: Usage | null;
      readonly again?: FurtherTurn;
      /** A mend that an earlier attempt has asked for, of a head that is not known. Absent: no. */
      readonly isOfUnknownHead?: boolean;
      /** An earlier attempt of the step has sent it (contract 4.8). Absent: no. */
      readonly isFound?: boolean;
      /** The run was, or may have been, at work when the follow-up was sent. Absent: no. */
      readonly isBusyBefore?: boolean;
    } & RunFacts)
  /** What the service shows of the run changed. Absent fields did not. */
  | ({ readonly type: 'status' } & RunFacts & Partial<RunSeen>)
  /**
   * `echo`: it is the follow-up's own, so that the turn begins with it. `isUncertain`: as in
   * `TurnEntry`.
   */
  | {
      readonly type: 'entry';
      readonly entry: Entry;
      readonly echo?: boolean;
      readonly isUncertain?: boolean;
    }
  /** The key of the next create (contract 4.9). */
  | {
      readonly type: 'keyed';
      readonly identity: RequestIdentity;
      /** The id that the run will have, null where the service gives it one. */
      readonly idToBe: RunId | null;
    }
  /**
   * A problem that the action resolved itself. Shown only in the job log, because the user need not
   * change anything.
   */
  | { readonly type: 'note'; readonly message: string }
  /** What the action did that people should see, and that is no problem. */
  | { readonly type: 'notice'; readonly message: string }
  /** A warning for the user. Each one is emitted once. */
  | { readonly type: 'warning'; readonly message: string }
  /** The service refused a request with 429. The next one follows in `waitMs`. */
  | { readonly type: 'throttled'; readonly waitMs: number }
  /**
   * The service cannot be reached or fails, and the action retries. Emitted once per outage, and
   * again while nothing connects, with the time since the first attempt.
   */
  | {
      readonly type: 'outage';
      readonly message: string;
      readonly waitMs: number;
      readonly sinceMs?: number;
    }
  /** Precedes each wait: when the next poll is due. */
  | { readonly type: 'waiting'; readonly waitMs: number }
  /**
   * This step has asked the service to stop the run at its budget (contract 20). `errorMessage`
   * tells that end, as far as it is known by then.
   */
  | { readonly type: 'stopped'; readonly stopped: StopResult; readonly errorMessage: string | null }
  /** The end of the run was seen. The rest of its log is read next. */
  | { readonly type: 'finished' }
  /** Not all could be read that came with the end, so that there may be a result nobody knows. */
  | { readonly type: 'unread' }
  /** Comes last. */
  | { readonly type: 'ended'; readonly end: SessionEnd; readonly at: number };

export const note = (message: string): RunEvent => ({ type: 'note', message });
export const notice = (message: string): RunEvent => ({ type: 'notice', message });
export const warning = (message: string): RunEvent => ({ type: 'warning', message });

/** Receives each event as it happens, in order. */
export type Emit = (event: RunEvent) => void;
