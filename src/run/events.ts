/** What following a run yields. Reporters take these and know nothing of where they come from. */
import type { EntryView } from '../service/entry.ts';
import type { Usage } from '../service/usage.ts';
import type { ErrorCode, Outcome } from './outcomes.ts';

export { ERROR_CODES, OUTCOMES, type ErrorCode, type Outcome } from './outcomes.ts';

/** One log entry of this turn. */
export interface Entry {
  /** Position in this turn as received, from 0. */
  readonly index: number;
  /** The entry as one line of JSON, as received; what goes into `logs_file`. */
  readonly line: string;
  readonly view: EntryView;
  /** `created_at` as milliseconds since the epoch, null when absent or unreadable. */
  readonly time: number | null;
}

/** How a step came to its run. */
export type RunMode = 'created' | 'resumed' | 'attached';

/** What is known of a run at some moment. */
export interface RunFacts {
  readonly runId: number;
  readonly webUrl: string | null;
  /** The last status word, as received; null when none has come. */
  readonly status: string | null;
}

/** What the run itself shows of its work, as the service tells it at the moment. */
export interface RunAnswer {
  /** Null when it shows none. */
  readonly result: string | null;
  /** A short text beyond the spec; null when it shows none. */
  readonly summary?: string | null;
  /** Addresses of pull requests, each once. */
  readonly pullRequests: readonly string[];
  /** When the service created the run, ms since the epoch; null when it does not tell. */
  readonly createdAt?: number | null;
  /** What the run cost, where it tells. */
  readonly usage?: Usage | null;
}

/** What tells a create request from every other (contract 4.9). */
export interface RequestIdentity {
  /** 32 hex digits: the step, or the task within it. */
  readonly key: string;
  /** The attempt of the workflow run that makes the request, from 1. */
  readonly generation: number;
  /** 32 hex digits: what the author asked. */
  readonly asked: string;
}

/** What a session ends with (contract 1.2). */
export interface SessionEnd {
  readonly outcome: Outcome;
  readonly errorCode: ErrorCode | null;
  readonly errorMessage: string | null;
  readonly skipReason: string | null;
  /** Why the session ended before the run did, in words: timeout, signal. */
  readonly cutShort: string | null;
  /** The validated value as JSON; null without a schema. */
  readonly resultJson: string | null;
}

/** Everything that happens to a run, from before it is created to its end. Times are on the clock's `now`. */
export type RunEvent =
  /** Comes first: the create, resume or first read is about to be made. `runId` is null when a run is to be created. */
  | { readonly type: 'begin'; readonly runId: number | null; readonly at: number }
  /** The run that is to be resumed, as it was before the follow-up. */
  | ({ readonly type: 'found' } & RunFacts)
  /** The run to be resumed no longer exists; a new one is created in its place (contract 7.2). */
  | { readonly type: 'gone'; readonly runId: number }
  /** Before each attempt of a create or resume: from here on it may have been carried out. */
  | { readonly type: 'sending'; readonly runId: number | null }
  /** The last attempt was certainly not carried out. */
  | { readonly type: 'unsent' }
  /** The run exists. With `repair`, a second turn of the same run that is to correct the answer of the first. */
  | ({
      readonly type: 'started';
      readonly mode: RunMode;
      /** The run's result before this turn. */
      readonly resultBefore?: string | null;
      /** Entries of the run before this turn. */
      readonly entriesBefore?: number;
      /** The run's summary before this turn; absent when that is not known. */
      readonly summaryBefore?: string | null;
      readonly repair?: boolean;
    } & RunFacts)
  /** The status word or the address changed. */
  | ({ readonly type: 'status' } & RunFacts)
  /** What the run shows of its work changed. */
  | ({ readonly type: 'answer' } & RunAnswer)
  /** `more`: other entries follow before anything is awaited. */
  | { readonly type: 'entry'; readonly entry: Entry; readonly more?: boolean }
  /** An entry that was handed out before was filled in by the service; it has the same `index`. */
  | { readonly type: 'amended'; readonly entry: Entry }
  /** The order of the log became known late: the entry handed out as number `i` of this turn (from 0) belongs at `places[i]`. */
  | { readonly type: 'order'; readonly places: readonly number[] }
  /** The key of the create that is about to be sent (contract 4.9). `sentAt` is on the wall clock. */
  | { readonly type: 'keyed'; readonly identity: RequestIdentity; readonly sentAt: number }
  /** What the action did about a problem by itself; for the job log, since there is nothing for a person to change. */
  | { readonly type: 'note'; readonly message: string }
  /** Something a person should know; said once each. */
  | { readonly type: 'warning'; readonly message: string }
  /** The service refused a request with 429; the next comes in `waitMs`. */
  | { readonly type: 'throttled'; readonly waitMs: number }
  /** The service cannot be reached or fails; the action tries again. Comes once an outage. */
  | { readonly type: 'outage'; readonly message: string; readonly waitMs: number }
  /** Before each wait: when the next look comes and how long the run has been followed. */
  | { readonly type: 'waiting'; readonly waitMs: number; readonly elapsedMs: number }
  /** The run was seen at its end; what is left of its log is read now. */
  | { readonly type: 'finished' }
  /** Comes last. */
  | { readonly type: 'ended'; readonly end: SessionEnd; readonly at: number };
