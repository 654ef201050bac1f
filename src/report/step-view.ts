/** What the summary, the comment and the trace report are drawn from: everything known of a step, plain data. */
import type { ErrorCode, Outcome } from '../run/events.ts';
import type { Usage } from '../service/usage.ts';
import type { PullRequestCheck } from './pull-request-check.ts';

/** What reporters keep of an entry after it was written to the file: small, whatever its size. */
export interface StepDigest {
  /** Position in this turn as received, from 0. */
  readonly index: number;
  /** Milliseconds since the epoch, null when unknown. */
  readonly time: number | null;
  /** `message_type` as received, null when absent. Agent text: sanitise per sink. */
  readonly kind: string | null;
  /** `tool_name` as received. Agent text. */
  readonly tool: string | null;
  /** First words of what the step says, at most 300 characters. Agent text. */
  readonly headline: string;
  /** Whether this step reports an error (`ERROR`, `PR_CREATION_FAILED`). */
  readonly error: boolean;
  /** With `error`: the error text, at most 4,000 characters. Agent text. Else null. */
  readonly detail: string | null;
}

/** Where the run stands, as far as this step knows. */
export type Standing =
  /** None was created. */
  | 'no_run'
  /** One may have been created. */
  | 'maybe_created'
  /** The run that was named exists or not; nothing was sent to it. */
  | 'untouched'
  /** The follow-up may have reached the run. */
  | 'maybe_resumed'
  /** Created, resumed or followed, and not seen at its end. */
  | 'going_on'
  /** Created, resumed or followed; whether its turn has ended since could not be seen. */
  | 'not_known'
  | 'ended';

/** Everything a summary or comment may say about a step. Strings marked in `StepDigest` and `result` are agent text. */
export interface StepView {
  readonly outcome: Outcome | 'running';
  readonly errorCode: ErrorCode | null;
  readonly errorMessage: string | null;
  readonly skipReason: string | null;
  /** Why the step ended before the run did, in words (timeout, signal); may quote the service. */
  readonly cutShort: string | null;
  readonly standing: Standing;
  readonly runId: number | null;
  readonly webUrl: string | null;
  readonly status: string | null;
  readonly resumed: boolean;
  readonly attached: boolean;
  readonly durationMs: number;
  readonly requests: number;
  readonly totalLogs: number;
  /** The result text, whole. Agent text. */
  readonly result: string;
  /** It was there before this step's follow-up, whose turn brought none. */
  readonly resultIsOld: boolean;
  /** The run's own short summary (beyond the spec); null when there is none. Agent text. */
  readonly runSummary?: string | null;
  readonly pullRequests: readonly string[];
  /** Titles as GitHub tells them, by address. Agent text. */
  readonly pullRequestTitles?: ReadonlyMap<string, string>;
  readonly steps: readonly StepDigest[];
  /** Warnings said on the way (plain text, may quote agent text). */
  readonly warnings: readonly string[];
  /** What GitHub says about the claimed pull requests; null when it was not asked. */
  readonly checks?: readonly PullRequestCheck[] | null;
  /** What the run cost, where the service tells. */
  readonly usage?: Usage | null;
  readonly resultFile: string | null;
  readonly logsFile: string | null;
  readonly reportFile: string | null;
  readonly provenance: Provenance;
}

export interface Provenance {
  readonly event: string;
  readonly actor: string;
  readonly repository: string;
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  readonly workflow: string;
  /** Address of the workflow run, null outside GitHub. */
  readonly workflowRunUrl: string | null;
  /** First 12 hex digits of the prompt's SHA-256, null when nothing was sent. */
  readonly promptHash: string | null;
  readonly orgId: number | null;
  /** How people answer the run from its thread; absent where nothing resumes it from there. */
  readonly reply?: Reply;
}

export interface Reply {
  /** Number of the issue or pull request. */
  readonly thread: number;
  /** The trigger phrase that a comment needs; null when any event of the workflow in this thread continues the run. */
  readonly phrase: string | null;
}
