/** What following a run yields. Reporters take these and know nothing of where they come from. */
import type { EntryView } from '../service/entry.ts';

/** What a step can end as (contract 1.2, `outcome`). */
export const OUTCOMES = [
  'succeeded',
  'failed',
  'cancelled',
  'needs_input',
  'timed_out',
  'started',
  'skipped',
  'error',
  'unverified',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Codes of contract 5. */
export const ERROR_CODES = [
  'invalid_input',
  'unauthorized',
  'quota_exceeded',
  'forbidden',
  'not_found',
  'rejected',
  'rate_limited',
  'network',
  'bad_response',
  'ambiguous_create',
  'schema_mismatch',
  'thread_unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

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

/** What is known of a run at some moment. */
export interface RunFacts {
  readonly runId: number;
  readonly webUrl: string | null;
  /** The last status word, as received; null when none has come. */
  readonly status: string | null;
}

export type RunEvent =
  /** The run exists; comes first. */
  | ({ readonly type: 'started'; readonly mode: 'created' | 'resumed' | 'attached' } & RunFacts)
  /** The status word or the address changed. */
  | ({ readonly type: 'status' } & RunFacts)
  /** `more`: other entries follow before anything is awaited. */
  | { readonly type: 'entry'; readonly entry: Entry; readonly more?: boolean }
  /** The order of the log became known late: the entry handed out as number `i` of this turn (from 0) belongs at `places[i]`. */
  | { readonly type: 'order'; readonly places: readonly number[] }
  /** Something a person should know; said once each. */
  | { readonly type: 'warning'; readonly message: string }
  /** The service refused a request with 429; the next comes in `waitMs`. */
  | { readonly type: 'throttled'; readonly waitMs: number }
  /** The service cannot be reached or fails; reading goes on. Comes once an outage. */
  | { readonly type: 'outage'; readonly message: string; readonly waitMs: number }
  /** Before each wait: when the next look comes and how long the run has been followed. */
  | { readonly type: 'waiting'; readonly waitMs: number; readonly elapsedMs: number };
