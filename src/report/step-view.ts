/**
 * What is known of a step, as plain data: its state, and the view of it from which everything that
 * people read is rendered.
 */
import type { Before, RunId, Usage } from '../agents/port.ts';
import type { JudgedHead } from '../github/head-checks.ts';
import type { DiffSide, PullRequestPlace } from '../github/port.ts';
import type { LookedUpPullRequest } from '../github/pull-requests.ts';
import type { PullRequestCheck } from '../github/pull-request-check.ts';
import type { Provenance } from '../github/provenance.ts';
import type { ShownOutcome } from '../outcomes.ts';
import type { PlanItem } from '../agents/plan-line.ts';
import type { KeptBudget } from '../run/budget.ts';
import type { FurtherTurn, RunFacts, SessionEnd } from '../run/events.ts';
import type { RunMode, StopResult } from '../runner/saved-state.ts';
import type { TurnRecord } from '../run/state.ts';

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
  /** What the tool was asked to do is not told: the headline says something else. Absent: it is. */
  readonly isInputUntold?: boolean | undefined;
  /** Whether this step reports an error (`ERROR`, `PR_CREATION_FAILED`). */
  readonly error: boolean;
  /** See `Entry`. */
  readonly namesNoCause?: boolean | undefined;
  /**
   * With `error`, the error text, at most 4,000 characters. For a command that failed, the end of
   * what it printed, at most 1,000. Agent text. Otherwise null.
   */
  readonly detail: string | null;
  /** The exit code of the step's command. Absent if it is not known. */
  readonly exitCode?: number | undefined;
  /** The service told no exit code: 1 says no more than that it failed. Absent: it did. */
  readonly isExitUntold?: boolean | undefined;
}

/** Why a turn began: a follow-up to a run that was there, or a further turn of this step. */
export type TurnWhy = FurtherTurn | 'follow-up';

/** The beginning of a turn. */
export interface TurnOpening {
  readonly why: TurnWhy;
  /** What a mend was asked to mend. Absent: it is none. */
  readonly mend?: MendAsked;
}

/** Where a turn begins in the log. */
export interface TurnStart extends TurnOpening {
  /** The index of its first step. */
  readonly index: number;
}

/** A mend that was asked for (contract 19.4). */
export interface MendAsked {
  /** Counted over all attempts. */
  readonly number: number;
  /** The head as it was then. Null: an earlier attempt has asked, and it is not known. */
  readonly head: HeadChecks | null;
}

export interface Cause {
  /**
   * The failure that nothing later resolved: an ERROR, the run's last command, or without these a
   * pull request that could not be opened.
   */
  readonly error: StepDigest;
  /**
   * The command before an error that names no tool: it failed last and nothing resolved it, so it
   * often says what the error does not. Null without one.
   */
  readonly command: StepDigest | null;
  /** A later pull request that could not be opened, which is often a consequence. */
  readonly then: StepDigest | null;
  /** Up to three preceding steps, oldest first. */
  readonly before: readonly StepDigest[];
}

