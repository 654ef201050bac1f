/** The plain data from which the summary, the comment and the trace report are rendered. */
import type { ErrorCode, Outcome } from '../run/events.ts';
import type { PullRequestCheck } from '../github/claims.ts';
import type { Provenance } from '../github/event.ts';

/** The small part of an entry that reporters keep after it was written to the file. */
export interface StepDigest {
  /** Position in this turn as received, from 0. */
  readonly index: number;
  /** Milliseconds since the epoch, or null if unknown. */
  readonly time: number | null;
  /** `message_type` as received, or null if absent. Agent text: sanitize for the destination. */
  readonly kind: string | null;
  /** `tool_name` as received. Agent text. */
  readonly tool: string | null;
  /** The beginning of the step's text, at most 300 characters. Agent text. */
  readonly headline: string;
  /** Whether this step reports an error (`ERROR`, `PR_CREATION_FAILED`). */
  readonly error: boolean;
  /**
   * With `error`, the error text, at most 4,000 characters. For a command that failed, the end of what it printed, at most 1,000. Agent
   * text. Otherwise null.
   */
  readonly detail: string | null;
  /** The exit code of the step's command. Absent if it is not known. */
  readonly exitCode?: number;
}

/** What the steps so far say about a failure, folded step by step, so that no step needs to be kept for it. */
export interface Failures {
  /** Open errors by the tool whose success resolves them, in the order of the log. Errors without a tool share one place. */
  readonly open: ReadonlyMap<string, Failure>;
  /** The last command, if its exit code was not 0. */
  readonly command: Failure | null;
  /** Index of the last step whose exit code is known, or -1. */
  readonly lastCommand: number;
  /** The pull request that could not be opened. */
  readonly pullRequest: Failure | null;
  /** The agent's last answer, or a plan that no action followed. */
  readonly said: StepDigest | null;
  readonly errors: number;
  /** The last steps, up to three. */
  readonly recent: readonly StepDigest[];
}

/** A failed step with up to three preceding ones, oldest first. */
export interface Failure {
  readonly error: StepDigest;
  readonly before: readonly StepDigest[];
}

/** The state of the run, as known to this step. */
export type Standing =
  /** No run was created. */
  | 'no_run'
  /** A run may have been created. */
  | 'maybe_created'
  /** It is unknown whether the given run exists. Nothing was sent to it. */
  | 'untouched'
  /** The follow-up may have reached the run. */
  | 'maybe_resumed'
  /** Created, resumed or followed. Its end was not seen. */
  | 'going_on'
  /** Created, resumed or followed. It is unknown whether its turn has ended since. */
  | 'not_known'
  | 'ended';

/** The files and addresses that a step produces. */
export interface StepFiles {
  /** Path prefix of the step's files in `RUNNER_TEMP`, or null before the run exists. */
  readonly fileStem: string | null;
  readonly resultFile: string | null;
  readonly logsFile: string | null;
  readonly reportFile: string | null;
  readonly otlpFile: string | null;
  readonly sarifFile: string | null;
  readonly commentUrl: string | null;
}

/** What the state of a step and the view of it have in common. */
export interface StepFacts extends StepFiles {
  readonly outcome: Outcome | 'running';
  readonly errorCode: ErrorCode | null;
  readonly errorMessage: string | null;
  readonly skipReason: string | null;
  /** Why the step ended before the run (timeout or signal), as text. May quote the service. */
  readonly cutShort: string | null;
  /** The result as JSON that satisfies `output_schema`, or null. Agent text. */
  readonly resultJson: string | null;
  /** Entries of the run before this turn. */
  readonly entriesBefore: number;
  /** What the steps say about a failure. */
  readonly failures: Failures;
  /** Warnings that were printed (plain text that may quote agent text). */
  readonly warnings: readonly string[];
  /** The results of looking up the claimed pull requests on GitHub, or null. */
  readonly checks: readonly PullRequestCheck[] | null;
  /** What a review found, or null without one. */
  readonly review: ReviewView | null;
  readonly provenance: Provenance;
}

/** Everything that reporters may show about a step. The strings marked in `StepDigest` and `result` are agent text. */
export interface StepView extends StepFacts {
  readonly standing: Standing;
  readonly runId: number | null;
  readonly webUrl: string | null;
  readonly status: string | null;
  readonly resumed: boolean;
  readonly attached: boolean;
  readonly durationMs: number;
  readonly requests: number;
  readonly totalLogs: number;
  /** The complete result text. Agent text. */
  readonly result: string;
  /** The result existed before this step's follow-up, and its turn produced none. */
  readonly resultIsOld: boolean;
  /** The run was asked once to correct its answer to the schema. */
  readonly corrected: boolean;
  /** The run's own short summary (beyond the spec), or null. Agent text. */
  readonly runSummary: string | null;
  readonly pullRequests: readonly string[];
  readonly steps: readonly StepDigest[];
}

/** A finding of a review (contract 17). The strings are agent text. */
export interface ReviewedFinding {
  readonly fingerprint: string;
  readonly path: string;
  readonly side: 'LEFT' | 'RIGHT';
  /** The first line; the same as `line` for a single one. */
  readonly startLine: number;
  /** The last line. */
  readonly line: number;
  readonly severity: 'error' | 'warning' | 'note';
  readonly title: string;
  readonly body: string;
  readonly suggestion: string | null;
  /** Null for a finding that is not known and could not be posted. */
  readonly placed: 'inline' | 'body' | 'known' | null;
}

export interface ReviewView {
  /** The most severe ones first. */
  readonly findings: readonly ReviewedFinding[];
  /** The review's address on GitHub, or null if there is none. */
  readonly url: string | null;
  /** What the agent says of the pull request as a whole, in Markdown. Agent text. */
  readonly summary: string;
  /** The verdict of a gate, otherwise null. */
  readonly pass: boolean | null;
}