/** What the steps of the last turn say about a failure. */
export interface Reason {
  /** Null if no error was left open. */
  readonly cause: Cause | null;
  /** The agent's last answer, or a plan that no action followed. */
  readonly lastWords: StepDigest | null;
  /** Errors stand in the log, and each was followed by a success. */
  readonly isOvercome: boolean;
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

/** What is checked of a pull request's head, as it was read last (contract 19). */
export interface HeadChecks extends JudgedHead, PullRequestPlace {
  /** Whether it is in the repository of this workflow. */
  readonly here: boolean;
  readonly headSha: string;
}

/** The files and addresses that a step produces. */
export interface StepFiles {
  /** Path prefix of the step's files in `RUNNER_TEMP`, or null before the run exists. */
  readonly fileStem: string | null;
  readonly resultFile: string | null;
  readonly logsFile: string | null;
  readonly reportFile: string | null;
  /** Where the report was uploaded. Built by this action. */
  readonly reportUrl: string | null;
  readonly otlpFile: string | null;
  readonly sarifFile: string | null;
  readonly commentUrl: string | null;
}

/** The state of a step. The strings marked in `StepDigest` and `resultJson` are agent text. */
export interface StepState extends StepFiles, Omit<SessionEnd, 'outcome'> {
  readonly provenance: Provenance;
  readonly outcome: ShownOutcome;
  /** How the service answered the request to stop the run, or null if there was none. */
  readonly stopped: StopResult | null;
  /** That was for its budget (contract 20), not for `on_cancel: stop`. */
  readonly stoppedAtBudget: boolean;
  /** What the run may use (contract 20), or null. */
  readonly budget: KeptBudget | null;
  /** How this step got its run, or null before there is one. */
  readonly mode: RunMode | null;
  /** The run to resume or attach to, before the first response of the service. */
  readonly expected: RunId | null;
  /** The id of the run that is being created, where the key of the create decides it. */
  readonly idToBe: RunId | null;
  /** The state of the run before it was resumed. */
  readonly seen: Pick<RunFacts, 'webUrl' | 'status'> | null;
  /** A create or resume is in flight, or its result is unknown. */
  readonly sending: boolean;
  /**
   * What is remembered of the run before the follow-up or repair in flight, where that brings a run
   * of its own.
   */
  readonly before: Before | null;
  /** A follow-up or repair that had no answer was found at the service: it arrived. */
  readonly arrived: boolean;
  readonly turn: TurnRecord | null;
  /** The last poll did not show whether the turn has ended. */
  readonly unclear: boolean;
  /** The turn whose answer a schema repair corrects. */
  readonly corrected: TurnRecord | null;
  /** Entries of the turns of this step before the last one, without notes of the action's own. */
  readonly earlierEntries: number;
  /** When the create, resume or first read was sent, on the clock's `now`. */
  readonly callAt: number | null;
  readonly endAt: number | null;
  /** Entries of the run before this turn. */
  readonly entriesBefore: number;
  /** Follow-ups of the step's thread so far, those of other steps included. */
  readonly threadTurns: number;
  /** The steps; in a very long log the first and the newest. */
  readonly steps: readonly StepDigest[];
  /** The turns of this step after its first one, and the first where it is a follow-up. */
  readonly turnStarts: readonly TurnStart[];
  /** The turn of which no step has come yet, or null. */
  readonly opening: TurnOpening | null;
  /** Steps that report an error, those that are not kept included. */
  readonly errors: number;
  /** Commands that ended with another exit code than 0, likewise. */
  readonly failedCommands: number;
  /** What the steps say about a failure. Empty before the end. */
  readonly inLog: Reason;
  /** The plan as it was told last. Empty without one that has boxes. */
  readonly plan: readonly PlanItem[];
  /** Unique pull requests mentioned in entries. */
  readonly pullRequests: readonly string[];
  /** Further ones, to which what the service tells of them has led (contract 18.1). */
  readonly led: readonly string[];
  /** Those that GitHub has shown while the run worked. At the end `claims` say more. */
  readonly lookedUp: readonly LookedUpPullRequest[];
  /** Warnings that were printed (plain text that may quote agent text). */
  readonly warnings: readonly string[];
  /** The results of looking up the claimed pull requests on GitHub, or null. */
  readonly claims: readonly PullRequestCheck[] | null;
  /** The same of those from before the turn that do not count (contract 18.1). */
  readonly earlier: readonly PullRequestCheck[];
  /** The same of those that the agent's text alone names. */
  readonly mentions: readonly PullRequestCheck[];
  /** What is checked of the head of its pull request. Null: it was not read. */
  readonly headChecks: HeadChecks | null;
  /**
   * How often the run was asked to mend what failed, in all attempts (contract 19.4). Null where
   * its checks are not waited for.
   */
  readonly fixes: number | null;
  /** What a review found, or null without one. */
  readonly review: ReviewView | null;
  /** The post step tells it, and does not know how many steps and requests there were. */
  readonly isReplayed: boolean;
}

/** What reporters show of a step: its state, and what follows from it. */
export interface StepView extends StepState {
  readonly standing: Standing;
  readonly runId: RunId | null;
  /** The sandbox played the run (contract 10). */
  readonly isSandbox: boolean;
  /** The address of the run's page, or null. Runs of the sandbox have none. */
  readonly webUrl: string | null;
  readonly status: string | null;
  readonly durationMs: number;
  readonly requests: number;
  readonly totalLogs: number;
  /** What the run that worked last used, or null where the service does not tell it. */
  readonly usage: Usage | null;
  /** The complete result text. Agent text. */
  readonly result: string;
  /** The result existed before this step's follow-up, and its turn produced none. */
  readonly resultIsOld: boolean;
  /** Likewise, or it is of the turn that the last one corrects or mends. */
  readonly resultIsEarlier: boolean;
}

/** What a suggestion of a review would put in the place of lines. Agent text. */
export interface Replacement {
  /** Without a fence around it, with `\n` as the line end. */
  readonly text: string;
  /**
   * The lines that GitHub may offer to put there, none to remove the others. Null: only to be shown
   * as code.
   */
  readonly offered: readonly string[] | null;
}

/** How bad a finding is, the worst first. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A finding of a review (contract 17). The strings are agent text. */
export interface ReviewedFinding {
  readonly fingerprint: string;
  /** In the repository. Null for a finding that names no file. */
  readonly path: string | null;
  readonly side: DiffSide;
  /** The first line; the same as `line` for a single one. Null without a line. */
  readonly startLine: number | null;
  /** The last line, or null for a finding that names none. */
  readonly line: number | null;
  readonly severity: Severity;
  readonly title: string;
  /** Empty for an earlier finding that is still open. */
  readonly body: string;
  /** As the agent wrote it. */
  readonly suggestion: string | null;
  /** What of the suggestion is shown, or null without one. */
  readonly replacement: Replacement | null;
  /** The texts of its lines, or null where the diff does not show them. */
  readonly lines: readonly string[] | null;
  /** Whether its lines are lines of the head: not of the base, and not of an earlier head. */
  readonly isInHead: boolean;
  /** Null for a finding that is not known and could not be posted. */
  readonly placed: 'inline' | 'body' | 'known' | null;
  /** The address on GitHub of its comment, or of the review that lists it. Null if not posted. */
  readonly url: string | null;
}

/** How many findings there are of each severity. */
export type FindingCounts = Readonly<Record<Severity, number>>;

export interface ReviewView {
  /** The number of the pull request. */
  readonly number: number;
  /**
   * Those of this run, and of earlier reviews that are still open. The most severe ones first.
   * Empty in the post step, which knows no more of them than their number.
   */
  readonly findings: readonly ReviewedFinding[];
  /** All findings, those that are not listed too. */
  readonly counts: FindingCounts;
  /** The review's address on GitHub, or null if there is none. */
  readonly url: string | null;
  /** GitHub had not answered to it: it may stand on the pull request. Default: no. */
  readonly mayBePosted?: boolean;
  /** What the agent says of the pull request as a whole, in Markdown. Agent text. */
  readonly summary: string;
  /** The verdict of a gate, otherwise null. */
  readonly pass: boolean | null;
}
